"""The review that the players of a private table share after the session: results, decisions and their cost.

Only people who sat at the table see it, and only those who share their own part. Everyone can take theirs back. It is
open while nobody sits at the table. A decision is shown with its cards only if the round showed these cards to
everyone: a folded hand stays folded, and its decisions count only in the sums.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody, QueryParameter

from cardroom.house.books import LedgerAccount
from cardroom.house.tables import RoundSummary
from cardroom.players import ReviewedDecision
from cardroom.room import BOT
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.history import Before
from cardroom.web.api.review import REVIEWS, reviewed
from cardroom.web.halls import PLAY, Workers
from cardroom.web.people import signed_in, token_scope

__all__ = ["SharedReviewApi"]

MOST_ROUNDS = 10
"""Rounds on a page of a shared review. Each is reviewed for every player who shares."""
Rounds = Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)]


class ReviewSharing(Body, frozen=True):
    """Whether the caller shares their part of the review."""

    share: bool


class ReviewShares(msgspec.Struct, frozen=True):
    """The players who share their part of the review."""

    shares: tuple[str, ...]


class SharedPart(msgspec.Struct, frozen=True):
    """A round of one player who shares. Amounts are in cents."""

    who: str
    net: int
    wagered: int
    counted: int
    """The number of decisions with an exact value."""
    cost: float
    """What the mistakes cost on average."""
    decisions: tuple[ReviewedDecision, ...]
    """The decisions with cards that everyone saw by the end of the round."""


class SharedRound(msgspec.Struct, frozen=True):
    """A finished round, with the parts of the players who share."""

    number: int
    at: int
    """When it began, in microseconds since 1970."""
    why: str
    """Why its decisions have no exact values; empty if they have."""
    parts: tuple[SharedPart, ...]


class SharedReviewPage(msgspec.Struct, frozen=True):
    """Rounds of a private table, the latest first. Without the caller's own part there are none."""

    hall: str
    table: str
    name: str
    """The game of the latest round; empty if none was played."""
    over: bool
    """Whether the session is over: nobody sits at the table. Before that there are no rounds."""
    shares: tuple[str, ...]
    """The players who share their part."""
    mine: bool
    """Whether the caller is one of them."""
    rounds: list[SharedRound]
    before: int
    """Where the next page starts; 0 after the last page."""


class SharedReviewApi(Controller):
    """The shared review."""

    path = "/halls/{hall:str}/tables/{table:str}/review/shared"
    tags = ("history",)
    opt = token_scope("play")

    @get("/")
    async def page(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], before: Before = 0, limit: Rounds = 5
    ) -> SharedReviewPage:
        """What the players of a private table did, as far as they share it, when nobody sits there any more."""
        who, tables, workers = await _player(request, hall, table), server_of(request).tables, workers_of(request)
        REVIEWS.check(who)
        shares = await tables.shares(hall, table)
        over = all(name.startswith(BOT) for name in tables.seated(hall, table))
        found = await workers.read(lambda: workers.recalls[hall].of_table(table, before, limit))
        name = found.rounds[0].name if found.rounds else ""
        page = SharedReviewPage(hall, table, name, over, shares, who in shares, [], 0)
        if not (over and page.mine):
            return page
        rounds = [each for each in found.rounds if not each.voided and any(one in shares for one in each.people)]
        return msgspec.structs.replace(page, rounds=await _shared(workers, hall, rounds, shares), before=found.before)

    @post("/", status_code=200)
    async def share(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[ReviewSharing]
    ) -> ReviewShares:
        """Share the caller's part of the review with the others who sat at the table, or take it back."""
        who = await _player(request, hall, table)
        return ReviewShares(await server_of(request).tables.share_review(hall, table, who, data.share))


async def _player(request: HttpRequest, hall: str, table: str) -> str:
    """Return the caller's name. Refuse people who never sat at this private table."""
    who, tables, there = signed_in(request).name, server_of(request).tables, hall_of(request, hall)
    if not await tables.is_private(hall, table) or not await tables.is_shown(hall, table, who):
        raise NotFoundException(f"There is no table {table[:80]}.")
    if hall != PLAY or not await there.books(lambda: there.house.books.has_account(LedgerAccount(table, "stack", who))):
        raise PermissionDeniedException("Only people who sat at this table share its review.")
    return who


async def _shared(
    workers: Workers, hall: str, rounds: list[RoundSummary], shares: tuple[str, ...]
) -> list[SharedRound]:
    """The rounds with the parts of those who share."""
    of_player = {
        who: {one.number: one for one in await reviewed(workers, hall, mine, who)}
        for who in shares
        if (mine := [each for each in rounds if who in each.people])
    }
    recall = workers.recalls[hall]
    shown = await workers.read(lambda: [recall.round(each.table, each.number).face_up() for each in rounds])
    found = []
    for each, cards in zip(rounds, shown, strict=True):
        parts, why = [], ""
        for who, its in of_player.items():
            if one := its.get(each.number):
                seen = tuple(it for it in one.review.decisions if cards.issuperset((*it.hand, *it.dealer)))
                counts, why = len(one.review.decisions), one.review.why
                parts.append(SharedPart(who, one.review.net, one.review.wagered, counts, one.review.cost, seen))
        found.append(SharedRound(each.number, each.at, why, tuple(parts)))
    return found
