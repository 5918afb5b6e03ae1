"""What goes from a round into the next: small, typed, and all of it JSON."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from cardroom.clean import decoded
from cardroom.errors import InputError

__all__ = ["Carry", "Shoe", "Turn", "read_carry"]


MOST = 10**12
"""More than any shoe, stream or meter comes to."""


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a shoe has been dealt."""

    dealt: Annotated[int, Meta(ge=0, le=MOST)]
    drawn: Annotated[int, Meta(ge=0, le=MOST)] | None = None
    """How far the stream behind the order was used, for dice and reshuffles."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose turn the player-dealer position is."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    bettor: str
    turn: Annotated[int, Meta(ge=1, le=99)]
    """Rounds banked in a row, the last one counted."""


class Carry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The table's state between rounds of one game."""

    shoe: Shoe | None = None
    deck: Annotated[int, Meta(ge=0, le=99)] = 0
    """Which of several decks that take turns comes next."""
    bank: Turn | None = None
    meters: dict[str, Annotated[int, Meta(ge=0, le=MOST)]] = {}
    """What each jackpot's display read last, as far as this table knows."""
    fractions: dict[str, tuple[Annotated[int, Meta(ge=0, le=MOST)], Annotated[int, Meta(ge=0, le=MOST)]]] = {}
    """What each jackpot's meter and reserve are owed beyond whole cents, in parts of a cent (`rulebook.jackpots`)."""
    own: Any = None
    """The script's own state: of the type that its module declares."""

    def copy(self) -> "Carry":
        """One that can be changed without changing this one."""
        return msgspec.structs.replace(self, meters=dict(self.meters), fractions=dict(self.fractions))


def read_carry(said: Any, own: type[msgspec.Struct] | None) -> Carry:
    """Carried state as a record has it, with the script's own part as its type says; else it is refused.

    >>> read_carry({"shoe": {"dealt": 12}}, None).shoe
    Shoe(dealt=12, drawn=None)
    >>> read_carry({"shoe": {"dealt": "all"}}, None)
    Traceback (most recent call last):
    cardroom.errors.InputError: carried state: a whole number is expected, not a text, in shoe.dealt
    """
    try:
        # What was made in memory is held to the same bounds as what was read, where it holds numbers that matter.
        if (
            isinstance(said, Carry)
            and not (said.shoe or said.meters or said.fractions)
            and (own and isinstance(said.own, own))
        ):
            return said
        carry = msgspec.convert(msgspec.to_builtins(said), Carry)
        if carry.own is None:
            return carry
        if own is None:
            raise InputError("carried state: this game keeps nothing of its own")
        carry.own = msgspec.convert(carry.own, own)
        return carry
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(f"carried state: {decoded(str(error))}") from None
