"""What a decoder finds wrong with a table's shape, in plain words: the place first, and what would be right."""

import re
from functools import cache
from typing import Any

from msgspec import inspect

from cardroom.clean import decoded
from cardroom.rulebook.rule_set import RuleSet

__all__ = ["plain"]


def plain(message: str, table: type = RuleSet) -> str:
    """A decoder's words in plain ones, with the place first; `table` is what was to be read.

    >>> plain("Expected `str`, got `int` - at `$.pay[...].lines[...]`")
    'pay.lines: a text is expected, not a whole number'
    >>> plain("Object contains unknown field `mots` - at `$.seats`")
    'seats: no field is called mots: there are most, least, second_circles, cite'
    >>> plain("Invalid enum value 'table' - at `$.order.by`")
    "order.by: 'table' is not possible here: it is one of seat, wager"
    """
    text, _, said = message.partition(" - at `")
    place = said.removeprefix("key` in `").strip("`").lstrip("$.")
    shape = _shape(table, place, key=said.startswith("key`"))
    right = ""
    if "unknown field" in text and isinstance(shape, inspect.StructType):
        right = f": there are {', '.join(field.encode_name for field in shape.fields)}"
    elif text.startswith("Invalid enum value") and isinstance(shape, inspect.LiteralType):
        right = f": it is one of {', '.join(repr(each) if each == '' else str(each) for each in shape.values)}"
    where = re.sub(r"\[\.\.\.\]", "", place)
    return f"{where or 'top level'}: {decoded(text)}{right}"


@cache
def _whole(table: type) -> inspect.Type:
    return inspect.type_info(table)


def _shape(table: type, place: str, key: bool) -> Any:
    """What a table has at a place, as in `fee[0].charge[0].payer`; nothing where the place is none."""
    found: Any = _whole(table)
    for step in re.findall(r"\[[^\]]*\]|[^.\[\]]+", place):
        match _one(found):
            case inspect.StructType(fields=fields):
                found = next((field.type for field in fields if field.encode_name == step), None)
            case inspect.DictType(value_type=value):
                found = value
            case inspect.VarTupleType(item_type=item):
                found = item
            case _:
                return None
    found = _one(found)
    return _one(found.key_type) if key and isinstance(found, inspect.DictType) else found


def _one(shape: Any) -> Any:
    """The one of several shapes that is not nothing, if it is one."""
    while isinstance(shape, inspect.Metadata):
        shape = shape.type
    if isinstance(shape, inspect.UnionType):
        some = [each for each in shape.types if not isinstance(each, inspect.NoneType)]
        return _one(some[0]) if len(some) == 1 else shape
    return shape
