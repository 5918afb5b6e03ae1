"""Results of long counts, stored in the user's cache folder by the digest of everything that they depend on.

A count is a list of whole numbers. Losing the folder costs time and nothing else: a missing, damaged or unwritable file
means that the count runs again. Counts of the built-in rule sets come with the package, in files of the same form.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import ModuleType

import msgspec

from cardroom.errors import InvariantError
from cardroom.rankings import ranking
from cardroom.rankings.base import numbering

__all__ = [
    "CACHE",
    "cache_folder",
    "counting_again",
    "digest_of",
    "ranking_order",
    "shipped_count",
    "source_texts",
    "store",
    "store_text",
    "stored_count",
]

CACHE = "CARDROOM_CACHE"
"""The environment variable that names the folder."""
_RECOUNT: ContextVar[bool] = ContextVar("recount", default=False)


@contextmanager
def counting_again() -> Iterator[None]:
    """Within this context no stored or shipped count is used, so that everything is counted."""
    token = _RECOUNT.set(True)
    try:
        yield
    finally:
        _RECOUNT.reset(token)


def cache_folder() -> Path:
    """The folder of stored counts."""
    if named := os.environ.get(CACHE):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardroom"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardroom"


def digest_of(*parts: bytes | str) -> str:
    """A digest of texts and bytes. Each is hashed with its length, so that different lists of parts differ.

    >>> digest_of("ab", "c") == digest_of("a", "bc")
    False
    """
    hashed = sha256()
    for part in parts:
        text = part.encode() if isinstance(part, str) else part
        hashed.update(b"%d:" % len(text) + text)
    return hashed.hexdigest()


def source_texts(*modules: ModuleType) -> tuple[bytes, ...]:
    """The text of modules, as parts of a digest: if one changes, stored counts are not used any more."""
    return tuple(Path(str(module.__file__)).read_bytes() for module in modules)


def ranking_order(name: str) -> str:
    """All hands of a ranking in order, as a part of a digest. Faster code for the same order leaves it as it is."""
    return repr(numbering(ranking(name))[0])


def stored_count(digest: str) -> list[int] | None:
    """The count of a digest, if it is stored."""
    if _RECOUNT.get():
        return None
    try:
        return msgspec.json.decode(_place(digest).read_bytes(), type=list[int])
    except (OSError, msgspec.MsgspecError):
        return None


def store(digest: str, count: list[int]) -> None:
    """Store a count. Readers see the whole file or none; a folder that cannot be written stays as it is."""
    store_text(_place(digest), msgspec.json.encode(count))


def store_text(place: Path, text: bytes) -> None:
    """Write a file of the cache folder, whole or not at all."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(text)
        Path(file.name).replace(place)
    except OSError:
        return


def shipped_count(name: str, digest: str) -> list[int] | None:
    """The count of a digest in a file that comes with the package, if it is there."""
    if _RECOUNT.get():
        return None
    text = files("cardroom.analysis").joinpath(name).read_bytes()
    known = msgspec.json.decode(text, type=dict[str, list[int]])
    return known.get(digest)


def _place(digest: str) -> Path:
    if not digest.isalnum():
        raise InvariantError(f"{digest!r} is not a digest")
    return cache_folder() / f"{digest}.json"
