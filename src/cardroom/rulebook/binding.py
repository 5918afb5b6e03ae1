"""Which part of a rule set binds: every field of every table is in exactly one of three lists here.

A field binds if it pays, deals or settles. Prose may be reworded at any time without changing the rules. Some fields
bind by their value under the house rules in force: a pay table that is not chosen, or a wager that is not on the
layout, is not in force and does not bind.
"""

from typing import Any

import msgspec

from cardroom.money import cents, odds
from cardroom.rulebook.fees import Tier
from cardroom.rulebook.schema import LOSES, PUSHES, PayTable

__all__ = ["BINDS", "IN_FORCE", "PROSE", "TOP_UP", "UNSAID", "UNSAID_HOUSE", "binding_values"]

BINDS = {
    "RuleSet": "script deck seats bank dealer order poker",
    "DeckRule": "name decks shoe",
    "Seats": "most least second_circles",
    "Bank": "rounds",
    "Dealer": "qualifies",
    "SettlingOrder": "start",
    "Chart": "must_stand must_hit",
    "Wager": "required needs equals when excludes backline",
    "PayTable": "lines others id ranking",
    "Poker": "structure ranking low hole board discard discards discard_after boards streets door showing draws "
    "small_rounds odd_chip odd_half blinds bring_in_part button button_card",
    "Fee": "players charge",
    "Charge": "moment payer counts tiers minutes",
    "Tier": "least most fee",
}
"""By table, the fields that bind as written."""

UNSAID: dict[str, dict[str, Any]] = {
    "RuleSet": {"dealer": None},
    "PayTable": {"others": "loses"},
    "Poker": {"button_card": "dealt, ace high", "discards": 1, "discard_after": (), "boards": 1},
}
"""By table, values that are left out of the digest, so that a rule set need not say them. A new field begins here."""

TOP_UP = "top_up_shares"
"""The house rule by which a share of a jackpot's meter pays at least the wager."""

UNSAID_HOUSE: dict[str, Any] = {
    TOP_UP: False,
    "muck": "beaten hands",
    "most_runs": 1,
    "bomb_pots": "never",
    "bomb_ante": 5,
    "bomb_boards": 1,
    "smallest_chip": 100,
    "ace_brings_in": False,
    "deuce_is_high": False,
    "equal_segments_foul": False,
    "sweep_bonus": False,
    "sweeps_by_rank": False,
}
"""House rules that are left out of the digest at this value. A rule set need not have them."""

IN_FORCE = {
    "RuleSet": "wager pay jackpot fee schedules chart house_rules settings",
    "DeckRule": "packs cut",
    "SettlingOrder": "by wagers first",
    "Wager": "cards folded pays beaten unless least most offered jackpot",
    "JackpotRule": "rule seed rate reserve morning",
    "Fee": "option terms",
    "ScheduleTerms": "bonus",
    "HouseRule": "default by_limit",
}
"""By table, the fields that bind by their value under the house rules in force; `RuleSet.binding` reads them."""

PROSE = {
    "RuleSet": "game rules name id source edition own summary display printed extends",
    "Source": "document section date",
    "Edition": "effective approved authority ends",
    "Cited": "document where",
    "DeckRule": "cite",
    "Seats": "cite",
    "Bank": "cite",
    "Dealer": "cite",
    "SettlingOrder": "cite",
    "Chart": "cite",
    "Wager": "label spots cite cites",
    "Notice": "text cite when",
    "HouseRule": "says cite standing needs choices several money step whole amounts stakes levels",
    "PayTable": "title cite",
    "Poker": "cite cites steps",
    "JackpotRule": "label cite",
    "Fee": "cite",
    "ScheduleTerms": "minimum maximum limit stakes buy_in",
    "Charge": "cite",
    "PrintedFigures": "title cite wager rule ids games rows lines",
    "FigureRow": "figure cells remark",
}
"""By table, the fields that do not bind: names, prose, citations, and values that a house rule could have."""


def binding_values(part: Any) -> Any:
    """Return the values of a table that bind as written, for the digest.

    Odds and amounts are in normal form. A pay table's lines are in order, best first.

    >>> from cardroom.rulebook import rule_set
    >>> binding_values(rule_set("heads-up-holdem", "washington").pay["odds-win"])["lines"][4]
    ['flush', '3 to 2']
    """
    if isinstance(part, tuple):
        return [binding_values(each) for each in part]
    if not isinstance(part, msgspec.Struct):
        return part
    kind = type(part).__name__
    unsaid = {name: binding_values(value) for name, value in UNSAID.get(kind, {}).items()}
    values = {name: _binding_value(part, name, getattr(part, name)) for name in BINDS[kind].split()}
    return {name: value for name, value in values.items() if name not in unsaid or value != unsaid[name]}


def _binding_value(part: msgspec.Struct, name: str, value: Any) -> Any:
    if isinstance(part, PayTable) and name == "lines":
        return [[line, pays if pays in (LOSES, PUSHES) else str(odds(pays))] for line, pays in value.items()]
    if isinstance(part, Tier):
        return cents(value) if value else None
    return binding_values(value)
