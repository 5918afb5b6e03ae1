"""`cardroom design`: search pay tables that meet conditions, over all lines at once."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import indent
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis import Local, has_analysis
from cardroom.analysis.design import ORDERS, Conditions, Designs, FoundTable, SearchTerms, design_tables, table_choices
from cardroom.analysis.report import PAYS, figure, provenance, repriced, with_qualifier
from cardroom.cli import UsageError
from cardroom.cli.prove.analyze import parse_share, pay_changes
from cardroom.cli.prove.vary import parse_choices
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import GameName, Json, Qualifies, Rules, Set, SetPay, parse_count
from cardroom.cli.terminal.progress import progress_bar
from cardroom.games import game_of
from cardroom.play import Game
from cardroom.rulebook import RuleSet, rule_sets
from cardroom.rulebook.toml_writer import toml_text

__all__ = ["design_command", "parse_span", "snippet"]

MOST_TABLES = 500
"""The most tables that a search lists."""
MOST_SECONDS = 3600
BESIDE = 4
"""Tables that are printed side by side."""
ORDER_WORDS = {
    "change": "fewest changed lines first, then the smallest change",
    "edge": "lowest edge first",
    "hit": "highest hit frequency first",
    "deviation": "lowest standard deviation first",
}
REVERSED = {
    "edge": "highest edge first",
    "hit": "lowest hit frequency first",
    "deviation": "highest standard deviation first",
}


def design_command(
    name: GameName,
    *,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="WAGER", help="The wager whose pay table is searched (pair-plus).")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="The same by the name of the pay table (odds-win).")
    ] = None,
    edge: Annotated[
        str | None, typer.Option("--edge", metavar="RANGE", help="The house edge (3%..4%, ..4%, 3%..).")
    ] = None,
    hit: Annotated[
        str | None, typer.Option("--hit", metavar="RANGE", help="The hit frequency: how often it wins (20%..).")
    ] = None,
    deviation: Annotated[
        str | None, typer.Option("--deviation", metavar="RANGE", help="The standard deviation in units (..4.5).")
    ] = None,
    pays: Annotated[
        str, typer.Option("--pays", metavar="|".join(PAYS), help="Payable odds: whole, also halves, or down to fifths.")
    ] = "integer",
    top: Annotated[
        str | None, typer.Option("--top", metavar="ODDS", help="The largest odds. Default: the largest of the table.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary", metavar="LINE[=ODDS]", help="Vary only this line, or only over these odds (flush=3..6). Repeat."
        ),
    ] = None,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="Let a higher hand pay less than a lower one.")
    ] = False,
    sort: Annotated[str, typer.Option("--sort", metavar="|".join(ORDERS), help="What comes first.")] = "change",
    reverse: Annotated[bool, typer.Option("--reverse", help="Turn the order of --sort around.")] = False,
    most: Annotated[str, typer.Option("--most", metavar="COUNT", help="The number of tables to list.")] = "10",
    seconds: Annotated[
        str, typer.Option("--seconds", metavar="COUNT", help="The processor time after which the search is cut.")
    ] = "30",
    rules: Rules = None,
    house: Set = None,
    set_pay: SetPay = None,
    qualifies: Qualifies = None,
    as_json: Json = False,
) -> int:
    """Search pay tables by edge, hit frequency and payable odds.

    All lines of a pay table vary at once. Every table has its exact figures and the lines of a rule set to play it.
    """
    base = find_game(name, rules, house)
    if not has_analysis(base.rules):
        raise UsageError(f"{base.slug} has no exact analysis, so its pay tables cannot be searched.")
    changed = with_qualifier(base.rules, qualifies) if qualifies else base.rules
    game = game_of(repriced(changed, pay_changes(tuple(set_pay or ()))))
    chosen = _wager(game, wager, table)
    if pays not in PAYS:
        raise UsageError(f"--pays must be {', '.join(PAYS[:-1])} or {PAYS[-1]}, not {pays}.")
    if sort not in ORDERS:
        raise UsageError(f"--sort must be {', '.join(ORDERS[:-1])} or {ORDERS[-1]}, not {sort}.")
    if reverse and sort == "change":
        raise UsageError("--reverse goes with --sort edge, hit or deviation.")
    conditions = Conditions(
        parse_span("--edge", edge), parse_span("--hit", hit), parse_span("--deviation", deviation, share=False)
    )
    if conditions == Conditions():
        raise UsageError("Say what the table must meet, for example --edge 3%..4%, --hit 20%.. or --deviation ..4.5.")
    terms = SearchTerms(
        pays,
        0 if top is None else parse_count("--top", top, 100_000),
        _varied(chosen, table_choices(game.rules)[chosen], vary or ()),
        not any_order,
        sort,
        reverse,
        parse_count("--most", most, MOST_TABLES),
        float(parse_count("--seconds", seconds, MOST_SECONDS)),
    )
    with progress_bar() as progress:
        found = design_tables(game.rules, chosen, conditions, terms, Local(None, progress), progress)
    order = REVERSED[sort] if reverse else ORDER_WORDS[sort]
    if as_json:
        rows = [each.to_dict() | {"rules": snippet(base, each)} for each in found.tables]
        value: dict[str, Any] = {"game": game.slug, "rules": game.rules.rules, "wager": chosen, "table": found.table}
        value |= {"of": found.wager.of, "now": {"edge": figure(found.wager.edge)}, "order": order, "cut": found.cut}
        value |= {"more": found.more, "solved_again": found.solved, "says": found.words, "tables": rows}
        print_json(value | provenance(game.rules), indent=2)
    else:
        _print(base, game, found, order)
    return 0 if found.tables else 1


def parse_span(option: str, text: str | None, *, share: bool = True) -> tuple[Fraction | None, Fraction | None]:
    """Parse a range with both ends; an end that is missing is open.

    >>> parse_span("--edge", "3%..4%"), parse_span("--hit", "20%..")
    ((Fraction(3, 100), Fraction(1, 25)), (Fraction(1, 5), None))
    >>> parse_span("--edge", "4%..3%")
    Traceback (most recent call last):
    cardroom.cli.UsageError: --edge 4%..3%: the range ends before it begins.
    """
    if text is None:
        return None, None
    first, dots, last = text.partition("..")
    if not dots or not (first.strip() or last.strip()):
        example = "3%..4%, ..4% or 3%.." if share else "2..4.5, ..4.5 or 2.."
        raise UsageError(f"{option} {text}: write a range, for example {example}.")
    ends = [_number(option, each, share=share) if each.strip() else None for each in (first, last)]
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        raise UsageError(f"{option} {text}: the range ends before it begins.")
    return ends[0], ends[1]


def _number(option: str, text: str, *, share: bool) -> Fraction:
    if share:
        return parse_share(option, text)
    if not text.strip().replace(".", "", 1).isdecimal() or len(text) > 20:
        raise UsageError(f"{option} {text}: write a number of units, for example 4.5.")
    return Fraction(text.strip())


def _wager(game: Game, wager: str | None, table: str | None) -> str:
    """The wager whose table is searched, by its own name or by that of its pay table."""
    known = table_choices(game.rules)
    if (wager is None) == (table is None):
        names = ", ".join(known)
        raise UsageError(f"Name one wager with --wager ({names}), or its pay table with --table.")
    if wager is not None:
        if wager in known:
            return wager
        raise UsageError(f"--wager {wager}: choose from {', '.join(known)}.")
    for each, name in known.items():
        if name == table:
            return each
    if table in game.rules.pay:
        raise UsageError(f"--table {table} is not in force, or has no odds to vary. In force: {_tables(known)}.")
    raise UsageError(f"--table {table}: choose from {_tables(known)}.")


def _tables(known: Mapping[str, str]) -> str:
    return ", ".join(dict.fromkeys(known.values()))


def _varied(wager: str, table: str, typed: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The lines to vary, without the name of the wager or table before them."""
    lines: dict[str, tuple[str, ...]] = {}
    for text in typed:
        choices = parse_choices([text]) if "=" in text else {text.strip(): ()}
        for place, odds in choices.items():
            owner, dot, line = place.partition(".")
            lines[line if dot and owner in (wager, table) else place] = odds
    return lines


def snippet(base: Game, found: FoundTable) -> str:
    """The rule set of a table as the text of a file. A set that is not in the rulebook is not named in it."""
    rules, made = base.rules, found.rules
    table: dict[str, Any] = {}
    if rules.rules in rule_sets(rules.game):
        table["extends"] = f"{rules.game}/{rules.rules}"
    if made.dealer != rules.dealer and made.dealer:
        table["dealer"] = {"qualifies": made.dealer.qualifies}
    if made.display != rules.display:
        table["display"] = [{"text": each.text, "cite": each.cite, "when": each.when} for each in made.display]
    lines = {
        name: {line: text for line, text in pay.lines.items() if text != rules.pay[name].lines[line]}
        for name, pay in made.pay.items()
    }
    if pay := {name: {"lines": changed} for name, changed in lines.items() if changed}:
        table["pay"] = pay
    if settings := _settings(rules):
        table["settings"] = settings
    return toml_text(table)


def _settings(rules: RuleSet) -> dict[str, Any]:
    """The house rules that were set, as a file writes them."""
    written = {}
    for name, value in rules.settings.items():
        rule = rules.house_rules[name]
        written[name] = value if isinstance(value, bool) or not rule.money[0] else rule.written(value)
    return written


def _print(base: Game, game: Game, found: Designs, order: str) -> None:
    screen = console()
    title = Text(f"{game.rules.name}: {found.wager.label}", style="bold")
    screen.print(title.append(f"  pay table {found.table}", style="not bold dim"))
    now = f"Now: edge {_percent(found.wager.edge)} of the {found.wager.of}. Order: {order}."
    screen.print(Text(now, style="dim"))
    screen.print(Text(found.words, style="yellow" if found.cut else "dim"))
    if not found.tables:
        screen.print("No pay table meets these conditions. Widen a range, raise --top, or use --pays halves.")
        return
    for first in range(0, len(found.tables), BESIDE):
        screen.print()
        screen.print(_side_by_side(found.tables[first : first + BESIDE], first + 1))
    for number, each in enumerate(found.tables, 1):
        screen.print(Text(f"\nTable {number} as a rule set file, for `cardroom play FILE.toml`:", style="bold"))
        screen.print(Text(indent(snippet(base, each).rstrip(), "  ")), soft_wrap=True)


def _side_by_side(tables: Sequence[FoundTable], first: int) -> Table:
    """Some tables with their figures, a column for each. Changed odds are bold."""
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    shown.add_column("table")
    for number in range(first, first + len(tables)):
        shown.add_column(str(number), justify="right", no_wrap=True)
    for line in tables[0].pays:
        shown.add_row(line, *(Text(each.pays[line], style="bold" if line in each.changed else "") for each in tables))
    shown.add_row("edge", *(_percent(each.wager.edge) for each in tables))
    shown.add_row("exactly", *(str(each.wager.edge) for each in tables))
    shown.add_row("hit frequency", *(_percent(each.wager.hit_frequency) for each in tables))
    shown.add_row("deviation", *(f"{float(each.wager.standard_deviation):.4f}" for each in tables))
    return shown


def _percent(share: Any) -> str:
    return f"{100 * float(share):.4f} %"
