"""Games in stages as most people play them: stay with a pair or high cards, bet more with a good pair."""

from collections import Counter
from random import Random

from cardroom.cards import UNKNOWN
from cardroom.play import Amount, Answer, Ask, Bets, View
from cardroom.players.habits import ante_and_bonuses, most_raised

__all__ = ["staged"]

TEN = 8
CURIOUS = 0.15
"""How often a player stays with nothing."""


def staged(view: View, ask: Ask, rng: Random) -> Answer:
    """Bet a few times the minimum, sometimes a bonus; judge the known cards by pairs and high ranks; never bank."""
    options = {option.action: option for option in ask.options}
    if "bank" in options:
        return ask.check("pass")
    if isinstance(bets := options.get("bet"), Bets):
        wagers = ante_and_bonuses(bets, rng, raises=most_raised(view.rules))
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    known = [card >> 2 for card in (*view.hand(ask.spot), *view.hand("board")) if card != UNKNOWN]
    pairs = [rank for rank, times in Counter(known).items() if times > 1]
    good = any(rank >= TEN for rank in pairs) or len(pairs) > 1
    fair = good or bool(pairs) or sum(rank >= TEN for rank in known) * 2 >= len(known) or rng.random() < CURIOUS
    placing = next((option for option in ask.options if option.action in ("bet", "raise")), None)
    if "take-back" in options:
        return ask.check("check" if good or (pairs and rng.random() < CURIOUS) else "take-back")
    if placing is None or not fair:
        return ask.check("check" if "check" in options else "fold" if "fold" in options else ask.options[-1].action)
    if isinstance(placing, Amount):
        return ask.check(placing.action, placing.most if good else placing.least)
    return ask.check(placing.action)
