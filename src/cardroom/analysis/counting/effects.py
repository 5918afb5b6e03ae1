"""Effects of removal, and linear counts: integer tags that are added up as cards leave the shoe.

A wager is worth something else when one card is gone. These effects are exact. A linear count approximates them by
integer tags. The better the tags correlate with the effects, the better the count tells when the wager is good.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import floor, gcd
from typing import NamedTuple

import numpy as np

from cardroom.analysis.report import Root
from cardroom.cards import Card

__all__ = ["DECK", "CardClass", "Effects", "LinearCount", "best_counts", "by_class", "linear_count"]

DECK = 52
"""The cards by which a true count is given."""


class CardClass(NamedTuple):
    """Cards that are alike for a wager."""

    name: str
    card: Card
    """One of them."""
    number: int
    """How many of them a full shoe has."""


class Effects(NamedTuple):
    """What a wager is worth to the player, and the effect of removing one card of each class. All per unit."""

    value: Fraction
    """The player's expected result from the full shoe: the edge with the other sign."""
    classes: tuple[CardClass, ...]
    each: tuple[Fraction, ...]
    """By class: the player's expected result without one such card, less `value`."""

    @property
    def cards(self) -> int:
        """The cards of the full shoe."""
        return sum(each.number for each in self.classes)


class LinearCount(NamedTuple):
    """Tags for each class of cards, positive where the removal is good for the wager."""

    tags: tuple[int, ...]
    correlation: Root
    """The correlation of tags and effects over the cards of the shoe."""
    mean: Fraction
    """The average tag. It is 0 in a balanced count."""
    slope: Fraction
    """The effect of removing a card whose tag is one more, by least squares."""
    trigger: Fraction
    """The true count, per deck of 52 cards that are left, at which the wager is worth nothing by this count."""

    def true_count(self, counts: Sequence[int], cards: int) -> Fraction:
        """The true count when so many cards of each class are gone from a shoe of `cards`."""
        gone = sum(counts)
        running = sum(tag * many for tag, many in zip(self.tags, counts, strict=True)) - self.mean * gone
        return running * DECK / (cards - gone)

    def value(self, effects: Effects, true: Fraction) -> Fraction:
        """The player's expected result at a true count, by the count."""
        return effects.value + self.slope * true * (effects.cards - 1) / DECK


def linear_count(effects: Effects, tags: Sequence[int]) -> LinearCount:
    """The count with these tags.

    >>> from cardroom.cards import parse
    >>> high, low = (CardClass(name, card, 2) for name, card in zip(("high", "low"), parse("Ts 2s"), strict=True))
    >>> count = linear_count(Effects(Fraction(-1, 10), (high, low), (Fraction(-1, 5), Fraction(1, 5))), (-1, 1))
    >>> float(count.correlation), count.slope, count.value(Effects(Fraction(-1, 10), (high, low), ()), count.trigger)
    (1.0, Fraction(1, 5), Fraction(0, 1))
    """
    numbers, cards = [each.number for each in effects.classes], effects.cards
    mean = Fraction(sum(n * tag for n, tag in zip(numbers, tags, strict=True)), cards)
    middle = sum((n * effect for n, effect in zip(numbers, effects.each, strict=True)), Fraction(0)) / cards
    rows = [(n, tag - mean, effect - middle) for n, tag, effect in zip(numbers, tags, effects.each, strict=True)]
    both = sum((n * tag * effect for n, tag, effect in rows), Fraction(0))
    spread = sum((n * tag**2 for n, tag, _ in rows), Fraction(0))
    effects_spread = sum((n * effect**2 for n, _, effect in rows), Fraction(0))
    if both <= 0:
        return LinearCount(tuple(tags), Root((Fraction(0),)), mean, Fraction(0), Fraction(0))
    slope = both / spread
    trigger = -effects.value * DECK / (slope * (cards - 1))
    return LinearCount(tuple(tags), Root((both**2 / (spread * effects_spread),)), mean, slope, trigger)


def best_counts(effects: Effects, most: int) -> tuple[LinearCount, ...]:
    """For 1, 2, 3 up to `most`: the count with the highest correlation whose tags are at most so large.

    Least squares of the effects by the tags is as good as the correlation. For a line through it, each tag is the
    nearest whole number. So the best tags are those of a cell between the lines where a tag is undecided, and all of
    these cells are tried.
    """
    numbers = [each.number for each in effects.classes]

    def balance(tags: tuple[int, ...]) -> tuple[int, int]:
        """What comes first of tags that are as good as each other: balanced ones, and small ones."""
        return abs(sum(n * tag for n, tag in zip(numbers, tags, strict=True))), sum(map(abs, tags))

    found: list[LinearCount] = []
    for level in range(1, most + 1):
        candidates = sorted(_candidates(effects, level), key=balance)
        if not candidates:
            return ()
        best = candidates[int(np.argmax(np.round(_correlations(effects, candidates), 13)))]
        found.append(linear_count(effects, best))
    return tuple(found)


def _candidates(effects: Effects, level: int) -> set[tuple[int, ...]]:
    """The tags of every cell."""
    known = [float(each) for each in effects.each]
    halves = [tag + 0.5 for tag in range(-level, level)]
    found = set()
    for (one, two), first, second in product(combinations(range(len(known)), 2), halves, halves):
        if first == second or (scale := (known[one] - known[two]) / (first - second)) <= 0:
            continue
        start = known[one] - scale * first
        tags = [max(-level, min(level, floor((each - start) / scale + 0.5))) for each in known]
        for shift, other in product((-0.5, 0.5), repeat=2):
            tags[one], tags[two] = int(first + shift), int(second + other)
            found.add(_reduced(tags))
    return {tags for tags in found if any(tag != tags[0] for tag in tags)}


def _reduced(tags: Sequence[int]) -> tuple[int, ...]:
    """The tags divided by their common divisor."""
    divisor = gcd(*tags) or 1
    return tuple(tag // divisor for tag in tags)


def _correlations(effects: Effects, several: Sequence[tuple[int, ...]]) -> np.ndarray:
    numbers = np.array([each.number for each in effects.classes], float)
    known = np.array([float(each) for each in effects.each])
    known -= numbers @ known / numbers.sum()
    tags = np.array(several, float)
    tags -= (tags @ numbers / numbers.sum())[:, None]
    return (tags * known) @ numbers / np.sqrt((tags**2 @ numbers) * (known**2 @ numbers))


def by_class(classes: Sequence[CardClass], names: Iterable[str]) -> tuple[int, ...]:
    """How many of the named cards are of each class."""
    counts = dict.fromkeys((each.name for each in classes), 0)
    for name in names:
        counts[name] += 1
    return tuple(counts.values())
