"""Keyboard input: single keys and short lines on a terminal, whole lines from a pipe.

On a terminal a key acts without Enter, and an Enter right after a key is ignored. Keys typed ahead are not lost. The
terminal's settings are always restored.
"""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.text import Text

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
    """A source of input. Each method raises EOFError when the input ends."""

    def key(self) -> str:
        """Read one key, in lower case. Enter is the empty text and is not echoed."""

    def line(self, typed: str = "") -> str:
        """Read a line, without its end. `typed` is the part that was typed before."""


@contextmanager
def keyboard() -> Iterator[Keys]:
    """The keyboard if standard input is a terminal; otherwise the lines of standard input."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    try:
        import termios  # noqa: PLC0415
    except ImportError:  # this system has no such terminals: read lines
        terminal = False
    if not terminal:
        yield _Lines()
        return
    descriptor = sys.stdin.fileno()
    settings = termios.tcgetattr(descriptor)
    try:
        yield _Terminal(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, settings)


class _Lines:
    """Input by lines. They are echoed, so that the output reads like a session on a terminal."""

    def key(self) -> str:
        return self.line().lower()

    def line(self, typed: str = "") -> str:
        if typed:  # the line was read completely, so nothing can follow
            print(visible(typed))
            return typed
        text = sys.stdin.readline(LONGEST_ARGUMENT)
        if not text:
            raise EOFError
        if len(text) == LONGEST_ARGUMENT and not text.endswith("\n"):
            raise UsageError(f"standard input: a line has more than {LONGEST_ARGUMENT} characters.")
        print(visible(text.strip()))
        return text.strip()


class _Terminal:
    """Single keys, without the terminal's own line editing."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pressed = False
        """Whether the last input was a single key. An Enter right after it is ignored."""

    def key(self) -> str:
        while not (key := self._next()).isprintable() and key not in _ENTER:
            continue
        if key in _ENTER:
            return ""
        self._pressed = True
        _echo(key + "\n")
        return key.lower()

    def line(self, typed: str = "") -> str:
        text = typed
        _echo(text)
        if typed:
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
        """Read the next key, and skip an Enter right after a single key."""
        key = self._read()
        if self._pressed and key in _ENTER:
            key = self._read()
        self._pressed = False
        return key

    def _read(self) -> str:
        """Read the next key. Cursor and function keys, which send several characters, are skipped."""
        import termios  # noqa: PLC0415
        import tty  # noqa: PLC0415

        # Set it each time: after a stop and a continue, the terminal has the shell's settings.
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


class GoBack(Exception):
    """The player goes back to the question before."""


class Asker(Protocol):
    """A player who can be asked. Each question may raise `GoBack`."""

    def typed(self, question: str, typed: str = "") -> str:
        """Ask for a line. `typed` is the part that was typed before the question."""

    def yes(self, question: str) -> bool:
        """Ask for yes or no. Enter alone is no."""

    def refuse(self, message: str) -> None:
        """Show why an input was rejected."""

    def say(self, words: Text) -> None:
        """Show a paragraph."""
