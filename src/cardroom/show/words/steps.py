"""The steps in which a round is replayed: one answer can cause several things, and each is shown on its own."""

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from cardroom.play.round import BOARD, BURN, Acted, Dealt, Event, Moved, Place, Settled, Transfer, Turned

__all__ = ["Beat", "beats"]

_STREETS = {3: "Flop", 4: "Turn", 5: "River"}
"""Streets by the number of board cards."""


class Beat(NamedTuple):
    """One step of a replay."""

    end: int
    """The number of the first event after it."""
    mark: str = ""
    """The name of what begins with it: "Deal", "Flop"."""


def beats(events: Sequence[Event], since: int = 0) -> list[Beat]:
    """The steps since an event: an answer, a deal, a street, cards turned up, a settlement.

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
    steps, first, kind = list[Beat](), since, ""
    for number, event in enumerate(events[since:], since):
        new = _kind(event)
        if new == "posted" and kind == "acted":  # the chips of an answer
            continue
        if new and kind not in ("", "burn") and (new != kind or new == "acted"):
            steps.append(Beat(number, _mark(events, first, number)))
            first = number
        kind = new or kind
    if first < len(events) or not steps:
        steps.append(Beat(len(events), _mark(events, first, len(events))))
    return steps


def _kind(event: Event) -> str:
    """The kind of step that an event belongs to; empty for events that belong to the step in progress."""
    if isinstance(event, Dealt):
        return "burn" if event.place == BURN else event.place.kind if event.place.kind == "board" else "hands"
    if isinstance(event, Transfer):
        return {"pot": "settled", "points": "settled", "bet": "posted", "ante": "posted"}.get(event.cause, "")
    if isinstance(event, Turned):
        return "board" if event.place.kind == "board" else "turned"
    return {Acted: "acted", Settled: "settled"}.get(type(event), "")


def _mark(events: Sequence[Event], first: int, end: int) -> str:
    now, before = events[first:end], events[:first]
    kinds = {_kind(event) for event in now}
    if any(_board_cards_opened(event) for event in now):
        return _STREETS.get(sum(_board_cards_opened(event) for event in events[:end]), "")
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


def _board_cards_opened(event: Event) -> int:
    """How many board cards an event turns face up."""
    if isinstance(event, Turned) or (isinstance(event, Dealt) and event.to is None):
        return len(event.cards) if event.place == BOARD else 0
    return 0


def _comes_to(event: Event, place: Place) -> TypeGuard[Dealt]:
    return isinstance(event, Dealt) and event.place == place
