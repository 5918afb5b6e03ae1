"""The real command, run in this process, as another process, or on a pseudo-terminal."""

import fcntl
import json
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from typing import Any

from typer.testing import CliRunner, Result

from cardroom.cli.app import app

GAME = "three-card-poker-6-card-bonus"

# A terminal sends Ctrl-C only to processes that it controls. The process that started the tests may ignore the signal,
# like a shell's background job, and children would inherit that.
_ON_TERMINAL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "cardroom", *sys.argv[1:]])
"""


def run(*args: object, given: str | None = None, code: int = 0) -> Result:
    """Run a command in this process and check its exit code."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=given)
    assert result.exit_code == code, (result.exit_code, result.output, result.exception)
    return result


def json_lines(result: Result) -> list[Any]:
    """The JSON values of standard output, one per line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def rounds(result: Result) -> list[Any]:
    """The records among the lines of standard output. The other lines are shuffles."""
    return [value for value in json_lines(result) if "format" in value]


def mistake(*args: object, code: int = 2) -> str:
    """The error message of a command: one line, only on standard error."""
    result = run(*args, code=code)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    return result.stderr


class Terminal:
    """The command on a pseudo-terminal of 80 by 24."""

    def __init__(self, *args: str) -> None:
        self.screen, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
        command = [sys.executable, "-c", _ON_TERMINAL, *args]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        self.mode = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.shown = ""
        self.written = ""
        """The whole output, with colors."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.theirs)
        os.close(self.screen)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.screen, keys.encode())

    def until(self, text: str, timeout: float = 60) -> str:
        """Wait for a text, and return the output up to it, without colors. The next call continues after it."""
        end = time.monotonic() + timeout
        while text not in self.shown:
            left = end - time.monotonic()
            assert left > 0, f"{text!r} did not come; shown: {self.shown!r}"
            if select.select([self.screen], [], [], left)[0]:
                written = os.read(self.screen, 65536)
                self.written += written.decode("utf-8", "replace")
                self.shown += re.sub(r"\x1b\[[0-9;]*m", "", written.decode("utf-8", "replace"))
        seen, _, self.shown = self.shown.partition(text)
        return seen + text

    def ends(self, timeout: float = 10) -> int:
        """Wait for the exit code, and check that the terminal's settings are restored."""
        code = self.process.wait(timeout)
        assert termios.tcgetattr(self.theirs)[:4] == self.mode[:4]
        return code
