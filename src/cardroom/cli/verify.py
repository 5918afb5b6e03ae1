"""`cardroom verify`: what was promised before the cards were dealt, against what was dealt, and each round again.

Shuffles, sealed cards, the chain of records, their money and signatures are judged by `cardroom.verifier`, which knows
nothing of the rest. What it cannot do is done here: a record is played again, and its box held against its game's deck.
"""

import argparse
import json
from collections.abc import Mapping, Sequence

from rich.text import Text

from cardroom.cards.decks import deck
from cardroom.cli import UsageError
from cardroom.cli.common import console, json_values, print_json, text_lines
from cardroom.cli.deal import with_progress
from cardroom.cli.replay import reason_of
from cardroom.cli.round_files import PHH, FileRound, read_rounds, replay_round, shuffles_in
from cardroom.play import Record
from cardroom.play.record import RecordError
from cardroom.verifier import FAILS, HOLDS, ROUND, RULES, Found, Verdict, check_lines, key_of

__all__ = ["hex_digits", "verify_command"]

STYLES = {HOLDS: "bold green", FAILS: "bold red"}


def verify_command(
    files: Sequence[str], as_json: bool, commitment: str | None, head: str | None = None, key: str | None = None
) -> int:
    """Check every value of the files; exit code 1 if one does not hold, or nothing is proved by it."""
    noted, last, known = (
        hex_digits(name, text) for name, text in (("commitment", commitment), ("head", head), ("key", key))
    )
    if hands := [file for file in files if file.lower().endswith(PHH)]:
        raise UsageError(
            f"{hands[0]}: these are recorded hands, which promise nothing; cardroom replay --check reads them"
        )
    texts = {file: list(text_lines(file)) for file in files}
    values = [value for file, text in texts.items() for value in json_values(file, text)]
    shuffles = shuffles_in(values)
    again = {each.where: each for file, text in texts.items() for each in read_rounds(file, shuffles, text)}
    lines = [(where, text.strip()) for where, _, text in values]
    judged = check_lines(lines, noted=noted, head=last, key=known)
    found = [_played_again(again, each) for each in with_progress(judged, len(lines), "verifying")]
    for each in found:
        _print_json(each) if as_json else _print(each)
    if not as_json and commitment is None and any(each.verdict.holds for each in found):
        note = "Compare the commitment with the one that you noted before the round, or give it as --commitment."
        console().print(Text(note, style="dim"), soft_wrap=True)
    return 0 if found and all(each.verdict.holds or each.kind == "open" for each in found) else 1


def hex_digits(name: str, text: str | None) -> str | None:
    """All 64: of fewer, somebody who looks for it finds another text that begins with them."""
    try:
        return None if text is None else key_of(text)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--{name}: {error}") from None


def _played_again(again: Mapping[str, FileRound], found: Found) -> Found:
    """The same, and for a round what comes out when it is played again."""
    if found.kind != ROUND or found.verdict.word == FAILS or not _has_secret(again[found.where].shuffle):
        return found
    word, says, silent = found.verdict
    written = again[found.where]
    try:
        if Record.from_json(written.text).json() != written.text.strip():
            raise RecordError("the line is not written as records are: something stands there that need not be said")
        round = replay_round(written).round
    except Exception as error:
        return found._replace(verdict=Verdict(FAILS, (*says, reason_of(error))))
    rules, box = round.rules, round.shuffle.box
    if round.shuffle.kind != "given" and sorted(box) != sorted(deck(rules.deck.name, rules.packs).cards):
        return found._replace(verdict=Verdict(FAILS, (*says, f"the box is not the deck of {rules.game}")))
    more = "played again, every answer is allowed, and every payment and the next state of the table come out the same"
    return found._replace(verdict=Verdict(word, (*says, more), tuple(each for each in silent if each != RULES)))


def _has_secret(shuffle: str) -> bool:
    """Whether a round can be played again from a transcript."""
    value = json.loads(shuffle) if shuffle else {}
    return "secret" in value or value.get("kind") == "given"


def _print_json(found: Found) -> None:
    word, says, silent = found.verdict
    said = {"where": found.where, "verdict": word, "holds": found.verdict.holds, "commitment": found.commitment}
    print_json(said | {"says": says, "silent": silent})


def _print(found: Found) -> None:
    screen = console()
    word, says, silent = found.verdict
    shown = word.upper() if word == FAILS else word
    screen.print(Text(f"{found.where}: ").append(shown, style=STYLES.get(word, "bold yellow")), soft_wrap=True)
    for sentence in says:
        screen.print(f"  • {sentence}", soft_wrap=True)
    for sentence in silent:
        screen.print(Text(f"  ◦ not checked: {sentence}", style="dim"), soft_wrap=True)
