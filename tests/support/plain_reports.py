"""Reports in the plain way: decode every entry and add up its postings. The fast way is compared with this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import combinations_with_replacement

from sqlalchemy import and_, func, select

from cardroom.house import Books
from cardroom.house.books import schema
from cardroom.house.books.values import CAGE, OUTSIDE, WAGERED, LedgerAccount, LedgerEntry, Posting, is_table
from cardroom.house.reports.cage import _CLOSED, CageReport, Rack, _book_names, _rows
from cardroom.house.reports.gaming_day import BOT, GameFacts, GamingDays, Products, Quantity, TableDay, Wagered
from cardroom.house.reports.round_sums import JACKPOT_INTERNAL
from cardroom.house.tables.entries import entry_of
from cardroom.play.table.log import RoundStarted


def plain_table_days(
    books: Books,
    first: date,
    last: date,
    days: GamingDays,
    tables: Iterable[str] | None = None,
) -> list[TableDay]:
    """What `table_days` returns."""
    with books.at_one_moment():
        names = [name for name in books.heads() if is_table(name) and (tables is None or name in set(tables))]
        span = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        table_day = {(name, day): TableDay(name, day) for name in names for day in span}
        since, until = days.start(first), days.start(last + timedelta(days=1))
        for entry in _between(books, CAGE, since, until):
            for posting in entry.postings:
                _add_cage_posting(table_day, days.of(entry.at), posting)
        for name in names:
            _add_table(books, name, table_day, days, since, until)
        return list(table_day.values())


def _between(books: Books, book: str, since: int, until: int) -> Iterator[LedgerEntry]:
    """The entries of a book in a period. If a round was in progress at its start, from that round's start on."""
    for entry in books.entries(book, books.number_at(book, since)):
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


def _add_table(
    books: Books, name: str, table_day: dict[tuple[str, date], TableDay], days: GamingDays, since: int, until: int
) -> None:
    opening: RoundStarted | None = None
    for entry in _between(books, name, since, until):
        if entry.kind == "round-started":
            log_entry = entry_of(books.plaintext(name, entry))
            opening = log_entry if isinstance(log_entry, RoundStarted) else None
        day = table_day.get((name, days.of(entry.at)))
        if day is None:  # before the first day: it only says which round was in progress
            continue
        match entry.kind:
            case "joined" | "topped-up":
                bots, all_chips = _chips(entry.postings)
                day.drop, day.bot_drop = day.drop + all_chips - bots, day.bot_drop + bots
            case "left":
                bots, all_chips = _chips(entry.postings)
                day.cash_out, day.bot_cash_out = day.cash_out + all_chips - bots, day.bot_cash_out + bots
            case "round-voided":
                day.voided += 1
            case "round-ended" if opening and _was_played(opening, entry.postings):
                add_round(day, opening, entry.postings)


def _chips(postings: tuple[Posting, ...]) -> tuple[int, int]:
    """The chips that bots moved, and all chips that were moved, of a player who buys in or leaves."""
    bots = sum(each.cents for each in postings if any(one.owner.startswith(BOT) for one in each[:2]))
    return bots, sum(each.cents for each in postings)


def _was_played(started: RoundStarted, postings: tuple[Posting, ...]) -> bool:
    """Whether a round was dealt: someone wagered. In Chinese Poker no one wagers, and every round is dealt."""
    dealt = any(WAGERED.get(posting.cause, 0) > 0 for posting in postings)
    return dealt or started.opening.script.startswith("face-up-chinese/")


def add_round(day: TableDay, started: RoundStarted, postings: tuple[Posting, ...]) -> None:
    """Add the postings of a round that ended."""
    opening = started.opening
    facts = next((each for each in day.games if (each.game, each.rules) == (opening.game, opening.rules)), None)
    if facts is None:
        facts = GameFacts(opening.game, opening.rules)
        day.games.append(facts)
    facts.rounds += 1
    spots: dict[str, Counter[Quantity]] = {}
    bank = LedgerAccount(day.table, "house")
    for posting in postings:
        if posting.cause == "fill":
            day.fills += posting.cents
            continue
        if posting.cause in JACKPOT_INTERNAL:
            continue
        wager = facts.wagers.get(posting.wager)
        if wager is None and (posting.cause == "wager" or bank in posting[:2]):
            wager = facts.wagers[posting.wager] = Wagered()
        if wager:
            at = spots.setdefault(posting.spot, Counter())
            at["stake", posting.wager] += posting.cents * ((posting.cause == "wager") - (posting.cause == "uncovered"))
            at["win", posting.wager] += posting.cents * ((posting.payee == bank) - (posting.payer == bank))
            wager.count += posting.cause == "wager"
        if posting.payee.kind == "collection":
            day.collection += posting.cents
        if posting.cause == "drop" and posting.payee.kind in ("meter", "reserve"):
            day.jackpot_in += posting.cents
        if posting.cause == "jackpot" and posting.payer.kind == "meter":
            day.jackpot_out += posting.cents
    together: Counter[Quantity] = Counter()
    for values in spots.values():
        together.update(values)
        _multiply(facts.own, values)
    _multiply(facts.together, together)
    for (what, name), cents in together.items():
        if what == "stake":
            facts.wagers[name].handle += cents
        else:
            facts.wagers[name].win += cents


def _multiply(products: Products, values: Mapping[Quantity, int]) -> None:
    """Add the products of a round's or a spot's quantities."""
    for one, other in combinations_with_replacement(sorted(name for name, cents in values.items() if cents), 2):
        products[one, other] += values[one] * values[other]


def plain_cage_report(books: Books, first: date, last: date, days: GamingDays) -> CageReport:
    """What `cage_report` returns."""
    since, until = days.start(first), days.start(last + timedelta(days=1))
    with books.at_one_moment():
        came_in, went_out = _outside(books, since, until)
        later_in, later_out = _outside(books, until, 2**62)
        earlier_in, earlier_out = _outside(books, 0, since)
        now = -sum(cents for account, cents in books.balances().items() if account.kind == OUTSIDE.kind)
        return CageReport(
            _rows(books, since, until, days),
            _racks(books, until),
            sum(earlier_in.values()) - sum(earlier_out.values()),
            dict(came_in),
            dict(went_out),
            now - sum(later_in.values()) + sum(later_out.values()),
        )


_payer, _payee = schema.accounts.alias("payer"), schema.accounts.alias("payee")
_POSTED = (
    schema.postings.join(
        schema.lines,
        and_(schema.lines.c.book == schema.postings.c.book, schema.lines.c.number == schema.postings.c.number),
    )
    .join(_payer, _payer.c.id == schema.postings.c.payer)
    .join(_payee, _payee.c.id == schema.postings.c.payee)
)


def _outside(books: Books, since: int, until: int) -> tuple[Counter[str], Counter[str]]:
    """Money that came in and went out in a period, by cause."""
    cause, at = schema.postings.c.cause, schema.lines.c.at
    outside = OUTSIDE.kind
    totals = []
    with books.reading() as connection:
        for one, other in ((_payer, _payee), (_payee, _payer)):
            query = (
                select(cause, func.sum(schema.postings.c.cents))
                .select_from(_POSTED)
                .where(one.c.kind == outside, other.c.kind != outside, at >= since, at < until)
                .group_by(cause)
                .order_by(cause)
            )
            totals.append(Counter({name: int(cents) for name, cents in connection.execute(query)}))
    return totals[0], totals[1]


def _racks(books: Books, until: int) -> list[Rack]:
    """The chips in the house banks at a moment. Empty racks are left out."""
    names, held = _book_names(books), Counter[int]()
    with books.reading() as connection:
        for account, sign in ((_payee, 1), (_payer, -1)):
            query = (
                select(account.c.book, func.sum(schema.postings.c.cents))
                .select_from(_POSTED)
                .where(account.c.kind == "house", schema.lines.c.at < until)
                .group_by(account.c.book)
            )
            for book, cents in connection.execute(query):
                held[book] += sign * int(cents)
        entries = schema.lines.c
        query = select(entries.book).where(entries.kind == _CLOSED, entries.at < until)
        closed = {row.book for row in connection.execute(query)}
    racks = [Rack(names[book], cents, book in closed) for book, cents in held.items() if cents]
    return sorted(racks)
