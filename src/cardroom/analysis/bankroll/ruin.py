"""Risk of ruin and the distribution of a bankroll, from the exact distribution of one round.

A player bets the same amount in each round and stops when the bankroll is below a limit. The bankroll after each round
is computed from the one before by convolution, and what falls below the limit stays there. All terms are positive, so
rounding errors do not add up: a probability is correct to about n times 10^-15 of itself after n rounds.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from math import ceil, gcd, sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cardroom.analysis import has_analysis
from cardroom.analysis.bankroll.convolution import (
    NEGLIGIBLE,
    Shares,
    Steps,
    final_bankrolls,
    long_run_bound,
    ruin_by_bankroll,
    steps_of,
)
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import (
    Estimate,
    Root,
    Rounded,
    WagerReport,
    figure,
    in_force_only,
    side_bet,
    total,
)
from cardroom.analysis.store import report_in_force
from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.rulebook.schema import AWARD

__all__ = ["QUANTILES", "Risk", "risk", "wager_report"]

QUANTILES = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))
MOST_WORK = 2 * 10**10
"""The largest number of additions. They take about half a minute."""
UNIT_ROUNDOFF = 2.0**-53
"""The most by which one floating-point operation is off, relative to its result."""
NUDGE = 1e-6
"""The change of a probability by which the sensitivity to it is measured."""

Found = Rounded | Estimate
"""A figure of many rounds."""


class Risk(msgspec.Struct, frozen=True):
    """What can happen to a bankroll in a number of rounds. Amounts are in cents.

    Probabilities are rounded numbers with a bound of their error. Where simulated rounds are part of the distribution
    of a round, they are estimates.
    """

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
    most_won: int
    """The most that one round can win."""
    most_lost: int
    """The most that one round can lose."""
    edge: Fraction
    """The edge per unit of the wager."""
    deviation: Root
    """The standard deviation of a round, in cents."""
    ruin: Found
    """The probability of ruin within these rounds."""
    ahead: Found
    """The probability of more than the bankroll at the end."""
    even: Found
    """The probability of exactly the bankroll at the end."""
    mean: Found
    """The average bankroll at the end, ruined players included."""
    rounds_played: Found
    """The average number of rounds played."""
    quantiles: dict[Fraction, int | None]
    """The least amount that the bankroll at the end does not exceed with this probability; None: above `top`."""
    top: int
    """The highest bankroll that is counted on its own."""
    ruin_by_round: tuple[Found, ...]
    """The probability of ruin after each round."""
    distribution: tuple[tuple[int, Found], ...]
    """The bankrolls at the end and their probabilities, lowest first. Amounts above `top` are left out."""
    ruin_in_the_long_run: Rounded
    """An upper bound of the probability of ruin without a limit on rounds. It is 1 unless the player has an edge."""
    wanted: Fraction | None = None
    """The target risk."""
    needed: int | None = None
    """The smallest bankroll with at most the target risk."""
    needed_risk: Found | None = None
    """The probability of ruin with that bankroll."""
    risk_by_bankroll: tuple[tuple[int, Found], ...] = ()
    """The probability of ruin by starting bankroll, if a risk is wanted."""

    @property
    def estimated(self) -> Estimate | None:
        """The probability of ruin, if it is an estimate: simulated rounds are part of the distribution of a round."""
        return self.ruin if isinstance(self.ruin, Estimate) else None

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON. Long lists have at most 200 points."""
        fields = msgspec.structs.asdict(self)
        for name in ("edge", "deviation", "ruin", "ahead", "even", "mean", "rounds_played", "ruin_in_the_long_run"):
            fields[name] = figure(fields[name])
        for name in ("wanted", "needed_risk"):
            fields[name] = None if fields[name] is None else figure(fields[name])
        for name in ("bet", "bankroll", "stop", "most_won", "most_lost", "deviation", "mean", "top", "needed"):
            fields[f"{name}_cents"] = fields.pop(name)
        fields["quantiles"] = [
            {"probability": figure(share), "bankroll_cents": amount} for share, amount in self.quantiles.items()
        ]
        fields["ruin_by_round"] = [
            {"round": place + 1, "ruin": figure(self.ruin_by_round[place])}
            for place in _spaced(len(self.ruin_by_round))
        ]
        fields["distribution"] = [
            {"from_cents": low, "to_cents": high, "probability": figure(share)}
            for low, high, share in self.histogram(50)
        ]
        by_bankroll = self.risk_by_bankroll
        fields["risk_by_bankroll"] = [
            {"bankroll_cents": by_bankroll[place][0], "ruin": figure(by_bankroll[place][1])}
            for place in _spaced(len(by_bankroll))
        ]
        return fields

    def histogram(self, most: int) -> list[tuple[int, int, Found]]:
        """The distribution in at most this many classes of equal width: lowest and highest amount, and probability.

        The classes cover all but the rarest 0.1 % on each side, which are in the first and the last class.
        """
        amounts = np.array([amount for amount, _ in self.distribution])
        sums = np.cumsum([float(share) for _, share in self.distribution])
        low, high = (int(amounts[min(int(np.searchsorted(sums, at)), len(amounts) - 1)]) for at in (0.001, 0.999))
        step = reduce(gcd, np.diff(amounts).tolist(), 0) or 1
        width = step * max(1, ceil((high - low + step) / step / most))
        places = np.clip((amounts - low) // width, 0, (high - low) // width)
        classes: list[list[Found | Fraction]] = [[] for _ in range((high - low) // width + 1)]
        for place, (_, share) in zip(places.tolist(), self.distribution, strict=True):
            classes[place].append(share)
        above = 1 - float(sums[-1])
        if above > 1e-12:
            classes[-1].append(Rounded(above, 1e-12))
        return [
            (low + width * place, low + width * (place + 1) - step, _summed(shares))
            for place, shares in enumerate(classes)
        ]


def _summed(shares: Sequence[Found | Fraction]) -> Found:
    known = total(shares)
    return Rounded(float(known), 0.0) if isinstance(known, Fraction) else known


class Walk(NamedTuple):
    """Probabilities of a bankroll over many rounds."""

    shares: Shares
    """Of each place at the end."""
    above: float
    """Of all higher places together."""
    by_round: Shares
    """Of ruin after each round."""
    played: float
    """The average number of rounds played."""
    by_bankroll: Shares
    """Of ruin, for each bankroll at the start; empty if nobody asks."""


def _walk(steps: Steps, rounds: int, reported: int, cells: int, *, every_start: bool) -> Walk:
    shares, by_round, alive, above = final_bankrolls(steps, rounds, cells)
    end = reported - steps.lowest
    curve = ruin_by_bankroll(steps, rounds, cells) if every_start else np.zeros(0)
    return Walk(shares[:end], above + float(shares[end:].sum()), by_round, float(alive.sum()), curve)


class Precision:
    """Gives each figure of a walk its error.

    A probability is a sum of products of positive numbers. Each round multiplies and adds once for each result, so the
    relative error grows by as many roundings. Where results of a round are simulated, the standard error follows from
    the sensitivity of the figure to the probability of each of them, by the delta method.
    """

    def __init__(self, report: WagerReport, bet: int, steps: Steps, walk: Callable[[Steps], Walk], rounds: int) -> None:
        self.walk, self.sample = walk(steps), report.sample
        self.relative = (rounds * (len(steps.nets) + 2) + len(self.walk.shares)) * UNIT_ROUNDOFF * 1.01
        self.near: list[Walk] = []
        if self.sample is None:
            return
        many = sum(count for _, count in self.sample.nets)
        self.weights = np.array([count / many for _, count in self.sample.nets])
        split = sum(each.count for each in report.outcomes if each.average)
        self.scale = float(Fraction(split, report.deals)) / sqrt(many)
        for net, _ in self.sample.nets:
            at = int(net * bet / steps.unit)
            nets = tuple((place, share + NUDGE * (place == at)) for place, share in steps.nets)
            self.near.append(walk(steps._replace(nets=nets)))

    def every(self, pick: Callable[[Walk], Shares], times: float = 1.0) -> list[Found]:
        """Several figures of the walk, each with its error. They are `times` probabilities."""
        values = pick(self.walk)
        if self.sample is None:
            errors = np.abs(values) * self.relative + NEGLIGIBLE * times
            return [Rounded(*each) for each in zip(values.tolist(), errors.tolist(), strict=True)]
        slopes = np.array([(pick(each) - values) / NUDGE for each in self.near])
        spread = self.weights @ slopes**2 - (self.weights @ slopes) ** 2
        errors = self.scale * np.sqrt(np.maximum(spread, 0))
        rounds, seed = self.sample.rounds, self.sample.seed
        return [Estimate(*each, rounds, seed) for each in zip(values.tolist(), errors.tolist(), strict=True)]

    def one(self, pick: Callable[[Walk], float], times: float = 1.0) -> Found:
        """A figure of the walk with its error."""
        return self.every(lambda walk: np.array([pick(walk)]), times)[0]


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
    >>> round(float(found.ruin), 6), found.ruin.error < 1e-11, round(float(found.ahead), 4), found.needed
    (0.180191, True, 0.3342, 70000)
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
    walks = 1 + len(report.sample.nets if report.sample else ())
    work = cells * len(steps.nets) * rounds * (2 if wanted else 1) * walks
    if work > MOST_WORK:
        most = next(n for n in (10**power for power in range(12, -1, -1)) if n * work // rounds <= MOST_WORK or n == 1)
        raise InputError(f"{rounds:,} rounds take too long for this wager; try {most:,}")
    precision = Precision(
        report, bet, steps, lambda some: _walk(some, rounds, reported, cells, every_start=wanted is not None), rounds
    )
    shares = precision.walk.shares
    amounts = [int(stop + (place + steps.lowest) * steps.unit) for place in range(len(shares))]
    above, start = np.array(amounts) > bankroll, amounts.index(bankroll)
    ended = zip(amounts, precision.every(lambda walk: walk.shares), strict=True)
    ruined = precision.every(lambda walk: walk.by_round)
    played = precision.one(lambda walk: walk.played, rounds)
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
        int(report.most_won * bet),
        most_lost,
        report.edge,
        report.standard_deviation.times(bet),
        ruined[-1],
        precision.one(lambda walk: min(float(walk.shares[above].sum()) + walk.above, 1.0)),
        precision.one(lambda walk: float(walk.shares[start])),
        _mean(bankroll, report.edge * bet, played),
        played,
        {each: _quantile(amounts, shares, float(each)) for each in QUANTILES},
        amounts[-1],
        tuple(ruined),
        tuple((amount, share) for amount, share in ended if float(share)),
        long_run_bound(nets, bankroll - stop + steps.unit),
    )
    if wanted is None:
        return found
    curve = precision.walk.by_bankroll
    needed = next((place for place, share in enumerate(curve) if share <= wanted), None)
    shown = next((place for place, share in enumerate(curve) if share < wanted / 20), len(curve) - 1) + 1
    risks = precision.every(lambda walk: walk.by_bankroll[: max(shown, 0 if needed is None else needed + 1)])
    return msgspec.structs.replace(
        found,
        wanted=wanted if isinstance(wanted, Fraction) else Fraction(str(wanted)),
        needed=None if needed is None else int(stop + needed * steps.unit),
        needed_risk=None if needed is None else risks[needed],
        risk_by_bankroll=tuple((int(stop + place * steps.unit), risks[place]) for place in range(shown)),
    )


def _mean(bankroll: int, cost: Fraction, played: Found) -> Found:
    """The average bankroll at the end: each round that is played costs the edge (Wald's identity)."""
    value, factor = bankroll - float(cost) * float(played), abs(float(cost))
    if isinstance(played, Estimate):
        return Estimate(value, factor * played.standard_error, played.rounds, played.seed)
    return Rounded(value, factor * played.error + 4 * UNIT_ROUNDOFF * (bankroll + factor * played.value))


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
