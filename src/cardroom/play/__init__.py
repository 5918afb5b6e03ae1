"""The script driver: a game asks by `yield` and tells by an ordinary call; everything else is plain Python."""

from cardroom.play.asks import Amount, Answer, Area, Ask, Bets, Choice, Name, Option, Pick, Refused, ask
from cardroom.play.bank import Coverage, Payoff, loses, loses_half, pays, pushes
from cardroom.play.events import Event, seen_by
from cardroom.play.game import Game
from cardroom.play.record import Record, record, replay
from cardroom.play.round import Round, Script, Spot, View
from cardroom.play.table import Table

__all__ = [
    "Amount",
    "Answer",
    "Area",
    "Ask",
    "Bets",
    "Choice",
    "Coverage",
    "Event",
    "Game",
    "Name",
    "Option",
    "Payoff",
    "Pick",
    "Record",
    "Refused",
    "Round",
    "Script",
    "Spot",
    "Table",
    "View",
    "ask",
    "loses",
    "loses_half",
    "pays",
    "pushes",
    "record",
    "replay",
    "seen_by",
]
