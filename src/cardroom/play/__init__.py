"""The script driver: a game asks with `yield` and acts with ordinary calls; everything else is plain Python."""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.play.game import (
        BOARD_CARDS,
        SWITCH,
        UNQUALIFIED,
        Declaration,
        DeclarationError,
        Game,
        Group,
        Layout,
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
    from cardroom.play.records import Record, RecordError, record, replay
    from cardroom.play.round import (
        BOARD,
        BOARDS,
        BURN,
        DEALER,
        DISCARDS,
        MUCK,
        OTHER_BOARDS,
        Account,
        Amount,
        Answer,
        Area,
        Ask,
        Bets,
        Carry,
        Choice,
        Coverage,
        Decide,
        Event,
        Lay,
        Meanwhile,
        Name,
        Option,
        Payoff,
        Pick,
        Place,
        Refused,
        Reply,
        Round,
        RowSlot,
        Script,
        Spot,
        Tied,
        Transfer,
        View,
        ask,
        balances_after,
        hand_of,
        loses,
        loses_half,
        opening_balances,
        pays,
        pushes,
        seen_by,
    )
    from cardroom.play.table import Table
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
