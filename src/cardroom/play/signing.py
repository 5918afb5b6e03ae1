"""The house's signature under a table's records: Ed25519 over the hash of the last, which covers all before it."""

import json
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from cardroom.limits import KEY_BYTES, read_text

__all__ = ["SIGNATURE", "house_key", "public_key", "signature"]

SIGNATURE = "cardroom-signature-1"
"""The format of a signature. The verifier uses the same name."""


def house_key(file: Path) -> tuple[Ed25519PrivateKey, bool]:
    """Read the key in a file, or make a new one that only the owner can read. Also return whether it is new."""
    if not file.exists():
        key = Ed25519PrivateKey.generate()
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(pem)
        return key, True
    stored = load_pem_private_key(read_text(file, KEY_BYTES).encode(), password=None)
    if not isinstance(stored, Ed25519PrivateKey):
        raise ValueError("this is not an Ed25519 key; an Ed25519 key is needed")
    return stored, False


def public_key(key: Ed25519PrivateKey) -> str:
    """The public key, as 64 digits."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signature(key: Ed25519PrivateKey, table: str, head: str) -> str:
    """Return a line of JSON: the signature over the hash of a record, which covers all earlier records of the table.

    >>> from cardroom.verifier import signed
    >>> key = Ed25519PrivateKey.generate()
    >>> line = json.loads(signature(key, "table 7", "ab" * 32))
    >>> message = f"{SIGNATURE}\\ntable table 7\\nhead {line['head']}\\n".encode()
    >>> signed(bytes.fromhex(line["key"]), message, bytes.fromhex(line["signature"]))
    True
    """
    message = f"{SIGNATURE}\ntable {table}\nhead {head}\n".encode()
    line = {
        "format": SIGNATURE,
        "table": table,
        "head": head,
        "key": public_key(key),
        "signature": key.sign(message).hex(),
    }
    return json.dumps(line, ensure_ascii=False)
