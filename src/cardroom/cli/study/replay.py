"""`cardroom replay`: replay records and recorded hands: show them step by step, check them or export them."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import chain
from multiprocessing import get_context
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from cardroom.cards import parse, pretty, text
from cardroom.clean import decoder_error_text, visible
from cardroom.cli import UsageError
from cardroom.cli.study.hand_counts import add_rounds
from cardroom.cli.study.review import review_command
from cardroom.cli.study.round_files import (
    CACHE_BYTES,
    FileRound,
    ReplayedRound,
    find_files,
    in_chips,
    note_unread,
    parse_round,
    read_rounds,
    read_shuffles,
    replay_round,
)
from cardroom.cli.study.statistics_sheet import print_as_json, print_groups, write_csv
from cardroom.cli.terminal.common import console, note, print_json
from cardroom.cli.terminal.options import (
    Json,
)
from cardroom.cli.terminal.progress import with_progress
from cardroom.histories import PHHError, RecordedHand, write_openhh, write_phh, write_pokerstars
from cardroom.histories.phh import HandComparison, StackTracker, compare
from cardroom.play import Event, Round
from cardroom.play.round import Acted, Dealt, Moved, Turned
from cardroom.poker.statistics import StatisticsStore
from cardroom.show.words import round_text

__all__ = ["reason_of", "replay_command", "rounds_or_reason"]

ENOUGH = 500
"""Rounds from which more processes are worth starting."""


OURS = "every payment and the next state of the table"
"""What is compared for a record of cardroom."""


class CheckTally:
    """Counts of rounds, of one file or of all."""

    def __init__(self) -> None:
        self.replayed = self.failed = 0
        self.compared, self.left = Counter[str](), Counter[str]()
        self.rake = self.pot = Fraction(0)

    def add(self, failed: bool, comparison: HandComparison) -> None:
        """Count a round."""
        self.failed += failed
        self.replayed += not failed
        self.compared.update(comparison.compared)
        self.left.update(comparison.open)
        if comparison.rake:
            self.rake, self.pot = self.rake + comparison.rake, self.pot + comparison.pot

    def lines(self) -> list[str]:
        """The counts in words, each a line."""
        lines = [f"{self.replayed} replayed, {self.failed} failed"]
        for title, counts in (("Compared", self.compared), ("Not compared", self.left)):
            if counts:
                lines.append(f"{title}: {'; '.join(f'{what} ({number:,})' for what, number in counts.items())}")
        return [*lines, rake_words(self.rake, self.pot)] if self.rake else lines


def rake_words(rake: Fraction, pot: Fraction) -> str:
    """The rake, and its share of the raked pots, in words."""
    took, of = (f"{float(chips):,.2f}".removesuffix(".00") for chips in (rake, pot))
    return f"Rake: {took} of {of}, {float(rake / pot):.1%}"


class TableStacks:
    """The stacks of the players at every table of every file, from hand to hand."""

    def __init__(self) -> None:
        self.tables: dict[tuple[str, str], StackTracker] = {}

    def follow(self, file: str, place: str, hand: RecordedHand, stacks: tuple[int, ...]) -> str:
        """Add a hand. Return how it contradicts earlier hands at the same table, or an empty text.

        `place` is its number in the file. It is used only if all hands of the file are from one table.
        """
        number = int(place) if place.isdecimal() and len(place) < 20 and not hand.table else None
        return self.tables.setdefault((file, hand.table), StackTracker()).follow(hand, stacks, number)

    def skip(self, file: str) -> None:
        """Note that a hand of a file could not be played. It may be of any table."""
        for (name, _), tracker in self.tables.items():
            if name == file:
                tracker.skip()

    @property
    def counts(self) -> dict[str, int]:
        """How often a player started the next hand with the same chips, with more, or with fewer."""
        names = ("followed", "bought", "fewer")
        return {name: sum(getattr(each, name) for each in self.tables.values()) for name in names}

    def lines(self) -> list[str]:
        """The counts in words."""
        counts = self.counts
        if not any(counts.values()):
            return []
        same, more = (
            f"{counts['followed']:,} times a player continued with the same chips",
            f"{counts['bought']:,} times",
        )
        fewer = f", {counts['fewer']:,} times with fewer after hands that are missing" if counts["fewer"] else ""
        return [f"From hand to hand: {same}, {more} with more{fewer}"]


def replay_command(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Records (JSON), hands (PHH, Open Hand History), poker sites' logs, a folder, or - (standard input).",
        ),
    ],
    *,
    as_json: Json = False,
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Show only what this player could see.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Report only the rounds that fail to replay, with the reason.")
    ] = False,
    phh: Annotated[
        bool, typer.Option("--phh", help="Print poker hands in the PHH format, if it supports the variant.")
    ] = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print poker statistics of each player: VPIP, PFR, 3-bet, bb/100.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="With --stats: print comma-separated values.")] = False,
    ohh: Annotated[
        bool, typer.Option("--ohh", help="Print poker hands as Open Hand History, one JSON value per line.")
    ] = False,
    stars: Annotated[bool, typer.Option("--stars", help="Print poker hands as PokerStars text.")] = False,
    parse_only: Annotated[
        bool,
        typer.Option("--parse-only", help="Only read the rounds: count those that can be read, and list the others."),
    ] = False,
    shuffles: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the shuffles, if they are not with the records.")
    ] = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="In a folder, ignore files without rounds, and exit with 0.")
    ] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Print what each decision of a player was worth, and how lucky they were.")
    ] = False,
) -> int:
    """Replay records or recorded poker hands, step by step."""
    files, unread = find_files(paths)
    note_unread(unread, lenient)
    passed_over = 1 if unread and not lenient else 0
    known = read_shuffles(shuffles) if shuffles else {}
    if parse_only:
        return _parse(_rounds(files, known), as_json) or passed_over
    if check:
        return _check(files, known, as_json, dict(unread)) or passed_over
    if stats:
        return _stats(files, known, as_json, as_csv) or passed_over
    if review:
        replayed = (replay_round(each).round for file in files for each in read_rounds(file, known))
        return review_command(replayed, viewer, as_json) or passed_over
    refused = shown = 0
    for written in (each for file in files for each in read_rounds(file, known)):
        try:
            again = replay_round(written)
        except Exception as error:
            note(f"cardroom: {written.where}: {reason_of(error)}")
            refused += 1
            continue
        shown += 1
        if phh or ohh or stars:
            refused += not _export(written, again, shown, "ohh" if ohh else "stars" if stars else "phh")
        else:
            _show(written, again, viewer, as_json, shown)
    if not (refused or shown):
        note("cardroom: No rounds found. Give records (JSON), hands (PHH, Open Hand History) or poker sites' logs.")
    return 1 if refused else passed_over


def _stats(files: Sequence[str], shuffles: Mapping[str, str], as_json: bool, as_csv: bool) -> int:
    """Print how the players of poker hands play; exit code 1 if a hand could not be played."""
    with StatisticsStore(":memory:") as store:
        added = add_rounds(store, files, lambda file: rounds_or_reason(file, shuffles), reason_of)
        found = sorted(store.query(["player"]), key=lambda each: (-each[1]["hands"], each[0]))
    if added.others:
        note(f"cardroom: {added.others:,} rounds are not poker and were not counted")
    if as_json:
        print_as_json(["player"], found)
    elif as_csv:
        write_csv(["player"], found)
    else:
        console().print(f"{added.counted:,} hands, {len(found):,} players")
        print_groups(["player"], found)
    return 1 if added.failed else 0


def _show(written: FileRound, again: ReplayedRound, viewer: str | None, as_json: bool, number: int) -> None:
    round, recorded, _ = again
    if viewer is not None and viewer not in round.stacks:
        raise UsageError(
            f"--as {viewer}: {written.where} has no player of that name. Players: {', '.join(round.stacks)}."
        )
    if as_json:
        scale = {"scale": recorded.scale} if recorded else {}
        print_json(as_data(round, viewer) | scale)
        return
    screen = console()
    if number > 1:
        screen.print()
    lines = round_text(round, round.view(viewer) if viewer is not None else None)
    if recorded:
        lines = [in_chips(line, recorded) for line in lines]
        lines += _comparison_lines(written, again)
    _print(screen, lines)


def _comparison_lines(written: FileRound, again: ReplayedRound) -> list[str]:
    """What was compared for a recorded hand, and what could not be; for a log, the seats too."""
    sentences = []
    if again.log:
        players = again.log.players
        sentences = [f"Seats: {', '.join(f'{place} {visible(who)}' for place, who in enumerate(players, 1))}."]
    return sentences + _voluntary_shows(again) + compared_words(_comparison(again))


def _voluntary_shows(again: ReplayedRound) -> list[str]:
    """Hands that the file shows though the rules did not require it, for example after all others mucked."""
    if again.recorded is None:
        return []
    shown = {event.spot for event in again.round.events if isinstance(event, Acted) and event.action == "show"}
    shows = (re.fullmatch(r"p(\d+) sm ([^?\s]+)", action) for action in again.recorded.actions)
    hands = [f"Seat {each[1]} {pretty(parse(each[2]))}" for each in shows if each and each[1] not in shown]
    return [f"Shown in the file, though the rules did not require it: {', '.join(hands)}."] if hands else []


def _comparison(again: ReplayedRound) -> HandComparison:
    if again.recorded is None:
        return HandComparison((OURS,))
    result = compare(again.recorded, again.round)
    return result._replace(open=again.log.open) if again.log else result


def _export(written: FileRound, again: ReplayedRound, number: int, form: str) -> bool:
    """Print a hand as PHH (several as a numbered collection), as Open Hand History or as PokerStars text.

    Skip a hand that the format cannot have.
    """
    try:
        hand = again.log.phh if again.log else write_phh(again.round)
        source = written.text if written.phh and "finishing_stacks" in written.text else hand
        if form == "ohh":
            hand = write_openhh(source)
        elif form == "stars":
            ours = again.recorded is None  # our own amounts are in cents
            hand = f"{write_pokerstars(source, 100 if ours else 1)}\n\n"
    except PHHError as error:
        note(f"cardroom: {written.where}: skipped: {error}")
        return False
    print(f"[{number}]\n{hand}\n" if written.hand and form == "phh" else hand)
    return True


def _parse(rounds: Iterator[FileRound], as_json: bool) -> int:
    """Read rounds without playing them. Print those that cannot be read, and how many can."""
    counts = Counter[bool]()
    for written in with_progress(rounds, None, "reading"):
        try:
            if written.broken:
                raise UsageError(written.broken)
            parse_round(written)
        except ValueError as error:
            reason = reason_of(error)
            counts[False] += 1
            if as_json:
                print_json({"file": written.file, "hand": written.hand, "read": False, "why": reason})
            else:
                print(visible(f"{written.where}: {reason}"))
        else:
            counts[True] += 1
    if as_json:
        print_json({"read": counts[True], "failed": counts[False]})
    else:
        print(f"{counts[True]:,} read, {counts[False]:,} failed")
    return 1 if counts[False] else 0


# -- checking ----------------------------------------------------------------------------------------------------------


class RoundCheck(NamedTuple):
    """The result of replaying a round."""

    reason: str = ""
    """Why the replay failed; empty if it did not."""
    compared: HandComparison = HandComparison()
    hand: RecordedHand | None = None
    stacks: tuple[int, ...] = ()
    """The stacks at the end of a recorded hand."""


def _check(files: Sequence[str], shuffles: Mapping[str, str], as_json: bool, unread: Mapping[str, str]) -> int:
    """Print each failed round with the reason, then counts for each file and in total: what was compared and what not.

    Hands of a file at the same table are followed, even of several games: each player continues with the chips of the
    hand before, or with more.
    """
    total, each, tables = CheckTally(), CheckTally(), TableStacks()
    file = ""
    for written, judged in with_progress(_check_rounds(_rounds(files, shuffles)), None, "replaying"):
        if written.file != file and len(files) > 1 and not as_json:
            _print_file(file, each)
            each = CheckTally()
        file = written.file
        reason = judged.reason
        if judged.hand and not reason:
            reason = tables.follow(file, written.hand.removeprefix("hand "), judged.hand, judged.stacks)
        elif reason:
            tables.skip(file)
        for tally in (total, each):
            tally.add(bool(reason), judged.compared)
        if as_json:
            comparison = judged.compared
            results = {
                "compared": comparison.compared,
                "not compared": comparison.open,
                "rake": float(comparison.rake),
            }
            print_json({"file": file, "hand": written.hand, "replayed": not reason, "why": reason} | results)
        elif reason:
            print(visible(f"{written.where}: {reason}"))
    if as_json:
        counts = {"replayed": total.replayed, "failed": total.failed, "compared": total.compared}
        counts |= {"not compared": total.left, "rake": float(total.rake)} | tables.counts
        print_json(counts | {"not read": unread})
        return 1 if total.failed else 0
    if len(files) > 1:
        _print_file(file, each)
    for line in total.lines() + tables.lines():
        print(line)
    return 1 if total.failed else 0


def _print_file(file: str, tally: CheckTally) -> None:
    """What was compared in a file, in one line."""
    if file:
        print(visible(f"{file}: {'. '.join(tally.lines())}"))


def _rounds(files: Sequence[str], shuffles: Mapping[str, str]) -> Iterator[FileRound]:
    for file in files:
        yield from rounds_or_reason(file, shuffles)


def rounds_or_reason(file: str, shuffles: Mapping[str, str]) -> Iterator[FileRound]:
    """The rounds of a file. A file that cannot be read gives one broken round."""
    try:
        yield from read_rounds(file, shuffles)
    except (UsageError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error).removeprefix(f"{file}: ")
        yield FileRound(file, "", "", phh=False, broken=reason or "it cannot be read")


def compared_words(comparison: HandComparison) -> list[str]:
    """What was compared for a recorded hand, and what could not be."""
    words = [f"Compared, and the same: {'; '.join(comparison.compared)}."] if comparison.compared else []
    words += [f"{rake_words(comparison.rake, comparison.pot)}."] if comparison.rake else []
    return words + ([f"Not compared: {'; '.join(comparison.open)}."] if comparison.open else [])


def _check_rounds(rounds: Iterator[FileRound]) -> Iterator[tuple[FileRound, RoundCheck]]:
    """Check rounds, on all processors if there are many."""
    batches = _batches(rounds)
    first, second = next(batches, []), next(batches, None)
    if second is None:
        yield from ((written, judge(written)) for written in first)
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:  # a fork with threads may hang
        for batch in chain((first, second), batches):
            yield from zip(batch, pool.map(judge, batch, chunksize=50), strict=True)


def _batches(rounds: Iterator[FileRound]) -> Iterator[list[FileRound]]:
    """Batches of rounds, limited by number and size."""
    batch: list[FileRound] = []
    size = 0
    for written in rounds:
        batch.append(written)
        size += len(written.text) + len(written.shuffle)
        if len(batch) == ENOUGH or size > CACHE_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def judge(written: FileRound) -> RoundCheck:
    """Replay a round, and return what was compared."""
    if written.broken:
        return RoundCheck(written.broken)
    try:
        again = replay_round(written)
        comparison, (round, hand, _) = _comparison(again), again
        if hand is None or written.log:  # players of a log may join and leave between hands
            return RoundCheck(compared=comparison)
        return RoundCheck("", comparison, hand, tuple(round.chips.stack(spot) for spot in round.seated))
    except Exception as error:
        return RoundCheck(reason_of(error))


def reason_of(error: Exception) -> str:
    """What is wrong with a round, in one line."""
    message = decoder_error_text(" ".join(str(error).split()))
    return message if isinstance(error, ValueError) else f"the engine cannot play it: {type(error).__name__}: {message}"


# -- showing -----------------------------------------------------------------------------------------------------------


def as_data(round: Round, viewer: str | None) -> dict[str, Any]:
    """A round's events as JSON: all of them, or those of a bettor's view. Cards are texts, money is in cents.

    Places and accounts are lists of a kind, an owner and a part.
    """
    events = round.events if viewer is None else round.view(viewer).events
    return {
        "game": round.rules.game,
        "rules": round.rules.rules,
        "as": viewer,
        "stacks": round.stacks,
        "events": _plain(events),
        "net": round.net,
    }


def _plain(events: Sequence[Event]) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = msgspec.to_builtins(events)
    for event, data in zip(events, plain, strict=True):
        if isinstance(event, Dealt | Turned | Moved):
            data["cards"] = text(event.cards)
    return plain


def _print(screen: Console, lines: Sequence[str]) -> None:
    """Print the transcript, with dim citations and red suits."""
    for number, line in enumerate(lines):
        shown = Text(line, style="bold" if number == 0 else "dim" if line.startswith("    ") else "")
        shown.highlight_regex("(10|[2-9JQKA])[♥♦]", "red")
        shown.highlight_regex(r"\+\$?[\d,.]+", "green")
        shown.highlight_regex(r" -\$?[\d,.]+", "red")
        screen.print(shown, soft_wrap=True)
