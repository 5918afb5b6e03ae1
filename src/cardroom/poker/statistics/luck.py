"""What luck did: the equity of all-in pots when the betting was over, and of shown hands street by street."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from cardroom.cards import JOKER, UNKNOWN, Card, text
from cardroom.errors import InputError
from cardroom.games.poker.pots import Pot, put_in, side_pots
from cardroom.play import BOARD, Round
from cardroom.play.round import BOARDS, Acted, Dealt, Event, Transfer, hand_of
from cardroom.poker.dealing import GameHands, dealing_of
from cardroom.poker.equities import exact_equity
from cardroom.poker.statistics.counting import BETTING, HandCount

__all__ = ["StreetEquity", "all_in_winnings", "equity_by_street"]

LONGEST = 0.5
"""The longest count of an equity, by the estimate of its plan in seconds. What takes longer stays as played."""
QUICK = 0.2
"""The same for one street of a review."""


def all_in_winnings(round: Round, hand: HandCount) -> dict[str, Fraction] | None:
    """What each spot's share of the pots was worth when the betting ended, in cents before any rake.

    None if no cards were to come, cards are unknown, players still chose cards, or the count would take too long.
    """
    poker = round.rules.poker
    if len(hand.live) < 2 or poker is None or poker.structure == "draw" or hand.late_choice:
        return None
    before = round.events[: hand.last_bet]
    if not any(isinstance(event, Dealt) and _to_play(event) for event in round.events[hand.last_bet :]):
        return None
    put, dead = put_in(round.events)
    won = sum(event.amount for event in round.events if isinstance(event, Transfer) and event.cause == "pot")
    pots = side_pots(put, dead, list(hand.live), sum(put.values()) + dead - won)
    worth = dict.fromkeys(hand.live, Fraction(0))
    for pot in pots:
        shares = _shares(round, before, pot)
        if shares is None:
            return None
        for spot, share in zip(pot.players, shares, strict=True):
            worth[spot] += pot.amount * share
    return worth


def _to_play(event: Dealt) -> bool:
    return event.place.kind in (BOARD.kind, "hand")


def _shares(round: Round, before: Sequence[Event], pot: Pot) -> list[Fraction] | None:
    if len(pot.players) == 1:
        return [Fraction(1)]
    return equities(round, before, pot.players)


def equities(
    round: Round, before: Sequence[Event], spots: Sequence[str], seconds: float = LONGEST
) -> list[Fraction] | None:
    """The exact equities of spots after the first events of a finished hand; None if they cannot be counted."""
    dealing = dealing_of(round.rules)
    dealt: dict[object, int] = {}
    for event in before:
        if isinstance(event, Dealt):
            dealt[event.place] = dealt.get(event.place, 0) + len(event.cards)
    hands = []
    for spot in spots:
        cards = round.cards.hand(spot)[: dealt.get(hand_of(spot), 0)]
        if not cards or UNKNOWN in cards or JOKER in cards:
            return None
        hands.append(_written(dealing, cards))
    places = BOARDS[: dealing.poker.boards if dealing.structure == "community" else 0]
    if any(dealt.get(place) for place in BOARDS if place not in places):
        return None  # a second board of a bomb pot, or a card that stud players share
    boards = [text(round.cards.hand(place)[: dealt.get(place, 0)]) for place in places]
    try:
        found = exact_equity(dealing, *hands, board="/".join(boards) if any(boards) else "", seconds=seconds)
    except InputError:
        return None
    return None if found is None else [Fraction(player.equity) for player in found.players]  # type: ignore[arg-type]


class StreetEquity(msgspec.Struct, frozen=True):
    """The equity of the hands of a showdown when a street was dealt."""

    street: str
    board: tuple[Card, ...]
    mine: float
    others: tuple[tuple[str, float], ...]
    """The other players who showed, each with the equity of their hand."""


_STREETS = {"community": ("Before the flop", "Flop", "Turn", "River"), "stud": ("Third", "Fourth", "Fifth", "Sixth")}


def equity_by_street(round: Round, who: str) -> tuple[StreetEquity, ...]:
    """How a player's equity went, street by street, against the hands that this player saw at the showdown.

    Empty for a round without a showdown of the player, and for games that cannot be counted quickly.
    """
    poker, view = round.rules.poker, round.view(who)
    if poker is None or poker.structure == "draw" or not round.done:
        return ()
    folded = {event.spot for event in round.events if isinstance(event, Acted) and event.action == "fold"}
    dealt = {event.place.owner for event in round.events if isinstance(event, Dealt) and event.place.kind == "hand"}
    spots = [spot for spot in round.seated if spot.id in dealt - folded and UNKNOWN not in view.hand(spot.id)]
    mine = [number for number, spot in enumerate(spots) if spot.bettor == who]
    if len(spots) < 2 or not mine:
        return ()
    found = []
    for name, size in zip(_STREETS[poker.structure], _moments(round), strict=False):
        shares = equities(round, round.events[:size], [spot.id for spot in spots], QUICK)
        if shares is None:
            continue
        others = tuple(
            (spot.bettor, float(share)) for spot, share in zip(spots, shares, strict=True) if spot.bettor != who
        )
        board = tuple(round.cards.hand(BOARD)[: _on_board(round.events[:size])])
        found.append(StreetEquity(name, board, float(shares[mine[0]]), others))
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


def _written(dealing: GameHands, cards: Sequence[Card]) -> str:
    if dealing.structure != "stud":
        return text(cards).replace(" ", "")
    faces = "".join(dealing.poker.streets)
    down = [card for card, face in zip(cards, faces, strict=False) if face == "d"]
    up = [card for card, face in zip(cards, faces, strict=False) if face != "d"]
    return f"({text(down).replace(' ', '')}){text(up).replace(' ', '')}"
