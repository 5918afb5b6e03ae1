"""The normal form of a range, which reads back to the same hands and weights, and the grid of two-card hands."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

from cardroom.cards import JOKER, RANKS, Card
from cardroom.poker.dealing import GameHands
from cardroom.poker.ranges.hands import Range, cards_of, hand_text
from cardroom.poker.ranges.reading import range_of, weight_text

__all__ = ["grid", "normal_form"]

Parts = tuple[tuple[Card, ...], tuple[Card, ...]]

_SHAPES = {(4,): "$m", (2, 2): "$ds", (2, 1, 1): "$ss", (1, 1, 1, 1): "$r", (3, 1): "$s!$m!$ds!$ss"}
"""How four cards share suits, as ranges write it."""


def normal_form(hands: Range) -> str:
    """Write a range so that it reads back to the same hands with the same weights: best hands first.

    >>> from cardroom.poker import range_of
    >>> normal_form(range_of("texas-holdem", "AKo, AKs, 0.5(JJ, QQ), 99-TT, AhQh, KJs, KTs"))
    'TT-99,AK,KJs-KTs,AhQh,QQ-JJ@0.5'
    >>> normal_form(range_of("omaha", "AAKK:$ds")), normal_form(range_of("razz", "(A2)3"))
    ('AAKK:$ds', '(2A)3')
    """
    return ",".join(_parts(hands))


def _parts(hands: Range) -> Iterator[str]:
    whole = range_of(hands.dealing, "*") if len(hands) > 1000 else None
    for place, weight in sorted(enumerate(hands.weights), key=lambda each: -each[1]):
        numbers = hands.numbers[hands.places == place]
        if not len(numbers):
            continue
        if whole is not None and len(whole) == len(numbers) and (whole.numbers == numbers).all():
            texts = ["*"]
        else:
            parts = [cards_of(number) for number in numbers.tolist()]
            texts = _two_cards(parts, hands.dealing) if hands.dealing.two_cards else _shapes(parts, hands.dealing)
        if weight == 1:
            yield ",".join(texts)
        elif len(texts) == 1 and not set(texts[0]) & set(":!"):
            yield f"{texts[0]}@{weight_text(weight)}"
        else:
            yield f"{weight_text(weight)}({','.join(texts)})"


# -- two cards ---------------------------------------------------------------------------------------------------------


def _two_cards(hands: Iterable[Parts], dealing: GameHands) -> list[str]:
    order = dealing.ranks
    by_class: dict[tuple[int, int, str], list[Parts]] = {}
    for first, second in hands:
        high, low = sorted((order.index(RANKS[card >> 2]) for card in first), reverse=True)
        kind = "" if high == low else "s" if first[0] & 3 == first[1] & 3 else "o"
        by_class.setdefault((high, low, kind), []).append((first, second))
    sizes = {"": 6, "s": 4, "o": 12}
    whole = {key for key, some in by_class.items() if not some[0][1] and len(some) == sizes[key[2]]}
    texts = _runs([(high, low) for high, low, kind in whole if not kind], order, "")
    both = {(high, low) for high, low, kind in whole if kind == "s" and (high, low, "o") in whole}
    for top in range(len(order) - 1, -1, -1):
        for kind in ("", "s", "o"):
            lows = sorted(low for high, low, same in whole if high == top and same == (kind or "s"))
            lows = [low for low in lows if ((top, low) in both) == (not kind)]
            texts += _runs([(top, low) for low in lows], order, kind)
    for key in sorted(set(by_class) - whole, reverse=True):
        texts += [hand_text(*each, dealing.structure) for each in sorted(by_class[key], reverse=True)]
    return texts


def _runs(hands: Sequence[tuple[int, int]], order: str, kind: str) -> list[str]:
    """Spans of hands whose second rank follows each other: the highest first."""
    texts = []
    lows = sorted((low for _, low in hands), reverse=True)
    tops = {low: high for high, low in hands}
    while lows:
        first = last = lows.pop(0)
        while lows and lows[0] == last - 1:
            last = lows.pop(0)
        pair = tops[first] == first
        one, other = (
            f"{order[last if pair else tops[last]]}{order[last]}{kind}",
            f"{order[tops[first]]}{order[first]}{kind}",
        )
        best = first == (len(order) - 1 if pair else tops[first] - 1)
        if first == last:
            texts.append(one)
        else:
            texts.append(f"{one}+" if best else f"{other}-{one}")
    return texts


# -- other games -------------------------------------------------------------------------------------------------------


def _shapes(hands: Iterable[Parts], dealing: GameHands) -> list[str]:
    """Hands by their ranks where every choice of suits is there, then by how suits are shared, then one by one."""
    by_ranks: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Parts]] = {}
    for parts in hands:
        by_ranks.setdefault((_ranks(parts[0], dealing), _ranks(parts[1], dealing)), []).append(parts)
    texts = []
    for (first, second), some in sorted(by_ranks.items(), reverse=True):
        if -1 not in first + second and len(some) == _ways(first, second):
            texts.append(_ranks_text(first, second, dealing))
            continue
        by_shape: dict[tuple[int, ...], list[Parts]] = {}
        if dealing.sizes == ((4, 0),):
            for parts in some:
                by_shape.setdefault(_suit_shape(parts[0]), []).append(parts)
        whole = {shape for shape, each in by_shape.items() if len(each) == _ways_of_shape(first, shape)}
        texts += [f"{_ranks_text(first, second, dealing)}:{_SHAPES[shape]}" for shape in sorted(whole, reverse=True)]
        rest = [parts for parts in some if not by_shape or _suit_shape(parts[0]) not in whole]
        texts += [hand_text(*each, dealing.structure) for each in sorted(rest, reverse=True)]
    return texts


def _ranks(cards: Iterable[Card], dealing: GameHands) -> tuple[int, ...]:
    places = (-1 if card == JOKER else dealing.ranks.index(RANKS[card >> 2]) for card in cards)
    return tuple(sorted(places, reverse=True))


def _ranks_text(first: tuple[int, ...], second: tuple[int, ...], dealing: GameHands) -> str:
    one, other = ("".join(dealing.ranks[rank] for rank in ranks) for ranks in (first, second))
    if dealing.structure == "stud":
        return f"({one}){other}"
    return f"{one}/{other}" if other else one


def _ways(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """How many hands have these ranks."""
    ways = 1
    for rank in set(first + second):
        one, other = first.count(rank), second.count(rank)
        ways *= comb(4, one) * comb(4 - one, other)
    return ways


def _suit_shape(cards: Iterable[Card]) -> tuple[int, ...]:
    suits = [card & 3 for card in cards]
    return tuple(sorted((suits.count(suit) for suit in set(suits)), reverse=True))


def _ways_of_shape(ranks: tuple[int, ...], shape: tuple[int, ...]) -> int:
    """How many hands of four cards with these ranks share suits so."""
    found = set()
    for some in product(*(combinations(range(4), ranks.count(rank)) for rank in sorted(set(ranks)))):
        suits = [suit for each in some for suit in each]
        if tuple(sorted((suits.count(suit) for suit in set(suits)), reverse=True)) == shape:
            found.add(some)
    return len(found)


# -- the grid ----------------------------------------------------------------------------------------------------------


def grid(hands: Range) -> list[list[Fraction]]:
    """The share of each class of two cards that a range has: suited above the diagonal, off-suit below, aces first.

    >>> from cardroom.poker import range_of
    >>> [str(share) for share in grid(range_of("texas-holdem", "AA, 0.5(AKs), AKo"))[0][:3]]
    ['1', '1/2', '0']
    """
    order = hands.dealing.ranks[::-1]
    sums = [[Fraction(0)] * len(order) for _ in order]
    for first, _, weight in hands.hands():
        high, low = sorted(order.index(RANKS[card >> 2]) for card in first)
        suited = first[0] & 3 == first[1] & 3
        row, column = (high, low) if suited or high == low else (low, high)
        sums[row][column] += weight / (6 if high == low else 4 if suited else 12)
    return sums
