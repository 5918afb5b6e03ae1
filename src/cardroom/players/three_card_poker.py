"""Three Card Poker 6 Card Bonus as most people play it: queen-six-four or better plays, the rest folds."""

from random import Random

from cardroom.play import Answer, Area, Ask, Bets, View
from cardroom.rankings import rank

__all__ = ["three_card_poker"]

LEAST_TO_PLAY = rank("three-card", "Qs 6h 4d") or 0
ANTES = (1, 1, 2, 2, 3, 5)
"""Antes in table minimums, as often as they stand here."""
BONUS_CHANCE = 0.3
"""How often each bonus bet is made, at the table minimum."""


def three_card_poker(view: View, ask: Ask, rng: Random) -> Answer:
    """Bets a little, rides a bonus now and then, plays queen-six-four, never banks.

    >>> from cardroom.games import game
    >>> round = game("three-card-poker-6-card-bonus").round(2, seed=7)
    >>> three_card_poker(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    options = {option.action: option for option in ask.options}
    if "bank" in options:
        return ask.check("pass")
    if isinstance(bets := options.get("bet"), Bets):
        wagers = _bets(bets, rng)
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    good = (rank("three-card", view.hand(ask.spot)) or 0) >= LEAST_TO_PLAY
    return ask.check("play" if good else "fold")


def _bets(bets: Bets, rng: Random) -> dict[str, int]:
    """Wagers that the chips allow; none where they do not reach for an Ante and its Play."""
    areas = {area.wager: area for area in bets.areas}
    ante = areas["ante"]
    most = min(ante.most, bets.chips // (1 + ante.behind))
    if most < ante.least:
        return {}
    wagers = {"ante": min(ante.least * rng.choice(ANTES), most)}
    left = bets.chips - wagers["ante"] * (1 + ante.behind)
    bonuses: list[Area] = [area for area in bets.areas if area is not ante]
    for area in bonuses:
        if rng.random() < BONUS_CHANCE and area.least <= left:
            wagers[area.wager] = area.least
            left -= area.least
    return wagers
