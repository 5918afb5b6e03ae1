"""The house: the cage, the tables and the jackpots of a card room, in one store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardroom.errors import InputError
from cardroom.house.books import (
    CAGE,
    JACKPOT,
    Books,
    Draft,
    LedgerEntry,
    Store,
    StoreError,
    check_text,
    is_table,
    note,
    player,
)
from cardroom.house.cage import AlertMonitor, Cage
from cardroom.house.jackpots import Jackpots, JackpotTerms, Pool, with_terms
from cardroom.house.tables import HouseTable, entry_of, stored_game
from cardroom.limits import LONGEST_NAME
from cardroom.play.game import Game
from cardroom.play.records import RulesOf
from cardroom.play.table import GameSet

__all__ = ["House"]


class House:
    """The money and tables of a card room, backed by a store.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
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
        self.cage = Cage(books, self.alerts, self.jackpots, lambda name: self.table(name).table.game.rules)
        """Deposits, withdrawals, fills, credits and corrections."""
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

    def balance(self, name: str) -> int:
        """A player's balance in the cage, in cents."""
        return self.books.balance(player(name))

    def holdings(self, name: str) -> int:
        """A player's money in total: the balance in the cage and chips at tables."""
        return self.books.holdings(name, "balance", "stack")

    def note(self, what: str, *, who: str, why: str, before: Any = None, after: Any = None) -> None:
        """Record a fact that matters to a regulator and moves no money, such as a changed limit."""
        self.books.append(CAGE, [note(what, who, why, before, after)])

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
