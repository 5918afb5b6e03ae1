"""Who may see a card, and what one bettor, or a viewer without a seat, may see of a round.

`seen_by` is the one place that decides what a viewer sees of an event: a card dealt face down is `UNKNOWN` to all but
the players it was dealt to. A `View` is an encodable value, made of the events that its viewer saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias, TypeVar

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.play.round.asks import Ask, Reply
from cardroom.play.round.events import Acted, Dealt, Event, Moved, Turned, balances_after, opening_balances
from cardroom.play.round.places import SHARED, Account, Place, Spot, area_of, hand_of, place_of, stack_of
from cardroom.rulebook import RuleSet

__all__ = ["Decide", "View", "gone_from", "positions_seen", "seen_by"]

_Kind = TypeVar("_Kind", bound=Event)


_HIDES = Dealt, Moved, Acted
"""Events that may hide something from some viewers."""


def seen_by(event: Event, viewer: str | None) -> Event:
    """Return the event as a bettor sees it; None is a viewer without a seat.

    >>> from cardroom.play.round.places import hand_of
    >>> seen_by(Dealt(hand_of("3"), (51, 50), to=("ann",)), "bob").cards == (UNKNOWN, UNKNOWN)
    True
    """
    if not isinstance(event, _HIDES) or event.to is None or viewer in event.to:
        return event
    if isinstance(event, Dealt):
        return Dealt(event.place, (UNKNOWN,) * len(event.cards), event.to)
    if isinstance(event, Moved):
        at = event.at if viewer in event.by else ()
        return msgspec.structs.replace(event, at=at, cards=(UNKNOWN,) * len(event.cards))
    return Acted(event.spot, event.action, None, event.absent, event.to, event.about)


class View(msgspec.Struct, frozen=True, dict=True):
    """What a viewer may see. Derived values are computed on first use and cached (`dict` is for that)."""

    viewer: str | None
    """A bettor, or None for a viewer without a seat."""
    rules: RuleSet
    spots: tuple[Spot, ...]
    stacks: dict[str, int]
    """All stacks before the round."""
    dealer: Place
    """The place of the cards to beat."""
    banker: str
    """The player-dealer's spot, or empty."""
    events: tuple[Event, ...]
    asked: tuple[str, ...]
    """The spots that are asked. All viewers see these."""
    asks: tuple[Ask, ...]
    """The viewer's own asks. Only the bettor who is asked sees the options."""
    meters: dict[str, int]
    """The last known amount on each jackpot's display before the round."""
    done: bool = False
    """Whether the round is over. A failed round is not, though no spot is asked."""
    own: Any = None
    """The script's own state before the round, such as a shoe's results, and after it once the round is over. It is
    public."""
    meanwhile: tuple[Ask, ...] = ()
    """The viewer's own optional asks."""

    @cached_property
    def balances(self) -> dict[Account, int]:
        """The balance of every account, computed from the events."""
        return balances_after(self.events, opening_balances(self.stacks))

    @cached_property
    def _spot_by_id(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.spots}

    @cached_property
    def _by_kind(self) -> dict[type, list[Any]]:
        by_kind: dict[type, list[Any]] = {}
        for event in self.events:
            by_kind.setdefault(type(event), []).append(event)
        return by_kind

    def stack(self, bettor: str) -> int:
        """The chips that a bettor has behind."""
        return self.balances.get(stack_of(bettor), 0)

    def stake(self, spot: str, wager: str) -> int:
        """The chips on a betting area."""
        return self.balances.get(area_of(spot, wager), 0)

    def spot(self, id: str) -> Spot:  # noqa: A002
        """The spot with this id."""
        return self._spot_by_id[id]

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """The events of one kind, in order; readers must not change the list."""
        return self._by_kind.get(kind, [])

    def hand(self, where: Spot | Place | str) -> list[Card]:
        """The cards at a place or of a spot. Cards that the viewer does not know are `UNKNOWN`.

        A text is a spot's id, "dealer" for the cards to beat, or the name of a shared place, for example "board".
        """
        place = self._place(where) if isinstance(where, str) else place_of(where)
        cards: list[Card] = []
        for event in self.events:
            if isinstance(event, Dealt) and event.place == place:
                cards.extend(event.cards)
            elif isinstance(event, Turned) and event.place == place:
                for position, card in zip(event.at, event.cards, strict=True):
                    cards[position] = card
            elif isinstance(event, Moved) and place in (event.place, event.into):
                if event.place == place:
                    moved = gone_from(event, len(cards))
                    cards = [card for position, card in enumerate(cards) if position not in moved]
                else:
                    cards.extend(event.cards)
        return cards

    def _place(self, name: str) -> Place:
        """The place that a text names."""
        if name in self._spot_by_id:
            return hand_of(name)
        if name == "dealer":
            return self.dealer
        if name in SHARED:
            return SHARED[name]
        spots = ", ".join(self._spot_by_id)
        raise InputError(f"there is no place {quoted(name)}: choose a spot ({spots}), dealer, {', '.join(SHARED)}")

    def dealt(self) -> list[Card]:
        """All cards in the order in which they left the deck. Cards that the viewer cannot identify are `UNKNOWN`."""
        cards: list[Card] = []
        places: dict[Place, list[int | None]] = {}
        for event in self.events:
            numbers: list[int | None]
            if isinstance(event, Dealt):
                numbers = list(range(len(cards), len(cards) + len(event.cards)))
                cards.extend(event.cards)
                places.setdefault(event.place, []).extend(numbers)
                continue
            if isinstance(event, Turned):
                numbers = [places[event.place][position] for position in event.at]
            elif isinstance(event, Moved):
                here = places[event.place]
                all_moved = len(event.cards) == len(here)
                if not event.at and not all_moved:  # the viewer can no longer tell which of these came when
                    here = [None] * len(here)
                moved = gone_from(event, len(here))
                numbers = [here[position] for position in moved]
                places[event.place] = [each for position, each in enumerate(here) if position not in moved]
                places.setdefault(event.into, []).extend(numbers)
            else:
                continue
            for number, card in zip(numbers, event.cards, strict=True):
                if card != UNKNOWN and number is not None:
                    cards[number] = card
        return cards


def gone_from(event: Moved, count: int) -> Sequence[int]:
    """The positions of cards that moved away, out of `count`. For viewers who may not know, the last ones.

    >>> from cardroom.play.round.places import MUCK, hand_of
    >>> list(gone_from(Moved(hand_of("3"), (), MUCK, (UNKNOWN, UNKNOWN)), 5))
    [3, 4]
    """
    return event.at or range(count - len(event.cards), count)


def positions_seen(events: Iterable[Event], viewer: str | None) -> set[int]:
    """The cards of the deal, counted from 0, that a viewer was shown. Only the house knows all events."""
    dealt = 0
    places: dict[Place, list[int]] = {}
    seen: set[int] = set()
    for event in events:
        if isinstance(event, Dealt):
            numbers = list(range(dealt, dealt + len(event.cards)))
            dealt += len(event.cards)
            places.setdefault(event.place, []).extend(numbers)
        elif isinstance(event, Turned):
            seen.update(places[event.place][position] for position in event.at)
            continue
        elif isinstance(event, Moved):
            numbers = [places[event.place][position] for position in event.at]
            places[event.place] = [each for each in places[event.place] if each not in numbers]
            places.setdefault(event.into, []).extend(numbers)
        else:
            continue
        if event.to is None or viewer in event.to:
            seen.update(numbers)
    return seen


Decide: TypeAlias = Callable[[View, Ask, Random], Reply]
"""A player's decision: takes the bettor's view, one of the bettor's asks and a random source, returns a reply."""
