"""All single edits of a rule set: drop, rename or add a part; change a word, a switch or a number.

A rule set is edited in its stored form (`rulebook.keep`): one table with everything in it.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from cardroom.money import cents, odds
from cardroom.rulebook import RuleSet
from cardroom.rulebook.loading import checked_rule_set

PROSE = {
    "label",
    "cite",
    "says",
    "summary",
    "title",
    "name",
    "id",
    "text",
    "document",
    "section",
    "date",
    "own",
    "remark",
}
"""Keys whose words have no effect on a script. They are dropped, never changed."""
OTHER_GAMES = {"game", "rules", "source", "display", "printed", "settings", "standing", "cites"}
"""Keys that do not affect the game, or that other tests cover."""
NUMBERS = (-1, 0, 1, 7, 25, 10**9)
AMOUNTS = ("$0", "$0.01", "$3", "$1,000,000")
ODDS = (
    "0 to 1",
    "1 for 1",
    "1 to 999999999999",
    "200% of the meter",
    "7 to 3",
    "5 for 1",
    "1,000,000 to 1",
    "999,999,999 to 7",
    "$50",
    "50% of the meter",
    "loses",
    "pushes",
)


OTHERS = {
    "ranking": ("high", "eight-or-better", "fortune", "pai-gow", "all-6", "showing", "two-card", "ace-to-five"),
    "low": ("high", "ace-to-five"),
    "door": ("door", "door-low", "showing-mexican"),
    "showing": ("door", "showing-low", "showing-mexican"),
    "odd_chip": ("highest hand up", "left of the dealer"),
    "name": ("joker", "short", "mexican"),
    "cards": ("board", "flop", "dealer's hand", "both hands"),
    "folded": ("alive", "dead", "board", "dealer's hand"),
    "offered": ("coverage", "minimum"),
    "unless": ("coverage", "minimum"),
    "default": ("$0/$0", "$2/$1"),
}
"""Valid words by key."""


class Edit(NamedTuple):
    """One change of a rule set, and its place."""

    path: tuple[str, ...]
    what: str
    text: bytes
    """The whole rule set before it."""
    change: Callable[[dict[str, Any]], Any]

    def load(self) -> RuleSet:
        """Load the rule set after the edit."""
        table = msgspec.json.decode(self.text)
        self.change(table)
        return checked_rule_set(table)


def edits(rules: RuleSet) -> list[Edit]:
    """All single edits of a rule set."""
    table = msgspec.json.decode(msgspec.json.encode(rules))
    table["house_rules"].pop("collection", None)  # it follows from the schedules
    text = msgspec.json.encode(table)
    return [Edit(path, what, text, change) for path, what, change in (*_changes(table, ()), *_added(table))]


def _at(table: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        table = table[key]
    return table


def _changes(part: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """The edits of a part, and of every part inside it."""
    if isinstance(part, dict):
        for key in part:
            if key in OTHER_GAMES:
                continue
            yield _said(path, key), "drop", lambda table, key=key: _at(table, path).pop(key)
            if path and path[-1] in ("wager", "pay", "house_rules", "jackpot", "lines"):
                yield _said(path, key), "rename", lambda table, key=key: _rename(_at(table, path), key, f"{key} moon")
            yield from _changes(part[key], (*path, key))
    elif isinstance(part, list):
        for place in range(len(part)):
            yield _said(path, place), "drop", lambda table, place=place: _at(table, path).pop(place)
            if isinstance(part[place], str | dict):
                yield _said(path, place), "twice", lambda table, place=place: _double(_at(table, path), place)
            yield from _changes(part[place], (*path, place))
    elif path[-1] not in PROSE or path == ("deck", "name"):
        for value in _others(part, path) if path[-1] not in PROSE else OTHERS["name"]:
            yield _said(path), f"= {value!r}", lambda table, value=value: _set(table, path, value)


def _said(path: tuple[Any, ...], *more: Any) -> tuple[str, ...]:
    return tuple(str(each) for each in (*path, *more) if not isinstance(each, int)) or ("",)


def _others(value: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """Other values for a value that is not a table."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (each for each in (*NUMBERS, value + 1, value - 1) if each != value)
    elif isinstance(value, str):
        if "lines" in path[:-1] or _is(odds, value):
            yield from (each for each in ODDS if each != value)
        elif _is(cents, value):
            yield from (each for each in AMOUNTS if each != value)
        else:
            yield from (each for each in ("moon", "", "{moon}", "{minimum}") if each != value)
            yield from (each for each in OTHERS.get(path[-1], ()) if each != value)
        yield "moon and stars"
        yield 7
    elif value is None:
        yield "moon"


def _is(reads: Any, text: str) -> bool:
    try:
        reads(text)
    except ValueError:
        return False
    return True


def _rename(table: dict[str, Any], key: str, new: str) -> None:
    items = [(new if each == key else each, value) for each, value in table.items()]
    table.clear()
    table.update(items)


def _double(table: list[Any], place: int) -> None:
    table.append(copy.deepcopy(table[place]))


def _set(table: Any, path: tuple[Any, ...], value: Any) -> None:
    _at(table, path[:-1])[path[-1]] = value


def _added(table: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """New parts: lines, pay tables, house rules, and wagers that are also added to the order."""
    for name, pay in table["pay"].items():
        for line in ("moon", "pair", "royal flush", "high card", "equal hand", "unqualified dealer"):
            if line not in pay["lines"]:
                yield (
                    _said(("pay", name, "lines", line)),
                    "add",
                    lambda t, n=name, w=line: t["pay"][n]["lines"].update({w: "2 to 1"}),
                )
        other = {"loses": "pushes", "pushes": "loses"}[pay["others"]]
        yield ("pay", name, "others"), f"= {other!r}", lambda t, n=name, o=other: t["pay"][n].update(others=o)
        yield ("pay", "moon"), f"add as {name}", lambda t, n=name: t["pay"].update(moon=copy.deepcopy(t["pay"][n]))
    for name in table["house_rules"]:
        yield (
            ("house_rules", "moon"),
            f"add as {name}",
            lambda t, n=name: t["house_rules"].update(moon=copy.deepcopy(t["house_rules"][n])),
        )
    for name in table["wager"]:
        yield ("wager", "moon"), f"add as {name}", lambda t, n=name: _wager(t, n, {})
        for cards in ("own hand", "pocket", "both hands", "dealer's hand", "board", "moon"):
            yield (
                ("wager", "moon"),
                f"add as {name} on {cards}",
                lambda t, n=name, c=cards: _wager(t, n, {"cards": c, "folded": "alive"}),
            )
            yield (
                ("wager", "moon"),
                f"add as {name} on {cards}, dead",
                lambda t, n=name, c=cards: _wager(t, n, {"cards": c, "folded": "dead"}),
            )
    for name in table["wager"]:
        for key, value in (("label", "Ante"), ("label", ""), ("spots", 3), ("cites", {"moon": "rule 1"})):
            yield ("wager", name, key), f"= {value!r}", lambda t, n=name, k=key, v=value: t["wager"][n].update({k: v})
        for other in table["wager"]:
            yield ("wager", name, "excludes"), other, lambda t, n=name, o=other: t["wager"][n].update(excludes=o)
            yield ("wager", name, "equals"), other, lambda t, n=name, o=other: t["wager"][n].update(equals=o)
        for line in ("flush", "four of a kind", "five aces", "two pair"):
            yield (
                ("wager", "moon"),
                f"add as {name}, paid on {line} alone",
                lambda t, n=name, w=line: _paid_on(t, n, w),
            )
    if table["poker"] and table["poker"]["structure"] == "stud":
        yield ("poker", "streets"), "add", lambda t: t["poker"]["streets"].append("")
    for key, value in (
        ("bank", {"rounds": 2}),
        ("dealer", {"qualifies": "pair"}),
        ("chart", {"must_stand": 18, "must_hit": 9}),
        ("poker", {"structure": "draw", "ranking": "high"}),
    ):
        if table[key] is None:
            yield (key,), "add", lambda t, k=key, v=value: t.update({k: v})


def _paid_on(table: dict[str, Any], name: str, line: str) -> None:
    """Another wager of the kind, whose pay table has one line."""
    _wager(table, name, {"pays": "moon"})
    pay = table["pay"].get(table["wager"][name]["pays"])
    if pay:
        table["pay"]["moon"] = pay | {"lines": {line: "7 to 1"}}


def _wager(table: dict[str, Any], name: str, change: dict[str, str]) -> None:
    table["wager"]["moon"] = copy.deepcopy(table["wager"][name]) | {"label": "Moon"} | change
    if table["order"]:
        table["order"]["wagers"].append("moon")
