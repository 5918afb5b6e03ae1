"""The reference that is generated from the code: commands, HTTP routes, socket messages, games, commands of tables."""

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args
from unittest.mock import Mock

import typer

from cardroom.cli.app import app
from cardroom.commands import FloorCommand, PlayerCommand
from cardroom.games import all_games
from cardroom.play.table import Command, Entry
from cardroom.show.rules import FAMILIES, family
from cardroom.tags import tag_of
from cardroom.web.api import wire
from cardroom.web.api.figures import known_figures
from cardroom.web.serving.app import create_app

PAGES = Path(__file__).parents[2] / "src" / "cardroom" / "web" / "pages"


def commands() -> str:
    """Return every command with its arguments and options."""
    return "\n".join(_command(typer.main.get_command(app), "cardroom", 1))


def _command(command: Any, name: str, level: int) -> Iterator[str]:
    context = command.context_class(command, info_name=name)
    if level > 1:
        yield f"{'#' * level} {name}\n"
        yield f"{_cell(command.help or '')}\n"
        if not getattr(command, "commands", None):
            usage = " ".join(command.collect_usage_pieces(context)).replace("{", "").replace("}", "")
            yield f"```text\n{name} {usage}\n```\n"
    if level > 1 or not getattr(command, "commands", None):
        rows = [_parameter(each) for each in command.params if "--help" not in each.opts and not each.hidden]
        if rows:
            yield "| argument or option | meaning |\n|---|---|"
            yield from rows
            yield ""
    for each, inner in getattr(command, "commands", {}).items():
        yield from _command(inner, f"{name} {each}", level + 1)


def _parameter(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        names, metavar = [(parameter.metavar or parameter.name).strip("{}").upper()], ""
    else:
        names = [*parameter.opts, *parameter.secondary_opts]
        metavar = "" if parameter.is_flag else f" {parameter.metavar or 'TEXT'}"
    words, default = _cell(parameter.help or ""), parameter.default
    if not isinstance(default, bool) and default not in (None, (), []):
        words += f" Default: `{default}`."
    return f"| {', '.join(f'`{each}{metavar}`' for each in names)} | {words} |".replace("`$`", "`AMOUNT`")


def http() -> str:
    """Return every HTTP route, by subject, with its fields."""
    server = Mock(halls={})  # routes are described without a database
    description = create_app(server, "0" * 32).openapi_schema.to_schema()
    by_tag: dict[str, list[str]] = defaultdict(list)
    for path, methods in description["paths"].items():
        for method, route in methods.items():
            fields = [each["name"] for each in route.get("parameters", []) if each["in"] == "query"]
            fields += [f"{each}" for each in _body(route, description)]
            words = _cell(route.get("description") or route.get("summary") or "")
            takes = " ".join(f"`{each}`" for each in fields)
            by_tag[(route.get("tags") or ["other"])[0]].append(f"| `{method.upper()} {path}` | {words} | {takes} |")
    parts = []
    for tag, rows in sorted(by_tag.items()):
        parts.append(f"### {tag.capitalize()}\n\n| route | what it does | query or body fields |\n|---|---|---|")
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


def _body(route: dict[str, Any], description: dict[str, Any]) -> list[str]:
    for each in route.get("requestBody", {}).get("content", {}).values():
        name = each["schema"].get("$ref", "").rpartition("/")[2]
        return list(description["components"]["schemas"].get(name, {}).get("properties", {}))
    return []


def messages() -> str:
    """Return every message of the WebSocket, in both directions, with its fields."""
    schema = wire.schema()
    parts = []
    for way, title in (("in", "From the client"), ("out", "From the server")):
        parts.append(f"### {title}\n\n| `type` | meaning | fields |\n|---|---|---|")
        parts.extend(_message(schema["$defs"][each["$ref"].rpartition("/")[2]]) for each in schema[way]["anyOf"])
        parts.append("")
    return "\n".join(parts)


def _message(schema: dict[str, Any]) -> str:
    fields = {name: each for name, each in schema["properties"].items() if name != "type"}
    needed = schema.get("required", [])
    names = ", ".join(f"`{name}`" if name in needed else f"`{name}`?" for name in fields)
    (tag,) = schema["properties"]["type"]["enum"]
    return f"| `{tag}` | {_cell(schema.get('description', ''))} | {names} |"


def scenes() -> str:
    """Return every type of scenes and pictures, with its fields."""
    parts, schema = [], wire.schema()
    named = {each["$ref"].rpartition("/")[2] for way in ("in", "out") for each in schema[way]["anyOf"]}
    for name in sorted({*schema["$defs"]} - named, key=lambda each: (each not in ("TableScene", "Picture"), each)):
        shape = schema["$defs"][name]
        parts.append(f"### {name}\n\n{_cell(shape.get('description', ''))}\n")
        if "properties" not in shape:
            parts.append(f"A list: {', '.join(_type(each) for each in shape['prefixItems'])}.\n")
            continue
        parts.append("| field | type |\n|---|---|")
        needed = shape.get("required", [])
        parts += [
            f"| `{field}`{'' if field in needed else '?'} | {_type(about)} |"
            for field, about in shape["properties"].items()
        ]
        parts.append("")
    return "\n".join(parts)


def _type(schema: dict[str, Any]) -> str:
    """Return a JSON type in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{each}`" if each else "empty" for each in schema["enum"])
    if "prefixItems" in schema:
        return f"list: {', '.join(_type(each) for each in schema['prefixItems'])}"
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}" if "items" in schema else "list"
    if schema.get("type") == "object":
        of = schema.get("additionalProperties")
        return f"{_type(of)} by name" if isinstance(of, dict) else "object"
    kind = schema.get("type", "any value")
    return {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(kind, kind)


def games() -> str:
    """Return every game by family, with its rule sets, seats and exact edges."""
    rows = ["| family | game | `GAME` | rule set | seats | exact edge |", "|---|---|---|---|---|---|"]
    by_family = sorted(all_games(), key=lambda game: (FAMILIES.index(family(game.rules)), game.slug, game.rules.rules))
    for rules in (game.rules for game in by_family):
        edges = "; ".join(f"{each['label']} {each['edge']['decimal']:.2%}" for each in known_figures(rules) or [])
        names = f"{family(rules)} | {_cell(rules.name)} | `{rules.game}` | `{rules.rules}`"
        rows.append(f"| {names} | {rules.seats.most} | {_cell(edges)} |")
    return "\n".join(rows) + "\n"


def table_commands() -> str:
    """Return every command of a table, with who sends it."""
    senders = {PlayerCommand: "a player", FloorCommand: "the floor"}
    rows = ["| command | effect | sent by |", "|---|---|---|"]
    for each in get_args(Command):
        sender = next((by for union, by in senders.items() if each in get_args(union)), "the server only")
        when = "; between rounds" if each.between_rounds else ""
        rows.append(f"| `{each.__name__}` | {_cell(each.__doc__)} | {sender}{when} |")
    return "\n".join(rows) + "\n"


def entries() -> str:
    """Return every entry of a table's log, by its tag."""
    rows = [f"| `{tag_of(each)}` | {_cell(each.__doc__)} |" for each in get_args(Entry)]
    return "\n".join(["| tag | fact |", "|---|---|", *rows]) + "\n"


def modules() -> str:
    """Return the modules of the pages, each with the first sentence of its head."""
    rows = ["| module | contents |", "|---|---|"]
    for file in sorted(PAGES.rglob("*.js")):
        head = itertools.takewhile(lambda line: line.startswith("//"), file.read_text().splitlines())
        words = " ".join(line.removeprefix("//").strip() for line in head)
        sentence, *_ = re.split(r"(?<=[.])\s", words)
        rows.append(f"| `{file.relative_to(PAGES)}` | {_cell(sentence)} |")
    return "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    """Return a text that fits into a table: one line, with no character that ends a cell or starts a tag."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


PARTS: dict[str, Callable[[], str]] = {
    each.__name__: each for each in (commands, http, messages, scenes, games, table_commands, entries, modules)
}
"""What each `<!-- generated: NAME -->` comment becomes."""

if __name__ == "__main__":
    for part in PARTS.values():
        print(part())
