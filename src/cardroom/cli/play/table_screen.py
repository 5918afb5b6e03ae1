"""Draw the picture of a table in a terminal. This module knows no games, rules or events.

The picture's content decides the form: a line per player if there are bets in front of players, chips if there are
betting areas, and hands of several parts together.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import UNKNOWN
from cardroom.cli.play import felt
from cardroom.money import dollars
from cardroom.show.pictures import Chair, Picture, Sentence, Spread
from cardroom.show.words import signed

__all__ = ["TableScreen"]

STYLES = {"acted": "dim", "chips": "dim", "cards": "dim", "chance": "dim", "won": "bold"}
"""The style of each kind of sentence. The others are plain."""
AWAY = Chair(0, "", "You", 0, you=True, status="not dealt in")
"""The chair of a player who is not in the round."""
MARKS = {"button": "(D)", "player-dealer": "(bank)"}
"""Short names of markers."""
QUESTION = 7
"""Lines that a question takes below the table."""
NEXT_ROUND = 9
"""Lines that the next round begins with: its title, commitment, meter and first question. Between players it waits."""
LEVELS = range(4)
"""How much is shortened so that a screen shows everything at once: nothing; the cards of others are in a line, not in
boxes; the viewer's too, and results without citations; only hands that won or decided are shown."""


class TableScreen:
    """A screen on which pictures of a table are drawn."""

    def __init__(self, screen: Console) -> None:
        self.screen = screen

    def say(self, text: str | Text, style: str = "") -> None:
        """Print an indented paragraph."""
        words = Text(text, style=style) if isinstance(text, str) else text
        self.screen.print(Padding(words, (0, 0, 0, 2), expand=False))

    def _fit(self, draw: Callable[["TableScreen", int], None], below: int) -> None:
        """Draw with the least shortening that leaves so many lines of the screen. What is not a terminal has no end."""
        room = self.screen.height - below
        for level in LEVELS:
            if not self.screen.is_terminal or level == LEVELS[-1]:
                break
            page = StringIO()
            draw(TableScreen(Console(file=page, width=self.screen.width)), level)
            if page.getvalue().count("\n") <= room:
                break
        draw(self, level if self.screen.is_terminal else 0)

    # -- before the bets ----------------------------------------------------------------------------------------

    def notices(self, picture: Picture) -> None:
        """Print the required notices and the posted collection."""
        for notice in picture.notices:
            self.say(Text(f"\n{notice.text}").append(f" ({notice.cite})", style="dim"))
        for place, line in enumerate(picture.collection):
            self.say(("\n" if not place else "") + f"Collection, {line}.", "dim")

    def opening(self, picture: Picture) -> None:
        """Print the meters and statistics before the bets."""
        for meter in picture.meters:
            self.say(Text(f"{meter.label} meter ").append(dollars(meter.reads), style="bold yellow"))
        for name, counts in list(_statistics(picture).items())[:1]:
            figures = [_count(each["count"], what) for what, each in counts.items() if each["count"]]
            if figures:
                self.say(f"{name}: {', '.join(figures)}", "dim")

    def display(self, picture: Picture) -> None:
        """Print all of the table's statistics."""
        single = {name: value for name, value in picture.display.items() if not isinstance(value, dict)}
        self.say("\n" + ", ".join(f"{name} {dollars(value)}" for name, value in single.items()))
        shoes = _statistics(picture)
        if not shoes:
            self.say("There are no statistics yet.")
            return
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
        for heading in ("", *shoes):
            table.add_column(heading, justify="left" if not heading else "right")
        for result in next(iter(shoes.values())):
            cells = (counts[result] for counts in shoes.values())
            table.add_row(result, *(f"{cell['count']}  {cell['percent']:>5.1f} %" for cell in cells))
        self.screen.print(Padding(table, (1, 0, 0, 2), expand=False))

    # -- during a round -----------------------------------------------------------------------------------------

    def tell(self, lines: Iterable[Sentence], *, drawn: bool = False) -> None:
        """Print events in words, with players' actions joined in a line. `drawn` includes what the picture shows."""
        for acts, group in groupby(_runs(lines, drawn=drawn), key=lambda each: each[0]):
            run = [line for _, line in group]
            if acts:
                first, *others = (line.says for line in run)
                self.say(felt.colored("; ".join((first, *map(_within, others))), "dim"))
                continue
            for line in run:
                style = STYLES.get(line.kind, "") + (" green" if line.kind == "won" and line.mine else "")
                self.say(felt.colored(line.says, style))
                if line.explains and line.kind == "won":
                    self.say(felt.colored(f"  {line.explains}", "dim"))

    def table(self, picture: Picture, numbered: str = "") -> None:
        """Print the bets of each player, the cards that matter to the viewer, and the viewer's chips on the layout.
        Leave room for a question.

        `numbered` is the spot whose cards have numbers, to pick them by.
        """
        self._fit(lambda to, level: to._table(picture, numbered, level), QUESTION)

    def finish(self, picture: Picture) -> None:
        """Print the cards and the results at the end of a round, with room for the next one's first question."""

        def draw(to: "TableScreen", level: int) -> None:
            to._table(picture, "", level)
            to.results(picture, level)

        self._fit(draw, QUESTION if picture.sums or picture.tallies else NEXT_ROUND)

    def _table(self, picture: Picture, numbered: str, level: int) -> None:
        seats = not picture.over and (picture.pots or any(chair.bet for chair in picture.chairs))
        if seats:
            self.screen.print()
            self.screen.print(Padding(self._seats(picture, level), (0, 0, 0, 2), expand=False))
        rows = _in_rows(picture)
        if rows:
            self.screen.print()
            self.screen.print(Padding(_rows(picture, rows), (0, 0, 0, 2), expand=False))
        shown = [each for each in picture.spreads if _matters(picture, each) and each not in rows]
        if level >= 3 and picture.over:
            shown = [each for each in shown if _decided(picture, each)]
        shown.sort(key=lambda spread: spread.mine)  # the viewer's own cards come last
        lined = [each for each in shown if level >= 2 or (level == 1 and not each.mine)]
        lined = [each for each in lined if level >= 3 or not (numbered and each.mine)]
        if lined:
            self.screen.print()
        for each in lined:
            self.say(felt.hand_line(_hand(picture, each, numbered)))
        for group in _grouped([each for each in shown if each not in lined]):
            self.screen.print()
            self.screen.print(felt.hands([_hand(picture, each, numbered) for each in group], self.screen.width))
        own = {box.spot: [each for each in picture.boxes if each.spot == box.spot] for box in picture.boxes if box.mine}
        for lying in own.values():
            whose = Text(f"{lying[0].name}  " if len(own) > 1 else "")
            self.say(whose.append_text(felt.boxes(lying)))

    def _seats(self, picture: Picture, level: int) -> Table:
        """A line for each player: the button, the stack, the bet and the up cards. Those who folded are left out if
        there is no room."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        for justify in ("left", "left", "right", "right", "left"):
            grid.add_column(justify=justify, no_wrap=True)
        for chair in picture.chairs:
            out = chair.status in ("folded", "mucked", "not dealt in")
            if out and level >= 2 and not chair.you:
                continue
            style = "dim" if out else "bold" if chair.you else ""
            stack = chair.status if chair.status == "all-in" else dollars(chair.stack)
            up = [each for each in picture.spreads if each.seat == chair.seat and each.up and not each.folded]
            grid.add_row(
                Text(_marks(chair), style="bold yellow"),
                Text(f"{chair.seat}  {chair.name}", style=style),
                Text(stack, style=style),
                Text(dollars(chair.bet) if chair.bet else "", style="" if out else "cyan"),
                Text(chair.status, style="dim") if out else Text("  ").join(map(felt.showing, up)),
            )
        for marker in picture.markers:  # at empty seats
            grid.add_row(Text(MARKS.get(marker.name, marker.name), style="bold yellow"), f"{marker.seat}  empty")
        pot = sum(pot.amount for pot in picture.pots) + sum(chair.bet for chair in picture.chairs)
        total = Text("Pot ").append(dollars(pot), style="bold")
        if len(picture.pots) > 1:
            total.append(" (" + ", ".join(f"{each.name} {dollars(each.amount)}" for each in picture.pots) + ")")
        grid.add_row("", total)
        return grid

    def results(self, picture: Picture, level: int = 0) -> None:
        """Print the result of each wager and each player. With little room, a bank's wagers are left to the key for
        why."""
        you = _you(picture)
        banks = _banks(you)
        wagers = [each for each in picture.results if (each.stakes or not each.won) and (each.mine or banks)]
        if banks and level >= 2:
            wagers = []
        if wagers:
            self.screen.print(felt.results(wagers, self.screen.width, named=banks, brief=level >= 2))
            whys = [*dict.fromkeys(each.explains.says for each in wagers if each.explains and each.stakes)]
            for says in whys if level < 2 else whys[:1]:
                self.say(felt.colored(says))
            if level < 2:
                self.screen.print()
        if picture.sums:
            brief, together = level >= 2, level >= 3
            self.screen.print(felt.sums(picture.sums, picture.chairs, picture.showdown, brief=brief, together=together))
        others = (
            ""
            if picture.sums
            else ", ".join(
                " ".join(filter(None, (chair.name, "(bank)" if _banks(chair) else "", signed(chair.net))))
                for chair in picture.chairs
                if chair.net and not chair.you
            )
        )
        line = Text("You sit out.")
        if you is not AWAY:
            line = Text("You: ").append(felt.money_text(you.net or 0)).append(f", you have {dollars(you.stack)}")
        self.say(line.append(f"   {others}" if others else "", style="dim"))


def _in_rows(picture: Picture) -> list[Spread]:
    """The spreads of hands that are set in rows, and open cards of others that are to be set."""
    owners = {spread.place.owner for spread in picture.spreads if spread.slots}
    return [
        spread
        for spread in picture.spreads
        if spread.place.owner in owners and (spread.place.part or not (spread.mine or UNKNOWN in spread.cards))
    ]


def _rows(picture: Picture, spreads: Sequence[Spread]) -> Table:
    """Hands in rows, side by side with the viewer's first, so that each row can be compared."""
    chairs = {chair.seat: chair for chair in picture.chairs}
    hands = sorted({spread.seat: spread.mine for spread in spreads}.items(), key=lambda item: not item[1])
    parts = sorted(dict.fromkeys(spread.place.part for spread in spreads), key=lambda part: not part)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    for _ in hands:
        grid.add_column(min_width=18, max_width=24)
    grid.add_row("", *(_holder(chairs[seat]) for seat, _ in hands))
    for part in parts:
        lies = {spread.seat: spread for spread in spreads if spread.place.part == part}
        grid.add_row(part or "to place", *(_row(lies[seat]) if seat in lies else "" for seat, _ in hands))
    return grid


def _holder(chair: Chair) -> Text:
    marks = _marks(chair)
    name = Text(f"{chair.name} ", style="bold" if chair.you else "").append(dollars(chair.stack), style="not bold dim")
    return name.append(f" {marks}" if marks else "", style="bold yellow")


def _row(spread: Spread) -> Text:
    """The cards and empty places of a row, and the name of its hand."""
    line = felt.cards_text(spread.cards)
    for _ in range(spread.slots - len(spread.cards)):
        line.append(" ·" if len(line) else "·", style="dim")
    return line.append(f"\n{spread.says}", style="italic dim") if spread.says else line


def _runs(lines: Iterable[Sentence], *, drawn: bool) -> Iterator[tuple[int, Sentence]]:
    """The sentences to print, each with the number of its run, or 0 if it stands alone.

    A run is players' actions until several players receive cards.
    """
    run, deals = 1, 0
    for line in lines:
        deals = deals + 1 if line.kind == "cards" else 0
        run += deals == 2
        if drawn or not line.drawn:
            yield run if line.kind in ("acted", "chips") else 0, line


def _within(says: str) -> str:
    """A sentence that continues a line: its first word in lower case, except for names."""
    return re.sub(r"^(You|Seat|The|A)\b", lambda word: word[0].lower(), says)


def _marks(chair: Chair) -> str:
    return " ".join(filter(None, (MARKS.get(marker.name, "") for marker in chair.markers)))


def _you(picture: Picture) -> Chair:
    """The viewer's chair; `AWAY` for a viewer who sits out."""
    return next((chair for chair in picture.chairs if chair.you), AWAY)


def _banks(chair: Chair) -> bool:
    return any(marker.name == "player-dealer" for marker in chair.markers)


def _count(number: int, what: str) -> str:
    return f"{number} {what.removesuffix('s') if number == 1 else what}"


def _statistics(picture: Picture) -> dict[str, dict[str, Any]]:
    """The counts on the display."""
    return {name: value for name, value in picture.display.items() if isinstance(value, dict)}


def _matters(picture: Picture, spread: Spread) -> bool:
    """Whether to draw cards large: the dealer's, shared cards, the viewer's own, and hands shown at the end.

    A viewer who folded and sees no hand at the end has seen the other cards before.
    """
    you = _you(picture)
    others = [each for each in picture.spreads if each.seat and not (each.mine or each.dealer)]
    shown = [each for each in others if UNKNOWN not in each.cards and not each.folded]
    contest = not any(each.dealer for each in picture.spreads) and bool(others)
    if picture.over and contest and not shown and you.status in ("folded", "not dealt in"):
        return False
    if spread not in others:
        return True
    if you.backline and spread.seat == you.seat:
        return True
    return picture.over and spread in shown and (contest or _banks(you))


def _decided(picture: Picture, spread: Spread) -> bool:
    """Whether a hand at the end is the viewer's, the dealer's, shared, or of a player who won."""
    won = {chair.seat for chair in picture.chairs if (chair.net or 0) > 0}
    return spread.mine or spread.dealer or not spread.seat or spread.seat in won


def _grouped(spreads: Sequence[Spread]) -> list[list[Spread]]:
    """Group hands: those of several parts by owner, all others together."""
    if not any(spread.place.part for spread in spreads):
        return [list(spreads)] if spreads else []
    return [list(group) for _, group in groupby(spreads, key=lambda spread: (spread.place.kind, spread.place.owner))]


def _hand(picture: Picture, spread: Spread, numbered: str) -> felt.DrawnHand:
    several = sum(each.mine for each in picture.spreads) > 1
    title = f"► {spread.title}" if spread.active and spread.mine and several else spread.title
    if spread.folded:
        status = next((chair.status for chair in picture.chairs if chair.seat == spread.seat), "")
        title += f", {status or 'folded'}"
    picked = bool(numbered) and spread.mine and spread.place.owner == numbered
    hidden = spread.up and spread.mine and not picture.over
    down = tuple(place for place in range(len(spread.cards)) if place not in spread.up) if hidden else ()
    return felt.DrawnHand(title, spread.cards, spread.says, picked, down)
