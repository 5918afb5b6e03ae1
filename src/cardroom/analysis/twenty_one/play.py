"""The player's decisions in the games of 21.5: the value of every option, by the cards of the hand and the up card.

Chart 1A's forced plays, doubling, rescue, double-double down and surrender are as in the script. What a result pays
comes from the game's own settlement. Values are weighted by the number of orders of the next cards (`shoe`).
"""

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twenty_one.dealer import UnseenCards
from cardroom.analysis.twenty_one.shoe import ACE, BONUS, LONGEST, MOST_DRAWN, NAMES, TOTALS, Counts
from cardroom.errors import InvariantError
from cardroom.games.banked.pure_21_5 import MOST_DOUBLES, WAGER, chapter_of, chart_1a
from cardroom.games.banked.pure_21_5_pay import PURE, Showdown, settle
from cardroom.rulebook import RuleSet

__all__ = ["NONE", "Terms", "Values", "best_of", "hand_name", "plus", "terms_of", "values_of"]

NONE: Counts = (0,) * 10
LONGEST_ROUND = LONGEST + MOST_DRAWN + 3
"""More cards than any hand and the player-dealer's can need after the first two, those of split hands included."""


class Terms(NamedTuple):
    """What decides a hand's value besides the cards. Nets are whole numbers: units of the wager times `scale`."""

    must_hit: int
    must_stand: int
    aces_play_on: bool
    rescue: bool
    double_double: bool
    scale: int
    stand: tuple[tuple[int, ...], ...]
    """The net by the player's total (up to 21) and the player-dealer's result."""
    bust: int
    gave_up: int
    """The net of a rescue: the wager that is left."""
    surrender: int
    pure: int
    """The net of 21.5 against anything but 21.5."""
    both_pure: int
    dealer_pure: int


@lru_cache(maxsize=64)
def terms_of(rules: RuleSet) -> Terms:
    """The terms of a rule set."""
    chapter, chart = chapter_of(rules), chart_1a(rules)
    double_double = "double_double_down" in rules.house_rules and bool(rules.house("double_double_down"))

    def net(hand: Showdown) -> Fraction:
        return settle(rules, WAGER, hand).unit

    stand = [[net(Showdown(total, dealer)) for dealer in (*TOTALS, 22)] for total in range(22)]
    single = [
        net(Showdown(22, 20)),
        net(Showdown(gave_up="rescue")),
        net(Showdown(gave_up="surrender")),
        net(Showdown(PURE, 20)),
        net(Showdown(PURE, PURE)),
        net(Showdown(20, PURE)),
    ]
    if net(Showdown(22, 24, 3, three_eights=True)):
        raise InvariantError("a bust against three eights must push")
    scale = lcm(*(each.denominator for row in (*stand, single) for each in row))
    whole = tuple(tuple(int(each * scale) for each in row) for row in stand)
    bust, rescue, surrender, pure, both, dealer = (int(each * scale) for each in single)
    play = (chart.must_hit, chart.must_stand, chapter.aces_play_on, chapter.rescue, double_double)
    return Terms(*play, scale, whole, bust, rescue, surrender, pure, both, dealer)


def plus(counts: Counts, kind: int) -> Counts:
    """The cards with one more of a kind."""
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def hand_name(counts: Counts) -> str:
    """The cards of a hand as text.

    >>> hand_name((1, 0, 0, 0, 0, 1, 0, 0, 0, 0))
    'A6'
    """
    return "".join(NAMES[kind] * many for kind, many in enumerate(counts))


class Draws(NamedTuple):
    """All sets of cards that can be drawn to a start without a bust, and what each becomes with another card."""

    gone: NDArray[np.int64]
    """The cards drawn, one set per row, by kind."""
    hard: NDArray[np.int64]
    """The total of the hand with every ace as one."""
    points: NDArray[np.int64]
    soft: NDArray[np.bool_]
    more: NDArray[np.int64]
    """By set and kind: the number of the set with one more; -1 for a bust or a card that is not there."""
    number: dict[Counts, int]
    """The number of each set."""
    less: NDArray[np.int64]
    """By set and kind: the number of the set with one fewer; -1 if it has none."""
    by_size: list[NDArray[np.int64]]
    """The numbers of the sets with 0, 1, 2 ... cards."""
    by_total: list[NDArray[np.int64]]
    """The numbers of the sets with each hard total, highest first."""


@lru_cache(maxsize=256)
def draws_of(start: Counts, most: Counts) -> Draws:
    """The sets of cards that can be drawn to a start, if there are at most so many of each kind."""
    first = sum((kind + 1) * many for kind, many in enumerate(start))
    gone = _all_draws()
    gone = gone[(gone @ np.arange(1, 11) <= LONGEST - first) & (gone <= np.array(most)).all(axis=1)]
    hard = first + gone @ np.arange(1, 11)
    soft = (gone[:, ACE] + start[ACE] > 0) & (hard <= 11)
    codes = gone @ _RADIX
    order = np.argsort(codes)
    wanted = codes[:, None] + _RADIX
    place = order[np.minimum(np.searchsorted(codes, wanted, sorter=order), len(codes) - 1)]
    more = np.where(codes[place] == wanted, place, -1)
    number = {drawn: place for place, drawn in enumerate(map(tuple, gone.tolist()))}
    less = np.full(more.shape, -1)
    sets, kinds = np.nonzero(more >= 0)
    less[more[sets, kinds], kinds] = sets
    sizes = gone.sum(axis=1)
    by_size = [np.flatnonzero(sizes == size) for size in range(int(sizes.max()) + 1)]
    by_total = [np.flatnonzero(hard == total) for total in range(LONGEST, first - 1, -1)]
    return Draws(gone, hard, hard + 10 * soft, soft, more, number, less, by_size, by_total)


_RADIX = (LONGEST + 1) ** np.arange(10)


@lru_cache(maxsize=1)
def _all_draws() -> NDArray[np.int64]:
    """All sets of cards whose total, with aces as one, is at most 21."""
    sets: list[Counts] = []

    def add(kind: int, drawn: Counts, total: int) -> None:
        if kind < 0:
            sets.append(drawn)
            return
        for many in range((LONGEST - total) // (kind + 1) + 1):
            add(kind - 1, (many, *drawn), total + many * (kind + 1))

    add(9, (), 0)
    return np.array(sets, np.int64)


class Values:
    """The values of a hand that starts with some cards and draws from a shoe, for every set of cards drawn.

    Values of different sets have different weights; those of one set can be compared. All are arrays by the number of
    the set in `draws`.
    """

    def __init__(self, terms: Terms, shoe: UnseenCards, start: Counts = NONE) -> None:
        self.terms, self.shoe, self.start = terms, shoe, start
        self.draws = draws = draws_of(
            start, tuple(min(many, LONGEST // (kind + 1)) for kind, many in enumerate(shoe.counts))
        )
        self.left = np.maximum(np.array(shoe.counts) - draws.gone, 0).astype(shoe.kind)
        nets = np.array(terms.stand, np.int64).astype(shoe.kind)[draws.points]
        self.stands = (shoe.results(draws.gone) * nets.T).sum(axis=0)
        self.every = shoe.futures(draws.gone)[0]
        self.may_stand = draws.soft | (draws.points > terms.must_hit)
        self.may_hit = draws.soft | (draws.points < terms.must_stand)
        self.bust = self._busts()
        self.plays = self.stands.copy()
        """The value of the better of hitting and standing, where Chart 1A allows both."""
        self.hit_values = np.zeros_like(self.stands)
        self.hits = np.zeros(len(draws.hard), np.bool_)
        """Whether the hand hits."""
        for here in draws.by_total:
            hit = self.hit_values[here] = self._next(here, self.plays, 1)
            self.hits[here] = self.may_hit[here] & (~self.may_stand[here] | (hit > self.stands[here]).astype(np.bool_))
            self.plays[here] = np.where(self.hits[here], hit, self.stands[here])
        self.margins: list[NDArray[Any]] = []
        """After one, two ... doubles: by how much the best action is better than the next one."""
        self.doubled = self._doubled()
        """After one, two ... doubles: the best action (0 stand, 1 rescue, 2 double) and its value."""
        every_hand = np.arange(len(draws.hard))
        self.double = self._next(every_hand, self.doubled[0][1], 2)
        """The value of a double with two cards."""

    def _busts(self) -> NDArray[Any]:
        """By set and kind, the value of a bust with that card. It pushes against three eights."""
        busts = np.zeros_like(self.left)
        for kind in range(10):
            gone = self.draws.gone.copy()
            gone[:, kind] += 1
            every, eights = self.shoe.futures(gone)
            busts[:, kind] = (every - eights) * self.terms.bust
        return busts

    def _next(self, here: NDArray[np.int64], then: NDArray[Any], stake: int) -> NDArray[Any]:
        """The value of one more card, if the hand is then worth `then`; a bust loses the stake."""
        more = self.draws.more[here]
        value = np.where(more >= 0, then[more], stake * self.bust[here])
        return np.asarray((self.left[here] * value).sum(axis=1))

    def _doubled(self) -> list[tuple[NDArray[np.int64], NDArray[Any]]]:
        every_hand = np.arange(len(self.draws.hard))
        after: list[tuple[NDArray[np.int64], NDArray[Any]]] = []
        for times in range(MOST_DOUBLES if self.terms.double_double else 1, 0, -1):
            value, action = 2**times * self.stands, np.zeros(len(every_hand), np.int64)
            options: list[tuple[int, NDArray[Any]]] = []
            if self.terms.rescue:
                options.append((1, 2 ** (times - 1) * self.terms.gave_up * self.every))
            if after:
                options.append((2, self._next(every_hand, after[0][1], 2 ** (times + 1))))
            for number, other in options:
                better = (other > value).astype(np.bool_)
                value, action = np.where(better, other, value), np.where(better, number, action)
            if options:
                ranked = np.sort([2**times * self.stands, *(other for _, other in options)], axis=0)
                self.margins.insert(0, ranked[-1] - ranked[-2])
            after.insert(0, (action, value))
        return after

    def two_cards(self, number: int) -> dict[str, Any]:
        """The values of all options of a hand of two cards, except a split."""
        options = {"stand": self.stands[number]} if self.may_stand[number] else {}
        if self.may_hit[number]:
            options["hit"] = self.hit_values[number]
        surrender = self.terms.surrender * self.every[number]
        return options | {"double": self.double[number], "surrender": surrender}


def best_of(options: dict[str, Any], *, split_hand: bool = False) -> tuple[str, Any]:
    """The best option and its value. A split hand cannot surrender."""
    allowed = [each for each in options.items() if not (split_hand and each[0] == "surrender")]
    return max(allowed, key=lambda each: each[1])


def values_of(
    terms: Terms, counts: Counts, up: int, start: Counts = NONE, *, drawn: int = 0, exact: bool = False
) -> Values:
    """The values of a hand against an up card, from unseen cards: without the up card and the start.

    `drawn` of them belong to the first two cards of the hand.
    """
    length = min(LONGEST_ROUND, sum(counts) - drawn) + drawn
    return Values(terms, UnseenCards(counts, up, length, exact=exact), start)


def is_pure_pair(first: int, second: int) -> bool:
    """Whether two kinds are 21.5."""
    return {first, second} == {ACE, BONUS}
