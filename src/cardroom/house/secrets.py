"""The key under which secrets lie in the store: shuffles, until they are spent and after.

AES-256-GCM, with the book and the number of the line bound in: a secret that is moved to another line does not open.
"""

import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cardroom.cards.health import system_bytes
from cardroom.errors import Mistaken
from cardroom.limits import KEY_BYTES, whole

__all__ = ["KEY", "Vault", "key_in", "key_in_force", "write_key"]

KEY = "CARDROOM_KEY"
"""The environment variable that holds the key, as 64 hexadecimal digits."""

_NONCE = 12


class Vault:
    """Encrypts and decrypts the secrets of a store.

    >>> vault = Vault(bytes(32))
    >>> vault.decrypt(vault.encrypt(b"a shuffle", "table 7", 3), "table 7", 3)
    b'a shuffle'
    """

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise Mistaken(f"the key of a store has 32 bytes, not {len(key)}")
        self._cipher = AESGCM(key)

    def __repr__(self) -> str:
        return "<Vault>"

    def encrypt(self, text: bytes, book: str, number: int) -> bytes:
        """A text as it lies in the store."""
        nonce = system_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, text, _where(book, number))

    def decrypt(self, sealed: bytes, book: str, number: int) -> bytes:
        """The text again; refused where key, place or a single bit is another."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], _where(book, number))
        except (InvalidTag, ValueError):
            raise Mistaken(f"{book}, line {number}: its secret does not open: another key, or it was changed") from None


def _where(book: str, number: int) -> bytes:
    return f"{book}\n{number}".encode()


def write_key(file: Path, key: bytes) -> None:
    """Write a key into a new file that only its owner can read. It is whole and on the disk when it is there: a store
    whose key is lost, or cut short by the death of a process, is lost."""
    whole = file.with_name(f"{file.name}.{system_bytes(4).hex()}")
    try:
        with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(key.hex() + "\n")
            out.flush()
            os.fsync(out.fileno())
        os.link(whole, file)
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        whole.unlink(missing_ok=True)


def key_in(file: Path, *, make: bool) -> bytes:
    """The key that a file holds; one that only its owner can read is made if there is none and `make` says so."""
    if make and not file.exists():
        try:
            write_key(file, system_bytes(32))
        except FileExistsError:
            pass  # somebody else has made it meanwhile
        except OSError as error:
            raise Mistaken(f"{file}: the key of the store cannot be written: {error.strerror}") from None
    try:
        text = whole(file, KEY_BYTES)
    except (OSError, Mistaken) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Mistaken(f"{file}: the key of the store cannot be read: {reason}; {KEY} can hold it too") from None
    return _from_hex(text, str(file))


def key_in_force(file: Path | None, *, make: bool) -> bytes:
    """The key that the environment holds, or else the file."""
    if said := os.environ.get(KEY):
        return _from_hex(said, KEY)
    if file is None:
        raise Mistaken(f"the store's key is not known: set {KEY} to 64 hexadecimal digits, or name a key file")
    return key_in(file, make=make)


def _from_hex(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Mistaken(f"{where}: a key is 64 hexadecimal digits")
    return key
