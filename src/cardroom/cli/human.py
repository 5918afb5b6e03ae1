"""Asking a person: what may be answered becomes keys and short lines, what was typed becomes an answer.

Nothing here knows a game. An answer that the rules refuse is told in their own words and asked again.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cardroom.cli.bets import typed_bets
from cardroom.cli.keys import Keys
from cardroom.cli.picks import named_parts, typed_pick
from cardroom.games.banked.house_way import house_way
from cardroom.money import cents, dollars
from cardroom.play import Amount, Answer, Ask, Bets, Choice, Option, Pick, Refused
from cardroom.rulebook import RuleSet

__all__ = ["KEYS", "Human", "Quit"]


DIGITS = "$0123456789"
"""With one of these an amount begins."""
NAMED = re.compile(r"[a-z][a-z-]*\s*\$?\d")
"""So a bet begins that is named: b10."""


KEYS = (
    "r        the same bets again; Enter does it too",
    "10       an amount begins the bets: the first area gets $10, then the others are asked",
    "10 5 5   several amounts in a line are for the betting areas in their order",
    "10 t5    or by name: a wager's first letters and an amount; what is not named gets nothing",
    "4 3 2 1  a raise of so many times the Ante",
    "s h d p  21.5: stand, hit, double (Enter for all, or an amount for less), split; u surrender, r rescue",
    "1 3      pai gow: the two cards in front, by number from the left; h is the House Way",
    "b        in the middle of the bets: back to where they began",
    "w        why: the rules that decided the last round, and where they are printed",
    "v        verify: the last shuffle against what had been committed to",
    "q        quit; a hand that was begun is played out as for somebody absent",
)


LETTERS = {"stand": "s", "hit": "h", "double": "d", "split": "p", "surrender": "u", "rescue": "r", "bank": "b"}
"""Actions that keep their key, whatever else is offered: a hand lost to a wrong key is no pleasure."""


class Quit(Exception):
    """The person leaves the table."""


class Back(Exception):
    """The person takes back what was begun."""


class Key(NamedTuple):
    """What a key stands for: an option, and with it a value, or the betting area to begin with."""

    words: str
    option: Option
    value: Any = None
    area: str = ""
    letter: str = ""
    """The key itself, where it is always the same."""


class Human:
    """The person at the keyboard, and what is remembered from one round to the next."""

    def __init__(
        self, screen: Console, keys: Keys, rules: RuleSet, commands: Mapping[str, tuple[str, Callable[[], None]]]
    ) -> None:
        self.screen = screen
        self.keys = keys
        self.rules = rules
        self.commands = commands
        """Keys that work at every question, each with its words and what it does."""
        self.last: dict[str, Any] = {}
        """The last value given for each action, where it had one."""
        self.at_risk = 0
        """What lies on the table in a hand that is not over: leaving it takes a second word."""

    def answer(self, ask: Ask) -> Answer:
        """Ask until the rules accept what is said."""
        while True:
            choices = self._choices(ask)
            # Enter may begin a bet; what is decided on cards takes a key of its own.
            first = next(iter(choices))
            enter = first if isinstance(ask.options[0], Bets) and not choices[first].area else ""
            pressed = self.choose({key: each.words for key, each in choices.items()}, enter)
            try:
                option, value = self._chosen(ask, choices, pressed)
                answer = ask.check(option.action, value)
            except Back:
                continue
            except Refused as refused:
                self.refuse(str(refused))
                continue
            if answer.value:
                self.last[option.action] = answer.value
            return answer

    def _chosen(self, ask: Ask, choices: Mapping[str, Key], pressed: str) -> tuple[Option, Any]:
        """The option that a key stands for, and its value; anything else has begun an amount."""
        if pressed not in choices:
            if pressed[0] in DIGITS and (line := next((key for key in choices if choices[key].area), None)):
                words = choices[line].words.removesuffix(" …")
                raise Refused(f"On what? Begin with its key: {line} and then 10 is $10 on {words}")
            option: Option = next(each for each in ask.options if isinstance(each, Amount | Bets | Pick))
            return option, self._value(option, pressed)
        key = choices[pressed]
        if key.option.action == "house-way":
            self._tell_house_way(ask)
        return key.option, key.value if key.value is not None else self._value(key.option, area=key.area)

    def _tell_house_way(self, ask: Ask) -> None:
        """Name both hands as the House Way sets them."""
        for option in ask.options:
            if isinstance(option, Pick) and option.rest:
                self.say(named_parts(option, house_way(option.cards, option.rest).front))

    def choose(self, choices: Mapping[str, str], enter: str = "", amount: str = "") -> str:
        """One of the keys, or what begins an amount where one is asked for; `enter` is what Enter stands for.

        `amount` says which amounts can be typed instead of a key.
        """
        numbers = bool(amount) or any(words.endswith(" …") for words in choices.values())
        while True:
            self._show(choices, amount)
            pressed = self.keys.key().strip() or enter
            if not pressed:
                continue
            if pressed in choices or (numbers and _begins_amount(pressed)):
                return pressed
            if pressed in ("q", "quit"):
                self.quit()
                continue
            if pressed in self.commands:
                self.commands[pressed][1]()
                continue
            # Where lines are typed, so are words.
            meant = [key for key, words in choices.items() if pressed == words.split()[0].lower()]
            if len(meant) == 1:
                return meant[0]
            keys = ", ".join((*choices, *self.commands, "q"))
            self.refuse(f"{pressed!r} is none of the keys here: {keys}")

    def quit(self) -> None:
        """Leave, unless chips lie in the middle of a hand and the person thinks better of it."""
        try:
            if self.at_risk and not self.yes(f"{dollars(self.at_risk)} is on this hand, and it folds. Leave", False):
                return
        except Back:
            return
        raise Quit

    def _show(self, choices: Mapping[str, str], amount: str) -> None:
        """The keys: those of the question on a line, and below it those that always work."""
        self.screen.print()
        question = [Text("  ")]
        for key, words in choices.items():
            if len(question[-1]) > 2 and len(question[-1]) + len(f"[{key}] {words}") > self.screen.width:
                question.append(Text("  "))
            question[-1].append(f"[{key}]", style="bold cyan").append(f" {words}   ")
        if amount:
            question.append(Text(f"  {amount}"))
        always = Text("  ")
        for key, (words, _) in self.commands.items():
            always.append(f"[{key}]", style="cyan").append(f" {words}  ", style="dim")
        always.append("[q]", style="cyan").append(" quit", style="dim").append(" > ")
        for line in question:
            line.rstrip()
            self.screen.print(line)
        self.screen.print(always, end="")

    def page(self, lines: Sequence[str]) -> None:
        """Lines that were drawn already, as many at a time as the screen holds."""
        room = self.screen.height - 2 if self.screen.is_terminal else len(lines)
        for start in range(0, len(lines), room):
            if start:
                self.screen.print(Text("  more: any key, q to stop > ", style="cyan"), end="")
                if self.keys.key() in ("q", "quit"):
                    return
            self.screen.file.write("\n".join(lines[start : start + room]) + "\n")

    def say(self, words: Text) -> None:
        """A paragraph, a little in from the edge."""
        self.screen.print(Padding(words, (0, 0, 0, 2), expand=False))

    def refuse(self, message: str) -> None:
        """Say why something was not accepted."""
        self.screen.print(Padding(Text(message, style="yellow"), (0, 0, 0, 2), expand=False))

    def _choices(self, ask: Ask) -> dict[str, Key]:
        """A key for each option, and one to repeat the last bets."""
        found: dict[str, Key] = {}
        taken = {"q", *self.commands}
        first = ask.options[0]
        if isinstance(first, Bets) and self._possible(first):
            again = self.last[first.action]
            found["r"] = Key(f"rebet {self._wagers(again)}", first, again)
        for key in (each for option in ask.options for each in self._offers(option)):
            times = re.search(r" (\d)x ", key.words)
            name = (times[1] if times else "") + key.words.split(" (")[0].lower()
            always = key.letter or LETTERS.get(key.option.action) or "".join(re.findall(r"-(\d)$", key.option.action))
            free = [
                each
                for each in (*name, *"abcdefghijklmnopstuxyz")
                if each.isalnum() and each not in taken | found.keys()
            ]
            letter = always if always and always not in taken | found.keys() else free[0]
            found[letter] = key
        return found

    def _offers(self, option: Option) -> list[Key]:
        """An option as one key, or as several where few amounts or betting areas are to choose from."""
        words = option.action.replace("-", " ")
        match option:
            case Choice(amount=amount) if amount:
                words += f" ({dollars(amount)})"
            case Amount(least=least, most=most, step=step) if self._counted(option):
                label = self.rules.wager[option.action].label.lower()
                amounts = range(most, least - 1, -step)
                return [Key(f"{label} {each // step}x ({dollars(each)})", option, each) for each in amounts]
            case Amount(least=least, most=most) if least == most:
                words += f" ({dollars(least)})"
            case Bets(areas=areas, chips=chips) if not any(area.required for area in areas):
                lines = [area for area in areas if not area.needs and area.least <= chips]
                return [Key(f"{area.label} …", option, area=area.wager) for area in lines]
            case Amount() | Bets() | Pick():
                words += " …"
        return [Key(words, option)]

    def _counted(self, option: Amount) -> bool:
        """Whether the amount is a wager that is counted in Antes, and in few of them."""
        said = self.rules.wager.get(option.action)
        return said is not None and bool(said.equals) and option.most <= 9 * option.step

    def _possible(self, bets: Bets) -> bool:
        """Whether the last bets can be made again with the chips that are left."""
        try:
            return bool(bets.check(self.last.get(bets.action)))
        except Refused:
            return False

    def _wagers(self, value: Mapping[str, int]) -> str:
        return ", ".join(f"{self.rules.wager[name].label} {dollars(amount)}" for name, amount in value.items())

    # -- values -------------------------------------------------------------------------------------------------

    def _value(self, option: Option, typed: str = "", area: str = "") -> Any:
        match option:
            case Choice():
                return None
            case Amount():
                return self._amount(option, typed)
            case Bets():
                return typed_bets(self, option, self.last.get(option.action, {}), typed, area)
            case Pick():
                if (cards := typed_pick(self, option, typed)) is None:
                    raise Back
                return cards
            case _:
                return self.typed(f"{option.action}: which cards")

    def _amount(self, option: Amount, typed: str) -> int:
        if option.least == option.most:
            return option.least
        # A double is for all, unless one says less; other amounts are what they were.
        usual = option.most if option.action == "double" else self.last.get(option.action, option.most)
        last = min(max(usual, option.least), option.most)
        bounds = f"{dollars(option.least)} to {dollars(option.most)}"
        if option.step > 1:
            bounds += f" in steps of {dollars(option.step)}"
        while True:
            words = self.typed(f"{option.action}, {bounds}", dollars(last), typed)
            typed = ""
            try:
                return cents(words) if words else last
            except ValueError as error:
                self.refuse(str(error))

    def typed(self, question: str, default: str = "", typed: str = "") -> str:
        """A line; Enter alone is the default."""
        while True:
            line = Text(f"  {question} ").append(f"[{default}]" if default else "", style="bold").append(": ")
            self.screen.print(line, end="")
            words = self.keys.line(typed)
            typed = ""
            if words.lower() in ("b", "back"):
                raise Back
            if words.lower() in self.commands:
                self.commands[words.lower()][1]()
                continue
            if words.lower() not in ("q", "quit"):
                return words
            self.quit()

    def yes(self, question: str, default: bool) -> bool:
        """A yes or a no by one key; Enter alone is the default."""
        while True:
            self.screen.print(Text(f"  {question}? ").append("[Y/n]" if default else "[y/N]", style="bold"), end=" ")
            pressed = self.keys.key().strip().lower()
            if pressed in ("b", "back"):
                raise Back
            if pressed in ("", "y", "yes", "n", "no"):
                return pressed[0] == "y" if pressed else default
            self.refuse(f"{pressed!r} is neither y nor n")


def _begins_amount(typed: str) -> bool:
    return typed[0] in DIGITS or NAMED.match(typed.lower()) is not None
