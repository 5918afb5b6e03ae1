"""`cardroom jackpots`: print and manage the jackpots of the house."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from cardroom.analysis.jackpots import JackpotOdds, jackpot_odds
from cardroom.cli import UsageError
from cardroom.cli.common import console, find_game, note, print_json
from cardroom.cli.gaming_days import gaming_days
from cardroom.cli.store import open_store
from cardroom.cli.words import parse_count
from cardroom.house import OUTSIDE, Books, House, HouseTable
from cardroom.house.jackpot_figures import cents_by_cause
from cardroom.house.jackpot_terms import JackpotTerms
from cardroom.house.pools import meter_account
from cardroom.money import cents, dollars

__all__ = [
    "NewJackpot",
    "ceiling_command",
    "change_command",
    "correct_command",
    "fund_command",
    "link_command",
    "morning_command",
    "odds_command",
    "open_command",
    "repair_command",
    "set_aside_command",
    "show_command",
]


@contextmanager
def _house(where: str | None, key: Path | None) -> Iterator[House]:
    with open_store(
        where, key, writes=True, stopped="run the command again; with the same --id it takes effect once"
    ) as store:
        yield House(Books(store))


class NewJackpot(NamedTuple):
    """The options of `cardroom jackpots open`."""

    name: str
    game: str
    jackpot: str
    rules: str | None
    house: Sequence[str]
    who: str
    source: str
    slip: str
    ceiling: str | None
    begins: str
    zone: str | None


def show_command(where: str | None, key: Path | None, as_json: bool) -> int:
    """Print every jackpot of the house."""
    with _house(where, key) as house, house.books.at_one_moment():
        jackpots = [_value(house, name) for name in house.jackpots.names()]
        _warn(house)
    if as_json:
        print_json(jackpots, indent=2)
        return 1 if any(each["short"] for each in jackpots) else 0
    screen = console()
    if not jackpots:
        screen.print("The house has no open jackpot. Open one with `cardroom jackpots open`.")
    for each in jackpots:
        screen.print(Text(f"{each['jackpot']}", style="bold cyan").append(f"  {each['label']}, {each['rule']}"))
        for line in _lines(each):
            screen.print(f"  {line}", soft_wrap=True)
        if each["short"]:
            screen.print(
                f"  {dollars(each['short'])} is missing from the players' account. Linked tables do not deal",
                style="bold red",
            )
        if each["hits"]:
            screen.print(_hits(each["hits"]))
    return 1 if any(each["short"] for each in jackpots) else 0


def _value(house: House, name: str) -> dict[str, Any]:
    """A jackpot as one JSON value: amounts in cents."""
    pool, has, moved = house.jackpots.pool(name), house.jackpots.amounts(name), cents_by_cause(house.books, name)
    terms = pool.terms
    waiting = pool.waiting and {"seed": pool.waiting.seed, "rate": pool.waiting.rate}
    return {
        "jackpot": name,
        "label": pool.label,
        "rule": terms.rule,
        "wager": terms.wager,
        "base": terms.seed,
        "rate": terms.rate,
        "reserve_rate": terms.reserve,
        "morning": terms.morning,
        "ceiling": pool.ceiling,
        "waiting": waiting,
        **has._asdict(),
        "owed": has.owed,
        "added_through": pool.through if terms.morning != "0" else None,
        "carried_parts": list(pool.carried),
        "moved": moved,
        "tables": [{"table": link.table, "jackpot": link.jackpot} for link in pool.tables],
        "hits": [
            {
                "at": datetime.fromtimestamp(line.at // 1_000_000, UTC).isoformat(),
                "line": line.number,
                "table": table,
                "spot": hit.spot,
                "bettor": hit.bettor,
                "hand": hit.line,
                "paid": hit.cents,
                "before": hit.before,
                "after": hit.after,
                "whole": hit.whole,
            }
            for line, table, hit in house.jackpots.hits(name)
        ],
    }


def _lines(each: dict[str, Any]) -> Iterator[str]:
    yield f"meter {dollars(each['meter'])}, seed {dollars(each['base'])}, wager {dollars(each['wager'])}"
    shares = {
        "rate": "of each wager",
        "reserve_rate": "to the reserve",
        "morning": "of each day's wagers, added the next morning",
    }
    parts = [f"{_percent(each[name])} {words}" for name, words in shares.items() if each[name] != "0"]
    if each["added_through"]:
        parts.append(f"added through {each['added_through']}")
    yield "; ".join(parts) or "the meter changes only when the jackpot is hit"
    if each["ceiling"] is not None:
        yield f"ceiling {dollars(each['ceiling'])}, overflow {dollars(each['overflow'])}"
    if each["waiting"]:
        yield f"after the next win: seed {dollars(each['waiting']['seed'])}, rate {_percent(each['waiting']['rate'])}"
    yield f"held {dollars(each['held'])}, owed {dollars(each['owed'])} (reserve {dollars(each['reserve'])})"
    moved = ", ".join(f"{cause} {'-' * (by < 0)}{dollars(abs(by))}" for cause, by in sorted(each["moved"].items()))
    yield f"movements: {moved}"
    yield "linked to " + (", ".join(link["table"] for link in each["tables"]) or "no table")


def _hits(hits: list[dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
    for heading in ("hit at", "table", "who", "hand", "paid", "meter after"):
        table.add_column(heading)
    for hit in hits:
        cells = hit["at"][:19], hit["table"], hit["bettor"], hit["hand"], dollars(hit["paid"]), dollars(hit["after"])
        table.add_row(*cells)
    return table


def odds_command(name: str, rules: str | None, house: Sequence[str], pace: str | None, as_json: bool) -> int:
    """Print the odds and the return of a game's jackpots."""
    game = find_game(name, rules, house)
    an_hour = None if pace is None else parse_count("--pace", pace)
    odds = jackpot_odds(game.rules)
    if as_json:
        print_json(
            {"game": game.slug, "rules": game.rules.rules, "jackpots": [each.to_dict() for each in odds]}, indent=2
        )
        return 0
    screen = console()
    for each in odds:
        screen.print(Text(each.jackpot.label, style="bold cyan").append(f"  {game.rules.name}, {game.rules.rules}"))
        for line in _worth(each, an_hour):
            screen.print(f"  {line}", soft_wrap=True)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
        for heading in ("", "pays", "one in", "probability"):
            table.add_column(heading, justify="left" if not heading else "right")
        for outcome in each.lines:
            share = each.probability(outcome)
            table.add_row(outcome.line, outcome.pays, f"{float(1 / share):,.2f}" if share else "never", str(share))
        screen.print(table)
    return 0


def _worth(each: JackpotOdds, an_hour: int | None) -> Iterator[str]:
    even = each.report.break_even_meter
    yield f"returns {_percent(1 - each.report.edge)} at its seed of {dollars(each.jackpot.seed)}" + (
        f", breaks even at {dollars(round(even))}" if even is not None else ""
    )
    yield f"in the long run {_percent(each.long_run)}: fixed pays {_percent(each.fixed)}, the meter the rest"
    if each.made_up_at_most:
        low = _percent(each.made_up(Fraction(each.jackpot.seed)))
        yield (
            "if a share is less than the wager, the house pays the difference: at the seed this is worth "
            f"{low}, and in the long run at most {_percent(each.made_up_at_most)} more"
        )
    for what, wagers in (("a share is won", each.wagers_to_hit), ("all of it is won", each.wagers_to_win)):
        if wagers is not None:
            hours = f", {float(wagers / an_hour):,.1f} hours" if an_hour else ""
            yield f"{what} once in {float(wagers):,.2f} wagers on average{hours}"
    if each.usual_win is not None:
        yield f"at that moment the meter is {dollars(round(each.usual_win))} on average"


def open_command(where: str | None, key: Path | None, options: NewJackpot) -> int:
    """Open a jackpot."""
    game = find_game(options.game, options.rules, options.house)
    days = gaming_days(options.begins, options.zone)
    top = None if options.ceiling is None else _cents(options.ceiling)
    with _house(where, key) as house:
        house.jackpots.open(
            options.name,
            game,
            options.jackpot,
            who=options.who,
            source=options.source,
            key=options.slip,
            ceiling=top,
            days=days,
        )
        return _done(house, options.name, f"opened with {_opens(house.jackpots.pool(options.name).terms)}")


def link_command(where: str | None, key: Path | None, table: str, jackpot: str, name: str | None, who: str) -> int:
    """Link a jackpot to a table, or unlink it."""
    with _house(where, key) as house:
        if table not in house.tables():
            raise UsageError(f"There is no table {table}. Known: {', '.join(house.tables()) or 'none'}.")
        at = house.table(table)
        links = {each: to for each, to in at.table.links.items() if each != jackpot}
        if name is None and jackpot not in at.table.links:
            raise UsageError(f"{table}: its {jackpot} is not linked to a house jackpot.")
        to = name or at.table.links[jackpot]
        had = at.table.links.get(jackpot)
        at.change(at.table.game, who, links | ({jackpot: name} if name else {}))
        if name is None:
            now = at.table.links.get(jackpot)
            if now == to:
                raise UsageError(f"{table}: its {jackpot} grows each morning, so it stays linked to {to}.")
            own = f"linked to {now}" if now else f"the table's own meter at {_reads(at, jackpot)}"
            message = f"{table} is no longer linked to {to}; its {jackpot} is {own}"
        else:
            message = f"{table} {'is already' if had == name else 'is now'} linked, as its {jackpot}"
        return _done(house, to, message)


def change_command(
    where: str | None, key: Path | None, name: str, seed: str | None, rate: str | None, who: str, why: str
) -> int:
    """Change the terms, from the next win on."""
    if seed is None and rate is None:
        raise UsageError("Give --seed, --rate, or both.")
    with _house(where, key) as house:
        house.change_jackpot(name, seed=None if seed is None else _cents(seed), rate=rate, who=who, why=why)
        pool = house.jackpots.pool(name)
        now, then = pool.terms, pool.waiting
        message = f"the seed is {_opens(now)}; no change is pending"
        if then is not None:
            message = f"after the next win the seed is {_opens(then)}; until then {_opens(now)}"
        return _done(house, name, message)


def ceiling_command(where: str | None, key: Path | None, name: str, amount: str, who: str, why: str) -> int:
    """Set a ceiling."""
    with _house(where, key) as house:
        most = None if amount == "none" else _cents(amount)
        house.jackpots.cap(name, most, who=who, why=why)
        message = "the ceiling was removed" if most is None else f"the ceiling is now {dollars(most)}"
        return _done(house, name, message)


def morning_command(where: str | None, key: Path | None, who: str, as_json: bool) -> int:
    """Add the daily contribution to all jackpots."""
    with _house(where, key) as house:
        names = [name for name in house.jackpots.names() if house.jackpots.pool(name).terms.morning != "0"]
        added = {name: house.jackpots.morning(name, who=who) for name in names}
        _warn(house)
        if as_json:
            print_json({name: {"added": by, **_value(house, name)} for name, by in added.items()}, indent=2)
            return 0
        if not added:
            console().print("No house jackpot has a daily contribution.")
        for name, by in added.items():
            through = f"contributions are added through {house.jackpots.pool(name).through}"
            message = f"{dollars(by)} added; {through}" if by else f"nothing to add; {through}"
            _done(house, name, message)
    return 0


def repair_command(where: str | None, key: Path | None, name: str, who: str, why: str) -> int:
    """Add what a wrong clock left out of the daily contributions."""
    with _house(where, key) as house:
        wagers = house.jackpots.repair(name, who=who, why=why)
        message = f"the share of {dollars(wagers)} that had been left out was added" if wagers else "nothing to add"
        return _done(house, name, message)


def set_aside_command(where: str | None, key: Path | None, name: str, who: str, slip: str) -> int:
    """Bring the players' account to the amount owed."""
    with _house(where, key) as house:
        by = house.jackpots.set_aside(name, who=who, key=slip)
        message = f"{dollars(abs(by))} {'moved to' if by > 0 else 'returned from'} the players' account"
        return _done(
            house, name, message if by else "no change: the account has the amount owed, or the slip was used before"
        )


def fund_command(
    where: str | None, key: Path | None, name: str, amount: str, source: str, who: str, why: str, slip: str
) -> int:
    """Add to a meter."""
    with _house(where, key) as house:
        house.jackpots.fund(name, _cents(amount), source, who=who, why=why, key=slip)
        return _done(house, name, f"{dollars(_cents(amount))} from the {source}")


def correct_command(where: str | None, key: Path | None, name: str, amount: str, who: str, why: str, slip: str) -> int:
    """Correct a meter."""
    with _house(where, key) as house:
        house.jackpots.pool(name)
        house.correct(meter_account(name), OUTSIDE, _cents(amount), who=who, why=why, key=slip)
        return _done(house, name, f"{dollars(_cents(amount))} taken out")


def _done(house: House, name: str, message: str) -> int:
    """Print what was done, and the jackpot's amounts."""
    has = house.jackpots.amounts(name)
    amounts = f"Meter {dollars(has.meter)}; held {dollars(has.held)}, owed {dollars(has.owed)}."
    console().print(f"{name}: {message}. {amounts}", soft_wrap=True)
    return 0


def _warn(house: House) -> None:
    """Warn about tables whose own meter does not grow as their rules say."""
    for table, label in house.without_daily_contribution():
        note(
            f"{table}: its {label} is the table's own meter and receives no daily contribution. To follow the rules, "
            "open a house jackpot and link it: `cardroom jackpots open`, `cardroom jackpots link`."
        )


def _opens(terms: JackpotTerms) -> str:
    grows = f" and the meter grows by {_percent(terms.rate)} of each wager" if terms.rule == "progressive" else ""
    return dollars(terms.seed) + grows


def _reads(table: HouseTable, jackpot: str) -> str:
    return dollars(table.displays()[jackpot])


def _cents(text: str) -> int:
    try:
        return cents(text)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _percent(share: str | Fraction) -> str:
    return f"{float(Fraction(share) * 100):.6g} %"
