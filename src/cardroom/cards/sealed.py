"""Poker's sealed deck: shuffled by the house, every card under its own seal, cut by the players' seeds.

A banked game shows its secret when the cards are spent. Poker cannot: the secret would turn over every hand that was
thrown away. Here each card has a commitment with a salt of its own, so a card is proved by opening its seal and no
other, and a card whose salt is never shown stays unknown for ever.

The root over all seals is published before the players give their seeds; the seeds then cut the deck, in public, and
the card dealt as number i opens seal `cut[i]`. What is drawn besides the cards (a button, a reshuffle) comes from a
second secret, which the root binds too and which is shown when the hand is over. A sealed deck answers as `Shuffle`
does, so that a round does not care which it deals from.

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
from cardroom.cards.commitment import DRAWS, ORDER, About, leaf, root, sealed_secret
from cardroom.cards.health import system_bytes
from cardroom.cards.shuffle import BLOCK, NOTHING, Pack, Secret, fewer_seeds, more_seeds, packed
from cardroom.cards.stream import VERSION, Seed, Stream, check_seeds, mixed, pack_seeds

__all__ = ["SALT_BYTES", "SealedShuffle", "cut"]

SALT_BYTES = 32
"""As many as the hash has: the salt is not the weaker part."""


class SealedShuffle:
    """An order of cards under seals. An immutable value; order, salts and secrets are the house's.

    >>> SealedShuffle.fresh(range(52))
    <SealedShuffle, 52 cards, 0 seeds, root ...>
    """

    __slots__ = ("_about", "_draws", "_leaves", "_lies", "_order", "_pack", "_root", "_salts", "_secret", "_seeds")

    kind = "sealed"
    fair = True
    """Its secrets are the operating system's: there is no other way to make one."""

    def __init__(self, pack: Pack, secret: Secret, salts: Sequence[bytes], draws: bytes, about: About) -> None:
        self._pack = pack
        self._secret = secret
        self._salts = tuple(salts)
        self._draws = draws
        self._about = about
        self._seeds: tuple[Seed, ...] = ()
        self._order: tuple[Card, ...] | None = None
        self._lies = tuple(mixed(secret.data, ()).permute(pack.cards))
        """The cards as they lie under their seals, before the cut."""
        pairs = zip(self._lies, self._salts, strict=True)
        self._leaves = tuple(leaf(place, text(card), salt) for place, (card, salt) in enumerate(pairs))
        self._root = root(about, pack.names, *self._hashes(), self._leaves)

    def _hashes(self) -> tuple[str, str]:
        return sealed_secret(ORDER, self._secret.data), sealed_secret(DRAWS, self._draws)

    @classmethod
    def fresh(cls, cards: Sequence[Card], about: About = NOTHING) -> "SealedShuffle":
        """A new order, new salts and a new secret for what is drawn besides, from the operating system alone."""
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
    ) -> "SealedShuffle":
        """A deck that the house has kept, to replay its hand or to go on after a crash."""
        pack = packed(tuple(cards))
        if len(secret) != pack.size or len(draws) != BLOCK:
            raise ValueError(f"secret has {pack.size} bytes, and draws {BLOCK}")
        if len(salts) != len(pack.cards) or any(len(salt) != SALT_BYTES for salt in salts):
            raise ValueError(f"each of the {len(pack.cards)} cards needs a salt of {SALT_BYTES} bytes")
        if len(set(salts)) != len(salts):
            raise ValueError("no two cards may have the same salt: to open one would be to open the other")
        box = Secret(secret)
        box.looked_at = looked_at
        deck = cls(pack, box, salts, draws, about.checked())
        deck._seeds = check_seeds(seeds)
        return deck

    def seeded(self, by: str, words: str) -> "SealedShuffle":
        """The same seals with a player's seed added, which cuts the deck. Each player adds one."""
        return self._cut_by(more_seeds(self._secret, self._seeds, by, words))

    def without(self, by: str) -> "SealedShuffle":
        """The same without the seed of somebody who has left, before anyone has looked."""
        return self._cut_by(fewer_seeds(self._secret, self._seeds, by))

    @property
    def closed(self) -> bool:
        """Whether seeds stay as they are: somebody has looked, or may have."""
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
        """What the players added, in order."""
        return self._seeds

    @property
    def about(self) -> About:
        """What it is for."""
        return self._about

    @property
    def commitment(self) -> str:
        """The root over all seals: what is published first."""
        return self._root

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt: as they lie, cut by the seeds."""
        self._secret.looked_at = True
        if self._order is None:
            self._order = tuple(self._lies[place] for place in self._cut())
        return self._order

    def _cut(self) -> tuple[int, ...]:
        return cut(len(self._lies), self._seeds)

    def drawing(self, what: str, offset: int | None = None) -> Stream:
        """What is drawn besides the cards, for something: from the second secret and the players' seeds. Each purpose
        has its own stream, so that no other draw can be said to have come before it."""
        self._secret.looked_at = True
        source = f"{VERSION} draw {what}\n".encode() + self._draws + pack_seeds(self._seeds)
        return Stream(shake_256(source + bytes(8)).digest(BLOCK), source)

    def seal(self, said: str) -> str:
        """A seal over something that somebody said of their cards, which opens with the secret of the order: never."""
        return sealed_secret(said, self._secret.data)

    def proof(self, dealt: Iterable[int], drawn: Sequence[Any] | None = None) -> dict[str, Any]:
        """What a seat needs to check the cards it saw, by their number in the deal, from 0; when the hand is over also
        the secret of what was `drawn` besides."""
        self._secret.looked_at = True
        places = self._cut()
        openings = [
            {
                "dealt": number,
                "position": places[number],
                "card": text(self._lies[places[number]]),
                "salt": self._salts[places[number]].hex(),
            }
            for number in sorted(dealt)
        ]
        besides = {} if drawn is None else {"draws": self._draws.hex(), "drawn": list(drawn)}
        return self.transcript(reveal=False) | {"openings": openings} | besides

    def transcript(self, reveal: bool = True) -> dict[str, Any]:
        """What is public; with `reveal` also what only the house may keep."""
        order, draws = self._hashes()
        public = {
            "version": VERSION,
            "kind": self.kind,
            "about": self._about._asdict(),
            "commitment": self.commitment,
            "cards": self._pack.names,
            "seeds": [list(seed) for seed in self._seeds],
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
        """All that makes this deck, for the house's own store."""
        made = {"kind": self.kind, "about": self._about._asdict(), "cards": self._pack.names}
        return made | self._secrets() | {"seeds": [list(seed) for seed in self._seeds]}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SealedShuffle):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[Any, ...]:
        return self._pack.cards, self._secret.data, self._salts, self._draws, self._seeds, self._about

    def __repr__(self) -> str:
        return f"<SealedShuffle, {len(self._lies)} cards, {len(self._seeds)} seeds, root {self.commitment}>"


def cut(n: int, seeds: Iterable[Any]) -> tuple[int, ...]:
    """Which seal each card dealt opens: card number i is the one at position `cut[i]`.

    Anyone can compute it, and nobody could before the last seed was known. Without seeds nothing is cut.

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
    first = shake_256(source + bytes(8)).digest(BLOCK)  # block 0, made as all later ones are
    return tuple(Stream(first, source).permute(range(n)))
