"""Sentences about cards: who gets which cards, and what they show."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from cardroom.cards import pretty
from cardroom.play import BOARD, BURN, Place
from cardroom.play.round import HOUSE_SPOT, Acted, Dealt, Event, Moved, Turned
from cardroom.show.pictures import CardsAt, IndexedView, Sentence, hand_text, shown_at, words_told_apart
from cardroom.show.words.names import mine, place_name, verb

__all__ = ["cards_sentence"]


def cards_sentence(
    view: IndexedView, number: int, event: Dealt | Moved | Turned, places: Mapping[Place, CardsAt]
) -> Iterator[Sentence]:
    """A sentence for cards that were dealt, moved or turned over, or none where another sentence includes them.

    `places` has the cards at each place after the event.
    """
    place = event.into if isinstance(event, Moved) else event.place
    here, ours = places[place], place.kind == "hand" and mine(view, place.owner)
    shown = shown_at(view, place)
    match event:
        case Dealt() if place == BURN:
            says = f"{pretty(event.cards)} {'is' if len(event.cards) == 1 else 'are'} burned"
            yield Sentence(says, "", "cards", drawn=event.to is not None, event=number)
        case Dealt() if _goes_on(view.events, number, place):  # the last of several deals has the sentence
            pass
        case Dealt():
            faces = _faces(_together(view.events, number, place), here)
            says = _does(view, "get", place, faces) if shown else f"{place_name(view, place)}: {faces}"
            yield Sentence(
                says, "", "cards", ours, drawn=place.kind != BOARD.kind or event.to is not None, event=number
            )
        case Moved() if shown and _announced(view.events[:number], place.owner):
            pass
        case Moved() if shown:
            source = "" if event.place.kind == place.kind else f"{place_name(view, event.place).lower()}: "
            part = f" {shown.title}" if place.part else ""
            says = _does(view, "show" if part else "get", place, f"{source}{pretty(event.cards)}{part}")
            yield Sentence(says, "", "cards", ours, drawn=True, event=number)
        case Turned():
            makes = _told_apart(view, place, places) if all(here.up) else ""
            before = view.events[number - 1]
            action = "expose" if isinstance(before, Acted) and before.action == "expose" else "show"
            part = f" {shown.title}" if shown and place.part else ""
            says = _does(view, action, place, pretty(event.cards) + part) + (makes and f": {makes}")
            # A card exposed early is news. Hands that matter to the viewer are in the picture.
            drawn = ours or (len(event.cards) > 1 and place == view.dealer)
            yield Sentence(says, "", "turned", ours, drawn, number)


def _told_apart(view: IndexedView, place: Place, places: Mapping[Place, CardsAt]) -> str:
    """The words for a hand that was turned over. They differ from those of a different open hand."""
    open_hands = [each for each in places if each.kind != BOARD.kind and places[each].cards and all(places[each].up)]
    says = {each: hand_text(view, each, places) for each in open_hands}
    return words_told_apart(view, {each: words for each, words in says.items() if words}, places).get(place, "")


def _announced(earlier: Sequence[Event], spot: str) -> bool:
    """Whether the spot's last action, just before, already names where its cards go."""
    action = next((event for event in reversed(earlier) if not isinstance(event, Moved)), None)
    return isinstance(action, Acted) and action.spot == spot and isinstance(action.value, dict)


def _goes_on(events: Sequence[Event], number: int, place: Place) -> bool:
    """Whether this deal brings more cards to a place, directly or after other places have got theirs."""
    for event in islice(events, number + 1, None):
        if not isinstance(event, Dealt) or event.place.kind != place.kind:
            return False
        if event.place == place:
            return True
    return False


def _does(view: IndexedView, action: str, place: Place, cards: str) -> str:
    """The place's name, the verb and the cards."""
    name = place_name(view, place)
    does = verb(view, action, place.owner if place.kind == "hand" else HOUSE_SPOT.id)
    return f"{name}{',' if ',' in name else ''} {does} {cards}"


def _together(events: Sequence[Event], last: int, place: Place) -> list[Dealt]:
    """The deals to one place that end with this event. Deals to other places of the same kind may come between."""
    deals: list[Dealt] = []
    for event in reversed(events[: last + 1]):
        if not isinstance(event, Dealt) or event.place.kind != place.kind:
            break
        if event.place == place:
            deals.insert(0, event)
    return deals


def _faces(dealt: Sequence[Dealt], here: CardsAt) -> str:
    """Cards dealt to a place together, with their faces if the place has both up and down cards."""
    down = pretty(card for event in dealt if event.to is not None for card in event.cards)
    up = pretty(card for event in dealt if event.to is None for card in event.cards)
    if not here.mixed:
        return down + up
    return ", ".join(f"{cards} {face}" for cards, face in ((down, "down"), (up, "up")) if cards)
