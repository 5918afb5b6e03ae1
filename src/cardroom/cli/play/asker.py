"""How modules that parse typed values ask the player."""

from typing import Protocol

from rich.text import Text

__all__ = ["Asker", "GoBack"]


class GoBack(Exception):
    """The player goes back to the question before."""


class Asker(Protocol):
    """A player who can be asked. Each question may raise `GoBack`."""

    def typed(self, question: str, typed: str = "") -> str:
        """Ask for a line. `typed` is the part that was typed before the question."""

    def yes(self, question: str) -> bool:
        """Ask for yes or no. Enter alone is no."""

    def refuse(self, message: str) -> None:
        """Show why an input was rejected."""

    def say(self, words: Text) -> None:
        """Show a paragraph."""
