"""How the parts of a picture look in a terminal: cards in boxes, hands side by side, wagers and results."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import JOKER, UNKNOWN, Card, pretty
from cardroom.money import dollars
from cardroom.show.pictures import Chair, HandEnd, HandSums, PlacedBet, PotSum, Result, Spread
from cardroom.show.words import signed

__all__ = [
    "DrawnHand",
    "boxes",
    "cards_text",
    "colored",
    "hand_line",
    "hands",
    "money_text",
    "results",
    "showing",
    "sums",
]

_RED, _BLACK, _BACK, _EDGE = "bold red", "bold", "blue", "dim"
_CARD, _GAP = 6, 2


def _style(card: Card) -> str:
    if card == UNKNOWN:
        return _BACK
    return _RED if card == JOKER or card % 4 in (1, 2) else _BLACK


class DrawnHand(NamedTuple):
    """Cards with their owner's name and the name of the hand."""

    name: str
    cards: Sequence[Card]
    makes: str = ""
    numbered: bool = False
    """Whether the cards have numbers, to pick them by."""
    down: tuple[int, ...] = ()
    """Positions of the cards that other players do not see, if they see some."""

    @property
    def box(self) -> int:
        """The width of the cards and the name, in columns."""
        return max(_CARD * len(self.cards), len(self.name))


def hands(shown: Sequence[DrawnHand], width: int) -> RenderableType:
    """Hands in boxes, side by side as the width allows, with the owner above and the hand's name below."""
    return Padding(Group(*(_row(row, width - 2) for row in _rows(shown, width - 2))), (0, 0, 0, 2), expand=False)


def hand_line(hand: DrawnHand) -> Text:
    """A hand in a line: its owner, its cards, and its name.

    >>> print(hand_line(DrawnHand("Board", (0, 5, 51), "Ace high")))
    Board  2♣ 3♦ A♠  Ace high
    >>> print(hand_line(DrawnHand("You", (0, 5), numbered=True)))
    You  1: 2♣  2: 3♦
    """
    line = Text(f"{hand.name}  ", style="dim")
    for place, card in enumerate(hand.cards, 1) if hand.numbered else ():
        line.append("  " if place > 1 else "").append(f"{place}: ", style="cyan").append_text(cards_text([card]))
    if not hand.numbered:
        line.append_text(cards_text(hand.cards))
    return line.append(f"  {hand.makes}", style="italic") if hand.makes else line


def _rows_of_cards(hand: DrawnHand, width: int) -> Iterator[tuple[int, Sequence[Card]]]:
    """The cards of a hand in rows that fit the width, each with the number of cards before it."""
    fit = max(1, width // _CARD)
    for start in range(0, len(hand.cards), fit):
        yield start, hand.cards[start : start + fit]


def _rows(shown: Sequence[DrawnHand], width: int) -> Iterator[list[DrawnHand]]:
    row: list[DrawnHand] = []
    for hand in shown:
        if row and sum(each.box + _GAP for each in row) + hand.box > width:
            yield row
            row = []
        row.append(hand)
    yield row


def _row(row: Sequence[DrawnHand], width: int) -> RenderableType:
    """Hands side by side. Words may wrap but boxes may not, so spare columns go to hands with long words."""
    spare = width - sum(hand.box + _GAP for hand in row)
    wanting = [hand for hand in row if len(hand.makes) > hand.box]
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    for hand in row:
        share = max(0, spare) // len(wanting) if hand in wanting else 0
        grid.add_column(width=hand.box + min(max(0, len(hand.makes) - hand.box), share))
    grid.add_row(*(_draw_hand(hand, width) for hand in row))
    return grid


def _draw_hand(hand: DrawnHand, width: int) -> RenderableType:
    rows: list[Text] = []
    for before, cards in _rows_of_cards(hand, width):
        lines = [Text(no_wrap=True), Text(no_wrap=True), Text(no_wrap=True)]
        for card in cards:
            face = "░░░" if card == UNKNOWN else pretty(card).center(3)
            lines[0].append("╭───╮ ", style=_EDGE)
            lines[1].append("│", style=_EDGE).append(face, style=_style(card)).append("│ ", style=_EDGE)
            lines[2].append("╰───╯ ", style=_EDGE)
        if hand.numbered:
            numbers = range(before + 1, before + 1 + len(cards))
            lines.append(Text("".join(f"{number:^5} " for number in numbers), style="cyan"))
        if hand.down:
            faces = ("down" if place in hand.down else "" for place in range(before, before + len(cards)))
            lines.append(Text("".join(f"{face:^5} " for face in faces), style=_BACK))
        rows += lines
    return Group(Text(hand.name), *rows, *([Text(hand.makes, style="italic")] if hand.makes else []))


def cards_text(cards: Sequence[Card]) -> Text:
    """Cards in a line, with red suits in red."""
    return Text(" ").join(Text("▒" if card == UNKNOWN else pretty(card), style=_style(card)) for card in cards)


def showing(spread: Spread) -> Text:
    """A hand with up cards, in a line: its backs, its up cards, and what these show."""
    seen = [card if place in spread.up else UNKNOWN for place, card in enumerate(spread.cards)]
    return cards_text(seen).append(f"  {spread.shows}" if spread.shows else "", style="dim")


def colored(says: str, style: str = "") -> Text:
    """A sentence, with red cards in red."""
    line = Text(says, style=style)
    line.highlight_regex("(10|[2-9JQKA])[♥♦]", "red")
    return line


def money_text(amount: int) -> Text:
    """A win in green, a loss in red."""
    return Text(signed(amount), style="bold green" if amount > 0 else "red" if amount < 0 else "dim")


def boxes(lying: Sequence[PlacedBet]) -> Text:
    """The chips of a spot in a line, with empty brackets for raises that are still possible.

    >>> ante, odds = PlacedBet("1", 1, "You", "ante", "Ante", 500), PlacedBet("1", 1, "You", "odds", "Odds", 500)
    >>> print(boxes([ante, odds, PlacedBet("1", 1, "You", "raise", "Raise", 500, spots=(500, 0))]))
    Ante $5  Odds $5  Raise ($5) ( )
    """
    line = Text()
    for box in lying:
        chips = dollars(box.amount or box.dropped)
        if box.spots:
            chips = " ".join(f"({dollars(each)})" if each else "( )" for each in box.spots)
        line.append(f"  {box.label} ", style="dim").append(chips)
    return line[2:]


def reason(result: Result) -> str:
    """The short reason of a result, without what its explanation says.

    >>> from msgspec.structs import replace
    >>> from cardroom.show.pictures.values import Explanation
    >>> lost = Result("1", 1, "You", "Ante", 500, "$5", -500, "lower hand loses", "rule 9")
    >>> reason(lost), reason(replace(lost, explains=Explanation("The dealer's pair beats your ace high.")))
    ('lower hand loses', '')
    >>> why = Explanation("Your pair of aces beats the dealer's ace high.", short="your pair beats ace high")
    >>> reason(replace(lost, won=True, why="your pair beats ace high; pays 1 to 1", explains=why))
    'pays 1 to 1'
    """
    if result.explains is None:
        return result.why
    return "" if result.why.endswith(" loses") else result.why.removeprefix(result.explains.short).removeprefix("; ")


def sums(
    hand: HandSums,
    chairs: Sequence[Chair],
    ended: HandEnd | None = None,
    *,
    brief: bool = False,
    together: bool = False,
) -> RenderableType:
    """Why a poker hand ended so, its pots, and what each player put in, got and won, the viewer first. If `brief`, the
    others who lost are one line; if `together`, all others are."""
    names = {chair.seat: chair.name for chair in chairs}
    mine = next((chair.seat for chair in chairs if chair.you), 0)
    lines = [Text(ended.says, style="bold")] if ended else []
    lines += [Text(_pot(pot, names)) for pot in hand.pots]
    lines += [Text(ended.odd, style="dim")] if ended and ended.odd else []
    lines += [
        Text(f"Not called: {dollars(each.returned)} went back to {_inside(names[each.seat])}", style="dim")
        for each in hand.players
        if each.returned
    ]
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    fees = any(each.fee for each in hand.players)
    for heading in ("", "put in", "got", *(("collection",) if fees else ()), "net"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for each in sorted(hand.players, key=lambda each: each.seat != mine):
        alone = not together and (each.got if brief else each.put_in or each.got)
        if alone or each.seat == mine:
            fee = (dollars(each.fee),) if fees else ()
            row = names[each.seat], dollars(each.put_in), dollars(each.got), *fee, money_text(each.net)
            table.add_row(*row, style="bold" if each.seat == mine else "")
    lost = [each for each in hand.players if brief and each.put_in and each.seat != mine and (together or not each.got)]
    if lost:
        fee = (dollars(sum(each.fee for each in lost)),) if fees else ()
        name = names[lost[0].seat] if len(lost) == 1 else f"{len(lost)} others"
        put_in, got, net = (sum(column) for column in zip(*((e.put_in, e.got, e.net) for e in lost), strict=True))
        table.add_row(name, dollars(put_in), dollars(got), *fee, money_text(net))
    fee = (dollars(hand.collection),) if fees else ()
    last = "together", dollars(hand.put_in), dollars(hand.got), *fee, signed(-hand.collection)
    table.add_row(*last, style="dim")
    if brief:
        return Padding(Group(*lines, table), (0, 0, 0, 2), expand=False)
    return Padding(Group(*lines, "", table), (1, 0, 1, 2), expand=False)


def _pot(pot: PotSum, names: Mapping[int, str]) -> str:
    """A pot in words: "Pot $60, collection $2: ann gets $58"."""
    fee = f", collection {dollars(pot.fee)}" if pot.fee else ""
    shares = [(names[each.seat], dollars(each.amount)) for each in pot.shares]
    got = ", ".join(f"{_inside(name)} {'get' if name == 'You' else 'gets'} {amount}" for name, amount in shares)
    return f"{pot.name} {dollars(pot.amount)}{fee}: {got or 'nothing is left'}"


def _inside(name: str) -> str:
    return "you" if name == "You" else name


def results(decided: Sequence[Result], width: int, *, named: bool = False, brief: bool = False) -> RenderableType:
    """Each wager with its stake, its result, the reason and the citation.

    `named` adds the name of the bettor. If `brief`, citations are left out.
    """
    cells = [
        (f"{each.name}: {each.label}" if named else each.label, each.stakes if each.stake else "", signed(each.net))
        for each in decided
    ]
    name, stake, net = (max(map(len, column)) for column in zip(*cells, strict=True))
    lines = []
    for each, (wager, staked, won) in zip(decided, cells, strict=True):
        line = Text(f"{wager:<{name}}  {staked:>{stake}}  ")
        line.append(" " * (net - len(won))).append(money_text(each.net)).append(
            f"  {reason(each)}" if reason(each) else ""
        )
        gap = "  " if len(line) + len(each.cite) + 4 <= width else "\n    "
        lines.append(line if brief else line.append(f"{gap}{each.cite}", style="dim"))
    around = 0 if brief else 1
    return Padding(Group(*lines), (around, 0, around, 2), expand=False)
