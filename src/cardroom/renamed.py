"""Old names: they work for one more release, with a warning."""

import sys
from collections.abc import Callable, Mapping
from typing import Any
from warnings import warn

__all__ = ["old_names"]


def old_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module with old names; `names` maps each to the new one.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True, action="always") as warned:
    ...     found = old_names("cardroom.renamed", {"former_names": "old_names"})("former_names")
    >>> found is old_names, str(warned[0].message)
    (True, 'cardroom.renamed.former_names is now old_names')
    """

    def lookup(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(f"{module}.{name} is now {names[name]}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], names[name])

    return lookup
