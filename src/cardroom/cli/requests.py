"""`cardroom requests` and `cardroom people`: what waits for a second person, and users' roles."""

from pathlib import Path

from cardroom.cli import UsageError
from cardroom.cli.common import console, print_json
from cardroom.cli.persons import Author, acting, printed_time
from cardroom.cli.store import open_store, people_location
from cardroom.house import Books
from cardroom.house.requests import Requests
from cardroom.web.halls.order_kinds import CallOff, SetRoles, order_of
from cardroom.web.people.audit import stored_users
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.notes import noted
from cardroom.web.people.store import PeopleStore
from cardroom.web.people.user import GUEST

__all__ = ["decide_command", "list_command", "people_command", "roles_command"]

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
        if isinstance(order, CallOff):
            raise UsageError("Approve a call-off on the Floor page, because the round is played there.")
        author.orders.approve(number, author.user, why)
        console().print(f"Done: {order}.", soft_wrap=True)
    return 0


def people_command(where: str | None, as_json: bool) -> int:
    """Print the users of a room."""
    people = _people(where)
    users = [each for each in stored_users(people) if each.name and each.roles != (GUEST,)]
    if as_json:
        print_json([{"name": each.name, "roles": list(each.roles), "barred": each.barred} for each in users], indent=2)
        return 0
    for each in users:
        barred = f" (barred: {each.barred})" if each.barred else ""
        console().print(f"{each.name}: {', '.join(each.roles)}{barred}", soft_wrap=True)
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
    database = PeopleDatabase(people)
    try:
        PeopleStore(database).set_roles(name, roles, noted(author.house, "roles", who=author.name, why=why))
    finally:
        database.close()


def _people(where: str | None) -> str:
    if people := people_location(where):
        return people
    raise UsageError("This store has no people database beside it. Name the money books of a room.")
