"""EZ Baccarat as most people play it: the banker line most of the time, a long shot now and then."""

from random import Random

from cardroom.play import Answer, Ask, Bets, View
from cardroom.players.habits import ANTES, bonuses

__all__ = ["ez_baccarat"]

BANKER_CHANCE = 0.7
BONUS_CHANCE = 0.12


def ez_baccarat(view: View, ask: Ask, rng: Random) -> Answer:
    """Bets on a line at a few times the minimum; never banks.

    >>> from cardroom.games import game
    >>> round = game("ez-baccarat").round(2, seed=7)
    >>> round.answer(1, "bank", 50_000)
    >>> ez_baccarat(round.view("2"), round.ask, Random(7)).action
    'bet'
    """
    options = {option.action: option for option in ask.options}
    if isinstance(bets := options.get("bet"), Bets):
        wagers = _bets(bets, rng)
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    return ask.check("pass")


def _bets(bets: Bets, rng: Random) -> dict[str, int]:
    areas = {area.wager: area for area in bets.areas}
    line = areas["banker" if rng.random() < BANKER_CHANCE else "player"]
    most = min(line.most, bets.chips)
    if most < line.least:  # the last few dollars reach for a tie at best
        return bonuses([areas["tie"]], bets.chips, rng, chance=1)
    amount = min(line.least * rng.choice(ANTES), most)
    others = [area for area in bets.areas if area.wager not in ("player", "banker")]
    return {line.wager: amount} | bonuses(others, bets.chips - amount, rng, BONUS_CHANCE)
