"""Exact figures of the hold'em-type games, against printed tables, public fractions and a count that shares no code."""

import os
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import cardroom
from cardroom.analysis import holdem, holdem_kernels
from cardroom.rankings import categories, rank_many, strength


@pytest.fixture(scope="module")
def ultimate():
    return cardroom.analyze(cardroom.game("ultimate-texas-holdem"))


@pytest.fixture(scope="module")
def brook():
    return cardroom.analyze(cardroom.game("heads-up-holdem", rules="brook"))


def percent(number):
    return f"{float(number) * 100:.2f}"


def test_ultimate_texas_holdem_has_the_public_edge(ultimate):
    base = ultimate.wager("ante")
    assert base.edge == Fraction(50643648973, 2317817502000)
    assert percent(base.edge) == "2.18"
    assert f"{base.standard_deviation:.2f}" == "4.94"
    assert base.strategy == ("Before the flop play 4 times with 33+ A2s+ K2s+ Q6s+ J8s+ A2o+ K5o+ Q8o+ JTo",)
    assert sum(base.decisions.values()) == 1


def test_trips_has_the_public_edge(ultimate):
    assert f"{float(ultimate.wager('trips').edge):.6f}" == "0.034979"
    assert ultimate.wager("trips").deals == 133_784_560


def test_bad_beat_counts_every_deal_of_two_hands_and_a_board(ultimate):
    assert ultimate.wager("bad-beat").deals == 2_781_381_002_400


def test_heads_up_holdem_has_the_labs_figures(brook):
    """Brook HUH, Table 5; its row "Average Win" is a misprint and not reproduced."""
    tables = {report.settings["bad_beat"]: report for report in brook.wagers if report.wager == "ante"}
    assert tables["1"].edge == Fraction(840983767, 35658730800)
    assert [percent(tables[name].edge) for name in "1234"] == ["2.36", "3.06", "3.73", "4.55"]
    assert [percent(1 - tables[name].element_of_risk) for name in "1234"] == ["99.36", "99.17", "98.98", "98.76"]
    assert {percent(tables[name].average_wager / 100) for name in "1234"} == {"3.67"}
    assert {percent(tables[name].decisions["fold"]) for name in "1234"} == {"19.77"}


def test_trips_plus_and_pocket_bonus_have_the_labs_figures(brook):
    """Brook HUH, Tables 6 and 7."""
    trips = {
        report.settings["trips_plus"]: percent(report.edge) for report in brook.wagers if report.wager == "trips-plus"
    }
    assert trips == {"1": "0.74", "2": "1.74", "3": "3.34", "4": "4.34"}
    pocket = {
        report.settings["pocket_bonus"]: percent(report.edge)
        for report in brook.wagers
        if report.wager == "pocket-bonus"
    }
    assert pocket == {"1": "4.52", "2": "6.79", "3": "9.95"}


def test_the_galaxy_jackpot_has_the_labs_probabilities(brook):
    """Brook HUH, 5 Card Galaxy Bonus Jackpot Bet Probabilities."""
    galaxy = brook.wager("galaxy")
    shares = {outcome.line: f"{outcome.count / galaxy.deals:.6f}" for outcome in galaxy.outcomes}
    assert shares == {
        "royal flush": "0.000002",
        "straight flush": "0.000014",
        "four of a kind": "0.000240",
        "full house": "0.001441",
        "flush": "0.001965",
        "straight": "0.003925",
        "three of a kind": "0.021128",
        "no line": "0.971285",
    }


def test_washington_without_a_qualifier_favours_the_player():
    report = cardroom.analyze(cardroom.game("heads-up-holdem", rules="washington-no-qualifier"))
    assert percent(report.wager("ante").edge) == "-1.44"
    jackpot = report.wager("jackpot")
    assert jackpot.deals == 133_784_560 * 210
    assert sum(outcome.count for outcome in jackpot.outcomes if outcome.line == "flopped royal flush in spades") == (
        jackpot.deals // 2_598_960
    )


def test_the_progressives_count_each_deal_once_under_its_highest_line():
    rules = cardroom.game("heads-up-holdem", rules="wpt").rules
    from cardroom.analysis.bonus import progressive  # noqa: PLC0415

    deals = 133_784_560 * 210
    for number in "123456789":
        assert sum(progressive(rules.table(f"progressive-{number}").lines).values()) == deals
    ninth = progressive(rules.table("progressive-9").lines)
    # 40 straight flushes, royal ones among them, in pocket and flop, with any two cards behind.
    assert ninth["flopped straight flush"] == 40 * 10 * 1081


@pytest.mark.skipif(not os.environ.get("CARDROOM_PROOF"), reason="two minutes a flop: make proof")
@pytest.mark.parametrize(("flop", "seed"), [((0, 5, 50), 1), ((8, 20, 44), 2)], ids=["rainbow", "one suit"])
def test_the_sums_behind_a_flop_equal_a_plain_count(flop, seed):
    """Every turn and river, every pocket, every dealer's pocket, for random nets; decisions and squares included."""
    rng = np.random.default_rng(seed)
    base, play = rng.integers(-9, 30, (10, 6)), rng.integers(-5, 9, (10, 6))
    fold, ladder = -7, holdem.Ladder((3,), 2, 1)
    expected = plain_count(flop, base, play, fold, ladder)
    rivers = []
    known = holdem.counts()
    for found, ranks in ((known.plain, known.plain_ranks), (known.suited, known.suited_ranks)):
        out = np.zeros((*found.shape[:2], holdem_kernels.QUANTITIES), np.int32)
        holdem_kernels.river_values(found, ranks, holdem._categories(), base, play, ladder.river, fold, out)
        rivers.append(out)
    sums = np.zeros((169, holdem_kernels.QUANTITIES + 2), np.int64)
    choose = np.array([[holdem.comb(n, k) for k in range(6)] for n in range(20)])
    holdem_kernels.fold_back(np.array([flop]), np.array([1]), *rivers, choose, ladder.flop, sums)
    columns = [
        holdem_kernels.BASE,
        holdem_kernels.PLAY,
        holdem_kernels.BEST,
        holdem_kernels.FOLDS,
        holdem_kernels.SQUARE,
    ]
    assert sums[:, columns].tolist() == expected.tolist()


@pytest.mark.parametrize("seed", range(12))
def test_a_pockets_results_equal_a_plain_count(seed):
    """Random boards, half of them with a flush suit, and random pockets against each of the dealer's 990."""
    rng = np.random.default_rng(seed)
    known = holdem.counts()
    cards = rng.permutation(52)[:7] if seed % 2 else (rng.permutation(13)[:7] * 4 + np.array([0, 0, 0, 1, 2, 0, 3]))
    board, pocket = sorted(cards[:5].tolist()), cards[5:].tolist()
    suits = [sum(card & 3 == suit for card in board) for suit in range(4)]
    left = [card for card in range(52) if card not in cards.tolist()]
    own = strength("high", pocket, board)
    theirs = [strength("high", held, board) for held in combinations(left, 2)]
    pair = strength("high", holdem.PAIR)
    expected = [
        sum((own > each) - (own < each) == want and (each < pair) == weak for each in theirs)
        for want in (1, 0, -1)
        for weak in (False, True)
    ]
    if max(suits) < 3:
        number = np.flatnonzero((holdem.plain_boards() == sorted(card >> 2 for card in board)).all(axis=1))[0]
        kinds = [card >> 2 for card in pocket]
        row, ranks = known.plain[number], known.plain_ranks[number]
    else:
        flush = suits.index(max(suits))
        kind = [(card >> 2) * 2 + (card & 3 == flush) for card in (*board, *pocket)]
        boards = np.sort(holdem.suited_boards(), axis=1)
        number = np.flatnonzero((boards == sorted(kind[:5])).all(axis=1))[0]
        kinds = kind[5:]
        row, ranks = known.suited[number], known.suited_ranks[number]
    place = holdem_kernels.class_of(*kinds)
    assert ranks[place] == own
    assert row[place].tolist() == expected


def plain_count(flop, base, play, fold, ladder):
    """The same, deal by deal: no patterns, no kinds, no inclusion and exclusion."""
    deck = [card for card in range(52) if card not in flop]
    pair = strength("high", holdem.PAIR)
    names = categories("high")
    limits = np.searchsorted(holdem._categories()[1:], range(len(names))) + 1
    pockets = list(combinations(deck, 2))
    place = {pocket: number for number, pocket in enumerate(pockets)}
    sums = np.zeros((len(pockets), 5), np.int64)
    flop_squares = np.zeros(len(pockets), np.int64)
    for board in combinations(deck, 2):
        held = [pocket for pocket in pockets if not set(pocket) & set(board)]
        cards = np.array([(*pocket, *flop, *board) for pocket in held], np.uint8)
        ranks = rank_many("high", cards).astype(np.int64)
        holds = np.zeros((len(held), 52), bool)
        holds[np.arange(len(held))[:, None], cards[:, :2]] = True
        apart = ~(holds.astype(np.int8) @ holds.T.astype(np.int8)).astype(bool)
        theirs = np.broadcast_to(ranks < pair, apart.shape)
        sign = np.sign(ranks[:, None] - ranks[None, :])
        counts = np.stack(
            [(apart & (sign == want) & (theirs == weak)).sum(axis=1) for want in (1, 0, -1) for weak in (False, True)],
            axis=1,
        )
        category = np.searchsorted(limits, ranks, side="right") - 1
        first, second = (base[category] * counts).sum(axis=1), (play[category] * counts).sum(axis=1)
        played = first + ladder.river * second
        folds = played < fold * 990
        square = ((base + ladder.river * play)[category] ** 2 * counts).sum(axis=1)
        where = [place[pocket] for pocket in held]
        sums[where, 0] += first
        sums[where, 1] += second
        sums[where, 2] += np.where(folds, fold * 990, played)
        sums[where, 3] += np.where(folds, 990, 0)
        sums[where, 4] += np.where(folds, fold * fold * 990, square)
        flop_squares[where] += ((base + ladder.flop * play)[category] ** 2 * counts).sum(axis=1)
    now = sums[:, 0] + ladder.flop * sums[:, 1]
    better = now >= sums[:, 2]
    sums[better, 2], sums[better, 3], sums[better, 4] = now[better], 0, flop_squares[better]
    total = np.zeros((169, 5), np.int64)
    for (a, b), row in zip(pockets, sums, strict=True):
        total[(b >> 2) * 13 + (a >> 2) if a & 3 == b & 3 else (a >> 2) * 13 + (b >> 2)] += row
    return total
