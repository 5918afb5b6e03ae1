"""A table: rounds one after another, with the same people.

It offers commands (requests), log entries (facts), and the state that follows from them: `decide` turns a command into
entries, `evolve` applies an entry. It knows no store, no connection and no clock.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.commands import (
        ORDERS,
        SERVER_COMMANDS,
        AddSeed,
        CloseTable,
        CommitChain,
        Join,
        Leave,
        Pause,
        Return,
        SitOut,
        StepAway,
        SubmitAnswer,
        TakeCircle,
        TopUp,
        UseCoach,
        Void,
    )
    from cardroom.play.table.buy_in import buy_ins, check_buy_in, topped_up
    from cardroom.play.table.commands import (
        AskLinks,
        ChangeGame,
        Command,
        OpenTable,
        ReadMeter,
        StartRound,
        TakeSeat,
        UseDefault,
        bettor_of,
        left_entry,
    )
    from cardroom.play.table.log import (
        Answered,
        CoachUsed,
        Entry,
        GameSet,
        Joined,
        Left,
        MeterRead,
        Paused,
        RoundEnded,
        RoundStarted,
        RoundVoided,
        Shuffled,
        ShuffleDiscarded,
        Snapshot,
        TableClosed,
        ToppedUp,
        is_secret,
    )
    from cardroom.play.table.state import FindGame, State, snapshot
    from cardroom.play.table.table import Table
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
