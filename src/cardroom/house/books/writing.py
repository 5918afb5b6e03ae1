"""The statements that write entries, postings and balances, as SQL text for the driver's cursor.

Every step of every table runs them. Each writes all rows of its table at once. PostgreSQL reads rows from one JSON
value, which costs less than a value for each column.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from cardroom.house.books.drafts import BookHead
from cardroom.house.books.values import LedgerEntry

__all__ = ["write_balances", "write_entries", "write_postings"]

_ENCODE = msgspec.json.Encoder().encode

# A book with a different head would get no number of entries, which the database rejects.
_SET_HEAD = "UPDATE books SET lines = CASE WHEN head = {0} THEN {0} END, head = {0}, stands = {0} WHERE id = {0}"
_SET_HEAD_SQLITE = _SET_HEAD.format("?")
_ADD_ENTRY = "INSERT INTO lines (book, number, at, kind, who, key, secret, body, hash) VALUES "
_ADD_ENTRY_SQLITE = _ADD_ENTRY + "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
_POSTING = ("book", "number", "item", "payer", "payee", "cents", "cause", "spot", "wager", "line", "cite")
_ADD_POSTING = f"INSERT INTO postings ({', '.join(_POSTING)}) "
_ADD_POSTING_SQLITE = _ADD_POSTING + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ADD_POSTINGS = (
    _ADD_POSTING
    + "SELECT * FROM json_to_recordset(%s::json) AS given (book bigint, number bigint, item integer, payer bigint,"
    " payee bigint, cents bigint, cause text, spot text, wager text, line text, cite text)"
)
_ADD_TO_BALANCE_SQLITE = "UPDATE accounts SET cents = cents + ?, at = max(at, ?) WHERE id = ?"
_ADD_TO_BALANCES = (
    "UPDATE accounts SET cents = accounts.cents + given.cents, at = greatest(accounts.at, given.at)"
    " FROM json_to_recordset(%s::json) AS given (cents bigint, at bigint, id bigint) WHERE accounts.id = given.id"
)


@cache
def _add_entries(count: int) -> str:
    """PostgreSQL: one statement that sets the head of a book and adds entries."""
    row = f"({', '.join(['%s'] * 9)})"
    return f"WITH changed AS ({_SET_HEAD.format('%s')}) {_ADD_ENTRY}{', '.join([row] * count)}"


def write_entries(cursor: Any, sqlite: bool, before: BookHead, after: BookHead, entries: Sequence[LedgerEntry]) -> None:
    """Add entries to a book, and set its head from `before` to `after`. If it has a different head, this fails."""
    head = before.head, after.lines, after.head, after.stands, before.id
    rows = [(before.id, *entry[:7], entry[8]) for entry in entries]
    if not sqlite:
        cursor.execute(_add_entries(len(rows)), (*head, *(value for row in rows for value in row)))
        return
    cursor.execute(_SET_HEAD_SQLITE, head)
    for row in rows:
        cursor.execute(_ADD_ENTRY_SQLITE, row)


def write_postings(cursor: Any, sqlite: bool, rows: list[tuple[Any, ...]]) -> None:
    """Add postings, given in the order of their columns."""
    if sqlite:
        cursor.executemany(_ADD_POSTING_SQLITE, rows)
    else:
        cursor.execute(_ADD_POSTINGS, (_json(_POSTING, rows),))


def write_balances(cursor: Any, sqlite: bool, rows: list[tuple[int, int, int]]) -> None:
    """Change balances: the cents to add, the time, and the number of the account."""
    if sqlite:
        cursor.executemany(_ADD_TO_BALANCE_SQLITE, rows)
    else:
        cursor.execute(_ADD_TO_BALANCES, (_json(("cents", "at", "id"), rows),))


def _json(names: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> str:
    """Rows as JSON objects."""
    return _ENCODE([dict(zip(names, row, strict=True)) for row in rows]).decode()
