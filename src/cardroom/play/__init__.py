"""The script driver: a game asks by `yield` and tells by an ordinary call; everything else is plain Python."""

from cardroom.play.asks import Amount, Answer, Area, Ask, Bets, Choice, Name, Option, Pick, Refused, Reply, Tied, ask
from cardroom.play.bank import Coverage, Payoff, loses, loses_half, pays, pushes
from cardroom.play.carry import Carry
from cardroom.play.events import Event, Transfer, fold, opening, seen_by
from cardroom.play.game import Game
from cardroom.play.layout import (
    BOARD_CARDS,
    SWITCH,
    UNQUALIFIED,
    Group,
    Layout,
    Raise,
    Settles,
    Shown,
    dealers,
    lying,
    own,
    ranked,
    shared,
)
from cardroom.play.places import BOARD, BURN, DEALER, DISCARDS, MUCK, Account, Place, Spot, hand_of
from cardroom.play.record import Record, RecordError, record, replay
from cardroom.play.round import Round, Script
from cardroom.play.table import Table
from cardroom.play.view import Decide, View

__all__ = [
    "BOARD",
    "BOARD_CARDS",
    "BURN",
    "DEALER",
    "DISCARDS",
    "MUCK",
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
    "Event",
    "Game",
    "Group",
    "Layout",
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
    "Script",
    "Settles",
    "Shown",
    "Spot",
    "Table",
    "Tied",
    "Transfer",
    "View",
    "ask",
    "dealers",
    "fold",
    "hand_of",
    "loses",
    "loses_half",
    "lying",
    "opening",
    "own",
    "pays",
    "pushes",
    "ranked",
    "record",
    "replay",
    "seen_by",
    "shared",
]
