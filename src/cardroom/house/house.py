"""The house: the cage's business, the tables, and what it says of them.

Players' money comes in and goes out at the cage, and goes to and from tables through their balance. There is no way
from one player's balance to another's but over a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cardroom.errors import Mistaken
from cardroom.house.alerts import AlertMonitor
from cardroom.house.books import Books
from cardroom.house.entries import entry_of, stored_game
from cardroom.house.jackpot_terms import JackpotTerms, with_terms
from cardroom.house.jackpots import Jackpots
from cardroom.house.pools import Pool
from cardroom.house.store import Store, StoreError
from cardroom.house.tables import HouseTable
from cardroom.house.transaction import Draft, note
from cardroom.house.values import (
    CAGE,
    CORRECTABLE,
    JACKPOT,
    OUTSIDE,
    LedgerAccount,
    LedgerEntry,
    Posting,
    check_text,
    is_table,
    player,
)
from cardroom.limits import LONGEST_NAME, MOST_CENTS
from cardroom.money import dollars
from cardroom.play.game import Game
from cardroom.play.log import GameSet
from cardroom.play.places import is_name
from cardroom.play.record import RulesOf

__all__ = ["House"]


class House:
    """A card room's money and tables, in a store.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")  # the same slip again
    >>> house.withdraw("ann", 60_000, who="cage 1", key="slip 2")
    Traceback (most recent call last):
    cardroom.errors.Mistaken: the balance of ann holds $500, and $600 was to go
    >>> house.balance("ann")
    50000
    >>> folder.cleanup()
    """

    def __init__(self, books: Books, *, create: bool = False) -> None:
        self.books = books
        self.jackpots = Jackpots(books, books.now)
        """The jackpots that are the house's, and not a single table's."""
        self.alerts = AlertMonitor(books)
        """Which bets and wins are noted."""
        if not books.heads():
            if not create:
                raise Mistaken(f"{books.store}: it is empty, as its making or a restore was cut short: do that again")
            books.append(CAGE, [Draft("made", b'"cardroom"', secret=True)], after=0)
        first = next(books.entries(CAGE), None)
        if first is None:
            raise StoreError(f"{books.store}: the first line of the {CAGE}'s book is gone; the store is damaged")
        books.plaintext(CAGE, first)  # the right key opens it

    @classmethod
    def at(cls, where: str | Path, *, create: bool = False) -> House:
        """The house of a store: a file, or the URL of a PostgreSQL database."""
        store = Store(where, create=create)
        try:
            return cls(Books(store), create=create)
        except BaseException:
            store.close()
            raise

    # -- the cage -------------------------------------------------------------------------------------------------

    def balance(self, name: str) -> int:
        """What a player has in the cage, in cents."""
        return self.books.balance(player(name))

    def holdings(self, name: str) -> int:
        """What a player has in all: in the cage, and in chips at tables."""
        return self.books.holdings(name, "balance", "stack")

    def deposit(self, name: str, cents: int, *, who: str, key: str) -> None:
        """Money comes in."""
        self._money("deposit", Posting(OUTSIDE, _player(name), _some(cents), "deposit"), who, key)

    def withdraw(self, name: str, cents: int, *, who: str, key: str) -> None:
        """Money goes out."""
        self._money("withdrawal", Posting(_player(name), OUTSIDE, _some(cents), "withdrawal"), who, key)

    def fill(self, table: str, cents: int, *, who: str, key: str) -> None:
        """Chips for a table's bank."""
        self._money("fill", Posting(OUTSIDE, self._bank(table), _some(cents), "fill"), who, key)

    def credit(self, table: str, cents: int, *, who: str, key: str) -> None:
        """Chips of a table's bank, back to the cage."""
        self._money("credit", Posting(self._bank(table), OUTSIDE, _some(cents), "credit"), who, key)

    def correct(self, payer: LedgerAccount, payee: LedgerAccount, cents: int, *, who: str, why: str, key: str) -> None:
        """Put something right: a posting of its own, with who, why, before and after. Nothing is ever edited."""
        check_text(who, "The author")
        check_text(why, "The reason")
        if payer == payee:
            raise Mistaken("a correction moves money from one account to another, not to the same")
        if payer.kind == payee.kind == "balance":
            raise Mistaken("money does not go from player to player: correct one against the house, then the other")
        for account in (payer, payee):
            if account.kind not in CORRECTABLE:
                raise Mistaken(f"{account.kind} cannot be corrected; {', '.join(sorted(CORRECTABLE))} can")
            if account.kind == OUTSIDE.kind and account != OUTSIDE:
                raise Mistaken("the account of a jackpot's players outside is set to what they are owed, not corrected")
            if account != OUTSIDE and not self.books.has_account(account):
                raise Mistaken(f"{account.kind} {account.owner} of {account.book} has never held anything to correct")
        self._check_ceiling(payee, _some(cents))
        changes = {payer: -cents, payee: cents}

        def said(held: dict[LedgerAccount, int]) -> bytes:
            accounts = [
                {"account": account, "before": held[account], "after": held[account] + by}
                for account, by in changes.items()
            ]
            return msgspec.json.encode({"why": why, "accounts": accounts})

        self._money("correction", Posting(payer, payee, cents, "correction", line=why), who, key, said)

    def _check_ceiling(self, account: LedgerAccount, cents: int) -> None:
        """Refuse what would lift a meter above its ceiling."""
        names = self.jackpots.names() if account.kind == "meter" else []
        for meter, most, _ in self.jackpots.caps(account.owner) if account.owner in names else ():
            if account == meter and (stands := self.books.balance(meter)) + cents > most:
                held = f"holds {dollars(most)} at most and stands at {dollars(stands)}"
                raise Mistaken(f"{account.owner} {held}: raise its ceiling first")

    def note(self, what: str, *, who: str, why: str, before: Any = None, after: Any = None) -> None:
        """Write down something that matters to a regulator and moves no money, such as a changed limit."""
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
                self.books.append(CAGE, [Draft(kind, body, who, (posting,), key)])
        except StoreError as error:
            try:  # the same request may have been made at the same moment, or this one may be kept all the same
                known = self._is_known(kind, posting, who, key)
            except StoreError:
                known = False
            if not known:
                raise error

    def _is_known(self, kind: str, posting: Posting, who: str, key: str) -> bool:
        """Whether a request was made before; an id that was used for something else is refused."""
        known = self.books.by_key(check_text(key, "The request id"))
        if known is None:
            return False
        book, entry = known
        if (book, entry.kind, entry.who, entry.postings) != (CAGE, kind, who, (posting,)):
            raise Mistaken(f"the id {key!r} was used for something else: {book}, line {entry.number} ({entry.kind})")
        return True

    def _bank(self, table: str) -> LedgerAccount:
        if table not in self.tables():
            raise Mistaken(f"there is no table {table}: there are {', '.join(self.tables()) or 'none'}")
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
            raise Mistaken(f"a table's name has at most {LONGEST_NAME} letters")
        if name.startswith(JACKPOT):
            raise Mistaken(f"a table cannot be called {name}: so the books of jackpots are called")
        check_text(who, "The author")
        check_text("?" if key is None else key, "The request id")
        if name == CAGE or name in self.tables():
            known = self.books.by_key(key) if key else None
            said = who, game.slug, game.rules.digest, dict(links or {})
            if known and known[0] == name and _opens(self.books, *known) == said:
                return self.table(name)
            raise Mistaken(
                f"a table cannot be called {name}: " + ("that is the cage" if name == CAGE else "there is one")
            )
        return HouseTable.opened(self.books, name, game, self.find, who, key, links, self.alerts, note)

    def table(self, name: str) -> HouseTable:
        """A table, where its book left it: in the middle of a round too."""
        return HouseTable(self.books, check_text(name, "The table name"), self.find, alerts=self.alerts)

    def change_jackpot(
        self, name: str, *, seed: int | None = None, rate: str | None = None, who: str, why: str
    ) -> None:
        """Note another seed or rate for a jackpot, which waits until it is won; then its tables play by it."""
        self.jackpots.change(name, seed=seed, rate=rate, who=who, why=why, check=self._can_follow)

    def without_mornings(self) -> list[tuple[str, str]]:
        """Open tables, and the jackpot on each, to which the rules add in the morning and the house does not, because
        it is the table's own."""
        found = []
        for name in self.tables():
            table = self.table(name).table
            rules, jackpots = table.game.rules, {}
            if not table.state.closed:
                jackpots = {each.name: each for wager, each in rules.jackpots.items() if wager in rules.wagers()}
            found += [(name, each.label) for each in jackpots.values() if each.morning and each.name not in table.links]
        return found

    def _can_follow(self, pool: Pool, terms: JackpotTerms) -> None:
        """Refuse terms that a table could not be played by."""
        for link in pool.tables:
            with_terms(self.table(link.table).table.game.rules, link.jackpot, terms)

    def find(self, slug: str, rules: RulesOf) -> Game:
        """The game that a table plays, by the text of its rules as the store has kept it."""
        return stored_game(self.books, slug, rules)

    def entries(self, book: str) -> list[LedgerEntry]:
        """All lines of a book."""
        return list(self.books.entries(book))


def _opens(books: Books, book: str, entry: LedgerEntry) -> tuple[str, str, str, dict[str, str]] | None:
    """Who opened a table with a line of its book, for which game, rules and jackpots."""
    log_entry = entry_of(books.plaintext(book, entry))
    if not isinstance(log_entry, GameSet) or entry.number != 1:
        return None
    return entry.who, log_entry.game, log_entry.rules.digest, dict(log_entry.links or {})


def _player(name: str) -> LedgerAccount:
    if not is_name(name):
        raise Mistaken(f"a player cannot be called {name!r}")
    return player(name)


def _some(cents: int) -> int:
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise Mistaken(f"an amount is whole cents, from 1 to {MOST_CENTS:,}, not {cents!r}")
    return cents
