"""The plan and the run: which mutants are made for which rows, and what their tests did.

- Code: each mutant of a place runs against the tests of all rows that name the place. A mutant is killed if one of them
  fails. A row is killed there if its own tests fail for at least one mutant; three are tried for.
- Data and breaks by hand: the tests of each row must fail for each mutant.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardroom import rulebook
from cardroom.rulebook.mutants import READING, digest
from cardroom.rulebook.traces import TraceRow
from mutants import code, data
from mutants.breaks import breaks
from mutants.copies import run_broken
from mutants.server import INVALID, SECONDS, Runner, Tried, in_parallel, in_session

__all__ = ["Key", "PlaceResult", "Plan", "RowAt", "plan", "run"]

WANTED = 2
"""Mutants of a piece of code for which a row's own tests are to fail."""
Key = tuple[str, str, str]
"""A row by document, section and rule."""


ONE_GAME = {
    "brook-huh": "heads-up-holdem",
    "washington-huh": "heads-up-holdem",
    "wpt-huh": "heads-up-holdem",
    "brook-fcf": "four-card-frenzy",
}
"""Documents of one game."""


class RowAt(msgspec.Struct):
    """What happened to one row at one place."""

    row: Key
    tried: int = 0
    killed: int = 0
    pinned: int = 0
    """Of these, the mutants that only the second reading noticed."""
    survivors: list[str] = []
    """Mutants that the row's tests must detect and did not."""
    example: str = ""


class PlaceResult(msgspec.Struct):
    """What happened at one place."""

    place: str
    mutants: int = 0
    killed: int = 0
    survivors: list[str] = []
    """Mutants for which no test of any row failed."""
    rows: list[RowAt] = []
    broken: str = ""
    """Why nothing could be tried here."""
    rows_only: bool = False
    """Whether only the rows were of interest, so that survivors are unknown."""
    digest: str = ""
    """The code or data at the place, and the tests of its rows, to know whether a later run may use the result."""


class Plan(NamedTuple):
    """Places with the rows that name them, and the tests of these rows."""

    places: dict[str, list[Key]]
    tests: dict[Key, tuple[str, ...]]

    def all_tests(self) -> list[str]:
        """The tests of all rows, each once."""
        return sorted({name for names in self.tests.values() for name in names})

    def tests_at(self, name: str) -> set[str]:
        """The tests of all rows that name a place."""
        return {each for key in self.places[name] for each in self.tests[key]}

    def digest(self, name: str) -> str:
        """A digest of the code or data at a place, and of the tests of its rows."""
        if name.startswith("break:"):
            given = breaks()[name.removeprefix("break:")]
            what = f"{digest(given.where)} {given}"
        else:
            what = digest(name)
        told = [what, *(f"{key} {self.tests[key]}" for key in self.places[name])]
        return sha256("\n".join(told).encode()).hexdigest()[:16]

    def only(self, names: Iterable[str]) -> "Plan":
        """The plan for some of the places."""
        places = {name: self.places[name] for name in names}
        return Plan(places, {key: self.tests[key] for keys in places.values() for key in keys})

    def sampled(self, number: int, seed: str = "0") -> "Plan":
        """The plan for this number of places, chosen by a seed; for all with 0."""
        if not 0 < number < len(self.places):
            return self
        return self.only(sorted(Random(f"mutants {seed}").sample(sorted(self.places), number)))


@cache
def _chapters() -> dict[str, str]:
    """The games of a document's sections, by the id or the name that the section and the rule set have."""
    sets = {slug: rulebook.rule_set(slug) for slug in reversed(rulebook.slugs())}
    return {name: slug for slug, rules in sets.items() for name in (rules.name, rules.id) if name}


def game_of(document: str, row: TraceRow) -> str:
    """The game of a row, if it is of one: of a test with parameters, those of this game run."""
    named = {name.split("/")[1] for name in row.where if name.startswith("rules/")}
    return _chapters().get(row.section, "") or (named.pop() if len(named) == 1 else ONE_GAME.get(document, ""))


def plan(rows: Iterable[tuple[str, TraceRow]]) -> Plan:
    """The plan for these rows, in a fixed order."""
    places: dict[str, list[Key]] = defaultdict(list)
    tests: dict[Key, tuple[str, ...]] = {}
    for document, row in rows:
        key = (document, row.section, row.rule)
        if row.where and row.tests:
            game = game_of(document, row)
            tests[key] = tuple(f"{name}@{game}" if game else name for name in row.tests)
            for name in (*row.where, *(f"break:{name}" for name in row.breaks)):
                if key not in places[name]:
                    places[name].append(key)
    return Plan({name: places[name] for name in sorted(places)}, tests)


class Failing(Exception):
    """Tests fail without any mutant, so that mutants would show nothing."""


def run(
    made: Plan,
    jobs: int,
    done: Callable[[PlaceResult], None],
    most: int = 0,
    note: Callable[[str], None] = print,
    known: dict[str, float] | None = None,
    rows_only: bool = False,
    passed: Callable[[dict[str, float]], None] = lambda _: None,
) -> None:
    """Try all mutants of a plan, several places at a time; with `most`, at most this number at a place.

    With `rows_only`, a place is done when the tests of all of its rows have failed once.
    First all tests run without a mutant, except those whose seconds are `known`. `passed` receives the seconds of each.
    """
    seconds = dict(known or {})
    is_data = {name: "#" in name for name in made.places}

    def stage(runner: Runner, names: Sequence[str]) -> None:
        at = [(lambda name=name: _Place(runner, made, name, seconds, most, rows_only).result()) for name in names]
        in_parallel(jobs, at, lambda number, found: done(_result(names[number], found)))

    def before(runner: Runner) -> None:
        new = [name for name in made.all_tests() if name not in seconds]
        note(f"{len(new)} tests without a mutant")
        seconds.update(_baseline(runner, new, jobs))
        passed(seconds)
        code.caches()
        stage(runner, [name for name in made.places if is_data[name]])

    def after(runner: Runner) -> None:
        code.caches.cache_clear()  # test modules have imported more of cardroom
        code.caches()
        names = [name for name in made.places if not is_data[name]]
        stage(runner, sorted(names, key=lambda name: sum(seconds.get(each, 1.0) for each in made.tests_at(name))))

    status = in_session({name.partition("@")[0] for name in made.all_tests()}, before, after)
    if status:
        raise Failing(f"pytest ended with status {status}")


def _result(name: str, found: Any) -> PlaceResult:
    return msgspec.convert(found, PlaceResult) if found else PlaceResult(name, broken="the worker failed")


def _baseline(runner: Runner, tests: list[str], jobs: int) -> dict[str, float]:
    """The seconds of each test without a mutant. Raise `Failing` if one fails."""
    seconds: dict[str, float] = {}
    bad: list[str] = []

    def done(_: int, value: Any) -> None:
        tried = msgspec.convert(value, Tried) if value else Tried((), (), {}, "the worker failed")
        bad.extend([*tried.failed, *([tried.why] if tried.why else [])])
        seconds.update(tried.seconds)

    shares = [tests[number::jobs] for number in range(jobs)]
    works = [(lambda share=share: runner.run(lambda: True, [[name] for name in share])) for share in shares if share]
    in_parallel(jobs, works, done)
    if bad:
        raise Failing(f"{len(bad)} tests fail without a mutant: {', '.join(bad[:5])}")
    return seconds


class _Place:
    """The work at one place."""

    def __init__(
        self, runner: Runner, made: Plan, name: str, seconds: dict[str, float], most: int, rows_only: bool
    ) -> None:
        self.runner, self.name, self.seconds, self.most, self.rows_only = runner, name, seconds, most, rows_only
        self.tests = {key: made.tests[key] for key in made.places[name]}
        self.at = {key: RowAt(key, survivors=[]) for key in self.tests}
        partial = rows_only and "#" not in name
        self.found = PlaceResult(name, survivors=[], rows=list(self.at.values()), rows_only=partial)
        self.found.digest = made.digest(name)
        self.kills: dict[str, int] = defaultdict(int)

    def result(self) -> PlaceResult:
        try:
            if "#" in self.name:
                self._data()
            elif self.name.startswith("break:"):
                mutant = code.by_hand(breaks()[self.name.removeprefix("break:")])
                self._count(mutant.text, self._try(mutant, list(self.at.values())), must=True)
            else:
                mutants = self._first(code.code_mutants(self.name))
                for mutant in reversed(mutants) if self.rows_only else mutants:
                    wanted = [row for row in self.at.values() if row.killed < (1 if self.rows_only else WANTED)]
                    if self.rows_only and not wanted:
                        break
                    self._count(mutant.text, self._try(mutant, wanted), wanted)
        except (LookupError, SyntaxError) as error:
            self.found.broken = f"{type(error).__name__}: {error}"
        return self.found

    def _first(self, found: list[Any]) -> list[Any]:
        return (
            [found[place * len(found) // self.most] for place in range(self.most)]
            if 0 < self.most < len(found)
            else found
        )

    def _data(self) -> None:
        for options in self._first(data.candidates(self.name)):
            # If the loader rejects every change of a value, the tests must notice the first.
            for mutant, must_load in (*((each, True) for each in options), (options[0], False)):

                def make(mutant: data.DataMutant = mutant, must_load: bool = must_load) -> bool:
                    data.apply(mutant)
                    return not must_load or data.is_valid(mutant)

                tried = self.runner.run(make, [self._order(names) for names in self.tests.values()], (), self._limit)
                if tried.why != INVALID:
                    self._count(mutant.text, tried, must=True)
                    break

    def _try(self, mutant: code.CodeMutant, wanted: list[RowAt]) -> Tried:
        groups = [self._order(self.tests[row.row]) for row in wanted]
        every = self._order({name for names in self.tests.values() for name in names})
        if mutant.fresh:
            tests = {name.partition("@")[0] for name in every}
            done = run_broken(*code.mutated_source(mutant), tests, 60 + 10 * sum(map(self._took, every)))
            failed = done.failed() if done.code in (0, 1) else tests  # otherwise nothing could be collected
            return Tried(tuple(name for name in every if name.partition("@")[0] in failed), (), {})

        def make() -> bool:
            try:
                code.apply(mutant)
            except ValueError:  # the change needs other variables of an enclosing function
                return False
            return True

        return self.runner.run(make, groups, () if self.rows_only else every, self._limit)

    def _took(self, name: str) -> float:
        return self.seconds.get(name, 1.0)

    def _limit(self, name: str) -> float:
        return max(SECONDS, 10 * self._took(name))

    def _order(self, names: Iterable[str]) -> list[str]:
        """Tests in the order in which they find most: those that have killed, then the fastest.

        The second reading comes last, so that it counts only where no test of behaviour fails.
        """
        kills, took = self.kills, self._took
        return sorted(names, key=lambda name: (name.startswith(READING), -kills[name], took(name), name))

    def _count(self, text: str, tried: Tried, wanted: Sequence[RowAt] | None = None, must: bool = False) -> None:
        if tried.why == INVALID:
            return
        self.found.mutants += 1
        failed = set(tried.failed)
        for name in failed:
            self.kills[name] += 1
        if failed:
            self.found.killed += 1
        elif not self.found.rows_only:
            self.found.survivors.append(text)
        for row in self.at.values() if wanted is None else wanted:
            killers = [name for name in self.tests[row.row] if name in failed]
            row.tried += 1
            if killers:
                row.killed += 1
                row.pinned += all(name.startswith(READING) for name in killers)
                row.example = row.example or f"{text} ({killers[0].rpartition('::')[2].partition('@')[0]})"
            elif must:
                row.survivors.append(text)
