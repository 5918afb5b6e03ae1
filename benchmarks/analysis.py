"""How long exact analysis takes, beside walking deals one by one with the fastest peer that evaluates a hand."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
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


def groups(quick: bool) -> Iterator[Group]:
    """One group a game: every wager and pay table, in a fresh process, and again in one that has counted before."""
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
