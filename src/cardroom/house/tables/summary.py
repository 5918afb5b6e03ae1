"""Summaries of rounds for lists: stakes and results, for one player or for the whole table, and one line of text."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom.house.books import WAGERED
from cardroom.money import dollars
from cardroom.play.records import Opening, Outcome
from cardroom.play.round import Answer, Transfer
from cardroom.rulebook import RuleSet

__all__ = ["RoundMoney", "RoundPage", "RoundSummary"]


class RoundSummary(msgspec.Struct, frozen=True):
    """One round in a list, for one player or for the whole table."""

    table: str
    number: int
    """The number of the ledger entry that started the round. It identifies the round at its table."""
    game: str
    set: str
    name: str
    at: int
    """When it started, in microseconds since 1970."""
    ended: int
    """When it ended, in microseconds since 1970; 0 while it is in progress."""
    stake: int
    """Cents wagered, without what was never at risk."""
    net: int
    """The player's result in cents; for the whole table, the result of the house's bank."""
    fee: int
    jackpot: int
    """Cents that jackpots paid."""
    says: str
    """What happened, in one line."""
    voided: bool
    absent: bool
    """Whether a default was used for an absent player."""
    people: dict[str, int]
    """The result of every player who was dealt in; in one player's list, only theirs."""


class RoundPage(msgspec.Struct, frozen=True):
    """One page of a list of rounds, the latest first."""

    rounds: tuple[RoundSummary, ...]
    before: int
    """Where the next page starts; 0 after the last page."""


class RoundMoney:
    """The money that a round moved, for one player or for the whole table."""

    def __init__(self, opening: Opening, outcome: Outcome | None, who: str | None) -> None:
        self._who, self._outcome = who, outcome
        self._bettors = {spot.id: spot.bettor for spot in opening.spots}
        transfers = outcome.transfers if outcome else ()
        self.people = [who] if who else list(dict.fromkeys(self._bettors.values()))
        mine = [each for each in transfers if who is None or who in (_owner(each, 0), _owner(each, 1))]
        self.stake = sum(each.amount * WAGERED.get(each.cause, 0) for each in mine)
        self.fee = sum(each.amount for each in mine if each.cause == "fee")
        self.jackpot = sum(each.amount for each in mine if each.cause == "jackpot")
        self._banked = any(each.cause == "bank" for each in mine)
        self._pots = sum(each.amount for each in mine if each.cause == "pot")

    def is_mine(self, spot: str) -> bool:
        """Whether a spot, or the spot that it was split from, is the player's."""
        return self._who is None or self._bettors.get(spot.partition(".")[0]) == self._who

    def summary(self, rules: RuleSet, answers: Iterable[Answer]) -> str:
        """What happened, in one line."""
        if self._who is None or self._outcome is None:
            players = f"{len(self.people)} player{'s' if len(self.people) != 1 else ''}"
            return f"{players}, {dollars(self.stake)} wagered"
        settled = [each for each in self._outcome.settled if self.is_mine(each.spot)]
        parts = [f"{_label(rules, each.wager)}: {each.line}, {_signed(each.net)}" for each in settled]
        folded = any(answer.action == "fold" and self.is_mine(answer.spot) for answer in answers)
        if self._pots:
            parts.append(f"won {dollars(self._pots)}")
        elif folded:
            parts.append("folded")
        if self.jackpot:
            parts.append(f"jackpot {dollars(self.jackpot)}")
        return "; ".join(parts) or (
            "banked" if self._banked else "played" if self.stake or rules.point else "did not wager"
        )


def _owner(transfer: Transfer, side: int) -> str:
    account = (transfer.payer, transfer.payee)[side]
    return account.owner if account.kind == "stack" else ""


def _label(rules: RuleSet, wager: str) -> str:
    return rules.wager[wager].label if wager in rules.wager else wager


def _signed(cents: int) -> str:
    """An amount with its sign.

    >>> _signed(500), _signed(-250), _signed(0)
    ('+$5', '-$2.50', '$0')
    """
    return f"{'+' if cents > 0 else ''}{dollars(cents)}"
