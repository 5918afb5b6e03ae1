"""What version 0.1.0 wrote: the files of `fixtures`, copied to where a test may write.

Whatever is renamed in the code, these files are read as they are. `fixtures/write_*.py` say how each came about.
"""

import json
import shutil
from pathlib import Path

FILES = Path(__file__).parent / "fixtures"


def copied(name: str, folder: Path) -> Path:
    """A folder of fixtures, where it can be written to."""
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
