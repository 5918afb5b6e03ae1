"""How often each hand occurs in a poker game, and what its collection costs.

In poker, players play against each other, so there is no house edge. What can be said exactly is how often a player who
stays to the end holds each hand, and what the posted collection takes by players and pace.
"""

from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis.report import Estimate
from cardroom.errors import InputError
from cardroom.figures import figure
from cardroom.rulebook import RuleSet

__all__ = ["PACE", "CollectionCost", "HandFrequencies", "PokerCards", "cards_of", "collection_costs"]

PACE = 30
"""Hands an hour, if none is given."""
SEED = "frequencies"
"""The simulation seed of all simulated deals."""


class HandFrequencies(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often each hand occurs.

    >>> coin = HandFrequencies("a coin", 2, {"heads": 1, "tails": 1})
    >>> coin.probability("heads")
    Fraction(1, 2)
    """

    title: str
    deals: int
    """Equally likely deals, or simulated ones."""
    lines: dict[str, int]
    """The deals with each hand, best first."""
    exact: bool = True
    note: str = ""
    """What is assumed about the player."""

    def probability(self, line: str) -> Fraction | Estimate:
        """The probability of a hand; an estimate if deals are simulated."""
        share = Fraction(self.lines[line], self.deals)
        if self.exact:
            return share
        return Estimate(float(share), sqrt(share * (1 - share) / self.deals), self.deals, SEED)

    def to_dict(self) -> dict[str, Any]:
        """The frequencies for JSON."""
        rows = [
            {"line": line, "deals": count, "probability": figure(self.probability(line))}
            for line, count in self.lines.items()
        ]
        return {"title": self.title, "exact": self.exact, "deals": self.deals, "lines": rows, "note": self.note}


class PokerCards(NamedTuple):
    """What frequencies depend on: many rule sets share them."""

    deck: str
    structure: str
    ranking: str
    low: str
    hole: int
    kept: int
    board: tuple[int, ...]
    discarding: tuple[int, ...]
    boards: int
    draws: int
    cards: int
    """The cards of a player and of the board together, at the showdown."""


def cards_of(rules: RuleSet) -> PokerCards | None:
    """What the frequencies of a poker game depend on; None if it is another game."""
    poker = rules.poker
    if poker is None:
        return None
    cards = sum(map(len, poker.streets)) or poker.kept + sum(poker.board)
    fields = {name: getattr(poker, name) for name in PokerCards._fields if name not in ("deck", "cards")}
    return PokerCards(rules.deck.name, **fields, cards=cards)


class CollectionCost(msgspec.Struct, frozen=True):
    """What the posted collection takes with this many players dealt in, in cents."""

    players: int
    pace: int
    """Hands an hour."""
    hand: dict[str, int]
    """What one hand pays in all if it ends after each moment, in order. Empty for a fee by the clock."""
    player_hour: Fraction
    """What each player pays in an hour if every hand goes to the end and all win equally often."""

    @property
    def player_hand(self) -> Fraction:
        """What each player pays in a hand, on average."""
        return self.player_hour / self.pace

    @property
    def table_hour(self) -> Fraction:
        """What all players pay in an hour."""
        return self.player_hour * self.players

    def to_dict(self) -> dict[str, Any]:
        """The costs for JSON."""
        return {
            "players": self.players,
            "hands_an_hour": self.pace,
            "hand_cents": self.hand,
            "player_hand_cents": figure(self.player_hand),
            "player_hour_cents": figure(self.player_hour),
            "table_hour_cents": figure(self.table_hour),
        }


def collection_costs(rules: RuleSet, pace: int = PACE) -> tuple[CollectionCost, ...]:
    """What the posted schedule takes, for every number of players; empty if none is posted.

    >>> from cardroom.rulebook import rule_set
    >>> few, *_, many = collection_costs(rule_set("texas-holdem", collection="1/4/7"))
    >>> many.players, many.hand, many.player_hour
    (10, {'modified': 100, 'flop': 1500, 'turn': 1600, 'river': 1700}, Fraction(5100, 1))
    """
    if pace < 1:
        raise InputError(f"{pace} hands an hour: write 1 or more")
    costs = []
    for players in range(rules.seats.least, rules.seats.most + 1):
        fees = [fee for fee in rules.posted if fee.holds(players)]
        charges = [charge for fee in fees for charge in fee.charge]
        if not charges:
            continue
        clock = [charge for charge in charges if charge.moment == "by the clock"]
        if clock:
            hourly = sum((Fraction(charge.fee(0) * 60, charge.minutes) for charge in clock), Fraction(0))
            costs.append(CollectionCost(players, pace, {}, hourly))
            continue
        hand: dict[str, int] = {charge.moment: charge.fee(0) for charge in charges if charge.moment == "modified"}
        total = 0
        for charge in charges:
            if charge.moment != "modified":
                total += charge.fee(0) * (players if charge.payer == "each player" else 1)
                hand[charge.moment] = total
        costs.append(CollectionCost(players, pace, hand, Fraction(total * pace, players)))
    return tuple(costs)
