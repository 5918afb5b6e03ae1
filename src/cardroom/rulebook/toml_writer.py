"""Write a table as the text of a TOML file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

__all__ = ["toml_text"]


def toml_text(table: dict[str, Any]) -> str:
    """The text of a TOML file.

    >>> print(toml_text({"extends": "brook", "pay": {"odds-win": {"lines": {"flush": "2 to 1"}}}}), end="")
    extends = "brook"
    <BLANKLINE>
    [pay.odds-win.lines]
    flush = "2 to 1"
    """
    return "\n".join(_toml_lines("", table)).lstrip("\n") + "\n"


def _toml_lines(place: str, table: dict[str, Any]) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    if place and plain:
        yield f"\n[{place}]"
    for key, value in plain.items():
        yield f"{_toml_key(key)} = {_toml_value(value)}"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _toml_lines(f"{place}.{_toml_key(key)}" if place else _toml_key(key), value)


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml_value(key)


def _toml_value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case list():
            return f"[{', '.join(map(_toml_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_toml_key(key)} = {_toml_value(each)}' for key, each in value.items())} }}"
    escaped = "".join(_escaped(character) for character in str(value))
    return f'"{escaped}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08X}"
