"""The cards of compiled rounds, by seed and number.

Each game's module computes the ends of its rounds as numbers: one for the base game (decision, hand, result) and one
for each side bet (its line). Payoffs come later: the counts go to the reports of the exact analysis, which use the
game's settlement.
"""

from collections.abc import Sequence
from hashlib import sha256
from math import prod

import numpy as np

from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import Cards
from cardroom.analysis.simulation.parts import compiled_rounds
from cardroom.cards.decks import deck
from cardroom.errors import InvariantError
from cardroom.rulebook import RuleSet

__all__ = ["CHUNK", "deal_cards", "deal_chunk", "generator"]

CHUNK = 65_536
"""Rounds per chunk. Each chunk has its own generator, so round 1,234 of a seed is the same in every simulation."""


def generator(seed: str, *numbers: int) -> np.random.Generator:
    """The random generator of a part of a simulation.

    The part's numbers come before the seed in the hashed text, so that no seed can imitate another part.

    >>> generator("any text", 7).integers(1000).item()
    153
    """
    source = f"cardroom simulation {'.'.join(map(str, numbers))} {seed}"
    key = int.from_bytes(sha256(source.encode()).digest()[:16], "little")
    return np.random.Generator(np.random.Philox(key=key))


def deal_chunk(rules: RuleSet, seed: str, chunk: int, rounds: int) -> Cards:
    """The cards of a chunk's first rounds, in the order in which the script deals them to one player.

    >>> import cardroom
    >>> deal_chunk(cardroom.game("three-card-poker-6-card-bonus").rules, "any text", 0, 2).tolist()
    [[18, 45, 3, 16, 48, 49], [23, 14, 1, 36, 51, 42]]
    """
    shoe = deck(rules.deck.name, rules.packs).cards
    game = compiled_rounds(rules)
    if game is None:
        raise InvariantError(f"{rules.game} has no compiled rounds")
    return deal_cards(shoe, game.cards(rules), seed, chunk, rounds)


def deal_cards(shoe: Sequence[int], many: int, seed: str, chunk: int, rounds: int) -> Cards:
    """The first cards of a chunk of shuffled shoes, one shoe a row.

    >>> deal_cards(range(52), 3, "any text", 0, 2).tolist()
    [[24, 29, 47], [13, 41, 49]]
    """
    takes = _takes(len(shoe), many)
    left, numbers = len(shoe), np.empty((rounds, len(takes)), np.uint64)
    for part, take in enumerate(takes):
        orders = prod(range(left - take + 1, left + 1))
        numbers[:, part] = generator(seed, chunk, part).integers(0, orders, rounds, np.uint64)
        left -= take
    cards = np.empty((rounds, sum(takes)), np.uint8)
    kernels.deal(numbers, np.array(takes), np.array(shoe, np.uint8), cards)
    return cards


def _takes(size: int, cards: int) -> list[int]:
    """The number of cards that each random number encodes, so that every number is below 2**63.

    >>> _takes(52, 13), _takes(416, 6)
    ([11, 2], [6])
    """
    takes = [0]
    for left in range(size, size - cards, -1):
        if prod(range(left, left + takes[-1] + 1)) >= 2**63:
            takes.append(0)
        takes[-1] += 1
    return takes
