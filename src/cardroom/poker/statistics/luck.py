"""What luck did: the equity of hands at a moment of a round, and of all-in pots when the betting was over."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cardroom.cards import JOKER, UNKNOWN, Card, text
from cardroom.errors import InputError
from cardroom.games.poker.pots import Pot, put_in, side_pots
from cardroom.play import BOARD, Round
from cardroom.play.round import BOARDS, Dealt, Event, Transfer, hand_of
from cardroom.poker.dealing import GameHands, dealing_of
from cardroom.poker.statistics.counting import HandCount
from cardroom.rulebook import RuleSet

__all__ = ["HandsAt", "all_in_winnings", "exact_shares", "hands_at"]

LONGEST = 0.5
"""The longest count of an equity, by the estimate of its plan in seconds. What takes longer stays as played."""


class HandsAt(NamedTuple):
    """The known hands of some spots at a moment, and the board, as equity reads them."""

    hands: tuple[str, ...]
    board: str


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
    at = hands_at(round, before, pot.players)
    return at and exact_shares(round.rules, at, LONGEST)


def hands_at(round: Round, before: Sequence[Event], spots: Sequence[str]) -> HandsAt | None:
    """The hands of spots after the first events of a finished hand; None if a card is unknown or is nobody's own."""
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
    return HandsAt(tuple(hands), "/".join(boards) if any(boards) else "")


def exact_shares(rules: RuleSet, at: HandsAt, seconds: float) -> list[Fraction] | None:
    """The exact equities of hands; None if the count would take longer."""
    from cardroom.poker.equities import exact_equity  # noqa: PLC0415, a server that only reads hands loads no NumPy

    try:
        found = exact_equity(dealing_of(rules), *at.hands, board=at.board, seconds=seconds)
    except InputError:
        return None
    return None if found is None else [Fraction(player.equity) for player in found.players]  # type: ignore[arg-type]


def _written(dealing: GameHands, cards: Sequence[Card]) -> str:
    if dealing.structure != "stud":
        return text(cards).replace(" ", "")
    faces = "".join(dealing.poker.streets)
    down = [card for card, face in zip(cards, faces, strict=False) if face == "d"]
    up = [card for card, face in zip(cards, faces, strict=False) if face != "d"]
    return f"({text(down).replace(' ', '')}){text(up).replace(' ', '')}"
