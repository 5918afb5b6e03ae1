"""A round in a list: what was staked and won, by one player or by all at the table, and what happened, in a line."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom.house.values import WAGERED
from cardroom.money import dollars
from cardroom.play.asks import Answer
from cardroom.play.events import Transfer
from cardroom.play.record import Opening, Outcome
from cardroom.rulebook import RuleSet

__all__ = ["Listed", "Moved", "Played"]


class Played(msgspec.Struct, frozen=True):
    """A round in a list: of one player, or of all at the table."""

    table: str
    number: int
    game: str
    set: str
    name: str
    at: int
    """When it began and ended, in microseconds since 1970; 0 where it goes on."""
    ended: int
    stake: int
    """What was wagered, in cents, less what was never at risk."""
    net: int
    """What the player is better off by; of all at the table, what the house's bank is."""
    fee: int
    jackpot: int
    """What jackpots paid."""
    says: str
    """What happened, in a line."""
    voided: bool
    absent: bool
    """Whether the rules answered for somebody who did not."""
    people: dict[str, int]
    """What everybody who was dealt in is better off by; of one player's list, theirs alone."""


class Listed(msgspec.Struct, frozen=True):
    """Some rounds, the latest first."""

    rounds: tuple[Played, ...]
    before: int
    """Where the list goes on; 0 at its end."""


class Moved:
    """What a round moved, for a player or for all."""

    def __init__(self, opening: Opening, outcome: Outcome | None, who: str | None) -> None:
        self._who, self._outcome = who, outcome
        self._bettors = {spot.id: spot.bettor for spot in opening.spots}
        moved = outcome.transfers if outcome else ()
        self.people = [who] if who else list(dict.fromkeys(self._bettors.values()))
        mine = [each for each in moved if who is None or who in (_owner(each, 0), _owner(each, 1))]
        self.stake = sum(each.amount * WAGERED.get(each.cause, 0) for each in mine)
        self.fee = sum(each.amount for each in mine if each.cause == "fee")
        self.jackpot = sum(each.amount for each in mine if each.cause == "jackpot")
        self._banked = any(each.cause == "bank" for each in mine)
        self._pots = sum(each.amount for each in mine if each.cause == "pot")

    def is_mine(self, spot: str) -> bool:
        """Whether a spot is the player's, or that of a hand which was split off from theirs."""
        return self._who is None or self._bettors.get(spot.partition(".")[0]) == self._who

    def says(self, rules: RuleSet, answers: Iterable[Answer]) -> str:
        """What happened, in a line."""
        if self._who is None or self._outcome is None:
            many = f"{len(self.people)} player{'s' if len(self.people) != 1 else ''}"
            return f"{many}, {dollars(self.stake)} wagered"
        settled = [each for each in self._outcome.settled if self.is_mine(each.spot)]
        said = [f"{_label(rules, each.wager)}: {each.line}, {_signed(each.net)}" for each in settled]
        folded = any(answer.action == "fold" and self.is_mine(answer.spot) for answer in answers)
        if self._pots:
            said.append(f"won {dollars(self._pots)}")
        elif folded:
            said.append("folded")
        if self.jackpot:
            said.append(f"jackpot {dollars(self.jackpot)}")
        return "; ".join(said) or (
            "banked" if self._banked else "played" if self.stake or rules.point else "did not wager"
        )


def _owner(moved: Transfer, side: int) -> str:
    account = (moved.payer, moved.payee)[side]
    return account.owner if account.kind == "stack" else ""


def _label(rules: RuleSet, wager: str) -> str:
    return rules.wager[wager].label if wager in rules.wager else wager


def _signed(cents: int) -> str:
    """A change of money.

    >>> _signed(500), _signed(-250), _signed(0)
    ('+$5', '-$2.50', '$0')
    """
    return f"{'+' if cents > 0 else ''}{dollars(cents)}"
