"""The files that version 0.1.0 wrote (`fixtures`), copied to where a test may write.

These files must stay readable, whatever is renamed in the code. `fixtures/write_*.py` created them.
"""

import json
import shutil
from pathlib import Path

FILES = Path(__file__).parent / "fixtures"


def copied(name: str, folder: Path) -> Path:
    """A writable copy of a folder of fixtures."""
    there = folder / name
    shutil.copytree(FILES / name, there)
    for file in there.iterdir():
        file.chmod(0o600)
    return there


def lines(name: str) -> list[str]:
    """The lines of a text."""
    return (FILES / name).read_text().splitlines()


def value(name: str):
    """The value of a JSON file."""
    return json.loads((FILES / name).read_text())
