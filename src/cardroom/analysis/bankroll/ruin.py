"""Risk of ruin and the distribution of a bankroll, from the exact distribution of one round.

A player bets the same amount in each round and stops when the bankroll is below a limit. The bankroll after each round
is computed from the one before by convolution, and what falls below the limit stays there. All terms are positive, so
rounding errors do not add up: a probability is correct to about n times 10^-15 of itself after n rounds.
"""

from fractions import Fraction
from functools import reduce
from math import ceil, gcd
from typing import Any

import msgspec
import numpy as np

from cardroom.analysis import has_analysis
from cardroom.analysis.bankroll.convolution import Shares, final_bankrolls, long_run_bound, ruin_by_bankroll, steps_of
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import Root, Sample, WagerReport, figure, in_force_only, side_bet
from cardroom.analysis.store import report_in_force
from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.rulebook.schema import AWARD

__all__ = ["QUANTILES", "Risk", "risk", "wager_report"]

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
MOST_WORK = 2 * 10**10
"""The largest number of additions. They take about half a minute."""


class Risk(msgspec.Struct, frozen=True):
    """What can happen to a bankroll in a number of rounds. Amounts are in cents."""

    game: str
    rules: str
    digest: str
    wager: str
    label: str
    bet: int
    """The amount of the wager in each round."""
    bankroll: int
    rounds: int
    stop: int
    """The player stops with a bankroll below this amount: that is ruin."""
    most_lost: int
    """The most that one round can lose."""
    edge: Fraction
    """The edge per unit of the wager."""
    deviation: Root
    """The standard deviation of a round, in cents."""
    ruin: float
    """The probability of ruin within these rounds."""
    ahead: float
    """The probability of more than the bankroll at the end."""
    even: float
    """The probability of exactly the bankroll at the end."""
    mean: float
    """The average bankroll at the end, ruined players included."""
    rounds_played: float
    """The average number of rounds played."""
    quantiles: dict[float, int | None]
    """The least amount that the bankroll at the end does not exceed with this probability; None: above `top`."""
    top: int
    """The highest bankroll that is counted on its own."""
    ruin_by_round: tuple[float, ...]
    """The probability of ruin after each round."""
    distribution: tuple[tuple[int, float], ...]
    """The bankrolls at the end and their probabilities, lowest first. Amounts above `top` are left out."""
    ruin_in_the_long_run: float
    """An upper bound of the probability of ruin without a limit on rounds. It is 1 unless the player has an edge."""
    wanted: float | None = None
    """The target risk."""
    needed: int | None = None
    """The smallest bankroll with at most the target risk."""
    needed_risk: float | None = None
    """The probability of ruin with that bankroll."""
    risk_by_bankroll: tuple[tuple[int, float], ...] = ()
    """The probability of ruin by starting bankroll, if a risk is wanted."""
    sample: Sample | None = None
    """The simulated results in the distribution of a round. With them, all but edge, deviation and `most_lost` is
    estimated."""

    @property
    def estimated(self) -> bool:
        """Whether the distribution of a round is partly simulated (21.5: the results of splits)."""
        return self.sample is not None

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON. Long lists have at most 200 points."""
        fields = msgspec.structs.asdict(self) | {"estimated": self.estimated, "deviation": figure(self.deviation)}
        for name in ("bet", "bankroll", "stop", "most_lost", "deviation", "mean", "top", "needed"):
            fields[f"{name}_cents"] = fields.pop(name)
        fields["edge"] = figure(self.edge)
        sample = fields.pop("sample")
        fields["simulated"] = sample and {"rounds": sample.rounds, "seed": sample.seed}
        fields["quantiles"] = [
            {"probability": share, "bankroll_cents": amount} for share, amount in self.quantiles.items()
        ]
        fields["ruin_by_round"] = [
            {"round": place + 1, "ruin": self.ruin_by_round[place]} for place in _spaced(len(self.ruin_by_round))
        ]
        fields["distribution"] = [
            {"from_cents": low, "to_cents": high, "probability": share} for low, high, share in self.histogram(50)
        ]
        by_bankroll = self.risk_by_bankroll
        fields["risk_by_bankroll"] = [
            {"bankroll_cents": by_bankroll[place][0], "ruin": by_bankroll[place][1]}
            for place in _spaced(len(by_bankroll))
        ]
        return fields

    def histogram(self, most: int) -> list[tuple[int, int, float]]:
        """The distribution in at most this many classes of equal width: lowest and highest amount, and probability.

        The classes cover all but the rarest 0.1 % on each side, which are in the first and the last class.
        """
        amounts = np.array([amount for amount, _ in self.distribution])
        shares = np.array([share for _, share in self.distribution])
        sums = np.cumsum(shares)
        low, high = (int(amounts[min(int(np.searchsorted(sums, at)), len(amounts) - 1)]) for at in (0.001, 0.999))
        step = reduce(gcd, np.diff(amounts).tolist(), 0) or 1
        width = step * max(1, ceil((high - low + step) / step / most))
        places = np.clip((amounts - low) // width, 0, (high - low) // width)
        bins = np.bincount(places, shares)
        above = max(0.0, 1 - float(shares.sum()))
        bins[-1] += above if above > 1e-12 else 0
        return [
            (low + width * place, low + width * (place + 1) - step, float(share)) for place, share in enumerate(bins)
        ]


def risk(
    game: Game,
    bankroll: int,
    rounds: int,
    *,
    wager: str | None = None,
    bet: int | None = None,
    stop: int | None = None,
    wanted: Fraction | float | None = None,
    engine: Engine = LOCAL,
) -> Risk:
    """The risk of ruin within a number of rounds, and the distribution of the bankroll after them.

    Without a wager, the game's first wager is played, with all decisions by the strategy of the analysis. Without a
    bet, each round is played at the table minimum. The player stops when the bankroll is below `stop`; the default is
    the most that one round can lose, so that every round can be played to its end. With a `wanted` risk, the smallest
    bankroll that has it is computed too.

    >>> import cardroom
    >>> found = risk(cardroom.game("ez-baccarat"), 50_000, 1000, wager="player", bet=1000, wanted=Fraction(1, 20))
    >>> round(found.ruin, 6), round(found.ahead, 4), found.needed
    (0.180191, 0.3342, 70000)
    """
    if wager in game.rules.wager and game.rules.wager[wager].when == AWARD:
        raise InputError(f"{game.rules.wager[wager].label} is an award without a stake, so it has no risk")
    report = wager_report(game, wager, engine)
    bet = _bet(game, report, bet)
    nets = {net * bet: share for net, share in report.distribution.items()}
    most_lost = ceil(report.most_lost * bet)
    stop = most_lost if stop is None else stop
    steps = steps_of(nets, bankroll - stop)
    _check(game, bankroll, rounds, stop, most_lost)
    reported, cells = steps.cells(rounds)
    work = cells * len(steps.nets) * rounds * (2 if wanted else 1)
    if work > MOST_WORK:
        most = next(n for n in (10**power for power in range(12, -1, -1)) if n * work // rounds <= MOST_WORK or n == 1)
        raise InputError(f"{rounds:,} rounds take too long for this wager; try {most:,}")
    shares, by_round, alive, above = final_bankrolls(steps, rounds, cells)
    end = reported - steps.lowest
    shares, above = shares[:end], above + float(shares[end:].sum())
    amounts = [int(stop + (place + steps.lowest) * steps.unit) for place in range(len(shares))]
    played = float(alive.sum())
    ahead = float(shares[np.array(amounts) > bankroll].sum()) + above
    found = Risk(
        game.slug,
        game.rules.rules,
        game.rules.digest,
        report.wager,
        report.label,
        bet,
        bankroll,
        rounds,
        stop,
        most_lost,
        report.edge,
        report.standard_deviation.times(bet),
        float(by_round[-1]),
        min(ahead, 1.0),
        float(shares[amounts.index(bankroll)]),
        bankroll - float(report.edge * bet) * played,
        played,
        {each: _quantile(amounts, shares, each) for each in QUANTILES},
        amounts[-1],
        tuple(by_round.tolist()),
        tuple((amount, share) for amount, share in zip(amounts, shares.tolist(), strict=True) if share),
        long_run_bound(nets, bankroll - stop + steps.unit),
        sample=report.sample,
    )
    if wanted is None:
        return found
    by_bankroll = ruin_by_bankroll(steps, rounds, cells)
    curve = tuple((int(stop + place * steps.unit), share) for place, share in enumerate(by_bankroll.tolist()))
    needed = next((each for each in curve if each[1] <= wanted), (None, None))
    shown = next((place for place, each in enumerate(curve) if each[1] < wanted / 20), len(curve)) + 1
    return msgspec.structs.replace(
        found,
        wanted=float(wanted),
        needed=needed[0],
        needed_risk=needed[1],
        risk_by_bankroll=curve[:shown],
    )


def wager_report(game: Game, wager: str | None = None, engine: Engine = LOCAL) -> WagerReport:
    """The exact report of one wager under the house rules in force; without a name, of the game's first wager.

    >>> import cardroom
    >>> wager_report(cardroom.game("three-card-poker-6-card-bonus"), "pair-plus").edge
    Fraction(242, 5525)
    """
    rules = game.rules
    if not has_analysis(rules) or rules.nobody_banks:
        raise InputError(f"{game.slug}: the distribution of a round is not known, so neither is the risk")
    known = rules.wagers()
    if wager is not None and wager not in known:
        raise InputError(f"{game.slug} has no wager {wager!r} under these house rules: choose from {', '.join(known)}")
    chosen = in_force_only(rules)
    if wager is not None and known[wager].cards:
        return next(each for each in side_bet(chosen, wager) if each.in_force)
    for each in report_in_force(game, engine).wagers:
        if wager is None or wager == each.wager or wager in each.lines:
            return each
    raise InputError(f"{game.slug}: the distribution of {known[wager or ''].label} is not known")


def _bet(game: Game, report: WagerReport, bet: int | None) -> int:
    """The amount of the wager, checked."""
    if report.stake and bet not in (None, report.stake):
        raise InputError(
            f"{report.label}: the meter's share depends on the bet; it is known for {dollars(report.stake)}"
        )
    least = report.stake or game.rules.limits(report.wager)[0]
    if bet is None:
        return least
    if bet < 1:
        raise InputError(f"a bet of {dollars(bet)}: write an amount above zero")
    return bet


def _check(game: Game, bankroll: int, rounds: int, stop: int, most_lost: int) -> None:
    if rounds < 1:
        raise InputError(f"{rounds} rounds: write 1 or more")
    if stop < 1:
        raise InputError(f"the player cannot stop below {dollars(stop)}: write an amount above zero")
    if bankroll < stop:
        why = ", the most that one round can lose" if stop == most_lost else ""
        raise InputError(f"{game.slug}: a bankroll of {dollars(bankroll)} is below {dollars(stop)}{why}")


def _quantile(amounts: list[int], shares: Shares, share: float) -> int | None:
    place = int(np.searchsorted(np.cumsum(shares), share))
    return amounts[place] if place < len(amounts) else None


def _spaced(length: int, most: int = 200) -> list[int]:
    """At most this many places, evenly spaced, the first and the last included."""
    if length <= most:
        return list(range(length))
    return sorted({round(place * (length - 1) / (most - 1)) for place in range(most)})
