"""Quick judges for the rankings of banked games: pai gow with its joker, four of five cards, and side bets.

They work as those in `quick` do: cards are summed, and the definition's results are cached by counted ranks. The joker
counts as one card of every suit, because it can be the fifth card of any flush.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from cardroom.cards import JOKER, Card
from cardroom.rankings.base import Cards, Key, Ranking, key_of, numbering
from cardroom.rankings.quick import (
    CARDS,
    FIVE,
    FLUSH,
    FOUR,
    LANES,
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

__all__ = ["as_high", "best_four", "by_value", "fortune", "joker_five", "plainly"]

_JOKER_BIT = 1 << CARDS + JOKER
_LEAST_STRAIGHT_FLUSH = 7_453
"""The least int of a straight flush in the `high` ranking: nine of them and the royal flush are its last ten."""
_JOKER_HELD = 1 << SUITS
"""The joker beside counted ranks: the bit above them."""
_LANES = (*LANES, (_JOKER_HELD, _JOKER_HELD))


class _BestCards:
    """Cached results of a definition for the best few cards of a hand, by counted ranks and by the ranks of a flush."""

    def __init__(
        self, judge: Callable[[Sequence[Card]], int], size: int, known: Callable[[], Mapping[int, int]]
    ) -> None:
        self._judge = judge
        self._size = size
        """The number of cards that count."""
        self._known = known
        """The results of hands of this size without a joker."""
        self.ranks: dict[int, int] = {}
        self.suited: dict[tuple[int, bool], int] = {}

    def best(self, counts: int, size: int) -> int:
        """Return the result of so many ranks, with the joker's bit, if no flush is among them."""
        if not self.ranks:
            self.ranks.update(self._known())
        known = self.ranks.get(counts)
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

    def flush(self, total: int) -> int:
        """Return the result of the cards of the suit that makes a flush, with the joker if it is held."""
        suits = total & FLUSH
        lane = CARDS + 13 * (suits.bit_length() - 1 - SUITS >> 2)
        key = total >> lane & 0x1FFF, bool(total & _JOKER_BIT)
        known = self.suited.get(key)
        if known is None:
            cards = [rank * 4 for rank in range(13) if key[0] >> rank & 1]
            known = self.suited[key] = self._judge(cards + [JOKER] * key[1])
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


def _counts(total: int) -> int:
    return total & RANKS | (_JOKER_HELD if total & _JOKER_BIT else 0)


def _best(ranking: Ranking, size: int, start: int) -> Judge:
    memory = _BestCards(lambda cards: judge_by_definition(ranking, cards), size, lambda: known_hands(ranking)[0])
    counted, sizes, known = _counted(ranking.deck), ranking.sizes, memory.ranks

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        # The same checks as in `_summed`. They are written out, because most hands of banked games are judged here.
        many = len(cards)
        total = sum(map(counted, cards), start)
        if (total >> CARDS).bit_count() != many or many not in sizes or board is not None or joker is not None:
            raise KeyError(cards)
        counts = total & RANKS | (_JOKER_HELD if total & _JOKER_BIT else 0)
        value = known.get(counts)
        if value is None:
            value = memory.best(counts, many)
        return max(value, memory.flush(total)) if total & FLUSH else value

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
    judge_below: Judge,
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

    def known() -> dict[int, int]:
        return {counts: line_of(key_of(below, number)) for counts, number in known_hands(below)[0].items()}

    memory, total_of = _BestCards(lambda cards: five_line(cards)[0], 5, known), _summed(ranking, FIVE)

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        total = total_of(cards, board, joker)
        if judge_below(cards, None, None) < lowest():
            return 0
        line = memory.best(_counts(total), len(cards))
        if total & FLUSH:
            line = max(line, memory.flush(total))
            if line >= straight_flush:
                return judge_by_definition(ranking, list(cards))
        return line

    return judge


def as_high(ranking: Ranking, high: Judge) -> Judge:
    """A judge for a ranking that equals the `high` one below a straight flush."""
    sizes = ranking.sizes

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        if len(cards) not in sizes or board is not None:
            raise KeyError(cards)
        value = high(cards, None, joker)
        return value if value < _LEAST_STRAIGHT_FLUSH else judge_by_definition(ranking, list(cards))

    return judge


def plainly(ranking: Ranking) -> Judge:
    """A judge for a ranking whose definition is quick enough: only the checks are quicker."""
    total_of = _summed(ranking, 0)

    def judge(cards: Any, board: Cards | None, joker: str | None) -> int:
        total_of(cards, board, joker)
        return judge_by_definition(ranking, list(cards))

    return judge
