"""How cards are placed for somebody who is absent: as a careful player would who counts outs, and seldom fouls.

What may become of a row is guessed, not counted: the best hand that it can still make with the chance that the cards to
come bring it, then the next best, and so on. A placing is worth the points that its rows promise, as far as they will
hold their order. It knows what the player sees and nothing else. Bots play by it too, and think on from there.
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

__all__ = ["Board", "Outlook", "Placing", "Rows", "best_set", "board_of", "placed", "placings"]

Rows = tuple[tuple[Card, ...], ...]
"""The cards in front, middle and back."""
Board = tuple[RowState, RowState, RowState]
Placing = tuple[tuple[Card, ...], tuple[int, ...]]
"""Cards, and the row of each by its number."""

FOUL = 12
"""Points that a foul costs against each opponent: nine, and on average three of bonus."""
SHARES = 0.35, 0.5, 0.8
"""By row, the share of the cards to come that it can hope for: the back comes first, for it must hold the others."""
KEPT = 2**16
"""Pairs of rows of which an outlook remembers how they hold their order."""
STRAIGHT, FLUSH, FULL_HOUSE, QUADS = range(4, 8)
_SIZES = tuple(SEGMENTS.values())
_RANKS = ~ALL_SUITS
_CODE = tuple(1 << 3 * (card >> 2) + 4 for card in range(52))
_SUIT = tuple(1 << (card & 3) for card in range(52))
_ROWS = {count: tuple(product((0, 1, 2), repeat=count)) for count in (2, 5)}
_RUNS = tuple((frozenset(rank % 13 for rank in range(low, low + 5)), low + 4) for low in range(-1, 9))
"""The ranks of every straight, and its highest."""


class _Promise(NamedTuple):
    """What is judged of a row: the points that it gains, and its level where it is full."""

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
    """Every way to place some cards but for the discards, and the board after it."""
    rooms = [size - sum(count for count, _ in groups_of(row >> 4)) for size, row in zip(_SIZES, board, strict=True)]
    wheres = [
        where
        for where in _ROWS[len(cards) - discards]
        if where.count(0) <= rooms[0] and where.count(1) <= rooms[1] and where.count(2) <= rooms[2]
    ]
    for kept in combinations(cards, len(cards) - discards):
        for where in wheres:
            after = list(board)
            for card, row in zip(kept, where):  # noqa: B905  (as many of both; this is where bots spend their time)
                state = after[row]
                after[row] = (state & _RANKS) + _CODE[card] | (state & _SUIT[card])
            yield (kept, where), (after[0], after[1], after[2])


def placed(rows: Rows, placing: Placing) -> Rows:
    """Rows with cards placed into them.

    >>> placed(((), (3,), ()), ((51, 47), (0, 1)))
    ((51,), (3, 47), ())
    """
    return tuple(
        (*row, *(card for card, at in zip(*placing, strict=True) if at == number)) for number, row in enumerate(rows)
    )


def _keeps_pairs(found: tuple[Placing, Board]) -> bool:
    """Whether cards of one rank lie in one row."""
    rows: dict[int, int] = {}
    return all(rows.setdefault(card >> 2, row) == row for card, row in zip(*found[0], strict=True))


class Outlook:
    """What rows promise somebody who has seen some cards, with so many turns of three to come.

    It keeps what it has judged; in Fantasy Land the rows that `stay` there count, and not the front that leads there.
    """

    def __init__(self, rules: RuleSet, seen: Iterable[Card], turns: int, *, stay: bool = False) -> None:
        self._prizes = prizes(rules, stay)
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
        """The placing that promises most, and the board after it; of the first five cards pairs stay together."""
        found = placings(board, cards, discards)
        return max(found if discards else filter(_keeps_pairs, found), key=lambda each: self.worth(each[1]))

    def worth(self, board: Board) -> float:
        """The points that a board promises against one opponent."""
        rows = self._rows
        front = rows[0].get(board[0]) or self._judged(0, board[0])
        middle = rows[1].get(board[1]) or self._judged(1, board[1])
        back = rows[2].get(board[2]) or self._judged(2, board[2])
        gain = front.gain + middle.gain + back.gain + FOUL
        return self._holds(0, front, middle) * self._holds(1, middle, back) * gain - FOUL

    def _judged(self, row: int, state: RowState) -> "_Promise":
        ends = self._five(row, state) if row else self._front(state)
        gain = sum([end.chance * self.gain(row, end) for end in ends])
        found = self._rows[row][state] = _Promise(state, gain, ends[0].level if len(ends) == 1 else None, ends)
        return found

    def _holds(self, row: int, upper: "_Promise", lower: "_Promise") -> float:
        """The chance that a row is not outranked by the one above it, which would foul."""
        if upper.level is not None and lower.level is not None:
            return 1.0 if upper.level <= lower.level else 0.0
        found = self._pairs[row].get((upper.state, lower.state))
        if found is None:
            crossed = [
                chance * other for level, chance, _ in upper.ends for below, other, _ in lower.ends if level > below
            ]
            if len(self._pairs[row]) >= KEPT:
                self._pairs[row].clear()
            found = self._pairs[row][upper.state, lower.state] = 1 - sum(crossed)
        return found

    def gain(self, row: int, end: RowEnd) -> float:
        """The points that a row's end is worth, if there is no foul."""
        return (self._prizes[row].get(end.line, 0) + 2) * wins(row, end.level) - 1

    def _hits(self, row: int, need: int, outs: int, room: int) -> float:
        """The chance that at least so many of some outs come to a row, if there is room for them."""
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
        """The highest rank of a straight that the row can become, and the chance that it becomes one."""
        missed, highest = 1.0, 0
        for run, top in _RUNS:
            if ranks <= run:
                chance = 1.0 if room == 1 else 0.8 * 0.85 ** (room - 1)
                for rank in run - ranks:
                    chance *= 1 - (1 - self._ranks[rank] / self._unseen) ** self._draws[row]
                missed, highest = missed * (1 - chance), top
        return highest, 1 - missed


def best_set(rules: RuleSet, cards: Sequence[Card]) -> Rows:
    """How thirteen cards are set at once, in Fantasy Land: of all ways without a foul the one that promises most.

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
            if below > level or gain + second + most_front <= most:
                continue
            front = tuple([card for card in rest if card not in middle])
            above, third = fronts[front]
            if above <= below and gain + second + third > most:
                best, most = (front, middle, back), gain + second + third
    return best
