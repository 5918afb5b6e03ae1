"""`cardroom verify-shuffle`: what was promised before the cards were dealt, against what was dealt.

Every shuffle of a file is checked. A record names its shuffle and does not have it: where it is not beside the record,
that is said, and nothing is proved.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.text import Text

from cardroom.cards import pretty
from cardroom.cards.sealed import check_opening, cut
from cardroom.cards.verify import Verdict, verify
from cardroom.cli import Mistake
from cardroom.cli.common import console, json_values, print_json
from cardroom.cli.words import decoded, kind
from cardroom.cli.written import is_shuffle, shuffles_in
from cardroom.play import Record
from cardroom.show.proof import with_commitment

__all__ = ["verify_command"]

KINDS = "a shuffle's transcript, a round's record, or sealed cards with root, leaves and openings"
LEAST_DIGITS = 8
"""Digits of a commitment that somebody may note instead of all 64."""


class Checked(NamedTuple):
    """What came out for one value of a file."""

    where: str
    verdict: Verdict
    commitment: str
    """What it says was published."""
    here: bool = True
    """Whether there was a shuffle to check."""

    @property
    def words(self) -> tuple[str, str]:
        """The verdict in a word or two, and its color."""
        if not self.here:
            return "NOT CHECKED", "bold yellow"
        return ("holds", "bold green") if self.verdict.holds else ("DOES NOT HOLD", "bold red")


def verify_command(file: str, as_json: bool, commitment: str | None) -> int:
    """Check every shuffle of a file; exit code 1 if one does not hold, or is not there to be checked."""
    if commitment is not None and not _is_commitment(commitment):
        raise Mistake(f"--commitment {commitment}: write its 64 digits 0-9a-f, or the first {LEAST_DIGITS} or more")
    screen = console()
    found = list(_checked(file))
    if commitment is not None:
        found = _noted(found, commitment)
    for each in found:
        where, verdict, published, here = each
        if as_json:
            said = {"where": where, "holds": verdict.holds, "commitment": published, "says": list(verdict.says)}
            print_json(said if here else said | {"checked": False})
            continue
        word, style = each.words
        screen.print(Text(f"{where}: ").append(word, style=style), soft_wrap=True)
        for sentence in verdict.says:
            screen.print(f"  • {sentence}", soft_wrap=True)
    if not as_json and commitment is None and any(each.verdict.holds for each in found):
        note = "Compare the commitment with the one that you noted before the round, or give it as --commitment."
        screen.print(Text(note, style="dim"), soft_wrap=True)
    return 0 if all(each.verdict.holds for each in found) else 1


def _checked(file: str) -> Iterator[Checked]:
    """What holds of the shuffles and sealed cards of a file; records count where they lack their shuffle."""
    values = list(json_values(file))
    shuffles = shuffles_in(values)
    for where, value, text in values:
        try:
            if isinstance(value, dict) and "format" in value:
                key = Record.from_json(text).opening.shuffle
                if key not in shuffles:
                    says = f"this is a round, and its shuffle is elsewhere: verify the file that has {key}"
                    yield Checked(where, Verdict(False, (says,)), "", here=False)
            else:
                yield Checked(where, *_judge(value))
        except ValueError as error:
            yield Checked(where, Verdict(False, (decoded(str(error)),)), "")


def _judge(value: Any) -> tuple[Verdict, str]:
    """What holds of a value, and the commitment that it claims."""
    if not isinstance(value, dict):
        raise Mistake(f"this is {kind(value)}, and {KINDS} is expected")
    if is_shuffle(value):
        return verify(value), str(value.get("commitment", ""))
    if "leaves" in value or "root" in value:
        return _judge_sealed(value), str(value.get("root", ""))
    raise Mistake(f"no shuffle is in it: {KINDS} is expected")


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


def _noted(found: list[Checked], noted: str) -> list[Checked]:
    """The verdicts of the shuffles that were committed to so; if none was, all of them fail."""
    meant = [each for each in found if each.commitment.startswith(noted.lower())]
    return [each._replace(verdict=with_commitment(each.verdict, each.commitment, noted)) for each in meant or found]
