"""`kill -9`, many times: nothing that was confirmed is lost, nothing happens twice, and an interrupted round continues.
`mortal` does the killing: some hundred times here, thousands of times with `make proof`.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

import cardroom
from support.lives import Life
from support.memory import memory_folder
from support.postgres import Unavailable, served
from support.sampling import PROOF

TESTS = Path(__file__).parents[1]
QUICK = memory_folder()
"""A folder in memory. A killed process loses nothing that the system has."""


def mortal(*words):
    """Run `mortal` in a separate process, because a test worker has threads and must not fork. Return its result."""
    paths = os.pathsep.join([str(Path(cardroom.__file__).parents[1]), str(TESTS)])
    done = subprocess.run(
        [sys.executable, TESTS / "support/mortal.py", *map(str, words)],
        env=os.environ | {"PYTHONPATH": paths, "NUMBA_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check(result, lives):
    """Check that nothing was wrong, and that enough happened."""
    assert result["wrong"] == []
    assert result["kills"] == lives
    assert result["starts"] > lives / 8
    assert result["told"] > lives / 8
    assert result["rounds"] >= lives // 50


@pytest.mark.slow
def test_a_file_survives_its_processes(monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    lives = 5000 if PROOF else 25
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        check(mortal("live", f"{folder}/room.db", lives, os.urandom(8).hex() if PROOF else 1), lives)


@pytest.mark.proof
@pytest.mark.slow
def test_postgresql_survives_its_clients(database, monkeypatch):
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    lives = 2000 if PROOF else 8
    check(mortal("live", database, lives, os.urandom(8).hex() if PROOF else 1), lives)


@pytest.mark.proof
def test_a_store_can_be_created_after_its_creation_was_killed(monkeypatch):
    """Kill the creation at every step. The next process creates the store, or uses what is there."""
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        steps = 400 if PROOF else 20
        result = mortal("make", folder, steps)
    assert result["balances"] == [500] * steps
    assert result["kills"] > 10


# -- the server -----------------------------------------------------------------------------------------------------


class Killer(threading.Thread):
    """Kills a PostgreSQL server and restarts it, several times."""

    def __init__(self, url, deaths, rng):
        super().__init__(daemon=True)
        self._url, self._left, self._rng = url, deaths, rng
        self._data = Path(parse_qs(urlsplit(url.format("postgres")).query)["host"][0]) / "data"
        self.server = None
        self.deaths = 0
        self.stopped = threading.Event()

    def run(self):
        while self._left and not self.stopped.wait(self._rng.random() * 1.5):
            self._left -= 1
            self.kill()

    def kill(self):
        """Kill the server's main process, after which the others exit, and start it again."""
        pid = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[:-1]
        others = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(pid, signal.SIGKILL)
        if self.server:
            self.server.wait()
        while any(_lives(other) for other in others):  # they exit by themselves
            time.sleep(0.01)
        # Its parent has not reaped it yet, so its process id still looks taken.
        for left in (self._data / "postmaster.pid", self._data.parent / ".s.PGSQL.5432.lock"):
            left.unlink(missing_ok=True)
        self.deaths += 1
        owner = self._data.stat()
        user = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        self.server = subprocess.Popen(
            command, cwd=self._data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user
        )
        while not self.answers():
            assert self.server.poll() is None, "the server does not start again"
            time.sleep(0.02)

    def answers(self):
        """Whether the server answers."""
        try:
            psycopg.connect(self._url.format("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def wait(self):
        """Wait until the server answers."""
        end = time.monotonic() + 120
        while not self.answers():
            assert time.monotonic() < end, "the server does not come back"
            time.sleep(0.02)

    def stop(self):
        """Stop killing, and stop the last server."""
        self.stopped.set()
        self.join()

    def end(self):
        """Stop the server that was started last."""
        if self.server:
            self.server.send_signal(signal.SIGINT)
            self.server.wait()


def _lives(pid):
    """Whether a process runs and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.proof
def test_the_books_survive_a_kill_of_postgresql(monkeypatch):
    """The server is killed between, during and at the end of transactions. Confirmed commits are stored."""
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    deaths = 100 if PROOF else 2
    try:
        with served(durable=True) as url:
            killer = Killer(url, deaths, Random(3))
            life = Life(url.format("postgres"), [cardroom.game("texas-holdem")], Random(5), patience=killer.wait)
            life.begin()
            killer.start()
            try:
                while killer.is_alive():
                    life.act(life.rng.choice(("play", "play", "play", "deposit", "withdraw", "drop", "repeat", "join")))
                killer.stop()
                killer.wait()
                done = life.check()
                life.close()
            finally:
                killer.stop()
                killer.end()
    except Unavailable as error:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {error}")
    assert killer.deaths == deaths
    assert life.failures >= deaths
    assert done.rounds
