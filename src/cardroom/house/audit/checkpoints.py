"""Checkpoints: book heads and balances after an audit, stored outside the store.

Someone who can rewrite the store cannot reach a checkpoint that is stored elsewhere. A checkpoint may be signed with
Ed25519; the signature covers all of its fields.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardroom.errors import InputError
from cardroom.house.books import LedgerAccount
from cardroom.play.records import public_key

__all__ = ["Checkpoint", "digest", "read_checkpoint"]

_FORMAT = "cardroom-mark-1"


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of the books after an audit.

    >>> checkpoint = Checkpoint({"cage": (1, "ab")}, [])
    >>> signed = checkpoint.signed(Ed25519PrivateKey.generate())
    >>> read_checkpoint(signed.json()) == signed
    True
    >>> read_checkpoint(signed.json().replace(b'"ab"', b'"cd"'))
    Traceback (most recent call last):
    cardroom.errors.InputError: The checkpoint was changed after it was signed.
    """

    heads: dict[str, tuple[int, str]]
    """For each book, its number of entries and the hash of the last one."""
    balances: list[tuple[LedgerAccount, int]]
    """The balance of every account that was ever posted to, in cents."""
    at: int = 0
    """When it was made, in microseconds since 1970, UTC."""
    format: str = _FORMAT
    key: str = ""
    """The public key that verifies the signature, or empty if it is not signed."""
    signature: str = ""

    def digest(self) -> str:
        """One hash for the heads of all books, short enough to print and compare."""
        return digest(self.heads)

    def json(self) -> bytes:
        """The checkpoint as it is written to its file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def signed(self, key: Ed25519PrivateKey) -> Checkpoint:
        """The checkpoint with the house's signature."""
        unsigned = msgspec.structs.replace(self, key=public_key(key), signature="")
        return msgspec.structs.replace(unsigned, signature=key.sign(_signed_text(unsigned)).hex())


def _signed_text(checkpoint: Checkpoint) -> bytes:
    unsigned = msgspec.json.encode(msgspec.structs.replace(checkpoint, signature=""))
    return f"{_FORMAT}\nmark {sha256(unsigned).hexdigest()}\n".encode()


def digest(heads: dict[str, tuple[int, str]]) -> str:
    """SHA-256 over the heads of all books, in the order of their names.

    >>> digest({"cage": (1, "ab")}) == digest({"cage": (2, "ab")})
    False
    """
    return sha256(msgspec.json.encode(sorted(heads.items()))).hexdigest()


def read_checkpoint(text: bytes, key: str | None = None) -> Checkpoint:
    """Decode a checkpoint and verify its signature. With `key`, it must be signed with that public key."""
    try:
        checkpoint = msgspec.json.decode(text, type=Checkpoint)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"This is not an audit checkpoint: {error}") from None
    if checkpoint.format != _FORMAT:
        raise InputError(f"This checkpoint has the format {checkpoint.format!r}. Only {_FORMAT!r} can be read.")
    if checkpoint.signature or checkpoint.key:
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint.key))
            public.verify(bytes.fromhex(checkpoint.signature), _signed_text(checkpoint))
        except (ValueError, InvalidSignature):
            raise InputError("The checkpoint was changed after it was signed.") from None
    if key is not None and checkpoint.key != key:
        actual = f"signed with the key {checkpoint.key[:16]}..." if checkpoint.key else "not signed"
        raise InputError(f"The checkpoint is {actual}. Expected a signature with the key {key[:16]}...")
    return checkpoint
