"""Compute an equity: exactly if all deals can be counted in time, otherwise from a sample. The type says which."""

import math
import time
from collections.abc import Sequence
from typing import Any

from cardroom.errors import InputError
from cardroom.poker.equities.exact import TooSlow, count, plan
from cardroom.poker.equities.question import EquityQuestion, ask
from cardroom.poker.equities.results import Equity, ShareTally, results
from cardroom.poker.equities.sampling import sample

__all__ = ["equity", "exact_equity"]

MOST_SECONDS = 86_400
_LEAST_SAMPLING = 1.0


def equity(
    game: Any,
    *hands: str,
    board: str = "",
    dead: str = "",
    draws: Sequence[int] | None = None,
    seconds: float = 5.0,
    error: float = 0.0005,
    seed: int = 0,
    trials: int | None = None,
) -> Equity:
    """The equity of hands or ranges in a poker game.

    It is exact if all deals can be counted in `seconds`. Otherwise deals are sampled until every standard error is at
    most `error`, or until the time is up. If `trials` is given, that many deals are sampled instead.

    >>> found = equity("texas-holdem", "AhAd", "KsKc")
    >>> found.players[0].win * found.deals, found.players[0].tie[2] * found.deals, found.deals
    (Fraction(1388072, 1), Fraction(6538, 1), 1712304)
    >>> sum(player.equity for player in found.players)
    Fraction(1, 1)
    """
    if not (isinstance(seconds, int | float) and math.isfinite(seconds) and 0 <= seconds <= MOST_SECONDS):
        raise InputError(f"seconds must be a number from 0 to {MOST_SECONDS:,}")
    if not (isinstance(error, int | float) and math.isfinite(error) and error > 0):
        raise InputError("the error must be a number above 0, for example 0.0005")
    if seed < 0:
        raise InputError("the seed must be 0 or more")
    if trials is not None and trials < 2:
        raise InputError("trials must be 2 or more")
    question = ask(game, hands, board, dead, draws)
    start = time.monotonic()
    how = plan(question, seconds) if trials is None else None
    tally = None
    if how is not None:
        try:
            tally = count(question, how, start + max(2 * seconds, 1))
        except TooSlow:
            seconds = _LEAST_SAMPLING
    if tally is None:
        tally = sample(question, seed, error, seconds, trials)
    return _result(question, tally)


def exact_equity(game: Any, *hands: str, board: str = "", seconds: float) -> Equity | None:
    """The exact equity of hands, or None if its plan takes longer than these seconds.

    The plan counts deals, and reads no clock. So the same question always has the same answer. This is for many hands
    one after another, as in statistics.
    """
    question = ask(game, hands, board)
    how = plan(question, seconds, often=True)
    return None if how is None else _result(question, count(question, how, math.inf))


def _result(question: EquityQuestion, tally: ShareTally) -> Equity:
    asked = [(player.written, player.combos) for player in question.players]
    split = bool(question.dealing.poker.low)
    return results(question.dealing.slug, asked, tally, split, question.order, question.notes)
