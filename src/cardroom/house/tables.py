"""A table that the books keep: every step is stored before anybody is told, and money moves with the round's end.

`HouseTable` does to a `play.Table` what it is asked, and writes what that added to the table's log into the table's
book, in one transaction with the money that it moves. If that fails, nothing has happened: the table is rebuilt from
the book before it is used again. It is also how a table goes on after its process has died.

A step is one transaction: what is asked, the round that it ends, the jackpots that it moves (`meters`) and the lines
that tell of it (`entries`) belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, nullcontext
from threading import RLock
from typing import Any

from cardroom.errors import CardroomError, Mistaken
from cardroom.house.alerts import AlertMonitor
from cardroom.house.books import Books, retry_on_conflict
from cardroom.house.entries import check_same, drafts_of, entry_of, keyed
from cardroom.house.meters import Meters, asks_house, offered
from cardroom.house.store import StoreError
from cardroom.house.transaction import Draft
from cardroom.house.values import CAGE, check_text
from cardroom.play.events import Transfer
from cardroom.play.game import Game
from cardroom.play.log import Closed, Entry, Plays, Stands
from cardroom.play.places import HOUSE_SPOT
from cardroom.play.round import Round
from cardroom.play.table import FindGame, Table

__all__ = ["HouseTable"]

STANDS_EVERY = 100
"""After so many rounds a book says how the table stands, so that it is soon rebuilt however long it has been open."""


class HouseTable:
    """A live table in the books.

    >>> import tempfile, cardroom
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    >>> table.join("ann", 20_000, key="join 1")
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
        """The table of a book that is there; it goes on where the book stops. `table` is one whose log is all there."""
        self._books = books
        self._alerts = alerts or AlertMonitor(books)
        self._meters = Meters(books)
        self._find = find
        self.name = name
        self._lock = RLock()
        """One thing at a time, whatever threads there are."""
        self._noted = self.lines = len(table.log) if table else 0
        """How many entries of the table's log are in its book, and how many lines it has."""
        self.last: Round | None = None
        """The round that was played last, as long as this object has lived."""
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
    ) -> HouseTable:
        """Open a new table: its own jackpots at their seeds, those that are linked as they stand."""
        meters = Meters(books)
        meters.check_links(game.rules, links or {})
        books.store_rules(game.rules)
        table = Table(game, {}, money=True, name=name, links=links)
        drafts = drafts_of(books, table, table.log, who)
        with books.transaction() if links else nullcontext():
            lines = books.append(name, [drafts[0]._replace(key=key), *drafts[1:]], after=0)
            meters.note_links(table, {}, {}, lines, who)
        return cls(books, name, find, table, alerts)

    @property
    def table(self) -> Table:
        """The table as it stands, to be looked at. What is done to it past this object is not in the books."""
        with self._lock:
            if self._table is None:
                self._table = self._rebuilt()
            return self._table

    def reread(self) -> None:
        """Have the table rebuilt before it is used again: what was last done to it is taken back in its book."""
        with self._lock:
            self._table = None

    @property
    def round(self) -> Round | None:
        """The round that is played."""
        return self.table.round

    def _rebuilt(self) -> Table:
        lines = self._books.entries_from_snapshot(self.name)
        entries: list[Entry] = []
        for line in lines:
            entries.append(entry_of(self._books.plaintext(self.name, line)))
            self.lines = line.number
        if not entries:
            raise Mistaken(f"there is no table {self.name}; open it first")
        if not isinstance(entries[0], Plays | Stands):
            raise StoreError(f"{self.name}: its book cannot be taken up where it says; the store is damaged")
        try:
            table = Table.rebuilt(entries, self._find)
        except CardroomError:
            raise
        except Exception as error:  # entries that nobody wrote one after the other
            raise StoreError(f"{self.name}: its book does not tell of a table, and is damaged: {error}") from error
        self._noted = len(entries)
        return table

    # -- what may be done -----------------------------------------------------------------------------------------

    def join(
        self, bettor: str, cents: int, seat: int | None = None, *, behind: bool = False, key: str | None = None
    ) -> None:
        """Sit down with chips from one's balance."""
        self._do(
            lambda table: table.join(bettor, cents, seat, behind=behind), bettor, key, ("joined", (cents, seat, behind))
        )

    def add_chips(self, bettor: str, cents: int, *, key: str | None = None) -> None:
        """Put more chips on the table, from one's balance."""
        self._do(lambda table: table.add_chips(bettor, cents), bettor, key, ("added", cents))

    def leave(self, bettor: str, *, key: str | None = None) -> None:
        """Leave; the chips go to one's balance."""
        self._do(lambda table: table.leave(bettor), bettor, key, ("left", None))

    def sit_out(self, bettor: str, out: bool = True, *, key: str | None = None) -> None:
        """Not be dealt in, or be again."""
        self._do(lambda table: table.sit_out(bettor, out), bettor, key, ("sat-out", None))

    def step_away(self, bettor: str, away: bool = True, *, who: str | None = None, key: str | None = None) -> None:
        """Be gone, or be back: the rules answer for who is gone."""
        self._do(lambda table: table.step_away(bettor, away), who or bettor, key, ("away", None))

    def take_circle(self, bettor: str, seat: int, taken: bool = True, *, key: str | None = None) -> None:
        """Bet at a further circle, or no more."""
        self._do(lambda table: table.take_circle(bettor, seat, taken), bettor, key, ("circled", None))

    def add_seed(self, bettor: str, words: str, *, key: str | None = None) -> None:
        """Mix a seed into the next shuffle."""
        self._do(lambda table: table.add_seed(bettor, words), bettor, key, ("seeded", None))

    def change(self, game: Game, who: str, links: Mapping[str, str] | None = None) -> None:
        """Play another game, or for other jackpots of the house. Without links those of the same game stay."""
        before = self.table.game
        if links is None:
            linked = self.table.links if before.slug == game.slug else {}
            links = {name: to for name, to in linked.items() if name in offered(game.rules)}
        self._meters.check_links(game.rules, links)
        self._meters.check_own(self.table, game.rules, links)
        self._books.store_rules(game.rules)
        self._do(lambda table: table.change(game, links), who)

    def displays(self) -> dict[str, int]:
        """What the displays of its jackpots read at this moment, whatever other tables have done meanwhile."""
        return self._meters.displays(self.table)

    def follow(self) -> None:
        """Between rounds, have the displays read what their meters hold, if others have moved them."""
        self._do(self._meters.read, "house")

    def start(self, who: str = "dealer", *, key: str | None = None) -> None:
        """Deal the next round."""
        self._do(self._start, who, key, ("opened", None))

    def answer(
        self,
        who: str,
        spot: str | int,
        action: str,
        value: Any = None,
        *,
        question: str | None = None,
        key: str | None = None,
    ) -> None:
        """Answer for a spot; with the last answer the round is closed, and its money moves. A `question` that is named
        must be the one that is asked."""

        def answered(table: Table) -> None:
            _check_question(table, str(spot), question)
            table.answer(who, spot, action, value)

        self._do(answered, who, key, ("answered", (str(spot), action, value)))

    def default(
        self, spot: str | int, who: str = "clock", *, question: str | None = None, key: str | None = None
    ) -> None:
        """Let the rules answer for a spot whose time is over."""

        def answered(table: Table) -> None:
            _check_question(table, str(spot), question)
            table.default(spot)

        self._do(answered, who, key, ("answered", (str(spot), None, None)))

    def void(self, why: str, who: str, *, round: str | None = None, key: str | None = None) -> None:
        """Call off the round: all wagers go back. With `round`, only if it is the one of that id."""

        def voided(table: Table) -> None:
            if round is not None and round != table.round_id:
                raise Mistaken("that round is over")
            table.void(check_text(why, "The reason"))

        self._do(voided, who, key, ("voided", None))

    def halt(self, halted: bool, why: str, who: str, *, key: str | None = None) -> None:
        """Deal no more rounds, or do so again."""
        self._do(lambda table: table.halt(halted, check_text(why, "The reason")), who, key, ("halted", None))

    def end(self, who: str, *, key: str | None = None) -> None:
        """Close the table for good."""
        self._do(lambda table: table.end(), who, key, ("ended", None))

    # -- how it is done -------------------------------------------------------------------------------------------

    def _start(self, table: Table) -> None:
        if table.round is None:
            self._meters.check_held(table)
            self._meters.follow_terms(table)
            self._meters.read(table)
        table.start()

    def _do(
        self, act: Callable[[Table], object], who: str, key: str | None = None, asked: tuple[str, Any] | None = None
    ) -> None:
        """Let something happen, whole or not at all; once, however often the same key comes."""
        check_text(who, "The author")
        check_text("?" if key is None else key, "The request id")
        with self._lock:
            self._done(act, who, key, asked)

    def _done(self, act: Callable[[Table], object], who: str, key: str | None, asked: tuple[str, Any] | None) -> None:
        if key is not None and (known := self._books.by_key(key)):
            check_same(self._books, self.name, who, asked, key, *known)
            return
        # Another table may win from the same meter at the same moment.
        retry_on_conflict(lambda: self._once(act, who, key, asked))

    def _once(self, act: Callable[[Table], object], who: str, key: str | None, asked: tuple[str, Any] | None) -> None:
        table, done = self.table, False
        try:
            round, links, carried = table.round, dict(table.links), dict(table.carry.fractions)
            act(table)
            done = True
            round = table.round or round
            # What is read of a meter stands until all that follows from it is written.
            with ExitStack() as transaction:
                if links != table.links or (round and asks_house(round)):
                    transaction.enter_context(self._books.transaction())
                transfers = self._go_on(table)
                new = table.since(self._noted)
                stands = table.round is None and any(isinstance(each, Closed) for each in new)
                if stands := stands and table.rounds % STANDS_EVERY == 0:
                    table.stand()
                drafts = drafts_of(self._books, table, (*new, *table.log[:1]) if stands else new, who, transfers)
                if round and (table.links or asks_house(round)):
                    drafts = self._meters.with_jackpots(drafts, table, round)
                if key is not None:
                    drafts = keyed(drafts, key, asked)
                if events := self._significant(table, drafts, transfers):
                    transaction.enter_context(self._books.transaction())
                    self._books.append(CAGE, events)
                if drafts:
                    lines = self._books.append(self.name, drafts, after=self.lines)
                    if round and table.round is None and round.done:
                        self._meters.note_hits(table, round, lines, who)
                    if links != table.links:
                        self._meters.note_links(table, links, carried, lines, who)
                    self.lines = lines[-1].number
        except BaseException as error:
            if done or not isinstance(error, Mistaken) or table.since(self._noted):
                self._table = None  # what was begun in memory is not in the book, so it has not happened
            raise
        self._noted = 1 if stands else self._noted + len(new)
        if round and table.round is None and round.done:
            self.last = round

    def _significant(self, table: Table, drafts: list[Draft], transfers: tuple[Transfer, ...]) -> list[Draft]:
        """What the cage's book is to note of a round that is closed."""
        closed = next((number for number, draft in enumerate(drafts, self.lines + 1) if draft.kind == "closed"), None)
        return self._alerts.of_round(self.name, closed, transfers, table.stacks) if closed else []

    def _go_on(self, table: Table) -> tuple[Transfer, ...]:
        """Answer for the house, and close a round that is over; gives what the round moved."""
        while (round := table.round) is not None and not round.done:
            asked = next((ask for ask in round.waiting if ask.spot == HOUSE_SPOT.id), None)
            if asked is None:
                return ()
            self._meters.answer(table, round, asked)
        if round is None:
            return ()
        transfers = tuple(event for event in round.events if isinstance(event, Transfer))
        table.finish()
        return transfers


def _check_question(table: Table, spot: str, question: str | None) -> None:
    if question is not None and (table.round is None or question != table.question(spot)):
        raise Mistaken("that question is over")
