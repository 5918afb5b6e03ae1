"""`cardroom store events` and `cardroom store alerts`: significant events, and the amounts that raise one."""

import json
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Annotated

import typer
from rich.text import Text

from cardroom.clean import visible
from cardroom.cli import UsageError
from cardroom.cli.operate.common import gaming_days, open_store
from cardroom.cli.operate.persons import acting
from cardroom.cli.terminal.common import console, plural, print_json
from cardroom.cli.terminal.options import Json, Key, Local, Where
from cardroom.house import Books, House
from cardroom.house.cage import AlertThresholds
from cardroom.house.reports import SignificantEvent, significant_events
from cardroom.money import cents, dollars

__all__ = ["alerts_command", "events_command"]


def events_command(
    where: Where = None,
    *,
    first: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day. Default: all.")] = None,
    last: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The last day. Default: all.")] = None,
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="The time zone. Default: this machine's.")] = None,
    key: Key = None,
    as_json: Json = False,
) -> int:
    """List significant events: who did what and why."""
    days = gaming_days("00:00", zone)
    begin, end = _day("--from", first), _day("--to", last)
    if begin and end and end < begin:
        raise UsageError(f"--to {end} is before --from {begin}.")
    since = days.start(begin) if begin else 0
    until = days.start(end + timedelta(days=1)) if end else 2**62
    with open_store(where, key) as store:
        events = significant_events(Books(store), since, until)
    if as_json:
        print_json([_fields(each) for each in events], indent=2)
        return 0
    screen = console()
    if not events:
        screen.print("No Activity")
        return 0
    for each in events:
        when = f"{_time(each, days.zone):%Y-%m-%d %H:%M:%S}"
        about = Text(f"{when}  ").append(visible(each.what), style="bold").append(f"  {visible(each.who)}")
        screen.print(about.append(f"  ({visible(each.book)}, entry {each.number})", style="dim"), soft_wrap=True)
        changes = [f"{when} {_words(value)}" for when, value in _changes(each)]
        for detail in filter(None, (each.why, "; ".join(changes))):
            screen.print(Text(f"    {visible(detail)}"), soft_wrap=True)
    screen.print(plural(len(events), "event"))
    return 0


def _changes(event: SignificantEvent) -> list[tuple[str, object]]:
    return [(when, value) for when, value in (("before", event.before), ("after", event.after)) if value is not None]


def alerts_command(
    where: Where = None,
    *,
    bet: Annotated[str | None, typer.Option(metavar="AMOUNT|none", help="Record bets above this amount.")] = None,
    win: Annotated[str | None, typer.Option(metavar="AMOUNT|none", help="Record wins above this amount.")] = None,
    cash: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT|none", help="Record a person's cash in a gaming day above this amount."),
    ] = None,
    who: Annotated[str | None, typer.Option(metavar="NAME", help="Who sets the amount.")] = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="The reason for the change.")] = None,
    local: Local = False,
    key: Key = None,
) -> int:
    """Show or set the amounts above which an event is recorded.

    They are for the bets, the wins and the cash of a player.
    """
    amounts = {"bet": bet, "win": win, "cash": cash}
    change = any(text is not None for text in amounts.values())
    if change and not (who and why):
        raise UsageError("To set an amount, give --who and --why.")
    if change:
        with acting(where, key, who or "", "operator", local=local) as author:
            limits = author.house.alerts.thresholds()
            new = {name: _amount(text, getattr(limits, name)) for name, text in amounts.items()}
            limits = AlertThresholds(**new)
            author.house.alerts.set(limits, who=author.name, why=why or "")
    else:
        with open_store(where, key) as store:
            limits = House(Books(store)).alerts.thresholds()
    for what in amounts:
        amount: int | None = getattr(limits, what)
        unit = "person and gaming day" if what == "cash" else "player and round"
        above = "not recorded" if amount is None else f"recorded above {dollars(amount)} per {unit}"
        console().print(f"{what}: {above}")
    return 0


def _amount(text: str | None, current: int | None) -> int | None:
    return current if text is None else None if text == "none" else cents(text)


def _day(option: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"{option} {text} is not a date. Write it like 2026-03-31.") from None


def _fields(event: SignificantEvent) -> dict[str, object]:
    fields = {"line" if name == "number" else name: value for name, value in event._asdict().items()}
    return fields | {"at": _time(event, UTC).isoformat()}


def _time(event: SignificantEvent, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(event.at // 1_000_000, UTC).astimezone(zone)


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
