"""A page teaches what the script plays: its steps in the order of events, under each house rule."""

import random
import re

import msgspec
import pytest

import cardroom
from cardroom.games import declarations, game_of, lesson
from cardroom.games.lessons.hands import examples
from cardroom.play import Lay, Table
from cardroom.play.game.lesson import Step, event_kind
from cardroom.play.round.events import Dealt, Said
from cardroom.play.round.places import hand_of
from cardroom.play.table import SitOut, TopUp
from cardroom.players import play_round, random_legal
from cardroom.rankings import categories, category, strength
from cardroom.rulebook import RuleBookError, load, with_house_rules
from support.people import NAMES, some
from support.sampling import sampled

GAMES = cardroom.all_games()
ROUNDS = 30
COUNT = {"one": 1, "two": 2}
RARE = {"declare", "compare"}
"""Steps that random rounds reach too rarely, and announcements, which have no event."""
RANKED = ["high", "short-deck", "three-card", "four-of-five", "mexican", "pai-gow", "pai-gow-high-wheel", "pai-gow-two"]


def values(rule):
    """All values of a house rule with few, and the bounds of one with many."""
    if rule.choices:
        return some(rule.choices)
    if rule.money[0]:
        return list(rule.money)
    if rule.amounts:
        return ["$1", "$1/$2", "$1/$2/$4"]
    return [True, False] if isinstance(rule.default, bool) else list(rule.whole)


def settings(game):
    """The game under each value of each house rule that may be set alone."""
    for name, rule in game.rules.house_rules.items():
        for value in values(rule):
            try:
                yield name, value, cardroom.game(game.slug, game.rules.rules, **{name: value})
            except RuleBookError:
                continue  # it needs another house rule too


def others(script):
    """The games of a script under each single house rule that changes the course of a round and is not in a rule
    set."""
    games = [game for game in GAMES if game.rules.script == script]
    courses = {event_kinds(game) for game in games}
    for game in games:
        for name, value, other in settings(game):
            if not all(fee.holds(players) for fee in other.rules.posted for players in (3, 4)):
                continue  # it takes nothing at the tables below
            if event_kinds(other) not in courses:
                courses.add(event_kinds(other))
                yield f"{game.slug}, {game.rules.rules}, {name}={value}", other


def event_kinds(game):
    return tuple(step.event_kinds for step in lesson(game.rules).steps)


def staying(view, ask, rng):
    """Any legal answer, but rarely one that ends the hand. Cards are placed in rows carefully."""
    if isinstance(ask.options[0], Lay):
        return ask.default
    calls = [option for option in ask.options if option.action in ("call", "check", "show")]
    if calls and rng.random() < 0.7:
        return ask.check(calls[0].action, None)
    return random_legal(view, ask, rng)


def leaving(view, ask, rng):
    """Fold whenever possible."""
    if any(option.action == "fold" for option in ask.options):
        return ask.check("fold", None)
    return staying(view, ask, rng)


def played(game, rounds=ROUNDS, chips=1_000_000):
    """Rounds of random legal answers. One player misses a round now and then."""
    rng, names = random.Random(7), NAMES[: min(4, game.rules.seats.most)]
    table = Table(game, dict.fromkeys(names, chips), seed="lessons")
    for number in range(rounds):
        if len(names) > 3:
            table.do(SitOut(names[0], number % 5 == 3))
        # A collection has a fee of its own for a hand that ends early.
        how = leaving if game.rules.posted and number % 10 == 9 else staying
        round = play_round(table.start(), dict.fromkeys(names, how), rng)
        table.finish()
        for name in names:
            if table.stacks[name] < chips // 2:
                table.do(TopUp(name, chips))
        yield round


def follow(steps, round):
    """Match a round's events with the steps. Return the steps that occurred, and the first event without a step.

    If an event may belong to several steps, all possibilities are followed.
    """
    ways = [{0}]
    for event in round.events:
        kind = event_kind(event, round.dealer if round.banker else None)
        if not kind:
            continue
        first = min(ways[-1])
        ways.append({place for place in range(first, len(steps)) if kind in steps[place].event_kinds})
        if not ways[-1]:
            return set(), f"{kind} after step {first + 1}: {steps[first].says}"
    seen, last = set(), len(steps)
    for places in reversed(ways[1:]):
        came = {place for place in places if place <= last}
        seen, last = seen | came, max(came)
    return seen, ""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_every_event_of_a_round_is_a_step_of_the_page_in_its_order(game):
    holds(game)


@pytest.mark.proof
@pytest.mark.parametrize("script", [each.name for each in declarations()])
def test_so_it_is_in_every_other_course_that_a_single_house_rule_makes(script):
    for name, game in sampled(others(script), 2):
        holds(game, name)


def holds(game, name=""):
    """Check that every event of some rounds belongs to a step, in order, and that every step occurs."""
    steps = lesson(game.rules).steps
    seen = set()
    rounds = ROUNDS // 3 if game.rules.script == "face-up-chinese" else ROUNDS  # careful placing takes long
    # Only players who are all-in are asked how often to deal the board.
    several = "most_runs" in game.rules.house_rules and game.rules.house("most_runs") > 1
    rounds *= 4 if several else 2 if game.rules.posted else 1
    for round in played(game, rounds, 2_000 if several else 1_000_000):
        came, problem = follow(steps, round)
        assert not problem, name
        seen |= came
    rare = [step for step in steps if RARE.issuperset(step.event_kinds)]
    missing = [step.says for place, step in enumerate(steps) if step not in rare and place not in seen]
    assert not missing, f"the page tells what never happens {name}"


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.rules.poker and game.rules.poker.streets],
    ids=lambda game: f"{game.slug}-{game.rules.rules}",
)
def test_the_page_lists_the_first_cards_of_stud_in_order(game):
    """500 Club, Seven Card Stud, rule 4: two down and one up; Mexican Poker, rules 5 and 6: up, then down."""
    (round,) = played(game, 1)
    message = next(step.says for step in lesson(game.rules).steps if "deal hand" in step.event_kinds)
    dealt = re.findall(r"(one|two) cards? (down|up)", message.lower())
    faces = [face for count, face in dealt for _ in range(COUNT[count])]
    first = [event for event in round.events if isinstance(event, Dealt) and event.place == hand_of("2")]
    assert ["up" if event.to is None else "down" for event in first[: len(faces)]] == faces
    assert len(faces) == len(game.rules.poker.streets[0])


def test_steps_out_of_order_or_left_out_are_noticed():
    game = cardroom.game("three-card-poker-6-card-bonus")
    steps = lesson(game.rules).steps
    rounds = list(played(game, 10))
    assert not any(follow(steps, round)[1] for round in rounds)
    for place in range(len(steps)):
        assert any(follow([*steps[:place], *steps[place + 1 :]], round)[1] for round in rounds), steps[place]
    for place in range(len(steps) - 1):
        swapped = [*steps[:place], steps[place + 1], steps[place], *steps[place + 2 :]]
        assert any(follow(swapped, round)[1] for round in rounds), steps[place]
    assert follow([Step("nothing", "")], rounds[0])[1]


FEES = """
extends = "{extends}"
game = "{game}"

[[fee]]
option = "1"
cite = "Collection Rates"
"""
CHARGE = """
[[fee.charge]]
moment = "{moment}"
payer = "{payer}"
counts = "nothing"
tiers = [{{ from = "$0", fee = "$1" }}]
"""
CHARGED = {
    "three-card-poker-6-card-bonus": {"before the deal": "each player"},
    "pure-21.5-blackjack": {"before the deal": "player-dealer", "after two cards": "each player"},
    "texas-holdem": {"flop": "pot", "turn": "pot", "river": "pot", "modified": "pot"},
    "badugi": {"first round": "pot", "second round": "pot", "third round": "pot"},
    "razz": {"first round": "pot", "second round": "pot", "third round": "pot"},
    "mexican-poker": {"first round": "pot", "second round": "pot", "third round": "pot"},
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", CHARGED)
def test_the_page_says_when_the_collection_is_taken(slug, tmp_path):
    file = tmp_path / "charged.toml"
    charges = (CHARGE.format(moment=moment, payer=payer) for moment, payer in CHARGED[slug].items())
    file.write_text(FEES.format(extends=f"{slug}/500-club", game=slug) + "".join(charges))
    game = game_of(with_house_rules(load(file), {"collection": "1"}))
    steps = lesson(game.rules).steps
    assert sum("pay fee" in step.event_kinds for step in steps) == len(CHARGED[slug])
    seen = set()
    for round in played(game, 2 * ROUNDS if game.rules.posted else ROUNDS):
        came, problem = follow(steps, round)
        assert not problem
        seen |= came
    assert all(place in seen for place, step in enumerate(steps) if "pay fee" in step.event_kinds)


# -- outcomes ----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.rules.order], ids=lambda game: f"{game.slug}-{game.rules.rules}"
)
def test_every_outcome_of_a_game_wager_is_a_case_of_the_page(game):
    outcomes = lesson(game.rules).outcomes
    cases = {
        (wager, outcomes.settle(game.rules, wager, showdown).line)
        for wager in outcomes.wagers
        for showdowns in outcomes.cases.values()
        for showdown in showdowns
    }
    for round in played(game, 30):
        for event in round.events:
            if type(event).__name__ == "Settled" and event.wager in outcomes.wagers:
                ranked = game.rules.table(game.rules.wager[event.wager].pays).ranking
                assert ranked or (event.wager, event.line) in cases, event


# -- hands -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranking", RANKED)
def test_every_hand_of_a_ranking_has_an_example(ranking):
    assert [example.name for example in examples(ranking)] == list(reversed(categories(ranking)))


def test_the_example_hands_have_the_categories_they_illustrate():
    royal, wheel = (strength("high", hand) for hand in ("As Ks Qs Js Ts", "5d 4s 3h 2c Ad"))
    assert [category("high", each) for each in (royal, wheel)] == ["royal flush", "straight"]


@pytest.mark.parametrize("ranking", ["2-7", "ace-to-five", "eight-or-better", "badugi"])
def test_lows_are_listed_from_best_to_worst(ranking):
    hands = [example.cards.replace("10", "T") for example in examples(ranking)]
    suits = str.maketrans("♠♥♦♣", "shdc")
    ranks = [strength(ranking, cards.translate(suits)) for cards in hands]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


# -- house rules that do not apply -------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "slug", ["texas-holdem", "big-o", "omaha-high-low", "badugi", "seven-card-stud", "mexican-poker"]
)
def test_a_house_rule_that_the_page_leaves_out_changes_nothing_at_the_table(slug):
    game = cardroom.game(slug, "500-club")
    before = bare(game)
    for name, _, other in settings(game):
        if name in lesson(game.rules).idle:
            assert bare(other) == before, name


def bare(game):
    """The events of a few rounds, without prose."""
    events = [event for round in played(game, 4) for event in round.events if not isinstance(event, Said)]
    return msgspec.json.encode(events)


CLAIMS = [
    # what a page says, and how its citation ends
    ("texas-holdem", {"limit": "fixed"}, "at most three raises", "rule 6d"),
    ("texas-holdem", {"raise_cap": 2}, "at most two raises", "rule 6d, prints otherwise: a departure"),
    ("texas-holdem", {}, "No limit: ", "silent on the smallest raise; {}, rule 6d, prints a cap: a departure"),
    ("mexican-poker", {"limit": "no"}, "No limit: ", "which list all three; {}, rule 8c"),
    ("mexican-poker", {"limit": "no", "raise_cap": 3}, "at most three", "rule 8c, prints otherwise: a departure"),
    ("mexican-poker", {"limit": "pot"}, "Pot limit: ", "the text is silent on the smallest raise"),
    ("razz", {}, "not enough cards", "note after rule 22; the text is silent on who acts first then"),
    ("stud-8", {}, "not enough cards", "note after rule 26"),
    ("stud-8", {"too_few_cards": "folded cards first"}, "not enough", "rule 26, prints otherwise: a departure"),
]


@pytest.mark.parametrize(("slug", "house", "says", "cited"), CLAIMS)
def test_a_step_cites_what_is_printed_and_says_what_is_not(slug, house, says, cited):
    """Mexican Poker alone prints the smallest raise (rule 8c), Razz alone does not say who acts after a shared card."""
    taught = lesson(cardroom.game(slug, **house).rules)
    steps = [step for step in (*taught.notes, *taught.steps) if says in step.says]
    assert [step.cite.endswith(cited.format("Dealing Procedures and Round of Play")) for step in steps] == [True]
