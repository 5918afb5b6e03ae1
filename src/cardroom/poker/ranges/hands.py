"""Hands as numbers, arrays of all hands that match patterns, and the range: hands with their weights.

A hand has two parts: cards down and up in stud, kept and discarded in other games; the second part may be empty. As a
number it has four bits for the size of its first part, then six bits for each card, highest first in each part, and
ones up to ten cards. So sets of hands are sorted arrays.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.cards import Card, text
from cardroom.errors import InputError
from cardroom.poker.dealing import GameHands

__all__ = ["MOST_HANDS", "Numbers", "Range", "cards_of", "mask_of", "masks_of", "matching", "number_of", "numbers_of"]

Numbers = NDArray[Any]

MOST_HANDS = 25_000_000
"""The most hands that are looked at for one pattern: more than all of six cards."""
_SLOTS = 10
_EMPTY = 63
_CHUNK = 5
"""From so many free cards on, all hands are made in parts."""


# -- one hand ----------------------------------------------------------------------------------------------------------


def number_of(first: Iterable[Card], second: Iterable[Card] = ()) -> int:
    """The number of a hand.

    >>> cards_of(number_of([5, 51], [7]))
    ((51, 5), (7,))
    """
    one, other = sorted(first, reverse=True), sorted(second, reverse=True)
    number = len(one)
    for card in chain(one, other, [_EMPTY] * (_SLOTS - len(one) - len(other))):
        number = number << 6 | card
    return number


def cards_of(number: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of a hand in its two parts."""
    cards = [card for at in reversed(range(_SLOTS)) if (card := number >> 6 * at & 63) != _EMPTY]
    size = number >> 60
    return tuple(cards[:size]), tuple(cards[size:])


def mask_of(cards: Iterable[Card]) -> int:
    """Cards as a set of bits."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


# -- arrays of hands ---------------------------------------------------------------------------------------------------


def slots(numbers: Numbers) -> Numbers:
    """The cards of hands, a row each; 63 where there is none."""
    shifts = np.arange(6 * (_SLOTS - 1), -1, -6, dtype=np.uint64)
    return ((numbers[:, None] >> shifts) & np.uint64(63)).astype(np.uint8)


def masks_of(numbers: Numbers) -> Numbers:
    """All cards of each hand as bits."""
    masks = np.zeros(len(numbers), np.uint64)
    for at in range(_SLOTS):
        card = (numbers >> np.uint64(6 * at)) & np.uint64(63)
        masks |= np.where(card == _EMPTY, np.uint64(0), np.uint64(1) << card)
    return masks


def numbers_of(first: Numbers, second: Numbers) -> Numbers:
    """The numbers of hands from their cards, a row each."""
    parts = [np.sort(part, axis=1)[:, ::-1] for part in (first, second)]
    numbers = np.full(len(first), first.shape[1], np.uint64)
    for part in parts:
        for column in part.T:
            numbers = (numbers << np.uint64(6)) | column.astype(np.uint64)
    missing = _SLOTS - first.shape[1] - second.shape[1]
    return (numbers << np.uint64(6 * missing)) | np.uint64((1 << 6 * missing) - 1)


@lru_cache(maxsize=16)
def _choices(count: int, size: int) -> Numbers:
    """All choices of so many of `range(count)`: ascending in each row, and rows by their last card first."""
    if size == 0:
        return np.zeros((1, 0), np.uint8)
    return np.concatenate(list(_choices_in_parts(count, size)) or [np.zeros((0, size), np.uint8)])


def _choices_in_parts(count: int, size: int) -> Iterator[Numbers]:
    """The same in parts, by the last card."""
    fewer = _choices(count - 1, size - 1) if count >= size else np.zeros((0, size - 1), np.uint8)
    for last in range(size - 1, count):
        part = np.empty((comb(last, size - 1), size), np.uint8)
        part[:, :-1] = fewer[: len(part)]
        part[:, -1] = last
        yield part


@cache
def _needs(patterns: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """How many cards of which sets a hand needs, so that each pattern card gets a card of its own (Hall's theorem).

    >>> _needs((0b1100, 0b1100))
    ((12, 2),)
    """
    least: dict[int, int] = {}
    for size in range(1, len(patterns) + 1):
        for some in combinations(patterns, size):
            union = 0
            for each in some:
                union |= each
            least[union] = size
    return tuple(
        (union, count)
        for union, count in least.items()
        if not any(other != union and other & ~union == 0 and most >= count for other, most in least.items())
    )


def _fit(masks: Numbers, patterns: tuple[int, ...]) -> Numbers:
    fits = np.ones(len(masks), np.bool_)
    for union, count in _needs(patterns):
        fits &= np.bitwise_count(masks & np.uint64(union)) >= count
    return fits


def _bits(cards: Numbers) -> Numbers:
    masks = np.zeros(len(cards), np.uint64)
    for column in cards.T:
        masks |= np.uint64(1) << column.astype(np.uint64)
    return masks


def matching(
    dealing: GameHands, first: tuple[int, ...], second: tuple[int, ...] | None, size: tuple[int, int]
) -> Numbers:
    """The sorted numbers of all hands of a size that match patterns, each the bits of the cards that a card may be.

    With a second tuple, each part of the hand matches its own patterns; without, the cards may lie in either part.
    """
    every = mask_of(dealing.deck)
    patterns = first + (second or ())
    fixed = [each.bit_length() - 1 for each in patterns if each.bit_count() == 1]
    if len(set(fixed)) < len(fixed):
        twice = next(card for card in fixed if fixed.count(card) > 1)
        raise InputError(f"{text(twice)} is in one hand twice; write another card")
    free = np.array([card for card in dealing.deck if card not in fixed], np.uint8)
    if len(patterns) == sum(size) and every not in patterns:  # each card is one that some pattern names
        union = 0
        for each in patterns:
            union |= each
        free = free[(np.uint64(union) >> free.astype(np.uint64)) & np.uint64(1) == 1]
    missing = sum(size) - len(fixed)
    own = [card for card in fixed if 1 << card in first] if second is not None else []
    ways = comb(missing, size[0] - len(own)) if second is not None else comb(sum(size), size[0])
    if comb(len(free), missing) * ways > MOST_HANDS:
        raise InputError(
            f"it may be one of more than {MOST_HANDS:,} hands; name more of its {sum(size)} cards, with their suits"
        )
    wide = tuple(each for each in first if each & every != every)
    parts = []
    whole = missing < _CHUNK
    for chosen in [_choices(len(free), missing)] if whole else _choices_in_parts(len(free), missing):
        cards = free[chosen]
        if second is None:
            rows = np.concatenate([cards, np.tile(np.array(fixed, np.uint8), (len(cards), 1))], axis=1)
            rows = rows[_fit(_bits(rows), wide)]
            parts += [numbers_of(rows[:, some], np.delete(rows, some, axis=1)) for some in _columns(sum(size), size[0])]
        else:
            held = np.array(own, np.uint8)
            other = np.array([card for card in fixed if card not in own], np.uint8)
            for some in _columns(missing, size[0] - len(own)):
                one = np.concatenate([cards[:, some], np.tile(held, (len(cards), 1))], axis=1)
                two = np.concatenate([np.delete(cards, some, axis=1), np.tile(other, (len(cards), 1))], axis=1)
                fits = _fit(_bits(one), wide) & _fit(_bits(two), tuple(s for s in second if s & every != every))
                parts.append(numbers_of(one[fits], two[fits]))
    found = np.concatenate(parts) if parts else np.zeros(0, np.uint64)
    found.sort()  # each hand comes once
    return found


def _columns(count: int, size: int) -> list[list[int]]:
    return [list(some) for some in combinations(range(count), size)]


# -- a range -----------------------------------------------------------------------------------------------------------


class Range(msgspec.Struct, frozen=True, eq=False):
    """Hands of a game, each with a weight from 0 to 1.

    >>> from cardroom.poker import range_of
    >>> aces = range_of("texas-holdem", "AA@0.5, KK")
    >>> len(aces), aces.total
    (12, Fraction(9, 1))
    """

    dealing: GameHands
    numbers: Numbers
    """The sorted numbers of its hands."""
    places: Numbers
    """For each hand, the place of its weight in `weights`."""
    weights: tuple[Fraction, ...]
    notes: tuple[str, ...] = ()
    """What a reader may have meant otherwise, and what percents reached."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def total(self) -> Fraction:
        """The sum of all weights."""
        counts = np.bincount(self.places, minlength=len(self.weights)).tolist()
        return sum((count * weight for count, weight in zip(counts, self.weights, strict=True)), Fraction(0))

    def without(self, cards: Iterable[Card]) -> "Range":
        """The hands that have none of these cards.

        >>> from cardroom.cards import parse
        >>> from cardroom.poker import range_of
        >>> len(range_of("texas-holdem", "AA").without(parse("As")))
        3
        """
        left = masks_of(self.numbers) & np.uint64(mask_of(cards)) == 0
        return msgspec.structs.replace(self, numbers=self.numbers[left], places=self.places[left])

    def hands(self) -> list[tuple[tuple[Card, ...], tuple[Card, ...], Fraction]]:
        """Every hand with its two parts and its weight."""
        return [
            (*cards_of(number), self.weights[place])
            for number, place in zip(self.numbers.tolist(), self.places.tolist(), strict=True)
        ]

    def same(self, other: "Range") -> bool:
        """Whether another range has the same hands with the same weights."""
        return (
            len(self) == len(other)
            and bool((self.numbers == other.numbers).all())
            and self._values() == other._values()
        )

    def _values(self) -> Sequence[Fraction]:
        return [self.weights[place] for place in self.places.tolist()]


def hand_text(first: Sequence[Card], second: Sequence[Card], structure: str) -> str:
    """A hand as ranges write it.

    >>> hand_text([51, 47], [3], "stud"), hand_text([51, 47], [3], "draw"), hand_text([51, 47], [], "community")
    ('(AsKs)2s', 'AsKs/2s', 'AsKs')
    """
    one, two = (text(part).replace(" ", "") for part in (first, second))
    if structure == "stud":
        return f"({one}){two}"
    return f"{one}/{two}" if two else one
