"""`cardroom requests` and `cardroom people`: what waits for a second person, and users with their roles."""

from contextlib import closing
from pathlib import Path

from cardroom.cli import UsageError
from cardroom.cli.operate.persons import Author, acting, printed_time
from cardroom.cli.operate.store import open_store, people_location
from cardroom.cli.terminal.common import console, print_json
from cardroom.house import Books, player
from cardroom.house.cage import Requests
from cardroom.web.halls import SetRoles, VoidRound, order_of
from cardroom.web.people import (
    CODE_LASTS,
    GUEST,
    ROLES,
    PeopleDatabase,
    PeopleStore,
    check_apart,
    note_writer,
    stored_people,
)

__all__ = ["add_command", "decide_command", "list_command", "people_command", "roles_command"]

STAFF = ("cashier", "floor", "operator")


def list_command(where: str | None, key: Path | None, as_json: bool) -> int:
    """Print the requests that can still be decided."""
    with open_store(where, key) as store:
        pending = Requests(Books(store)).pending()
    if as_json:
        print_json([each._asdict() | {"until": each.until, "says": str(order_of(each))} for each in pending], indent=2)
        return 0
    if not pending:
        console().print("No request waits for a second person.")
    for each in pending:
        console().print(f"{each.number}: {order_of(each)}", soft_wrap=True)
        console().print(f"    {each.who}: {each.why}. Expires {printed_time(each.until)}.", soft_wrap=True)
    return 0


def decide_command(where: str | None, key: Path | None, number: int, approves: bool, who: str, why: str) -> int:
    """Approve or decline a request, as a user of the room."""
    with acting(where, key, who, *STAFF, local=False) as author:
        if author.orders is None or author.user is None:
            raise UsageError("This store has no users, so no request can be approved.")
        if not approves:
            author.orders.decline(number, author.user, why)
            console().print(f"Request {number} is declined.")
            return 0
        _, order = author.orders.check_approval(number, author.user)
        if isinstance(order, VoidRound):
            raise UsageError("Approve the voiding of a round on the Floor page, because the round is played there.")
        code = author.orders.approve(number, author.user, why)
        console().print(f"Done: {order}.", soft_wrap=True)
        if code:
            console().print(f"The one-time code is {code}. It is valid for {CODE_LASTS // 3600} hours.", soft_wrap=True)
    return 0


def people_command(where: str | None, as_json: bool) -> int:
    """Print the users of a room."""
    people = _people(where)
    users = [each for each in stored_people(people).users if each.name and each.roles != (GUEST,)]
    if as_json:
        print_json([{"name": each.name, "roles": list(each.roles), "barred": each.barred} for each in users], indent=2)
        return 0
    for each in users:
        barred = f" (barred: {each.barred})" if each.barred else ""
        console().print(f"{each.name}: {', '.join(each.roles)}{barred}", soft_wrap=True)
    return 0


def add_command(
    where: str | None, key: Path | None, name: str, roles: tuple[str, ...], who: str, why: str, local: bool
) -> int:
    """Add a user, print the one-time code, and give the roles or ask for them."""
    location = _people(where)
    if unknown := {*roles} - {*ROLES}:
        raise UsageError(f"Unknown role: {', '.join(sorted(unknown))}. Roles are {', '.join(ROLES)}.")
    check_apart(roles)
    with acting(where, key, who, "operator", local=local) as author:
        if author.house.books.has_account(player(name)):
            raise UsageError(f"{name} has an account in the books already. Reset that user's password instead.")
        author.check_alone()
        if author.orders is not None:
            author.orders.check_enrolled()
        with closing(PeopleDatabase(location)) as database:
            people, note = PeopleStore(database), note_writer(author.house, "sign-up", who=author.name, why=why)
            people.add_staff(name, note)
            code = people.reset_password(name, note_writer(author.house, "password reset", who=author.name, why=why))
        console().print(f"{name} is added. The one-time code of {name} is {code}", soft_wrap=True)
        console().print(f"It is valid for {CODE_LASTS // 3600} hours. Sign in with it, and choose a password.")
        if author.orders is None:
            _set_here(author, location, name, roles, why)
        elif not author.give(SetRoles(name, roles), why):
            return 0
    console().print(f"{name} now has the roles {', '.join(roles)}.", soft_wrap=True)
    return 0


def roles_command(
    where: str | None, key: Path | None, name: str, roles: tuple[str, ...], who: str, why: str, local: bool
) -> int:
    """Replace a user's roles."""
    people = _people(where)
    with acting(where, key, who, "operator", local=local) as author:
        if author.orders is None:
            _set_here(author, people, name, roles, why)
        elif not author.give(SetRoles(author.orders.people.user(name).name, roles), why):
            return 0
    console().print(f"{name} now has the roles {', '.join(roles)}.", soft_wrap=True)
    return 0


def _set_here(author: Author, people: str, name: str, roles: tuple[str, ...], why: str) -> None:
    """Set roles at the machine itself, without a password. The books say so."""
    author.check_alone()
    database = PeopleDatabase(people)
    try:
        PeopleStore(database).set_roles(name, roles, note_writer(author.house, "roles", who=author.name, why=why))
    finally:
        database.close()


def _people(where: str | None) -> str:
    if people := people_location(where):
        return people
    raise UsageError("This store has no people database beside it. Name the money books of a room.")
