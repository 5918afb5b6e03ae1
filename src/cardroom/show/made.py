"""The words for the hand at a place, from the game's layout."""

from collections.abc import Mapping
from functools import lru_cache

from cardroom.cards import Card
from cardroom.games import layout
from cardroom.play import BOARD, Place, Shown
from cardroom.play.layout import Makes
from cardroom.rulebook import RuleSet
from cardroom.show.cards_at import CardsAt, boards
from cardroom.show.indexed_view import IndexedView

__all__ = ["hand_text", "makes_of", "shown_at"]


def shown_at(view: IndexedView, place: Place) -> Shown | None:
    """How the game's layout shows a place, or None. A split hand may have a part of its own in the layout."""
    declared = split = None
    for shown in layout(view.rules).places.get(place.kind, ()):
        if shown.part == place.part:
            declared = shown
        if shown.part == "split":
            split = shown
    if split is None or place.part:
        return declared
    circle = next((spot.whole for spot in view.spots if spot.id == place.owner), "")
    return split if circle and sum(spot.whole == circle for spot in view.spots) > 1 else declared


def makes_of(shown: Shown | None, here: CardsAt) -> Makes | None:
    """The function that names the hand at a place, if the layout has one. It may depend on how a joker was dealt."""
    if shown is None:
        return None
    return shown.wild if here.wild and shown.wild else shown.makes


def hand_text(view: IndexedView, place: Place, places: Mapping[Place, CardsAt]) -> str:
    """The words for the hand at a place, made with the board cards that are face up."""
    makes = makes_of(shown_at(view, place), places[place])
    if makes is None:
        return ""
    cards = tuple(places[place].cards)
    if place.kind == BOARD.kind:
        return _words(makes, view.rules, cards, ())
    first, *others = boards(places, whole=view.done)
    says = _words(makes, view.rules, cards, tuple(first))
    if not others or not says:
        return says
    also = [_words(makes, view.rules, cards, tuple(each)) for each in others]
    also = [words[:1].lower() + words[1:] if words[1:2].islower() else words for words in also]
    names = zip(("second", "third"), also, strict=False)
    return "; ".join((says, *(f"{name} board: {words}" for name, words in names)))


@lru_cache(maxsize=20_000)
def _words(makes: Makes, rules: RuleSet, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """The words for a hand, cached because many viewers see the same cards."""
    return makes(rules, cards, board)
