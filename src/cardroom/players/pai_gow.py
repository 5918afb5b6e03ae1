"""Both pai gow games as most people play them: the House Way, and sometimes five dollars on the Fortune Bonus."""

from random import Random

from cardroom.play import Answer, Ask, Bets, View
from cardroom.players.habits import ANTES

__all__ = ["pai_gow"]

FORTUNE = 500
"""The bet that earns an Envy button, in cents."""
FORTUNE_CHANCE = 0.4
ACE_HIGH_CHANCE = 0.15


def pai_gow(view: View, ask: Ask, rng: Random) -> Answer:
    """Bet a few times the minimum, set every hand the House Way, take any pile, never bank.

    >>> from cardroom.games import game
    >>> round = game("fortune-pai-gow-poker").round(2, seed=7)
    >>> pai_gow(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    options = {option.action: option for option in ask.options}
    if isinstance(bets := options.get("bet"), Bets):
        return ask.check("bet", _bets(bets, rng))
    for action in ("pass", "house-way"):
        if action in options:
            return ask.check(action)
    return ask.check(rng.choice(list(options)))  # one pile is as good as another


def _bets(bets: Bets, rng: Random) -> dict[str, int]:
    areas = {area.wager: area for area in bets.areas}
    base = areas["base"]
    amount = min(base.least * rng.choice(ANTES), base.most, bets.chips)
    wagers = {"base": amount - amount % base.increment}
    for wager, chance, usual in (("fortune", FORTUNE_CHANCE, FORTUNE), ("ace-high", ACE_HIGH_CHANCE, 0)):
        if wager in areas and rng.random() < chance:
            amount = max(usual, areas[wager].least)
            if amount <= min(areas[wager].most, bets.chips - sum(wagers.values())):
                wagers[wager] = amount
    return wagers
