"""House jackpots in the books: open one, link it to tables, change it, add to it.

A jackpot has accounts of its own (`pools`) and a book of its own. Its entries are in the order in which hits were paid
and decisions were made. What wagers contribute is in the books of the tables, with the answer that closed the bets. A
meter goes down only for a hit, for the bets of a voided round, or by a correction of the cage with author and reason.

This is one file, because every change reads and writes the same state of a jackpot.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import (
    JACKPOT,
    SLACK,
    Books,
    Draft,
    GamingDays,
    LedgerAccount,
    LedgerEntry,
    StoreError,
    check_amount,
    check_slip,
    check_text,
    retry_on_conflict,
)
from cardroom.house.jackpots import daily as mornings
from cardroom.house.jackpots.figures import contributed_since, meters, pool_and_balances, pool_balances
from cardroom.house.jackpots.fractions import fraction_at
from cardroom.house.jackpots.pools import (
    Hit,
    Link,
    Pool,
    PoolEntry,
    custody_account,
    day_after,
    meter_account,
    overflow_account,
    pool_body,
    pool_entry,
    reseed_change,
    state_after,
)
from cardroom.house.jackpots.recent import contributed_at_least
from cardroom.house.jackpots.terms import (
    JackpotTerms,
    changed_terms,
    check_same_terms,
    terms_of,
    wagers_for,
    with_terms,
)
from cardroom.limits import LONGEST_NAME
from cardroom.money import dollars
from cardroom.play.game import Game
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import PARTS

__all__ = ["WEEK", "Amounts", "Jackpots", "PoolReading"]

WEEK = 7 * 24 * 3600 * 1_000_000
"""Microseconds within which contributions must be deposited in the players' account (WAC 230-15-671)."""


class Amounts(NamedTuple):
    """Balances of a jackpot's accounts, in cents."""

    meter: int
    reserve: int
    overflow: int
    claimed: int
    """What rounds in progress have won from it."""
    held: int
    """What is in the players' account. The house pays a bonus jackpot itself, so there it is all that is owed."""
    short: int
    """What should be in the players' account and is not."""

    @property
    def owed(self) -> int:
        """All money that belongs to the players."""
        return self.meter + self.reserve + self.overflow + self.claimed


class PoolReading(NamedTuple):
    """A jackpot at one moment."""

    pool: Pool
    amounts: Amounts


class Jackpots:
    """The jackpots of a house.

    >>> import tempfile, cardroom
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> game = cardroom.game("four-card-frenzy")
    >>> house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="jackpot 1")
    >>> table = house.open_table("table 7", game, who="floor", links={"galaxy": "Galaxy"})
    >>> house.jackpots.amounts("Galaxy").meter, [link.table for link in house.jackpots.pool("Galaxy").tables]
    (250000, ['table 7'])
    >>> folder.cleanup()
    """

    def __init__(self, books: Books, now: Callable[[], int] = lambda: time.time_ns() // 1000) -> None:
        self._books, self._now = books, now
        self._decoded: dict[str, tuple[bytes, Pool]] = {}
        """The last state of each jackpot that was read, as it is stored and decoded. It seldom changes."""

    # -- reading ----------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The jackpots that were ever opened."""
        return [name.removeprefix(JACKPOT) for name in self._books.heads() if name.startswith(JACKPOT)]

    def pool(self, name: str) -> Pool:
        """The current state of a jackpot."""
        return self._pool(name, self._books.last_body(JACKPOT + name))

    def _pool(self, name: str, body: bytes | None) -> Pool:
        if body is None:
            raise InputError(f"Unknown jackpot {name}. House jackpots: {', '.join(self.names()) or 'none'}.")
        if (known := self._decoded.get(name)) is None or known[0] != body:
            known = self._decoded[name] = body, pool_body(body).pool
        return known[1]

    def meters(self) -> dict[str, int]:
        """The meters of all jackpots, by name, as they are now."""
        return meters(self._books)

    def amounts(self, name: str) -> Amounts:
        """The balances of a jackpot's accounts."""
        return self.reading(name).amounts

    def reading(self, name: str) -> PoolReading:
        """The state of a jackpot and the balances of its accounts, in one statement: every round of a table reads it.

        Within a transaction, the jackpot's book is locked until it ends.
        """
        custody = custody_account(name)
        body, cents = pool_and_balances(self._books, name, custody)
        pool = self._pool(name, body)
        meter, reserve, overflow, in_progress = (
            cents.get((kind, name), 0) for kind in ("meter", "reserve", "overflow", "claim")
        )
        owed = meter + reserve + overflow + in_progress
        if pool.terms.rule != "progressive":
            return PoolReading(pool, Amounts(meter, reserve, overflow, in_progress, owed, 0))
        held = -cents.get((custody.kind, custody.owner), 0)
        short = self._short(pool, owed - held)
        return PoolReading(pool, Amounts(meter, reserve, overflow, in_progress, held, short))

    def _short(self, pool: Pool, missing: int) -> int:
        """How much of the money that is missing from the players' account should be there by now."""
        if missing <= 0:
            return 0
        now = self._now()
        tables = [link.table for link in pool.links]
        if contributed_at_least(self._books, pool.name, tables, missing, now - WEEK, now) >= missing:
            return 0
        return max(0, missing - contributed_since(self._books, pool.name, now - WEEK))

    def hits(self, name: str, most: int = 25) -> list[tuple[LedgerEntry, str, Hit]]:
        """The latest hits with their entries and tables, the latest first."""
        hits: list[tuple[LedgerEntry, str, Hit]] = []
        for entry in self._books.entries(JACKPOT + name):
            if entry.kind == "hit":
                about = pool_entry(entry).about
                hits += [(entry, about["table"], msgspec.convert(each, Hit)) for each in about["hits"]]
        return hits[: -most - 1 : -1]

    # -- changing -------------------------------------------------------------------------------------------

    def open(
        self,
        name: str,
        game: Game,
        jackpot: str,
        *,
        who: str,
        source: str,
        key: str,
        ceiling: int | None = None,
        days: GamingDays | None = None,
    ) -> None:
        """Open a jackpot with the terms of a game's rules. `source` says where the money for its seed comes from."""
        if len(check_text(name, "The jackpot name")) > LONGEST_NAME - len(JACKPOT):
            raise InputError(f"A jackpot name has at most {LONGEST_NAME - len(JACKPOT)} characters.")
        days = days or GamingDays()
        terms = terms_of(game.rules, jackpot)
        today = days.of(self._now())
        rules = game.rules.jackpot[jackpot]
        pool = Pool(
            name,
            rules.label,
            terms,
            day_after(today.isoformat(), -1).isoformat(),
            f"{days.begins:%H:%M}",
            str(days.zone or ""),
            ceiling=_check_ceiling(ceiling, terms.seed),
        )
        about = {"source": check_text(source, "The source of the seed"), "cite": game.rules.cite(rules.cite)}

        def start() -> None:
            if self._books.last(JACKPOT + name) is not None:
                raise InputError(f"A jackpot {name} already exists.")
            self._write(pool, "started", about, who, key)

        self._once(key, name, "started", start, who, about, pool)

    def of_game(self, game: Game, jackpot: str) -> str:
        """The house jackpot of a game, opened with the seed of its rules if there is none yet.

        Each game has its own, named after it. A table whose terms differ gets another one with a number.
        """
        terms, known = terms_of(game.rules, jackpot), self.names()
        plain = f"{game.slug} {jackpot}"[: LONGEST_NAME - len(JACKPOT) - 4]
        names = (plain if number == 1 else f"{plain} {number}" for number in count(1))
        name = next(name for name in names if name not in known or terms in self._terms(name))
        if name not in known:
            self.open(name, game, jackpot, who="house", source="the house", key=f"jackpot {name}")
        return name

    def _terms(self, name: str) -> tuple[JackpotTerms | None, ...]:
        """The terms of a jackpot, if no change is pending."""
        pool = self.pool(name)
        return () if pool.waiting else (pool.terms,)

    def link(self, name: str, table: str, rules: RuleSet, jackpot: str, number: int, who: str) -> None:
        """Within a transaction: link the jackpot to a table, from an entry of its book on."""
        link = Link(table, jackpot, wagers_for(rules, jackpot), number, added=number - 1)
        self._write(self.pool(name), "linked", {"link": msgspec.to_builtins(link)}, who)

    def unlink(self, name: str, table: str, jackpot: str, number: int, parts: tuple[int, int], who: str) -> None:
        """Within a transaction: end a link. The fractions of a cent that the table carried return to the jackpot."""
        pool = self.pool(name)
        about = {"table": table, "jackpot": jackpot, "last": number, "parts": list(parts)}
        self._write(pool, "unlinked", about, who)

    def hit(self, name: str, table: str, number: int, hits: Iterable[Hit], who: str) -> None:
        """Within a transaction: record hits. If the whole jackpot was won, changed terms and their seed now apply."""
        pool, won = self.pool(name), list(hits)
        about: dict[str, Any] = {"table": table, "line": number, "hits": msgspec.to_builtins(won)}
        if more := reseed_change(pool, won):
            about["reseeded"] = more if more > 0 else max(more, -self._books.lock_account(meter_account(name)))
        self._write(pool, "hit", about, who)

    def advance(self, name: str, table: str, own: int) -> None:
        """Within a transaction, before a hit: post the whole cents that the fractions of all its tables add up to.

        `own` is the fraction at the table that hits. So the jackpot has one fraction, however many tables carry it. If
        a table has paid in a cent since that was posted before, the cent is taken back.
        """
        pool = self.pool(name)
        others = sum(fraction_at(self._books, link) for link in pool.tables if link.table != table)
        if whole := (pool.carried[0] + own + others) // PARTS:
            self._write(pool, "advanced", {"cents": whole, "table": table}, "house")

    def restore(self, name: str, table: str, moved: Iterable[tuple[str, str, int]]) -> None:
        """Within a transaction: bring back what bets of a table's round put in, if the jackpot has paid it out since.

        `moved` are sources, accounts (`RESTORED` in `pools`) and cents. Amounts of zero or less are left out.
        """
        if nonzero := [list(each) for each in moved if each[2] > 0]:
            self._write(self.pool(name), "restored", {"table": table, "moved": nonzero}, "house")

    def check_link(self, name: str, rules: RuleSet, jackpot: str) -> None:
        """Raise an error if a game may not share a jackpot's meter."""
        pool, terms = self.pool(name), terms_of(rules, jackpot)
        check_same_terms(name, pool.terms, rules.game, terms)
        if pool.waiting:
            with_terms(rules, jackpot, pool.waiting)  # an error if the table could not follow the changed terms

    def check_held(self, name: str) -> None:
        """Raise an error if money of a jackpot is missing from the players' account."""
        self.check_reading(self.reading(name))

    def check_reading(self, reading: PoolReading) -> None:
        """Raise an error if money of a jackpot is missing from the players' account."""
        if short := reading.amounts.short:
            raise InputError(
                f"{reading.pool.name} cannot be played: {dollars(short)} is missing from the players' account. "
                "After the deposit, record it with `cardroom jackpots set-aside`."
            )

    def change(
        self,
        name: str,
        *,
        seed: int | None = None,
        rate: str | None = None,
        who: str,
        why: str,
        check: Callable[[Pool, JackpotTerms], None] = lambda *_: None,
    ) -> None:
        """Change the seed or rate. The change applies after the whole jackpot is won; the current values cancel it."""
        check_text(why, "The reason")

        def change() -> None:
            pool = self.pool(name)
            terms = changed_terms(name, pool.terms, seed, rate)
            if pool.ceiling is not None and terms.seed > pool.ceiling:
                raise InputError(f"{name}: the seed cannot exceed the ceiling, {dollars(pool.ceiling)}.")
            check(pool, terms)
            about = {"terms": msgspec.to_builtins(terms), "why": why}
            self._write(pool, "waits", about, check_text(who, "The author"))

        self._in_transaction(change)

    def cap(self, name: str, ceiling: int | None, *, who: str, why: str) -> None:
        """Set a ceiling, or remove it. Contributions above it go to the overflow."""
        check_text(why, "The reason")

        def set_ceiling() -> None:
            pool = self.pool(name)
            current = self._books.lock_account(meter_account(name))
            current += pool_balances(self._books, name, custody_account(name)).get(("claim", name), 0)
            seed = max(pool.terms.seed, pool.waiting.seed if pool.waiting else 0)
            about = {"ceiling": _check_ceiling(ceiling, max(current, seed)), "why": why}
            self._write(pool, "ceiling", about, check_text(who, "The author"))

        self._in_transaction(set_ceiling)

    def fund(self, name: str, cents: int, source: str, *, who: str, why: str, key: str) -> None:
        """Add to the meter from its overflow, its reserve or the house's money."""
        if source not in ("overflow", "reserve", "house"):
            raise InputError(f"The source must be overflow, reserve or house, not {source}.")
        about = {"source": source, "cents": check_amount(cents), "why": check_text(why, "The reason")}
        self._once(key, name, "funded", lambda: self._write(self.pool(name), "funded", about, who, key), who, about)

    def set_aside(self, name: str, *, who: str, key: str) -> int:
        """Record a deposit that brings the players' account to what is owed. Returns the amount in cents."""
        added: list[int] = []

        def deposit() -> None:
            pool = self.pool(name)
            if pool.terms.rule != "progressive":
                raise InputError(f"{name} is a bonus jackpot. The house pays it, so there is no players' account.")
            has = self.amounts(name)
            added.append(has.owed - has.held)
            if added[-1]:
                self._write(pool, "set-aside", {"cents": added[-1]}, who, key)

        self._once(key, name, "set-aside", deposit, who)
        return added[-1] if added else 0

    def morning(self, name: str, *, who: str) -> int:
        """Add the daily contribution for all business days that are over and not included yet. Returns the cents.

        A second call on the same day adds nothing. A call after several days adds for all of them. Wagers are counted
        by the entries of the tables' books (`mornings`), so a clock that was wrong for a while skips none.
        """
        added: list[int] = []

        def add() -> None:
            pool = self.pool(name)
            if pool.terms.morning == "0":
                raise InputError(f"{name} has no daily contribution.")
            # Rounds that ended moments before the end of the day may not be committed yet.
            now = self._now()
            about = mornings.due(self._books, pool, pool.days.of(now - SLACK), now)
            if about is not None:
                entry = self._write(pool, "morning", about, who)
                added.append(sum(posting.cents for posting in entry.postings if posting.cause == "morning"))

        self._in_transaction(add)
        return sum(added)

    # -- entries ---------------------------------------------------------------------------------------------

    def caps(self, name: str) -> tuple[tuple[LedgerAccount, int, LedgerAccount], ...]:
        """The ceiling of its meter, for drafts that post to it."""
        return self._caps(self.pool(name))

    def _caps(self, pool: Pool) -> tuple[tuple[LedgerAccount, int, LedgerAccount], ...]:
        if pool.ceiling is None:
            return ()
        return ((meter_account(pool.name), pool.ceiling, overflow_account(pool.name)),)

    def _write(self, pool: Pool, kind: str, about: Mapping[str, Any], who: str, key: str | None = None) -> LedgerEntry:
        changed, postings = state_after(pool, kind, about)
        body = msgspec.json.encode(PoolEntry(changed, dict(about)))
        # What is restored is given back at once, so it cannot stay above the ceiling.
        caps = () if kind == "restored" else self._caps(pool)
        draft = Draft(kind, body, check_text(who, "The author"), postings, key, caps=caps, snapshot=True)
        return self._books.append(JACKPOT + pool.name, [draft])[0]

    def _in_transaction(self, act: Callable[[], object]) -> None:
        def attempt() -> None:
            with self._books.transaction():
                act()

        retry_on_conflict(attempt)

    def _once(
        self,
        key: str,
        name: str,
        kind: str,
        act: Callable[[], object],
        who: str,
        about: Mapping[str, Any] | None = None,
        pool: Pool | None = None,
    ) -> None:
        """Act once for each key. A key that was used for a different request is rejected."""

        def known() -> bool:
            stored = self._books.by_key(check_slip(key))
            if stored is None:
                return False
            book, entry = stored
            same = (book, entry.kind, entry.who) == (JACKPOT + name, kind, who)
            same = same and (about is None or pool_entry(entry).about == about)
            same = same and (pool is None or _opening_values(pool_entry(entry).pool) == _opening_values(pool))
            if not same:
                raise InputError(f"The id {key!r} was used for a different request: {book}, entry {entry.number}.")
            return True

        try:
            if not known():
                self._in_transaction(act)
        except StoreError:
            if not known():
                raise


def _opening_values(pool: Pool) -> tuple[object, ...]:
    """The values that a request to open a jackpot contains."""
    return pool.label, pool.terms, pool.ceiling, pool.begins, pool.zone


def _check_ceiling(ceiling: int | None, least: int) -> int | None:
    if ceiling is not None and check_amount(ceiling) < least:
        raise InputError(f"The ceiling must be at least {dollars(least)}, the jackpot's current amount or seed.")
    return ceiling
