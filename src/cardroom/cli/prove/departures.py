"""`cardroom departures`: list where a game departs from its document, with the worth of each."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cardroom.analysis import has_analysis
from cardroom.analysis.report import Edges, Estimate, edges, figure
from cardroom.cli.play.seating import table_stacks
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import GameName, Json, Rules, Set, parse_count
from cardroom.cli.terminal.progress import with_progress
from cardroom.figures import how_known
from cardroom.games import game_of
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.players import RuleWorth, played_twice, worth_of
from cardroom.rulebook import with_house_rules
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.show.rules import RuleChoice, departing_choices, silent_choices

__all__ = ["departures_command"]


def departures_command(
    name: GameName,
    *,
    rounds: Annotated[
        str, typer.Option("--rounds", "-n", metavar="COUNT", help="Rounds to play where nothing exact is known.")
    ] = "100",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same rounds.")] = "0",
    no_worth: Annotated[bool, typer.Option("--no-worth", help="Only list them.")] = False,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """List where a game departs from its document, and its worth.

    Choices where the document is silent or unclear are listed apart. --as-printed plays without the departures.
    """
    game, count = find_game(name, rules, house), parse_count("--rounds", rounds)
    known = departing_choices(game)
    wanted = [each for each in known if each.printed and not no_worth]
    worth = dict(zip(wanted, with_progress(_worths(game, wanted, count, seed), len(wanted)), strict=True))
    silent = silent_choices(game)
    if as_json:
        listed = [each._asdict() | {"worth": _fields(worth.get(each))} for each in known]
        print_json({"game": game.slug, "departures": listed, "silent": [each._asdict() for each in silent]}, indent=2)
        return 0
    screen = console()
    if game.rules.id == NO_DOCUMENT:
        screen.print(f"No document prints {game.rules.name}, so it departs from none.")
        return 0
    screen.print(Text(f"{game.rules.name}: where it departs from its document", style="bold"))
    for each in known:
        _print_choice(screen, each, _sentences(worth.get(each)), departs=True)
    if not known:
        screen.print("  Nowhere.")
    screen.print(Text("\nWhere the document is silent or unclear", style="bold"))
    for each in silent:
        _print_choice(screen, each, ())
    return 0


Worth = tuple[Edges, ...] | RuleWorth
"""What a departure is worth: exact edges where they change, or averages of rounds played under both rules."""


def _worths(game: Game, choices: list[RuleChoice], rounds: int, seed: str) -> Iterator[Worth]:
    for each in choices:
        printed = game_of(with_house_rules(game.rules, {each.name: each.printed}))
        changed: tuple[Edges, ...] = ()
        if has_analysis(game.rules):
            changed = tuple(pair for pair in edges(game.rules, printed.rules) if pair.change)
        yield changed or worth_of(played_twice(game, printed, table_stacks(game, None), rounds, seed), seed)


def _fields(worth: Worth | None) -> Any:
    """What a departure is worth, for JSON."""
    if worth is None:
        return None
    if isinstance(worth, RuleWorth):
        return {name: figure(value) for name, value in worth._asdict().items()}
    return [each.to_dict() for each in worth]


def _sentences(worth: Worth | None) -> Iterator[str]:
    if worth is None:
        return
    if not isinstance(worth, RuleWorth):
        for each in worth:
            if each.change is not None:
                how = how_known([each.change])
                yield f"As printed, the edge of {each.label} is {float(each.change):+.4%} higher ({how})."
        return
    if not worth.different.value:
        yield f"As printed, none of {worth.different.rounds:,} simulated rounds ends differently."
        return
    yield (
        f"As printed, {_share(worth.different)} of rounds end differently, and {_money(worth.moved)} a round goes to "
        f"someone else ({worth.moved.rounds:,} simulated rounds, standard errors)."
    )
    if worth.collected.value:
        yield f"As printed, the house collects {_money(worth.collected)} a round more."


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ± {estimate.standard_error:.1%}"


def _money(estimate: Estimate) -> str:
    return f"{dollars(round(estimate.value))} ± {dollars(round(estimate.standard_error))}"


def _print_choice(screen: Console, choice: RuleChoice, sentences: Any, *, departs: bool = False) -> None:
    screen.print(Text(f"\n  {choice.name} = {choice.value}", style="bold"))
    if choice.printed:
        screen.print(Padding(f"As printed: {choice.printed}.", (0, 0, 0, 4)))
    elif choice.others:
        screen.print(Padding(f"Could be: {', '.join(choice.others)}.", (0, 0, 0, 4)))
    elif departs:
        screen.print(Padding("As printed: cannot be played.", (0, 0, 0, 4)))
    for line in (choice.says, *sentences, f"({choice.cite})"):
        screen.print(Padding(Text(line), (0, 0, 0, 4)))
