"""Which part of a rule set binds: every field of every table is named here, in exactly one of three lists.

What binds is what pays, deals or settles. Prose may be reworded at any time without making other rules of it. What
binds by its value in force is read under the house rules: a pay table that was not chosen, or a wager that the layout
does not have, is not in force, so its text binds nobody.
"""

from typing import Any

import msgspec

from cardroom.money import cents, odds
from cardroom.rulebook.schema import LOSES, PUSHES

__all__ = ["BINDS", "IN_FORCE", "PROSE", "binding_values"]

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
    "Poker": "structure ranking low hole board discard streets door showing draws small_rounds odd_chip odd_half "
    "blinds bring_in_part button button_card",
    "Fee": "players charge",
    "Charge": "moment payer counts tiers minutes",
    "Tier": "least most fee",
}
"""By table, the fields that bind as they are written."""

UNSAID: dict[str, dict[str, Any]] = {
    "RuleSet": {"dealer": None},
    "PayTable": {"others": "loses"},
    "Poker": {"button_card": "dealt, ace high"},
}
"""By table, values that bind as if nothing were said: rules from before there was such a field keep their digest."""

IN_FORCE = {
    "RuleSet": "wager pay jackpot fee schedules chart house_rules settings",
    "DeckRule": "packs cut",
    "SettlingOrder": "by wagers first",
    "Wager": "cards folded pays beaten unless least most offered jackpot",
    "JackpotRule": "rule seed rate reserve morning",
    "Fee": "option terms",
    "ScheduleTerms": "bonus",
    "HouseRule": "default",
}
"""By table, the fields that bind by what they come to under the house rules in force; `RuleSet.binding` reads them."""

PROSE = {
    "RuleSet": "game rules name id source own summary display printed extends",
    "Source": "document section date",
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
"""By table, the fields that bind nobody: names, words, citations, and what a house rule could be but is not."""


def binding_values(part: Any) -> Any:
    """What a table says that binds as it is written, for a digest.

    Odds and amounts are told by what they come to, and a pay table's lines with their order: the best stands first.

    >>> from cardroom.rulebook import rule_set
    >>> binding_values(rule_set("heads-up-holdem", "washington").pay["odds-win"])["lines"][4]
    ['flush', '3 to 2']
    """
    if isinstance(part, tuple):
        return [binding_values(each) for each in part]
    if not isinstance(part, msgspec.Struct):
        return part
    kind = type(part).__name__
    unsaid = UNSAID.get(kind, {})
    told = {name: _binding_value(kind, name, getattr(part, name)) for name in BINDS[kind].split()}
    return {name: value for name, value in told.items() if name not in unsaid or value != unsaid[name]}


def _binding_value(kind: str, name: str, value: Any) -> Any:
    if kind == "PayTable" and name == "lines":
        return [[line, pays if pays in (LOSES, PUSHES) else str(odds(pays))] for line, pays in value.items()]
    if kind == "Tier":
        return cents(value) if value else None
    return binding_values(value)
