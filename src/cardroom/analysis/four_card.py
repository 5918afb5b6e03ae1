"""Four Card Frenzy: the base game over all 2,598,960 hands against the dealer's 1,533,939 each, and the side bets."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis import four_card_kernels as kernels
from cardroom.analysis.bonus import by_table, galaxy, tables_of
from cardroom.analysis.report import Moments, WagerReport
from cardroom.games.banked.four_card_frenzy import ACES, COLORS, KING_HIGH, Showdown, settle
from cardroom.rankings import categories, rank_many, strength
from cardroom.rankings.base import numbering
from cardroom.rankings.four_of_five import BONUS_LINES, FOUR_OF_FIVE, bonus_line
from cardroom.rulebook import RuleSet

__all__ = ["four_card_report"]

LINES = (*reversed(BONUS_LINES), "pair", "high card")
DEALS = comb(52, 5) * comb(47, 5)
RESULTS = ((True, 1), (False, 1), (True, 0), (False, 0), (True, -1), (False, -1))


def four_card_report(rules: RuleSet) -> tuple[WagerReport, ...]:
    """The base game under each bad beat table, then every side bet under each of its tables."""
    reports = [
        _base_game(chosen, settings, in_force)
        for chosen, settings, in_force in tables_of(rules, rules.wager["odds"].beaten)
    ]
    reports += by_table(rules, "four-card-bonus", lambda _: best_fours())
    reports += by_table(rules, "prime", lambda _: colors())
    reports += by_table(rules, "galaxy", lambda _: galaxy())
    return tuple(reports)


class Counts(NamedTuple):
    """What the kernel looks up: every hand and its rank, subsets of five places, and sums of hands below each rank."""

    hands: NDArray[np.int64]
    ranks: NDArray[np.int64]
    subsets: NDArray[np.int64]
    sizes: NDArray[np.int64]
    classes: NDArray[np.int64]
    starts: NDArray[np.int64]
    choose: NDArray[np.int64]
    below: NDArray[np.int64]
    every: NDArray[np.int64]


@cache
def counts() -> Counts:
    """Count once: every pay table uses the same numbers."""
    every_hand = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(every_hand, np.uint8, comb(52, 5) * 5).reshape(-1, 5)
    ranks = rank_many("four-of-five", hands).astype(np.int64)
    groups = [places for size in range(1, 5) for places in combinations(range(5), size)]
    subsets = np.array([[*places, *[0] * (4 - len(places))] for places in groups])
    sizes = np.array([len(places) for places in groups])
    choose = np.array([[comb(card, size) for size in range(6)] for card in range(53)])
    starts, classes = [0, 0], []
    orbit: list[int] = []
    for size in range(1, 5):
        found, numbers = np.unique(_least_image(size, choose), return_inverse=True)
        classes.append(numbers + len(orbit))
        orbit += np.bincount(numbers, minlength=len(found)).tolist()
        starts.append(starts[-1] + comb(52, size))
    top = int(ranks.max()) + 2
    below = np.zeros((len(orbit), top), np.int64)
    wide = hands.astype(np.int64)
    class_of = np.concatenate(classes)
    kernels.contain(wide, ranks, subsets, sizes, class_of, np.array(starts), choose, below)
    # All hands with a set of the class, shared among the sets; then how many rank below each rank.
    below = np.cumsum(below // np.array(orbit)[:, None], axis=1) - below // np.array(orbit)[:, None]
    every = np.bincount(ranks, minlength=top)
    return Counts(wide, ranks, subsets, sizes, class_of, np.array(starts), choose, below, np.cumsum(every) - every)


@cache
def compared() -> NDArray[np.int32]:
    """For every hand of the player, the dealer's by result."""
    known = counts()
    out = np.zeros((len(known.hands), 6), np.int32)
    lookups = (known.subsets, known.sizes, known.classes, known.starts, known.choose, known.below, known.every)
    kernels.compare(known.hands, known.ranks, *lookups, strength("four-of-five", KING_HIGH), out)
    return out


def _least_image(size: int, choose: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every set of cards, in the order of its number, the least number that exchanging suits gives."""
    sets = np.array(sorted(combinations(range(52), size), key=lambda cards: cards[::-1]), np.int64)
    images = []
    for order in permutations(range(4)):
        moved = np.sort(sets // 4 * 4 + np.array(order)[sets % 4], axis=1)
        images.append(sum(choose[moved[:, place], place + 1] for place in range(size)))
    least: NDArray[np.int64] = np.min(images, axis=0)
    return least


def _base_game(rules: RuleSet, settings: dict[str, Any], in_force: bool) -> WagerReport:
    def nets(*wagers: str) -> list[list[Fraction]]:
        return [
            [
                sum((settle(rules, wager, Showdown(False, *result, line)).unit for wager in wagers), Fraction(0))
                for result in RESULTS
            ]
            for line in LINES
        ]

    base, play = nets("ante", "odds"), nets("raise")
    scale = lcm(*(net.denominator for table in (base, play) for row in table for net in row))
    whole = [np.array([[int(net * scale) for net in row] for row in table]) for table in (base, play)]
    out = np.zeros(6, np.int64)
    strong = strength("four-of-five", ACES)
    kernels.decide(compared(), counts().ranks, strong, _lines(), whole[0], whole[1], -2 * scale, out)
    net, squares, folds, *plays = (Fraction(number) for number in out.tolist())
    wagered = 2 + sum((times * count for times, count in enumerate(plays, 1)), Fraction(0)) / DEALS
    decisions = {f"raise {times} times": count / DEALS for times, count in enumerate(plays, 1)} | {
        "fold": folds / DEALS
    }
    moments = Moments(DEALS, net / scale / DEALS, squares / scale**2 / DEALS, wagered)
    return WagerReport("ante", "Ante, Odds and Raise", "Ante", (), settings, in_force, (), moments, decisions)


@cache
def _lines() -> NDArray[np.int64]:
    """The place in LINES of every rank."""
    keys = numbering(FOUR_OF_FIVE)[0]
    names = [bonus_line(key) or categories("four-of-five")[key[0]] for key in keys]
    return np.array([0, *(LINES.index(name) for name in names)])


@cache
def best_fours() -> dict[str, int]:
    """Hands by the line of the Four Card Bonus (Brook FCF, Table 11)."""
    found = np.bincount(_lines()[counts().ranks], minlength=len(LINES)).tolist()
    return dict(zip(LINES, found, strict=True))


@cache
def colors() -> dict[str, int]:
    """Hands by how many cards share a color (Brook FCF, Table 14)."""
    found: Counter[str] = Counter()
    for red in range(6):
        found[COLORS.get(max(red, 5 - red), "fewer")] += comb(26, red) * comb(26, 5 - red)
    return dict(sorted(found.items(), key=lambda item: item[1]))
