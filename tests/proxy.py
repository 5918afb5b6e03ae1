"""A line to a PostgreSQL server that can be cut: where a message holds some words, before or after it has arrived."""

import socket
import threading
from contextlib import suppress
from pathlib import Path

__all__ = ["Proxy"]

NAME = ".s.PGSQL.5432"


class Proxy:
    """Passes on what is said, from a socket of its own to that of the server."""

    def __init__(self, server: Path, folder: Path) -> None:
        self._server, self._folder = server / NAME, folder / NAME
        self._listener = socket.socket(socket.AF_UNIX)
        self._words: bytes | None = None
        self._after = b""
        self._arrives = False
        self._lost = None
        """The socket of a server whose answers are lost."""
        self.cuts = 0

    def __enter__(self):
        self._listener.bind(str(self._folder))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def cut_at(self, words, *, after=b"", arrives=False):
        """Cut the line at the next message with these words, the next after one with others if that is said; with
        `arrives`, when the server has answered it."""
        self._after, self._arrives, self.cuts, self._words = after, arrives, 0, words

    def _serve(self):
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                answered = threading.Event()
                for pair in ((client, server, True, answered), (server, client, False, answered)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source, target, asks, answered):
        with suppress(OSError):
            while said := source.recv(1 << 16):
                if asks and self._after and self._after in said:
                    self._after = b""
                if asks and not self._after and self._words is not None and self._words in said:
                    self._words = None
                    self.cuts += 1
                    if self._arrives:
                        self._lost = target
                        target.sendall(said)
                        answered.wait(5)
                    break
                if source is self._lost:  # the answer is there, and whoever asked never hears it
                    answered.set()
                    return
                target.sendall(said)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
