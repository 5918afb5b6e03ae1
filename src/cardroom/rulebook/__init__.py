"""Rule sets: what a document says in tables, loaded from TOML and checked.

One folder a game, one file a rule set: `three-card-poker-6-card-bonus/500-club.toml`. A house lays a folder of its
own beside the built-in one; a file of its may say `extends = "500-club"` and change only what differs. The loader's
messages name file, table and key.

>>> rule_set("three-card-poker-6-card-bonus").rules
'500-club'
>>> list(rule_sets("three-card-poker-6-card-bonus"))
['500-club']
"""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from cardroom.money import odds
from cardroom.rulebook.schema import HouseRule, PayTable, RuleSet, Wager

__all__ = [
    "HouseRule",
    "PayTable",
    "RuleBookError",
    "RuleSet",
    "Wager",
    "load",
    "rule_set",
    "rule_sets",
    "slugs",
]

_OWN_FOLDER = "CARDROOM_RULEBOOK"
"""The environment variable that names an operator's folder of rule sets."""


class RuleBookError(ValueError):
    """A rule set that cannot be used, with file, table and key."""


def slugs() -> tuple[str, ...]:
    """The games that have a rule set.

    >>> "three-card-poker-6-card-bonus" in slugs()
    True
    """
    return tuple(sorted(_files()))


def rule_sets(game: str) -> dict[str, Path]:
    """The rule sets of a game by short name, and where each is written."""
    found = _files()
    if game not in found:
        raise RuleBookError(f"no game is called {game!r}: there are {', '.join(sorted(found))}")
    return found[game]


def rule_set(game: str, rules: str | None = None, **house_rules: Any) -> RuleSet:
    """A game's rule set, the only or first one if none is named, with a house's own settings.

    >>> rule_set("three-card-poker-6-card-bonus", minimum="$10").minimum
    1000
    >>> rule_set("three-card-poker-6-card-bonus", minimum="$500")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: house rule minimum: $500 is not within $1 to $200
    """
    sets = rule_sets(game)
    name = rules if rules is not None else next(iter(sets))
    if name not in sets:
        raise RuleBookError(f"{game} has no rule set {name!r}: there are {', '.join(sets)}")
    path, found = sets[name], load(sets[name])
    if (found.game, found.rules) != (game, name):
        raise RuleBookError(f"{path.name}: game, rules: {found.game}/{found.rules} does not live in {game}/{path.name}")
    return with_house_rules(found, house_rules)


def with_house_rules(rules: RuleSet, chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under a house's settings; each is checked, none may be unknown."""
    settings = dict(rules.settings)
    for name, value in chosen.items():
        if name not in rules.house_rules:
            raise RuleBookError(f"{rules.game} has no house rule {name!r}: there are {', '.join(rules.house_rules)}")
        try:
            settings[name] = rules.house_rules[name].check(name, value)
        except ValueError as error:
            raise RuleBookError(str(error)) from None
    result = msgspec.structs.replace(rules, settings=settings)
    for name, rule in rules.house_rules.items():
        for entry in rule.needs:
            only, _, needed = entry.rpartition(": ")
            in_force = result.house(name)
            if (in_force == only if only else in_force) and not result.house(needed):
                raise RuleBookError(f"house rule {name}: {only or 'it'} needs {needed} to be set first")
    for name, wager in result.wagers().items():
        for pattern in filter(None, (wager.pays, wager.beaten)):
            try:
                result.table(pattern)
            except KeyError as missing:
                off = f"turn {wager.offered} off, or " if wager.offered else ""
                raise RuleBookError(f"wager.{name}: there is no pay table {missing}: {off}add one") from None
    if not rules.poker and result.minimum > result.maximum:
        raise RuleBookError(f"house rule minimum: {result.minimum} cents is over the maximum, {result.maximum}")
    return result


@cache
def load(path: Path) -> RuleSet:
    """The rule set that a file holds, wherever it lies, checked through and through."""
    try:
        rules = msgspec.convert(_whole(path, ()), RuleSet)
    except msgspec.ValidationError as error:
        raise RuleBookError(f"{path.name}: {_plain(str(error))}") from None
    for problem in _problems(msgspec.structs.replace(rules, settings={})):  # settings are checked below
        raise RuleBookError(f"{path.name}: {problem}")
    try:
        return with_house_rules(rules, rules.settings)
    except RuleBookError as error:
        raise RuleBookError(f"{path.name}: settings: {error}") from None


def _files() -> dict[str, dict[str, Path]]:
    found: dict[str, dict[str, Path]] = {}
    folders = [Path(str(files("cardroom.rulebook"))) / "games"]
    if own := os.environ.get(_OWN_FOLDER):
        if not Path(own).is_dir():
            raise RuleBookError(f"{_OWN_FOLDER} names {own}, which is not a folder")
        folders.append(Path(own))
    for folder in folders:
        for path in sorted(folder.glob("*/*.toml")):
            found.setdefault(path.parent.name, {})[path.stem] = path
    return found


def _whole(path: Path, over: tuple[Path, ...]) -> dict[str, Any]:
    """A file's table, laid over the one it extends: a set of the same game, or of another as "GAME/SET"."""
    table = _read(path)
    name = table.pop("extends", None)
    if name is None:
        return table
    game, _, chosen = str(name).rpartition("/")
    base = _files().get(game or table["game"], {}).get(chosen)
    if base is None or base in (path, *over):
        hint = "" if game else "; outside a game's folder write GAME/SET"
        raise RuleBookError(f"{path.name}: extends: {name!r} is no other rule set{hint}")
    below = _whole(base, (path, *over))
    below.pop("printed", None)  # what a document prints is about its own text, not about one that departs from it
    return _merged(below, table)


def _read(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleBookError(f"{path.name}: {error}") from None
    try:
        table["pay"] = _spread(table.get("pay", {}))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RuleBookError(f"{path.name}: pay: {error}") from None
    table.setdefault("game", path.parent.name)
    table.setdefault("rules", path.stem)
    return table


def _spread(pay: dict[str, Any]) -> dict[str, Any]:
    """A printed table with several columns is several pay tables, each called by the table's name and its own id.

    Its cells are as printed: a number stands for that many `unit` ("to 1"), 100% for a share of the meter, an empty
    cell for a loss.
    """
    tables: dict[str, Any] = {}
    for name, printed in pay.items():
        ids = printed.get("ids")
        if ids is None:
            tables[name] = printed
            continue
        common = {key: value for key, value in printed.items() if key not in ("ids", "unit", "lines")}
        for line, cells in printed["lines"].items():
            if not isinstance(cells, list) or len(cells) != len(ids):
                raise ValueError(f"{name}.lines.{line!r}: there are {len(ids)} ids, so it takes {len(ids)} cells")
        for column, table_id in enumerate(ids):
            lines = {line: _cell(cells[column], printed["unit"]) for line, cells in printed["lines"].items()}
            tables[f"{name}-{table_id}"] = common | {"id": str(table_id), "lines": lines}
    return tables


def _cell(cell: Any, unit: str) -> str:
    if isinstance(cell, int | float):
        return f"{cell:,} {unit}"
    return "loses" if cell == "" else f"{cell} of the meter" if str(cell).endswith("%") else str(cell)


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        result[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return result


def _plain(message: str) -> str:
    """msgspec's words with the place first, as `pay.pair-plus.lines: ...`."""
    text, _, place = message.partition(" - at `$")
    return f"{place.rstrip('`').lstrip('.').replace('[...]', '') or 'top level'}: {text}"


def _choices(rules: RuleSet, pattern: str) -> list[str]:
    """The pay tables that a wager may have, over all values of the house rule that chooses."""
    name = pattern[pattern.find("{") + 1 : pattern.find("}")] if "{" in pattern else ""
    if not name:
        return [pattern]
    rule = rules.house_rules.get(name)
    return [pattern.replace(f"{{{name}}}", choice) for choice in (rule.choices if rule else ("?",))]


def _problems(rules: RuleSet) -> list[str]:
    """What is wrong with a rule set whose shape is right."""
    found = []
    for name, wager in rules.wager.items():
        for other in (*" or ".join(wager.needs).split(" or "), wager.equals):
            if other and other not in rules.wager:
                found.append(f"wager.{name}: {other!r} is no wager: there are {', '.join(rules.wager)}")
        for key, pattern in (("pays", wager.pays), *((("beaten", wager.beaten),) if wager.beaten else ())):
            for choice in _choices(rules, pattern):
                if choice not in rules.pay:
                    found.append(f"wager.{name}.{key}: {choice!r} is no pay table: there are {', '.join(rules.pay)}")
        for switch in filter(None, (wager.offered, wager.unless)):
            if switch not in rules.house_rules:
                found.append(f"wager.{name}: {switch!r} is no house rule: there are {', '.join(rules.house_rules)}")
        try:
            rules.limits(name)
        except (KeyError, ValueError) as error:
            found.append(f"wager.{name}.least, most: {error}")
    for name, table in rules.pay.items():
        for line, printed in table.lines.items():
            if printed != "loses":
                try:
                    odds(printed)
                except ValueError as error:
                    found.append(f"pay.{name}.lines.{line!r}: {error}")
    if rules.order and set(rules.order.wagers) != set(rules.wager):
        found.append(f"order.wagers: must name every wager once: {', '.join(rules.wager)}")
    for name in () if rules.poker else ("minimum", "maximum"):
        if name not in rules.house_rules:
            found.append(f"house_rules: {name} is missing")
    for notice in rules.display:
        if notice.when and notice.when.partition(" = ")[0] not in rules.house_rules:
            found.append(f"display.when: {notice.when!r} names no house rule")
    for figures in rules.printed:
        found += [f"printed, {figures.cite}: {problem}" for problem in figures.problems(rules)]
    for name, rule in rules.house_rules.items():
        try:
            rule.check(name, rule.default)
        except ValueError as error:
            found.append(f"house_rules.{name}.default: {str(error).removeprefix(f'house rule {name}: ')}")
    return found
