"""`python -m benchmarks.peers`: install the peers that benchmarks are compared with, as far as the registry has them.

Each peer is installed separately, so that one that cannot be installed does not keep the others away. The version in
constraints.txt is tried first, then any version. Benchmarks name the peers that are missing, and go on.
"""

import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]


def wanted() -> list[str]:
    """The requirements of the extra `bench`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["optional-dependencies"]["bench"])


def pip(*arguments: str) -> bool:
    """Run pip install; return whether it succeeded."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def install(install_one: Callable[..., bool] = pip) -> list[str]:
    """Install all peers; return those that could not be installed."""
    pinned = ("--constraint", str(ROOT / "constraints.txt"))
    return [each for each in wanted() if not (install_one(*pinned, each) or install_one(each))]


def main() -> None:
    """Install, and name what is missing."""
    for each in install():
        print(f"{each} cannot be installed on this machine. It is not measured.")


if __name__ == "__main__":
    main()
