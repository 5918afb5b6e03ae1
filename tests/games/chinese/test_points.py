"""The points that hands win from each other (500 Club, Face-Up Chinese Poker, How Winners are Determined and Paid).

The tables here are written from the document, not from the rule set. Every line is dealt and placed by the game's own
script, and must be paid exactly.
"""

import random

import pytest

from cardroom.cards import text
from cardroom.games.chinese.points import ChineseHand, segments
from cardroom.play.round.events import Marked
from cardroom.rulebook import RuleBookError, rule_set
from games.chinese.hands import GAME, paid, play, points, rows

RULES = rule_set(GAME)
RANKS = "23456789TJQKA"
BONUS = {
    **{f"pair {rank}": (bonus, 0, 0) for bonus, rank in enumerate("6789TJQKA", 1)},
    **{f"three {rank}": (bonus, 0, 0) for bonus, rank in enumerate(RANKS, 10)},
    "straight": (0, 4, 2),
    "flush": (0, 8, 4),
    "full house": (0, 12, 6),
    "four of a kind": (0, 16, 8),
    "straight flush": (0, 20, 10),
    "royal flush": (0, 40, 20),
}
"""The Bonus System as printed: top, middle and bottom segment; 0 is N/A."""
SWEEPS = {"super dragon": 26, "dragon": 13, "six pairs": 3, "three straights": 3, "three flushes": 3}
PLURALS = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights"),
    *("nines", "tens", "jacks", "queens", "kings", "aces"),
)


def test_the_bonus_table_is_the_printed_one():
    names = {
        f"{made} {rank}": f"{'pair of' if made == 'pair' else 'three'} {plural}"
        for made in ("pair", "three")
        for rank, plural in zip(RANKS, PLURALS, strict=True)
    }
    for column, segment in enumerate(("front", "middle", "back")):
        table = RULES.pay[f"bonus-{segment}"]
        output = {line: str(table.odds(line)) for line in table.lines if table.odds(line)}
        printed = {names.get(line, line): cells[column] for line, cells in BONUS.items() if cells[column]}
        assert output == {line: f"{bonus} point{'' if bonus == 1 else 's'}" for line, bonus in printed.items()}


def test_the_points_of_segments_fouls_and_sweeps_are_the_printed_ones():
    assert RULES.pay["points"].lines == {"foul": "3 points", "segment": "1 point"}
    assert RULES.pay["sweep"].lines == {line: f"{value} points" for line, value in SWEEPS.items()}


def test_two_segments_and_four_of_a_kind_in_the_back_are_ten_points():
    """The chapter's own example. The other segment's win goes the other way."""
    own, other = "2c 3d 7h / Kc Kd 3h 5s 8c / 9c 9d 9h 9s 4c", "Ac Qd 3s / Qc Qh 2s 6s 8d / Tc Td 7s 7d 4s"
    assert sum(won.points for won in segments(RULES, ChineseHand(*rows(own)), ChineseHand(*rows(other)))) == 10
    round = play({1: own, 2: other}, buttons=2)
    assert paid(round) == [(2, 1, 9)]
    (reason,) = [event.why for event in round.events if getattr(event, "cause", "") == "points"]
    assert reason == "middle 1, back 9 (four of a kind), less front 1"


# -- Every bonus row, dealt and placed --------------------------------------------------------------------------------

FIVES = {
    "straight": "8c 9h Td Jc Qs",
    "flush": "Ac Kc Qc 9c 7c",
    "full house": "Qc Qd Qh 4c 4d",
    "four of a kind": "Qc Qd Qh Qs 4c",
    "straight flush": "9c Tc Jc Qc Kc",
    "royal flush": "Tc Jc Qc Kc Ac",
}
HOLDS = {
    "straight": "9s Ts Js Qd Kc",
    "flush": "Ad Kd Qd Jd 8d",
    "full house": "Kc Kd Kh 6c 6d",
    "four of a kind": "Ac Ad Ah As 6d",
    "straight flush": "Td Jd Qd Kd Ad",
    "royal flush": "Td Jd Qd Kd Ad",
}
"""For each line in the middle, a back that is higher."""


def with_line(line, segment):
    """A hand whose segment makes the line, without a foul."""
    if segment == "back":
        return f"Ks Jh 9d / As Kd 8h 5d 4h / {FIVES[line]}"
    if segment == "middle":
        return f"Ks Jh 9d / {FIVES[line]} / {HOLDS[line]}"
    made, rank = line.split()
    front = [rank + suit for suit in "cdh"] if made == "three" else [rank + "c", rank + "d", "2s"]
    high, higher, next_one = [each for each in "AKQJ" if each != rank][:3]
    return (
        f"{' '.join(front)} / {high}c {high}d {high}h {next_one}c {next_one}d"
        f" / {higher}c {higher}d {higher}h {higher}s {next_one}h"
    )


def printed_bonus(segment, cards):
    """The printed bonus of a segment, by plain counting."""
    ranks = sorted((text(card)[0] for card in cards), key=RANKS.index)
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), key=lambda each: -each[0])
    shape = [count for count, _ in counted]
    if segment == "front":
        line = {3: "three", 2: "pair"}.get(shape[0], "no") + f" {counted[0][1]}"
        return BONUS.get(line, (0, 0, 0))[0]
    flush = len({text(card)[1] for card in cards}) == 1
    straight = "".join(ranks) in RANKS or ranks == ["2", "3", "4", "5", "A"]
    line = (
        ("royal flush" if ranks[0] == "T" else "straight flush")
        if flush and straight
        else {(4, 1): "four of a kind", (3, 2): "full house"}.get(tuple(shape))
        or ("flush" if flush else "straight" if straight else "nothing")
    )
    return BONUS.get(line, (0, 0, 0))[("front", "middle", "back").index(segment)]


def beside(*hands, loses=False):
    """Thirteen other random cards, set without a foul, that lose every segment to the first hand."""
    first = ChineseHand(*rows(hands[0]))
    used = {card for hand in hands for part in rows(hand) for card in part}
    rng = random.Random(hands[0])
    for _ in range(200_000):
        cards = tuple(rng.sample([card for card in range(52) if card not in used], 13))
        other = ChineseHand(cards[:3], cards[3:8], cards[8:])
        if not other.foul and (not loses or len(segments(RULES, first, other)) == 3):
            return " / ".join(text(part) for part in other[:3])
    raise AssertionError(f"nothing loses to {hands[0]}")


@pytest.mark.parametrize(
    ("line", "segment", "bonus"),
    [
        (line, segment, bonus)
        for line, cells in BONUS.items()
        for segment, bonus in zip(("front", "middle", "back"), cells, strict=True)
        if bonus
    ],
)
def test_a_bonus_row_is_paid_on_top_of_the_points_for_the_segments(line, segment, bonus):
    own = with_line(line, segment)
    bonuses = {
        name: printed_bonus(name, cards) for name, cards in zip(("front", "middle", "back"), rows(own), strict=True)
    }
    assert bonuses[segment] == bonus
    assert paid(play({1: own, 2: beside(own, loses=True)})) == [(2, 1, 3 + sum(bonuses.values()))]


@pytest.mark.parametrize("front", ["5c 5d 2s", "Ac Kc Qc", "Jc Td 9h"])
def test_a_small_pair_a_straight_and_a_flush_in_front_have_no_bonus(front):
    assert printed_bonus("front", rows(f"{front} / 6c 6d 6h 7c 7d / 8c 8d 8h 8s 9c")[0]) == 0
    own = f"{front} / 6c 6d 6h 7c 7d / 8c 8d 8h 8s 9c"
    assert paid(play({1: own, 2: beside(own, loses=True)})) == [(2, 1, 3 + 12 + 8)]


def test_a_bonus_hand_that_loses_its_segment_is_paid_nothing():
    low, high = "2c 3d 5h / 7c 7d 9s Jh Kd / 4c 5c 6c 8c Tc", "2d 3h 6s / 8d 8h 9d Jc Kc / 4d 5d 6d Qd Td"
    assert paid(play({1: low, 2: high})) == [(1, 2, 3 + 4)]


# -- Foul hands -------------------------------------------------------------------------------------------------------

FOUL = "Kc Kd 2h / 3c 5d 7h 9s Jc / 4c 4d 6h 6s 8c"
OTHER_FOUL = "Ac Ad 3h / 2c 5c 7d 9h Jd / 4h 4s 6c 6d 8d"


def test_a_foul_pays_three_points_a_segment_to_each_player():
    hands = {1: FOUL, 2: "Qd 9c 2s / Tc Td 3d 5h 8h / Ac Ad Qs 7s 2d", 3: "Qh 9h 3h / Jd Jh 4s 6d 8s / Kh Ks 5s 7c 2c"}
    for buttons in hands:
        assert {each for each in paid(play(hands, buttons=buttons)) if 1 in each[:2]} == {(1, 2, 9), (1, 3, 9)}


def test_a_foul_also_pays_the_bonuses_of_the_hand_that_is_compared():
    flush = "Qd Qh 2s / Tc Td Th 5h 8h / As Qs 7s 5s 3s"
    assert paid(play({1: FOUL, 2: flush})) == [(1, 2, 9 + 7 + 4)]


def test_a_foul_hand_is_paid_no_bonus_and_two_fouls_exchange_nothing():
    round = play({1: FOUL, 2: OTHER_FOUL})
    assert paid(round) == []
    assert "two fouls, so nothing is paid against seat 2" in [getattr(event, "text", "") for event in round.events]
    assert round.net["ann"] == round.net["bob"] == 0
    assert (
        segments(RULES, ChineseHand(*rows(FOUL)), ChineseHand(*rows("Qd 9c 2s / Tc Td 3d 5h 8h / Ac Ad Qs 7s 2d")))
        == []
    )


# -- Ties -------------------------------------------------------------------------------------------------------------

ONE = "Kc 9d 2h / Ac Qd Th 7s 4c / 8c 8d Js 6h 3d"
SAME = "Kd 9h 2s / Ad Qh Ts 7c 4d / 8h 8s Jc 6d 3h"
THIRD = "3c 4h 5d / 2c 5h 6c 9c Jd / 2d 5s 7d Td Qc"


def test_equal_segments_push_unless_a_player_has_both_buttons():
    """Seats 1 and 2 are equal in all segments. The one with the buttons wins all three; if seat 3 has them, no one
    does."""
    assert (1, 2) not in {each[:2] for each in paid(play({1: ONE, 2: SAME, 3: THIRD}, buttons=3))}
    assert (2, 1) not in {each[:2] for each in paid(play({1: ONE, 2: SAME, 3: THIRD}, buttons=3))}
    assert paid(play({1: ONE, 2: SAME, 3: THIRD}, buttons=1))[0] == (2, 1, 3)
    assert paid(play({1: ONE, 2: SAME, 3: THIRD}, buttons=2))[1] == (1, 2, 3)


def test_a_tie_that_the_buttons_win_pays_the_bonus_too():
    one, same = "9c 9d 2h / Ac Ad Kh 7s 4c / 3c 4d 5h 6s 7c", "9h 9s 2d / Ah As Kd 7d 4h / 3d 4s 5c 6d 7h"
    assert paid(play({1: one, 2: same}, buttons=2)) == [(1, 2, (1 + 4) + 1 + (1 + 2))]


# -- Clean sweeps -----------------------------------------------------------------------------------------------------

SWEPT = {
    "super dragon": "As 2s 3s / 4s 5s 6s 7s 8s / 9s Ts Js Qs Ks",
    "dragon": "Ac Kd 3s / 4s 5s 6c 7s 8s / 9s Ts Jd Qs 2s",
    "six pairs": "2s 2d 3c / 3d 5s 5d 7s 7d / 9s 9d Jc Jd Ks",
    "three straights": "2s 3d 4c / 4d 5s 6d 7s 8d / Ts Jd Qc Kh As",
    "three flushes": "2s 7s 8s / 4d 5d 6d 9d Qd / Tc Jc Qc 3c Ac",
}
PLAIN = "3h 5h 8h / 2h 6h 7h 9h Jh / Th Qh Ah Kc 4h"


@pytest.mark.parametrize(("name", "value"), SWEEPS.items())
def test_a_declared_sweep_collects_its_value_of_each_player_and_no_segment_is_compared(name, value):
    own = SWEPT[name]
    assert paid(play({1: own, 2: beside(own)}, declare=[1])) == [(2, 1, value)]


def test_four_of_a_kind_are_two_pairs_of_six():
    own = "2s 2d 5h / 5s 7c 7d 9h 9s / Jc Jd Jh Js Kd"
    assert paid(play({1: own, 2: beside(own)}, declare=[1])) == [(2, 1, 3)]


def test_a_sweep_that_is_not_declared_is_compared_like_any_hand():
    own = "Qs Kd Ac / 4d 5s 6d 7s 8d / 9s Td Jc Qh Kh"
    other = beside(own, loses=True)
    assert paid(play({1: own, 2: other})) == [(2, 1, 3 + 4 + 2)]
    assert paid(play({1: own, 2: other}, declare=[1])) == [(2, 1, 3)]


def test_a_declared_sweep_cannot_foul_and_one_that_is_not_declared_can():
    own = "Ac Kd 3s / 4s 5s 6c 7s 8s / 9s Ts Jd Qs 2s"
    assert ChineseHand(*rows(own)).foul
    other = "2c 4d 5h / 2d 6d 8h 9d Jh / 3c 3d 7h Th Kh"
    assert paid(play({1: own, 2: other}, declare=[1])) == [(2, 1, 13)]
    assert paid(play({1: own, 2: other})) == [(1, 2, 9)]


def test_a_foul_pays_the_sweep_and_the_penalty_but_no_bonus_of_a_sweep():
    own = "2s 2d 3c / 3d 5s 5d 7s 7d / 9s 9d Jc Jd Ks"
    foul = "Kc Kd 2h / 3h 5h 8c 9c Qd / 4c 4d 6h 6s 8s"
    assert paid(play({1: own, 2: foul}, declare=[1])) == [(2, 1, 3), (2, 1, 9)]


def test_a_bonus_of_a_sweep_or_against_one_is_not_paid():
    """A sweep of straights or flushes has no bonus, and the other player's full house wins nothing."""
    full = "6c 6h 9c / 9h 9d Kd Kc 2h / Qd Qh Qs 5c 5h"
    assert paid(play({1: SWEPT["three straights"], 2: full}, declare=[1])) == [(2, 1, 3)]


def test_the_higher_sweep_collects_all_of_its_value_and_the_lower_is_not_subtracted():
    hands = {1: SWEPT["six pairs"], 2: "Ac Qs 3s / 4s 5h 6c 7c 8s / 9c Ts Jh Kd 2c"}
    hands[3] = beside(*hands.values())
    round = play(hands, declare=[1, 2], buttons=1)
    assert paid(round) == [(3, 1, 3), (1, 2, 13), (3, 2, 13)]


def test_sweeps_of_the_same_value_push_and_both_collect_of_the_others():
    """Six pairs and three flushes have the same value, although one is listed above the other."""
    hands = {1: "2h 2d 4c / 4h 5s 5h 7c 7h / 9s 9h Js Jh Kh", 2: SWEPT["three flushes"]}
    hands[3] = beside(*hands.values())
    round = play(hands, declare=[1, 2], buttons=1)
    assert paid(round) == [(3, 1, 3), (3, 2, 3)]


def test_of_two_sweeps_in_one_hand_the_higher_is_paid():
    own = "As 2s 3s / 4s 5s 6s 7s 8s / 9s Ts Js Qs Ks"  # three straights and three flushes too
    assert paid(play({1: own, 2: beside(own)}, declare=[1])) == [(2, 1, 26)]


def test_sweeps_are_paid_first_from_the_buttons_on_and_then_segments_are_compared():
    hands = {
        2: SWEPT["six pairs"],
        1: "Qc Kc 4h / 6h 8h Th Ac Kh / Ah Ad 2c 4c 8c",
        3: "2h 3h 4d / 5c 6c 7h Tc Jh / 6d 8d 9h Td Qh",
    }
    round = play(hands, declare=[2], buttons=1)
    assert paid(round)[:2] == [(1, 2, 3), (3, 2, 3)]
    assert [each[:2] for each in paid(round)[2:]] == [(3, 1)]


def test_only_a_sweep_can_be_declared():
    round = play({1: PLAIN, 2: beside(PLAIN)})
    assert "declare" not in {answer.action for answer in round.answers}


def test_a_marker_is_laid_on_a_declared_sweep():
    own = SWEPT["six pairs"]
    for declare in ([1], []):
        round = play({1: own, 2: beside(own)}, declare=declare)
        marked = [(event.seat, event.says) for event in round.events if isinstance(event, Marked) and event.says]
        assert marked == [(seat, "six pairs") for seat in declare]


# -- The order of settling --------------------------------------------------------------------------------------------


def test_position_1_settles_with_2_and_3_and_then_2_with_3():
    hands = {1: ONE, 2: THIRD, 3: "Qs 8h 2s / Ks Jh 9s 6d 3h / Ah As Ts 5c 7c"}
    for buttons in (1, 2, 3):
        order = [buttons, buttons % 3 + 1, (buttons + 1) % 3 + 1]
        results = [tuple(sorted(each[:2])) for each in paid(play(hands, buttons=buttons))]
        pairs = [(order[0], order[1]), (order[0], order[2]), (order[1], order[2])]
        assert results == [tuple(sorted(pair)) for pair in pairs]


def test_each_players_total_is_the_sum_over_opponents():
    hands = {1: ONE, 2: THIRD, 3: "Qs 8h 2s / Ks Jh 9s 6d 3h / Ah As Ts 5c 7c"}
    round = play(hands, buttons=2)
    for seat in hands:
        won = sum(amount for _, winner, amount in paid(round) if winner == seat)
        lost = sum(amount for loser, _, amount in paid(round) if loser == seat)
        assert points(round, seat) == won - lost


# -- The rule set -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "refused"),
    [
        ('[pay.bonus-front.lines]\n"straight" = "5 points"', "this segment cannot make 'straight'"),
        ('[pay.bonus-back.lines]\n"pair of aces" = "5 points"', "this segment cannot make 'pair of aces'"),
        ('[pay.bonus-back.lines]\n"flush" = "5 to 1"', "'5 to 1' must be points"),
        ('[pay.fantasy-land.lines]\n"pair of jacks" = "14 cards"', "'14 cards' must be 13 cards"),
        ('[pay.points.lines]\n"scoop" = "3 points"', "'scoop' is not a hand of the ranking segment"),
        ('[settings]\npoint = "$1,000"\nmaximum_buy_in = "$1,000"', "it must be 30 points or more"),
        ("[settings]\nhand_points = 8", "8 is not within 9 to 1000"),
        (
            '[house_rules.table_stakes]\nchoices = ["separate", "none"]',
            "table_stakes: must be one of separate, running",
        ),
        ('[house_rules.point]\ndefault = 5\nmoney = ["", ""]\nwhole = [1, 9]', "point: must be an amount"),
        ('[deck]\nname = "joker"', "is dealt from a standard deck, not 'joker'"),
        ('[bank]\nrounds = 2\ncite = ""', "bank: in face-up-chinese players settle points among themselves"),
    ],
)
def test_a_rule_set_that_the_script_cannot_play_is_refused(own_game, expected, refused):
    with pytest.raises(RuleBookError, match=refused):
        own_game(GAME, f'extends = "500-club"\n{expected}\n')


def test_points_are_no_odds_for_a_wager(own_game):
    with pytest.raises(RuleBookError, match="points and cards are for games without wagers"):
        own_game("ez-baccarat", 'extends = "500-club"\n[pay.panda-8.lines]\n"panda 8" = "25 points"\n')


def test_a_house_may_pay_other_bonuses(own_game):
    game = own_game(GAME, 'extends = "500-club"\n[pay.bonus-back.lines]\n"three of a kind" = "1 point"\n')
    own, other = (
        ChineseHand(*rows("2c 3d 7h / Kc Kd 3h 5s 8c / 9c 9d 9h Ts 4c")),
        ChineseHand(*rows("Ac Qd 3s / Qc Qh 2s 6s 8d / Tc Td 7s 7d 4s")),
    )
    assert sum(won.points for won in segments(game.rules, own, other)) == 3
