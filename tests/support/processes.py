"""Several processes that serve one room on a real PostgreSQL, for tests."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import cardroom

SOURCE = Path(cardroom.__file__).parent.parent


class Process:
    """A `cardroom serve` process."""

    def __init__(self, url: str, key: str, log: Path, *words: str) -> None:
        command = [sys.executable, "-m", "cardroom", "serve", "--db", url, "--port", "0", "--log", "info", *words]
        self._log = log.open("ab")
        self.popen = subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": str(SOURCE)} | ({"CARDROOM_KEY": key} if key else {}),
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.address = ""

    def await_open(self) -> None:
        """Wait until it listens."""
        text = "".join(self.popen.stdout.readline() for _ in range(2))
        if not (address := re.search(r"http://\S+:\d+", text)):
            raise RuntimeError(f"the server did not start: {text}")
        self.address = address.group()

    def kill(self) -> None:
        """Kill the process."""
        self.popen.kill()
        self.popen.wait()

    def pause(self) -> None:
        """Stop the process with SIGSTOP."""
        self.popen.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Continue the process."""
        self.popen.send_signal(signal.SIGCONT)

    def close(self) -> int:
        """Close the process gracefully; return its exit code."""
        self.popen.terminate()
        return self.popen.wait(60)

    def clear(self) -> None:
        """Kill the process if it still runs."""
        self.kill()
        self.popen.stdout.close()
        self._log.close()


async def eventually(check, seconds=120):
    """Call an async function until its result is true; return the result."""
    for _ in range(int(seconds * 20)):
        if value := await check():
            return value
        await asyncio.sleep(0.05)
    raise AssertionError(f"not true within {seconds} seconds")
