"""Pai gow in simulations: the script plays, with hands set the House Way if so wanted."""

from random import Random

from cardroom.analysis.simulation.parts import SimulatedGame
from cardroom.play import Answer, Ask, View


def house_way(view: View, ask: Ask, rng: Random) -> Answer:
    """Pai gow hands set the House Way; whatever else is asked is answered as for somebody absent.

    >>> import cardroom
    >>> round = cardroom.game("fortune-pai-gow-poker").round(2, seed=7)
    >>> house_way(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    return ask.check("house-way") if any(option.action == "house-way" for option in ask.options) else ask.default


FORTUNE = SimulatedGame(strategies={"house-way": house_way}, exact=house_way)
FACE_UP = SimulatedGame(strategies={"house-way": house_way})
