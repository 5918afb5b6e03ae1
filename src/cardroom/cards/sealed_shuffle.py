"""A poker deck at a table: shuffled by the house, sealed card by card, cut by the players' seeds.

It answers as `Shuffle` does, so that a round does not care which it deals from. What differs is what is shown: a
banked game publishes its secret when the cards are spent; here each seat gets the openings of the cards it saw, and a
mucked card stays unknown. The secret behind the order, from which a button is drawn or a stub reshuffled, stays with
the house.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from cardroom.cards import Card
from cardroom.cards.sealed import VERSION, Sealed, cut, seal
from cardroom.cards.shuffle import Shuffle
from cardroom.cards.stream import Stream, check_seeds

__all__ = ["SealedShuffle"]


class SealedShuffle:
    """An order of cards under seals.

    >>> from cardroom.cards import text
    >>> shuffle = SealedShuffle.fresh(range(52))
    >>> root = shuffle.commitment                       # published before any seed
    >>> shuffle = shuffle.seeded("lucky seven")
    >>> proof = shuffle.proof([0, 1])                   # for the seat that was dealt the first two cards
    >>> [opening["card"] for opening in proof["openings"]] == text(shuffle.order[:2]).split()
    True
    """

    kind = "sealed"

    def __init__(self, inner: Shuffle, sealed: Sealed, seeds: tuple[str, ...] = (), looked: list[bool] | None = None):
        self._inner = inner
        self._sealed = sealed
        self.seeds = seeds
        self._looked = [] if looked is None else looked
        """Filled once anybody has seen the order; shared by all that differ only in their seeds."""
        self._order: tuple[Card, ...] | None = None

    @classmethod
    def fresh(cls, cards: Sequence[Card]) -> "SealedShuffle":
        """A new order and new salts, from the operating system alone."""
        inner = Shuffle.fresh(cards)
        return cls(inner, seal(inner.order))

    def seeded(self, *seeds: str) -> "SealedShuffle":
        """The same seals with the players' seeds added, which cut the deck."""
        if self._looked:
            raise ValueError("players add seeds before the deal, never during a hand: the order has been looked at")
        return SealedShuffle(self._inner, self._sealed, check_seeds((*self.seeds, *seeds)), self._looked)

    @property
    def fair(self) -> bool:
        """Whether the order came from the operating system."""
        return self._inner.fair

    @property
    def box(self) -> tuple[Card, ...]:
        """The cards as they left the box, before they were shuffled."""
        return self._inner.box

    @property
    def commitment(self) -> str:
        """The root over all seals: what is published first."""
        return self._sealed.root

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt: as they lie, cut by the seeds."""
        if self._order is None:
            self._looked.append(True)
            self._order = tuple(self._sealed.order[place] for place in self._cut())
        return self._order

    def _cut(self) -> tuple[int, ...]:
        return cut(len(self._sealed.order), self.seeds)

    def stream(self, offset: int | None = None) -> Stream:
        """What is drawn besides the cards, from the house's secret."""
        return self._inner.stream(offset)

    def proof(self, dealt: Iterable[int]) -> dict[str, Any]:
        """What a seat needs to check the cards it saw, by their number in the deal, from 0."""
        places = self._cut()
        return {
            "root": self.commitment,
            "leaves": list(self._sealed.leaves),
            "seeds": list(self.seeds),
            "openings": [dict(self._sealed.open(places[number])) for number in sorted(dealt)],
        }

    def transcript(self, reveal: bool = True) -> dict[str, Any]:
        """What is public; with `reveal` also what only the house may keep."""
        public = {
            "version": VERSION,
            "kind": self.kind,
            "commitment": self.commitment,
            "leaves": list(self._sealed.leaves),
            "seeds": list(self.seeds),
        }
        if not reveal:
            return public
        return public | {"salts": [salt.hex() for salt in self._sealed.salts], "house": self._inner.transcript()}

    def kept(self) -> dict[str, Any]:
        """All that makes this deck, for the house's own store."""
        salts = [salt.hex() for salt in self._sealed.salts]
        return {"kind": self.kind, "house": self._inner.kept(), "salts": salts, "seeds": list(self.seeds)}

    @classmethod
    def revealed(
        cls, inner: Shuffle, salts: Sequence[bytes], seeds: Sequence[str], looked_at: bool = True
    ) -> "SealedShuffle":
        """A deck whose seals the house has kept, to replay its hand."""
        return cls(inner, seal(inner.order, salts), check_seeds(seeds), [True] if looked_at else [])

    def __repr__(self) -> str:
        return f"<SealedShuffle, {len(self._sealed.order)} cards, {len(self.seeds)} seeds, root {self.commitment}>"
