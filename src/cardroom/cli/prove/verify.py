"""`cardroom verify`: compare the cards with the commitments, and replay each round.

`cardroom.verifier` checks shuffles, sealed cards, the chain of records, their money and signatures. It is independent
of the rest of the program. This module adds what it cannot do: it replays records, and compares the cards with the
deck. A record whose deck is sealed is replayed with the cards that are opened here.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from cardroom.cards import text
from cardroom.cards.decks import deck
from cardroom.cards.opened import OpenedDeck
from cardroom.cli import UsageError
from cardroom.cli.study.replay import reason_of
from cardroom.cli.study.round_files import PHH, FileRound, format_of, read_rounds, replay_round, shuffles_in
from cardroom.cli.terminal.common import console, json_values, print_json, text_lines
from cardroom.cli.terminal.options import (
    Json,
)
from cardroom.cli.terminal.progress import with_progress
from cardroom.games import game_by_digest
from cardroom.play import Record, Round
from cardroom.play.game import Game
from cardroom.play.public import check_public
from cardroom.play.records import RecordError, RulesOf
from cardroom.verifier import (
    EVIDENCE,
    FAILS,
    HOLDS,
    NOTHING,
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
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Records, shuffles and proofs (JSON); - is standard input.")
    ],
    *,
    as_json: Json = False,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you saved before the cards were dealt.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="The hash of the last record, if you saved it.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The public key of the house's signatures.")] = None,
    evidence: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="What your client was shown of the rounds.")
    ] = None,
) -> int:
    """Check that records and their shuffles were fair.

    The cards must come from the committed shuffle, the records must be chained, and each round is replayed.
    """
    own = evidence or ()
    noted, last, known = (
        hex_digits(name, text) for name, text in (("commitment", commitment), ("head", head), ("key", key))
    )
    if hands := [file for file in files if format_of(file) == PHH]:
        raise UsageError(f"{hands[0]} has recorded hands, which have no commitments. Use `cardroom replay --check`.")
    texts = {file: list(text_lines(file)) for file in (*files, *own)}
    results = verdicts(texts, noted=noted, head=last, key=known, own=own)
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


def rounds_by_place(again: Mapping[str, FileRound], found: list[ValueResult]) -> dict[tuple[str, str], FileRound]:
    """The records that are not refuted and have their whole shuffle, by table and previous record."""
    rounds = {}
    for each in found:
        written = again.get(each.where)
        if each.hash and written is not None and written.shuffle and "secret" in json.loads(written.shuffle):
            opening = json.loads(written.text)["opening"]
            rounds[opening["table"], opening["previous"]] = written
    return rounds


def evidence_verdict(found: ValueResult, value: Any, rounds: Mapping[tuple[str, str], FileRound]) -> ValueResult:
    """A verdict on evidence, with its cards compared with the replay of its round."""
    if found.kind != EVIDENCE or found.verdict.word == FAILS or "voided" in value:
        return found
    written = rounds.get((value["table"], value["previous"]))
    if written is None:
        return found
    word, says, silent = found.verdict
    try:
        shown = _cards_of(replay_round(written).round, value["viewer"])
    except Exception:
        return found  # the verdict on the round itself says why it cannot be replayed
    if missing := Counter(value["cards"]) - shown:
        why = f"{' '.join(missing.elements())} was shown to {value['viewer']}, but not in the replay of the round"
        return found._replace(verdict=Verdict(FAILS, (*says, why)))
    return found._replace(verdict=Verdict(word, (*says, "the replay shows the same cards"), silent))


def _cards_of(round: Round, viewer: str) -> Counter[str]:
    """The cards that a viewer sees in a round."""
    view = round.view(viewer if viewer in {spot.bettor for spot in round.spots} else None)
    return Counter(text(view.dealt()).split())


PARTLY = "holds in part"
FORM = "only the form of the record, its place in the chain and the sums of its money are checked"
MONEY = "whether these payments follow the game's rules"


def verified_proofs(
    values: Iterable[tuple[str, Any, str]], results: Iterable[ValueResult]
) -> dict[str, list[dict[str, Any]]]:
    """The seat proofs and public transcripts of sealed decks that a file has and that were not refuted."""
    proofs: dict[str, list[dict[str, Any]]] = {}
    for (_, value, _), each in zip(values, results, strict=False):
        if each.kind == "shuffle" and each.verdict.word != FAILS and value["kind"] == "sealed":
            proofs.setdefault(each.commitment, []).append(value)
    return proofs


def read_standard(text: str) -> Record:
    """Read the record in a line. Raise an error if it is not in the standard form."""
    record = Record.from_json(text)
    if record.json() != text.strip():
        raise RecordError("the record is not in its standard form: it has extra or reordered text")
    return record


def renamed_rules_remark(record: Record, game: Game) -> tuple[str, ...]:
    """A remark, if the rulebook has the rules of a record under a different name."""
    rules = RulesOf.game(game)
    if rules == record.opening.rules:
        return ()
    return (f"the name and settings of its rules: the rules with this digest are called {rules.set} here",)


def public_verdict(checked: ValueResult, text: str, proofs: Mapping[str, list[dict[str, Any]]]) -> ValueResult:
    """The verdict on a round, with the result of a check with public information."""
    word, says, silent = checked.verdict
    silent = tuple(each for each in silent if each != RULES)
    try:
        record = read_standard(text)
    except RecordError as error:
        return checked._replace(verdict=Verdict(FAILS, (*says, reason_of(error))))
    opening = record.opening
    try:
        game = game_by_digest(opening.game, opening.rules)
    except ValueError as error:
        return checked._replace(verdict=Verdict(NOTHING, (*says, FORM), (f"{MONEY}: {error}", *silent)))
    if not game.rules.nobody_banks:
        why = f"{MONEY}: the round can be replayed once the secret of its shuffle is published"
        return checked._replace(verdict=Verdict(NOTHING, (*says, FORM), (why, *silent)))
    openings = proofs.get(opening.shuffle)
    try:
        result = check_public(record, game, OpenedDeck.from_proofs(openings) if openings else None)
    except Exception as error:
        return checked._replace(verdict=Verdict(FAILS, (*says, reason_of(error))))
    unchecked = (*renamed_rules_remark(record, game), *result.unchecked, *silent)
    if not result.checked:
        return checked._replace(verdict=Verdict(NOTHING, (*says, FORM), (MONEY, *unchecked)))
    if word != NOTHING and not (result.whole and not renamed_rules_remark(record, game)):
        word = PARTLY
    return checked._replace(verdict=Verdict(word, (*says, *result.checked), unchecked))
