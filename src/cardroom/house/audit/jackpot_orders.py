"""Changes of jackpots that need a second person, as the audit compares them with their approvals.

The change is an entry of the jackpot's book, and the approval is one of the cage's book, in the same transaction. So an
approval allows one entry, and an entry after a checkpoint has its approval after the checkpoint.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import JACKPOT
from cardroom.house.jackpots import JackpotTerms, changed_terms

__all__ = ["JACKPOT_ORDERS", "ApprovedChange", "JackpotOrder"]

JACKPOT_ORDERS = {"waits": "jackpot-change", "ceiling": "jackpot-ceiling", "funded": "jackpot-funding"}
"""The kinds of entries that need a second person, with the kinds of their orders."""


class ApprovedChange(NamedTuple):
    """A change of a jackpot that a second person approved."""

    who: str
    """Who asked for it."""
    why: str
    order: dict[str, Any]


class JackpotOrder(NamedTuple):
    """A change of a jackpot, as the jackpot's book has it."""

    name: str
    number: int
    """The number of the entry."""
    at: int
    who: str
    kind: str
    about: dict[str, Any]
    key: str | None
    before: JackpotTerms
    """The terms before the change."""

    @property
    def book(self) -> str:
        """The book of the jackpot."""
        return JACKPOT + self.name

    def allowed_by(self, approved: ApprovedChange) -> bool:
        """Whether an approval was given for exactly this change."""
        order, about = approved.order, self.about
        if (order.get("type"), order.get("jackpot")) != (JACKPOT_ORDERS[self.kind], self.name):
            return False
        if (approved.who, approved.why) != (self.who, about.get("why")):
            return False
        match self.kind:
            case "waits":
                return self._follows(order)
            case "ceiling":
                return bool(order.get("ceiling") == about.get("ceiling"))
            case _:
                ordered = order.get("source"), order.get("cents"), order.get("slip")
                return ordered == (about.get("source"), about.get("cents"), self.key)

    def _follows(self, order: dict[str, Any]) -> bool:
        """Whether its terms are those that an order asks for."""
        try:
            wanted = changed_terms(self.name, self.before, order.get("seed"), order.get("rate"))
            return wanted == msgspec.convert(self.about["terms"], JackpotTerms)
        except (InputError, TypeError):
            return False
