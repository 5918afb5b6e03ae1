"""Bots that fill tables. A bot sees only what a player at its spot may see.

>>> import random
>>> from cardroom.games import game
>>> table = game("three-card-poker-6-card-bonus").round(3, seed=7)
>>> bots = table_bots(table.rules, list(table.stacks))
>>> play_round(table, bots, random.Random(7)).done
True
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.players.at_random import random_legal
    from cardroom.players.bots import Bot, answer_next, easy, play_round, table_bots, usual
    from cardroom.players.coach import (
        Advice,
        ValuedOption,
        advice_of,
        ask_coach,
        choice_of,
        chosen,
        kind_of,
        kinds,
        money,
        open_ask,
    )
    from cardroom.players.daily import (
        DAILY,
        DAILY_DECISIONS,
        close_call,
        commitment_of,
        daily_candidates,
        daily_games,
        margin,
    )
    from cardroom.players.ratings import NEW, Rating, rated, rested
    from cardroom.players.repetition import BOXES, FIRST_BOX, DayRun, next_box, run_of
    from cardroom.players.review import (
        PlayedRound,
        ReviewedDecision,
        RoundReview,
        WagerFigure,
        figures_of,
        played_round,
        review_played,
        review_round,
        steps_of,
    )
    from cardroom.players.seats import BANK, seats_taken, usual_bots, usual_stack
    from cardroom.players.trainer import (
        ME,
        TRAINER,
        Drill,
        DrillAnswer,
        Practice,
        deal_drill,
        next_drill,
        sample_decisions,
    )
    from cardroom.players.worth import RuleWorth, played_twice, worth_of
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
