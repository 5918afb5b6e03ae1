"""When the collection of a poker hand is taken. `play.round.collect` takes it."""

from collections.abc import Sequence

from cardroom.games.poker.hand import Hand
from cardroom.play.round import collect
from cardroom.rulebook.fees import Moment

__all__ = ["ROUNDS", "drop", "drop_after"]

ROUNDS: tuple[Moment, ...] = ("first round", "second round", "third round")
"""The moments of the collection in games without named streets: after each betting round."""


def drop(hand: Hand, moments: Sequence[Moment], number: int = 1) -> None:
    """Take the posted collection from the pot at one of these moments, numbered from 1."""
    if hand.stakes.collected and 0 < number <= len(moments):
        moment = moments[number - 1]
        hand.charged += collect(hand.round, moment, [player.spot for player in hand.players])


def drop_after(hand: Hand, number: int) -> None:
    """Take the collection after a betting round, in games without named streets (500 Club, Poker Collection Rates).

    A round is reached when a player may bet in it. Where all are all-in before it, there is none. A hand that ends in
    the first round pays nothing.
    """
    if hand.bets and (number > 1 or len(hand.live) > 1):
        drop(hand, ROUNDS, number)
