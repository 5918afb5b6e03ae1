"""Cards of a shoe by value, for the games of 21.5.

A *kind* is a card's value: 0 is an ace, 1 to 8 are two to nine, 9 is a Bonus card. Cards already drawn matter only by
how many of each kind are gone.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from math import perm

from cardroom.cards import Card, parse
from cardroom.cards.decks import deck
from cardroom.games.banked.pure_21_5 import DEALER_MAY_DRAW
from cardroom.rankings.points import blackjack_total
from cardroom.rulebook import RuleSet

__all__ = [
    "ACE",
    "BONUS",
    "EIGHT",
    "KINDS",
    "LONGEST",
    "NAMES",
    "Counts",
    "falling",
    "full_shoe",
    "kind_of",
    "kinds_of",
    "points_of",
    "without",
]

ACE, EIGHT, BONUS = 0, 7, 9
KINDS: tuple[Card, ...] = parse("As 2c 3c 4c 5c 6c 7c 8c 9c Kc")
"""A card of each kind."""
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
Counts = tuple[int, ...]
"""How many cards of each kind."""
TOTALS = (17, 18, 19, 20, 21)
BUST = len(TOTALS)
"""The number of a player-dealer's bust among the results: totals of 17 to 21, then a bust."""
RESULTS = BUST + 1
MOST_DRAWN = DEALER_MAY_DRAW + 1
"""The most cards that the player-dealer has besides the up card."""
LONGEST = 21
"""The most cards that a player's hand can have without a bust."""


def kind_of(card: Card) -> int:
    """The kind of a card.

    >>> [kind_of(card) for card in parse("As 2d Th Kc")]
    [0, 1, 9, 9]
    """
    total = blackjack_total([card])
    return ACE if total.soft else int(total.points) - 1


def kinds_of(cards: Iterable[Card]) -> Counts:
    """The number of cards of each kind."""
    counts = Counter(map(kind_of, cards))
    return tuple(counts[kind] for kind in range(10))


@cache
def shoe_counts(name: str, packs: int) -> Counts:
    """The cards of a full shoe by kind."""
    return kinds_of(deck(name, packs).cards)


def full_shoe(rules: RuleSet) -> Counts:
    """The cards of a full shoe of the decks in force, by kind.

    >>> from cardroom.rulebook import rule_set
    >>> full_shoe(rule_set("pure-spanish-21.5"))
    (24, 24, 24, 24, 24, 24, 24, 24, 24, 72)
    """
    return shoe_counts(rules.deck.name, rules.packs)


def without(counts: Counts, *kinds: int) -> Counts:
    """The counts without cards of these kinds."""
    left = list(counts)
    for kind in kinds:
        left[kind] -= 1
    return tuple(left)


def points_of(counts: Sequence[int]) -> tuple[int, bool]:
    """The total of a hand, and whether an ace counts eleven.

    >>> points_of((1, 0, 0, 0, 0, 1, 0, 0, 0, 0))
    (17, True)
    """
    hard = sum((kind + 1) * many for kind, many in enumerate(counts))
    soft = counts[ACE] > 0 and hard <= 11
    return hard + 10 if soft else hard, soft


def falling(many: int, steps: int) -> int:
    """The product of `steps` numbers counted down from `many`; 0 if they reach nothing.

    >>> falling(4, 2), falling(4, 5), falling(4, 0)
    (12, 0, 1)
    """
    return perm(max(many, 0), steps)
