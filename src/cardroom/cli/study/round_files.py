"""Read rounds from files: records as JSON with their shuffles, poker hands as PHH, Open Hand History or site logs.

This module finds the files and their formats, and parses and replays the rounds. `records` writes files of records.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.cards.reading import from_transcript
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import file_label, json_values, note, text_lines
from cardroom.errors import InputError
from cardroom.games import game, game_by_digest
from cardroom.histories import LogHand, as_utf8, hands_of, is_openhh
from cardroom.histories.logs import check_results
from cardroom.histories.phh import HandComparison, PHHError, RecordedHand, play_and_compare, read_phh
from cardroom.histories.sites import FIRST_LINES, hand_begins, is_log, read_log, unglued
from cardroom.histories.sites.ipoker import games_of, is_ipoker
from cardroom.limits import LINE_BYTES, MOST_FILES, TEXT_BYTES, json_value
from cardroom.money import cents
from cardroom.play import Record, Round
from cardroom.play.records import RecordError, replay, transcript_key
from cardroom.verifier import EVIDENCE, KEYS, SIGNATURE

__all__ = [
    "CACHE_BYTES",
    "PHH",
    "FileRound",
    "ReplayedRound",
    "find_files",
    "format_of",
    "in_chips",
    "note_unread",
    "parse_round",
    "read_rounds",
    "read_shuffles",
    "replay_round",
    "shuffles_in",
]

OURS = "every payment and the next state of the table"
"""What is compared for a record of cardroom."""
RECORDS, PHH, LOG, OHH = "records", "PHH", "log", "Open Hand History"
FORMATS = {
    ".json": RECORDS,
    ".jsonl": RECORDS,
    ".phh": PHH,
    ".phhs": PHH,
    ".txt": LOG,
    ".xml": LOG,
    ".ohh": OHH,
}
"""The formats of files that may contain rounds, by suffix. JSON may also be Open Hand History."""
MOST_NAMED = 1000
"""The most unread files that are listed one by one."""
_same_game = lru_cache(maxsize=256)(game)
"""A cache, because the hands of a collection have few games and stakes."""
CACHE_BYTES = 1 << 26
"""The most bytes of shuffles, and of rounds that wait for one, in memory while a file is read."""
_VARIANT = re.compile(r"^variant\s*=", re.MULTILINE)
_HAND = re.compile(r"\[\s*([^\[\]\n]*[^\[\]\s])\s*\][ \t]*(?:#.*)?")
"""The first line of a hand in a collection."""


class FileRound(NamedTuple):
    """A round as read from a file, not yet checked."""

    file: str
    hand: str
    """Its place in a file with several rounds: "line 3", "hand 17"."""
    text: str
    phh: bool
    broken: str = ""
    """Why it could not be read; empty if it could."""
    shuffle: str = ""
    """The transcript of the record's shuffle; empty if it is missing."""
    log: int = 0
    """For a hand of a log, the line on which it begins."""

    @property
    def where(self) -> str:
        """The file and the place in it."""
        return f"{self.file}, {self.hand}" if self.hand else self.file


class ReplayedRound(NamedTuple):
    """A replayed round, what was compared, and the recorded hand if it is not a record of cardroom."""

    round: Round
    compared: HandComparison = HandComparison((OURS,))
    recorded: RecordedHand | None = None
    log: LogHand | None = None
    """The hand as its log has it, if it is from a log."""


def format_of(file: str | Path) -> str | None:
    """The format that the name of a file stands for; None if it stands for none."""
    return FORMATS.get(Path(file).suffix.lower())


def read_rounds(
    file: str, elsewhere: Mapping[str, str] | None = None, source: Iterable[str] | None = None
) -> Iterator[FileRound]:
    """Read the rounds of a file; - is standard input. The suffix or the beginning of the file decides its format.

    `elsewhere` has shuffles that are not in the file, by the names that records use. Rounds are read lazily. A
    collection is split into hands here, so that a damaged hand does not affect the others. `source` has the lines, if
    they were read before.
    """
    name = file_label(file)
    recode = None if format_of(file) in (PHH, RECORDS) else as_utf8
    found, lines = _recognised(file, iter(source) if source is not None else text_lines(file, recode))
    if found == OHH:
        for begins, hand in hands_of(lines):
            yield FileRound(name, f"line {begins}", hand, phh=False, log=begins)
    elif found == PHH:
        yield from _hands(name, lines)
    elif found == LOG:
        yield from _hands_of_log(name, lines)
    else:
        yield from _records(file, lines, elsewhere or {})


def _recognised(file: str, lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """The format of a file by its suffix or else by its beginning, and all its lines."""
    by_name = format_of(file)
    if by_name in (PHH, LOG, OHH):
        return by_name, lines
    if by_name is None:
        beginning = _beginning(lines)
        lines = chain(beginning, lines)
        if is_log(beginning):
            return LOG, lines
        if _VARIANT.search("".join(beginning)):
            return PHH, lines
    first = _first_words(lines)
    return OHH if is_openhh(first) else RECORDS, chain(first, lines)


def _first_words(lines: Iterator[str]) -> list[str]:
    """The first line of a file, and those after it as long as there is only an opening brace."""
    first_lines: list[str] = []
    for line in lines:
        first_lines.append(line)
        if len(first_lines) == 5 or "".join(first_lines).strip("\ufeff \t\r\n") not in ("", "{"):
            break
    return first_lines


def _beginning(lines: Iterator[str]) -> list[str]:
    """The first lines of a file."""
    first_lines, size = [], 0
    for line in lines:
        first_lines.append(line)
        size += len(line)
        if size > LINE_BYTES:
            break
    return first_lines


def _records(file: str, lines: Iterable[str], elsewhere: Mapping[str, str]) -> Iterator[FileRound]:
    """The records of a file. A record before its shuffle waits for it, to the end of the file if needed."""
    shuffles = _Shuffles(elsewhere)
    waiting: list[tuple[str, FileRound]] = []
    size = 0
    for where, value, line in json_values(file, lines):
        if is_shuffle(value):
            shuffles.add(value, line)
            continue
        if is_beside(value):
            continue
        name, _, place = where.rpartition(", line ")
        key = _shuffle_of(value)
        shuffle = shuffles.texts.get(key, "")
        round = FileRound(name or where, f"line {place}" if name else "", line, phh=False, shuffle=shuffle)
        if shuffle or size > CACHE_BYTES:
            yield round
        else:
            waiting.append((key, round))
            size += len(line)
    for key, round in waiting:
        yield round._replace(shuffle=shuffles.texts.get(key, ""))


class _Shuffles:
    """Shuffles by the names that records use. The oldest are dropped if there are too many."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.texts = dict(known)
        self._size = 0

    def add(self, value: Mapping[str, Any], text: str) -> None:
        """Add a shuffle. An unreadable one is skipped; its rounds then report it as missing."""
        try:
            key = transcript_key(value)
        except RecordError:
            return
        if key in self.texts and "secret" not in value:  # prefer a transcript with its secret
            return
        self.texts[key] = text
        self._size += len(text)
        while self._size > CACHE_BYTES:
            self._size -= len(self.texts.pop(next(iter(self.texts))))


def read_shuffles(file: str) -> dict[str, str]:
    """The shuffles of a file, by the names that records use."""
    return shuffles_in(json_values(file))


def shuffles_in(values: Iterable[tuple[str, Any, str]]) -> dict[str, str]:
    """The shuffles among JSON values, by the names that records use. Each value comes with its place and its text."""
    shuffles = _Shuffles({})
    for _, value, text in values:
        if is_shuffle(value):
            shuffles.add(value, text)
    return shuffles.texts


def is_shuffle(value: Any) -> bool:
    """Whether a JSON value is a shuffle's transcript of any kind, and not a round.

    >>> is_shuffle({"version": "cardroom-shuffle-1", "kind": "given"}), is_shuffle({"format": "cardroom-round-1"})
    (True, False)
    """
    return isinstance(value, dict) and "version" in value


def is_beside(value: Any) -> bool:
    """Whether a JSON value comes with rounds but is none: the house's signature, or a client's evidence."""
    return isinstance(value, dict) and value.get("format") in (SIGNATURE, KEYS, EVIDENCE)


def _shuffle_of(value: Any) -> str:
    """The name of the shuffle in a JSON value that may be a record."""
    opening = value.get("opening") if isinstance(value, dict) else None
    return str(opening.get("shuffle", "")) if isinstance(opening, dict) else ""


def _hands(name: str, lines: Iterable[str]) -> Iterator[FileRound]:
    """The hands of a PHH file: one, or a collection with a name in brackets before each hand."""
    text: list[str] = []
    title, size, alone = "", 0, False
    for line in lines:
        head = None if alone else _HAND.fullmatch(line.strip())
        if head and not title:
            alone = bool(_VARIANT.search("".join(text)))  # tables after a hand are its author's notes
        if head and not alone:
            if title:
                yield FileRound(name, f"hand {title}", "".join(text), phh=True)
            title, text, size = head[1].strip(), [], 0
            continue
        text.append(line)
        size += len(line)
        if size > TEXT_BYTES:
            raise UsageError(f"{name}: hand {title or 1} is longer than the limit of {TEXT_BYTES >> 20} MB.")
    yield FileRound(name, f"hand {title}" if title else "", "".join(text), phh=True)


def _hands_of_log(name: str, lines: Iterable[str]) -> Iterator[FileRound]:
    """The hands of a log. Lines before the first hand are skipped."""
    source = iter(lines)
    start = list(islice(source, FIRST_LINES))
    lines = chain(start, source)
    number = ""
    if is_ipoker(start):
        try:
            for number, place, game in games_of(lines):
                yield FileRound(name, f"hand {number}", game, phh=False, log=place)
        except InputError as error:
            raise UsageError(f"{name}: {error}.") from None
        if not number:
            raise UsageError(f"{name}: the session contains no game.")
        return
    text: list[str] = []
    first_line = size = 0
    for place, line in ((place, part) for place, whole in enumerate(lines, 1) for part in unglued(whole)):
        if head := hand_begins(line):
            if first_line:
                yield FileRound(name, f"hand {number}", "".join(text), phh=False, log=first_line)
            number, first_line, text, size = head[1] or str(place), place, [], 0
        if first_line and not line.startswith("*********** #"):  # how many hands came before, in some files
            text.append(line)
            size += len(line)
            if size > LINE_BYTES:
                raise UsageError(f"{name}: hand {number} is longer than the limit of {LINE_BYTES >> 20} MB.")
    if not first_line:
        raise UsageError(f"{name}: this is not a log of hands, because it contains no hand.")
    yield FileRound(name, f"hand {number}", "".join(text), phh=False, log=first_line)


def replay_round(written: FileRound) -> ReplayedRound:
    """Replay a round. Raises a ValueError that says where the replay differs from the record."""
    if written.log:
        parsed = read_log(written.text, written.log)
        try:
            recorded = parsed.recorded
            round, comparison = play_and_compare(recorded, _same_game)
        except PHHError as error:
            raise parsed.in_words(error) from None
        check_results(parsed, round, recorded.scale)
        return ReplayedRound(round, comparison._replace(open=parsed.open), recorded, parsed)
    if written.phh:
        hand = _only_hand(written)
        return ReplayedRound(*play_and_compare(hand, _same_game), hand)
    record = Record.from_json(written.text)
    opening = record.opening
    if not written.shuffle:
        raise RecordError(
            f"shuffle: the round was dealt from {opening.shuffle[:18]}..., which is not in the file. "
            "Give the file with the shuffle as --shuffles."
        )
    try:
        played = game_by_digest(opening.game, opening.rules)
    except ValueError as error:
        raise RecordError(f"rules: {error}") from None
    return ReplayedRound(replay(record, played, _read_shuffle(written.shuffle)))


def parse_round(written: FileRound) -> LogHand | RecordedHand | Record:
    """Read a round without playing it. Raises a ValueError if it cannot be read."""
    if written.log:
        return read_log(written.text, written.log)
    return _only_hand(written) if written.phh else Record.from_json(written.text)


def _only_hand(written: FileRound) -> RecordedHand:
    """The hand of a PHH document."""
    hands = list(islice(read_phh(written.text), 2))
    if len(hands) > 1:
        raise PHHError("The text has several hands. Write a name in brackets on a line of its own before each.")
    return hands[0]


@lru_cache(maxsize=64)
def _read_shuffle(text: str) -> Shuffle | SealedShuffle:
    """Parse a shuffle's transcript. Cached, because the rounds of a shoe follow each other."""
    try:
        return from_transcript(json_value(text))
    except ValueError as error:
        raise RecordError(f"shuffle: {error}") from None


def in_chips(line: str, hand: RecordedHand) -> str:
    """Convert amounts in a line from cents to the chips of the recorded hand.

    >>> in_chips("Seat 2 raises to $1.05", RecordedHand("NT", {}, (), (), (), (), scale=10))
    'Seat 2 raises to 10.5'
    """

    def chips(amount: re.Match[str]) -> str:
        number = Fraction(cents(amount[0]), hand.scale)
        return f"{int(number):,}" if number.denominator == 1 else f"{float(number):,}"

    return re.sub(r"\$\d+(?:,\d{3})*(?:\.\d+)?", chips, line)


class FoundFiles(NamedTuple):
    """The files to read, and the files that are not read."""

    files: list[str]
    unread: list[tuple[str, str]]
    """Each file that is not read, and why."""


def find_files(paths: Sequence[str]) -> FoundFiles:
    """Find the named files and, in named folders, the files that may contain rounds, in order; and all others."""
    files: list[str] = []
    unread: list[tuple[str, str]] = []
    for path in paths:
        if path == "-" or not Path(path).is_dir():
            files.append(path)
            continue
        inside = sorted(islice((each for each in Path(path).rglob("*") if each.is_file()), MOST_FILES + 1))
        if len(inside) > MOST_FILES:
            raise UsageError(f"{path}: there are more than {MOST_FILES:,} files in it. Give one of its subfolders")
        for each in inside:
            why = _why_not(each)
            if why:
                unread.append((str(each), why))
            else:
                files.append(str(each))
    return FoundFiles(files, unread)


def _why_not(file: Path) -> str:
    """Why a file of a folder is not read; empty if it is read. A text file may be a log, or anything else."""
    by_name = format_of(file)
    if by_name is None:
        *most, last = FORMATS
        return f"its name does not end in {', '.join(most)} or {last}"
    if by_name != LOG:
        return ""
    try:
        if not file.stat().st_size:
            return "it is empty"
        return "" if is_log(text_lines(str(file), as_utf8)) else "it contains no hand of a log"
    except UsageError as error:
        return str(error).removeprefix(f"{file}: ")
    except OSError as error:
        return error.strerror or "it cannot be read"


def note_unread(unread: Iterable[tuple[str, str]], lenient: bool) -> None:
    """Print each file that was not read, and the reason."""
    named = list(unread)
    for file, why in named[:MOST_NAMED]:
        note(f"cardroom: {file}: skipped: {why}")
    if len(named) > MOST_NAMED:
        note(f"cardroom: {len(named) - MOST_NAMED:,} more files were skipped")
    if named and not lenient:
        note("cardroom: Use --lenient to ignore skipped files")
