"""A pytest plugin that imports one module from another text: `-p mutants.overlay`, with environment variables.

It is for mutants of constants, which other modules use while they are imported.
"""

import os
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType


class Overlay(MetaPathFinder, Loader):
    """Finds the module and gives it the text."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def find_spec(self, name, path=None, target=None) -> ModuleSpec | None:
        """The usual place of the module, with this loader."""
        if name != self.name or (spec := PathFinder.find_spec(name, path, target)) is None:
            return None
        self.file = spec.origin
        spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the text as the module."""
        exec(compile(self.text, str(self.file), "exec"), vars(module))


if "MUTANT_MODULE" in os.environ:
    sys.meta_path.insert(0, Overlay(os.environ["MUTANT_MODULE"], Path(os.environ["MUTANT_TEXT"]).read_text("utf-8")))


def pytest_runtest_logreport(report) -> None:
    """Note the tests that failed."""
    if report.failed and "MUTANT_FAILED" in os.environ:
        with Path(os.environ["MUTANT_FAILED"]).open("a") as file:
            file.write(report.nodeid.partition("[")[0] + "\n")
