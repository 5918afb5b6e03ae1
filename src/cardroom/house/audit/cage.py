"""The audit of the cage's book: each entry, by its kind."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from cardroom.house.audit.accounts import AccountHistory, Report
from cardroom.house.audit.orders import PayoutAudit
from cardroom.house.books import (
    CAGE,
    CORRECTABLE,
    FOLD,
    FOLDED,
    OUTSIDE,
    Books,
    FoldAudit,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
)

__all__ = ["CageAudit"]

_MONEY = {
    "deposit": ("outside", "balance"),
    "withdrawal": ("balance", "outside"),
    "fill": ("outside", "house"),
    "credit": ("house", "outside"),
}
"""Kinds of entries that move money, with the kinds of accounts of payer and payee."""


class CageAudit:
    """Checks the entries of the cage's book."""

    def __init__(self, books: Books, accounts: AccountHistory, report: Report) -> None:
        self.rules: dict[str, str] = {}
        """The rule sets that entries record as stored, with the hash of their text."""
        self._books, self._accounts, self._report = books, accounts, report
        self.payouts = PayoutAudit()
        self.folding = FoldAudit(books)

    def follow(self, number: int) -> None:
        """Take over the rule and the requests at a checkpoint, without checking entries before it again."""
        self.payouts.follow(self._books, number)

    def check(self, entry: LedgerEntry) -> None:
        """Check that an entry contains and moves only what its kind allows."""
        try:
            problem = self._problem(entry) or self.payouts.problem(entry)
        except Exception as error:
            problem = f"cannot be read: {error}"
        if problem:
            self._report(CAGE, entry.number, problem)

    def _problem(self, entry: LedgerEntry) -> str:
        if entry.kind in (FOLD, FOLDED):
            return self.folding.problem(entry)
        text = self._books.plaintext(CAGE, entry)
        body = msgspec.json.decode(text)
        if entry.secret != (entry.kind == "made") or (entry.kind == "made") != (entry.number == 1):
            return "the cage's book cannot contain an entry of this kind, or with this secrecy"
        if entry.kind in ("made", "note", "rules"):
            if entry.postings:
                return f"an entry of the kind {entry.kind} must not move money"
            return self._rules_problem(body) if entry.kind == "rules" else ""
        if not (entry.who and entry.key and len(entry.postings) == 1 and entry.postings[0].cause == entry.kind):
            return "it must have an author, a request id and exactly one posting, whose cause is the entry's kind"
        posting = entry.postings[0]
        if any(account.kind == OUTSIDE.kind and account != OUTSIDE for account in posting[:2]):
            return "it moves money that is held for the players of a jackpot"
        ways = posting.payer.kind, posting.payee.kind
        if entry.kind in _MONEY:
            expected = f"from {_MONEY[entry.kind][0]} to {_MONEY[entry.kind][1]}, with an empty body"
            return "" if (ways, body) == (_MONEY[entry.kind], {}) else f"a {entry.kind} moves money {expected}"
        if entry.kind != "correction":
            return f"the cage has no entries of the kind {entry.kind}"
        return self._correction_problem(entry, posting, body)

    def _rules_problem(self, body: dict[str, str]) -> str:
        self.rules[body["digest"]] = body["sha256"]
        text = self._books.rules_text(body["digest"])
        if text is None or sha256(text).hexdigest() != body["sha256"]:
            return f"the rule set {body['digest'][:12]} that it records is missing or was changed"
        return ""

    def _correction_problem(self, entry: LedgerEntry, posting: Posting, body: dict[str, Any]) -> str:
        kinds = {posting.payer.kind, posting.payee.kind}
        if not kinds <= CORRECTABLE or kinds == {"balance"} or posting.line != body["why"]:
            return "a correction cannot move money between these accounts, or its reason differs from its posting's"
        changes = changes_of(entry.postings)
        recorded = {LedgerAccount(*each["account"]): (each["before"], each["after"]) for each in body["accounts"]}
        if {account: after - before for account, (before, after) in recorded.items()} != changes or len(body) != 2:
            return "the balances before and after do not differ by the posting"
        for account, (before, _) in recorded.items():
            if account != OUTSIDE:
                what = f"balance of {account.kind} {account.owner} before the correction"
                self._accounts.claim(CAGE, entry, account, before, what)
        return ""
