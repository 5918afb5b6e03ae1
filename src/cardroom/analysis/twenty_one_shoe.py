"""Cards of a shoe by value, the player-dealer's hands, and the weight of all that can follow, for the games of 21.5.

A *kind* is a card's value: 0 is an ace, 1 to 8 are two to nine, 9 is a Bonus card. Cards already drawn matter only by
how many of each kind are gone. A weight is a number of equally likely orders of the next cards. It is a whole number,
so sums of weights are exact; the same code with floats decides quickly.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis import twenty_one_kernels
from cardroom.cards import Card, parse
from cardroom.cards.decks import deck
from cardroom.games.banked.pure_21_5 import DEALER_MAY_DRAW, dealer_draws
from cardroom.rankings.points import blackjack_total, dealt_total, is_pure
from cardroom.rulebook import RuleSet

__all__ = [
    "ACE",
    "BONUS",
    "EIGHT",
    "KINDS",
    "LONGEST",
    "NAMES",
    "Counts",
    "UnseenCards",
    "falling",
    "full_shoe",
    "kind_of",
    "kinds_of",
    "points_of",
    "standing_sums",
    "without",
]

ACE, EIGHT, BONUS = 0, 7, 9
KINDS: tuple[Card, ...] = parse("As 2c 3c 4c 5c 6c 7c 8c 9c Kc")
"""A card of each kind."""
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
Counts = tuple[int, ...]
"""How many cards of each kind."""
TOTALS = (17, 18, 19, 20, 21)
BUST = len(TOTALS)
"""The number of a player-dealer's bust among the results: totals of 17 to 21, then a bust."""
RESULTS = BUST + 1
MOST_DRAWN = DEALER_MAY_DRAW + 1
"""The most cards that the player-dealer has besides the up card."""
LONGEST = 21
"""The most cards that a player's hand can have without a bust."""


def kind_of(card: Card) -> int:
    """The kind of a card.

    >>> [kind_of(card) for card in parse("As 2d Th Kc")]
    [0, 1, 9, 9]
    """
    total = blackjack_total([card])
    return ACE if total.soft else int(total.points) - 1


def kinds_of(cards: Iterable[Card]) -> Counts:
    """The number of cards of each kind."""
    counts = Counter(map(kind_of, cards))
    return tuple(counts[kind] for kind in range(10))


@cache
def shoe_counts(name: str, packs: int) -> Counts:
    """The cards of a full shoe by kind."""
    return kinds_of(deck(name, packs).cards)


def full_shoe(rules: RuleSet) -> Counts:
    """The cards of a full shoe of the decks in force, by kind.

    >>> from cardroom.rulebook import rule_set
    >>> full_shoe(rule_set("pure-spanish-21.5"))
    (24, 24, 24, 24, 24, 24, 24, 24, 24, 72)
    """
    return shoe_counts(rules.deck.name, rules.packs)


def without(counts: Counts, *kinds: int) -> Counts:
    """The counts without cards of these kinds."""
    left = list(counts)
    for kind in kinds:
        left[kind] -= 1
    return tuple(left)


def points_of(counts: Sequence[int]) -> tuple[int, bool]:
    """The total of a hand, and whether an ace counts eleven.

    >>> points_of((1, 0, 0, 0, 0, 1, 0, 0, 0, 0))
    (17, True)
    """
    hard = sum((kind + 1) * many for kind, many in enumerate(counts))
    soft = counts[ACE] > 0 and hard <= 11
    return hard + 10 if soft else hard, soft


class DealerHand(NamedTuple):
    """A way to complete the player-dealer's hand: the kinds drawn besides the up card, lowest first."""

    kinds: tuple[int, ...]
    ways: int
    """The number of orders in which these kinds complete it."""
    result: int


@cache
def dealer_hands(up: int) -> tuple[DealerHand, ...]:
    """The player-dealer's hands for an up card, except 21.5, after which nothing is drawn. Sorted by kinds."""
    done: list[DealerHand] = []
    open_hands: dict[tuple[int, ...], int] = {(): 1}
    while open_hands:
        drawn: Counter[tuple[int, ...]] = Counter()
        for hand, ways in open_hands.items():
            for kind in range(10):
                drawn[tuple(sorted((*hand, kind)))] += ways
        open_hands = {}
        for hand, ways in drawn.items():
            cards = [KINDS[up], *(KINDS[kind] for kind in hand)]
            if is_pure(cards):
                continue
            if dealer_draws(cards):
                open_hands[hand] = ways
            else:
                total = dealt_total(cards)
                result = BUST if total.busted else TOTALS.index(int(total.points))
                done.append(DealerHand(hand, ways, result))
    return tuple(sorted(done))


class HandArrays(NamedTuple):
    """The player-dealer's hands for the kernels."""

    steps: NDArray[np.int64]
    """The cards of each hand, as the kernels take them."""
    kept: NDArray[np.int64]
    """How many of the first cards are those of the hand before."""
    sizes: NDArray[np.int64]
    ways: NDArray[np.uint64]
    keys: NDArray[np.int64]
    names: list[tuple[int, int, int]]
    """By key: the result, the number of cards, and the number of them of the kind that is looked for."""


@cache
def hand_arrays(up: int, never: int) -> HandArrays:
    """The hands for an up card, counted by result, size and the number of cards of one kind."""
    steps, kept, sizes, ways, results = _hand_steps(up)
    dealt = np.arange(MOST_DRAWN) < sizes[:, None]
    nevers = ((steps // twenty_one_kernels.MOST_OF_A_KIND == never) & dealt).sum(axis=1)
    names, keys = np.unique(np.stack([results, sizes, nevers]), axis=1, return_inverse=True)
    return HandArrays(
        steps, kept, sizes, ways, keys.ravel(), [(one, two, three) for one, two, three in names.T.tolist()]
    )


@cache
def _hand_steps(up: int) -> tuple[NDArray[Any], ...]:
    """The hands for an up card: steps, kept, sizes, ways and results."""
    hands = dealer_hands(up)
    steps, kept = np.zeros((len(hands), MOST_DRAWN), np.int64), np.zeros(len(hands), np.int64)
    last: tuple[int, ...] = ()
    for place, hand in enumerate(hands):
        before, many = -1, 0
        for card, kind in enumerate(hand.kinds):  # lowest first, so equal kinds are neighbours
            many = many + 1 if kind == before else 0
            before = kind
            steps[place, card] = kind * twenty_one_kernels.MOST_OF_A_KIND + many
        while kept[place] < min(len(last), len(hand.kinds)) and last[kept[place]] == hand.kinds[kept[place]]:
            kept[place] += 1
        last = hand.kinds
    sizes, results = (np.array(each) for each in zip(*((len(each.kinds), each.result) for each in hands), strict=True))
    return steps, kept, sizes, np.array([hand.ways for hand in hands], np.uint64), results


def standing_sums(
    counts: Counts, up: int, never: int, gone: NDArray[np.int64], nets: NDArray[np.int64], weights: Sequence[list[int]]
) -> list[dict[tuple[int, int], int]]:
    """Net results of hands that stand, by cards drawn and those of the kind `never`, without the orders of the others.

    Rows of `gone` are sets of drawn cards, and `nets` has the net of each result. There is a sum for each of `weights`.
    """
    hands = hand_arrays(up, never)
    left = np.maximum(np.array(counts) - gone, 0)
    parts = np.zeros((len(gone), len(hands.names), twenty_one_kernels.LIMBS), np.uint64)
    twenty_one_kernels.sum_exact(left, hands.steps, hands.kept, hands.sizes, hands.ways, hands.keys, parts)
    results, drawn, nevers = np.array(hands.names).T.copy()
    sizes, own = gone.sum(axis=1), gone[:, never] if never >= 0 else np.zeros(len(gone), np.int64)
    digit, mask = twenty_one_kernels.DIGIT, (1 << twenty_one_kernels.DIGIT) - 1
    sums = []
    for each in weights:
        length = max(weight.bit_length() for weight in each) // digit + 1
        digits = np.array([[weight >> digit * place & mask for place in range(length)] for weight in each], np.int64)
        shape = int(sizes.max()) + int(drawn.max()) + 1, int(own.max()) + int(nevers.max()) + 1
        out = np.zeros((*shape, length + twenty_one_kernels.LIMBS * 32 // digit + 1), np.int64)
        twenty_one_kernels.add_weighted(
            parts, nets, results, drawn, nevers, sizes, np.ascontiguousarray(own), digits, out
        )
        filled = np.nonzero(out.any(axis=2))
        places = zip(*(axis.tolist() for axis in filled), strict=True)
        rows = (sum(part << digit * number for number, part in enumerate(row)) for row in out[filled].tolist())
        sums.append(dict(zip(places, rows, strict=True)))
    return sums


def falling(many: int, steps: int) -> int:
    """The product of `steps` numbers counted down from `many`; 0 if they reach nothing.

    >>> falling(4, 2), falling(4, 5), falling(4, 0)
    (12, 0, 1)
    """
    product = 1
    for step in range(steps):
        product *= max(many - step, 0)
    return product


class UnseenCards:
    """What is left of a shoe when a player's turn comes.

    `counts` are the unseen cards by kind, the player-dealer's down card among them. An order has `length` cards, as
    many as the longest round needs. `hidden` cards, beside the player's and the player-dealer's, are known not to be of
    the kind `never`. With `exact`, weights are whole numbers, else floats.
    """

    def __init__(
        self, counts: Counts, up: int, length: int, hidden: int = 0, never: int = -1, *, exact: bool = False
    ) -> None:
        self.counts, self.up, self.length, self.hidden, self.never = counts, up, length, hidden, never
        self.kind: Any = object if exact else np.float64
        self._tails = self._all_tails()

    def _all_tails(self) -> NDArray[Any]:
        """The number of orders of all other cards, by the cards drawn and those of the kind `never` among them."""
        total = sum(self.counts)
        pads = [falling(total - used, self.length - used) for used in range(self.length + 1)]
        nevers = self.counts[self.never] if self.hidden else 0
        tails = np.zeros((self.length + 2 * MOST_DRAWN + LONGEST, 1 + nevers + 3), object)
        for drawn in range(self.length - self.hidden + 1):
            for never in range(min(nevers, drawn) + 1):
                other = total - drawn - (nevers - never)
                tails[drawn, never] = falling(other, self.hidden) * pads[drawn + self.hidden]
        return tails.astype(self.kind)

    def tail(self, drawn: Any, never: Any) -> Any:
        """The number of orders of all other cards, after so many were drawn, so many of them of the kind `never`."""
        return self._tails[drawn, np.minimum(never, self._tails.shape[1] - 1)]

    def futures(self, gone: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The weight of all that can follow if the player-dealer does not have 21.5, and of three eights among it.

        Each row of `gone` is a set of drawn cards.
        """
        kind = self.never if self.hidden else -1  # without hidden cards, no kind is counted apart
        size, never = gone.sum(axis=1), gone[:, kind] if self.hidden else np.zeros(len(gone), np.int64)
        every, eights = self.tail(size, never), np.zeros(len(gone), self.kind)
        pure = {ACE: BONUS, BONUS: ACE}.get(self.up)
        if pure is not None:
            left = np.maximum(self.counts[pure] - gone[:, pure], 0).astype(self.kind)
            every = every - left * self.tail(size + 1, never + (kind == pure))
        if self.up == EIGHT:
            left = np.maximum(self.counts[EIGHT] - gone[:, EIGHT], 0)
            two = (left * np.maximum(left - 1, 0)).astype(self.kind)
            eights = two * self.tail(size + 2, never + 2 * (kind == EIGHT))
        return every, eights

    def results(self, gone: NDArray[np.int64]) -> NDArray[Any]:
        """For every set of drawn cards, the weight of each of the player-dealer's results."""
        left = np.maximum(np.array(self.counts) - gone, 0)
        hands = hand_arrays(self.up, self.never if self.hidden else -1)
        arrays = hands.steps, hands.kept, hands.sizes, hands.ways, hands.keys
        if self.kind is object:
            parts = np.zeros((len(gone), len(hands.names), twenty_one_kernels.LIMBS), np.uint64)
            twenty_one_kernels.sum_exact(left, *arrays, parts)
            sums = parts.astype(object) @ np.array([1 << 32 * limb for limb in range(parts.shape[2])], object)
        else:
            sums = np.zeros((len(gone), len(hands.names)))
            twenty_one_kernels.sum_floats(left, *arrays, sums)
        out = np.zeros((RESULTS, len(gone)), self.kind)
        size, nevers = gone.sum(axis=1), gone[:, self.never] if self.hidden else np.zeros(len(gone), np.int64)
        for place, (result, drawn, never) in enumerate(hands.names):
            out[result] += sums[:, place] * self.tail(size + drawn, nevers + never)
        return out
