"""The numbering of the rule documents, read from their text: sections, rules, tables, notes, and the amount of other
text between them.

Their text is not ours and is not stored here. `CARDROOM_DOCUMENTS` names the folder of the documents; the default is
beside the project.
"""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

FOLDER = Path(os.environ.get("CARDROOM_DOCUMENTS", Path(__file__).parents[3] / "shared" / "seeds"))
FILES = {"brook-huh": "000", "washington-huh": "001", "wpt-huh": "002", "brook-fcf": "003", "500-club": "004"}

CALIFORNIA_RATES = "GEGR-002029"
TEXT = "text"
"""A paragraph or bullet without a number."""


class Numbering(NamedTuple):
    """How a document marks its sections and rules."""

    section: str
    """A line that begins a section, with the section's name in a group."""
    levels: tuple[str, ...]
    """The patterns that begin a rule, from the highest level down."""
    endnote: str = "$^"
    """The pattern that begins a note at the end of the document."""
    furniture: str = "$^"
    """Lines that are not part of the text: letterheads, greetings, page numbers."""


BROOK = Numbering(
    r"[#* ]*([A-I])\. The [^.]+", (r"(\d+)\. ", r"- ([a-c])\. ", r"- (i{1,3})\. "), r"(?:<sup>)?([iⁱ]{1,3})(?:</sup>)? "
)
NUMBERINGS = {
    "brook-huh": BROOK,
    "brook-fcf": BROOK,
    "washington-huh": Numbering(
        r"(Commercial Card Rooms|Tribal Casinos|Game Description|Rules of Play|Equipment|Gambling Promotions"
        r"|Optional Bonus Wagers|Trips Plus|Pocket Bonus|Bonus and Progressive Jackpots"
        r'|Bonus Jackpot or Progressive Jackpot|Bonus or Progressive Jackpot Definition|Appendix "[A-E]")'
        r"(?: Example Layouts)?",
        (r"(?:- )?(\d+)\. ",),
        furniture=r"\A.*?(?=^RE:)|^Dear [^\n]*|^[^\n]* Page \d of \d$|^Thank you.*?^cc: [^\n]*"
        r"|^Rules of Play\s+Washington.*?\.com$",
    ),
    "wpt-huh": Numbering(
        r"(DEALING PROCEDURES|TRIPS PLUS|POCKET BONUS|ALL 6 BONUS|PROGRESSIVE|Layout)\b(?! Paytables).*",
        (r"(\d+)\. ", r"- ([a-i])\) "),
        furniture=r"\ARules of Play.*?\.com$",
    ),
}


def text_of(document: str) -> str:
    """A document's text. If it is not available, the test is skipped with a message."""
    files = sorted(FOLDER.glob(f"{FILES[document]}_*.txt")) if FOLDER.is_dir() else []
    if not files:
        pytest.skip(f"{document}: its text is not in {FOLDER}, so its numbering is NOT checked; see CARDROOM_DOCUMENTS")
    return files[0].read_text(encoding="utf-8")


def numbered(text: str, how: Numbering) -> dict[str, list[str]]:
    """The items of each section: numbers of rules, `table:NAME`, `note:NUMBER`, and TEXT for unnumbered text.

    >>> how = Numbering(r"([A-Z])\\. .*", (r"(\\d+)\\. ", r"- ([a-z])\\. "))
    >>> text = "A. Play\\n\\n1. Bet.\\n- a. Much.\\n- b. Little.\\n2. Win.\\n\\nPays\\n\\nX\\tPays\\nFlush\\t5\\n\\nSo."
    >>> numbered(text, how)
    {'A': ['1', '1a', '1b', '2', 'table:Pays', 'text']}
    """
    sections: dict[str, list[str]] = {"preamble": []}
    at, path, notes = "preamble", [""] * len(how.levels), False
    for kind, output in _titled(_blocks(re.sub(how.furniture, "", text.strip(), flags=re.S | re.M), how)):
        if kind == "section":
            at, path, notes = _name(how.section, output.strip("#* ")), [""] * len(how.levels), False
            sections[at] = []
        elif kind == "table":
            sections[at].append(f"table:{output}")
        elif kind == "endnote":
            sections.setdefault("endnotes", []).append(f"note:{'i' * len(_name(how.endnote, output))}")
        elif output == "Notes:":
            notes = True
        elif rule := _rule(output, how):
            level, number = rule
            path[level:] = [number, *[""] * (len(path) - level - 1)]
            under = "".join(path[:2]) + "".join(f"-{each}" for each in path[2:] if each)
            sections[at].append(f"note:{number}" if notes else under)
        else:
            sections[at].append(TEXT)
    # A section with only a heading has a picture, or introduces the next one.
    return {at: items or [TEXT] for at, items in sections.items() if items or at != "preamble"}


def regulators_numbers(text: str) -> set[str]:
    """The regulator's numbers of the chapters in the 500 Club's book. Some are broken by a line end."""
    return {f"{letters}-{digits}" for letters, digits in re.findall(r"(GEG[AR])-\s*(\d{6})", text)}


def poker_chapters(text: str) -> list[set[str]]:
    """The numbers that begin a line in each of the 500 Club's poker chapters, in the order of the book.

    A chapter ends with a reference to the collection rates. The scan has lost most of the numbers; each remaining one
    must have a rule.
    """
    pieces = re.split(r"Collection\s+Rates\s+\((GEG[AR]-\d+)\)\.", text)
    ended = zip(pieces[::2], pieces[1::2], strict=False)
    chapters = [chapter for chapter, rates in ended if rates != CALIFORNIA_RATES]
    return [set(re.findall(r"(?m)^\s*(\d{1,2})[.,]\s", chapter)) for chapter in chapters]


def runs(items: Iterable[str]) -> list[tuple[str, int]]:
    """A list in which consecutive texts are merged, with their number."""
    return [(item, len(list(group))) for item, group in groupby(items)]


def _name(pattern: str, text: str) -> str:
    match = re.match(pattern, text)
    return match[1] if match else ""


def _rule(text: str, how: Numbering) -> tuple[int, str] | None:
    marked = ((level, re.match(begins, text)) for level, begins in enumerate(how.levels))
    return next(((level, match[1]) for level, match in marked if match), None)


def _blocks(text: str, how: Numbering) -> list[tuple[str, str]]:
    """The blocks of the text: sections, tables, notes at the end, list items, and paragraphs."""
    blocks: list[tuple[str, str]] = []
    blank = True
    for line in text.splitlines():
        output = line.strip()
        if output and not re.fullmatch(r"(?!Notes)[A-Z][\w<>/ ]{,40}:", output):  # no heading within a section
            kind = _kind(line, how)
            last, before = blocks[-1] if blocks else ("", "")
            if kind == "table":
                goes_on = last == kind and (not blank or not _heads(output))
            else:
                broken = bool(re.match(r"(- )?[a-z]", output)) and kind in ("item", "text") and not _rule(output, how)
                goes_on = (last in ("item", "text") and broken) or (kind == last == "text" and not blank)
            if goes_on:
                blocks[-1] = last, f"{before}\n{line if kind == 'table' else output}"
            else:
                blocks.append((kind, line if kind == "table" else output))
        blank = not output
    return blocks


def _kind(line: str, how: Numbering) -> str:
    text = line.strip()
    if "\t" in line:
        return "table"
    if re.fullmatch(how.section, text.strip("#* ")):
        return "section"
    if re.match(how.endnote, text):
        return "endnote"
    return "item" if text.startswith(("- ", "• ")) or _rule(text, how) else "text"


def _heads(row: str) -> bool:
    """Whether a row of a table has headings. After a page break a table continues without them."""
    return not re.search(r"\d", row.rsplit("\t", maxsplit=1)[-1])


def _titled(blocks: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The same, with tables named by their number, their title, their subject, or their first cell."""
    for place, (kind, text) in enumerate(blocks):
        following = blocks[place + 1][0] if place + 1 < len(blocks) else ""
        last, before = blocks[place - 1] if place else ("", "")
        if kind == "table":
            name = re.sub(r"<.*?>", "", text.split("\t")[0])
            if last == "text" and _is_title(before):
                name = re.sub(r"Table (\d+)\..*", r"\1", before.strip("* "))
            elif last == "text" and (about := re.match(r"\*?([\w ]+)\*?: ", before)):
                name = about[1]
            yield kind, name
        elif not (kind == "text" and following == "table" and _is_title(text)):
            yield kind, text


def _is_title(text: str) -> bool:
    return len(text.split()) <= 14 and not text.endswith((".", ":", ";"))
