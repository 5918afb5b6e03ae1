"""The command line. It reads input and prints results; it decides nothing about games.

Importing it is cheap: `app` has the commands, and each command loads what it needs when it runs.
"""

from cardroom.errors import InputError

__all__ = ["UsageError"]


class UsageError(InputError):
    """An error in the arguments or the input. The message says what is wrong and what would be right."""
