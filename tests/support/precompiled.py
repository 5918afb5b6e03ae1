"""Compile all modules before the tests run: `python -m precompiled`. Otherwise every worker of a new clone does it.

pytest rewrites the asserts of a test module when it compiles it, and Hypothesis collects the constants of the source.
Both store their results. They have no public functions for it.
"""

import os
import sys
from compileall import compile_file
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType

from _pytest.assertion import rewrite as pytests
from hypothesis.internal.constants_ast import constants_from_module

ROOT = Path(__file__).parents[2]


def rewrite(path: Path) -> None:
    """Store a test module with its asserts rewritten, where pytest looks for it."""
    folder = pytests.get_cache_dir(path)
    folder.mkdir(parents=True, exist_ok=True)
    stored = folder / (path.name[:-3] + pytests.PYC_TAIL)
    if pytests._read_pyc(path, stored) is None:
        stat, code = pytests._rewrite_test(path, None)
        beside = stored.with_suffix(f".{os.getpid()}")
        with beside.open("wb") as file:
            pytests._write_pyc_fp(file, stat, code)
        beside.replace(stored)


def store_constants(path: Path) -> None:
    """Store the constants of a source file, where Hypothesis looks for them."""
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    constants_from_module(module)


def prepare(path: Path) -> None:
    """Prepare one file."""
    try:
        if path.name == "conftest.py" or path.name.startswith("test_"):
            rewrite(path)
            return
        compile_file(path, quiet=1)
        if path.is_relative_to(ROOT / "src"):
            store_constants(path)
    except (AttributeError, TypeError) as error:
        print(f"{path.name} is not prepared: {error}", file=sys.stderr)


if __name__ == "__main__":
    os.chdir(ROOT)  # Hypothesis stores in the current folder
    paths = sorted([*ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py")], key=lambda path: -path.stat().st_size)
    with ProcessPoolExecutor() as pool:
        list(pool.map(prepare, paths, chunksize=8))
