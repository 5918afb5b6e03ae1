"""Convert text files of unknown encoding to UTF-8.

Sites write their logs in UTF-8, in UTF-16, or in the code page of the player's computer. Files of several sessions mix
them. So UTF-16 is recognized for the whole file, and a code page line by line.
"""

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

__all__ = ["as_utf8"]

LONGEST_LINE = 1 << 21
"""Bytes that are held back for the end of a line. A longer line is passed on in parts, for the reader to refuse."""
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def as_utf8(chunks: Iterable[bytes]) -> Iterator[bytes]:
    r"""The same text in UTF-8, part by part.

    >>> b"".join(as_utf8(["caf\u00e9\n\u20ac2".encode("utf-16")])).decode()
    'café\n€2'
    >>> b"".join(as_utf8(["café\n".encode(), b"caf\xe9 \x802\n"])).decode()
    'café\ncafé €2\n'
    """
    source = iter(chunks)
    first = b""
    for chunk in source:
        first += chunk
        if len(first) >= 4:  # enough for a byte order mark, or two characters of UTF-16
            break
    wide = _wide(first)
    if wide:
        decoder = codecs.getincrementaldecoder(wide)("replace")
        for chunk in chain((first,), source):
            yield decoder.decode(chunk).removeprefix("\ufeff").encode("utf-8", "replace")
        yield decoder.decode(b"", final=True).encode("utf-8", "replace")
        return
    rest = b""
    for chunk in chain((first,), source):
        *ended, rest = (rest + chunk).split(b"\n")
        yield b"".join(_line(line) + b"\n" for line in ended)
        if len(rest) > LONGEST_LINE:
            yield _line(rest)
            rest = b""
    yield _line(rest)


def _wide(first: bytes) -> str:
    """The kind of UTF-16, from its byte order mark or from zeros in every second byte; empty if it is not UTF-16."""
    if first[:2] in _MARKS:
        return _MARKS[first[:2]]
    start = first[:64]
    for name, zeros, others in (("utf-16-le", start[1::2], start[::2]), ("utf-16-be", start[::2], start[1::2])):
        if len(start) >= 4 and zeros and not any(zeros) and all(others[: len(zeros)]):
            return name
    return ""


def _line(line: bytes) -> bytes:
    """A line in UTF-8: unchanged, or decoded as Windows-1252, or as Latin-1 if it has a byte that Windows-1252
    lacks."""
    try:
        line.decode()
    except UnicodeDecodeError:
        try:
            return line.decode("cp1252").encode()
        except UnicodeDecodeError:
            return line.decode("latin-1").encode()
    return line
