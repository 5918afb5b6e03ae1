"""What can be typed after `cardroom jackpots`."""

from typing import Annotated

import typer

from cardroom.cli.options import Json
from cardroom.cli.store_app import Key, Where

__all__ = ["jackpots"]

jackpots = typer.Typer(
    help="Show, open, link, change and count the jackpots of the house, or what one is worth.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The jackpot, as the house calls it.")]
Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's name as `cardroom games` lists it.")]
InGame = Annotated[str, typer.Argument(metavar="JACKPOT", help="What the game's rules call it, as in galaxy or first.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table.")]
Amount = Annotated[str, typer.Argument(metavar="AMOUNT", help="An amount, as in $1,040.40.")]
Who = Annotated[str, typer.Option(metavar="NAME", help="Who does it.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]
Id = Annotated[str, typer.Option("--id", metavar="ID", help="The number of the slip: the same one happens once.")]
Rules = Annotated[str | None, typer.Option("--rules", metavar="SET", help="The rule set; else the first.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A house rule; may be repeated.")]


@jackpots.command()
def show(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Print meters, seeds, rates, what came in, the last 25 hits, and what is held against what is owed."""
    from cardroom.cli.jackpots import show_command  # noqa: PLC0415

    return show_command(where, key, as_json)


@jackpots.command()
def odds(
    game: Game,
    *,
    rules: Rules = None,
    house: Set = None,
    pace: Annotated[str | None, typer.Option(metavar="COUNT", help="Wagers an hour, to say how long.")] = None,
    as_json: Json = False,
) -> int:
    """Print how often each line hits, the break-even meter, the long-run return, and how long until it is won."""
    from cardroom.cli.jackpots import odds_command  # noqa: PLC0415

    return odds_command(game, rules, house or (), pace, as_json)


@jackpots.command(name="open")
def open_(
    name: Name,
    game: Game,
    jackpot: InGame,
    where: Where = None,
    *,
    who: Who,
    source: Annotated[str, typer.Option(metavar="TEXT", help="Where the seed's money comes from.")],
    slip: Id,
    rules: Rules = None,
    house: Set = None,
    ceiling: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What the meter may hold at most.")] = None,
    begins: Annotated[str, typer.Option(metavar="HH:MM", help="When a business day begins.")] = "06:00",
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="By whose clock; else this machine's.")] = None,
    key: Key = None,
) -> int:
    """Open a jackpot as the rules of a game have it, with its seed."""
    from cardroom.cli.jackpots import NewJackpot, open_command  # noqa: PLC0415

    said = NewJackpot(name, game, jackpot, rules, house or (), who, source, slip, ceiling, begins, zone)
    return open_command(where, key, said)


@jackpots.command()
def link(name: Name, table: TableName, jackpot: InGame, where: Where = None, *, who: Who, key: Key = None) -> int:
    """Have a jackpot stand at a table, for one of its game's own."""
    from cardroom.cli.jackpots import link_command  # noqa: PLC0415

    return link_command(where, key, table, jackpot, name, who)


@jackpots.command()
def unlink(table: TableName, jackpot: InGame, where: Where = None, *, who: Who, key: Key = None) -> int:
    """Have it stand there no more."""
    from cardroom.cli.jackpots import link_command  # noqa: PLC0415

    return link_command(where, key, table, jackpot, None, who)


@jackpots.command()
def change(
    name: Name,
    where: Where = None,
    *,
    who: Who,
    why: Why,
    seed: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What it opens with.")] = None,
    rate: Annotated[str | None, typer.Option(metavar="PERCENT", help="What it grows by, as in 20%.")] = None,
    key: Key = None,
) -> int:
    """Note another seed or rate, which waits until the jackpot is won."""
    from cardroom.cli.jackpots import change_command  # noqa: PLC0415

    return change_command(where, key, name, seed, rate, who, why)


@jackpots.command()
def ceiling(
    name: Name,
    amount: Annotated[str, typer.Argument(metavar="AMOUNT|none", help="What the meter may hold at most.")],
    where: Where = None,
    *,
    who: Who,
    why: Why,
    key: Key = None,
) -> int:
    """Set a ceiling: what comes in above it goes into the overflow."""
    from cardroom.cli.jackpots import ceiling_command  # noqa: PLC0415

    return ceiling_command(where, key, name, amount, who, why)


@jackpots.command()
def morning(where: Where = None, *, who: Who, key: Key = None, as_json: Json = False) -> int:
    """Add what mornings add, to every jackpot and for every business day that is due; once, however often it runs."""
    from cardroom.cli.jackpots import morning_command  # noqa: PLC0415

    return morning_command(where, key, who, as_json)


@jackpots.command(name="set-aside")
def set_aside(name: Name, where: Where = None, *, who: Who, slip: Id, key: Key = None) -> int:
    """Note that the players' account was brought to what they are owed."""
    from cardroom.cli.jackpots import set_aside_command  # noqa: PLC0415

    return set_aside_command(where, key, name, who, slip)


@jackpots.command()
def fund(
    name: Name,
    amount: Amount,
    where: Where = None,
    *,
    source: Annotated[str, typer.Option(metavar="overflow|reserve|house", help="Where it comes from.")],
    who: Who,
    why: Why,
    slip: Id,
    key: Key = None,
) -> int:
    """Add to a meter."""
    from cardroom.cli.jackpots import fund_command  # noqa: PLC0415

    return fund_command(where, key, name, amount, source, who, why, slip)


@jackpots.command()
def correct(name: Name, amount: Amount, where: Where = None, *, who: Who, why: Why, slip: Id, key: Key = None) -> int:
    """Put a meter right that stands too high, by so much; one that stands too low is funded."""
    from cardroom.cli.jackpots import correct_command  # noqa: PLC0415

    return correct_command(where, key, name, amount, who, why, slip)
