"""The error of a client whose server does not answer."""

from cardroom.errors import CardroomError

__all__ = ["Unreachable"]


class Unreachable(CardroomError):
    """The server does not answer, or closed the connection. The message is the reason."""
