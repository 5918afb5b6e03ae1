"""Rounds in files: our own records as JSON with the shuffles they name, poker hands of any origin as PHH.

They are found, taken apart and played again here. What a file of records has in it, `records` writes.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.cards.reading import from_transcript
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.cli.common import json_values, read_text
from cardroom.games import game, game_by_digest
from cardroom.money import cents
from cardroom.play import Record, Round
from cardroom.play.phh import RecordedHand, play_recorded, read_phh
from cardroom.play.record import RecordError, replay, transcript_key
from cardroom.verifier import SIGNATURE

__all__ = [
    "KNOWN",
    "Again",
    "Written",
    "found_files",
    "in_chips",
    "is_shuffle",
    "read_shuffles",
    "read_written",
    "run_again",
    "shuffles_in",
]

PHH = (".phh", ".phhs")
RECORDS = (".json", ".jsonl")
KNOWN = (*RECORDS, *PHH)
"""How the names of files end that may hold rounds."""
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
    shuffle: str = ""
    """The transcript of the shuffle that a record names, where there is one."""

    @property
    def where(self) -> str:
        """The place, for people."""
        return f"{self.file}, {self.hand}" if self.hand else self.file


class Again(NamedTuple):
    """A round that was played again, and the recorded hand it came from, if that was not our own."""

    round: Round
    recorded: RecordedHand | None = None


def found_files(paths: Sequence[str]) -> tuple[list[str], int]:
    """The files named, and those of the folders named that may hold rounds, in order; and how many others are there."""
    files: list[str] = []
    others = 0
    for path in paths:
        if path != "-" and Path(path).is_dir():
            inside = [each for each in sorted(Path(path).rglob("*")) if each.is_file()]
            rounds = [str(each) for each in inside if _suffix(each) in KNOWN]
            files += rounds
            others += len(inside) - len(rounds)
        else:
            files.append(path)
    return files, others


def _suffix(file: str | Path) -> str:
    return Path(file).suffix.lower()


def read_written(file: str, elsewhere: Mapping[str, str] | None = None, text: str | None = None) -> Iterator[Written]:
    """The rounds of a file; - is standard input. What kind they are is told by the file's name, else by how it begins.

    `elsewhere` are shuffles that are not in the file, by what records call them; `text` is what is in it, where that
    has been read already. A collection of hands is taken apart
    here, so that one damaged hand does not take the others with it.
    """
    name, suffix, text = (
        "standard input" if file == "-" else file,
        _suffix(file),
        read_text(file) if text is None else text,
    )
    if suffix in PHH or (suffix not in RECORDS and _VARIANT.search(text)):
        yield from _hands(name, text)
        return
    values = list(json_values(file, text))
    shuffles = {**(elsewhere or {}), **shuffles_in(values)}
    for where, value, line in values:
        if not is_shuffle(value) and not is_signature(value):
            name, _, place = where.rpartition(", line ")
            found = shuffles.get(_shuffle_of(value), "")
            yield Written(name or where, f"line {place}" if name else "", line, phh=False, shuffle=found)


def read_shuffles(file: str) -> dict[str, str]:
    """The shuffles of a file, by what records call them."""
    return shuffles_in(json_values(file))


def shuffles_in(values: Iterable[tuple[str, Any, str]]) -> dict[str, str]:
    """The same of a file's JSON values, each with where it stands and its text."""
    found: dict[str, str] = {}
    for _, value, text in values:
        if is_shuffle(value):
            try:
                key = transcript_key(value)
                if key not in found or "secret" in value:  # of several, one that can be dealt from
                    found[key] = text
            except RecordError:  # one that cannot be read is none: a round that needs it says that it is missing
                continue
    return found


def is_shuffle(value: Any) -> bool:
    """Whether a JSON value is a shuffle's transcript, of whatever kind, and not a round.

    >>> is_shuffle({"version": "cardroom-shuffle-2", "kind": "given"}), is_shuffle({"format": "cardroom-round-3"})
    (True, False)
    """
    return isinstance(value, dict) and "version" in value


def is_signature(value: Any) -> bool:
    """Whether a JSON value is the house's signature under rounds."""
    return isinstance(value, dict) and value.get("format") == SIGNATURE


def _shuffle_of(value: Any) -> str:
    """What a JSON value that may be a record calls its shuffle."""
    opening = value.get("opening") if isinstance(value, dict) else None
    return str(opening.get("shuffle", "")) if isinstance(opening, dict) else ""


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
    opening = kept.opening
    if not written.shuffle:
        raise RecordError(
            f"shuffle: the round was dealt from {opening.shuffle[:18]}..., which is not in the file: "
            "name the file that has it by --shuffles"
        )
    try:
        found = game_by_digest(opening.game, opening.rules)
    except ValueError as error:
        raise RecordError(f"rules: {error}") from None
    return Again(replay(kept, found, _read_shuffle(written.shuffle)))


@lru_cache(maxsize=64)
def _read_shuffle(text: str) -> Shuffle | SealedShuffle:
    """A shuffle from its transcript; rounds of one shoe follow each other."""
    try:
        return from_transcript(json.loads(text))
    except ValueError as error:
        raise RecordError(f"shuffle: {error}") from None


def in_chips(line: str, hand: RecordedHand) -> str:
    """A line with amounts in the recorded hand's own chips, of which the engine counts the smallest part as a cent.

    >>> in_chips("Seat 2 raises to $1.05", RecordedHand("NT", {}, (), (), (), scale=10))
    'Seat 2 raises to 10.5'
    """

    def chips(amount: re.Match[str]) -> str:
        number = Fraction(cents(amount[0]), hand.scale)
        return f"{int(number):,}" if number.denominator == 1 else f"{float(number):,}"

    return re.sub(r"\$\d+(?:,\d{3})*(?:\.\d+)?", chips, line)
