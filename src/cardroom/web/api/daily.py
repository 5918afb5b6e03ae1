"""The daily deal: five decisions a day, the same for everybody, scored by what mistakes cost on average.

Answers are final. The values of a decision are sent only with the caller's own answer to it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.players import (
    DAILY,
    DAILY_DECISIONS,
    Advice,
    DrillAnswer,
    ValuedOption,
    advice_of,
    choice_of,
    open_ask,
)
from cardroom.show import picture
from cardroom.show.pictures import Picture
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, address, learning_of, workers_of
from cardroom.web.learning import (
    DAY_SECONDS,
    DailyDeal,
    DailyStanding,
    DealtDecision,
    Judged,
    SourcedDecision,
    cost_of,
    date_of,
    judged_of,
    mistake_of,
    source_of_drill,
    standing_of,
)
from cardroom.web.people import RateLimiter, User, signed_in, token_scope

__all__ = [
    "DailyApi",
    "PracticeAnswer",
    "PracticeVerdict",
    "ShownDecision",
    "check_answer_rate",
    "check_deal_rate",
    "daily_summary",
    "shown_decision",
]

_ANSWERS = RateLimiter(most=60, a_second=2)
"""Limit of answers for one user."""
_DEALS = RateLimiter(most=30, a_second=1)
"""Limit of deals and lists of puzzles for one caller, because each draws several tables."""


class DailySummary(msgspec.Struct, frozen=True):
    """What the lobby shows of the daily deal."""

    day: str
    """The current day, in UTC: "2026-11-18"."""
    ends: int
    """When it ends and the next deal begins, in seconds since 1970."""
    decisions: int
    """The number of decisions of a deal."""
    answered: int
    """How many of them the caller has answered today."""
    done: bool
    """Whether the caller has answered all of them."""
    cost: float
    """What the caller's answers of today cost, in cents."""
    stake: int
    """The first wager for which decisions are played, in cents."""
    due: int
    """The caller's mistakes that are due for repetition."""
    run: int
    """The days that the caller has played in a row. One day off a week is free."""
    best_run: int
    """The most days in a row."""


class ShownDecision(msgspec.Struct, frozen=True):
    """A decision without its values."""

    id: str
    """Its number in a daily deal; otherwise its name."""
    game: str
    set: str
    name: str
    kind: str
    spot: str
    unit: str
    """The first wager."""
    stake: int
    """That wager in cents."""
    picture: Picture
    """The table as the player sees it, as in scenes of live tables."""


class PracticeVerdict(msgspec.Struct, frozen=True):
    """The exact values of a decision that the caller has answered, and the caller's answer."""

    id: str
    advice: Advice
    yours: ValuedOption


class ShownDeal(msgspec.Struct, frozen=True):
    """The deal of a day, and the caller's answers to it."""

    day: str
    ends: int
    seed: str
    """The seed of the day. `cardroom train --daily SEED` draws the same decisions."""
    commitment: str
    """The SHA-256 of the seed. It was published the day before."""
    next_commitment: str
    """The commitment to the seed of the next day."""
    stake: int
    decisions: list[ShownDecision]
    verdicts: list[PracticeVerdict]
    """The values of the decisions that the caller has answered, in their order."""
    cost: float
    """What the caller's answers cost, in cents."""
    standing: DailyStanding | None
    """Once the caller has answered all."""


class PracticeAnswer(Body, frozen=True):
    """The caller's answer to a decision. It is final."""

    action: str
    value: Any = None


class DailyApi(Controller):
    """The daily deal."""

    path = "/daily"
    tags = ("practice",)
    opt = token_scope("play")

    @get("/")
    async def summary(self, request: HttpRequest) -> DailySummary:
        """Today's deal in short: how far the caller is, what it cost, mistakes that are due, and days in a row."""
        return await daily_summary(request)

    @get("/deal")
    async def today(self, request: HttpRequest) -> ShownDeal:
        """Today's five decisions, and the values of those that the caller has answered."""
        check_deal_rate(request)
        return await _shown(request, learning_of(request).store.today())

    @post("/deal/{day:str}/{number:int}", status_code=200)
    async def answer(
        self, request: HttpRequest, day: FromPath[str], number: FromPath[int], data: JSONBody[PracticeAnswer]
    ) -> PracticeVerdict:
        """Answer a decision of today's deal, or of yesterday's, for answers that were given without a connection. The
        first answer counts. The same answer again gets the same verdict, and another one is refused."""
        user, learning = signed_in(request), learning_of(request)
        check_answer_rate(user)
        its_day = _open_day(learning.store.today(), day)
        if not 1 <= number <= DAILY_DECISIONS:
            raise NotFoundException(f"A deal has the decisions 1 to {DAILY_DECISIONS}.")
        deal = await learning.deals.deal(its_day, workers_of(request))
        dealt = deal.decisions[number - 1]
        verdict, given = _judged(str(number), dealt, DrillAnswer(data.action, data.value))
        judged = judged_of(verdict.advice, verdict.yours, given)
        source = source_of_drill(dealt.drill, daily=True)
        mistake = mistake_of(source, "daily", dealt.drill.decision, verdict.advice, verdict.yours)
        known = await asyncio.to_thread(learning.store.judge_daily, user.name, its_day, number, judged, mistake)
        if known.answer != judged.answer:
            raise InputError(f"You have answered this decision already: {known.yours}. The first answer counts.")
        return verdict


def check_deal_rate(request: HttpRequest) -> None:
    """Refuse requests for decisions that come too fast."""
    _DEALS.check(request.user.name if request.user else f"/{address(request)}")  # no user has such a name


def check_answer_rate(user: User) -> None:
    """Refuse answers that come too fast."""
    _ANSWERS.check(user.name)


def _open_day(today: int, wanted: str) -> int:
    """The number of a day whose deal can be answered."""
    for day in (today, today - 1):
        if date_of(day).isoformat() == wanted:
            return day
    if wanted == date_of(today + 1).isoformat():
        raise InputError("This deal begins at midnight, UTC.")
    raise NotFoundException("Only the deals of today and of yesterday can be answered.")


async def daily_summary(request: HttpRequest) -> DailySummary:
    """What the lobby shows of today's deal."""
    return await asyncio.to_thread(_summary, request, request.user)


def _summary(request: HttpRequest, user: User | None) -> DailySummary:
    store = learning_of(request).store
    today = store.today()
    answers: dict[int, Judged] = store.day(user.name, today) if user else {}
    run, due = (store.run(user.name), store.due(user.name)) if user else (None, 0)
    return DailySummary(
        date_of(today).isoformat(),
        (today + 1) * DAY_SECONDS,
        DAILY_DECISIONS,
        len(answers),
        len(answers) == DAILY_DECISIONS,
        cost_of(answers.values()),
        DAILY.stake,
        due,
        run.days if run else 0,
        run.best if run else 0,
    )


async def _shown(request: HttpRequest, day: int) -> ShownDeal:
    learning = learning_of(request)
    deal = await learning.deals.deal(day, workers_of(request))
    user: User | None = request.user
    answers = await asyncio.to_thread(learning.store.day, user.name, day) if user else {}
    standing = None
    cost = cost_of(answers.values())
    if len(answers) == DAILY_DECISIONS:
        standing = standing_of(await asyncio.to_thread(learning.store.costs_of, day), cost)
    decisions, verdicts = await workers_of(request).read(lambda: (_decisions(deal), _verdicts(deal, answers)))
    now, following = await asyncio.to_thread(lambda: [learning.deals.commitment(each) for each in (day, day + 1)])
    return ShownDeal(
        date_of(day).isoformat(),
        (day + 1) * DAY_SECONDS,
        deal.seed,
        now,
        following,
        DAILY.stake,
        decisions,
        verdicts,
        cost,
        standing,
    )


def _decisions(deal: DailyDeal) -> list[ShownDecision]:
    return [
        shown_decision(str(number), SourcedDecision(each.drill.view, each.drill.decision))
        for number, each in enumerate(deal.decisions, 1)
    ]


def _verdicts(deal: DailyDeal, answers: dict[int, Judged]) -> list[PracticeVerdict]:
    return [
        _judged(str(number), deal.decisions[number - 1], msgspec.json.decode(its.answer, type=DrillAnswer))[0]
        for number, its in sorted(answers.items())
    ]


def _judged(name: str, dealt: DealtDecision, given: DrillAnswer) -> tuple[PracticeVerdict, DrillAnswer]:
    """The verdict on an answer, and the answer as the game understands it."""
    drill = dealt.drill
    answer = open_ask(drill.view, drill.decision.spot).check(given.action, given.value)
    advice = advice_of(drill.view, drill.decision, dealt.found)
    yours = choice_of(advice, dealt.found, answer.action, answer.value)
    return PracticeVerdict(name, advice, yours), DrillAnswer(answer.action, answer.value)


def shown_decision(name: str, sourced: SourcedDecision) -> ShownDecision:
    """A decision as the page gets it."""
    rules, first = sourced.decision.rules, next(iter(sourced.decision.rules.wager.values()))
    return ShownDecision(
        name,
        rules.game,
        rules.rules,
        rules.name,
        sourced.kind,
        sourced.decision.spot,
        first.label,
        sourced.decision.facts.stake,
        picture(sourced.view),
    )
