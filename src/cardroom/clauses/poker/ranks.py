"""Poker hands, high and low, in plain words of the chapters: which hand wins the pot, and what up cards show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from cardroom.cards import JOKER, UNKNOWN, Card
from cardroom.clauses.hands import HIGH, Key, high

__all__ = ["RANKINGS", "door", "judge", "shows"]

ACE = 12
LOW = tuple((rank + 1) % 13 + 1 for rank in range(13))
"""The rank of each card where the ace is low: 1 for the ace, 13 for the king."""
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


@lru_cache(maxsize=1 << 14)
def _five(product: int, suited: bool) -> Key:
    """Five cards by the product of a prime for each rank."""
    ranks = []
    for rank, prime in enumerate(PRIMES):
        while product % prime == 0:
            product //= prime
            ranks.append(rank)
    return high([rank * 4 + (0 if suited else at & 1) for at, rank in enumerate(ranks)])


@lru_cache(maxsize=1 << 8)
def _threes(board: tuple[Card, ...]) -> tuple[frozenset[int], dict[int, frozenset[int]]]:
    """Three cards of a board: the products of all, and those of each suit."""
    suited: dict[int, set[int]] = {}
    products = set()
    for a, b, c in combinations(board, 3):
        product = PRIMES[a >> 2] * PRIMES[b >> 2] * PRIMES[c >> 2]
        products.add(product)
        if a & 3 == b & 3 == c & 3:
            suited.setdefault(a & 3, set()).add(product)
    return frozenset(products), {suit: frozenset(each) for suit, each in suited.items()}


def omaha(hand: Sequence[Card], board: Sequence[Card]) -> Key:
    """Exactly two cards of the hand and three of the board."""
    threes, suited = _threes(tuple(board))
    twos = [(PRIMES[a >> 2] * PRIMES[b >> 2], a & 3 if a & 3 == b & 3 else -1) for a, b in combinations(hand, 2)]
    best = max([_five(product, False) for product in {one * other for one, _ in twos for other in threes}])
    for one, suit in twos:
        best = max([best, *(_five(one * other, True) for other in suited.get(suit, ()))])
    return best


def short_deck(cards: Sequence[Card]) -> Key:
    """Short deck: a flush beats a full house, and A-6-7-8-9 is the lowest straight."""
    best: Key = ()
    for five in combinations(cards, 5):
        key = high(five)
        name = HIGH[key[0]]
        ranks = sorted(card >> 2 for card in five)
        if ranks == [4, 5, 6, 7, ACE]:
            key = (8, 7) if name == "flush" else (4, 7)
        elif name in ("flush", "full house"):
            key = (6 if name == "flush" else 5, *key[1:])
        best = max(best, key)
    return best


@lru_cache(maxsize=1 << 13)
def _low(ranks: tuple[int, ...]) -> Key:
    """Low ranks in order: fewer pairs are better, then the lowest from the top. Straights and flushes do not count."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    return (-max(shape), -sum(each > 1 for each in shape), *(-rank for rank in order))


def ace_to_five(cards: Sequence[Card]) -> Key:
    """The best low of any five cards."""
    ranks = [LOW[card >> 2] for card in cards]
    different = sorted(set(ranks))
    if len(different) >= 5:
        return _low(tuple(different[:5]))
    return max([_low(five) for five in combinations(sorted(ranks), 5)])


def eight_or_better(cards: Sequence[Card]) -> Key | None:
    """The best low without a pair and without a card above the eight, if there is one."""
    ranks = sorted({LOW[card >> 2] for card in cards})
    return tuple(-rank for rank in ranks[4::-1]) if len(ranks) >= 5 and ranks[4] <= 8 else None


def omaha_eight_or_better(hand: Sequence[Card], board: Sequence[Card]) -> Key | None:
    """The best low of exactly two cards of the hand and three of the board."""
    mine = sorted({LOW[card >> 2] for card in hand if LOW[card >> 2] <= 8})
    common = sorted({LOW[card >> 2] for card in board if LOW[card >> 2] <= 8})
    best: Key | None = None
    for two in combinations(mine, 2):
        rest = [rank for rank in common if rank not in two][:3]
        if len(rest) == 3:
            key = tuple(-rank for rank in sorted((*two, *rest), reverse=True))
            best = key if best is None or key > best else best
    return best


def deuce_to_seven(cards: Sequence[Card]) -> Key:
    """The worst high hand wins; the ace is high, so A-2-3-4-5 is no straight."""
    key = high(cards)
    if key[0] in (4, 8) and key[1] == 3:
        key = (5 if key[0] == 8 else 0, ACE, 3, 2, 1, 0)
    return tuple(-each for each in key)


def _badugi(cards: Sequence[Card], ranks: Sequence[int]) -> Key:
    best: Key = ()
    for size in (4, 3, 2, 1):
        for some in combinations(cards, size):
            if len({card >> 2 for card in some}) == len({card & 3 for card in some}) == size:
                best = max(best, (size, *sorted([-ranks[card >> 2] for card in some])))
        if best:
            break
    return best


def badugi(cards: Sequence[Card]) -> Key:
    """Most cards of different ranks and suits, then the lowest; the ace is low."""
    return _badugi(cards, LOW)


def badugi_ace_high(cards: Sequence[Card]) -> Key:
    """The same with the ace high (Badeucy)."""
    return _badugi(cards, range(13))


# -- Mexican Poker -----------------------------------------------------------------------------------------------------

MEXICAN = (0, 1, 2, 3, 4, 5, 9, 10, 11, 12)
"""The ranks of the deck; the seven and the jack are neighbours."""
_PLACE = {rank: place for place, rank in enumerate(MEXICAN)}
_ORDER = (0, 1, 2, 3, 4, 6, 5, 7, 8)
"""How the usual categories rank here: a flush above a full house."""


def _mexican_five(ranks: Sequence[int], suited: bool) -> Key:
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    places = sorted(_PLACE[rank] for rank in counts)
    top = -1
    if len(counts) == 5:
        if places == [0, 1, 2, 3, 9]:
            top = 3
        elif places[4] - places[0] == 4:
            top = places[4]
    if shape == [5]:
        return 9, order[0]
    if top >= 0:
        return (8 if suited else 4), top
    if suited and len(counts) == 5:
        return 6, *order
    usual = {(4, 1): 7, (3, 2): 5, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    return usual, *order


def mexican(cards: Sequence[Card], joker: str | None) -> Key:
    """Five of Mexican Poker. A joker dealt up is an ace or completes a straight or flush; dealt down it is any card."""
    rest = [card for card in cards if card != JOKER]
    ranks, suited = [card >> 2 for card in rest], len({card & 3 for card in rest}) == 1
    if len(rest) == len(cards):
        return _mexican_five(ranks, suited)
    best: Key = ()
    for rank in MEXICAN:
        key = _mexican_five([*ranks, rank], suited and rank not in ranks)
        if (joker == "down" or rank == ACE or key[0] in (4, 6, 8)) and key > best:
            best = key
    return best


RANKINGS: dict[str, Callable[[Sequence[Card], Sequence[Card], str | None], Key | None]] = {
    "high": lambda hand, board, _: high([*hand, *board]),
    "omaha": lambda hand, board, _: omaha(hand, board),
    "short-deck": lambda hand, board, _: short_deck([*hand, *board]),
    "ace-to-five": lambda hand, board, _: ace_to_five([*hand, *board]),
    "eight-or-better": lambda hand, board, _: eight_or_better([*hand, *board]),
    "omaha-eight-or-better": lambda hand, board, _: omaha_eight_or_better(hand, board),
    "2-7": lambda hand, board, _: deuce_to_seven([*hand, *board]),
    "badugi": lambda hand, board, _: badugi([*hand, *board]),
    "badugi-ace-high": lambda hand, board, _: badugi_ace_high([*hand, *board]),
    "mexican": lambda hand, board, joker: mexican([*hand, *board], joker),
}
"""How the hands of a showdown are judged, by the name of their order in rule sets."""


def judge(name: str, hand: Sequence[Card], board: Sequence[Card], joker: str | None) -> Key | None:
    """How good a hand is with a board; None if a low does not qualify."""
    return RANKINGS[name](hand, board, joker)


# -- up cards ----------------------------------------------------------------------------------------------------------


def door(name: str, card: Card) -> Key:
    """How much an up card is for bringing it in: the greatest brings it in."""
    if name == "door":  # the lowest by rank, then by suit
        return -(card >> 2), -(card & 3)
    if name == "door-low":  # Razz: the highest, the ace low
        return LOW[card >> 2], card & 3
    raise LookupError(f"no clause knows the door {name}")


def shows(name: str, ranking: str, cards: Sequence[Card], joker: str | None) -> Key:
    """What up cards show: the greatest acts first. Suits do not count."""
    if UNKNOWN in cards:
        raise LookupError("an up card is unknown")
    if len(cards) > 4:
        return judge(ranking, cards, (), joker) or ()
    if name == "showing-low":
        return _low(tuple(sorted([LOW[card >> 2] for card in cards])))
    ranks = sorted([card >> 2 for card in cards if card != JOKER])
    if len(ranks) < len(cards):
        wild = MEXICAN if joker == "down" else (ACE,)
        return max([_groups((*ranks, rank)) for rank in wild])
    return _groups(tuple(ranks))


@lru_cache(maxsize=1 << 12)
def _groups(ranks: tuple[int, ...]) -> Key:
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    return (shape[0], sum(each > 1 for each in shape), *order)
