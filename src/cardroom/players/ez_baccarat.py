"""EZ Baccarat as most people play it: usually the banker line, and a long shot now and then."""

from random import Random

from cardroom.play import Answer, Ask, Bets, View
from cardroom.players.habits import ANTES, bonuses

__all__ = ["ez_baccarat"]

BANKER_CHANCE = 0.7
BONUS_CHANCE = 0.12


def ez_baccarat(view: View, ask: Ask, rng: Random) -> Answer:
    """Bet a few times the minimum on a line; never bank.

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
    if most < line.least:  # too few chips for a line: a tie at most
        return bonuses([areas["tie"]], bets.chips, rng, chance=1)
    amount = min(line.least * rng.choice(ANTES), most)
    amount -= amount % line.increment
    others = [area for area in bets.areas if area.wager not in ("player", "banker")]
    return {line.wager: amount} | bonuses(others, bets.chips - amount, rng, BONUS_CHANCE)
