"""Marks: how far an audit came, noted outside the store, where whoever rewrites the store does not reach.

A mark may be signed, with Ed25519. What is signed is all that the mark says.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardroom.errors import Mistaken
from cardroom.house.values import LedgerAccount
from cardroom.play.signing import public_key

__all__ = ["Checkpoint", "digest", "read_checkpoint"]

_FORMAT = "cardroom-mark-1"


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far an audit came.

    >>> mark = Checkpoint({"cage": (1, "ab")}, [])
    >>> signed = mark.signed(Ed25519PrivateKey.generate())
    >>> read_checkpoint(signed.json()) == signed
    True
    >>> read_checkpoint(signed.json().replace(b'"ab"', b'"cd"'))
    Traceback (most recent call last):
    cardroom.errors.Mistaken: the mark is not what was signed: somebody has changed it
    """

    heads: dict[str, tuple[int, str]]
    """For each book, how many lines it had, and the hash of the last."""
    balances: list[tuple[LedgerAccount, int]]
    """What every account held that was ever posted to."""
    at: int = 0
    """When it was made, in microseconds since 1970, UTC."""
    format: str = _FORMAT
    key: str = ""
    """What the signature is checked with, if there is one."""
    signature: str = ""

    def digest(self) -> str:
        """The one number that stands for all books: what is read out, printed and compared."""
        return digest(self.heads)

    def json(self) -> bytes:
        """The mark as it is kept."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def signed(self, key: Ed25519PrivateKey) -> Checkpoint:
        """The mark with the house's signature."""
        named = msgspec.structs.replace(self, key=public_key(key), signature="")
        return msgspec.structs.replace(named, signature=key.sign(_said(named)).hex())


def _said(mark: Checkpoint) -> bytes:
    whole = msgspec.json.encode(msgspec.structs.replace(mark, signature=""))
    return f"{_FORMAT}\nmark {sha256(whole).hexdigest()}\n".encode()


def digest(heads: dict[str, tuple[int, str]]) -> str:
    """SHA-256 over the heads of all books, in the order of their names.

    >>> digest({"cage": (1, "ab")}) == digest({"cage": (2, "ab")})
    False
    """
    return sha256(msgspec.json.encode(sorted(heads.items()))).hexdigest()


def read_checkpoint(text: bytes, key: str | None = None) -> Checkpoint:
    """The mark of a text; refused where it is none, was changed, or is not signed with the key that must have."""
    try:
        mark = msgspec.json.decode(text, type=Checkpoint)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Mistaken(f"this is no mark of an audit: {error}") from None
    if mark.format != _FORMAT:
        raise Mistaken(f"this mark is of the kind {mark.format}, and {_FORMAT} is what can be read")
    if mark.signature or mark.key:
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(mark.key))
            public.verify(bytes.fromhex(mark.signature), _said(mark))
        except (ValueError, InvalidSignature):
            raise Mistaken("the mark is not what was signed: somebody has changed it") from None
    if key is not None and mark.key != key:
        signed = f"with another key, {mark.key[:16]}..." if mark.key else "by nobody"
        raise Mistaken(f"the mark is signed {signed}, and not with {key[:16]}...")
    return mark
