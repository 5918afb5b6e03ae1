"""Entries of the store: a value by its key. The key is a digest of the rules and of the method's name and version.

Entries of the built-in rule sets ship with the package, in one file that `make figures` fills. All others are in the
user's cache folder. There the digest also covers the source of the program, so a changed program computes them again.
Losing the folder costs time and nothing else: a missing, damaged or unwritable file means that the value is computed
again.
"""

import lzma
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import msgspec

__all__ = ["CACHE", "FILE", "counting_again", "filling", "find", "keep", "key_of", "read", "shipped", "write"]

CACHE = "CARDROOM_CACHE"
"""The environment variable that names the folder."""
FILE = "exact.json.xz"
"""The entries that ship with the package, compressed. `xzcat` shows them, one in each line."""
PACKAGE = Path(__file__).parents[2]
SOURCES = ("analysis", "cards", "games", "play", "rankings", "rulebook", "money.py")
"""The parts of the package that an exact result can follow from."""
_RECOUNT: ContextVar[bool] = ContextVar("recount", default=False)
_FILLING: ContextVar[tuple[Mapping[str, bytes], dict[str, bytes]] | None] = ContextVar("filling", default=None)

Value = TypeVar("Value")


def key_of(method: str, *parts: bytes | str) -> str:
    """The key of an entry. `method` has a number at its end, which is increased if the method gives other results.

    Each part is hashed with its length, so that different lists of parts differ.

    >>> key_of("method 1", "ab", "c") == key_of("method 1", "a", "bc")
    False
    """
    hashed = sha256()
    for part in (method, *parts):
        text = part.encode() if isinstance(part, str) else part
        hashed.update(b"%d:" % len(text) + text)
    return hashed.hexdigest()[:32]


def find(key: str, kind: type[Value]) -> Value | None:
    """The value of a key; None if it is not stored, or is not of this kind."""
    text = read(key)
    try:
        return None if text is None else msgspec.json.decode(text, type=kind, dec_hook=_decode)
    except msgspec.MsgspecError:
        return None


def keep(key: str, value: Any) -> None:
    """Store a value. Fractions are stored exactly."""
    write(key, msgspec.json.encode(value, enc_hook=_encode))


def read(key: str) -> bytes | None:
    """The text of a key; None if it is not stored."""
    if filling_now := _FILLING.get():
        known, filled = filling_now
        if key not in filled and key in known:
            filled[key] = known[key]
        return filled.get(key)
    if _RECOUNT.get():
        return None
    if key in shipped():
        return shipped()[key]
    try:
        return _place(key).read_bytes()
    except OSError:
        return None


def write(key: str, text: bytes) -> None:
    """Store a text. Readers see the whole file or none; a folder that cannot be written stays as it is."""
    if filling_now := _FILLING.get():
        filling_now[1][key] = text
        return
    place = _place(key)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(text)
        Path(file.name).replace(place)
    except OSError:
        return


@contextmanager
def counting_again() -> Iterator[None]:
    """Within this context no stored entry is used, so that everything is counted."""
    token = _RECOUNT.set(True)
    try:
        yield
    finally:
        _RECOUNT.reset(token)


@contextmanager
def filling(known: Mapping[str, bytes]) -> Iterator[dict[str, bytes]]:
    """Within this context the store has the known entries and no others. Yields all that are read or written."""
    filled: dict[str, bytes] = {}
    token = _FILLING.set((known, filled))
    try:
        yield filled
    finally:
        _FILLING.reset(token)


@cache
def shipped() -> dict[str, bytes]:
    """The entries that ship with the package."""
    text = lzma.decompress(files(__package__).joinpath(FILE).read_bytes())
    return {key: bytes(entry) for key, entry in msgspec.json.decode(text, type=dict[str, msgspec.Raw]).items()}


def _place(key: str) -> Path:
    return cache_folder() / key_of(source_digest(PACKAGE), key)


def cache_folder() -> Path:
    """The folder of entries that this machine has computed."""
    if named := os.environ.get(CACHE):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardroom"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardroom"


@cache
def source_digest(package: Path) -> str:
    """The digest of the source that results follow from. It is computed once in a process."""
    named = (package / each for each in SOURCES)
    sources = sorted(file for each in named for file in (each.rglob("*.py") if each.is_dir() else [each]))
    return key_of("source", *(part for file in sources for part in (str(file.relative_to(package)), file.read_bytes())))


def _encode(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a {type(value).__name__} cannot be stored")


def _decode(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"a {kind.__name__} cannot be read")
