"""Facts about a gaming day at a table, from the books: drop, handle, win, collection, jackpots. All in cents.

- **Drop** is the sum of buy-ins at the table. A fill is not part of it. Chips cannot be carried to another table; they
  return to the balance first.
- **Handle** is the amount wagered and covered. What a bank did not cover and returned was never in play.
- **Win** is what the house's own bank took minus what it paid, by wager.
- A **gaming day** has the date on which it begins. What happens before that hour belongs to the previous day.

The expected win is not in the books. `hold` compares these facts with the exact figures.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, bindparam, case, literal_column, select

from cardroom.errors import InputError
from cardroom.games.declarations import find
from cardroom.house.books import (
    BEGINS,
    CAGE,
    WAGERED,
    Books,
    GamingDays,
    LedgerEntry,
    Posting,
    check_complete,
    is_table,
    schema,
)
from cardroom.house.reports.round_sums import BANK, GameFacts, Products, Quantity, RoundSums, Wagered
from cardroom.play.records import RulesOf
from cardroom.play.table import Joined, Left, RoundEnded, RoundStarted, RoundVoided, ToppedUp
from cardroom.tags import tag_of

__all__ = [
    "BEGINS",
    "DAY_SUMS",
    "GameFacts",
    "GamingDays",
    "HourOfPlay",
    "Products",
    "Quantity",
    "TableDay",
    "Wagered",
    "sum_days",
    "table_days",
    "table_hours",
]

BOT = "bot "
"""How the names of bots begin. No user can take such a name."""


_HOUR = 3600 * 1_000_000
"""Microseconds."""


class TableDay(msgspec.Struct):
    """One gaming day at one table."""

    table: str
    day: date
    drop: int = 0
    """What people bought in for. Bots' chips are no one's money and are counted apart."""
    cash_out: int = 0
    bot_drop: int = 0
    bot_cash_out: int = 0
    fills: int = 0
    credits: int = 0
    corrections: int = 0
    """The net gain of the house's bank by corrections."""
    collection: int = 0
    jackpot_in: int = 0
    """Contributions of wagers to meters and reserves."""
    jackpot_out: int = 0
    """What jackpots paid."""
    voided: int = 0
    games: list[GameFacts] = []

    @property
    def rounds(self) -> int:
        """Rounds that were played to the end."""
        return sum(each.rounds for each in self.games)

    @property
    def handle(self) -> int:
        """The amount wagered."""
        return sum(wager.handle for each in self.games for wager in each.wagers.values())

    @property
    def win(self) -> int:
        """The result of the house's bank from play."""
        return sum(wager.win for each in self.games for wager in each.wagers.values())

    def add(self, name: str, cents: int) -> None:
        """Add to one of the sums, by its name."""
        setattr(self, name, getattr(self, name) + cents)

    @property
    def quiet(self) -> bool:
        """Whether nothing happened."""
        money = self.drop or self.cash_out or self.fills or self.credits or self.corrections
        return not (money or self.games or self.voided)


class HourOfPlay(msgspec.Struct, frozen=True):
    """An hour of a gaming day."""

    at: int
    """When it begins, in microseconds since 1970."""
    rounds: int
    """The rounds that ended in it, at all tables."""


def table_days(
    books: Books,
    first: date,
    last: date,
    days: GamingDays,
    tables: Iterable[str] | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> list[TableDay]:
    """Every gaming day of a period at all tables, or at some. Days on which nothing happened are included."""
    with books.at_one_moment():
        check_complete(books)
        names = [name for name in books.heads() if is_table(name) and (tables is None or name in set(tables))]
        span = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        table_day = {(name, day): TableDay(name, day) for name in names for day in span}
        since, until = days.start(first), days.start(last + timedelta(days=1))
        for entry in _between(books, CAGE, since, until):
            for posting in entry.postings:
                _add_cage_posting(table_day, days.of(entry.at), posting)
        starts = [days.start(day) for day in span]
        for done, name in enumerate(names):
            progress(name, done, len(names))
            _TableSums(books, name, starts, [table_day[name, day] for day in span]).add(since, until)
        return list(table_day.values())


def table_hours(books: Books, day: date, days: GamingDays) -> tuple[list[TableDay], list[HourOfPlay]]:
    """One gaming day at every table that was ever open, and the rounds of each hour that has begun.

    Both come from one pass over the same entries, so the rounds by hour add up to the rounds by table.
    """
    with books.at_one_moment():
        check_complete(books)
        since, until = days.start(day), days.start(day + timedelta(days=1))
        starts = [*range(since, until, _HOUR)]
        rounds, tables = Counter[int](), list[TableDay]()
        cage = {(name, day): TableDay(name, day) for name in books.heads() if is_table(name)}
        for entry in _between(books, CAGE, since, until):
            for posting in entry.postings:
                _add_cage_posting(cage, day, posting)
        for (name, _), moved in cage.items():
            hours = [TableDay(name, day) for _ in starts]
            _TableSums(books, name, starts, hours).add(since, until)
            for at, hour in zip(starts, hours, strict=True):
                rounds[at] += hour.rounds
            tables.append(sum_days([moved, *hours], name, day))
        last = max([books.now(), *(at for at in starts if rounds[at])])
        return tables, [HourOfPlay(at, rounds[at]) for at in starts if at <= last]


def _between(books: Books, book: str, since: int, until: int) -> Iterator[LedgerEntry]:
    """The entries of a book in a period."""
    for entry in books.entries(book, books.first_at(book, since)):
        if entry.at >= until:
            return
        yield entry


def _add_cage_posting(table_day: dict[tuple[str, date], TableDay], day: date, posting: Posting) -> None:
    for account, by in ((posting.payer, -posting.cents), (posting.payee, posting.cents)):
        at = table_day.get((account.book, day))
        if at is None or account.kind != "house":
            continue
        match posting.cause:
            case "fill":
                at.fills += by
            case "credit":
                at.credits -= by
            case "correction":
                at.corrections += by


_STARTED, _ENDED, _VOIDED = tag_of(RoundStarted), tag_of(RoundEnded), tag_of(RoundVoided)
_JOINED, _TOPPED_UP, _LEFT = tag_of(Joined), tag_of(ToppedUp), tag_of(Left)
_OPENED: ColumnElement[str] = literal_column(f"'{_STARTED}'")
_KINDS = (_OPENED, *(literal_column(f"'{kind}'") for kind in (_JOINED, _TOPPED_UP, _LEFT, _VOIDED, _ENDED)))
"""The kinds of entries that a report adds up."""
_STEP = 5_000
"""Entries of a book that are read at a time."""
_ENTRIES = (
    select(
        schema.lines.c.number,
        schema.lines.c.at,
        schema.lines.c.kind,
        schema.lines.c.secret,
        case((schema.lines.c.kind == _OPENED, schema.lines.c.body)),
    )
    .where(schema.lines.c.book == bindparam("book"), schema.lines.c.kind.in_(_KINDS))
    .where(schema.lines.c.number >= bindparam("start"), schema.lines.c.number < bindparam("end"))
    .order_by(schema.lines.c.number)
)
_MOVED = (
    select(
        schema.postings.c.number,
        schema.postings.c.payer,
        schema.postings.c.payee,
        schema.postings.c.cents,
        schema.postings.c.cause,
        schema.postings.c.spot,
        schema.postings.c.wager,
    )
    .where(schema.postings.c.book == bindparam("book"))
    .where(schema.postings.c.number >= bindparam("start"), schema.postings.c.number < bindparam("end"))
    .order_by(schema.postings.c.number, schema.postings.c.item)
)


class _Opening(msgspec.Struct, frozen=True):
    """The part of a round's opening that a report needs."""

    game: str
    rules: RulesOf
    script: str


class _Started(msgspec.Struct, frozen=True):
    opening: _Opening


_READ = msgspec.json.Decoder(_Started)


class _Account(NamedTuple):
    """The part of an account that a report needs."""

    kind: str
    """Its kind; `BANK` for the house's bank of the table."""
    bot: bool


class _TableSums:
    """Adds the entries of one table's book to its days."""

    def __init__(self, books: Books, name: str, starts: Sequence[int], days: Sequence[TableDay]) -> None:
        self._books, self._name, self._starts, self._days = books, name, starts, days
        self._accounts: dict[Any, _Account] = {}
        self._sums: dict[int, list[RoundSums]] = {}
        """The sums of the games, by the number of the day."""

    def add(self, since: int, until: int) -> None:
        """Add the entries of a period. If a round was in progress at its start, that round is read from its start."""
        books, name = self._books, self._name
        with books.reading() as connection:
            query = select(schema.books.c.id).where(schema.books.c.name == name)
            book: int = connection.execute(query).scalar_one()
        start, end = books.number_at(name, since), books.first_at(name, until)
        opening: _Opening | None = None
        for first in range(start, end, _STEP):
            values = {"book": book, "start": first, "end": min(first + _STEP, end)}
            postings = books.rows(_MOVED, values)
            self._find_accounts(postings)
            by_entry = {number: list(rows) for number, rows in groupby(postings, lambda row: row[0])}
            for number, at, kind, secret, body in books.rows(_ENTRIES, values):
                if kind == _STARTED:
                    opening = self._opening(number, secret, body)
                if at < since:  # it only says which round was in progress
                    continue
                self._add_entry(bisect_right(self._starts, at) - 1, kind, opening, by_entry.get(number, []))
        for sums in (each for some in self._sums.values() for each in some):
            sums.finish()

    def _add_entry(self, at: int, kind: str, opening: _Opening | None, postings: list[tuple[Any, ...]]) -> None:
        day = self._days[at]
        if kind in (_JOINED, _TOPPED_UP):
            bots, all_chips = self._chips(postings)
            day.drop, day.bot_drop = day.drop + all_chips - bots, day.bot_drop + bots
        elif kind == _LEFT:
            bots, all_chips = self._chips(postings)
            day.cash_out, day.bot_cash_out = day.cash_out + all_chips - bots, day.bot_cash_out + bots
        elif kind == _VOIDED:
            day.voided += 1
        elif kind == _ENDED and opening and _was_played(opening, postings):
            self._sums_of(at, opening).add(postings)

    def _opening(self, number: int, secret: bool, body: bytes) -> _Opening:
        try:
            plain = self._books.store.vault.decrypt(bytes(body), self._name, number) if secret else bytes(body)
            return _READ.decode(plain).opening
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError(f"it is not an entry of a table's log: {error}") from None

    def _sums_of(self, at: int, opening: _Opening) -> RoundSums:
        """The sums of a game on a day."""
        known = self._sums.setdefault(at, [])
        for sums in known:
            if (sums.facts.game, sums.facts.rules) == (opening.game, opening.rules):
                return sums
        day = self._days[at]
        day.games.append(GameFacts(opening.game, opening.rules))
        known.append(new := RoundSums(day.games[-1], day.add, lambda account: self._accounts[account].kind))
        return new

    def _chips(self, postings: list[tuple[Any, ...]]) -> tuple[int, int]:
        """The chips that bots moved, and all chips that were moved, of a player who buys in or leaves."""
        accounts = self._accounts
        bots = sum(each[3] for each in postings if accounts[each[1]].bot or accounts[each[2]].bot)
        return bots, sum(each[3] for each in postings)

    def _find_accounts(self, postings: list[tuple[Any, ...]]) -> None:
        """Read the accounts of postings that are not known yet."""
        ids = {row[1] for row in postings} | {row[2] for row in postings}
        new = sorted(ids - self._accounts.keys())
        accounts = schema.accounts.c
        columns = accounts.id, accounts.kind, accounts.owner, schema.books.c.name
        found = select(*columns).join(schema.books, schema.books.c.id == accounts.book)
        for first in range(0, len(new), 500):
            with self._books.reading() as connection:
                for number, kind, owner, book in connection.execute(
                    found.where(accounts.id.in_(new[first : first + 500]))
                ):
                    bank = kind == "house" and book == self._name
                    self._accounts[number] = _Account(BANK if bank else kind, owner.startswith(BOT))


def _was_played(opening: _Opening, postings: list[tuple[Any, ...]]) -> bool:
    """Whether a round was dealt: someone wagered. Where players pay each other by points, every round is dealt."""
    dealt = any(WAGERED.get(posting[4], 0) > 0 for posting in postings)
    declared = find(opening.script.partition("/")[0])
    return dealt or bool(declared and declared.layout.scores)


DAY_SUMS = (
    "drop",
    "cash_out",
    "bot_drop",
    "bot_cash_out",
    "fills",
    "credits",
    "corrections",
    "collection",
    "jackpot_in",
    "jackpot_out",
    "voided",
)


def sum_days(days: Iterable[TableDay], table: str, first: date) -> TableDay:
    """The sum of several days or tables, with a name and the first day."""
    whole, games = TableDay(table, first), dict[tuple[str, str, str], GameFacts]()
    for day in days:
        for name in DAY_SUMS:
            setattr(whole, name, getattr(whole, name) + getattr(day, name))
        for facts in day.games:
            key = facts.game, facts.rules.set, facts.rules.digest
            if key not in games:
                games[key] = GameFacts(facts.game, facts.rules)
            _add(games[key], facts)
    whole.games = list(games.values())
    return whole


def _add(whole: GameFacts, facts: GameFacts) -> None:
    whole.rounds += facts.rounds
    whole.own.update(facts.own)
    whole.together.update(facts.together)
    for name, each in facts.wagers.items():
        wager = whole.wagers.setdefault(name, Wagered())
        wager.count, wager.handle, wager.win = (
            wager.count + each.count,
            wager.handle + each.handle,
            wager.win + each.win,
        )
