"""Mexican Poker: 40 cards without eights, nines and tens, and a joker (500 Club, Mexican Poker, Card Values and Hand
Rankings). The seven and the jack are neighbours, a flush beats a full house, and five of a kind beats all.

A joker dealt face up is an ace or completes a straight or a flush; dealt face down it is any card, and stays so
when it is turned. In a flush it is the highest rank that is missing: no flush has a rank twice.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from cardroom.cards import JOKER, RANKS, Card
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, grouped, kickers, plural

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "full house",
    "flush",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)
_HIGH_CARD, _, _, _, _STRAIGHT, _, _FLUSH, _, _STRAIGHT_FLUSH, _ROYAL, _ = range(11)
_COMPLETED = (_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _ROYAL)
_SHAPES = {
    (5,): 10,
    (4, 1): 7,
    (3, 2): 5,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (1, 1, 1, 1, 1): _HIGH_CARD,
}
ORDER = tuple(RANKS.index(rank) for rank in "234567JQKA")
"""The ranks of the deck, lowest first. Neighbours here are neighbours in a straight."""
_ACE = ORDER[-1]
_STRAIGHTS = {frozenset((_ACE, *ORDER[:4])): ORDER[3]} | {
    frozenset(ORDER[low : low + 5]): ORDER[low + 4] for low in range(6)
}


def five_key(ranks: Sequence[int], suited: bool) -> Key:
    """The key of five cards, from their ranks and whether they are of one suit."""
    order, counts = grouped(ranks)
    shape = _SHAPES[counts]
    straight = _STRAIGHTS.get(frozenset(order))
    if straight is None:
        return (_FLUSH if suited else shape, *order)
    if not suited:
        return (_STRAIGHT, straight)
    return (_ROYAL,) if straight == _ACE else (_STRAIGHT_FLUSH, straight)


def readings(cards: Sequence[Card], joker: str | None) -> Iterator[Key]:
    """All keys that five cards may have: one, or several with a joker, which was dealt "up" or "down".

    >>> from cardroom.cards import parse
    >>> sorted(words(key) for key in readings(parse("4s 5d 6h 7c Jk"), "up"))
    ['Ace high, 7-6-5-4', 'Straight, jack high', 'Straight, seven high']
    """
    natural = [card for card in cards if card != JOKER]
    ranks = [card >> 2 for card in natural]
    suited = len({card & 3 for card in natural}) == 1
    if len(natural) == 5:
        yield five_key(ranks, suited)
        return
    for rank in ORDER:
        key = five_key([*ranks, rank], suited and rank not in ranks)
        if joker == "down" or rank == _ACE or key[0] in _COMPLETED:
            yield key


def key(cards: Sequence[Card], joker: str | None) -> Key:
    """Return the best key that five cards may have."""
    return max(readings(cards, joker))


def keys() -> Iterable[Key]:
    """All possible keys: 2,254."""
    for ranks in combinations_with_replacement(ORDER, 5):
        yield five_key(ranks, suited=False)
        if len(set(ranks)) == 5:
            yield five_key(ranks, suited=True)


def words(key: Key, more: int = 0) -> str:
    """Describe a key in words, with `more` kickers than usual.

    >>> words((10, 0)), words((6, 12, 11, 10, 9, 4)), words((4, 9))
    ('Five of a kind, twos', 'Flush, ace high, K-Q-J-6', 'Straight, jack high')
    """
    category, *ranks = key
    name = CATEGORIES[category].capitalize()
    match category:
        case 10 | 7 | 3:
            return f"{name}, {plural(ranks[0])}{kickers([NAMES[rank] for rank in ranks[1:]], more)}"
        case 9:
            return "Royal flush"
        case 8 | 4:
            return f"{name}, {NAMES[ranks[0]]} high"
        case 6:
            return f"Flush, {NAMES[ranks[0]]} high, {dashed(ranks[1:])}"
        case 5:
            return f"Full house, {plural(ranks[0])} over {plural(ranks[1])}"
        case 2:
            return f"Two pair, {plural(ranks[0])} and {plural(ranks[1])}, {NAMES[ranks[2]]} kicker"
        case 1:
            return f"Pair of {plural(ranks[0])}{kickers([NAMES[rank] for rank in ranks[1:]], 1 + more)}"
    return f"{NAMES[ranks[0]].capitalize()} high, {dashed(ranks[1:])}"


DECK = frozenset((JOKER, *(rank * 4 + suit for rank in ORDER for suit in range(4))))

MEXICAN = Ranking(
    "mexican",
    (5,),
    CATEGORIES,
    key,
    keys,
    words,
    DECK,
    jokers=("up", "down"),
    fuller=words,
)
