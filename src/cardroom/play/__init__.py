"""The script driver: a game asks with `yield` and acts with ordinary calls; everything else is plain Python."""

from typing import TYPE_CHECKING

from cardroom.play.asks import (
    Amount,
    Answer,
    Area,
    Ask,
    Bets,
    Choice,
    Lay,
    Meanwhile,
    Name,
    Option,
    Pick,
    Refused,
    Reply,
    RowSlot,
    Tied,
    ask,
)
from cardroom.play.bank import Coverage, Payoff, loses, loses_half, pays, pushes
from cardroom.play.carry import Carry
from cardroom.play.declaration import Declaration, DeclarationError
from cardroom.play.events import Event, Transfer, balances_after, opening_balances, seen_by
from cardroom.play.game import Game
from cardroom.play.layout import (
    BOARD_CARDS,
    SWITCH,
    UNQUALIFIED,
    Group,
    Layout,
    Raise,
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
from cardroom.play.places import (
    BOARD,
    BOARDS,
    BURN,
    DEALER,
    DISCARDS,
    MUCK,
    OTHER_BOARDS,
    Account,
    Place,
    Spot,
    hand_of,
)
from cardroom.play.record import Record, RecordError, record, replay
from cardroom.play.round import Round, Script
from cardroom.play.table import Table
from cardroom.play.view import Decide, View
from cardroom.renamed import old_names

__all__ = [
    "BOARD",
    "BOARDS",
    "BOARD_CARDS",
    "BURN",
    "DEALER",
    "DISCARDS",
    "MUCK",
    "OTHER_BOARDS",
    "SWITCH",
    "UNQUALIFIED",
    "Account",
    "Amount",
    "Answer",
    "Area",
    "Ask",
    "Bets",
    "Carry",
    "Choice",
    "Coverage",
    "Decide",
    "Declaration",
    "DeclarationError",
    "Event",
    "Game",
    "Group",
    "Lay",
    "Layout",
    "Meanwhile",
    "Name",
    "Option",
    "Payoff",
    "Pick",
    "Place",
    "Raise",
    "Record",
    "RecordError",
    "Refused",
    "Reply",
    "Round",
    "RowSlot",
    "Score",
    "Scored",
    "Script",
    "Settles",
    "Shown",
    "Spot",
    "Table",
    "Tied",
    "Transfer",
    "View",
    "ask",
    "balances_after",
    "cards_at",
    "dealers",
    "hand_of",
    "loses",
    "loses_half",
    "opening_balances",
    "own",
    "pays",
    "pushes",
    "ranked",
    "record",
    "replay",
    "seen_by",
    "shared",
]

if not TYPE_CHECKING:
    __getattr__ = old_names(__name__, {"fold": "balances_after", "lying": "cards_at", "opening": "opening_balances"})
