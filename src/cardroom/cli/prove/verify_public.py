"""The verdict of `cardroom verify` on a round without its whole shuffle: the rules are replayed with the opened
cards."""

from collections.abc import Iterable, Mapping
from typing import Any

from cardroom.cards.opened import OpenedDeck
from cardroom.cli.study.replay import reason_of
from cardroom.games import game_by_digest
from cardroom.play import Record
from cardroom.play.game import Game
from cardroom.play.public import check_public
from cardroom.play.records import RecordError, RulesOf
from cardroom.verifier import FAILS, NOTHING, RULES, ValueResult, Verdict

__all__ = ["PARTLY", "public_verdict", "read_standard", "renamed_rules_remark", "verified_proofs"]

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
