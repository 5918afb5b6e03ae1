"""Random bytes from the operating system, with health tests. A source that fails them stops the dealing.

GLI-19, 3.3.3: the output of the source is monitored, and its failure stops play. The tests are those of NIST SP
800-90B: a start-up test (4.3), the repetition count (4.4.1) and the adaptive proportion (4.4.2), of bytes and of bits.
One more test is our own, as the standard allows (4.5): it finds a source that repeats earlier output, which the other
two cannot see. All randomness of the program comes through this module. `cards.shuffle` and `cards.sealed` use it.

A sample is one byte. In a working system its 256 values are equally likely: H = 8. Each cut-off is the lowest that
good bytes reach with a probability of at most `ALARM`. The tests tell a broken source from a working one, but not a
weak one from a strong one: predictable bytes can look random.

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
"""The probability of a false alarm for one byte (repetition count), one window or one request. Expect one false alarm
in about 2^48 bytes, a million million decks."""
REPEATS = 7
"""Equal bytes in a row that raise the alarm: 1 + 48 / H (4.4.1)."""
WINDOW = 512
"""Bytes of a window (4.4.2)."""
MOST_ALIKE = 23
"""Bytes of a window equal to its first, including the first itself, that raise the alarm (4.4.2). The standard's
formula, 1 + critbinom(512, 1/256, 1 - ALARM), gives 22, because it does not count that the first equals itself."""
LEAN = 17
"""The alarm is raised if the number of ones among the n bits of a window differs from n / 2 by more than the square
root of 17 n. By Hoeffding's bound the probability is 2 exp(-2 * 17), which is below ALARM. A window here is the
requests that together fill it."""
START_UP = 4096
"""Bytes that are drawn, tested and discarded before the first are used. Section 4.3 requires at least 1,024."""

_BEGINNING = 32  # bytes that identify a request
_REMEMBERED = 1 << 14  # at least so many requests, at most twice as many; 2^15 hashes of 64 bits are well within ALARM
_REPEATED = bytes(REPEATS - 1)


class _TestedSource:
    """A source of bytes that tests every byte it gives. After a failure it gives no more."""

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self._source = source
        self._lock = Lock()  # tables may run in threads
        self._started = False
        self._failure = ""
        self._last = 0x010203040506  # the last bytes, which may begin a run of equal bytes
        self._first = self._alike = self._missing = 0  # of the current window
        self._ones = self._bits = 0
        self._known: set[int] = set()
        self._known_before: set[int] = set()

    def draw(self, size: int) -> bytes:
        """Return `size` bytes that passed the tests."""
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
        self._find_repeated_output(data)
        return data

    def _count_repetitions(self, number: int, size: int) -> None:
        """SP 800-90B, 4.4.1. Each byte is XORed with the one before it, so a run of equal bytes is a run of zeros."""
        row = self._last << 8 * size | number
        if (row ^ row >> 8).to_bytes(size + REPEATS - 1, "big").find(_REPEATED, 1) >= 0:
            self._fail(f"it gave the same byte {REPEATS} times in a row")
        self._last = row & (1 << 8 * (REPEATS - 1)) - 1

    def _count_bytes(self, data: bytes) -> None:
        """SP 800-90B, 4.4.2: count the bytes equal to the first of their window."""
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
        """Count ones and zeros. A stuck or biased bit favours no single byte value enough for the other test."""
        self._ones += number.bit_count()
        self._bits += 8 * size
        if self._bits >= 8 * WINDOW:
            if (2 * self._ones - self._bits) ** 2 > 4 * LEAN * self._bits:
                self._fail(f"of {self._bits} bits, {self._ones} were ones")
            self._ones = self._bits = 0

    def _find_repeated_output(self, data: bytes) -> None:
        """Look for the request's first bytes again: in the request itself, and among the last requests."""
        beginning = data[:_BEGINNING]
        known = hash(beginning)
        if known in self._known or known in self._known_before or data.find(beginning, 1) >= 0:
            self._fail("it gave bytes that it had given before")
        self._known.add(known)
        if len(self._known) == _REMEMBERED:
            self._known, self._known_before = set(), self._known

    def _fail(self, how: str) -> NoReturn:
        """Fail permanently. Operators decide whether the source works again, and then restart the program."""
        self._failure = (
            f"the operating system's random source has failed: {how}. No cards are shuffled until a restart."
        )
        raise InvariantError(self._failure) from None


_system = _TestedSource(urandom)


def system_bytes(size: int) -> bytes:
    """Return tested random bytes from the operating system. Raise `InvariantError` if the tests have ever failed."""
    return _system.draw(size)
