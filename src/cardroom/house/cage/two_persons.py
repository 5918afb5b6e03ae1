"""The rule that some orders need a second person, and whether it is on. The books hold it as notes.

Which orders need one is decided in `web/orders`; here is the setting, and what a player, a table or a cashier has moved
lately.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import func, literal, select

from cardroom.errors import InputError
from cardroom.house.books import CAGE, Books, LedgerAccount, latest_note, note, schema
from cardroom.limits import MOST_CENTS

__all__ = ["ASKED", "PAYOUTS", "WHAT", "TwoPersonRule", "TwoPersons", "asked_key", "moved_since"]

WHAT = "two persons"
"""The kind of its notes in the cage's book."""
DAY = 24 * 3600 * 1_000_000
"""Microseconds over which money is added up, so that a large movement cannot be split. The window moves with the clock,
so the beginning of a gaming day does not split one either."""
PAYOUTS = ("withdrawal", "credit")
"""The causes of postings that pay money out."""
ASKED = "/ask "
"""The beginning of the id of a request. The id of its order follows, without the slash."""


class TwoPersons(msgspec.Struct, frozen=True):
    """Whether some orders need a second person, and the cents in 24 hours above which cash needs one."""

    on: bool = True
    limit: int = 300_000
    """Paid out to one player, or taken from the bank of one table."""
    deposit: int = 1_000_000
    """Deposited to one player."""
    cashier: int = 2_000_000
    """Deposited, or paid out, by one member of staff alone. What a second person approved is not counted."""


class TwoPersonRule:
    """The rule of a house.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> rule = TwoPersonRule(house.books)
    >>> rule.current().on
    True
    >>> rule.set(TwoPersons(on=False), who="ann", why="she works alone")
    >>> rule.current().on
    False
    >>> folder.cleanup()
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._current, self._searched = TwoPersons(), 0

    def current(self) -> TwoPersons:
        """The current setting, also if another process changed it."""
        fields, self._searched = latest_note(self._books, WHAT, self._searched)
        if fields:
            self._current = msgspec.convert(fields["after"], TwoPersons)
        return self._current

    def set(self, setting: TwoPersons, *, who: str, why: str) -> None:
        """Change the setting. The change is a significant event."""
        for cents in (setting.limit, setting.deposit, setting.cashier):
            if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
                raise InputError(f"A limit must be a whole number of cents from 0 to {MOST_CENTS:,}.")
        before, after = (msgspec.to_builtins(each) for each in (self.current(), setting))
        self._books.append(CAGE, [note(WHAT, who, why, before, after)])

    def payout_needs_second(self, account: LedgerAccount, cents: int, who: str) -> bool:
        """Whether a payment from an account to the outside by a member of staff needs a second person."""
        return self._needs_second(account, cents, who, PAYOUTS)

    def deposit_needs_second(self, account: LedgerAccount, cents: int, who: str) -> bool:
        """Whether a deposit to an account by a member of staff needs a second person."""
        return self._needs_second(account, cents, who, ("deposit",))

    def _needs_second(self, account: LedgerAccount, cents: int, who: str, causes: tuple[str, ...]) -> bool:
        rule, since = self.current(), self._books.now() - DAY
        most = rule.limit if causes == PAYOUTS else rule.deposit
        return rule.on and (
            moved_since(self._books, since, causes, account=account) + cents > most
            or moved_since(self._books, since, causes, alone=who) + cents > rule.cashier
        )


def asked_key(key: str) -> str:
    """The id of the request for an order that the books hold under an id."""
    return ASKED + key.removeprefix("/")


def moved_since(
    books: Books, since: int, causes: tuple[str, ...], *, account: LedgerAccount | None = None, alone: str = ""
) -> int:
    """The cents that the cage moved since a time for these causes: of one account, or by one person alone."""
    lines, postings, accounts = schema.lines, schema.postings, schema.accounts
    cage, asked = schema.books.alias(), schema.lines.alias()
    query = (
        select(func.coalesce(func.sum(postings.c.cents), 0))
        .join(lines, (lines.c.book == postings.c.book) & (lines.c.number == postings.c.number))
        .join(cage, cage.c.id == lines.c.book)
        .where(cage.c.name == CAGE, lines.c.number >= books.number_at(CAGE, since), lines.c.at >= since)
        .where(postings.c.cause.in_(causes))
    )
    if account is not None:
        side = postings.c.payer if causes == PAYOUTS else postings.c.payee
        query = (
            query.join(accounts, accounts.c.id == side)
            .join(schema.books, schema.books.c.id == accounts.c.book)
            .where(schema.books.c.name == account.book, accounts.c.kind == account.kind)
            .where(accounts.c.owner == account.owner, accounts.c.part == account.part)
        )
    if alone:
        request = select(asked.c.number).where(asked.c.key == literal(ASKED) + func.substr(lines.c.key, 2))
        query = query.where(lines.c.who == alone, ~request.exists())
    with books.reading() as connection:
        return int(connection.execute(query).scalar_one())
