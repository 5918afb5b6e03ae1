"""One hand at a time, quickly and in plain Python: the best five of some cards by what is remembered of them.

A card is a number that counts its rank and its suit and has a bit of its own, and a hand is the sum of its cards.
What the ranking's definition said of the counted ranks is kept, for they are few: 6,175 hands of five cards, 49,205
of seven. What is kept grows as hands are met, so that no program waits for a table.

Whatever is not plainly a hand is a KeyError here: the careful way, `base.checked`, has the words for it.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from operator import itemgetter
from typing import Any, TypeAlias

from cardroom.cards import JOKER, Card, text
from cardroom.rankings.base import Cards, Ranking, numbering

Judge: TypeAlias = Callable[[Cards, Cards | None, str | None], int]
"""A hand, perhaps a board, and how a joker was dealt where that matters, to an int; 0 for what does not qualify."""

_RANKS = (1 << 39) - 1
"""Three bits count each rank, above them four bits each suit; then comes a bit for each card, suit by suit."""
_SUITS, _CARDS = 39, 55
_FLUSH = 0x8888 << _SUITS
_FIVE, _TWO, _THREE, _NEVER = 0x3333 << _SUITS, 0x6666 << _SUITS, 0x5555 << _SUITS, 0
"""Where suits start to count, so that the fifth, second, third or no card of a suit sets its top bit."""
_SUIT = (1 << 13) - 1
_ONE_SUIT = frozenset(count << 4 * suit for count in range(1, 6) for suit in range(4))
"""The counts of suits where all cards are of one."""


def _sum_of(card: Card) -> int:
    rank, suit = card >> 2, card & 3
    return (1 << 3 * rank) + (1 << _SUITS + 4 * suit) + (1 << _CARDS + 13 * suit + rank)


class _Deck:
    """The cards of a deck: what each counts as, and its number, by number or proper name; KeyError for all others."""

    def __init__(self, deck: frozenset[Card]) -> None:
        self.counted = {card: _sum_of(card) for card in deck}.__getitem__
        self.numbered = {name: card for card in deck for name in (card, text(card))}.__getitem__

    def numbers(self, cards: Cards) -> list[Card]:
        names: Any = cards.split() if isinstance(cards, str) else cards
        len(names)  # a TypeError for what can be read only once, before it is
        return list(map(self.numbered, names))


def best_five(ranking: Ranking) -> Judge:
    """For a ranking of five cards: the best five of all of hand and board."""
    return _of_all(ranking, _FIVE)


def by_ranks(ranking: Ranking) -> Judge:
    """For a ranking to which suits are nothing: the best five by rank, or all where there are fewer."""
    return _of_all(ranking, _NEVER)


def _of_all(ranking: Ranking, suits: int) -> Judge:
    memory, deck = _Memory(ranking), _Deck(ranking.deck)
    counted, sizes = deck.counted, ranking.sizes
    known: dict[int, int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        if board is not None:
            cards = deck.numbers(cards) + deck.numbers(board)
        size = len(cards)
        try:
            total = sum(map(counted, cards), suits)
        except KeyError:
            return judge(deck.numbers(cards), None, joker)  # names, or no cards of this deck
        if (total >> _CARDS).bit_count() != size or size not in sizes or joker is not None:
            raise KeyError(cards)  # a card twice has carried over into its neighbour's bit
        if total & _FLUSH:
            return memory.flush(total, 0)
        try:
            return known[total & _RANKS]
        except KeyError:
            value = known[total & _RANKS] = memory.best(total & _RANKS)
            return value

    return judge


def two_and_three(ranking: Ranking) -> Judge:
    """For a ranking of five cards: the best of two from the hand with three from the board."""
    memory, deck = _Memory(ranking), _Deck(ranking.deck)
    counted = deck.counted
    looks: dict[int, itemgetter[Any]] = {}
    """By a hand's counted ranks: every two of them, 13 times the higher and the lower, looked up in a row at once."""
    rows: dict[int, list[int]] = {}
    """By a board's counted ranks: the best with any such two; 0 if not yet known."""

    def judge(cards: Any, board: Any, joker: str | None) -> int:
        held, shown = len(cards), len(board)
        try:
            ours, theirs = sum(map(counted, cards), _TWO), sum(map(counted, board), _THREE)
        except KeyError:
            return judge(deck.numbers(cards), deck.numbers(board), joker)  # names, or no cards of this deck
        if ((ours >> _CARDS) + (theirs >> _CARDS)).bit_count() != held + shown or joker is not None:
            raise KeyError(cards)
        if not (4 <= held <= 6 and 3 <= shown <= 5):
            raise KeyError(cards)
        look, row = looks.get(ours & _RANKS), rows.get(theirs & _RANKS)
        if look is None or row is None:
            return learn(cards, board)
        values: tuple[int, ...] = look(row)
        if 0 in values:
            return learn(cards, board)
        return max(*values, memory.flush(ours, theirs)) if ours & theirs & _FLUSH else max(values)

    def learn(hand: Sequence[Card], board: Sequence[Card]) -> int:
        """Fills in what `judge` did not know, and lets it judge again."""
        twos = [(high, low) for low, high in combinations(sorted(card >> 2 for card in hand), 2)]
        looks[sum(map(counted, hand)) & _RANKS] = itemgetter(*(13 * high + low for high, low in twos))
        row = rows.setdefault(sum(map(counted, board)) & _RANKS, [0] * 169)
        threes = {sum(1 << 3 * (card >> 2) for card in three) for three in combinations(board, 3)}
        for high, low in twos:
            row[13 * high + low] = max(memory.best((1 << 3 * high) + (1 << 3 * low) + three) for three in threes)
        return judge(hand, board, None)

    return judge


def remembered(ranking: Ranking) -> Judge:
    """For a ranking of few hands, all of one size: what the definition said of these very cards."""
    (right,) = ranking.sizes
    bit = {card: 1 << card for card in ranking.deck}.__getitem__
    known: dict[int, int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        size = len(cards)  # a TypeError for what can be read only once, before it is
        total = sum(map(bit, cards))
        if size != right or total.bit_count() != size or board is not None or joker is not None:
            raise KeyError(cards)
        try:
            return known[total]
        except KeyError:
            value = known[total] = _judged(ranking, list(cards))
            return value

    return judge


def any_suits(ranking: Ranking) -> Judge:
    """For a ranking that asks which cards are of one suit, but not of which: what the definition said of such cards."""
    counted, sizes = _Deck(ranking.deck).counted, ranking.sizes
    known: dict[tuple[int, ...], int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        size = len(cards)
        total = sum(map(counted, cards)) >> _CARDS
        if size not in sizes or total.bit_count() != size or board is not None or joker is not None:
            raise KeyError(cards)
        suits = tuple(sorted((total & _SUIT, total >> 13 & _SUIT, total >> 26 & _SUIT, total >> 39)))
        try:
            return known[suits]
        except KeyError:
            value = known[suits] = _judged(ranking, list(cards))
            return value

    return judge


def with_joker(ranking: Ranking) -> Judge:
    """For a ranking to which it matters how the joker was dealt: what the definition said of such ranks, of one suit
    or not.
    """
    bits = {card: _sum_of(card) for card in ranking.deck if card != JOKER} | {JOKER: 1 << _CARDS + JOKER}
    counted, sizes, ways = bits.__getitem__, ranking.sizes, (None, *ranking.jokers)
    known: dict[tuple[int, bool, str | None], int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        size = len(cards)  # a TypeError for what can be read only once, before it is
        total = sum(map(counted, cards))
        held = total >> _CARDS + JOKER & 1
        if (total >> _CARDS).bit_count() != size or size not in sizes or board is not None or joker not in ways:
            raise KeyError(cards)
        if held and joker is None:
            raise KeyError(cards)
        hand = total & _RANKS, total >> _SUITS & 0xFFFF in _ONE_SUIT, joker if held else None
        try:
            return known[hand]
        except KeyError:
            value = known[hand] = _judged(ranking, list(cards), hand[2])
            return value

    return judge


class _Memory:
    """What the definition said: the int of the best five by counted ranks, with no flush, and of flushes."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self.known: dict[int, int] = {}
        self.flushes: dict[tuple[int, int], int] = {}

    def best(self, counts: int) -> int:
        """The int of the best five of these ranks."""
        if counts not in self.known:
            ranks = [rank for rank in range(13) for _ in range(counts >> 3 * rank & 7)]
            if len(ranks) > 5:
                return max(self.best(counts - (1 << 3 * rank)) for rank in set(ranks))
            # Suits in turn make neither a flush nor the same card twice.
            self.known[counts] = _judged(self.ranking, [rank * 4 + place % 4 for place, rank in enumerate(ranks)])
        return self.known[counts]

    def flush(self, ours: int, theirs: int) -> int:
        """The int of a hand that has a flush: of two and three where there is a board, else of any five.

        No card of another suit can help it: seven cards with a flush hold neither four of a kind nor a full house.
        """
        suits = (ours & theirs if theirs else ours) & _FLUSH
        lane = _CARDS + 13 * (suits.bit_length() - 1 - _SUITS >> 2)
        held = (ours >> lane & 0x1FFF, theirs >> lane & 0x1FFF)
        if held not in self.flushes:
            hand, board = ([rank * 4 for rank in range(13) if mask >> rank & 1] for mask in held)
            fives = product(combinations(hand, 2), combinations(board, 3)) if theirs else product(combinations(hand, 5))
            self.flushes[held] = max(_judged(self.ranking, [card for part in five for card in part]) for five in fives)
        return self.flushes[held]


def _judged(ranking: Ranking, cards: Sequence[Card], joker: str | None = None) -> int:
    """What the definition says of these cards; 0 where they do not qualify."""
    key = ranking.key(cards, joker) if ranking.jokers else ranking.key(cards)
    return 0 if key is None else numbering(ranking)[1][key]
