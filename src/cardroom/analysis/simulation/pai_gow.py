"""Pai gow in simulations: the script plays, and strategies that set hands the House Way or as is best."""

from random import Random

from cardroom.analysis.evaluation import face_up, facts_of
from cardroom.analysis.simulation.parts import OPTIMAL, SimulatedGame
from cardroom.play import Answer, Ask, View


def house_way(view: View, ask: Ask, rng: Random) -> Answer:
    """Set pai gow hands the House Way, and give the default answer to everything else.

    >>> import cardroom
    >>> round = cardroom.game("fortune-pai-gow-poker").round(2, seed=7)
    >>> house_way(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    return ask.check("house-way") if any(option.action == "house-way" for option in ask.options) else ask.default


FORTUNE = SimulatedGame(strategies={"house-way": house_way}, exact=house_way)


def best_setting(view: View, ask: Ask, rng: Random) -> Answer:
    """Set the hand as is best against the hand that the player-dealer shows. Other answers are the default ones."""
    if all(option.action != "set" for option in ask.options):
        return ask.default
    options = face_up(view.rules, facts_of(view, ask)).options
    best = max(options, key=lambda option: option.value)
    return ask.check("set", list(best.cards)) if best.cards else ask.check(best.action)


FACE_UP = SimulatedGame(strategies={"house-way": house_way, OPTIMAL: best_setting})
