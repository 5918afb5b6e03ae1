"""A table in the books: every command is committed, with the money that it moves, before anyone learns of it.

`HouseTable.do` carries out a command at a `play.Table` and writes the log entries that it leaves into the table's book:
one transaction for the command, the round that it ends, the jackpots that it moves (`meters`) and their entries. If
that fails nothing has happened, and the table is rebuilt from its book before it is used again. A table also resumes
this way after its process has died.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from threading import RLock

from cardroom.errors import CardroomError, InputError
from cardroom.house.books import CAGE, Books, CommitUnknown, Conflict, Draft, StoreError, check_text, retry_on_conflict
from cardroom.house.cage import AlertMonitor
from cardroom.house.jackpots import Meters, asks_house, jackpots_on_layout, transfers_of
from cardroom.house.tables.entries import check_same, drafts_of, entry_of
from cardroom.play.game import Game
from cardroom.play.round import HOUSE_SPOT, Round, Transfer
from cardroom.play.table import (
    ChangeGame,
    Command,
    Entry,
    FindGame,
    GameSet,
    Pause,
    RoundEnded,
    Snapshot,
    StartRound,
    Table,
    Void,
    bettor_of,
)
from cardroom.tags import tag_of

__all__ = ["HouseTable"]

SNAPSHOT_EVERY = 100
"""Rounds between snapshots, so that a table is rebuilt quickly however long it has been open."""
_MOST_KEYS = 1000
"""The latest request ids of a table, so that most repeated requests are found before they are tried."""
_ALONE = nullcontext()
"""In place of a transaction that contains more than one append."""


class HouseTable:
    """A live table in the books.

    >>> import tempfile, cardroom
    >>> from cardroom.house import House
    >>> from cardroom.play.table import Join
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    >>> table.do(Join("ann", 20_000), key="join 1")
    >>> house.balance("ann"), table.table.stacks["ann"]
    (30000, 20000)
    >>> folder.cleanup()
    """

    def __init__(
        self,
        books: Books,
        name: str,
        find: FindGame,
        table: Table | None = None,
        alerts: AlertMonitor | None = None,
    ) -> None:
        """Resume the table of an existing book where the book ends. The log of a given `table` is in the book."""
        self._books = books
        self._alerts = alerts or AlertMonitor(books)
        self._meters = Meters(books)
        self._find = find
        self.name = name
        self._lock = RLock()
        """Serializes access from several threads."""
        self._noted = self.lines = len(table.log) if table else 0
        """The number of log entries of the table in its book, and the number of ledger entries in the book."""
        self._keys: dict[str, None] = {}
        """The latest request ids, oldest first."""
        self.last: Round | None = None
        """The last round since this object was created."""
        self._table: Table | None = table or self._rebuilt()

    @classmethod
    def opened(
        cls,
        books: Books,
        name: str,
        game: Game,
        find: FindGame,
        who: str,
        key: str | None,
        links: Mapping[str, str] | None = None,
        alerts: AlertMonitor | None = None,
        note: Draft | None = None,
    ) -> HouseTable:
        """Open a new table. Its own jackpots start at their seeds. A `note` is stored in the same transaction."""
        meters = Meters(books)
        links = meters.with_daily(game, links or {})
        meters.check_links(game.rules, links)
        books.store_rules(game.rules)
        table = Table(game, {}, money=True, name=name, links=links)
        drafts = drafts_of(books, table, table.log, who)
        with books.transaction() if links or note else nullcontext():
            if note is not None:
                books.append(CAGE, [note])
            lines = books.append(name, [drafts[0]._replace(key=key), *drafts[1:]], after=0)
            meters.note_links(table, {}, {}, lines, who)
        return cls(books, name, find, table, alerts)

    @property
    def table(self) -> Table:
        """The current table, for reading only. Changes that bypass this object do not reach the books."""
        with self._lock:
            if self._table is None:
                self._table = self._rebuilt()
            return self._table

    def reread(self) -> None:
        """Rebuild the table before its next use, because its last change was rolled back in the book."""
        with self._lock:
            self._table = None

    @property
    def round(self) -> Round | None:
        """The round in progress."""
        return self.table.round

    def _rebuilt(self) -> Table:
        lines = self._books.entries_from_snapshot(self.name)
        entries: list[Entry] = []
        for line in lines:
            entries.append(entry_of(self._books.plaintext(self.name, line)))
            self.lines = line.number
        if not entries:
            raise InputError(f"There is no table {self.name}. Open it first.")
        if not isinstance(entries[0], GameSet | Snapshot):
            raise StoreError(f"{self.name}: its book does not begin with a game or a snapshot. The store is damaged.")
        try:
            table = Table.from_log(entries, self._find)
        except CardroomError:
            raise
        except Exception as error:  # entries in an order that this program never writes
            raise StoreError(
                f"{self.name}: cannot rebuild the table from its book, which is damaged: {error}"
            ) from error
        self._noted = len(entries)
        return table

    # -- commands -------------------------------------------------------------------------------------------------

    def do(self, command: Command, who: str = "", key: str | None = None, *notes: Draft) -> None:
        """Carry out a command and commit it with the money that it moves, whole or not at all.

        `who` is the author in the books; without one, the player whom the command is about. The same `key` takes effect
        once, however often it is given, and is refused for a different command. `notes` are stored in the cage's book,
        in the same transaction.
        """
        who = check_text(who or bettor_of(command) or "", "The author")
        if key is not None:
            check_text(key, "The request id")
        if isinstance(command, Pause | Void):
            check_text(command.why, "The reason")
        with self._lock:
            # A change of games stores rules and may open jackpots before its own step, so its id is looked up first.
            recent = key in self._keys or isinstance(command, ChangeGame)
            if key is None or self._books.in_transaction or recent:
                if not self._repeats(command, who, key):
                    # Another table may win from the same meter at the same moment.
                    retry_on_conflict(lambda: self._commit(command, who, key, notes))
                return
            # The database rejects a request id that is there already. So it is looked up only after an error, which
            # saves a statement at every step.
            try:
                self._commit(command, who, key, notes)
            except CommitUnknown:
                raise
            except CardroomError as error:
                if not self._repeats(command, who, key):
                    if not isinstance(error, Conflict):
                        raise
                    retry_on_conflict(lambda: self._commit(command, who, key, notes))
            self._keys[key] = None
            if len(self._keys) > _MOST_KEYS:
                del self._keys[next(iter(self._keys))]

    def _repeats(self, command: Command, who: str, key: str | None) -> bool:
        """Whether a command with this request id was stored before. Refuses an id that was used for another command."""
        if key is None or (stored := self._books.by_key(key)) is None:
            return False
        check_same(self._books, self.name, who, command, key, *stored)
        return True

    def change(self, game: Game, who: str, links: Mapping[str, str] | None = None) -> None:
        """Play a different game, or link other house jackpots. Without `links` those of the same game stay linked."""
        if links is None:
            linked = self.table.links if self.table.game.slug == game.slug else {}
            links = {name: to for name, to in linked.items() if name in jackpots_on_layout(game.rules)}
        self.do(ChangeGame(game, dict(links)), who)

    def displays(self) -> dict[str, int]:
        """The current displays of its jackpots, including changes by other tables."""
        return self._meters.displays(self.table)

    def follow(self) -> None:
        """Between rounds, update the displays if other tables have moved their meters."""
        with self._lock:
            retry_on_conflict(lambda: self._commit(None, "house"))

    # -- one transaction ------------------------------------------------------------------------------------------

    def _carry_out(self, table: Table, command: Command | None) -> None:
        """Carry out a command in memory, after the house's own steps."""
        if command is None or (isinstance(command, StartRound) and table.round is None):
            if command is not None:
                self._meters.prepare(table)
            else:
                self._meters.read(table)
        if isinstance(command, ChangeGame):
            command = ChangeGame(command.game, self._meters.with_daily(command.game, command.links))
            self._meters.check_links(command.game.rules, command.links)
            self._meters.check_own(table, command.game.rules, command.links)
            self._books.store_rules(command.game.rules)
        if command is not None:
            table.do(command)

    def _commit(self, command: Command | None, who: str, key: str | None = None, notes: tuple[Draft, ...] = ()) -> None:
        table, done = self._table or self.table, False
        try:
            round, links, carried = table.round, table.state.links, table.state.carry.fractions
            drops = 0 if round is None else round.chips.drops
            self._carry_out(table, command)
            done = True
            round = table.round or round
            asked, linked = round is not None and asks_house(round), links != table.links
            closes = round is not None and bool(table.links) and round.chips.drops > drops
            # Meters are read and written in one transaction.
            returns = drops > 0 and isinstance(command, Void)
            with self._books.transaction() if asked or linked or closes or returns else _ALONE:
                transfers = self._continue(table, closes)
                new = table.since(self._noted)
                ended = table.round is None and RoundEnded in [type(each) for each in new]
                if snapshot := ended and table.rounds % SNAPSHOT_EVERY == 0:
                    table.snapshot()
                entries = (*new, *table.log[:1]) if snapshot else new
                drafts = drafts_of(self._books, table, entries, who, transfers, key, command)
                if round is not None and closes:
                    drafts = self._meters.with_drops(drafts, entries, table, round)
                if round is not None and (asked or (table.links and table.round is None)):
                    drafts = self._meters.with_jackpots(drafts, table, round, asked)
                events = [*(self._significant(table, drafts, transfers) if ended else ()), *(notes if drafts else ())]
                with self._books.transaction() if events else _ALONE:
                    if events:
                        self._books.append(CAGE, events)
                    if drafts:
                        lines = self._books.append(self.name, drafts, after=self.lines)
                        if round is not None and table.round is None and round.done:
                            self._meters.note_hits(table, round, lines, who)
                        if linked:
                            self._meters.note_links(table, links, carried, lines, who)
                        self.lines = lines[-1].number
        except BaseException as error:
            if done or not isinstance(error, InputError) or table.since(self._noted):
                self._table = None  # what happened in memory is not in the book: rebuild before the next use
            raise
        self._noted = 1 if snapshot else self._noted + len(new)
        if round and table.round is None and round.done:
            self.last = round

    def _significant(self, table: Table, drafts: list[Draft], transfers: tuple[Transfer, ...]) -> list[Draft]:
        """The alerts about a finished round, for the cage's book."""
        closed = next(
            (number for number, draft in enumerate(drafts, self.lines + 1) if draft.kind == tag_of(RoundEnded)), None
        )
        return self._alerts.of_round(self.name, closed, transfers, table.stacks) if closed else []

    def _continue(self, table: Table, closing: bool) -> tuple[Transfer, ...]:
        """Answer for the house, and finish a round that is done. Returns the transfers of that round."""
        while (round := table.round) is not None and not round.done:
            question = next((ask for ask in round.waiting if ask.spot == HOUSE_SPOT.id), None)
            if question is None:
                return ()
            self._meters.answer(table, round, question, closing=closing)
        if round is None:
            return ()
        transfers = transfers_of(round)
        table.finish()
        return transfers
