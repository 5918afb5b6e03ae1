"""How the equity of shown hands went from street to street, for the review of a finished round."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.play import BOARD, Round
from cardroom.play.round import BOARDS, Acted, Dealt, Event
from cardroom.poker.statistics.counting import BETTING
from cardroom.poker.statistics.luck import HandsAt, exact_shares, hands_at
from cardroom.rulebook import RuleSet

__all__ = ["ShownStreet", "StreetEquity", "equity_by_street", "shown_streets"]

LONGEST = 0.2
"""The longest count of one street, by the estimate of its plan in seconds. Longer ones are left out."""
_BOARDS = {3: "Flop", 4: "Turn", 5: "River"}
"""The streets by the cards on the board."""
_STUD = ("Third", "Fourth", "Fifth", "Sixth")


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
    for name, size in _moments(round):
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


def _moments(round: Round) -> Iterator[tuple[str, int]]:
    """The streets, each with how many events there were when all of its cards were dealt."""
    poker, events = round.rules.poker, round.events
    acts = [at for at, event in enumerate(events) if isinstance(event, Acted) and event.action in BETTING]
    if poker is None or poker.structure == "stud":
        dealt = [at for at, event in enumerate(events) if isinstance(event, Dealt) and event.place.kind == "hand"]
        firsts = (next((act for act in acts if act > at), 0) for at in dealt)
        yield from zip(_STUD, sorted({*firsts} - {0}), strict=False)
        return
    if acts and _on_board(events[: acts[0]]) not in _BOARDS:
        yield "Before the flop", acts[0]
    others = BOARDS[1 : poker.boards]
    for size, event in enumerate(events, 1):
        if isinstance(event, Dealt) and event.place == BOARD and (street := _BOARDS.get(_on_board(events[:size]))):
            together = takewhile(lambda each: isinstance(each, Dealt) and each.place in others, events[size:])
            yield street, size + len([*together])


def _on_board(events: Sequence[Event]) -> int:
    return sum(len(event.cards) for event in events if isinstance(event, Dealt) and event.place == BOARD)
