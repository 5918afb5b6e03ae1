"""Words for people: hidden characters made visible, counts as they are written, a decoder's findings told plainly."""

import json
import re
import unicodedata
from decimal import Decimal
from typing import Any

from cardroom.cli import Mistake

__all__ = ["count", "decoded", "kind", "not_json", "visible"]

HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Characters that steer a terminal or turn the order of writing, instead of being seen."""
DIGITS = 15
"""More than anybody counts to."""

_COUNT = re.compile(r"\+?(\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "dict": "an object",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "NoneType": "null",
    "null": "null",
    "object": "an object",
    "str": "a text",
}


def visible(text: str, keep: str = "") -> str:
    r"""A text in which nothing is hidden: control characters as their escapes, except those to keep.

    >>> print(visible("rounds\x1b[2J.json"))
    rounds\x1b[2J.json
    """
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode()
        if letter not in keep and unicodedata.category(letter) in HIDDEN
        else letter
        for letter in text
    )


def count(option: str, text: str) -> int:
    """How many, as people write it.

    >>> [count("--rounds", text) for text in ("12", "1_000_000", "1,000,000", "1e9", "2.5e6")]
    [12, 1000000, 1000000, 1000000000, 2500000]
    >>> count("--rounds", "1.5")
    Traceback (most recent call last):
    cardroom.cli.Mistake: --rounds 1.5: this is a fraction; write a whole number, as in 1000000, 1,000,000 or 1e6
    """
    said = text.strip()
    like = "write a whole number, as in 1000000, 1,000,000 or 1e6"
    if not _COUNT.fullmatch(said.removeprefix("-")):
        raise Mistake(f"{option} {text}: this is no number; {like}")
    number = Decimal(said.replace(",", ""))
    if number < 1:
        raise Mistake(f"{option} {text}: write 1 or more")
    if number >= 10**DIGITS:
        raise Mistake(f"{option} {text}: that is more than anybody can wait for")
    if number != int(number):
        raise Mistake(f"{option} {text}: this is a fraction; {like}")
    return int(number)


def kind(value: Any) -> str:
    """What a JSON value is.

    >>> kind([1]), kind(None)
    ('a list', 'null')
    """
    return _KINDS.get(type(value).__name__, "something else")


def not_json(error: Exception) -> str:
    """Why a text is not JSON.

    >>> try:
    ...     json.loads('{"net": }')
    ... except ValueError as error:
    ...     not_json(error)
    'this is not JSON: a value is expected at line 1, column 9'
    """
    if isinstance(error, RecursionError):
        return "this is not JSON that can be read: it is nested too deep"
    if not isinstance(error, json.JSONDecodeError):
        return "this is not JSON that can be read: a number in it is too long"
    said = next((words for start, words in _JSON_WORDS.items() if error.msg.startswith(start)), "it goes wrong")
    return f"this is not JSON: {said} at line {error.lineno}, column {error.colno}"


_JSON_WORDS = {
    "Expecting value": "a value is expected",
    "Expecting property name": "a name in double quotes is expected",
    "Illegal trailing comma": "there is a comma too many",
    "Expecting ',' delimiter": "a comma or an end is expected",
    "Expecting ':' delimiter": "a colon is expected",
    "Unterminated string": "a text without an end begins",
    "Extra data": "there is more after its end,",
    "Invalid control character": "there is a control character",
    "Invalid \\escape": "there is an escape that is none",
    "Invalid \\uXXXX escape": "there is an escape that is none",
}
"""What the decoder says, by its beginning, and what that means."""


def decoded(message: str) -> str:
    """A message in which a decoder's findings stand in plain words; other messages are left as they are.

    >>> decoded("not a round record: Object missing required field `format`")
    'not a round record: the field format is missing'
    >>> decoded("not a round record: Expected `int`, got `str` - at `stacks[...]`")
    'not a round record: a whole number is expected, not a text, in stacks'
    """
    for pattern, words in _DECODER_WORDS:
        message = pattern.sub(words, message)
    return message


def _kinds(found: re.Match[str]) -> str:
    wanted, got = (" or ".join(_KINDS.get(each, each) for each in said.split(" | ")) for said in found.groups())
    return f"{wanted} is expected, not {got}"


def _place(found: re.Match[str]) -> str:
    place = re.sub(r"\[\.\.\.\]|`|\$\.?", "", found[1])
    return f", in {place}" if place not in ("", "the top") else ""


_DECODER_WORDS: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(r"Object missing required field `(.*?)`"), r"the field \1 is missing"),
    (re.compile(r"Object contains unknown field `(.*?)`"), r"no field is called \1"),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), _kinds),
    (re.compile(r"Input data was truncated"), "it ends too early"),
    (re.compile(r"JSON is malformed: [^()]*\(byte (\d+)\)"), r"this is not JSON from byte \1 on"),
    (re.compile(r" - at (.+)$"), _place),
)
"""What msgspec says, and what that means."""
