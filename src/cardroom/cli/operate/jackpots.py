"""`cardroom jackpots`: manage the jackpots of the house. `jackpots_show` prints them."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.common import gaming_days
from cardroom.cli.operate.jackpots_show import jackpot_value, odds_command, percent, show_command
from cardroom.cli.operate.persons import acting
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import CommandGroup, GameName, Json, Key, Local, Rules, Set, Where, Who, Why
from cardroom.house import House, HouseTable
from cardroom.house.jackpots import JackpotTerms
from cardroom.money import cents, dollars
from cardroom.web.orders import JackpotCeiling, JackpotChange, JackpotCorrection, JackpotFunding

__all__ = ["app"]

app = CommandGroup("Manage house jackpots, and compute what they are worth.")
app.command("show")(show_command)
app.command("odds")(odds_command)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the house jackpot.")]
InGame = Annotated[
    str, typer.Argument(metavar="JACKPOT", help="The jackpot's name in the game's rules (galaxy, first).")
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table.")]
Amount = Annotated[str, typer.Argument(metavar="AMOUNT", help="An amount ($1,040.40).")]
Id = Annotated[str, typer.Option("--id", metavar="ID", help="The slip number. Repeating it has no further effect.")]


@app.command("open")
def open_command(
    name: Name,
    game: GameName,
    jackpot: InGame,
    where: Where = None,
    *,
    who: Who,
    source: Annotated[str, typer.Option(metavar="TEXT", help="Where the money for the seed comes from.")],
    slip: Id,
    rules: Rules = None,
    house: Set = None,
    ceiling: Annotated[str | None, typer.Option(metavar="AMOUNT", help="The maximum of the meter.")] = None,
    begins: Annotated[str, typer.Option(metavar="HH:MM", help="When a business day begins.")] = "06:00",
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="The time zone. Default: this machine's.")] = None,
    local: Local = False,
    key: Key = None,
) -> int:
    """Open a house jackpot, and pay in its seed.

    Its terms are those of a game's rules.
    """
    terms = find_game(game, rules, house)
    days = gaming_days(begins, zone)
    top = None if ceiling is None else _cents(ceiling)
    with acting(where, key, who, "operator", local=local) as author:
        pools = author.house.jackpots
        pools.open(name, terms, jackpot, who=author.name, source=source, key=slip, ceiling=top, days=days)
        return _print_done(author.house, name, f"opened with {_opens(pools.pool(name).terms)}")


@app.command("link")
def link_command(
    name: Name,
    table: TableName,
    jackpot: InGame,
    where: Where = None,
    *,
    who: Who,
    local: Local = False,
    key: Key = None,
) -> int:
    """Link a house jackpot to a table.

    It takes the place of the table's own meter.
    """
    return _link(where, key, table, jackpot, name, who, local)


@app.command("unlink")
def unlink_command(
    table: TableName, jackpot: InGame, where: Where = None, *, who: Who, local: Local = False, key: Key = None
) -> int:
    """End the link between a house jackpot and a table."""
    return _link(where, key, table, jackpot, None, who, local)


def _link(
    where: str | None, key: Path | None, table: str, jackpot: str, name: str | None, who: str, local: bool
) -> int:
    """Link a jackpot to a table, or unlink it."""
    with acting(where, key, who, "floor", "operator", local=local) as author:
        house = author.house
        if table not in house.tables():
            raise UsageError(f"There is no table {table}. Known: {', '.join(house.tables()) or 'none'}.")
        at = house.table(table)
        links = {each: to for each, to in at.table.links.items() if each != jackpot}
        if name is None and jackpot not in at.table.links:
            raise UsageError(f"{table}: its {jackpot} is not linked to a house jackpot.")
        to = name or at.table.links[jackpot]
        had = at.table.links.get(jackpot)
        at.change(at.table.game, author.name, links | ({jackpot: name} if name else {}))
        if name is None:
            now = at.table.links.get(jackpot)
            if now == to:
                raise UsageError(f"{table}: its {jackpot} grows each morning, so it stays linked to {to}.")
            own = f"linked to {now}" if now else f"the table's own meter at {_reads(at, jackpot)}"
            message = f"{table} is no longer linked to {to}; its {jackpot} is {own}"
        else:
            message = f"{table} {'is already' if had == name else 'is now'} linked, as its {jackpot}"
        return _print_done(house, to, message)


@app.command("change")
def change_command(
    name: Name,
    where: Where = None,
    *,
    who: Who,
    why: Why,
    seed: Annotated[str | None, typer.Option(metavar="AMOUNT", help="The new seed.")] = None,
    rate: Annotated[str | None, typer.Option(metavar="PERCENT", help="The new share of each wager (20%).")] = None,
    local: Local = False,
    key: Key = None,
) -> int:
    """Change the seed or rate. The change applies after the jackpot is won."""
    if seed is None and rate is None:
        raise UsageError("Give --seed, --rate, or both.")
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        if not author.give(JackpotChange(name, None if seed is None else _cents(seed), rate), why):
            return 0
        pool = house.jackpots.pool(name)
        now, then = pool.terms, pool.waiting
        message = f"the seed is {_opens(now)}; no change is pending"
        if then is not None:
            message = f"after the next win the seed is {_opens(then)}; until then {_opens(now)}"
        return _print_done(house, name, message)


@app.command("ceiling")
def ceiling_command(
    name: Name,
    amount: Annotated[str, typer.Argument(metavar="AMOUNT|none", help="The maximum of the meter.")],
    where: Where = None,
    *,
    who: Who,
    why: Why,
    local: Local = False,
    key: Key = None,
) -> int:
    """Set or remove a ceiling. Contributions above it go to the overflow."""
    most = None if amount == "none" else _cents(amount)
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        if not author.give(JackpotCeiling(name, most), why):
            return 0
        message = "the ceiling was removed" if most is None else f"the ceiling is now {dollars(most)}"
        return _print_done(house, name, message)


@app.command("morning")
def morning_command(
    where: Where = None, *, who: Who, local: Local = False, key: Key = None, as_json: Json = False
) -> int:
    """Add the daily contribution to every jackpot.

    It is added for all business days that are due, each once.
    """
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        names = [name for name in house.jackpots.names() if house.jackpots.pool(name).terms.morning != "0"]
        added = {name: house.jackpots.morning(name, who=author.name) for name in names}
        if as_json:
            print_json({name: {"added": by, **jackpot_value(house, name)} for name, by in added.items()}, indent=2)
            return 0
        if not added:
            console().print("No house jackpot has a daily contribution.")
        for name, by in added.items():
            through = f"contributions are added through {house.jackpots.pool(name).through}"
            message = f"{dollars(by)} added; {through}" if by else f"nothing to add; {through}"
            _print_done(house, name, message)
    return 0


@app.command("set-aside")
def set_aside_command(
    name: Name, where: Where = None, *, who: Who, slip: Id, local: Local = False, key: Key = None
) -> int:
    """Bring the players' account to the amount owed."""
    with acting(where, key, who, "cashier", "operator", local=local) as author:
        house = author.house
        by = house.jackpots.set_aside(name, who=author.name, key=slip)
        message = f"{dollars(abs(by))} {'moved to' if by > 0 else 'returned from'} the players' account"
        return _print_done(
            house, name, message if by else "no change: the account has the amount owed, or the slip was used before"
        )


@app.command("fund")
def fund_command(
    name: Name,
    amount: Amount,
    where: Where = None,
    *,
    source: Annotated[str, typer.Option(metavar="overflow|reserve|house", help="Where the money comes from.")],
    who: Who,
    why: Why,
    slip: Id,
    local: Local = False,
    key: Key = None,
) -> int:
    """Add money to a meter."""
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        if not author.give(JackpotFunding(name, slip, _cents(amount), source), why):
            return 0
        return _print_done(house, name, f"{dollars(_cents(amount))} from the {source}")


@app.command("correct")
def correct_command(
    name: Name,
    amount: Amount,
    where: Where = None,
    *,
    who: Who,
    why: Why,
    slip: Id,
    local: Local = False,
    key: Key = None,
) -> int:
    """Reduce a meter that is too high. To raise a meter, use `fund`."""
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        if not author.give(JackpotCorrection(name, slip, _cents(amount)), why):
            return 0
        return _print_done(house, name, f"{dollars(_cents(amount))} taken out")


def _print_done(house: House, name: str, message: str) -> int:
    """Print what was done, and the jackpot's amounts."""
    has = house.jackpots.amounts(name)
    amounts = f"Meter {dollars(has.meter)}; held {dollars(has.held)}, owed {dollars(has.owed)}."
    console().print(f"{name}: {message}. {amounts}", soft_wrap=True)
    return 0


def _opens(terms: JackpotTerms) -> str:
    grows = f" and the meter grows by {percent(terms.rate)} of each wager" if terms.rule == "progressive" else ""
    return dollars(terms.seed) + grows


def _reads(table: HouseTable, jackpot: str) -> str:
    return dollars(table.displays()[jackpot])


def _cents(text: str) -> int:
    try:
        return cents(text)
    except ValueError as error:
        raise UsageError(str(error)) from None
