"""Rewrite a decoder's error in plain words: the place first, then the problem and what would be right."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from cardroom.clean import decoder_error_text

__all__ = ["plain"]


def plain(message: str, table: type, values: Any = None) -> str:
    """Return a decoder's message in plain words, with the place first; `table` is the type that was decoded.

    With the `values` that were decoded, the place names the entry of a table of tables, for example the house rule.

    >>> from cardroom.rulebook import RuleSet
    >>> plain("Expected `str`, got `int` - at `$.pay[...].lines[...]`", RuleSet)
    'pay.lines: a text is expected, not a whole number'
    >>> plain("Object contains unknown field `mots` - at `$.seats`", RuleSet)
    'seats: unknown field mots: choose from most, least, second_circles, cite'
    >>> plain("Invalid enum value 'table' - at `$.order.by`", RuleSet)
    "order.by: 'table' is not possible here: choose from seat, wager"
    """
    text, _, rest = message.partition(" - at `")
    place = rest.removeprefix("key` in `").strip("`").lstrip("$.")
    shape = _shape(table, place, key=rest.startswith("key`"))
    right = ""
    if isinstance(shape, inspect.UnionType):  # a table, or a text in its place
        shape = next((each for each in shape.types if isinstance(each, inspect.StructType)), shape)
    if "unknown field" in text and isinstance(shape, inspect.StructType):
        right = f": choose from {', '.join(field.encode_name for field in shape.fields)}"
    elif text.startswith("Invalid enum value") and isinstance(shape, inspect.LiteralType):
        right = f": choose from {', '.join(repr(each) if each == '' else str(each) for each in shape.values)}"
    where = re.sub(r"\[\.\.\.\]", "", _with_key(place, table, values))
    return f"{where or 'top level'}: {decoder_error_text(text)}{right}"


def _with_key(place: str, table: type, values: Any) -> str:
    """The place with the key of the entry that cannot be decoded, where the decoder only writes [...]."""
    field, dots, rest = place.partition("[...]")
    entries = values.get(field) if isinstance(values, Mapping) else None
    hint = get_args(_unwrapped(get_type_hints(table).get(field)))
    if not dots or not isinstance(entries, Mapping) or len(hint) != 2:
        return place
    for key, value in entries.items():
        try:
            msgspec.convert(value, hint[1])
        except msgspec.ValidationError:
            return f"{field}.{key}{rest}"
    return place


def _unwrapped(hint: Any) -> Any:
    """A type hint without its metadata."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


@cache
def _type_info(table: type) -> inspect.Type:
    return inspect.type_info(table)


def _shape(table: type, place: str, key: bool) -> Any:
    """The type at a place such as `fee[0].charge[0].payer`; None if there is no such place."""
    shape: Any = _type_info(table)
    for step in re.findall(r"\[[^\]]*\]|[^.\[\]]+", place):
        match _one(shape):
            case inspect.StructType(fields=fields):
                shape = next((field.type for field in fields if field.encode_name == step), None)
            case inspect.DictType(value_type=value):
                shape = value
            case inspect.VarTupleType(item_type=item):
                shape = item
            case _:
                return None
    shape = _one(shape)
    return _one(shape.key_type) if key and isinstance(shape, inspect.DictType) else shape


def _one(shape: Any) -> Any:
    """Unwrap metadata, and a union with only one type besides None."""
    while isinstance(shape, inspect.Metadata):
        shape = shape.type
    if isinstance(shape, inspect.UnionType):
        some = [each for each in shape.types if not isinstance(each, inspect.NoneType)]
        return _one(some[0]) if len(some) == 1 else shape
    return shape
