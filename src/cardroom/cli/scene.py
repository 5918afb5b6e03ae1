"""What a person at a table is shown: the meters before the bets, the cards as they come, what the others do.

Everything is drawn from a seat's own view of the round and from what the table publishes between rounds.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import UNKNOWN
from cardroom.cli import felt
from cardroom.games.banked import ez_baccarat
from cardroom.money import dollars
from cardroom.play import View
from cardroom.play.events import Acted, Dealt, Event, Returned, Said, Settled, Turned
from cardroom.play.transcript import metered, sentences, signed
from cardroom.rulebook import RuleSet

__all__ = ["Scene"]

SHARED = ("board", "all 6")
"""Places whose cards are turned for everybody."""
DISPLAYS = {"ez-baccarat": ez_baccarat.display}
"""Scripts whose table has a display with the shoe's statistics."""


class Scene:
    """A table as one seat sees it, on one screen."""

    def __init__(self, screen: Console, rules: RuleSet, you: str, seats: Sequence[str]) -> None:
        self.screen = screen
        self.rules = rules
        self.you = you
        self.seats = seats
        self.told = 0
        """Events of the round that have been told."""

    def say(self, text: str | Text, style: str = "") -> None:
        """A paragraph, a little in from the edge."""
        words = Text(text, style=style) if isinstance(text, str) else text
        self.screen.print(Padding(words, (0, 0, 0, 2), expand=False))

    # -- before the bets ----------------------------------------------------------------------------------------

    def meters(self, carry: Mapping[str, Any]) -> None:
        """What each jackpot on the layout stands at."""
        for name in metered(self.rules):
            reading = carry.get("meters", {}).get(name, self.rules.house("jackpot_seed"))
            self.say(Text(f"{self.rules.wager[name].label} meter ").append(dollars(reading), style="bold yellow"))

    @property
    def has_display(self) -> bool:
        """Whether the table keeps statistics of its shoe."""
        return self.rules.script in DISPLAYS

    def shoe_line(self, carry: Mapping[str, Any]) -> None:
        """The shoe's statistics in a line."""
        shoe = self._display(carry).get("this shoe")
        if shoe and shoe["hands"]["count"]:
            counts = ", ".join(f"{name} {each['count']}" for name, each in shoe.items() if name != "hands")
            hands = shoe["hands"]["count"]
            self.say(f"shoe: {hands} hand{'' if hands == 1 else 's'}, {counts}", "dim")

    def display(self, carry: Mapping[str, Any]) -> None:
        """All of the display: limits, and the results of this shoe and the last with their percentages."""
        shown = self._display(carry)
        self.say(f"\nTable limits {dollars(shown['minimum'])} to {dollars(shown['maximum'])}")
        shoes = [name for name in ("this shoe", "last shoe") if name in shown]
        if not shoes:
            self.say("No hand has been dealt from this shoe yet.")
            return
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
        for heading in ("", *shoes):
            table.add_column(heading, justify="left" if not heading else "right")
        for result in shown[shoes[0]]:
            cells = (shown[name][result] for name in shoes)
            table.add_row(result, *(f"{cell['count']}  {cell['percent']:>5.1f} %" for cell in cells))
        self.screen.print(Padding(table, (1, 0, 0, 2), expand=False))

    def _display(self, carry: Mapping[str, Any]) -> dict[str, Any]:
        return DISPLAYS[self.rules.script](self.rules, dict(carry)) if self.has_display else {}

    # -- as it goes on ------------------------------------------------------------------------------------------

    def tell(self, view: View) -> None:
        """Words for what has happened since the last time; cards and wagers are drawn instead."""
        events = view.events[self.told :]
        self.told += len(events)
        for sentence in sentences(events, self.rules, view.dealer, self.you):
            if self._drawn(sentence.event, view.dealer):
                continue
            says = sentence.says
            if isinstance(sentence.event, Turned) and sentence.event.place in self.seats:
                says += self._made(view, sentence.event.place)
            self.say(says, "" if isinstance(sentence.event, Said | Turned) else "dim")

    def _made(self, view: View, place: str) -> str:
        makes = self._makes(view, place)
        return f": {makes}" if makes else ""

    def _makes(self, view: View, place: str) -> str:
        cards = view.hand(place)
        board = [card for card in view.hand("board") if card != UNKNOWN]
        return felt.words(cards, self.rules) or felt.words(cards + board, self.rules)

    def hands(self, view: View) -> None:
        """The cards that matter to the seat: those to beat, those that all share, and its own."""
        places = dict.fromkeys(event.place for event in view.events if isinstance(event, Dealt))
        shared = [place for place in places if place not in (*self.seats, "dealer", "burn")]
        names = {place: place.capitalize() for place in sorted(shared, key=lambda place: place != "board")}
        if view.dealer != self.you and view.dealer in places:
            names = {view.dealer: "Dealer" if view.dealer == "dealer" else f"Player-dealer, seat {view.dealer}"} | names
        if self.you in places:
            names |= {self.you: "You, the player-dealer" if view.dealer == self.you else "You"}
        counted = self.rules.script in felt.POINTS
        shown = [
            felt.Hand(name, view.hand(place), "" if place in shared and not counted else self._makes(view, place))
            for place, name in names.items()
        ]
        if shown:
            self.screen.print()
            self.screen.print(felt.hands(shown, self.screen.width))

    def layout(self, view: View) -> None:
        """The seat's chips on the layout."""
        stakes = {wager: amount for (spot, wager), amount in view.layout.items() if spot == self.you}
        if line := felt.layout(stakes, self.rules):
            self.say(line)

    def results(self, view: View, net: Mapping[str, int], stack: int) -> None:
        """What became of each wager, and of everybody."""
        settled = [event for event in view.events if isinstance(event, Settled)]
        if view.dealer == self.you:
            self.screen.print()
            for sentence in sentences(settled, self.rules):
                self.say(sentence.says)
        elif mine := [event for event in settled if event.spot == self.you]:
            self.screen.print(felt.results(mine, self.rules, self.screen.width))
        others = ", ".join(
            f"seat {seat}{' (bank)' if seat == view.dealer else ''} {signed(change)}"
            for seat, change in net.items()
            if seat in self.seats and seat != self.you and change
        )
        line = Text("You: ").append(felt.money_text(net[self.you]))
        line.append(f", you have {dollars(stack)}").append(f"   {others}" if others else "", style="dim")
        self.say(line)

    def _drawn(self, event: Event, dealer: str) -> bool:
        """Whether a picture shows it, or nobody needs to be told."""
        match event:
            case Dealt(place="burn"):  # burned cards are in no picture: the one that opens a shoe is told
                return event.to is not None
            case Dealt(place="board") | Turned(place="board"):  # the picture shows it; others act before and after
                return (isinstance(event, Dealt) and event.to is not None) or not set(self.seats) - {self.you, dealer}
            case Dealt():
                return True
            case Settled() | Returned():
                return True
            case Turned():  # one card shown early is news; a whole hand is in the picture
                early = len(event.cards) == 1
                return event.place == self.you or (not early and event.place in (dealer, "dealer", *SHARED))
            case Acted(spot="house"):  # the meters were shown before the bets
                return True
            case Acted():
                return event.spot == self.you and event.action == "pass"
        return False
