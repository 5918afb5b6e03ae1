"""How the equity of shown hands went from street to street, for the review of a finished round."""

from collections.abc import Iterable, Sequence

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.play import BOARD, Round
from cardroom.play.round import Acted, Dealt, Event
from cardroom.poker.statistics.counting import BETTING
from cardroom.poker.statistics.luck import HandsAt, exact_shares, hands_at
from cardroom.rulebook import RuleSet

__all__ = ["ShownStreet", "StreetEquity", "equity_by_street", "shown_streets"]

LONGEST = 0.2
"""The longest count of one street, by the estimate of its plan in seconds. Longer ones are left out."""
_STREETS = {"community": ("Before the flop", "Flop", "Turn", "River"), "stud": ("Third", "Fourth", "Fifth", "Sixth")}


class ShownStreet(msgspec.Struct, frozen=True):
    """The hands of a showdown when a street was dealt."""

    street: str
    board: tuple[Card, ...]
    at: HandsAt
    bettors: tuple[str, ...]
    """Whose hands they are."""


class StreetEquity(msgspec.Struct, frozen=True):
    """The equity of the hands of a showdown when a street was dealt."""

    street: str
    board: tuple[Card, ...]
    mine: float
    others: tuple[tuple[str, float], ...]
    """The other players who showed, each with the equity of their hand."""


def shown_streets(round: Round, who: str) -> tuple[ShownStreet, ...]:
    """The hands that a player saw at the showdown, street by street.

    Empty for a round without a showdown of the player, and for games with draws.
    """
    poker, view = round.rules.poker, round.view(who)
    if poker is None or poker.structure == "draw" or not round.done:
        return ()
    folded = {event.spot for event in round.events if isinstance(event, Acted) and event.action == "fold"}
    dealt = {event.place.owner for event in round.events if isinstance(event, Dealt) and event.place.kind == "hand"}
    spots = [spot for spot in round.seated if spot.id in dealt - folded and UNKNOWN not in view.hand(spot.id)]
    if len(spots) < 2 or who not in [spot.bettor for spot in spots]:
        return ()
    found = []
    for name, size in zip(_STREETS[poker.structure], _moments(round), strict=False):
        at = hands_at(round, round.events[:size], [spot.id for spot in spots])
        if at is not None:
            board = tuple(round.cards.hand(BOARD)[: _on_board(round.events[:size])])
            found.append(ShownStreet(name, board, at, tuple(spot.bettor for spot in spots)))
    return tuple(found)


def equity_by_street(rules: RuleSet, streets: Iterable[ShownStreet], who: str) -> tuple[StreetEquity, ...]:
    """How a player's equity went against the other hands. Streets that cannot be counted quickly are left out."""
    found = []
    for each in streets:
        shares = exact_shares(rules, each.at, LONGEST)
        if shares is not None:
            pairs = [(name, float(share)) for name, share in zip(each.bettors, shares, strict=True)]
            mine = next(share for name, share in pairs if name == who)
            others = tuple((name, share) for name, share in pairs if name != who)
            found.append(StreetEquity(each.street, each.board, mine, others))
    return tuple(found)


def _moments(round: Round) -> list[int]:
    """How many events there are once the first cards are dealt, and after each later street."""
    poker = round.rules.poker
    first = next((n for n, event in enumerate(round.events) if isinstance(event, Acted) and event.action in BETTING), 0)
    if poker is not None and poker.structure == "community":
        later = [n for n, event in enumerate(round.events, 1) if isinstance(event, Dealt) and event.place == BOARD]
        return [first, *later]
    moments, dealt = [], True
    for number, event in enumerate(round.events):
        if isinstance(event, Acted) and event.action in BETTING and dealt:
            moments.append(number)
            dealt = False
        dealt = dealt or (isinstance(event, Dealt) and event.place.kind == "hand")
    return moments


def _on_board(events: Sequence[Event]) -> int:
    return sum(len(event.cards) for event in events if isinstance(event, Dealt) and event.place == BOARD)
