"""Who wins what: high-low, side pots and odd chips (500 Club, How Winners are Determined and Paid; rulings K9, K11)."""

from random import Random

import pytest

import cardroom
from cardroom.play.round.events import Transfer, Turned
from cardroom.players.at_random import random_legal
from games.poker.tables import COMMUNITY, DRAW, STUD, actions, do, stacks, start, wins


def holdem(slug, hands, board, stakes=None, **house):
    """Go all-in before the flop with these hands, from the left of the button. Return the wins in dollars."""
    count = len(hands)
    flop, turn, river = " ".join(board.split()[:3]), *board.split()[3:]
    round = start(slug, stakes or [20] * count, *hands, f"xx {flop} xx {turn} xx {river}", limit="no", **house)
    while not round.done:
        options = {option.action: option for option in round.ask.options}
        spot = round.ask.spot
        if "discard" in options:
            round.answer(spot, "discard", round.cards.hand(spot)[-1:])
        elif "raise" in options:
            round.answer(spot, "raise", options["raise"].most)
        else:
            round.answer(spot, next(each for each in ("call", "check", "show") if each in options))
    return round


def test_the_board_plays_and_the_pot_is_split():
    assert wins(holdem("texas-holdem", ["2c 2d", "3c 3d"], "As Ks Qs Js Ts")) == [("1", 20, "pot"), ("2", 20, "pot")]


@pytest.mark.parametrize(
    ("hands", "board", "why"),
    [
        (["Qc 4h", "2h 6d"], "As 7c 7d 5h 3s", "Pair of sevens, ace, queen"),
        (["Kc 4h", "Qh 6d"], "Ks 7c 7d 5h 3s", "Two pair, kings and sevens, five kicker"),
        (["7h Kc", "7s Qc"], "As 7c 7d 5h 3s", "Three of a kind, sevens, ace, king"),
    ],
)
def test_kickers_are_named_until_the_words_of_two_hands_differ(hands, board, why):
    pushed = [event for event in holdem("texas-holdem", hands, board).events if isinstance(event, Transfer)]
    assert [event.why for event in pushed if event.cause == "pot"] == [why]


def test_the_pot_is_split_between_high_and_low():
    round = holdem("omaha-high-low", ["Ac 2c Kd Kh", "9c 9d Tc Td"], "3h 4d 8s Ts 9h")
    assert wins(round) == [("2", 20, "pot"), ("1", 20, "pot")]


def test_one_player_may_scoop_both_halves():
    round = holdem("omaha-high-low", ["Ac 2c Ad 5h", "9c 9d Tc Td"], "3h 4d 8s Ks Ah")
    assert stacks(round) == [40, 0]


def test_without_a_qualifying_low_the_high_hand_takes_all():
    assert wins(holdem("omaha-high-low", ["Ac 2c 4d 4h", "9c 9d Tc Td"], "3h Qd Js Ts 9h")) == [("2", 40, "pot")]


def test_a_tied_low_is_quartered():
    round = holdem("omaha-high-low", ["Ac 2c Kd Jh", "Ad 2d Tc Td", "9c 8c Qh Qs"], "3h 4d 8s Ts 9h")
    assert wins(round) == [("2", 30, "pot"), ("1", 15, "pot"), ("2", 15, "pot")]


def test_omaha_takes_exactly_two_hole_cards():
    round = holdem("omaha", ["As 2c 3d 4h", "Qc Qd Jc 2h"], "Ks Js 9s 5s 7d")
    assert stacks(round) == [0, 40], "one spade in the hand is no flush"


def test_big_o_is_high_only():
    assert wins(holdem("big-o", ["Ac 2c Kd Kh Qs", "9c 9d Tc Td 2s"], "3h 4d 8s Ts 9h")) == [("2", 40, "pot")]


def test_side_pots_go_to_those_who_put_in():
    round = holdem("texas-holdem", ["Ac Ad", "Kc Kd", "Qc Qd"], "2s 3s 4h 8d 9d", [10, 30, 50])
    assert wins(round) == [("1", 30, "main pot"), ("2", 40, "side pot 1")]
    assert stacks(round) == [30, 40, 20]


def test_odd_chips_go_to_the_left_of_the_button():
    round = start("texas-holdem", [20] * 3, "2c 2d 3c 3d Kc 4d xx As Ks Qs xx Js xx Ts")
    do(round, "3 call", "1 fold", "all check", "all show")
    assert wins(round) == [("2", 3, "pot"), ("3", 2, "pot")]


@pytest.mark.parametrize("slug", ["pineapple-high-low", "crazy-pineapple-high-low"])
def test_odd_chips_go_to_the_high_hand_in_high_low_pineapple(slug):
    round = start(slug, [20] * 3, "xx xx xx Ac 2c xx Kh Kd xx", "xx 3h 4d 8s xx Ks xx 9h", limit="no")
    playing(round, fold="1")
    assert wins(round) == [("3", 3, "pot"), ("2", 2, "pot")]


@pytest.mark.parametrize("slug", ["pineapple-high-low", "crazy-pineapple-high-low"])
def test_the_odd_chip_of_equal_high_hands_goes_by_suit(slug):
    # Both have kings and queens with a jack; the second holds the king of spades.
    round = start(slug, [20] * 3, "xx xx xx Kd 7c 2s Ks 7d 3s", "xx Kh Qd Qc xx Jh xx 9h", limit="no")
    playing(round, fold="1")
    assert [(spot, amount) for spot, amount, _ in wins(round)] == [("3", 3), ("2", 2)]


@pytest.mark.parametrize("slug", ["pineapple-high-low", "crazy-pineapple-high-low"])
def test_the_odd_chip_of_equal_lows_goes_by_suit(slug):
    # Seats 2 and 3 share three dollars for 8-4-3-2-A; the third seat's ace is the higher suit.
    hands = "xx xx xx Ac 2s xx Ad 2h xx Kh Kd xx"
    round = start(slug, [20] * 4, hands, "xx 3h 4d 8s xx Ks xx 9h", limit="no")
    playing(round, fold="1")
    assert wins(round) == [("4", 4, "pot"), ("3", 2, "pot"), ("2", 1, "pot")]


def playing(round, fold):
    """All players call and check, except one who folds before the flop. The last card is discarded."""
    while not round.done:
        spot, options = round.ask.spot, [option.action for option in round.ask.options]
        if "discard" in options:
            round.answer(spot, "discard", round.cards.hand(spot)[-1:])
        elif spot == fold:
            round.answer(spot, "fold")
        else:
            round.answer(spot, next(each for each in ("call", "check", "show") if each in options))


BLANKS = "xx 2s 7h 9c xx Jd xx 4s"


def turned(round):
    """Who has shown a hand, in order."""
    return [event.place.owner for event in round.events if isinstance(event, Turned)]


def test_the_last_to_bet_shows_first():
    first, second = (
        f"Kc 3d Qh Qd {BLANKS}",
        f"Qh Qd Kc 3d {BLANKS}",
    )  # the hand that shows first beats the other, which is asked
    round = do(start("texas-holdem", [100] * 2, second), "2 call", "1 check", "1 check", "2 bet 2", "1 call")
    do(round, "1 check", "2 check", "1 check", "2 check")
    assert (turned(round), round.ask.spot) == (["1"], "2"), "the bet was in an earlier round"
    round = do(start("texas-holdem", [100] * 2, first), "2 call", "1 check", "all check")
    assert turned(round) == ["1", "2"]
    round = do(start("texas-holdem", [100] * 2, first), "2 call", "1 check", *["1 check", "2 check"] * 2)
    do(round, "1 check", "2 bet 4", "1 call")
    assert (turned(round), round.ask.spot) == (["2"], "1"), "the last to bet shows first"
    round = do(start("texas-holdem", [4, 100], second, all_in_shows=False), "2 raise 4", "1 call")
    assert (turned(round), round.ask.spot) == (["1"], "2"), "the last round of betting decides, and there was none"


def test_a_mucked_hand_cannot_win():
    round = start("texas-holdem", [100] * 2, "Ac Ad Kc 2d", muck="any hand")
    assert wins(do(round, "2 call", "all check", "1 muck")) == [("2", 4, "pot")]


def test_only_a_hand_that_a_shown_hand_beats_may_muck():
    round = do(start("texas-holdem", [100] * 3, "Ac Ad Kc Kd Qc Qd", BLANKS), "3 call", "1 call", "all check")
    assert (turned(round), actions(round)) == (["1"], ["show", "muck"]), "the first hand shown is never mucked"
    do(round, "2 muck", "3 muck")
    assert wins(round) == [("1", 6, "pot")]
    round = do(start("texas-holdem", [100] * 3, "Qc Qd Ac Ad Kc Kd", BLANKS), "3 call", "1 call", "all check")
    assert (turned(round), round.ask.spot) == (["1", "2"], "3"), "the second hand wins so far and is shown unasked"
    tie = do(start("texas-holdem", [100] * 2, "As Kd Ad Kc", BLANKS), "2 call", "all check")
    assert tie.done, "an equal hand shares the pot, so it is shown"


def test_a_hand_that_can_win_half_or_a_side_pot_is_shown():
    high, low = "Kc Kd Jc Qs", "Ac 3d Js Qd"
    split = start("omaha-high-low", [100] * 2, f"{high} {low}", "xx 2s 7h 4c xx Kh xx Ts")
    assert do(split, "2 call", "all check").done, "the low hand is beaten high, but not low"
    beaten = start("omaha-high-low", [100] * 3, f"{high} {low} Jh Jd 9s 9d", "xx 2s 7h 4c xx Kh xx Ts")
    do(beaten, "3 call", "1 call", "all check")
    assert (turned(beaten), beaten.ask.spot) == (["1", "2"], "3"), "one has the better high, another the better low"
    side = start("texas-holdem", [4, 100, 100], "As Ad Ks Kd Qs Qd", BLANKS, all_in_shows=False)
    do(side, "3 raise 10", "1 call", "2 call", "all check")
    assert (turned(side), side.ask.spot) == (["1", "2"], "3"), "the kings win the side pot, where the aces are not"


@pytest.mark.parametrize("slug", [*COMMUNITY, *DRAW, *STUD, "mexican-poker"])
def test_in_every_game_the_best_hand_wins_however_players_muck(slug):
    """All active players compare their hands (Badugi and Mexican Poker, rule 26, and the showdown of every chapter)."""
    for seed in range(6):
        answers = {}
        for muck in (True, False):
            round, random = cardroom.game(slug).round(dict.fromkeys((1, 2, 3, 4), 20_000), seed=seed), Random(seed)
            while not round.done:
                offered = [each.action for each in round.ask.options]
                if "muck" in offered:
                    round.answer(round.ask.spot, "muck" if muck else "show")
                elif "fold" in offered:
                    round.answer(round.ask.spot, next(each for each in ("check", "call") if each in offered))
                else:
                    said = random_legal(round.view(round.ask.spot), round.ask, random)
                    round.answer(said.spot, said.action, said.value)
            answers[muck] = wins(round)
        assert answers[True] == answers[False]


def test_a_bot_mucks_no_winner_even_where_any_hand_may():
    for seed in range(40):
        round = cardroom.game("texas-holdem", muck="any hand").round({1: 20_000, 2: 20_000}, seed=seed)
        while not round.done:
            offered = [each.action for each in round.ask.options]
            if "muck" in offered and not turned(round):
                assert random_legal(round.view(round.ask.spot), round.ask, Random(seed)).action == "show"
            round.answer(round.ask.spot, next(each for each in ("show", "check", "call") if each in offered))


def halved(slug, high, low, board, *, folds, **house):
    """Two players see the whole board; one has the high and the other the low. The third folds early."""
    hands = {"1": high, "2": low} if folds == "3" else {"2": high, "3": low} if folds == "1" else {"1": high, "3": low}
    count = len(high.split())
    cards = [hands.get(seat, " ".join(["xx"] * count)) for seat in "123"]
    flop, turn, river = " ".join(board.split()[:3]), *board.split()[3:]
    limit = "pot" if slug == PLO8 else "no"
    round = start(slug, [100] * 3, *cards, f"xx {flop} xx {turn} xx {river}", limit=limit, **house)
    playing(round, fold=folds)
    return [(spot, amount) for spot, amount, _ in wins(round)]


PLO8 = "pot-limit-omaha-8"
HIGH, LOW, BOARD_OF_BOTH = "Kh Kd Qh Qd", "Ac 2c Jh Jd", "3h 4d 8s Ks 9h"


@pytest.mark.parametrize("slug", ["omaha-high-low", PLO8])
def test_the_odd_chip_of_a_halving_goes_to_the_left_of_the_button(slug):
    """The small blind folds: five dollars, and seat 2 is the first winner to the left of the button."""
    assert halved(slug, HIGH, LOW, BOARD_OF_BOTH, folds="1") == [("2", 3), ("3", 2)]
    assert halved(slug, LOW, HIGH, BOARD_OF_BOTH, folds="1") == [("3", 2), ("2", 3)], "there it is the low hand"
    assert halved(slug, LOW, HIGH, BOARD_OF_BOTH, folds="1", rules="standard", chip="$1") == [("3", 3), ("2", 2)]


def test_all_hands_are_shown_if_a_player_is_all_in():
    round = do(start("texas-holdem", [4, 100, 100], "As Ad Ks Kd Qs Qd"), "3 raise 10", "1 call", "2 call")
    do(round, "all check")
    assert round.done, "nobody is asked whether to muck"
    assert {event.place.owner for event in round.events if isinstance(event, Turned)} == {"1", "2", "3"}
    round = start("texas-holdem", [4, 100, 100], "As Ad Ks Kd Qs Qd", all_in_shows=False)
    do(round, "3 raise 10", "1 call", "2 call", "all check")
    assert actions(round) == ["show", "muck"]


def test_the_default_at_the_showdown_is_to_show():
    round = do(start("texas-holdem", [100] * 2, "As Ad Ks Kd", BLANKS), "2 call", "all check")
    round.default("2")
    assert (turned(round), wins(round)) == (["1", "2"], [("1", 4, "pot")])
