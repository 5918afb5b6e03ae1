"""The decks of the rule documents, and shoes made of several packs.

A deck is a tuple of cards in the order in which they leave the box. Bonus cards (the marked ten-cards of the
21.5 games) are ordinary ten-cards of their suit. `Deck.bonus` lists the marked cards.
"""

import re
from functools import lru_cache

import msgspec

from cardroom.cards import JOKER, RANKS, SUITS, Card, parse

__all__ = ["DECKS", "Deck", "deck", "small_deck"]

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
    >>> len(deck("TJQKA in 2 suits").cards)
    10
    >>> deck("tarot")
    Traceback (most recent call last):
    ValueError: 'tarot' is not a deck: the decks are standard, joker, spanish, bonus, mexican, short
    """
    known = DECKS.get(name) or _small(name)
    if known is None:
        raise ValueError(f"{name!r} is not a deck: the decks are {', '.join(DECKS)}")
    if packs < 1 or not 0 <= cut < len(known.pack) * packs:
        raise ValueError(f"a shoe needs at least one pack and a cut card within it, not {packs} packs and cut {cut}")
    return msgspec.structs.replace(known, packs=packs, cut=cut)


def small_deck(ranks: str, suits: int) -> str:
    """The name of a deck of a few ranks and suits, of which all deals can be enumerated.

    >>> from cardroom.cards import text
    >>> small_deck("KA", 3), text(deck("KA in 3 suits").cards)
    ('KA in 3 suits', 'Kc Kd Kh Ac Ad Ah')
    """
    return f"{ranks} in {suits} suits"


def _small(name: str) -> Deck | None:
    """The deck that `small_deck` names. It is for enumerations: no rule set may have it."""
    match = re.fullmatch(rf"([{RANKS}]+) in ([1-4]) suits", name)
    if not match or len(set(match[1])) < len(match[1]):
        return None
    ranks = sorted(RANKS.index(rank) for rank in match[1])
    return Deck(name, tuple(rank * 4 + suit for rank in ranks for suit in range(int(match[2]))))
