"""Tests in a copy of the project in which one file has another text.

Nothing needs to be restored, other modules see the change while they are imported, and so do servers that a test
starts. The copy has links to the files that did not change.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from mutants.breaks import ROOT

__all__ = ["OPTIONS", "Run", "run_broken", "run_tests"]

OPTIONS = ["--import-mode=importlib", "-q", "-p", "no:faker", "-p", "no:cacheprovider", "-o", "addopts="]
COPIED = ("src", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+)", re.M)


class Run(msgspec.Struct, frozen=True):
    """What a test run did."""

    code: int
    """The exit code of pytest: 0 if all passed, 1 if some failed, -1 if they took too long."""
    seconds: float
    output: str

    def failed(self) -> set[str]:
        """The tests that failed, without their parameters."""
        return {*FAILED.findall(self.output)}


def run_tests(project: Path, tests: Iterable[str], seconds: float, *options: str) -> Run:
    """Run tests of a project in a new process."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(project / "src"), str(project / "tests")])}
    given = [
        "-rfE",
        "-o",
        "pythonpath=",
        "-o",
        "timeout=120",
        f"--rootdir={project}",
        "-c",
        f"{project}/pyproject.toml",
    ]
    command = [sys.executable, "-m", "pytest", *OPTIONS, *given, *options, *sorted(tests)]
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return Run(-1, seconds, "the tests took too long")
    return Run(done.returncode, time.monotonic() - start, done.stdout + done.stderr[-1000:])


def run_broken(file: Path, text: str, tests: Iterable[str], seconds: float, *options: str) -> Run:
    """Run tests in a copy of the project in which a file has this text."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="broken-", dir=ROOT / "build") as folder:
        project = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("node_modules", ".hypothesis")
                shutil.copytree(ROOT / name, project / name, ignore=ignored, copy_function=os.link)
            elif (ROOT / name).exists():
                os.link(ROOT / name, project / name)
        broken = project / file.relative_to(ROOT)
        broken.unlink()
        broken.write_text(text, "utf-8")
        for cached in (broken.parent / "__pycache__").glob(f"{broken.stem}.*"):
            cached.unlink()
        return run_tests(project, tests, seconds, *options)
