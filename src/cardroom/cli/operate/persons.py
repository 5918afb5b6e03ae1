"""The person who gives an order on the command line: a user with a password, or someone at the machine itself.

A room has a people database beside its money books. There a command asks for the user's password, and orders that need
a second person wait as they do on the Floor page. With `--local`, or in a store that never had users, the order is
carried out at once and the books say that its author was not authenticated. In a room whose orders need two persons,
`--local` cannot give such an order.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.common import open_store, people_location
from cardroom.cli.terminal.common import console
from cardroom.errors import InputError
from cardroom.house import Books, House, Store
from cardroom.house.books import notes_about
from cardroom.house.cage import LOCAL, TwoPersonRule
from cardroom.web.orders import Orders, StaffOrder
from cardroom.web.people import FACTOR_NEEDED, CodeNeeded, Factors, PeopleDatabase, PeopleStore, User, needs_factor

__all__ = ["LOCAL_REFUSED", "PASSWORD", "Author", "acting", "printed_time", "signed_in"]

PASSWORD, CODE = "CARDROOM_PASSWORD", "CARDROOM_CODE"
"""The environment variables with the password, and with the code of a second factor."""
ADDRESS = "command line"
"""Where failed sign-ins are counted."""
LOCAL_REFUSED = (
    "This room needs two persons for this, so --local cannot do it. Give the order as a user; or switch the second "
    "person off with `cardroom serve --one-person`, which every report then says."
)
NOT_BESIDE = (
    "These are the books of a room, but its users are not beside them. Name the room as `cardroom serve --db` does; or "
    "use --local, which the books record."
)
STOPPED = "run the command again; with the same --id it takes effect once"


class Author(NamedTuple):
    """The author of an order, and the house that it is for."""

    house: House
    name: str
    """The author as the books have it."""
    user: User | None = None
    """The user; None for someone at the machine itself."""
    orders: Orders | None = None
    needs_two: bool = False
    """Whether someone at the machine itself cannot give orders that need a second person."""

    def check_alone(self) -> None:
        """Refuse someone at the machine itself, in a room whose orders need two persons."""
        if self.needs_two:
            raise UsageError(LOCAL_REFUSED)

    def give(self, order: StaffOrder, why: str) -> bool:
        """Carry out an order. Returns False if it waits for a second person, and prints that."""
        if self.orders is None:
            self.check_alone()
            order.move(self.house, self.name, why)
            return True
        number = self.orders.submit(order, self.name, why)
        if number is None:
            return True
        until = printed_time(self.orders.requests.get(number).until)
        ways = f"Approve it on the Floor page or with `cardroom requests approve {number}`."
        console().print(f"Request {number} waits for a second person until {until}. {ways}", soft_wrap=True)
        return False


@contextmanager
def acting(where: str | None, key: Path | None, who: str, *roles: str, local: bool) -> Iterator[Author]:
    """Open a store for an order of a person with one of these roles."""
    people = people_location(where)
    with open_store(where, key, writes=True, stopped=STOPPED) as store:
        house = House(Books(store))
        if people is None or local:
            of_room = people is not None or _knows_users(house.books)
            if of_room and not local:
                raise UsageError(NOT_BESIDE)
            needs_two = of_room and TwoPersonRule(house.books).current().on
            yield Author(house, f"{who} ({LOCAL})", needs_two=needs_two)
            return
        with signed_in(store, people, who, *roles) as (user, found):
            yield Author(house, user.name, user, Orders(house, found))


@contextmanager
def signed_in(store: Store, people: str, who: str, *roles: str) -> Iterator[tuple[User, PeopleStore]]:
    """Ask for the password of a user who has one of these roles, by the people database beside the money books."""
    database = PeopleDatabase(people)
    try:
        found = PeopleStore(database)
        found.factors = Factors(database, store.vault, found.now)
        books = Books(store)
        user = _signed_in(House(books), found, who)
        if not user.may(*roles):
            raise UsageError(f"{user.name} is not {' or '.join(roles)}. Roles are given on the Floor page.")
        if needs_factor(books) and not found.factors.has(user.name):
            raise UsageError(FACTOR_NEEDED)
        yield user, found
    finally:
        database.close()


def _signed_in(house: House, people: PeopleStore, who: str) -> User:
    """The user with this name and password. A failure is noted, as at the server."""
    password = os.environ.get(PASSWORD)
    if password is None:
        if not sys.stdin.isatty():
            raise UsageError(
                f"This room has users: set {PASSWORD} to the password of {who}, or use --local, which the books record."
            )
        password = typer.prompt(f"Password of {who}", hide_input=True, err=True)
    try:
        _check_password(people, who, password)
    except UsageError:
        raise
    except InputError as error:
        known = who if any(each.name == who for each in people.users()) else "nobody of that name"
        house.note("failed sign-in", who="door", why="on the command line", after=known)
        raise UsageError(str(error)) from None
    user = people.user(who)
    if user.must_change_password:
        raise UsageError("Choose your own password first, on the Account page.")
    return user


def _knows_users(books: Books) -> bool:
    """Whether books are a room's, however their location is spelled: they note its first operator and who signed up."""
    return any(notes_about(books, what) for what in ("operator", "sign-up"))


def _check_password(people: PeopleStore, who: str, password: str) -> None:
    """Check a password, and ask for the code of a user who has a second factor."""
    try:
        people.check_password(who, password, ADDRESS, os.environ.get(CODE, ""))
    except CodeNeeded:
        if not sys.stdin.isatty():
            raise UsageError(f"{who} has a second factor: set {CODE} to its current code.") from None
        people.check_password(who, password, ADDRESS, typer.prompt(f"Code of {who}", err=True))


def printed_time(at: int) -> str:
    """A time of the books in words."""
    return f"{datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d %H:%M} UTC"
