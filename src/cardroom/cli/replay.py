"""`cardroom replay`: replay records and recorded hands: show them step by step, check them or export them."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import chain
from multiprocessing import get_context
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.text import Text

from cardroom.cards import parse, pretty, text
from cardroom.clean import decoded, visible
from cardroom.cli import UsageError
from cardroom.cli.common import console, note, print_json
from cardroom.cli.deal import with_progress
from cardroom.cli.round_files import (
    CACHE_BYTES,
    SUFFIXES,
    FileRound,
    ReplayedRound,
    find_files,
    in_chips,
    read_rounds,
    read_shuffles,
    replay_round,
)
from cardroom.histories import PHHError, RecordedHand, read_log, write_phh
from cardroom.histories.phh import HandComparison, StackTracker, compare
from cardroom.play import Event, Round
from cardroom.play.events import Acted, Dealt, Moved, Turned
from cardroom.show.transcript import round_text

__all__ = ["ReplayOptions", "reason_of", "replay_command"]

ENOUGH = 500
"""Rounds from which more processes are worth starting."""


OURS = "every payment and the next state of the table"
"""What is compared for a record of cardroom."""


class ReplayOptions(NamedTuple):
    """The options of `cardroom replay`."""

    as_json: bool = False
    viewer: str | None = None
    """The bettor whose view is shown."""
    check: bool = False
    phh: bool = False
    shuffles: str | None = None
    """A file with shuffles that are not in the files of the records."""


def replay_command(paths: Sequence[str], wanted: ReplayOptions) -> int:
    """Replay every round of the files. Exit code 1 if one fails."""
    files, others = find_files(paths)
    if others:
        passed = "1 other file was" if others == 1 else f"{others:,} other files were"
        note(f"cardroom: {passed} skipped. In a folder, only {', '.join(SUFFIXES)} (logs) are read.")
    shuffles = read_shuffles(wanted.shuffles) if wanted.shuffles else {}
    if wanted.check:
        return _check(files, shuffles, wanted.as_json)
    refused = shown = 0
    for written in (each for file in files for each in read_rounds(file, shuffles)):
        try:
            again = replay_round(written)
        except Exception as error:
            note(f"cardroom: {written.where}: {reason_of(error)}")
            refused += 1
            continue
        shown += 1
        if wanted.phh:
            refused += not _export(written, again, shown)
        else:
            _show(written, again, wanted, shown)
    if not (refused or shown):
        note("cardroom: No round found.")
    return 1 if refused else 0


def _show(written: FileRound, again: ReplayedRound, wanted: ReplayOptions, number: int) -> None:
    round, recorded = again
    viewer = wanted.viewer
    if viewer is not None and viewer not in round.stacks:
        raise UsageError(
            f"--as {viewer}: {written.where} has no player of that name. Players: {', '.join(round.stacks)}."
        )
    if wanted.as_json:
        scale = {"scale": recorded.scale} if recorded else {}
        print_json(as_data(round, viewer) | scale)
        return
    screen = console()
    if number > 1:
        screen.print()
    lines = round_text(round, round.view(viewer) if viewer is not None else None)
    if recorded:
        lines = [in_chips(line, recorded) for line in lines]
        lines += _compared(written, again)
    _print(screen, lines)


def _compared(written: FileRound, again: ReplayedRound) -> list[str]:
    """What was compared for a recorded hand, and what could not be; for a log, the seats too."""
    sentences = []
    if written.log:
        players = read_log(written.text, written.log).players
        sentences = [f"Seats: {', '.join(f'{place} {visible(who)}' for place, who in enumerate(players, 1))}."]
    return sentences + _unasked(again) + compared_words(_comparison(written, again))


def _unasked(again: ReplayedRound) -> list[str]:
    """Hands that the file shows though the rules did not require it, for example after all others mucked."""
    if again.recorded is None:
        return []
    shown = {event.spot for event in again.round.events if isinstance(event, Acted) and event.action == "show"}
    shows = (re.fullmatch(r"p(\d+) sm ([^?\s]+)", action) for action in again.recorded.actions)
    hands = [f"Seat {each[1]} {pretty(parse(each[2]))}" for each in shows if each and each[1] not in shown]
    return [f"Shown in the file, though the rules did not require it: {', '.join(hands)}."] if hands else []


def _comparison(written: FileRound, again: ReplayedRound) -> HandComparison:
    if again.recorded is None:
        return HandComparison((OURS,))
    result = compare(again.recorded, again.round)
    return result._replace(open=read_log(written.text, written.log).open) if written.log else result


def _export(written: FileRound, again: ReplayedRound, number: int) -> bool:
    """Print a hand as PHH, several as a numbered collection. A hand that PHH cannot express is skipped."""
    try:
        hand = read_log(written.text, written.log).phh if written.log else write_phh(again.round)
    except PHHError as error:
        note(f"cardroom: {written.where}: skipped: {error}")
        return False
    print(f"[{number}]\n{hand}\n" if written.hand else hand)
    return True


# -- checking ----------------------------------------------------------------------------------------------------------


class RoundCheck(NamedTuple):
    """The result of replaying a round."""

    reason: str = ""
    """Why the replay failed; empty if it did not."""
    compared: HandComparison = HandComparison()
    hand: RecordedHand | None = None
    stacks: tuple[int, ...] = ()
    """The stacks at the end of a recorded hand."""


def _check(files: Sequence[str], shuffles: Mapping[str, str], as_json: bool) -> int:
    """Print each failed round with the reason, then counts, what was compared and what was not.

    The hands of a file with named players are one table, even of several games: each player continues with the chips
    of the hand before, or with more.
    """
    counts = {"replayed": 0, "failed": 0}
    same, left = Counter[str](), Counter[str]()
    sessions: dict[str, StackTracker] = {}
    rake = pot = Fraction(0)
    for written, judged in with_progress(_judged(_rounds(files, shuffles)), None, "replaying"):
        reason = judged.reason
        if judged.hand and not reason:
            number = written.hand.removeprefix("hand ")
            at = int(number) if number.isdecimal() and len(number) < 20 else None
            reason = sessions.setdefault(written.file, StackTracker()).follow(judged.hand, judged.stacks, at)
        counts["failed" if reason else "replayed"] += 1
        same.update(judged.compared.said)
        left.update(judged.compared.open)
        rake, pot = (rake + judged.compared.rake, pot + judged.compared.pot) if judged.compared.rake else (rake, pot)
        if as_json:
            result = judged.compared
            about = {"compared": result.said, "not compared": result.open, "rake": float(result.rake)}
            print_json({"file": written.file, "hand": written.hand, "replayed": not reason, "why": reason} | about)
        elif reason:
            print(visible(f"{written.where}: {reason}"))
    went = {name: sum(getattr(each, name) for each in sessions.values()) for name in ("followed", "bought", "fewer")}
    if as_json:
        print_json(counts | {"compared": same, "not compared": left, "rake": float(rake)} | went)
    else:
        print(f"{counts['replayed']} replayed, {counts['failed']} failed")
        for title, counts_by_what in (("Compared", same), ("Not compared", left)):
            if counts_by_what:
                print(f"{title}: {'; '.join(f'{what} ({number:,})' for what, number in counts_by_what.items())}")
        if rake:
            print(_rake_words(rake, pot))
        if any(went.values()):
            words = (
                f"{went['followed']:,} times a player continued with the same chips, {went['bought']:,} times with more"
            )
            fewer = f", {went['fewer']:,} times with fewer after hands that are missing" if went["fewer"] else ""
            print(f"As one table: {words}{fewer}")
    return 1 if counts["failed"] else 0


def _rounds(files: Sequence[str], shuffles: Mapping[str, str]) -> Iterator[FileRound]:
    """The rounds of files. A file that cannot be read gives one broken round."""
    for file in files:
        try:
            yield from read_rounds(file, shuffles)
        except (UsageError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error).removeprefix(f"{file}: ")
            yield FileRound(file, "", "", phh=False, broken=reason or "it cannot be read")


def compared_words(comparison: HandComparison) -> list[str]:
    """What was compared for a recorded hand, and what could not be."""
    sentences = [f"Compared, and the same: {'; '.join(comparison.said)}."] if comparison.said else []
    sentences += [f"{_rake_words(comparison.rake, comparison.pot)}."] if comparison.rake else []
    return sentences + ([f"Not compared: {'; '.join(comparison.open)}."] if comparison.open else [])


def _rake_words(rake: Fraction, pot: Fraction) -> str:
    """The rake, as a share of the raked pots."""
    took, of = (f"{float(chips):,.2f}".removesuffix(".00") for chips in (rake, pot))
    return f"Rake: {took} of {of}, {float(rake / pot):.1%}"


def _judged(rounds: Iterator[FileRound]) -> Iterator[tuple[FileRound, RoundCheck]]:
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
        comparison, (round, hand) = _comparison(written, again), again
        if hand is None or written.log:  # players of a log may join and leave between hands
            return RoundCheck(compared=comparison)
        return RoundCheck("", comparison, hand, tuple(round.chips.stack(spot) for spot in round.seated))
    except Exception as error:
        return RoundCheck(reason_of(error))


def reason_of(error: Exception) -> str:
    """What is wrong with a round, in one line."""
    message = decoded(" ".join(str(error).split()))
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
