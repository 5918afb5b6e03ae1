"""The house's signature under a table's records: Ed25519 over the hash of the last, which holds all before it."""

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
"""The format of a signature, which the verifier knows by the same name."""


def house_key(file: Path) -> tuple[Ed25519PrivateKey, bool]:
    """The key of a file, and whether it was made now; only the owner can read a new one."""
    if not file.exists():
        made = Ed25519PrivateKey.generate()
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(pem)
        return made, True
    key = load_pem_private_key(read_text(file, KEY_BYTES).encode(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("this is a key of another kind: an Ed25519 key is needed")
    return key, False


def public_key(key: Ed25519PrivateKey) -> str:
    """What others check signatures with, as 64 digits."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signature(key: Ed25519PrivateKey, table: str, head: str) -> str:
    """A line of JSON: the signature under the hash of a record, and so under all records before it at that table.

    >>> from cardroom.verifier import signed
    >>> key = Ed25519PrivateKey.generate()
    >>> line = json.loads(signature(key, "table 7", "ab" * 32))
    >>> said = f"{SIGNATURE}\\ntable table 7\\nhead {line['head']}\\n".encode()
    >>> signed(bytes.fromhex(line["key"]), said, bytes.fromhex(line["signature"]))
    True
    """
    said = f"{SIGNATURE}\ntable {table}\nhead {head}\n".encode()
    line = {
        "format": SIGNATURE,
        "table": table,
        "head": head,
        "key": public_key(key),
        "signature": key.sign(said).hex(),
    }
    return json.dumps(line, ensure_ascii=False)
