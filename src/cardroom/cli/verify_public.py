"""What `cardroom verify` says of a round without its whole shuffle: the rules are replayed with the opened cards."""

from collections.abc import Iterable, Mapping
from typing import Any

from cardroom.cards.opened import OpenedDeck
from cardroom.cli.replay import reason_of
from cardroom.games import game_by_digest
from cardroom.play import Record
from cardroom.play.game import Game
from cardroom.play.public_replay import check_public
from cardroom.play.record import RecordError, RulesOf
from cardroom.verifier import FAILS, NOTHING, RULES, Found, Verdict

__all__ = ["PARTLY", "public_verdict", "read_standard", "renamed", "verified_proofs"]

PARTLY = "holds in part"
FORM = "only the form of the record, its place in the chain and the sums of its money are checked"
MONEY = "whether these payments follow the game's rules"


def verified_proofs(values: Iterable[tuple[str, Any, str]], found: Iterable[Found]) -> dict[str, list[dict[str, Any]]]:
    """The seat proofs and public transcripts of sealed decks that a file has and that were not refuted."""
    proofs: dict[str, list[dict[str, Any]]] = {}
    for (_, value, _), each in zip(values, found, strict=False):
        if each.kind == "shuffle" and each.verdict.word != FAILS and value["kind"] == "sealed":
            proofs.setdefault(each.commitment, []).append(value)
    return proofs


def read_standard(text: str) -> Record:
    """The record that a line holds, if the line is written as records are."""
    kept = Record.from_json(text)
    if kept.json() != text.strip():
        raise RecordError("the record is not in its standard form: it has extra or reordered text")
    return kept


def renamed(kept: Record, game: Game) -> tuple[str, ...]:
    """What to tell where a record calls its rules otherwise than the rule book does."""
    rules = RulesOf.game(game)
    if rules == kept.opening.rules:
        return ()
    return (f"the name and settings of its rules: the rules with this digest are called {rules.set} here",)


def public_verdict(found: Found, text: str, proofs: Mapping[str, list[dict[str, Any]]]) -> Found:
    """A verdict on a round, with what follows from public information added."""
    word, says, silent = found.verdict
    silent = tuple(each for each in silent if each != RULES)
    try:
        kept = read_standard(text)
    except RecordError as error:
        return found._replace(verdict=Verdict(FAILS, (*says, reason_of(error))))
    opening = kept.opening
    try:
        game = game_by_digest(opening.game, opening.rules)
    except ValueError as error:
        return found._replace(verdict=Verdict(NOTHING, (*says, FORM), (f"{MONEY}: {error}", *silent)))
    if not game.rules.nobody_banks:
        why = f"{MONEY}: the round can be replayed once the secret of its shuffle is published"
        return found._replace(verdict=Verdict(NOTHING, (*says, FORM), (why, *silent)))
    openings = proofs.get(opening.shuffle)
    try:
        result = check_public(kept, game, OpenedDeck.from_proofs(openings) if openings else None)
    except Exception as error:
        return found._replace(verdict=Verdict(FAILS, (*says, reason_of(error))))
    unchecked = (*renamed(kept, game), *result.unchecked, *silent)
    if not result.checked:
        return found._replace(verdict=Verdict(NOTHING, (*says, FORM), (MONEY, *unchecked)))
    if word != NOTHING and not (result.whole and not renamed(kept, game)):
        word = PARTLY
    return found._replace(verdict=Verdict(word, (*says, *result.checked), unchecked))
