"""Rounds in files: our own records as JSON, poker hands of any origin as PHH; found, taken apart and played again."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cardroom.cli.common import json_values, read_text
from cardroom.games import game, game_of
from cardroom.money import cents
from cardroom.play import Record, Round
from cardroom.play.phh import RecordedHand, play_recorded, read_phh
from cardroom.play.record import RecordError, replay
from cardroom.rulebook import rule_set, with_house_rules

__all__ = ["Again", "Written", "found_files", "in_chips", "read_written", "run_again"]

PHH = (".phh", ".phhs")
RECORDS = (".json", ".jsonl")
_same_game = lru_cache(maxsize=256)(game)
"""Hands of a collection are of few games and stakes."""
_VARIANT = re.compile(r"^variant\s*=", re.MULTILINE)
_HAND = re.compile(r"^\[([^\[\]\n]+)\][ \t]*(?:#.*)?$", re.MULTILINE)
"""How a hand of a collection begins."""


class Written(NamedTuple):
    """A round as a file has it, not yet judged."""

    file: str
    hand: str
    """Which of the file's rounds it is, where there may be several: "line 3", "hand 17"."""
    text: str
    phh: bool
    broken: str = ""
    """Why nothing could be read, if so."""

    @property
    def where(self) -> str:
        """The place, for people."""
        return f"{self.file}, {self.hand}" if self.hand else self.file


class Again(NamedTuple):
    """A round that was played again, and the recorded hand it came from, if that was not our own."""

    round: Round
    recorded: RecordedHand | None = None


def found_files(paths: Sequence[str]) -> Iterator[str]:
    """The files named, and those of the folders named that may hold rounds, in order."""
    for path in paths:
        if path != "-" and Path(path).is_dir():
            inside = (each for each in sorted(Path(path).rglob("*")) if each.suffix in (*PHH, *RECORDS))
            yield from (str(each) for each in inside if each.is_file())
        else:
            yield path


def read_written(file: str) -> Iterator[Written]:
    """The rounds of a file; - is standard input. What kind they are is told by the file's name, else by how it begins.

    A collection is taken apart here, so that one damaged hand does not take the others with it.
    """
    name, suffix, text = "standard input" if file == "-" else file, Path(file).suffix, read_text(file)
    if suffix in PHH or (suffix not in RECORDS and _VARIANT.search(text)):
        yield from _hands(name, text)
        return
    for where, _, line in json_values(file, text):
        name, _, place = where.rpartition(", line ")
        yield Written(name or where, f"line {place}" if name else "", line, phh=False)


def _hands(name: str, text: str) -> Iterator[Written]:
    heads = list(_HAND.finditer(text))
    if not heads or _VARIANT.search(text, endpos=heads[0].start()):  # tables after a hand are notes of its author
        yield Written(name, "", text, phh=True)
        return
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=False):
        yield Written(name, f"hand {head[1].strip()}", text[head.end() : end], phh=True)


def run_again(written: Written) -> Again:
    """Play a round again; a ValueError says where it does not agree with itself, or with what was recorded."""
    if written.phh:
        (hand,) = read_phh(written.text)
        return Again(play_recorded(hand, _same_game), hand)
    kept = Record.from_json(written.text)
    try:
        rules = with_house_rules(rule_set(kept.game, kept.rules.set), kept.rules.house)
    except ValueError as error:
        raise RecordError(f"rules: {error}") from None
    return Again(replay(kept, game_of(rules)))


def in_chips(line: str, hand: RecordedHand) -> str:
    """A line with amounts in the recorded hand's own chips, of which the engine counts the smallest part as a cent.

    >>> in_chips("Seat 2 raises to $1.05", RecordedHand("NT", {}, (), (), (), scale=10))
    'Seat 2 raises to 10.5'
    """

    def chips(amount: re.Match[str]) -> str:
        number = Fraction(cents(amount[0]), hand.scale)
        return f"{int(number):,}" if number.denominator == 1 else f"{float(number):,}"

    return re.sub(r"\$\d+(?:,\d{3})*(?:\.\d+)?", chips, line)
