"""Equity: reference values to the last deal, naive enumeration by the definitions, samples, and what is refused."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from cardroom.cards import JOKER, Card, parse, text
from cardroom.cards.decks import deck
from cardroom.figures import Estimate
from cardroom.poker import equity
from cardroom.poker.equities import exact_equity
from cardroom.rankings import strength
from cli.command import mistake, run

HOLDEM, EVERY = "texas-holdem", 1_712_304

COUNTS: list[tuple[str, tuple[str, ...], dict[str, str], int, int, int]] = [
    (HOLDEM, ("AhAd", "KsKc"), {}, 1_388_072, 6_538, EVERY),
    (HOLDEM, ("AdAc", "Td9d"), {}, 1_338_249, 6_912, EVERY),
    (HOLDEM, ("AdAc", "QcJh"), {}, 1_450_987, 6_554, EVERY),
    (HOLDEM, ("KcQc", "6c5c"), {}, 1_083_296, 13_571, EVERY),
    (HOLDEM, ("AhAd", "KhKd"), {}, 1_410_336, 9_308, EVERY),
    (HOLDEM, ("AhAd", "KhKc"), {}, 1_399_204, 7_923, EVERY),
    (HOLDEM, ("AsKs", "QhQd"), {}, 787_966, 6_732, EVERY),
    (HOLDEM, ("AsKh", "QdQc"), {}, 730_541, 5_854, EVERY),
    (HOLDEM, ("JsTs", "2h2d"), {}, 912_248, 24_087, EVERY),
    (HOLDEM, ("AsKd", "AhKc"), {}, 37_210, 1_637_884, EVERY),
    (HOLDEM, ("AhAd", "*"), {}, 1_781_508_418, 11_402_312, 2_097_572_400),
    (HOLDEM, ("AhKh", "2s2d"), {"board": "QhJh2c"}, 335, 0, 990),
    (HOLDEM, ("QsJs", "JJ"), {"board": "KhJd8c"}, 35, 3, 990),
    (HOLDEM, ("AhAd", "KsKc"), {"dead": "KhKd"}, 1_320_466, 6_290, 1_370_754),
    ("short-deck", ("AhAd", "KsKc"), {}, 148_200, 2_674, 201_376),
    ("short-deck", ("AsKs", "QhQd"), {}, 108_298, 2_007, 201_376),
    ("omaha", ("AsAhKsKh", "9c8c7d6d"), {}, 652_186, 0, 1_086_008),
    ("omaha", ("AsAhKsKh", "JdTd9c8c"), {}, 667_649, 86, 1_086_008),
    ("seven-card-stud", ("AsAhKd7c2c", "9h9d8s8c4h"), {}, 278_920, 0, 671_580),
    ("seven-card-stud", ("AsAhKd7c2c", "9h9d8s8c4h"), {"dead": "9c8h"}, 261_295, 0, 548_340),
    ("badugi", ("8s5h3d2c", "4c3h2s/Kd"), {}, 39, 0, 44),
    ("badugi", ("4c3h2s/Kd", "Ac5h6s/Qd"), {}, 1_582, 0, 1_892),
    ("2-7-single-draw", ("9s8h6d4c2s", "7h5d4s2c/Kd"), {}, 29, 0, 42),
    ("2-7-single-draw", ("7h5d4s2c/Kd", "8s6c3h2d/Qh"), {}, 919, 0, 1_722),
    ("five-card-draw", ("KhKd9s8s7c", "AsQsTs2s/3d"), {}, 32, 0, 42),
]
"""Wins and ties of the first hand, by other programs and by brute force."""


@pytest.mark.parametrize(("game", "hands", "known", "wins", "ties", "deals"), COUNTS)
def test_reference_counts(
    game: str, hands: tuple[str, ...], known: dict[str, Any], wins: int, ties: int, deals: int
) -> None:
    found = equity(game, *hands, **known, seconds=120)
    first = found.players[0]
    assert found.exact
    assert (found.deals, first.win * deals, first.tie.get(2, Fraction(0)) * deals) == (deals, wins, ties)
    assert sum(player.equity for player in found.players) == 1


@pytest.mark.parametrize(("game", "hands", "known", "wins", "ties", "deals"), COUNTS[:10])
def test_the_stored_table_has_the_reference_counts(
    game: str, hands: tuple[str, ...], known: dict[str, Any], wins: int, ties: int, deals: int
) -> None:
    """Statistics ask for many equities, and read them from the table."""
    found = exact_equity(game, *hands, seconds=0.02)
    assert found is not None
    assert found.deals == deals
    assert (found.players[0].win * deals, found.players[0].tie[2] * deals) == (wins, ties)


RAZZ = 18_265_297_050


@pytest.mark.proof
@pytest.mark.parametrize(
    ("other", "wins", "ties"), [("4s5h6d", 9_651_514_149, 6_515_802), ("KsQhJd", 16_842_534_447, 739_206)]
)
def test_razz_from_third_street(other: str, wins: int, ties: int) -> None:
    first = equity("razz", "As2h3d", other, seconds=120).players[0]
    assert (first.win * RAZZ, first.tie[2] * RAZZ) == (wins, ties)


def test_three_hands_share_by_their_number() -> None:
    found = equity(HOLDEM, "AhAd", "KsKc", "QhQd", seconds=120)
    assert [player.win * found.deals for player in found.players] == [909_810, 256_920, 198_576]
    assert found.players[0].tie == {3: Fraction(5_448, 1_370_754)}


@pytest.mark.parametrize(
    ("one", "other", "board", "percent"),
    [
        ("AA", "22", "", 82.2167),
        ("AA", "QQ,22", "", 81.8819),
        ("QQ+", "TT+", "", 65.0483),
        ("AsAd", "AA,A3o,32s", "", 85.3365),
        ("3h2c", "AA,A3o,32s", "", 22.8646),
        ("KcQc", "6c5c,AQo+", "", 31.3757),
        ("AA", "QQ@1%,22", "", 82.2101),
        ("AA,KK,AKs", "TT,AKs@0.5,AQs", "9h8h2c", 74.6998),
        ("AKs", "QQ", "", 46.0485),
        ("AKo", "QQ", "", 43.2423),
        ("AA", "*", "", 85.2037),
        ("KK", "*", "", 82.3957),
        ("AKs", "*", "", 67.0446),
        ("22", "*", "", 50.3340),
        ("72o", "random", "", 34.5836),
        ("32o", "random", "", 32.3032),
    ],
)
def test_reference_ranges(one: str, other: str, board: str, percent: float) -> None:
    found = equity(HOLDEM, one, other, board=board, seconds=120)
    assert round(float(found.players[0].equity) * 100, 4) == percent
    assert sum(player.equity for player in found.players) == 1


@pytest.mark.parametrize(
    ("game", "hands", "scoops", "quarters", "halves", "deals"),
    [
        ("omaha-high-low", ("AsAh2s3h", "8c7c6d5d"), (517_853, 243_594), (111, 51), 324_399, 1_086_008),
        ("omaha-high-low", ("As2s3hKh", "KcKdQcQd"), (406_506, 318_071), (0, 0), 361_431, 1_086_008),
        ("stud-8", ("As2h4d6cKc", "QhQdJs8c3h"), (131_543, 203_017), None, None, 671_580),
    ],
)
def test_split_games(game: str, hands: tuple[str, str], scoops: Any, quarters: Any, halves: Any, deals: int) -> None:
    found = equity(game, *hands, seconds=120)
    assert tuple(player.scoop * deals for player in found.players) == scoops
    if quarters is not None:
        assert tuple(player.three_quarters * deals for player in found.players) == quarters
        assert [player.half * deals for player in found.players] == [halves, halves]
    for player in found.players:
        assert player.equity == player.high + player.low


# -- naive enumeration -------------------------------------------------------------------------------------------------


def naive(hands: list[str], stub: tuple[Card, ...], board: str, ranking: str, low: str = "") -> list[Fraction]:
    """The equities by the scalar rankings, for hands on boards of five from a few cards that are left."""
    own, known = [parse(hand) for hand in hands], parse(board)
    shares = [Fraction(0)] * len(own)
    deals = 0
    for more in combinations(stub, 5 - len(known)):
        deals += 1
        names = [ranking, low] if low else [ranking]
        values = [[strength(name, hand, (*known, *more)) for hand in own] for name in names]
        parts = [each for each in values if any(each)]
        for each in parts:
            winners = [place for place, value in enumerate(each) if value == max(each)]
            for place in winners:
                shares[place] += Fraction(1, len(parts) * len(winners))
    return [share / deals for share in shares]


@pytest.mark.parametrize(
    ("game", "hands", "board", "ranking", "low"),
    [
        (HOLDEM, ["AhKh", "QsQd", "7c6c"], "2h3h4s", "high", ""),
        ("pineapple-high-low", ["Ah2h", "QsQd", "7c6c"], "3h4h8s", "high", "eight-or-better"),
        ("super-holdem", ["AhKh2c", "QsQdJs"], "3h4h8s", "high", ""),
        ("big-o", ["AhKh2c5d5s", "QsQdJs9c9d"], "3h4h8s", "omaha", ""),
        ("six-card-omaha", ["AhKh2c5d5sTh", "QsQdJs9c9dTc"], "3h4h8s", "omaha", ""),
        ("courchevel-high-low", ["AhKh2c5d5s", "QsQdJs9c9d"], "3h4h8s", "omaha", "omaha-eight-or-better"),
        ("omaha-high-low", ["AhKh2c5d", "QsQdJs9c", "7h7d6h2s"], "3h4h8s", "omaha", "omaha-eight-or-better"),
        ("short-deck", ["AhKh", "QsQd", "8c7c"], "6h7h9s", "short-deck", ""),
    ],
)
def test_boards_agree_with_the_definitions(game: str, hands: list[str], board: str, ranking: str, low: str) -> None:
    cards = range(16, 52) if game == "short-deck" else range(52)
    used = {card for hand in [*hands, board] for card in parse(hand)}
    stub = tuple(card for card in cards if card not in used)
    found = equity(game, *hands, board=board, seconds=120)
    assert [player.equity for player in found.players] == naive(hands, stub, board, ranking, low)


def test_draws_and_two_rankings_agree_with_the_definitions() -> None:
    """A small stub: all other cards are dead."""
    one, two, stub = parse("As2d3h7c"), parse("2s4d5h8c"), parse("9c Tc 4h 6s Kd")
    thrown = parse("Kh Qh")
    dead = text([card for card in range(52) if card not in (*one, *two, *stub, *thrown)])
    found = equity("badeucy", text(one).replace(" ", "") + "/Kh", text(two).replace(" ", "") + "/Qh", dead=dead)
    shares = [Fraction(0), Fraction(0)]
    for first, second in product(stub, repeat=2):
        if first != second:
            for name in ("2-7", "badugi-ace-high"):
                values = strength(name, (*one, first)), strength(name, (*two, second))
                for place in (0, 1):
                    shares[place] += Fraction(values[place] == max(values), 2 * values.count(max(values)))
    assert [player.equity for player in found.players] == [share / 20 for share in shares]


@pytest.mark.parametrize("hands", [("(Jk)As", "(Ad)Kd"), ("(As)Jk", "(Ad)Kd"), ("(As)Kh", "()AdKd")])
def test_mexican_knows_how_the_joker_came(hands: tuple[str, str]) -> None:
    stub = parse("7s 7h Jc Qc 5h 4h") + ((JOKER,) if "Jk" not in "".join(hands) else (parse("2c")))
    first, second = (parse(hand.replace("(", "").replace(")", "")) for hand in hands)
    dead = text([card for card in deck("mexican").cards if card not in (*first, *second, *stub)])
    found = equity("mexican-poker", *hands, dead=dead, seconds=120)
    won = [Fraction(0), Fraction(0)]
    deals = 0
    for down in stub:  # the next card of a player with both cards up comes down
        rest = [card for card in stub if card != down]
        for mine in combinations(rest if hands[1].startswith("()") else stub, 3):
            left = [card for card in (rest if hands[1].startswith("()") else stub) if card not in mine]
            for theirs in combinations(left, 2 if hands[1].startswith("()") else 3):
                deals += 1
                one = "down" if hands[0].startswith("(Jk") else "up"
                other = "down" if hands[1].startswith("()") and down == JOKER else "up"
                cards = (*second, down, *theirs) if hands[1].startswith("()") else (*second, *theirs)
                values = strength("mexican", (*first, *mine), None, one), strength("mexican", cards, None, other)
                for place in (0, 1):
                    won[place] += Fraction(values[place] == max(values), values.count(max(values)))
    assert [player.equity for player in found.players] == [share / deals for share in won]


def test_two_boards_are_equal_parts() -> None:
    found = equity("double-board-omaha", "AsAhKsKh", "9c8c7d6d", board="2c3c4d/2s3s5s", trials=4000)
    one = equity("omaha", "AsAhKsKh", "9c8c7d6d", board="2c3c4d", dead="2s3s5s", seconds=60).players[0]
    other = equity("omaha", "AsAhKsKh", "9c8c7d6d", board="2s3s5s", dead="2c3c4d", seconds=60).players[0]
    mean, first = float(one.equity + other.equity) / 2, found.players[0]
    assert abs(float(first.equity) - mean) < 5 * first.equity.standard_error
    assert float(first.scoop) > 0
    assert float(first.half) > 0


def test_weighted_ranges_agree_with_their_pairs() -> None:
    """A joint deal weighs the product of its weights, and nothing if hands share a card."""
    one = {"AsKs": Fraction(1), "QhQd": Fraction(1, 2), "7c7d": Fraction(1, 5)}
    other = {"AhAd": Fraction(1), "QdJd": Fraction(1, 4)}
    third = {"Tc9c": Fraction(1), "7d6d": Fraction(3, 10)}
    total, shares = Fraction(0), Fraction(0)
    for a, b, c in product(one, other, third):
        if len({*parse(a), *parse(b), *parse(c)}) == 6:
            weight = one[a] * other[b] * third[c]
            total += weight
            shares += weight * equity(HOLDEM, a, b, c, board="2h3h4s", seconds=60).players[0].equity
    written = [",".join(f"{hand}@{float(w)}" for hand, w in each.items()) for each in (one, other, third)]
    found = equity(HOLDEM, *written, board="2h3h4s", seconds=60)
    assert found.exact
    assert found.players[0].equity == shares / total


# -- samples -----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(12)
@pytest.mark.parametrize("seed", range(60))
def test_estimates_are_within_four_errors_of_the_exact_equity(seed: int) -> None:
    for hands, kwargs in (
        (("AA,A5s@0.3", "KK,T9s"), {"board": "9h8h2c"}),
        (("AhAd", "KsKc", "QQ"), {"board": "9h8h2c"}),
    ):
        exact = equity(HOLDEM, *hands, **kwargs, seconds=60).players[0].equity
        found = equity(HOLDEM, *hands, **kwargs, seed=seed, trials=20_000)
        estimate = found.players[0].equity
        assert isinstance(estimate, Estimate)
        assert not found.exact
        assert sum(float(player.equity) for player in found.players) == pytest.approx(1)
        assert abs(float(exact) - estimate.value) < 4 * estimate.standard_error


@pytest.mark.proof
def test_of_1000_estimates_at_most_10_are_over_three_errors_off() -> None:
    """Of a normal distribution, 2.7 of 1,000 are. More than 10 has a chance of about 1 in 5,000."""
    hands = ("AA,A5s@0.3", "KK,T9s")
    exact = float(equity(HOLDEM, *hands, board="9h8h2c", seconds=60).players[0].equity)
    found = [equity(HOLDEM, *hands, board="9h8h2c", seed=seed, trials=2_000).players[0].equity for seed in range(1000)]
    estimates = [each for each in found if isinstance(each, Estimate)]
    assert len(estimates) == 1000
    assert sum(abs(each.value - exact) > 3 * each.standard_error for each in estimates) <= 10


def test_the_same_seed_gives_the_same_estimate() -> None:
    runs = [equity("stud-8", "(AsAh)2d", "(xx)K", "(xx)8", seed=seed, trials=3000) for seed in (1, 1, 2)]
    assert runs[0].players == runs[1].players != runs[2].players


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((HOLDEM, "AhAd"), "2 to 10 hands, not 1"),
        ((HOLDEM, "AhAd", "AhKd"), "Ah is in the hands of players 1 and 2"),
        ((HOLDEM, "AhAd", "KsKc", "--board", "Ah2c3c"), "Ah of player 1 is on the board or dead"),
        ((HOLDEM, "AhAd", "KsKc", "--board", "2c3c"), "has 2 cards: in Texas Hold'em, write 3, 4 or 5 cards"),
        ((HOLDEM, "AhAd", "KsKc", "--board", "2c3c4d", "--dead", "2c"), "2c is twice"),
        ((HOLDEM, "AhAd", "KK", "--dead", "KsKcKhKd"), "has a known card"),
        ((HOLDEM, "AhAd", "AAs"), "a pair has two suits"),
        ((HOLDEM, "AA", "AA", "AA"), "no deal is possible"),
        (("short-deck", "AhAd", "KsKc", "--board", "2c7c8c"), "2c is not in the deck"),
        (("seven-card-stud", "AhAd2c", "KsKc3d", "--board", "2c3c4d"), "has no board"),
        (("seven-card-stud", *(["*"] * 8)), "but the deck has 52"),
        (("crazy-pineapple", "AhAd2c", "KsKc"), "write the cards that were discarded after /"),
        (("badugi", "AhAd2c", "KsKc", "--draws", "1"), "need 2 numbers of draws, not 1"),
        (("three-card-poker-6-card-bonus", "AhAd", "KsKc"), "is not a poker game"),
        ((HOLDEM, "AhAd", "KsKc", "--board", "Zz"), "is not a card"),
    ],
)
def test_bad_input_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says.lower() in mistake("equity", *args).lower()


def test_the_command_says_exact_or_estimate() -> None:
    assert "Exact: all 990 deals are counted." in run("equity", HOLDEM, "QsJs", "JJ", "--board", "KhJd8c").output
    assert "Estimates from 1,000 sampled deals" in run("equity", HOLDEM, "QQ", "JJ", "--trials", "1000").output
