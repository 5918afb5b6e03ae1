"""Places cards for an absent player, as a careful player would who counts outs and rarely fouls.

The future of a row is estimated: the best hand that it can still make with its probability, then the next best, and so
on. The value of a placing is the expected points of its rows, times the chance that the rows do not foul. Only cards
that the player sees are used. Bots use it too.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from cardroom.cards import Card
from cardroom.games.chinese.points import SEGMENTS
from cardroom.games.chinese.row_values import (
    ALL_SUITS,
    FIVE,
    FRONT,
    RowEnd,
    RowState,
    at_least,
    ends_of,
    five_end,
    front_end,
    groups_of,
    prizes,
    wins,
)
from cardroom.rulebook import RuleSet

__all__ = ["Board", "Outlook", "Placing", "Rows", "best_set", "board_of", "placings", "rows_after"]

Rows = tuple[tuple[Card, ...], ...]
"""The cards in front, middle and back."""
Board = tuple[RowState, RowState, RowState]
Placing = tuple[tuple[Card, ...], tuple[int, ...]]
"""Cards, and the number of each card's row."""

FOUL = 12
"""The cost of a foul against each opponent, in points: nine, and three of bonus on average."""
SHARES = 0.35, 0.5, 0.8
"""For each row, the share of future cards that it can expect. The back has priority, because it must be the highest."""
CACHED_PAIRS = 2**16
"""The number of pairs of rows whose chance of staying in order an outlook caches."""
STRAIGHT, FLUSH, FULL_HOUSE, QUADS = range(4, 8)
_SIZES = tuple(SEGMENTS.values())
_RANKS = ~ALL_SUITS
_CODE = tuple(1 << 3 * (card >> 2) + 4 for card in range(52))
_SUIT = tuple(1 << (card & 3) for card in range(52))
_ROWS = {count: tuple(product((0, 1, 2), repeat=count)) for count in (2, 5)}
_RUNS = tuple((frozenset(rank % 13 for rank in range(low, low + 5)), low + 4) for low in range(-1, 9))
"""The ranks of every straight, and its highest rank."""


class _Promise(NamedTuple):
    """The estimate for a row: its expected points, and its level if it is full."""

    state: RowState
    gain: float
    level: float | None
    ends: tuple[RowEnd, ...]


def board_of(rows: Rows) -> Board:
    """The states of three rows.

    >>> board_of(((51, 47), (), (51, 47))) == (0b001001 << 37, 0b1111, 0b001001 << 37 | 0b1000)
    True
    """
    front, middle, back = rows
    return _state(front, 0), _state(middle), _state(back)


def _state(cards: Iterable[Card], state: RowState = ALL_SUITS) -> RowState:
    for card in cards:
        state = (state & _RANKS) + _CODE[card] | (state & _SUIT[card])
    return state


def placings(board: Board, cards: Sequence[Card], discards: int) -> Iterator[tuple[Placing, Board]]:
    """Every way to place these cards, except the discards, with the resulting board."""
    rooms = [size - sum(count for count, _ in groups_of(row >> 4)) for size, row in zip(_SIZES, board, strict=True)]
    wheres = [
        where
        for where in _ROWS[len(cards) - discards]
        if where.count(0) <= rooms[0] and where.count(1) <= rooms[1] and where.count(2) <= rooms[2]
    ]
    for chosen in combinations(cards, len(cards) - discards):
        for where in wheres:
            after = list(board)
            for card, row in zip(chosen, where):  # noqa: B905  (equal lengths, and bots spend most of their time here)
                state = after[row]
                after[row] = (state & _RANKS) + _CODE[card] | (state & _SUIT[card])
            yield (chosen, where), (after[0], after[1], after[2])


def rows_after(rows: Rows, placing: Placing) -> Rows:
    """The rows after a placing.

    >>> rows_after(((), (3,), ()), ((51, 47), (0, 1)))
    ((51,), (3, 47), ())
    """
    return tuple(
        (*row, *(card for card, at in zip(*placing, strict=True) if at == number)) for number, row in enumerate(rows)
    )


def _keeps_pairs(each: tuple[Placing, Board]) -> bool:
    """Whether a placing puts cards of the same rank in the same row."""
    rows: dict[int, int] = {}
    return all(rows.setdefault(card >> 2, row) == row for card, row in zip(*each[0], strict=True))


class Outlook:
    """Estimates rows for a player who has seen some cards, with this many turns of three cards to come.

    Estimates are cached. With `stay`, rows that stay in Fantasy Land count instead of a front that leads there.
    """

    def __init__(self, rules: RuleSet, seen: Iterable[Card], turns: int, *, stay: bool = False) -> None:
        self._prizes, self._equal_fouls = prizes(rules, stay), bool(rules.house("equal_segments_foul"))
        self._ranks, self._suits = [4] * 13, dict.fromkeys(_SUIT, 13)
        self._unseen = 52
        for card in seen:
            self._ranks[card >> 2] -= 1
            self._suits[_SUIT[card]] -= 1
            self._unseen -= 1
        self._draws = tuple(round(3 * turns * share) for share in SHARES)
        self._rows: tuple[dict[RowState, _Promise], ...] = {}, {}, {}
        self._pairs: tuple[dict[tuple[RowState, RowState], float], ...] = {}, {}

    def best(self, board: Board, cards: Sequence[Card], discards: int) -> tuple[Placing, Board]:
        """The placing with the greatest value, and its board. Pairs among the first five cards stay together."""
        ways = placings(board, cards, discards)
        return max(ways if discards else filter(_keeps_pairs, ways), key=lambda each: self.worth(each[1]))

    def worth(self, board: Board) -> float:
        """The expected points of a board against one opponent."""
        rows = self._rows
        front = rows[0].get(board[0]) or self._estimate(0, board[0])
        middle = rows[1].get(board[1]) or self._estimate(1, board[1])
        back = rows[2].get(board[2]) or self._estimate(2, board[2])
        gain = front.gain + middle.gain + back.gain + FOUL
        return self._holds(0, front, middle) * self._holds(1, middle, back) * gain - FOUL

    def _estimate(self, row: int, state: RowState) -> "_Promise":
        ends = self._five(row, state) if row else self._front(state)
        gain = sum([end.chance * self.gain(row, end) for end in ends])
        promise = self._rows[row][state] = _Promise(state, gain, ends[0].level if len(ends) == 1 else None, ends)
        return promise

    def _holds(self, row: int, upper: "_Promise", lower: "_Promise") -> float:
        """The chance that the lower row is high enough, so that the hand is not a foul."""
        if upper.level is not None and lower.level is not None:
            return float(self.in_order(upper.level, lower.level))
        chance_in_order = self._pairs[row].get((upper.state, lower.state))
        if chance_in_order is None:
            crossed = [
                chance * other for level, chance, _ in upper.ends for below, other, _ in lower.ends if level > below
            ]
            if len(self._pairs[row]) >= CACHED_PAIRS:
                self._pairs[row].clear()
            chance_in_order = self._pairs[row][upper.state, lower.state] = 1 - sum(crossed)
        return chance_in_order

    def in_order(self, upper: float, lower: float) -> bool:
        """Whether a row of one level may lie above a row of another."""
        return upper < lower or (upper == lower and not self._equal_fouls)

    def gain(self, row: int, end: RowEnd) -> float:
        """The expected points of a final row, if there is no foul."""
        return (self._prizes[row].get(end.line, 0) + 2) * wins(row, end.level) - 1

    def _hits(self, row: int, need: int, outs: int, room: int) -> float:
        """The chance that a row gets at least `need` of its outs; 0 if it has no room for them."""
        if need > room:
            return 0.0
        return at_least(need, round(50 * min(1, outs / self._unseen)), self._draws[row])

    def _front(self, state: RowState) -> tuple[RowEnd, ...]:
        groups = groups_of(state >> 4)
        room = 3 - sum(count for count, _ in groups)
        if room == 0:
            return (front_end(groups),)
        if not groups:
            return ends_of([(1, 6, 0.2), (0, 11, 1.0)], FRONT)
        made = [
            (3 if count == 2 else 1, rank, self._hits(0, 1, self._ranks[rank], room) * (0.7 if room > 1 else 0.9))
            for count, rank in groups
        ]
        count, rank = groups[0]
        return ends_of([*made, (count - 1, rank, 1.0)], FRONT)

    def _five(self, row: int, state: RowState) -> tuple[RowEnd, ...]:
        groups, left = groups_of(state >> 4), self._ranks
        size = sum(count for count, _ in groups)
        room = 5 - size
        if room == 0:
            return (five_end(state),)
        if not groups:
            return ends_of([(3, 9, 0.05), (2, 9, 0.14), (1, 8, 0.69), (0, 10, 1.0)], FIVE)

        def hits(need: int, outs: int) -> float:
            return self._hits(row, need, outs, room)

        (count, rank), *others = groups
        twos = bool(others) and others[0][0] == 2
        kickers, highest = sum(left[each] for _, each in others), max(each for _, each in groups)
        a_pair = 1 - (1 - hits(1, kickers + (left[rank] if count == 1 else 0))) * (1 - hits(2, 5))
        made = [(QUADS, rank, hits(4 - count, left[rank]) if count > 1 else 0.0)]
        full = 0.0
        if count == 3:
            full = hits(2, 12) * 0.5 if not others else 1.0 if twos else hits(1, left[others[0][1]])
        elif count == 2 and len(others) == 1:
            full = hits(1, left[rank] + kickers) if twos else hits(2, left[rank] + kickers) * 0.6
        elif count == 2 and not others:
            full = hits(3, left[rank] + 5) * 0.3
        made.append((FULL_HOUSE, rank, full))
        if state & ALL_SUITS:
            outs = max(self._suits[suit] for suit in _SUIT[:4] if suit & state)
            made.append((FLUSH, max(highest, 9), hits(room, outs)))
        if count > 1:
            three = 1.0 if count == 3 else hits(1, left[rank])
            made += [(3, rank, three), (2, rank, 1.0 if twos else a_pair), (1, rank, 1.0)]
        else:
            made += [
                (STRAIGHT, *self._straight(row, {each for _, each in groups}, room)),
                (3, highest, hits(2, left[highest]) * 0.8),
                (2, highest, hits(2, left[rank] + kickers) * 0.7),
                (1, sorted(each for _, each in groups)[size // 2], a_pair),
            ]
        return ends_of([*made, (0, highest, 1.0)], FIVE)

    def _straight(self, row: int, ranks: set[int], room: int) -> tuple[int, float]:
        """The highest rank of a straight that the row can still make, and the chance of a straight."""
        missed, highest = 1.0, 0
        for run, top in _RUNS:
            if ranks <= run:
                chance = 1.0 if room == 1 else 0.8 * 0.85 ** (room - 1)
                for rank in run - ranks:
                    chance *= 1 - (1 - self._ranks[rank] / self._unseen) ** self._draws[row]
                missed, highest = missed * (1 - chance), top
        return highest, 1 - missed


def best_set(rules: RuleSet, cards: Sequence[Card]) -> Rows:
    """The best way to set thirteen cards in Fantasy Land: the greatest value without a foul.

    >>> from cardroom.cards import parse, text
    >>> from cardroom.rulebook import rule_set
    >>> thirteen = parse("Qs Qd 7c 7d 7h 4s 4d Ks Ts 9s 8s 2s 2d")
    >>> [text(row) for row in best_set(rule_set("face-up-chinese-poker"), thirteen)]
    ['Qs Qd 4d', '4s Ks Ts 9s 8s', '7c 7d 7h 2s 2d']
    """
    outlook = Outlook(rules, cards, 0, stay=True)
    fives = {five: five_end(_state(five)) for five in combinations(cards, 5)}
    threes = {three: front_end(groups_of(_state(three, 0) >> 4)) for three in combinations(cards, 3)}
    fronts: dict[tuple[Card, ...], tuple[float, float]] = {
        three: (end.level, outlook.gain(0, end)) for three, end in threes.items()
    }
    middles = {five: (end.level, outlook.gain(1, end)) for five, end in fives.items()}
    backs = sorted(((outlook.gain(2, end), five, end.level) for five, end in fives.items()), reverse=True)
    most_front, most_middle = (max(gain for _, gain in each.values()) for each in (fronts, middles))
    best: Rows = ()
    most = float("-inf")
    for gain, back, level in backs:
        if gain + most_middle + most_front <= most:
            break
        rest = [card for card in cards if card not in back]
        for middle in combinations(rest, 5):
            below, second = middles[middle]
            if not outlook.in_order(below, level) or gain + second + most_front <= most:
                continue
            front = tuple([card for card in rest if card not in middle])
            above, third = fronts[front]
            if outlook.in_order(above, below) and gain + second + third > most:
                best, most = (front, middle, back), gain + second + third
    return best
