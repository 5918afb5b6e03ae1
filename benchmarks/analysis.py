"""How long exact analysis takes, beside walking deals one by one with the fastest peer that evaluates a hand.

First answers are those of `cardroom analyze` on a new machine, on one that has compiled the kernels before, and on one
that has stored the report. They are measured in the CPU time of all processes.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cardroom
from benchmarks.bench import Case, Group, peer
from cardroom.play import Game

GAMES = {
    "ultimate-texas-holdem": (None, 7, 2),
    "heads-up-holdem": ("brook", 7, 2),
    "four-card-frenzy": (None, 5, 2),
    "three-card-poker-6-card-bonus": (None, 5, 2),
}
"""For each game its rule set, and what a walk would evaluate for every deal: hands of so many cards, and how many."""


ANSWERS = {
    "Ultimate Texas Hold'em": ["ultimate-texas-holdem"],
    "Ultimate Texas Hold'em, changed odds": ["ultimate-texas-holdem", "--set-pay", "blind.flush=2"],
    "Pure 21.5 Blackjack": ["pure-21.5-blackjack"],
    "Face Up Pai Gow Poker": ["face-up-pai-gow-poker"],
}
"""The arguments of `analyze` for which first answers are measured."""


def groups(quick: bool) -> Iterator[Group]:
    """One group a game: every wager and pay table, in a fresh process, and again in one that has counted before.

    Then one group of first answers.
    """
    yield from games(quick)
    with TemporaryDirectory() as folder:
        cases = []
        for number, (name, arguments) in enumerate(list(ANSWERS.items())[: 1 if quick else None]):
            compiled, stored = Path(folder, f"compiled {number}"), Path(folder, f"stored {number}")
            cases += [
                Case(f"{name}, new machine", answer(arguments, None, None), 1),
                Case(f"{name}, compiled before", answer(arguments, compiled, None), 1),
                Case(f"{name}, stored before", answer(arguments, compiled, stored), 1),
            ]
        yield Group("first answers of analyze, CPU time", cases, "answers", processor_seconds)


def processor_seconds() -> float:
    """The CPU time of all processes that have ended."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def answer(arguments: list[str], compiled: Path | None, stored: Path | None) -> Callable[[], object]:
    """The command `analyze` with these folders of compiled code and stored reports; None is an empty one."""

    def run() -> None:
        with TemporaryDirectory() as empty:
            own = {"NUMBA_CACHE_DIR": compiled or f"{empty}/compiled", "CARDROOM_CACHE": stored or f"{empty}/stored"}
            environment = os.environ | {name: str(folder) for name, folder in own.items()}
            command = [sys.executable, "-m", "cardroom", "analyze", *arguments]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)

    return run


def games(quick: bool) -> Iterator[Group]:
    """The groups of the games."""
    for slug, (rules, cards, hands) in GAMES.items():
        game = cardroom.game(slug, rules=rules)
        deals = cardroom.analyze(game).wager("ante").deals
        walk = 2_000 if quick else 20_000
        cases = [
            Case("every wager and table, fresh process", fresh(slug, rules), deals),
            Case("every wager and table, counted before", again(game), deals),
        ]
        if eval7 := peer("eval7"):
            cases.append(Case("walking deals with eval7", walking(eval7, walk, cards, hands), walk, peer=True))
        yield Group(f"{game.rules.name}, {game.rules.rules}", cases, "deals")


def fresh(slug: str, rules: str | None) -> Callable[[], object]:
    """All of it as a person waits for it: starting Python, loading compiled kernels, counting, deciding."""
    code = f"import cardroom; cardroom.analyze(cardroom.game({slug!r}, rules={rules!r}))"
    return lambda: subprocess.run([sys.executable, "-c", code], check=True)


def again(game: Game) -> Callable[[], object]:
    """Settled and decided anew, as when a pay table has changed."""
    return lambda: cardroom.analyze(game)


def walking(eval7: Any, deals: int, cards: int, hands: int) -> Callable[[], object]:
    """Only the evaluation of both hands of random deals, dealt beforehand: no wager, no decision, no sum."""
    rng, deck = Random(1), [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    dealt = [rng.sample(deck, cards) for _ in range(deals * hands)]
    return lambda: [eval7.evaluate(hand) for hand in dealt]
