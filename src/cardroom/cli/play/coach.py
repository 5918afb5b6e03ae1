"""The coach in the terminal: the exact value of each option, in a table.

The table is local and nothing is at stake there. Its log notes each use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from cardroom.analysis.evaluation import has_evaluator
from cardroom.cli.play.games import Rotation
from cardroom.cli.play.human import KeyCommand, KeyCommands
from cardroom.cli.terminal.common import console
from cardroom.errors import InputError
from cardroom.play import Round, Table
from cardroom.play.table import UseCoach
from cardroom.players import Advice, ValuedOption, ask_coach, money
from cardroom.show.pictures import Prompt

__all__ = ["KEY", "key_commands", "print_advice", "signed"]

KEY = "k"
"""The key of the coach. No game with exact values uses it for an option."""
MOST_SHOWN = 8
"""Options printed. A hand of seven cards can be set in 21 ways."""


class CoachedSession(Protocol):
    """A session at a table, as far as the coach uses it."""

    turns: Rotation
    table: Table
    round: Round | None
    asked: Prompt | None
    you: str

    @property
    def say(self) -> Callable[[str], Any]:
        """Prints a paragraph."""


def key_commands(session: CoachedSession) -> KeyCommands:
    """The coach's key at a table whose game has exact values; none at others."""
    if not any(has_evaluator(game.rules) for game in session.turns.games):
        return {}
    about = "coach: the exact value of each option of this decision"
    return {KEY: KeyCommand("coach", about, lambda: _use(session))}


def _use(session: CoachedSession) -> None:
    """Print the values of the open question, and note that in the table's log."""
    asked = session.asked
    if session.round is None or asked is None:
        session.say("The coach values the options of a decision. Wait for your cards.")
        return
    try:
        advice = ask_coach(session.round.view(session.you), asked.spot)
    except InputError:
        session.say("This question has no exact values. The coach values decisions with cards.")
        return
    session.table.do(UseCoach(session.you, asked.spot, session.table.question(asked.spot)))
    print_advice(advice)


def print_advice(advice: Advice, yours: ValuedOption | None = None) -> None:
    """Print the options, best first, with their values and costs. `yours` is marked, if something was chosen."""
    screen = console()
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for heading in ("on average", "costs", f"of the {advice.unit}"):
        table.add_column(heading, justify="right", no_wrap=True)
    for option in _shown(advice, yours):
        table.add_row(
            Text(option.label, style="bold green" if option.best else "").append(" (yours)" if option is yours else ""),
            signed(option.cents),
            money(option.cost) if option.cost else "",
            f"{option.units:+.4f}",
        )
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    if (more := len(advice.options) - MOST_SHOWN) > 0:
        screen.print(Text(f"  and {more} others", style="dim"))
    for line in (advice.says, advice.reason, advice.note):
        if line:
            screen.print(Padding(Text(line), (0, 0, 0, 2), expand=False))


def _shown(advice: Advice, yours: ValuedOption | None) -> list[ValuedOption]:
    shown = list(advice.options[:MOST_SHOWN])
    return shown if yours is None or yours in shown else [*shown, yours]


def signed(cents: float) -> str:
    """A value with its sign, to the cent.

    >>> signed(-204.4), signed(830.0), signed(0.2)
    ('-$2.04', '+$8.30', '$0.00')
    """
    whole = round(cents)
    return f"{'+' if whole > 0 else '-' if whole < 0 else ''}${abs(whole) / 100:,.2f}"
