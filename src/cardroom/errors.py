"""The errors of cardroom, so that a caller can catch exactly these.

>>> issubclass(InputError, ValueError), issubclass(InvariantError, InputError)
(True, False)
"""

__all__ = [
    "CardroomError",
    "InputError",
    "InvariantError",
    "OutOfCards",
    "Refused",
    "RuleBookError",
    "ScriptError",
]


class CardroomError(Exception):
    """Base class of all errors of cardroom."""


class InputError(CardroomError, ValueError):
    """The input is invalid. The message says what would be right."""


class Refused(InputError):
    """The rules do not allow an answer. Nothing has changed. The message says what would be right."""


class RuleBookError(InputError):
    """A rule set that cannot be used; the message has file, table and key."""

    __module__ = "cardroom.rulebook"  # where people import it from


class InvariantError(CardroomError, RuntimeError):
    """An invariant is broken: a bug in cardroom, never a mistake of the caller or a player."""


class OutOfCards(InvariantError):
    """A script deals more cards than the deck has."""


class ScriptError(CardroomError, RuntimeError):
    """A game from outside the package made a mistake, at the line that is named. No caller or player can mend it."""
