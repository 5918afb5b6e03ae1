"""The documents' collection schedules. Each table is stored once and shared by the games that it is printed for.

Each table has a file, `fees/500-club/texas-holdem.toml`, which a rule set names: `schedules = "500-club/texas-holdem"`.
Common values of a group of options come first. Below is a table that can be compared with the printed one row by row:
number, players or table limit, then a column for each fee. A file's head is read with the rule set, its rows only when
an option is needed.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import MOST_SEATS, RULES_BYTES, read_text, toml_table
from cardroom.money import cents
from cardroom.rulebook.fees import MOST_RATES, Charge, Counts, Fee, Moment, Payer, ScheduleTerms, Tier, rates
from cardroom.rulebook.finding import plain
from cardroom.rulebook.schema import Cited, Entries, NameList

__all__ = ["Column", "OptionGroup", "Schedules", "fees_of", "read_schedules", "schedules", "schedules_in"]

_FOLDER = Path(str(files("cardroom.rulebook"))) / "fees"
_PLAYERS = {"7 or more": (7, MOST_SEATS), "5-6": (5, 6), "4 or less": (1, 4)}
_TIER = re.compile(r"(\S+?)(?:-(\S+)|\+) (\S+)")


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of fees: the moment, the payer, and what decides the tier."""

    moment: Moment
    payer: Payer
    counts: Counts = "nothing"
    minutes: int = 0


class OptionGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options that are printed together, and their common values."""

    options: tuple[int, int]
    """The first and the last number."""
    cite: str
    takes: Annotated[tuple[Column, ...], Entries]
    table: str
    """One row for each option. | separates cells, and ; separates tiers in a cell."""
    called: str = ""
    """The prefix of the number, if a game has two options with the same number."""
    columns: tuple[Literal["players", "table limit"], ...] = ()
    """The columns between an option's number and its fees."""
    terms: ScheduleTerms = ScheduleTerms()
    """What a table needs to post an option, as far as it is the same for all."""

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the options."""
        return tuple(f"{self.called}{number}" for number in range(self.options[0], self.options[1] + 1))


class Schedules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A file of schedules."""

    document: str
    games: NameList
    """The games that they are printed for."""
    group: Annotated[tuple[OptionGroup, ...], Meta(min_length=1, max_length=100)]

    @property
    def named(self) -> tuple[str, ...]:
        """The names of all options, in printed order.

        >>> schedules("500-club/pure-21.5-blackjack").named[-4:]
        ('12', 'chapter-1', 'chapter-2', 'chapter-3')
        """
        return tuple(name for group in self.group for name in group.named)

    @property
    def by_players(self) -> bool:
        """Whether options depend on the number of players dealt in."""
        return any("players" in group.columns for group in self.group)

    @cached_property
    def fees(self) -> Mapping[str, Fee]:
        """Every option, read and checked on first use.

        >>> schedules("500-club/texas-holdem").fees["177"].players
        (1, 4)
        """
        return MappingProxyType({fee.option: fee for group in self.group for fee in _fees(self.document, group)})


def schedules_in() -> dict[str, Path]:
    """The files of schedules, by the names that rule sets use.

    >>> "500-club/draw-and-stud" in schedules_in()
    True
    """
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(_FOLDER.glob("*/*.toml"))}


@lru_cache(maxsize=64)
def schedules(name: str) -> Schedules:
    """Read the schedules of a built-in file.

    >>> schedules("500-club/face-up-chinese-poker").fees["1"].charge[0].minutes
    40
    """
    known = schedules_in()
    if name not in known:
        raise InputError(f"{quoted(name)} is not a name of schedules: choose from {', '.join(known)}")
    return read_schedules(read_text(known[name], RULES_BYTES), known[name].name)


def read_schedules(text: str, name: str) -> Schedules:
    """Read schedules. Errors name the group and the row."""
    try:
        read = msgspec.convert(toml_table(text, RULES_BYTES), Schedules)
    except msgspec.ValidationError as error:
        raise InputError(f"{name}: {plain(str(error), Schedules)}") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    for problem in _problems(read):
        raise InputError(f"{name}: {problem}")
    return read


def fees_of(name: str, own: tuple[Fee, ...]) -> dict[str, tuple[Fee, ...]]:
    """All schedules of a rule set by option: its own, and those of the file that it names. Its own take precedence."""
    by_option: dict[str, tuple[Fee, ...]] = {}
    if name:
        by_option |= {option: (fee,) for option, fee in schedules(name).fees.items()}
    for option in dict.fromkeys(fee.option for fee in own):
        by_option[option] = tuple(fee for fee in own if fee.option == option)
    return by_option


def _problems(read: Schedules) -> Iterator[str]:
    """Find problems with the head of a file."""
    for place, group in enumerate(read.group):
        where = f"options {group.called}{group.options[0]} to {group.called}{group.options[1]}"
        if not 0 < group.options[0] <= group.options[1] < 1000:
            yield f"{where}: write the first and the last printed number, from 1 to 999"
            return
        before = next((other for other in reversed(read.group[:place]) if other.called == group.called), None)
        wanted = before.options[1] + 1 if before else 1
        if group.options[0] != wanted:
            yield f"{where}: the first must be {group.called}{wanted}: the printed numbers have no gap"
        if not group.takes or len(set(group.columns)) < len(group.columns):
            yield f"{where}: takes, columns: name each column once, and at least one column of fees"
        yield from (f"{where}: {problem}" for problem in group.terms.problems())


def _fees(document: str, group: OptionGroup) -> Iterator[Fee]:
    """Read the options of a group, row by row."""
    rows = [row for row in group.table.splitlines() if row.strip()]
    numbers = [row.partition("|")[0].strip() for row in rows]
    wanted = [str(number) for number in range(group.options[0], group.options[1] + 1)]
    if numbers != wanted:
        at = next((place for place, pair in enumerate(zip(numbers, wanted, strict=False)) if len(set(pair)) > 1), None)
        how = f"{len(numbers)} rows" if at is None else f"option {quoted(numbers[at])} instead of {wanted[at]}"
        raise InputError(f"options {wanted[0]} to {wanted[-1]}: write one row for each, in order, not {how}")
    for row, option in zip(rows, group.named, strict=True):
        try:
            yield _fee(document, group, option, [cell.strip() for cell in row.split("|")][1:])
        except ValueError as error:
            raise InputError(f"option {option}: {error}") from None


def _fee(document: str, group: OptionGroup, option: str, cells: list[str]) -> Fee:
    """Read one row."""
    wanted = len(group.columns) + len(group.takes)
    if len(cells) != wanted:
        raise ValueError(f"write {wanted} cells after its number, not {len(cells)}")
    values = dict(zip(group.columns, cells, strict=False))
    players, terms = None, group.terms
    if "players" in values:
        if values["players"] not in _PLAYERS:
            raise ValueError(f"players: {quoted(values['players'])} must be one of {', '.join(_PLAYERS)}")
        players = _PLAYERS[values["players"]]
    if "table limit" in values:
        limit = _limit(values["table limit"])
        bonus = terms.bonus if terms.bonus[0] else limit
        terms = msgspec.structs.replace(terms, minimum=limit, maximum=limit, bonus=bonus)
    charges = tuple(
        Charge(column.moment, column.payer, column.counts, _tiers(column, cell), minutes=column.minutes)
        for column, cell in zip(group.takes, cells[len(group.columns) :], strict=True)
    )
    number = option.removeprefix(group.called)
    fee = Fee(option, charges, players, Cited(document, f"{group.cite}, option {number}"), terms)
    for charge in charges:
        for problem in charge.problems():
            raise ValueError(f"{charge.moment}, {charge.payer}: {problem}")
    if len(rates([fee])) > MOST_RATES:
        raise ValueError(f"it has {len(rates([fee]))} different fees; a table may post at most {MOST_RATES}")
    return fee


def _limit(text: str) -> tuple[str, str]:
    """Read a table limit, for example $5-$800."""
    least, dash, most = text.partition("-")
    if not dash or cents(least) > cents(most):
        raise ValueError(f"table limit: {quoted(text)} is not a range: write it like $5-$800")
    return least, most


def _tiers(column: Column, cell: str) -> tuple[Tier, ...]:
    """Read a cell of fees: one for all, or one for each tier."""
    if column.counts == "nothing":
        return (Tier("$0", cell),)
    tiers = []
    for part in cell.split(";"):
        if not (tier := _TIER.fullmatch(part.strip())):
            raise ValueError(
                f"{quoted(part.strip())} is not a tier: write a range and its fee, for example $1-$49 $2, or $50+ $3"
            )
        tiers.append(Tier(tier[1], tier[3], tier[2] or ""))
    return tuple(tiers)
