"""What happened at the table, as small values that know who may see them.

A round tells events in order; `seen_by` is the one place that decides what a viewer gets of each: a card dealt
face down is `UNKNOWN` to everybody but those it was dealt to.
"""

from typing import Any, TypeAlias

import msgspec

from cardroom.cards import UNKNOWN, Card

__all__ = [
    "Acted",
    "Dealt",
    "Event",
    "Fee",
    "Moved",
    "Placed",
    "Returned",
    "Rolled",
    "Said",
    "Settled",
    "Turned",
    "Won",
    "seen_by",
]


class Dealt(msgspec.Struct, frozen=True, gc=False, tag="dealt"):
    """Cards that came to a place: a spot, or a name such as "board" or "dealer"."""

    place: str
    cards: tuple[Card, ...]
    to: tuple[str, ...] | None = None
    """The bettors who may look at them; None is everybody."""


class Turned(msgspec.Struct, frozen=True, gc=False, tag="turned"):
    """Cards of a place that everybody can see from now on, by their position there."""

    place: str
    at: tuple[int, ...]
    cards: tuple[Card, ...]


class Moved(msgspec.Struct, frozen=True, gc=False, tag="moved"):
    """Cards that went from one place to another, by their position there: a pile to a seat, a card of a split."""

    place: str
    at: tuple[int, ...]
    into: str
    cards: tuple[Card, ...]
    to: tuple[str, ...] | None = None
    """The bettors who may look at them from now on; None is everybody."""


class Acted(msgspec.Struct, frozen=True, gc=False, tag="acted"):
    """An answer that was given; its value may be secret."""

    spot: str
    action: str
    value: Any = None
    absent: bool = False
    to: tuple[str, ...] | None = None


class Placed(msgspec.Struct, frozen=True, gc=False, tag="placed"):
    """Chips that went from a bettor's stack to a betting area."""

    spot: str
    wager: str
    amount: int


class Settled(msgspec.Struct, frozen=True, gc=False, tag="settled"):
    """A wager that was decided: what was due, what the bank covered of it, and why.

    `due` and `net` are what the player is better off by, in cents, before and after the bank's coverage.
    """

    spot: str
    wager: str
    stake: int
    due: int
    net: int
    why: str
    cite: str
    breakage: str = ""
    """A fraction of a cent that the bank keeps, as `a/b`."""


class Won(msgspec.Struct, frozen=True, gc=False, tag="won"):
    """Chips that went from the pot to a player."""

    spot: str
    amount: int
    pot: str
    why: str
    cite: str = ""


class Returned(msgspec.Struct, frozen=True, gc=False, tag="returned"):
    """Chips that went back to a bettor without being decided."""

    spot: str
    wager: str
    amount: int
    why: str


class Fee(msgspec.Struct, frozen=True, gc=False, tag="fee"):
    """A collection that was taken."""

    spot: str
    amount: int
    cite: str


class Rolled(msgspec.Struct, frozen=True, gc=False, tag="rolled"):
    """A chance draw that everybody sees, such as dice."""

    what: str
    numbers: tuple[int, ...]


class Said(msgspec.Struct, frozen=True, gc=False, tag="said"):
    """What the house dealer announces."""

    text: str
    cite: str = ""
    of: str = ""
    """The place whose face-down cards it tells something of, as a peek does."""


Event: TypeAlias = Dealt | Turned | Moved | Acted | Placed | Settled | Won | Returned | Fee | Rolled | Said


def seen_by(event: Event, viewer: str | None) -> Event:
    """The event as a bettor sees it, or as anybody does if None.

    >>> seen_by(Dealt("3", (51, 50), to=("3",)), "4").cards == (UNKNOWN, UNKNOWN)
    True
    """
    if isinstance(event, Dealt) and event.to is not None and viewer not in event.to:
        return Dealt(event.place, (UNKNOWN,) * len(event.cards), event.to)
    if isinstance(event, Moved) and event.to is not None and viewer not in event.to:
        return msgspec.structs.replace(event, cards=(UNKNOWN,) * len(event.cards))
    if isinstance(event, Acted) and event.to is not None and viewer not in event.to:
        return Acted(event.spot, event.action, None, event.absent, event.to)
    return event
