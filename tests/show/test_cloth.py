"""What pages draw besides cards and chips: seating, felt, printed areas, hands before they are set."""

import random
from itertools import combinations

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.games import all_games, layout
from cardroom.games.banked.house_way import house_way
from cardroom.play import Pick
from cardroom.players import answer_next, table_bots
from cardroom.rankings import RANKINGS, describe, strength
from cardroom.rankings.pai_gow import fouls
from cardroom.show import picture
from cardroom.show.pictures.cloths import cloth
from cardroom.show.pictures.plays import plays
from cardroom.show.pictures.prompts import IndexedView, _splits, prompt
from support.outside_games import OUTSIDE

SEATINGS = {
    "rim": {
        "heads-up-holdem",
        "ultimate-texas-holdem",
        "three-card-poker-6-card-bonus",
        "four-card-frenzy",
        "fortune-pai-gow-poker",
        "face-up-pai-gow-poker",
        "pure-21.5-blackjack",
        "pure-spanish-21.5",
    },
    "columns": {"ez-baccarat"},
    "segments": {"face-up-chinese-poker"},
    "rows": {"seven-card-stud", "seven-card-stud-high-low", "stud-8", "razz", "mexican-poker"},
}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.rules.id)
def test_every_game_has_its_seating_and_a_cloth(game):
    ours = cloth(game.rules)
    wanted = next((seating for seating, slugs in SEATINGS.items() if game.slug in slugs), "ring")
    assert ours.seating == wanted
    assert (ours.felt == "poker") == (wanted in ("ring", "rows"))
    assert ours.stakes
    assert ours.source.startswith(game.rules.source.document)
    placed = {name for name, wager in game.rules.wagers().items() if wager.when != "as an award"}
    assert {area.wager for area in ours.areas} == placed
    for area in ours.areas:
        assert area.later or 0 < area.least <= area.most


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.rules.id)
def test_only_a_game_that_declares_roads_has_them(game):
    """Their marks are the results that wagers are on."""
    declared, drawn = layout(game.rules).roads, cloth(game.rules).roads
    assert (drawn is None) == (declared is None) == (game.slug != "ez-baccarat")
    if drawn:
        labels = {wager.label.lower() for wager in game.rules.wagers().values()}
        assert {drawn.filled, drawn.ring, drawn.stroke, *drawn.dots} == labels


def test_a_game_with_only_a_board_has_the_felt_of_a_card_game(monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))
    ours = cloth(cardroom.game("red-dog").rules)
    assert (ours.seating, ours.felt, ours.cards) == ("rim", "holdem", {"board": 3})


@pytest.mark.parametrize(("slug", "cards"), [("mexican-poker", 5), ("razz", 7), ("seven-card-stud", 7)])
def test_a_hand_of_stud_has_room_for_the_cards_that_it_ends_with(slug, cards):
    assert cloth(cardroom.game(slug).rules).cards == {"hand": cards}


def test_an_option_names_its_wager_as_a_player_says_it(monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))

    def labels(game, wagers):
        round = cardroom.game(game).round(1, seed=1)
        round.answer(1, "bet", wagers)
        return [offer.label for offer in picture(round.view("1")).prompts[0].offers]

    assert labels("let-it-ride", {"dollar": 500, "one": 500, "two": 500})[0] == "Take back 1"
    assert labels("caribbean-stud", {"ante": 500})[0] == "Raise $10"


def test_raise_spots_and_lights_are_printed():
    areas = {area.wager: area for area in cloth(cardroom.game("four-card-frenzy").rules).areas}
    assert (areas["raise"].spots, areas["raise"].later, areas["galaxy"].jackpot) == (3, True, True)
    assert areas["odds"].equals == "ante"


def test_bonus_cards_are_marked_in_bonus_decks_only():
    assert cloth(cardroom.game("pure-21.5-blackjack").rules).bonus == tuple(range(32, 48))
    assert cloth(cardroom.game("ez-baccarat").rules).bonus == ()


def test_a_cloth_says_whether_circles_and_backline_bets_are_allowed():
    baccarat, blackjack = (cloth(cardroom.game(slug).rules) for slug in ("ez-baccarat", "pure-21.5-blackjack"))
    assert baccarat.behind
    assert not blackjack.behind
    for game in all_games():
        assert cloth(game.rules).circles == game.rules.seats.second_circles


def test_every_way_to_set_a_pai_gow_hand_is_described_with_its_fouls():
    held = parse("As 8s 8c 7d 5c 3h Jk")
    splits = {frozenset(split.picked): split for split in _splits(Pick("set", held, 2, 2, "pai-gow-two", "pai-gow"))}
    assert len(splits) == 21
    for front in combinations(held, 2):
        behind = [card for card in held if card not in front]
        split = splits[frozenset(front)]
        assert split.says == (describe("pai-gow-two", front), describe("pai-gow", behind))
        assert bool(split.warns) == fouls(front, behind)
    assert not any(_splits(Pick("discard", held, 0, 5)))


def test_the_house_way_is_offered_with_the_two_hands_that_it_makes():
    round = cardroom.game("fortune-pai-gow-poker").round({"ann": 100_000, "bob": 100_000}, seed=3)
    bots, rng = table_bots(round.rules, list(round.stacks)), random.Random(3)
    while not any(each.action == "house-way" for each in round.ask.options):
        answer_next(round, bots, rng)
    offers = prompt(IndexedView(round.view(round.spot(round.ask.spot).bettor)), round.ask).offers
    pick, way = (next(each for each in offers if each.action == action) for action in ("set", "house-way"))
    [split] = way.splits
    assert {*split.picked} == {*house_way(pick.option.cards).front}
    assert split in pick.splits
    assert not split.warns


def test_a_chair_shows_the_last_action_and_no_secret():
    round = cardroom.game("2-7-single-draw").round({"ann": 20000, "bob": 20000}, seed=3)
    while not any(option.action == "discard" for option in round.ask.options):
        choice = "call" if any(option.action == "call" for option in round.ask.options) else "check"
        round.answer(round.ask.spot, choice)
    spot, pick = round.spot(round.ask.spot), round.ask.options[0]
    round.answer(spot.id, "discard", pick.cards[:2])
    others = next(each for each in round.spots if each != spot).bettor
    did = {chair.bettor: chair.did for chair in picture(round.view(others)).chairs}
    assert did[spot.bettor] == "discards 2 cards"
    own = {chair.bettor: chair.did for chair in picture(round.view(spot.bettor)).chairs}
    assert own[spot.bettor].startswith("discard ")


@pytest.mark.parametrize(
    ("slug", "own", "shared"),
    [
        ("texas-holdem", 2, 5),
        ("ultimate-texas-holdem", 2, 5),
        ("omaha-high-low", 4, 5),
        ("seven-card-stud", 7, 0),
        ("razz", 7, 0),
    ],
)
def test_the_cards_that_play_are_worth_as_much_as_all_of_them(slug, own, shared):
    rng, rules = random.Random(slug), cardroom.game(slug).rules
    makes, ranking = layout(rules).places["hand"][0].makes, rules.poker.ranking if rules.poker else "high"
    for _ in range(20):
        cards = rng.sample(range(52), own + shared)
        hand, board = cards[:own], cards[own:]
        five = plays(rules, makes, hand, board)
        assert len(five) == 5
        assert set(five) <= set(cards)
        assert strength("high" if ranking == "omaha" else ranking, five) == strength(ranking, hand, board or None)
        assert ranking != "omaha" or len(set(five) & set(hand)) == 2


@pytest.mark.parametrize(
    ("slug", "many", "ranking"), [("badugi", 4, "badugi"), ("four-card-frenzy", 5, "four-of-five")]
)
def test_unused_cards_are_marked_as_soon_as_the_hand_is_known(slug, many, ranking):
    rng, rules = random.Random(slug), cardroom.game(slug).rules
    judge, messages = layout(rules).places["hand"][0].plays, set()
    for _ in range(60):
        hand = rng.sample(range(52), many)
        those = judge(rules, hand)
        assert set(those) <= set(hand)
        assert RANKINGS[ranking].key(those) == RANKINGS[ranking].key(hand)
        messages.add(len(those))
    assert messages == ({1, 2, 3, 4} if slug == "badugi" else {4})
    bets = {"ante": 500, "odds": 500}
    round = cardroom.game(slug).round({"ann": 20000, "bob": 20000}, seed=3)
    if slug == "four-card-frenzy":
        for seat in (1, 2):
            round.answer(seat, "bet", bets)
    (mine,) = (spread for spread in picture(round.view("ann")).spreads if spread.mine)
    assert 0 < len(mine.plays) < many or slug == "badugi"
    assert not any(spread.plays for spread in picture(round.view("ann")).spreads if not spread.mine)


def test_draws_are_counted_down_seat_by_seat():
    round = cardroom.game("2-7-triple-draw").round({"ann": 20000, "bob": 20000}, seed=3)
    assert cloth(round.rules).draws == 3
    seen = set()
    while not round.done:
        spot, options = round.ask.spot, round.ask.options
        action = next(
            option.action for option in options if option.action in ("check", "call", "discard", "show", "muck")
        )
        round.answer(spot, action, () if action == "discard" else None)
        seen.add(tuple(chair.draws for chair in picture(round.view("ann")).chairs))
    assert {(3, 3), (2, 2), (1, 1), (0, 0)} < seen
    assert len(seen) == 7
    assert all(chair.draws == 0 for chair in picture(cardroom.game("texas-holdem").round(2, seed=1).view()).chairs)


def test_a_cloth_has_the_number_of_cards_and_single_odds():
    cards = {
        slug: cloth(cardroom.game(slug).rules).cards for slug in ("ultimate-texas-holdem", "ez-baccarat", "badugi")
    }
    assert cards["ultimate-texas-holdem"] == {"dealer": 2, "board": 5, "hand": 2}
    assert cards["ez-baccarat"] == {"player": 2, "banker": 2}
    assert cards["badugi"] == {}
    banked = cloth(cardroom.game("face-up-pai-gow-poker").rules).cards
    assert banked.get("dealer") == banked.get("hand")
    pays = {area.label: area.pays for area in cloth(cardroom.game("ez-baccarat").rules).areas}
    assert (pays["Dragon 7"], pays["Panda 8"], pays["Player"]) == ("40 to 1", "25 to 1", "1 to 1")


def test_playing_cards_are_marked_only_when_the_round_is_over():
    round = cardroom.game("texas-holdem").round({"ann": 20000, "bob": 20000}, seed=3)
    while not round.done:
        assert not any(spread.plays for who in ("ann", None) for spread in picture(round.view(who)).spreads)
        round.answer(round.ask.spot, next(option.action for option in round.ask.options if option.action != "fold"))
    shown = [spread.plays for spread in picture(round.view("ann")).spreads if spread.place.kind == "hand"]
    assert any(len(each) == 5 for each in shown)
