"""Odd chips: which half of a pot has one, and which of equal winners gets it."""

from collections.abc import Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, Player
from cardroom.rankings import strength

__all__ = ["low_part", "odd_chip_order"]


def low_part(hand: Hand, amount: int, highs: Sequence[Player], lows: Sequence[Player], board: Sequence[Card]) -> int:
    """The low half of a pot. The odd chip goes to the half of the winner first in line for odd chips, or to the high
    hand (500 Club, Pineapple High/Low, How Winners are Determined and Paid)."""
    poker, chip = hand.poker, hand.stakes.chip
    half = amount // chip // 2 * chip
    if "high hand" in (poker.odd_chip, poker.odd_half) or amount == 2 * half:
        return half
    winners = [player for player in hand.players if player in highs or player in lows]
    first = odd_chip_order(hand, winners, poker.ranking, board)[0]
    return half if first in highs else amount - half


def odd_chip_order(hand: Hand, winners: Sequence[Player], ranking: str, board: Sequence[Card]) -> Sequence[Player]:
    """The winners in line for an odd chip: by the game's rule, then from the left of the button or the house dealer."""
    if len(winners) == 1:
        return winners
    order = [player for player in hand.players if player in winners]
    match hand.poker.odd_chip:
        case "highest hand up":  # the best hand showing
            order.sort(key=lambda player: -showing(hand, player))
        case "high hand":
            order.sort(key=lambda player: best_cards(ranking, [*hand.cards.hand(player.spot), *board]), reverse=True)
    return order


def showing(hand: Hand, player: Player) -> int:
    """The strength of a player's up cards."""
    cards = player.up[:4]
    return 0 if UNKNOWN in cards or not cards else strength(hand.poker.showing, cards)


def best_cards(ranking: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, highest first; of several, those of the highest suits."""
    fives = [tuple(sorted(five, reverse=True)) for five in combinations(cards, 5)]
    return max(fives, key=lambda five: (strength(ranking, five), five))
