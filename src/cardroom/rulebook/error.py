"""The error of the rulebook."""

from cardroom.errors import InputError

__all__ = ["RuleBookError"]


class RuleBookError(InputError):
    """A rule set that cannot be used; the message has file, table and key."""

    __module__ = "cardroom.rulebook"  # where people import it from
