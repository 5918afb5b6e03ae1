"""The provably fair shuffle: one secret, what it was committed to, and the order that follows.

What lives here: where the secret comes from, how bytes become unbiased numbers and numbers an order of cards,
and how a transcript is written and checked. What does not: when a table publishes which part (`room`), what
is done with the cards (`play`), clocks, files, and any random source but the operating system's. The
derivation is a promise to players (docs/examine/shuffle.md): to change one byte of it is to change `VERSION`.

>>> from cardroom.cards import text
>>> from cardroom.cards.decks import deck
>>> from cardroom.verifier import check_shuffle
>>> shuffle = Shuffle.fresh(deck("standard").cards, About("texas-holdem", table="table 7", number=1))
>>> published = shuffle.commitment                    # before any card is used
>>> shuffle = shuffle.seeded("ann", "lucky seven")    # the players', still before the shuffle
>>> dealt = text(shuffle.order[:5]).split()
>>> transcript = shuffle.transcript()                 # when the cards are spent
>>> check_shuffle(transcript, noted=published, dealt=dealt).holds
True
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from typing import Any, NamedTuple, NoReturn

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cards.commitment import About, commitment
from cardroom.cards.health import system_bytes
from cardroom.cards.stream import MOST_CARDS, VERSION, Seed, Stream, check_seeds, mixed

__all__ = ["BLOCK", "VERSION", "About", "Secret", "Shuffle", "Stream", "fewer_seeds", "more_seeds", "packed"]

BLOCK = 256
"""Bytes of a secret for a deck."""
_SIMULATED = "cardroom-shuffle-1"
"""What simulations and constructed deals draw from has the first edition's name: a seed deals what it always did."""


class Pack(NamedTuple):
    """The cards as they leave the box, their names as a transcript has them, and the size of their secret."""

    cards: tuple[Card, ...]
    names: str
    size: int


@lru_cache(maxsize=64)
def packed(cards: tuple[Card, ...]) -> Pack:
    """A box of cards that can be shuffled."""
    checked = parse(cards)
    if not 1 <= len(checked) <= MOST_CARDS:
        raise ValueError(f"a shuffle takes 1 to {MOST_CARDS} cards, not {len(checked)}")
    if UNKNOWN in checked:
        raise ValueError(f"card {checked.index(UNKNOWN) + 1} is unknown: only a given order may have such")
    return Pack(checked, text(checked), max(BLOCK, 1 << (4 * len(checked) - 1).bit_length()))


class Secret:
    """A secret in a box that prints as nothing, is not pickled, and of which there are no copies.

    Shuffles that differ only in their seeds share the box: nobody looks at what one deals and takes another.
    """

    __slots__ = ("data", "looked_at")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.looked_at = False

    def __repr__(self) -> str:
        return "<secret>"

    def __copy__(self) -> "Secret":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Secret":
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("a shuffle is not pickled: it is kept by `kept`, and its secret by the house alone")


NOTHING = About()
"""What a shuffle is for that no table has asked for."""


class Shuffle:
    """One secret, what it was committed to, and the order that follows from it and the players' seeds.

    An immutable value. `fresh` is for tables, `simulated` for tests and simulations, `given` for recorded
    hands and constructed deals.

    >>> Shuffle.simulated(range(52), seed=7)
    <Shuffle, simulated, 52 cards, 0 seeds, commitment ...>
    """

    __slots__ = ("_about", "_commitment", "_dealt", "_kind", "_pack", "_secret", "_seeds")

    def __init__(
        self, kind: str, pack: Pack, secret: Secret, seeds: tuple[Seed, ...] = (), about: About = NOTHING
    ) -> None:
        self._kind = kind
        self._pack = pack
        self._secret = secret
        self._seeds = seeds
        self._about = about
        self._commitment: str | None = None
        self._dealt: tuple[tuple[Card, ...], int] | None = None

    @classmethod
    def fresh(cls, cards: Sequence[Card], about: About = NOTHING) -> "Shuffle":
        """A new secret, from the operating system alone: the only shuffle for a table that plays for money.

        >>> shuffle = Shuffle.fresh(range(52))
        >>> shuffle.fair, sorted(shuffle.order) == list(range(52))
        (True, True)
        """
        pack = packed(tuple(cards))
        return cls("fair", pack, Secret(system_bytes(pack.size)), about=about.checked())

    @classmethod
    def simulated(cls, cards: Sequence[Card], seed: int | str, number: int = 0, about: About = NOTHING) -> "Shuffle":
        """The same shuffle each time for the same seed; `number` says which shuffle of the run it is.

        >>> Shuffle.simulated(range(52), seed=7).order == Shuffle.simulated(range(52), seed="7").order
        True
        >>> Shuffle.simulated(range(52), seed=7).order == Shuffle.simulated(range(52), seed=7, number=1).order
        False
        """
        pack = packed(tuple(cards))
        # The number stands first: a seed may be any text, and must not be able to imitate a number.
        source = f"{_SIMULATED} simulation {number} {seed}".encode()
        return cls("simulated", pack, Secret(shake_256(source).digest(pack.size)), about=about)

    @classmethod
    def given(cls, cards: Sequence[Card]) -> "Shuffle":
        """Exactly this order. It has no secret and proves nothing; cards of it may be unknown.

        >>> text(Shuffle.given(parse("As Kd ??")).order)
        'As Kd ??'
        """
        order = parse(cards)
        names = text(order)
        # What is drawn besides the cards has to come from somewhere: it follows from the order.
        drawn = shake_256(f"{_SIMULATED} given {names}".encode()).digest(BLOCK)
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
    ) -> "Shuffle":
        """A shuffle whose secret has been published: it can be looked at, and takes no more seeds."""
        pack = packed(tuple(cards))
        if kind not in ("fair", "simulated"):
            raise ValueError(f"kind is fair, simulated or given, not {kind!r}")
        if len(secret) != pack.size:
            raise ValueError(f"the secret has {len(secret)} bytes: for {len(pack.cards)} cards it has {pack.size}")
        box = Secret(secret)
        box.looked_at = looked_at
        return cls(kind, pack, box, check_seeds(seeds), about.checked())

    def without(self, by: str) -> "Shuffle":
        """The same without the seed of somebody who has left, before anyone has looked."""
        return Shuffle(self._kind, self._pack, self._secret, fewer_seeds(self._secret, self._seeds, by), self._about)

    @property
    def closed(self) -> bool:
        """Whether seeds stay as they are: somebody has looked, or may have."""
        return self._secret.looked_at

    def close(self) -> None:
        """Take no more seeds."""
        self._secret.looked_at = True

    def seeded(self, by: str, words: str) -> "Shuffle":
        """The same secret with a player's seed added, before anyone has looked at what it deals. Each adds one.

        >>> shuffle = Shuffle.simulated(range(52), seed=7)
        >>> shuffle.seeded("ann", "lucky").order == shuffle.order
        False
        >>> shuffle.seeded("bob", "unlucky")
        Traceback (most recent call last):
        ValueError: players add seeds before the shuffle, never during a shoe: the order has been looked at
        """
        if self._kind == "given":
            raise ValueError("a given order takes no seeds: there is nothing left to shuffle")
        seeds = more_seeds(self._secret, self._seeds, by, words)
        return Shuffle(self._kind, self._pack, self._secret, seeds, self._about)

    @property
    def kind(self) -> str:
        """Where the order comes from: "fair", "simulated" or "given"."""
        return self._kind

    @property
    def fair(self) -> bool:
        """Whether the secret came from the operating system, as a table that plays for money demands."""
        return self._kind == "fair"

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
        """What is published before the cards are used: it binds kind, purpose, cards and secret, and gives none away.

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
        """The order, and how many bytes it used."""
        self._secret.looked_at = True
        if self._dealt is None:
            stream = mixed(self._secret.data, self._seeds)
            self._dealt = tuple(stream.permute(self._pack.cards)), stream.offset
        return self._dealt

    def stream(self, offset: int | None = None) -> Stream:
        """What is drawn after the order (dice, piles, reshuffles): right behind it, or resumed at an offset.

        >>> shuffle = Shuffle.simulated(range(52), seed=7)
        >>> dice = shuffle.stream()
        >>> first, resumed = dice.below(6), shuffle.stream(dice.offset)
        >>> [dice.below(6) for _ in range(20)] == [resumed.below(6) for _ in range(20)]
        True
        """
        used = self._deal()[1]
        return mixed(self._secret.data, self._seeds, used if offset is None else offset)

    def drawing(self, what: str, offset: int | None) -> Stream:
        """What is drawn besides the cards, for something: the stream behind the order, or taken up again."""
        return self.stream(offset)

    def transcript(self, reveal: bool = True) -> dict[str, Any]:
        """All that a player needs to check the shuffle, for JSON; without `reveal`, what may be known before.

        >>> shuffle = Shuffle.fresh(range(52))
        >>> list(shuffle.transcript(reveal=False))
        ['version', 'kind', 'about', 'commitment', 'cards', 'seeds']
        >>> list(shuffle.transcript())[-2:]
        ['secret', 'order']
        """
        given = self._kind == "given"  # such an order is its own secret
        public = {
            "version": VERSION,
            "kind": self._kind,
            "about": self._about._asdict(),
            "commitment": self.commitment,
            "cards": "" if given else self._pack.names,
            "seeds": [list(seed) for seed in self._seeds],
        }
        if not reveal:
            return public
        return public | {"secret": "" if given else self._secret.data.hex(), "order": text(self.order)}

    def kept(self) -> dict[str, Any]:
        """All that makes this shuffle, for the house's own store before the cards are spent. Nobody looks at the order
        for it, so that a shuffle taken from the store may still take seeds; `reading.restored` reads it back.

        >>> list(Shuffle.fresh(range(52)).kept())
        ['kind', 'about', 'cards', 'secret', 'seeds']
        """
        return {
            "kind": self._kind,
            "about": self._about._asdict(),
            "cards": self._pack.names,
            "secret": self._secret.data.hex(),
            "seeds": [list(seed) for seed in self._seeds],
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shuffle):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[Any, ...]:
        return self._kind, self._pack.cards, self._secret.data, self._seeds, self._about

    def __repr__(self) -> str:
        about = f"{self._kind}, {len(self._pack.cards)} cards"
        if self._kind != "given":
            about += f", {len(self._seeds)} seeds, commitment {self.commitment}"
        return f"<Shuffle, {about}>"


def fewer_seeds(secret: Secret, seeds: tuple[Seed, ...], by: str) -> tuple[Seed, ...]:
    """The seeds without one player's; once somebody has looked they stay as they are."""
    return seeds if secret.looked_at else tuple([seed for seed in seeds if seed.by != by])


def more_seeds(secret: Secret, seeds: tuple[Seed, ...], by: str, words: str) -> tuple[Seed, ...]:
    """The seeds with one more, if nobody has looked yet."""
    if secret.looked_at:
        raise ValueError("players add seeds before the shuffle, never during a shoe: the order has been looked at")
    return check_seeds((*seeds, (by, words)))
