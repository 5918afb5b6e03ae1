"""Judge single hands quickly in plain Python, with a cache of the definition's results.

A card is a number that counts its rank and its suit and has a bit of its own; a hand is the sum of its cards. Results
are cached by counted ranks, which are few: 6,175 hands of five cards, 49,205 of seven. Those of five are all known when
their ints are, so they are cached together. The cache of seven grows as hands occur, so no program waits for a table.

Anything that is not plainly a hand raises KeyError here. The careful path, `base.checked`, then reports the error.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from operator import itemgetter
from typing import Any, TypeAlias

from cardroom.cards import JOKER, Card, text
from cardroom.rankings.base import Cards, Ranking, numbered_hands, numbering

Judge: TypeAlias = Callable[[Cards, Cards | None, str | None], int]
"""Maps a hand, an optional board and the way a joker was dealt to an int; 0 if it does not qualify."""

RANKS = (1 << 39) - 1
"""The layout: three bits count each rank, then four bits each suit, then one bit for each card, suit by suit."""
SUITS, CARDS = 39, 55
LANES = tuple((1 << 3 * rank, 7 << 3 * rank) for rank in range(13))
"""One card of each rank, and all its bits."""
ONES = sum(one for one, _ in LANES)
FLUSH = 0x8888 << SUITS
FIVE, FOUR, _THREE, _TWO, _NEVER = 0x3333 << SUITS, 0x4444 << SUITS, 0x5555 << SUITS, 0x6666 << SUITS, 0
"""The start of suit counters, so that the fifth, fourth, third, second or no card of a suit sets its top bit."""
_SUIT = (1 << 13) - 1
_ONE_SUIT = frozenset(count << 4 * suit for count in range(1, 6) for suit in range(4))
"""The suit counters of cards that all have one suit."""


def sum_of(card: Card) -> int:
    rank, suit = card >> 2, card & 3
    return (1 << 3 * rank) + (1 << SUITS + 4 * suit) + (1 << CARDS + 13 * suit + rank)


class _Deck:
    """The cards of a deck: the summand and the number of each, by number or name; KeyError for all others."""

    def __init__(self, deck: frozenset[Card]) -> None:
        self.counted = {card: sum_of(card) for card in deck}.__getitem__
        self.numbered = {name: card for card in deck for name in (card, text(card))}.__getitem__

    def numbers(self, cards: Cards) -> list[Card]:
        names: Any = cards.split() if isinstance(cards, str) else cards
        len(names)  # raises TypeError for an iterator before it is consumed
        return list(map(self.numbered, names))


_SEVEN = 7
"""The most cards of which a flush rules out a full house. Of more cards, the best seven count."""


def best_five(ranking: Ranking) -> Judge:
    """A judge for a ranking of five cards: the best five of hand and board."""
    return _of_all(ranking, FIVE)


def three_cards(ranking: Ranking) -> Judge:
    """A judge for a ranking of three cards."""
    return _of_all(ranking, _THREE)


def by_ranks(ranking: Ranking) -> Judge:
    """A judge for a ranking without suits: the best five by rank, or all if there are fewer."""
    return _of_all(ranking, _NEVER)


def _of_all(ranking: Ranking, suits: int) -> Judge:
    memory, deck = _memory(ranking), _Deck(ranking.deck)
    counted, sizes = deck.counted, tuple(size for size in ranking.sizes if size <= _SEVEN)
    known = memory.known

    def judge(cards: Any, board: Any, joker: str | None) -> int:
        size = len(cards)  # raises TypeError for an iterator before it is consumed
        try:
            total = sum(map(counted, cards), suits)
            if board is not None:
                size += len(board)
                total = sum(map(counted, board), total)
        except KeyError:  # names, or cards that are not in this deck
            return judge(deck.numbers(cards) + deck.numbers(board if board is not None else ()), None, joker)
        if (total >> CARDS).bit_count() != size or size not in sizes or joker is not None:
            if size not in ranking.sizes or size <= _SEVEN or (total >> CARDS).bit_count() != size or joker is not None:
                raise KeyError(cards)  # a repeated card has carried over into the next bit
            every = [*cards, *(board or ())]
            return max(judge(seven, None, None) for seven in combinations(every, _SEVEN))
        if total & FLUSH:
            return memory.flush(total, 0)
        try:
            return known[total & RANKS]
        except KeyError:
            return memory.best(total & RANKS, size)

    return judge


def two_and_three(ranking: Ranking) -> Judge:
    """A judge for a ranking of five cards: the best of two from the hand with three from the board."""
    memory, deck = _memory(ranking), _Deck(ranking.deck)
    counted = deck.counted
    looks: dict[int, itemgetter[Any]] = {}
    """By a hand's counted ranks: every two of them, as 13 times the higher plus the lower, for one lookup in a row."""
    rows: dict[int, list[int]] = {}
    """By a board's counted ranks: the best with any such two; 0 if not yet cached."""

    def judge(cards: Any, board: Any, joker: str | None) -> int:
        held, shown = len(cards), len(board)
        try:
            ours, theirs = sum(map(counted, cards), _TWO), sum(map(counted, board), _THREE)
        except KeyError:
            return judge(deck.numbers(cards), deck.numbers(board), joker)  # names, or cards that are not in this deck
        if ((ours >> CARDS) + (theirs >> CARDS)).bit_count() != held + shown or joker is not None:
            raise KeyError(cards)
        if not (4 <= held <= 6 and 3 <= shown <= 5):
            raise KeyError(cards)
        look, row = looks.get(ours & RANKS), rows.get(theirs & RANKS)
        if look is None or row is None:
            return learn(cards, board)
        values: tuple[int, ...] = look(row)
        if 0 in values:
            return learn(cards, board)
        return max(*values, memory.flush(ours, theirs)) if ours & theirs & FLUSH else max(values)

    def learn(hand: Sequence[Card], board: Sequence[Card]) -> int:
        """Fill in what `judge` lacks, and judge again."""
        twos = [(high, low) for low, high in combinations(sorted(card >> 2 for card in hand), 2)]
        looks[sum(map(counted, hand)) & RANKS] = itemgetter(*(13 * high + low for high, low in twos))
        row = rows.setdefault(sum(map(counted, board)) & RANKS, [0] * 169)
        known = memory.fives()
        threes = set(map(sum, combinations([1 << 3 * (card >> 2) for card in board], 3)))
        for high, low in twos:
            if not row[13 * high + low]:
                two = (1 << 3 * high) + (1 << 3 * low)
                row[13 * high + low] = max([known[two + three] for three in threes])
        return judge(hand, board, None)

    return judge


def caching_judge(ranking: Ranking) -> Judge:
    """A judge for a ranking of few hands, all of one size: results are cached by cards."""
    (right,) = ranking.sizes
    bit = {card: 1 << card for card in ranking.deck}.__getitem__
    known: dict[int, int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        size = len(cards)  # raises TypeError for an iterator before it is consumed
        total = sum(map(bit, cards))
        if size != right or total.bit_count() != size or board is not None or joker is not None:
            raise KeyError(cards)
        try:
            return known[total]
        except KeyError:
            value = known[total] = judge_by_definition(ranking, list(cards))
            return value

    return judge


_BADUGI = 4
"""The most cards whose results are cached by suits. Hands of more cards are too many to cache."""


def any_suits(ranking: Ranking) -> Judge:
    """A judge for a ranking where it matters which cards share a suit, but not which suit.

    Results of four cards are cached. Of more cards, the best four count.
    """
    counted, sizes = _Deck(ranking.deck).counted, ranking.sizes
    known: dict[tuple[int, ...], int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        if board is not None:
            return judge([*cards, *board], None, joker)
        size = len(cards)
        total = sum(map(counted, cards)) >> CARDS
        if size not in sizes or total.bit_count() != size or joker is not None:
            raise KeyError(cards)
        if size > _BADUGI:
            return max(judge(four, None, None) for four in combinations(cards, _BADUGI))
        suits = tuple(sorted((total & _SUIT, total >> 13 & _SUIT, total >> 26 & _SUIT, total >> 39)))
        try:
            return known[suits]
        except KeyError:
            value = known[suits] = judge_by_definition(ranking, list(cards))
            return value

    return judge


def with_joker(ranking: Ranking) -> Judge:
    """A judge for a ranking where it matters how the joker was dealt: results are cached by ranks and by one suit or
    not.
    """
    bits = {card: sum_of(card) for card in ranking.deck if card != JOKER} | {JOKER: 1 << CARDS + JOKER}
    counted, sizes, ways = bits.__getitem__, ranking.sizes, (None, *ranking.jokers)
    known: dict[tuple[int, bool, str | None], int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        size = len(cards)  # raises TypeError for an iterator before it is consumed
        total = sum(map(counted, cards))
        held = total >> CARDS + JOKER & 1
        if (total >> CARDS).bit_count() != size or size not in sizes or board is not None or joker not in ways:
            raise KeyError(cards)
        if held and joker is None:
            raise KeyError(cards)
        hand = total & RANKS, total >> SUITS & 0xFFFF in _ONE_SUIT, joker if held else None
        try:
            return known[hand]
        except KeyError:
            value = known[hand] = judge_by_definition(ranking, list(cards), hand[2])
            return value

    return judge


class _Memory:
    """The cached results of a definition: the int of the best five by counted ranks, and of flushes."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._is_high = ranking.name == "high"
        self.known: dict[int, int] = {}
        self.flushes: dict[tuple[int, int], int] = {}
        self._suited: dict[int, int] = {}
        """The ints of five cards of one suit, or of three, by the bits of their ranks."""

    def best(self, counts: int, size: int = 5) -> int:
        """Return the int of the best five of so many ranks."""
        known = (self.known or self.fives()).get(counts)
        if known is None:
            if self._is_high and (five := without_lowest(counts, size - 5)):
                known = self.known[five]
            elif size > 5:
                fewer = without(counts, size - 5, LANES)
                known = best_known(self.known, fewer) or max(map(self.best, fewer))
            else:
                # Alternating suits make neither a flush nor a repeated card.
                cards = [rank * 4 + place % 4 for place, rank in enumerate(ranks_of(counts))]
                known = judge_by_definition(self.ranking, cards)
            self.known[counts] = known
        return known

    def fives(self) -> dict[int, int]:
        """Return the cache by counted ranks, with all hands of five if the ranking lists them."""
        if not self.known:
            plain, self._suited = known_hands(self.ranking)
            self.known.update(plain)
        return self.known

    def flush(self, ours: int, theirs: int) -> int:
        """Return the int of a hand with a flush: of two and three if there is a board, otherwise of any five.

        No card of another suit can help it: seven cards with a flush hold neither four of a kind nor a full house.
        """
        suits = (ours & theirs if theirs else ours) & FLUSH
        lane = CARDS + 13 * (suits.bit_length() - 1 - SUITS >> 2)
        held = (ours >> lane & 0x1FFF, theirs >> lane & 0x1FFF)
        if held not in self.flushes:
            hand, board = ([1 << rank for rank in range(13) if mask >> rank & 1] for mask in held)
            fives = (
                product(combinations(hand, 2), combinations(board, 3))
                if theirs
                else product(combinations(hand, min(len(hand), 5)))
            )
            self.fives()
            self.flushes[held] = max(self._suited[sum(map(sum, five))] for five in fives)
        return self.flushes[held]


_memory = cache(_Memory)
"""The cache of a ranking. Hold'em and Omaha share one."""


def without(counts: int, cards: int, lanes: Sequence[tuple[int, int]]) -> list[int]:
    """Return the counted ranks without one card or two, in all ways that differ."""
    ones = [one for one, every in lanes if counts & every]
    if cards == 1:
        return [counts - one for one in ones]
    pairs = [counts - 2 * one for one in ones if counts & 6 * one]
    return [counts - one - other for one, other in combinations(ones, 2)] + pairs


def without_lowest(counts: int, cards: int) -> int:
    """Return the counted ranks without so many of the lowest single cards, which a `high` hand does not need.

    Return 0 if there is a straight, or if there are too few single cards.

    >>> ranks = [1 << 3 * rank for rank in (12, 11, 7, 7, 5, 2, 0)]
    >>> ranks_of(without_lowest(sum(ranks), 2))
    [5, 7, 7, 11, 12]
    """
    odd, two = counts & ONES, counts >> 1 & ONES
    ranks = odd | two | counts >> 2 & ONES
    row = ranks << 3 | ranks >> 36  # the ace is also below the two
    if row & row >> 3 & row >> 6 & row >> 9 & row >> 12:
        return 0
    singles = odd & ~two
    for _ in range(cards):
        lowest = singles & -singles
        if not lowest:
            return 0
        singles -= lowest
        counts -= lowest
    return counts


def best_known(known: dict[int, int], hands: Sequence[int]) -> int:
    """Return the best result of these hands; 0 if one is not known."""
    try:
        return max([known[hand] for hand in hands])
    except KeyError:
        return 0


def known_hands(ranking: Ranking) -> tuple[dict[int, int], dict[int, int]]:
    """Return the ints of a ranking's `hands`: by counted ranks, and for one suit by the bits of the ranks."""
    counted: dict[int, int] = {}
    suited: dict[int, int] = {}
    one, bit = [one for one, _ in LANES].__getitem__, [1 << rank for rank in range(13)].__getitem__
    for (ranks, one_suit), number in numbered_hands(ranking):
        if one_suit:
            suited[sum(map(bit, ranks))] = number
        else:
            counted[sum(map(one, ranks))] = number
    return counted, suited


def ranks_of(counts: int) -> list[int]:
    """Return the ranks that are counted, lowest first."""
    ranks: list[int] = []
    for rank in range(13):
        if held := counts >> 3 * rank & 7:
            ranks += [rank] * held
    return ranks


def judge_by_definition(ranking: Ranking, cards: Sequence[Card], joker: str | None = None) -> int:
    """Return the definition's int for these cards; 0 if they do not qualify."""
    key = ranking.key(cards, joker) if ranking.jokers else ranking.key(cards)
    return 0 if key is None else numbering(ranking)[1][key]
