"""Merge a rule set's file into the text that it extends.

Tables here are as read from TOML, not yet decoded. A file can remove parts, change parts and add parts; a house's
changes cite the house.
"""

from pathlib import Path
from typing import Any

from cardroom.clean import quoted
from cardroom.errors import RuleBookError
from cardroom.rulebook.files import names_document

__all__ = [
    "DEPARTURE",
    "check_columns",
    "departure",
    "merge",
    "of_a_copy",
    "of_a_house",
    "own_name",
    "parts_to_remove",
    "remove_part",
]

DEPARTURE = "departure by "
"""How a citation of a house's own text begins. Such a text cites no document."""

_OFFERED = {"choices", "money", "whole", "amounts", "stakes"}
"""Fields that give the allowed values of a house rule."""
_NAMED, _SINGLE, _LISTED = (
    ("wager", "pay", "house_rules", "jackpot"),
    ("deck", "seats", "bank", "order", "dealer", "chart", "poker"),
    ("fee", "display"),
)
"""Tables with citations: by name, single, or in a list."""
_CITES = ("cite", "cites")
"""Fields with citations."""


def parts_to_remove(table: dict[str, Any], path: Path) -> list[str]:
    places = table.get("without", [])
    if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
        raise RuleBookError(f'{path.name}: without: write a list of parts, for example ["wager.trips", "pay.trips"]')
    return places


def departure(own: str, where: str) -> dict[str, str]:
    """The citation of a part that a house changed, by the name of its own text."""
    return {"document": f"{DEPARTURE}{own}", "where": where}


def remove_part(text: dict[str, Any], place: str, path: Path, own: str = "") -> None:
    """Remove a part of the text that a file extends: `bank`, `wager.trips`, `pay.ante.lines.copy`, or all columns of
    `pay.bad-beat`. With `own`, the name of a house's text, a table that lost a line is marked as a departure."""
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
            left[key] = parts[key] | {"lines": lines} | ({"cite": departure(own, f"{table}.{key}")} if own else {})
    text[table] = {key: left[key] for key in parts if key in left}


def check_columns(text: dict[str, Any], table: dict[str, Any], path: Path) -> None:
    """Reject changes of a printed table with several columns as a whole: each column is a table of its own."""
    for name, part in table["pay"].items() if isinstance(table["pay"], dict) else ():
        tables = text.get("pay", {})
        columns = [key for key, each in tables.items() if isinstance(each, dict) and key == f"{name}-{each.get('id')}"]
        if columns and name not in tables and isinstance(part, dict) and "title" not in part:
            raise RuleBookError(f"{path.name}: pay.{name}: change its columns one by one: {', '.join(columns)}")


def own_name(table: dict[str, Any]) -> str:
    """The name of a house's own text: its source, or the name of its rule set."""
    source = table["source"] if isinstance(table.get("source"), dict) else {}
    return ", ".join(str(source[key]) for key in ("document", "section") if source.get(key)) or str(table["rules"])


def of_a_house(table: dict[str, Any], text: dict[str, Any]) -> dict[str, Any]:
    """Return a house's changes of another text. Each is marked as a departure by the house, and cites no document.

    What equals the text keeps its citation there. The rule set remains one of the document that it changes, because
    everything else is.
    """
    own = own_name(table)
    marked = _marked(table, text, own, copied=False)
    return {key: value for key, value in marked.items() if key != "source"} | {"own": own}


def of_a_copy(table: dict[str, Any], text: dict[str, Any]) -> dict[str, Any]:
    """Return a file that repeats a document's whole text, with every part that differs marked as a departure."""
    marked = _marked(table, text, str(table["rules"]), copied=True)
    return marked | ({"own": table["rules"]} if marked != table else {})


def _marked(table: dict[str, Any], text: dict[str, Any], own: str, *, copied: bool) -> dict[str, Any]:
    def as_own(cite: Any, place: str) -> Any:
        if isinstance(cite, dict) and not names_document(str(cite.get("document", ""))):
            return cite  # another text of the house
        where = cite.get("where") if isinstance(cite, dict) else cite
        return departure(own, place if copied else str(where or place))

    def cited(part: Any, place: str, below: Any) -> Any:
        if not isinstance(part, dict) or not isinstance(part.get("cites", {}), dict):
            return part
        cites = {key: as_own(cite, place) for key, cite in part.get("cites", {}).items()}
        if isinstance(below, dict):
            plain, printed = ({key: each[key] for key in each if key not in _CITES} for each in (part, below))
            if (plain if copied else merge(printed, plain)) == printed:
                kept = {key: below[key] for key in _CITES if key in below}
                return plain | kept | ({"cites": cites | kept.get("cites", {})} if cites else {})
        if place.startswith("house_rules.") and _OFFERED & part.keys():
            part = {"standing": "departure"} | part  # the house's own values, which the document does not have
        return part | ({"cites": cites} if cites else {}) | {"cite": as_own(part.get("cite"), place)}

    marked = dict(table)
    for name in _NAMED:
        if isinstance(parts := table.get(name), dict):
            below = named if isinstance(named := text.get(name), dict) else {}
            marked[name] = {key: cited(part, f"{name}.{key}", below.get(key)) for key, part in parts.items()}
    for name in _SINGLE:
        if name in table:
            marked[name] = cited(table[name], name, text.get(name))
    for name in _LISTED:
        if isinstance(parts := table.get(name), list):
            printed = listed if isinstance(listed := text.get(name), list) else []
            marked[name] = [
                part if part in printed else cited(part, f"{name} {place}", None) for place, part in enumerate(parts, 1)
            ]
    return marked


def merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        replaces = key == "standing" or not (isinstance(below, dict) and isinstance(value, dict))
        result[key] = value if replaces else merge(result[key], value)
    return result
