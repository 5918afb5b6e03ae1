"""Asking a person: what may be answered becomes keys and short lines, what was typed becomes an answer.

Nothing here knows a game. An answer that the rules refuse is told in their own words and asked again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from cardroom.cards import pretty
from cardroom.cli.keys import Keys
from cardroom.money import cents, dollars
from cardroom.play import Amount, Answer, Area, Ask, Bets, Choice, Option, Refused
from cardroom.rulebook import RuleSet

__all__ = ["KEYS", "Human", "Quit"]


DIGITS = "$0123456789"
"""With one of these an amount begins."""


KEYS = (
    "r        the same bets again; Enter does it too",
    "10       an amount begins the bets: the first area gets $10, then the others are asked",
    "10 5 5   several amounts in a line are for the betting areas in their order",
    "b        in the middle of the bets: back to where they began",
    "w        why: the rules that decided the last round, and where they are printed",
    "v        verify: the last shuffle against what had been committed to",
    "q        quit; a round that was begun is played out as for somebody absent",
)


class Quit(Exception):
    """The person leaves the table."""


class Back(Exception):
    """The person takes back what was begun."""


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

    def answer(self, ask: Ask) -> Answer:
        """Ask until the rules accept what is said."""
        while True:
            choices = self._choices(ask)
            # Enter may begin a bet; what is decided on cards takes a key of its own.
            enter = next(iter(choices)) if isinstance(ask.options[0], Bets) else ""
            pressed = self.choose({key: words for key, (words, _) in choices.items()}, enter)
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

    def _chosen(self, ask: Ask, choices: Mapping[str, tuple[str, Option]], pressed: str) -> tuple[Option, Any]:
        """The option that a key stands for, and its value; a digit has begun an amount."""
        if pressed[0] in DIGITS:
            option: Option = next(each for each in ask.options if isinstance(each, Amount | Bets))
            return option, self._value(option, pressed)
        option = choices[pressed][1]
        if pressed == "r" and isinstance(option, Bets):
            return option, self.last[option.action]
        return option, self._value(option)

    def choose(self, choices: Mapping[str, str], enter: str = "") -> str:
        """One of the keys, or what begins with a digit where an amount may; `enter` is what Enter stands for."""
        numbers = any("…" in words for words in choices.values())
        while True:
            self._show(choices)
            pressed = self.keys.key().strip() or enter
            if not pressed:
                continue
            if pressed in choices or (numbers and pressed[0] in DIGITS):
                return pressed
            if pressed in ("q", "quit"):
                raise Quit
            if pressed in self.commands:
                self.commands[pressed][1]()
                continue
            for key, words in choices.items():  # where lines are typed, so are words
                if pressed == words.split()[0]:
                    return key
            keys = ", ".join((*choices, *self.commands, "q"))
            self.refuse(f"{pressed!r} is none of the keys here: {keys}")

    def _show(self, choices: Mapping[str, str]) -> None:
        """The keys: those of the question on a line, and below it those that always work."""
        self.screen.print()
        question = Text("  ")
        for key, words in choices.items():
            question.append(f"[{key}]", style="bold cyan").append(f" {words}   ")
        question.rstrip()
        always = Text("  ")
        for key, (words, _) in self.commands.items():
            always.append(f"[{key}]", style="cyan").append(f" {words}  ", style="dim")
        always.append("[q]", style="cyan").append(" quit", style="dim").append(" > ")
        self.screen.print(question)
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

    def refuse(self, message: str) -> None:
        """Say why something was not accepted."""
        self.screen.print(Text(f"  {message}", style="yellow"))

    def _choices(self, ask: Ask) -> dict[str, tuple[str, Option]]:
        """A key for each option, and one to repeat the last bets."""
        found: dict[str, tuple[str, Option]] = {}
        taken = {"q", *self.commands}
        first = ask.options[0]
        if isinstance(first, Bets) and self._possible(first):
            found["r"] = (f"rebet {self._wagers(self.last[first.action])}", first)
            taken.add("r")
        for option in ask.options:
            key = next((letter for letter in option.action if letter.isalpha() and letter not in taken), None)
            key = key or next(letter for letter in "abcdefghijklmnopstuxyz" if letter not in taken)
            taken.add(key)
            words = option.action.replace("-", " ")
            match option:
                case Choice(amount=amount) if amount:
                    words += f" ({dollars(amount)})"
                case Amount(least=least, most=most) if least == most:
                    words += f" ({dollars(least)})"
                case Amount() | Bets():
                    words += " …"
            found[key] = (words, option)
        return found

    def _possible(self, bets: Bets) -> bool:
        """Whether the last bets can be made again with the chips that are left."""
        try:
            return bool(bets.check(self.last.get(bets.action)))
        except Refused:
            return False

    def _wagers(self, value: Mapping[str, int]) -> str:
        return ", ".join(f"{self.rules.wager[name].label} {dollars(amount)}" for name, amount in value.items())

    # -- values -------------------------------------------------------------------------------------------------

    def _value(self, option: Option, typed: str = "") -> Any:
        match option:
            case Choice():
                return None
            case Amount():
                return self._amount(option, typed)
            case Bets():
                return self._bets(option, typed)
            case _:
                cards = getattr(option, "cards", ())
                return self._typed(f"{option.action}: which cards" + (f" of {pretty(cards)}" if cards else ""))

    def _amount(self, option: Amount, typed: str) -> int:
        if option.least == option.most:
            return option.least
        last = min(max(self.last.get(option.action, option.most), option.least), option.most)
        bounds = f"{dollars(option.least)} to {dollars(option.most)}"
        if option.step > 1:
            bounds += f" in steps of {dollars(option.step)}"
        return self._money(f"{option.action}, {bounds}", last, typed)

    def _bets(self, bets: Bets, typed: str) -> dict[str, int]:
        """An amount for each betting area; several amounts in one line are for the areas that follow."""
        last = self.last.get(bets.action, {})
        value: dict[str, int] = {}
        waiting: list[str] = []
        for place in bets.areas:
            left = bets.chips - sum(value.get(each.wager, 0) * (1 + each.behind) for each in bets.areas)
            area = _within(place, left)
            if place.excludes in value:
                continue
            if area.equals in value:
                value[area.wager] = value[area.equals]
            elif all(set(other.split(" or ")) & value.keys() for other in place.needs) and (
                area.required or area.least <= area.most
            ):
                words = self._area(area, last.get(area.wager), waiting, typed)
                waiting, typed = words[1:], ""
                if amount := cents(words[0]):
                    value[area.wager] = amount
        return value

    def _area(self, area: Area, last: int | None, waiting: list[str], typed: str) -> list[str]:
        """What was typed for an area, its amount first; asked again until that is one the area takes."""
        usual = min(last or 0, area.most) if last is not None or not area.required else area.least
        bounds = f"{dollars(area.least)} to {dollars(area.most)}" + ("" if area.required else ", 0 for none")
        shown = dollars(usual) if usual else "none"
        while True:
            words = waiting or self._typed(f"{area.label}, {bounds}", shown, typed).split() or [dollars(usual)]
            waiting, typed = [], ""
            try:
                if cents(words[0]) or area.required:
                    Amount(area.label, area.least, area.most).check(cents(words[0]))
                return words
            except ValueError as error:
                self.refuse(str(error))

    def _money(self, question: str, default: int, typed: str = "") -> int:
        while True:
            words = self._typed(question, dollars(default), typed)
            typed = ""
            try:
                return cents(words) if words else default
            except ValueError as error:
                self.refuse(str(error))

    def _typed(self, question: str, default: str = "", typed: str = "") -> str:
        """A line; Enter alone is the default."""
        line = Text(f"  {question} ").append(f"[{default}]" if default else "", style="bold").append(": ")
        self.screen.print(line, end="")
        words = self.keys.line(typed)
        if words.lower() in ("q", "quit"):
            raise Quit
        if words.lower() in ("b", "back"):
            raise Back
        return words


def _within(area: Area, chips: int) -> Area:
    """The area judged on its own, as far as the chips reach that are left."""
    most = min(area.most, chips // (1 + area.behind))
    return Area(area.wager, area.label, area.least, most, area.required, equals=area.equals)
