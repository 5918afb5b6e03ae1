"""A sealed deck as an outsider knows it: the cards that were opened, and `UNKNOWN` for all others.

The openings come from seat proofs, which the caller has verified. A round can be replayed with such a deck as far as
the known cards reach.
"""

from collections.abc import Mapping, Sequence
from hashlib import shake_256
from typing import Any

from cardroom.cards import UNKNOWN, Card, card, parse, text
from cardroom.cards.chain import check_chains
from cardroom.cards.commitment import About
from cardroom.cards.secret import Secret
from cardroom.cards.shuffle import BLOCK, NOTHING, Pack, Shuffle
from cardroom.cards.stream import VERSION, Stream, check_seeds, pack_seeds

__all__ = ["OpenedDeck"]

RESTOCKS = ("the stub", "the shoe")
"""Draws that shuffle cards again, as `play.dealing` names them."""


class OpenedDeck(Shuffle):
    """A sealed deck of which some cards, and perhaps the draws besides the cards, are known.

    >>> from cardroom.cards.sealed import SealedShuffle
    >>> sealed = SealedShuffle.fresh(range(52))
    >>> deck = OpenedDeck.from_proofs([sealed.proof([0, 3])])
    >>> deck.order[0] == sealed.order[0], deck.order[1] == UNKNOWN, deck.commitment == sealed.commitment
    (True, True, True)
    """

    __slots__ = ("_draws", "_guess", "guessed", "seen")

    def __init__(
        self,
        box: Sequence[Card],
        commitment: str,
        seeds: Sequence[Any] = (),
        about: About = NOTHING,
        seen: Sequence[Mapping[int, Card]] = (),
        draws: bytes | None = None,
        chains: Sequence[Any] = (),
    ) -> None:
        cards, cut_by = tuple(box), check_seeds(seeds)
        pack, asked = Pack(cards, text(cards), BLOCK), check_chains(chains, cut_by)
        super().__init__("sealed", pack, Secret(b""), cut_by, about, asked)
        self.seen = tuple(dict(each) for each in seen)
        """The opened cards of each proof, by their number in the deal."""
        known = {number: value for each in self.seen for number, value in each.items()}
        self._commitment = commitment
        self._dealt = tuple([known.get(number, UNKNOWN) for number in range(len(cards))]), 0
        self._draws = draws
        self._guess = 0
        self.guessed = False
        """Whether a draw was made that no proof opens: its result is invented."""

    @classmethod
    def from_proofs(cls, proofs: Sequence[Mapping[str, Any]]) -> "OpenedDeck":
        """The deck that verified seat proofs of one commitment open. A public transcript opens nothing."""
        first = proofs[0]
        seen = [
            {opening["dealt"]: card(opening["card"]) for opening in proof["openings"]}
            for proof in proofs
            if "openings" in proof
        ]
        draws = [bytes.fromhex(proof["draws"]) for proof in proofs if "draws" in proof]
        return cls(
            parse(first["cards"]),
            first["commitment"],
            first["seeds"],
            About(**first["about"]),
            seen,
            draws[0] if draws else None,
            first.get("chains", ()),
        )

    @property
    def opened(self) -> frozenset[int]:
        """The numbers of the deal that some proof opens."""
        return frozenset().union(*self.seen) if self.seen else frozenset()

    @property
    def draws_known(self) -> bool:
        """Whether the draws besides the cards can be computed."""
        return self._draws is not None

    def with_order(self, order: Sequence[Card]) -> "OpenedDeck":
        """The same deck with other cards where nothing is opened."""
        deck = self.with_guess(self._guess)
        deck._dealt = tuple(order), 0
        return deck

    def with_guess(self, number: int) -> "OpenedDeck":
        """The same deck with other invented draws, where the draws are unknown."""
        deck = OpenedDeck(self.box, self.commitment, self.seeds, self.about, self.seen, self._draws, self.chains)
        deck._dealt, deck._guess = self._dealt, number
        return deck

    def drawing(self, what: str, offset: int | None = None) -> Stream:
        """The draw for a purpose: from the second secret if a proof has it, else invented."""
        if self._draws is not None:
            source = f"{VERSION} draw {what}\n".encode() + self._draws + pack_seeds(self.seeds)
            return Stream(shake_256(source + bytes(8)).digest(BLOCK), source)
        source = f"{VERSION} guess {self._guess} {what}\n".encode()
        first = shake_256(source).digest(BLOCK)
        if what.endswith(RESTOCKS):
            return _UnknownCards(first, source)
        self.guessed = True
        return Stream(first, source)


class _UnknownCards(Stream):
    """A shuffle of cards whose order no one may know."""

    def permute(self, cards: Sequence[Card]) -> list[Card]:
        """Return the same number of unknown cards."""
        return [UNKNOWN] * len(cards)
