"""What a person types: single keys and short lines on a terminal, whole lines where input is piped.

On a terminal nothing waits for Enter that does not need it, and the Enter that people press after a key all the same
is passed over. Keys typed ahead are kept; the terminal is given back as it was found, whatever happens.
"""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from cardroom.clean import visible
from cardroom.cli import UsageError
from cardroom.limits import LONGEST_ARGUMENT

__all__ = ["Keys", "keyboard"]

_BACKSPACE = ("\x7f", "\b")
_END = "\x04"  # Ctrl-D
_ERASE_LINE = "\x15"  # Ctrl-U
_ENTER = ("\r", "\n")
_ESCAPE = "\x1b"


class Keys(Protocol):
    """Where a person's answers come from. Each ends with EOFError when there are no more."""

    def key(self) -> str:
        """One key in lower case; Enter is the empty text, and leaves the screen as it is."""

    def line(self, begun: str = "") -> str:
        """A line without its end, of which the first letters may have been typed already."""


@contextmanager
def keyboard() -> Iterator[Keys]:
    """The keyboard where standard input is a terminal, else lines from wherever it comes."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    try:
        import termios  # noqa: PLC0415
    except ImportError:  # no such terminals on this system: lines will do
        terminal = False
    if not terminal:
        yield _Lines()
        return
    descriptor = sys.stdin.fileno()
    found = termios.tcgetattr(descriptor)
    try:
        yield _Terminal(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, found)


class _Lines:
    """Answers by whole lines. They are echoed, so that the output reads like the play it was."""

    def key(self) -> str:
        return self.line().lower()

    def line(self, begun: str = "") -> str:
        if begun:  # a line came whole: nothing can follow
            print(visible(begun))
            return begun
        text = sys.stdin.readline(LONGEST_ARGUMENT)
        if not text:
            raise EOFError
        if len(text) == LONGEST_ARGUMENT and not text.endswith("\n"):
            raise UsageError(f"standard input: a line has more than {LONGEST_ARGUMENT} letters")
        print(visible(text.strip()))
        return text.strip()


class _Terminal:
    """Single keys, read past the terminal's own line editing."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pressed = False
        """Whether a key was taken last: an Enter that follows belongs to it."""

    def key(self) -> str:
        while not (key := self._next()).isprintable() and key not in _ENTER:
            continue
        if key in _ENTER:
            return ""
        self._pressed = True
        _echo(key + "\n")
        return key.lower()

    def line(self, begun: str = "") -> str:
        text = begun
        _echo(text)
        if begun:
            self._pressed = False
        while (key := self._next()) not in _ENTER:
            if key in _BACKSPACE:
                if text:
                    text = text[:-1]
                    _echo("\b \b")
            elif key == _ERASE_LINE:
                _echo("\b \b" * len(text))
                text = ""
            elif key.isprintable() and len(text) < LONGEST_ARGUMENT:
                text += key
                _echo(key)
        _echo("\n")
        return text.strip()

    def _next(self) -> str:
        """The next key, but for an Enter right after one that was taken without it."""
        key = self._read()
        if self._pressed and key in _ENTER:
            key = self._read()
        self._pressed = False
        return key

    def _read(self) -> str:
        """The next key; a cursor or function key, which sends several characters, is none."""
        import termios  # noqa: PLC0415
        import tty  # noqa: PLC0415

        # Each time, for a program that was stopped and continued finds the terminal as the shell left it.
        tty.setcbreak(self._descriptor, termios.TCSANOW)
        sys.stdout.flush()
        while True:
            data = os.read(self._descriptor, 1)
            if not data or data == _END.encode():
                raise EOFError
            if data == _ESCAPE.encode():
                first = True
                while select.select([self._descriptor], [], [], 0.02)[0]:
                    read = os.read(self._descriptor, 1)
                    if read.isalpha() and not (first and read == b"O"):  # F1 is ESC O P
                        break
                    first = False
                continue
            while data[0] >= 0xC0 and len(data) < _utf8_length(data[0]):
                more = os.read(self._descriptor, 1)
                if not more:
                    raise EOFError
                data += more
            return data.decode("utf-8", "replace")


def _utf8_length(first: int) -> int:
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4


def _echo(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
