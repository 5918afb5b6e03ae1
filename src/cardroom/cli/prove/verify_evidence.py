"""What `cardroom verify` adds about evidence: the cards that a client was shown are those that the replay shows it."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cardroom.cards import text
from cardroom.cli.study.round_files import FileRound, replay_round
from cardroom.play import Round
from cardroom.verifier import EVIDENCE, FAILS, ValueResult, Verdict

__all__ = ["evidence_verdict", "rounds_by_place"]


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
