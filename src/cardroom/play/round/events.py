"""Events: what happened at the table, as small values that say who may see them.

A round reports events in order. `view.py` decides what a viewer sees of each. Chips move only in `Transfer`s, so
`balances_after` gives every account at every moment.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from cardroom.cards import Card
from cardroom.play.round.places import Account, Place, stack_of
from cardroom.tags import kebab

__all__ = [
    "Acted",
    "Cause",
    "Dealt",
    "Event",
    "Marked",
    "Metered",
    "Moved",
    "Rolled",
    "Said",
    "Settled",
    "Transfer",
    "Turned",
    "balances_after",
    "opening_balances",
]


class Dealt(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Cards came to a place from the deck."""

    place: Place
    cards: tuple[Card, ...]
    to: tuple[str, ...] | None = None
    """The bettors who may see them; None means all viewers."""


class Turned(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Cards of a place were turned face up for all, by their position there."""

    place: Place
    at: tuple[int, ...]
    cards: tuple[Card, ...]


class Moved(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Cards went from one place to another, by their position there: a pile to a seat, a card of a split."""

    place: Place
    at: tuple[int, ...]
    """Hidden from viewers who may not see the cards; for them, the last cards there moved."""
    into: Place
    cards: tuple[Card, ...]
    to: tuple[str, ...] | None = None
    """The bettors who may see them from now on; None means all viewers."""
    by: tuple[str, ...] = ()
    """The bettors whose cards they were. They know which ones moved."""


class Acted(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """A spot gave an answer; its value may be secret."""

    spot: str
    action: str
    value: Any = None
    absent: bool = False
    to: tuple[str, ...] | None = None
    about: str = ""
    """The subject of the answer, such as the meter that was read."""


Cause = Literal[
    "wager",  # stack to area
    "bank",  # stack to the player-dealer's bank, and the rest of it back
    "win",  # bank to stack
    "loss",  # area to bank
    "stake",  # area to stack, with a win
    "push",  # area to stack, because the rules say push
    "uncovered",  # area to stack, because the bank's wager does not cover it
    "returned",  # area to stack, undecided
    "bet",  # stack to front: bets, raises, calls, live blinds
    "ante",  # stack to front
    "dead",  # stack to pot: does not count as a bet of the player
    "uncalled",  # front to stack
    "gathered",  # front to pot
    "pot",  # pot to stack
    "points",  # stack to stack, where players settle among themselves
    "fee",  # to the collection
    "drop",  # area to a jackpot's meter, its reserve and the house
    "jackpot",  # meter to stack, or house to stack
    "top-up",  # house to stack: what a share of a meter falls short of the wager, where a house adds it
    "seed",  # reserve or house to meter
]


class Transfer(msgspec.Struct, frozen=True, gc=False, tag=kebab, omit_defaults=True):
    """Chips went from one account to another. They move in no other way."""

    payer: Account
    payee: Account
    amount: int
    """Cents, always more than zero."""
    cause: Cause
    spot: str = ""
    """The spot that they move for."""
    wager: str = ""
    """The wager, or in poker the pot."""
    line: str = ""
    """The pay line, or the result, that decided a wager."""
    why: str = ""
    cite: str = ""


class Settled(msgspec.Struct, frozen=True, gc=False, tag=kebab, omit_defaults=True):
    """A wager was decided: what was due, how much of it the bank covers, and why. Its transfers follow.

    `due` and `net` are the player's gain in cents, before and after the bank's coverage.
    """

    spot: str
    wager: str
    stake: int
    due: int
    net: int
    line: str
    """The pay line, or the result, that decided it."""
    won: bool = False
    """Whether the line pays, rather than only returning the stake."""
    why: str = ""
    cite: str = ""
    breakage: str = ""
    """A fraction of a cent that the bank keeps, as `a/b`."""


class Metered(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """A jackpot's display shows a new amount after a hit."""

    jackpot: str
    reads: int


class Marked(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """A marker was placed at a seat: the button, the action button, the player-dealer's."""

    marker: str
    seat: int
    says: str = ""


class Rolled(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """A random draw that all can see, such as dice."""

    what: str
    numbers: tuple[int, ...]


class Said(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """The house dealer made an announcement."""

    text: str
    cite: str = ""
    who: str = ""
    """The spot that it is about."""
    tells_of: Place | None = None
    """The place whose face-down cards it says something about, as a peek does."""


Event: TypeAlias = Dealt | Turned | Moved | Acted | Transfer | Settled | Metered | Marked | Rolled | Said


def opening_balances(stacks: Mapping[str, int]) -> dict[Account, int]:
    """The balances before a round: the bettors' stacks. All other accounts start at zero."""
    return {stack_of(bettor): amount for bettor, amount in stacks.items()}


def balances_after(events: Iterable[Event], balances: Mapping[Account, int]) -> dict[Account, int]:
    """Return the balance of every account after these events.

    >>> from cardroom.play.round.places import area_of
    >>> bet = Transfer(stack_of("ann"), area_of("1", "ante"), 500, "wager")
    >>> list(balances_after([bet], opening_balances({"ann": 2000})).values())
    [1500, 500]
    """
    after = dict(balances)
    for event in events:
        if isinstance(event, Transfer):
            after[event.payer] = after.get(event.payer, 0) - event.amount
            after[event.payee] = after.get(event.payee, 0) + event.amount
    return after
