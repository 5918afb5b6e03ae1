"""Pai gow in simulations: the script plays, and a strategy that sets hands the House Way."""

from random import Random

from cardroom.analysis.simulation.parts import SimulatedGame
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
FACE_UP = SimulatedGame(strategies={"house-way": house_way})
