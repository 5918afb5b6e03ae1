"""The families of games that the lobby lists.

The family follows from the cloth and the structure of the deal. Nothing here knows a game by name.
"""

from cardroom.rulebook import RuleSet
from cardroom.show.pictures import cloth

__all__ = ["FAMILIES", "family"]

FAMILIES = (
    "Hold'em against the bank",
    "Three and four cards",
    "Baccarat",
    "Pai gow",
    "Twenty-one",
    "Community poker",
    "Stud",
    "Draw",
    "Chinese poker",
)
"""In the order of the lobby."""

_BY_FELT = {
    "holdem": "Hold'em against the bank",
    "cards": "Three and four cards",
    "baccarat": "Baccarat",
    "paigow": "Pai gow",
    "blackjack": "Twenty-one",
    "chinese": "Chinese poker",
}
_BY_STRUCTURE = {"community": "Community poker", "stud": "Stud", "draw": "Draw"}


def family(rules: RuleSet) -> str:
    """The family of a game.

    >>> from cardroom.rulebook import rule_set
    >>> [family(rule_set(game)) for game in ("ultimate-texas-holdem", "razz", "face-up-chinese-poker")]
    ["Hold'em against the bank", 'Stud', 'Chinese poker']
    """
    return _BY_STRUCTURE[rules.poker.structure] if rules.poker else _BY_FELT[cloth(rules).felt]
