"""Which cardroom this is: its version, and the commit where it runs from a git checkout of its own."""

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardroom import __version__

__all__ = ["SourceCommit", "commit", "commit_of", "version"]

SECONDS = 5
"""How long git may take before nothing is said of a commit."""


class SourceCommit(NamedTuple):
    """The commit that a checkout is at."""

    short: str
    changed: bool
    """Whether files of the package are not as the commit has them."""

    def __str__(self) -> str:
        return f"commit {self.short}" + (" with uncommitted changes" if self.changed else "")


def version() -> str:
    """The version in words, with the commit where there is one.

    >>> version().startswith("0.")
    True
    """
    return ", ".join(map(str, filter(None, (__version__, commit()))))


@cache
def commit() -> SourceCommit | None:
    """The commit of the running package, as it was when first asked; None for an installed one."""
    return commit_of(Path(__file__).resolve().parent)


def commit_of(package: Path) -> SourceCommit | None:
    """The commit of the checkout in which a package lies as src/NAME; None if it lies in none, or git cannot say.

    A package that is installed somewhere below another project's checkout is none of that project's: only a
    repository whose root holds `src/NAME` as this very folder counts, and only if it tracks the package.
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
    """What git says; None where there is no git, it refuses, or it takes too long. Nothing is written or started."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        said = subprocess.run(
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
    return said.stdout.strip()
