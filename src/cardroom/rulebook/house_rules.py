"""House rules: settings that a house may change, each with its allowed values and its source."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

from msgspec import field

from cardroom.clean import quoted
from cardroom.limits import MOST_CENTS, MOST_SEATS
from cardroom.money import cents, dollars
from cardroom.rulebook.schema import Cite, NameList, Part
from cardroom.rulebook.stakes import BY_STAKES, levels

__all__ = ["BY_LIMIT", "NO_DOCUMENT", "OTHER", "HouseRule", "HouseRuleStanding", "runs"]

HouseRuleStanding: TypeAlias = Literal["printed", "granted", "ruling", "departure", "no document"]
"""How a value relates to the document: the document prints it, it leaves the choice to the house, it is silent or
unclear and the value is our reading, or it says something different; or no document prints the rule set."""
NO_DOCUMENT: Final = "no document"
"""The id of a rule set that no document prints, and the standing of its house rules. Nothing of it is cited from the
chapters that it extends."""
BY_LIMIT = "by limit"
"""The value of a house rule that follows from a poker table's limit, as its `by_limit` says."""
OTHER = "other"
"""Stands for all values without their own entry."""
_FOLLOWS = (BY_STAKES, BY_LIMIT)
"""Defaults that follow from other house rules."""
_TO = " to "
"""Separates the ends of a range."""


def runs(names: Iterable[str]) -> str:
    """List names, with long runs of consecutive numbers shortened to the first and the last.

    >>> runs(["none", "1", "2", "3"]), runs(["none", *map(str, range(1, 178)), "chapter-1"])
    ('none, 1, 2, 3', 'none, 1 to 177, chapter-1')
    """
    parts: list[list[str]] = []
    for name in names:
        if parts and name.isdecimal() and parts[-1][-1].isdecimal() and int(name) == int(parts[-1][-1]) + 1:
            parts[-1].append(name)
        else:
            parts.append([name])
    return ", ".join(f"{part[0]} to {part[-1]}" if len(part) > 5 else ", ".join(part) for part in parts)


class HouseRule(Part, frozen=True):
    """A setting that a house may change, with its default and its source."""

    default: bool | int | str
    says: str
    cite: Cite
    needs: NameList = ()
    """House rules that must be set before this one may be on, or, as "value: name", before a value may be chosen."""
    choices: NameList = ()
    several: bool = False
    """Whether several choices, except the default, may be in force together, for example "1/4/7"."""
    money: tuple[str, str] = ("", "")
    """The least and the most, for an amount."""
    step: str = ""
    """The step from the least, if not every cent is allowed."""
    whole: tuple[int, int] = (0, 0)
    """The least and the most, for a number."""
    by_limit: dict[Literal["fixed", "pot", "no"], int] = field(default_factory=dict)
    """For the default "by limit", the number at each limit of a poker table."""
    amounts: bool = False
    """Whether it has several amounts by position, for example "$1/$2"."""
    stakes: bool = False
    """Whether it is a poker table's limit or blind level, for example "$4-$8" or "$1/$2"."""
    levels: tuple[str, str] = ("", "")
    """The least and the greatest limit for `stakes`, if they are printed."""
    standing: HouseRuleStanding | dict[str, HouseRuleStanding] = "departure"
    """The standing of its values: one for all, or by value as written. Ranges are written like "$5 to $200"; "other" is
    the rest."""

    def stands(self, value: Any) -> HouseRuleStanding:
        """Return how a value relates to the document.

        >>> rule = HouseRule(True, "A card is shown.", "rule 7", standing={"on": "printed"})
        >>> rule.stands(True), rule.stands(False)
        ('printed', 'departure')
        >>> rule = HouseRule(6, "Decks.", "page 1", whole=(1, 8), standing={"6": "printed", "4 to 8": "granted"})
        >>> rule.stands(6), rule.stands(4), rule.stands(3)
        ('printed', 'granted', 'departure')
        """
        if isinstance(self.standing, str):
            return self.standing
        if (written := self.written(value)) in self.standing:
            return self.standing[written]
        number: Callable[[Any], int] = cents if self.money[0] else int
        for text, standing in self.standing.items():
            least, between, most = text.partition(_TO)
            if between and value not in _FOLLOWS and number(least) <= number(value) <= number(most):
                return standing
        return self.standing.get(OTHER, "departure")

    @property
    def printed(self) -> str | None:
        """The value that the document prints, as people write it; None if it prints none, or several.

        >>> HouseRule(0, "Raises.", "rule 6", whole=(0, 9), standing={"3": "printed", "other": "departure"}).printed
        '3'
        """
        stands = self.standing.items() if isinstance(self.standing, dict) else ()
        values = [value for value, standing in stands if standing == "printed" and value != OTHER and _TO not in value]
        return values[0] if len(values) == 1 else None

    def written(self, value: Any) -> str:
        """Return a value as people write it.

        >>> HouseRule("$5", "The least wager.", "rule 1", money=("$1", "$200")).written(1050)
        '$10.50'
        """
        if isinstance(value, bool):
            return "on" if value else "off"
        return dollars(cents(value)) if self.money[0] and value != BY_STAKES else str(value)

    def problems(self) -> Iterator[str]:
        """Find problems with its allowed values, key first. A rule has one kind, and a range two ends."""
        kinds = {
            "choices": bool(self.choices),
            "money": any(self.money),
            "whole": any(self.whole),
            "amounts": self.amounts,
            "stakes": self.stakes,
            "a default of true or false": isinstance(self.default, bool),
        }
        given = [kind for kind, is_so in kinds.items() if is_so]
        if len(given) != 1:
            yield f"default: a rule needs exactly one of {', '.join(kinds)}, not {' and '.join(given) or 'none'}"
        if self.several and not self.choices:
            yield "several: only choices can be in force together"
        if len(set(self.choices)) < len(self.choices) or not all(self.choices):
            yield f"choices: {', '.join(self.choices)}: each must be unique and not empty"
        if any(self.money):
            try:
                ends = [cents(end) for end in self.money]
            except ValueError as error:
                yield f"money: {error}"
            else:
                if ends[0] > ends[1]:
                    yield f"money: from {self.money[0]} to {self.money[1]} is not a range"
        try:
            if self.step and cents(self.step) <= 0:
                yield f"step: {self.step} must be more than $0"
        except ValueError as error:
            yield f"step: {error}"
        if self.whole[0] > self.whole[1]:
            yield f"whole: from {self.whole[0]} to {self.whole[1]} is not a range"
        if self.default == BY_LIMIT and len(self.by_limit) < 3:
            yield "by_limit: give a number for fixed, pot and no"
        if not all(self.whole[0] <= number <= self.whole[1] for number in self.by_limit.values()):
            yield f"by_limit: each must be within {self.whole[0]} to {self.whole[1]}"

    def unknown_standings(self, name: str) -> Iterator[str]:
        """Find entries of `standing` that are not values of this rule."""
        for text in self.standing if isinstance(self.standing, dict) else ():
            try:
                ends = text.split(_TO) if self.money[0] or self.whole[1] else [text]
                known = text == OTHER or all(self.written(self.check(name, end)) == end for end in ends)
            except ValueError:
                known = False
            if not known:
                yield text

    def check(self, name: str, value: Any) -> bool | int | str:
        """Return the value in the rule's own form. Raise `ValueError`, with what would be right, if it is not allowed.

        >>> rule = HouseRule("$5", "The least wager.", "rule 1", money=("$1", "$200"))
        >>> rule.check("minimum", "$10")
        1000
        >>> rule.check("minimum", "$500")
        Traceback (most recent call last):
        ValueError: house rule minimum: $500 is not within $1 to $200
        """
        if type(value) is int and abs(value) > MOST_CENTS:
            raise ValueError(f"house rule {name}: {quoted(value)} is too large")
        if isinstance(value, str) and value == self.default and value in _FOLLOWS:
            return value
        if self.stakes:
            return self._level(name, value)
        if self.several:
            return self._some(name, str(value) if isinstance(value, str | int) else "")
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            raise ValueError(f"house rule {name}: {quoted(value)} is not possible: choose from {runs(self.choices)}")
        if self.money[0]:
            return self._amount(name, value)
        if self.amounts:
            return self._several(name, value)
        if isinstance(self.default, bool):
            if isinstance(value, str) and value.lower() in ("on", "true", "yes", "off", "false", "no"):
                return value.lower() in ("on", "true", "yes")
            if isinstance(value, bool):
                return value
            raise ValueError(f"house rule {name}: {quoted(value)} is not possible: write on or off")
        return self._number(name, value)

    def shown(self, value: Any) -> str:
        """Return a value in words.

        >>> HouseRule(True, "", "").shown(False), HouseRule("$1", "", "", money=("$1", "$9")).shown(250)
        ('off', '$2.50')
        """
        if self.money[0] and value != BY_STAKES:
            return dollars(value)
        return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)

    def _some(self, name: str, value: str) -> str:
        """Sort several choices into their own order, so that each set has one spelling."""
        chosen = value.split("/")
        if not set(chosen) <= set(self.choices) or (self.default in chosen and len(chosen) > 1):
            raise ValueError(
                f"house rule {name}: {quoted(value)} is not possible: choose from {runs(self.choices)} (several: 1/4/7)"
            )
        return "/".join(each for each in self.choices if each in chosen)

    def _level(self, name: str, value: Any) -> str:
        """Read a limit or blind level. A limit must be within the printed range."""
        try:
            read = levels(str(value))
        except ValueError as error:
            raise ValueError(f"house rule {name}: {error}") from None
        least, most = (levels(bound)[0].amounts if bound else () for bound in self.levels)
        for level in read:
            bounds = zip(least, level.amounts, most, strict=False)
            if level.fixed and not all(low <= amount <= high for low, amount, high in bounds):
                raise ValueError(f"house rule {name}: {level} is not within {self.levels[0]} to {self.levels[1]}")
        return " or ".join(map(str, read))

    def _several(self, name: str, value: Any) -> str:
        """Read amounts by position, and write each in one way."""
        parts = value.split("/") if isinstance(value, str) else [value]
        try:
            if len(parts) > MOST_SEATS:
                raise ValueError(f"there are {len(parts)} amounts, but a table has at most {MOST_SEATS} seats")
            amounts = [cents(part) for part in parts]
            if min(amounts) < 0:
                raise ValueError(f"{dollars(min(amounts))} is negative")
            return "/".join(map(dollars, amounts))
        except ValueError as error:
            raise ValueError(f"house rule {name}: {error}; write several as $1/$2") from None

    def _amount(self, name: str, value: Any) -> int:
        least, most = cents(self.money[0]), cents(self.money[1])
        try:
            amount = cents(value)
        except ValueError as error:
            raise ValueError(f"house rule {name}: {error}") from None
        if not least <= amount <= most:
            raise ValueError(f"house rule {name}: {dollars(amount)} is not within {self.money[0]} to {self.money[1]}")
        if self.step and (amount - least) % max(cents(self.step), 1):
            raise ValueError(f"house rule {name}: {dollars(amount)} is not {self.money[0]} plus steps of {self.step}")
        return amount

    def _number(self, name: str, value: Any) -> int:
        if not (type(value) is int or (isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,15}", value.strip()))):
            raise ValueError(f"house rule {name}: {quoted(value)} is not a whole number")
        number = int(value)
        if self.whole[0] <= number <= self.whole[1]:
            return number
        raise ValueError(f"house rule {name}: {quoted(number)} is not within {self.whole[0]} to {self.whole[1]}")
