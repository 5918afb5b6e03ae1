"""The words for the hand at a place, from the game's layout."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from inspect import signature
from typing import TypeAlias

from cardroom.cards import Card
from cardroom.games import layout
from cardroom.play import BOARD, Place, Shown
from cardroom.play.game import Makes
from cardroom.rankings import MOST_KICKERS
from cardroom.rankings.base import by_name
from cardroom.rulebook import RuleSet
from cardroom.show.pictures.cards_at import CardsAt, boards
from cardroom.show.pictures.indexed_view import IndexedView

__all__ = ["hand_text", "makes_of", "shown_at", "words_told_apart"]

_PartKey: TypeAlias = tuple[str, int]
"""A part of a hand in words: the name of the board, and 0 for the high or 1 for the low."""


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


@by_name
@lru_cache(maxsize=4096)
def _words(makes: Makes, rules: RuleSet, cards: tuple[Card, ...], board: tuple[Card, ...], more: int) -> str:
    """The words for a hand."""
    return makes(rules, cards, board, more=more) if more else makes(rules, cards, board)


@lru_cache(maxsize=256)  # to read a signature takes longer than to name a hand
def _names_kickers(makes: Makes) -> bool:
    return "more" in signature(makes).parameters


def words_told_apart(
    view: IndexedView, says: Mapping[Place, str], places: Mapping[Place, CardsAt], folded: Set[str] = frozenset()
) -> dict[Place, str]:
    """The words of hands that are shown together, with kickers until different hands have different words.

    High and low, and the hands on each board, are told apart on their own. Equal words stay only for hands that are
    equal with all their kickers. The owners of `folded` hands were not in the showdown: their words do not change those
    of the others.
    """
    shown = {place: _Told(view, place, places, words) for place, words in says.items()}
    live = [each for place, each in shown.items() if place.owner not in folded]
    for group in _comparable(live):
        for more in range(1, MOST_KICKERS):
            for each, key in _alike(group):
                each.parts[key] = each.part(key, more)
    for place, each in shown.items():
        if place.owner in folded:
            _tell_folded_apart(each, [other for other in live if other.place.part == place.part])
    return {place: "; ".join(each.parts.values()) for place, each in shown.items()}


class _Told:
    """The words for one hand, in parts: the high and the low, on each board."""

    def __init__(self, view: IndexedView, place: Place, places: Mapping[Place, CardsAt], words: str) -> None:
        self.view, self.place, self.places = view, place, places
        self.parts = _parts(words)

    def part(self, key: _PartKey, more: int) -> str:
        """A part with `more` kickers than usual."""
        return _parts(hand_text(self.view, self.place, self.places, more))[key]

    def whole(self, key: _PartKey) -> str:
        """A part with all its kickers. Two hands are equal if these words are."""
        return self.part(key, MOST_KICKERS)


def _parts(words: str) -> dict[_PartKey, str]:
    """The parts of a hand in words, by the name of the board and their number there."""
    parts: dict[_PartKey, str] = {}
    board, number = "", 0
    for part in words.split("; "):
        found = re.match(r"(second|third) board: ", part)
        board, number = (found[1], 0) if found else (board, number)
        parts[board, number] = part
        number += 1
    return parts


_Group: TypeAlias = list[tuple[_Told, _PartKey]]


def _comparable(shown: Iterable[_Told]) -> list[_Group]:
    """The parts that are compared with each other."""
    groups: dict[tuple[str, _PartKey], _Group] = {}
    for each in shown:
        for key in each.parts:
            groups.setdefault((each.place.part, key), []).append((each, key))
    return list(groups.values())


def _alike(group: _Group) -> _Group:
    """The parts that have the words of a different hand."""
    same: dict[str, _Group] = {}
    for each, key in group:
        same.setdefault(each.parts[key], []).append((each, key))
    several = [parts for parts in same.values() if len(parts) > 1]
    return [part for parts in several if len({each.whole(key) for each, key in parts}) > 1 for part in parts]


def _tell_folded_apart(folded: _Told, live: Sequence[_Told]) -> None:
    """Give a folded hand the words of an equal hand, or words that no other hand has."""
    for key in folded.parts:
        others = [each for each in live if key in each.parts]
        equal = next((each for each in others if each.whole(key) == folded.whole(key)), None)
        if equal:
            folded.parts[key] = equal.parts[key]
            continue
        for more in range(1, MOST_KICKERS):
            if folded.parts[key] in [each.parts[key] for each in others]:
                folded.parts[key] = folded.part(key, more)
