"""The coach at practice tables: the exact value of each option of the caller's open question.

There is no coach where money is played, and at a table with other people only if all of them agreed. Each use is an
entry of the table's book, written before the values are shown. The values depend only on what the player sees.
"""

from __future__ import annotations

import msgspec
from litestar import Controller, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from cardroom.analysis.evaluation import OpenDecision, decision_of, has_evaluator
from cardroom.errors import InputError
from cardroom.play.round import View
from cardroom.play.table import UseCoach
from cardroom.players import Advice, advice_of
from cardroom.room import Person
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.halls import Workers
from cardroom.web.people import RateLimiter, signed_in, token_scope

__all__ = ["CoachApi"]

_COACH = RateLimiter(most=30, a_second=2)
"""Limit of questions to the coach for one user."""


class CoachQuestion(Body, frozen=True):
    """An open question, as the scene of the table names it."""

    spot: str
    question: str


class CoachAgreement(Body, frozen=True):
    """Whether the caller agrees that others at the table use the coach."""

    agree: bool


class CoachAgreed(msgspec.Struct, frozen=True):
    """The players who agree that others at the table use the coach."""

    agreed: tuple[str, ...]


class CoachApi(Controller):
    """The coach."""

    path = "/halls/{hall:str}/tables/{table:str}/coach"
    tags = ("practice",)
    opt = token_scope("play")

    @post("/", status_code=200)
    async def values(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[CoachQuestion]
    ) -> Advice:
        """The exact value of each option of the caller's open question. The table's book notes that they were shown."""
        who, there = signed_in(request).name, hall_of(request, hall)
        await _check(request, hall, table, who)
        _COACH.check(who)
        live = there.room.tables.get(table)
        if live is not None and not has_evaluator(live.playing.rules):
            raise InputError(f"The decisions of {live.playing.rules.name} have no exact values, so there is no coach.")
        await there.order(Person(who), table, UseCoach(who, data.spot, data.question))
        workers = workers_of(request)
        view, decision = await workers.read(lambda: _decision(workers, hall, table, who, data))
        (found,) = await workers.evaluate([decision])
        return await workers.read(lambda: advice_of(view, decision, found))

    @post("/agree", status_code=200)
    async def agree(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[CoachAgreement]
    ) -> CoachAgreed:
        """Agree that others at the same practice table use the coach, or take that back."""
        who, server = signed_in(request).name, server_of(request)
        hall_of(request, hall)
        await _check_shown(request, hall, table, who)
        return CoachAgreed(await server.tables.agree_to_coach(hall, table, who, data.agree))


async def _check_shown(request: HttpRequest, hall: str, table: str, who: str) -> None:
    if not await server_of(request).tables.is_shown(hall, table, who):
        raise NotFoundException(f"There is no table {table[:80]}.")


async def _check(request: HttpRequest, hall: str, table: str, who: str) -> None:
    await _check_shown(request, hall, table, who)
    if why := await server_of(request).tables.why_no_coach(hall, table, who):
        raise PermissionDeniedException(why)


def _decision(workers: Workers, hall: str, table: str, who: str, asked: CoachQuestion) -> tuple[View, OpenDecision]:
    """The player's view and decision when the use of the coach was noted, from the table's book."""
    recalled = workers.recalls[hall].latest(table)
    for answers, used in reversed(recalled.coached):
        if (used.bettor, used.spot, used.question) == (who, asked.spot, asked.question):
            view = recalled.after(answers).view(who)
            return view, decision_of(view, asked.spot)
    raise InputError("That question is closed: it was answered, or time ran out.")
