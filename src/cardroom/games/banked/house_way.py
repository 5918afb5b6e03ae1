"""The House Way: how the house dealer sets seven cards.

Both documents agree (500 Club, Fortune Pai Gow Poker House Way Hand Set and Face Up Pai Gow Poker House Way Chart).
Each row of the chart is a case below, in the chart's order, except that straights and flushes come before the rows that
they override. Nothing here depends on wagers or seats.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from operator import eq, itemgetter
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import JOKER, RANKS, Card
from cardroom.rankings import strength
from cardroom.rankings.pai_gow import least_behind
from cardroom.rankings.quick_banked import in_a_row

__all__ = ["SetHand", "front_ranks", "house_way", "ranks_of", "set_hand", "shape_of"]

SIX, NINE, QUEEN, KING, ACE = map(RANKS.index, "69QKA")
BIT = tuple(1 << (card >> 2) for card in range(53))
"""The rank of a card as a bit; the joker has the next one."""
SUIT = (*(1 << 4 * (card & 3) for card in range(52)), 0x1111)
"""A card counted in four bits of its suit; the joker counts in every suit."""
FOURTHS, FIFTH = 0x3333, 0x8888
"""The start of these counters, and the bits that the fifth card of a suit sets."""
RANK = (*(card >> 2 for card in range(52)), ACE)
"""The rank of a card; the joker's is the ace's."""
FROM_THE_TOP = {card: place for place, card in enumerate([*range(51, 47, -1), JOKER, *range(47, -1, -1)])}.__getitem__
"""High cards first. The joker is the last of the aces, so that it stays behind if it makes no difference."""
KEEPS_COMPLETE = {(1,) * 7, (2, 1, 1, 1, 1, 1), (3, 1, 1, 1, 1)}
"""Shapes of a straight, flush or straight flush with no pair, one pair or three of a kind. The highest two cards that
leave it complete go in front, whether a pair, an ace or less."""
KEEPS_WITH_A_PAIR = (2, 2, 1, 1, 1)
"""The shape of a straight, flush or straight flush with two pair. A pair goes in front if that leaves it complete;
otherwise the hand is set as two pair."""


class SetHand(NamedTuple):
    """Seven set cards: two in front, five behind."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]


class Pattern(NamedTuple):
    """What follows from which of seven cards, high ones first, share a rank. A rank is named by its first place."""

    shape: tuple[int, ...]
    """How many cards of each rank there are, the most first."""
    ranks: tuple[int, ...]
    """The ranks in the same order; of equal counts, the higher one first."""
    singles: tuple[int, ...]
    """The ranks of which there is one card."""
    fronts: dict[tuple[int, int], list[tuple[int, int]]]
    """By the ranks of two cards in front: their places, in every way. The highest front comes first."""
    kept: tuple[tuple[int, int], ...]
    """The ranks of the fronts that may leave a complete hand behind, the highest first."""
    behind: dict[tuple[int, int], "itemgetter[Any]"]
    """By two places in front: a getter for the five cards behind, pairs and better first."""


class Ranks(msgspec.Struct, frozen=True, gc=False):
    """The ranks of a set hand's two hands, and whether it is foul."""

    front: int
    back: int
    foul: bool


@lru_cache(maxsize=256)
def ranks_of(hand: SetHand, ranks_five: str) -> Ranks:
    """The ranks of a set hand. They are cached, because a hand is compared, shown and described."""
    front, back = strength("pai-gow-two", hand.front), strength(ranks_five, hand.back)
    return Ranks(front, back, back < least_behind()[front])


def house_way(cards: Sequence[Card], ranks_five: str = "pai-gow") -> SetHand:
    """Set seven cards, possibly with the joker, by the chart. The result is never a foul hand.

    `ranks_five` is the ranking of five cards. If a row leaves a choice, the higher hand behind is taken.

    >>> from cardroom.cards import parse, text
    >>> [text(hand) for hand in house_way(parse("Ah Qd 3c 3s Jh 8c 4s"))]  # one pair
    ['Ah Qd', '3s 3c Jh 8c 4s']
    >>> [text(hand) for hand in house_way(parse("Jk 9c 6d 5s 4h 3h 2s"))]  # a straight with no pair
    ['Jk 9c', '6d 5s 4h 3h 2s']
    """
    hand = sorted(cards, key=FROM_THE_TOP)
    held = [RANK[card] for card in hand]  # the joker is an ace in every row
    pattern = pattern_of(held)
    if pattern.kept and _is_complete(hand):
        for front in pattern.kept:
            if complete := [way for way in pattern.fronts[front] if _is_complete(pattern.behind[way](hand))]:
                return _best(hand, pattern, complete, ranks_five)
    one, other = _by_chart(held, pattern)
    return _best(hand, pattern, pattern.fronts[held.index(one), held.index(other)], ranks_five)


def pattern_of(held: Sequence[int]) -> Pattern:
    """The pattern of seven ranks, high ones first.

    >>> pattern = pattern_of((12, 12, 9, 7, 5, 3, 1))
    >>> pattern.singles, pattern.fronts[0, 2]
    ((2, 3, 4, 5, 6), [(0, 2), (1, 2)])
    """
    return _pattern(tuple(map(eq, held, held[1:])))


@lru_cache(maxsize=64)
def _pattern(same: tuple[bool, ...]) -> Pattern:
    """The pattern of seven cards, by whether each has the same rank as the next."""
    first = [0]
    for place, equal in enumerate(same, 1):
        first.append(first[-1] if equal else place)
    count = {rank: first.count(rank) for rank in first}
    ranks = sorted(count, key=count.__getitem__, reverse=True)
    shape = tuple(map(count.__getitem__, ranks))
    fronts: dict[tuple[int, int], list[tuple[int, int]]] = {}
    behind = {}
    for one, other in combinations(range(7), 2):
        fronts.setdefault((first[one], first[other]), []).append((one, other))
        rest = [place for place in range(7) if place not in (one, other)]
        ranks_behind = [first[place] for place in rest]
        behind[one, other] = itemgetter(*sorted(rest, key=lambda place: -ranks_behind.count(first[place])))
    fronts = dict(sorted(fronts.items(), key=lambda front: front[0][0] != front[0][1]))  # pairs are higher
    if shape in KEEPS_COMPLETE:
        kept = tuple(fronts)
    else:
        kept = tuple(front for front in fronts if shape == KEEPS_WITH_A_PAIR and front[0] == front[1])
    singles = tuple(rank for rank in count if count[rank] == 1)
    return Pattern(shape, tuple(ranks), singles, fronts, kept, behind)


def shape_of(held: Sequence[int]) -> tuple[int, ...]:
    """How many cards of each rank there are, the most first. The ranks are given with high ones first.

    >>> shape_of((12, 12, 9, 9, 5, 3, 1))
    (2, 2, 1, 1, 1)
    """
    return pattern_of(held).shape


def front_ranks(held: Sequence[int]) -> tuple[int, int]:
    """The ranks of the two cards in front, from seven ranks, high ones first, that keep no complete hand.

    >>> front_ranks((12, 10, 9, 7, 5, 3, 1))
    (10, 9)
    """
    return _by_chart(held, pattern_of(held))


def _by_chart(held: Sequence[int], pattern: Pattern) -> tuple[int, int]:
    """The same as `front_ranks`, row by row of the chart, for ranks whose pattern is known."""
    first, second = held[pattern.ranks[0]], held[pattern.ranks[1]]
    singles = [held[place] for place in pattern.singles]
    match pattern.shape:
        # High card: the second and third highest.
        case (1, *_):
            front = singles[1], singles[2]
        # One pair: behind, and the highest two cards in front.
        case (2, 1, *_):
            front = singles[0], singles[1]
        # Two pair of aces, kings or queens: the small pair in front.
        case (2, 2, 1, *_) if first >= QUEEN:
            front = second, second
        # Two pair of jacks, tens or nines: both behind if an ace goes in front.
        case (2, 2, 1, *_) if first >= NINE:
            front = (singles[0], singles[1]) if singles[0] == ACE else (second, second)
        # Two pair of eights, sevens or sixes: both behind if a king or higher goes in front.
        case (2, 2, 1, *_) if first >= SIX:
            front = (singles[0], singles[1]) if singles[0] >= KING else (second, second)
        # Two pair of fives, fours or threes: both behind if a queen or higher goes in front.
        case (2, 2, 1, *_):
            front = (singles[0], singles[1]) if singles[0] >= QUEEN else (second, second)
        # Three pair, whatever else it makes: the highest pair in front.
        case (2, 2, 2, 1):
            front = first, first
        # Three aces: one of them and the highest single card in front.
        case (3, 1, *_) if first == ACE:
            front = ACE, singles[0]
        # Three kings and below: the two highest single cards in front.
        case (3, 1, *_):
            front = singles[0], singles[1]
        # Two three of a kinds: a pair of the higher in front.
        case (3, 3, 1):
            front = first, first
        # Full house, whatever else it makes, also with a second pair: the highest pair in front, the three behind.
        case (3, 2, *_):
            front = second, second
        # Four aces, kings or queens: split.
        case (4, 1, *_) if first >= QUEEN:
            front = first, first
        # Four jacks, tens or nines: behind if a king or higher goes in front, else split.
        case (4, 1, *_) if first >= NINE:
            front = (singles[0], singles[1]) if singles[0] >= KING else (first, first)
        # Four eights, sevens or sixes: behind if a queen or higher goes in front, else split.
        case (4, 1, *_) if first >= SIX:
            front = (singles[0], singles[1]) if singles[0] >= QUEEN else (first, first)
        # Four fives or below: always behind.
        case (4, 1, *_):
            front = singles[0], singles[1]
        # Four of a kind with a pair, or with three of a kind, of which a pair is taken: the pair in front.
        case (4, *_):
            front = second, second
        # Five aces: a pair of aces in front.
        case _:
            front = ACE, ACE
    return front


def set_hand(cards: Iterable[Card], front: Iterable[Card]) -> SetHand:
    """Cards set with this front, each hand ordered from its strongest cards down.

    >>> from cardroom.cards import parse, text
    >>> [text(hand) for hand in set_hand(parse("2c 9d 9s Kh Jk 4d 4c"), parse("4c Kh"))]
    ['Kh 4c', '9s 9d Jk 4d 2c']
    """
    hand = sorted(cards, key=FROM_THE_TOP)
    one, other = sorted(map(hand.index, front))
    return _split(hand, pattern_of([RANK[card] for card in hand]), one, other)


def _split(hand: Sequence[Card], pattern: Pattern, one: int, other: int) -> SetHand:
    return SetHand((hand[one], hand[other]), pattern.behind[one, other](hand))


def _is_complete(cards: Sequence[Card]) -> bool:
    """Whether a straight, flush or straight flush is among the cards."""
    if sum([SUIT[card] for card in cards], FOURTHS) & FIFTH:
        return True
    return in_a_row(sum({BIT[card] for card in cards})) >= 5


def _best(hand: Sequence[Card], pattern: Pattern, ways: Sequence[tuple[int, int]], ranks_five: str) -> SetHand:
    """Of these ways, use the one that leaves the highest hand behind. A way is the two places in front."""
    best = ways[0]
    if len(ways) > 1:
        best = max(ways, key=lambda way: strength(ranks_five, pattern.behind[way](hand)))
    return _split(hand, pattern, *best)
