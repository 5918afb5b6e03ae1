"""Three Card Poker 6 Card Bonus as most people play it: play queen-six-four or better, fold the rest."""

from random import Random

from cardroom.play import Answer, Ask, Bets, View
from cardroom.players.habits import ante_and_bonuses
from cardroom.rankings import strength

__all__ = ["three_card_poker"]

LEAST_TO_PLAY = "Qs 6h 4d"


def three_card_poker(view: View, ask: Ask, rng: Random) -> Answer:
    """Bet a few times the minimum, sometimes a bonus; play queen-six-four or better; never bank.

    >>> from cardroom.games import game
    >>> round = game("three-card-poker-6-card-bonus").round(2, seed=7)
    >>> three_card_poker(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    options = {option.action: option for option in ask.options}
    if "bank" in options:
        return ask.check("pass")
    if isinstance(bets := options.get("bet"), Bets):
        wagers = ante_and_bonuses(bets, rng)
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    good = strength("three-card", view.hand(ask.spot)) >= strength("three-card", LEAST_TO_PLAY)
    return ask.check("play" if good else "fold")
