"""Simulation of millions of rounds from a seed, compared with the exact figures.

`rounds` deals in compiled code. A module for each game (`staged`, `holdem` ...) decides how its rounds end, using
`kernels`, `counts` and `decisions`. `scripts` plays the games' own scripts with any of the `strategies`. `estimates`
compares the results with the exact figures. `parts` loads a game's part of a simulation.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.simulation.baccarat import baccarat_draws, deal_round, nets_by_end, simulate_shoes
    from cardroom.analysis.simulation.checked import Agreement, agreement, checked_agreement, is_counted_here
    from cardroom.analysis.simulation.counts import line_numbers, pay_lines
    from cardroom.analysis.simulation.estimates import (
        MOST_ROUNDS,
        SimulatedWager,
        Simulation,
        Stopped,
        by_scripts,
        simulate,
    )
    from cardroom.analysis.simulation.parts import OPTIMAL, compiled_rounds, simulated_game
    from cardroom.analysis.simulation.rounds import CHUNK, deal_cards, deal_chunk, generator
    from cardroom.analysis.simulation.script_check import ScriptCheck, check_by_script
    from cardroom.analysis.simulation.scripts import BASE, CHIPS, ROUNDS, answer_ask, play_chunk
    from cardroom.analysis.simulation.strategies import StrategyError, from_file
    from cardroom.analysis.simulation.twenty_one import kernel_terms, simulate_terms
    from cardroom.analysis.simulation.twenty_one_kernels import count_shoes, next_random
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
