"""`python -m mutants.clauses`: break a script, play its games, and see a clause complain.

No test runs: a break is killed only by a clause. A break that a script cannot finish a round with is stopped by the
driver, which is told apart.
"""

import argparse
import os
import sys
from collections import Counter
from functools import cache, partial
from random import Random

import cardroom
from cardroom.clauses import all_clauses
from cardroom.errors import InvariantError
from cardroom.play import Game
from mutants import code
from mutants.breaks import Break, clause_breaks
from mutants.server import in_parallel
from support.played import checked

ROUNDS = 3000
"""Rounds of each rule set of a game that are played before a break has survived."""


@cache
def games() -> tuple[Game, ...]:
    """All games, loaded once."""
    return tuple(cardroom.all_games())


def tried(given: Break, most: int = ROUNDS) -> dict[str, str | int]:
    """Break the scripts of this process and play until a clause complains."""
    code.apply(code.by_hand(given))
    played, stopped = 0, ""
    for slug in given.games:
        rng = Random(f"{given.name} {slug}")
        for _ in range(3):  # a round that cannot end is left, and others are played
            try:
                for game in (each for each in games() if each.slug == slug):
                    for found in checked(game, rng, most):
                        played += 1
                        if found:
                            return {"clause": found[0].clause, "says": str(found[0]), "rounds": played}
                break
            except (InvariantError, ValueError, LookupError, TypeError) as error:
                stopped = f"{type(error).__name__}: {error}"
    return {"clause": "", "says": stopped, "rounds": played}


def main() -> int:
    """Try the breaks; exit code 1 if a clause misses one."""
    parser = argparse.ArgumentParser(prog="mutants.clauses", description="Breaks scripts, and lets the clauses look.")
    parser.add_argument("--match", default="", help="only breaks whose name contains this text")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each rule set at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    given = parser.parse_args()
    games(), all_clauses()  # before the first fork
    chosen = [each for each in clause_breaks() if given.match in each.name]
    killers: Counter[str] = Counter()
    survived: list[str] = []

    def report(number: int, result: dict[str, str | int] | None) -> None:
        name, found = chosen[number].name, result or {"clause": "", "says": "the process ended", "rounds": 0}
        if found["clause"]:
            killers[str(found["clause"])] += 1
            print(f"dies      {name}: {found['clause']}, round {found['rounds']}", flush=True)
        else:
            survived.append(name)
            print(f"SURVIVES  {name}: {found['says'] or 'no clause complains'}, {found['rounds']} rounds", flush=True)

    in_parallel(given.jobs, [partial(tried, each, given.rounds) for each in chosen], report)
    print(f"{len(chosen) - len(survived)} of {len(chosen)} breaks die, by {len(killers)} clauses")
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
