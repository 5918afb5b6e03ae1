"""`cardroom analyze` for games without a bank: how often each hand occurs, and what the collection costs."""

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.poker_hands import PACE, CollectionCost, HandFrequencies, collection_costs
from cardroom.analysis.report import Estimate, provenance
from cardroom.analysis.store import stored_analysis
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, print_json
from cardroom.money import dollars
from cardroom.play import Game

__all__ = ["analyze_hands_command"]


def analyze_hands_command(
    game: Game, as_json: bool, pace: int | None, about_wagers: bool, *, recount: bool = False
) -> int:
    """Print the frequencies of hands, and the cost of the posted collection."""
    if about_wagers:
        raise UsageError(f"{game.slug} has no bank: there are no odds or edges to change.")
    report = stored_analysis(game, recount=recount)
    costs = collection_costs(game.rules, PACE if pace is None else pace)
    if as_json:
        print_json(
            report.to_dict() | provenance(game.rules) | {"collection": [each.to_dict() for each in costs]}, indent=2
        )
        return 0
    screen = console()
    screen.print(Text(report.name, style="bold").append(f"  rule set {report.rules}", style="not bold dim"))
    screen.print(Text("Players play against each other, so there is no house edge.", style="dim"))
    for hands in report.hands:
        _print_hands(screen, hands)
    _print_costs(screen, game, costs)
    return 0


def _print_hands(screen: Console, hands: HandFrequencies) -> None:
    screen.print(Text(f"\n{hands.title}", style="bold cyan"))
    about = "equally likely deals" if hands.exact else "simulated hands; +- is one standard error"
    screen.print(f"  {hands.deals:,} {about}")
    if hands.note:
        screen.print(Padding(Text(hands.note, style="yellow"), (0, 0, 0, 2), expand=False))
    table = _table("", "hands", "probability", "1 in" if hands.exact else "+-")
    for line, count in hands.lines.items():
        share = hands.probability(line)
        if isinstance(share, Estimate):
            last = f"{100 * share.standard_error:.4f} %"
        else:
            last = f"{1 / float(share):,.1f}" if share else "never"
        table.add_row(line, f"{count:,}", f"{100 * float(share):.6f} %", last)
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))


def _print_costs(screen: Console, game: Game, costs: Sequence[CollectionCost]) -> None:
    screen.print(Text("\nCollection", style="bold cyan"))
    if not costs:
        screen.print("  No schedule is posted. Choose one, for example --set collection=1; `cardroom fees` lists them.")
        return
    moments = list(dict.fromkeys(moment for each in costs for moment in each.hand))
    about = f"option {game.rules.house('collection')}, {costs[0].pace} hands an hour"
    screen.print(f"  {about}; every hand goes to the end, and all players win equally often")
    names = [f"ends early ({name})" if name == "modified" else f"to {name}" for name in moments]
    table = _table("players", *names, "player, hand", "player, hour", "table, hour")
    for each in costs:
        amounts = (dollars(each.hand[name]) if name in each.hand else "" for name in moments)
        average = (_money(float(amount)) for amount in (each.player_hand, each.player_hour, each.table_hour))
        table.add_row(str(each.players), *amounts, *average)
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))


def _money(amount: float) -> str:
    return f"${amount / 100:,.2f}"


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left")
    return table
