"""What the books say of a gaming day at a table: drop, handle, win, collection, jackpots. Facts alone, in cents.

- **Drop** is what players bought in for at the table: chips that came there from their balances. A drop box holds the
  money for which chips were bought at its table, and here that is every buy-in and nothing else: a fill is none, and
  chips that are carried to another table come back through the balance.
- **Handle** is all that was wagered and stood: what a bank did not cover, and gave back, was never in play.
- **Win** is what the house's own bank took less what it paid, by the wager for which it did.
- A **gaming day** is called by the date on which it begins: what happens before that hour belongs to the day before.

What ought to have been won is no matter of books: whoever reads this holds it against the exact figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import combinations_with_replacement

import msgspec

from cardroom.house.books import Books
from cardroom.house.completeness import check_complete
from cardroom.house.days import BEGINS, GamingDays
from cardroom.house.entries import entry_of
from cardroom.house.values import CAGE, LedgerAccount, LedgerEntry, Posting, is_table
from cardroom.play.log import RoundStarted
from cardroom.play.record import RulesOf

__all__ = ["BEGINS", "GameFacts", "GamingDays", "Products", "TableDay", "Wagered", "summed", "table_days"]

HELD = frozenset({"claim", "returned claim", "released", "overflow"})
"""Why jackpots' money goes from one account of theirs to another, or to the bank that has paid for them."""


class Wagered(msgspec.Struct):
    """What became of a wager."""

    count: int = 0
    """How often it was placed."""
    handle: int = 0
    win: int = 0
    """What the house's bank gained by it."""


Quantity = tuple[str, str]
"""What is multiplied: the `stake` or the `win` of a wager, by its name."""
Products = Counter[tuple[Quantity, Quantity]]
"""For two quantities, in their order, the sum over all rounds of their product: what a variance is made of."""


class GameFacts(msgspec.Struct):
    """A game that was played at a table under one text of rules."""

    game: str
    rules: RulesOf
    rounds: int = 0
    wagers: dict[str, Wagered] = {}
    own: Products = msgspec.field(default_factory=Counter)
    """Of what was staked and won at one spot in one round."""
    together: Products = msgspec.field(default_factory=Counter)
    """Of what was staked and won at all spots of one round."""


class TableDay(msgspec.Struct):
    """A gaming day of a table."""

    table: str
    day: date
    drop: int = 0
    cash_out: int = 0
    fills: int = 0
    credits: int = 0
    corrections: int = 0
    """By which the house's bank is better off."""
    collection: int = 0
    jackpot_in: int = 0
    """What went into pools and reserves from wagers."""
    jackpot_out: int = 0
    """What pools paid."""
    voided: int = 0
    games: list[GameFacts] = []

    @property
    def rounds(self) -> int:
        """Rounds that were played to their end."""
        return sum(each.rounds for each in self.games)

    @property
    def handle(self) -> int:
        """All that was wagered."""
        return sum(wager.handle for each in self.games for wager in each.wagers.values())

    @property
    def win(self) -> int:
        """What the house's bank won, in play."""
        return sum(wager.win for each in self.games for wager in each.wagers.values())

    @property
    def quiet(self) -> bool:
        """Whether nothing happened at all."""
        money = self.drop or self.cash_out or self.fills or self.credits or self.corrections
        return not (money or self.games or self.voided)


def table_days(
    books: Books,
    first: date,
    last: date,
    days: GamingDays,
    tables: Iterable[str] | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> list[TableDay]:
    """Every day from the first to the last at every table, or at some; also those at which nothing happened."""
    with books.at_one_moment():
        check_complete(books)
        names = [name for name in books.heads() if is_table(name) and (tables is None or name in set(tables))]
        span = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        found = {(name, day): TableDay(name, day) for name in names for day in span}
        since, until = days.start(first), days.start(last + timedelta(days=1))
        for entry in _between(books, CAGE, since, until):
            for posting in entry.postings:
                _cage(found, days.of(entry.at), posting)
        for done, name in enumerate(names):
            progress(name, done, len(names))
            _table(books, name, found, days, since, until)
        return list(found.values())


def _between(books: Books, book: str, since: int, until: int) -> Iterator[LedgerEntry]:
    """The lines of a book in a time; from the opening on, where a round has begun before it."""
    for entry in books.entries(book, books.number_at(book, since)):
        if entry.at >= until:
            return
        yield entry


def _cage(found: dict[tuple[str, date], TableDay], day: date, posting: Posting) -> None:
    for account, by in ((posting.payer, -posting.cents), (posting.payee, posting.cents)):
        at = found.get((account.book, day))
        if at is None or account.kind != "house":
            continue
        match posting.cause:
            case "fill":
                at.fills += by
            case "credit":
                at.credits -= by
            case "correction":
                at.corrections += by


def _table(
    books: Books, name: str, found: dict[tuple[str, date], TableDay], days: GamingDays, since: int, until: int
) -> None:
    opening: RoundStarted | None = None
    for entry in _between(books, name, since, until):
        if entry.kind == "opened":
            log_entry = entry_of(books.plaintext(name, entry))
            opening = log_entry if isinstance(log_entry, RoundStarted) else None
        day = found.get((name, days.of(entry.at)))
        if day is None:  # it was before the first day, and tells only which round was being played
            continue
        match entry.kind:
            case "joined" | "added":
                day.drop += sum(posting.cents for posting in entry.postings)
            case "left":
                day.cash_out += sum(posting.cents for posting in entry.postings)
            case "voided":
                day.voided += 1
            case "closed" if opening:
                _round(day, opening, entry.postings)


def _round(day: TableDay, opened: RoundStarted, postings: tuple[Posting, ...]) -> None:
    """Add a round."""
    said = opened.opening
    facts = next((each for each in day.games if (each.game, each.rules) == (said.game, said.rules)), None)
    if facts is None:
        facts = GameFacts(said.game, said.rules)
        day.games.append(facts)
    facts.rounds += 1
    spots: dict[str, Counter[Quantity]] = {}
    bank = LedgerAccount(day.table, "house")
    for posting in postings:
        if posting.cause == "fill":
            day.fills += posting.cents
            continue
        if posting.cause in HELD:
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
    """Add a round's, or a spot's."""
    for one, other in combinations_with_replacement(sorted(name for name, cents in values.items() if cents), 2):
        products[one, other] += values[one] * values[other]


_SUMS = ("drop", "cash_out", "fills", "credits", "corrections", "collection", "jackpot_in", "jackpot_out", "voided")


def summed(days: Iterable[TableDay], table: str, first: date) -> TableDay:
    """Several days, or several tables, as one that is called by a name and its first day."""
    whole, games = TableDay(table, first), dict[tuple[str, str, str], GameFacts]()
    for day in days:
        for name in _SUMS:
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
