"""A certificate names the commit of the program if there is one, and no commit otherwise."""

import shutil
import subprocess
from pathlib import Path

import pytest

import cardroom
from cardroom.version import SourceCommit, commit_of, version

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")


def git(root: Path, *command: str) -> str:
    who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", "-C", str(root), *who, *command], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package in a checkout with one commit."""
    package = tmp_path / "checkout" / "src" / "cardroom"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    root = tmp_path / "checkout"
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Begin")
    return package


def test_a_checkout_reports_its_commit_and_local_changes(package: Path) -> None:
    root = package.parent.parent
    short = git(root, "rev-parse", "HEAD")[:12]
    assert commit_of(package) == SourceCommit(short, changed=False)
    (root / "notes.txt").write_text("not of the package")
    assert str(commit_of(package)) == f"commit {short}"
    (package / "new.py").write_text("")
    assert str(commit_of(package)) == f"commit {short} with uncommitted changes"


def test_a_package_installed_inside_another_checkout_has_no_commit(package: Path) -> None:
    installed = package.parent.parent / ".venv" / "lib" / "src" / "cardroom"
    shutil.copytree(package, installed)
    assert commit_of(installed) is None
    git(package.parent.parent, "rm", "--quiet", "--cached", "src/cardroom/__init__.py")
    assert commit_of(package) is None  # a checkout that does not track it is not its own


def test_git_environment_variables_are_ignored(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = commit_of(package)
    monkeypatch.setenv("GIT_DIR", str(package.parent / "nowhere"))
    assert commit_of(package) == known
    assert known is not None


def test_without_git_there_is_a_version_and_no_commit(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(package) is None


def test_a_git_that_hangs_or_fails_is_not_waited_for(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = package.parent / "bin"
    folder.mkdir()
    (folder / "git").write_text("#!/bin/sh\nexit 128\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    assert commit_of(package) is None
    (folder / "git").write_text("#!/bin/sh\nexec /bin/sleep 30\n")
    monkeypatch.setattr("cardroom.version.SECONDS", 0.2)
    assert commit_of(package) is None


def test_the_version_in_words_begins_with_the_number() -> None:
    assert version().partition(",")[0] == cardroom.__version__
