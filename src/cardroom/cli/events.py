"""`cardroom store events` and `cardroom store watch`: what matters to a regulator, and which bets and wins do."""

import json
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path

from rich.text import Text

from cardroom.cli import Mistake
from cardroom.cli.common import console, print_json
from cardroom.cli.days import gaming_days
from cardroom.cli.store import opened
from cardroom.cli.words import counted, visible
from cardroom.house import Books, House
from cardroom.house.significant import Event, Watch, events
from cardroom.money import cents, dollars

__all__ = ["events_command", "watch_command"]


def events_command(
    where: str | None, key: Path | None, first: str | None, last: str | None, zone: str | None, as_json: bool
) -> int:
    """Print the significant events of some days, by the clock's dates."""
    days = gaming_days("00:00", zone)
    begin, end = _day("--from", first), _day("--to", last)
    if begin and end and end < begin:
        raise Mistake(f"the interval ends on {end}, before it begins on {begin}")
    since = days.start(begin) if begin else 0
    until = days.start(end + timedelta(days=1)) if end else 2**62
    with opened(where, key) as store:
        found = events(Books(store), since, until)
    if as_json:
        print_json([each._asdict() | {"at": _time(each, UTC).isoformat()} for each in found], indent=2)
        return 0
    screen = console()
    if not found:
        screen.print("No Activity")
        return 0
    for each in found:
        when = f"{_time(each, days.zone):%Y-%m-%d %H:%M:%S}"
        about = Text(f"{when}  ").append(visible(each.what), style="bold").append(f"  {visible(each.who)}")
        screen.print(about.append(f"  ({visible(each.book)}, line {each.line})", style="dim"), soft_wrap=True)
        changed = [f"{when} {_words(value)}" for when, value in _changes(each)]
        for line in filter(None, (each.why, "; ".join(changed))):
            screen.print(Text(f"    {visible(line)}"), soft_wrap=True)
    screen.print(counted(len(found), "event"))
    return 0


def _changes(event: Event) -> list[tuple[str, object]]:
    return [(when, value) for when, value in (("before", event.before), ("after", event.after)) if value is not None]


def watch_command(
    where: str | None, key: Path | None, bet: str | None, win: str | None, who: str | None, why: str | None
) -> int:
    """Print above which amounts bets and wins are noted; or set them."""
    change = bet is not None or win is not None
    if change and not (who and why):
        raise Mistake("to set an amount, say --who and --why")
    with opened(where, key, writes=change) as store:
        watching = House(Books(store)).watching
        watch = watching.watch()
        if change:
            watch = Watch(*(_amount(said, was) for said, was in ((bet, watch.bet), (win, watch.win))))
            watching.set(watch, who=who or "", why=why or "")
    for what, amount in (("bet", watch.bet), ("win", watch.win)):
        above = "none is noted" if amount is None else f"noted above {dollars(amount)} a player and round"
        console().print(f"{what}: {above}")
    return 0


def _amount(said: str | None, was: int | None) -> int | None:
    return was if said is None else None if said == "none" else cents(said)


def _day(option: str, said: str | None) -> date | None:
    try:
        return date.fromisoformat(said) if said else None
    except ValueError:
        raise Mistake(f"{option} {said} is no date, as in 2026-03-31") from None


def _time(event: Event, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(event.at // 1_000_000, UTC).astimezone(zone)


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
