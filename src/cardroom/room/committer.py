"""Commit the room's commands in the books of a house."""

import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from cardroom.clean import short, visible
from cardroom.errors import CardroomError, InputError
from cardroom.house import House, HouseTable, StoreError
from cardroom.house.books import Draft, Transaction, note, store_errors
from cardroom.house.cage import Approval, Requests
from cardroom.play.round import Round
from cardroom.play.table import CloseTable, Command, OpenTable, Pause, State, TableClosed, Void
from cardroom.tags import tag_of

__all__ = [
    "CLOCK",
    "FLOOR",
    "Commit",
    "CommitFailed",
    "Committed",
    "Committer",
    "Outcome",
    "Rejected",
    "RoundBroken",
]

_log = logging.getLogger("cardroom.room")

CLOCK, FLOOR = "clock", "floor"
"""Authors of what the room does by itself."""
_NOTED = (OpenTable, CloseTable, Pause, Void)
"""Orders of the floor. Each leaves a note."""
FAULT = "An internal error occurred. It has been logged, and nothing was changed."


class Commit(NamedTuple):
    """A command to be committed."""

    table: str
    command: Command
    who: str
    key: str
    """The same key takes effect once, however often it is committed."""
    approval: Approval | None = None
    """The approval of a second person, which is stored with the command."""


class Committed(NamedTuple):
    """The command is committed. This is the table now; it does not change before the next commit."""

    state: State
    round: Round | None
    """The round that is being played, or the last one."""
    entries: int
    """The number of entries in the table's book. Two states with the same number are equal."""


class Rejected(NamedTuple):
    """The rules or the cage do not allow the command. Nothing has changed."""

    why: str
    committed: Committed | None
    """The table as it is; none if it does not exist."""


class CommitFailed(NamedTuple):
    """The commit failed, or its outcome is unknown. Retry with the same key to find out."""

    why: str


class RoundBroken(NamedTuple):
    """The round cannot continue. It stays as it is until the floor voids it."""

    why: str
    committed: Committed


Outcome: TypeAlias = Committed | Rejected | CommitFailed | RoundBroken


class Committer:
    """The tables of a house. One commit at a time for each table."""

    def __init__(self, house: House, hall: str = "") -> None:
        """`hall` is the name under which orders of the floor are noted."""
        self._house, self._hall = house, hall
        self._tables: dict[str, HouseTable] = {}
        self._interrupted: dict[str, tuple[str, str]] = {}
        """Rounds that could not continue, by table: the round and why."""

    def open_tables(self, only: Iterable[str] | None = None) -> dict[str, Committed]:
        """Return the tables that are not closed, from their books: all, or those of the given names."""
        names = self._house.tables() if only is None else only
        return {name: self._committed(name) for name in names if not self._is_closed(name)}

    def _is_closed(self, table: str) -> bool:
        last = self._house.books.last(table)
        return last is not None and last.kind == tag_of(TableClosed)

    def forget(self, table: str) -> None:
        """Forget what is known about a table, because another process may have changed it."""
        self._tables.pop(table, None)

    def do(self, commit: Commit) -> Outcome:
        """Commit a command; return the outcome."""
        try:
            return self._done(commit)
        except StoreError as error:
            self.forget(commit.table)
            return CommitFailed(str(error))

    def do_all(self, commits: Sequence[Commit]) -> list[Outcome]:
        """Commit commands of different tables in one transaction, all or none. If that fails, commit each separately.

        Never raises.
        """
        if len(commits) > 1 and not any(isinstance(commit.command, OpenTable) for commit in commits):
            try:
                with self._house.books.transaction() as transaction:
                    return [self._in_transaction(commit, transaction) for commit in commits]
            except Exception as error:
                _log.warning("commands are committed one by one", extra={"many": len(commits), "why": str(error)})
            for commit in commits:
                self.forget(commit.table)  # its state in memory may differ from its book
        return [self._alone(commit) for commit in commits]

    def _in_transaction(self, commit: Commit, transaction: Transaction) -> Outcome:
        """Commit together with others; a refused command leaves nothing behind and does not affect the others."""
        transaction.savepoint()
        try:
            with store_errors(self._house.books.store):  # after a database error nothing in the transaction is certain
                outcome = self._done(commit)
        except StoreError:
            raise
        except Exception:
            transaction.roll_back()
            return self._given_up(commit)
        if isinstance(outcome, Rejected | RoundBroken) and transaction.roll_back():
            self._table(commit.table).reread()
            outcome = outcome._replace(committed=self._committed(commit.table))
        return outcome

    def _alone(self, commit: Commit) -> Outcome:
        try:
            return self.do(commit)
        except Exception:
            return self._given_up(commit)

    def _given_up(self, commit: Commit) -> Outcome:
        """Return the outcome of a commit that failed for an unknown reason. Nothing has changed.

        It is not retried: otherwise a player who found a bug could stop a table with it.
        """
        _log.exception("commit failed", extra={"table": commit.table, "act": tag_of(commit.command)})
        self.forget(commit.table)
        try:
            return Rejected(FAULT, self._committed(commit.table))
        except CardroomError as error:
            return Rejected(FAULT, None) if isinstance(commit.command, OpenTable) else CommitFailed(str(error))

    def _done(self, commit: Commit) -> Outcome:
        name, command = commit.table, commit.command
        try:
            if isinstance(command, _NOTED):
                self._do_order(commit)
            else:
                (self._tables.get(name) or self._table(name)).do(command, commit.who, commit.key)
        except StoreError:
            raise
        except InputError as error:
            exists = name in self._tables or not isinstance(command, OpenTable)
            return Rejected(str(error), self._committed(name) if exists else None)
        except CardroomError as error:
            self.forget(name)
            broken = RoundBroken(str(error), self._committed(name))
            if broken.committed.state.opening is not None:
                self._interrupted[name] = broken.committed.state.round_id, broken.why
            return broken
        return self._committed(name)

    def _do_order(self, commit: Commit) -> None:
        """Commit an order of the floor, or what the room orders by itself."""
        name, command, who, key, approval = commit
        note = self._note(commit)
        if isinstance(command, OpenTable):
            self._tables[name] = self._house.open_table(
                name, command.game, who=who, key=key, links=command.links, note=note
            )
        elif approval is not None and note is not None and self._house.books.by_key(key) is None:
            requests = Requests(self._house.books)
            requests.open(approval.number)  # a second approval, or one that comes too late, is refused
            self._table(name).do(command, who, key, note, requests.decided(approval))
        else:
            self._table(name).do(command, who, key, *([note] if note else []))

    def _note(self, commit: Commit) -> Draft | None:
        """The note of an order of the floor, stored with it. What the room does by itself is not an order."""
        command, who = commit.command, commit.who
        if who in (CLOCK, FLOOR) or not isinstance(command, _NOTED):
            return None
        if isinstance(command, OpenTable):
            why = f"for {command.game.rules.name}, {command.game.rules.rules}"
        else:
            why = short(visible(command.why), 500) or "no reason was given"
        before = self._interruption(commit.table, command.round) if isinstance(command, Void) else None
        return note(_what(command), who, why, before, f"{self._hall}: {commit.table}")

    def _interruption(self, table: str, round: str | None) -> dict[str, str] | None:
        """Why a round could not continue, for the note about voiding it: one person may void such a round."""
        known, why = self._interrupted.get(table, ("", ""))
        return {"round": known, "interrupted": why} if known and known == round else None

    def _table(self, name: str) -> HouseTable:
        if name not in self._tables:
            self._tables[name] = self._house.table(name)
        return self._tables[name]

    def _committed(self, name: str) -> Committed:
        table = self._table(name)
        return Committed(table.table.state, table.round or table.last, table.lines)


def _what(command: OpenTable | CloseTable | Pause | Void) -> str:
    """What an order did, in the words of its note."""
    match command:
        case OpenTable():
            return "table opened"
        case CloseTable():
            return "table closed"
        case Void():
            return "round voided"
    return "table paused" if command.paused else "table resumed"
