"""The rankings of three and four cards and Mexican Poker over arrays of hands, compiled. The tables come from the
rankings' own keys.
"""

from functools import cache
from itertools import combinations

import numpy as np

from cardroom.cards import JOKER
from cardroom.rankings.base import Array, Ranking, jit, numbering
from cardroom.rankings.chinese import CHINESE_FRONT
from cardroom.rankings.four_of_five import FOUR_OF_FIVE, bonus_numbers, four_key
from cardroom.rankings.mexican import MEXICAN, ORDER
from cardroom.rankings.small_tables import WEIGHTS, TableArray, by_card, by_mask, by_sum, masks
from cardroom.rankings.three_card import THREE_CARD

# ---- three cards: a table of every three ranks, suited or not


@cache
def _threes(ranking: Ranking) -> TableArray:
    places = numbering(ranking)[1]
    table = np.zeros((2, 13, 13, 13), np.uint16)
    for suited, (a, b, c) in ((suited, ranks) for suited in (0, 1) for ranks in np.ndindex(13, 13, 13)):
        if not suited or len({a, b, c}) == 3:
            key = ranking.key((4 * a, 4 * b + 1 - suited, 4 * c + 2 - 2 * suited))
            table[suited, a, b, c] = places[key] if key else 0
    return table.reshape(-1)


def three_card(hands: Array) -> Array:
    """The kernel of `three-card`."""
    return _of_three(hands, _threes(THREE_CARD))


def chinese_front(hands: Array) -> Array:
    """The kernel of `chinese-front`."""
    return _of_three(hands, _threes(CHINESE_FRONT))


@jit
def _of_three(hands: Array, values: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        a, b, c = hands[i, 0], hands[i, 1], hands[i, 2]
        suited = int((((a ^ b) | (a ^ c)) & 3) == 0)
        out[i] = values[((suited * 13 + (a >> 2)) * 13 + (b >> 2)) * 13 + (c >> 2)]
    return out


# ---- the best four of four or five: the ranks by their sum, and each suit's mask


@cache
def _four_masks() -> tuple[TableArray, TableArray]:
    places = numbering(FOUR_OF_FIVE)[1]

    def flush(ranks: tuple[int, ...]) -> int:
        return max((places[four_key(four, suited=True)] for four in combinations(ranks, 4)), default=0)

    return masks(), by_mask(lambda ranks: flush(ranks) if len(ranks) <= 5 else 0)


@cache
def _four_sums(size: int) -> tuple[TableArray, TableArray]:
    places = numbering(FOUR_OF_FIVE)[1]
    number = cache(lambda four: places[four_key(four, suited=False)])
    sums = by_sum(size, lambda ranks: max(number(four) for four in combinations(ranks, 4)))
    return by_card(lambda rank, _: WEIGHTS[rank]), sums


def four_of_five(hands: Array) -> Array:
    """The kernel of `four-of-five`."""
    return _of_four(hands, *_four_sums(hands.shape[1]), *_four_masks())


def four_of_six(hands: Array) -> Array:
    """The kernel of `four-of-six`: the best four are among some five of the six."""
    five: Array = np.stack([four_of_five(np.ascontiguousarray(np.delete(hands, at, axis=1))) for at in range(6)])
    best: Array = five.max(axis=0)
    return best


@cache
def _bonus() -> TableArray:
    return np.array(bonus_numbers(), np.uint16)


def four_card_bonus(hands: Array) -> Array:
    """The kernel of `four-card-bonus`."""
    lines: Array = _bonus()[four_of_five(hands)]
    return lines


@jit
def _of_four(hands: Array, weights: TableArray, sums: TableArray, bits: TableArray, flush: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        total = cards = 0
        for j in range(hands.shape[1]):
            total += weights[hands[i, j]]
            cards |= bits[hands[i, j]]
        value = max(flush[cards & 0x1FFF], flush[cards >> 16 & 0x1FFF])
        value = max(value, flush[cards >> 32 & 0x1FFF], flush[cards >> 48 & 0x1FFF])
        out[i] = max(value, sums[total])
    return out


# ---- Mexican Poker: ten ranks, and the joker as a rank with one card


@cache
def _mexicans(joker: str) -> tuple[TableArray, ...]:
    places = numbering(MEXICAN)[1]

    def number(ranks: tuple[int, ...], suits: tuple[int, ...]) -> int:
        """The int of these ranks, numbered from the two without gaps. After four cards, the joker is the fifth."""
        cards = [ORDER[rank] * 4 + suit for rank, suit in zip(ranks, suits, strict=False)]
        key = MEXICAN.key([*cards, JOKER][:5], joker)
        return places[key] if key else 0

    weight = by_card(lambda rank, _: WEIGHTS[ORDER.index(rank)] if rank in ORDER else 0)
    weight[JOKER] = WEIGHTS[10]
    sums = by_sum(5, lambda ranks: number(ranks, (0, 1, 2, 3, 0)), ranks=10)
    four = by_sum(4, lambda ranks: number(ranks, (0, 1, 2, 3)), ranks=10)
    with_joker = np.flatnonzero(four)
    sums = np.concatenate([sums, np.zeros(WEIGHTS[10], np.uint16)])
    sums[with_joker + WEIGHTS[10]] = four[with_joker]
    flush = by_mask(lambda ranks: number(ranks, (0,) * 5) if len(ranks) in (4, 5) else 0, ranks=10)
    bits = by_card(lambda rank, _: 1 << ORDER.index(rank) if rank in ORDER else 0)
    suits = by_card(lambda _, suit: 1 << (10 + suit))
    return weight, bits | suits, sums, flush


def mexican(hands: Array, joker: str | None) -> Array:
    """The kernel of `mexican`."""
    return _mexican(hands, *_mexicans(joker or "up"))


@jit
def _mexican(hands: Array, weight: TableArray, bits: TableArray, sums: TableArray, flush: TableArray) -> Array:
    out = np.empty(hands.shape[0], np.uint16)
    for i in range(hands.shape[0]):
        total = mask = 0
        for j in range(5):
            total += weight[hands[i, j]]
            mask |= bits[hands[i, j]]
        value, suits = sums[total], mask >> 10
        if suits & (suits - 1) == 0:  # one suit, apart from the joker
            value = max(value, flush[mask & 0x3FF])
        out[i] = value
    return out
