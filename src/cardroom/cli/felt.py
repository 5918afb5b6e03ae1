"""How a table looks in a terminal: cards in boxes, hands side by side, wagers with what became of them."""

from collections.abc import Iterator, Mapping, Sequence
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
from cardroom.rankings.points import baccarat_points, blackjack_total, is_pure
from cardroom.rulebook import RuleSet

__all__ = ["Hand", "cards_text", "colored", "hands", "layout", "money_text", "results", "words"]

_RED, _BLACK, _BACK, _EDGE = "bold red", "bold", "blue", "dim"
_CARD, _GAP = 6, 2
RAISE_SPOTS = {"Brook HUH": 3, "Brook FCF": 3}
"""Layouts that print several Raise spots of one Ante each, by their document: a raise of 3x covers three of them."""
POINTS = ("ez-baccarat",)
"""Scripts whose hands count points."""
TOTALS = ("pure-21.5-blackjack", "pure-spanish-21.5")
"""Scripts whose hands are played for 21."""
WORDS = {"four-card-bonus": "four-of-five"}
"""Rankings that only pay, and the one that has words for every hand."""


def _style(card: Card) -> str:
    if card == UNKNOWN:
        return _BACK
    return _RED if card == JOKER or card % 4 in (1, 2) else _BLACK


class Hand(NamedTuple):
    """Cards with their owner's name, and what they make."""

    name: str
    cards: Sequence[Card]
    makes: str = ""
    numbered: bool = False
    """Whether the cards bear numbers by which they can be picked."""

    @property
    def box(self) -> int:
        """The columns that the cards and the name take."""
        return max(_CARD * len(self.cards), len(self.name))


def hands(shown: Sequence[Hand], width: int) -> RenderableType:
    """Hands in boxes, as many next to each other as the width allows, with the name above and the words below."""
    return Padding(Group(*(_row(row, width - 2) for row in _rows(shown, width - 2))), (0, 0, 0, 2), expand=False)


def _rows(shown: Sequence[Hand], width: int) -> Iterator[list[Hand]]:
    row: list[Hand] = []
    for hand in shown:
        if row and sum(each.box + _GAP for each in row) + hand.box > width:
            yield row
            row = []
        row.append(hand)
    yield row


def _row(row: Sequence[Hand], width: int) -> RenderableType:
    """Words may wrap, boxes may not: what the boxes leave goes to those whose words want it."""
    spare = width - sum(hand.box + _GAP for hand in row)
    wanting = [hand for hand in row if len(hand.makes) > hand.box]
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    for hand in row:
        share = max(0, spare) // len(wanting) if hand in wanting else 0
        grid.add_column(width=hand.box + min(max(0, len(hand.makes) - hand.box), share))
    grid.add_row(*map(_drawn, row))
    return grid


def _drawn(hand: Hand) -> RenderableType:
    rows = [Text(no_wrap=True), Text(no_wrap=True), Text(no_wrap=True)]
    for card in hand.cards:
        face = "░░░" if card == UNKNOWN else pretty(card).center(3)
        rows[0].append("╭───╮ ", style=_EDGE)
        rows[1].append("│", style=_EDGE).append(face, style=_style(card)).append("│ ", style=_EDGE)
        rows[2].append("╰───╯ ", style=_EDGE)
    if hand.numbered:
        rows.append(Text("".join(f"{number:^5} " for number in range(1, len(hand.cards) + 1)), style="cyan"))
    return Group(Text(hand.name), *rows, *([Text(hand.makes, style="italic")] if hand.makes else []))


def cards_text(cards: Sequence[Card]) -> Text:
    """Cards in a line, red suits red."""
    return Text(" ").join(Text(pretty(card), style=_style(card)) for card in cards)


def colored(says: str, style: str = "") -> Text:
    """A sentence, the red cards in it red."""
    line = Text(says, style=style)
    line.highlight_regex("(10|[2-9JQKA])[♥♦]", "red")
    return line


def words(cards: Sequence[Card], rules: RuleSet) -> str:
    """What a hand makes by the first of the game's rankings that judges so many cards; hidden ones make nothing.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> words(parse("9h 9s 2c"), rule_set("three-card-poker-6-card-bonus"))
    'Pair of nines, two kicker'
    >>> words(parse("9h 9s"), rule_set("ez-baccarat"))
    '8 points'
    """
    if UNKNOWN in cards:
        return ""
    if rules.script in TOTALS:
        return _total(cards)
    if rules.script in POINTS:
        points = baccarat_points(cards)
        return f"{points} point{'' if points == 1 else 's'}"
    for table in rules.pay.values():
        judge = RANKINGS.get(WORDS.get(table.ranking, table.ranking))
        if judge is not None and len(cards) in judge.sizes:
            return describe(judge.name, cards)
    return ""


def _total(cards: Sequence[Card]) -> str:
    """A hand's total at 21.5."""
    total = blackjack_total(cards)
    if not cards or is_pure(cards):
        return "21.5" if cards else ""
    if total.busted:
        return f"{total.points}, busted"
    return f"{'soft' if total.soft else 'hard'} {total.points}" if total.points < 21 else "21"


def money_text(amount: int) -> Text:
    """A win in green, a loss in red."""
    return Text(signed(amount), style="bold green" if amount > 0 else "red" if amount < 0 else "dim")


def layout(stakes: Mapping[str, int], rules: RuleSet) -> Text:
    """The chips of a spot in a line, and the spots that a raise may still cover.

    >>> from cardroom.rulebook import rule_set
    >>> print(layout({"ante": 500, "odds": 500}, rule_set("heads-up-holdem", "brook")))
    Ante $5  Odds $5  Raise ( ) ( ) ( )
    """
    line = Text()
    for name, wager in rules.wagers().items():
        spots = RAISE_SPOTS.get(rules.source.document, 0) if wager.when == "after the deal" else 0
        stake = stakes.get(name, 0)
        if not stake and not spots:
            continue
        chips = dollars(stake)
        if spots:
            unit = stakes.get(wager.equals) or 1
            covered = stake // unit
            chips = " ".join(f"({dollars(unit)})" if spot < covered else "( )" for spot in range(spots))
        line.append(f"  {wager.label} ", style="dim").append(chips)
    return line[2:]


def results(settled: Sequence[Settled], rules: RuleSet, width: int) -> RenderableType:
    """Each wager with its stake, its result and the reason, and beside it, or below, where that is printed."""
    stakes = {event.wager: event.stake for event in settled}
    several = any("." in event.spot for event in settled)
    cells = [(_wager(event, rules, several), _stake(event, stakes, rules), signed(event.net)) for event in settled]
    name, stake, net = (max(map(len, column)) for column in zip(*cells, strict=True))
    lines = []
    for event, (wager, staked, _) in zip(settled, cells, strict=True):
        line = Text(f"{wager:<{name}}  {staked:>{stake}}  ")
        line.append(" " * (net - len(signed(event.net)))).append(money_text(event.net))
        line.append(f"  {reason(event, rules).replace('no line loses', 'nothing made')}")
        cite = event.cite.removeprefix(f"{rules.source.document}, {rules.source.section}, ")
        gap = "  " if len(line) + len(cite) + 4 <= width else "\n    "
        lines.append(line.append(f"{gap}{cite}", style="dim"))
    return Padding(Group(*lines), (1, 0, 1, 2), expand=False)


def _wager(event: Settled, rules: RuleSet, several: bool) -> str:
    """A wager's name, and of which hand it is, where there are several."""
    hand = f", hand {event.spot.partition('.')[2] or 1}" if several else ""
    return label(event.wager, rules) + hand


def _stake(event: Settled, stakes: Mapping[str, int], rules: RuleSet) -> str:
    """What was wagered; where the layout prints several spots of one Ante, spot by spot."""
    said = rules.wager.get(event.wager)
    unit = stakes.get(said.equals, 0) if said and said.when == "after the deal" else 0
    if unit and event.stake > unit and rules.source.document in RAISE_SPOTS:
        return f"{event.stake // unit} x {dollars(unit)}"
    return dollars(event.stake)
