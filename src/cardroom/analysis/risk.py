"""Risk of ruin and the distribution of a bankroll, from the exact distribution of one round.

A player bets the same amount in each round and stops when the bankroll is below a limit. The bankroll after each round
is computed from the one before by convolution, and what falls below the limit stays there. All terms are positive, so
rounding errors do not add up: a probability is correct to about n times 10^-15 of itself after n rounds.

Bankrolls so high that ruin is no longer possible are counted together. Where that bound would make the table too
large, a lower one is used from which the probability of ruin is below 10^-15 (Freedman's inequality).
"""

from fractions import Fraction
from functools import reduce
from math import ceil, exp, gcd, log, sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis import analyze, has_analysis
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerReport, figure
from cardroom.analysis.side_bets import side_bet
from cardroom.analysis.what_if import in_force_only
from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.rulebook.schema import AWARD

__all__ = ["QUANTILES", "Risk", "risk", "wager_report"]

Shares = NDArray[np.float64]

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
NEGLIGIBLE = 1e-15
"""The probability of ruin from bankrolls that are counted together, at most."""
MOST_WORK = 2 * 10**10
"""The largest number of additions. They take about half a minute."""
SMALL_WORK = 10**8
"""Up to this number of additions, all bankrolls are counted on their own."""
SPREADS = 8
"""The table reaches this many standard deviations above the average, so that upper quantiles are in it."""


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
    deviation: float
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
    """The wanted risk."""
    needed: int | None = None
    """The smallest bankroll with at most the wanted risk."""
    needed_risk: float | None = None
    """The probability of ruin with that bankroll."""
    risk_by_bankroll: tuple[tuple[int, float], ...] = ()
    """The probability of ruin by starting bankroll, if a risk is wanted."""

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON. Long lists have at most 200 points."""
        fields = msgspec.structs.asdict(self)
        for name in ("bet", "bankroll", "stop", "most_lost", "deviation", "mean", "top", "needed"):
            fields[f"{name}_cents"] = fields.pop(name)
        fields["edge"] = figure(self.edge)
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
        low, high = (int(amounts[min(np.searchsorted(sums, at), len(amounts) - 1)]) for at in (0.001, 0.999))
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
    if report.averaged:
        raise InputError(f"{game.slug}: only the average result of a split is known, so the risk is not")
    bet = _bet(game, report, bet)
    nets = {net * bet: share for net, share in report.distribution.items()}
    most_lost = ceil(-min(nets))
    stop = most_lost if stop is None else stop
    steps = _steps(nets, bankroll - stop)
    _check(game, bankroll, rounds, stop, most_lost)
    reported, cells = steps.cells(rounds)
    work = cells * len(steps.nets) * rounds * (2 if wanted else 1)
    if work > MOST_WORK:
        most = next(n for n in (10**power for power in range(12, -1, -1)) if n * work // rounds <= MOST_WORK or n == 1)
        raise InputError(f"{rounds:,} rounds take too long for this wager; try {most:,}")
    shares, by_round, alive, above = _final(steps, rounds, cells)
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
        report.standard_deviation * bet,
        float(by_round[-1]),
        min(ahead, 1.0),
        float(shares[amounts.index(bankroll)]),
        bankroll - float(report.edge * bet) * played,
        played,
        {each: _quantile(amounts, shares, each) for each in QUANTILES},
        amounts[-1],
        tuple(by_round.tolist()),
        tuple((amount, share) for amount, share in zip(amounts, shares.tolist(), strict=True) if share),
        _long_run_bound(nets, bankroll - stop + steps.unit),
    )
    if wanted is None:
        return found
    by_bankroll = _by_bankroll(steps, rounds, cells)
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
    reports = [each for each in analyze(game_of(chosen), engine).wagers if each.in_force]
    for each in reports:
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


class Steps(NamedTuple):
    """The results of a round as whole steps of a common unit."""

    unit: Fraction
    """The step in cents."""
    start: int
    """The steps from the limit to the bankroll."""
    nets: tuple[tuple[int, float], ...]
    """The results in steps, with their probabilities."""

    @property
    def lowest(self) -> int:
        """The lowest place, below the limit by at most one round's loss."""
        return min(net for net, _ in self.nets)

    def cells(self, rounds: int) -> tuple[int, int]:
        """The places from the limit up that are reported, and those that are counted on their own.

        From the places above the counted ones, the bankroll does not return to the reported ones.
        """
        mean = sum(net * share for net, share in self.nets)
        deviation = sqrt(sum(net**2 * share for net, share in self.nets) - mean**2)
        whole = self.start + max(0, *(net for net, _ in self.nets)) * rounds + 1
        if whole * len(self.nets) * rounds <= SMALL_WORK:
            return whole, whole
        safe = min(_drop(self.nets, rounds), -self.lowest * rounds)
        spread = min(deviation, -10 * self.lowest)  # rare jackpots would make it very large
        usual = self.start + max(mean, 0) * rounds + SPREADS * spread * sqrt(rounds)
        reported = int(max(safe, usual)) + 1
        return min(reported, whole), min(reported + safe, whole)


def _steps(nets: dict[Fraction, Fraction], above: int) -> Steps:
    scale = reduce(lambda one, two: one * two // gcd(one, two), (net.denominator for net in nets), 1)
    unit = Fraction(reduce(gcd, (int(net * scale) for net in nets), above * scale), scale)
    places = tuple((int(net / unit), float(share)) for net, share in nets.items())
    return Steps(unit, int(above / unit), places)


def _drop(nets: tuple[tuple[int, float], ...], rounds: int) -> int:
    """A number of steps that the bankroll falls by with a probability below `NEGLIGIBLE` (Freedman's inequality).

    Cutting large wins down only makes falling likelier, and makes the bound better.
    """
    bounds = []
    lowest = min(net for net, _ in nets)
    for most in sorted({net for net, _ in nets if net > 0}):
        cut = [(min(net, most), share) for net, share in nets]
        mean = sum(net * share for net, share in cut)
        variance = sum((net - mean) ** 2 * share for net, share in cut)
        third = (mean - lowest) * -log(NEGLIGIBLE) / 3
        bounds.append(third + sqrt(third**2 - 2 * rounds * variance * log(NEGLIGIBLE)) - min(mean, 0) * rounds)
    return ceil(min(bounds, default=-lowest * rounds))


def _final(steps: Steps, rounds: int, cells: int) -> tuple[Shares, Shares, Shares, float]:
    """The distribution after the rounds, ruin after each round, players left before each round, and those above all.

    Place p of the distribution is p + `lowest` steps above the limit. Places below the limit collect ruined players.
    """
    edge = -steps.lowest
    now = np.zeros(cells)
    now[steps.start] = 1.0
    ruined = np.zeros(edge)
    by_round, alive = np.zeros(rounds), np.zeros(rounds)
    above = 0.0
    for number in range(rounds):
        alive[number] = now.sum() + above
        after = np.zeros(cells)
        for net, share in steps.nets:
            if net >= 0:
                after[net:] += share * now[: max(cells - net, 0)]
                above += share * float(now[max(cells - net, 0) :].sum())
            else:
                after[: cells + net] += share * now[-net:]
                ruined[edge + net :] += share * now[:-net]
        now = after
        by_round[number] = ruined.sum()
    return np.concatenate([ruined, now]), by_round, alive, above


def _by_bankroll(steps: Steps, rounds: int, cells: int) -> Shares:
    """The probability of ruin within the rounds, for each bankroll from the limit up."""
    edge = -steps.lowest
    values = np.zeros(edge + 2 * cells)  # from above the table, ruin is impossible or negligible
    values[:edge] = 1.0
    for _ in range(rounds):
        after = np.zeros(cells)
        for net, share in steps.nets:
            if net < cells:
                after += share * values[edge + net : edge + net + cells]
        values[edge : edge + cells] = after
    return values[edge : edge + cells]


def _quantile(amounts: list[int], shares: Shares, share: float) -> int | None:
    place = int(np.searchsorted(np.cumsum(shares), share))
    return amounts[place] if place < len(amounts) else None


def _long_run_bound(nets: dict[Fraction, Fraction], drop: Fraction) -> float:
    """An upper bound of the probability that a bankroll ever falls by this much.

    It is Lundberg's inequality if the player has an edge, else 1.
    """
    mean = sum(net * share for net, share in nets.items())
    if mean <= 0:
        return 1.0
    results = [(float(net), float(share)) for net, share in nets.items()]

    def too_much(rate: float) -> bool:
        return sum(share * exp(min(-rate * net, 700.0)) for net, share in results) > 1

    low, high = 0.0, 1.0
    while not too_much(high):
        low, high = high, 2 * high
    while too_much(high / 2) and high > 1e-12:
        high /= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if too_much(middle) else (middle, high)
    return exp(-low * float(drop))


def _spaced(length: int, most: int = 200) -> list[int]:
    """At most this many places, evenly spaced, the first and the last included."""
    if length <= most:
        return list(range(length))
    return sorted({round(place * (length - 1) / (most - 1)) for place in range(most)})
