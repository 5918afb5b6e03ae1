"""Ask the player: turn a prompt of the picture into keys and short lines, and the input into an answer.
Amounts in poker are read here, wagers on areas in `typed_bets`.

This module knows no game: keys, labels and quick amounts come from the picture. Enter alone never bets or decides.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cardroom.cards import Card
from cardroom.clean import visible
from cardroom.cli.play.keyboard import GoBack, Keys
from cardroom.cli.play.typed_bets import first_areas, typed_bets, wagers_words
from cardroom.cli.play.typed_picks import typed_pick
from cardroom.cli.play.typed_rows import typed_rows
from cardroom.money import cents, dollars
from cardroom.play import Amount, Bets, Lay, Pick, Refused
from cardroom.show.pictures import Offer, Prompt

__all__ = ["Human", "KeyChoice", "KeyCommand", "KeyCommands", "LeaveTable", "choices_of"]

DIGITS = "$0123456789"
"""Characters that begin an amount, or the number of a card."""
NAMED = re.compile(r"([a-z][a-z-]*)\s*(\$?\d.*)")
"""A value with a name: b10, r12."""
AGAIN = "r"
"""The key that repeats the last bets."""


class KeyCommand(NamedTuple):
    """A key that works at every question."""

    words: str
    about: str
    """The description on the help page."""
    does: Callable[[], None]


KeyCommands = Mapping[str, KeyCommand]


class LeaveTable(Exception):
    """The player leaves the table."""


class KeyChoice(NamedTuple):
    """The meaning of a key: an offer with a value, or with the betting area to begin with."""

    words: str
    offer: Offer
    value: Any = None
    area: str = ""


def choices_of(prompt: Prompt, last: Mapping[str, Any], taken: Sequence[str]) -> dict[str, KeyChoice]:
    """A key for each possible answer: the picture's keys, a key for each betting area or quick amount, and a key that
    repeats the `last` bets. Areas do not use the keys in `taken`.
    """
    choices: dict[str, KeyChoice] = {}
    keys = {offer.key for offer in prompt.offers if offer.kind != "bets"} | {AGAIN, *taken}
    for offer in prompt.offers:
        option = offer.option
        if isinstance(option, Bets):
            if again := _possible(option, last.get(offer.action)):
                choices[AGAIN] = KeyChoice(f"Rebet {wagers_words(option, again)}", offer, again)
            areas = first_areas(option)
            for area in areas:
                letters = (*area.label.lower(), *"abcdefghijklmnopstuxyz")
                key = next(each for each in letters if each.isalpha() and each not in keys)
                keys.add(key)
                choices[key] = KeyChoice(f"{area.label} …", offer, area=area.wager)
            if not areas:
                choices[offer.key] = KeyChoice(f"{offer.label} …", offer)
        elif offer.quick and all(quick.key.isdecimal() for quick in offer.quick):
            choices |= {quick.key: KeyChoice(quick.label, offer, quick.amount) for quick in offer.quick}
        elif isinstance(option, Amount) and offer.amount:
            choices[offer.key] = KeyChoice(offer.label, offer, offer.amount)
        else:
            choices[offer.key] = KeyChoice(offer.label + ("" if offer.kind == "choice" else " …"), offer)
    return choices


def _possible(bets: Bets, last: Any) -> dict[str, int]:
    """The last bets, if the remaining chips allow them."""
    try:
        return bets.check(last) if last else {}
    except Refused:
        return {}


class Human:
    """The player at the keyboard, and what is remembered from round to round."""

    def __init__(self, screen: Console, keys: Keys, commands: KeyCommands) -> None:
        self.screen = screen
        self.keys = keys
        self.commands = commands
        self.last: dict[str, dict[str, Any]] = {}
        """The last accepted values, by spot and action."""
        self.stays = ""
        """What leaving now would mean, if the player has chips in the hand. Quitting then asks for confirmation."""

    def answer(self, prompt: Prompt, held: Sequence[Card]) -> tuple[str, Any]:
        """Ask for an action and its value. The caller checks them against the rules.

        `held` are the cards to pick from, as they are shown.
        """
        last = self.last.get(prompt.spot, {})
        while True:
            choices = choices_of(prompt, last, (*self.commands, "q"))
            try:
                if len(prompt.offers) == 1 and prompt.offers[0].kind in ("pick", "lay"):  # nothing but the cards
                    self._title(prompt)
                    self.screen.print(self._always(self.commands))
                    return prompt.offers[0].action, self._value(prompt.offers[0], held)
                pressed = self.choose({key: each.words for key, each in choices.items()}, prompt=prompt)
                offer, value = self._chosen(prompt, choices, pressed, held)
                if offer.warns and not self.yes(f"{offer.warns} {offer.label} all the same"):
                    continue
                return offer.action, value
            except GoBack:
                continue
            except Refused as refused:
                self.refuse(str(refused))

    def accepted(self, spot: str, action: str, value: Any) -> None:
        """Remember an answer, so that it can be repeated."""
        if value:
            self.last.setdefault(spot, {})[action] = value

    def _chosen(
        self, prompt: Prompt, choices: Mapping[str, KeyChoice], pressed: str, held: Sequence[Card]
    ) -> tuple[Offer, Any]:
        """The offer of a key, and its value. Any other input begins a value."""
        if pressed in choices:
            chosen = choices[pressed]
            if chosen.value is not None or chosen.offer.kind == "choice":
                return chosen.offer, chosen.value
            return chosen.offer, self._value(chosen.offer, held, area=chosen.area)
        named = NAMED.fullmatch(pressed)
        if named and named[1] in choices and choices[named[1]].offer.kind == "amount":
            return choices[named[1]].offer, self._value(choices[named[1]].offer, held, named[2])
        area = next((key for key, each in choices.items() if each.area), "")
        if area and not named:
            words = choices[area].words.removesuffix(" …")
            raise Refused(f"On which wager? Press its key first: {area}, then 10, bets $10 on {words}.")
        kinds = ("bets",) if named else ("amount", "bets", "pick")
        offer = next((each for each in prompt.offers if each.kind in kinds and not each.amount), None)
        if offer is None:
            raise Refused(f"'{visible(pressed)}' is not an amount. Press a key, or type an amount.")
        return offer, self._value(offer, held, pressed)

    # -- keys ---------------------------------------------------------------------------------------------------

    def choose(self, choices: Mapping[str, str], amount: str = "", prompt: Prompt | None = None) -> str:
        """Ask for one of the keys, or for the beginning of a value. `amount` describes the value that may be typed."""
        values = bool(amount) or any(words.endswith(" …") for words in choices.values())
        commands = {key: each for key, each in self.commands.items() if key not in choices}
        while True:
            self._show(choices, commands, amount, prompt)
            while not (pressed := self.keys.key().strip()):
                continue  # Enter alone is not an answer
            if pressed in choices or (values and (pressed[0] in DIGITS or NAMED.fullmatch(pressed))):
                return pressed
            if pressed in ("q", "quit"):
                self.quit()
            elif pressed in commands:
                commands[pressed].does()
            elif match := _key_by_words(pressed, choices):
                return match
            else:
                self.refuse(f"'{visible(pressed)}' is not a key here. Keys: {', '.join((*choices, *commands, 'q'))}")

    def quit(self) -> None:
        """Leave. If the player has chips in the hand, ask for confirmation first."""
        if self.stays:
            try:
                if not self.yes(f"{self.stays} Leave"):
                    return
            except GoBack:
                return
        raise LeaveTable

    def _title(self, prompt: Prompt) -> None:
        self.screen.print()
        if prompt.why:
            self.refuse(f"{prompt.why[:1].upper()}{prompt.why[1:]}")
        self.say(Text(prompt.title, style="bold"))

    def _show(self, choices: Mapping[str, str], commands: KeyCommands, amount: str, prompt: Prompt | None) -> None:
        """Print the keys of the question and, below, the keys that always work."""
        if prompt:
            self._title(prompt)
        else:
            self.screen.print()
        question = [Text("  ")]
        for key, words in choices.items():
            if len(question[-1]) > 2 and len(question[-1]) + len(f"[{key}] {words}") > self.screen.width:
                question.append(Text("  "))
            question[-1].append(f"[{key}]", style="bold cyan").append(f" {words}   ")
        if amount:
            question.append(Text(f"  {amount}"))
        for line in question:
            line.rstrip()
            self.screen.print(line)
        self.screen.print(self._always(commands).append(" > "), end="")

    def _always(self, commands: KeyCommands) -> Text:
        """The keys that always work, in a line."""
        always = Text("  ")
        for key, command in commands.items():
            always.append(f"[{key}]", style="cyan").append(f" {command.words}  ", style="dim")
        return always.append("[q]", style="cyan").append(" quit", style="dim")

    def page(self, lines: Sequence[str]) -> None:
        """Print lines a screen at a time."""
        room = self.screen.height - 2 if self.screen.is_terminal else len(lines)
        for start in range(0, len(lines), room):
            if start:
                self.screen.print(Text("  Any key for more, q to stop > ", style="cyan"), end="")
                pressed = self.keys.key()
                if not pressed:
                    self.screen.print()
                if pressed in ("q", "quit"):
                    return
            self.screen.file.write("\n".join(lines[start : start + room]) + "\n")

    def say(self, words: Text) -> None:
        """Print an indented paragraph."""
        self.screen.print(Padding(words, (0, 0, 0, 2), expand=False))

    def refuse(self, message: str) -> None:
        """Show why an input was rejected."""
        self.say(Text(message, style="yellow"))

    # -- values -------------------------------------------------------------------------------------------------

    def _value(self, offer: Offer, held: Sequence[Card], typed: str = "", area: str = "") -> Any:
        match offer.option:
            case Amount():
                return self._amount(offer, offer.option, typed)
            case Bets():
                return typed_bets(self, offer.option, typed, area)
            case Pick():
                return typed_pick(self, offer.option, held, typed)
            case Lay():
                return typed_rows(self, offer.option, held, typed)
        return self.typed(f"{offer.label}: which cards")

    def _amount(self, offer: Offer, option: Amount, typed: str) -> int:
        """Ask for an amount, typed or by a quick key."""
        quick = {each.key: each for each in offer.quick}
        bounds = f"{dollars(option.least)} to {dollars(option.most)}"
        if option.step > 100:  # whole dollars are the usual step
            bounds += f" in steps of {dollars(option.step)}"
        while True:
            if not typed:
                keys = {key: f"{each.label} {dollars(each.amount)}" for key, each in quick.items()}
                typed = self.choose({**keys, "b": "Back"}, amount=f"or type an amount: {offer.label}, {bounds}")
            if typed == "b":
                raise GoBack
            if typed in quick:
                return quick[typed].amount
            words = self.typed(f"{offer.label}, {bounds}", typed.lstrip("$abcdefghijklmnopqrstuvwxyz "))
            typed = ""
            try:
                return option.check(cents(words))
            except ValueError as error:
                self.refuse(str(error))

    def typed(self, question: str, typed: str = "") -> str:
        """Ask for a line."""
        while True:
            self.screen.print(Text(f"  {question}: "), end="")
            words = self.keys.line(typed)
            typed = ""
            if words.lower() in ("b", "back"):
                raise GoBack
            if words.lower() in self.commands:
                self.commands[words.lower()].does()
            elif words.lower() in ("q", "quit"):
                self.quit()
            else:
                return words

    def yes(self, question: str) -> bool:
        """Ask for yes or no, by one key. Enter alone is no."""
        while True:
            self.screen.print(Text(f"  {question}? ").append("[y/N]", style="bold"), end=" ")
            pressed = self.keys.key().strip().lower()
            if pressed in ("b", "back"):
                raise GoBack
            if not pressed:
                self.screen.print()
            if pressed in ("", "y", "yes", "n", "no"):
                return pressed.startswith("y")
            self.refuse(f"'{visible(pressed)}' is not an answer. Press y or n.")


def _key_by_words(pressed: str, choices: Mapping[str, str]) -> str:
    """The key whose words begin with the input, for input by lines."""
    matches = [key for key, words in choices.items() if words.lower().startswith(pressed) and len(pressed) > 1]
    return matches[0] if len(matches) == 1 else ""
