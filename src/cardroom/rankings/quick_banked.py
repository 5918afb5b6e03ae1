"""Quick judges for the rankings of banked games: pai gow with its joker, four of five cards, and side bets.

They work as those in `quick` do: cards are summed, and the definition's results are cached by counted ranks. The joker
counts as one card of every suit, because it can be the fifth card of any flush.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from cardroom.cards import JOKER, Card
from cardroom.rankings.base import Cards, Key, Ranking, numbering
from cardroom.rankings.quick import (
    CARDS,
    FIVE,
    FLUSH,
    FOUR,
    LANES,
    ONES,
    RANKS,
    SUITS,
    Judge,
    best_known,
    judge_by_definition,
    known_hands,
    ranks_of,
    sum_of,
    without,
)

__all__ = ["as_high", "best_four", "by_kind", "by_suits", "by_value", "fortune", "in_a_row", "joker_five"]

_JOKER_BIT = 1 << CARDS + JOKER
_LEAST_STRAIGHT_FLUSH = 7_453
"""The least int of a straight flush in the `high` ranking: nine of them and the royal flush are its last ten."""
_JOKER_HELD = 1 << SUITS
"""The joker beside counted ranks: the bit above them."""
_LANES = (*LANES, (_JOKER_HELD, _JOKER_HELD))
_ACE = LANES[12][0]


class _BestCards:
    """Cached results of a definition for the best few cards of a hand, by counted ranks and by the ranks of a flush."""

    def __init__(
        self,
        judge: Callable[[Sequence[Card]], int],
        size: int,
        known: Callable[[], tuple[Mapping[int, int], Mapping[int, int]]],
    ) -> None:
        self._judge = judge
        self._size = size
        """The number of cards that count."""
        self._known = known
        """The results of hands of this size without a joker: by counted ranks, and in one suit by bits of ranks."""
        self._in_one_suit: Mapping[int, int] = {}
        self.ranks: dict[int, int] = {}
        self.suited: dict[tuple[int, bool], int] = {}

    def best(self, counts: int, size: int) -> int:
        """Return the result of so many ranks, with the joker's bit, if no flush is among them."""
        known = (self.ranks or self._fill()).get(counts)
        if known is None:
            if size > self._size:
                fewer = without(counts, size - self._size, _LANES)
                known = best_known(self.ranks, fewer) or max([self.best(each, self._size) for each in fewer])
            else:
                # Alternating suits make neither a flush nor a repeated card.
                cards = [rank * 4 + place % 4 for place, rank in enumerate(ranks_of(counts))]
                known = self._judge(cards + [JOKER] * bool(counts & _JOKER_HELD))
            self.ranks[counts] = known
        return known

    def _fill(self) -> dict[int, int]:
        counted, self._in_one_suit = self._known()
        self.ranks.update(counted)
        return self.ranks

    def of_sum(self, total: int, size: int) -> int:
        """Return the result of so many summed cards."""
        if total & FLUSH and not total & _JOKER_BIT:
            return self.flush(total)
        counts = total & RANKS | (_JOKER_HELD if total & _JOKER_BIT else 0)
        value = self.ranks.get(counts)
        if value is None:
            value = self.best(counts, size)
        return max(value, self.flush(total)) if total & FLUSH else value

    def flush(self, total: int) -> int:
        """Return the result of the cards of the suit that makes a flush, with the joker if it is held.

        Without a joker no other card can help it: see `quick`.
        """
        suits = total & FLUSH
        lane = CARDS + 13 * (suits.bit_length() - 1 - SUITS >> 2)
        key = total >> lane & 0x1FFF, bool(total & _JOKER_BIT)
        known = self.suited.get(key)
        if known is None:
            ranks = [rank for rank in range(13) if key[0] >> rank & 1]
            if key[1]:
                known = self._judge([rank * 4 for rank in ranks] + [JOKER])
            else:
                if not self._in_one_suit:
                    self._fill()
                hands = combinations([1 << rank for rank in ranks], self._size)
                known = max([self._in_one_suit[sum(hand)] for hand in hands])
            self.suited[key] = known
        return known


def _counted(deck: frozenset[Card]) -> Callable[[Card], int]:
    sums = {card: sum_of(card) for card in deck if card != JOKER}
    if JOKER in deck:
        sums[JOKER] = _JOKER_BIT + (0x1111 << SUITS)
    return sums.__getitem__


def _summed(ranking: Ranking, start: int) -> Callable[[Any, Cards | None, str | None], int]:
    """Return a function that sums different cards of the ranking's deck, and raises KeyError for all others."""
    counted, sizes = _counted(ranking.deck), ranking.sizes

    def total_of(cards: Any, board: Cards | None, joker: str | None) -> int:
        size = len(cards)  # raises TypeError for an iterator before it is consumed
        total = sum(map(counted, cards), start)
        if (total >> CARDS).bit_count() != size or size not in sizes or board is not None or joker is not None:
            raise KeyError(cards)
        return total

    return total_of


@cache
def _memory(ranking: Ranking, size: int) -> _BestCards:
    return _BestCards(lambda cards: judge_by_definition(ranking, cards), size, lambda: known_hands(ranking))


def _best(ranking: Ranking, size: int, start: int) -> Judge:
    memory = _memory(ranking, size)
    counted, sizes, known = _counted(ranking.deck), ranking.sizes, memory.ranks

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        # The same as `_summed` and `of_sum`, written out, because most hands of banked games are judged here.
        many = len(cards)
        total = sum(map(counted, cards), start)
        if (total >> CARDS).bit_count() != many or many not in sizes or board is not None or joker is not None:
            raise KeyError(cards)
        if total & FLUSH:
            return memory.of_sum(total, many)
        counts = total & RANKS | (_JOKER_HELD if total & _JOKER_BIT else 0)
        value = known.get(counts)
        return memory.best(counts, many) if value is None else value

    return judge


def joker_five(ranking: Ranking) -> Judge:
    """A judge for the best five cards of a deck with a joker."""
    return _best(ranking, 5, FIVE)


def best_four(ranking: Ranking) -> Judge:
    """A judge for the best four cards."""
    return _best(ranking, 4, FOUR)


def by_value(judge: Judge, results: Callable[[], Sequence[int]]) -> Judge:
    """A judge for a ranking that depends only on the int of another judge. `results` gives its own, from int 0 up."""
    values = cache(results)
    return lambda cards, board, joker: values()[judge(cards, board, joker)]


def fortune(
    ranking: Ranking,
    five_line: Callable[[Sequence[Card]], Key],
    straight_flush: int,
    below: Ranking,
    line_of: Callable[[Key], int],
) -> Judge:
    """A judge for the lines of the Fortune Bonus Bet.

    `five_line` is the line of five cards alone, and without a joker that of their key (`line_of`) in the ranking
    `below`. All keys from the lowest line up make one. Lines of seven cards include a straight flush of five, so the
    whole definition is needed only from the line `straight_flush` up.
    """

    @cache
    def lowest() -> int:
        return next(number for number, key in enumerate(numbering(below)[0], 1) if line_of(key))

    def known() -> tuple[dict[int, int], dict[int, int]]:
        lines = [0, *map(line_of, numbering(below)[0])]
        counted, suited = ({hand: lines[number] for hand, number in hands.items()} for hands in known_hands(below))
        return counted, suited

    memory, total_of = _BestCards(lambda cards: five_line(cards)[0], 5, known), _summed(ranking, FIVE)
    hands = _memory(below, 5)

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        total, size = total_of(cards, board, joker), len(cards)
        if hands.of_sum(total, size) < lowest():
            return 0
        line = memory.of_sum(total, size)
        if line >= straight_flush and total & FLUSH:
            return judge_by_definition(ranking, list(cards))
        return line

    return judge


_ROWS = {
    width: [1 << 13 * width | sum(1 << width * (rank % 13) for rank in range(low, low + 5)) for low in range(-1, 9)]
    for width in (1, 3)
}
"""Five ranks in a row, and the joker. In the lowest, the ace is below the two."""


@lru_cache(maxsize=1 << 15)
def in_a_row(ranks: int, width: int = 1) -> int:
    """The most ranks of a straight that are among these, which are given as bits, the joker above them included.

    Neighbouring ranks are `width` bits apart.

    >>> in_a_row(0b1000000001111), in_a_row(0b0010000110101)
    (5, 3)
    """
    return max([(ranks & row).bit_count() for row in _ROWS[width]])


def by_kind(ranking: Ranking, line_of: Callable[[Any], str]) -> Callable[[Any], str]:
    """A quick `line_of` for hands with a joker. Results are cached by kind, which leaves out which ranks there are.

    A kind is how many ranks come twice, three times and so on, with the joker as an ace, and whether five are in a row,
    with the joker as any rank. Flushes are not cached.
    """
    total_of = _summed(ranking, FIVE)
    known: dict[tuple[int, int, int, int, bool], str] = {}

    def line(cards: Any) -> str:
        total = total_of(cards, None, None)
        if total & FLUSH:
            return line_of(cards)
        counts = total & RANKS
        ranks = (counts | counts >> 1 | counts >> 2) & ONES
        if total & _JOKER_BIT:
            ranks |= _JOKER_HELD
            counts += _ACE
        odd, two, four = counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES  # the three bits of each count
        kind = (
            two.bit_count(),
            (odd & two).bit_count(),
            four.bit_count(),
            (odd & four).bit_count(),
            in_a_row(ranks, 3) >= 5,
        )
        made = known.get(kind)
        if made is None:
            made = known[kind] = line_of(cards)
        return made

    return line


def as_high(ranking: Ranking, high: Judge) -> Judge:
    """A judge for a ranking that equals the `high` one below a straight flush."""
    sizes = ranking.sizes

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        if len(cards) not in sizes or board is not None:
            raise KeyError(cards)
        value = high(cards, None, joker)
        return value if value < _LEAST_STRAIGHT_FLUSH else judge_by_definition(ranking, list(cards))

    return judge


def by_suits(ranking: Ranking) -> Judge:
    """A judge for a ranking that depends only on how many cards of each suit there are."""
    total_of = _summed(ranking, 0)
    known: dict[int, int] = {}

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        suits = total_of(cards, board, joker) >> SUITS & 0xFFFF
        value = known.get(suits)
        if value is None:
            value = known[suits] = judge_by_definition(ranking, list(cards))
        return value

    return judge
