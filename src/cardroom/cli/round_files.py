"""Rounds in files: our own records as JSON with the shuffles they name, poker hands of any origin as PHH or in logs.

They are found, taken apart and played again here. What a file of records has in it, `records` writes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.cards.reading import from_transcript
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.cli import UsageError
from cardroom.cli.common import file_label, json_values, text_lines
from cardroom.games import game, game_by_digest
from cardroom.histories.encodings import as_utf8
from cardroom.histories.logs.results import check_results
from cardroom.histories.openhh import hands_of, is_openhh
from cardroom.histories.phh import PHHError, RecordedHand, play_recorded, read_phh
from cardroom.histories.sites import FIRST_LINES, hand_begins, is_log, read_log
from cardroom.histories.sites.ipoker import games_of, is_ipoker
from cardroom.limits import LINE_BYTES, TEXT_BYTES, json_value
from cardroom.money import cents
from cardroom.play import Record, Round
from cardroom.play.record import RecordError, replay, transcript_key
from cardroom.verifier import SIGNATURE

__all__ = [
    "SUFFIXES",
    "FileRound",
    "ReplayedRound",
    "in_chips",
    "is_shuffle",
    "read_rounds",
    "read_shuffles",
    "replay_round",
    "shuffles_in",
    "suffix_of",
]

PHH = (".phh", ".phhs")
RECORDS = (".json", ".jsonl")
LOGS = (".txt", ".xml")
OPEN = (".ohh",)
SUFFIXES = (*RECORDS, *PHH, *LOGS, *OPEN)
"""How the names of files end that may hold rounds."""
_same_game = lru_cache(maxsize=256)(game)
"""Hands of a collection are of few games and stakes."""
CACHE_BYTES = 1 << 26
"""Bytes of shuffles, and of rounds that wait for one, that are kept while a file is read."""
_VARIANT = re.compile(r"^variant\s*=", re.MULTILINE)
_HAND = re.compile(r"\[\s*([^\[\]\n]*[^\[\]\s])\s*\][ \t]*(?:#.*)?")
"""How a hand of a collection begins."""


class FileRound(NamedTuple):
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
    log: int = 0
    """For a hand of a log, the line on which it begins."""

    @property
    def where(self) -> str:
        """The place, for people."""
        return f"{self.file}, {self.hand}" if self.hand else self.file


class ReplayedRound(NamedTuple):
    """A round that was played again, and the recorded hand it came from, if that was not our own."""

    round: Round
    recorded: RecordedHand | None = None


def suffix_of(file: str | Path) -> str:
    """How the name of a file ends."""
    return Path(file).suffix.lower()


def read_rounds(
    file: str, elsewhere: Mapping[str, str] | None = None, source: Iterable[str] | None = None
) -> Iterator[FileRound]:
    """The rounds of a file; - is standard input. What kind they are is told by the file's name, else by how it begins.

    `elsewhere` are shuffles that are not in the file, by what records call them. Rounds are read as they are asked
    for. One whose shuffle has not come yet waits for it to the end. A collection of hands is taken apart here, so that
    one damaged hand does not take the others with it. `source` are the file's lines, where they have been read.
    """
    suffix = suffix_of(file)
    recode = None if suffix in (*PHH, *RECORDS) else as_utf8
    lines = iter(source) if source is not None else text_lines(file, recode)
    if suffix not in SUFFIXES:
        begun = _beginning(lines)
        lines = chain(begun, lines)
        suffix = PHH[0] if _VARIANT.search("".join(begun)) else ""
        if is_log(begun):
            suffix = LOGS[0]
    if suffix not in (*PHH, *LOGS):
        begun = list(islice(lines, 3))
        lines = chain(begun, lines)
        suffix = OPEN[0] if is_openhh(begun) else suffix
    if suffix in OPEN:
        for begins, hand in hands_of(lines):
            yield FileRound(file_label(file), f"line {begins}", hand, phh=False, log=begins)
        return
    if suffix in PHH:
        yield from _hands(file_label(file), lines)
        return
    if suffix in LOGS:
        yield from _logged(file_label(file), lines)
        return
    shuffles = _Shuffles(elsewhere or {})
    waiting: list[tuple[str, FileRound]] = []
    size = 0
    for where, value, line in json_values(file, lines):
        if is_shuffle(value):
            shuffles.add(value, line)
            continue
        if is_signature(value):
            continue
        name, _, place = where.rpartition(", line ")
        key = _shuffle_of(value)
        round = FileRound(
            name or where, f"line {place}" if name else "", line, phh=False, shuffle=shuffles.texts.get(key, "")
        )
        if round.shuffle or size > CACHE_BYTES:
            yield round
        else:
            waiting.append((key, round))
            size += len(line)
    for key, round in waiting:
        yield round._replace(shuffle=shuffles.texts.get(key, ""))


def _beginning(lines: Iterator[str]) -> list[str]:
    """The first lines of a file."""
    begun, size = [], 0
    for line in lines:
        begun.append(line)
        size += len(line)
        if size > LINE_BYTES:
            break
    return begun


class _Shuffles:
    """Shuffles by what records call them; those that came last, where there are more than can be kept."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.texts = dict(known)
        self._size = 0

    def add(self, value: Mapping[str, Any], text: str) -> None:
        """Keep one, unless it cannot be read: a round that needs it says then that it is missing."""
        try:
            key = transcript_key(value)
        except RecordError:
            return
        if key in self.texts and "secret" not in value:  # of several, one that can be dealt from
            return
        self.texts[key] = text
        self._size += len(text)
        while self._size > CACHE_BYTES:
            self._size -= len(self.texts.pop(next(iter(self.texts))))


def read_shuffles(file: str) -> dict[str, str]:
    """The shuffles of a file, by what records call them."""
    return shuffles_in(json_values(file))


def shuffles_in(values: Iterable[tuple[str, Any, str]]) -> dict[str, str]:
    """The same of a file's JSON values, each with where it stands and its text."""
    found = _Shuffles({})
    for _, value, text in values:
        if is_shuffle(value):
            found.add(value, text)
    return found.texts


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


def _hands(name: str, lines: Iterable[str]) -> Iterator[FileRound]:
    """The hands of a file: one, or those of a collection, each after its own name in brackets."""
    text: list[str] = []
    title, size, alone = "", 0, False
    for line in lines:
        head = None if alone else _HAND.fullmatch(line.strip())
        if head and not title:
            alone = bool(_VARIANT.search("".join(text)))  # tables after a hand are notes of its author
        if head and not alone:
            if title:
                yield FileRound(name, f"hand {title}", "".join(text), phh=True)
            title, text, size = head[1].strip(), [], 0
            continue
        text.append(line)
        size += len(line)
        if size > TEXT_BYTES:
            raise UsageError(f"{name}: hand {title or 1} is longer than the {TEXT_BYTES >> 20} MB that are read")
    yield FileRound(name, f"hand {title}" if title else "", "".join(text), phh=True)


def _logged(name: str, lines: Iterable[str]) -> Iterator[FileRound]:
    """The hands of a log. Lines before the first hand are skipped."""
    source = iter(lines)
    start = list(islice(source, FIRST_LINES))
    lines = chain(start, source)
    if is_ipoker(start):
        for number, place, game in games_of(lines):
            yield FileRound(name, f"hand {number}", game, phh=False, log=place)
        return
    text: list[str] = []
    number, begun, size = "", 0, 0
    for place, line in enumerate(lines, 1):
        if head := hand_begins(line):
            if begun:
                yield FileRound(name, f"hand {number}", "".join(text), phh=False, log=begun)
            number, begun, text, size = head[1] or str(place), place, [], 0
        if begun and not line.startswith("*********** #"):  # how many hands came before, in some files
            text.append(line)
            size += len(line)
            if size > LINE_BYTES:
                raise UsageError(f"{name}: hand {number} is longer than the {LINE_BYTES >> 20} MB that are read")
    if not begun:
        raise UsageError(f"{name}: no hand of a log begins in it")
    yield FileRound(name, f"hand {number}", "".join(text), phh=False, log=begun)


def replay_round(written: FileRound) -> ReplayedRound:
    """Play a round again; a ValueError says where it does not agree with itself, or with what was recorded."""
    if written.log:
        told = read_log(written.text, written.log)
        try:
            again = replay_round(written._replace(text=told.phh, phh=True, log=0))
        except PHHError as error:
            raise told.in_words(error) from None
        check_results(told, again.round, again.recorded.scale if again.recorded else 1)
        return again
    if written.phh:
        hands = list(islice(read_phh(written.text), 2))
        if len(hands) > 1:
            raise PHHError("there are several hands here: each begins with its name in brackets, on a line of its own")
        (hand,) = hands
        return ReplayedRound(play_recorded(hand, _same_game), hand)
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
    return ReplayedRound(replay(kept, found, _read_shuffle(written.shuffle)))


@lru_cache(maxsize=64)
def _read_shuffle(text: str) -> Shuffle | SealedShuffle:
    """A shuffle from its transcript; rounds of one shoe follow each other."""
    try:
        return from_transcript(json_value(text))
    except ValueError as error:
        raise RecordError(f"shuffle: {error}") from None


def in_chips(line: str, hand: RecordedHand) -> str:
    """A line with amounts in the recorded hand's own chips, of which the engine counts the smallest part as a cent.

    >>> in_chips("Seat 2 raises to $1.05", RecordedHand("NT", {}, (), (), (), (), scale=10))
    'Seat 2 raises to 10.5'
    """

    def chips(amount: re.Match[str]) -> str:
        number = Fraction(cents(amount[0]), hand.scale)
        return f"{int(number):,}" if number.denominator == 1 else f"{float(number):,}"

    return re.sub(r"\$\d+(?:,\d{3})*(?:\.\d+)?", chips, line)
