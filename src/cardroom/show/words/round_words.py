"""A round in sentences for one viewer: who did what, which cards came, where chips went and why.

The sentences are made from the viewer's own events, so they contain nothing that the viewer may not know.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from cardroom.cards import pretty
from cardroom.money import dollars
from cardroom.play import Place, Spot
from cardroom.play.round import (
    HOUSE_SPOT,
    Acted,
    Dealt,
    Event,
    Marked,
    Metered,
    Moved,
    Rolled,
    Said,
    Settled,
    Transfer,
    Turned,
    View,
)
from cardroom.show.explain import explanation
from cardroom.show.pictures import ABOUT_CARDS, CardsAt, Explanation, IndexedView, Sentence, follow
from cardroom.show.words.actions import action_sentence
from cardroom.show.words.cards import cards_sentence
from cardroom.show.words.chips import chips_sentence
from cardroom.show.words.names import about_whom, at_seat, jackpot_name, label, mine, spot_name

__all__ = ["Telling", "reason", "sentences", "settlement_text", "signed"]


def sentences(view: View, since: int = 0) -> list[Sentence]:
    """What has happened since an event, in sentences.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(1, "bank", 20000)
    >>> round.answer(2, "bet", {"ante": 500, "pair-plus": 500})
    >>> for line in sentences(round.view("bob")):
    ...     print(line.says)
    ann banks with $200
    Player-dealer: ann (round 1 of 2)
    You bet Ante $5, Pair Plus $5
    You get A♥ K♣ Q♦
    ann (player-dealer) gets ?? ?? ??
    ann (player-dealer) shows 3♦
    """
    return [line for line in Telling().on(IndexedView(view)) if line.event >= since]


class Telling:
    """A round in sentences for one viewer, extended as more happens. Earlier sentences never change.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> telling = Telling()
    >>> before = telling.on(IndexedView(round.view("ann")))
    >>> round.answer(round.ask.spot, "fold")
    >>> after = telling.on(IndexedView(round.view("ann")))
    >>> after == sentences(round.view("ann")), len(before) < len(after)
    (True, True)
    """

    def __init__(self, everybody: "Telling | None" = None) -> None:
        """With the telling of the public view, events that do not concern the viewer reuse its sentences."""
        self._everybody = everybody
        self._lines: list[Sentence] = []
        self._by_event: dict[int, list[Sentence]] = {}
        self._events = 0
        self.about: list[tuple[str | int, ...] | None] = []
        """In the public telling: the people that each event is about; None where every viewer sees it differently."""
        self.places: dict[Place, CardsAt] = {}
        """The cards at each place."""
        self.concerned = 0
        """How many events concerned the viewer."""
        self.apart: set[Place | str] = set()
        """Places and spots of which the viewer may know more than the public."""
        self._hands: set[str] = set()
        """Hands that were split off. From then on sentences give their numbers."""

    def on(self, view: IndexedView) -> list[Sentence]:
        """All sentences so far. Only those of new events are made."""
        if len(view.events) > self._events:
            if self._everybody is None:
                self.about += [about_whom(view, event) for event in view.events[self._events :]]
            if more := self._new_sentences(view):
                self._lines = [*self._lines, *more]
            self._events = len(view.events)
        return self._lines

    def along(self, events: Sequence[Event]) -> list[Sentence]:
        """As `on`, when no new event concerns the viewer: reuse the public sentences of these events."""
        if len(events) == self._events:
            return self._lines
        known: dict[int, list[Sentence]] = self._everybody._by_event if self._everybody else {}
        more: list[Sentence] = []
        for number in range(self._events, len(events)):
            if type(events[number]) in ABOUT_CARDS:
                follow(self.places, events[number])
            more += known.get(number, ())
        self._lines = [*self._lines, *more] if more else self._lines
        self._events = len(events)
        return self._lines

    def _new_sentences(self, view: IndexedView) -> list[Sentence]:
        """The sentences of new events."""
        events, spots, explained = view.events, view.spots, view.explained
        view = self._with_hands(view, spots)
        everybody = self._everybody
        more: list[Sentence] = []
        for number in range(self._events, len(events)):
            event = events[number]
            if type(event) in ABOUT_CARDS:
                follow(self.places, event)
                explained.clear()
                if isinstance(event, Moved) and _split_off(view, event.into):
                    self._hands.add(event.into.owner)
                    view = self._with_hands(view, spots)
            if everybody is None:
                lines = self._by_event[number] = [*self._sentences(view, number, event)]
                more += lines
                continue
            about = everybody.about[number]
            if about is not None and view.names.own.isdisjoint(about):
                more += everybody._by_event.get(number, ())
                continue
            self.concerned += 1
            self.apart |= _shown_in(event)
            more += self._sentences(view, number, event)
        return more

    def _sentences(self, view: IndexedView, number: int, event: Event) -> Iterable[Sentence]:
        """The sentences of one event."""
        match event:
            case Acted():
                return action_sentence(view, number, event)
            case Transfer(cause="pot" | "points"):
                return _explained(view, event, chips_sentence(view, number, event), self.places)
            case Transfer():
                return chips_sentence(view, number, event)
            case Dealt() | Moved() | Turned():
                return cards_sentence(view, number, event, self.places)
            case Settled():
                return _settled(view, number, event, self.places)
        return _other(view, number, event)

    def _with_hands(self, view: IndexedView, spots: Sequence[Spot]) -> IndexedView:
        if len(view.spots) == len(spots) and not view.names.split:
            return view
        there = tuple(spot for spot in spots if not spot.circle or spot.id in self._hands)
        return view if there == view.spots else view.with_spots(there)


def _explained(
    view: IndexedView, event: Event, lines: Iterable[Sentence], places: Mapping[Place, CardsAt]
) -> Iterator[Sentence]:
    """The sentences of a decision, each with what decided it."""
    why = explanation(view, event, places)
    for line in lines:
        yield msgspec.structs.replace(line, explains=why.says) if why else line


def _settled(view: IndexedView, number: int, event: Settled, places: Mapping[Place, CardsAt]) -> Iterator[Sentence]:
    """The result of a wager, with what decided it."""
    why = explanation(view, event, places)
    says = f"{spot_name(view, view.spot(event.spot))}, {settlement_text(view, event, why)}"
    ours, explains = mine(view, event.spot), why.says if why else ""
    yield Sentence(says, event.cite, "settled", ours, drawn=True, event=number, explains=explains)


def _other(view: IndexedView, number: int, event: Event) -> Iterator[Sentence]:
    match event:
        case Metered():
            yield Sentence(f"The {jackpot_name(view, event.jackpot)} now reads {dollars(event.reads)}", event=number)
        case Rolled() if view.rules.poker:  # each number is a card of the deck, drawn for the button
            cards = pretty(each - 1 for each in event.numbers)
            yield Sentence(f"Cards for the button: {cards}", kind="chance", event=number)
        case Rolled():
            yield Sentence(f"{event.what}: {', '.join(map(str, event.numbers))}", kind="chance", event=number)
        case Marked():
            about = f" ({event.says})" if event.says else ""
            marker = event.marker[:1].upper() + event.marker[1:]
            # The picture shows where a marker is, but not its text, such as "round 1 of 2".
            yield Sentence(f"{marker}: {at_seat(view, event.seat)}{about}", drawn=not event.says, event=number)
        case Said():
            who = f"{spot_name(view, view.spot(event.who))}: " if event.who else ""
            yield Sentence(f"{who}{event.text}", event.cite, "said", mine(view, event.who), event=number)


def _shown_in(event: Event) -> set[Place | str]:
    """The places and spots of which an event may show something to some viewers only."""
    match event:
        case Dealt():
            return {event.place}
        case Moved():
            return {event.place, event.into, *filter(None, (event.place.owner, event.into.owner))}
        case Acted() if event.spot != HOUSE_SPOT.id:
            return {event.spot}
    return set()


def _split_off(view: IndexedView, place: Place) -> bool:
    return place.kind == "hand" and not any(spot.id == place.owner for spot in view.spots)


def settlement_text(view: IndexedView, event: Settled, explained: Explanation | None = None) -> str:
    """The result of a wager in one line.

    >>> import cardroom
    >>> view = IndexedView(cardroom.game("three-card-poker-6-card-bonus").round(2, seed=1).view())
    >>> settlement_text(view, Settled("2", "ante", 500, 500, 300, "higher hand", True, "Ante: higher hand pays 1 to 1"))
    "Ante $5: +$3 (higher hand pays 1 to 1; the bank's wager reaches $3 of $5)"
    """
    wager = label(view.rules, event.wager) + (f" {dollars(event.stake)}" if event.stake else "")
    return f"{wager}: {signed(event.net)} ({reason(view, event, explained)})"


def reason(view: IndexedView, event: Settled, explained: Explanation | None = None) -> str:
    """The reason for a result, without the wager's name, and with the amount that the bank could not cover.

    Where the event says no more than which hand is higher, the explanation has short words for both hands.
    """
    why = event.why.removeprefix(f"{label(view.rules, event.wager)}: ")
    if explained and explained.short:
        why = explained.short + (f"; pays {why.partition(' pays ')[2]}" if event.won else "")
    if event.net != event.due:
        why += f"; the bank's wager reaches {dollars(abs(event.net))} of {dollars(abs(event.due))}"
    if event.breakage:
        why += f"; {event.breakage} cent is breakage"
    return why


def signed(amount: int) -> str:
    """An amount with its sign.

    >>> signed(500), signed(-250), signed(0)
    ('+$5', '-$2.50', '$0')
    """
    return f"{'+' if amount > 0 else ''}{dollars(amount)}"
