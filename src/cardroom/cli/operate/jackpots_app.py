"""The commands of `cardroom jackpots`."""

from typing import Annotated

import typer

from cardroom.cli.operate.store_app import Key, Local, Where, Who, Why
from cardroom.cli.terminal.options import Json

__all__ = ["jackpots"]

jackpots = typer.Typer(
    help="Show, open, link and change house jackpots; compute what a jackpot is worth.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the house jackpot.")]
Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's name as `cardroom games` lists it.")]
InGame = Annotated[
    str, typer.Argument(metavar="JACKPOT", help="The jackpot's name in the game's rules (galaxy, first).")
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table.")]
Amount = Annotated[str, typer.Argument(metavar="AMOUNT", help="An amount ($1,040.40).")]
Id = Annotated[str, typer.Option("--id", metavar="ID", help="The slip number. Repeating it has no further effect.")]
Rules = Annotated[str | None, typer.Option("--rules", metavar="SET", help="The rule set. Default: the first one.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house rule. Repeat for several.")]


@jackpots.command()
def show(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Show meters, seeds, rates, contributions, the last 25 hits, and the money held and owed."""
    from cardroom.cli.operate.jackpots_show import show_command  # noqa: PLC0415

    return show_command(where, key, as_json)


@jackpots.command()
def odds(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    pace: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Wagers per hour, to estimate the time until a hit.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Show how often each line hits, the break-even meter, the long-run return, and the time until a hit."""
    from cardroom.cli.operate.jackpots_show import odds_command  # noqa: PLC0415

    return odds_command(game, rules, house or (), pace, as_json)


@jackpots.command(name="open")
def open_(
    name: Name,
    game: Game,
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
    """Open a house jackpot with the terms of a game's rules, and pay in its seed."""
    from cardroom.cli.operate.jackpots import NewJackpot, open_command  # noqa: PLC0415

    options = NewJackpot(name, game, jackpot, rules, house or (), who, source, slip, ceiling, begins, zone)
    return open_command(where, key, options, local)


@jackpots.command()
def link(
    name: Name,
    table: TableName,
    jackpot: InGame,
    where: Where = None,
    *,
    who: Who,
    local: Local = False,
    key: Key = None,
) -> int:
    """Link a house jackpot to a table, in place of the table's own meter."""
    from cardroom.cli.operate.jackpots import link_command  # noqa: PLC0415

    return link_command(where, key, table, jackpot, name, who, local)


@jackpots.command()
def unlink(
    table: TableName, jackpot: InGame, where: Where = None, *, who: Who, local: Local = False, key: Key = None
) -> int:
    """End the link between a house jackpot and a table."""
    from cardroom.cli.operate.jackpots import link_command  # noqa: PLC0415

    return link_command(where, key, table, jackpot, None, who, local)


@jackpots.command()
def change(
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
    from cardroom.cli.operate.jackpots import change_command  # noqa: PLC0415

    return change_command(where, key, name, seed, rate, who, why, local)


@jackpots.command()
def ceiling(
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
    from cardroom.cli.operate.jackpots import ceiling_command  # noqa: PLC0415

    return ceiling_command(where, key, name, amount, who, why, local)


@jackpots.command()
def morning(where: Where = None, *, who: Who, local: Local = False, key: Key = None, as_json: Json = False) -> int:
    """Add the daily contribution to every jackpot, for all business days that are due. Each day is added once."""
    from cardroom.cli.operate.jackpots import morning_command  # noqa: PLC0415

    return morning_command(where, key, who, as_json, local)


@jackpots.command(name="set-aside")
def set_aside(name: Name, where: Where = None, *, who: Who, slip: Id, local: Local = False, key: Key = None) -> int:
    """Record a deposit that brings the players' account to the amount owed."""
    from cardroom.cli.operate.jackpots import set_aside_command  # noqa: PLC0415

    return set_aside_command(where, key, name, who, slip, local)


@jackpots.command()
def fund(
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
    from cardroom.cli.operate.jackpots import fund_command  # noqa: PLC0415

    return fund_command(where, key, name, amount, source, who, why, slip, local)


@jackpots.command()
def correct(
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
    from cardroom.cli.operate.jackpots import correct_command  # noqa: PLC0415

    return correct_command(where, key, name, amount, who, why, slip, local)
