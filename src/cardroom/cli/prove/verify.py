"""`cardroom verify`: compare the cards with the commitments, and replay each round.

`cardroom.verifier` checks shuffles, sealed cards, the chain of records, their money and signatures. It is independent
of the rest of the program. This module adds what it cannot do: it replays records, and compares the cards with the
deck. A record whose deck is sealed is replayed with the cards that are opened here (`verify_public`).
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from cardroom.cards.decks import deck
from cardroom.cli import UsageError
from cardroom.cli.play.deal import with_progress
from cardroom.cli.prove.verify_evidence import evidence_verdict, rounds_by_place
from cardroom.cli.prove.verify_public import (
    PARTLY,
    public_verdict,
    read_standard,
    renamed_rules_remark,
    verified_proofs,
)
from cardroom.cli.study.replay import reason_of
from cardroom.cli.study.round_files import PHH, FileRound, read_rounds, replay_round, shuffles_in
from cardroom.cli.terminal.common import console, json_values, print_json, text_lines
from cardroom.games import game_by_digest
from cardroom.verifier import (
    EVIDENCE,
    FAILS,
    HOLDS,
    ROUND,
    RULES,
    ValueResult,
    Verdict,
    check_lines,
    evidence_beside,
    key_of,
)

__all__ = ["UNBOUND", "hex_digits", "verdicts", "verify_command"]

Proofs = Mapping[str, list[dict[str, Any]]]
UNBOUND = (
    "whether names, stacks and answers were changed within the rules: nothing that you saved binds the hash of this "
    "record, {}. Compare it with the one that the table showed, and give that with --head or --evidence, or a key "
    "with --key"
)
"""What a record without a saved hash does not show, whatever else holds."""
STYLES = {HOLDS: "bold green", FAILS: "bold red"}


def verify_command(
    files: Sequence[str],
    as_json: bool,
    commitment: str | None,
    head: str | None = None,
    key: str | None = None,
    evidence: Sequence[str] = (),
) -> int:
    """Check every value of the files, and compare them with evidence. Exit code 0 only if all of them hold: 1 if one
    fails, holds in part or proves nothing."""
    noted, last, known = (
        hex_digits(name, text) for name, text in (("commitment", commitment), ("head", head), ("key", key))
    )
    if hands := [file for file in files if file.lower().endswith(PHH)]:
        raise UsageError(f"{hands[0]} has recorded hands, which have no commitments. Use `cardroom replay --check`.")
    texts = {file: list(text_lines(file)) for file in (*files, *evidence)}
    results = verdicts(texts, noted=noted, head=last, key=known, own=evidence)
    for each in results:
        _print_json(each) if as_json else _print(each)
    evident = any(each.kind == EVIDENCE for each in results)
    if not as_json and commitment is None and not evident and any(each.verdict.holds for each in results):
        note = (
            "Compare the commitment with the one that you saved before the round, or give that one with --commitment."
        )
        console().print(Text(note, style="dim"), soft_wrap=True)
    return 0 if results and all(each.verdict.holds or each.kind == "open" for each in results) else 1


def verdicts(
    texts: Mapping[str, Sequence[str]],
    *,
    noted: str | None = None,
    head: str | None = None,
    key: str | None = None,
    own: Sequence[str] = (),
) -> list[ValueResult]:
    """The verdict on every value of some files, given as their lines. `own` are the files of the caller's evidence."""
    by_file = {file: [*json_values(file, text)] for file, text in texts.items()}
    values = [value for found in by_file.values() for value in found]
    beside = set[str]().union(
        *(evidence_beside(each[:2] for each in found) for file, found in by_file.items() if file not in own)
    )
    shuffles = shuffles_in(values)
    again = {each.where: each for file, text in texts.items() for each in read_rounds(file, shuffles, text)}
    lines = [(where, text.strip()) for where, _, text in values]
    judged = check_lines(lines, noted=noted, head=head, key=key, beside=beside)
    proofs = verified_proofs(values, judged)
    rounds = rounds_by_place(again, judged) if any(each.kind == EVIDENCE for each in judged) else {}
    found = [_if_bound(_with_replay(again, proofs, each)) for each in with_progress(judged, len(lines), "verifying")]
    seen = [evidence_verdict(each, value, rounds) for each, (_, value, _) in zip(found, values, strict=False)]
    return seen + found[len(values) :]


def hex_digits(name: str, text: str | None) -> str | None:
    """Parse 64 hexadecimal digits. Fewer would let someone search for a different text with the same beginning."""
    try:
        return None if text is None else key_of(text)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--{name}: {error}") from None


def _with_replay(again: Mapping[str, FileRound], proofs: Proofs, checked: ValueResult) -> ValueResult:
    """A verdict, with the result of the replay added for a round."""
    if checked.kind != ROUND or checked.verdict.word == FAILS:
        return checked
    word, says, silent = checked.verdict
    written = again[checked.where]
    if not _has_secret(written.shuffle):
        return public_verdict(checked, written.text, proofs)
    try:
        record = read_standard(written.text)
        round, game = replay_round(written).round, game_by_digest(record.opening.game, record.opening.rules)
    except Exception as error:
        return checked._replace(verdict=Verdict(FAILS, (*says, reason_of(error))))
    rules, box = round.rules, round.shuffle.box
    if round.shuffle.kind != "given" and sorted(box) != sorted(deck(rules.deck.name, rules.packs).cards):
        return checked._replace(verdict=Verdict(FAILS, (*says, f"the cards are not the deck of {rules.game}")))
    more = "the replay accepts every answer, and gives the same payments and the same next state of the table"
    silent = (*renamed_rules_remark(record, game), *(each for each in silent if each != RULES))
    word = PARTLY if word == HOLDS and renamed_rules_remark(record, game) else word
    return checked._replace(verdict=Verdict(word, (*says, more), silent))


def _if_bound(checked: ValueResult) -> ValueResult:
    """A verdict on a round, reduced to "in part" if nothing that the caller saved fixes the record itself."""
    word, says, silent = checked.verdict
    if checked.kind != ROUND or word != HOLDS or checked.bound:
        return checked
    return checked._replace(verdict=Verdict(PARTLY, says, (UNBOUND.format(checked.hash), *silent)))


def _has_secret(shuffle: str) -> bool:
    """Whether a round can be replayed from a transcript."""
    value = json.loads(shuffle) if shuffle else {}
    return "secret" in value or value.get("kind") == "given"


def _print_json(checked: ValueResult) -> None:
    word, says, silent = checked.verdict
    about = {"where": checked.where, "verdict": word, "holds": checked.verdict.holds, "commitment": checked.commitment}
    print_json(about | {"says": says, "silent": silent})


def _print(checked: ValueResult) -> None:
    screen = console()
    word, says, silent = checked.verdict
    shown = word.upper() if word == FAILS else word
    screen.print(Text(f"{checked.where}: ").append(shown, style=STYLES.get(word, "bold yellow")), soft_wrap=True)
    for sentence in says:
        screen.print(f"  • {sentence}", soft_wrap=True)
    for sentence in silent:
        screen.print(Text(f"  ◦ not checked: {sentence}", style="dim"), soft_wrap=True)
