"""Requests of the player at a poker table in the terminal: more chips, sitting out, returning.

They take effect between hands. A request during a hand waits for its end.
"""

from collections.abc import Callable

from cardroom.cli.play.human import Human, KeyCommand, KeyCommands
from cardroom.cli.play.keyboard import GoBack
from cardroom.errors import InputError
from cardroom.money import cents, dollars
from cardroom.play import Table
from cardroom.play.table import SitOut, TopUp, buy_ins, check_buy_in

__all__ = ["SeatRequests"]


class SeatRequests:
    """The requests of the player for the next hand."""

    def __init__(self, table: Table, you: str, say: Callable[..., None]) -> None:
        self.table, self.you, self.say = table, you, say
        self.more = 0
        """Cents to put on the table before the next hand."""
        self.bought = 0
        """Cents that were put on the table."""
        self.out = False
        """Whether the player sits out from the next hand on."""

    def commands(self, human: Human) -> KeyCommands:
        """The keys for these requests."""
        chips = "chips: add chips before the next hand"
        out = "sit out from the next hand, or return"
        return {
            "+": KeyCommand("chips", chips, lambda: self._want_chips(human)),
            "o": KeyCommand("sit out", out, self._want_out),
        }

    @property
    def bounds(self) -> str:
        """The range of buy-ins, in words; empty if the rules have none."""
        rules, bounds = self.table.game.rules, buy_ins(self.table.game.rules)
        if bounds is None or (rules.poker and not rules.house_rules["stakes"].levels[0]):
            return ""  # recorded poker has no real bounds
        return f", {dollars(bounds[0])} to {dollars(bounds[1])}"

    def _want_chips(self, human: Human) -> None:
        has, bounds = self.table.stacks[self.you], buy_ins(self.table.game.rules)
        most = f", up to {dollars(bounds[1])} in all" if bounds else ""
        while True:
            try:
                typed = human.typed(f"More chips{most}")
                wanted = cents(typed) if typed else 0
                if wanted:
                    check_buy_in(self.table.game.rules, self.more + wanted, has)
            except GoBack:
                return
            except ValueError as error:
                human.refuse(str(error))
                continue
            self.more = self.more + wanted if wanted else 0
            total = " in total" if self.more > wanted else ""
            words = f"{dollars(self.more)}{total} goes on the table before the next hand."
            self.say(words if wanted else "No chips are added.", "dim")
            return

    def _want_out(self) -> None:
        self.out = not self.out
        back = "You return in the next hand." if self.you in self.table.state.out else "You stay in."
        self.say("You sit out from the next hand on." if self.out else back, "dim")

    def buy_in(self, human: Human, usual: int) -> None:
        """Ask a player without chips for the amount of a new buy-in."""
        while True:
            pressed = human.choose(
                {"b": f"Buy in again for {dollars(usual)} and play on"},
                amount=f"or type a different amount{self.bounds}",
            )
            try:
                bought = usual if pressed == "b" else cents(pressed)
                self.table.do(TopUp(self.you, bought))
            except (InputError, ValueError) as error:
                human.refuse(str(error))
                continue
            self.bought += bought
            return

    def apply(self, human: Human) -> None:
        """Carry out the requests between two hands. While the player sits out, ask whether to return."""
        more, self.more = self.more, 0
        if more:
            try:
                self.table.do(TopUp(self.you, more))
                self.bought += more
                self.say(f"You put {dollars(more)} on the table.", "dim")
            except InputError as error:  # a win in the meantime left no room for more chips
                human.refuse(str(error))
        self.table.do(SitOut(self.you, self.out))
        if self.out:
            choices = {"o": "Return: be dealt in again"}
            if not self.table.state.missing:
                choices["n"] = "Play the next hand without you"
            self.say("\nYou are sitting out." if "n" in choices else "\nYou are sitting out. The table waits for you.")
            if human.choose(choices) == "o":
                self.out = False
                self.table.do(SitOut(self.you, out=False))
