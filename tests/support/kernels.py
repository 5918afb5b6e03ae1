"""The folder for compiled kernels of the tests, beside the installed packages. All workers and later runs share it.

numba caches a kernel by the text of its own file, even if it calls functions of other files. So there is a folder for
each version of all files with kernels, and of the files that these import from, and no kernel is older than what it
calls. numba also names its folders after the path of the source. Links lead these names to one folder, so a new
checkout need not compile anything again.

In a new clone, several workers need the same kernels at the same time. Each kernel has a lock: one worker compiles it,
the others wait and load it.
"""

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha1, sha256
from pathlib import Path
from shutil import rmtree

_MOST = 40
"""The number of latest folders that are kept, because several checkouts may share an environment."""


def kernel_folder(source: Path) -> Path | None:
    """The folder for the kernels of the current source tree; None if the environment is read-only."""
    if not os.access(sys.prefix, os.W_OK):
        return None
    digest = sha256()
    for path in sorted(_read_by_kernels(source / "cardroom")):
        digest.update(path.read_bytes())
    every = Path(sys.prefix) / "kernels"
    mine = every / digest.hexdigest()[:16]
    mine.mkdir(parents=True, exist_ok=True)
    mine.touch()
    _share(mine, source / "cardroom")
    for old in sorted(every.iterdir(), key=lambda each: each.stat().st_mtime)[:-_MOST]:
        rmtree(old, ignore_errors=True)
    return mine


_IMPORTED = re.compile(r"^from cardroom\.((?:rankings|analysis|poker)[.\w]*) import", re.MULTILINE)


def _read_by_kernels(package: Path) -> set[Path]:
    """The files with kernels, and the modules that these import from. A package offers only what such files define."""
    texts = {
        path: text
        for folder in ("rankings", "analysis", "poker")
        for path in (package / folder).rglob("*.py")
        if "jit" in (text := path.read_text("utf-8"))
    }
    found = set(texts)
    for text in texts.values():
        for name in _IMPORTED.findall(text):
            found.add(package.joinpath(*name.split(".")).with_suffix(".py"))
    return {path for path in found if path.exists()}


def _share(kernels: Path, package: Path) -> None:
    """Link the folder that numba uses for each source folder to one that all checkouts use."""
    for source in (
        package / "rankings",
        package / "analysis",
        *(each.parent for floor in ("analysis", "poker") for each in (package / floor).glob("*/__init__.py")),
    ):
        shared = kernels / ".".join(source.relative_to(package).parts)
        shared.mkdir(exist_ok=True)
        with suppress(FileExistsError):  # another worker has made it
            (kernels / numbas_name(source)).symlink_to(shared.name)


def once(jit: Callable, locks: Path) -> Callable:
    """The same `jit`, but while one process compiles a kernel, others wait for it instead of compiling it too.

    Where files cannot be locked, as on Windows, each compiles for itself.
    """
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:
        return jit

    def locked(function):
        kernel = jit(function)
        compile_now = kernel.compile

        def compile_alone(signature):
            from numba.core.compiler_lock import global_compiler_lock  # noqa: PLC0415 (loading numba takes long)

            locks.mkdir(parents=True, exist_ok=True)  # another checkout may have deleted it
            # First the lock of all threads. Otherwise two threads could wait for each other.
            with global_compiler_lock, (locks / f"{function.__module__}.{function.__name__}.lock").open("w") as file:
                fcntl.lockf(file, fcntl.LOCK_EX)  # until it is closed
                return compile_now(signature)

        kernel.compile = compile_alone
        return kernel

    return locked


def numbas_name(source: Path) -> str:
    """The name that numba gives to the folder for kernels of a source folder."""
    return f"{source.name}_{sha1(str(source.absolute()).encode(), usedforsecurity=False).hexdigest()}"
