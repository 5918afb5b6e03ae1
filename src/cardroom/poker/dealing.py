"""What ranges and equity need of a poker game: its deck, how many cards a hand has, and how its ranks run."""

from functools import lru_cache
from itertools import accumulate
from typing import Literal

import msgspec

from cardroom.cards import JOKER, RANKS, Card
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.games import game
from cardroom.play import Game
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker

__all__ = ["ACE_LOW", "GameHands", "dealing_of"]

ACE_LOW = ("ace-to-five", "badugi")
"""Rankings of the whole pot in which the ace is the lowest rank."""


class GameHands(msgspec.Struct, frozen=True, eq=False):
    """How a poker game deals hands."""

    slug: str
    name: str
    poker: Poker
    deck: tuple[Card, ...]
    ranks: str
    """The ranks of its deck, the lowest first."""
    sizes: tuple[tuple[int, int], ...]
    """The hands that may be written, as numbers of cards in two parts; the first is the usual one. The parts are cards
    down and up in stud, kept and discarded in the other games."""

    @property
    def structure(self) -> Literal["community", "stud", "draw"]:
        """How cards are dealt."""
        return self.poker.structure

    @property
    def two_cards(self) -> bool:
        """Whether hands are of two cards, so that AKs means suited."""
        return self.structure == "community" and self.sizes[0] == (2, 0)

    @property
    def boards(self) -> tuple[int, ...]:
        """The numbers of cards that a board may have; none but 0 without a board."""
        return tuple(dict.fromkeys((0, *accumulate(self.poker.board))))

    @property
    def kept(self) -> int:
        """The cards of a hand at the showdown, without the board."""
        if self.structure == "stud":
            return sum(map(len, self.poker.streets))
        return self.poker.kept

    def down_later(self, down: int, up: int) -> int:
        """Stud: how many of the cards still to come are dealt down to a player who has so many down and up."""
        if "e" in "".join(self.poker.streets):  # Mexican: a card comes down only to a player who exposed the last one
            return int(down == 0)
        return sum(street.count("d") for street in self.poker.streets) - down


@lru_cache(maxsize=64)
def _dealing(rules: RuleSet) -> GameHands:
    poker = rules.poker
    if poker is None or poker.structure not in ("community", "stud", "draw"):
        raise InputError(f"{rules.game} is not a poker game with a pot: choose for example texas-holdem")
    cards = deck(rules.deck.name).cards
    ranks = [rank for rank in RANKS if any(card != JOKER and RANKS[card >> 2] == rank for card in cards)]
    if poker.ranking in ACE_LOW and "A" in ranks:
        ranks = ["A", *(rank for rank in ranks if rank != "A")]
    return GameHands(rules.game, rules.name, poker, tuple(sorted(cards)), "".join(ranks), tuple(_sizes(poker)))


def _sizes(poker: Poker) -> list[tuple[int, int]]:
    if poker.structure == "draw":
        return [(poker.hole - thrown, thrown) for thrown in range(poker.hole + 1)]
    if poker.structure == "community":
        return [(poker.kept, thrown) for thrown in range(poker.hole - poker.kept + 1)]
    sizes: list[tuple[int, int]] = []
    down = up = 0
    for street in poker.streets:
        down, up = down + street.count("d"), up + len(street) - street.count("d")
        sizes.append((down, up))
    if "e" in "".join(poker.streets):
        sizes += [(0, down + up) for down, up in sizes]
    return sizes


def dealing_of(which: "str | Game | RuleSet") -> GameHands:
    """How a game deals, by the game, its rule set or its name.

    >>> dealing_of("razz").ranks, dealing_of("short-deck").ranks, dealing_of("seven-card-stud").sizes
    ('A23456789TJQK', '6789TJQKA', ((2, 1), (2, 2), (2, 3), (2, 4), (3, 4)))
    """
    if isinstance(which, str):
        which = game(which)
    return _dealing(which.rules if isinstance(which, Game) else which)
