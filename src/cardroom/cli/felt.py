"""How a table looks in a terminal: cards in boxes, hands side by side, wagers with what became of them."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import JOKER, UNKNOWN, Card, pretty
from cardroom.money import dollars
from cardroom.play.events import Settled
from cardroom.play.transcript import label, reason, signed
from cardroom.rankings import RANKINGS, describe
from cardroom.rulebook import RuleSet

__all__ = ["Hand", "hands", "money_text", "results", "words"]

_RED, _BLACK, _BACK, _EDGE = "bold red", "bold", "blue", "dim"


def _style(card: Card) -> str:
    if card == UNKNOWN:
        return _BACK
    return _RED if card == JOKER or card % 4 in (1, 2) else _BLACK


class Hand(NamedTuple):
    """Cards with their owner's name, and what they make."""

    name: str
    cards: Sequence[Card]
    makes: str = ""


def hands(shown: Sequence[Hand], width: int) -> RenderableType:
    """Hands in boxes, next to each other where the width allows it, with the name above and the words below."""
    boxes = [max(6 * len(hand.cards), len(hand.name)) for hand in shown]
    spare = width - 2 - sum(boxes) - 2 * len(shown)
    if spare < 0:
        return Padding(Group(*map(_drawn, shown)), (0, 0, 0, 2), expand=False)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for hand, box in zip(shown, boxes, strict=True):  # words may wrap, boxes may not
        wanted = max(30 if len(shown) < 3 else 0, len(hand.makes))
        grid.add_column(width=max(box, min(wanted, box + spare // len(shown))))
    grid.add_row(*map(_drawn, shown))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def _drawn(hand: Hand) -> RenderableType:
    rows = [Text(no_wrap=True), Text(no_wrap=True), Text(no_wrap=True)]
    for card in hand.cards:
        face = "░░░" if card == UNKNOWN else pretty(card).center(3)
        rows[0].append("╭───╮ ", style=_EDGE)
        rows[1].append("│", style=_EDGE).append(face, style=_style(card)).append("│ ", style=_EDGE)
        rows[2].append("╰───╯ ", style=_EDGE)
    return Group(Text(hand.name), *rows, Text(hand.makes, style="italic"))


def words(cards: Sequence[Card], rules: RuleSet) -> str:
    """What a hand makes by the first of the game's rankings that judges so many cards; hidden ones make nothing.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> words(parse("9h 9s 2c"), rule_set("three-card-poker-6-card-bonus"))
    'Pair of nines, two kicker'
    """
    if UNKNOWN not in cards:
        for table in rules.pay.values():
            judge = RANKINGS.get(table.ranking)
            if judge is not None and len(cards) in judge.sizes:
                return describe(table.ranking, cards)
    return ""


def money_text(amount: int) -> Text:
    """A win in green, a loss in red."""
    return Text(signed(amount), style="bold green" if amount > 0 else "red" if amount < 0 else "dim")


def results(settled: Sequence[Settled], rules: RuleSet, wide: bool = False) -> RenderableType:
    """Each wager with its stake, its result and the reason, and beside or below it where that is printed."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    for event in settled:
        cite = event.cite.removeprefix(f"{rules.source.document}, {rules.source.section}, ")
        why = Text(reason(event, rules)).append(f"{'  ' if wide else chr(10)}{cite}", style="dim")
        table.add_row(Text(label(event.wager, rules)), dollars(event.stake), money_text(event.net), why)
    return Padding(table, (1, 0, 1, 2), expand=False)
