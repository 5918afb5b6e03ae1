"""Tags: the name of a class in kebab case is its name everywhere, on the wire, in books, in metrics and in exports.

>>> kebab("RoundEnded")
'round-ended'
"""

import re
from typing import Any

__all__ = ["kebab", "tag_of"]


def kebab(name: str) -> str:
    """The name of a class as a tag."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def tag_of(value: Any) -> str:
    """The tag of a tagged struct, or of a value of it.

    >>> from cardroom.commands import Leave
    >>> tag_of(Leave), tag_of(Leave("ann"))
    ('leave', 'leave')
    """
    return str(value.__struct_config__.tag)
