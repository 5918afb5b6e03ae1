"""nginx and Caddy in front of processes, with the configurations that `docs/operate/proxies.md` shows."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["PROXIES", "installed", "proxy"]

PAGE = Path(__file__).parents[2] / "docs/operate/proxies.md"
PROXIES = ("nginx", "caddy")


def documented(name, ports, port):
    """The configuration of a proxy as documented, for other ports and without TLS."""
    block = re.search(rf"```{'nginx' if name == 'nginx' else 'text'}\n(.*?)```", PAGE.read_text(), re.DOTALL).group(1)
    first, rest = ports[0], ports[1:]
    if name == "nginx":
        servers = "\n".join(f"    server 127.0.0.1:{each} max_fails=0;" for each in (first, *rest))
        text, found = re.subn(r"(    server 127\.0\.0\.1:\d+ max_fails=0;\n)+", f"{servers}\n", block)
        text, ssl = re.subn(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", text)
    else:
        servers = " ".join(f"127.0.0.1:{each}" for each in (first, *rest))
        text, found = re.subn(r"(?<=reverse_proxy )(127\.0\.0\.1:\d+ ?)+", f"{servers} ", block)
        text, ssl = re.subn(r"^room\.example", f"http://127.0.0.1:{port}", text)
    assert found == ssl == 1, "the documentation has a different form"
    return text


def _command(name, text, folder):
    if name == "caddy":
        (folder / "Caddyfile").write_text("{\n    admin off\n    auto_https off\n}\n" + text)
        return ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]
    folders = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    head = f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
    (folder / "nginx.conf").write_text(f"{head}\nhttp {{ access_log {folder}/access.log; {folders}\n{text}\n}}\n")
    return ["nginx", "-e", folder / "error.log", "-c", folder / "nginx.conf"]


@contextmanager
def proxy(name, addresses, folder):
    """Run a proxy in front of processes. Yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = documented(name, [urlsplit(each).port for each in addresses], port)
    with (folder / f"{name}.out").open("wb") as out:
        server = subprocess.Popen(_command(name, text, folder), stdout=out, stderr=out)
    try:
        _await(server, port, folder / f"{name}.out")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


def _await(server, port, out):
    for _ in range(200):
        assert server.poll() is None, out.read_text()
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            return
        time.sleep(0.05)
    raise AssertionError(out.read_text())


def installed(name):
    """Whether a proxy can be started here."""
    return shutil.which(name) is not None
