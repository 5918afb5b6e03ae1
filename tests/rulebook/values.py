"""Every value that was read from a document and that a trace row names, in one list.

`python -m rulebook.values` writes it again. A line names one or several rule sets. Below it are the values that just
these have: a table, its keys and their values as JSON. Titles, citations and explanations are in the list only if a row
names them. Compare each line that changes with the document before you commit it.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from cardroom import rulebook
from cardroom.rulebook.traces import documents, text_at, trace

FILE = Path(__file__).parent / "values.txt"
PARTS = (
    "seats",
    "deck",
    "bank",
    "order",
    "dealer",
    "chart",
    "poker",
    "wager",
    "pay",
    "house_rules",
    "jackpot",
    "display",
)
PARTS += ("settings", "name", "id", "script", "source", "printed")
WORDS = {"cite", "cites", "says", "summary", "standing", "remark", "steps", "title", "label"}


@cache
def named() -> dict[str, tuple[str, ...]]:
    """The keys that trace rows name, by rule set as GAME/SET."""
    found: dict[str, set[str]] = {}
    for name in {name for document in documents() for row in trace(document).row for name in row.where}:
        file, _, key = name.partition("#")
        if file.startswith("rules/"):
            plain = key.replace("'", "").replace('"', "")
            found.setdefault(file.removeprefix("rules/").removesuffix(".toml"), set()).add(plain)
    for name in found:  # what a chapter takes from another is its own rule too
        base = text_at(f"rules/{name}.toml#extends") if _is_written(name, "extends") else ""
        found[name] |= {key for key in found.get(base, ()) if not key.startswith(("wager", "pay", "jackpot"))}
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


def values(name: str) -> dict[str, str]:
    """The values in force of a rule set under the keys that rows name, each as JSON."""
    rules = msgspec.to_builtins(rulebook.rule_set(*name.split("/")))
    leaves = {key: value for part in PARTS for key, value in _leaves(name, part, rules.get(part))}
    keys = [key for key in leaves if key.startswith(named()[name]) and (leaves[key] or _is_written(name, key))]
    return {key: _json(leaves[key]) for key in keys}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _is_written(name: str, key: str) -> bool:
    """Whether a rule set's own file has a value, which may be off or zero."""
    try:
        text_at(f"rules/{name}.toml#{key}")
    except rulebook.RuleBookError:
        return False
    return True


def _leaves(rules: str, key: str, value: Any) -> Iterator[tuple[str, Any]]:
    value = tuple(value) if isinstance(value, list) else value
    if isinstance(value, dict):
        for name, inside in value.items():
            if name not in WORDS or any(each.startswith(f"{key}.{name}") for each in named()[rules]):
                yield from _leaves(rules, f"{key}.{name}", inside)
    elif isinstance(value, tuple) and value and isinstance(value[0], dict):
        for place, inside in enumerate(value):
            yield from _leaves(rules, f"{key}.{place}", inside)
    elif value not in (None, "", (), {}, ("", ""), (0, 0)):
        yield key, value


def listed() -> dict[str, dict[str, str]]:
    """The list by rule set and key."""
    found: dict[str, dict[str, str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            names = line.split()
            continue
        table, _, value = line.strip().partition(": ")
        flat = {f"{table}.{key}" if table else key: _json(inside) for key, inside in json.loads(value).items()}
        for name in names:
            found.setdefault(name, {}).update(flat)
    return found


def main() -> None:
    """Write the list."""
    names: dict[tuple[str, str], list[str]] = {}
    for name in named():
        for each in values(name).items():
            names.setdefault(each, []).append(name)
    tables: dict[str, dict[str, dict[str, Any]]] = {}
    for (key, value), who in names.items():
        table, _, last = key.rpartition(".")
        tables.setdefault(" ".join(who), {}).setdefault(table, {})[last] = json.loads(value)
    blocks = [[who, *(f"  {table}: {_json(tables[who][table])}" for table in tables[who])] for who in tables]
    FILE.write_text("".join(f"{line}\n" for block in blocks for line in block), encoding="utf-8")


if __name__ == "__main__":
    main()
