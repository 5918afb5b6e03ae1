"""The jackpots of the house in the books: opened, linked to tables, changed, added to in the morning, and counted.

A jackpot has accounts of its own (`pools`) and a book of its own, whose lines are in the order in which hits were paid
and anything else was decided. What wagers add is in the books of the tables. A meter goes down for a hit, or by a
correction of the cage's that says who and why; nothing here takes anything out of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from cardroom.errors import Mistaken
from cardroom.house import schema
from cardroom.house.books import Books, retry_on_conflict
from cardroom.house.clock import SLACK
from cardroom.house.days import GamingDays
from cardroom.house.pools import (
    Hit,
    JackpotTerms,
    Link,
    Noted,
    Pool,
    after,
    custody_account,
    day_after,
    meter_account,
    overflow_account,
    reseeded,
    reserve_account,
    retermed,
    terms_of,
    wagers_for,
)
from cardroom.house.store import StoreError
from cardroom.house.transaction import Draft
from cardroom.house.values import CAGE, JACKPOT, LedgerAccount, LedgerEntry, check_text
from cardroom.limits import LONGEST_NAME, MOST_CENTS
from cardroom.money import dollars
from cardroom.play.game import Game
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import PARTS, share

__all__ = ["WEEK", "Amounts", "Jackpots", "noted", "wagered"]

DAY = 24 * 3600 * 1_000_000
WEEK = 7 * DAY
"""Microseconds: what came in longer ago must lie in the players' account (WAC 230-15-671)."""


class Amounts(NamedTuple):
    """What lies on a jackpot's accounts, in cents."""

    meter: int
    reserve: int
    overflow: int
    claimed: int
    """What rounds that go on have won of it."""
    held: int
    """What lies in the players' account outside; of a bonus jackpot, which the house pays, all that is promised."""
    short: int
    """What ought to lie there and does not."""

    @property
    def owed(self) -> int:
        """What belongs to the players."""
        return self.meter + self.reserve + self.overflow + self.claimed


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

    # -- what there is ----------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The jackpots that were ever opened."""
        return [name.removeprefix(JACKPOT) for name in self._books.heads() if name.startswith(JACKPOT)]

    def pool(self, name: str) -> Pool:
        """A jackpot as it stands."""
        entry = self._books.last(JACKPOT + name)
        if entry is None:
            raise Mistaken(f"there is no jackpot {name}: there are {', '.join(self.names()) or 'none'}")
        return noted(entry).pool

    def amounts(self, name: str) -> Amounts:
        """What lies on its accounts, and whether all that must be is held."""
        pool, read = self.pool(name), self._books.balance
        meter, reserve, overflow = (
            read(account(name)) for account in (meter_account, reserve_account, overflow_account)
        )
        claimed = self._claimed(name)
        owed = meter + reserve + overflow + claimed
        if pool.terms.rule != "progressive":
            return Amounts(meter, reserve, overflow, claimed, owed, 0)
        held = -read(custody_account(name))
        return Amounts(meter, reserve, overflow, claimed, held, max(0, owed - held - self._recent(name)))

    def hits(self, name: str, most: int = 25) -> list[tuple[LedgerEntry, str, Hit]]:
        """The last hits with their lines and tables, the latest first."""
        found: list[tuple[LedgerEntry, str, Hit]] = []
        for entry in self._books.entries(JACKPOT + name):
            if entry.kind == "hit":
                about = noted(entry).about
                found += [(entry, about["table"], msgspec.convert(each, Hit)) for each in about["hits"]]
        return found[: -most - 1 : -1]

    def moved(self, name: str) -> dict[str, int]:
        """What ever came into its meter, reserve and overflow and went out, by cause, in cents."""
        postings, accounts = schema.postings, schema.accounts
        found: dict[str, int] = {}
        with self._books.reading() as connection:
            mine = self._accounts(("meter", "reserve", "overflow"), name)
            for way, sign in ((postings.c.payee, 1), (postings.c.payer, -1)):
                query = select(postings.c.cause, accounts.c.kind, func.sum(postings.c.cents)).join(
                    accounts, accounts.c.id == way
                )
                query = query.where(accounts.c.id.in_(mine)).group_by(postings.c.cause, accounts.c.kind)
                for cause, kind, cents in connection.execute(query):
                    called = cause if kind == "meter" else f"{kind} {cause}"
                    found[called] = found.get(called, 0) + sign * int(cents)
        return found

    def history(self, name: str) -> list[tuple[int, int]]:
        """What its meter read at the end of each day on which it moved: the time of the day's last movement, and cents.
        Days are those of the calendar in UTC."""
        postings, entries = schema.postings, schema.lines
        day = entries.c.at // DAY
        moved: dict[int, list[int]] = {}
        with self._books.reading() as connection:
            mine = self._accounts(("meter",), name)
            for way, sign in ((postings.c.payee, 1), (postings.c.payer, -1)):
                query = select(day, func.sum(postings.c.cents), func.max(entries.c.at))
                query = query.join(
                    entries, (entries.c.book == postings.c.book) & (entries.c.number == postings.c.number)
                )
                for number, cents, at in connection.execute(query.where(way.in_(mine)).group_by(day)):
                    known = moved.setdefault(int(number), [0, 0])
                    known[:] = known[0] + sign * int(cents), max(known[1], int(at))
        ordered = [moved[number] for number in sorted(moved)]
        return [(at, cents) for (_, at), cents in zip(ordered, accumulate(each[0] for each in ordered), strict=True)]

    # -- what may be done -------------------------------------------------------------------------------------------

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
        """Open a jackpot as the rules of a game have it, with its seed; `source` says where that money comes from."""
        if len(check_text(name, "The jackpot name")) > LONGEST_NAME - len(JACKPOT):
            raise Mistaken(f"a jackpot's name has at most {LONGEST_NAME - len(JACKPOT)} letters")
        days = days or GamingDays()
        terms = terms_of(game.rules, jackpot)
        today = days.of(self._now())
        said = game.rules.jackpot[jackpot]
        pool = Pool(
            name,
            said.label,
            terms,
            day_after(today.isoformat(), -1).isoformat(),
            f"{days.begins:%H:%M}",
            str(days.zone or ""),
            ceiling=_top(ceiling, terms.seed),
        )
        about = {"source": check_text(source, "The source of the seed"), "cite": game.rules.cite(said.cite)}

        def start() -> None:
            if self._books.last(JACKPOT + name) is not None:
                raise Mistaken(f"there is a jackpot {name} already")
            self._write(pool, "started", about, who, key)

        self._once(key, name, "started", start, who, about, pool)

    def link(self, name: str, table: str, rules: RuleSet, jackpot: str, number: int, who: str) -> None:
        """In a turn: have the meter stand at a table from a line of its book on."""
        link = Link(table, jackpot, wagers_for(rules, jackpot), number)
        self._write(self.pool(name), "linked", {"link": msgspec.to_builtins(link)}, who)

    def unlink(self, name: str, table: str, jackpot: str, number: int, parts: tuple[int, int], who: str) -> None:
        """In a turn: have it stand there no more. What the table carried for it beyond cents is kept here."""
        pool = self.pool(name)
        day = pool.days.of(self._now()).isoformat()
        about = {"table": table, "jackpot": jackpot, "last": number, "parts": list(parts), "day": day}
        self._write(pool, "unlinked", about, who)

    def hit(self, name: str, table: str, number: int, hits: Iterable[Hit], who: str) -> None:
        """In a turn: note what was won of it. When all of it was, what was waiting comes into force, its seed too."""
        pool, won = self.pool(name), list(hits)
        about: dict[str, Any] = {"table": table, "line": number, "hits": msgspec.to_builtins(won)}
        if more := reseeded(pool, won):
            about["reseeded"] = more if more > 0 else max(more, -self._books.lock_account(meter_account(name)))
        self._write(pool, "hit", about, who)

    def check_link(self, name: str, rules: RuleSet, jackpot: str) -> None:
        """Refuse a game that may not play for a meter."""
        pool, said = self.pool(name), terms_of(rules, jackpot)
        if said == pool.terms:
            if pool.waiting:
                retermed(rules, jackpot, pool.waiting)  # refused where the table could not go on when it is won
            return
        for field in ("rule", "wager", "lines", "ranking", "cards", "deck", "packs", "folded", "morning", "reserve"):
            if getattr(said, field) != getattr(pool.terms, field):
                raise Mistaken(f"{rules.game} may not play for {name}: {_DIFFERS[field]}")
        raise Mistaken(
            f"{rules.game} may not play for {name}, which opens with {dollars(pool.terms.seed)} and grows by "
            f"{_percent(pool.terms.rate)}, not {dollars(said.seed)} and {_percent(said.rate)}; "
            "another seed or rate is noted, and waits until it is won"
        )

    def check_held(self, name: str) -> None:
        """Refuse to play for a jackpot whose money is not all in the players' account."""
        if short := self.amounts(name).short:
            raise Mistaken(
                f"{name}: {dollars(short)} of the players' money is not set aside, and nobody plays for it before it "
                "is; `cardroom jackpots set-aside` notes that it was"
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
        """Note another seed or rate, which waits until the jackpot is won whole; those in force again take it back."""
        check_text(why, "The reason")

        def wait() -> None:
            pool = self.pool(name)
            terms = pool.terms
            if seed is not None:
                terms = msgspec.structs.replace(terms, seed=_some(seed))
            if rate is not None:
                terms = msgspec.structs.replace(terms, rate=str(_share(rate)))
            if terms.rule != "progressive" and terms.rate != pool.terms.rate:
                raise Mistaken(f"{name} is a bonus jackpot: its display does not move with wagers")
            if Fraction(terms.rate) + Fraction(terms.reserve) > 1 or (
                terms.rule == "progressive" and terms.rate == "0"
            ):
                raise Mistaken(f"{name}: rate and reserve are more than nothing and at most the whole wager")
            if pool.ceiling is not None and terms.seed > pool.ceiling:
                raise Mistaken(f"{name} holds {dollars(pool.ceiling)} at most, and cannot open with more")
            check(pool, terms)
            about = {"terms": msgspec.to_builtins(terms), "why": why}
            self._write(pool, "waits", about, check_text(who, "The author"))

        self._in_transaction(wait)

    def cap(self, name: str, ceiling: int | None, *, who: str, why: str) -> None:
        """Set a ceiling, or none: what comes in above it goes into the overflow."""
        check_text(why, "The reason")

        def capped() -> None:
            pool = self.pool(name)
            stands = self._books.lock_account(meter_account(name)) + self._claimed(name)
            seed = max(pool.terms.seed, pool.waiting.seed if pool.waiting else 0)
            about = {"ceiling": _top(ceiling, max(stands, seed)), "why": why}
            self._write(pool, "ceiling", about, check_text(who, "The author"))

        self._in_transaction(capped)

    def fund(self, name: str, cents: int, source: str, *, who: str, why: str, key: str) -> None:
        """Add to the meter from its overflow or reserve, or from the house's money."""
        if source not in ("overflow", "reserve", "house"):
            raise Mistaken(f"a meter is added to from overflow, reserve or house, not {source}")
        about = {"source": source, "cents": _some(cents), "why": check_text(why, "The reason")}
        self._once(key, name, "funded", lambda: self._write(self.pool(name), "funded", about, who, key), who, about)

    def set_aside(self, name: str, *, who: str, key: str) -> int:
        """Note that the players' account outside was brought to what is owed; gives by how much."""
        added: list[int] = []

        def count() -> None:
            pool = self.pool(name)
            if pool.terms.rule != "progressive":
                raise Mistaken(f"{name} is a bonus jackpot: the house pays it, and no money of players is held")
            has = self.amounts(name)
            added.append(has.owed - has.held)
            if added[-1]:
                self._write(pool, "set-aside", {"cents": added[-1]}, who, key)

        self._once(key, name, "set-aside", count, who)
        return added[-1] if added else 0

    def morning(self, name: str, *, who: str) -> int:
        """Add the share of the wagers of every business day that is over and was not added yet; gives the cents.

        Asked twice in a morning it adds once; asked after days without, it adds for each of them. It is added through
        the last day on which anything was wagered: a clock that was ahead for a while leaves no day out.
        """
        added: list[int] = []

        def add() -> None:
            pool = self.pool(name)
            if pool.terms.morning == "0":
                raise Mistaken(f"{name} is not added to in the morning")
            # What was played within moments of the day's end may not be written yet.
            today = pool.days.of(self._now() - SLACK)
            first = day_after(pool.through)
            since, until = pool.days.start(first), pool.days.start(today)
            found = [wagered(self._books, link, since, until) for link in pool.links]
            if not (bet := sum(cents for cents, _ in found)):
                return
            through = pool.days.of(max(at for _, at in found)).isoformat()
            parts = int(Fraction(pool.terms.morning) * bet * PARTS)
            cite = "the share of wagers that is added before opening"
            about = {"first": first.isoformat(), "through": through, "wagered": bet, "parts": parts, "cite": cite}
            entry = self._write(pool, "morning", about, who)
            added.append(sum(posting.cents for posting in entry.postings if posting.cause == "morning"))

        self._in_transaction(add)
        return sum(added)

    # -- how it is done ---------------------------------------------------------------------------------------------

    def caps(self, name: str) -> tuple[tuple[LedgerAccount, int, LedgerAccount], ...]:
        """How much its meter may hold, for whoever posts to it."""
        pool = self.pool(name)
        return () if pool.ceiling is None else ((meter_account(name), pool.ceiling, overflow_account(name)),)

    def _write(self, pool: Pool, kind: str, about: Mapping[str, Any], who: str, key: str | None = None) -> LedgerEntry:
        turned, postings = after(pool, kind, about)
        said = msgspec.json.encode(Noted(turned, dict(about)))
        caps = () if pool.ceiling is None else ((meter_account(pool.name), pool.ceiling, overflow_account(pool.name)),)
        draft = Draft(kind, said, check_text(who, "The author"), postings, key, caps=caps, stands=True)
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
        """Let something happen once, however often the same key comes; who asks for something else by it is told so."""

        def known() -> bool:
            found = self._books.by_key(check_text(key, "The request id"))
            if found is None:
                return False
            book, entry = found
            same = (book, entry.kind, entry.who) == (JACKPOT + name, kind, who)
            same = same and (about is None or noted(entry).about == about)
            same = same and (pool is None or _as_opened(noted(entry).pool) == _as_opened(pool))
            if not same:
                raise Mistaken(f"the id {key!r} was used for something else: {found[0]}, line {found[1].number}")
            return True

        try:
            if not known():
                self._in_transaction(act)
        except StoreError:
            if not known():
                raise

    def _accounts(self, kinds: Iterable[str], name: str) -> Any:
        accounts, books = schema.accounts, schema.books
        return (
            select(accounts.c.id)
            .join(books, books.c.id == accounts.c.book)
            .where(books.c.name == CAGE, accounts.c.kind.in_(list(kinds)), accounts.c.owner == name)
        )

    def _claimed(self, name: str) -> int:
        query = select(func.sum(schema.accounts.c.cents)).where(
            schema.accounts.c.id.in_(self._accounts(("claim",), name))
        )
        with self._books.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def _recent(self, name: str) -> int:
        """What came in from tables within a week, for which there was time yet."""
        postings, entries = schema.postings, schema.lines
        query = (
            select(func.sum(postings.c.cents))
            .join(entries, (entries.c.book == postings.c.book) & (entries.c.number == postings.c.number))
            .where(
                postings.c.payee.in_(self._accounts(("meter", "reserve"), name)),
                postings.c.cause.in_(["drop", "seed", "carried"]),
                entries.c.at >= self._now() - WEEK,
                entries.c.kind.in_(["closed", "unlinked"]),
            )
        )
        with self._books.reading() as connection:
            return int(connection.execute(query).scalar() or 0)


def noted(entry: LedgerEntry) -> Noted:
    """What a line of a jackpot's book says."""
    try:
        return msgspec.json.decode(entry.body, type=Noted)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Mistaken(f"it is no line of a jackpot's book: {error}") from None


def wagered(books: Books, link: Link, since: int, until: int) -> tuple[int, int]:
    """What was wagered for a jackpot at a table, while it stood there, in rounds that ended in a time, and the last."""
    postings, entries = schema.postings, schema.lines
    query = (
        select(func.sum(postings.c.cents), func.max(entries.c.at))
        .join(entries, (entries.c.book == postings.c.book) & (entries.c.number == postings.c.number))
        .join(schema.books, schema.books.c.id == postings.c.book)
        .where(
            schema.books.c.name == link.table,
            postings.c.number >= link.first,
            postings.c.cause == "drop",
            postings.c.wager.in_(list(link.wagers)),
            entries.c.at >= since,
            entries.c.at < until,
        )
    )
    if link.last is not None:
        query = query.where(postings.c.number < link.last)
    with books.reading() as connection:
        cents, last = connection.execute(query).one()
    return int(cents or 0), int(last or 0)


_DIFFERS = {
    "rule": "one is a bonus and the other a progressive jackpot, which are never linked",
    "wager": "the wagers are not the same amount",
    "lines": "the pay tables are not the same",
    "ranking": "hands are not ranked alike",
    "cards": "the hands are not made of the same cards, so that they do not win equally often",
    "deck": "the decks are not the same",
    "packs": "the decks are not the same",
    "folded": "a folded hand does not fare alike",
    "morning": "the additions of a morning are not the same",
    "reserve": "the shares of the reserve are not the same",
}
"""Why two games may not share a meter (WAC 230-15-685(6))."""


def _percent(share: str) -> str:
    return f"{float(Fraction(share) * 100):g} %"


def _share(text: str) -> Fraction:
    try:
        return share(text)
    except ValueError as error:
        raise Mistaken(str(error)) from None


def _as_opened(pool: Pool) -> tuple[object, ...]:
    """What somebody says who opens a jackpot."""
    return pool.label, pool.terms, pool.ceiling, pool.begins, pool.zone


def _top(ceiling: int | None, least: int) -> int | None:
    if ceiling is not None and _some(ceiling) < least:
        raise Mistaken(f"a ceiling is not below what the jackpot stands at or opens with, {dollars(least)}")
    return ceiling


def _some(cents: int) -> int:
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise Mistaken(f"an amount is whole cents, from 1 to {MOST_CENTS:,}, not {cents!r}")
    return cents
