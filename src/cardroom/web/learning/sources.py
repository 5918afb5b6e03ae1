"""Where a decision comes from, so that it can be dealt again: from a seed, or from a recorded round.

A decision of a recorded round is replayed without names: its player is "You", the others are their seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

import msgspec

from cardroom.analysis.evaluation import OpenDecision, decision_of
from cardroom.cards import text
from cardroom.errors import CardroomError, InputError
from cardroom.games import game
from cardroom.house.tables import Recall, RecalledRound
from cardroom.play import Round, View
from cardroom.players import DAILY, ME, TRAINER, Advice, Drill, DrillAnswer, ValuedOption, kind_of, next_drill
from cardroom.tags import kebab
from cardroom.web.learning.store import Judged, Mistake

__all__ = [
    "DealtSource",
    "RoundSource",
    "Source",
    "SourcedDecision",
    "dealt",
    "encoded",
    "id_of",
    "judged_of",
    "mistake_of",
    "read_source",
    "replayed",
    "source_of_drill",
]

LONGEST = 4000
"""Bytes of a source. A longer one is not stored."""


class DealtSource(msgspec.Struct, frozen=True, tag=kebab, omit_defaults=True):
    """A decision that was dealt from a seed, for the trainer or for a daily deal."""

    game: str
    set: str
    seed: str
    answers: tuple[DrillAnswer, ...] = ()
    daily: bool = False


class RoundSource(msgspec.Struct, frozen=True, tag=kebab):
    """A decision of a recorded round."""

    hall: str
    table: str
    round: int
    answers: int
    """The number of answers before it."""
    spot: str


Source: TypeAlias = DealtSource | RoundSource


class SourcedDecision(NamedTuple):
    """An open decision that was dealt again, as its player sees it."""

    view: View
    decision: OpenDecision

    @property
    def kind(self) -> str:
        """The kind of decision."""
        return kind_of(self.decision)


def encoded(source: Source) -> str:
    """A source as text."""
    return msgspec.json.encode(source).decode()


def id_of(source: Source) -> str:
    """A short name of a decision. The same decision of the same round always has the same."""
    return sha256(msgspec.json.encode(source)).hexdigest()[:20]


def read_source(stored: str) -> Source:
    """A source from its text."""
    source: Source = msgspec.json.decode(stored, type=DealtSource | RoundSource)
    return source


def source_of_drill(drill: Drill, *, daily: bool = False) -> DealtSource:
    """The source of a drill."""
    rules = drill.round.rules
    return DealtSource(rules.game, rules.rules, drill.seed, drill.answers, daily)


def dealt(source: Source, recalls: Mapping[str, Recall]) -> SourcedDecision:
    """Deal a decision again."""
    if isinstance(source, DealtSource):
        practice = DAILY if source.daily else TRAINER
        drill = next_drill(game(source.game, source.set), source.seed, source.answers, practice)
        if drill is None:
            raise InputError("This decision cannot be dealt again.")
        return SourcedDecision(drill.view, drill.decision)
    recalled = recalls[source.hall].round(source.table, source.round)
    round = replayed(recalled, source.answers, source.spot)
    view = round.view(ME)
    return SourcedDecision(view, decision_of(view, source.spot))


def replayed(recalled: RecalledRound, answers: int, spot: str) -> Round:
    """A recorded round before one of its answers, without names. The player at the spot is "You"."""
    opening = recalled.opening
    circle = spot.partition(".")[0]
    me = next(each.bettor for each in opening.spots if each.id == circle)
    names = {who: f"Player {at}" for at, who in enumerate(opening.stacks, 1)} | {me: ME}
    try:
        round = recalled.game.round(
            [msgspec.structs.replace(each, bettor=names[each.bettor]) for each in opening.spots],
            {names[who]: cents for who, cents in opening.stacks.items()},
            shuffle=recalled.shuffle,
            carry=_renamed(opening.carry, names),
            version=opening.script,
        )
        round.play(recalled.answers[:answers])
    except (CardroomError, ValueError, LookupError) as error:
        raise InputError("This round cannot be replayed.") from error
    return round


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A state of a table in which every name is replaced."""
    match value:
        case str():
            return names.get(value, value)
        case dict():
            return {_renamed(key, names): _renamed(each, names) for key, each in value.items()}
        case list() | tuple():
            return type(value)(_renamed(each, names) for each in value)
    return value


def judged_of(advice: Advice, yours: ValuedOption, given: DrillAnswer) -> Judged:
    """A judged answer, for the store."""
    answer = msgspec.json.encode(given).decode()
    best = advice.options[0].label
    return Judged(advice.game, advice.kind, answer, yours.label, best, yours.cost, advice.stake)


def mistake_of(
    source: Source, origin: str, decision: OpenDecision, advice: Advice, yours: ValuedOption, name: str = ""
) -> Mistake | None:
    """What is stored of a mistake; None if the answer was best or the source is too long. `name` replaces the id."""
    stored = encoded(source)
    if yours.best or len(stored) > LONGEST:
        return None
    best, rules, hand = advice.options[0].label, decision.rules, text(decision.facts.hand)
    return Mistake(
        name or id_of(source), stored, origin, rules.game, rules.name, advice.kind, hand, yours.label, best, yours.cost
    )
