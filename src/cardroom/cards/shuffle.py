"""The provably fair shuffle: one secret, what it was committed to, and the order that follows.

What lives here: where the secret comes from, how bytes become unbiased numbers and numbers an order of cards,
and how a transcript is written and checked. What does not: when a table publishes which part (`room`), what
is done with the cards (`play`), clocks, files, and any random source but the operating system's. The
derivation is a promise to players (docs/shuffle.md): to change one byte of it is to change `VERSION`.

>>> from cardroom.cards import text
>>> from cardroom.cards.decks import deck
>>> from cardroom.cards.verify import verify
>>> shuffle = Shuffle.fresh(deck("standard").cards)
>>> published = shuffle.commitment                      # before any card is used
>>> shuffle = shuffle.seeded("lucky seven", "Tuesday")  # the players', still before the shuffle
>>> dealt = shuffle.order[:5]
>>> transcript = shuffle.transcript()                   # when the cards are spent
>>> transcript["commitment"] == published and verify(transcript, dealt).holds
True
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256, shake_256
from typing import Any, NamedTuple

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cards.health import system_bytes
from cardroom.cards.stream import MOST_CARDS, VERSION, Stream, check_seeds, pack_seeds

__all__ = ["VERSION", "Shuffle", "Stream"]

_BLOCK = 256
_PLAYERS = f"{VERSION} players\n".encode()
_MORE = f"{VERSION} more\n".encode()


class _Pack(NamedTuple):
    """The cards as they leave the box, their names as a transcript has them, and the size of their secret."""

    cards: tuple[Card, ...]
    names: str
    size: int


@lru_cache(maxsize=64)
def _pack(cards: tuple[Card, ...]) -> _Pack:
    checked = parse(cards)
    if not 1 <= len(checked) <= MOST_CARDS:
        raise ValueError(f"a shuffle takes 1 to {MOST_CARDS} cards, not {len(checked)}")
    if UNKNOWN in checked:
        raise ValueError(f"card {checked.index(UNKNOWN) + 1} is unknown: only a given order may have such")
    return _Pack(checked, text(checked), max(_BLOCK, 1 << (4 * len(checked) - 1).bit_length()))


class _Secret:
    """A secret in a box that prints as nothing.

    Shuffles that differ only in their seeds share the box: nobody looks at what one deals and takes another.
    """

    __slots__ = ("data", "looked_at")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.looked_at = False

    def __repr__(self) -> str:
        return "<secret>"


class Shuffle:
    """One secret, what it was committed to, and the order that follows from it and the players' seeds.

    An immutable value. `fresh` is for tables, `simulated` for tests and simulations, `given` for recorded
    hands and constructed deals.

    >>> Shuffle.simulated(range(52), seed=7)
    <Shuffle, simulated, 52 cards, 0 seeds, commitment ...>
    """

    __slots__ = ("_commitment", "_dealt", "_kind", "_pack", "_secret", "_seeds")

    def __init__(self, kind: str, pack: _Pack, secret: _Secret, seeds: tuple[str, ...] = ()) -> None:
        self._kind = kind
        self._pack = pack
        self._secret = secret
        self._seeds = seeds
        self._commitment: str | None = None
        self._dealt: tuple[tuple[Card, ...], int] | None = None

    @classmethod
    def fresh(cls, cards: Sequence[Card]) -> "Shuffle":
        """A new secret, from the operating system alone: the only shuffle for a table that plays for money.

        >>> shuffle = Shuffle.fresh(range(52))
        >>> shuffle.fair, sorted(shuffle.order) == list(range(52))
        (True, True)
        """
        pack = _pack(tuple(cards))
        return cls("fair", pack, _Secret(system_bytes(pack.size)))

    @classmethod
    def simulated(cls, cards: Sequence[Card], seed: int | str, number: int = 0) -> "Shuffle":
        """The same shuffle each time for the same seed; `number` says which shuffle of the run it is.

        >>> Shuffle.simulated(range(52), seed=7).order == Shuffle.simulated(range(52), seed="7").order
        True
        >>> Shuffle.simulated(range(52), seed=7).order == Shuffle.simulated(range(52), seed=7, number=1).order
        False
        """
        pack = _pack(tuple(cards))
        # The number stands first: a seed may be any text, and must not be able to imitate a number.
        source = f"{VERSION} simulation {number} {seed}".encode()
        return cls("simulated", pack, _Secret(shake_256(source).digest(pack.size)))

    @classmethod
    def given(cls, cards: Sequence[Card]) -> "Shuffle":
        """Exactly this order. It has no secret and proves nothing; cards of it may be unknown.

        >>> text(Shuffle.given(parse("As Kd ??")).order)
        'As Kd ??'
        """
        order = parse(cards)
        names = text(order)
        # What is drawn besides the cards has to come from somewhere: it follows from the order.
        drawn = shake_256(f"{VERSION} given {names}".encode()).digest(_BLOCK)
        shuffle = cls("given", _Pack(order, names, _BLOCK), _Secret(drawn))
        shuffle._dealt = order, 0
        shuffle._commitment = ""
        return shuffle

    @classmethod
    def revealed(
        cls, kind: str, cards: Sequence[Card], secret: bytes, seeds: Sequence[str], looked_at: bool = True
    ) -> "Shuffle":
        """A shuffle whose secret has been published: it can be looked at, and takes no more seeds."""
        pack = _pack(tuple(cards))
        if kind not in ("fair", "simulated"):
            raise ValueError(f"kind is fair, simulated or given, not {kind!r}")
        if len(secret) != pack.size:
            raise ValueError(f"secret has {len(secret)} bytes: for {len(pack.cards)} cards it has {pack.size}")
        box = _Secret(secret)
        box.looked_at = looked_at
        return cls(kind, pack, box, check_seeds(seeds))

    def seeded(self, *seeds: str) -> "Shuffle":
        """The same secret with the players' seeds added, before anyone has looked at what it deals.

        >>> shuffle = Shuffle.simulated(range(52), seed=7)
        >>> shuffle.seeded("lucky").order == shuffle.order
        False
        >>> shuffle.seeded("unlucky")
        Traceback (most recent call last):
        ValueError: players add seeds before the shuffle, never during a shoe: the order has been looked at
        """
        if self._kind == "given":
            raise ValueError("a given order takes no seeds: there is nothing left to shuffle")
        if self._secret.looked_at:
            raise ValueError("players add seeds before the shuffle, never during a shoe: the order has been looked at")
        return Shuffle(self._kind, self._pack, self._secret, check_seeds((*self._seeds, *seeds)))

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
    def seeds(self) -> tuple[str, ...]:
        """What the players added, in order."""
        return self._seeds

    @property
    def commitment(self) -> str:
        """What is published before the cards are used: it binds kind, cards and secret, and gives none away.

        >>> len(Shuffle.fresh(range(52)).commitment), Shuffle.given([51]).commitment
        (64, '')
        """
        if self._commitment is None:
            said = f"{VERSION} commitment {self._kind} {self._pack.names}\n".encode()
            self._commitment = sha256(said + self._secret.data).hexdigest()
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
            stream = self._stream(0)
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
        return self._stream(used if offset is None else offset)

    def _stream(self, offset: int) -> Stream:
        secret = self._secret.data
        seeds = pack_seeds(self._seeds)
        return Stream(_with_players(secret, seeds), _MORE + secret + seeds, offset)

    def transcript(self, reveal: bool = True) -> dict[str, Any]:
        """All that a player needs to check the shuffle, for JSON; without `reveal`, what may be known before.

        >>> shuffle = Shuffle.fresh(range(52))
        >>> list(shuffle.transcript(reveal=False))
        ['version', 'kind', 'commitment', 'cards', 'seeds']
        >>> list(shuffle.transcript())[-2:]
        ['secret', 'order']
        """
        given = self._kind == "given"  # such an order is its own secret
        public = {
            "version": VERSION,
            "kind": self._kind,
            "commitment": self.commitment,
            "cards": "" if given else self._pack.names,
            "seeds": list(self._seeds),
        }
        if not reveal:
            return public
        return public | {"secret": "" if given else self._secret.data.hex(), "order": text(self.order)}

    def kept(self) -> dict[str, Any]:
        """All that makes this shuffle, for the house's own store before the cards are spent. Nobody looks at the order
        for it, so that a shuffle taken from the store may still take seeds; `verify.restored` reads it back.

        >>> list(Shuffle.fresh(range(52)).kept())
        ['kind', 'cards', 'secret', 'seeds']
        """
        return {
            "kind": self._kind,
            "cards": self._pack.names,
            "secret": self._secret.data.hex(),
            "seeds": list(self._seeds),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shuffle):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[str, tuple[Card, ...], bytes, tuple[str, ...]]:
        return self._kind, self._pack.cards, self._secret.data, self._seeds

    def __repr__(self) -> str:
        about = f"{self._kind}, {len(self._pack.cards)} cards"
        if self._kind != "given":
            about += f", {len(self._seeds)} seeds, commitment {self.commitment}"
        return f"<Shuffle, {about}>"


def _with_players(secret: bytes, seeds: bytes) -> bytes:
    """The stream's first block: the secret, with the players' stream XORed on if there is one."""
    if not seeds:
        return secret
    size = len(secret)
    players = shake_256(_PLAYERS + seeds).digest(size)
    return (int.from_bytes(secret, "big") ^ int.from_bytes(players, "big")).to_bytes(size, "big")
