"""The list of a submission's files with their hashes, and the house's signature of it."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardroom.play.records import signature
from cardroom.verifier import signed

__all__ = ["MANIFEST", "SIGNATURE_FILE", "check_files", "manifest", "sealed"]

MANIFEST, SIGNATURE_FILE = "files.json", "signature.json"


def manifest(files: Mapping[str, str]) -> str:
    """The list of files, with the SHA-256 hash of each.

    >>> manifest({"a.txt": "one"}).count("a.txt")
    1
    """
    return json.dumps({name: _hash(text.encode()) for name, text in sorted(files.items())}, indent=1) + "\n"


def sealed(name: str, listed: str, key: Ed25519PrivateKey, date: str) -> str:
    """The house's signature of a list of files, at the beginning of a day. The same day gives the same signature."""
    at = int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())
    return signature(key, _subject(name), _hash(listed.encode()), at) + "\n"


def check_files(name: str, files: Mapping[str, bytes], public: str) -> list[str]:
    """What is wrong with the files of a submission. Empty if all files are as this key signed them for this name."""
    listed, line = files.get(MANIFEST), files.get(SIGNATURE_FILE)
    if listed is None:
        return [f"{MANIFEST} is missing"]
    wanted = dict[str, str](json.loads(listed))
    wrong = [f"{file} is missing" for file in wanted if file not in files]
    wrong += [
        f"{file} was changed" for file, digest in wanted.items() if file in files and _hash(files[file]) != digest
    ]
    others = files.keys() - wanted.keys() - {MANIFEST, SIGNATURE_FILE}
    wrong += [f"{file} is not in {MANIFEST}" for file in sorted(others)]
    if line is None:
        return [*wrong, f"{SIGNATURE_FILE} is missing"]
    return [*wrong, *_wrong_signature(name, json.loads(line), listed, public)]


def _wrong_signature(name: str, line: dict[str, Any], listed: bytes, public: str) -> list[str]:
    if line["key"] != public:
        return [f"the signature is by a different key, {line['key']}"]
    if line["table"] != _subject(name):
        return [f"it is a {line['table']}"]
    if line["head"] != _hash(listed):
        return [f"the signature is of a different {MANIFEST}"]
    message = f"{line['format']}\ntable {line['table']}\nhead {line['head']}\nat {line['at']}\n".encode()
    good = signed(bytes.fromhex(public), message, bytes.fromhex(line["signature"]))
    return [] if good else ["the signature is not valid"]


def _subject(name: str) -> str:
    return f"submission {name}"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
