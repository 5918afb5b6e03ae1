"""The player-dealer's gain with short coverage: exact in baccarat, simulated by the script elsewhere."""

from fractions import Fraction

import pytest

import cardroom
from cardroom.analysis.bankroll import coverage
from cardroom.analysis.bankroll.coverage import coverage_report
from cardroom.errors import InputError
from cardroom.players import usual

BANKED = [
    ("three-card-poker-6-card-bonus", {"ante": 1000}),
    ("pure-21.5-blackjack", {"wager": 1000}),
    ("face-up-pai-gow-poker", {"base": 1000}),
]


def test_ample_coverage_is_the_exact_edge():
    game = cardroom.game("ez-baccarat", rules="500-club")
    edges = cardroom.analyze(game)
    bets = [{"player": 1000, "tie": 100}, {"banker": 2000}]
    report = coverage_report(game, bets, 10**6)
    player, tie, banker = (edges.wager(name).edge for name in ("player", "tie", "banker"))
    assert [each.ample for each in report.seats] == [1000 * player + 100 * tie, 2000 * banker]
    assert [each.short for each in report.seats] == [each.ample for each in report.seats]
    assert (report.total.wagered, report.total.difference) == (3100, Fraction(0))


def test_a_short_bank_covers_the_first_seats_and_cuts_long_odds():
    """A bank of $5 takes a lost tie bet of $1 whole, but pays $5 of a won one, in place of $8 or $9."""
    game = cardroom.game("ez-baccarat", rules="500-club")
    tie = cardroom.analyze(game).wager("tie")
    report = coverage_report(game, [{"tie": 100}, {"tie": 100}], 500)
    first, second = report.seats
    assert first.short == 100 * (1 - tie.hit_frequency) - 500 * tie.hit_frequency
    assert second.short == 100 * (1 - tie.hit_frequency), "nothing is left for the second seat when it wins"
    assert report.total.short == first.short + second.short > report.total.ample


def test_the_order_of_wagers_comes_before_the_order_of_seats_in_baccarat_if_the_house_says_so():
    """The Player wager of the second seat is covered before the first seat's Panda 8."""
    game = cardroom.game("ez-baccarat", rules="500-club", settled_by="wager")
    player = cardroom.analyze(game).wager("player")
    report = coverage_report(game, [{"panda-8": 100}, {"player": 1000}], 1000)
    assert report.seats[1].short == report.seats[1].ample == 1000 * player.edge
    from_seat_to_seat = cardroom.game("ez-baccarat", rules="500-club")
    assert (
        coverage_report(from_seat_to_seat, [{"panda-8": 100}, {"player": 1000}], 1000).seats[1].short
        < report.seats[1].short
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["separate", "running"])
def test_the_script_agrees_with_the_exact_count_of_baccarat(kind):
    game = cardroom.game("ez-baccarat", rules="500-club", coverage=kind)
    bets = [{"player": 1000}, {"banker": 1000, "dragon-7": 100}, {"player": 1000, "tie": 100}]
    exact = coverage_report(game, bets, 1500)
    other = cardroom.game("ez-baccarat", rules="500-club", coverage={"separate": "running"}.get(kind, "separate"))
    assert exact != coverage_report(other, bets, 1500)
    result = coverage._simulated(game, bets, 1500, 0, 2000, "coverage", usual(game.rules))
    for known, each in zip((*exact.seats, exact.total), (*result.seats, result.total), strict=True):
        assert abs(float(each.ample) - known.ample) < 4 * each.ample.standard_error
        assert abs(float(each.short) - known.short) < 4 * each.short.standard_error
        assert abs(float(each.difference) - known.difference) <= 4 * each.difference.standard_error
        assert known.difference == known.short - known.ample


@pytest.mark.parametrize(("slug", "bet"), BANKED, ids=[slug for slug, _ in BANKED])
def test_seats_beyond_the_bank_play_for_nothing(slug, bet):
    game = cardroom.game(slug)
    report = coverage_report(game, [bet, bet], 1000, rounds=60, decide=usual(game.rules))
    ample = coverage_report(game, [bet, bet], 10**7, rounds=60, decide=usual(game.rules))
    assert [each.short for each in ample.seats] == [each.ample for each in ample.seats] == [
        each.ample for each in report.seats
    ], "the same rounds"  # fmt: skip
    assert ample.total.difference.standard_error == 0 < report.total.difference.standard_error
    assert abs(report.total.short.value) <= 1000
    assert (report.total.short.rounds, report.total.short.seed) == (60, "coverage")
    after = report.after_collection[1]
    assert (after.value, after.standard_error) == (
        report.total.short.value - report.fee,
        report.total.short.standard_error,
    )


def test_the_fee_is_taken_from_the_gain():
    game = cardroom.game("ez-baccarat", rules="500-club", collection="1")
    report = coverage_report(game, [{"player": 10_000}], 5000)
    assert report.fee > 0
    assert report.after_collection == (report.total.ample - report.fee, report.total.short - report.fee)
    assert report.total.short == report.total.ample / 2


def test_coverage_needs_a_player_dealer_wagers_and_a_bank():
    with pytest.raises(InputError, match="no player-dealer"):
        coverage_report(cardroom.game("heads-up-holdem"), [{"ante": 500}], 1000)
    game = cardroom.game("ez-baccarat")
    for bets, bank in (([], 1000), ([{"player": 500}], 0)):
        with pytest.raises(InputError, match=r"a bank above \$0"):
            coverage_report(game, bets, bank)
    with pytest.raises(InputError, match="two rounds"):
        coverage_report(cardroom.game("ultimate-texas-holdem"), [{"ante": 500, "blind": 500}], 500, rounds=1)
    assert Fraction(0) == coverage_report(game, [{"player": 0}], 500).total.ample
