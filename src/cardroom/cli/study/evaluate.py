"""`cardroom evaluate`: print the exact value of every option of a decision."""

import re
from typing import Annotated, NamedTuple

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.evaluation import DecisionFacts, Evaluation, evaluate_cards, has_evaluator
from cardroom.cards import UNKNOWN, Card, parse
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import (
    GameName,
    Json,
    Rules,
    Set,
    parse_cents,
    parse_count,
)
from cardroom.errors import InputError
from cardroom.figures import how_known
from cardroom.games import all_games

__all__ = ["GivenFacts", "evaluate_command"]

MOST_SHOWN = 8
"""Options printed for people. A hand of seven cards can be set in 21 ways."""


class GivenFacts(NamedTuple):
    """The facts of a decision as typed."""

    hand: str
    board: str = ""
    dealer: str = ""
    seen: str = ""
    wager: str | None = None
    chips: str | None = None
    hands: int = 1
    doubled: int = 0


def evaluate_command(
    name: GameName,
    *,
    hand: Annotated[str, typer.Option("--hand", metavar="CARDS", help="Your cards ('As 7d').")],
    board: Annotated[str, typer.Option("--board", metavar="CARDS", help="The board so far ('Kh 7c 2s').")] = "",
    dealer: Annotated[str, typer.Option("--dealer", metavar="CARDS", help="The dealer's cards that are shown.")] = "",
    seen: Annotated[
        str, typer.Option("--seen", metavar="CARDS", help="Other cards that you have seen and that cannot come.")
    ] = "",
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="Your first wager. Default: the table minimum.")
    ] = None,
    chips: Annotated[
        str | None, typer.Option("--chips", metavar="$", help="Your chips behind. Default: enough for every option.")
    ] = None,
    hands: Annotated[
        str, typer.Option("--hands", metavar="COUNT", help="21.5: the hands in your circle, after splits.")
    ] = "1",
    doubled: Annotated[
        str, typer.Option("--doubled", metavar="COUNT", help="21.5: how often this hand was doubled.")
    ] = "0",
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Compute the exact value of every option of a decision.

    Also print the cost of each wrong option.
    """
    given = GivenFacts(
        hand,
        board,
        dealer,
        seen,
        wager,
        chips,
        parse_count("--hands", hands, 4),
        parse_count("--doubled", doubled, 3, 0),
    )
    game = find_game(name, rules, house)
    if not has_evaluator(game.rules, live=False):
        raise UsageError(f"{game.slug}: the values of its decisions are not known. {_known()}")
    first = next(iter(game.rules.wager))
    stake = game.rules.limits(first)[0] if given.wager is None else parse_cents("--wager", given.wager)
    facts = DecisionFacts(
        _cards("--hand", given.hand),
        stake,
        _cards("--board", given.board),
        _cards("--dealer", given.dealer),
        _cards("--seen", given.seen),
        None if given.chips is None else parse_cents("--chips", given.chips),
        given.hands,
        given.doubled,
    )
    try:
        found = evaluate_cards(game, facts)
    except InputError as error:
        raise UsageError(_with_options(str(error))) from None
    if as_json:
        print_json(found.to_dict(), indent=2)
    else:
        _print(found)
    return 0


def _with_options(message: str) -> str:
    """An error about facts, with the options of the command in place of the facts' names.

    >>> _with_options("dealer: give the dealer's exposed card, or set exposed_card=off")
    "--dealer: give the dealer's exposed card, or --set exposed_card=off"
    """
    name, colon, rest = message.partition(": ")
    option = f"--{name}" if colon and name in GivenFacts._fields else name
    return f"{option}{colon}" + re.sub(r"\bset (\w+=)", r"--set \1", rest)


def _known() -> str:
    """The games whose decisions have exact values."""
    games = sorted({each.slug for each in all_games() if has_evaluator(each.rules, live=False)})
    return f"Choose {', '.join(games[:-1])} or {games[-1]}."


def _print(found: Evaluation) -> None:
    screen = console()
    screen.print(Text(found.name, style="bold").append(f"  rule set {found.rules}", style="not bold dim"))
    how = how_known(option.value for option in found.options).capitalize()
    screen.print(Text(f"{how} average results, in units of the {found.unit}.", style="dim"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for heading in ("value", "costs", "exactly"):
        table.add_column(heading, justify="right", no_wrap=True)
    for option in found.options[:MOST_SHOWN]:
        cost = found.cost(option)
        table.add_row(
            Text(option.words, style="" if cost else "bold green"),
            f"{float(option.value):+.6f}",
            f"{float(cost):.6f}" if cost else "",
            str(option.value),
        )
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    if len(found.options) > MOST_SHOWN:
        screen.print(Text(f"  and {len(found.options) - MOST_SHOWN} others; --json lists all", style="dim"))
    for line in (found.reason, found.note):
        if line:
            screen.print(Text(line))


def _cards(option: str, typed: str) -> tuple[Card, ...]:
    try:
        cards = parse(typed)
    except ValueError as error:
        raise UsageError(f"{option} {typed}: {error}") from None
    if UNKNOWN in cards:
        raise UsageError(f"{option} {typed}: give known cards only.")
    return cards
