"""The results of an equity: tallies as figures, exact or estimated, and nothing between."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from cardroom.figures import Estimate, Figure, figure
from cardroom.poker.equities.kernels import NO_LOW

__all__ = ["Equity", "PlayerEquity", "ShareTally", "results"]

Pot = tuple[int, int]
"""What a player gets of one board: sharers of the high part and of the low part; 0 gets nothing, NO_LOW is no low."""


class ShareTally(msgspec.Struct, frozen=True):
    """Weighted counts of what players got, over all deals or over sampled ones."""

    pots: list[dict[Pot, int]]
    """For each player the sums of weights by what the player got, for every board."""
    total: int
    """The sum of all weights, for every board."""
    deals: int
    """The deals that were counted: hands and cards to come."""
    quarters: list[list[int]] = []
    """For each player, the sums of weights of deals in which it got so many quarters of all boards, where there are
    several."""
    deal_total: int = 0
    """The sum of weights of all deals, where there are several boards."""
    sampled: str = ""
    """The seed, if the deals are a sample."""


class PlayerEquity(msgspec.Struct, frozen=True):
    """What one player wins."""

    hand: str
    combos: int
    """The hands of the range that known cards leave."""
    win: Figure
    """The share of deals in which the player alone has the best hand; in split games, of the high part."""
    tie: dict[int, Figure]
    """The share of deals with so many players who share that part, this one included."""
    equity: Figure
    """The share of the pot."""
    high: Figure | None = None
    """Split games: the share of the pot that comes from the high part."""
    low: Figure | None = None
    scoop: Figure | None = None
    """Split games and several boards: the share of deals in which the player gets the whole pot."""
    three_quarters: Figure | None = None
    half: Figure | None = None
    quarter: Figure | None = None

    def to_dict(self) -> dict[str, Any]:
        """The player's figures for JSON."""
        shown: dict[str, Any] = {"hand": self.hand, "combos": self.combos}
        for name in ("win", "tie", "equity", "high", "low", "scoop", "three_quarters", "half", "quarter"):
            value = getattr(self, name)
            if name == "tie":
                shown[name] = {str(sharers): figure(each) for sharers, each in value.items()}
            elif value is not None:
                shown[name] = figure(value)
        return shown


class Equity(msgspec.Struct, frozen=True):
    """The equity of every player."""

    game: str
    players: tuple[PlayerEquity, ...]
    deals: int
    """The deals that were counted, or sampled."""
    exact: bool
    error: float
    """The largest standard error of an equity; 0 if they are exact."""
    seed: str | None
    order: str
    """The order of hands that a percentage refers to; empty without one."""
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """All figures for JSON."""
        return {
            "game": self.game,
            "players": [player.to_dict() for player in self.players],
            "deals": self.deals,
            "exact": self.exact,
            "error": self.error,
            "seed": self.seed,
            "order": self.order,
            "notes": list(self.notes),
        }


def _high(pot: Pot) -> Fraction:
    sharers, lows = pot
    return Fraction(1, sharers * (1 if lows == NO_LOW else 2)) if sharers else Fraction(0)


def _low(pot: Pot) -> Fraction:
    lows = pot[1]
    return Fraction(1, 2 * lows) if 0 < lows < NO_LOW else Fraction(0)


def _share(pot: Pot) -> Fraction:
    return _high(pot) + _low(pot)


def results(
    game: str, hands: list[tuple[str, int]], tally: ShareTally, split: bool, order: str, notes: tuple[str, ...]
) -> Equity:
    """The figures of a tally. `hands` are what was written for each player, and how many hands that is."""
    players = []
    for place, ((written, combos), pots) in enumerate(zip(hands, tally.pots, strict=True)):
        mean = _Mean(pots, tally)
        shared = sorted({sharers for sharers, _ in pots if sharers > 1 and sharers <= len(hands)})
        known: dict[str, Any] = {
            "win": mean(lambda pot: Fraction(pot[0] == 1)),
            "tie": {sharers: mean(lambda pot, sharers=sharers: Fraction(pot[0] == sharers)) for sharers in shared},
            "equity": mean(_share),
        }
        if split:
            known |= {"high": mean(_high), "low": mean(_low)}
        if split or tally.quarters:
            names = ("quarter", "half", "three_quarters", "scoop")
            if tally.quarters:
                counts = tally.quarters[place]
                known |= {name: mean.of(counts[at], tally.deal_total) for at, name in enumerate(names, 1)}
            else:
                known |= {
                    name: mean(lambda pot, at=at: Fraction(_share(pot) == Fraction(at, 4)))
                    for at, name in enumerate(names, 1)
                }
        players.append(PlayerEquity(hand=written, combos=combos, **known))
    error = max((p.equity.standard_error for p in players if isinstance(p.equity, Estimate)), default=0.0)
    return Equity(game, tuple(players), tally.deals, not tally.sampled, error, tally.sampled or None, order, notes)


class _Mean:
    """The mean of what a deal pays, as a fraction, or as an estimate with its error."""

    def __init__(self, pots: dict[Pot, int], tally: ShareTally) -> None:
        self.pots, self.tally = pots, tally

    def __call__(self, of: Callable[..., Fraction]) -> Figure:
        total = self.tally.total
        if not self.tally.sampled:
            return sum((of(pot) * count for pot, count in self.pots.items()), Fraction(0)) / total
        mean = float(sum((of(pot) * count for pot, count in self.pots.items()), Fraction(0)) / total)
        square = sum(float(of(pot)) ** 2 * count for pot, count in self.pots.items()) / total
        return self._estimate(mean, square)

    def of(self, count: int, total: int) -> Figure:
        """The share of deals that were counted."""
        if not self.tally.sampled:
            return Fraction(count, total)
        return self._estimate(count / total, count / total)

    def _estimate(self, mean: float, square: float) -> Estimate:
        deals = self.tally.deals
        return Estimate(mean, sqrt(max(square - mean**2, 0.0) / max(deals - 1, 1)), deals, self.tally.sampled)
