"""A PHH document told again step by step, with the chips that each step moves. Writers of other formats use it.

A PHH document leaves out what follows from the rules: who posts, what a call costs, what an uncalled bet returns.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from cardroom.histories.logs import STUD_GAMES

__all__ = ["RetoldHand", "RetoldStep", "retold"]

DRAWS = ("discard", "pat")
_TURNS = (*DRAWS, "fold", "check", "call", "bet", "raise", "bring-in")


class RetoldStep(NamedTuple):
    """One step of a hand.

    `what` is one of: ante, dead, small, big, button, straddle, extra (a blind out of turn), bring-in; fold, check,
    call, bet, raise; dealt, street; discard, pat; show, muck.
    """

    what: str
    place: int = -1
    """The player, from 0; -1 for the dealer."""
    chips: Decimal = Decimal(0)
    """The chips that the step adds."""
    front: Decimal = Decimal(0)
    """The player's chips in front after it, in this betting round."""
    above: Decimal = Decimal(0)
    """How far a bet or a raise is above the largest bet before it."""
    cards: tuple[str, ...] = ()
    """The cards that come, go or are shown. An unknown card is `??`."""
    all_in: bool = False


class RetoldHand(NamedTuple):
    """A hand with all of its steps and results."""

    fields: Mapping[str, Any]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    """The last player has the button, also heads-up."""
    stacks: tuple[Decimal, ...]
    small: Decimal
    big: Decimal
    """The blinds. Stud has none."""
    ante: Decimal
    """What every player posts."""
    steps: tuple[RetoldStep, ...]
    returned: tuple[Decimal, ...]
    """The uncalled part of each player's bets."""
    won: tuple[Decimal, ...]
    pot: Decimal
    """All pots before the rake, without the chips that the house added."""
    rake: Decimal
    added: Decimal


def retold(document: str) -> RetoldHand:
    """Tell a hand in PHH again. The document must have `finishing_stacks`.

    >>> hand = retold('''variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 ????", "d dh p2 AsKs", "p2 cbr 6", "p1 f"]
    ... finishing_stacks = [98, 102]''')
    >>> [(step.what, int(step.chips)) for step in hand.steps if step.what != "dealt"]
    [('small', 1), ('big', 2), ('raise', 5), ('fold', 0)]
    >>> [int(chips) for chips in hand.returned], [int(chips) for chips in hand.won], int(hand.pot)
    ([0, 4], [0, 4], 4)
    """
    return _Retelling(tomllib.loads(document, parse_float=Decimal)).hand()


class _Retelling:
    """The state of a hand that is being told again."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self.stud = str(fields["variant"])[1:] in STUD_GAMES
        self.stacks = [Decimal(stack) for stack in fields["starting_stacks"]]
        self.count = len(self.stacks)
        self.front, self.put, self.returned = ([Decimal(0)] * self.count for _ in range(3))
        self.steps: list[RetoldStep] = []
        self.blinds = self._by_player("blinds_or_straddles")
        unit = Decimal(fields.get("min_bet") or fields.get("small_bet") or 0)
        self.big = unit if unit in self.blinds else max(self.blinds, default=Decimal(0)) or unit
        self.to_call = Decimal(0)
        """The bet that players must match. A blind that is all-in for less is still called in full."""

    def _by_player(self, name: str) -> list[Decimal]:
        amounts = [Decimal(each) for each in self.fields.get(name, ())]
        if self.count == 2 and not self.stud:  # the format has the small blind first, and the button posts it
            amounts = (amounts + [Decimal(0)] * 2)[1::-1]
        return (amounts + [Decimal(0)] * self.count)[: self.count]

    def hand(self) -> RetoldHand:
        """The whole hand."""
        antes = self._by_player("antes")
        ante = min(antes)
        self._post(antes, ante)
        for action in self.fields["actions"]:
            self._action(action.partition("#")[0].split())
        self._end_betting()
        fields = self.fields
        added, rake = (Decimal(fields.get(name, 0)) for name in ("_added", "_rake"))
        finish = [Decimal(each) for each in fields["finishing_stacks"]]
        paid = [put - back for put, back in zip(self.put, self.returned, strict=True)]
        won = tuple(end - stack + put for end, stack, put in zip(finish, self.stacks, paid, strict=True))
        names = [str(name) for name in fields.get("players", ())]
        small = min((each for each in self.blinds if 0 < each < self.big), default=self.big / 2)
        return RetoldHand(
            fields,
            tuple(names[at] if at < len(names) else str(at + 1) for at in range(self.count)),
            tuple(fields.get("seats") or range(1, self.count + 1)),
            tuple(self.stacks),
            small,
            self.big,
            ante,
            tuple(self.steps),
            tuple(self.returned),
            won,
            sum(paid, Decimal(0)),
            rake,
            added,
        )

    def _act(self, what: str, place: int, chips: Decimal = Decimal(0), cards: Sequence[str] = ()) -> None:
        """Add a step of a player."""
        top = max(self.front)
        if what not in ("ante", "dead"):
            self.front[place] += chips
        self.put[place] += chips
        self.steps.append(
            RetoldStep(
                what,
                place,
                chips,
                self.front[place],
                max(self.front[place] - top, Decimal(0)),
                tuple(cards),
                bool(chips) and self.put[place] >= self.stacks[place],
            )
        )

    def _post(self, antes: Sequence[Decimal], each: Decimal) -> None:
        """Write the antes and blinds. What one player posts beyond the ante of all is a dead blind."""
        for place, amount in enumerate(antes):
            for what, chips in (("ante", each), ("dead", amount - each)):
                if chips := min(chips, self.stacks[place] - self.put[place]):
                    self._act(what, place, chips)
        order = sorted(range(self.count), key=lambda at: (self.blinds[at] < 0, self.blinds[at]))
        for place in (at for at in order if self.blinds[at]):
            if chips := min(abs(self.blinds[place]), self.stacks[place] - self.put[place]):
                self._act(self._blind_name(place), place, chips)
        self.to_call = max(self.blinds, default=Decimal(0))

    def _blind_name(self, place: int) -> str:
        """More than the big blind is a straddle, and out of turn it is negative."""
        blind = self.blinds[place]
        if blind < 0:
            return "extra"
        if place == self.count - 1 and self.count > 2 and sum(map(bool, self.blinds)) == 1:
            return "button"
        return "small" if blind < self.big else "big" if blind == self.big else "straddle"

    def _end_betting(self) -> None:
        """End a betting round: the part of a bet that no one called goes back."""
        *_, second, top = sorted(self.front)
        self.returned[self.front.index(top)] += top - second
        self.front = [Decimal(0)] * self.count
        self.to_call = Decimal(0)

    def _action(self, words: Sequence[str]) -> None:
        if words[:2] == ["d", "db"]:
            if any(step.what in _TURNS for step in self.steps):
                self._street(tuple(_cards(words[2:])))
            else:  # Courchevel: a card of the board before the first betting
                self.steps.append(RetoldStep("street", cards=tuple(_cards(words[2:]))))
            return
        if words[:2] == ["d", "dh"]:
            if self.stud and self.steps and self.steps[-1].what in _TURNS:
                self._street()
            self._act("dealt", int(words[2][1:]) - 1, cards=[*_cards(words[3:])])
            return
        place, what = int(words[0][1:]) - 1, words[1]
        left = self.stacks[place] - self.put[place]
        owed = min(max(self.to_call, *self.front) - self.front[place], left)
        if what == "sd":
            if not self.steps or self.steps[-1].what not in DRAWS:
                self._end_betting()
            cards = [*_cards(words[2:])]
            self._act("discard" if cards else "pat", place, cards=cards)
        elif what == "cbr":
            more = Decimal(words[2]) - self.front[place]
            self._act("raise" if max(self.front) else "bet", place, min(more, left))
        elif what == "pb":
            self._act("bring-in", place, min(Decimal(self.fields["bring_in"]), left))
        elif what == "sm":
            self._act("show" if len(words) > 2 else "muck", place, cards=[*_cards(words[2:])])
        else:
            name = {"f": "fold", "cc": "call" if owed else "check"}[what]
            self._act(name, place, owed if name == "call" else Decimal(0))

    def _street(self, cards: tuple[str, ...] = ()) -> None:
        self._end_betting()
        self.steps.append(RetoldStep("street", cards=cards))


def _cards(words: Sequence[str]) -> Iterator[str]:
    """The cards of an action, each by itself."""
    return (card for word in words[:1] for card in re.findall("..", word))
