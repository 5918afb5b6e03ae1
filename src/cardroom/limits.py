"""Limits on input from outside, in one place, and the readers that enforce them.

Rule sets, recorded hands, records, answers, arguments and files may be hostile. They are read through this module, so
that none can hang a program or fill its memory. Input over a limit raises `InputError`. The message does not name the
file: the caller knows it and adds it.
"""

import json
import math
import os
import re
import stat
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cardroom.clean import quoted
from cardroom.errors import InputError

__all__ = ["check_size", "json_value", "read_lines", "read_text", "toml_table"]

# -- the limits --------------------------------------------------------------------------------------------------------

RULES_BYTES = 1 << 18
"""Bytes of a file of rules. The longest built-in one has ten thousand."""
TEXT_BYTES = 1 << 22
"""Bytes of any other text that is read as a whole: one JSON value, one recorded hand."""
OUTPUT_BYTES = 1 << 26
"""Bytes of a file that a command wrote itself and reads again: a page, a sheet, a checkpoint with many accounts."""
KEY_BYTES = 1 << 14
"""Bytes of a file that holds a key."""
LINE_BYTES = 1 << 20
"""Bytes of a line, in files that are read line by line."""
MOST_LINES = 5_000_000
"""Lines of such a file, in case the source never ends."""
MOST_FILES = 100_000
"""Files of a folder that is searched."""
DEPTH = 32
"""Levels of nested lists and objects."""
KEY_PARTS = 12
"""Parts of a dotted key."""
MOST_VALUES = 500_000
"""Values in one text."""
MOST_NUMBER = 10**18
"""The largest absolute value of an integer."""
MOST_CENTS = 10**15
"""The largest amount: more than all chips of all houses."""
MOST_ODDS, MOST_PARTS = 10**9, 10**4
"""The largest numbers in odds: at most 1,000,000,000 to 10,000, in lowest terms."""
LONGEST_NAME = 64
"""Characters of a player's name."""
MOST_EVENTS = 100_000
"""Events of one round. A script that goes on beyond this never ends."""
LONGEST_ARGUMENT = 4096
"""Characters of a command's argument, or of a typed line."""
LONGEST_RANGE = 1 << 20
"""Characters of a range of poker hands. A normal form may list tens of thousands."""
MOST_WORKERS = 256
"""Parallel processes."""

MOST_EXTENDED = 8
"""Rule sets in a chain of `extends`."""
MOST_SEATS, MOST_PACKS, MOST_CARDS, MOST_TURNS = 30, 16, 100, 99
"""Seats of a table, packs in a shoe, cards of a kind for one player, rounds in a row."""
MOST_HOUSE_RULES, MOST_WAGERS, MOST_TABLES, MOST_ENTRIES = 200, 100, 500, 1000
"""House rules, wagers, pay tables, and other lists of a rule set: lines, choices, schedules, notices, figures."""

# -- files -------------------------------------------------------------------------------------------------------------

_CHUNK = 1 << 16


def read_text(file: str | Path, most: int = TEXT_BYTES) -> str:
    """Read a file as text, if it is not too long; - is standard input."""
    data = bytearray()
    for chunk in _chunks(file):
        data += chunk
        if len(data) > most:
            raise InputError(f"it is longer than {_size(most)}, the limit")
    return _text(bytes(data), 0)


def read_lines(
    file: str | Path,
    most: int = LINE_BYTES,
    recode: Callable[[Iterator[bytes]], Iterator[bytes]] | None = None,
) -> Iterator[str]:
    """Read the lines of a file one after another, each with its line end; - is standard input.

    `recode` converts the bytes of a file that may not be UTF-8 to UTF-8.
    """
    rest, before, number = b"", 0, 0
    for chunk in recode(_chunks(file)) if recode else _chunks(file):
        *ended, rest = (rest + chunk).split(b"\n")
        for place, line in enumerate((*ended, rest), number + 1):
            if len(line) > most:
                raise InputError(f"line {place:,} is longer than {_size(most)}, the limit")
        number += len(ended)
        if number > MOST_LINES:
            raise InputError(f"it has more than {MOST_LINES:,} lines")
        for line in ended:
            yield _text(line + b"\n", before)
            before += len(line) + 1
    if rest:
        yield _text(rest, before)


def _chunks(file: str | Path) -> Iterator[bytes]:
    """Read a file part by part. A pipe without a writer is empty; do not wait for one."""
    if str(file) == "-":
        while chunk := sys.stdin.buffer.read1(_CHUNK):  # type: ignore[union-attr]
            yield chunk
        return
    with open(file, "rb", buffering=0, opener=_unblocked) as source:
        if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
            first = source.read(_CHUNK)
            os.set_blocking(source.fileno(), True)
            if first == b"":
                return
            yield first or b""
        while chunk := source.read(_CHUNK):
            yield chunk


def _unblocked(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _text(data: bytes, before: int) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"byte {before + error.start} is not text in UTF-8") from None


def _size(number: int) -> str:
    return f"{number >> 20} MB" if number >= 1 << 20 else f"{number >> 10} KB"


# -- TOML and JSON -----------------------------------------------------------------------------------------------------

_PIECE = r"""(?:[\w-]++|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|'[^'\n]*+'?)"""
_TOML = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)|#[^\n]*+"
    rf"|(?P<key>{_PIECE}(?:[ \t]*+\.[ \t]*+{_PIECE})*+)"
    r"|(?P<opens>[\[{])|(?P<closes>[]}])",
    re.DOTALL,
)
_PIECES = re.compile(_PIECE, re.DOTALL)
_JSON = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|(?P<opens>[\[{])|(?P<closes>[]}])', re.DOTALL)
"""The tokens that count for the depth: brackets, but not those in strings. An unclosed string goes to the end."""


def toml_table(text: str, most: int = TEXT_BYTES, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Read a TOML text.

    >>> toml_table("seats.most = 7")
    {'seats': {'most': 7}}
    >>> toml_table("a = " + "[" * 100)
    Traceback (most recent call last):
    cardroom.errors.InputError: it is nested too deep, over 32 levels
    """
    if len(text) > most:
        raise InputError(f"it is longer than {_size(most)}, the limit")
    for token in _levels(_TOML, text):
        if token["key"] and len(token["key"]) > KEY_PARTS and len(_PIECES.findall(token["key"])) > KEY_PARTS:
            line = text.count("\n", 0, token.start()) + 1
            raise InputError(f"a key in line {line} has more than {KEY_PARTS} dotted parts")
    try:
        table = tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"it is not TOML: {error}") from None
    except ValueError as error:
        long = "Exceeds the limit" in str(error)  # Python's error for a very long number
        raise InputError("a number in it is too long" if long else f"it is not TOML: {error}") from None
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    check_size(table)
    return table


def json_value(text: str) -> Any:
    """Read a JSON text.

    >>> json_value('{"net": [1, 2]}')
    {'net': [1, 2]}
    >>> json_value('{"net": }')
    Traceback (most recent call last):
    cardroom.errors.InputError: this is not JSON: a value is expected at line 1, column 9
    """
    try:
        for _ in _levels(_JSON, text):
            pass
        value = json.loads(text, parse_constant=_no_number)
        check_size(value)
    except json.JSONDecodeError as error:
        problem = next((words for start, words in _JSON_WORDS.items() if error.msg.startswith(start)), "an error")
        raise InputError(f"this is not JSON: {problem} at line {error.lineno}, column {error.colno}") from None
    except InputError as error:
        raise InputError(f"this is not JSON that can be read: {error}") from None
    except ValueError:
        raise InputError("this is not JSON that can be read: a number in it is too long") from None
    except RecursionError:
        raise InputError(f"this is not JSON that can be read: {_TOO_DEEP}") from None
    return value


_TOO_DEEP = f"it is nested too deep, over {DEPTH} levels"
_JSON_WORDS = {
    "Expecting value": "a value is expected",
    "Expecting property name": "a name in double quotes is expected",
    "Illegal trailing comma": "a comma too many",
    "Expecting ',' delimiter": "a comma or a closing bracket is expected",
    "Expecting ':' delimiter": "a colon is expected",
    "Unterminated string": "a string is not closed, which begins",
    "Extra data": "extra text after the value",
    "Invalid control character": "a control character",
    "Invalid \\escape": "an invalid escape",
    "Invalid \\uXXXX escape": "an invalid escape",
}
"""Plain words for the decoder's messages, by how they begin."""


def _no_number(text: str) -> None:
    raise InputError(f"{text} is not a number")


def _levels(tokens: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Return the tokens of a text. Raise `InputError` if it is nested too deep, before any parser recurses into it."""
    depth = 0
    for token in tokens.finditer(text):
        if token["opens"]:
            depth += 1
            if depth > DEPTH:
                raise InputError(_TOO_DEEP)
        elif token["closes"]:
            depth = max(depth - 1, 0)
        yield token


def check_size(value: Any) -> None:
    """Raise `InputError` for a decoded value that is too deep, too large, or contains an infinite number.

    >>> check_size({"seats": [10**30]})
    Traceback (most recent call last):
    cardroom.errors.InputError: a number of 31 digits is too large
    """
    waiting, count = [(value, 0)], 0
    while waiting:
        each, depth = waiting.pop()
        count += 1
        if depth > DEPTH:
            raise InputError(_TOO_DEEP)
        if count > MOST_VALUES:
            raise InputError(f"it has more than {MOST_VALUES:,} values in it")
        if isinstance(each, dict):
            waiting.extend((key, depth + 1) for key in each)
            waiting.extend((part, depth + 1) for part in each.values())
        elif isinstance(each, list):
            waiting.extend((part, depth + 1) for part in each)
        elif isinstance(each, str):
            if not each.isascii() and any("\ud800" <= letter <= "\udfff" for letter in each):
                raise InputError(f"{quoted(each)} contains half a surrogate pair")
        elif isinstance(each, float):
            if not math.isfinite(each):
                raise InputError(f"{each} is not a number")
        elif isinstance(each, int) and abs(each) > MOST_NUMBER:
            raise InputError(f"{quoted(each)} is too large")
