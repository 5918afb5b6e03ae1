"""`cardroom verify-shuffle`: what was promised before the cards were dealt, against what was dealt."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from cardroom.cards import pretty
from cardroom.cards.sealed import check_opening, cut
from cardroom.cards.verify import Verdict, verify
from cardroom.cli import Mistake
from cardroom.cli.common import console, json_values, print_json
from cardroom.cli.proof import LEAST_DIGITS, with_commitment

__all__ = ["verify_command"]

KINDS = "a shuffle's transcript, a round's record, or sealed cards with root, leaves and openings"


def verify_command(file: str, as_json: bool, commitment: str | None) -> int:
    """Check every shuffle of a file; exit code 1 if one does not hold."""
    if commitment is not None and not _is_commitment(commitment):
        raise Mistake(f"--commitment {commitment}: write its 64 digits 0-9a-f, or the first {LEAST_DIGITS} or more")
    screen = console()
    verdicts = list(_verdicts(file))
    if commitment is not None:
        verdicts = _noted(verdicts, commitment)
    for where, verdict, published in verdicts:
        if as_json:
            print_json({"where": where, "holds": verdict.holds, "commitment": published, "says": list(verdict.says)})
            continue
        style, word = ("bold green", "holds") if verdict.holds else ("bold red", "DOES NOT HOLD")
        screen.print(Text(f"{where}: ").append(word, style=style), soft_wrap=True)
        for sentence in verdict.says:
            screen.print(f"  • {sentence}", soft_wrap=True)
    if not as_json and commitment is None and any(verdict.holds for _, verdict, _ in verdicts):
        note = "Compare the commitment with the one that you noted before the round, or give it as --commitment."
        screen.print(Text(note, style="dim"), soft_wrap=True)
    return 0 if all(verdict.holds for _, verdict, _ in verdicts) else 1


def _verdicts(file: str) -> Iterator[tuple[str, Verdict, str]]:
    for where, value, _ in json_values(file):
        try:
            yield where, *_judge(value)
        except ValueError as error:
            yield where, Verdict(False, (str(error),)), ""


def _judge(value: Any) -> tuple[Verdict, str]:
    """What holds of a value, and the commitment that it claims."""
    if not isinstance(value, dict):
        raise Mistake(f"this is {type(value).__name__}, and {KINDS} is expected")
    if "leaves" in value or "root" in value:
        return _judge_sealed(value), str(value.get("root", ""))
    transcript = value.get("shuffle", value)
    if not isinstance(transcript, dict) or "version" not in transcript:
        raise Mistake(f"no shuffle is in it: {KINDS} is expected")
    return verify(transcript), str(transcript.get("commitment", ""))


def _judge_sealed(value: dict[str, Any]) -> Verdict:
    """Poker's cards, each opened on its own under the root that was published."""
    openings = value.get("openings")
    if not isinstance(openings, list) or not openings:
        raise Mistake("openings: a list of what a seat was shown is expected, each with position, card and salt")
    root, leaves, seeds = value.get("root", ""), value.get("leaves", ()), value.get("seeds", [])
    says, holds = [], True
    for opening in openings:
        try:
            card = check_opening(root, leaves, opening)
        except ValueError as error:
            holds = False
            says.append(str(error))
        else:
            dealt = cut(len(leaves), seeds).index(opening["position"]) + 1
            says.append(f"card {dealt} of the deal is {pretty(card)}, as it was sealed")
    return Verdict(holds, tuple(says))


def _is_commitment(noted: str) -> bool:
    return LEAST_DIGITS <= len(noted) <= 64 and set(noted.lower()) <= set("0123456789abcdef")


def _noted(verdicts: list[tuple[str, Verdict, str]], noted: str) -> list[tuple[str, Verdict, str]]:
    """The verdicts of the shuffles that were committed to so; if none was, all of them fail."""
    found = [each for each in verdicts if each[2].startswith(noted.lower())]
    return [
        (where, with_commitment(verdict, published, noted), published)
        for where, verdict, published in found or verdicts
    ]
