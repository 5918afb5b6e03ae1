"""Genuine records of every family of games, with the players' proofs of the cards that they saw."""

import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import cardroom
from cardroom.cards import health, sealed, shuffle
from cardroom.cli.prove.verify import verdicts
from cardroom.errors import CardroomError
from cardroom.play import Game, Table
from cardroom.play.records.file import Record, public, replay
from cardroom.players import random_legal, table_bots
from cardroom.players.bots import play_round
from cardroom.verifier import FAILS, HOLDS

NAMES = ("ann", "bob", "cy", "dee")
FAMILIES = {
    "hold'em": ("texas-holdem", "short-deck"),
    "Omaha": ("omaha", "omaha-high-low", "big-o", "courchevel", "bomb-pot-omaha"),
    "stud": ("seven-card-stud", "seven-card-stud-high-low"),
    "razz": ("razz",),
    "draw": ("triple-draw-poker", "badugi", "five-card-draw"),
    "lowball": ("2-7-single-draw", "2-7-triple-draw", "badeucy"),
    "pineapple": ("pineapple", "crazy-pineapple-high-low", "irish"),
    "Chinese": ("face-up-chinese-poker",),
    "Mexican": ("mexican-poker",),
    "banked": (
        *("three-card-poker-6-card-bonus", "ez-baccarat", "fortune-pai-gow-poker", "heads-up-holdem"),
        *("ultimate-texas-holdem", "four-card-frenzy", "pure-21.5-blackjack"),
    ),
}
SOUND = "another round that is sound by the rules: other names, chips, carried state or answers"
ORDER = "the order in which players are listed"
SEALED = "the digits of a seal, which nobody but the house can open"


class Genuine(NamedTuple):
    """A public record with the players' evidence, and the whole round that only the house knows."""

    record: dict[str, Any]
    proofs: list[str]
    kept: Record
    deck: Any
    game: Game
    seals: dict[str, Any]
    """The cards of sealed answers."""

    def word(self, record: dict[str, Any], head: str | None = None) -> str:
        """The verdict on a record, given this evidence and the hash that a player saved."""
        text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
        return verdicts({"file.jsonl": [*self.proofs, text]}, head=head)[len(self.proofs)].verdict.word

    @staticmethod
    def head(record: dict[str, Any]) -> str:
        """The hash of a public record."""
        return sha256(json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()

    def note(self, record: Record, public_record: dict[str, Any]) -> None:
        """Remember the sealed cards of a record."""
        for answer, public_answer in zip(record.answers, public_record["answers"], strict=True):
            if _is_sealed(public_answer):
                self.seals[public_answer["value"]["sealed"]] = answer.value

    def sound(self, record: dict[str, Any]) -> str:
        """Why an altered record passes: with the house's secrets, the rules lead to it too. Empty if they do not."""
        whole, paths = copy.deepcopy(record), {*differences(self.record, record)}
        if not paths:
            return ORDER
        if paths == {".answers[].value.sealed"}:
            return SEALED
        for answer in whole["answers"]:
            if _is_sealed(answer):
                answer["value"] = self.seals.get(answer["value"]["sealed"])
        try:
            replay(Record.from_json(json.dumps(whole)), self.game, self.deck)
        except CardroomError:
            return ""
        return SOUND


def _is_sealed(answer: Any) -> bool:
    return isinstance(answer.get("value"), dict) and "sealed" in answer["value"]


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """Make the decks of money tables the same in every run."""
    rng, genuine = Random(seed), health.system_bytes
    for module in (shuffle, sealed):
        module.system_bytes = rng.randbytes  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in (shuffle, sealed):
            module.system_bytes = genuine  # type: ignore[attr-defined]


@cache
def played(slug: str, rounds: int) -> list[Genuine]:
    """Genuine rounds of a game."""
    game, rng, genuine = cardroom.game(slug), Random(slug), list[Genuine]()
    with seeded(slug):
        while len(genuine) < rounds:
            chips = [rng.choice((20_000 if game.rules.point else 5_000, 30_000, 100_000)) for _ in NAMES]
            table = Table(game, dict(zip(NAMES[: game.rules.seats.most], chips, strict=False)), money=True)
            for bots in (table_bots(game.rules, list(NAMES)), dict.fromkeys(NAMES, random_legal)):
                if table.state.missing:
                    break
                round = play_round(table.start(), bots, rng)
                record = table.finish(round)
                everyone = [round.proof("ann"), round.proof(None)] if round.shuffle.kind == "sealed" else []
                proofs = everyone or [round.shuffle.transcript()]
                public_record = json.loads(public(record, round.shuffle).json())
                one = Genuine(public_record, [json.dumps(proof) for proof in proofs], record, round.shuffle, game, {})
                one.note(record, public_record)
                word = one.word(public_record, one.head(public_record))
                if word == HOLDS and record.outcome.transfers:
                    genuine.append(one)
                elif word == FAILS:
                    raise AssertionError(f"a genuine record of {slug} is refused")
    return genuine[:rounds]


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """The paths at which two values differ; numbers in a list are left out."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old | new:
            if name not in old or name not in new:
                yield f"{path}.{name}"
            else:
                yield from differences(old[name], new[name], f"{path}.{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from differences(one, other, f"{path}[]")
    elif old != new or type(old) is not type(new):
        yield path
