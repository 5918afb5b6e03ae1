"""The commands of `cardroom requests`, and those of `cardroom people` that list and add users and change roles."""

from typing import Annotated

import typer

from cardroom.cli.operate.people_app import people
from cardroom.cli.operate.store_app import Key, Local, Where, Who, Why
from cardroom.cli.terminal.options import Json
from cardroom.cli.terminal.words import parse_count

__all__ = ["requests"]

requests = typer.Typer(
    help="List, approve or decline orders that wait for a second person.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
Number = Annotated[str, typer.Argument(metavar="NUMBER", help="The number of the request.")]


@requests.command(name="list")
def list_(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """List the requests that can still be decided."""
    from cardroom.cli.operate.requests import list_command  # noqa: PLC0415

    return list_command(where, key, as_json)


@requests.command()
def approve(number: Number, where: Where = None, *, who: Who, why: Why, key: Key = None) -> int:
    """Approve a request of another person, and carry out its order."""
    from cardroom.cli.operate.requests import decide_command  # noqa: PLC0415

    return decide_command(where, key, parse_count("NUMBER", number), True, who, why)


@requests.command()
def decline(number: Number, where: Where = None, *, who: Who, why: Why, key: Key = None) -> int:
    """Decline a request, or take back your own."""
    from cardroom.cli.operate.requests import decide_command  # noqa: PLC0415

    return decide_command(where, key, parse_count("NUMBER", number), False, who, why)


@people.command(name="list")
def list_people(where: Where = None, *, as_json: Json = False) -> int:
    """List the users of a room with their roles and bars."""
    from cardroom.cli.operate.requests import people_command  # noqa: PLC0415

    return people_command(where, as_json)


@people.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new user. Words for staff are allowed.")],
    to: Annotated[str, typer.Argument(metavar="ROLES", help="All roles of the user, separated by commas.")],
    where: Where = None,
    *,
    who: Who,
    why: Why,
    local: Local = False,
    key: Key = None,
) -> int:
    """Add a user for staff, with a one-time code instead of a password. A second operator must approve the roles."""
    from cardroom.cli.operate.requests import add_command  # noqa: PLC0415

    return add_command(where, key, name, tuple(to.split(",")), who, why, local)


@people.command()
def roles(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The user.")],
    to: Annotated[str, typer.Argument(metavar="ROLES", help="All roles of the user, separated by commas.")],
    where: Where = None,
    *,
    who: Who,
    why: Why,
    local: Local = False,
    key: Key = None,
) -> int:
    """Replace a user's roles. A second operator must approve it."""
    from cardroom.cli.operate.requests import roles_command  # noqa: PLC0415

    return roles_command(where, key, name, tuple(to.split(",")), who, why, local)
