"""The fraction of a cent that a table carries for the meter of a house jackpot, from the table's book."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from cardroom.errors import InvariantError
from cardroom.house.books import Books, stored_rules
from cardroom.house.jackpots.pools import Link
from cardroom.play.table import Answered, RoundEnded, RoundStarted, RoundVoided
from cardroom.rulebook.jackpots import divide_share
from cardroom.tags import tag_of

__all__ = ["fraction_at"]

_STARTED, _ENDED, _VOIDED, _ANSWERED = (tag_of(each) for each in (RoundStarted, RoundEnded, RoundVoided, Answered))
_LATEST = 2**31
_BETTING = ("bet", "sit-out")
"""The answers before the bets are closed."""


def fraction_at(books: Books, link: Link) -> int:
    """The parts of a cent that a linked table carries: those of its last round, with the bets of a round in progress.

    If these bets have moved no cent, they count from the next answer on.
    """
    last = next(iter(books.entries_before(link.table, _LATEST, (_STARTED, _ENDED), 1)), None)
    if last is None or last.number < link.first:
        return 0
    known = msgspec.json.decode(last.body)
    if last.kind == _ENDED:
        return _carried(known["outcome"]["next"], link)
    opening, closed = known["opening"], False
    bets: list[int] = []
    parts = _carried(opening["carry"], link)
    for entry in books.entries(link.table, last.number + 1):
        if entry.kind == _VOIDED:
            return parts
        if entry.kind == _ANSWERED:
            answer = {} if entry.secret else msgspec.json.decode(entry.body)["answer"]
            if answer.get("action") == "bet":
                bets += [answer["value"].get(wager, 0) for wager in link.wagers]
            dropped = any(posting.cause == "drop" for posting in entry.postings)
            closed = closed or dropped or answer.get("action") not in _BETTING
    if closed and any(bets):
        rate = _rate(books, opening, link)
        for cents in bets:
            _, parts = divide_share(rate, cents, parts)
    return parts


def _rate(books: Books, opening: Any, link: Link) -> Fraction:
    """The rate in a round, which may not be the one with which the next rounds are played."""
    rules = stored_rules(books, opening["game"], opening["rules"]["digest"])
    if rules is None:
        raise InvariantError(f"the rules of the round at {link.table} are not in the store")
    return rules.jackpots[link.wagers[0]].rate


def _carried(carry: Any, link: Link) -> int:
    return int(carry.get("fractions", {}).get(link.jackpot, (0, 0))[0])
