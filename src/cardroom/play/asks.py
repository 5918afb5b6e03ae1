"""What a script asks, what may be answered, and how an answer is judged.

An `Ask` goes to one spot and offers options; an answer names an option's action and, where the option has one, a
value. Options judge values and nothing else: they know no stacks beyond their own bounds, and change nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from cardroom.cards import UNKNOWN, Card, parse, pretty
from cardroom.money import dollars

__all__ = ["Amount", "Answer", "Area", "Ask", "Bets", "Choice", "Name", "Option", "Pick", "Refused"]


class Refused(ValueError):
    """An answer that the rules do not allow. It changed nothing; the message says what would be right."""


class Answer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a spot answered: an option's action and its value.

    `absent` marks the default that was taken for somebody who did not answer.
    """

    spot: str
    action: str
    value: Any = None
    absent: bool = False


class Choice(msgspec.Struct, frozen=True, gc=False, tag="choice"):
    """A plain choice, such as fold or play; `amount` is what it costs, for people to see.

    >>> Choice("fold").check(None)
    """

    action: str
    amount: int = 0

    def check(self, value: Any) -> None:
        """Nothing to judge: a choice takes no value."""
        if value is not None:
            raise Refused(f"{self.action} takes no value, not {value!r}")


class Amount(msgspec.Struct, frozen=True, gc=False, tag="amount"):
    """An amount within bounds, in cents.

    >>> Amount("raise", 400, 1000, step=200).check(600)
    600
    >>> Amount("raise", 400, 1000, step=200).check(500)
    Traceback (most recent call last):
    cardroom.play.asks.Refused: raise: $5 is not between $4 and $10 in steps of $2
    """

    action: str
    least: int
    most: int
    step: int = 1

    def check(self, value: Any) -> int:
        """The amount, if it is within the bounds."""
        if type(value) is not int:
            raise Refused(f"{self.action} takes a whole number of cents, not {value!r}")
        if not self.least <= value <= self.most or (value - self.least) % self.step:
            steps = f" in steps of {dollars(self.step)}" if self.step > 1 else ""
            raise Refused(
                f"{self.action}: {dollars(value)} is not between {dollars(self.least)} and {dollars(self.most)}{steps}"
            )
        return value


class Area(msgspec.Struct, frozen=True, gc=False):
    """A betting area of a spot, and what may be placed there."""

    wager: str
    label: str
    least: int
    most: int
    required: bool = False
    needs: tuple[str, ...] = ()
    """Wagers it may not be placed without; "player or banker" is either."""
    equals: str = ""
    behind: int = 0
    """How many times this wager must stay in front of the player, for a wager that follows the deal."""
    excludes: str = ""
    """A wager that may not be placed beside it."""


class Bets(msgspec.Struct, frozen=True, gc=False, tag="bets"):
    """Wagers for all areas of a spot at once: `{"ante": 500, "pair-plus": 100}`, in cents.

    >>> ante = Area("ante", "Ante", 500, 10000, required=True, behind=1)
    >>> Bets("bet", (ante,), chips=2000).check({"ante": 1500})
    Traceback (most recent call last):
    cardroom.play.asks.Refused: These wagers need $30, with what must stay behind for later; there is $20
    """

    action: str
    areas: tuple[Area, ...]
    chips: int
    """What the bettor has to place them with."""

    @property
    def cheapest(self) -> int:
        """What the least legal bet takes, with what must stay behind for it."""
        required = sum(area.least * (1 + area.behind) for area in self.areas if area.required)
        return required or min(area.least for area in self.areas if not area.needs)

    def check(self, value: Any) -> dict[str, int]:
        """The wagers in the order of the layout, if they go together."""
        if not isinstance(value, Mapping):
            raise Refused(f"{self.action} takes wagers by name, not {value!r}")
        known = {area.wager: area for area in self.areas}
        for name, amount in value.items():
            if name not in known:
                raise Refused(f"There is no wager {name!r} here: there are {', '.join(known)}")
            if type(amount) is not int:
                raise Refused(f"{known[name].label} takes a whole number of cents, not {amount!r}")
        total = 0
        for name, area in known.items():
            if name not in value:
                if area.required:
                    raise Refused(f"{area.label} is required: from {dollars(area.least)} to {dollars(area.most)}")
                continue
            amount = value[name]
            if not area.least <= amount <= area.most:
                raise Refused(
                    f"{area.label} must be from {dollars(area.least)} to {dollars(area.most)}, not {dollars(amount)}"
                )
            for other in area.needs:
                either = other.split(" or ")
                if not any(each in value for each in either):
                    labels = " or ".join(known[each].label for each in either)
                    raise Refused(f"{area.label} may be placed only with {labels}")
            if area.excludes in value:
                raise Refused(f"{area.label} may not be placed beside {known[area.excludes].label}")
            if area.equals and amount != value.get(area.equals, amount):
                raise Refused(f"{area.label} must equal {known[area.equals].label}, {dollars(value[area.equals])}")
            total += amount * (1 + area.behind)
        if not value:
            raise Refused("A bet needs at least one wager: " + ", ".join(known))
        if total > self.chips:
            later = ", with what must stay behind for later" if any(area.behind for area in self.areas) else ""
            raise Refused(f"These wagers need {dollars(total)}{later}; there is {dollars(self.chips)}")
        return {name: value[name] for name in known if name in value}


class Pick(msgspec.Struct, frozen=True, gc=False, tag="pick"):
    """Some of the cards that one has: discards, or the cards that go in front.

    >>> Pick("discard", (51, 47), 0, 1).check([51])
    (51,)
    """

    action: str
    cards: tuple[Card, ...]
    least: int
    most: int
    picked: str = ""
    """The ranking that names the cards picked, where they are a hand ..."""
    rest: str = ""
    """... and the one that names the cards left, so that both can be shown before it is answered."""

    def check(self, value: Any) -> tuple[Card, ...]:
        """The cards picked, in the order of the hand."""
        picked = _cards(self.action, value)
        left = list(self.cards)
        for card in picked:
            try:
                left.remove(card)
            except ValueError:
                raise Refused(f"{self.action}: {pretty(card)} is not among {pretty(self.cards)}") from None
        if not self.least <= len(picked) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise Refused(f"{self.action} takes {wanted} cards, not {len(picked)}")
        return tuple(sorted(picked, key=self.cards.index))


class Name(msgspec.Struct, frozen=True, gc=False, tag="name"):
    """Naming cards that were unknown so far, as a recorded hand does at the showdown.

    >>> Name("show", 2, frozenset({0, 1, 51})).check("As 2c")
    (51, 0)
    """

    action: str
    count: int
    among: frozenset[Card]
    """Cards that are not accounted for elsewhere."""

    def check(self, value: Any) -> tuple[Card, ...]:
        """The cards named, if they can be those."""
        named = _cards(self.action, value)
        if len(named) != self.count or len(set(named)) != self.count:
            raise Refused(f"{self.action} takes {self.count} different cards, not {pretty(named)}")
        for card in named:
            if card == UNKNOWN or card not in self.among:
                raise Refused(f"{self.action}: {pretty(card)} cannot be one of these cards")
        return named


Option: TypeAlias = Choice | Amount | Bets | Pick | Name


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to the bettor at a spot. Others see that the spot is asked, never what it may answer.

    >>> ask = Ask("3", (Choice("play", 500), Choice("fold")), otherwise=Answer("3", "fold"))
    >>> ask.check("raise", 500)
    Traceback (most recent call last):
    cardroom.play.asks.Refused: 'raise' is not possible now: choose play or fold
    """

    spot: str
    options: tuple[Option, ...]
    otherwise: Answer
    """What holds for somebody who is absent."""
    secret: bool = False
    """Whether the answer's value is for the bettor's eyes only, as when setting a hand."""
    why: str = ""
    """Why something that one might expect is not offered: "Chart 1A: hard 19 must stand"."""

    def check(self, action: str, value: Any = None) -> Answer:
        """The answer these words make, or a refusal."""
        for option in self.options:
            if option.action == action:
                return Answer(self.spot, action, option.check(value))
        actions = " or ".join(option.action for option in self.options)
        raise Refused(f"{action!r} is not possible now: choose {actions}" + (f" ({self.why})" if self.why else ""))


def ask(
    spot: str, options: Sequence[Option], otherwise: str, value: Any = None, *, secret: bool = False, why: str = ""
) -> Ask:
    """An ask whose default is given as an action and its value."""
    return Ask(spot, tuple(options), Answer(spot, otherwise, value), secret, why)


def _cards(action: str, value: Any) -> tuple[Card, ...]:
    try:
        return parse(value)
    except (TypeError, ValueError):
        raise Refused(f"{action} takes cards, as in 'As Kd', not {value!r}") from None
