"""How a person is asked, for modules that turn what was typed into a value."""

from typing import Protocol

from rich.text import Text

__all__ = ["Asker", "GoBack"]


class GoBack(Exception):
    """The person takes back what was begun."""


class Asker(Protocol):
    """Somebody who can be asked. Any question may be answered with `GoBack`."""

    def typed(self, question: str, typed: str = "") -> str:
        """A line, of which the beginning may have been typed already."""

    def yes(self, question: str) -> bool:
        """A yes or a no; nothing is no."""

    def refuse(self, message: str) -> None:
        """Say why something was not accepted."""

    def say(self, words: Text) -> None:
        """Show a paragraph."""
