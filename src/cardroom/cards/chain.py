"""Seed chains: a player's seeds for many shuffles, fixed in advance by one hash.

A player draws a secret and hashes it many times. The last hash, the anchor, is published when the player sits down. For
each shuffle the player reveals the link before the last published one. Anyone can check that it hashes to the published
one, and no one can find another link that does. So a link is fixed before the house commits to its own secret, and
neither the player nor the house can choose it later. docs/examine/seed-chains.md has the protocol.

>>> chain = SeedChain(bytes(32), 3)
>>> anchor, link = chain.anchor, chain.reveal()
>>> link_hash(link) == anchor, chain.anchor == link, chain.left
(True, True, 2)
"""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from cardroom.cards.health import system_bytes
from cardroom.cards.stream import Seed, check_seeds

__all__ = [
    "CHAIN",
    "LINKS",
    "Anchor",
    "SeedChain",
    "check_anchor",
    "check_chains",
    "is_link",
    "link_hash",
    "withheld",
    "written_chains",
]

CHAIN = "cardroom-chain-1"
LINKS = 1000
"""Links of a new chain. A client starts another chain when they are used up."""
_DIGITS = re.compile("[0-9a-f]{64}")


class Anchor(NamedTuple):
    """The published end of a player's chain, to which the player's next link must hash."""

    by: str
    anchor: str


def link_hash(link: str) -> str:
    """Return the hash of a link, which is the link or the anchor that was published before it.

    >>> link_hash("00" * 32)[:16]
    '98bed678e906ad71'
    """
    return sha256(f"{CHAIN}\n".encode() + bytes.fromhex(link)).hexdigest()


def check_anchor(text: Any) -> str:
    """Return an anchor or a link, or raise `ValueError` if it is not 64 hexadecimal digits."""
    if not isinstance(text, str) or not _DIGITS.fullmatch(text):
        raise ValueError("an anchor or a link of a chain must be 64 digits of 0123456789abcdef")
    return text


def is_link(words: str) -> bool:
    """Whether a seed is written like a link.

    >>> is_link("ab" * 32), is_link("lucky seven")
    (True, False)
    """
    return bool(_DIGITS.fullmatch(words))


def check_chains(chains: Iterable[Any], seeds: Iterable[Seed] = ()) -> tuple[Anchor, ...]:
    """Return the anchors that a shuffle asks for links, sorted by name. Each seed of such a player must be the link.

    >>> check_chains([("ann", "00" * 32)], [Seed("ann", "ab" * 32)])
    Traceback (most recent call last):
    ValueError: ann's seed is not the next link of the chain
    """
    anchors = {by: check_anchor(anchor) for by, anchor in check_seeds(chains)}
    for by, words in seeds:
        if by in anchors and not (is_link(words) and link_hash(words) == anchors[by]):
            raise ValueError(f"{by}'s seed is not the next link of the chain")
    return tuple([Anchor(*each) for each in anchors.items()])


def withheld(chains: Sequence[Anchor], seeds: Sequence[Seed]) -> tuple[str, ...]:
    """The players who were asked for a link and did not reveal it.

    >>> withheld([Anchor("ann", "00" * 32), Anchor("bob", "11" * 32)], [Seed("ann", "...")])
    ('bob',)
    """
    revealed = {seed.by for seed in seeds}
    return tuple([each.by for each in chains if each.by not in revealed])


def written_chains(chains: Sequence[Anchor]) -> dict[str, Any]:
    """The field of a transcript for its chains. Without chains there is none."""
    return {"chains": [list(each) for each in chains]} if chains else {}


class SeedChain:
    """A client's own chain. Only the client may see it: it holds all links that are not revealed yet."""

    def __init__(self, secret: bytes, length: int = LINKS) -> None:
        links = [check_anchor(secret.hex())]
        for _ in range(length):
            links.append(link_hash(links[-1]))
        self._links = links

    @classmethod
    def fresh(cls, length: int = LINKS) -> "SeedChain":
        """Make a chain with a new secret from the operating system."""
        return cls(system_bytes(32), length)

    @property
    def anchor(self) -> str:
        """The last published value: the anchor of the chain, or the link that was revealed last."""
        return self._links[-1]

    @property
    def left(self) -> int:
        """The number of links that can still be revealed."""
        return len(self._links) - 1

    def reveal(self) -> str:
        """Return the next link. It is the anchor from now on."""
        if not self.left:
            raise ValueError("all links of this chain are revealed: start another one")
        self._links.pop()
        return self._links[-1]

    def __repr__(self) -> str:
        return f"<SeedChain, {self.left} links left>"
