"""The review of the caller's finished rounds: each decision with its exact value, and luck told apart from play.

It values decisions only after the round. At tables that are not for practice, only after the caller has left the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, QueryParameter

from cardroom.errors import InputError
from cardroom.house.tables import RecalledRound, RoundMoney, RoundSummary
from cardroom.players import PlayedRound, RoundReview, figures_of, played_round, review_played
from cardroom.web.api.context import HttpRequest, server_of, workers_of
from cardroom.web.api.history import Before, may_look
from cardroom.web.halls import Workers
from cardroom.web.people import RateLimiter, token_scope

__all__ = ["MOST_ROUNDS", "REVIEWS", "ReviewApi", "ReviewedRound", "may_review", "review_rounds", "reviewed"]

MOST_ROUNDS = 25
"""Rounds on a page of a review."""
MOST_REVIEWS = 1_000
"""Reviews that are kept, so that a page that is opened again is quick."""
REVIEWS = RateLimiter(most=20, a_second=1)
"""Limit of reviews for one user, because each replays and values rounds."""
Rounds = Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)]


class ReviewedRound(msgspec.Struct, frozen=True):
    """A finished round of the caller, with its review."""

    number: int
    at: int
    """When it began, in microseconds since 1970."""
    game: str
    set: str
    name: str
    says: str
    """The round in one sentence."""
    review: RoundReview


class ReviewPage(msgspec.Struct, frozen=True):
    """Rounds of the caller at a table, the latest first."""

    hall: str
    table: str
    practice: bool
    rounds: list[ReviewedRound]
    before: int
    """Where the next page starts; 0 after the last page."""


class ReviewApi(Controller):
    """The review of rounds."""

    path = "/halls/{hall:str}/tables/{table:str}"
    tags = ("history",)
    opt = token_scope("play")

    @get("/review")
    async def of_table(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], before: Before = 0, limit: Rounds = 20
    ) -> ReviewPage:
        """The caller's rounds at a table, the latest first: results, decisions, costs and luck."""
        who, practice = await may_review(request, hall, table)
        workers = workers_of(request)
        page = await workers.read(lambda: workers.recalls[hall].of_table(table, before, limit))
        mine = [each for each in page.rounds if who in each.people and not each.voided]
        return ReviewPage(hall, table, practice, await reviewed(workers, hall, mine, who), page.before)

    @get("/rounds/{number:int}/review")
    async def of_round(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> ReviewedRound:
        """One finished round of the caller, with its review."""
        who, _ = await may_review(request, hall, table)
        found = await review_rounds(request, hall, table, who, [number])
        if not found:
            raise NotFoundException("You have no finished round of this number here.")
        return found[0]


async def may_review(request: HttpRequest, hall: str, table: str) -> tuple[str, bool]:
    """Return the caller's name, and whether it is a practice table. Refuse players who still sit at other tables."""
    who, tables = (await may_look(request, hall, table)).name, server_of(request).tables
    practice = await tables.is_practice(hall, table)
    if not practice and who in tables.seated(hall, table):
        raise PermissionDeniedException("You can review these rounds after you have left the table.")
    REVIEWS.check(who)
    return who, practice


async def review_rounds(
    request: HttpRequest, hall: str, table: str, who: str, numbers: Sequence[int]
) -> list[ReviewedRound]:
    """Review some rounds of a player at a table. Numbers of other rounds are left out."""
    workers = workers_of(request)
    pages = await workers.read(lambda: [workers.recalls[hall].of_table(table, each + 1, 1) for each in numbers])
    found = [each for page in pages for each in page.rounds]
    mine = [each for each in found if each.number in numbers and who in each.people and not each.voided]
    return await reviewed(workers, hall, mine, who)


async def reviewed(workers: Workers, hall: str, rounds: Sequence[RoundSummary], who: str) -> list[ReviewedRound]:
    """Review rounds. Their decisions are valued together, in the process for that."""
    known = {each.number: workers.reviews.get((hall, each.table, each.number, who)) for each in rounds}
    new = [each for each in rounds if known[each.number] is None]
    recalled = await workers.read(lambda: [workers.recalls[hall].round(each.table, each.number) for each in new])
    played = await workers.read(lambda: [_played(each, who) for each in recalled])
    found = await workers.evaluate([each.decision for one in played for each in one.decisions]) if played else []
    for each, source, one in zip(new, recalled, played, strict=True):
        its, found = found[: len(one.decisions)], found[len(one.decisions) :]
        coached = [answers for answers, used in source.coached if used.bettor == who]
        equities = await workers.equities(one.rules, one.shown, who) if one.shown else ()
        review = review_played(one, its, figures_of(one.rules), coached, equities)
        says = RoundMoney(source.opening, source.outcome, who).summary(one.rules, source.answers)
        reviewed = ReviewedRound(each.number, each.at, each.game, each.set, each.name, says, review)
        known[each.number] = workers.reviews[hall, each.table, each.number, who] = reviewed
        while len(workers.reviews) > MOST_REVIEWS:
            workers.reviews.popitem(last=False)
    return [shown for each in rounds if (shown := known[each.number]) is not None]


def _played(recalled: RecalledRound, who: str) -> PlayedRound:
    try:
        return played_round(recalled.steps(), recalled.answers, who)
    except InputError as error:
        raise NotFoundException(str(error)) from None
