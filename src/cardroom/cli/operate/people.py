"""`cardroom people`: the users of a room and their roles, and what a user cannot put right."""

from contextlib import closing
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.common import people_location
from cardroom.cli.operate.persons import LOCAL_REFUSED, Author, acting
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import CommandGroup, Json, Key, Local, RoomUrl, Where, Who, Why
from cardroom.house import House, player
from cardroom.house.cage import LOCAL, TwoPersonRule
from cardroom.web.halls import databases_for
from cardroom.web.orders import Orders, SetRoles
from cardroom.web.people import (
    CODE_LASTS,
    GUEST,
    ROLES,
    Factors,
    PeopleDatabase,
    PeopleStore,
    check_apart,
    note_writer,
    stored_people,
)

__all__ = ["app"]

app = CommandGroup("List and add users of a room, change roles, reset passwords.")
Roles = Annotated[str, typer.Argument(metavar="ROLES", help="All roles of the user, separated by commas.")]


@app.command("list")
def list_command(where: Where = None, *, as_json: Json = False) -> int:
    """List the users of a room with their roles and bars."""
    people = _people(where)
    users = [each for each in stored_people(people).users if each.name and each.roles != (GUEST,)]
    if as_json:
        print_json([{"name": each.name, "roles": list(each.roles), "barred": each.barred} for each in users], indent=2)
        return 0
    for each in users:
        barred = f" (barred: {each.barred})" if each.barred else ""
        console().print(f"{each.name}: {', '.join(each.roles)}{barred}", soft_wrap=True)
    return 0


@app.command("add")
def add_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new user. Words for staff are allowed.")],
    to: Roles,
    where: Where = None,
    *,
    who: Who,
    why: Why,
    local: Local = False,
    key: Key = None,
) -> int:
    """Add a user for staff, with a one-time code as password.

    A second operator must approve the roles.
    """
    roles = tuple(to.split(","))
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


@app.command("roles")
def roles_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The user.")],
    to: Roles,
    where: Where = None,
    *,
    who: Who,
    why: Why,
    local: Local = False,
    key: Key = None,
) -> int:
    """Replace a user's roles. A second operator must approve it."""
    roles = tuple(to.split(","))
    people = _people(where)
    with acting(where, key, who, "operator", local=local) as author:
        if author.orders is None:
            _set_here(author, people, name, roles, why)
        elif not author.give(SetRoles(author.orders.people.user(name).name, roles), why):
            return 0
    console().print(f"{name} now has the roles {', '.join(roles)}.", soft_wrap=True)
    return 0


@app.command("reset")
def reset_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The user's name.")],
    room: RoomUrl = None,
    *,
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the books.")] = "the password was lost",
    factor: Annotated[bool, typer.Option("--factor", help="Also remove the user's second factor.")] = False,
) -> int:
    """Replace a user's password by a one-time code. The books record it as local and unauthenticated.

    A room with two operators refuses it while the two-person rule is on: there, ask for it on the Floor page.
    """
    databases = databases_for(room, create=False)
    with closing(PeopleDatabase(databases.people)) as database:
        people, house = PeopleStore(database), House.at(databases.money)
        try:
            if Orders(house, people).enrolled and TwoPersonRule(house.books).current().on:
                raise UsageError(LOCAL_REFUSED)
            code = people.reset_password(name, note_writer(house, "password reset", who=LOCAL, why=why))
            if factor:
                Factors(database, house.books.store.vault, people.now).remove(name)
                house.note("second factor removed", who=LOCAL, why=why, before=people.user(name).name)
        finally:
            house.books.store.close()
    screen = console()
    screen.print(f"The one-time code of {name} is {code}", soft_wrap=True)
    screen.print(f"It is valid for {CODE_LASTS // 3600} hours. Sign in with it, and choose a password.", soft_wrap=True)
    return 0


def _set_here(author: Author, people: str, name: str, roles: tuple[str, ...], why: str) -> None:
    """Set roles at the machine itself, without a password. The books say so."""
    author.check_alone()
    with closing(PeopleDatabase(people)) as database:
        PeopleStore(database).set_roles(name, roles, note_writer(author.house, "roles", who=author.name, why=why))


def _people(where: str | None) -> str:
    if people := people_location(where):
        return people
    raise UsageError("This store has no people database beside it. Name the money books of a room.")
