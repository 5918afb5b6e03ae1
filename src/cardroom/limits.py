"""How much may come from outside: every limit in one place, and the readers that keep to them.

Rule sets, recorded hands, records, answers, arguments and files are anybody's. They are read through here, so that
none can hang a program or fill its memory. What is too much is `InputError`; the message does not name the file, for
whoever reads one knows it and says which kind of error it is.
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
"""Bytes of a file of rules; the longest that is built in has ten thousand."""
TEXT_BYTES = 1 << 22
"""Bytes of any other text that is read at once: one JSON value, one recorded hand."""
OUTPUT_BYTES = 1 << 26
"""Bytes of what a command wrote itself and reads again: a page, a sheet, an auditor's mark of very many accounts."""
KEY_BYTES = 1 << 14
"""Bytes of a file that holds a key."""
LINE_BYTES = 1 << 20
"""Bytes of a line, in files that are read line by line: there may be as many lines as anybody deals rounds ..."""
MOST_LINES = 5_000_000
"""... up to here, where a source has no end."""
MOST_FILES = 100_000
"""Files of a folder that is looked through."""
DEPTH = 32
"""Lists and objects in one another."""
KEY_PARTS = 12
"""Parts of a key with dots in it."""
MOST_VALUES = 500_000
"""Values in one text."""
MOST_NUMBER = 10**18
"""The greatest whole number, below nothing too."""
MOST_CENTS = 10**15
"""More than all chips of all houses."""
MOST_ODDS, MOST_PARTS = 10**9, 10**4
"""What odds may pay, and for how much: at most 1,000,000,000 to 10,000, in lowest terms."""
LONGEST_NAME = 64
"""Letters of a player's name."""
LONGEST_ARGUMENT = 4096
"""Letters of a command's argument, or of a line that somebody types."""
MOST_WORKERS = 256
"""Processes at once."""

MOST_EXTENDED = 8
"""Rule sets that extend each other in a row."""
MOST_SEATS, MOST_PACKS, MOST_CARDS, MOST_TURNS = 30, 16, 100, 99
"""Seats of a table, packs in a shoe, cards of a kind for one player, rounds in a row."""
MOST_HOUSE_RULES, MOST_WAGERS, MOST_TABLES, MOST_ENTRIES = 200, 100, 500, 1000
"""House rules, wagers, pay tables, and what else a rule set lists: lines, choices, schedules, notices, figures."""

# -- files -------------------------------------------------------------------------------------------------------------

_CHUNK = 1 << 16


def read_text(file: str | Path, most: int = TEXT_BYTES) -> str:
    """All of a file as text, if it is not too long; - is standard input."""
    data = bytearray()
    for chunk in _chunks(file):
        data += chunk
        if len(data) > most:
            raise InputError(f"it is longer than the {_size(most)} that are read")
    return _text(bytes(data), 0)


def read_lines(
    file: str | Path,
    most: int = LINE_BYTES,
    recode: Callable[[Iterator[bytes]], Iterator[bytes]] | None = None,
) -> Iterator[str]:
    """The lines of a file one after the other, each with its end; - is standard input.

    `recode` turns the bytes of a file that may not be UTF-8 into bytes that are.
    """
    rest, before, number = b"", 0, 0
    for chunk in recode(_chunks(file)) if recode else _chunks(file):
        *ended, rest = (rest + chunk).split(b"\n")
        for place, line in enumerate((*ended, rest), number + 1):
            if len(line) > most:
                raise InputError(f"line {place:,} is longer than the {_size(most)} that are read")
        number += len(ended)
        if number > MOST_LINES:
            raise InputError(f"it has more than {MOST_LINES:,} lines")
        for line in ended:
            yield _text(line + b"\n", before)
            before += len(line) + 1
    if rest:
        yield _text(rest, before)


def _chunks(file: str | Path) -> Iterator[bytes]:
    """What is in a file, part by part. A pipe that nobody writes to has nothing in it: it is not waited for."""
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
"""What counts for the depth of a text: brackets, but not those in texts. A text without an end goes to the end."""


def toml_table(text: str, most: int = TEXT_BYTES, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The table that a TOML text holds.

    >>> toml_table("seats.most = 7")
    {'seats': {'most': 7}}
    >>> toml_table("a = " + "[" * 100)
    Traceback (most recent call last):
    cardroom.errors.InputError: it is nested too deep, over 32 levels
    """
    if len(text) > most:
        raise InputError(f"it is longer than the {_size(most)} that are read")
    for found in _levels(_TOML, text):
        if found["key"] and len(found["key"]) > KEY_PARTS and len(_PIECES.findall(found["key"])) > KEY_PARTS:
            line = text.count("\n", 0, found.start()) + 1
            raise InputError(f"a key in line {line} has more than {KEY_PARTS} parts with dots between them")
    try:
        table = tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"it is not TOML: {error}") from None
    except ValueError as error:
        long = "Exceeds the limit" in str(error)  # what Python says of a number that takes long to read
        raise InputError("a number in it is too long" if long else f"it is not TOML: {error}") from None
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    check_size(table)
    return table


def json_value(text: str) -> Any:
    """The value that a JSON text holds.

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
        said = next((words for start, words in _JSON_WORDS.items() if error.msg.startswith(start)), "it goes wrong")
        raise InputError(f"this is not JSON: {said} at line {error.lineno}, column {error.colno}") from None
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


def _no_number(text: str) -> None:
    raise InputError(f"{text} is no number")


def _levels(tokens: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The tokens of a text, which is refused before anything recurses into it if it is too deep."""
    depth = 0
    for found in tokens.finditer(text):
        if found["opens"]:
            depth += 1
            if depth > DEPTH:
                raise InputError(_TOO_DEEP)
        elif found["closes"]:
            depth = max(depth - 1, 0)
        yield found


def check_size(value: Any) -> None:
    """Refuse a value, as a decoder made it, that is too deep, too large, or has a number in it that is none.

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
                raise InputError(f"{quoted(each)} has half a character in it")
        elif isinstance(each, float):
            if not math.isfinite(each):
                raise InputError(f"{each} is no number")
        elif isinstance(each, int) and abs(each) > MOST_NUMBER:
            raise InputError(f"{quoted(each)} is too large")
