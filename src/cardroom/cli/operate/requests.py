"""`cardroom requests`: what waits for a second person."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.common import open_store
from cardroom.cli.operate.persons import acting, printed_time
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import CommandGroup, Json, Key, Where, Who, Why, parse_count
from cardroom.house import Books
from cardroom.house.cage import Requests
from cardroom.web.orders import VoidRound, order_of
from cardroom.web.people import (
    CODE_LASTS,
)

__all__ = ["app"]

app = CommandGroup("List, approve or decline orders that wait for approval.")
Number = Annotated[str, typer.Argument(metavar="NUMBER", help="The number of the request.")]

STAFF = ("cashier", "floor", "operator")


@app.command("list")
def list_command(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """List the requests that can still be decided."""
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


@app.command("approve")
def approve_command(number: Number, where: Where = None, *, who: Who, why: Why, key: Key = None) -> int:
    """Approve the request of another person, and carry it out."""
    return _decide(where, key, parse_count("NUMBER", number), True, who, why)


@app.command("decline")
def decline_command(number: Number, where: Where = None, *, who: Who, why: Why, key: Key = None) -> int:
    """Decline a request, or take back your own."""
    return _decide(where, key, parse_count("NUMBER", number), False, who, why)


def _decide(where: str | None, key: Path | None, number: int, approves: bool, who: str, why: str) -> int:
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
