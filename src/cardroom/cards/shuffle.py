"""The provably fair shuffle: a secret, the commitment to it, and the order of cards that follows.

This module makes the secret, derives the order from it and writes the transcript. When a table publishes each part is
decided in `room`, and what happens to the cards in `play`. There are no clocks, no files and no random source except
the operating system's. The derivation is a promise to players (docs/examine/shuffle.md): any change to its output needs
a new `VERSION`.

>>> from cardroom.cards import text
>>> from cardroom.cards.decks import deck
>>> from cardroom.verifier import check_shuffle
>>> shuffle = Shuffle.fresh(deck("standard").cards, About("texas-holdem", table="table 7", number=1))
>>> published = shuffle.commitment                    # before any card is used
>>> shuffle = shuffle.seeded("ann", "lucky seven")    # a player's seed, before the shuffle
>>> dealt = text(shuffle.order[:5]).split()
>>> transcript = shuffle.transcript()                 # when the cards are spent
>>> check_shuffle(transcript, noted=published, dealt=dealt).holds
True
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from typing import Any, NamedTuple

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cards.chain import Anchor, check_chains, written_chains
from cardroom.cards.commitment import About, commitment
from cardroom.cards.health import system_bytes
from cardroom.cards.secret import Secret, fewer_seeds, more_seeds
from cardroom.cards.stream import MOST_CARDS, VERSION, Seed, Stream, check_seeds, mixed_stream

__all__ = ["BLOCK", "VERSION", "About", "Secret", "Shuffle", "Stream", "packed"]

BLOCK = 256
"""Bytes of a secret for a deck."""


class Pack(NamedTuple):
    """The cards as they leave the box, their names for the transcript, and the size of their secret in bytes."""

    cards: tuple[Card, ...]
    names: str
    size: int


@lru_cache(maxsize=64)
def packed(cards: tuple[Card, ...]) -> Pack:
    """Return a box of cards, checked and ready to shuffle."""
    checked = parse(cards)
    if not 1 <= len(checked) <= MOST_CARDS:
        raise ValueError(f"a shuffle takes 1 to {MOST_CARDS} cards, not {len(checked)}")
    if UNKNOWN in checked:
        raise ValueError(f"card {checked.index(UNKNOWN) + 1} is unknown: only a given order may have unknown cards")
    return Pack(checked, text(checked), max(BLOCK, 1 << (4 * len(checked) - 1).bit_length()))


NOTHING = About()
"""The purpose of a shuffle that was not made for a table."""


class Shuffle:
    """A secret, the commitment to it, and the order that follows from it and the players' seeds.

    An immutable value. `fresh` is for tables, `simulated` for tests and simulations, `given` for recorded
    hands and constructed deals.

    >>> Shuffle.simulated(range(52), seed=7)
    <Shuffle, simulated, 52 cards, 0 seeds, commitment ...>
    """

    __slots__ = ("_about", "_chains", "_commitment", "_dealt", "_kind", "_pack", "_secret", "_seeds")

    def __init__(
        self,
        kind: str,
        pack: Pack,
        secret: Secret,
        seeds: tuple[Seed, ...] = (),
        about: About = NOTHING,
        chains: tuple[Anchor, ...] = (),
    ) -> None:
        self._kind = kind
        self._pack = pack
        self._secret = secret
        self._seeds = seeds
        self._about = about
        self._chains = chains
        self._commitment: str | None = None
        self._dealt: tuple[tuple[Card, ...], int] | None = None

    @classmethod
    def fresh(cls, cards: Sequence[Card], about: About = NOTHING) -> "Shuffle":
        """Make a shuffle with a new secret from the operating system. Money tables accept only this kind.

        >>> shuffle = Shuffle.fresh(range(52))
        >>> shuffle.fair, sorted(shuffle.order) == list(range(52))
        (True, True)
        """
        pack = packed(tuple(cards))
        return cls("fair", pack, Secret(system_bytes(pack.size)), about=about.checked())

    @classmethod
    def simulated(cls, cards: Sequence[Card], seed: int | str, number: int = 0, about: About = NOTHING) -> "Shuffle":
        """Make the shuffle of a seed, the same each time; `number` counts the shuffles of a run.

        >>> Shuffle.simulated(range(52), seed=7).order == Shuffle.simulated(range(52), seed="7").order
        True
        >>> Shuffle.simulated(range(52), seed=7).order == Shuffle.simulated(range(52), seed=7, number=1).order
        False
        """
        pack = packed(tuple(cards))
        # The number comes first: a seed may be any text, and must not be able to imitate a number.
        source = f"{VERSION} simulation {number} {seed}".encode()
        return cls("simulated", pack, Secret(shake_256(source).digest(pack.size)), about=about)

    @classmethod
    def given(cls, cards: Sequence[Card]) -> "Shuffle":
        """Make a shuffle of exactly this order. It has no secret and proves nothing; cards may be unknown.

        >>> text(Shuffle.given(parse("As Kd ??")).order)
        'As Kd ??'
        """
        order = parse(cards)
        names = text(order)
        # Dice and reshuffles need a source too: it is derived from the order.
        drawn = shake_256(f"{VERSION} given {names}".encode()).digest(BLOCK)
        shuffle = cls("given", Pack(order, names, BLOCK), Secret(drawn))
        shuffle._dealt = order, 0
        shuffle._commitment = ""
        return shuffle

    @classmethod
    def revealed(
        cls,
        kind: str,
        cards: Sequence[Card],
        secret: bytes,
        seeds: Sequence[Any] = (),
        about: About = NOTHING,
        looked_at: bool = True,
        chains: Sequence[Any] = (),
    ) -> "Shuffle":
        """Rebuild a shuffle from its secret. It takes no more seeds, unless it has not been looked at."""
        pack = packed(tuple(cards))
        if kind not in ("fair", "simulated"):
            raise ValueError(f"kind is fair, simulated or given, not {kind!r}")
        if len(secret) != pack.size:
            raise ValueError(f"the secret has {len(secret)} bytes: for {len(pack.cards)} cards it has {pack.size}")
        box = Secret(secret)
        box.looked_at = looked_at
        mixed_in = check_seeds(seeds)
        return cls(kind, pack, box, mixed_in, about.checked(), check_chains(chains, mixed_in))

    def without(self, by: str) -> "Shuffle":
        """Return the same shuffle without the seed of a player who left before the order was looked at."""
        return self._with(fewer_seeds(self._secret, self._seeds, by), self._chains)

    @property
    def closed(self) -> bool:
        """Whether the seeds are final, because the order has been looked at or may have been."""
        return self._secret.looked_at

    def close(self) -> None:
        """Take no more seeds."""
        self._secret.looked_at = True

    def seeded(self, by: str, words: str) -> "Shuffle":
        """Return the same secret with a player's seed added. Each player adds one, before the order is looked at.

        >>> shuffle = Shuffle.simulated(range(52), seed=7)
        >>> shuffle.seeded("ann", "lucky").order == shuffle.order
        False
        >>> shuffle.seeded("bob", "unlucky")
        Traceback (most recent call last):
        ValueError: it is too late for a seed: add it before the shuffle, not during a shoe
        """
        if self._kind == "given":
            raise ValueError("a given order takes no seeds: there is nothing left to shuffle")
        return self._with(more_seeds(self._secret, self._seeds, by, words), self._chains)

    def asking(self, chains: Sequence[Any]) -> "Shuffle":
        """Return the same shuffle, with the chains whose next links count for it."""
        return self._with(self._seeds, check_chains(chains, self._seeds))

    def linked(self, by: str, link: str) -> "Shuffle":
        """Return the same shuffle with a link as the player's seed. Raise `ValueError` if it is not the next link.

        Links are fixed before the secret, so a link may also be added to a shuffle that was restored from a store.
        """
        seeds = check_seeds((*self._seeds, (by, link)))
        return self._with(seeds, check_chains(self._chains, seeds))

    def _with(self, seeds: tuple[Seed, ...], chains: tuple[Anchor, ...]) -> "Shuffle":
        return Shuffle(self._kind, self._pack, self._secret, seeds, self._about, chains)

    @property
    def kind(self) -> str:
        """Where the order comes from: "fair", "simulated" or "given"."""
        return self._kind

    @property
    def fair(self) -> bool:
        """Whether the secret came from the operating system, as money tables require."""
        return self._kind == "fair"

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
        """The hash that is published before the cards are used. It fixes kind, purpose, cards and secret.

        >>> len(Shuffle.fresh(range(52)).commitment), Shuffle.given([51]).commitment
        (64, '')
        """
        if self._commitment is None:
            self._commitment = commitment(self._kind, self._about, self._pack.names, self._secret.data)
        return self._commitment

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt.

        >>> text(Shuffle.simulated(range(52), seed=7).order[:5])
        'Ah Kc Qd 8h Qh'
        """
        return self._deal()[0]

    def _deal(self) -> tuple[tuple[Card, ...], int]:
        """Return the order, and the number of bytes it used."""
        self._secret.looked_at = True
        if self._dealt is None:
            stream = mixed_stream(self._secret.data, self._seeds)
            self._dealt = tuple(stream.permute(self._pack.cards)), stream.offset
        return self._dealt

    def stream(self, offset: int | None = None) -> Stream:
        """Return the stream for dice, piles and reshuffles: after the bytes of the order, or from an offset.

        >>> shuffle = Shuffle.simulated(range(52), seed=7)
        >>> dice = shuffle.stream()
        >>> first, resumed = dice.below(6), shuffle.stream(dice.offset)
        >>> [dice.below(6) for _ in range(20)] == [resumed.below(6) for _ in range(20)]
        True
        """
        used = self._deal()[1]
        return mixed_stream(self._secret.data, self._seeds, used if offset is None else offset)

    def drawing(self, what: str, offset: int | None) -> Stream:
        """Return the stream for a draw: after the bytes of the order, or from an offset. `what` is not used here."""
        return self.stream(offset)

    def transcript(self, reveal: bool = True) -> dict[str, Any]:
        """Return everything a player needs to check the shuffle, for JSON; without `reveal`, only the public part.

        >>> shuffle = Shuffle.fresh(range(52))
        >>> list(shuffle.transcript(reveal=False))
        ['version', 'kind', 'about', 'commitment', 'cards', 'seeds']
        >>> list(shuffle.transcript())[-2:]
        ['secret', 'order']
        """
        given = self._kind == "given"  # its order is its only secret
        public = {
            "version": VERSION,
            "kind": self._kind,
            "about": self._about._asdict(),
            "commitment": self.commitment,
            "cards": "" if given else self._pack.names,
            "seeds": [list(seed) for seed in self._seeds],
        } | written_chains(self._chains)
        if not reveal:
            return public
        return public | {"secret": "" if given else self._secret.data.hex(), "order": text(self.order)}

    def kept(self) -> dict[str, Any]:
        """Return everything that defines this shuffle, for the house's own store. `reading.restored` reads it back.

        This does not look at the order, so a shuffle from the store may still take seeds.

        >>> list(Shuffle.fresh(range(52)).kept())
        ['kind', 'about', 'cards', 'secret', 'seeds']
        """
        return {
            "kind": self._kind,
            "about": self._about._asdict(),
            "cards": self._pack.names,
            "secret": self._secret.data.hex(),
            "seeds": [list(seed) for seed in self._seeds],
        } | written_chains(self._chains)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shuffle):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[Any, ...]:
        return self._kind, self._pack.cards, self._secret.data, self._seeds, self._about, self._chains

    def __repr__(self) -> str:
        about = f"{self._kind}, {len(self._pack.cards)} cards"
        if self._kind != "given":
            about += f", {len(self._seeds)} seeds, commitment {self.commitment}"
        return f"<Shuffle, {about}>"
