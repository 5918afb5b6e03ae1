"""Puzzles from recorded rounds, the caller's mistakes in their boxes, and the caller's progress.

As in the daily deal, the values of a decision are sent only with the caller's own answer to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from cardroom.cards import Card, parse, text
from cardroom.errors import CardroomError, InputError
from cardroom.games import game
from cardroom.players import BOXES, Advice, DrillAnswer, ValuedOption, advice_of, choice_of, open_ask
from cardroom.web.api.bodies import Body
from cardroom.web.api.context import HttpRequest, learning_of, workers_of
from cardroom.web.api.daily import PracticeAnswer, ShownDecision, check_answer_rate, check_deal_rate, shown_decision
from cardroom.web.api.review import MOST_ROUNDS, ReviewedRound, may_review, review_rounds
from cardroom.web.learning import (
    BoxedMistake,
    KnownPuzzle,
    Mistake,
    RoundSource,
    SourcedDecision,
    date_of,
    dealt,
    encoded,
    id_of,
    judged_of,
    mistake_of,
    read_source,
)
from cardroom.web.people import User, signed_in, token_scope

__all__ = ["LearningApi"]

CALENDAR = 28
"""Days of the calendar."""
MOST_LISTED = 12
"""Puzzles and due mistakes that are listed."""
_T = TypeVar("_T")
GONE = "This decision cannot be dealt any more."
Number = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]


class ListedPuzzle(msgspec.Struct, frozen=True):
    """A decision of a recorded round, without its player's name and without its values."""

    decision: ShownDecision
    cost: float
    """What it cost at the table, in cents."""
    rating: int
    answers: int
    """How many players have answered it as a puzzle."""
    wrong: int
    """How many of them paid for it."""


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """The values of a puzzle, the caller's answer, and the caller's rating before and after it."""

    id: str
    advice: Advice
    yours: ValuedOption
    before: int
    rating: int
    deviation: int
    """The rating is inside twice this distance in 19 of 20 cases."""


class ListedMistake(msgspec.Struct, frozen=True):
    """A mistake that is due. Its best option is not told."""

    id: str
    origin: str
    """Where it comes from: daily, trainer, puzzle or review."""
    game: str
    name: str
    kind: str
    hand: tuple[Card, ...]
    cost: float
    """What the mistake cost, in cents."""
    wrong: int
    """How often it was answered wrong."""


class MistakeBox(msgspec.Struct, frozen=True):
    """Mistakes that are asked again at the same time."""

    days: int
    """The most days until then."""
    count: int


class Mistakes(msgspec.Struct, frozen=True):
    """The caller's mistakes: those that are due, and the boxes of all."""

    due: list[ListedMistake]
    due_count: int
    boxes: list[MistakeBox]


class RepeatVerdict(msgspec.Struct, frozen=True):
    """The values of a repeated decision, the caller's answer, and when it comes back."""

    id: str
    advice: Advice
    yours: ValuedOption
    days: int | None
    """Days until it is asked again; None if it is learned and has left the boxes."""


class ReviewedTable(Body, frozen=True):
    """Rounds of the caller that the review has shown."""

    hall: str
    table: str
    rounds: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_ROUNDS)]


class AddedMistakes(msgspec.Struct, frozen=True):
    """How many mistakes were put into the caller's boxes."""

    added: int


class CalendarDay(msgspec.Struct, frozen=True):
    """A day of the calendar."""

    day: str
    cost: float | None
    """What the daily deal cost, in cents; None if it was not finished."""
    off: bool
    """Whether it is a free day off of the current run."""


class RatingPoint(msgspec.Struct, frozen=True):
    """The rating at the end of a day with a puzzle."""

    day: str
    rating: int
    deviation: int


class GameProgress(msgspec.Struct, frozen=True):
    """The caller's decisions of a game in daily deals, puzzles and repetitions."""

    game: str
    name: str
    decisions: int
    best: int
    """How many answers were best."""
    cost: float
    """The average cost of a decision, in units of the first wager."""


class LearningProgress(msgspec.Struct, frozen=True):
    """The caller's progress."""

    run: int
    """Days in a row. One day off a week is free."""
    best_run: int
    days: list[CalendarDay]
    """Four weeks, from a Monday to the Sunday of this week."""
    today: str
    rating: int
    deviation: int
    ratings: list[RatingPoint]
    games: list[GameProgress]
    boxes: list[MistakeBox]


class LearningApi(Controller):
    """Puzzles, mistakes and progress."""

    path = "/learning"
    tags = ("practice",)
    opt = token_scope("play")

    @get("/puzzles")
    async def puzzles(self, request: HttpRequest, limit: Number = 3) -> list[ListedPuzzle]:
        """Puzzles that the caller has not answered: first those that most players got wrong."""
        check_deal_rate(request)
        learning, workers = learning_of(request), workers_of(request)
        if learning.puzzles.due:
            learning.start_search(workers)
        user: User | None = request.user

        def listed() -> list[ListedPuzzle]:
            solved = learning.store.solved(user.name) if user else {}
            found: list[ListedPuzzle] = []
            for each in learning.store.puzzles():
                if len(found) < limit and each.id not in solved:
                    try:
                        shown = shown_decision(each.id, dealt(read_source(each.source), workers.recalls))
                    except CardroomError:  # its rules are gone
                        continue
                    found.append(_listed_puzzle(each, shown))
            return found

        return await workers.read(listed)

    @post("/puzzles/{puzzle:str}", status_code=200)
    async def answer_puzzle(
        self, request: HttpRequest, puzzle: FromPath[str], data: JSONBody[PracticeAnswer]
    ) -> PuzzleVerdict:
        """Answer a puzzle. The first answer counts for the caller's rating, and for the puzzle's."""
        user, store = signed_in(request), learning_of(request).store
        check_answer_rate(user)
        known = await _found(lambda: store.puzzle(puzzle))
        sourced, advice, yours, given = await _judge(request, known.source, data)
        judged = judged_of(advice, yours, given)
        mistake = mistake_of(read_source(known.source), "puzzle", sourced.decision, advice, yours, puzzle)
        before = await asyncio.to_thread(store.rating, user.name)
        counted = await asyncio.to_thread(store.judge_puzzle, user.name, puzzle, judged, mistake)
        if counted.answer != judged.answer:
            raise InputError(f"You have answered this puzzle already: {counted.yours}. The first answer counts.")
        after = await asyncio.to_thread(store.rating, user.name)
        return PuzzleVerdict(puzzle, advice, yours, round(before.rating), round(after.rating), round(after.deviation))

    @get("/mistakes")
    async def mistakes(self, request: HttpRequest) -> Mistakes:
        """The caller's mistakes that are due, and how many are in each box."""
        store, user = learning_of(request).store, request.user
        known = await asyncio.to_thread(store.mistakes, user.name) if user else []
        today = store.today()
        due = [each for each in known if each.due <= today]
        return Mistakes([_listed_mistake(each) for each in due[:MOST_LISTED]], len(due), _boxes(known, today))

    @get("/mistakes/{mistake:str}")
    async def mistake(self, request: HttpRequest, mistake: FromPath[str]) -> ShownDecision:
        """A decision that the caller got wrong, to be answered again."""
        user, store = signed_in(request), learning_of(request).store
        check_deal_rate(request)
        known = await _found(lambda: store.mistake(user.name, mistake))
        try:
            return shown_decision(mistake, await _dealt(request, known.mistake.source))
        except CardroomError:
            await asyncio.to_thread(store.drop_mistake, user.name, mistake)
            raise NotFoundException(GONE) from None

    @post("/mistakes/{mistake:str}", status_code=200)
    async def repeat(
        self, request: HttpRequest, mistake: FromPath[str], data: JSONBody[PracticeAnswer]
    ) -> RepeatVerdict:
        """Answer a mistake that is due. Right moves it one box on, wrong brings it back to today."""
        user, store = signed_in(request), learning_of(request).store
        check_answer_rate(user)
        known = await _found(lambda: store.mistake(user.name, mistake))
        if known.due > store.today():
            raise InputError("This decision is not due yet.")
        _, advice, yours, given = await _judge(request, known.mistake.source, data)
        judged = judged_of(advice, yours, given)
        box = await asyncio.to_thread(store.repeat, user.name, mistake, judged, right=yours.best, tries=known.tries)
        return RepeatVerdict(mistake, advice, yours, None if box is None else BOXES[box])

    @post("/reviewed", status_code=200)
    async def reviewed(self, request: HttpRequest, data: JSONBody[ReviewedTable]) -> AddedMistakes:
        """Put the caller's mistakes of reviewed rounds into the box for tomorrow."""
        who, _ = await may_review(request, data.hall, data.table)
        rounds = await review_rounds(request, data.hall, data.table, who, data.rounds)
        new = [mistake for each in rounds for mistake in _mistakes_of(data.hall, data.table, each)]
        return AddedMistakes(await asyncio.to_thread(learning_of(request).store.add_mistakes, who, new))

    @get("/progress")
    async def progress(self, request: HttpRequest) -> LearningProgress:
        """The caller's days, rating, cost of decisions by game, and boxes."""
        return await asyncio.to_thread(_progress, request, signed_in(request))


async def _found(find: Callable[[], _T]) -> _T:
    """The result of a search in the store. What does not exist is a 404."""
    try:
        return await asyncio.to_thread(find)
    except InputError as error:
        raise NotFoundException(str(error)) from None


async def _dealt(request: HttpRequest, source: str) -> SourcedDecision:
    workers = workers_of(request)
    return await workers.read(lambda: dealt(read_source(source), workers.recalls))


async def _judge(
    request: HttpRequest, source: str, data: PracticeAnswer
) -> tuple[SourcedDecision, Advice, ValuedOption, DrillAnswer]:
    """Deal a decision again, and value it with the caller's answer."""
    sourced, workers = await _dealt(request, source), workers_of(request)
    answer = open_ask(sourced.view, sourced.decision.spot).check(data.action, data.value)
    (found,) = await workers.evaluate([sourced.decision])
    advice = await workers.read(lambda: advice_of(sourced.view, sourced.decision, found))
    yours = choice_of(advice, found, answer.action, answer.value)
    return sourced, advice, yours, DrillAnswer(answer.action, answer.value)


def _listed_puzzle(puzzle: KnownPuzzle, shown: ShownDecision) -> ListedPuzzle:
    return ListedPuzzle(shown, puzzle.cost, round(puzzle.rating.rating), puzzle.answers, puzzle.wrong)


def _listed_mistake(known: BoxedMistake) -> ListedMistake:
    what = known.mistake
    hand = parse(what.hand)
    return ListedMistake(what.id, what.origin, what.game, what.name, what.kind, hand, what.cost, known.wrong)


def _boxes(known: list[BoxedMistake], today: int) -> list[MistakeBox]:
    """How many mistakes come back today, tomorrow, within three days, a week and a month."""
    counts = [0] * len(BOXES)
    for each in known:
        wait = max(0, each.due - today)
        counts[next(at for at, days in enumerate(BOXES) if wait <= days)] += 1
    return [MistakeBox(days, count) for days, count in zip(BOXES, counts, strict=True)]


def _mistakes_of(hall: str, table: str, reviewed: ReviewedRound) -> list[Mistake]:
    """The mistakes of a reviewed round. What the clock or the coach decided does not count."""
    new = []
    for each in reviewed.review.decisions:
        if each.yours.best or each.absent or each.coached:
            continue
        source = RoundSource(hall, table, reviewed.number, each.answers, each.advice.spot)
        best, hand = each.advice.options[0].label, text(each.hand)
        about = (reviewed.game, reviewed.name, each.advice.kind, hand, each.yours.label, best, each.yours.cost)
        new.append(Mistake(id_of(source), encoded(source), "review", *about))
    return new


def _progress(request: HttpRequest, user: User) -> LearningProgress:
    store = learning_of(request).store
    today, run, finished = store.today(), store.run(user.name), store.finished_days(user.name)
    first = today - CALENDAR + 7 - date_of(today).weekday()  # a Monday
    days = [
        CalendarDay(date_of(day).isoformat(), finished.get(day), day in run.off)
        for day in range(first, first + CALENDAR)
    ]
    rating = store.rating(user.name)
    points = [
        RatingPoint(date_of(day).isoformat(), round(its.rating), round(its.deviation))
        for day, its in store.ratings(user.name)
    ]
    games = [
        GameProgress(slug, _name_of(slug), decisions, best, round(cost / decisions, 6))
        for slug, decisions, best, cost in store.by_game(user.name)
    ]
    boxes = _boxes(store.mistakes(user.name), today)
    now = date_of(today).isoformat()
    return LearningProgress(
        run.days, run.best, days, now, round(rating.rating), round(rating.deviation), points, games, boxes
    )


def _name_of(slug: str) -> str:
    try:
        return game(slug).rules.name
    except InputError:  # a game that is not offered any more
        return slug
