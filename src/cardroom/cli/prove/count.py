"""`cardroom count`: print what counting cards is worth, wager by wager."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis.counting import CountReport, LinearCount, WagerCounts, count_cards
from cardroom.analysis.report import Estimate
from cardroom.cards import Card, parse, text
from cardroom.cards.decks import deck
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import GameName, Json, Rules, Set, Workers, optional_count, parse_count, workers_of
from cardroom.cli.terminal.progress import engine_progress
from cardroom.errors import InputError
from cardroom.figures import how_known
from cardroom.rulebook import RuleSet

__all__ = ["count_command"]

MOST_TAGS = 4


def count_command(
    name: GameName,
    *,
    wager: Annotated[str | None, typer.Option("--wager", metavar="WAGER", help="One wager; by default all.")] = None,
    removed: Annotated[
        str,
        typer.Option(
            "--removed", metavar="CARDS", help='Cards that are gone, for example "8h 9d 9s" or by rank "8 9 9".'
        ),
    ] = "",
    level: Annotated[
        str, typer.Option("--level", metavar="TAG", help=f"The largest tag of the count, up to {MOST_TAGS}.")
    ] = "2",
    tags: Annotated[
        str | None, typer.Option("--tags", metavar="TAGS", help="A count of your own: a tag for each class of cards.")
    ] = None,
    shoes: Annotated[
        str | None,
        typer.Option("--shoes", metavar="COUNT", help="Deal this many shoes to the cut card, with a counter."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="The seed of the simulation.")] = "count",
    workers: Workers = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Compute what counting cards is worth: effects, counts, win rates.

    Effects and edges are exact. What a counter wins is simulated.
    """
    game = find_game(name, rules, house)
    if tags is not None and wager is None:
        raise UsageError("--tags are for one wager. Add --wager.")
    with engine_progress("local", workers_of(workers)) as engine:
        report = count_cards(
            game,
            [wager] if wager else (),
            removed=_removed(game.rules, removed),
            shoes=optional_count("--shoes", shoes) or 0,
            seed=seed,
            most_tag=parse_count("--level", level, MOST_TAGS),
            tags=None if tags is None else _tags(tags),
            engine=engine(game.rules.name),
        )
    if as_json:
        print_json(report.to_dict(), indent=2)
    else:
        _print(report)
    return 0


def _removed(rules: RuleSet, typed: str) -> list[Card]:
    """The cards that are gone. A rank without a suit is any card of that rank that is left."""
    gone: list[Card] = []
    left = list(deck(rules.deck.name, rules.packs).cards)
    for word in typed.replace(",", " ").split():
        try:
            card = next(each for each in left if text(each)[0] == word.upper()) if len(word) == 1 else parse(word)[0]
        except (InputError, StopIteration):
            raise UsageError(f"--removed {word}: write cards that are in the shoe, for example 8h or 8.") from None
        gone.append(card)
        if card in left:
            left.remove(card)
    return gone


def _tags(typed: str) -> list[int]:
    try:
        return [int(word) for word in typed.replace(",", " ").split()]
    except ValueError:
        raise UsageError(f'--tags {typed}: write whole numbers, for example "0 0 0 -1 -1 -1 -1 2 2 0".') from None


def _print(report: CountReport) -> None:
    screen, rules = console(), report.game.rules
    title = Text(rules.name, style="bold").append(f"  rule set {rules.rules}", style="not bold dim")
    screen.print(title)
    screen.print(Text(f"{rules.packs} decks, {rules.cut} cards behind the cut card", style="dim"))
    if report.removed:
        screen.print(Text(f"Gone: {text(report.removed)}", style="dim"))
    for each in report.wagers:
        screen.print()
        _print_wager(each, len(report.removed))


def _print_wager(each: WagerCounts, gone: int) -> None:
    screen, effects = console(), each.effects
    screen.print(Text(each.label, style="bold").append(f"  edge {_percent(-effects.value)}", style="not bold"))
    if not each.best:
        screen.print("No card matters more than another, so there is nothing to count.")
    if each.best:
        screen.print(_tags_table(each))
        how = how_known(effects.each)
        screen.print(Text(f"effect: of removing one such card, in hundredths of a per cent, {how}", style="dim"))
    if each.playing and each.playing.slope:
        screen.print(_trigger(each.playing))
    if each.remaining:
        there = f"Without these {gone} cards: edge {_percent(each.remaining.edge)} ({each.remaining.edge}), "
        there += f"{how_known([each.remaining.edge])}."
        if each.remaining.by_count is not None and each.remaining.true_count is not None:
            there += f" By the count {_percent(each.remaining.by_count)}, at a true count of "
            there += f"{float(each.remaining.true_count):+.2f}."
        screen.print(there)
    if rate := each.rate:
        screen.print(
            f"Simulated, {rate.shoes:,} shoes, seed “{rate.share.seed}”: the counter bets in {_about(rate.share)} of "
            f"{rate.share.rounds:,} rounds, wins {_about(rate.gain)} of each bet, and "
            f"{rate.per_shoe.value:+.4f} ± {rate.per_shoe.standard_error:.4f} units a shoe."
        )


def _tags_table(each: WagerCounts) -> Table:
    """The effects and the tags of each count, a row for each class of cards."""
    counts = [*dict.fromkeys((*each.best, *([each.playing] if each.playing else [])))]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("card", "in the shoe", "effect", *(f"count {number}" for number in range(1, len(counts) + 1))):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, (known, effect) in enumerate(zip(each.effects.classes, each.effects.each, strict=True)):
        tags = (Text(f"{count.tags[place]:+d}", "bold" if count == each.playing else "") for count in counts)
        table.add_row(known.name, str(known.number), f"{10_000 * float(effect):+.2f}", *tags)
    table.add_row("", "", "correlation", *(f"{float(count.correlation):.4f}" for count in counts))
    return table


def _trigger(count: LinearCount) -> str:
    mean = f" (the average tag, {count.mean}, is taken off for each card)" if count.mean else ""
    return f"By the bold count, bet at a true count of {float(count.trigger):+.2f} or more a deck of 52{mean}."


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.6f} %"


def _about(share: Estimate) -> str:
    return f"{100 * share.value:.4f} % ± {100 * share.standard_error:.4f} %"
