"""`cardroom analyze`: print the exact figures of a game."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis import Report, has_analysis, has_report
from cardroom.analysis.bankroll import Charged, after_collection, charged, unknown
from cardroom.analysis.engine import Engine
from cardroom.analysis.report import (
    aim,
    estimates,
    expected_seconds,
    figure,
    is_estimate,
    provenance,
    repriced,
    with_qualifier,
)
from cardroom.analysis.store import report_in_force, stored_analysis
from cardroom.cli import UsageError
from cardroom.cli.prove.analyze_hands import analyze_hands_command
from cardroom.cli.prove.coverage import coverage_command
from cardroom.cli.prove.plots import check_plot
from cardroom.cli.prove.vary import vary_command
from cardroom.cli.terminal.common import console, find_game, note, print_json
from cardroom.cli.terminal.options import (
    EngineName,
    GameName,
    Json,
    Plot,
    Qualifies,
    Recount,
    Rules,
    Set,
    SetPay,
    Workers,
    optional_count,
    workers_of,
)
from cardroom.cli.terminal.progress import engine_progress
from cardroom.games import game_of
from cardroom.money import cents, dollars
from cardroom.play import Game
from cardroom.rulebook import origin
from cardroom.version import version

__all__ = ["WhatIf", "analyze_command", "parse_share", "pay_changes"]

LONG = 60.0
"""Seconds of one core from which a message says how long an analysis takes."""


class WhatIf(NamedTuple):
    """Changes to the rule set, and further questions."""

    pays: Sequence[str] = ()
    """Pay lines with changed odds, for example `odds.flush=2`."""
    vary: Sequence[str] = ()
    """The pay line whose odds are to be found, or lines with their odds."""
    target: str | None = None
    """The edge that these odds should give."""
    action: str | None = None
    """The total table action, for the edge after collection."""
    wager: str | None = None
    """The base wager of one player, for the edge after collection."""
    pace: int | None = None
    """For games without a bank, hands an hour."""
    plot: Path | None = None
    """The file for a plot of the varied odds."""
    qualifies: str | None = None
    """The hand with which the dealer qualifies."""


def analyze_command(
    name: GameName,
    *,
    rules: Rules = None,
    house: Set = None,
    set_pay: SetPay = None,
    qualifies: Qualifies = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE[=ODDS]",
            help="Find this line's odds for --target-edge, or list edges over odds (odds.flush=2..5). Repeat.",
        ),
    ] = None,
    target_edge: Annotated[
        str | None, typer.Option("--target-edge", metavar="EDGE", help="The edge to reach with --vary (2.5%).")
    ] = None,
    action: Annotated[
        str | None,
        typer.Option("--action", metavar="$", help="Include the posted collection, at this total table action."),
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="With --action: the base wager of one player.")
    ] = None,
    pace: Annotated[
        str | None,
        typer.Option("--pace", metavar="HANDS", help="Poker: hands an hour, for the cost of the collection."),
    ] = None,
    coverage: Annotated[
        str | None,
        typer.Option("--coverage", metavar="$", help="The player-dealer's gain by seat, if the bank has this much."),
    ] = None,
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bets", metavar="WAGER=$,...", help="With --coverage: the bets of a seat. Repeat for each seat."
        ),
    ] = None,
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="N", help="With --coverage: the rounds to simulate (2000).")
    ] = None,
    plot: Plot = None,
    engine: EngineName = "local",
    workers: Workers = None,
    recount: Recount = False,
    as_json: Json = False,
) -> int:
    """Compute the exact edge of each wager, and the best strategy.

    For poker, compute how often each hand occurs.
    """
    game = find_game(name, rules, house)
    if coverage is not None:
        if set_pay or qualifies or vary or target_edge or action or wager or pace or plot:
            raise UsageError("--coverage goes with --bets, --rounds, --rules, --set and --json, and no other option.")
        return coverage_command(game, coverage, tuple(bets or ()), optional_count("--rounds", rounds), as_json)
    if bets or rounds:
        raise UsageError("--bets and --rounds need --coverage, the player-dealer's bank.")
    hands = optional_count("--pace", pace)
    what_if = WhatIf(tuple(set_pay or ()), tuple(vary or ()), target_edge, action, wager, hands, plot, qualifies)
    if not has_report(game.rules):
        raise UsageError(f"{game.slug} has no exact analysis yet. `cardroom deal` plays it with bots.")
    if not has_analysis(game.rules):
        about_wagers = bool(what_if.pays or what_if.vary or what_if.action or what_if.qualifies)
        return analyze_hands_command(game, as_json, what_if.pace, about_wagers, recount=recount)
    if what_if.pace is not None:
        raise UsageError("--pace is for games without a bank. Use --action for the edge after collection.")
    tabulates = any("=" in each for each in what_if.vary)
    if what_if.target and (tabulates or len(what_if.vary) != 1):
        raise UsageError("--target-edge needs one --vary without odds, for example --vary odds.flush.")
    if what_if.vary and not (tabulates or what_if.target):
        raise UsageError("Use --vary with --target-edge, or with odds: --vary odds.flush=2..5.")
    if what_if.plot is not None:
        if not tabulates:
            raise UsageError("--plot needs --vary with odds, for example --vary odds.flush=2..5.")
        check_plot(what_if.plot)
    changes = pay_changes(what_if.pays)
    fees = _fees(game, what_if)
    changed = game_of(repriced(with_qualifier(game.rules, qualifies) if qualifies else game.rules, changes))
    if (seconds := expected_seconds(game.rules)) > LONG:
        note(f"cardroom: {game.rules.name} takes about {round(seconds / 60)} minutes on one core.")
    with engine_progress(engine, workers_of(workers)) as engine_for:
        chosen = engine_for(game.rules.name)
        if tabulates:
            return vary_command(changed, what_if.vary, as_json, what_if.plot, chosen)
        if what_if.vary and what_if.target:
            return _print_aim(changed, what_if.vary[0], parse_share("--target-edge", what_if.target), as_json, chosen)
        analysis = stored_analysis(changed, chosen, recount=recount)
        before = report_in_force(game, chosen) if (changes or qualifies) and not as_json else None
    report = analysis.to_dict()
    if as_json:
        asked = changes | ({"dealer.qualifies": qualifies} if qualifies else {})
        more: dict[str, Any] = {"what_if": asked} if asked else {}
        more |= {"collection": _after_as_data(changed, analysis, fees)} if fees else {}
        print_json(report | provenance(changed.rules) | more, indent=2)
        return 0
    screen = console()
    screen.print(Text(report["name"], style="bold").append(f"  rule set {report['rules']}", style="not bold dim"))
    screen.print(Text(_exactness(analysis), style="dim"))
    for line in _whose(changed):
        screen.print(Text(line, style="dim"))
    for place, odds in changes.items():
        screen.print(Text(f"Figures if {place} paid {odds}. The rule set itself is unchanged.", style="bold yellow"))
    if qualifies and changed.rules.dealer:
        says = (
            f"Figures if the dealer qualified with {changed.rules.dealer.qualifies}. The rule set itself is unchanged."
        )
        screen.print(Text(says, style="bold yellow"))
    missing = [each.label for name, each in changed.rules.wager.items() if name not in changed.rules.wagers()]
    if missing:
        screen.print(Text(f"Not on the layout under these house rules: {', '.join(missing)}.", style="dim"))
    edges = {wager.wager: wager.edge for wager in before.wagers if wager.in_force} if before else {}
    labels = {name: wager.label for name, wager in changed.rules.wager.items()}
    for each, figures in zip(analysis.wagers, report["wagers"], strict=True):
        was = edges.get(each.wager) if each.in_force else None
        _print_wager(screen, figures, each.table, labels, was)
    if fees:
        _print_after(screen, changed, analysis, fees)
    return 0


def _exactness(report: Report) -> str:
    """Which figures are exact, in words, from the figures themselves."""
    if not any(estimates(report.to_dict())):
        return "All figures are exact, computed over all deals, per unit of the wager."
    return "Per unit of the wager. Figures with ± are estimates, with their standard error; all others are exact."


def _fees(game: Game, what_if: WhatIf) -> Charged | None:
    """The fees at the given action; None without `--action`."""
    if what_if.action is None:
        if what_if.wager is not None:
            raise UsageError("--wager needs --action, the total table action.")
        return None
    try:
        action, wager = cents(what_if.action), None if what_if.wager is None else cents(what_if.wager)
    except ValueError as error:
        raise UsageError(f"--action, --wager: {error}") from None
    if not game.rules.posted:
        raise UsageError("--action: no collection is posted. Choose a schedule, for example --set collection=1.")
    return charged(game.rules, action, wager)


def _after_as_data(game: Game, analysis: Report, fees: Charged) -> dict[str, Any]:
    edges = [each.to_dict() for each in after_collection(game.rules, analysis, fees)]
    without = list(unknown(game.rules, analysis))
    return fees._asdict() | {"share": figure(fees.share), "edges": edges, "unknown": without}


def _print_after(screen: Console, game: Game, analysis: Report, fees: Charged) -> None:
    """Print the edges after collection, if all of the action is on one wager."""
    screen.print(Text(f"\nAfter collection, at a total table action of {dollars(fees.action)}", style="bold cyan"))
    share = _percent(float(fees.share))
    screen.print(f"  the player-dealer pays {dollars(fees.player_dealer)}, which is {share} of the action")
    if fees.player:
        screen.print(f"  a player who wagers {dollars(fees.wager)} pays {dollars(fees.player)}")
    table = _table("before", "player-dealer wins", "player loses")
    for each in after_collection(game.rules, analysis, fees):
        cells = (_percent(float(edge), sign="+") for edge in (each.before, each.player_dealer, each.player))
        table.add_row(each.label, *cells)
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    for label in unknown(game.rules, analysis):
        screen.print(Text(f"  {label}: its exact edge is unknown, and so is the edge after collection", style="dim"))


def _whose(game: Game) -> Iterator[str]:
    """The source of the rules, their differences from it, and their digest."""
    made = origin(game.rules)
    yield f"Source: {made.source}."
    yield from (f"  {each.words}" for each in made.differences)
    yield f"Rules digest {game.rules.digest}; cardroom {version()}."


def pay_changes(pays: Sequence[str]) -> dict[str, str]:
    """Parse the changed odds of pay lines.

    >>> pay_changes(["odds.flush=2"])
    {'odds.flush': '2'}
    """
    return dict(map(_change, pays))


def _change(text: str) -> tuple[str, str]:
    place, equals, odds = text.partition("=")
    if not equals:
        raise UsageError(f"--set-pay {text}: write a pay line and its odds, for example --set-pay odds.flush=2.")
    return place.strip(), odds.strip()


def parse_share(option: str, text: str) -> Fraction:
    """Parse a share: 2.5%, or 0.025.

    >>> parse_share("--risk", "2.5%"), parse_share("--target-edge", "-0.01")
    (Fraction(1, 40), Fraction(-1, 100))
    """
    match = re.fullmatch(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))\s*(%?)", text.strip(), re.ASCII)
    if not match:
        raise UsageError(f"{option} {text}: write a percentage or a fraction, for example 2.5% or 0.025.")
    share = Fraction(match[1]) / (100 if match[2] else 1)
    if abs(share) >= 1:
        hint = "" if "%" in text else f" Did you mean {text.strip()}%?"
        what = "an edge" if option == "--target-edge" else "it"
        raise UsageError(f"{option} {text}: {what} is below 100%.{hint}")
    return share


def _print_aim(game: Game, place: str, edge: Fraction, as_json: bool, engine: Engine) -> int:
    result = aim(game.rules, place, edge, engine)
    if as_json:
        near = {odds: figure(each) for odds, each in result.near.items()}
        value: dict[str, Any] = {"game": game.slug, "rules": game.rules.rules, "line": place, "edge": figure(edge)}
        value |= {"odds": figure(result.odds), "exact": result.exact, "near": near}
        print_json(value | {"wager_at_the_nearest_hundredth": result.wager.to_dict()}, indent=2)
        return 0
    screen = console()
    unit = f"{next(iter(result.near)).split()[1]} 1"
    odds = Text(
        f"{float(result.odds):.6f} {unit}" if result.exact else f"about {float(result.odds):.2f} {unit}", style="bold"
    )
    sentence = Text(f"{result.wager.label} {_edge_text(float(edge), result.wager.of)} if {place} pays ").append_text(
        odds
    )
    screen.print(sentence.append(f"  {result.odds}" if result.exact else "", style="dim"))
    screen.print("Payable odds below and above it, with the edge of each:")
    table = _table("edge", "exactly")
    for each, near_edge in result.near.items():
        table.add_row(each, _percent(float(near_edge)), str(near_edge))
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    return 0


def _edge_text(edge: float, of: str) -> str:
    if edge < 0:
        return f"favours the player by {_percent(-edge)} of the {of}"
    return f"has a house edge of {_percent(edge)} of the {of}"


def _print_wager(
    screen: Console, wager: dict[str, Any], table: str, labels: dict[str, str], was: Fraction | None
) -> None:
    edge = wager["edge"]
    title = Text(f"\n{wager['label']}", style="bold cyan")
    if table:
        title.append(f"  with {table}" + ("" if wager["in_force"] else ", not in force"), style="not bold dim")
    screen.print(title)
    says = _edge_text(edge["decimal"], edge["of"])
    screen.print(Text("  ").append(says, style="bold").append(f"  {edge['exact']}", style="dim"))
    if was is not None:
        screen.print(
            f"  in the rule set {_percent(float(was))}, a change of {_percent(edge['decimal'] - float(was), sign='+')}"
        )
    for line in _figures(wager):
        screen.print(f"  {line}")
    if best := wager["best_play"]:
        says = _edge_text(best["edge"]["decimal"], best["edge"]["of"])
        also = Text(f"  under the base game's best strategy it {says}")
        screen.print(also.append(f"  {best['edge']['exact']}", style="dim"))
    if wager["note"]:
        screen.print(Padding(Text(wager["note"], style="yellow"), (0, 0, 0, 2), expand=False))
    if wager["lines"]:
        parts = {labels[name]: _part(outcomes) for name, outcomes in wager["lines"].items()}
        for name, shown in (parts | {"Net result": _distribution(wager)}).items():
            screen.print(Text(f"\n  {name}", style="bold"))
            screen.print(Padding(shown, (0, 0, 0, 2), expand=False))
    else:
        screen.print(Padding(_outcomes(wager), (1, 0, 0, 2), expand=False))
    if wager["strategy"]:
        screen.print(Text("\n  How to play", style="bold"))
        for line in _shortened(wager["strategy"]):
            screen.print(Padding(Text(line), (0, 0, 0, 2), expand=False))


def _figures(wager: dict[str, Any]) -> Iterator[str]:
    hit, error = wager["hit_frequency"], ""
    if is_estimate(hit):
        error = f" ± {_percent(hit['standard_error'])}"
    spread = ", ".join(
        f"{name.replace('_', ' ')} {_with_error(wager[name])}" for name in ("standard_deviation", "volatility_index")
    )
    yield f"wins {_percent(hit['decimal'])}{error} of the time, {spread}"
    average = wager["average_wager"]
    if average["exact"] != "1/1":
        risk = _percent(wager["element_of_risk"]["decimal"])
        yield f"average total wager {average['decimal']:.4f} units, element of risk {risk}"
    for decision, share in wager["decisions"].items():
        yield f"{decision}: {_percent(share['decimal'])}"
    if jackpot := wager["jackpot"]:
        meter, even = jackpot["meter_cents"], round(jackpot["break_even_meter_cents"]["decimal"])
        back = _percent(jackpot["return_from_meter"]["decimal"])
        yield f"with the meter at {dollars(meter)}, which returns {back} of the wager; breaks even at {dollars(even)}"


def _with_error(number: dict[str, Any]) -> str:
    """A number with four decimals; an estimate with its standard error."""
    return f"{number['decimal']:.4f}" + (f" ± {number['standard_error']:.4f}" if is_estimate(number) else "")


def _outcomes(wager: dict[str, Any]) -> Table:
    """The pay lines of a single wager, with numbers of deals if these are short enough for a screen."""
    printed = any(outcome["pays"] for outcome in wager["outcomes"])
    few = wager["deals"] < 10**18
    table = _table("pays" if printed else "net", *(["deals"] if few else []), "probability", "return")
    for outcome in wager["outcomes"]:
        loses = "loses" if outcome["net"]["decimal"] < 0 else "pushes"
        table.add_row(
            outcome["line"],
            (outcome["pays"] or loses) if printed else f"{outcome['net']['decimal']:+g}",
            *([f"{outcome['combinations']:,}"] if few else []),
            _percent(outcome["probability"]["decimal"]),
            f"{outcome['return']['decimal']:+.6f}",
        )
    total = sum(outcome["return"]["decimal"] for outcome in wager["outcomes"])
    deals = [f"{wager['deals']:,}"] if few else []
    table.add_row(Text("all", style="dim"), "", *deals, _percent(1), f"{total:+.6f}")
    return table


def _part(outcomes: Sequence[dict[str, Any]]) -> Table:
    """The pay lines of one of several wagers that are played together. The net counts all chips of the wager."""
    table = _table("pays", "net", "probability", "return")
    for (line, pays, net), group in groupby(
        outcomes, key=lambda each: (each["line"], each["pays"], each["net"]["exact"])
    ):
        same = list(group)
        share, back = (sum(each[name]["decimal"] for each in same) for name in ("probability", "return"))
        table.add_row(line, pays, f"{float(Fraction(net)):+g}", _percent(share), f"{back:+.6f}")
    return table


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _distribution(wager: dict[str, Any]) -> Table:
    """Every net result, with a bar for its probability."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    most = max(each["probability"]["decimal"] for each in wager["distribution"])
    for each in wager["distribution"]:
        share = each["probability"]["decimal"]
        table.add_row(
            f"{each['net']['decimal']:+g}", _percent(share), Text("█" * round(30 * share / most), style="cyan")
        )
    return table


def _shortened(lines: Sequence[str]) -> Iterator[str]:
    """Join lines with the same end.

    >>> list(_shortened(["Dealer shows 3: play", "Dealer shows 2: play", "Dealer shows A: fold"]))
    ['Dealer shows 3 2: play', 'Dealer shows A: fold']
    """
    for end, group in groupby(lines, key=lambda line: line.partition(": ")[2]):
        cases = [line.partition(": ")[0].rpartition(" ") for line in group]
        if end and len(cases) > 1 and len({case[0] for case in cases}) == 1:
            yield f"{cases[0][0]} {' '.join(case[2] for case in cases)}: {end}"
        else:
            yield from ("".join(case) + (f": {end}" if end else "") for case in cases)


def _percent(share: float, sign: str = "") -> str:
    return f"{100 * share:{sign}.6f} %"
