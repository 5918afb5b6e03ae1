"""A house's own side bets, written as data without code: played, settled, analyzed, printed and certified."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import cardroom
from cardroom.analysis.certificate import certificate
from cardroom.analysis.report.side_bets import side_bet
from cardroom.play import hand_of, pays
from cardroom.play.round.events import Settled, Turned
from cardroom.players import play_round, random_legal
from cardroom.rankings import line
from cardroom.rulebook import load
from cardroom.show.rules.data import page
from cardroom.show.rules.round_words import terms
from support.deals import moved, nets, people, play, settled, stacked

HOLE_FLUSH = """
extends = "{rules}"
[wager.hole-flush]
label = "Hole Flush"
needs = ["ante"]
cards = "pocket"
folded = "{folded}"
pays = "hole-flush"
cite = "a card at the table"
[pay.hole-flush]
title = "Hole Flush"
ranking = "two-card"
cite = "a card at the table"
[pay.hole-flush.lines]
"straight flush" = "5 to 1"
"flush" = "2 to 1"
[order]
wagers = [{order}, "hole-flush"]
"""
ANTE_BONUS = """
extends = "500-club"
[wager.ante-bonus]
label = "Ante Bonus"
needs = ["ante"]
equals = "ante"
when = "as an award"
cards = "own hand"
folded = "{folded}"
pays = "ante-bonus"
[pay.ante-bonus]
title = "Ante Bonus"
ranking = "three-card"
[pay.ante-bonus.lines]
"straight flush" = "5 to 1"
"three of a kind" = "4 to 1"
"straight" = "1 to 1"
[order]
wagers = ["ante", "play", "ante-bonus", "pair-plus", "six-card-bonus"]
"""
BROOK = '"raise", "ante", "odds", "trips-plus", "pocket-bonus", "galaxy"'
THREE = "three-card-poker-6-card-bonus"


@pytest.fixture
def hole_flush(own_game):
    return lambda folded="alive": own_game(
        "heads-up-holdem", HOLE_FLUSH.format(rules="brook", folded=folded, order=BROOK)
    )


# -- A Hole Flush in Heads Up Hold'em ---------------------------------------------------------------------------------


def dealt(game, pocket, wish, bets=("hole-flush",)):
    """A round of one player with this pocket, against a pair of kings and a board that helps no one."""
    round = game.round(*people([1]), shuffle=stacked(pocket, "Kc Kd", "2d 7c 9d Jc 3h"))
    return play(round, {"1": {"ante": 500, "odds": 500} | dict.fromkeys(bets, 500)}, {"1": wish})


@pytest.mark.parametrize(
    ("pocket", "net"), [("9s 8s", 2500), ("As Ks", 2500), ("As 2s", 2500), ("Qs 4s", 1000), ("9s 8h", -500)]
)
@pytest.mark.parametrize("wish", ["3x", "fold"])
def test_it_is_paid_by_its_own_table_whoever_wins_and_after_a_fold_too(hole_flush, pocket, net, wish):
    assert nets(dealt(hole_flush(), pocket, wish))["hole-flush"] == net


def test_a_dead_one_goes_with_the_fold(hole_flush):
    round = dealt(hole_flush("dead"), "9s 8s", "fold")
    assert settled(round)["hole-flush"].line == "fold"
    assert settled(round)["hole-flush"].net == -500
    assert nets(dealt(hole_flush("dead"), "9s 8s", "1x"))["hole-flush"] == 2500


def test_after_a_fold_it_may_be_judged_on_other_cards(hole_flush):
    """The dealer's pocket: two kings are no flush."""
    round = dealt(hole_flush("dealer's pocket"), "9s 8s", "fold")
    assert settled(round)["hole-flush"].line == "pair"
    assert not shown(round, "1"), "nobody needs the folded cards"


@pytest.mark.parametrize(("folded", "seen"), [("alive", True), ("dead", False)])
def test_a_folded_hand_is_shown_only_where_the_bet_depends_on_it(hole_flush, folded, seen):
    assert shown(dealt(hole_flush(folded), "9s 8s", "fold"), "1") is seen


def shown(round, spot):
    return any(isinstance(event, Turned) and event.place == hand_of(spot) for event in round.events)


def test_its_edge_is_counted_from_the_ranking(hole_flush):
    """52 pockets are two next to each other of one suit, 260 others of one suit: 5 * 52 + 2 * 260 - 1014 of 1,326."""
    (report,) = side_bet(hole_flush().rules, "hole-flush")
    assert report.edge == Fraction(1014 - 5 * 52 - 2 * 260, comb(52, 2))
    assert {outcome.line: outcome.count for outcome in report.outcomes if outcome.net > 0} == {
        "straight flush": 52,
        "flush": 260,
    }


def test_it_is_settled_in_its_place_and_cites_the_houses_own_text(hole_flush):
    round = dealt(hole_flush(), "9s 8s", "3x", ("hole-flush", "trips-plus"))
    events = [event for event in round.events if isinstance(event, Settled)]
    assert [event.wager for event in events] == ["raise", "ante", "odds", "trips-plus", "hole-flush"]
    assert events[-1].why == "Hole Flush: straight flush pays 5 to 1"
    assert events[-1].cite == "departure by own, a card at the table", "the rule set is called own"
    assert events[0].cite == "Brook HUH, Heads Up Hold'em, C. The Rules of the Card Game, rule 9b-i"
    (placed,) = (event for event in moved(round, "wager") if event.wager == "hole-flush")
    assert placed.cite == "departure by own, a card at the table"


def test_a_dead_bet_of_a_house_is_collected_by_its_own_text_and_a_printed_one_by_the_book(own_game):
    text = ANTE_BONUS.format(folded="dead").replace('when = "as an award"\n', "").replace('equals = "ante"\n', "")
    game = own_game(THREE, text)
    spots, stacks = people([1, 2], 10_000_000)
    bets = {"1": {"ante": 500, "pair-plus": 500, "ante-bonus": 500}}
    round = play(game.round(spots, stacks, seed=1), bets, {"1": "fold"}, banks={"2": 9_000_000})
    cites = {wager: event.cite for wager, event in settled(round).items()}
    book = "500 Club, Three Card Poker 6 Card Bonus, Dealing Procedures and Round of Play, rule 10"
    assert cites == {"ante": book, "pair-plus": book, "ante-bonus": "departure by own, wager.ante-bonus"}


def test_a_table_that_a_house_changes_cites_the_house_and_names_what_it_changes(own_game):
    game = own_game(THREE, 'extends = "500-club"\n[pay.pair-plus.lines]\n"flush" = "4 to 1"\n')
    assert game.rules.cite(game.rules.pay["pair-plus"].cite) == "departure by own, pay.pair-plus"
    assert game.rules.cite(game.rules.wager["pair-plus"].cite).startswith("500 Club, ")
    assert page(game)["own"] == "own"
    named = own_game(THREE, 'extends = "500-club"\n[source]\ndocument = "Riverside"\n[wager.ante]\nleast = "$10"\n')
    assert named.rules.cite(named.rules.wager["ante"].cite) == "departure by Riverside, wager.ante"
    assert named.rules.source.document == "500 Club", "the procedure is still the book's"


def test_a_loose_file_is_of_the_game_that_it_extends(tmp_path):
    file = tmp_path / "somewhere" / "tuned.toml"
    file.parent.mkdir()
    file.write_text(f'extends = "{THREE}/500-club"\n')
    assert (load(file).game, load(file).rules, load(file).own) == (THREE, "tuned", "tuned")


def test_it_is_on_the_rules_page_and_in_the_certificate(hole_flush):
    game = hole_flush("dead")
    data = page(game)
    wager = next(each for each in data["wagers"] if each["wager"] == "hole-flush")
    assert (wager["cards"], wager["folded"], wager["tables"]) == ("pocket", "dead", ["hole-flush"])
    assert next(table for table in data["pay_tables"] if table["table"] == "hole-flush")["others"] == "loses"
    report = cardroom.analysis.Report("", "", "", "", {}, tuple(side_bet(game.rules, "hole-flush")))
    certified = certificate(game, report)["wagers"][0]
    assert certified["label"] == "Hole Flush"
    assert "fold" in certified["tables"][0]["note"]


def test_the_page_shows_the_hands_by_which_a_side_bet_is_judged(hole_flush):
    hands = next(each for each in page(hole_flush())["hands"] if each["ranking"] == "two-card")
    assert hands["title"] == "Hands of the Hole Flush"
    assert [(each["hand"], each["cards"]) for each in hands["examples"]] == [
        ("straight flush", "A♣ K♣"),
        ("flush", "A♣ Q♣"),
    ]
    assert hands["cite"] == "departure by own, a card at the table"


def test_the_page_says_all_of_a_bet_that_equals_another(own_game):
    text = HOLE_FLUSH.format(rules="brook", folded="board", order=BROOK).replace('"two-card"', '"high"')
    text = text.replace('cards = "pocket"', 'cards = "pocket and flop"\nequals = "ante"\nmost = "$5"')
    data = page(own_game("heads-up-holdem", text))
    wager = next(each for each in data["wagers"] if each["wager"] == "hole-flush")
    words = terms(wager, data)
    assert words == "optional; equals Ante; $1 to $5; judged on pocket and flop; after a fold, on board"


def test_all_6_can_be_offered_at_the_brook_without_code(own_game):
    """The four extra cards are dealt only if a bet depends on them."""
    text = HOLE_FLUSH.format(rules="brook", folded="alive", order=BROOK)
    text = text.replace('cards = "pocket"', 'cards = "pocket and extra cards"').replace('"two-card"', '"all-6"')
    game = own_game("heads-up-holdem", text)
    cards = stacked("As Ks Qs Js", "Ts 2h", "Kc Kd", "2d 7c 9d Jc 3h")
    round = play(game.round(*people([1]), shuffle=cards), {"1": {"ante": 500, "odds": 500, "hole-flush": 500}})
    assert settled(round)["hole-flush"].line == "straight flush", "its table does not set a royal flush apart"
    (report,) = side_bet(game.rules, "hole-flush")
    assert report.deals == comb(52, 6)


# -- An Ante Bonus in Three Card Poker --------------------------------------------------------------------------------


def three_card(game, hand, action, dealer="Qs 9d 2c"):
    spots, stacks = people([1, 2], 10_000_000)
    round = game.round(spots, stacks, shuffle=stacked(hand, dealer))
    return play(round, {"1": {"ante": 501}}, {"1": "fold" if action == "fold" else "1x"}, banks={"2": 9_000_000})


@pytest.mark.parametrize(
    ("hand", "bonus"), [("9c 8c 7c", 2505), ("Ac Kc Qc", 2505), ("7c 7d 7h", 2004), ("9c 8d 7h", 501)]
)
def test_an_ante_bonus_pays_on_the_ante_whoever_wins(own_game, hand, bonus):
    """Nothing is placed on it. Without its own line, a mini royal flush pays as a straight flush."""
    round = three_card(own_game(THREE, ANTE_BONUS.format(folded="dead"), smallest_chip="$0.01"), hand, "play")
    assert settled(round)["ante-bonus"].net == bonus
    assert settled(round)["ante-bonus"].stake == 0


def test_an_ante_bonus_that_is_not_made_costs_nothing(own_game):
    round = three_card(own_game(THREE, ANTE_BONUS.format(folded="dead"), smallest_chip="$0.01"), "Kc Kd 2h", "play")
    assert "ante-bonus" not in settled(round)


@pytest.mark.parametrize(("folded", "paid"), [("dead", None), ("alive", 501)])
def test_a_fold_may_give_it_up(own_game, folded, paid):
    round = three_card(own_game(THREE, ANTE_BONUS.format(folded=folded), smallest_chip="$0.01"), "9c 8d 7h", "fold")
    assert nets(round).get("ante-bonus") == paid
    assert shown(round, "1") is (folded == "alive")


def test_an_ante_bonus_has_the_public_worth(own_game):
    """5-4-1: 48 straight flushes with the royal ones, 52 threes and 720 straights of 22,100."""
    (report,) = side_bet(own_game(THREE, ANTE_BONUS.format(folded="dead")).rules, "ante-bonus")
    assert report.of == "Ante"
    assert -report.edge == Fraction(5 * 48 + 4 * 52 + 720, 22100)
    # With it the game without an exposed card has the public edge, 3.373 % of the Ante.
    assert f"{float(Fraction(8813253, 101792600) + report.edge):.3%}" == "3.373%"


# -- A Board Flush in Ultimate Texas Hold'em --------------------------------------------------------------------------

BOARD_FLUSH = """
extends = "500-club"
[wager.board-flush]
label = "Board Flush"
needs = ["ante"]
cards = "board"
folded = "{folded}"
pays = "board-flush"
[pay.board-flush]
title = "Board Flush"
ranking = "high"
[pay.board-flush.lines]
"flush" = "200 to 1"
[order]
wagers = ["ante", "blind", "play", "trips", "bad-beat", "board-flush"]
"""


def test_a_better_hand_without_a_line_is_paid_as_what_it_also_is(own_game):
    """All 5,148 boards of one suit win, the 40 that are straight flushes too."""
    game = own_game("ultimate-texas-holdem", BOARD_FLUSH.format(folded="alive"))
    (report,) = side_bet(game.rules, "board-flush")
    assert {outcome.line: outcome.count for outcome in report.outcomes if outcome.net > 0} == {"flush": 4 * comb(13, 5)}
    assert not report.note
    paid = pays(game.rules, "board-flush", "royal flush")
    assert (paid.line, paid.due(500)) == ("flush", 100_000)
    lost = pays(game.rules, "board-flush", "four of a kind")
    assert (lost.line, lost.due(500)) == ("four of a kind", -500), "it is called what it is"


@pytest.mark.parametrize("folded", ["pocket and flop", "dealer's hand"])
def test_a_count_says_for_whom_it_holds_where_a_fold_changes_the_cards(own_game, folded):
    game = own_game("ultimate-texas-holdem", BOARD_FLUSH.format(folded=folded))
    (report,) = side_bet(game.rules, "board-flush")
    assert (
        report.note == f"After a fold other cards decide it ({folded}). The figures are for a player who does not fold."
    )


# -- Whatever the cards, ranking and table ----------------------------------------------------------------------------

GROUPS = {
    ("heads-up-holdem", "brook"): ("ante", ["pocket", "flop", "pocket and flop", "board", "both pockets", "own hand"]),
    ("ultimate-texas-holdem", "500-club"): ("ante", ["dealer's pocket", "dealer's hand", "own hand"]),
    ("four-card-frenzy", "brook"): ("ante", ["own hand", "dealer's hand"]),
    (THREE, "500-club"): ("ante", ["own hand", "dealer's hand", "both hands"]),
    ("fortune-pai-gow-poker", "500-club"): ("base", ["own hand", "dealer's hand"]),
    ("face-up-pai-gow-poker", "500-club"): ("base", ["own hand"]),
}
RANKING = {2: "two-card", 3: "three-card", 4: "four-of-five", 5: "prime", 6: "all-6", 7: "high"}


@pytest.mark.parametrize(
    ("slug", "rules", "beside", "cards"),
    [(*key, beside, cards) for key, (beside, groups) in GROUPS.items() for cards in groups],
)
def test_a_bet_on_any_cards_of_any_game_is_paid_by_what_they_make(own_game, slug, rules, beside, cards):
    base = cardroom.game(slug, rules).rules
    group = cardroom.games.layout(base).cards[cards]
    ranking = "pai-gow" if base.deck.name == "joker" else RANKING[group.size]
    lines = cardroom.rankings.lines(ranking)
    folds = "" if base.deck.name == "joker" else 'folded = "alive"'
    order = ", ".join(f'"{wager}"' for wager in base.order.wagers)
    paid = "\n".join(f'"{each}" = "{number} to 1"' for number, each in enumerate(lines, 1))
    game = own_game(
        slug,
        f"""
        extends = "{rules}"
        [wager.own]
        label = "Own"
        needs = ["{beside}"]
        cards = "{cards}"
        {folds}
        pays = "own"
        [pay.own]
        title = "Own"
        ranking = "{ranking}"
        [pay.own.lines]
        {paid}
        [order]
        wagers = [{order}, "own"]
        """,
    )
    rng, played_rounds = random.Random(1), 0
    for seed in range(12):
        names = ["ann", "bob"]
        round = game.round({"ann": 500_000, "bob": 500_000}, seed=seed)
        play_round(round, dict.fromkeys(names, random_legal), rng)
        for event in round.events:
            if isinstance(event, Settled) and event.wager == "own":
                made = line(ranking, group.cards(round, round.spot(event.spot)))
                assert (event.line, event.due) == (made, event.stake * (1 + lines.index(made)))
                played_rounds += 1
    assert played_rounds


def test_every_pocket_of_a_hole_flush_through_the_script(hole_flush):
    """All 1,326 pockets of a full deck: what the script pays on average is the edge."""
    game, total = hole_flush(), 0
    for pocket in combinations(range(52), 2):
        rest = [card for card in range(52) if card not in pocket]
        round = game.round(*people([1]), shuffle=cardroom.cards.shuffle.Shuffle.given([*pocket, *rest]))
        play(round, {"1": {"ante": 100, "odds": 100, "hole-flush": 100}}, {"1": "fold"})
        total += nets(round)["hole-flush"]
    assert Fraction(-total, 100 * 1326) == next(side_bet(game.rules, "hole-flush")).edge
