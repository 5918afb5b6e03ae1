"""Two bots for Face-Up Chinese Poker.

The simple one gives the default answer, which estimates what each row may become. The far-sighted one takes the most
promising placings and simulates each to the end many times, with random cards placed by the simple bot's method. It
chooses the placing with the best average.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from cardroom.cards import UNKNOWN, Card
from cardroom.games.chinese.placing import Board, Outlook, Placing, board_of, placings, rows_after
from cardroom.games.chinese.points import SEGMENTS
from cardroom.play import Ask, Lay, Reply, View
from cardroom.rulebook import RuleSet

__all__ = ["chinese", "far_sighted_chinese", "played_out"]

CANDIDATES = 20
"""The number of placings that are simulated."""
TIMES = 8
"""Simulations of each placing before the worse half is dropped. This repeats until one placing is left."""


def chinese(_: View, ask: Ask, __: Random) -> Reply:
    """Place by the default's estimate, and declare everything that can be declared.

    >>> from cardroom.games import game
    >>> round = game("face-up-chinese-poker").round(2, seed=7)
    >>> chinese(round.view(round.ask.spot), round.ask, Random(7)).action
    'place'
    """
    return ask.default


def far_sighted_chinese(view: View, ask: Ask, rng: Random) -> Reply:
    """Choose the placing with the best simulated result."""
    lay = ask.options[0]
    if not isinstance(lay, Lay) or len(lay.cards) == sum(row.room for row in lay.rows):  # no cards come after it
        return ask.default
    seen = {card for event in view.events for card in getattr(event, "cards", ())} - {UNKNOWN}
    board = board_of(tuple(row.lies for row in lay.rows))
    turns = (sum(row.room for row in lay.rows) - len(lay.cards) + lay.discards) // 2
    look = Outlook(view.rules, seen, turns)
    best = sorted(placings(board, lay.cards, lay.discards), key=lambda each: -look.worth(each[1]))
    unseen = [card for card in range(52) if card not in seen]
    placing = _best_simulated(view.rules, best[:CANDIDATES], 3 * turns, unseen, rng)
    rows = rows_after(((), (), ()), placing)
    return ask.check(lay.action, dict(zip(SEGMENTS, rows, strict=True)))


def _best_simulated(
    rules: RuleSet, candidates: Sequence[tuple[Placing, Board]], to_come: int, unseen: Sequence[Card], rng: Random
) -> Placing:
    """The placing with the best simulated results. All candidates are simulated with the same cards."""
    sums = dict.fromkeys(range(len(candidates)), 0.0)
    while len(sums) > 1:
        for _ in range(TIMES):
            cards = rng.sample(unseen, to_come)
            for number in sums:
                sums[number] += played_out(rules, candidates[number][1], cards)
        sums = dict(sorted(sums.items(), key=lambda item: -item[1])[: (len(sums) + 1) // 2])
    return candidates[next(iter(sums))][0]


def played_out(rules: RuleSet, board: Board, cards: Sequence[Card]) -> float:
    """The final value of a board, in points, when these cards are placed three at a time by the simple method."""
    turns = len(cards) // 3
    for turn in range(turns):
        look = _outlook(rules, turns - turn - 1)
        _, board = look.best(board, cards[3 * turn : 3 * turn + 3], 1)
    return _outlook(rules, 0).worth(board)


@lru_cache(maxsize=16)
def _outlook(rules: RuleSet, turns: int) -> Outlook:
    """An outlook that knows no seen cards. It is good enough for simulations, and its results can be cached."""
    return Outlook(rules, (), turns)
