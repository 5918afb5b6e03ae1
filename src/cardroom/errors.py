"""The errors that are ours, so that a caller can catch them and nothing else.

>>> issubclass(Mistaken, ValueError), issubclass(Fault, Mistaken)
(True, False)
"""

__all__ = ["CardroomError", "Fault", "Mistaken", "Refused"]


class CardroomError(Exception):
    """Any error of ours that a caller may want to catch."""


class Mistaken(CardroomError, ValueError):
    """What a caller or a person got wrong; the message says what would be right."""


class Refused(Mistaken):
    """An answer that the rules do not allow. It changed nothing; the message says what would be right."""


class Fault(CardroomError, RuntimeError):
    """Something of ours that must always hold and did not; never the doing of whoever was playing."""
