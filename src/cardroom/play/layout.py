"""What a game's table has, said once beside its script: places, what their cards make, raise ladders, displays.

Rules pages, bots, analysis and everything that draws a table read it here; none of them knows a game by name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.cards import UNKNOWN, Card
from cardroom.rankings import RANKINGS, describe
from cardroom.rulebook import RuleSet

__all__ = ["Layout", "Makes", "Raise", "Shown", "ranked", "shared"]

Makes = Callable[[RuleSet, Sequence[Card], Sequence[Card]], str]
"""What cards make in words, with those that everybody shares; nothing where that cannot be said yet."""


class Shown(NamedTuple):
    """A place as people see it."""

    title: str = ""
    """What it is called; a hand is called by whose it is."""
    makes: Makes | None = None
    part: str = ""
    """For one part of a hand, which; "up" are its cards that everybody sees, "split" is a hand of a split circle."""
    sorted: bool = False
    """Whether its owner holds the cards highest first."""
    slots: int = 0
    """For a row that is filled in the course of the hand, how many cards it takes: what is empty is shown too."""
    wild: Makes | None = None
    """What they make with a joker that was dealt face down, where that differs."""


class Raise(NamedTuple):
    """A wager after the deal, in multiples of the one that it follows."""

    when: str
    least: int
    most: int


class Layout(NamedTuple):
    """A table as its script declares it. Places that are not named here are not looked at: burns, mucks, piles."""

    places: Mapping[str, tuple[Shown, ...]]
    """By kind of place, in the order in which they are shown."""
    raises: Callable[[RuleSet], tuple[Raise, ...]] | None = None
    """The ladder of the wager that follows the deal, where it is not just once."""
    display: Callable[[RuleSet, Any], dict[str, Any]] | None = None
    """What the table's display shows of what the script carries from round to round."""


def ranked(*rankings: str) -> Makes:
    """Hands in words, by the first of these rankings that judges so many cards.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> ranked("three-card")(rule_set("three-card-poker-6-card-bonus"), parse("9h 9s 2c"), ())
    'Pair of nines, two kicker'
    """

    def makes(_: RuleSet, cards: Sequence[Card], board: Sequence[Card]) -> str:
        whole = [*cards, *board]
        if not cards or UNKNOWN in whole:
            return ""
        return next((describe(name, whole) for name in rankings if len(whole) in RANKINGS[name].sizes), "")

    return makes


def shared(makes: Makes) -> dict[str, tuple[Shown, ...]]:
    """The places of a game in which everybody plays two hands with one board: the dealer's, the board and one's own.

    >>> list(shared(ranked("high")))
    ['dealer', 'board', 'hand']
    """
    return {"dealer": (Shown("Dealer", makes),), "board": (Shown("Board"),), "hand": (Shown("", makes),)}
