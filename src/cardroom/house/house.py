"""The house: the cage, the tables and the jackpots of a card room.

Players' money comes in and goes out at the cage, and moves between their balance and tables. It cannot move from one
player's balance to another's except through a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import (
    CAGE,
    CORRECTABLE,
    JACKPOT,
    OUTSIDE,
    Books,
    Draft,
    LedgerAccount,
    LedgerEntry,
    Posting,
    Store,
    StoreError,
    check_amount,
    check_text,
    is_table,
    note,
    player,
    retry_on_conflict,
)
from cardroom.house.cage import AlertMonitor
from cardroom.house.jackpots import Jackpots, JackpotTerms, Pool, with_terms
from cardroom.house.tables import HouseTable, entry_of, stored_game
from cardroom.limits import LONGEST_NAME
from cardroom.money import dollars
from cardroom.play.game import Game
from cardroom.play.records import RulesOf
from cardroom.play.round import is_name
from cardroom.play.table import GameSet

__all__ = ["House"]


class House:
    """The money and tables of a card room, backed by a store.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")  # the same slip again: it takes effect once
    >>> house.withdraw("ann", 60_000, who="cage 1", key="slip 2")
    Traceback (most recent call last):
    cardroom.errors.InputError: Insufficient funds: ann has $500, and this needs $600.
    >>> house.balance("ann")
    50000
    >>> folder.cleanup()
    """

    def __init__(self, books: Books, *, create: bool = False) -> None:
        self.books = books
        self.jackpots = Jackpots(books, books.now)
        """The house jackpots. A table's own jackpots are not among them."""
        self.alerts = AlertMonitor(books)
        """Notes bets and wins above thresholds."""
        if not books.heads():
            if not create:
                raise InputError(
                    f"{books.store} is empty: creating or restoring it was interrupted. Create or restore it again."
                )
            books.append(CAGE, [Draft("made", b'"cardroom"', secret=True)], after=0)
        first = next(books.entries(CAGE), None)
        if first is None:
            raise StoreError(f"{books.store}: the first entry of the {CAGE}'s book is missing; the store is damaged")
        books.plaintext(CAGE, first)  # an error if the key is wrong

    @classmethod
    def at(cls, where: str | Path, *, create: bool = False) -> House:
        """Open the house of a store: a file, or the URL of a PostgreSQL database."""
        store = Store(where, create=create)
        try:
            return cls(Books(store), create=create)
        except BaseException:
            store.close()
            raise

    # -- the cage -------------------------------------------------------------------------------------------------

    def balance(self, name: str) -> int:
        """A player's balance in the cage, in cents."""
        return self.books.balance(player(name))

    def holdings(self, name: str) -> int:
        """A player's money in total: the balance in the cage and chips at tables."""
        return self.books.holdings(name, "balance", "stack")

    def deposit(self, name: str, cents: int, *, who: str, key: str) -> None:
        """Add money that a player deposits at the cage."""
        self._money("deposit", Posting(OUTSIDE, _player(name), check_amount(cents), "deposit"), who, key)

    def withdraw(self, name: str, cents: int, *, who: str, key: str) -> None:
        """Pay out money that a player withdraws at the cage."""
        self._money("withdrawal", Posting(_player(name), OUTSIDE, check_amount(cents), "withdrawal"), who, key)

    def fill(self, table: str, cents: int, *, who: str, key: str) -> None:
        """Add chips to a table's bank. A table that a player-dealer banks, or no one, takes none from the house."""
        bank = self._bank(table)
        rules = self.table(table).table.game.rules
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
            if account != OUTSIDE and not self.books.has_account(account):
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
        names = self.jackpots.names() if account.kind == "meter" else []
        for meter, most, _ in self.jackpots.caps(account.owner) if account.owner in names else ():
            if account == meter and (current := self.books.balance(meter)) + cents > most:
                figures = f"its ceiling is {dollars(most)}, and it is at {dollars(current)}"
                raise InputError(f"{account.owner} would exceed its ceiling: {figures}. Raise the ceiling first.")

    def note(self, what: str, *, who: str, why: str, before: Any = None, after: Any = None) -> None:
        """Record a fact that matters to a regulator and moves no money, such as a changed limit."""
        self.books.append(CAGE, [note(what, who, why, before, after)])

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
        most = self.alerts.thresholds().cash  # before the transaction: it needs a connection of its own
        with self.books.transaction():
            self.books.append(CAGE, [draft])
            [posting] = draft.postings
            if draft.kind in ("deposit", "withdrawal"):
                name = (posting.payee if draft.kind == "deposit" else posting.payer).owner
                if notes := self.alerts.of_cash(name, posting, draft.who, most):
                    self.books.append(CAGE, notes)

    def _is_known(self, kind: str, posting: Posting, who: str, key: str) -> bool:
        """Whether a request was made before. Raises an error if its id was used for a different request."""
        known = self.books.by_key(check_text(key, "The request id"))
        if known is None:
            return False
        book, entry = known
        if (book, entry.kind, entry.who, entry.postings) != (CAGE, kind, who, (posting,)):
            raise InputError(
                f"The id {key!r} was used for a different request: {book}, entry {entry.number} ({entry.kind})."
            )
        return True

    def _bank(self, table: str) -> LedgerAccount:
        if table not in self.tables():
            raise InputError(f"Unknown table {table}. Tables: {', '.join(self.tables()) or 'none'}.")
        return LedgerAccount(table, "house")

    # -- tables ---------------------------------------------------------------------------------------------------

    def tables(self) -> list[str]:
        """The tables that were ever opened."""
        return [name for name in self.books.heads() if is_table(name)]

    def open_table(
        self,
        name: str,
        game: Game,
        *,
        who: str,
        key: str | None = None,
        links: Mapping[str, str] | None = None,
        note: Draft | None = None,
    ) -> HouseTable:
        """Open a table. If the same request comes again, it gives the table that was opened.

        `links` names house jackpots that stand in for the game's own. A `note` is stored in the same transaction.
        """
        if len(check_text(name, "The table name")) > LONGEST_NAME:
            raise InputError(f"A table name has at most {LONGEST_NAME} characters.")
        if name.startswith(JACKPOT):
            raise InputError(
                f"A table cannot be called {name}: names that begin with {JACKPOT!r} are reserved for jackpots."
            )
        check_text(who, "The author")
        check_text("?" if key is None else key, "The request id")
        if name == CAGE or name in self.tables():
            known = self.books.by_key(key) if key else None
            request = who, game.slug, game.rules.digest, dict(links or {})
            if known and known[0] == name and _is_same(request, _opening_request(self.books, *known), game):
                return self.table(name)
            reason = "this is the cage's name" if name == CAGE else "a table with this name exists"
            raise InputError(f"A table cannot be called {name}: {reason}. Choose a different name.")
        return HouseTable.opened(self.books, name, game, self.find, who, key, links, self.alerts, note)

    def table(self, name: str) -> HouseTable:
        """A table as its book has it, also in the middle of a round."""
        return HouseTable(self.books, check_text(name, "The table name"), self.find, alerts=self.alerts)

    def change_jackpot(
        self, name: str, *, seed: int | None = None, rate: str | None = None, who: str, why: str
    ) -> None:
        """Change the seed or rate of a house jackpot. The change applies after it is won, at all linked tables."""
        self.jackpots.change(name, seed=seed, rate=rate, who=who, why=why, check=self._check_terms)

    def _check_terms(self, pool: Pool, terms: JackpotTerms) -> None:
        """Raise an error if a linked table could not follow new terms."""
        for link in pool.tables:
            with_terms(self.table(link.table).table.game.rules, link.jackpot, terms)

    def find(self, slug: str, rules: RulesOf) -> Game:
        """The game that a table plays, from the stored text of its rules."""
        return stored_game(self.books, slug, rules)

    def entries(self, book: str) -> list[LedgerEntry]:
        """All entries of a book."""
        return list(self.books.entries(book))


_Request = tuple[str, str, str, dict[str, str]]


def _is_same(request: _Request, stored: _Request | None, game: Game) -> bool:
    """Whether a request is the stored one. Jackpots with a daily contribution were linked without being named."""
    if stored is None or request[:3] != stored[:3]:
        return False
    by_itself = {name for name, to in stored[3].items() if to.startswith(f"{game.slug} {name}")}
    return request[3] == {name: to for name, to in stored[3].items() if name in request[3] or name not in by_itself}


def _opening_request(books: Books, book: str, entry: LedgerEntry) -> _Request | None:
    """The request that opened a table: author, game, rules and jackpots. None if an entry is not such a request."""
    log_entry = entry_of(books.plaintext(book, entry))
    if not isinstance(log_entry, GameSet) or entry.number != 1:
        return None
    return entry.who, log_entry.game, log_entry.rules.digest, dict(log_entry.links or {})


def _player(name: str) -> LedgerAccount:
    if not is_name(name):
        raise InputError(f"{name!r} is not a valid player name.")
    return player(name)
