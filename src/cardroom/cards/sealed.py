"""Poker's sealed deck: every card under its own seal, all seals under one published root.

A banked game shows its secret when the cards are spent. Poker cannot: the secret would turn over every hand
that was thrown away. Here each card has a commitment with a salt of its own, so a card is proved by opening
its seal and no other, and a card whose salt is never shown stays unknown for ever.

The root is published before the players give their seeds; the seeds then cut the deck, in public, and the
card dealt as number i opens seal `cut[i]`. What lives here: seals, openings, the cut. What does not: where
the order comes from (`cards.shuffle`) and who is shown which opening (`play`).

>>> from cardroom.cards.shuffle import Shuffle
>>> sealed = seal(Shuffle.fresh(range(52)).order)
>>> root, leaves = sealed.root, sealed.leaves               # published
>>> places = cut(52, ["lucky seven", "Tuesday"])            # then the players' seeds
>>> opening = sealed.open(places[0])                        # for the seat that gets the first card
>>> check_opening(root, leaves, opening) == sealed.order[places[0]]
True
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256, shake_256
from typing import Any, TypedDict

from cardroom.cards import UNKNOWN, Card, card, parse, text
from cardroom.cards.health import system_bytes
from cardroom.cards.stream import Stream, check_seeds, pack_seeds

__all__ = ["SALT_BYTES", "VERSION", "Opening", "Sealed", "check_opening", "cut", "seal"]

VERSION = "cardroom-sealed-1"
SALT_BYTES = 32
"""As many as the hash has: the salt is not the weaker part."""

_MOST_CARDS = 1 << 16  # a position is written in two bytes


class Opening(TypedDict):
    """What a seat is shown of its card: enough to break this one seal."""

    position: int
    card: str
    salt: str


class Sealed:
    """A deck under seal. An immutable value; order and salts are the house's, root and leaves everyone's.

    >>> seal([51, 3])
    <Sealed, 2 cards, root ...>
    """

    __slots__ = ("_leaves", "_order", "_root", "_salts")

    def __init__(self, order: tuple[Card, ...], salts: tuple[bytes, ...]) -> None:
        self._order = order
        self._salts = salts
        pairs = zip(order, salts, strict=True)
        self._leaves = tuple(_leaf(place, text(card), salt) for place, (card, salt) in enumerate(pairs))
        self._root = _root(self._leaves)

    @property
    def root(self) -> str:
        """The one number that is published first."""
        return self._root

    @property
    def leaves(self) -> tuple[str, ...]:
        """The seal of each position; they may be shown to all."""
        return self._leaves

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards as they lie under their seals, before the cut: for the house's eyes."""
        return self._order

    @property
    def salts(self) -> tuple[bytes, ...]:
        """What keeps the seals shut: for the house's eyes, and to seal the same deck again after a crash."""
        return self._salts

    def open(self, position: int) -> Opening:
        """Break the seal of one position, counted from 0.

        >>> seal(parse("As Kd")).open(1)["card"]
        'Kd'
        """
        if not 0 <= position < len(self._order):
            raise ValueError(f"the deck has positions 0 to {len(self._order) - 1}, not {position}")
        return Opening(position=position, card=text(self._order[position]), salt=self._salts[position].hex())

    def __repr__(self) -> str:
        return f"<Sealed, {len(self._order)} cards, root {self._root}>"


def seal(order: Sequence[Card], salts: Sequence[bytes] | None = None) -> Sealed:
    """Seal the cards in this order, with salts from the operating system or those of an earlier sealing.

    >>> first = seal(parse("As Kd 7h"))
    >>> seal(first.order, first.salts).root == first.root, seal(first.order).root == first.root
    (True, False)
    """
    cards = parse(order)
    if not 1 <= len(cards) <= _MOST_CARDS:
        raise ValueError(f"1 to {_MOST_CARDS} cards can be sealed, not {len(cards)}")
    if UNKNOWN in cards:
        raise ValueError(f"the card at position {cards.index(UNKNOWN)} is unknown: it cannot be sealed")
    chosen = tuple(salts) if salts is not None else _fresh_salts(len(cards))
    if len(chosen) != len(cards) or any(len(salt) != SALT_BYTES for salt in chosen):
        raise ValueError(f"each of the {len(cards)} cards needs a salt of {SALT_BYTES} bytes")
    if len(set(chosen)) != len(chosen):
        raise ValueError("no two cards may have the same salt: to open one would be to open the other")
    return Sealed(cards, chosen)


def _fresh_salts(count: int) -> tuple[bytes, ...]:
    drawn = system_bytes(count * SALT_BYTES)
    return tuple(drawn[at : at + SALT_BYTES] for at in range(0, len(drawn), SALT_BYTES))


def check_opening(root: str, leaves: Sequence[str], opening: Any) -> Card:
    """The card that an opening proves. Refuses leaves that are not the root's and openings that fit no leaf.

    >>> sealed = seal(parse("As Kd"))
    >>> check_opening(sealed.root, sealed.leaves, sealed.open(0) | {"card": "Ah"})
    Traceback (most recent call last):
    ValueError: the opening says Ah, which is not what was sealed at position 0
    """
    position, name, salt = _read(opening)
    published = _read_leaves(leaves)
    if _root(published) != root:
        raise ValueError("these leaves are not the ones under the published root")
    if not 0 <= position < len(published):
        raise ValueError(f"the opening is of position {position}, but there are 0 to {len(published) - 1}")
    if _leaf(position, name, salt) != published[position]:
        raise ValueError(f"the opening says {name}, which is not what was sealed at position {position}")
    return card(name)


def cut(n: int, seeds: Iterable[str]) -> tuple[int, ...]:
    """Which seal each card dealt opens: card number i is the one at position `cut[i]`.

    Anyone can compute it, and nobody could before the last seed was known. Without seeds nothing is cut.

    >>> places = cut(52, ["lucky seven", "Tuesday"])
    >>> sorted(places) == list(range(52)), places == cut(52, ["Tuesday", "lucky seven"])
    (True, False)
    >>> cut(3, [])
    (0, 1, 2)
    """
    if not 1 <= n <= _MOST_CARDS:
        raise ValueError(f"1 to {_MOST_CARDS} cards can be cut, not {n}")
    packed = pack_seeds(check_seeds(seeds))
    if not packed:
        return tuple(range(n))
    source = f"{VERSION} cut\n".encode() + packed
    first = shake_256(source + bytes(8)).digest(256)  # block 0, made as all later ones are
    return tuple(Stream(first, source).permute(range(n)))


def _leaf(position: int, name: str, salt: bytes) -> str:
    said = f"{VERSION} card {position} {name}\n".encode()
    return sha256(said + salt).hexdigest()


def _root(leaves: Sequence[str]) -> str:
    said = f"{VERSION} root {' '.join(leaves)}\n".encode()
    return sha256(said).hexdigest()


def _read(opening: Any) -> tuple[int, str, bytes]:
    """The parts of an opening, of the right types and written in the one right way."""
    if not isinstance(opening, dict) or opening.keys() != {"position", "card", "salt"}:
        raise ValueError("an opening has the fields position, card and salt, and no others")
    position, name, salt = opening["position"], opening["card"], opening["salt"]
    if type(position) is not int:
        raise ValueError(f"an opening's position is a whole number, not {position!r}")
    if not isinstance(name, str) or text(card(name)) != name or card(name) == UNKNOWN:
        raise ValueError(f"an opening's card is a card's name, as in As or Jk, not {name!r}")
    try:
        data = bytes.fromhex(salt)
    except (TypeError, ValueError):
        data = b""
    if len(data) != SALT_BYTES or data.hex() != salt:
        raise ValueError(f"an opening's salt is written as {2 * SALT_BYTES} of the digits 0123456789abcdef")
    return position, name, data


def _read_leaves(leaves: Any) -> tuple[str, ...]:
    if not isinstance(leaves, list | tuple) or not all(_is_digest(leaf) for leaf in leaves):
        raise ValueError("the leaves are a list with 64 of the digits 0123456789abcdef for each position")
    return tuple(leaves)


def _is_digest(leaf: Any) -> bool:
    return isinstance(leaf, str) and len(leaf) == 64 and set(leaf) <= set("0123456789abcdef")
