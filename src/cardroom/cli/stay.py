"""A person's life at a poker table of the terminal's: more chips, sitting out, coming back. All of it is for between
the hands; what is wanted during one waits until it is over.
"""

from collections.abc import Callable

from cardroom.cli.asker import Back
from cardroom.cli.human import Command, Commands, Human
from cardroom.errors import Mistaken
from cardroom.money import cents, dollars
from cardroom.play import Table
from cardroom.play.buy_in import check_buy_in

__all__ = ["Stay"]


class Stay:
    """What somebody wants of the table before the next hand."""

    def __init__(self, table: Table, you: str, say: Callable[..., None]) -> None:
        self.table, self.you, self.say = table, you, say
        self.more = 0
        """Chips to put on the table."""
        self.out = False
        """Whether to sit out."""

    def commands(self, human: Human) -> Commands:
        """Keys that work at every question of a poker table."""
        chips = "chips: put more of them on the table before the next hand"
        out = "sit out: not be dealt in from the next hand on, or be after all"
        return {
            "+": Command("chips", chips, lambda: self._want_chips(human)),
            "o": Command("sit out", out, self._want_out),
        }

    @property
    def bounds(self) -> str:
        """What may be bought in for, where that is printed."""
        rules = self.table.game.rules
        if not rules.house_rules["stakes"].levels[0]:  # recorded poker has no bounds that are worth a word
            return ""
        return f", {dollars(rules.house('least_buy_in'))} to {dollars(rules.house('most_buy_in'))}"

    def _want_chips(self, human: Human) -> None:
        has = self.table.stacks[self.you]
        while True:
            try:
                typed = human.typed(f"More chips, up to {dollars(self.table.game.rules.house('most_buy_in'))} in all")
                wanted = cents(typed) if typed else 0
                if wanted:
                    check_buy_in(self.table.game.rules, wanted, has)
            except Back:
                return
            except ValueError as error:
                human.refuse(str(error))
                continue
            self.more = wanted
            self.say(f"{dollars(wanted)} goes on the table before the next hand" if wanted else "No more chips", "dim")
            return

    def _want_out(self) -> None:
        self.out = not self.out
        self.say("You sit out from the next hand on" if self.out else "You stay in", "dim")

    def buy_in(self, human: Human, usual: int) -> int:
        """Ask who has no chips left for how much they buy in again."""
        while True:
            pressed = human.choose(
                {"b": f"Buy in again for {dollars(usual)} and play on"}, amount=f"or type another amount{self.bounds}"
            )
            try:
                bought = usual if pressed == "b" else cents(pressed)
                self.table.add_chips(self.you, bought)
            except (Mistaken, ValueError) as error:
                human.refuse(str(error))
                continue
            return bought

    def apply(self, human: Human) -> int:
        """Do between two hands what was wanted, and wait with who sits out: how many cents were bought."""
        bought, self.more = self.more, 0
        if bought:
            try:
                self.table.add_chips(self.you, bought)
                self.say(f"You put {dollars(bought)} on the table", "dim")
            except Mistaken as error:  # the hand was won in the meantime
                human.refuse(str(error))
                bought = 0
        if self.out:
            self.table.sit_out(self.you)
            choices = {"i": "Be dealt in again"}
            if not self.table.missing:
                choices["n"] = "The next hand without you"
            self.say("\nYou sit out." if "n" in choices else "\nYou sit out, and the table waits for you.")
            if human.choose(choices) == "i":
                self.out = False
                self.table.sit_out(self.you, out=False)
        return bought
