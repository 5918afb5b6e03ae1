"""Altered records of every family of games, checked by `cardroom verify` with public information.

    PYTHONPATH=src:tests python -m support.altered_records 10000 [FAMILY ...]

makes this number of altered records of each family, and prints how many hold, and how many of each kind the rules
alone catch. The forger is the house: hashes, sums and nets of a record are made consistent again. Only the players'
evidence stays genuine: the proofs of the cards that they saw. For a banked game that is the whole shuffle.

No altered record holds for a player who saved no hash, or the right one. The rules are tested with the forger's own
hash, as if a player had been shown it.
"""

import copy
import json
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardroom.verifier import HOLDS
from support.alterations import KINDS
from support.genuine_records import FAMILIES, differences, played


class Result(NamedTuple):
    """The verdicts on altered records of a family."""

    caught: Counter[str]
    passed: Counter[tuple[str, str]]
    """Records that pass, by kind, with the reason; the reason is empty if they should have failed."""
    examples: list[str]
    held: list[str]
    """Records that hold although the player saved no hash, or the hash of the genuine record. There must be none."""


def attack(family: str, count: int, rounds: int = 12, kinds: Sequence[str] = tuple(KINDS)) -> Result:
    """Alter a number of records of a family, and check them."""
    genuine = [one for slug in FAMILIES[family] for one in played(slug, rounds)]
    rng, result = Random(family), Result(Counter(), Counter(), [], [])
    kinds, done = list(kinds), 0
    while done < count:
        kind = kinds[done % len(kinds)]
        altered = None
        for _ in range(100):
            one = rng.choice(genuine)
            altered = KINDS[kind](one, copy.deepcopy(one.record), rng)
            if altered is not None:
                break
        if altered is None:  # such records have nothing that this kind could alter
            kinds.remove(kind)
            continue
        if json.dumps(altered) == json.dumps(one.record):
            continue
        done += 1
        word = one.word(altered, one.head(altered))
        if word != HOLDS:
            result.caught[kind] += 1
            continue
        for saved in (None, one.head(one.record)):
            if one.word(altered, saved) == HOLDS:
                result.held.append(f"{one.game.slug}, {kind}: holds with {saved}")
        why = one.sound(altered)
        result.passed[kind, why] += 1
        if not why:
            paths = sorted({*differences(one.record, altered)})
            result.examples.append(f"{one.game.slug}, {kind}: {', '.join(paths[:6])}")
    return result


def main(arguments: Sequence[str]) -> None:
    """Attack some families, and print what was caught."""
    for family in arguments[1:] or FAMILIES:
        caught, passed, examples, held = attack(family, int(arguments[0]), 40)
        count = caught.total() + passed.total()
        print(f"{family}: {len(held)} of {count} hold; the rules alone catch {caught.total()}", flush=True)
        for kind in KINDS:
            of = caught[kind] + sum(count for (each, _), count in passed.items() if each == kind)
            print(f"  {kind}: {caught[kind]} of {of}")
        for (kind, why), count in passed.items():
            print(f"  passed: {count} {kind}: {why or 'THIS SHOULD BE CAUGHT'}")
        for example in examples[:10]:
            print(f"  {example}")


if __name__ == "__main__":
    main(sys.argv[1:])
