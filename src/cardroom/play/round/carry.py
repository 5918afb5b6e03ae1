"""State that goes from one round to the next: small, typed, and all of it JSON."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from cardroom.clean import decoder_error_text
from cardroom.errors import InputError

__all__ = ["Carry", "Shoe", "Turn", "read_carry"]


MOST = 10**12
"""An upper bound for the numbers of shoes, streams and meters."""


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a shoe has been dealt."""

    dealt: Annotated[int, Meta(ge=0, le=MOST)]
    drawn: Annotated[int, Meta(ge=0, le=MOST)] | None = None
    """How many bytes of the stream after the order were used, for dice and reshuffles."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player-dealer position and its holder."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    bettor: str
    turn: Annotated[int, Meta(ge=1, le=99)]
    """Rounds banked in a row, including the last."""


class Carry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The table's state between rounds of one game."""

    shoe: Shoe | None = None
    deck: Annotated[int, Meta(ge=0, le=99)] = 0
    """The next of several decks that take turns."""
    bank: Turn | None = None
    meters: dict[str, Annotated[int, Meta(ge=0, le=MOST)]] = {}
    """The last known amount on each jackpot's display."""
    fractions: dict[str, tuple[Annotated[int, Meta(ge=0, le=MOST)], Annotated[int, Meta(ge=0, le=MOST)]]] = {}
    """Fractions of a cent that each jackpot's meter and reserve are owed (`rulebook.jackpots`)."""
    own: Any = None
    """The script's own state, of the type that its declaration names."""

    def copy(self) -> "Carry":
        """Return a copy that can be changed without changing this one."""
        return msgspec.structs.replace(self, meters=dict(self.meters), fractions=dict(self.fractions))


def read_carry(value: Any, own: type[msgspec.Struct] | None) -> Carry:
    """Read carried state from a record, with the script's own part by its type. Raise `InputError` if it is invalid.

    >>> read_carry({"shoe": {"dealt": 12}}, None).shoe
    Shoe(dealt=12, drawn=None)
    >>> read_carry({"shoe": {"dealt": "all"}}, None)
    Traceback (most recent call last):
    cardroom.errors.InputError: carried state: a whole number is expected, not a text, in shoe.dealt
    """
    try:
        # Values made in memory are checked like those read from a file, if they hold numbers that matter.
        if (
            isinstance(value, Carry)
            and not (value.shoe or value.meters or value.fractions)
            and (own and isinstance(value.own, own))
        ):
            return value
        carry = msgspec.convert(msgspec.to_builtins(value), Carry)
        if carry.own is None:
            return carry
        if own is None:
            raise InputError("carried state: this game has no state of its own; remove the field own")
        carry.own = msgspec.convert(carry.own, own)
        return carry
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(f"carried state: {decoder_error_text(str(error))}") from None
