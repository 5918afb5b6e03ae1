"""The command `cardroom`: people come in here. Nothing is decided in this room; it asks, shows and prints.

Importing it loads nothing: `app` has the commands, and what a command needs is loaded when that command runs.
"""

from cardroom.errors import Mistaken

__all__ = ["UsageError"]


class UsageError(Mistaken):
    """Something that a person can put right; the message says what was wrong and what would be right."""
