r"""What came from outside, made fit to be shown: one function for each kind of reader.

Names, texts of rule sets, recorded hands, file names and arguments are anybody's. `visible` is for terminals and
messages, `markdown` for pages, `cell` for spreadsheets, `plain_json` for JSON. `quoted` says any value in a message,
`decoded` puts a decoder's findings into plain words.

>>> print(visible("ann\x1b[2J"), markdown("<script>"), cell("=1+1"))
ann\x1b[2J &lt;script> '=1+1
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

__all__ = ["KINDS", "cell", "decoded", "markdown", "plain_json", "quoted", "short", "visible"]

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Characters that steer a terminal or turn the order of writing, or that no font has, instead of being seen."""
LONGEST = 60
"""Letters of a text that a message repeats."""
LONGEST_MESSAGE = 4000
"""Letters of a message: whoever gets more reads none of it."""
MOST_DIGITS = 25
"""Digits of a number that a message repeats."""
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""So a cell begins that a spreadsheet may take for something to be computed."""
_MARKS = re.compile(r"[&<\\|`\[*~_:@]|[Ww]{3}\.|^[#>+=\d-]")
"""What Markdown or HTML could interpret has one of these; most texts have none."""

KINDS = {
    "array": "a list",
    "bool": "true or false",
    "date": "a date",
    "datetime": "a date",
    "dict": "an object",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "NoneType": "null",
    "null": "null",
    "object": "an object",
    "str": "a text",
    "time": "a time",
}
"""What people call the types of JSON and TOML."""


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


def short(text: str, most: int = LONGEST_MESSAGE) -> str:
    """A text that is not longer than somebody will read.

    >>> short("a" * 100, 10)
    'aaaaaaa...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def markdown(text: str) -> str:
    r"""A text in which Markdown and HTML find nothing to interpret, on one line.

    >>> print(markdown("one | two <script> &lt; [here](there) *so*"))
    one \| two &lt;script> &amp;lt; \[here](there) \*so\*
    """
    text = visible(" ".join(text.split()))
    if not _MARKS.search(text):
        return text
    text = re.sub(r"&(?=#?\w+;)", "&amp;", text).replace("<", "&lt;")
    text = re.sub(r"([\\|`\[*~])", r"\\\1", text)
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)  # inside a word it is only a letter
    text = re.sub(r"^([#>+-]|\d{1,9}[.)])(?=\s|$)|^(-{3,}|={3,})$", _unmarked, text)
    return re.sub(r"(?i)\b(https?|ftp|mailto|xmpp):|\bwww\.|(?<=\w)@(?=\w)", _unlinked, text)


def _unmarked(found: re.Match[str]) -> str:
    """What would begin a heading, a list or a quotation, begun otherwise."""
    return found[0][:-1] + "\\" + found[0][-1] if found[0][0].isdigit() else "\\" + found[0]


def _unlinked(found: re.Match[str]) -> str:
    """What would become a link by itself, with its sign as an entity."""
    return re.sub(r"[:.@]", lambda sign: f"&#{ord(sign[0])};", found[0])


def cell(value: Any) -> Any:
    r"""A cell of a table for a spreadsheet; text that would be taken for a formula is made plain text.

    >>> cell("+SUM(A1)"), cell("-1/3"), cell("\tcmd"), cell(5)
    ("'+SUM(A1)", '-1/3', "'\\tcmd", 5)
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if value.lstrip(" \u00a0\u3000").startswith(FORMULA) and not _is_number(value) else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?(\d+(\.\d*|/\d+)?|\.\d+)(e[+-]?\d+)?%?", text, re.ASCII) is not None


def plain_json(text: str) -> str:
    r"""A JSON text in which nothing is hidden; it says the same.

    >>> print(plain_json('{"name": "Zoë\u202e\x7f"}'))
    {"name": "Zoë\u202e\u007f"}
    """
    return text if text.isprintable() else re.sub(r"[^\n\x20-\x7e]", _escape, text)


def _escape(found: re.Match[str]) -> str:
    if unicodedata.category(found[0]) not in HIDDEN:
        return found[0]
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


# -- values and findings in messages ----------------------------------------------------------------------------------


def quoted(value: Any, depth: int = 2) -> str:
    """A value as a message repeats it, whatever it is: never long, and never an error of its own.

    >>> quoted("a"), quoted(Fraction(1, 2)), quoted(10**5000)
    ("'a'", '1/2', 'a number of 5001 digits')
    >>> quoted([1, [2, [3, [4]]]]), quoted({"a": 1.5})
    ('[1, [2, [...]]]', "{'a': 1.5}")
    """
    match value:
        case bool() | float() | None:
            return repr(value)
        case str():
            return repr(value) if len(value) <= LONGEST else f"{value[: LONGEST - 3]!r}..."
        case bytes():
            return f"{len(value)} bytes"
        case int():
            return str(value) if abs(value) < 10**MOST_DIGITS else f"a number of {_digits(value)} digits"
        case Fraction():
            if max(abs(value.numerator), value.denominator) < 10**MOST_DIGITS:
                return str(value)
            return f"a fraction with {_digits(value.denominator)} digits below the line"
        case list() | tuple() | set() | frozenset():
            return f"[{_some(value, depth, quoted)}]"
        case Mapping():
            return f"{{{_some(value.items(), depth, _pair)}}}"
    return KINDS.get(type(value).__name__, f"a {type(value).__name__}")


def _some(values: Any, depth: int, tell: Callable[[Any, int], str]) -> str:
    """The first few of several things."""
    if not depth:
        return "..." if values else ""
    first = [tell(each, depth - 1) for each, _ in zip(values, range(6), strict=False)]
    return ", ".join([*first, "..."] if len(values) > len(first) else first)


def _pair(pair: tuple[Any, Any], depth: int) -> str:
    return f"{quoted(pair[0], depth)}: {quoted(pair[1], depth)}"


def _digits(number: int) -> int:
    """How many digits a number has; to be printed it may have too many."""
    digits = int(abs(number).bit_length() * 0.30102999566398)
    return digits + 1 if abs(number) >= 10**digits else digits


def decoded(message: str) -> str:
    """A message in which a decoder's findings stand in plain words; other messages are left as they are.

    >>> decoded("not a round record: Object missing required field `format`")
    'not a round record: the field format is missing'
    >>> decoded("not a round record: Expected `int`, got `str` - at `stacks[...]`")
    'not a round record: a whole number is expected, not a text, in stacks'
    >>> decoded("Expected `int` <= 30 - at `$.seats.most`")
    'a whole number up to 30 is expected, in seats.most'
    """
    for pattern, words in _DECODER_WORDS:
        message = pattern.sub(words, message)
    return message


def _kind(said: str) -> str:
    return " or ".join(KINDS.get(each, each) for each in said.split(" | "))


def _kinds(found: re.Match[str]) -> str:
    return f"{_kind(found[1])} is expected, not {_kind(found[2])}"


def _bounds(found: re.Match[str]) -> str:
    wanted, sign, bound = found.groups()
    return f"{_kind(wanted)} {'up to' if sign == '<=' else 'from'} {bound} is expected"


def _lengths(found: re.Match[str]) -> str:
    wanted, sign, bound = found.groups()
    least = "at most" if sign == "<=" else "at least"
    return f"{_kind(wanted)} of {least} {bound} {'letters' if wanted == 'str' else 'parts'} is expected"


def _place(found: re.Match[str]) -> str:
    place = re.sub(r"\[\.\.\.\]|`|\$\.?", "", found[1])
    return f", in {place}" if place not in ("", "the top") else ""


_DECODER_WORDS: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(r"Object missing required field `(.*?)`"), r"the field \1 is missing"),
    (re.compile(r"Object contains unknown field `(.*?)`"), r"unknown field \1"),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), _kinds),
    (re.compile(r"Expected `(int|float|int \| null)` ([<>]=) (-?\d+)"), _bounds),
    (re.compile(r"Expected `([^`]*)` of length ([<>]=) (\d+)"), _lengths),
    (re.compile(r"Expected `array` of length (\d+), got (\d+)"), r"a list of \1 is expected, not of \2"),
    (re.compile(r"Expected `([^`]*)`"), lambda found: f"{_kind(found[1])} is expected"),
    (re.compile(r"Invalid enum value (.{1,80}?)(?= - at|$)"), r"\1 is not possible here"),
    (re.compile(r"Invalid value '?(.{1,80}?)'?(?= - at|$)"), r"'\1' is not possible here"),
    (re.compile(r"(Integer value|Number) out of range"), "a number is too large"),
    (re.compile(r"Input data was truncated"), "it ends too early"),
    (re.compile(r"maximum recursion depth exceeded[a-z ]*"), "it is nested too deep"),
    (re.compile(r"'utf-8' codec can't decode byte.* in position (\d+).*"), r"it is not text in UTF-8 from byte \1 on"),
    (re.compile(r"JSON is malformed: [^()]*\(byte (\d+)\)"), r"this is not JSON from byte \1 on"),
    (re.compile(r" - at (`\$?[^`]*`|the top)$"), _place),
)
"""What msgspec says, and what that means."""
