"""The House Way: how the house dealer sets seven cards.

Both documents agree (500 Club, Fortune Pai Gow Poker House Way Hand Set and Face Up Pai Gow Poker House Way Chart).
Each row of the chart is a case below, in the chart's order, except that straights and flushes come before the rows that
they override. Nothing here depends on wagers or seats.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from operator import itemgetter
from typing import Any, NamedTuple

from cardroom.cards import JOKER, RANKS, Card
from cardroom.rankings import category, strength
from cardroom.rankings.pai_gow import fouls, two_key

__all__ = ["SetHand", "front_ranks", "house_way", "ranks_of", "set_hand", "shape_of"]

SIX, NINE, QUEEN, KING, ACE = map(RANKS.index, "69QKA")
COMPLETE = {"straight", "flush", "straight flush", "royal flush"}
"""The categories that the chart calls a complete hand."""
STRAIGHTS = tuple(sum(1 << rank % 13 for rank in range(low, low + 5)) for low in range(-1, 9))
"""Five ranks in a row as bits. In the lowest one, the ace is below the two."""
RANK = (*(card >> 2 for card in range(52)), ACE)
"""The rank of a card; the joker's is the ace's."""
FROM_THE_TOP = {card: place for place, card in enumerate([*range(51, 47, -1), JOKER, *range(47, -1, -1)])}.__getitem__
"""High cards first. The joker is the last of the aces, so that it stays behind if it makes no difference."""
SPLITS: tuple[tuple[int, int, "itemgetter[Any]"], ...] = tuple(
    (one, other, itemgetter(*(place for place in range(7) if place not in (one, other))))
    for one, other in combinations(range(7), 2)
)
"""The 21 ways to put two of seven cards in front: their places, and a getter for the other five."""
BEHIND = {(one, other): rest for one, other, rest in SPLITS}
"""The same getters, by the places in front."""
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


class Ranks(NamedTuple):
    """The ranks of a set hand's two hands, and whether it is foul."""

    front: int
    back: int
    foul: bool


@lru_cache(maxsize=256)
def ranks_of(hand: SetHand, ranks_five: str) -> Ranks:
    """The ranks of a set hand. They are cached, because a hand is compared, shown and described."""
    return Ranks(strength("pai-gow-two", hand.front), strength(ranks_five, hand.back), fouls(*hand))


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
    complete = _complete(hand, ranks_five)
    shape = shape_of(held)
    if shape in KEEPS_COMPLETE and complete:
        return _best(complete, ranks_five)
    if shape == KEEPS_WITH_A_PAIR and (pairs := [each for each in complete if two_key(each.front)[0]]):
        return _best(pairs, ranks_five)
    front = front_ranks(held)
    return _best([_split(hand, *places) for places in _places_of(held, front)], ranks_five)


def shape_of(held: Sequence[int]) -> tuple[int, ...]:
    """How many cards of each rank there are, the most first.

    >>> shape_of((12, 12, 9, 9, 5, 3, 1))
    (2, 2, 1, 1, 1)
    """
    return tuple(sorted([held.count(rank) for rank in set(held)], reverse=True))


def front_ranks(held: Sequence[int]) -> tuple[int, int]:
    """The ranks of the two cards in front, from seven ranks, high ones first, that keep no complete hand.

    >>> front_ranks((12, 10, 9, 7, 5, 3, 1))
    (10, 9)
    """
    count = {rank: held.count(rank) for rank in dict.fromkeys(held)}
    first, second = sorted(count, key=count.__getitem__, reverse=True)[:2]  # of equal counts, the higher rank first
    singles = [rank for rank in count if count[rank] == 1]
    match tuple(sorted(count.values(), reverse=True)):
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
    fronts = set(front)
    return SetHand(_ordered(fronts), _ordered(card for card in cards if card not in fronts))


def _ordered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Pairs and better first, then by rank."""
    hand = sorted(cards, key=FROM_THE_TOP)
    held = [RANK[card] for card in hand]
    if len(set(held)) < len(held):
        hand.sort(key=lambda card: -held.count(RANK[card]))
    return tuple(hand)


def _split(hand: Sequence[Card], one: int, other: int) -> SetHand:
    return SetHand((hand[one], hand[other]), BEHIND[one, other](hand))


def _places_of(held: Sequence[int], front: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """The places of all two cards with these ranks, high ones first."""
    ones = [place for place, rank in enumerate(held) if rank == front[0]]
    if front[0] == front[1]:
        return combinations(ones, 2)
    return product(ones, [place for place, rank in enumerate(held) if rank == front[1]])


def _complete(hand: Sequence[Card], ranks_five: str) -> list[SetHand]:
    """Every way to set the hand with a straight, flush or straight flush behind."""
    natural = [card for card in hand if card != JOKER]
    wanted = 5 if len(natural) == 7 else 4
    ranks = 0
    for card in natural:
        ranks |= 1 << (card >> 2)
    suits = [card & 3 for card in natural]
    if in_a_row(ranks) < wanted and max(map(suits.count, range(4))) < wanted:
        return []
    ways = [_split(hand, *places) for places in BEHIND]
    return [each for each in ways if category(ranks_five, strength(ranks_five, each.back)) in COMPLETE]


@lru_cache(maxsize=8192)
def in_a_row(ranks: int) -> int:
    """The most ranks of a straight that are among these, which are given as bits.

    >>> in_a_row(0b1000000001111), in_a_row(0b0010000110101)
    (5, 3)
    """
    return max((ranks & row).bit_count() for row in STRAIGHTS)


def _best(ways: Sequence[SetHand], ranks_five: str) -> SetHand:
    """The way with the highest hand in front, then the highest behind."""
    best = ways[0]
    if len(ways) > 1:
        best = max(ways, key=lambda way: (two_key(way.front), strength(ranks_five, way.back)))
    return SetHand(best.front, _ordered(best.back))
