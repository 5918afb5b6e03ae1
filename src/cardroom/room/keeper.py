"""Keeps what the room wants kept, in the books of the house, and says what came of it."""

import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from cardroom.errors import CardroomError, Mistaken
from cardroom.house import House, HouseTable, StoreError
from cardroom.house.store import plainly
from cardroom.house.transaction import Transaction
from cardroom.play.round import Round
from cardroom.play.table import Table
from cardroom.room.acts import (
    AddChips,
    AddSeed,
    Answer,
    Close,
    Default,
    Do,
    Halt,
    Join,
    Leave,
    Open,
    SitOut,
    Start,
    StepAway,
    TakeCircle,
    Void,
)

__all__ = ["Broken", "Failed", "Keeper", "Kept", "Outcome", "Refusal"]

_log = logging.getLogger("cardroom.room")

FAULT = "something of ours went wrong; it is written down, and nothing has changed"


class Kept(NamedTuple):
    """It is kept: this is the table now. Until something else is to be kept at it, nobody changes it."""

    table: Table
    round: Round | None
    """The round that is played, or was last."""
    lines: int
    """How many lines the table's book has: what tells one state of it from a later one."""


class Refusal(NamedTuple):
    """The rules or the cage do not allow it: nothing has changed."""

    why: str
    kept: Kept | None
    """The table as it is; none if there is none."""


class Failed(NamedTuple):
    """The books could not be written: whether it happened shows when it is asked for again, by the same key."""

    why: str


class Broken(NamedTuple):
    """The round cannot go on: it stays as it is until the floor calls it off."""

    why: str
    kept: Kept


Outcome: TypeAlias = Kept | Refusal | Failed | Broken


class Keeper:
    """The tables of a house, as the room's hands: what it is to do, it does one thing at a time a table."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[str, HouseTable] = {}

    def found(self, only: Iterable[str] | None = None) -> dict[str, Kept]:
        """The tables that are not closed for good, where their books left them; of these, if some are named."""
        names = self._house.tables() if only is None else only
        return {name: self._kept(name) for name in names if not self._has_ended(name)}

    def _has_ended(self, table: str) -> bool:
        """Whether a table is closed for good: that is the last line of its book."""
        last = self._house.books.last(table)
        return last is not None and last.kind == "ended"

    def forget(self, table: str) -> None:
        """Another keeps this table from now on: what is known here of it may be old."""
        self._tables.pop(table, None)

    def do(self, do: Do) -> Outcome:
        """Keep something; gives what came of it, whatever happens."""
        try:
            return self._done(do)
        except StoreError as error:
            self._tables.pop(do.table, None)
            return Failed(str(error))

    def do_all(self, dos: Sequence[Do]) -> list[Outcome]:
        """Keep something at each of several tables, and write to the disk once: all of it is there, or nothing is.
        Where that is not to be had, each is kept for itself, as if it had come alone. Never raises."""
        if len(dos) > 1 and not any(isinstance(do.act, Open) for do in dos):
            try:
                with self._house.books.transaction() as transaction:
                    return [self._in_transaction(do, transaction) for do in dos]
            except Exception as error:
                _log.warning("several things are kept one by one", extra={"many": len(dos), "why": str(error)})
            for do in dos:
                self.forget(do.table)  # what it has in memory is not in its book
        return [self._alone(do) for do in dos]

    def _in_transaction(self, do: Do, transaction: Transaction) -> Outcome:
        """Keep something together with what others want; of what is refused nothing stays, and it is theirs alone."""
        transaction.savepoint()
        try:
            # After an error of the database itself, the state of the transaction is unknown.
            with plainly(self._house.books.store):
                outcome = self._done(do)
        except StoreError:
            raise
        except Exception:
            transaction.roll_back()
            return self._given_up(do)
        if isinstance(outcome, Refusal | Broken) and transaction.roll_back():
            self._table(do.table).reread()
            outcome = outcome._replace(kept=self._kept(do.table))
        return outcome

    def _alone(self, do: Do) -> Outcome:
        try:
            return self.do(do)
        except Exception:
            return self._given_up(do)

    def _given_up(self, do: Do) -> Outcome:
        """What came of something that failed in no way that is known: nothing has changed, and it is not tried again,
        so that whoever found a fault of ours cannot stop a table with it."""
        _log.exception("keeping failed", extra={"table": do.table, "act": type(do.act).__name__})
        self.forget(do.table)
        try:
            return Refusal(FAULT, self._kept(do.table))
        except CardroomError as error:
            return Refusal(FAULT, None) if isinstance(do.act, Open) else Failed(str(error))

    def _done(self, do: Do) -> Outcome:
        try:
            self._act(do)
        except StoreError:
            raise
        except Mistaken as error:
            there = do.table in self._tables or not isinstance(do.act, Open)
            return Refusal(str(error), self._kept(do.table) if there else None)
        except CardroomError as error:
            self._tables.pop(do.table, None)
            return Broken(str(error), self._kept(do.table))
        return self._kept(do.table)

    def _act(self, do: Do) -> None:
        if isinstance(do.act, Open):
            opened = self._house.open_table(do.table, do.act.game, who=do.who, key=do.key, links=do.act.links)
            self._tables[do.table] = opened
            return
        table, key = self._table(do.table), do.key
        match do.act:
            case Join(bettor, cents, seat, behind):
                table.join(bettor, cents, seat, behind=behind, key=key)
            case AddChips(bettor, cents):
                table.add_chips(bettor, cents, key=key)
            case Leave(bettor):
                table.leave(bettor, key=key)
            case SitOut(bettor, out):
                table.sit_out(bettor, out, key=key)
            case StepAway(bettor, away):
                table.step_away(bettor, away, who=do.who, key=key)
            case TakeCircle(bettor, seat, taken):
                table.take_circle(bettor, seat, taken, key=key)
            case AddSeed(bettor, words):
                table.add_seed(bettor, words, key=key)
            case Start():
                table.start(do.who, key=key)
            case Answer(bettor, spot, question, action, value):
                table.answer(bettor, spot, action, value, question=question, key=key)
            case Default(spot, question):
                table.default(spot, do.who, question=question, key=key)
            case Void(why, round):
                table.void(why, do.who, round=round, key=key)
            case Halt(halted, why):
                table.halt(halted, why, do.who, key=key)
            case Close():
                table.end(do.who, key=key)

    def _table(self, name: str) -> HouseTable:
        if name not in self._tables:
            self._tables[name] = self._house.table(name)
        return self._tables[name]

    def _kept(self, name: str) -> Kept:
        table = self._table(name)
        return Kept(table.table, table.round or table.last, table.lines)
