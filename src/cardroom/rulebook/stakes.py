"""The stakes of a poker table: one limit or blind level, and everything that follows from it.

At fixed limit the house gives the lower and the higher limit, "$4-$8". At pot and no limit it gives the blinds,
"$1/$2". The last blind is the least bet. (Stud has no blinds: there it is the ante and the least bet.) Blinds, ante,
bring-in, least bet and chip follow. A house may set one of them itself, if it fits the rest.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.money import cents, dollars
from cardroom.rulebook.schema import Poker

__all__ = ["BY_STAKES", "FOLLOW", "Level", "Stakes", "amounts_in", "levels", "stakes_of"]

BY_STAKES = "by stakes"
"""The default of a house rule whose value follows from the stakes."""

FOLLOW = ("blinds", "antes", "bring_in", "minimum_bet", "chip")
"""The house rules whose values follow from the stakes."""

CHIPS = (1, 5, 25, 100, 500, 2500, 10_000, 50_000, 100_000)
"""The values of chips, in cents."""


class Level(NamedTuple):
    """A limit, or a blind level.

    >>> str(Level(True, (400, 800))), str(Level(False, (100, 100, 200)))
    ('$4-$8', '$1/$1/$2')
    """

    fixed: bool
    amounts: tuple[int, ...]

    def __str__(self) -> str:
        return ("-" if self.fixed else "/").join(map(dollars, self.amounts))


def levels(text: str) -> tuple[Level, ...]:
    """Read a limit, a blind level, or one of each for a table that can have either.

    >>> [str(level) for level in levels("4-8 or 1/2")]
    ['$4-$8', '$1/$2']
    >>> levels("$4")
    Traceback (most recent call last):
    ValueError: '$4' are not stakes: write a lower and a higher limit like $4-$8, or blinds like $1/$2
    """
    read = []
    for part in text.split(" or "):
        fixed = "-" in part
        try:
            amounts = tuple(cents(each.strip()) for each in part.split("-" if fixed else "/"))
        except ValueError:
            amounts = ()
        if (len(amounts) != 2 or amounts[0] > amounts[1] or not amounts[0]) if fixed else len(amounts) < 2:
            how = "write a lower and a higher limit like $4-$8, or blinds like $1/$2"
            raise ValueError(f"{part!r} are not stakes: {how}")
        read.append(Level(fixed, amounts))
    return tuple(read)


class Stakes(NamedTuple):
    """The amounts that a table is played for, in cents."""

    level: Level
    small_bet: int
    big_bet: int
    """The lower and the higher limit (fixed limit)."""
    minimum_bet: int
    """The least bet; at fixed limit the lower limit."""
    blinds: tuple[int, ...]
    """By position from the left of the button; empty at stud."""
    antes: tuple[int, ...]
    """One for all players, or several by position."""
    bring_in: int
    """Stud: the amount that the worst door card opens with."""
    chip: int
    """The smallest unit of a bet, and of a share of a pot."""

    def text(self, name: str) -> int | str:
        """Return the value of a house rule that follows from the stakes, in the form of house rules."""
        match self.level if name == "stakes" else getattr(self, name):
            case int() as amount:
                return amount
            case Level() as level:
                return str(level)
            case amounts:
                return "/".join(map(dollars, amounts)) or "none"


def stakes_of(poker: Poker, limits: Sequence[str], text: str, own: Mapping[str, Any], least_chip: int) -> Stakes:
    """Return the stakes in a text, at the first of the limits that a house may choose from.

    `own` are the values that the house sets itself; `least_chip` is the smallest chip.

    >>> from cardroom.rulebook import rule_set
    >>> stakes = rule_set("badugi", stakes="$10-$20").stakes
    >>> stakes.blinds, stakes.minimum_bet, stakes.chip
    ((500, 1000), 1000, 500)
    >>> stakes = rule_set("razz", stakes="$4-$8").stakes
    >>> stakes.antes, stakes.bring_in, stakes.blinds
    ((100,), 100, ())
    """
    level = _level(text, *limits)
    lower, higher = level.amounts if level.fixed else (max(level.amounts),) * 2
    blinds: tuple[int, ...] = ()
    antes: tuple[int, ...] = (0,)
    bring_in = 0
    if poker.structure == "stud":
        antes = (_part(lower, 4, least_chip) if level.fixed else level.amounts[0],)
        bring_in = int(own.get("bring_in", _part(lower, poker.bring_in_part, least_chip)))
    else:
        blinds = (_part(lower, 2, least_chip), lower) if level.fixed else level.amounts
        blinds = amounts_in(own["blinds"]) if "blinds" in own else blinds
    antes = amounts_in(own["antes"]) if "antes" in own else antes
    minimum = int(own.get("minimum_bet", lower))
    every = (lower, higher, minimum, *blinds, *antes, bring_in)
    chip = int(own.get("chip", max(chip for chip in CHIPS if not any(amount % chip for amount in every))))
    return Stakes(level, lower, higher, minimum, blinds, antes, bring_in, chip)


def amounts_in(text: str) -> tuple[int, ...]:
    """Read amounts by position.

    >>> amounts_in("$1/$2"), amounts_in("none")
    ((100, 200), ())
    """
    return () if text == "none" else tuple(cents(part) for part in text.split("/"))


def _level(text: str, limit: str, *others: str) -> Level:
    """Return the level for a limit; `others` are the other limits that the house may choose."""
    fitting = [level for level in levels(text) if level.fixed == (limit == "fixed")]
    if not fitting:
        wanted = "a lower and a higher limit like $4-$8" if limit == "fixed" else "blinds like $1/$2"
        another = "; or set a different limit" if others else ""
        raise ValueError(f"house rule stakes: at {limit} limit write {wanted}, not {text}{another}")
    return fitting[0]


def _part(amount: int, part: int, least: int) -> int:
    """Return a part of an amount in whole chips, at least one."""
    return max(amount // part // least, 1) * least
