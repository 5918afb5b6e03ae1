"""Simulation: rounds by the million, dealt by a seed, and how far their figures lie from the exact ones.

`rounds` deals in compiled code, and a module for each game (`three_card`, `holdem` ...) says how its rounds end, with
the help of `kernels`, `counts` and `decisions`. `scripts` plays the games themselves, with any of the `strategies`.
`estimates` compares what either found with the exact figures. `parts` finds what a game brings.
"""

from cardroom.analysis.simulation.estimates import Estimate, Simulation, Stopped, by_scripts, simulate

__all__ = ["Estimate", "Simulation", "Stopped", "by_scripts", "simulate"]
