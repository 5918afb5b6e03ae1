"""Games in stages in simulations: the best player, from the solution."""

from random import Random

import numpy as np

from cardroom.analysis.simulation.parts import OPTIMAL, SimulatedGame
from cardroom.analysis.stages import (
    History,
    StagedOption,
    StagedSolution,
    WorldSolution,
    codes_of,
    masks_of,
    options_of,
    solved,
)
from cardroom.cards import UNKNOWN, Card
from cardroom.errors import InputError
from cardroom.play import Amount, Answer, Ask, View
from cardroom.play.round import Acted

__all__ = ["SIMULATED", "best", "history_of", "state_of"]


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision. A bet that the chips do not allow becomes the largest that they do."""
    solution = solved(view.rules)
    known = [card for card in (*view.hand(ask.spot), *view.hand("board")) if card != UNKNOWN]
    up = [card for card in view.hand("dealer") if card != UNKNOWN] if solution.stages.dealer else []
    number = solution.stages.known.index(len(known))
    history = history_of(view, ask, solution, number)
    each, row = state_of(solution, number, known, up)
    option = options_of(solution.stages, number)[each.choices[number, history][row]]
    offered = next((one for one in ask.options if one.action == option.move.action), None)
    if offered is None:
        return ask.default
    if isinstance(offered, Amount):
        unit = offered.step
        return ask.check(offered.action, min(option.units * unit, offered.most))
    return ask.check(offered.action)


def history_of(view: View, ask: Ask, solution: StagedSolution, number: int) -> History:
    """The options that a spot has chosen so far. An amount between the bounds counts as the nearest of them."""
    stages = solution.stages
    acts = [each for each in view.of(Acted) if each.spot == ask.spot and not isinstance(each.value, dict)]
    actions = {move.action for stage in stages.stages for move in stage.moves}
    acts = [each for each in acts if each.action in actions][:number]
    stake = view.stake(ask.spot, next(iter(stages.wagers)))
    history: list[StagedOption] = []
    for at, act in enumerate(acts):
        fitting = [option for option in options_of(stages, at) if option.move.action == act.action]
        units = act.value // stake if isinstance(act.value, int) else fitting[0].units
        history.append(min(fitting, key=lambda option: abs(option.units - units)))
    return tuple(history)


def state_of(solution: StagedSolution, number: int, known: list[Card], up: list[Card]) -> tuple[WorldSolution, int]:
    """The state that these cards are, in the world of the dealer's card."""
    shown = solution.stages.shown[number]
    if len(up) != shown:
        raise InputError(f"dealer: give {shown} card{'' if shown == 1 else 's'}, not {len(up)}")
    each = next(one for one in solution.worlds if not up or one.world.up is None or one.world.up >> 2 == up[0] >> 2)
    cards = known
    if up and each.world.up is not None:  # exchange suits, so that the dealer's card is the one of this world
        one, other = up[0] & 3, each.world.up & 3
        swapped = {one: other, other: one}
        cards = [card >> 2 << 2 | swapped.get(card & 3, card & 3) for card in known]
    code = codes_of(masks_of(np.array([cards])), each.world.up)[0]
    return each, int(np.searchsorted(each.states[number].codes, code))


SIMULATED = SimulatedGame(None, {OPTIMAL: best})
