"""Money at the cage: deposits, withdrawals, fills, credits and corrections.

Players' money comes in and goes out here, and moves between their balance and tables. It cannot move from one player's
balance to another's except through a table. A fill that a round needs, because its bank lacks money, is added by
`books.drafts`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import (
    CAGE,
    CORRECTABLE,
    OUTSIDE,
    Books,
    Draft,
    LedgerAccount,
    Posting,
    StoreError,
    check_amount,
    check_text,
    is_table,
    player,
    retry_on_conflict,
)
from cardroom.house.cage.alerts import AlertMonitor
from cardroom.house.jackpots import Jackpots
from cardroom.money import dollars
from cardroom.play.round import is_name
from cardroom.rulebook import RuleSet

__all__ = ["Cage"]


class Cage:
    """Postings between players, banks and what is outside the house. Each has an author and a request id.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")  # the same slip again: it takes effect once
    >>> house.cage.withdraw("ann", 60_000, who="cage 1", key="slip 2")
    Traceback (most recent call last):
    cardroom.errors.InputError: Insufficient funds: ann has $500, and this needs $600.
    >>> folder.cleanup()
    """

    def __init__(
        self, books: Books, alerts: AlertMonitor, jackpots: Jackpots, rules_of: Callable[[str], RuleSet]
    ) -> None:
        """`rules_of` gives the rules of an open table."""
        self._books, self._alerts, self._jackpots, self._rules_of = books, alerts, jackpots, rules_of

    def deposit(self, name: str, cents: int, *, who: str, key: str) -> None:
        """Add money that a player deposits at the cage."""
        self._money("deposit", Posting(OUTSIDE, _player(name), check_amount(cents), "deposit"), who, key)

    def withdraw(self, name: str, cents: int, *, who: str, key: str) -> None:
        """Pay out money that a player withdraws at the cage."""
        self._money("withdrawal", Posting(_player(name), OUTSIDE, check_amount(cents), "withdrawal"), who, key)

    def fill(self, table: str, cents: int, *, who: str, key: str) -> None:
        """Add chips to a table's bank. A table that a player-dealer banks, or no one, takes none from the house."""
        bank = self._bank(table)
        rules = self._rules_of(table)
        if (rules.bank or rules.nobody_banks) and not any(wager in rules.wagers() for wager in rules.jackpots):
            banks = "A player-dealer banks" if rules.bank else "No one banks"
            raise InputError(f"{banks} {table}, so the house cannot fill it.")
        self._money("fill", Posting(OUTSIDE, bank, check_amount(cents), "fill"), who, key)

    def credit(self, table: str, cents: int, *, who: str, key: str) -> None:
        """Return chips from a table's bank to the cage."""
        self._money("credit", Posting(self._bank(table), OUTSIDE, check_amount(cents), "credit"), who, key)

    def correct(self, payer: LedgerAccount, payee: LedgerAccount, cents: int, *, who: str, why: str, key: str) -> None:
        """Correct two balances by a new posting, with author, reason and both balances. Nothing is ever edited."""
        check_text(who, "The author")
        check_text(why, "The reason")
        if payer == payee:
            raise InputError("A correction needs two different accounts.")
        if payer.kind == payee.kind == "balance":
            raise InputError("Money cannot move from player to player. Correct one against the house, then the other.")
        for account in (payer, payee):
            if account.kind not in CORRECTABLE:
                allowed = ", ".join(sorted(CORRECTABLE))
                raise InputError(f"An account of the kind {account.kind} cannot be corrected. Possible: {allowed}.")
            if account.kind == OUTSIDE.kind and account != OUTSIDE:
                raise InputError("A jackpot's players' account cannot be corrected. Use `cardroom jackpots set-aside`.")
            if account != OUTSIDE and not self._books.has_account(account):
                name = f"{account.kind} {account.owner}".strip()
                raise InputError(
                    f"The account {name} of {account.book} does not exist, so there is nothing to correct."
                )
        self._check_ceiling(payee, check_amount(cents))
        changes = {payer: -cents, payee: cents}

        def body(held: dict[LedgerAccount, int]) -> bytes:
            accounts = [
                {"account": account, "before": held[account], "after": held[account] + by}
                for account, by in changes.items()
            ]
            return msgspec.json.encode({"why": why, "accounts": accounts})

        self._money("correction", Posting(payer, payee, cents, "correction", line=why), who, key, body)

    def _check_ceiling(self, account: LedgerAccount, cents: int) -> None:
        """Raise an error if a meter would exceed its ceiling."""
        names = self._jackpots.names() if account.kind == "meter" else []
        for meter, most, _ in self._jackpots.caps(account.owner) if account.owner in names else ():
            if account == meter and (current := self._books.balance(meter)) + cents > most:
                figures = f"its ceiling is {dollars(most)}, and it is at {dollars(current)}"
                raise InputError(f"{account.owner} would exceed its ceiling: {figures}. Raise the ceiling first.")

    def _money(
        self,
        kind: str,
        posting: Posting,
        who: str,
        key: str,
        body: bytes | Callable[[dict[LedgerAccount, int]], bytes] = b"{}",
    ) -> None:
        check_text(who, "The author")
        try:
            if not self._is_known(kind, posting, who, key):
                retry_on_conflict(lambda: self._post(Draft(kind, body, who, (posting,), key)))
        except StoreError as error:
            try:  # the same request may have come at the same moment, or this one may be stored after all
                known = self._is_known(kind, posting, who, key)
            except StoreError:
                known = False
            if not known:
                raise error

    def _post(self, draft: Draft) -> None:
        """Store an entry that moves money, with an alert if a person's cash of the day exceeds the threshold."""
        most = self._alerts.thresholds().cash  # before the transaction: it needs a connection of its own
        with self._books.transaction():
            self._books.append(CAGE, [draft])
            [posting] = draft.postings
            if draft.kind in ("deposit", "withdrawal"):
                name = (posting.payee if draft.kind == "deposit" else posting.payer).owner
                if notes := self._alerts.of_cash(name, posting, draft.who, most):
                    self._books.append(CAGE, notes)

    def _is_known(self, kind: str, posting: Posting, who: str, key: str) -> bool:
        """Whether a request was made before. Raises an error if its id was used for a different request."""
        known = self._books.by_key(check_text(key, "The request id"))
        if known is None:
            return False
        book, entry = known
        if (book, entry.kind, entry.who, entry.postings) != (CAGE, kind, who, (posting,)):
            raise InputError(
                f"The id {key!r} was used for a different request: {book}, entry {entry.number} ({entry.kind})."
            )
        return True

    def _bank(self, table: str) -> LedgerAccount:
        tables = [name for name in self._books.heads() if is_table(name)]
        if table not in tables:
            raise InputError(f"Unknown table {table}. Tables: {', '.join(tables) or 'none'}.")
        return LedgerAccount(table, "house")


def _player(name: str) -> LedgerAccount:
    if not is_name(name):
        raise InputError(f"{name!r} is not a valid player name.")
    return player(name)
