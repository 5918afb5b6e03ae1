"""Mutants of data: a key of a rule set or of a schedule that a trace row names, changed by the smallest sensible step.

A pay is one higher, a limit one dollar higher, a switch is off instead of on, two wagers change places.
Titles, citations and explanations stay as they are, unless a row names exactly that text.
"""

import copy
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardroom import rulebook
from cardroom.limits import toml_table
from cardroom.rulebook import files, mixes, schedules, traces
from fuzz.mutation import toml_text
from mutants.code import caches

__all__ = ["DataMutant", "apply", "candidates", "file_of", "is_valid"]

ROOT = Path(rulebook.__file__).parent
WORDS = {
    "cite",
    "cites",
    "says",
    "title",
    "label",
    "standing",
    "remark",
    "figure",
    "source",
    "steps",
    "ids",
    "id",
    "unit",
}
"""Keys of explanations, and of names that other keys refer to."""
REFERENCES = {"pays", "rule", "wager", "jackpot", "ranking", "called", "script", "game", "rules", "extends", "option"}
"""Keys whose values name another part. Another name would fail to load."""
LEFT_OUT = {"needs", "excludes", "unless", "equals", "offered"}
"""Keys of conditions. The mutant is without the condition."""
MORE = {"by": ("seat", "wager")}
"""Values that no built-in file has."""
ROWS = 4
"""Rows of a printed schedule that are changed."""
NUMBER = re.compile(r"\d[\d,]*(\.\d+)?")


class DataMutant(NamedTuple):
    """One change of the data that a row names."""

    place: str
    """The file and key, as `rules/GAME/SET.toml#key`."""
    text: str
    path: tuple[str | int, ...]
    """The steps to the value in the file."""
    value: Any
    """The new value; None to leave the key out."""


def file_of(place: str) -> Path:
    """The file of a place."""
    name = place.partition("#")[0]
    return ROOT / "games" / name.removeprefix("rules/") if name.startswith("rules/") else ROOT / name


def candidates(place: str) -> list[list[DataMutant]]:
    """The mutants of a place: for each value several, of which the first that loads is used."""
    file, key = file_of(place), place.partition("#")[2]
    path = _path(_table(file), key)
    found = []
    leaves = list(_leaves(path, _at(_table(file), path), exact=True))
    if path[-1] == "default":
        choices = _at(_table(file), path[:-1]).get("choices", [])
        leaves = [(path, [each for each in choices if each != _at(_table(file), path)] or leaves[0][1])]
    for steps, options in leaves:
        old = _at(_table(file), steps)
        made = []
        for value in options:
            name = ".".join(map(str, steps))
            text = f"{name}: {_short(old)} -> {_short(value, old)}" if value is not None else f"{name}: left out"
            made.append(DataMutant(place, text, steps, value))
        if made:
            found.append(made)
    return found


def _short(value: Any, old: Any = None) -> str:
    """A value in a mutant's name. Of a long text, the part that differs."""
    text = " ".join(str(value).split())
    if len(text) <= 60:
        return text
    if old is None:
        return f"{text[:20]}…"
    before = " ".join(str(old).split())
    at = next((place for place, (one, two) in enumerate(zip(text, before, strict=False)) if one != two), 0)
    return f"…{text[max(at - 20, 0) : at + 20]}…"


def apply(mutant: DataMutant) -> None:
    """Have this process read the changed file. Nothing may have been made of the old one, except in caches."""
    file = file_of(mutant.place)
    table = copy.deepcopy(_table(file))
    inside = _at(table, mutant.path[:-1])
    if mutant.value is None:
        del inside[mutant.path[-1]]
    else:
        inside[mutant.path[-1]] = mutant.value
    text = toml_text(table).decode()

    def reader(read: Callable[..., str]) -> Callable[..., str]:
        return lambda path, *rest, **more: text if Path(str(path)) == file else read(path, *rest, **more)

    for module in (files, mixes, schedules):
        module.read_text = reader(module.read_text)  # type: ignore[attr-defined]
    Path.read_text = reader(Path.read_text)  # type: ignore[method-assign, assignment]
    for each in caches():
        each.cache_clear()


def is_valid(mutant: DataMutant) -> bool:
    """Whether the changed file still loads. One that does not would fail every test for the wrong reason."""
    try:
        if mutant.place.startswith("rules/"):
            rulebook.load(file_of(mutant.place))
        else:
            schedules.schedules("/".join(file_of(mutant.place).with_suffix("").parts[-2:]))
    except (rulebook.RuleBookError, ValueError):
        return False
    return True


# -- values -----------------------------------------------------------------------------------------------------------


@cache
def _table(file: Path) -> dict[str, Any]:
    return toml_table(file.read_text(encoding="utf-8"))


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _path(table: Any, key: str) -> tuple[str | int, ...]:
    """The steps to a key. One of several values or tables is chosen as in `text_at`."""
    path: list[str | int] = []
    for step in ["".join(parts) for parts in traces._STEP.findall(key)]:
        if isinstance(table, list):
            names = {str(place): place for place in range(len(table))}
            tables = [(place, each) for place, each in reversed([*enumerate(table)]) if isinstance(each, dict)]
            for title in traces._TITLES:
                names |= {str(each[title]): place for place, each in tables if title in each}
            path.append(names[step])
        else:
            path.append(step)
        table = table[path[-1]]
    return tuple(path)


def _leaves(
    path: tuple[str | int, ...], value: Any, *, exact: bool = False
) -> Iterator[tuple[tuple[str | int, ...], list[Any]]]:
    """The values under a key that can be changed, each with its new values."""
    key = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
    in_lines = len(path) > 1 and path[-2] == "lines"
    if not exact and not in_lines and (key in WORDS or key in REFERENCES or "cites" in path or "standing" in path):
        return
    if isinstance(value, dict):
        for name, inside in value.items():
            if name == "default" and isinstance(value.get("choices"), list):
                yield (*path, name), [other for other in value["choices"] if other != inside]
            else:
                yield from _leaves((*path, name), inside)
    elif key in LEFT_OUT and path[-1] == key:
        yield path, [None]
    elif isinstance(value, list) and value and in_lines:
        column = hash_free(str(path[-1])) % len(value)  # one column of each line, always the same
        yield from _leaves((*path, column), value[column])
    elif isinstance(value, list) and value and isinstance(value[0], dict | list):
        for place, inside in enumerate(value):
            yield from _leaves((*path, place), inside)
    elif isinstance(value, list):
        yield from ((path, [new]) for new in _lists(key, value))
    elif key == "table" and isinstance(value, str):
        yield from ((path, [new]) for new in _printed_rows(value))
    else:
        options = list(_scalars(key, value, path))
        if exact and not options:
            options = [None]
        if options:
            yield path, options


def hash_free(text: str) -> int:
    """A number for a text, the same in every process."""
    return sum(text.encode())


def _lists(key: str, value: list[Any]) -> Iterator[list[Any]]:
    if key in ("money", "whole", "minimum", "maximum", "bonus", "buy_in") and len(value) == 2:
        for place in (0, 1):
            for new in _scalars(key, value[place], ()):
                yield [*value[:place], new, *value[place + 1 :]]
                break
    elif key in ("choices", "levels", "limit", "stakes") and len(value) > 1:
        yield value[:-1]
    elif key in ("wagers", "streets", "columns", "moments") and len(value) > 1 and value[0] != value[1]:
        yield [value[1], value[0], *value[2:]]
    elif value and isinstance(value[-1], int) and not isinstance(value[-1], bool):
        yield [*value[:-1], value[-1] + 1]
    elif key == "cells" and value:
        for new in _scalars(key, value[0], ()):
            yield [new, *value[1:]]
            break


def _scalars(key: str, value: Any, path: tuple[str | int, ...]) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        yield value - 1
    elif isinstance(value, str) and "{" not in value:
        if NUMBER.search(value) and not re.search(r"[A-Za-z]{2,}-", value):
            yield _bumped(value, 1)
            yield _bumped(value, -1)
        yield from (other for other in _others(key, path) if other != value)
        if key in ("text", "name", "document", "date", "id", "section", "title", "label"):
            yield f"{value} (changed)"


def _bumped(text: str, by: int) -> str:
    """A text with its first number one step of its last digit higher or lower."""

    def bump(found: re.Match[str]) -> str:
        digits = found[0].replace(",", "")
        places = len(digits.partition(".")[2])
        value = round(float(digits) * 10**places) + by
        return f"{value / 10**places:,.{places}f}" if "," in found[0] else f"{value / 10**places:.{places}f}"

    return NUMBER.sub(bump, text, count=1)


def _printed_rows(text: str) -> Iterator[str]:
    """A printed schedule with one amount changed: the last of the row, in a few rows at even distances."""
    lines = [place for place, line in enumerate(text.splitlines()) if "$" in line]
    chosen = sorted({lines[place * (len(lines) - 1) // max(ROWS - 1, 1)] for place in range(ROWS)}) if lines else []
    for place in chosen:
        rows = text.splitlines()
        before, _, after = rows[place].rpartition("$")
        rows[place] = f"{before}${_bumped(after, 1)}"
        yield "\n".join(rows) + "\n"


@cache
def _values_of(key: str) -> tuple[str, ...]:
    """All short texts that the built-in files have under a key, and those of `MORE`."""
    found: set[str] = set(MORE.get(key, ()))

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(text := value.get(key), str) and "{" not in text:
                found.add(text)
            for inside in value.values():
                walk(inside)
        elif isinstance(value, list):
            for inside in value:
                walk(inside)

    for path in sorted((ROOT / "games").glob("*/*.toml")):
        walk(_table(path))
    return tuple(sorted(found))


def _others(key: str, path: tuple[str | int, ...]) -> Iterator[str]:
    """Other values that a key with names for values can have."""
    if key != "default" and not (len(path) > 1 and path[-2] in ("lines", "cites")):
        yield from _values_of(key)[:12]
