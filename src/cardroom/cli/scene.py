"""What a person at a table is shown: the meters before the bets, the cards as they come, what the others do.

Everything is drawn from a seat's own view of the round and from what the table publishes between rounds.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import UNKNOWN
from cardroom.cli import felt
from cardroom.cli.picks import in_order
from cardroom.games.banked import ez_baccarat
from cardroom.games.banked.pai_gow import five_card_ranking
from cardroom.money import dollars
from cardroom.play import View
from cardroom.play.events import Acted, Dealt, Event, Moved, Placed, Returned, Said, Settled, Turned
from cardroom.play.transcript import metered, sentences, signed
from cardroom.rankings import describe
from cardroom.rulebook import RuleSet

__all__ = ["Scene"]

SHARED = ("board", "all 6")
"""Places whose cards are turned for everybody."""
DISPLAYS = {"ez-baccarat": ez_baccarat.display}
"""Scripts whose table has a display with the shoe's statistics."""


UNSEEN = ("burn", "discard", "muck", "pile")
"""Places whose cards nobody looks at."""
PILES = ("fortune-pai-gow", "face-up-pai-gow")
"""Scripts whose hands are set in two parts."""


def _came(event: Event) -> TypeGuard[Dealt | Moved]:
    return isinstance(event, Dealt | Moved)


class Scene:
    """A table as one seat sees it, on one screen."""

    def __init__(self, screen: Console, rules: RuleSet, you: str, seats: Sequence[str]) -> None:
        self.screen = screen
        self.rules = rules
        self.you = you
        self.seats = seats
        self.told = 0
        """Events of the round that have been told."""
        self.numbered = False
        """Whether the person is to pick cards, by their numbers."""
        self.playing = you
        """The person's hand that is being played, where there are several."""

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
            if isinstance(sentence.event, Said):  # the house dealer calls everybody by the seat
                says = re.sub(rf"^Seat {self.you}(\.\d)?( busts)?\b", self._called, says)
            if isinstance(sentence.event, Turned) and sentence.event.place in self.seats:
                says += self._made(view, sentence.event.place)
            self.say(says, "" if isinstance(sentence.event, Said | Turned) else "dim")

    def _called(self, named: re.Match[str]) -> str:
        hand = f", hand {named[1][1:]}," if named[1] else ""
        return f"You{hand}{' bust' if named[2] else ''}"

    def _made(self, view: View, place: str) -> str:
        makes = self._makes(view, place)
        return f": {makes}" if makes else ""

    def _makes(self, view: View, place: str) -> str:
        cards = view.hand(place)
        if place.endswith((" front", " back")):
            return describe("pai-gow-two" if place.endswith(" front") else five_card_ranking(self.rules), cards)
        if self.rules.script in PILES:
            return ""
        board = [card for card in view.hand("board") if card != UNKNOWN]
        return felt.words(cards, self.rules) or felt.words(cards + board, self.rules)

    def hands(self, view: View) -> None:
        """The cards that matter to the seat: those to beat, those that all share, and its own."""
        into = [event.place if isinstance(event, Dealt) else event.into for event in view.events if _came(event)]
        places = [place for place in dict.fromkeys(into) if view.hand(place) and not place.startswith(UNSEEN)]
        mine = [place for place in places if re.split("[. ]", place)[0] == self.you]
        mine.sort(key=lambda place: int(place.partition(".")[2] or 1))
        bank = [place for place in places if place.split()[0] == view.dealer and place not in mine]
        others = [place for place in places if place[:1].isdecimal() or place == "dealer"]
        shared = sorted(set(places) - set(others), key=lambda place: (place != "board", places.index(place)))
        counted = self.rules.script in felt.POINTS
        groups = [
            [self._hand(view, place, "Player-dealer" if place[:1].isdecimal() else "Dealer") for place in bank],
            [felt.Hand(place.capitalize(), view.hand(place), self._makes(view, place) if counted else "")
             for place in shared],
            [self._hand(view, place, "You", several=len(mine) > 1) for place in mine],
        ]  # fmt: skip
        if self.rules.script not in PILES:  # two hands of one owner belong together; else what fits beside each other
            groups = [[hand for group in groups for hand in group]]
        for group in filter(None, groups):
            self.screen.print()
            self.screen.print(felt.hands(group, self.screen.width))

    def _hand(self, view: View, place: str, owner: str, *, several: bool = False) -> felt.Hand:
        """A hand with its owner's name: of several, which it is, and which is being played."""
        cards, numbered = view.hand(place), self.numbered and place == self.you
        name = f"{owner}, seat {place}" if owner == "Player-dealer" else owner
        if place.endswith(" front"):
            name = owner
        elif place.endswith(" back"):
            name = "behind"
        elif owner == "You" and view.dealer == self.you:
            name = "You, the player-dealer"
        elif several:
            name = ("► " if place == self.playing else "") + f"Hand {place.partition('.')[2] or 1}"
        return felt.Hand(name, in_order(cards) if numbered else cards, self._makes(view, place), numbered)

    def layout(self, view: View) -> None:
        """The seat's chips on the layout."""
        spots = dict.fromkeys(spot for spot, _ in view.layout if spot.partition(".")[0] == self.you)
        for spot in spots:
            stakes = {wager: amount for (each, wager), amount in view.layout.items() if each == spot}
            line = felt.layout(stakes, self.rules)
            if line and len(spots) > 1:
                line = Text(f"Hand {spot.partition('.')[2] or 1}  ").append_text(line)
            if line:
                self.say(line)

    def results(self, view: View, net: Mapping[str, int], stack: int) -> None:
        """What became of each wager, and of everybody."""
        settled = [event for event in view.events if isinstance(event, Settled)]
        if view.dealer == self.you:
            self.screen.print()
            for sentence in sentences(settled, self.rules):
                self.say(sentence.says)
        elif mine := [event for event in settled if event.spot.partition(".")[0] == self.you]:
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
            case Placed():  # doubles and splits are told as such, and the layout shows their chips
                return self.rules.script in felt.TOTALS
            case Moved():  # cards that went to a hand are in its picture
                return True
            case Turned():  # one card shown early is news; a whole hand is in the picture
                early = len(event.cards) == 1
                return event.place == self.you or (not early and event.place in (dealer, "dealer", *SHARED))
            case Acted(spot="house"):  # the meters were shown before the bets
                return True
            case Acted():
                return event.spot == self.you and event.action == "pass"
        return False
