"""Risk of ruin: closed formulas of gambler's ruin, brute force in fractions, and the walk of every path."""

from fractions import Fraction
from itertools import product
from math import comb

import msgspec
import numpy as np
import pytest

import cardroom
from cardroom.analysis.bankroll.convolution import final_bankrolls, steps_of
from cardroom.analysis.bankroll.ruin import Risk, risk, wager_report
from cardroom.analysis.report.reports import WagerOutcome, WagerReport
from cardroom.figures import Estimate, Rounded

BACCARAT = "ez-baccarat"


def is_within(known: Rounded, exact: Fraction) -> bool:
    """Whether the bound of the error holds."""
    return abs(Fraction(known.value) - exact) <= Fraction(known.error)


def by_fractions(nets: dict[Fraction, Fraction], bankroll: int, rounds: int, stop: int) -> dict[Fraction, Fraction]:
    """The bankroll at the end, one dictionary of exact probabilities after another."""
    now, ruined = {Fraction(bankroll): Fraction(1)}, dict[Fraction, Fraction]()
    for _ in range(rounds):
        after = dict[Fraction, Fraction]()
        for amount, share in now.items():
            for net, chance in nets.items():
                there = ruined if amount + net < stop else after
                there[amount + net] = there.get(amount + net, Fraction(0)) + share * chance
        now = after
    return {amount: now.get(amount, 0) + ruined.get(amount, Fraction(0)) for amount in now.keys() | ruined.keys()}


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> object:
    """Replace the analyzed wager by a coin with a given probability of heads."""

    def with_heads(heads: Fraction, win: Fraction = Fraction(1)) -> None:
        report = WagerReport(
            "player",
            "Coin",
            "Coin",
            (
                WagerOutcome("heads", win, heads.numerator),
                WagerOutcome("tails", Fraction(-1), heads.denominator - heads.numerator),
            ),
        )
        monkeypatch.setattr("cardroom.analysis.bankroll.ruin.wager_report", lambda *_: report)

    return with_heads


def flip(bankroll: int, rounds: int, **options: object) -> Risk:
    return risk(cardroom.game(BACCARAT), bankroll, rounds, bet=1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("heads", [Fraction(1, 2), Fraction(12, 25), Fraction(3, 5)])
@pytest.mark.parametrize(("bankroll", "rounds"), [(1, 1), (3, 20), (7, 40), (30, 25)])
def test_ruin_of_a_coin_is_the_sum_of_the_first_passage_formula(
    coin: object, heads: Fraction, bankroll: int, rounds: int
) -> None:
    coin(heads)  # type: ignore[operator]
    ruin = Fraction(0)
    for time in range(bankroll, rounds + 1, 2):  # Feller, An Introduction to Probability Theory I, XIV.4 (4.14)
        tails = (time + bankroll) // 2
        ruin += Fraction(bankroll, time) * comb(time, tails) * heads ** (time - tails) * (1 - heads) ** tails
    found = flip(bankroll, rounds)
    assert abs(Fraction(found.ruin.value) - ruin) <= Fraction(found.ruin.error) < Fraction(1, 10**12)
    assert sum(float(share) for _, share in found.distribution) == pytest.approx(1)


def test_the_long_run_is_the_ratio_of_the_odds_for_a_player_with_an_edge(coin: object) -> None:
    heads = Fraction(3, 5)
    coin(heads)  # type: ignore[operator]
    found = flip(5, 4000)
    known = ((1 - heads) / heads) ** 5
    assert float(found.ruin) == pytest.approx(float(known), rel=1e-9)
    bound = found.ruin_in_the_long_run
    assert abs(Fraction(bound.value) - known) <= Fraction(bound.error) < Fraction(1, 10**12)
    coin(Fraction(1, 2))  # type: ignore[operator]
    assert flip(5, 10).ruin_in_the_long_run == Rounded(1.0, 0.0)


@pytest.mark.parametrize("wager", ["player", "banker", "dragon-7"])
def test_the_distribution_is_that_of_exact_fractions(wager: str) -> None:
    game = cardroom.game(BACCARAT)
    report = wager_report(game, wager)
    found = risk(game, 2000, 12, wager=wager, bet=500)
    exact = by_fractions({net * 500: share for net, share in report.distribution.items()}, 2000, 12, 500)
    ours = dict(found.distribution)
    assert set(ours) == {int(amount) for amount in exact}
    for amount, share in exact.items():
        assert ours[int(amount)].value == pytest.approx(float(share), rel=1e-12)
        assert is_within(ours[int(amount)], share)
    assert is_within(found.ruin, sum(share for amount, share in exact.items() if amount < 500))
    assert is_within(found.ahead, sum(share for amount, share in exact.items() if amount > 2000))
    assert is_within(found.even, exact.get(Fraction(2000), Fraction(0)))
    assert is_within(found.mean, sum(amount * share for amount, share in exact.items()))
    sums = [
        (amount, sum(share for each, share in exact.items() if each <= amount)) for amount in sorted(map(int, exact))
    ]
    for level, amount in found.quantiles.items():
        assert amount == next(each for each, share in sums if share >= level)


def test_the_needed_bankroll_is_the_smallest_with_the_wanted_risk() -> None:
    game = cardroom.game("three-card-poker-6-card-bonus")
    for wanted in (Fraction(1, 3), Fraction(1, 20)):
        found = risk(game, 5_000, 60, wager="pair-plus", bet=500, wanted=wanted)
        assert found.needed is not None
        at, below = (
            risk(game, amount, 60, wager="pair-plus", bet=500).ruin.value
            for amount in (found.needed, found.needed - 500)
        )
        assert at <= wanted < below
        assert found.needed_risk.value == pytest.approx(at, rel=1e-9)
        assert dict(found.risk_by_bankroll)[5_000].value == pytest.approx(found.ruin.value, rel=1e-9)


def test_every_path_of_a_game_with_decisions_gives_the_same_ruin() -> None:
    game = cardroom.game("three-card-poker-6-card-bonus")
    nets = {net * 500: share for net, share in wager_report(game).distribution.items()}
    ruin = Fraction(0)
    for path in product(nets.items(), repeat=3):
        amount, share, alive = Fraction(2500), Fraction(1), True
        for net, chance in path:
            amount, share = amount + (net if alive else 0), share * chance
            alive = alive and amount >= 1000
        ruin += share * (not alive)
    found = risk(game, 2500, 3, bet=500)
    assert (found.stop, found.most_lost) == (1000, 1000)
    assert found.ruin.value == pytest.approx(float(ruin), rel=1e-12)
    assert is_within(found.ruin, ruin)


def test_amounts_above_the_table_are_safe_and_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardroom.game("four-card-frenzy")
    nets = {net * 500: share for net, share in wager_report(game, "galaxy").distribution.items()}
    exact = by_fractions(nets, 2500, 8, 500)
    monkeypatch.setattr("cardroom.analysis.bankroll.convolution.SMALL_WORK", 0)
    found = risk(game, 2500, 8, wager="galaxy")
    assert found.bet == 500
    assert found.top < 250_000
    assert is_within(found.ruin, sum(share for amount, share in exact.items() if amount < 500))
    for amount, share in found.distribution:
        assert is_within(share, exact[Fraction(amount)])
    above = 1 - sum(float(share) for _, share in found.distribution)
    assert above == pytest.approx(float(sum(share for amount, share in exact.items() if amount > found.top)), rel=1e-6)
    assert is_within(found.ahead, sum(share for amount, share in exact.items() if amount > 2500))
    assert sum(float(share) for _, _, share in found.histogram(10)) == pytest.approx(1)


def test_what_has_no_known_distribution_is_refused() -> None:
    texas, baccarat = cardroom.game("texas-holdem"), cardroom.game(BACCARAT)
    for words, call in {
        "the distribution of a round is not known": lambda: risk(texas, 50_000, 10),
        "has no wager 'tie-me'": lambda: risk(baccarat, 50_000, 10, wager="tie-me"),
        "is below $5, the most that one round can lose": lambda: risk(baccarat, 400, 10, bet=500),
        "write 1 or more": lambda: risk(baccarat, 50_000, 0),
        "take too long": lambda: risk(baccarat, 50_000, 10**9),
        "is an award without a stake": lambda: risk(cardroom.game("face-up-pai-gow-poker"), 50_000, 10, wager="envy"),
    }.items():
        with pytest.raises(cardroom.InputError, match=words.replace("$", r"\$")):
            call()


def test_splits_of_21_5_make_every_figure_an_estimate() -> None:
    game = cardroom.game("pure-21.5-blackjack")
    found, sample = risk(game, 10_000, 20), wager_report(game).sample
    assert found.most_lost == found.most_won == found.stop == 8 * found.bet  # four hands, each doubled
    assert float(found.deviation) / found.bet == pytest.approx(1.1292, abs=5e-4)  # from billions of rounds
    assert (found.estimated.rounds, found.estimated.seed) == (sample.rounds, "splits")
    assert float(found.mean) == pytest.approx(10_000 - 20 * float(found.edge) * found.bet, rel=1e-3)
    figures = [found.ruin, found.ahead, found.even, found.mean, found.rounds_played, found.ruin_by_round[3]]
    assert all(isinstance(each, Estimate) for each in figures)
    exact = risk(cardroom.game(BACCARAT), 50_000, 10)
    assert exact.estimated is None
    assert isinstance(exact.ruin, Rounded)
    assert exact.to_dict()["deviation_cents"]["decimal"] == float(exact.deviation)


def test_the_error_of_an_estimated_risk_is_the_spread_of_new_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the simulated rounds again and again, and compare the spread of the figures with the error."""
    game, rng = cardroom.game("pure-21.5-blackjack"), np.random.default_rng(2)
    report = wager_report(game)
    few = msgspec.structs.replace(
        report.sample, nets=tuple((net, 1 + many // 2000) for net, many in report.sample.nets)
    )
    many = sum(count for _, count in few.nets)
    report = msgspec.structs.replace(report, sample=few)
    monkeypatch.setattr("cardroom.analysis.bankroll.ruin.wager_report", lambda *_: report)
    found = risk(game, 5_000, 5)
    drawn = []
    for _ in range(60):
        counts = rng.multinomial(many, [count / many for _, count in few.nets]).tolist()
        nets = tuple((net, count) for (net, _), count in zip(few.nets, counts, strict=True))
        other = msgspec.structs.replace(report, sample=msgspec.structs.replace(few, nets=nets))
        steps = steps_of({net * 500: share for net, share in other.distribution.items()}, 5_000 - found.stop)
        drawn.append(final_bankrolls(steps, 5, steps.cells(5)[1])[1][-1])
    assert np.std(drawn) == pytest.approx(found.ruin.standard_error, rel=0.3)
