"""Face-Up Chinese Poker: one bot that places with care, and one that looks further.

The careful one places as is done for somebody absent, by a guess at what each row may become. The other plays the
placings that look best to the end, many times with cards that may come, each time as the careful one would go on, and
takes what ended best.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from cardroom.cards import UNKNOWN, Card
from cardroom.games.chinese.placing import Board, Outlook, Placing, board_of, placed, placings
from cardroom.games.chinese.points import SEGMENTS
from cardroom.play import Ask, Lay, Reply, View
from cardroom.rulebook import RuleSet

__all__ = ["chinese", "far_sighted_chinese", "played_out"]

LOOKED_AT = 20
"""Placings that are played out, the most promising ones ..."""
TIMES = 8
"""... and how often each; then half of them are dropped and the others played out as often again, until one is left."""


def chinese(_: View, ask: Ask, __: Random) -> Reply:
    """Places with care, and declares whatever can be declared.

    >>> from cardroom.games import game
    >>> round = game("face-up-chinese-poker").round(2, seed=7)
    >>> chinese(round.view(round.ask.spot), round.ask, Random(7)).action
    'place'
    """
    return ask.default


def far_sighted_chinese(view: View, ask: Ask, rng: Random) -> Reply:
    """Places what comes out best when it is played to the end in thought."""
    lay = ask.options[0]
    if not isinstance(lay, Lay) or len(lay.cards) == sum(row.room for row in lay.rows):  # nothing comes after it
        return ask.default
    seen = {card for event in view.events for card in getattr(event, "cards", ())} - {UNKNOWN}
    board = board_of(tuple(row.lies for row in lay.rows))
    turns = (sum(row.room for row in lay.rows) - len(lay.cards) + lay.discards) // 2
    look = Outlook(view.rules, seen, turns)
    best = sorted(placings(board, lay.cards, lay.discards), key=lambda each: -look.worth(each[1]))
    unseen = [card for card in range(52) if card not in seen]
    placing = _best_in_the_end(view.rules, best[:LOOKED_AT], 3 * turns, unseen, rng)
    rows = placed(((), (), ()), placing)
    return ask.check(lay.action, dict(zip(SEGMENTS, rows, strict=True)))


def _best_in_the_end(
    rules: RuleSet, found: Sequence[tuple[Placing, Board]], to_come: int, unseen: Sequence[Card], rng: Random
) -> Placing:
    """Of some placings the one whose boards come out best; all are played with the same cards, as many as will come."""
    sums = dict.fromkeys(range(len(found)), 0.0)
    while len(sums) > 1:
        for _ in range(TIMES):
            cards = rng.sample(unseen, to_come)
            for number in sums:
                sums[number] += played_out(rules, found[number][1], cards)
        sums = dict(sorted(sums.items(), key=lambda item: -item[1])[: (len(sums) + 1) // 2])
    return found[next(iter(sums))][0]


def played_out(rules: RuleSet, board: Board, cards: Sequence[Card]) -> float:
    """What a board is worth in the end with these cards, placed with care three by three, in points."""
    turns = len(cards) // 3
    for turn in range(turns):
        look = _outlook(rules, turns - turn - 1)
        _, board = look.best(board, cards[3 * turn : 3 * turn + 3], 1)
    return _outlook(rules, 0).worth(board)


@lru_cache(maxsize=16)
def _outlook(rules: RuleSet, turns: int) -> Outlook:
    """What rows promise somebody who has seen nothing: it is good enough for thoughts, and it remembers them."""
    return Outlook(rules, (), turns)
