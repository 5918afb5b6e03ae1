"""The command line. It reads input and prints results; it decides nothing about games.

Importing it is cheap: `app` has the commands, and each command loads what it needs when it runs.
"""

from typing import TYPE_CHECKING

from cardroom.errors import InputError
from cardroom.renamed import old_names

__all__ = ["UsageError"]


class UsageError(InputError):
    """An error in the arguments or the input. The message says what is wrong and what would be right."""


if not TYPE_CHECKING:
    __getattr__ = old_names(__name__, {"Mistake": "UsageError"})
