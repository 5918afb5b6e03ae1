"""Bytes from the operating system, and the watch over them: what is not random any more stops the dealing.

GLI-19, 3.3.3: the output of the source is monitored, and its failure stops play. The tests are those of NIST SP
800-90B: a start-up test (4.3), the repetition count (4.4.1) and the adaptive proportion (4.4.2), of bytes and of bits;
and one that the standard leaves to us (4.5), for what those two cannot see: a source that says again what it has said
before. What lives here: the one door through which randomness comes in. What does not: what is made of the bytes
(`cards.shuffle`, `cards.sealed`).

A sample is a byte, of which a working system's 256 values are equally likely: H = 8. Each cut-off is the lowest that
good bytes reach with a probability of at most `ALARM`. They tell a broken source from a working one, not a weak one
from a strong one: what somebody could foretell may look as random as what nobody can.

>>> len(system_bytes(256)), system_bytes(32) == system_bytes(32)
(256, False)
"""

from collections.abc import Callable
from os import urandom
from threading import Lock
from typing import NoReturn

from cardroom.errors import InvariantError

__all__ = ["ALARM", "LEAN", "MOST_ALIKE", "REPEATS", "START_UP", "WINDOW", "system_bytes"]

ALARM = 2.0**-48
"""How likely a byte (of the repetition count), a window or a request is to raise a false alarm: one is to be expected
in about 2^48 bytes, a million million decks."""
REPEATS = 7
"""As many equal bytes in a row are too many: 1 + 48 / H (4.4.1)."""
WINDOW = 512
"""Bytes that are counted together (4.4.2)."""
MOST_ALIKE = 23
"""As many bytes of a window that are like its first, itself among them, are too many (4.4.2). The standard's formula,
1 + critbinom(512, 1/256, 1 - ALARM), gives 22; it leaves out that the first is always like itself."""
LEAN = 17
"""Ones and zeros among n bits, those of the requests that fill a window, differ too much if the ones are further from
n / 2 than the root of 17 n: by Hoeffding's bound, 2 exp(-2 * 17) is below ALARM."""
START_UP = 4096
"""Bytes that are drawn, tested and thrown away before the first are used; 4.3 asks for 1,024 at least."""

_BEGINNING = 32  # bytes by which a request is known again
_REMEMBERED = 1 << 14  # requests, or up to twice as many; 2^15 of them, known by 64 bits each, are well within ALARM
_REPEATED = bytes(REPEATS - 1)


class _TestedSource:
    """A source of bytes that is tested with every byte that it gives, and once it has failed gives none any more."""

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self._source = source
        self._lock = Lock()  # tables may run in threads
        self._started = False
        self._failure = ""
        self._last = 0x010203040506  # the last bytes, with which a run of equal ones may have begun
        self._first = self._alike = self._missing = 0  # of the window that is being counted
        self._ones = self._bits = 0
        self._known: set[int] = set()
        self._known_before: set[int] = set()

    def draw(self, size: int) -> bytes:
        """As many bytes, after they have passed."""
        with self._lock:
            if self._failure:
                raise InvariantError(self._failure)
            if not self._started:
                self._tested(START_UP)
                self._started = True
            return self._tested(max(size, _BEGINNING))[:size]

    def _tested(self, size: int) -> bytes:
        try:
            data = self._source(size)
        except Exception as error:
            self._fail(f"it gave no bytes ({type(error).__name__})")
        if len(data) != size:
            self._fail(f"it gave {len(data)} bytes instead of {size}")
        number = int.from_bytes(data, "big")
        self._count_repetitions(number, size)
        self._count_bytes(data)
        self._count_bits(number, size)
        self._look_for_what_was_said_before(data)
        return data

    def _count_repetitions(self, number: int, size: int) -> None:
        """SP 800-90B, 4.4.1. Each byte XORed with the one before: a run of equal bytes is a run of zeros."""
        row = self._last << 8 * size | number
        if (row ^ row >> 8).to_bytes(size + REPEATS - 1, "big").find(_REPEATED, 1) >= 0:
            self._fail(f"it gave the same byte {REPEATS} times in a row")
        self._last = row & (1 << 8 * (REPEATS - 1)) - 1

    def _count_bytes(self, data: bytes) -> None:
        """SP 800-90B, 4.4.2: those that are like the first of their window."""
        at = 0
        while at < len(data):
            if not self._missing:
                self._first, self._alike, self._missing = data[at], 0, WINDOW
            part = data[at : at + self._missing]
            at += len(part)
            self._missing -= len(part)
            self._alike += part.count(self._first)
            if self._alike >= MOST_ALIKE:
                self._fail(f"it gave the same byte {MOST_ALIKE} times within {WINDOW}")

    def _count_bits(self, number: int, size: int) -> None:
        """The same of bits: a bit that is stuck, or leans to one side, is in no byte often enough to be seen there."""
        self._ones += number.bit_count()
        self._bits += 8 * size
        if self._bits >= 8 * WINDOW:
            if (2 * self._ones - self._bits) ** 2 > 4 * LEAN * self._bits:
                self._fail(f"of {self._bits} bits, {self._ones} were ones")
            self._ones = self._bits = 0

    def _look_for_what_was_said_before(self, data: bytes) -> None:
        """By the beginning of the request: within itself, and among those of the last requests."""
        beginning = data[:_BEGINNING]
        known = hash(beginning)
        if known in self._known or known in self._known_before or data.find(beginning, 1) >= 0:
            self._fail("it gave bytes that it had given before")
        self._known.add(known)
        if len(self._known) == _REMEMBERED:
            self._known, self._known_before = set(), self._known

    def _fail(self, how: str) -> NoReturn:
        """For good: whether the source has been mended is for people to say, who then start the program anew."""
        self._failure = f"the operating system's random source has failed: {how}; no cards are shuffled until a restart"
        raise InvariantError(self._failure) from None


_system = _TestedSource(urandom)


def system_bytes(size: int) -> bytes:
    """Tested random bytes, from the operating system alone; an `InvariantError` if the tests have ever failed."""
    return _system.draw(size)
