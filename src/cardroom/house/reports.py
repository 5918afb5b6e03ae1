"""What the books say of a gaming day at a table: drop, handle, win, collection, jackpots. Facts alone, in cents.

- **Drop** is what players bought in for at the table: chips that came there from their balances. A drop box holds the
  money for which chips were bought at its table, and here that is every buy-in and nothing else (25 CFR 542.2, drop for
  table games; a fill is not drop, and chips that are carried to another table come back through the balance).
- **Handle** is all that was wagered and stood: what a bank did not cover, and gave back, was never in play.
- **Win** is what the house's own bank took less what it paid, by the wager for which it did.
- A **gaming day** is called by the date on which it begins: what happens before that hour belongs to the day before.

What ought to have been won is no matter of books: whoever reads this holds it against the exact figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import combinations_with_replacement

import msgspec

from cardroom.house.books import Books
from cardroom.house.days import BEGINS, GamingDays
from cardroom.house.tables import entry_of
from cardroom.house.values import CAGE, Line, Post, Purse, is_table
from cardroom.play.log import Opened
from cardroom.play.record import RulesOf

__all__ = ["BEGINS", "GameFacts", "GamingDays", "TableDay", "Wagered", "table_days"]

HELD = frozenset({"claim", "returned claim", "released", "overflow"})
"""Why jackpots' money goes from one account of theirs to another, or to the bank that has paid for them."""


class Wagered(msgspec.Struct):
    """What became of a wager."""

    count: int = 0
    """How often it was placed."""
    handle: int = 0
    win: int = 0
    """What the house's bank gained by it."""


class GameFacts(msgspec.Struct):
    """A game that was played at a table under one text of rules."""

    game: str
    rules: RulesOf
    rounds: int = 0
    wagers: dict[str, Wagered] = {}
    together: dict[str, dict[str, int]] = {}
    """For two wagers, the sum over all rounds of the product of what was staked on each: what a variance grows with,
    however the results of one round hang together."""


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
        names = [name for name in books.names() if is_table(name) and (tables is None or name in set(tables))]
        span = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        found = {(name, day): TableDay(name, day) for name in names for day in span}
        since, until = days.start(first), days.start(last + timedelta(days=1))
        for line in _between(books, CAGE, since, until):
            for post in line.posts:
                _cage(found, days.of(line.at), post)
        for done, name in enumerate(names):
            progress(name, done, len(names))
            _table(books, name, found, days, since, until)
        return list(found.values())


def _between(books: Books, book: str, since: int, until: int) -> Iterator[Line]:
    """The lines of a book in a time; from the opening on, where a round has begun before it."""
    for line in books.lines(book, books.line_at(book, since)):
        if line.at >= until:
            return
        yield line


def _cage(found: dict[tuple[str, date], TableDay], day: date, post: Post) -> None:
    for purse, by in ((post.payer, -post.cents), (post.payee, post.cents)):
        at = found.get((purse.book, day))
        if at is None or purse.kind != "house":
            continue
        match post.cause:
            case "fill":
                at.fills += by
            case "credit":
                at.credits -= by
            case "correction":
                at.corrections += by


def _table(
    books: Books, name: str, found: dict[tuple[str, date], TableDay], days: GamingDays, since: int, until: int
) -> None:
    opening: Opened | None = None
    for line in _between(books, name, since, until):
        if line.kind == "opened":
            entry = entry_of(books.text(name, line))
            opening = entry if isinstance(entry, Opened) else None
        day = found.get((name, days.of(line.at)))
        if day is None:  # it was before the first day, and tells only which round was being played
            continue
        match line.kind:
            case "joined" | "added":
                day.drop += sum(post.cents for post in line.posts)
            case "left":
                day.cash_out += sum(post.cents for post in line.posts)
            case "voided":
                day.voided += 1
            case "closed" if opening:
                _round(day, opening, line.posts)


def _round(day: TableDay, opened: Opened, posts: tuple[Post, ...]) -> None:
    """Add a round."""
    said = opened.opening
    facts = next((each for each in day.games if (each.game, each.rules) == (said.game, said.rules)), None)
    if facts is None:
        facts = GameFacts(said.game, said.rules)
        day.games.append(facts)
    facts.rounds += 1
    staked: dict[str, int] = {}
    bank = Purse(day.table, "house")
    for post in posts:
        if post.cause == "fill":
            day.fills += post.cents
            continue
        if post.cause in HELD:
            continue
        wager = facts.wagers.get(post.wager)
        if wager is None and (post.cause == "wager" or bank in post[:2]):
            wager = facts.wagers[post.wager] = Wagered()
        if wager and post.cause in ("wager", "uncovered"):
            staked[post.wager] = staked.get(post.wager, 0) + (post.cents if post.cause == "wager" else -post.cents)
            wager.count += post.cause == "wager"
        if wager and post.payee == bank:
            wager.win += post.cents
        if wager and post.payer == bank:
            wager.win -= post.cents
        if post.payee.kind == "collection":
            day.collection += post.cents
        if post.cause == "drop" and post.payee.kind in ("meter", "reserve"):
            day.jackpot_in += post.cents
        if post.cause == "jackpot" and post.payer.kind == "meter":
            day.jackpot_out += post.cents
    for name, cents in staked.items():
        facts.wagers[name].handle += cents
    for one, other in combinations_with_replacement(sorted(staked), 2):
        row = facts.together.setdefault(one, {})
        row[other] = row.get(other, 0) + staked[one] * staked[other]
