"""The version of cardroom, with the commit if it runs from its own git checkout."""

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["SourceCommit", "__version__", "commit", "commit_of", "version"]

__version__ = "0.1.0"

SECONDS = 5
"""Seconds that git may take. After that, no commit is reported."""


class SourceCommit(NamedTuple):
    """The commit of a checkout."""

    short: str
    changed: bool
    """Whether files of the package differ from the commit."""

    def __str__(self) -> str:
        return f"commit {self.short}" + (" with uncommitted changes" if self.changed else "")


def version() -> str:
    """Return the version in words, with the commit if there is one.

    >>> version().startswith("0.")
    True
    """
    return ", ".join(map(str, filter(None, (__version__, commit()))))


@cache
def commit() -> SourceCommit | None:
    """The commit of the running package, read once; None for an installed package."""
    return commit_of(Path(__file__).resolve().parent)


def commit_of(package: Path) -> SourceCommit | None:
    """Return the commit of the checkout that has a package as src/NAME; None if there is none, or git fails.

    A package may be installed inside another project's checkout. So a repository counts only if this folder is
    `src/NAME` below its root, and only if it tracks the package.
    """
    root = package.parent.parent
    if package.parent.name != "src" or not (root / ".git").exists():
        return None
    if not _git(root, "ls-files", "--", f"src/{package.name}/__init__.py"):
        return None
    short = _git(root, "rev-parse", "--short=12", "HEAD")
    changed = _git(root, "status", "--porcelain", "--", f"src/{package.name}")
    return SourceCommit(short, bool(changed)) if short and changed is not None else None


def _git(root: Path, *command: str) -> str | None:
    """Return git's output; None if git is missing, fails, or takes too long. Writes nothing and starts no daemon."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        result = subprocess.run(
            ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", str(root), *command],
            capture_output=True,
            check=True,
            env=plain | {"GIT_CEILING_DIRECTORIES": str(root.parent)},
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=SECONDS,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return result.stdout.strip()
