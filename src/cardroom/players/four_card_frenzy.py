"""Four Card Frenzy as most people play it: raise with king-queen high, and the maximum with aces."""

from random import Random

from cardroom.play import Amount, Answer, Ask, Bets, View
from cardroom.players.habits import ante_and_bonuses, most_raised
from cardroom.rankings import strength

__all__ = ["four_card_frenzy"]

LEAST_TO_RAISE = "Ks Qh 3d 2c"
"""King-queen high: from about here, a raise costs less than a fold, which gives up the Ante and the Odds."""


def four_card_frenzy(view: View, ask: Ask, rng: Random) -> Answer:
    """Raise with king-queen high or better, three Antes with a pair of aces or better; fold the rest.

    >>> from cardroom.games import game
    >>> round = game("four-card-frenzy").round(1, seed=7)
    >>> four_card_frenzy(round.view("1"), round.ask, Random(7)).action
    'bet'
    """
    options = {option.action: option for option in ask.options}
    if isinstance(bets := options.get("bet"), Bets):
        wagers = ante_and_bonuses(bets, rng, raises=most_raised(view.rules))
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    good = strength("four-of-five", view.hand(ask.spot)) >= strength("four-of-five", LEAST_TO_RAISE)
    if good and isinstance(bet := options["raise"], Amount):
        return ask.check("raise", bet.most)
    return ask.check("fold")
