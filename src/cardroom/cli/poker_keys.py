"""Poker from the keyboard: f folds, c checks or calls, r bets or raises, to an amount or by a quick key."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardroom.cli.human import Back, Human, Key
from cardroom.cli.picks import typed_pick
from cardroom.money import cents, dollars
from cardroom.play import Amount, Answer, Ask, Choice, Option, Pick, Refused

__all__ = ["POKER_KEYS", "PokerHuman", "Stakes"]

POKER_KEYS = (
    "c        check, or call",
    "r        bet or raise: then an amount to raise to, or a key for the least, half the pot, the pot, all-in",
    "12       an amount alone does the same: bet, or raise to, $12",
    "f        fold; if a check is free you are asked again",
    "1 3 5    at a draw, the cards to throw away, by number from the left or by name; Enter stands pat",
    "w        why: who won the last hand with what, and where that is printed",
    "v        verify: the last shuffle against what had been committed to",
    "q        quit; a hand that was begun is folded, or checked down, as for somebody absent",
)


class Stakes(NamedTuple):
    """What lies on the table when the person is asked."""

    pot: int = 0
    level: int = 0
    """What must be matched in this betting round ..."""
    own: int = 0
    """... and what the person has in front."""
    chips: int = 0
    """What the person has behind."""
    completing: int = 0
    """The full bet to which a bring-in can be completed."""

    def part(self, share: float) -> int:
        """What a raise by a share of the pot raises to, the call counted in.

        >>> Stakes(pot=2300, level=400, own=0).part(1)
        3100
        """
        return self.level + int((self.pot + self.level - self.own) * share)


class PokerHuman(Human):
    """The person at a poker table."""

    stakes = Stakes()

    def answer(self, ask: Ask) -> Answer:
        """Ask until the rules accept what is said; a draw is typed at once."""
        (first, *others) = ask.options
        if not isinstance(first, Pick) or others:
            return super().answer(ask)
        self.screen.print()
        while True:
            try:
                return ask.check(first.action, typed_pick(self, first))
            except Back:  # there is nothing to go back to
                continue

    def _chosen(self, ask: Ask, choices: Mapping[str, Key], pressed: str) -> tuple[Option, Any]:
        if pressed not in choices and pressed[0] in "cf":
            raise Refused(f"{pressed!r} is no amount: type r and then the amount, or the amount alone")
        key = choices.get(pressed)
        free = any(option.action == "check" for option in ask.options)
        if key and key.option.action == "fold" and free and not self.yes("A check is free. Fold all the same", False):
            raise Back
        return super()._chosen(ask, choices, pressed)

    def _offers(self, option: Option) -> list[Key]:
        match option:
            case Choice(action="check"):
                return [Key("check", option, letter="c")]
            case Choice(action="call", amount=amount):
                return [Key(f"call {dollars(amount)}", option, letter="c")]
            case Choice(action="bring-in", amount=amount):
                return [Key(f"bring in for {dollars(amount)}", option, letter="c")]
            case Choice(action="fold"):
                return [Key("fold", option, letter="f")]
            case Amount(least=least, most=most) if least == most:
                return [Key(f"{self._verb(option)} {dollars(least)}", option, least, letter="r")]
            case Amount():
                return [Key(f"{self._verb(option)} …", option, letter="r")]
        return super()._offers(option)

    def _verb(self, option: Amount) -> str:
        if self.stakes.completing and option.least <= self.stakes.completing:
            return "complete to"
        return "raise to" if option.action == "raise" else option.action

    def _amount(self, option: Amount, typed: str) -> int:
        """What to bet or raise to: typed, or by a key for what is bet most."""
        quick = self._quick(option)
        verb = self._verb(option)
        bounds = f"{dollars(option.least)} to {dollars(option.most)}"
        while True:
            if not typed:
                choices = {key: f"{words} {dollars(amount)}" for key, (words, amount) in quick.items()}
                typed = self.choose({**choices, "b": "back"}, amount=f"or an amount to {verb}, {bounds}")
            if typed == "b":
                raise Back
            if typed in quick:
                return quick[typed][1]
            words = self.typed(f"{verb}, {bounds}", typed=typed.lstrip("$abcdefghijklmnopqrstuvwxyz "))
            typed = ""
            try:
                return option.check(cents(words))
            except ValueError as error:
                self.refuse(str(error))

    def _quick(self, option: Amount) -> dict[str, tuple[str, int]]:
        """Keys for the amounts that are bet most, as far as the limit allows them."""
        chip: int = self.rules.house("chip")
        wanted = {
            "m": ("minimum", option.least),
            "h": ("half pot", self.stakes.part(0.5) // chip * chip),
            "p": ("pot", self.stakes.part(1) // chip * chip),
            "a": ("all-in" if option.step == 1 and self.all_in(option) else "most", option.most),
        }
        found: dict[str, tuple[str, int]] = {}
        for key, (words, amount) in wanted.items():
            fits = option.least <= amount <= option.most and (amount - option.least) % option.step == 0
            if fits and (key == "a" or amount < option.most) and amount not in [each for _, each in found.values()]:
                found[key] = (words, amount)
        return found

    def all_in(self, option: Amount) -> bool:
        """Whether the most that may be bet is all there is."""
        return option.most - self.stakes.own >= self.stakes.chips
