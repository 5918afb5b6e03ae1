"""What can be said of a shuffle to somebody who saw the commitment before and the cards after."""

from typing import Any

from cardroom.cards import Card
from cardroom.cards.verify import Verdict, verify
from cardroom.play import View
from cardroom.play.events import Dealt

__all__ = ["cards_seen", "shuffle_verdict", "with_commitment"]

LEAST_DIGITS = 8
"""Digits of a commitment that somebody may note instead of all 64."""


def shuffle_verdict(transcript: dict[str, Any], commitment: str, view: View, spent: range) -> Verdict:
    """Recompute a shuffle, and hold it against the commitment noted before and the cards that a seat has seen.

    `spent` are the places in the order whose cards left the deck. Where some left it unseen, as burns do, nobody
    can say which place a card had, and what was seen is not held against the order.
    """
    seen = cards_seen(view)
    verdict = verify(transcript, seen, spent.start) if len(seen) == len(spent) else verify(transcript)
    return with_commitment(verdict, transcript["commitment"], commitment)


def with_commitment(verdict: Verdict, published: str, noted: str) -> Verdict:
    """The same verdict, and whether its commitment is the one that somebody noted before, or begins so."""
    if published.startswith(noted.lower()):
        return Verdict(verdict.holds, (*verdict.says, "the commitment is the one that was noted before the round"))
    says = f"the commitment noted before the round is {noted}, but it is {published or 'none'}"
    return Verdict(False, (*verdict.says, says))


def cards_seen(view: View) -> list[Card]:
    """The cards in the order in which they left the deck, as far as a seat has seen them."""
    seen: list[Card] = []
    places: dict[str, int] = {}
    for event in view.events:
        if isinstance(event, Dealt):
            before = places.get(event.place, 0)
            places[event.place] = before + len(event.cards)
            seen.extend(view.hand(event.place)[before : places[event.place]])
    return seen
