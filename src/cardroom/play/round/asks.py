"""Asks, their options, and the check of answers.

An `Ask` goes to one spot and offers options. An answer names an option's action and, where the option has one, a
value. Options check values only: they know no stacks beyond their own bounds, and change nothing.
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
from cardroom.play.round.bets import Area, Bets, Tied
from cardroom.tags import kebab

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
    """The answer of a spot: an option's action and its value.

    `absent` marks the default that was used for a player who did not answer.
    """

    spot: str
    action: str
    value: Any = None
    absent: bool = False


class Choice(msgspec.Struct, frozen=True, gc=False, tag=kebab, repr_omit_defaults=True):
    """A plain choice, such as fold or play; `amount` is what it costs, for display.

    >>> Choice("fold").check(None)
    """

    action: str
    amount: int = 0
    wager: str | msgspec.UnsetType = msgspec.UNSET
    """The wager that the chips go to, if the action has a different name."""

    def check(self, value: Any) -> None:
        """Reject any value: a choice takes none."""
        if value is not None:
            raise Refused(f"{self.action} takes no value; remove {quoted(value)}")


class Amount(msgspec.Struct, frozen=True, gc=False, tag=kebab, repr_omit_defaults=True):
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
    """Counted from the least. The most is always allowed, because it may be all that the player has."""
    label: str = ""
    """Its name for display, if that is not the action: a bring-in is completed."""
    unit: str = ""
    """The unit, if the amount is not money: minutes."""
    wager: str | msgspec.UnsetType = msgspec.UNSET
    """The wager that the chips go to, if the action has a different name."""

    def check(self, value: Any) -> int:
        """Return the amount if it is within the bounds."""
        if type(value) is not int:
            raise Refused(f"{self.action} takes a whole number of {self.unit or 'cents'}, not {quoted(value)}")
        if not self.least <= value <= self.most or ((value - self.least) % self.step and value != self.most):
            shown, least, most, step = map(self._shown, (value, self.least, self.most, self.step))
            steps = f" in steps of {step}" if self.step > 1 else ""
            raise Refused(f"{self.action}: {shown} is not between {least} and {most}{steps}")
        return value

    def _shown(self, value: int) -> str:
        return f"{value:,} {self.unit}" if self.unit else dollars(value)


class Pick(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Some of the player's cards: discards, or the cards for the front hand.

    >>> Pick("discard", (51, 47), 0, 1).check([51])
    (51,)
    """

    action: str
    cards: tuple[Card, ...]
    least: int
    most: int
    picked: str = ""
    """The ranking that names the picked cards, if they are a hand. The page shows it before the answer."""
    rest: str = ""
    """The ranking that names the cards that are left."""

    def check(self, value: Any) -> tuple[Card, ...]:
        """Return the picked cards, in the order of the hand."""
        if type(value) in (list, tuple) and len(value) <= self.most:
            chosen = set(value) if set(map(type, value)) <= {int} else set()
            picked = tuple([card for card in self.cards if card in chosen])
            if self.least <= len(picked) == len(value) == len(chosen):
                return picked  # plainly right: different cards of the hand, by number
        picked = _cards(self.action, value)
        left = list(self.cards)
        for card in picked:
            try:
                left.remove(card)
            except ValueError:
                raise Refused(f"{self.action}: {pretty(card)} is not in {pretty(self.cards)}") from None
        if not self.least <= len(picked) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise Refused(f"{self.action} takes {wanted} cards, not {len(picked)}")
        return tuple(sorted(picked, key=self.cards.index))


class RowSlot(msgspec.Struct, frozen=True, gc=False):
    """A row of the player's own: its name, the cards in it, and how many more it takes."""

    name: str
    lies: tuple[Card, ...]
    room: int
    ranking: str = ""
    """The ranking that names the row when it is full."""


class Lay(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Place the player's cards into rows; the cards left over are the discards, exactly as many as the rules say.

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
    equal_fouls: bool = False
    """Whether equal rows are a foul."""

    def check(self, value: Any) -> dict[str, tuple[Card, ...]]:
        """Return the cards by row, in the order of rows and hand, without empty rows."""
        if not isinstance(value, Mapping):
            raise Refused(
                f"{self.action} takes cards by row, for example {{'{self.rows[0].name}': 'As'}}, not {quoted(value)}"
            )
        rows = {row.name: row for row in self.rows}
        placed: dict[str, tuple[Card, ...]] = {}
        left = list(self.cards)
        for name, cards in value.items():
            if name not in rows:
                raise Refused(f"{self.action}: {quoted(name)} is not a row. Choose from {', '.join(rows)}")
            placed[name] = _cards(self.action, cards)
            for card in placed[name]:
                if card not in left:
                    raise Refused(f"{self.action}: {pretty(card)} is not in {pretty(self.cards)}, or is placed twice")
                left.remove(card)
            if len(placed[name]) > rows[name].room:
                raise Refused(f"{self.action}: {name} takes {_more(rows[name].room)}, not {len(placed[name])}")
        if len(left) != self.discards:
            away = f" and discards {self.discards}" if self.discards else ""
            raise Refused(
                f"{self.action} takes {len(self.cards) - self.discards} cards{away}, not {len(self.cards) - len(left)}"
            )
        return {name: tuple(sorted(placed[name], key=self.cards.index)) for name in rows if placed.get(name)}


def _more(room: int) -> str:
    return f"{room or 'no'} more card{'' if room == 1 else 's'}"


class Name(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Name cards that were unknown so far, as a recorded hand does at the showdown.

    >>> Name("show", 2, frozenset({0, 1, 51})).check("As 2c")
    (51, 0)
    """

    action: str
    count: int
    among: frozenset[Card]
    """Cards that are not accounted for elsewhere."""

    def check(self, value: Any) -> tuple[Card, ...]:
        """Return the named cards, if they are possible."""
        named = _cards(self.action, value)
        if len(named) != self.count or len(set(named)) != self.count:
            raise Refused(f"{self.action} takes {self.count} different cards, not {pretty(named)}")
        for card in named:
            if card == UNKNOWN or card not in self.among:
                raise Refused(f"{self.action}: {pretty(card)} cannot be one of these cards")
        return named


Option: TypeAlias = Choice | Amount | Bets | Pick | Lay | Name
Reply: TypeAlias = Answer | str | tuple[str] | tuple[str, Any]
"""What a player may give as an answer: an `Answer`, an action, or an action and its value."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to the bettor at a spot. Others see that the spot is asked, but not its options.

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
    """Whether only the bettor may see the answer's value, as when setting a hand."""
    why: str = ""
    """Why an option that a player might expect is missing: "hard 19 may not hit by Chart 1A"."""
    about: str = ""
    """The subject of an outside fact: the jackpot whose meter is to be read."""

    def check(self, action: str, value: Any = None) -> Answer:
        """Return the answer with this action and value. Raise `Refused` if the options do not allow it."""
        for option in self.options:
            if option.action == action:
                if value is None and type(option) is Choice:
                    return Answer(self.spot, action)
                return Answer(self.spot, action, option.check(value))
        actions = " or ".join(option.action for option in self.options)
        raise Refused(
            f"{quoted(action)} is not possible now: choose {actions}" + (f" ({self.why})" if self.why else "")
        )

    def answer(self, reply: Reply) -> Answer:
        """Return the answer that a reply stands for. Raise `Refused` if the options do not allow it.

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
        raise Refused(f"An answer must be an action, or an action and its value, not {quoted(reply)}")


class Meanwhile(msgspec.Struct, frozen=True, gc=False):
    """An ask that the round waits for, and optional ones beside it. The script gets the first answer of all."""

    ask: Ask
    others: tuple[Ask, ...]
    """Optional asks, to other spots."""


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
    """Make an ask; its default is given as an action and its value."""
    return Ask(spot, tuple(options), Answer(spot, default, value), secret, why, about)


def _cards(action: str, value: Any) -> tuple[Card, ...]:
    """Read cards from a value: a text, or a list of names and numbers. Other iterables are rejected."""
    if isinstance(value, str | list | tuple) and len(value) <= MOST_CARDS and all(map(_may_be_card, value)):
        with suppress(TypeError, ValueError):
            return parse(value)
    raise Refused(f"{action} takes cards, for example 'As Kd', not {quoted(value)}")


def _may_be_card(each: Any) -> bool:
    """Whether a value is a name or an integer, NumPy's included, but not a bool."""
    return isinstance(each, str) or (hasattr(each, "__index__") and not isinstance(each, bool))
