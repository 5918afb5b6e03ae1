"""What users have learned, in the people database: judged decisions, mistakes in their boxes, puzzles and ratings.

A decision is judged once: the first answer is final. Everything that follows from an answer is written with it, in one
transaction. Rows are found by the user's normalized name, as sessions are.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, select, update

from cardroom.errors import InputError
from cardroom.house.books import StoreError
from cardroom.players import BOXES, DAILY_DECISIONS, FIRST_BOX, NEW, DayRun, Rating, next_box, rated, rested, run_of
from cardroom.web.people import JUDGED, LEARNING, MISTAKES, PEOPLE, PUZZLES, RATINGS, SEEDS, PeopleDatabase, normalize

__all__ = [
    "DAY_SECONDS",
    "BoxedMistake",
    "Judged",
    "KnownPuzzle",
    "LearningStore",
    "Mistake",
    "NewPuzzle",
]

DAY_SECONDS = 24 * 60 * 60
MOST_MISTAKES = 400
"""Mistakes kept for a user. The cheapest go first."""
MOST_PUZZLES = 500
"""Puzzles kept for all users. The oldest go first."""
_DAILY, _PUZZLE, _REPEAT = "daily", "puzzle", "repeat"


class Judged(NamedTuple):
    """A decision with its answer, and what that costs."""

    game: str
    kind: str
    answer: str
    """The action and its value, as JSON."""
    yours: str
    best: str
    cost: float
    """In cents."""
    stake: int


class Mistake(NamedTuple):
    """A decision that was answered wrong, to be asked again."""

    id: str
    source: str
    """How to deal it again, as JSON."""
    origin: str
    """Where it comes from: daily, trainer, puzzle or review."""
    game: str
    name: str
    kind: str
    hand: str
    yours: str
    best: str
    cost: float


class BoxedMistake(NamedTuple):
    """A mistake in its box."""

    mistake: Mistake
    due: int
    """The day on which it is asked again."""
    tries: int
    wrong: int
    """How often it was answered wrong."""


class NewPuzzle(NamedTuple):
    """A decision of a recorded round that cost its player something."""

    id: str
    source: str
    game: str
    kind: str
    cost: float
    """What it cost there, in cents."""
    rating: float


class KnownPuzzle(NamedTuple):
    """A puzzle with its rating."""

    id: str
    source: str
    game: str
    kind: str
    day: int
    cost: float
    rating: Rating
    answers: int
    wrong: int


class LearningStore:
    """Learning by user. `now` gives seconds since 1970; days are those of UTC.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = LearningStore(PeopleDatabase(f"{folder.name}/people.db"), now=lambda: 90_000.0)
    >>> first = Judged("razz", "", "{}", "Fold", "Call", 12.5, 500)
    >>> store.judge_daily("ann", store.today(), 1, first, None) == first
    True
    >>> store.judge_daily("Ann", store.today(), 1, first._replace(yours="Call", cost=0.0), None).yours
    'Fold'
    >>> store.database.close(); folder.cleanup()
    """

    def __init__(self, database: PeopleDatabase, now: Callable[[], float] = time.time) -> None:
        self.database, self.now = database, now

    def today(self) -> int:
        """The number of the current day."""
        return int(self.now()) // DAY_SECONDS

    def seed(self, day: int) -> str:
        """The seed of a day's deal. It is drawn when it is first asked for: the day before, for its commitment."""
        query = select(SEEDS.c.seed).where(SEEDS.c.day == day)
        with self.database.reading() as database:
            seed = database.execute(query).scalar()
        if seed is None:
            try:
                with self.database.writing() as database:
                    database.execute(insert(SEEDS), {"day": day, "seed": secrets.token_hex(32)})
            except StoreError:  # another process was first, or the database cannot be written
                pass
            with self.database.reading() as database:
                seed = database.execute(query).scalar_one()
        return str(seed)

    # -- daily deals ----------------------------------------------------------------------------------------------

    def judge_daily(self, who: str, day: int, number: int, judged: Judged, mistake: Mistake | None) -> Judged:
        """Store the answer to a decision of a day, unless there is one already; return the answer that counts."""
        return self._judge(who, _DAILY, f"{day}.{number}", day, judged, mistake)

    def day(self, who: str, day: int) -> dict[int, Judged]:
        """A user's answers of a day, by the number of the decision."""
        mine = (JUDGED.c.folded == normalize(who)) & (JUDGED.c.origin == _DAILY) & (JUDGED.c.day == day)
        with self.database.reading() as database:
            rows = database.execute(select(JUDGED).where(mine)).all()
        return {int(row.ref.rpartition(".")[2]): _judged_of(row) for row in rows}

    def costs_of(self, day: int) -> tuple[float, ...]:
        """The costs of all users who finished a day before it ended, in cents, the least first."""
        of_day = (JUDGED.c.origin == _DAILY) & (JUDGED.c.day == day) & (JUDGED.c.at < (day + 1) * DAY_SECONDS)
        total = func.sum(JUDGED.c.cost)
        query = select(total).where(of_day).group_by(JUDGED.c.folded).having(func.count() == DAILY_DECISIONS)
        with self.database.reading() as database:
            return tuple(round(cost, 4) for cost in sorted(database.scalars(query)))

    def finished_days(self, who: str) -> dict[int, float]:
        """The days whose deal a user finished, each with its cost in cents."""
        mine = (JUDGED.c.folded == normalize(who)) & (JUDGED.c.origin == _DAILY)
        query = select(JUDGED.c.day, func.sum(JUDGED.c.cost)).where(mine).group_by(JUDGED.c.day)
        with self.database.reading() as database:
            rows = database.execute(query.having(func.count() == DAILY_DECISIONS)).all()
        return {day: round(cost, 4) for day, cost in rows}

    def run(self, who: str) -> DayRun:
        """A user's run of days."""
        return run_of(self.finished_days(who), self.today())

    # -- mistakes -------------------------------------------------------------------------------------------------

    def add_mistakes(self, who: str, mistakes: Iterable[Mistake]) -> int:
        """Put mistakes into the box for tomorrow, unless they are in a box already; return how many are new."""
        with self.database.writing() as database:
            self._lock(database, who)
            return sum(self._add_mistake(database, who, each) for each in mistakes)

    def _add_mistake(self, database: Connection, who: str, new: Mistake) -> int:
        if database.execute(select(MISTAKES.c.id).where(_own_mistake(who, new.id))).first():
            return 0
        mine = MISTAKES.c.folded == normalize(who)
        if database.execute(select(func.count()).select_from(MISTAKES).where(mine)).scalar_one() >= MOST_MISTAKES:
            cheapest = select(MISTAKES.c.id, MISTAKES.c.cost).where(mine).order_by(MISTAKES.c.cost).limit(1)
            least = database.execute(cheapest).one()
            if least.cost >= new.cost:
                return 0
            database.execute(delete(MISTAKES).where(_own_mistake(who, least.id)))
        due = self.today() + BOXES[FIRST_BOX]
        row = new._asdict() | {"folded": normalize(who), "box": FIRST_BOX, "due": due, "at": int(self.now())}
        database.execute(insert(MISTAKES), row | {"tries": 0, "wrong": 1})
        return 1

    def mistakes(self, who: str) -> list[BoxedMistake]:
        """A user's mistakes: those that are due first, of these the ones that were tried least recently."""
        query = select(MISTAKES).where(MISTAKES.c.folded == normalize(who))
        with self.database.reading() as database:
            rows = database.execute(query.order_by(MISTAKES.c.due, MISTAKES.c.at, MISTAKES.c.id)).all()
        return [_mistake_of(row) for row in rows]

    def due(self, who: str) -> int:
        """The number of a user's mistakes that are due."""
        due = (MISTAKES.c.folded == normalize(who)) & (MISTAKES.c.due <= self.today())
        with self.database.reading() as database:
            return int(database.execute(select(func.count()).select_from(MISTAKES).where(due)).scalar_one())

    def mistake(self, who: str, mistake: str) -> BoxedMistake:
        """A mistake of a user."""
        with self.database.reading() as database:
            row = database.execute(select(MISTAKES).where(_own_mistake(who, mistake))).first()
        if row is None:
            raise InputError("This decision is not in your boxes.")
        return _mistake_of(row)

    def repeat(self, who: str, mistake: str, judged: Judged, *, right: bool, tries: int) -> int | None:
        """Move a mistake to its next box after an answer; return the box, or None if the decision is learned.

        `tries` is how often it was repeated before this answer, so that of two answers at once only one counts.
        """
        with self.database.writing() as database:
            self._lock(database, who)
            row = database.execute(select(MISTAKES).where(_own_mistake(who, mistake))).first()
            if row is None:
                raise InputError("This decision is not in your boxes.")
            if row.due > self.today() or row.tries != tries:
                raise InputError("You have answered this decision already.")
            self._insert(database, who, _REPEAT, f"{mistake}.{row.at}.{row.tries}", self.today(), judged)
            box = next_box(row.box, right)
            if box is None:
                database.execute(delete(MISTAKES).where(_own_mistake(who, mistake)))
            else:
                after = {"box": box, "due": self.today() + BOXES[box], "tries": row.tries + 1}
                after |= {"wrong": row.wrong + (not right), "at": int(self.now())}
                database.execute(update(MISTAKES).where(_own_mistake(who, mistake)).values(after))
        return box

    def drop_mistake(self, who: str, mistake: str) -> None:
        """Remove a mistake that cannot be dealt again."""
        with self.database.writing() as database:
            database.execute(delete(MISTAKES).where(_own_mistake(who, mistake)))

    # -- puzzles --------------------------------------------------------------------------------------------------

    def add_puzzles(self, puzzles: Sequence[NewPuzzle], keep: int) -> None:
        """Store puzzles that are new. Delete those that are older than `keep` days, and the oldest if there are too
        many."""
        with self.database.writing() as database:
            database.execute(delete(PUZZLES).where(PUZZLES.c.day < self.today() - keep))
            wanted = PUZZLES.c.id.in_([each.id for each in puzzles])
            known = {*database.scalars(select(PUZZLES.c.id).where(wanted))}
            fresh = {"day": self.today(), "deviation": NEW.deviation, "volatility": NEW.volatility}
            rows = {each.id: each._asdict() | fresh | {"answers": 0, "wrong": 0} for each in puzzles}
            for name, row in rows.items():
                if name not in known:
                    database.execute(insert(PUZZLES), row)
            latest = select(PUZZLES.c.id).order_by(PUZZLES.c.day.desc(), PUZZLES.c.cost.desc(), PUZZLES.c.id)
            database.execute(delete(PUZZLES).where(PUZZLES.c.id.not_in(latest.limit(MOST_PUZZLES))))

    def puzzles(self) -> list[KnownPuzzle]:
        """All puzzles: first those that most of the players got wrong, then those that cost most."""
        with self.database.reading() as database:
            found = [_puzzle_of(row) for row in database.execute(select(PUZZLES))]
        return sorted(found, key=lambda each: (-each.wrong / (each.answers + 1), -each.cost, each.id))

    def puzzle(self, puzzle: str) -> KnownPuzzle:
        """A puzzle."""
        with self.database.reading() as database:
            row = database.execute(select(PUZZLES).where(PUZZLES.c.id == puzzle)).first()
        if row is None:
            raise InputError("This puzzle does not exist any more. Choose another one.")
        return _puzzle_of(row)

    def solved(self, who: str) -> dict[str, Judged]:
        """The puzzles that a user has answered."""
        mine = (JUDGED.c.folded == normalize(who)) & (JUDGED.c.origin == _PUZZLE)
        with self.database.reading() as database:
            return {row.ref: _judged_of(row) for row in database.execute(select(JUDGED).where(mine))}

    def judge_puzzle(self, who: str, puzzle: str, judged: Judged, mistake: Mistake | None) -> Judged:
        """Store the first answer to a puzzle, and rate the user and the puzzle; return the answer that counts."""

        def rate(database: Connection) -> None:
            row = database.execute(self.database.locking(select(PUZZLES).where(PUZZLES.c.id == puzzle))).first()
            if row is None:
                raise InputError("This puzzle does not exist any more. Choose another one.")
            mine = self._rating(database, who)
            theirs, right = Rating(row.rating, row.deviation, row.volatility), float(not judged.cost)
            after, its = rated(mine, [(theirs, right)]), rated(theirs, [(mine, 1 - right)])
            today = (RATINGS.c.folded == normalize(who)) & (RATINGS.c.day == self.today())
            database.execute(delete(RATINGS).where(today))
            database.execute(insert(RATINGS), after._asdict() | {"folded": normalize(who), "day": self.today()})
            counts = {"answers": row.answers + 1, "wrong": row.wrong + bool(judged.cost)}
            database.execute(update(PUZZLES).where(PUZZLES.c.id == puzzle).values(its._asdict() | counts))

        return self._judge(who, _PUZZLE, puzzle, self.today(), judged, mistake, rate)

    def _rating(self, database: Connection, who: str) -> Rating:
        query = select(RATINGS).where(RATINGS.c.folded == normalize(who)).order_by(RATINGS.c.day.desc()).limit(1)
        row = database.execute(query).first()
        if row is None:
            return NEW
        return rested(Rating(row.rating, row.deviation, row.volatility), max(0, self.today() - row.day))

    def rating(self, who: str) -> Rating:
        """A user's rating now."""
        with self.database.reading() as database:
            return self._rating(database, who)

    def ratings(self, who: str) -> list[tuple[int, Rating]]:
        """A user's rating at the end of each day with a puzzle, the first day first."""
        query = select(RATINGS).where(RATINGS.c.folded == normalize(who)).order_by(RATINGS.c.day)
        with self.database.reading() as database:
            return [(row.day, Rating(row.rating, row.deviation, row.volatility)) for row in database.execute(query)]

    # -- all of a user's decisions --------------------------------------------------------------------------------

    def by_game(self, who: str) -> list[tuple[str, int, int, float]]:
        """A user's judged decisions by game: how many, how many were best, and their cost in first wagers."""
        units = func.sum(JUDGED.c.cost / JUDGED.c.stake)
        wrong = func.sum(case((JUDGED.c.cost > 0, 1), else_=0))
        query = select(JUDGED.c.game, func.count(), wrong, units).where(JUDGED.c.folded == normalize(who))
        with self.database.reading() as database:
            rows = database.execute(query.group_by(JUDGED.c.game).order_by(JUDGED.c.game)).all()
        return [(game, count, count - int(wrong), float(cost)) for game, count, wrong, cost in rows]

    def move(self, guest: str, user: str) -> None:
        """Give everything that a guest has learned to a new user."""
        with self.database.writing() as database:
            for table in LEARNING:
                mine = table.c.folded == normalize(guest)
                database.execute(update(table).where(mine).values(folded=normalize(user)))

    def _judge(
        self,
        who: str,
        origin: str,
        ref: str,
        day: int,
        judged: Judged,
        mistake: Mistake | None,
        follow: Callable[[Connection], None] | None = None,
    ) -> Judged:
        """Store a first answer with what follows from it. If there is one, nothing changes; return the one stored."""
        same = (JUDGED.c.folded == normalize(who)) & (JUDGED.c.origin == origin) & (JUDGED.c.ref == ref)
        with self.database.writing() as database:
            self._lock(database, who)
            row = database.execute(select(JUDGED).where(same)).first()
            if row is not None:
                return _judged_of(row)
            self._insert(database, who, origin, ref, day, judged)
            if follow is not None:
                follow(database)
            if mistake is not None:
                self._add_mistake(database, who, mistake)
        return judged

    def _lock(self, database: Connection, who: str) -> None:
        """Let the writes of one user wait for each other."""
        database.execute(self.database.locking(select(PEOPLE.c.name).where(PEOPLE.c.folded == normalize(who))))

    def _insert(self, database: Connection, who: str, origin: str, ref: str, day: int, judged: Judged) -> None:
        row = judged._asdict() | {"folded": normalize(who), "origin": origin, "ref": ref}
        database.execute(insert(JUDGED), row | {"day": day, "at": int(self.now())})


def _own_mistake(who: str, mistake: str) -> ColumnElement[bool]:
    return (MISTAKES.c.folded == normalize(who)) & (MISTAKES.c.id == mistake)


def _judged_of(row: Any) -> Judged:
    return Judged(*(getattr(row, name) for name in Judged._fields))


def _mistake_of(row: Any) -> BoxedMistake:
    mistake = Mistake(*(getattr(row, name) for name in Mistake._fields))
    return BoxedMistake(mistake, row.due, row.tries, row.wrong)


def _puzzle_of(row: Any) -> KnownPuzzle:
    rating = Rating(row.rating, row.deviation, row.volatility)
    return KnownPuzzle(row.id, row.source, row.game, row.kind, row.day, row.cost, rating, row.answers, row.wrong)
