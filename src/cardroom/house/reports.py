"""Facts about a gaming day at a table, from the books: drop, handle, win, collection, jackpots. All in cents.

- **Drop** is the sum of buy-ins at the table. A fill is not part of it. Chips cannot be carried to another table; they
  return to the balance first.
- **Handle** is the amount wagered and covered. What a bank did not cover and returned was never in play.
- **Win** is what the house's own bank took minus what it paid, by wager.
- A **gaming day** has the date on which it begins. What happens before that hour belongs to the previous day.

The expected win is not in the books. `hold` compares these facts with the exact figures.
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
from cardroom.house.values import CAGE, WAGERED, LedgerAccount, LedgerEntry, Posting, is_table
from cardroom.play.log import RoundStarted
from cardroom.play.record import RulesOf

__all__ = ["BEGINS", "GameFacts", "GamingDays", "Products", "TableDay", "Wagered", "sum_days", "table_days"]

JACKPOT_INTERNAL = frozenset({"claim", "returned claim", "released", "overflow"})
"""Causes of postings between a jackpot's own accounts, or to the bank that paid for it. They are not results."""


class Wagered(msgspec.Struct):
    """The totals of one wager."""

    count: int = 0
    """How often it was placed."""
    handle: int = 0
    win: int = 0
    """The gain of the house's bank."""


Quantity = tuple[str, str]
"""The `stake` or the `win` of a wager, with the wager's name."""
Products = Counter[tuple[Quantity, Quantity]]
"""For each sorted pair of quantities, the sum of their products over all rounds. Variances are computed from these."""


class GameFacts(msgspec.Struct):
    """The facts of one game under one rule set, at one table."""

    game: str
    rules: RulesOf
    rounds: int = 0
    wagers: dict[str, Wagered] = {}
    own: Products = msgspec.field(default_factory=Counter)
    """Products of quantities at the same spot in the same round."""
    together: Products = msgspec.field(default_factory=Counter)
    """Products of quantities summed over all spots of the same round."""


BOT = "bot "
"""How the names of bots begin. No user can take such a name."""


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

    @property
    def quiet(self) -> bool:
        """Whether nothing happened."""
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
        for done, name in enumerate(names):
            progress(name, done, len(names))
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
        if entry.kind == "opened":
            log_entry = entry_of(books.plaintext(name, entry))
            opening = log_entry if isinstance(log_entry, RoundStarted) else None
        day = table_day.get((name, days.of(entry.at)))
        if day is None:  # before the first day: it only says which round was in progress
            continue
        match entry.kind:
            case "joined" | "added":
                bots, all_chips = _chips(entry.postings)
                day.drop, day.bot_drop = day.drop + all_chips - bots, day.bot_drop + bots
            case "left":
                bots, all_chips = _chips(entry.postings)
                day.cash_out, day.bot_cash_out = day.cash_out + all_chips - bots, day.bot_cash_out + bots
            case "voided":
                day.voided += 1
            case "closed" if opening and _was_played(opening, entry.postings):
                _add_round(day, opening, entry.postings)


def _chips(postings: tuple[Posting, ...]) -> tuple[int, int]:
    """The chips that bots moved, and all chips that were moved, of a player who buys in or leaves."""
    bots = sum(each.cents for each in postings if any(one.owner.startswith(BOT) for one in each[:2]))
    return bots, sum(each.cents for each in postings)


def _was_played(started: RoundStarted, postings: tuple[Posting, ...]) -> bool:
    """Whether a round was dealt: someone wagered. In Chinese Poker no one wagers, and every round is dealt."""
    dealt = any(WAGERED.get(posting.cause, 0) > 0 for posting in postings)
    return dealt or started.opening.script.startswith("face-up-chinese/")


def _add_round(day: TableDay, started: RoundStarted, postings: tuple[Posting, ...]) -> None:
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


_SUMS = (
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
