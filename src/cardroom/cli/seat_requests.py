"""A person's life at a table of the terminal's where nobody banks: more chips, sitting out, coming back. All of it is
for between the hands; what is wanted during one waits until it is over.
"""

from collections.abc import Callable

from cardroom.cli.asker import GoBack
from cardroom.cli.human import Human, KeyCommand, KeyCommands
from cardroom.errors import InputError
from cardroom.money import cents, dollars
from cardroom.play import Table
from cardroom.play.buy_in import buy_ins, check_buy_in
from cardroom.play.commands import SitOut, TopUp

__all__ = ["SeatRequests"]


class SeatRequests:
    """What somebody wants of the table before the next hand."""

    def __init__(self, table: Table, you: str, say: Callable[..., None]) -> None:
        self.table, self.you, self.say = table, you, say
        self.more = 0
        """Chips to put on the table ..."""
        self.bought = 0
        """... and those that were, in cents."""
        self.out = False
        """Whether to sit out, or to go on sitting out."""

    def commands(self, human: Human) -> KeyCommands:
        """Keys that work at every question of such a table."""
        chips = "chips: put more of them on the table before the next hand"
        out = "sit out: not be dealt in from the next hand on, or be after all"
        return {
            "+": KeyCommand("chips", chips, lambda: self._want_chips(human)),
            "o": KeyCommand("sit out", out, self._want_out),
        }

    @property
    def bounds(self) -> str:
        """What may be bought in for, where that is printed."""
        rules, bounds = self.table.game.rules, buy_ins(self.table.game.rules)
        if bounds is None or (rules.poker and not rules.house_rules["stakes"].levels[0]):
            return ""  # recorded poker has no bounds that are worth a word
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
            words = f"{dollars(self.more)} goes on the table before the next hand" if wanted else "No more chips"
            self.say(words + (", all together" if self.more > wanted else ""), "dim")
            return

    def _want_out(self) -> None:
        self.out = not self.out
        back = "You come back in the next hand" if self.you in self.table.state.out else "You stay in"
        self.say("You sit out from the next hand on" if self.out else back, "dim")

    def buy_in(self, human: Human, usual: int) -> None:
        """Ask who has no chips left for how much they buy in again."""
        while True:
            pressed = human.choose(
                {"b": f"Buy in again for {dollars(usual)} and play on"}, amount=f"or type another amount{self.bounds}"
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
        """Do between two hands what was wanted, and wait with who sits out."""
        more, self.more = self.more, 0
        if more:
            try:
                self.table.do(TopUp(self.you, more))
                self.bought += more
                self.say(f"You put {dollars(more)} on the table", "dim")
            except InputError as error:  # the hand was won in the meantime
                human.refuse(str(error))
        self.table.do(SitOut(self.you, self.out))
        if self.out:
            choices = {"o": "Come back: be dealt in again"}
            if not self.table.state.missing:
                choices["n"] = "The next hand without you"
            self.say("\nYou sit out." if "n" in choices else "\nYou sit out, and the table waits for you.")
            if human.choose(choices) == "o":
                self.out = False
                self.table.do(SitOut(self.you, out=False))
