"""The counts of single hands: worked hands to the last number, and a second program over real and random hands."""

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.histories import play_recorded, read_phh, write_phh
from cardroom.poker.statistics import HandSource, count_hand, equity_by_street, shown_streets
from poker.statistics.hand_texts import HAND_1, HAND_2, HAND_3
from poker.statistics.witness import counts_of

SHARED = Path(__file__).parents[4] / "shared" / "phh"
SUMS = {"gain", "gain_squared", "adjusted", "adjusted_squared", "rake"}
same_game = lru_cache(64)(cardroom.game)


def counted(text):
    """The counts of a recorded hand by player."""
    (hand,) = read_phh(text)
    end = HandSource(hand.players, hand.finish, hand.scale, hand.day)
    return {group.player: sums for group, sums in count_hand(play_recorded(hand, same_game), end)}


def groups(text):
    (hand,) = read_phh(text)
    end = HandSource(hand.players, hand.finish, hand.scale, hand.day)
    return {group.player: group for group, _ in count_hand(play_recorded(hand, same_game), end)}


def parts(sums, *names):
    return [f"{sums[f'{name}_made']}/{sums[f'{name}_chances']}" for name in names]


def test_the_first_worked_hand():
    """PokerStars 36185273365: a raise is called; the flop is check-raised, and the river bet takes the pot."""
    hand = counted(HAND_1)
    one, two = hand["seat 1"], hand["seat 2"]
    assert parts(one, "vpip", "pfr", "rfi", "check_raise_flop", "wwsf") == ["1/1"] * 5
    assert parts(one, "steal", "cbet_flop", "cbet_turn", "wtsd") == ["0/0", "0/1", "0/0", "0/1"]
    assert (one["bets_raises"], one["calls"], one["gain"]) == (3, 0, 46_000_000)
    assert parts(two, "vpip", "three_bet", "cold_call", "bet_after_missed_cbet", "donk") == [
        "1/1", "0/1", "1/1", "1/1", "0/0",
    ]  # fmt: skip
    assert (two["bets_raises"], two["calls"], two["folds"], two["gain"]) == (1, 2, 1, -49_000_000)
    for seat in (3, 4, 5):
        assert parts(hand[f"seat {seat}"], "three_bet", "squeeze") == ["0/1", "0/1"]
    assert one["rake"] == 4_500_000
    assert groups(HAND_1)["seat 1"] == ("seat 1", "texas-holdem no", "0.05/0.1", 6, "HJ", "2009-12-04")


def test_the_second_worked_hand_a_walk_is_no_chance():
    hand = counted(HAND_2)
    assert parts(hand["big"], "vpip") == ["0/0"]
    for name in ("cut-off", "button", "small"):
        assert parts(hand[name], "steal") == ["0/1"]
    assert parts(hand["small"], "limp") == ["0/1"]
    assert [group.position for group in groups(HAND_2).values()] == ["SB", "BB", "CO", "BTN"]


def test_the_third_worked_hand_all_in_before_the_flop():
    hand = counted(HAND_3)
    button, small, big = hand["button"], hand["small"], hand["big"]
    assert parts(button, "steal", "fold_to_three_bet", "four_bet", "cbet_flop", "wtsd", "wsd") == [
        "1/1", "0/1", "0/0", "0/0", "1/1", "0/1",
    ]  # fmt: skip
    assert (button["gain"], round(button["adjusted"] / 10**6, 4)) == (-10_000_000, -6.0637)
    assert parts(small, "three_bet", "small_blind_resteal", "wsd") == ["1/1"] * 3
    assert (small["gain"], round(small["adjusted"] / 10**6, 4)) == (11_000_000, 7.0637)
    assert parts(big, "four_bet", "big_blind_fold_to_steal") == ["0/1", "0/0"]
    assert big["gain"] == big["adjusted"] == -1_000_000


def test_a_chop_is_won_at_the_showdown_even_if_it_costs_chips():
    """The board plays: both get half of the pot, less half of the rake."""
    chop = HAND_3.replace('"d db 2c7d9h", "d db 3s", "d db 4s"', '"d db AsKhQd", "d db Jc", "d db Th"')
    chop += "finishing_stacks = [9.5, 99, 99.5]\n_rake = 2\n"
    hand = counted(chop)
    assert parts(hand["small"], "wsd", "wwsf") == parts(hand["button"], "wsd", "wwsf") == ["1/1", "1/1"]
    assert hand["small"]["gain"] == -500_000
    assert hand["small"]["rake"] + hand["button"]["rake"] == 2_000_000
    assert sum(each["adjusted"] for each in hand.values()) == -2_000_000, "the equities share the raked pot"


def test_a_returned_bet_is_not_won():
    """The button has 5 more than the small blind. The raise to 15 is a raise, and 5 of it come back."""
    text = HAND_3.replace('"p3 cbr 3", "p1 cbr 10", "p2 f", "p3 cc"', '"p3 cbr 15", "p1 cc", "p2 f"')
    hand = counted(text)
    assert parts(hand["button"], "wsd", "wwsf", "pfr") == ["0/1", "0/1", "1/1"]
    assert hand["button"]["gain"] == -10_000_000


def test_unknown_cards_count_as_played():
    text = HAND_3.replace("KsKc", "????").replace('"p3 sm ????", ', '"p3 sm", ')
    assert counted(text)["small"]["adjusted"] == counted(text)["small"]["gain"] == 11_000_000


def test_a_second_raise_is_no_three_bet_in_stud():
    """The completion makes level 1 and the raise level 2, so only the next raise is a 3-bet."""
    game = cardroom.game("seven-card-stud", rules="standard", stakes="$2-$4")
    round = game.round(dict.fromkeys(range(1, 5), 20_000), seed=4, carry={"own": {"button": 4}})
    first = round.ask.spot
    round.answer(first, "bring-in")
    for _ in range(3):
        raises = next(option for option in round.ask.options if option.action == "raise")
        round.answer(round.ask.spot, "raise", raises.least)
    while not round.done:
        round.default(round.ask.spot)
    sums = {group.position: each for group, each in count_hand(round, HandSource())}
    assert [*sums] == ["bring-in", "last-2", "last-1", "last"] or {*sums} == {"bring-in", "last-2", "last-1", "last"}
    assert parts(sums["last-2"], "rfi", "pfr", "three_bet") == ["1/1", "1/1", "0/0"]
    assert parts(sums["last-1"], "pfr", "three_bet") == ["1/1", "0/0"]
    assert parts(sums["last"], "three_bet") == ["1/1"]
    assert parts(sums["last-1"], "fold_to_three_bet") == ["1/1"]


def random_hand(name, seed, **house):
    """A hand of random actions, mostly calls, as PHH."""
    dice = random.Random(f"{name} {seed}")
    game = same_game(name, rules="standard", **house)
    seats = dice.randint(2, 6)
    stacks = {seat: dice.choice((300, 1500, 10_000, 20_000)) for seat in range(1, seats + 1)}
    round = game.round(stacks, seed=seed, carry={"own": {"button": seats}})
    while not round.done:
        ask = round.ask
        option = dice.choices(ask.options, [5 if each.action in ("call", "check") else 2 for each in ask.options])[0]
        if option.action in ("bet", "raise"):
            round.answer(ask.spot, option.action, dice.choice((option.least, option.least, option.most)))
        elif option.action in ("discard", "show"):
            round.default(ask.spot)
        else:
            round.answer(ask.spot, option.action)
    return write_phh(round)


def compare(text):
    hand = {name: +Counter({column: n for column, n in sums.items() if column not in SUMS})
            for name, sums in counted(text).items()}  # fmt: skip
    assert hand == counts_of([text])


GAMES = ("texas-holdem", "seven-card-stud", "razz", "2-7-triple-draw", "omaha")


@pytest.mark.parametrize("name", GAMES)
def test_a_second_program_counts_random_hands_the_same(name):
    for seed in range(15):
        compare(random_hand(name, seed))


@pytest.mark.proof
@pytest.mark.parametrize("name", GAMES)
def test_a_second_program_counts_many_random_hands_the_same(name):
    for seed in range(1000, 3000):
        compare(random_hand(name, seed))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the recorded hands are not here")
@pytest.mark.parametrize("folder", ["pluribus", "wsop"])
def test_a_second_program_counts_recorded_hands_the_same(folder):
    texts = [path.read_text("utf-8") for path in sorted((SHARED / folder).rglob("*.phh"))]
    assert len(texts) > 40
    for text in texts:
        compare(text)


def test_all_in_on_the_turn_pays_the_equity_of_the_turn():
    """A flush draw with two overcards against JJ: of 44 rivers, nine spades and six aces and kings win."""
    flop = '"p3 cbr 3", "p1 cc", "p2 f", "d db 2s7s9h", "p1 cc", "p3 cc", "d db 3d", "p1 cbr 7", "p3 cc",'
    text = HAND_3.replace("AhAd", "AsKs").replace("KsKc", "JhJd")
    text = text.replace('"p3 cbr 3", "p1 cbr 10", "p2 f", "p3 cc",', flop)
    text = text.replace('"d db 2c7d9h", "d db 3s", "d db 4s"', '"d db 4c"')
    hand = counted(text)
    outs = 9 + 3 + 3  # spades, aces, kings
    worth = Fraction(outs, 44) * 21
    assert hand["small"]["adjusted"] == round(float((worth - 10) * 10**6))
    assert hand["small"]["gain"] == -10_000_000


def test_a_review_has_the_equity_of_the_showdown_hands_by_street():
    """Aces against kings: PokerStove's number before the flop, then 990 runouts, 44 rivers, and the result."""
    (hand,) = read_phh(HAND_3)
    round = play_recorded(hand, same_game)
    streets = equity_by_street(round.rules, shown_streets(round, "1"), "1")
    assert [each.street for each in streets] == ["Before the flop", "Flop", "Turn", "River"]
    assert streets[0].mine == (1_388_072 + 6_538 / 2) / 1_712_304
    assert [round_(each.mine) for each in streets[2:]] == [round_(42 / 44), 1.0], "two kings are left"
    assert [each.others[0][0] for each in streets] == ["3"] * 4
    assert all(each.mine + each.others[0][1] == pytest.approx(1) for each in streets)
    assert shown_streets(round, "2") == (), "who folded has no equity"
    (hidden,) = read_phh(HAND_3.replace("KsKc", "????").replace('"p3 sm ????", ', '"p3 sm", '))
    assert shown_streets(play_recorded(hidden, same_game), "1") == (), "a hand that was not shown stays unknown"


@pytest.mark.parametrize(
    ("slug", "before", "boards"),
    [("texas-holdem", [0], 1), ("courchevel", [1], 1), ("bomb-pot-omaha", [], 2)],
)
def test_each_street_of_a_review_has_the_cards_of_all_its_boards(slug, before, boards):
    """Courchevel has a card on the board before the first bets, and a bomb pot begins with two flops."""
    round = cardroom.game(slug, rules="standard").round(3, seed=3)
    while not round.done:
        actions = {option.action for option in round.ask.options}
        round.answer(round.ask.spot, next(each for each in ("check", "call", "show") if each in actions))
    streets = shown_streets(round, "1")
    names = [*["Before the flop"] * len(before), "Flop", "Turn", "River"]
    assert [each.street for each in streets] == names
    sizes = [[len(parse(cards)) for cards in each.at.board.split("/")] for each in streets]
    assert sizes == [[size] * boards for size in (*before, 3, 4, 5)]


def round_(share):
    return round(share, 12)
