"""Merge a rule set's file into the text that it extends.

Tables here are as read from TOML, not yet decoded. A file can remove parts, change parts and add parts; a house's
changes cite the house.
"""

from pathlib import Path
from typing import Any

from cardroom.clean import quoted
from cardroom.rulebook.error import RuleBookError

__all__ = ["check_columns", "merge", "of_a_house", "parts_to_remove", "remove_part"]

_OFFERED = {"choices", "money", "whole", "amounts", "stakes"}
"""Fields that give the allowed values of a house rule."""
_NAMED, _SINGLE, _LISTED = (
    ("wager", "pay", "house_rules", "jackpot"),
    ("deck", "seats", "bank", "order", "dealer", "chart", "poker"),
    ("fee", "display"),
)
"""Tables with citations: by name, single, or in a list."""


def parts_to_remove(table: dict[str, Any], path: Path) -> list[str]:
    places = table.get("without", [])
    if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
        raise RuleBookError(f'{path.name}: without: write a list of parts, for example ["wager.trips", "pay.trips"]')
    return places


def remove_part(text: dict[str, Any], place: str, path: Path) -> None:
    """Remove a part of the text that a file extends: `bank`, `wager.trips`, `pay.ante.lines.copy`, or all columns of
    `pay.bad-beat`."""
    table, _, rest = place.partition(".")
    name, _, line = rest.partition(".lines.")
    parts = text.get(table) if table in _NAMED else None
    parts = {key: part for key, part in parts.items() if isinstance(part, dict)} if isinstance(parts, dict) else {}
    if table in _SINGLE and not rest and text.pop(table, None) is not None:
        return
    removed = [key for key, part in parts.items() if name in (key, key.removesuffix(f"-{part.get('id')}"))]
    if not removed or (line and any(line not in parts[key].get("lines", {}) for key in removed)):
        raise RuleBookError(
            f"{path.name}: without: {quoted(place)} is not a part of the text that it extends, like wager.trips"
        )
    left = {key: part for key, part in parts.items() if key not in removed}
    if line:
        for key in removed:
            lines = {each: paid for each, paid in parts[key]["lines"].items() if each != line}
            left[key] = parts[key] | {"lines": lines}
    text[table] = {key: left[key] for key in parts if key in left}


def check_columns(text: dict[str, Any], table: dict[str, Any], path: Path) -> None:
    """Reject changes of a printed table with several columns as a whole: each column is a table of its own."""
    for name, part in table["pay"].items() if isinstance(table["pay"], dict) else ():
        tables = text.get("pay", {})
        columns = [key for key, each in tables.items() if isinstance(each, dict) and key == f"{name}-{each.get('id')}"]
        if columns and name not in tables and isinstance(part, dict) and "title" not in part:
            raise RuleBookError(f"{path.name}: pay.{name}: change its columns one by one: {', '.join(columns)}")


def of_a_house(table: dict[str, Any]) -> dict[str, Any]:
    """Return a house's changes of another text. Each cites the house: its own source, or the name of its rule set.

    The rule set remains one of the document that it changes, because everything else is.
    """
    source = table["source"] if isinstance(table.get("source"), dict) else {}
    own = ", ".join(str(source[key]) for key in ("document", "section") if source.get(key)) or str(table["rules"])

    def cited(part: Any, place: str) -> Any:
        if not isinstance(part, dict) or isinstance(part.get("cite"), dict):
            return part
        if place.startswith("house_rules.") and _OFFERED & part.keys():
            part = {"standing": "departure"} | part  # the house's own values, which the document does not have
        return part | {"cite": {"document": own, "where": str(part.get("cite") or place)}}

    marked = {key: value for key, value in table.items() if key != "source"} | {"own": own}
    for name in _NAMED:
        if isinstance(parts := table.get(name), dict):
            marked[name] = {key: cited(part, f"{name}.{key}") for key, part in parts.items()}
    for name in _SINGLE:
        if name in table:
            marked[name] = cited(table[name], name)
    for name in _LISTED:
        if isinstance(parts := table.get(name), list):
            marked[name] = [cited(part, f"{name} {place}") for place, part in enumerate(parts, 1)]
    return marked


def merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        replaces = key == "standing" or not (isinstance(below, dict) and isinstance(value, dict))
        result[key] = value if replaces else merge(result[key], value)
    return result
