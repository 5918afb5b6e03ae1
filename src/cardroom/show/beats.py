"""A round in the beats in which it is shown again: one answer sets off many things, and each has its moment."""

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from cardroom.play.events import Acted, Dealt, Event, Moved, Settled, Transfer, Turned
from cardroom.play.places import BOARD, BURN, Place

__all__ = ["Beat", "beats"]

_STREETS = {3: "Flop", 4: "Turn", 5: "River"}
"""By the number of cards on the board."""


class Beat(NamedTuple):
    """Up to which event it goes, and what begins with it, where that has a name."""

    end: int
    mark: str = ""


def beats(events: Sequence[Event], since: int = 0) -> list[Beat]:
    """What happened from an event on, in beats: an answer, a deal to all, a street, what is turned, what is settled.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> [beat.mark for beat in beats(round.view().events)]
    ['', 'Deal']
    >>> before = len(round.events)
    >>> round.answer(round.ask.spot, "call")
    >>> round.answer(round.ask.spot, "check")
    >>> [beat.mark for beat in beats(round.view().events, before)]
    ['', '', 'Flop']
    """
    found, first, kind = list[Beat](), since, ""
    for number, event in enumerate(events[since:], since):
        new = _kind(event)
        if new == "posted" and kind == "acted":  # the chips of an answer
            continue
        if new and kind not in ("", "burn") and (new != kind or new == "acted"):
            found.append(Beat(number, _mark(events, first, number)))
            first = number
        kind = new or kind
    if first < len(events) or not found:
        found.append(Beat(len(events), _mark(events, first, len(events))))
    return found


def _kind(event: Event) -> str:
    """What keeps events together; nothing for those that belong to whatever goes on."""
    if isinstance(event, Dealt):
        return "burn" if event.place == BURN else "board" if event.place == BOARD else "hands"
    if isinstance(event, Transfer):
        return {"pot": "settled", "points": "settled", "bet": "posted", "ante": "posted"}.get(event.cause, "")
    if isinstance(event, Turned):
        return "board" if event.place == BOARD else "turned"
    return {Acted: "acted", Settled: "settled"}.get(type(event), "")


def _mark(events: Sequence[Event], first: int, end: int) -> str:
    now, before = events[first:end], events[:first]
    kinds = {_kind(event) for event in now}
    if "board" in kinds:
        return _STREETS.get(sum(_opened(event) for event in events[:end]), "")
    if "settled" in kinds:
        return "" if any(_kind(event) == "settled" for event in before) else "Settled"
    places = {event.place for event in now if isinstance(event, Dealt) and event.place != BURN}
    if places and not any(isinstance(event, Dealt) and event.place != BURN for event in before):
        return "Deal"
    if any(isinstance(event, Moved) for event in now):
        return ""
    hands = {place for place in places if place.kind == "hand"}
    if len({place.owner for place in hands}) < 2:
        return ""
    many = {sum(len(event.cards) for event in events[:end] if _comes_to(event, place)) for place in hands}
    return f"Card {max(many)}"


def _opened(event: Event) -> int:
    """How many cards of the board everybody sees from here on."""
    if isinstance(event, Turned) or (isinstance(event, Dealt) and event.to is None):
        return len(event.cards) if event.place == BOARD else 0
    return 0


def _comes_to(event: Event, place: Place) -> TypeGuard[Dealt]:
    return isinstance(event, Dealt) and event.place == place
