"""Bets from the keyboard: an amount for each betting area, one after the other, in a line, or by name.

A wager that must equal another is not asked for. A wager with a single possible amount is a yes-or-no question. Enter
alone places nothing: an optional area stays empty, and a required one is asked for again.
"""

import re
from collections.abc import Mapping, Sequence

from cardroom.cli.play.keyboard import Asker
from cardroom.money import cents, dollars
from cardroom.play import Amount, Area, Bets, Refused

__all__ = ["first_areas", "typed_bets", "wagers_words"]

_NAMED = re.compile(r"([a-z]+)(\$?[\d.,]+)?", re.IGNORECASE)
_YES_NO = {"y": True, "yes": True, "n": False, "no": False}


def first_areas(bets: Bets) -> list[Area]:
    """The areas to choose from, if none is required. The player has chips for each."""
    if any(area.required for area in bets.areas):
        return []
    return [area for area in bets.areas if not area.needs and area.least <= bets.chips]


def wagers_words(bets: Bets, value: Mapping[str, int]) -> str:
    """Wagers in words.

    >>> wagers_words(Bets("bet", (Area("ante", "Ante", 500, 10000),), 2000), {"ante": 500})
    'Ante $5'
    """
    labels = {area.wager: area.label for area in bets.areas}
    return ", ".join(f"{labels[name]} {dollars(amount)}" for name, amount in value.items())


def typed_bets(human: Asker, bets: Bets, typed: str = "", first: str = "") -> dict[str, int]:
    """Ask for wagers. `first` is the area to begin with, if none is required.

    `typed` is the input before the first question. The rules reject wagers that cannot be combined.
    """
    value: dict[str, int] = {}
    waiting: list[str] = []
    if re.match(r"[a-z]", typed, re.IGNORECASE):
        return _with_equals(bets, _bets_by_name(bets, typed.split()))
    for place in bets.areas:
        area = _reach(bets, place, value)
        if area.equals in value:
            value[area.wager] = value[area.equals]
        elif place.wager == first or (not (first and not place.needs) and _open(place, area, value)):
            words = _words(human, area, waiting, typed, needed=area.required or place.wager == first)
            typed = ""
            if amount := _amount(area, words[0]):
                value[area.wager] = amount
            waiting = words[1:]
            if waiting and re.match(r"[a-z]", waiting[0], re.IGNORECASE) and waiting[0].lower() not in _YES_NO:
                return _with_equals(bets, value | _bets_by_name(bets, waiting))
    return value


def _open(place: Area, area: Area, value: Mapping[str, int]) -> bool:
    """Whether to ask for an area: what it needs is placed, what it excludes is not, and there are chips for it."""
    if place.excludes in value:
        return False
    needed = all(set(other.split(" or ")) & value.keys() for other in place.needs)
    return needed and (area.required or area.least <= area.most)


def _reach(bets: Bets, area: Area, value: Mapping[str, int]) -> Area:
    """The area, limited to what the remaining chips allow for it and for the wagers that must equal it."""
    left = bets.chips - sum(value.get(each.wager, 0) * (1 + each.behind) for each in bets.areas)
    tied = [area, *(each for each in bets.areas if each.required and each.equals == area.wager)]
    most = min(*(each.most for each in tied), left // sum(1 + each.behind for each in tied))
    same = " and ".join(each.label for each in tied[1:])
    label = f"{area.label} ({same} the same)" if same else area.label
    return Area(area.wager, label, area.least, most, area.required, equals=area.equals)


def _words(human: Asker, area: Area, waiting: list[str], typed: str, *, needed: bool) -> list[str]:
    """Ask until the amount is valid for an area. Returns the words typed, the amount first."""
    bounds = f"{dollars(area.least)} to {dollars(area.most)}"
    while True:
        if area.least == area.most and not (needed or waiting or typed):
            words = ["y" if human.yes(f"{area.label} for {dollars(area.least)}") else "n"]
        else:
            question = f"{area.label}, {bounds}" + ("" if needed else ", Enter for none")
            words = waiting or human.typed(question, typed).split() or ([] if needed else ["0"])
        waiting, typed = [], ""
        try:
            if not words:
                raise Refused(f"How much on {area.label}? Type dollars, {bounds}, or b to go back.")
            _amount(area, words[0])
            return words
        except ValueError as error:
            human.refuse(str(error))


def _amount(area: Area, word: str) -> int:
    """Parse an amount for an area; 0 leaves it empty. Raises `Refused` for an amount that the area does not take."""
    if area.least == area.most and word.lower() in _YES_NO:
        return area.least if _YES_NO[word.lower()] else 0
    amount = cents(word)
    if amount or area.required:
        Amount(area.label, area.least, area.most, area.increment).check(amount)
    return amount


def _bets_by_name(bets: Bets, words: Sequence[str]) -> dict[str, int]:
    """Wagers by name: b10 d5, or banker 10 dragon 5."""
    value: dict[str, int] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        match = _NAMED.fullmatch(word)
        name, amount = (match[1], match[2]) if match else (word, None)
        if amount is None:
            amount = waiting.pop(0) if waiting else ""
        area = _find_area(bets, name.lower())
        try:
            value[area.wager] = cents(amount)
        except ValueError:
            raise Refused(f"How much on {area.label}? Write it like {name}{area.least // 100}.") from None
    return {name: amount for name, amount in value.items() if amount}


def _find_area(bets: Bets, name: str) -> Area:
    """The first area whose name, or a word of it, begins with a text."""
    for starts in (
        lambda area: area.label.lower().startswith(name) or area.wager.startswith(name),
        lambda area: any(word.startswith(name) for word in area.label.lower().split()),
    ):
        for area in bets.areas:
            if starts(area):
                return area
    raise Refused(f"No wager here begins with {name!r}. Wagers: {', '.join(area.label for area in bets.areas)}.")


def _with_equals(bets: Bets, value: dict[str, int]) -> dict[str, int]:
    """Add the wagers that must equal one of these."""
    for area in bets.areas:
        if area.required and area.equals in value:
            value.setdefault(area.wager, value[area.equals])
    return value
