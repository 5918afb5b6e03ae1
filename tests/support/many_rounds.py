"""`python -m support.many_rounds`: play many rounds over all rule sets, and let the clauses read each.

`--shard 2/8` plays the second of eight parts, so that several processes or machines share the work; the same seed and
shard give the same rounds. `--seconds` stops early, and the count says how many rounds there were.
"""

import argparse
import sys
import time
from collections import Counter
from functools import partial
from random import Random

import cardroom
from mutants.server import in_parallel
from support.played import TABLE, checked

__all__ = ["main"]


def main() -> int:
    """Play; exit code 1 if a clause complains."""
    parser = argparse.ArgumentParser(prog="support.many_rounds", description="Plays rounds, and the clauses read them.")
    parser.add_argument("--rounds", type=float, default=1e6, help="rounds of all shards together")
    parser.add_argument("--shard", default="1/1", help="which part of them, for example 2/8")
    parser.add_argument("--seed", default="0", help="the same seed plays the same rounds")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time; each plays a part of the shard")
    given = parser.parse_args()
    shard, shards = map(int, given.shard.split("/"))
    if given.jobs == 1:
        return _played(given, shard, shards)
    codes: list[int] = []
    cardroom.all_games()  # loaded before the first fork
    parts = [
        partial(_played, given, (shard - 1) * given.jobs + job + 1, shards * given.jobs) for job in range(given.jobs)
    ]
    in_parallel(given.jobs, parts, lambda _, code: codes.append(1 if code is None else code))
    return max(codes)


def _played(given: argparse.Namespace, shard: int, shards: int) -> int:
    games, began = tuple(cardroom.all_games()), time.monotonic()
    parts = int(given.rounds) // (TABLE * len(games)) + 1
    played, wrong = 0, Counter[str]()
    for part in range(shard - 1, parts, shards):  # each part is a table of every game
        for game in games:
            for found in checked(game, Random(f"{given.seed} {part} {game.slug} {game.rules.rules}"), TABLE):
                played += 1
                for each in found:
                    wrong[each.clause] += 1
                    print(f"{game.slug}, {game.rules.rules}, part {part}: {each}", flush=True)
        if time.monotonic() - began > given.seconds:
            break
    said = f"{played} rounds of {len(games)} rule sets, {sum(wrong.values())} violations"
    print(f"shard {shard} of {shards}: {said}", flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
