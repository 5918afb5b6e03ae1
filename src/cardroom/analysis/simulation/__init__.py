"""Simulation of millions of rounds from a seed, compared with the exact figures.

`rounds` deals in compiled code. A module for each game (`three_card`, `holdem` ...) decides how its rounds end, using
`kernels`, `counts` and `decisions`. `scripts` plays the games' own scripts with any of the `strategies`. `estimates`
compares the results with the exact figures. `parts` loads a game's part of a simulation.
"""

from cardroom.analysis.simulation.estimates import SimulatedWager, Simulation, Stopped, by_scripts, simulate

__all__ = ["SimulatedWager", "Simulation", "Stopped", "by_scripts", "simulate"]
