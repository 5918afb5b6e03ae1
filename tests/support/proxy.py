"""A proxy to a PostgreSQL server that can cut the connection at a message with certain words, before or after it
arrives."""

import socket
import threading
from contextlib import suppress
from pathlib import Path

__all__ = ["Proxy"]

NAME = ".s.PGSQL.5432"


class Proxy:
    """Forwards bytes between its own socket and the server's."""

    def __init__(self, server: Path, folder: Path) -> None:
        self._server, self._folder = server / NAME, folder / NAME
        self._listener = socket.socket(socket.AF_UNIX)
        self._words: bytes | None = None
        self._after = b""
        self._arrives = False
        self._lost = None
        """The socket of a server whose replies are dropped."""
        self.cuts = 0

    def __enter__(self):
        self._listener.bind(str(self._folder))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def cut_at(self, words, *, after=b"", arrives=False):
        """Cut the connection at the next message with these words, if given only after a message with other words. With
        `arrives`, cut it after the server has replied."""
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
            while reply := source.recv(1 << 16):
                if asks and self._after and self._after in reply:
                    self._after = b""
                if asks and not self._after and self._words is not None and self._words in reply:
                    self._words = None
                    self.cuts += 1
                    if self._arrives:
                        self._lost = target
                        target.sendall(reply)
                        answered.wait(5)
                    break
                if source is self._lost:  # the reply has arrived, but the client never gets it
                    answered.set()
                    return
                target.sendall(reply)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
