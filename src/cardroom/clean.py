r"""Make untrusted text safe to show: one function for each kind of reader.

Names, texts of rule sets, recorded hands, file names and arguments may be hostile. `visible` is for terminals and
messages, `markdown` for pages, `cell` for spreadsheets, `plain_json` for JSON. `quoted` formats any value for a
message. `decoder_error_text` rewrites a decoder's errors in plain words.

>>> print(visible("ann\x1b[2J"), markdown("<script>"), cell("=1+1"))
ann\x1b[2J &lt;script> '=1+1
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

__all__ = ["KINDS", "cell", "decoder_error_text", "markdown", "plain_json", "quoted", "short", "visible"]

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of invisible characters: they control a terminal, change the direction of writing, or have no glyph."""
LONGEST = 60
"""Characters of a text that a message quotes."""
LONGEST_MESSAGE = 4000
"""Characters of a message. No one reads a longer one."""
MOST_DIGITS = 25
"""Digits of a number that a message quotes."""
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""First characters of cells that a spreadsheet may take for a formula."""
_MARKS = re.compile(r"[&<\\|`\[*~_:@]|[Ww]{3}\.|^[#>+=\d-]")
"""Characters that Markdown or HTML could interpret. Most texts have none."""

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
"""Plain words for the types of JSON and TOML."""


def visible(text: str, keep: str = "") -> str:
    r"""Return the text with invisible characters escaped, except those in `keep`.

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
    """Shorten a text to at most `most` characters.

    >>> short("a" * 100, 10)
    'aaaaaaa...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def markdown(text: str) -> str:
    r"""Escape a text for Markdown and HTML, on one line.

    >>> print(markdown("one | two <script> &lt; [here](there) *so*"))
    one \| two &lt;script> &amp;lt; \[here](there) \*so\*
    """
    text = visible(" ".join(text.split()))
    if not _MARKS.search(text):
        return text
    text = re.sub(r"&(?=#?\w+;)", "&amp;", text).replace("<", "&lt;")
    text = re.sub(r"([\\|`\[*~])", r"\\\1", text)
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)  # inside a word, _ is plain text
    text = re.sub(r"^([#>+-]|\d{1,9}[.)])(?=\s|$)|^(-{3,}|={3,})$", _unmarked, text)
    return re.sub(r"(?i)\b(https?|ftp|mailto|xmpp):|\bwww\.|(?<=\w)@(?=\w)", _unlinked, text)


def _unmarked(match: re.Match[str]) -> str:
    """Escape the beginning of a heading, list or quotation."""
    return match[0][:-1] + "\\" + match[0][-1] if match[0][0].isdigit() else "\\" + match[0]


def _unlinked(match: re.Match[str]) -> str:
    """Escape an automatic link: its sign becomes an entity."""
    return re.sub(r"[:.@]", lambda sign: f"&#{ord(sign[0])};", match[0])


def cell(value: Any) -> Any:
    r"""Return a cell for a spreadsheet. Text that looks like a formula becomes plain text.

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
    r"""Escape invisible characters in a JSON text. Its value stays the same.

    >>> print(plain_json('{"name": "Zoë\u202e\x7f"}'))
    {"name": "Zoë\u202e\u007f"}
    """
    return text if text.isprintable() else re.sub(r"[^\n\x20-\x7e]", _escape, text)


def _escape(match: re.Match[str]) -> str:
    if unicodedata.category(match[0]) not in HIDDEN:
        return match[0]
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


# -- values and decoder errors in messages ----------------------------------------------------------------------------


def quoted(value: Any, depth: int = 2) -> str:
    """Format any value for a message. The result is short, and this never raises.

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


def _some(values: Any, depth: int, show: Callable[[Any, int], str]) -> str:
    """Format the first few values."""
    if not depth:
        return "..." if values else ""
    first = [show(each, depth - 1) for each, _ in zip(values, range(6), strict=False)]
    return ", ".join([*first, "..."] if len(values) > len(first) else first)


def _pair(pair: tuple[Any, Any], depth: int) -> str:
    return f"{quoted(pair[0], depth)}: {quoted(pair[1], depth)}"


def _digits(number: int) -> int:
    """Count the digits of a number without printing it."""
    digits = int(abs(number).bit_length() * 0.30102999566398)
    return digits + 1 if abs(number) >= 10**digits else digits


def decoder_error_text(message: str) -> str:
    """Rewrite a decoder's error in plain words. Other messages stay unchanged.

    >>> decoder_error_text("not a round record: Object missing required field `format`")
    'not a round record: the field format is missing'
    >>> decoder_error_text("not a round record: Expected `int`, got `str` - at `stacks[...]`")
    'not a round record: a whole number is expected, not a text, in stacks'
    >>> decoder_error_text("Expected `int` <= 30 - at `$.seats.most`")
    'a whole number up to 30 is expected, in seats.most'
    """
    for pattern, words in _DECODER_WORDS:
        message = pattern.sub(words, message)
    return message


def _kind(types: str) -> str:
    return " or ".join(KINDS.get(each, each) for each in types.split(" | "))


def _kinds(match: re.Match[str]) -> str:
    return f"{_kind(match[1])} is expected, not {_kind(match[2])}"


def _bounds(match: re.Match[str]) -> str:
    wanted, sign, bound = match.groups()
    return f"{_kind(wanted)} {'up to' if sign == '<=' else 'from'} {bound} is expected"


def _lengths(match: re.Match[str]) -> str:
    wanted, sign, bound = match.groups()
    least = "at most" if sign == "<=" else "at least"
    return f"{_kind(wanted)} of {least} {bound} {'characters' if wanted == 'str' else 'parts'} is expected"


def _place(match: re.Match[str]) -> str:
    place = re.sub(r"\[\.\.\.\]|`|\$\.?", "", match[1])
    return f", in {place}" if place not in ("", "the top") else ""


_DECODER_WORDS: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(r"Object missing required field `(.*?)`"), r"the field \1 is missing"),
    (re.compile(r"Object contains unknown field `(.*?)`"), r"unknown field \1"),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), _kinds),
    (re.compile(r"Expected `(int|float|int \| null)` ([<>]=) (-?\d+)"), _bounds),
    (re.compile(r"Expected `([^`]*)` of length ([<>]=) (\d+)"), _lengths),
    (re.compile(r"Expected `array` of length (\d+), got (\d+)"), r"a list of \1 is expected, not of \2"),
    (re.compile(r"Expected `([^`]*)`"), lambda match: f"{_kind(match[1])} is expected"),
    (re.compile(r"Invalid enum value (.{1,80}?)(?= - at|$)"), r"\1 is not possible here"),
    (
        re.compile(r"Invalid value \(at (line \d+, column \d+|end of document)\)"),
        r"a value is missing or is not TOML, at \1",
    ),
    (re.compile(r"Invalid value '?(.{1,80}?)'?(?= - at|$)"), r"'\1' is not possible here"),
    (re.compile(r"(Integer value|Number) out of range"), "a number is too large"),
    (re.compile(r"Input data was truncated"), "it ends too early"),
    (re.compile(r"maximum recursion depth exceeded[a-z ]*"), "it is nested too deep"),
    (re.compile(r"'utf-8' codec can't decode byte.* in position (\d+).*"), r"it is not text in UTF-8 from byte \1 on"),
    (re.compile(r"JSON is malformed: [^()]*\(byte (\d+)\)"), r"this is not JSON from byte \1 on"),
    (re.compile(r" - at (`\$?[^`]*`|the top)$"), _place),
)
"""Patterns of the errors of msgspec and tomllib, and their plain words."""
