"""Poker's sealed deck: shuffled by the house, every card under its own seal, cut by the players' seeds.

A banked game publishes its secret when the cards are spent. Poker cannot, because the secret would reveal every mucked
hand. Here each card has its own commitment with its own salt. Opening one seal proves that card and no other, and a
card whose salt is never published stays unknown.

The root over all seals is published before the players add their seeds. The seeds then cut the deck in public: card i
of the deal opens seal `cut[i]`. Everything else that is drawn (a button, a reshuffle) comes from a second secret. The
root binds it too, and it is published when the hand is over. A sealed deck has the methods of `Shuffle`, so a round can
deal from either.

>>> from cardroom.cards import text
>>> from cardroom.verifier import check_seat
>>> deck = SealedShuffle.fresh(range(52))
>>> root = deck.commitment                              # published before any seed
>>> deck = deck.seeded("ann", "lucky seven")
>>> proof = deck.proof([0, 1])                          # for the seat that was dealt the first two cards
>>> [opening["card"] for opening in proof["openings"]] == text(deck.order[:2]).split()
True
>>> check_seat(proof, noted=root).holds
True
"""

from collections.abc import Iterable, Sequence
from hashlib import shake_256
from typing import Any

from cardroom.cards import Card, text
from cardroom.cards.chain import Anchor, check_chains, written_chains
from cardroom.cards.commitment import DRAWS, ORDER, About, leaf, root, sealed_secret
from cardroom.cards.health import system_bytes
from cardroom.cards.secret import Secret, fewer_seeds, more_seeds
from cardroom.cards.shuffle import BLOCK, NOTHING, Pack, packed
from cardroom.cards.stream import VERSION, Seed, Stream, check_seeds, mixed_stream, pack_seeds

__all__ = ["SALT_BYTES", "SealedShuffle", "cut"]

SALT_BYTES = 32
"""Bytes of a salt: as long as the hash, so that the salt is not the weaker part."""


class SealedShuffle:
    """An order of cards under seals. An immutable value. Only the house may see its order, salts and secrets.

    >>> SealedShuffle.fresh(range(52))
    <SealedShuffle, 52 cards, 0 seeds, root ...>
    """

    __slots__ = (
        "_about",
        "_chains",
        "_draws",
        "_leaves",
        "_order",
        "_pack",
        "_root",
        "_salts",
        "_secret",
        "_seeds",
        "_under_seals",
    )

    kind = "sealed"
    fair = True
    """Always true: the secrets of a sealed deck come only from the operating system."""

    def __init__(self, pack: Pack, secret: Secret, salts: Sequence[bytes], draws: bytes, about: About) -> None:
        self._pack = pack
        self._secret = secret
        self._salts = tuple(salts)
        self._draws = draws
        self._about = about
        self._seeds: tuple[Seed, ...] = ()
        self._chains: tuple[Anchor, ...] = ()
        self._order: tuple[Card, ...] | None = None
        self._under_seals = tuple(mixed_stream(secret.data, ()).permute(pack.cards))
        """The cards under their seals, before the cut."""
        pairs = zip(self._under_seals, self._salts, strict=True)
        self._leaves = tuple(leaf(place, text(card), salt) for place, (card, salt) in enumerate(pairs))
        self._root = root(about, pack.names, *self._hashes(), self._leaves)

    def _hashes(self) -> tuple[str, str]:
        return sealed_secret(ORDER, self._secret.data), sealed_secret(DRAWS, self._draws)

    @classmethod
    def fresh(cls, cards: Sequence[Card], about: About = NOTHING) -> "SealedShuffle":
        """Make a deck with new salts and secrets from the operating system."""
        pack = packed(tuple(cards))
        salts = system_bytes(len(pack.cards) * SALT_BYTES)
        return cls(
            pack,
            Secret(system_bytes(pack.size)),
            [salts[at : at + SALT_BYTES] for at in range(0, len(salts), SALT_BYTES)],
            system_bytes(BLOCK),
            about.checked(),
        )

    @classmethod
    def revealed(
        cls,
        cards: Sequence[Card],
        secret: bytes,
        salts: Sequence[bytes],
        draws: bytes,
        seeds: Sequence[Any] = (),
        about: About = NOTHING,
        looked_at: bool = True,
        chains: Sequence[Any] = (),
    ) -> "SealedShuffle":
        """Rebuild a deck that the house stored, to replay its hand or to resume after a crash."""
        pack = packed(tuple(cards))
        if len(secret) != pack.size or len(draws) != BLOCK:
            raise ValueError(f"secret must have {pack.size} bytes, and draws {BLOCK}")
        if len(salts) != len(pack.cards) or any(len(salt) != SALT_BYTES for salt in salts):
            raise ValueError(f"each of the {len(pack.cards)} cards needs a salt of {SALT_BYTES} bytes")
        if len(set(salts)) != len(salts):
            raise ValueError("two cards have the same salt: opening one seal would open the other")
        box = Secret(secret)
        box.looked_at = looked_at
        deck = cls(pack, box, salts, draws, about.checked())
        deck._seeds = check_seeds(seeds)
        deck._chains = check_chains(chains, deck._seeds)
        return deck

    def seeded(self, by: str, words: str) -> "SealedShuffle":
        """Return the same seals with a player's seed added. It cuts the deck. Each player adds one."""
        return self._cut_by(more_seeds(self._secret, self._seeds, by, words))

    def without(self, by: str) -> "SealedShuffle":
        """Return the same deck without the seed of a player who left before the order was looked at."""
        return self._cut_by(fewer_seeds(self._secret, self._seeds, by))

    def asking(self, chains: Sequence[Any]) -> "SealedShuffle":
        """Return the same deck, with the chains whose next links count for its cut."""
        deck = self._cut_by(self._seeds)
        deck._chains = check_chains(chains, self._seeds)
        return deck

    def linked(self, by: str, link: str) -> "SealedShuffle":
        """Return the same deck with a link as the player's seed. Raise `ValueError` if it is not the next link."""
        seeds = check_seeds((*self._seeds, (by, link)))
        check_chains(self._chains, seeds)
        return self._cut_by(seeds)

    @property
    def closed(self) -> bool:
        """Whether the seeds are final, because the order has been looked at or may have been."""
        return self._secret.looked_at

    def close(self) -> None:
        """Take no more seeds."""
        self._secret.looked_at = True

    def _cut_by(self, seeds: tuple[Seed, ...]) -> "SealedShuffle":
        deck = object.__new__(SealedShuffle)
        for name in self.__slots__:
            setattr(deck, name, getattr(self, name))
        deck._seeds, deck._order = seeds, None
        return deck

    @property
    def box(self) -> tuple[Card, ...]:
        """The cards as they left the box, before they were shuffled."""
        return self._pack.cards

    @property
    def seeds(self) -> tuple[Seed, ...]:
        """The players' seeds, in order."""
        return self._seeds

    @property
    def chains(self) -> tuple[Anchor, ...]:
        """The chains that were asked for their next link, by player. Those without a seed were withheld."""
        return self._chains

    @property
    def about(self) -> About:
        """The purpose of the shuffle."""
        return self._about

    @property
    def commitment(self) -> str:
        """The root over all seals, which is published first."""
        return self._root

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt, after the cut by the seeds."""
        self._secret.looked_at = True
        if self._order is None:
            self._order = tuple(self._under_seals[place] for place in self._cut())
        return self._order

    def _cut(self) -> tuple[int, ...]:
        return cut(len(self._under_seals), self._seeds)

    def drawing(self, what: str, offset: int | None = None) -> Stream:
        """Return the stream for a draw, from the second secret and the players' seeds.

        Each purpose has its own stream, so the house cannot claim that another draw came first.
        """
        self._secret.looked_at = True
        source = f"{VERSION} draw {what}\n".encode() + self._draws + pack_seeds(self._seeds)
        return Stream(shake_256(source + bytes(8)).digest(BLOCK), source)

    def seal(self, words: str) -> str:
        """Seal a text about a player's cards. It opens only with the secret of the order, which is never published."""
        return sealed_secret(words, self._secret.data)

    def proof(self, dealt: Iterable[int], drawn: Sequence[Any] | None = None) -> dict[str, Any]:
        """Return the proof of the cards that a seat saw, given by their numbers in the deal, from 0.

        With `drawn`, which is for finished hands, it contains the second secret too.
        """
        self._secret.looked_at = True
        places = self._cut()
        openings = [
            {
                "dealt": number,
                "position": places[number],
                "card": text(self._under_seals[places[number]]),
                "salt": self._salts[places[number]].hex(),
            }
            for number in sorted(dealt)
        ]
        draws = {} if drawn is None else {"draws": self._draws.hex(), "drawn": list(drawn)}
        return self.transcript(reveal=False) | {"openings": openings} | draws

    def transcript(self, reveal: bool = True) -> dict[str, Any]:
        """Return the public transcript; with `reveal`, also the part that only the house may store."""
        order, draws = self._hashes()
        public = {
            "version": VERSION,
            "kind": self.kind,
            "about": self._about._asdict(),
            "commitment": self.commitment,
            "cards": self._pack.names,
            "seeds": [list(seed) for seed in self._seeds],
            **written_chains(self._chains),
            "seals": {"order": order, "draws": draws, "leaves": list(self._leaves)},
        }
        if not reveal:
            return public
        return public | self._secrets() | {"order": text(self.order)}

    def _secrets(self) -> dict[str, Any]:
        return {
            "secret": self._secret.data.hex(),
            "draws": self._draws.hex(),
            "salts": [salt.hex() for salt in self._salts],
        }

    def kept(self) -> dict[str, Any]:
        """Return everything that defines this deck, for the house's own store."""
        public = {"kind": self.kind, "about": self._about._asdict(), "cards": self._pack.names}
        return public | self._secrets() | {"seeds": [list(seed) for seed in self._seeds]} | written_chains(self._chains)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SealedShuffle):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[Any, ...]:
        return self._pack.cards, self._secret.data, self._salts, self._draws, self._seeds, self._about, self._chains

    def __repr__(self) -> str:
        return f"<SealedShuffle, {len(self._under_seals)} cards, {len(self._seeds)} seeds, root {self.commitment}>"


def cut(n: int, seeds: Iterable[Any]) -> tuple[int, ...]:
    """Return the seal that each card of the deal opens: card i is at position `cut[i]`.

    Anyone can compute it, but only once the last seed is known. Without seeds the deck is not cut.

    >>> places = cut(52, [("ann", "lucky seven"), ("bob", "Tuesday")])
    >>> sorted(places) == list(range(52)), places == cut(52, [("ann", "Tuesday"), ("bob", "lucky seven")])
    (True, False)
    >>> cut(3, [])
    (0, 1, 2)
    """
    packs = pack_seeds(check_seeds(seeds))
    if not packs:
        return tuple(range(n))
    source = f"{VERSION} cut\n".encode() + packs
    first = shake_256(source + bytes(8)).digest(BLOCK)  # block 0, made like all later blocks
    return tuple(Stream(first, source).permute(range(n)))
