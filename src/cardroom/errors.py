"""The errors that are ours, so that a caller can catch them and nothing else.

>>> issubclass(InputError, ValueError), issubclass(InvariantError, InputError)
(True, False)
"""

from typing import TYPE_CHECKING

from cardroom.renamed import old_names

__all__ = ["CardroomError", "InputError", "InvariantError", "Refused"]


class CardroomError(Exception):
    """Any error of ours that a caller may want to catch."""


class InputError(CardroomError, ValueError):
    """What a caller or a person got wrong; the message says what would be right."""


class Refused(InputError):
    """An answer that the rules do not allow. It changed nothing; the message says what would be right."""


class InvariantError(CardroomError, RuntimeError):
    """Something of ours that must always hold and did not; never the doing of whoever was playing."""


if not TYPE_CHECKING:
    __getattr__ = old_names(__name__, {"Mistaken": "InputError", "Fault": "InvariantError"})
