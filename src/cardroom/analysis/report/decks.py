"""Decks with the same ranks in each suit. Small ones let tests check counts one by one."""

from typing import NamedTuple

from cardroom.cards.decks import deck
from cardroom.rulebook import RuleSet

__all__ = ["FULL", "RankDeck", "rank_deck"]


class RankDeck(NamedTuple):
    """A deck of these ranks, lowest first, in this number of suits. Small decks let tests check counts by brute force.

    >>> len(FULL.cards), RankDeck((11, 12), 2).cards
    (52, [44, 45, 48, 49])
    """

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    @property
    def cards(self) -> list[int]:
        """The cards in order."""
        return [rank * 4 + suit for rank in self.ranks for suit in range(self.suits)]


FULL: RankDeck = RankDeck()


def rank_deck(rules: RuleSet) -> RankDeck:
    """The deck of a rule set, which has the same ranks in each suit.

    >>> from cardroom.rulebook import rule_set
    >>> rank_deck(rule_set("four-card-frenzy")) == FULL
    True
    """
    cards = deck(rules.deck.name).cards
    ranks = tuple(sorted({card >> 2 for card in cards}))
    return RankDeck(ranks, len(cards) // len(ranks))
