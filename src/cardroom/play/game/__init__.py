"""What a game declares: its script, layout, lesson and stages.

It offers `Game`, a rule set with the script that plays it, and what authors write beside a script. It runs no round of
its own, and knows no game by name.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.play.game.declaration import (
        RAISES,
        Declaration,
        DeclarationError,
        did_you_mean,
        load_named,
        load_part,
    )
    from cardroom.play.game.game import Game, seats_of
    from cardroom.play.game.layout import (
        BOARD_CARDS,
        SWITCH,
        UNQUALIFIED,
        Group,
        Layout,
        Makes,
        Raise,
        Roads,
        Score,
        Scored,
        Settles,
        Shown,
        cards_at,
        dealers,
        own,
        ranked,
        shared,
    )
    from cardroom.play.game.lesson import CLOSED, Hands, Lesson, LessonChart, Outcomes, Step, begins, ends, event_kind
    from cardroom.play.game.staged_rounds import stages_layout, stages_script, stages_settle
    from cardroom.play.game.stages import (
        CHECK,
        FOLDING,
        Move,
        Stage,
        Stages,
        StagesShowdown,
        WagerTerms,
        bet,
        by_result,
        by_settlement,
        raise_,
        stages_problems,
        take_back,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
