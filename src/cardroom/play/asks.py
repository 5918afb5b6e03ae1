"""What a script asks, what may be answered, and how an answer is judged.

An `Ask` goes to one spot and offers options; an answer names an option's action and, where the option has one, a
value. Options judge values and nothing else: they know no stacks beyond their own bounds, and change nothing.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec

from cardroom.cards import UNKNOWN, Card, parse, pretty
from cardroom.clean import quoted
from cardroom.errors import Refused
from cardroom.limits import MOST_CARDS
from cardroom.money import dollars
from cardroom.play.bets import Area, Bets, Tied

__all__ = [
    "Amount",
    "Answer",
    "Area",
    "Ask",
    "Bets",
    "Choice",
    "Lay",
    "Meanwhile",
    "Name",
    "Option",
    "Pick",
    "Refused",
    "Reply",
    "RowSlot",
    "Tied",
]


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
            raise Refused(f"{self.action} takes no value, not {quoted(value)}")


class Amount(msgspec.Struct, frozen=True, gc=False, tag="amount"):
    """An amount within bounds, in cents.

    >>> Amount("raise", 400, 1000, step=200).check(600)
    600
    >>> Amount("raise", 400, 1000, step=200).check(500)
    Traceback (most recent call last):
    cardroom.errors.Refused: raise: $5 is not between $4 and $10 in steps of $2
    """

    action: str
    least: int
    most: int
    step: int = 1
    """From the least on; the most is always possible, for that may be all that somebody has."""
    label: str = ""
    """What people call it, where that is not its action: a bring-in is completed."""
    unit: str = ""
    """What is counted, where that is no money: minutes."""

    def check(self, value: Any) -> int:
        """The amount, if it is within the bounds."""
        if type(value) is not int:
            raise Refused(f"{self.action} takes a whole number of {self.unit or 'cents'}, not {quoted(value)}")
        if not self.least <= value <= self.most or ((value - self.least) % self.step and value != self.most):
            said, least, most, step = map(self._said, (value, self.least, self.most, self.step))
            steps = f" in steps of {step}" if self.step > 1 else ""
            raise Refused(f"{self.action}: {said} is not between {least} and {most}{steps}")
        return value

    def _said(self, value: int) -> str:
        return f"{value:,} {self.unit}" if self.unit else dollars(value)


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


class RowSlot(msgspec.Struct, frozen=True, gc=False):
    """A row of one's own that cards may be laid into: what it is called, what lies there, and what it still takes."""

    name: str
    lies: tuple[Card, ...]
    room: int
    ranking: str = ""
    """The ranking that names it when it is full."""


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Laying the cards that one has into rows; those that no row gets are thrown away, as many as the rules say.

    >>> turn = Lay("place", (51, 47, 0), (RowSlot("front", (), 3), RowSlot("back", (50, 49, 48), 2)), discards=1)
    >>> turn.check({"back": "As", "front": "Ks"})
    {'front': (47,), 'back': (51,)}
    >>> turn.check({"back": "As Ks 2c"})
    Traceback (most recent call last):
    cardroom.errors.Refused: place: back takes 2 more cards, not 3
    """

    action: str
    cards: tuple[Card, ...]
    rows: tuple[RowSlot, ...]
    discards: int = 0

    def check(self, value: Any) -> dict[str, tuple[Card, ...]]:
        """The cards by row, in the order of rows and hand, without rows that get none."""
        if not isinstance(value, Mapping):
            raise Refused(
                f"{self.action} takes cards by row, as in {{'{self.rows[0].name}': 'As'}}, not {quoted(value)}"
            )
        rows = {row.name: row for row in self.rows}
        laid: dict[str, tuple[Card, ...]] = {}
        left = list(self.cards)
        for name, said in value.items():
            if name not in rows:
                raise Refused(f"{self.action}: {quoted(name)} is no row: there are {', '.join(rows)}")
            laid[name] = _cards(self.action, said)
            for card in laid[name]:
                if card not in left:
                    raise Refused(f"{self.action}: {pretty(card)} is not among {pretty(self.cards)}, or is laid twice")
                left.remove(card)
            if len(laid[name]) > rows[name].room:
                raise Refused(f"{self.action}: {name} takes {_more(rows[name].room)}, not {len(laid[name])}")
        if len(left) != self.discards:
            away = f" and throws {self.discards} away" if self.discards else ""
            raise Refused(
                f"{self.action} lays {len(self.cards) - self.discards} cards{away}, not {len(self.cards) - len(left)}"
            )
        return {name: tuple(sorted(laid[name], key=self.cards.index)) for name in rows if laid.get(name)}


def _more(room: int) -> str:
    return f"{room or 'no'} more card{'' if room == 1 else 's'}"


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


Option: TypeAlias = Choice | Amount | Bets | Pick | Lay | Name
Reply: TypeAlias = Answer | str | tuple[str] | tuple[str, Any]
"""What somebody may say when asked: an answer, an action, or an action and its value."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to the bettor at a spot. Others see that the spot is asked, never what it may answer.

    >>> ask = Ask("3", (Choice("play", 500), Choice("fold")), default=Answer("3", "fold"))
    >>> ask.check("raise", 500)
    Traceback (most recent call last):
    cardroom.errors.Refused: 'raise' is not possible now: choose play or fold
    """

    spot: str
    options: tuple[Option, ...]
    default: Answer
    """The answer that the rules use if none comes."""
    secret: bool = False
    """Whether the answer's value is for the bettor's eyes only, as when setting a hand."""
    why: str = ""
    """Why something that one might expect is not offered: "hard 19 may not hit by Chart 1A"."""
    about: str = ""
    """What an outside fact is wanted of: the jackpot whose meter is to be read."""

    def check(self, action: str, value: Any = None) -> Answer:
        """The answer these words make, or a refusal."""
        for option in self.options:
            if option.action == action:
                return Answer(self.spot, action, option.check(value))
        actions = " or ".join(option.action for option in self.options)
        raise Refused(
            f"{quoted(action)} is not possible now: choose {actions}" + (f" ({self.why})" if self.why else "")
        )

    def answer(self, reply: Reply) -> Answer:
        """The answer that a reply makes, or a refusal.

        >>> Ask("3", (Choice("play", 500), Choice("fold")), Answer("3", "fold")).answer("play")
        Answer(spot='3', action='play', value=None, absent=False)
        """
        match reply:
            case Answer():
                return self.check(reply.action, reply.value)
            case str():
                return self.check(reply)
            case (str() as action, value):
                return self.check(action, value)
            case (str() as action,):
                return self.check(action)
        raise Refused(f"An answer is an action, or an action and its value, not {quoted(reply)}")


class Meanwhile(msgspec.Struct, frozen=True, gc=False):
    """An ask that is waited for, and others that may be answered before it is, and need not be: whichever answer comes
    first goes to the script."""

    ask: Ask
    others: tuple[Ask, ...]
    """Of other spots."""


def ask(
    spot: str,
    options: Sequence[Option],
    default: str,
    value: Any = None,
    *,
    secret: bool = False,
    why: str = "",
    about: str = "",
) -> Ask:
    """An ask whose default is given as an action and its value."""
    return Ask(spot, tuple(options), Answer(spot, default, value), secret, why, about)


def _cards(action: str, value: Any) -> tuple[Card, ...]:
    """The cards that a value names: a text, or a list of names and numbers. Nothing else is as good as a list."""
    if isinstance(value, str | list | tuple) and len(value) <= MOST_CARDS and all(map(_may_be_card, value)):
        with suppress(TypeError, ValueError):
            return parse(value)
    raise Refused(f"{action} takes cards, as in 'As Kd', not {quoted(value)}")


def _may_be_card(each: Any) -> bool:
    """Whether something is a name or a whole number: numpy's too, but neither true nor false."""
    return isinstance(each, str) or (hasattr(each, "__index__") and not isinstance(each, bool))
