"""The key of a store, and the encryption of its secrets, such as shuffles.

AES-256-GCM, with the book and the number of the entry as associated data: a secret that was moved to a different entry
cannot be decrypted.

A key has one or more parts of 32 bytes. The first part encrypts. The others decrypt what was encrypted before the key
was rotated. Entries are never encrypted again, because the chain of hashes covers them.
"""

import os
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cardroom.cards.health import system_bytes
from cardroom.errors import InputError
from cardroom.limits import KEY_BYTES, read_text

__all__ = ["KEY", "KEY_FILE", "Vault", "earlier_keys", "key_in", "key_in_force", "rotate", "write_key"]

KEY = "CARDROOM_KEY"
"""The environment variable that holds the key, as 64 hexadecimal digits. Older parts follow after commas."""
KEY_FILE = f"{KEY}_FILE"
"""The environment variable that names a file with the key."""

_NONCE = 12
_PART = 32


class Vault:
    """Encrypts and decrypts the secrets of a store.

    >>> vault = Vault(bytes(32))
    >>> vault.decrypt(vault.encrypt(b"a shuffle", "table 7", 3), "table 7", 3)
    b'a shuffle'
    """

    def __init__(self, key: bytes) -> None:
        if not key or len(key) % _PART:
            raise InputError(f"A store's key has parts of {_PART} bytes, not {len(key)} bytes.")
        self._ciphers = [AESGCM(part) for part in _parts(key)]

    def __repr__(self) -> str:
        return "<Vault>"

    def encrypt(self, text: bytes, book: str, number: int) -> bytes:
        """Encrypt the body of an entry."""
        nonce = system_bytes(_NONCE)
        return nonce + self._ciphers[0].encrypt(nonce, text, _where(book, number))

    def decrypt(self, sealed: bytes, book: str, number: int) -> bytes:
        """Decrypt the body of an entry. Raises an error if the key, the entry or a single bit is different."""
        for cipher in self._ciphers:
            with suppress(InvalidTag, ValueError):
                return cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], _where(book, number))
        reason = "the key is wrong, or it was changed"
        raise InputError(f"{book}, entry {number}: the secret cannot be decrypted: {reason}.")


def _where(book: str, number: int) -> bytes:
    return f"{book}\n{number}".encode()


def write_key(file: Path, key: bytes) -> None:
    """Write a key to a new file that only its owner can read.

    The file appears only when it is complete and on the disk. Without its key, a store is lost.
    """
    part = file.with_name(f"{file.name}.{system_bytes(4).hex()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write("".join(f"{part.hex()}\n" for part in _parts(key)))
            out.flush()
            os.fsync(out.fileno())
        os.link(part, file)
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        part.unlink(missing_ok=True)


def key_in(file: Path, *, make: bool) -> bytes:
    """Read the key from a file. With `make`, create the file if it does not exist, readable by its owner only."""
    if make and not file.exists():
        try:
            write_key(file, system_bytes(32))
        except FileExistsError:
            pass  # another process created it in the meantime
        except OSError as error:
            raise InputError(f"Cannot write the store's key to {file}: {error.strerror}.") from None
    try:
        text = read_text(file, KEY_BYTES)
    except (OSError, InputError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"Cannot read the store's key from {file}: {reason}. You can also set {KEY}.") from None
    return _from_hex(text, str(file))


def key_in_force(file: Path | None, *, make: bool) -> bytes:
    """The key from the environment, from the file that CARDROOM_KEY_FILE names, or else from the store's own file."""
    if text := os.environ.get(KEY):
        return _from_hex(text, KEY)
    if named := os.environ.get(KEY_FILE):
        return key_in(Path(named), make=False)
    if file is None:
        ways = f"Set {KEY} to 64 hexadecimal digits, or {KEY_FILE} to a file with them, or give a key file."
        raise InputError(f"The store's key is unknown. {ways}")
    return key_in(file, make=make)


def rotate(file: Path) -> bytes:
    """Put a new part before the key in a file, and return the new key. The file is replaced whole or not at all."""
    key = system_bytes(_PART) + key_in(file, make=False)
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    write_key(new, key)
    new.replace(file)
    return key


def earlier_keys(key: bytes) -> list[bytes]:
    """A key, and the key as it was before each rotation.

    >>> earlier_keys(b"b" * 32 + b"a" * 32) == [b"b" * 32 + b"a" * 32, b"a" * 32]
    True
    """
    return [key[start:] for start in range(0, len(key), _PART)]


def _parts(key: bytes) -> list[bytes]:
    return [key[start : start + _PART] for start in range(0, len(key), _PART)]


def _from_hex(text: str, where: str) -> bytes:
    try:
        parts = [bytes.fromhex(part) for part in text.replace(",", " ").split()]
    except ValueError:
        parts = []
    if not parts or any(len(part) != _PART for part in parts):
        raise InputError(f"{where}: each part of a key must have 64 hexadecimal digits.")
    return b"".join(parts)
