"""Open questions to the user of a connection, read from a scene."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Question", "questions_in"]


class Question(NamedTuple):
    """A question to this user that can be answered now."""

    table: str
    spot: str
    """The spot that it is about. A player can have several."""
    number: str
    """Its number, which is never used again. A late answer is never taken for the next question."""
    prompt: dict[str, Any]
    """Its title, its offers, its default and its reason, as in the picture."""
    picture: dict[str, Any]
    """The table as this user sees it."""

    @property
    def offers(self) -> dict[str, dict[str, Any]]:
        """The possible answers by action. `option` has the bounds of an offer's value."""
        return {each["action"]: each for each in self.prompt["offers"]}

    @property
    def cards(self) -> list[int]:
        """The numbers of the cards at this spot that this user sees."""
        mine = (each for each in self.picture.get("spreads", ()) if each.get("mine"))
        return [card for spread in mine for card in spread["cards"]]


def questions_in(table: str, scene: dict[str, Any]) -> list[Question]:
    """The open questions of a scene to its viewer.

    >>> prompt = {"spot": "1", "title": "Your turn", "offers": [{"action": "fold", "option": {"type": "choice"}}]}
    >>> [one] = questions_in("table 7", {"questions": {"1": "0.1.0"}, "picture": {"prompts": [prompt]}})
    >>> one.number, list(one.offers)
    ('0.1.0', ['fold'])
    """
    picture = scene.get("picture") or {}
    numbers = scene.get("questions", {})
    return [
        Question(table, prompt["spot"], numbers[prompt["spot"]], prompt, picture)
        for prompt in picture.get("prompts", ())
        if prompt["spot"] in numbers
    ]
