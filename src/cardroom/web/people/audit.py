"""Compare the people database with the books: every role and every bar must be as the notes say.

Anyone who can write to the database can give themselves a role or lift a bar. The books hold the order, or lack it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from cardroom.house.audit import Finding
from cardroom.house.books import Books
from cardroom.house.database import store_errors
from cardroom.house.duties import Duties, NotedUser, duties
from cardroom.house.store import open_engine
from cardroom.web.people.rows import recorded_user, select_everyone
from cardroom.web.people.user import GUEST, User

__all__ = ["PEOPLE", "people_findings", "stored_users"]

PEOPLE = "people"
"""The place of findings about the people database."""
AGAIN = 0.5
"""Seconds after which differences are checked again, because a change may have been in progress."""


def people_findings(books: Books, users: Callable[[], list[User]]) -> list[Finding]:
    """The differences between the people database and the books. `users` reads all users of the database."""
    found = [*_differences(users(), duties(books))]
    if found:
        time.sleep(AGAIN)
        again = {*_differences(users(), duties(books))}
        found = [each for each in found if each in again]
    return [Finding(PEOPLE, 0, what) for what in found]


def stored_users(where: str) -> list[User]:
    """All users of a people database, by its file or URL. Nothing is written to it."""
    engine = open_engine(where)
    try:
        with store_errors("the people database"), engine.connect() as connection:
            return [recorded_user(row) for row in connection.execution_options(reads=True).execute(select_everyone())]
    finally:
        engine.dispose()


def _differences(users: list[User], found: Duties) -> Iterator[str]:
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
        if user.barred != noted.barred:
            yield f"{user.name} {_bar(user.barred)} in the people database, and {_bar(noted.barred)} by the books"
    stored = {user.name for user in users}
    for name, noted in found.users.items():
        if name not in stored and (noted.roles or noted.barred):
            yield f"{name} is missing from the people database; by the books: {_words(noted.roles) or GUEST}"


def _words(roles: tuple[str, ...]) -> str:
    return ", ".join(map(str, roles))


def _bar(barred: str) -> str:
    return f"is barred ({barred})" if barred else "is not barred"
