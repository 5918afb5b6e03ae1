"""The words for the hand at a place, from the game's layout."""

from collections.abc import Mapping
from functools import lru_cache
from inspect import signature

from cardroom.cards import Card
from cardroom.games import layout
from cardroom.play import BOARD, Place, Shown
from cardroom.play.game import Makes
from cardroom.rankings import MOST_KICKERS
from cardroom.rulebook import RuleSet
from cardroom.show.pictures.cards_at import CardsAt, boards
from cardroom.show.pictures.indexed_view import IndexedView

__all__ = ["hand_text", "makes_of", "shown_at", "words_told_apart"]


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


def hand_text(view: IndexedView, place: Place, places: Mapping[Place, CardsAt], more: int = 0) -> str:
    """The words for the hand at a place, made with the board cards that are face up, with `more` kickers than usual."""
    makes = makes_of(shown_at(view, place), places[place])
    if makes is None:
        return ""
    cards = tuple(places[place].cards)
    more = more if _names_kickers(makes) else 0
    if place.kind == BOARD.kind:
        return _words(makes, view.rules, cards, (), more)
    first, *others = boards(places, whole=view.done)
    says = _words(makes, view.rules, cards, tuple(first), more)
    if not others or not says:
        return says
    also = [_words(makes, view.rules, cards, tuple(each), more) for each in others]
    also = [words[:1].lower() + words[1:] if words[1:2].islower() else words for words in also]
    names = zip(("second", "third"), also, strict=False)
    return "; ".join((says, *(f"{name} board: {words}" for name, words in names)))


@lru_cache(maxsize=4096)
def _words(makes: Makes, rules: RuleSet, cards: tuple[Card, ...], board: tuple[Card, ...], more: int) -> str:
    """The words for a hand."""
    return makes(rules, cards, board, more=more) if more else makes(rules, cards, board)


@lru_cache(maxsize=256)  # to read a signature takes longer than to name a hand
def _names_kickers(makes: Makes) -> bool:
    return "more" in signature(makes).parameters


def words_told_apart(view: IndexedView, says: Mapping[Place, str], places: Mapping[Place, CardsAt]) -> dict[Place, str]:
    """The words of hands that are shown together, with kickers until different hands have different words.

    Equal words stay only for hands that are equal with all their kickers.
    """
    told = dict(says)
    for more in range(1, MOST_KICKERS):
        whole = {place: hand_text(view, place, places, MOST_KICKERS) for place in _alike(told)}
        for place in _alike(told, whole):
            told[place] = hand_text(view, place, places, more)
    return told


def _alike(told: Mapping[Place, str], whole: Mapping[Place, str] | None = None) -> set[Place]:
    """The places with the words of another one, for the high or the low, or on one of two boards.

    With the words of `whole` hands, only places whose hands differ.
    """
    first: dict[tuple[str, int, str], list[Place]] = {}
    for place, words in told.items():
        for number, part in enumerate(words.split("; ")):
            first.setdefault((place.part, number, part), []).append(place)
    groups = [(number, places) for (_, number, _), places in first.items() if len(places) > 1]
    if whole is None:
        return {place for _, places in groups for place in places}
    return {
        place
        for number, places in groups
        if len({whole[place].split("; ")[number] for place in places}) > 1
        for place in places
    }
