"""The script driver: a game asks by `yield` and tells by an ordinary call; everything else is plain Python."""

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
    Row,
    Tied,
    ask,
)
from cardroom.play.bank import Coverage, Payoff, loses, loses_half, pays, pushes
from cardroom.play.carry import Carry
from cardroom.play.events import Event, Transfer, fold, opening, seen_by
from cardroom.play.game import Game
from cardroom.play.layout import Layout, Raise, Shown, ranked, shared
from cardroom.play.places import BOARD, BURN, DEALER, DISCARDS, MUCK, Account, Place, Spot, hand_of
from cardroom.play.record import Record, RecordError, record, replay
from cardroom.play.round import Round, Script
from cardroom.play.table import Table
from cardroom.play.view import Decide, View

__all__ = [
    "BOARD",
    "BURN",
    "DEALER",
    "DISCARDS",
    "MUCK",
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
    "Row",
    "Script",
    "Shown",
    "Spot",
    "Table",
    "Tied",
    "Transfer",
    "View",
    "ask",
    "fold",
    "hand_of",
    "loses",
    "loses_half",
    "opening",
    "pays",
    "pushes",
    "ranked",
    "record",
    "replay",
    "seen_by",
    "shared",
]
