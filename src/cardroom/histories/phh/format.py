"""PHH, the open poker hand history format: read files, with amounts scaled to whole chips."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any, NamedTuple

from cardroom.clean import quoted, visible
from cardroom.errors import InputError
from cardroom.limits import MOST_CENTS, toml_table
from cardroom.money import dollars

__all__ = ["ALIKE", "STANDARD", "VARIANTS", "PHHError", "RecordedHand", "read_phh", "recorded_hand"]

STANDARD = {
    "FT": ("texas-holdem", "fixed"),
    "NT": ("texas-holdem", "no"),
    "NS": ("short-deck", "no"),
    "PO": ("omaha", "pot"),
    "FO/8": ("omaha-high-low", "fixed"),
    "F7S": ("seven-card-stud", "fixed"),
    "F7S/8": ("stud-8", "fixed"),
    "FR": ("razz", "fixed"),
    "N2L1D": ("2-7-single-draw", "no"),
    "F2L3D": ("2-7-triple-draw", "fixed"),
    "FB": ("badugi", "fixed"),
}
"""The variants of the format itself, with the game and the limit of each."""
_LIMITS = {"F": "fixed", "P": "pot", "N": "no"}
_GAMES = {
    "T": "texas-holdem",
    "O": "omaha",
    "O/8": "omaha-high-low",
    "O5": "big-o",
    "O5/8": "five-card-omaha-high-low",
    "O6": "six-card-omaha",
    "C": "courchevel",
    "C/8": "courchevel-high-low",
    "I": "irish",
    "5D": "five-card-draw",
    "2L1D": "2-7-single-draw",
    "2L3D": "2-7-triple-draw",
    "B": "badugi",
}
VARIANTS = STANDARD | {
    letter + name: (game, limit) for name, game in _GAMES.items() for letter, limit in _LIMITS.items()
}
"""All variants: the format's own, and ours of the same form, a letter for the limit and then the game
(docs/design/hand-histories.md)."""
ALIKE = {"pot-limit-omaha-8": "omaha-high-low", "seven-card-stud-high-low": "stud-8"}
"""Games here that have the same variant in the format as another game."""

ENDLESS = 10**12
"""The chips of an unknown stack, which is `inf` in the format: more than anyone needs."""
MOST_ACTIONS = 1000
"""The maximum number of deals and actions in a hand. Ten players with every allowed raise need fewer."""


class PHHError(InputError):
    """A recorded hand cannot be read or played. The message says where."""


class RecordedHand(NamedTuple):
    """A hand from a file, with amounts scaled to whole chips."""

    variant: str
    settings: dict[str, Any]
    """The table's stakes, as house rules."""
    posts: tuple[int, ...]
    """Posts out of turn, by position."""
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finish: tuple[int, ...]
    """The stacks after the hand, if the file has them."""
    scale: int
    won: tuple[int, ...] = ()
    """What each player won, if the file has it."""
    players: tuple[str, ...] = ()
    """The players' names, if the file has them."""
    rake: int | None = None
    """What the house took from the pots, less what it added to them, if the file has it."""
    number: int | None = None
    """The hand's number, if the file has one; the last digits of an id such as `R5-104-17`."""
    table: str = ""
    """The name of the table, if the file has it."""
    added: int = 0
    """The chips that the house added to the pot, if the file states them."""
    series: str = ""
    """The part of a hand's id before its number. Only hands of one series are numbered one after another."""
    day: str = ""
    """The date of the hand, as 2026-11-18, if the file has it."""

    def name(self, place: int) -> str:
        """The name of a player for messages. Places count from 0.

        >>> RecordedHand("NT", {}, (), (), (), (), scale=1, players=("ann",)).name(0)
        'p1 (ann)'
        """
        known = f" ({visible(self.players[place])})" if place < len(self.players) else ""
        return f"p{place + 1}{known}"

    def chips(self, amount: int) -> str:
        """An amount in the file's own chips.

        >>> RecordedHand("NT", {}, (), (), (), (), scale=2).chips(25)
        '12.5'
        """
        exact = Fraction(amount, self.scale)
        return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.8f}".rstrip("0")


def read_phh(source: str) -> Iterator[RecordedHand]:
    """The hands of a file, one or a collection of many.

    >>> hand, = read_phh('''variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']''')
    >>> hand.variant, hand.settings["stakes"]
    ('NT', '$0.01/$0.02')
    """
    try:
        table = toml_table(source, parse_float=_number)
    except InputError as error:
        raise PHHError(str(error)) from None
    hands = [table] if "variant" in table else [value for value in table.values() if isinstance(value, dict)]
    if not hands:
        raise PHHError("the file has no hand: variant is missing")
    for fields in hands:
        yield recorded_hand(fields)


_DECIMAL = re.compile(r"[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)", re.ASCII)


def _number(text: str) -> Decimal:
    if text in ("inf", "+inf"):
        return Decimal(ENDLESS)
    if len(text) > 40 or not _DECIMAL.fullmatch(text):
        raise ValueError(f"{quoted(text)} is not an amount: write digits, for example 12 or 0.25")
    return Decimal(text)


def recorded_hand(fields: Mapping[str, Any]) -> RecordedHand:
    """A hand from the fields of its document."""
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PHHError(f"variant: {quoted(variant)} is unknown: choose from {', '.join(VARIANTS)}")
    actions = _list(fields, "actions", str, "texts")
    if len(actions) > MOST_ACTIONS:
        raise PHHError(f"actions: at most {MOST_ACTIONS}, not {len(actions)}")
    lists = {name: _amounts(fields, name) for name in ("starting_stacks", *_BY_PLAYER)}
    singles = {name: _amount(name, fields[name]) for name in _SINGLE if name in fields}
    for name in ("_rake", "_added"):
        if singles.get(name, 0) < 0:
            raise PHHError(f"{name}: {quoted(fields[name])} is negative")
    count = len(lists["starting_stacks"])
    if not 2 <= count <= _MOST_PLAYERS:
        raise PHHError(f"starting_stacks: a hand has 2 to {_MOST_PLAYERS} players, not {count}")
    for name, some in lists.items():
        if len(some) > count or (name in ("finishing_stacks", "winnings") and some and len(some) != count):
            raise PHHError(f"{name}: {len(some)} amounts for {count} players")
        if min(some, default=0) < 0 and name != "blinds_or_straddles":
            raise PHHError(f"{name}: {quoted(min(some))} is negative")
    raised = [_amount("actions", word) for action in actions for word in re.findall(r"cbr (\S+)", action)]
    numbers = [*(each for some in lists.values() for each in some), *singles.values(), *raised]
    scale = reduce(lcm, (number.as_integer_ratio()[1] for number in numbers), 1)
    if scale * max(map(abs, numbers)) > MOST_CENTS:
        raise PHHError(
            f"the amounts are too large, or their fractions too small: the smallest chip would be 1/{quoted(scale)}"
        )
    antes, posts, stacks, finish, won = (
        [int(each * scale) for each in lists[name]]
        for name in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
    )
    trimmed = fields.get("ante_trimming_status", True)
    settings: dict[str, Any] = {"limit": VARIANTS[variant][1], "dead_antes": not trimmed}
    posts = posts or ([] if "bring_in" in singles else [0, 0])
    blinds = [max(amount, 0) for amount in posts]
    late = [max(-amount, 0) for amount in posts]  # a post out of turn is written as a negative amount
    fixed = settings["limit"] == "fixed"
    for name, chips in (("antes", antes or [0]), ("blinds" if fixed else "stakes", blinds)):
        if chips:
            settings[name] = "/".join(dollars(amount) for amount in (chips if len(chips) > 1 else (*chips, 0)))
    bets = [singles[key] * scale for key in ("small_bet", "big_bet") if key in singles]
    if fixed and len(bets) == 2:
        settings["stakes"] = "-".join(dollars(int(bet)) for bet in bets)
    for key in ("bring_in", "min_bet"):
        if key in singles:
            settings[_SINGLE[key]] = int(singles[key] * scale)
    uncommented = (action.partition("#")[0].strip() for action in actions)
    players = tuple(_list(fields, "players", str, "names")) if "players" in fields else ()
    series, number = _hand_id(fields.get("hand"))
    return RecordedHand(
        variant,
        settings,
        tuple(late),
        tuple(stacks),
        tuple(filter(None, uncommented)),
        tuple(finish),
        scale,
        tuple(won),
        players,
        int((singles["_rake"] - singles.get("_added", 0)) * scale) if "_rake" in singles else None,
        number,
        str(fields.get("table", "")),
        int(singles.get("_added", 0) * scale),
        series,
        _day(fields),
    )


def _day(fields: Mapping[str, Any]) -> str:
    """The date of a hand; empty unless the year, the month and the day are there and exist.

    >>> _day({"year": 2009, "month": 7, "day": 4}), _day({"year": 2009, "month": 13, "day": 4}), _day({"day": 4})
    ('2009-07-04', '', '')
    """
    parts = [fields.get(name) for name in ("year", "month", "day")]
    year, month, day = (part if type(part) is int else 0 for part in parts)
    try:
        return date(year, month, day).isoformat()
    except (ValueError, OverflowError):
        return ""


def _hand_id(value: Any) -> tuple[str, int | None]:
    """The series and the number of a hand, from an id that is a number or a text.

    >>> _hand_id(17), _hand_id("R5-104-17"), _hand_id("last"), _hand_id(None)
    (('', 17), ('R5-104-', 17), ('last', None), ('', None))
    """
    if type(value) is int or not isinstance(value, str):
        return "", value if type(value) is int else None
    match = re.fullmatch(r"(.*?)([0-9]{1,18})", value, re.DOTALL)
    return (match[1], int(match[2])) if match else (value, None)


_BY_PLAYER = ("antes", "blinds_or_straddles", "finishing_stacks", "winnings")
_SINGLE = {"bring_in": "bring_in", "small_bet": "small_bet", "big_bet": "big_bet", "min_bet": "minimum_bet"}
_SINGLE |= {"_rake": "rake", "_added": "added"}  # the format reserves names with an underscore for programs
_MOST_PLAYERS = 10


def _list(fields: Mapping[str, Any], name: str, kind: type, of: str) -> list[Any]:
    some = fields.get(name)
    if not isinstance(some, list) or not all(isinstance(each, kind) for each in some):
        raise PHHError(f"{name}: a list of {of} is expected" + (f", not {quoted(some)}" if name in fields else ""))
    return some


def _amounts(fields: Mapping[str, Any], name: str) -> list[Decimal]:
    if name not in fields and name != "starting_stacks":
        return []
    return [_amount(name, each) for each in _list(fields, name, object, "amounts")]


def _amount(name: str, value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise PHHError(f"{name}: {quoted(value)} is not an amount")
    try:
        amount = _number(value) if isinstance(value, str) else Decimal(value)
    except ValueError:
        raise PHHError(f"{name}: {quoted(value)} is not an amount") from None
    if not -ENDLESS <= amount <= ENDLESS or amount.as_integer_ratio()[1] > ENDLESS:
        raise PHHError(f"{name}: {quoted(value)} is too large an amount")
    return amount
