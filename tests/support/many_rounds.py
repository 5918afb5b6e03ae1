"""`python -m support.many_rounds`: play many rounds over all rule sets, and let the clauses read each.

`--shard 2/8` plays the second of eight parts, so that several processes or machines share the work; the same seed and
shard give the same rounds. `--seconds` stops early, and the count says how many rounds there were.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random

import cardroom
from support.played import TABLE, checked

__all__ = ["main"]


def main() -> int:
    """Play; exit code 1 if a clause complains."""
    parser = argparse.ArgumentParser(prog="support.many_rounds", description="Plays rounds, and the clauses read them.")
    parser.add_argument("--rounds", type=float, default=1e6, help="rounds of all shards together")
    parser.add_argument("--shard", default="1/1", help="which part of them, for example 2/8")
    parser.add_argument("--seed", default="0", help="the same seed plays the same rounds")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    given = parser.parse_args()
    shard, shards = map(int, given.shard.split("/"))
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
    print(f"shard {shard} of {shards}: {played} rounds of {len(games)} rule sets, {sum(wrong.values())} violations")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
