"""The house's signature under a table's records: Ed25519 over the hash of the last, which covers all before it."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from cardroom.limits import KEY_BYTES, read_text

__all__ = ["KEYS", "SIGNATURE", "EarlierKey", "house_key", "key_list", "public_key", "signature"]

SIGNATURE = "cardroom-signature-1"
"""The format of a signature. The verifier uses the same name."""
KEYS = "cardroom-keys-1"
"""The format of a list of earlier keys. The verifier uses the same name."""


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


class EarlierKey(NamedTuple):
    """A public key that the house no longer signs with."""

    key: str
    until: int | None
    """Seconds since 1970 when it was last used; None if it was withdrawn, so that its signatures prove nothing."""


def key_list(key: Ed25519PrivateKey, earlier: Sequence[EarlierKey], at: int) -> str:
    """Return a line of JSON: the house's earlier public keys, signed with the current one.

    >>> from cardroom.verifier import check_keys
    >>> old, new = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    >>> line = key_list(new, [EarlierKey(public_key(old), 1_700_000_000)], 1_700_000_000)
    >>> check_keys(json.loads(line), public_key(new)).holds
    True
    """
    lines = [KEYS, f"key {public_key(key)}", f"at {at}"]
    lines += [f"earlier {each.key} until {'withdrawn' if each.until is None else each.until}" for each in earlier]
    line = {
        "format": KEYS,
        "key": public_key(key),
        "at": at,
        "earlier": [each._asdict() for each in earlier],
        "signature": key.sign("".join(f"{each}\n" for each in lines).encode()).hex(),
    }
    return json.dumps(line)


def signature(key: Ed25519PrivateKey, table: str, head: str, at: int) -> str:
    """Return a line of JSON: the signature over the hash of a record, which covers all earlier records of the table.

    `at` is the time of the signature, in seconds since 1970.

    >>> from cardroom.verifier import signed
    >>> key = Ed25519PrivateKey.generate()
    >>> line = json.loads(signature(key, "table 7", "ab" * 32, 1_700_000_000))
    >>> message = f"{SIGNATURE}\\ntable table 7\\nhead {line['head']}\\nat 1700000000\\n".encode()
    >>> signed(bytes.fromhex(line["key"]), message, bytes.fromhex(line["signature"]))
    True
    """
    message = f"{SIGNATURE}\ntable {table}\nhead {head}\nat {at}\n"
    line = {"format": SIGNATURE, "table": table, "head": head, "key": public_key(key), "at": at}
    line |= {"signature": key.sign(message.encode()).hex()}
    return json.dumps(line, ensure_ascii=False)
