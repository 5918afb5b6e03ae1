"""What goes from a round into the next: small, typed, and all of it JSON."""

from typing import Any

import msgspec

from cardroom.errors import Mistaken

__all__ = ["Carry", "Shoe", "Turn", "read_carry"]


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a shoe has been dealt."""

    dealt: int
    drawn: int | None = None
    """How far the stream behind the order was used, for dice and reshuffles."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose turn the player-dealer position is."""

    seat: int
    bettor: str
    turn: int
    """Rounds banked in a row, the last one counted."""


class Carry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The table's state between rounds of one game."""

    shoe: Shoe | None = None
    deck: int = 0
    """Which of several decks that take turns comes next."""
    bank: Turn | None = None
    meters: dict[str, int] = {}
    """What each jackpot's display read last, as far as this table knows."""
    own: Any = None
    """The script's own state: of the type that its module declares."""

    def copy(self) -> "Carry":
        """One that can be changed without changing this one."""
        return msgspec.structs.replace(self, meters=dict(self.meters))


def read_carry(said: Any, own: type[msgspec.Struct] | None) -> Carry:
    """Carried state as a record has it, with the script's own part as its type says; else it is refused.

    >>> read_carry({"shoe": {"dealt": 12}}, None).shoe
    Shoe(dealt=12, drawn=None)
    >>> read_carry({"shoe": {"dealt": "all"}}, None)
    Traceback (most recent call last):
    cardroom.errors.Mistaken: carried state: Expected `int`, got `str` - at `$.shoe.dealt`
    """
    try:
        carry = said if isinstance(said, Carry) else msgspec.convert(said, Carry)
        if carry.own is None or (own is not None and isinstance(carry.own, own)):
            return carry
        if own is None:
            raise Mistaken("carried state: this game keeps nothing of its own")
        return msgspec.structs.replace(carry, meters=dict(carry.meters), own=msgspec.convert(carry.own, own))
    except msgspec.ValidationError as error:
        raise Mistaken(f"carried state: {error}") from None
