"""`cardroom range`: print the hands of a range."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import GameName, Json, Rules, Set
from cardroom.errors import InputError
from cardroom.poker import GameHands, Range, dealing_of, range_of
from cardroom.poker.ranges import grid, normal_form

__all__ = ["Board", "Dead", "known_cards", "poker_dealing", "range_command"]

MOST_SHOWN = 600
"""Characters of a normal form that are printed for people."""

Board = Annotated[
    str, typer.Option("--board", metavar="CARDS", help="The board ('Kh 7c 2s'); several boards with / between them.")
]
Dead = Annotated[str, typer.Option("--dead", metavar="CARDS", help="Other cards that cannot come.")]


def range_command(
    name: GameName,
    hands: Annotated[str, typer.Argument(metavar="RANGE", help="The range ('TT+, AKs, 0.5(AQo)').")],
    *,
    board: Board = "",
    dead: Dead = "",
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Print the hands of a range, and what is left after known cards.

    Also print their weight, their share of all hands and a normal form.
    """
    dealing = poker_dealing(name, rules, house)
    known = known_cards(dealing, "--board", board.replace("/", " ")) + known_cards(dealing, "--dead", dead)
    if twice := next((card for card in known if known.count(card) > 1), None):
        raise UsageError(f"{text(twice)} is given twice on the board or as dead: name each card once.")
    try:
        whole = range_of(dealing, hands)
        everything = range_of(dealing, "*")
    except InputError as error:
        raise UsageError(f"{error}.") from None
    left, possible = whole.without(known), everything.without(known)
    if as_json:
        print_json(_as_json(whole, left, everything, possible), indent=2)
    else:
        _print(whole, left, everything, possible, bool(known))
    return 0


def poker_dealing(name: str, rules: str | None, house: list[str] | None) -> GameHands:
    """How the game that was named deals."""
    game = find_game(name, rules, house)
    try:
        return dealing_of(game)
    except InputError as error:
        raise UsageError(f"{error}.") from None


def known_cards(dealing: GameHands, option: str, typed: str) -> tuple[Card, ...]:
    """Cards of an option, of this game's deck and each once."""
    try:
        cards = parse(typed)
    except ValueError as error:
        raise UsageError(f"{option}: {error}.") from None
    for card in cards:
        if card == UNKNOWN or card not in dealing.deck:
            raise UsageError(f"{option}: {text(card)} is not in the deck of {dealing.name}: leave it out.")
        if cards.count(card) > 1:
            raise UsageError(f"{option}: {text(card)} is given twice: name each card once.")
    return cards


def _counted(some: Range, of: Range) -> dict[str, object]:
    return {"combos": len(some), "weight": float(some.total), "share": float(some.total / len(of)) if len(of) else 0.0}


def _as_json(whole: Range, left: Range, everything: Range, possible: Range) -> dict[str, object]:
    shown: dict[str, object] = {
        "game": whole.dealing.slug,
        "normal": normal_form(whole),
        "before": _counted(whole, everything),
        "after": _counted(left, possible),
        "notes": list(whole.notes),
    }
    if whole.dealing.two_cards:
        order = whole.dealing.ranks[::-1]
        shown["grid"] = {"ranks": order, "shares": [[float(share) for share in row] for row in grid(left)]}
    return shown


def _print(whole: Range, left: Range, everything: Range, possible: Range, known: bool) -> None:
    screen = console()
    screen.print(Text(whole.dealing.name, style="bold"))
    written = normal_form(whole)
    if len(written) > MOST_SHOWN:
        written = written[: written.rfind(",", 0, MOST_SHOWN)] + ", ... (--json has all)"
    screen.print(Text(written))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for heading in ("combos", "weight", "share of all hands"):
        table.add_column(heading, justify="right", no_wrap=True)
    for label, some, of in (("dealt", whole, everything), ("with these cards gone", left, possible))[: 1 + known]:
        share = some.total / len(of) if len(of) else Fraction(0)
        table.add_row(label, f"{len(some):,}", f"{float(some.total):,.10g}", f"{float(share):.2%}")
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    if whole.dealing.two_cards:
        screen.print(_drawn(left))
    for note in whole.notes:
        screen.print(Text(f"{note}."))


def _drawn(hands: Range) -> Table:
    """The grid: suited hands above the diagonal, off-suit hands below; the share of each in percent."""
    order = hands.dealing.ranks[::-1]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    for row, shares in enumerate(grid(hands)):
        cells = []
        for column, share in enumerate(shares):
            high, low = order[min(row, column)], order[max(row, column)]
            kind = "" if row == column else "s" if column > row else "o"
            style = "bold green" if share == 1 else "yellow" if share else "dim"
            cells.append(Text(f"{high}{low}{kind}" if share in (0, 1) else f"{float(share):.0%}".rjust(3), style=style))
        table.add_row(
            *(cell if share else Text("·".center(3), style="dim") for cell, share in zip(cells, shares, strict=True))
        )
    return table
