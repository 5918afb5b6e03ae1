"""The trainer: single decisions, dealt by the server from a seed, and their exact values. Nothing is at stake.

A drill follows from the game, its seed and the caller's decisions so far. The server stores only mistakes, which come
back to the user who made them.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from cardroom.analysis.evaluation import has_evaluator
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.play.game import Game
from cardroom.players import (
    ME,
    Advice,
    Drill,
    DrillAnswer,
    ValuedOption,
    advice_of,
    choice_of,
    deal_drill,
    kinds,
    next_drill,
    open_ask,
)
from cardroom.show import picture
from cardroom.show.pictures import Picture, cloth
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, address, game_named, learning_of, workers_of
from cardroom.web.learning import mistake_of, source_of_drill
from cardroom.web.people import RateLimiter, token_scope

__all__ = ["TrainerApi", "forget_trainer_games"]

_DRILLS = RateLimiter(most=60, a_second=4)
"""Limit of drills and answers for one address."""
Seed = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[\w.]*$")]


class TrainerGame(msgspec.Struct, frozen=True):
    """A game that can be practised."""

    game: str
    set: str
    name: str
    felt: str
    kinds: tuple[str, ...]
    """The kinds of decision."""


class WantedDrill(Body, frozen=True):
    """The next decision: of a kind, after the given decisions of a round, or exactly the one that they lead to."""

    kind: str = ""
    """One of the game's kinds; empty for any."""
    seed: Seed = ""
    """The seed of the round to continue; empty for a new deal."""
    answers: tuple[DrillAnswer, ...] = ()


class ShownDrill(msgspec.Struct, frozen=True):
    """A decision to practise on."""

    game: str
    set: str
    name: str
    digest: str
    seed: str
    answers: tuple[DrillAnswer, ...]
    kind: str
    spot: str
    unit: str
    """The first wager."""
    stake: int
    picture: Picture
    """The table as a player sees it, as in scenes of live tables."""


class DrillDecision(Body, frozen=True):
    """The caller's decision in a drill. Without an action, only the values are wanted."""

    seed: Seed
    answers: tuple[DrillAnswer, ...] = ()
    action: str = ""
    value: Any = None


class DrillVerdict(msgspec.Struct, frozen=True):
    """The exact values of a drill's options, and the one that was chosen."""

    advice: Advice
    yours: ValuedOption | None


class TrainerApi(Controller):
    """The trainer."""

    path = "/trainer"
    tags = ("practice",)
    opt = token_scope("play")

    @get("/", sync_to_thread=True)
    def games(self) -> list[TrainerGame]:
        """The games whose decisions have exact values, under each of their rule sets."""
        return _trainer_games()

    @post("/{slug:str}/{rules:str}/deal", status_code=200)
    async def deal(
        self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str], data: JSONBody[WantedDrill]
    ) -> ShownDrill:
        """A decision to practise on. If the round of the given seed has no further one, a new one is dealt."""
        _DRILLS.check(address(request))
        workers = workers_of(request)
        drill, shown = await workers.read(lambda: _dealt(game_named(slug, rules), data))
        workers.warm_up([drill.decision])
        return shown

    @post("/{slug:str}/{rules:str}/answer", status_code=200)
    async def answer(
        self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str], data: JSONBody[DrillDecision]
    ) -> DrillVerdict:
        """The exact value of each option of a drill, and what the chosen one costs. A mistake of a user goes into the
        box for tomorrow (`/learning/mistakes`)."""
        _DRILLS.check(address(request))
        workers = workers_of(request)
        drill = await workers.read(lambda: _exact_drill(game_named(slug, rules), data.seed, data.answers))
        asked = open_ask(drill.view, drill.decision.spot)
        given = asked.check(data.action, data.value) if data.action else None
        (found,) = await workers.evaluate([drill.decision])
        advice = await workers.read(lambda: advice_of(drill.view, drill.decision, found))
        yours = choice_of(advice, found, given.action, given.value) if given else None
        if yours is not None and request.user:
            mistake = mistake_of(source_of_drill(drill), "trainer", drill.decision, advice, yours)
            if mistake is not None:
                await asyncio.to_thread(learning_of(request).store.add_mistakes, request.user.name, [mistake])
        return DrillVerdict(advice, yours)


@cache
def _trainer_games() -> list[TrainerGame]:
    known = [each for each in all_games() if has_evaluator(each.rules)]
    return [
        TrainerGame(each.slug, each.rules.rules, each.rules.name, cloth(each.rules).felt, kinds(each.rules))
        for each in known
    ]


def forget_trainer_games() -> None:
    """Forget the list of games, after a rule set was added."""
    _trainer_games.cache_clear()


def _exact_drill(playing: Game, seed: str, answers: tuple[DrillAnswer, ...]) -> Drill:
    drill = next_drill(playing, seed, answers)
    if drill is None:
        raise InputError("That round is over. Ask for the next decision.")
    return drill


def _dealt(playing: Game, wanted: WantedDrill) -> tuple[Drill, ShownDrill]:
    drill = next_drill(playing, wanted.seed, wanted.answers) if wanted.seed else None
    if drill is None or wanted.kind not in ("", drill.kind):
        drill = deal_drill(playing, secrets.token_hex(8), wanted.kind)
    rules, first = playing.rules, next(iter(playing.rules.wager.values()))
    shown = ShownDrill(
        playing.slug,
        rules.rules,
        rules.name,
        rules.digest,
        drill.seed,
        drill.answers,
        drill.kind,
        drill.decision.spot,
        first.label,
        drill.decision.facts.stake,
        picture(drill.round.view(ME)),
    )
    return drill, shown
