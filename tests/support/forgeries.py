"""Forged files: mutations of genuine shuffles, records, proofs and signatures, and relabelings.

    PYTHONPATH=src:tests python -m support.forgeries 10000

makes this number of each kind and prints how many were accepted as genuine: none may be. A forger cannot change what a
player noted before: the commitments, the last record's hash, the house's key.
"""

import copy
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import cardroom
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.play import Table
from cardroom.play.records.file import public
from cardroom.play.records.signing import public_key, signature
from cardroom.play.table import AddSeed
from cardroom.players import table_bots
from cardroom.players.bots import play_round
from cardroom.verifier import check_lines, check_seat, check_shuffle

NAMES = ("ann", "bob", "cy")


def played(slug: str, rounds: int) -> tuple[list[DealtRound], list[dict[str, Any]]]:
    """Rounds at a money table, and one seat's proof of each at poker."""
    table = Table(cardroom.game(slug), dict.fromkeys(NAMES, 100_000), money=True)
    bots, dealt, proofs = table_bots(table.game.rules, list(NAMES)), [], []
    for number in range(rounds):
        if not table.carry.shoe:
            for name in NAMES[: number % 4]:
                table.do(AddSeed(name, f"lucky {number}"))
        round = play_round(table.start(), bots, Random(number))
        if round.shuffle.kind == "sealed":
            proofs.append(round.proof("ann"))
        dealt.append(DealtRound(table.finish(round), round.shuffle))
    return dealt, proofs


def hashed(dealt: DealtRound) -> str:
    """The hash of a round's record in the chain."""
    return public(dealt.record, dealt.shuffle).hash


class Genuine:
    """A genuine file, the function that judges it with the noted values, and other files of its kind to take parts
    from."""

    def __init__(self, values: list[Any], holds: Callable[[list[Any]], bool], spare: list[Any]) -> None:
        self.values, self.holds, self.spare = values, holds, spare
        if not holds(values):
            raise AssertionError("the genuine file does not hold")


def genuine() -> dict[str, Genuine]:
    """One of each kind."""
    cards, _ = played("three-card-poker-6-card-bonus", 5)
    shoe, _ = played("ez-baccarat", 4)
    hands, proofs = played("texas-holdem", 5)
    draws, draw_proofs = played("2-7-triple-draw", 2)
    laid, _ = played("face-up-chinese-poker", 2)
    decks = [each.shuffle.transcript() for each in cards]
    sealed = [each.shuffle.transcript() for each in hands + draws]
    kinds = {
        "shuffle": _one(decks, check_shuffle),
        "shoe": _one([shoe[0].shuffle.transcript(), *decks], check_shuffle),
        "sealed deck": _one(sealed, check_shuffle),
        "seat's proof": _one([proofs[3], *proofs[:3], *draw_proofs], check_seat),
    }
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    for name, dealt in (
        ("banked records", cards),
        ("records of a shoe", shoe),
        ("poker records", hands),
        ("draw records", draws),
        ("records of laid cards", laid),
    ):
        kinds[name] = _file([*map(json.loads, record_lines(dealt))], hashed(dealt[-1]), decks + sealed)
    table = cards[0].record.opening.table
    heads = hashed(cards[-1]), hashed(cards[0])
    signatures = [json.loads(signature(each, table, head, 1_700_000_000)) for each in (key, other) for head in heads]
    kinds["signed records"] = _signed([*map(json.loads, record_lines(cards))], signatures, public_key(key))
    return kinds


def _one(values: list[Any], check: Callable[..., Any]) -> Genuine:
    noted = values[0]["commitment"]
    return Genuine([values[0]], lambda forged: len(forged) == 1 and check(forged[0], noted=noted).holds, values[1:])


def _lines(values: list[Any]) -> list[tuple[str, str]]:
    return [(str(n), json.dumps(value, separators=(",", ":"), ensure_ascii=False)) for n, value in enumerate(values)]


def _whole(results: list[Any]) -> bool:
    return all(each.verdict.holds or each.kind == "open" for each in results)


def _file(values: list[Any], head: str, spare: list[Any]) -> Genuine:
    """A file of rounds. Its last record's hash and its number of lines are known."""
    count = len(values)
    holds = lambda forged: len(forged) == count and _whole(check_lines(_lines(forged), head=head))  # noqa: E731
    return Genuine(values, holds, spare)


def _signed(records: list[Any], signatures: list[Any], key: str) -> Genuine:
    """A signed file. The house's key is known, and the last line is its signature over the last record."""

    def holds(forged: list[Any]) -> bool:
        results = check_lines(_lines(forged), key=key)
        return (
            len(forged) == len(records) + 1
            and _whole(results)
            and not any("no later record confirms it" in text for each in results for text in each.verdict.silent)
        )

    return Genuine([*records, signatures[0]], holds, signatures[1:])


# -- forging -------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a value."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inside:
        yield from places(each, (*path, name))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        value = value[name]
    return value


def other(value: Any, rng: Random, alike: list[Any]) -> Any:
    """A similar but different value: another digit, a neighbour, another value of the same kind."""
    if alike and rng.random() < 0.3:
        return copy.deepcopy(rng.choice(alike))
    match value:
        case bool():
            return not value
        case int():
            return rng.choice(
                [value + 1, value - 1, -value, value + 10**6, 0, rng.getrandbits(40), str(value), bool(value)]
            )
        case str() if value and rng.random() < 0.8:
            place = rng.randrange(len(value))
            digits = "0123456789abcdef" if set(value) <= set("0123456789abcdef") else "2AKTcdhs xé0\n"
            return value[:place] + rng.choice(digits) + value[place + rng.choice([0, 1, 1, 1]) :]
        case str():
            return rng.choice(["", value + " ", value.upper(), "ab" * 32, "0" * 64, "\x00", None])
        case list() if value:
            return _other_list(value, rng)
        case dict() if value:
            name = rng.choice(list(value))
            return rng.choice(
                [{k: v for k, v in value.items() if k != name}, value | {"note": 1}, dict([*value.items()][::-1])]
            )
    return rng.choice([None, 0, "", [], {}, True])


def _other_list(value: list[Any], rng: Random) -> list[Any]:
    one, two = (rng.randrange(len(value)) for _ in range(2))
    swapped = [*value]
    swapped[one], swapped[two] = value[two], value[one]
    without, twice = value[:one] + value[one + 1 :], [*value[:one], value[one], *value[one:]]
    return rng.choice([swapped, without, twice, value[::-1], [*value, None]])


def forged(kind: Genuine, rng: Random) -> tuple[list[Any], list[str]]:
    """The file with one to three changes, and a description of them."""
    values, changes = copy.deepcopy(kind.values), []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        whole: Any = values
        paths = list(places(whole))
        # otherwise nearly all changes would hit the long lists of seals and transfers
        depth = rng.randint(1, max(map(len, paths)))
        path = rng.choice([path for path in paths if len(path) <= depth] or paths)
        alike = (
            [at(each, path[1:]) for each in (*values, *kind.spare) if _has(each, path[1:])]
            if len(path) > 1
            else kind.spare
        )
        was = at(whole, path)
        at(whole, path[:-1])[path[-1]] = new = other(was, rng, alike)
        changes.append(f"{path}: {str(was)[:60]} became {str(new)[:60]}")
    return values, changes


def content_of(values: list[Any]) -> tuple[Any, Any]:
    """The content of a file: shuffles and their fields in any order, the rest exactly as written."""
    shuffles = [json.dumps(value, sort_keys=True) for value in values if isinstance(value, dict) and "version" in value]
    rest = [value for value in values if not (isinstance(value, dict) and "version" in value)]
    rest = [dict(sorted(each.items())) if isinstance(each, dict) and "signature" in each else each for each in rest]
    return sorted(shuffles), _lines(rest)


def _has(value: Any, path: tuple[Any, ...]) -> bool:
    try:
        at(value, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def says_less(touched: list[Any], kind: Genuine) -> bool:
    """Whether nothing was altered, but a part was removed that no check can miss: the first records of a table, the
    opening of a card, draws other than cards. The verdict lists what is missing."""
    known = {each for value in (*kind.values, *kind.spare) for each in content_of([value])[0]}
    mine, records = content_of(touched)
    ours = content_of(kind.values)[1]
    if records:
        return set(mine) <= known and [text for _, text in records] == [text for _, text in ours][-len(records) :]
    [one], [genuine] = touched, kind.values
    if not isinstance(one, dict) or "openings" not in one:
        return False
    left_away = {"openings": []} | {
        name: genuine[name] for name in ("draws", "drawn") if {"draws", "drawn"}.isdisjoint(one)
    }
    return one | left_away == genuine | {"openings": []} and all(
        each in genuine["openings"] for each in one["openings"]
    )


def count_forgeries(kind: Genuine, count: int, seed: str) -> Counter[str]:
    """Count the forgeries that were refused and those that were accepted. The message contains the accepted ones."""
    rng, counts, genuinely = Random(seed), Counter[str](), content_of(kind.values)
    while counts["refused"] + counts["taken"] < count:
        touched, changes = forged(kind, rng)
        if content_of(touched) == genuinely:
            counts["unchanged"] += 1
        elif kind.holds(touched) and says_less(touched, kind):
            counts["says less"] += 1
        elif kind.holds(touched):
            counts["taken"] += 1
            print("TAKEN FOR GENUINE:", *changes, file=sys.stderr)
        else:
            counts["refused"] += 1
    return counts


if __name__ == "__main__":
    for name, each in genuine().items():
        print(f"{name}: {dict(count_forgeries(each, int(sys.argv[1]), name))}", flush=True)
