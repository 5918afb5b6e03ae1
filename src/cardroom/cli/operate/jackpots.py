"""`cardroom jackpots`: manage the jackpots of the house. `jackpots_show` prints them."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardroom.cli import UsageError
from cardroom.cli.operate.gaming_days import gaming_days
from cardroom.cli.operate.jackpots_show import jackpot_value, percent
from cardroom.cli.operate.persons import acting
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.house import House, HouseTable
from cardroom.house.jackpots import JackpotTerms
from cardroom.money import cents, dollars
from cardroom.web.halls import JackpotCeiling, JackpotChange, JackpotCorrection, JackpotFunding

__all__ = [
    "NewJackpot",
    "ceiling_command",
    "change_command",
    "correct_command",
    "fund_command",
    "link_command",
    "morning_command",
    "open_command",
    "set_aside_command",
]


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


def open_command(where: str | None, key: Path | None, options: NewJackpot, local: bool = False) -> int:
    """Open a jackpot."""
    game = find_game(options.game, options.rules, options.house)
    days = gaming_days(options.begins, options.zone)
    top = None if options.ceiling is None else _cents(options.ceiling)
    with acting(where, key, options.who, "operator", local=local) as author:
        house = author.house
        house.jackpots.open(
            options.name,
            game,
            options.jackpot,
            who=author.name,
            source=options.source,
            key=options.slip,
            ceiling=top,
            days=days,
        )
        return _print_done(house, options.name, f"opened with {_opens(house.jackpots.pool(options.name).terms)}")


def link_command(
    where: str | None, key: Path | None, table: str, jackpot: str, name: str | None, who: str, local: bool = False
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


def change_command(
    where: str | None,
    key: Path | None,
    name: str,
    seed: str | None,
    rate: str | None,
    who: str,
    why: str,
    local: bool = False,
) -> int:
    """Change the terms, from the next win on."""
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


def ceiling_command(
    where: str | None, key: Path | None, name: str, amount: str, who: str, why: str, local: bool = False
) -> int:
    """Set a ceiling."""
    most = None if amount == "none" else _cents(amount)
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        if not author.give(JackpotCeiling(name, most), why):
            return 0
        message = "the ceiling was removed" if most is None else f"the ceiling is now {dollars(most)}"
        return _print_done(house, name, message)


def morning_command(where: str | None, key: Path | None, who: str, as_json: bool, local: bool = False) -> int:
    """Add the daily contribution to all jackpots."""
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


def set_aside_command(where: str | None, key: Path | None, name: str, who: str, slip: str, local: bool = False) -> int:
    """Bring the players' account to the amount owed."""
    with acting(where, key, who, "cashier", "operator", local=local) as author:
        house = author.house
        by = house.jackpots.set_aside(name, who=author.name, key=slip)
        message = f"{dollars(abs(by))} {'moved to' if by > 0 else 'returned from'} the players' account"
        return _print_done(
            house, name, message if by else "no change: the account has the amount owed, or the slip was used before"
        )


def fund_command(
    where: str | None,
    key: Path | None,
    name: str,
    amount: str,
    source: str,
    who: str,
    why: str,
    slip: str,
    local: bool = False,
) -> int:
    """Add to a meter."""
    with acting(where, key, who, "operator", local=local) as author:
        house = author.house
        if not author.give(JackpotFunding(name, slip, _cents(amount), source), why):
            return 0
        return _print_done(house, name, f"{dollars(_cents(amount))} from the {source}")


def correct_command(
    where: str | None, key: Path | None, name: str, amount: str, who: str, why: str, slip: str, local: bool = False
) -> int:
    """Correct a meter."""
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
