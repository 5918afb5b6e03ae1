"""Turn bytes into unbiased integers and orders of cards, and mix in the seeds that players add.

This is the arithmetic of the derivation in docs/examine/shuffle.md. The bytes come from `cards.shuffle`. Any change to
the output needs a new `VERSION`.
"""

from collections.abc import Iterable, Sequence
from hashlib import shake_256
from operator import length_hint
from typing import Any, NamedTuple

from cardroom.cards import Card

__all__ = [
    "MOST_CARDS",
    "MOST_SEEDS",
    "SEED_BYTES",
    "VERSION",
    "Seed",
    "Stream",
    "check_seeds",
    "mixed_stream",
    "pack_seeds",
]

VERSION = "cardroom-shuffle-1"

MOST_SEEDS = 64
"""Seeds that one shuffle takes at most: more than any table has players."""
SEED_BYTES = 256
"""Bytes of UTF-8 that a seed, and the name of its player, may have at most."""
MOST_CARDS = 1 << 16
"""Cards that can be shuffled together. The limit is what two bytes can count."""

_MASKED_PICKS = tuple((last, (1 << last.bit_length()) - 1) for last in range(255, 0, -1))


class Stream:
    """An endless stream of bytes that gives unbiased integers.

    The bytes come in blocks of one length. The first is given; each later one is SHAKE-256 over `more` and the number
    of the block. So the stream can be resumed at any `offset`.

    >>> stream = Stream(bytes([63, 200, 7]), b"more")
    >>> stream.below(52), stream.offset  # 63 is rejected, of 200 the low six bits are used
    (8, 2)
    """

    __slots__ = ("_at", "_block", "_more", "_number")

    def __init__(self, first: bytes, more: bytes, offset: int = 0) -> None:
        if not first:
            raise ValueError("the first block of a stream must not be empty")
        if not 0 <= offset < 1 << 64:
            raise ValueError(f"the offset of a stream must be 0 to 2^64 - 1, not {offset}")
        self._more = more
        self._block = first
        self._number, self._at = divmod(offset, len(first))
        if self._number:
            self._turn_to(self._number)

    @property
    def offset(self) -> int:
        """The number of bytes used."""
        return self._number * len(self._block) + self._at

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely.

        One byte (two, if n is above 256) is masked to the bits that n - 1 needs, and rejected if it is still too
        large. The remainder of a division would favour small numbers. For n = 1 no byte is used.

        >>> [Stream(bytes(range(256)), b"").below(n) for n in (1, 6, 52)]
        [0, 0, 0]
        >>> Stream(b"?", b"").below(0)
        Traceback (most recent call last):
        ValueError: n must be from 1 to 65536, not 0
        """
        if not 1 <= n <= MOST_CARDS:
            raise ValueError(f"n must be from 1 to {MOST_CARDS}, not {n}")
        if n == 1:
            return 0
        mask = (1 << (n - 1).bit_length()) - 1
        while True:
            value = self._byte()
            if n > 256:
                value = value << 8 | self._byte()
            if (value := value & mask) < n:
                return value

    def permute(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in random order, all orders equally likely: Fisher-Yates, from the last card down.

        >>> Stream(bytes([0, 1, 0]), b"more").permute([10, 20, 30, 40])
        [30, 40, 20, 10]
        """
        deck = list(cards)
        if len(deck) > MOST_CARDS:
            raise ValueError(f"at most {MOST_CARDS} cards can be shuffled together, not {len(deck)}")
        try:
            self._at = _permute_within(deck, self._block, self._at)
        except IndexError:  # the block was too short: start again, byte by byte into the next block
            deck = list(cards)
            for last in range(len(deck) - 1, 0, -1):
                pick = self.below(last + 1)
                deck[last], deck[pick] = deck[pick], deck[last]
        return deck

    def _byte(self) -> int:
        if self._at == len(self._block):
            self._turn_to(self._number + 1)
            self._at = 0
        self._at += 1
        return self._block[self._at - 1]

    def _turn_to(self, number: int) -> None:
        self._number = number
        self._block = shake_256(self._more + number.to_bytes(8, "big")).digest(len(self._block))

    def __repr__(self) -> str:
        return f"<Stream, {self.offset} bytes used>"


def _permute_within(deck: list[Card], block: bytes, at: int) -> int:
    """Do what `Stream.permute` does, without a call for each card: this loop is most of a simulation's shuffle.

    Return the position after the last byte used. Raise IndexError if the block is too short.
    """
    for last in range(len(deck) - 1, 255, -1):
        mask = (1 << last.bit_length()) - 1
        while (pick := (block[at] << 8 | block[at + 1]) & mask) > last:
            at += 2
        at += 2
        deck[last], deck[pick] = deck[pick], deck[last]
    rest = iter(block[at:])  # a loop over bytes is quicker than an index
    for last, mask in _MASKED_PICKS[256 - min(len(deck), 256) :]:
        for byte in rest:
            if (pick := byte & mask) <= last:
                deck[last], deck[pick] = deck[pick], deck[last]
                break
        else:
            raise IndexError("the block is too short")
    return len(block) - length_hint(rest)


class Seed(NamedTuple):
    """A player's contribution to a shuffle."""

    by: str
    text: str


def check_seeds(seeds: Iterable[Any]) -> tuple[Seed, ...]:
    """Return the players' seeds, checked and sorted by name. Each player has one, and cannot choose its position.

    >>> check_seeds([("ann", "lucky"), ("bob", "")])
    Traceback (most recent call last):
    ValueError: bob's seed has 0 bytes of UTF-8, but a seed must have 1 to 256
    >>> check_seeds([("ann", "lucky"), ("ann", "luckier")])
    Traceback (most recent call last):
    ValueError: ann has already added a seed: each player adds one
    """
    checked: dict[str, Seed] = {}
    for pair in seeds:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError("a seed must be two texts: the player's name and the seed")
        by, words = pair
        _check_text(by, "the player's name of a seed")
        if not by.isprintable():
            raise ValueError("the player's name of a seed has characters that cannot be printed")
        _check_text(words, f"{by}'s seed", "a seed")
        if not words.isprintable():
            raise ValueError(f"{by}'s seed has characters that cannot be printed")
        if by in checked:
            raise ValueError(f"{by} has already added a seed: each player adds one")
        checked[by] = Seed(by, words)
    if len(checked) > MOST_SEEDS:
        raise ValueError(f"{len(checked)} seeds are too many: a shuffle takes at most {MOST_SEEDS}")
    return tuple([checked[by] for by in sorted(checked, key=str.encode)])


def _check_text(text: Any, what: str, kind: str = "it") -> None:
    if not isinstance(text, str):
        raise ValueError(f"{what} is not text")
    try:
        length = len(text.encode())
    except UnicodeEncodeError:
        raise ValueError(f"{what} cannot be written as UTF-8: it contains half a surrogate pair") from None
    if not 1 <= length <= SEED_BYTES:
        raise ValueError(f"{what} has {length} bytes of UTF-8, but {kind} must have 1 to {SEED_BYTES}")


def pack_seeds(seeds: Iterable[Seed]) -> bytes:
    """Return seeds as bytes, each name and text after its length, so that "ab", "c" differs from "a", "bc".

    >>> pack_seeds([Seed("ab", "c")])
    b'\\x00\\x02ab\\x00\\x01c'
    """
    encoded = (text.encode() for seed in seeds for text in seed)
    return b"".join(len(text).to_bytes(2, "big") + text for text in encoded)


def mixed_stream(secret: bytes, seeds: Iterable[Seed], offset: int = 0) -> Stream:
    """Return the stream of a secret and the players' seeds.

    Its first block is the secret. If there are seeds, it is XORed with the bytes that follow from them.
    """
    packed = pack_seeds(seeds)
    first = secret
    if packed:
        size = len(secret)
        players = shake_256(f"{VERSION} players\n".encode() + packed).digest(size)
        first = (int.from_bytes(secret, "big") ^ int.from_bytes(players, "big")).to_bytes(size, "big")
    return Stream(first, f"{VERSION} more\n".encode() + secret + packed, offset)
