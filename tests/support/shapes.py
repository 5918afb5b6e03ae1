"""The shapes of the API, written for the pages and for the Python client from the structs that the routes return.

`python -m support.shapes` (or `make shapes`) writes them; with `--check` it only says whether those in the repository
are current. The types of the pages are not among these: only TypeScript and editors read them, and `make pages` writes
them first (`--types`).
"""

import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from msgspec import inspect as shape

import cardroom
from cardroom.room import ListedTable, TableScene
from cardroom.web.api import ListedGame
from cardroom.web.api.friends import PrivateTable
from cardroom.web.api.history import RoundList
from cardroom.web.api.lobby import OpenedTable
from cardroom.web.api.people import Me
from cardroom.web.serving.app import APIS
from support.tags_js import tags_text

SOURCE = Path(cardroom.__file__).parent
MORE = (TableScene,)
"""Structs that are sent, but not by a route."""
CLIENT = (Me, ListedGame, ListedTable, OpenedTable, PrivateTable, RoundList)
"""The answers that programs of players use. All answers are in the OpenAPI description."""

PAGES_HEAD = "// The types of what the server sends and receives. `make pages` writes this file. Nothing here runs.\n"
CLIENT_HEAD = '''"""The types of answers of a server. `make shapes` writes this file."""

from typing import NotRequired, TypedDict

'''
SPACE = "\N{FIGURE SPACE}"
"""A space at which no line is broken."""


def routes() -> Iterator[HTTPRouteHandler]:
    """The routes of the API."""
    for api in APIS:
        yield from (each for _, each in inspect.getmembers(api) if isinstance(each, HTTPRouteHandler))


def answers() -> Iterator[Any]:
    """The types of all answers, and those that are sent with another status."""
    for each in routes():
        returned = get_type_hints(each.fn)["return"]
        yield returned.__args__[0] if getattr(returned, "__origin__", None) is Response else returned
        yield from (other.data_container for other in (each.responses or {}).values())


def bodies() -> Iterator[Any]:
    """The types of all bodies."""
    for each in routes():
        if "data" in (hints := get_type_hints(each.fn)):
            yield hints["data"]


def structs(types: Iterable[Any]) -> dict[str, shape.StructType]:
    """The structs that types consist of, by name, each after those that it needs."""
    found: dict[str, shape.StructType] = {}

    def visit(each: Any) -> None:
        if isinstance(each, shape.Type):
            if isinstance(each, shape.StructType) and found.get(each.cls.__name__, each).cls is not each.cls:
                raise ValueError(f"two structs are called {each.cls.__name__}: {each.cls.__module__} has one of them")
            if not isinstance(each, shape.StructType) or each.cls.__name__ not in found:
                visit([getattr(each, name) for name in each.__struct_fields__])
            if isinstance(each, shape.StructType):
                found[each.cls.__name__] = each
        elif isinstance(each, shape.Field):
            visit(each.type)
        elif isinstance(each, list | tuple):
            for part in each:
                visit(part)

    visit(shape.multi_type_info(types))
    return found


@cache
def sent() -> frozenset[type]:
    """The structs that clients send."""
    return frozenset(each.cls for each in structs(bodies()).values())


def can_be_absent(struct: shape.StructType, field: shape.Field) -> bool:
    """Whether a field can be absent from an encoded struct, or may be left out of a body."""
    unset = field.default is field.default_factory is shape.NODEFAULT
    return not field.required and (unset or struct.cls.__struct_config__.omit_defaults or struct.cls in sent())


def in_pages(of: shape.Type) -> str:
    """A type in JSDoc."""
    match of:
        case shape.StructType(cls=cls) if cls.__struct_config__.array_like:
            items = [in_pages(each.type) + ("" if each.required else "?") for each in of.fields]
            return f"[{', '.join(items)}]"
        case shape.StructType(cls=cls):
            return cls.__name__
        case shape.IntType() | shape.FloatType():
            return "number"
        case shape.BoolType():
            return "boolean"
        case shape.NoneType():
            return "null"
        case shape.StrType() | shape.DateType():
            return "string"
        case shape.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(each).decode() for each in values)
        case shape.TupleType(item_types=items):
            return f"[{', '.join(map(in_pages, items))}]"
        case shape.CollectionType(item_type=item):
            return (
                f"({in_pages(item)})[]"
                if isinstance(item, shape.UnionType | shape.LiteralType)
                else f"{in_pages(item)}[]"
            )
        case shape.DictType(value_type=value):
            return f"{{ [key: string]: {in_pages(value)} }}"  # one of the structs is called Record
        case shape.UnionType(types=types) if all(getattr(each, "tag_field", None) for each in types):
            # What surrounds it says which of them it is, so it is read as all of them at once.
            names, field = [each.cls.__name__ for each in types], types[0].tag_field
            parts = [f'Omit<{each}, "{field}">' for each in names]
            return " & ".join([f'{{ {field}: ({" | ".join(names)})["{field}"] }}', *parts])
        case shape.UnionType(types=types):
            return " | ".join(dict.fromkeys(map(in_pages, types)))
        case shape.AnyType():
            return "any"
    raise TypeError(f"no type of the pages for {of}")


def in_client(of: shape.Type) -> str:
    """A type in Python, as the client decodes it."""
    match of:
        case shape.StructType(cls=cls):
            return cls.__name__
        case shape.IntType():
            return "int"
        case shape.FloatType():
            return "float"
        case shape.BoolType():
            return "bool"
        case shape.NoneType():
            return "None"
        case shape.StrType():
            return "str"
        case shape.TupleType(item_types=items):
            return f"list[{' | '.join(dict.fromkeys(map(in_client, items)))}]"
        case shape.CollectionType(item_type=item):
            return f"list[{in_client(item)}]"
        case shape.DictType(value_type=value):
            return f"dict[str, {in_client(value)}]"
        case shape.UnionType(types=types):
            return " | ".join(map(in_client, types))
    raise TypeError(f"no type of the client for {of}")


def pages_text() -> str:
    """The types of the pages."""
    lines = [PAGES_HEAD, "/**"]
    for name, struct in structs([*answers(), *bodies(), *MORE]).items():
        if struct.array_like:
            continue
        fields = [f'{struct.tag_field}: "{struct.tag}"'] if struct.tag_field else []
        for each in struct.fields:
            fields.append(f"{each.encode_name}{'?' if can_be_absent(struct, each) else ''}: {in_pages(each.type)}")
        text = (
            f"@typedef {{{{ {' '.join(f'{each},'.replace(' ', SPACE) for each in fields)[:-1]}{SPACE}}}}}{SPACE}{name}"
        )
        wrapped = wrap(
            text, 120, initial_indent=" * ", subsequent_indent=" *   ", break_on_hyphens=False, break_long_words=False
        )
        lines += [each.replace(SPACE, " ") for each in wrapped]
    return "\n".join([*lines, " */", "", "export {};", ""])


def client_text() -> str:
    """The types of the client."""
    known = structs(CLIENT)
    parts = [CLIENT_HEAD, "__all__ = [\n", *(f'    "{name}",\n' for name in sorted(known)), "]\n"]
    for name, struct in known.items():
        parts.append(f'\n\nclass {name}(TypedDict):\n    """{inspect.getdoc(struct.cls)}"""\n\n')
        for each in struct.fields:
            kind = f"NotRequired[{in_client(each.type)}]" if can_be_absent(struct, each) else in_client(each.type)
            parts.append(f"    {each.encode_name}: {kind}\n")
    return "".join(parts)


TYPES = SOURCE / "web/pages/parts/types.js"
FILES = {
    SOURCE / "web/pages/parts/tags.js": tags_text,
    SOURCE / "client/answers.py": client_text,
}


def stale() -> list[str]:
    """The files that are not current."""
    return [file.name for file, text in FILES.items() if not file.exists() or file.read_text() != text()]


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(f"Not current: {', '.join(stale())}. Run make shapes." if stale() else 0)
    TYPES.write_text(pages_text())
    for file, text in FILES.items():
        if "--types" not in sys.argv:
            file.write_text(text())
