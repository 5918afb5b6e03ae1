"""The decks of the rule documents, and shoes made of several packs.

A deck is a tuple of cards in the order in which they leave the box. Bonus cards (the marked ten-cards of the
21.5 games) are ordinary ten-cards of their suit. `Deck.bonus` lists the marked cards.
"""

from functools import lru_cache

import msgspec

from cardroom.cards import JOKER, SUITS, Card, parse

__all__ = ["DECKS", "Deck", "deck"]

_STANDARD = tuple(range(52))


class Deck(msgspec.Struct, frozen=True):
    """The contents of the box: one pack of cards, the number of packs, and the position of the cut card.

    >>> shoe = deck("standard", packs=8, cut=52)
    >>> len(shoe.cards), shoe.cut
    (416, 52)
    """

    name: str
    pack: tuple[Card, ...]
    bonus: frozenset[Card] = frozenset()
    """Cards that carry the word "Bonus" (500 Club, Pure 21.5 Blackjack and Pure Spanish 21.5)."""
    packs: int = 1
    cut: int = 0
    """Cards behind the cut card. When only these are left, the round is the last of the shoe."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, pack after pack."""
        return self.pack * self.packs


def _ranks(ranks: str) -> frozenset[Card]:
    """All cards of these ranks."""
    return frozenset(parse(rank + suit for rank in ranks for suit in SUITS))


def _without(ranks: str) -> tuple[Card, ...]:
    """The standard deck without these ranks."""
    return tuple(card for card in _STANDARD if card not in _ranks(ranks))


DECKS: dict[str, Deck] = {
    "standard": Deck("standard", _STANDARD),
    "joker": Deck("joker", (*_STANDARD, JOKER)),  # the pai gow games
    "spanish": Deck("spanish", _without("T"), _ranks("JQK")),  # Pure Spanish 21.5
    "bonus": Deck("bonus", _STANDARD, _ranks("TJQK")),  # Pure 21.5 Blackjack
    "mexican": Deck("mexican", (*_without("89T"), JOKER)),  # Mexican Poker: 7 next to jack
    "short": Deck("short", _without("2345")),  # short deck hold'em
}


@lru_cache(maxsize=256)
def deck(name: str, packs: int = 1, cut: int = 0) -> Deck:
    """Return a deck by name: one pack, or a shoe of several with a cut card.

    >>> [len(deck(name).cards) for name in DECKS]
    [52, 53, 48, 52, 41, 36]
    >>> deck("tarot")
    Traceback (most recent call last):
    ValueError: 'tarot' is not a deck: the decks are standard, joker, spanish, bonus, mexican, short
    """
    if name not in DECKS:
        raise ValueError(f"{name!r} is not a deck: the decks are {', '.join(DECKS)}")
    if packs < 1 or not 0 <= cut < len(DECKS[name].pack) * packs:
        raise ValueError(f"a shoe needs at least one pack and a cut card within it, not {packs} packs and cut {cut}")
    return msgspec.structs.replace(DECKS[name], packs=packs, cut=cut)
