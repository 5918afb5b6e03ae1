"""Packages whose names load on first use.

A package lists what it offers once, as imports for type checkers in its `__init__`. `offered` reads this list, so that
`from cardroom.house.books import Store` loads the module of `Store` and no other.
"""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["offered", "offers_of"]


def offered(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """The functions `__getattr__` and `__dir__` of a package, and its `__all__`.

    >>> import cardroom.play
    >>> "Round" in dir(cardroom.play), cardroom.play.Round.__module__
    (True, 'cardroom.play.round.driver')
    """
    home = offers_of(Path(file).read_text(encoding="utf-8"))

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: sorted({*vars(sys.modules[package]), *home}), sorted(home)


def offers_of(text: str) -> dict[str, str]:
    """The names that a package offers, each with the module it comes from, from the text of its `__init__`.

    >>> offers_of("if TYPE_CHECKING:\\n    from cardroom.money import dollars, odds")
    {'dollars': 'cardroom.money', 'odds': 'cardroom.money'}
    """
    return {
        alias.asname or alias.name: node.module
        for block in ast.parse(text).body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
