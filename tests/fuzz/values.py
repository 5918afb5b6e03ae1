"""Hostile values, each written as JSON so that it can be stored. `made` creates the value.

A plain JSON value stands for itself. A list that begins with "!" describes a value that JSON does not have.
"""

import json
from random import Random
from typing import Any

HOSTILE_TEXTS = (
    "",
    " ",
    "\x00",
    "\x1b[2J\x1b[H",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\u202eevil\u202c",
    "\u2066hidden\u2069",
    "\ufeff",
    "\u2028",
    "\x7f",
    "a\r\nb",
    "\ttab",
    "<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "![x](http://example.com/x.png)",
    "https://example.com",
    "=1+1",
    "+SUM(A1:A9)",
    "-2+3",
    "@cmd",
    "|pipe|",
    "`code`",
    "*bold* _under_ ~~gone~~",
    "# heading",
    "{minimum}",
    "{minimum:>999999999}",
    "{0}",
    "%s%n",
    "../../etc/passwd",
    "$(reboot)",
    "'; drop table rounds; --",
    "house",
    "dealer",
    "1.2",
    "nan",
    "inf",
    "1e9",
    "1e999999999",
    "0x10",
    "٣",
    "½",
    "9" * 30,
    "1" + ",000" * 50,
    "$-5",
    "-1",
    "1/0",
    "As",
    "AsAs",
    "Jk",
    "??",
    "zz",
    "é" * 70,
    "a" * 5000,
    "ß\u0301" * 40,
    "🂡",
)
HOSTILE_NUMBERS = (
    0,
    -0.0,
    -1,
    1,
    2,
    99,
    10**6,
    10**9,
    10**12,
    10**15,
    10**18,
    2**63,
    2**64,
    -(10**15),
    0.5,
    1e308,
    53,
    54,
)
MADE = (
    ["!", "power", 10, 5000],
    ["!", "power", -10, 4999],
    ["!", "deep", 3000],
    ["!", "deep object", 3000],
    ["!", "float", "nan"],
    ["!", "float", "inf"],
    ["!", "float", "-inf"],
    ["!", "bytes", 10],
    ["!", "set", [1, 2]],
    ["!", "tuple", [True]],
    ["!", "surrogate"],
    ["!", "object"],
    ["!", "many", 100_000],
)


def made(message: Any) -> Any:
    """The value that a JSON value stands for."""
    if isinstance(message, dict):
        return {name: made(value) for name, value in message.items()}
    if not isinstance(message, list):
        return message
    if message[:1] != ["!"]:
        return [made(each) for each in message]
    _, kind, *rest = message
    match kind:
        case "power":
            return rest[0] ** rest[1]
        case "deep":
            return _deep([], lambda inner: [inner], rest[0])
        case "deep object":
            return _deep({}, lambda inner: {"a": inner}, rest[0])
        case "float":
            return float(rest[0])
        case "bytes":
            return b"\xff" * rest[0]
        case "set":
            return set(rest[0])
        case "tuple":
            return tuple(rest[0])
        case "surrogate":
            return "\ud800"
        case "many":
            return [0] * rest[0]
    return object()


def _deep(value: Any, wrap: Any, levels: int) -> Any:
    for _ in range(levels):
        value = wrap(value)
    return value


def hostile(rng: Random, depth: int = 2) -> Any:
    """A hostile value, as JSON."""
    match rng.randrange(12 if depth else 8):
        case 0 | 1 | 2:
            return rng.choice(HOSTILE_TEXTS)
        case 3 | 4:
            return rng.choice(HOSTILE_NUMBERS)
        case 5:
            return rng.choice((None, True, False))
        case 6 | 7:
            return rng.choice(MADE)
        case 8 | 9:
            return [hostile(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {str(rng.choice(HOSTILE_TEXTS)): hostile(rng, depth - 1) for _ in range(rng.randrange(4))}


def is_json(value: Any) -> bool:
    """Whether a value stands for itself."""
    return '"!"' not in json.dumps(value)
