"""The daily deal: five decisions a day, the same for everybody, drawn from one seed.

The seed of a day is published when the day begins, and its SHA-256 the day before, so nobody can choose the decisions
to suit anyone. Anyone can draw them again from the seed: `cardroom train --daily SEED`.

A decision says little if one option is far better than all others. So several deals are drawn for each decision, and
the first one is taken whose best option is better than the next by a little, but not by much.
"""

from collections.abc import Sequence
from hashlib import sha256

from cardroom.analysis.evaluation import Evaluation, has_evaluator
from cardroom.games import all_games, game, where_from
from cardroom.play import Game
from cardroom.players.coach import kinds
from cardroom.players.trainer import Drill, Practice, deal_drill

__all__ = ["DAILY", "DAILY_DECISIONS", "close_call", "commitment_of", "daily_candidates", "daily_games", "margin"]

DAILY = Practice("daily", stake=500)
"""Each decision is played for a first wager of $5, so that costs can be added."""
DAILY_DECISIONS = 5
CANDIDATES = 8
"""Deals that are drawn for one decision."""
LEAST_MARGIN, MOST_MARGIN = 0.02, 0.5
"""How much better than the next option the best one should be, in units of the first wager."""


def commitment_of(seed: str) -> str:
    """The commitment to a seed, which is published the day before.

    >>> commitment_of("00")[:16]
    'f1534392279bddbf'
    """
    return sha256(seed.encode()).hexdigest()


def daily_games() -> list[Game]:
    """The games of the daily deal: those of the package whose decisions have exact values, each by its first rules."""
    slugs = dict.fromkeys(each.slug for each in all_games() if not where_from(each) and has_evaluator(each.rules))
    return [first for slug in sorted(slugs) if has_evaluator((first := game(slug)).rules)]


def daily_candidates(seed: str, games: Sequence[Game] = ()) -> list[list[Drill]]:
    """The deals among which each of the five decisions is chosen. No game comes twice while others are left.

    >>> drawn = daily_candidates("00")
    >>> [(each[0].round.rules.game, each[0].kind) for each in drawn[:2]]
    [('heads-up-holdem', 'Before the flop'), ('pure-spanish-21.5', 'Hard totals')]
    """
    left: list[Game] = []
    drawn = []
    for number in range(1, DAILY_DECISIONS + 1):
        left = left or list(games or daily_games())
        playing = left.pop(_pick(f"{seed}.{number}.game", len(left)))
        kind = kinds(playing.rules)[_pick(f"{seed}.{number}.kind", len(kinds(playing.rules)))]
        drawn.append([deal_drill(playing, f"{seed}.{number}.{each}", kind, DAILY) for each in range(CANDIDATES)])
    return drawn


def close_call(found: Sequence[Evaluation]) -> int:
    """Which of several valued deals is taken: the first that is neither clear nor without a difference."""
    margins = [margin(each) for each in found]
    for at, each in enumerate(margins):
        if LEAST_MARGIN <= each <= MOST_MARGIN:
            return at
    return min(range(len(margins)), key=lambda at: margins[at] or float("inf"))


def margin(found: Evaluation) -> float:
    """How much better the best option is than the next that is worse, in units of the first wager; 0 if none is."""
    return float(min((cost for option in found.options if (cost := found.cost(option))), default=0))


def _pick(text: str, of: int) -> int:
    return int.from_bytes(sha256(text.encode()).digest(), "big") % of
