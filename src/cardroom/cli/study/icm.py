"""`cardroom icm`: print what tournament chips are worth in money."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import Json, parse_count
from cardroom.errors import InputError
from cardroom.figures import Estimate, Figure, figure
from cardroom.poker import icm

__all__ = ["icm_command"]


def icm_command(
    *,
    stacks: Annotated[str, typer.Option("--stacks", metavar="CHIPS,...", help="The chips of each player.")],
    payouts: Annotated[str, typer.Option("--payouts", metavar="MONEY,...", help="The prizes, the first place first.")],
    seed: Annotated[str, typer.Option("--seed", metavar="NUMBER", help="The seed, if orders are sampled.")] = "0",
    as_json: Json = False,
) -> int:
    """Compute what tournament chips are worth in money (ICM).

    This uses the independent chip model of Malmuth and Harville. The values are fractions for up to 10 players, rounded
    numbers for up to 20, and estimates with their errors for more.
    """
    chips, prizes = _listed("--stacks", stacks), _listed("--payouts", payouts)
    number = parse_count("--seed", seed, least=0)
    try:
        values = icm(chips, prizes, number)
    except InputError as error:
        raise UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    if as_json:
        print_json(
            {
                "players": [{"stack": chip, "value": figure(value)} for chip, value in zip(chips, values, strict=True)],
                "payouts": prizes,
            },
            indent=2,
        )
    else:
        _print(chips, values)
    return 0


def _listed(option: str, typed: str) -> list[str]:
    parts = [part.strip() for part in typed.split(",")]
    for place, part in enumerate(parts, 1):
        try:
            Fraction(part)
        except (ValueError, ZeroDivisionError):
            shown = part[:40] or "nothing"
            raise UsageError(f"{option}: number {place} is {shown}: write numbers with commas between them.") from None
    return parts


def _print(chips: list[str], values: list[Figure]) -> None:
    screen = console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("player", "stack", "value", "exactly"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, (chip, value) in enumerate(zip(chips, values, strict=True), 1):
        error = f"± {value.standard_error:.4f}" if isinstance(value, Estimate) else ""
        table.add_row(str(place), chip, f"{float(value):.4f}", str(value) if isinstance(value, Fraction) else error)
    screen.print(table)
    first = values[0]
    if isinstance(first, Estimate):
        screen.print(
            Text(f"Estimates from {first.rounds:,} sampled orders with seed {first.seed}; ± is one standard error.")
        )
