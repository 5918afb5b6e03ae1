"""Risk of ruin: closed formulas of gambler's ruin, brute force in fractions, and the walk of every path."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

import cardroom
from cardroom.analysis.bankroll.ruin import Risk, risk, wager_report
from cardroom.analysis.report.reports import WagerOutcome, WagerReport

BACCARAT = "ez-baccarat"


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
    assert found.ruin == pytest.approx(float(ruin), rel=1e-12, abs=1e-300)
    assert sum(share for _, share in found.distribution) == pytest.approx(1)


def test_the_long_run_is_the_ratio_of_the_odds_for_a_player_with_an_edge(coin: object) -> None:
    heads = Fraction(3, 5)
    coin(heads)  # type: ignore[operator]
    found = flip(5, 4000)
    assert found.ruin == pytest.approx(float((1 - heads) / heads) ** 5, rel=1e-9)
    assert found.ruin_in_the_long_run == pytest.approx(float((1 - heads) / heads) ** 5, rel=1e-9)
    coin(Fraction(1, 2))  # type: ignore[operator]
    assert flip(5, 10).ruin_in_the_long_run == 1


@pytest.mark.parametrize("wager", ["player", "banker", "dragon-7"])
def test_the_distribution_is_that_of_exact_fractions(wager: str) -> None:
    game = cardroom.game(BACCARAT)
    report = wager_report(game, wager)
    found = risk(game, 2000, 12, wager=wager, bet=500)
    exact = by_fractions({net * 500: share for net, share in report.distribution.items()}, 2000, 12, 500)
    ours = dict(found.distribution)
    assert set(ours) == {int(amount) for amount in exact}
    for amount, share in exact.items():
        assert ours[int(amount)] == pytest.approx(float(share), rel=1e-12)
    assert found.ruin == pytest.approx(float(sum(share for amount, share in exact.items() if amount < 500)))
    assert found.ahead == pytest.approx(float(sum(share for amount, share in exact.items() if amount > 2000)))
    assert found.mean == pytest.approx(float(sum(amount * share for amount, share in exact.items())))
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
            risk(game, amount, 60, wager="pair-plus", bet=500).ruin for amount in (found.needed, found.needed - 500)
        )
        assert at <= wanted < below
        assert found.needed_risk == pytest.approx(at, rel=1e-9)
        assert dict(found.risk_by_bankroll)[5_000] == pytest.approx(found.ruin, rel=1e-9)


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
    assert found.ruin == pytest.approx(float(ruin), rel=1e-12)


def test_amounts_above_the_table_are_safe_and_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardroom.game("four-card-frenzy")
    nets = {net * 500: share for net, share in wager_report(game, "galaxy").distribution.items()}
    exact = by_fractions(nets, 2500, 8, 500)
    monkeypatch.setattr("cardroom.analysis.bankroll.convolution.SMALL_WORK", 0)
    found = risk(game, 2500, 8, wager="galaxy")
    assert found.bet == 500
    assert found.top < 250_000
    assert found.ruin == pytest.approx(float(sum(share for amount, share in exact.items() if amount < 500)), rel=1e-12)
    for amount, share in found.distribution:
        assert share == pytest.approx(float(exact[Fraction(amount)]), rel=1e-12)
    above = 1 - sum(share for _, share in found.distribution)
    assert above == pytest.approx(float(sum(share for amount, share in exact.items() if amount > found.top)), rel=1e-6)
    assert found.ahead == pytest.approx(float(sum(share for amount, share in exact.items() if amount > 2500)))
    assert sum(share for _, _, share in found.histogram(10)) == pytest.approx(1)


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


def test_splits_of_21_5_have_their_simulated_distribution() -> None:
    found = risk(cardroom.game("pure-21.5-blackjack"), 50_000, 100)
    assert found.estimated
    assert found.most_lost == found.stop == 8 * found.bet  # four hands, each doubled
    assert float(found.deviation) / found.bet == pytest.approx(1.1292, abs=5e-4)  # from billions of rounds
    assert found.to_dict()["simulated"] == {"rounds": found.sample.rounds, "seed": "splits"}
    assert found.mean == pytest.approx(50_000 - 100 * float(found.edge) * found.bet, rel=1e-3)
    exact = risk(cardroom.game(BACCARAT), 50_000, 10)
    assert not exact.estimated
    assert exact.to_dict()["deviation_cents"]["decimal"] == float(exact.deviation)
    assert exact.to_dict()["simulated"] is None
