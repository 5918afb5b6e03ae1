"""Corrupt valid texts: by bytes, by words that have broken parsers before, and by their structure."""

import json
import tomllib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fuzz.values import HOSTILE_NUMBERS, HOSTILE_TEXTS, hostile, is_json

TOKENS = (
    *(text.encode() for text in HOSTILE_TEXTS),
    b"[" * 40,
    b"[" * 5000,
    b"{" * 40,
    b"{a=" * 200,
    b'{"a":' * 200,
    b"]" * 10,
    b'"""',
    b"'''",
    b'"',
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\\U0001F0A1",
    b"a." * 13 + b"a",
    b"a." * 20_000 + b"a",
    b"=",
    b"\n",
    b"\r",
    b"#",
    b",",
    b"9" * 400,
    b"9" * 5000,
    b"0x" + b"f" * 3000,
    b"-0",
    b"1e999",
    b"1e-999",
    b"nan",
    b"inf",
    b"NaN",
    b"Infinity",
    b"true",
    b"null",
    b"2024-02-30",
    b"1979-05-27T07:32:00Z",
    b"07:32:00",
    b"[[a]]\n",
    b"[a]\n",
    b'extends = "500-club"\n',
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\x00",
    b"\x1b[31m",
)


def spoiled(rng: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    """A text with one to four changes to its bytes."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice(_WAYS)(rng, text, others)
    return text


def _span(rng: Random, text: bytes) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((1, 1, 2, 8, 40, 400)))


def _delete(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _flip(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    if not text:
        return text
    place = rng.randrange(len(text))
    return text[:place] + bytes([text[place] ^ (1 << rng.randrange(8))]) + text[place + 1 :]


def _insert(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice(TOKENS) + text[place:]


def _exchange(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """A word exchanged for another."""
    start, end = _span(rng, text)
    return text[:start] + rng.choice(TOKENS) + text[end:]


def _repeat(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, text)
    return text[:end] + text[start:end] * rng.choice((1, 2, 50)) + text[end:]


def _move(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return text
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    return b"".join(lines)


def _cut(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    return text[: rng.randrange(len(text) + 1)]


def _splice(rng: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    start, end = _span(rng, other := rng.choice(others))
    place = rng.randrange(len(text) + 1)
    return text[:place] + other[start:end] + text[place:]


def _digit(rng: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """A number exchanged for another."""
    places = [place for place, byte in enumerate(text) if byte in b"0123456789"]
    if not places:
        return text
    place = rng.choice(places)
    return text[:place] + str(rng.choice(HOSTILE_NUMBERS)).encode() + text[place + 1 :]


_WAYS: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    _delete,
    _flip,
    _insert,
    _exchange,
    _repeat,
    _move,
    _cut,
    _splice,
    _digit,
)


# -- structure ---------------------------------------------------------------------------------------------------------


def reshaped(rng: Random, value: Any) -> Any:
    """A copy of a tree of lists and objects with one to three nodes changed."""
    value = json.loads(json.dumps(value, default=str))
    for _ in range(rng.choice((1, 1, 2, 3))):
        value = _changed(rng, value)
    return value


def _changed(rng: Random, value: Any) -> Any:
    holder, key = _node(rng, value)
    if holder is None:
        return _plain(rng)
    if isinstance(holder, list):
        match rng.randrange(4):
            case 0:
                holder[key] = _plain(rng)
            case 1:
                del holder[key]
            case 2:
                holder.insert(key, holder[key])
            case 3:
                holder[key] = rng.choice(holder)
        return value
    match rng.randrange(6):
        case 0 | 1:
            holder[key] = _plain(rng)
        case 2:
            del holder[key]
        case 3:
            holder[rng.choice((*HOSTILE_TEXTS[:9], *holder))] = holder.pop(key)
        case 4:
            holder[key] = rng.choice(list(holder.values()))
        case 5:
            holder[str(_plain(rng))[:40]] = _plain(rng)
    return value


def _node(rng: Random, value: Any) -> tuple[Any, Any]:
    """A random place in a tree: its container and its key."""
    places: list[tuple[Any, Any]] = [(None, None)]
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            places.extend((each, key) for key in each)
            waiting.extend(each.values())
        elif isinstance(each, list):
            places.extend((each, key) for key in range(len(each)))
            waiting.extend(each)
    return rng.choice(places[1:] or places)


def _plain(rng: Random) -> Any:
    """A hostile JSON value."""
    while not is_json(value := hostile(rng)):
        continue
    return value


def toml_text(table: dict[str, Any]) -> bytes:
    """A table as TOML, with one key per line."""
    return "".join(f"{_quoted(name)} = {_toml(value)}\n" for name, value in table.items()).encode(errors="replace")


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case None:
            return '""'
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{_quoted(name)} = {_toml(each)}" for name, each in value.items()) + "}"
    return repr(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_spoiled(rng: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    """A TOML text corrupted by its bytes or, equally often, by its structure."""
    if rng.random() < 0.5:
        return spoiled(rng, text, others)
    try:
        table = reshaped(rng, tomllib.loads(text.decode()))
    except ValueError:
        return spoiled(rng, text, others)
    return toml_text(table) if isinstance(table, dict) else str(table).encode(errors="replace")


def json_spoiled(rng: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    """A JSON text corrupted in the same way."""
    if rng.random() < 0.3:
        return spoiled(rng, text, others)
    try:
        return json.dumps(reshaped(rng, json.loads(text))).encode()
    except ValueError:
        return spoiled(rng, text, others)
