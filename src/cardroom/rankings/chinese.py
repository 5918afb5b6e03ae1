"""Face-Up Chinese Poker's three-card front hand, and the clean sweeps of all thirteen cards (500 Club, Face-Up
Chinese Poker). The middle and the back hand are ranked as `high`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from cardroom.cards import Card
from cardroom.rankings import high
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, grouped, plural

CATEGORIES = ("high card", "pair", "three of a kind")

SWEEPS = ("three flushes", "three straights", "six pairs", "dragon", "super dragon")
"""The clean sweeps, lowest first. The first three are worth the same."""


def _key(ranks: Sequence[int]) -> Key:
    order, _ = grouped(ranks)
    return (3 - len(order), *order)


def key(cards: Sequence[Card]) -> Key:
    """Return the key of three cards; straights and flushes do not count."""
    return _key([card >> 2 for card in cards])


def keys() -> Iterable[Key]:
    """All keys that three cards can have: 455."""
    return map(_key, combinations_with_replacement(range(13), 3))


def words(key: Key) -> str:
    """Describe a key in words.

    >>> words((2, 12)), words((1, 4, 11)), words((0, 12, 11, 10))
    ('Three of a kind, aces', 'Pair of sixes, king kicker', 'Ace high, K-Q')
    """
    category, *ranks = key
    match category:
        case 2:
            return f"Three of a kind, {plural(ranks[0])}"
        case 1:
            return f"Pair of {plural(ranks[0])}, {NAMES[ranks[1]]} kicker"
    return f"{NAMES[ranks[0]].capitalize()} high, {dashed(ranks[1:])}"


def fouls(front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card], *, equal: bool = False) -> bool:
    """Whether three segments are out of order: no segment may rank above the one below it.

    Equal segments are a foul only if `equal` says so. A three-card and a five-card segment are compared by the same
    cards first; if these are equal, the kickers make the five-card segment higher.

    >>> from cardroom.cards import parse
    >>> fouls(parse("Qs Qd 2c"), parse("Jc Jd 9s 7h 4d"), parse("As Ah 8s 8h 3d"))
    True
    >>> fouls(parse("Qs Qd 2c"), parse("Qc Qh 9s 7h 4d"), parse("As Ah 8s 8h 3d"))
    False
    """
    category, *ranks = key(front)
    five_category = high.CATEGORIES.index(CATEGORIES[category])
    crossed = high.key(middle) > high.key(back) or (five_category, *ranks) > high.key(middle)
    return crossed or (equal and high.key(middle) == high.key(back))


def must_foul(front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card]) -> bool:
    """Whether incomplete segments will be out of order with any further cards.

    >>> from cardroom.cards import parse
    >>> must_foul((), parse("9c 9d"), parse("Ac Kd 8s 7h 4d")), must_foul((), parse("9c"), parse("Ac Kd 8s 7h 4d"))
    (True, False)
    """
    if len(back) == 5 and _least_key(middle, 5) > high.key(back):
        return True
    return len(middle) == 5 and _least_key(front, 3) > high.key(middle)


def _least_key(cards: Sequence[Card], size: int) -> Key:
    """The least that the cards will make: their rank if they are complete, otherwise their pairs."""
    if len(cards) == size == 5:
        return high.key(cards)
    order, counts = grouped([card >> 2 for card in cards])
    ranks = [rank for rank, count in zip(order, counts, strict=True) if count > 1 or len(cards) == size]
    made = {(2,): "pair", (2, 2): "two pair", (3,): "three of a kind", (4,): "four of a kind"}
    category = made.get(tuple([count for count in counts if count > 1]), "high card")
    return (high.CATEGORIES.index(category), *ranks)


def is_straight(cards: Sequence[Card]) -> bool:
    """Whether all the cards, three or five, are in a row, the ace high or low.

    >>> from cardroom.cards import parse
    >>> is_straight(parse("As 2d 3c")), is_straight(parse("Ks As 2d"))
    (True, False)
    """
    ranks = {card >> 2 for card in cards}
    low = {rank if rank < 12 else -1 for rank in ranks}
    return len(ranks) == len(cards) == min(max(ranks) - min(ranks), max(low) - min(low)) + 1


def is_flush(cards: Sequence[Card]) -> bool:
    """Whether all the cards are of one suit.

    >>> is_flush([0, 8, 20])
    True
    """
    return len({card & 3 for card in cards}) == 1


def _whole_sweeps(cards: Sequence[Card]) -> Iterable[str]:
    """The sweeps that do not depend on how the cards are set."""
    counts = Counter(card >> 2 for card in cards)
    if len(counts) == 13:
        yield "super dragon" if is_flush(cards) else "dragon"
    if sum(count // 2 for count in counts.values()) == 6:  # four of a kind is two pairs
        yield "six pairs"


def clean_sweep(front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card]) -> str | None:
    """Return the highest clean sweep of a set hand, or None.

    >>> from cardroom.cards import parse
    >>> clean_sweep(parse("2c 2d 5h"), parse("5s 7c 7d 9h 9s"), parse("Jc Jd Jh Js Kd"))
    'six pairs'
    >>> clean_sweep(parse("As 2d 3c"), parse("4h 5d 6c 7d 8s"), parse("9c Ts Jd Qd Kh"))
    'dragon'
    """
    made = list(_whole_sweeps((*front, *middle, *back)))
    segments = (front, middle, back)
    made += ["three straights"] * all(map(is_straight, segments))
    made += ["three flushes"] * all(map(is_flush, segments))
    return max(made, key=SWEEPS.index, default=None)


CHINESE_FRONT = Ranking("chinese-front", (3,), CATEGORIES, key, keys, words)
