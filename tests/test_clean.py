"""Input from outside is made safe to show, by one function for each kind of reader."""

import csv
import io
import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.clean import HIDDEN, cell, decoder_error_text, markdown, plain_json, quoted, short, visible

TEXTS = st.text(max_size=60) | st.text("<>[]()*_`|#\\&;:/\n\t\r =+-@\x1b\u202e a.w1", max_size=60)
NESTED = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.integers() | st.builds(pow, st.just(10), st.just(5000)),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text() | st.integers(), inner, max_size=9),
)


def hidden(text: str) -> list[str]:
    """The control characters of a text."""
    return [letter for letter in text if unicodedata.category(letter) in HIDDEN]


@given(TEXTS)
def test_text_for_a_terminal_hides_nothing(text: str) -> None:
    assert not hidden(visible(text))
    assert hidden(visible(text, keep="\n\t")) == [letter for letter in text if letter in "\n\t"]
    assert visible(visible(text)) == visible(text)


@given(TEXTS)
def test_markdown_finds_nothing_to_interpret(text: str) -> None:
    plain = markdown(text)
    assert not hidden(plain)
    assert "<" not in plain
    for sign in "|`[*~":
        assert not re.search(rf"(?<!\\)(?:\\\\)*{re.escape(sign)}", plain), "each is escaped"
    assert not re.match(r"(#{1,6}|>|[-+*]|\d+[.)])( |$)", plain)
    assert not re.search(r"(?i)https?:|www\.|\w@\w", plain), "nothing becomes a link by itself"
    assert not re.search(r"&(?!#(58|46|64);|lt;|amp;)#?\w+;", plain), "no entity but ours"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("[here](javascript:x)", r"\[here](javascript:x)"),
        ("![x](http://example.com/x.png)", r"!\[x](http&#58;//example.com/x.png)"),
        ("see www.example.com", "see www&#46;example.com"),
        ("a | b", r"a \| b"),
        ("# heading", r"\# heading"),
        ("- point", r"\- point"),
        ("12. point", r"12\. point"),
        ("a\n\n# b", "a # b"),
        ("jackpot_rate and *so* _on_", r"jackpot_rate and \*so\* \_on\_"),
        ("&lt;b&gt; AT&T", "&amp;lt;b&amp;gt; AT&T"),
        ("3 < 4 \x1b[2J", r"3 &lt; 4 \\x1b\[2J"),
    ],
)
def test_markdown_shows_the_letters_that_were_written(text: str, shown: str) -> None:
    assert markdown(text) == shown


@given(TEXTS)
def test_no_cell_is_a_formula(text: str) -> None:
    out = io.StringIO()
    csv.writer(out).writerow([cell(text)])
    (read,) = next(csv.reader([out.getvalue()])) or [""]
    assert not hidden(read)
    if read[:1] in tuple("=+-@\t\r") and read:
        assert re.fullmatch(r"[+-][\d./e%+-]+", read), "a number may begin so, and nothing else"


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"])
def test_formulas_become_text(text: str) -> None:
    assert cell(text).startswith("'")


@pytest.mark.parametrize("number", ["-1", "+5", "-1/3", "-0.0334", "-2.36%", "-1e-9", "-.5", "12"])
def test_a_number_stays_a_number(number: str) -> None:
    assert cell(number) == number


@given(st.dictionaries(TEXTS, TEXTS))
def test_plain_json_keeps_its_value_and_hides_nothing(value: dict[str, str]) -> None:
    for written in (json.dumps(value, indent=1), json.dumps(value, ensure_ascii=False)):
        plain = plain_json(written)
        assert not hidden(plain.replace("\n", ""))
        assert json.loads(plain) == value


@given(NESTED)
def test_any_value_can_be_quoted_in_a_line(value: object) -> None:
    message = quoted(value)
    assert message
    assert len(message) < 5000
    assert not hidden(message)


def test_deep_or_long_values_are_quoted_shortly() -> None:
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]
    assert quoted(deep) == "[[[...]]]"
    assert quoted(list(range(10**6))) == "[0, 1, 2, 3, 4, 5, ...]"
    assert quoted(-(10**4999)) == "a number of 5000 digits"
    assert quoted("x" * 1000) == repr("x" * 57) + "..."
    assert (quoted(object()), quoted(b"abc"), quoted({1})) == ("an object", "3 bytes", "[1]")
    assert short("x" * 10_000).endswith("x...")


@pytest.mark.parametrize(
    ("expected", "means"),
    [
        ("Expected `int`, got `str` - at `$.a`", "a whole number is expected, not a text, in a"),
        (
            "Expected `int | null`, got `array` - at `$[0].a[...]`",
            "a whole number or null is expected, not a list, in [0].a",
        ),
        ("Expected `int` >= 1 - at `$.a`", "a whole number from 1 is expected, in a"),
        ("Expected `array` of length <= 2 - at `$.b`", "a list of at most 2 parts is expected, in b"),
        ("Expected `array` of length 2, got 1", "a list of 2 is expected, not of 1"),
        ("Expected `str` of length <= 3 - at `$.f`", "a text of at most 3 characters is expected, in f"),
        ("Invalid enum value 'z' - at `$.c`", "'z' is not possible here, in c"),
        ("Object contains unknown field `q`", "unknown field q"),
        ("Number out of range - at `$.a`", "a number is too large, in a"),
    ],
)
def test_decoder_errors_become_plain_words(expected: str, means: str) -> None:
    assert decoder_error_text(expected) == means
