"""Wagers for all betting areas of a spot together: which may be combined, and how they are checked."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from cardroom.clean import quoted
from cardroom.errors import Refused
from cardroom.money import dollars
from cardroom.tags import kebab

__all__ = ["Area", "Bets", "Tied"]


class Area(msgspec.Struct, frozen=True, gc=False):
    """A betting area of a spot, and what may be placed there."""

    wager: str
    label: str
    least: int
    most: int
    required: bool = False
    needs: tuple[str, ...] = ()
    """Wagers that must be placed with it; "player or banker" means either."""
    equals: str = ""
    behind: int = 0
    """For a wager that later ones follow: how many times its amount must stay in the stack for them."""
    excludes: str = ""
    """A wager that may not be combined with it."""
    step: int | msgspec.UnsetType = msgspec.UNSET
    """The increment of its amounts in cents, if the document gives one."""

    @property
    def increment(self) -> int:
        """The increment of its amounts, in cents."""
        return self.step if isinstance(self.step, int) else 1


class Tied(NamedTuple):
    """Betting areas that must hold the same amount.

    >>> ante, blind = Area("ante", "Ante", 500, 10000, behind=1), Area("blind", "Blind", 100, 5000, equals="ante")
    >>> group = Tied((ante, blind))
    >>> group.least, group.most, group.chips
    (500, 5000, 3)
    """

    areas: tuple[Area, ...]

    @property
    def least(self) -> int:
        """The least that each of them takes, when all must be equal."""
        return max(area.least for area in self.areas)

    @property
    def most(self) -> int:
        """The most that each of them takes, when all must be equal."""
        return min(area.most for area in self.areas)

    @property
    def increment(self) -> int:
        """The increment of their amounts, in cents."""
        return max(area.increment for area in self.areas)

    @property
    def chips(self) -> int:
        """Chips needed for one cent on each of them, with those that must stay in the stack."""
        return sum(1 + area.behind for area in self.areas)


class Bets(msgspec.Struct, frozen=True, gc=False, tag=kebab):
    """Wagers for all areas of a spot: `{"ante": 500, "pair-plus": 100}`, in cents.

    >>> ante = Area("ante", "Ante", 500, 10000, required=True, behind=1)
    >>> Bets("bet", (ante,), chips=2000).check({"ante": 1500})
    Traceback (most recent call last):
    cardroom.errors.Refused: These wagers need $30, including later bets, but you have $20
    """

    action: str
    areas: tuple[Area, ...]
    chips: int
    """The bettor's chips."""

    def tied(self, wagers: Iterable[str]) -> list[Tied]:
        """Return the areas of these wagers, grouped where they must hold the same amount."""
        groups: list[Tied] = []
        wanted = set(wagers)
        for area in (area for area in self.areas if area.wager in wanted):
            same = [group for group in groups if any(_equal(area, other) for other in group.areas)]
            groups = [group for group in groups if group not in same]
            groups.append(Tied((*(other for group in same for other in group.areas), area)))
        return groups

    @property
    def cheapest(self) -> int:
        """The chips needed for the least legal bet, including later bets."""
        required = self.tied(area.wager for area in self.areas if area.required)
        alone = self.tied(area.wager for area in self.areas if not area.needs)
        least = [group.least * group.chips for group in required or alone]
        return sum(least) if required else min(least)

    def check(self, value: Any) -> dict[str, int]:
        """Return the wagers in the order of the layout, if they may be combined."""
        if type(value) is not dict and not isinstance(value, Mapping):
            raise Refused(f"{self.action} takes wagers by name, not {quoted(value)}")
        names = [area.wager for area in self.areas]
        for name, amount in value.items():
            if name not in names:
                raise Refused(f"There is no wager {quoted(name)} here. Choose from {', '.join(names)}")
            if type(amount) is not int:
                raise Refused(f"{self._label(name)} takes a whole number of cents, not {quoted(amount)}")
        total = 0
        checked: dict[str, int] = {}
        for area in self.areas:
            wager = area.wager
            if wager not in value:
                if area.required:
                    raise Refused(f"{area.label} is required: from {dollars(area.least)} to {dollars(area.most)}")
                continue
            amount = checked[wager] = value[wager]
            if not area.least <= amount <= area.most:
                raise Refused(
                    f"{area.label} must be from {dollars(area.least)} to {dollars(area.most)}, not {dollars(amount)}"
                )
            if type(area.step) is int and amount % area.step:
                raise Refused(
                    f"{area.label} must be in whole chips of {dollars(area.increment)}, not {dollars(amount)}"
                )
            for other in area.needs:
                if other not in value and value.keys().isdisjoint(other.split(" or ")):
                    labels = " or ".join(map(self._label, other.split(" or ")))
                    raise Refused(f"{area.label} may be placed only with {labels}")
            if area.excludes and area.excludes in value:
                raise Refused(f"{area.label} may not be placed together with {self._label(area.excludes)}")
            if area.equals and amount != value.get(area.equals, amount):
                raise Refused(f"{area.label} must equal {self._label(area.equals)}, {dollars(value[area.equals])}")
            total += amount + amount * area.behind
        if not value:
            raise Refused("A bet needs at least one wager: " + ", ".join(names))
        if total > self.chips:
            later = ", including later bets," if any(area.behind for area in self.areas) else ""
            raise Refused(f"These wagers need {dollars(total)}{later or ','} but you have {dollars(self.chips)}")
        return checked

    def behind(self, wagers: Mapping[str, int]) -> int:
        """Return the chips that must stay in the stack for the later bets that follow these wagers.

        >>> Bets("bet", (Area("ante", "Ante", 500, 10000, behind=2),), 9000).behind({"ante": 600})
        1200
        """
        return sum([wagers.get(area.wager, 0) * area.behind for area in self.areas if area.behind])

    def _label(self, wager: str) -> str:
        return next((area.label for area in self.areas if area.wager == wager), wager)


def _equal(one: Area, other: Area) -> bool:
    return one.equals == other.wager or other.equals == one.wager
