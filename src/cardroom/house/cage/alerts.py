"""Alerts: bets, wins and cash above amounts that the house sets are noted in the cage's book (GLI-19 v3.0, 2.8.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from time import monotonic

import msgspec
from sqlalchemy import and_, func, select

from cardroom.errors import InputError
from cardroom.house.books import (
    CAGE,
    PLAY_MONEY,
    Books,
    Draft,
    GamingDays,
    LedgerAccount,
    Posting,
    check_text,
    latest_note,
    note,
    player,
    schema,
)
from cardroom.limits import MOST_CENTS
from cardroom.money import dollars
from cardroom.play.round import Transfer

__all__ = ["AlertMonitor", "AlertThresholds"]

_BET = frozenset({"wager", "bet", "ante", "dead"})
_GIVEN_BACK = frozenset({"uncovered", "returned", "uncalled"})
_CACHE_SECONDS = 10
"""How long the thresholds are cached. Another process may set them."""


class AlertThresholds(msgspec.Struct, frozen=True):
    """Cents above which a bet or a win of one player in one round is noted, or cash of one person in one gaming day.

    None disables the alert. Cash in and cash out are added up apart, as US casinos report them (31 CFR 1021.311).
    """

    bet: int | None = 1_000_000
    win: int | None = 1_000_000
    cash: int | None = 1_000_000


class AlertMonitor:
    """Compares the transfers of rounds, and cash at the cage, with the thresholds.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.alerts.set(AlertThresholds(bet=500_000, win=None), who="manager", why="a new license")
    >>> house.alerts.thresholds()
    AlertThresholds(bet=500000, win=None, cash=1000000)
    >>> folder.cleanup()
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._thresholds, self._searched, self._expires = AlertThresholds(), 0, 0.0

    def thresholds(self) -> AlertThresholds:
        """The current thresholds. A change by another process is seen within ten seconds."""
        if monotonic() >= self._expires:
            fields, self._searched = latest_note(self._books, "alerts", self._searched)
            if fields:
                self._thresholds = msgspec.convert(fields["after"], AlertThresholds)
            self._expires = monotonic() + _CACHE_SECONDS
        return self._thresholds

    def set(self, thresholds: AlertThresholds, *, who: str, why: str) -> None:
        """Set the thresholds. The change is a significant event itself."""
        for cents in (thresholds.bet, thresholds.win, thresholds.cash):
            if cents is not None and (type(cents) is not int or not 0 <= cents <= MOST_CENTS):
                raise InputError(
                    f"A threshold must be a whole number of cents from 0 to {MOST_CENTS:,}, not {cents!r}."
                )
        self._expires = 0.0
        before, after = (msgspec.to_builtins(each) for each in (self.thresholds(), thresholds))
        self._books.append(CAGE, [note("alerts", check_text(who, "The author"), why, before, after)])
        self._expires = 0.0

    def of_cash(self, name: str, posting: Posting, who: str, most: int | None) -> list[Draft]:
        """The note to write for a deposit or withdrawal that was just stored, if the day's total exceeds `most`.

        Call it in the same transaction. Every movement above the threshold is noted, not only the first one.
        """
        if most is None or who == PLAY_MONEY:
            return []
        days = GamingDays()
        total = self._cash_since(player(name), posting.cause, days.start(days.of(self._books.now())))
        if total <= most:
            return []
        why = f"{posting.cause}s of {name} in this gaming day: {dollars(total)} is above {dollars(most)}"
        return [note("cash", who, why, total - posting.cents, total)]

    def _cash_since(self, account: LedgerAccount, cause: str, since: int) -> int:
        """The sum of a player's deposits or withdrawals since a time."""
        postings, accounts, entries = schema.postings.c, schema.accounts.c, schema.lines.c
        side = postings.payee if cause == "deposit" else postings.payer
        query = (
            select(func.coalesce(func.sum(postings.cents), 0))
            .select_from(schema.postings)
            .join(schema.accounts, accounts.id == side)
            .join(schema.books, schema.books.c.id == accounts.book)
            .join(schema.lines, and_(entries.book == postings.book, entries.number == postings.number))
            .where(schema.books.c.name == account.book, accounts.kind == account.kind, accounts.owner == account.owner)
            .where(
                postings.cause == cause,
                schema.lines.c.number >= self._books.number_at(CAGE, since),
                schema.lines.c.at >= since,
            )
        )
        with self._books.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def of_round(
        self, table: str, number: int, transfers: tuple[Transfer, ...], stacks: Mapping[str, int]
    ) -> list[Draft]:
        """The notes to write for a round that ends with an entry of a table's book.

        `stacks` are the players' stacks after the round.
        """
        bets: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        for moved in transfers:
            payer, payee, cents = moved.payer, moved.payee, moved.amount
            if payer.kind == "stack":
                wins[payer.owner] -= cents
                bets[payer.owner] += cents * (moved.cause in _BET)
            if payee.kind == "stack":
                wins[payee.owner] += cents
                bets[payee.owner] -= cents * (moved.cause in _GIVEN_BACK)
        limits, notes = self.thresholds(), []
        for what, most, by_player in (("big bet", limits.bet, bets), ("big win", limits.win, wins)):
            for name, cents in by_player.items() if most is not None else ():
                if cents > (most or 0):
                    why = f"{table}, entry {number}: {dollars(cents)} is above {dollars(most or 0)}"
                    before = stacks.get(name, 0) - wins[name]
                    after = before - cents if what == "big bet" else before + cents
                    notes.append(note(what, name, why, before, after))
        return notes
