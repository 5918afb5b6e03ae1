"""Compare the people database with the books: roles, bars, passwords and second factors must be as the notes say.

Anyone who can write to the database can give themselves a role, lift a bar, or replace a password. The books hold the
order, or lack it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from cardroom.house.audit import Finding
from cardroom.house.books import Books, open_engine, store_errors
from cardroom.house.cage import Duties, NotedUser, duties
from cardroom.web.people.names import normalize
from cardroom.web.people.rows import recorded_user, select_everyone
from cardroom.web.people.schema import FACTORS
from cardroom.web.people.user import GUEST, User

__all__ = ["PEOPLE", "StoredPeople", "people_findings", "read_people", "stored_people"]

PEOPLE = "people"
"""The place of findings about the people database."""
AGAIN = 0.5
"""Seconds after which differences are checked again, because a change may have been in progress."""


class StoredPeople(NamedTuple):
    """What a people database holds that the books know too."""

    users: list[User]
    factors: set[str]
    """The normalized names of users with a second factor."""


def people_findings(books: Books, stored: Callable[[], StoredPeople]) -> list[Finding]:
    """The differences between the people database and the books. `stored` reads the database."""
    found = [*_differences(stored(), duties(books))]
    if found:
        time.sleep(AGAIN)
        again = {*_differences(stored(), duties(books))}
        found = [each for each in found if each in again]
    return [Finding(PEOPLE, 0, what) for what in found]


def stored_people(where: str) -> StoredPeople:
    """The users of a people database, by its file or URL. Nothing is written to it."""
    engine = open_engine(where)
    try:
        with store_errors("the people database"), engine.connect() as connection:
            return read_people(connection.execution_options(reads=True))
    finally:
        engine.dispose()


def read_people(connection: Connection) -> StoredPeople:
    """The users of a people database."""
    users = [recorded_user(row) for row in connection.execute(select_everyone())]
    confirmed = select(FACTORS.c.folded).where(FACTORS.c.confirmed)
    return StoredPeople(users, {*connection.scalars(confirmed)})


def _differences(stored: StoredPeople, found: Duties) -> Iterator[str]:
    users = stored.users
    for user in users:
        noted = found.users.get(user.name, NotedUser())
        if noted.roles:
            if {*user.roles} != {*noted.roles}:
                yield (
                    f"{user.name} has the roles {_words(user.roles)} in the people database, and {_words(noted.roles)} "
                    "by the books"
                )
        elif user.roles != (GUEST,):
            name = user.name or "a user without a name"
            yield f"{name} has the roles {_words(user.roles)} in the people database, and the books know no such user"
        if noted.password and user.password_check != noted.password:
            yield f"the password of {user.name} in the people database is not the one that was set by the books"
        if user.barred != noted.barred:
            yield f"{user.name} {_bar(user.barred)} in the people database, and {_bar(noted.barred)} by the books"
    names = {user.name for user in users}
    for name, noted in found.users.items():
        if noted.factor and normalize(name) not in stored.factors:
            yield f"{name} has no second factor in the people database, and has one by the books"
        if name not in names and (noted.roles or noted.barred):
            yield f"{name} is missing from the people database; by the books: {_words(noted.roles) or GUEST}"


def _words(roles: tuple[str, ...]) -> str:
    return ", ".join(map(str, roles))


def _bar(barred: str) -> str:
    return f"is barred ({barred})" if barred else "is not barred"
