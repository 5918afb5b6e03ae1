"""Simulation: rounds by the million, dealt by a seed, and how far their figures lie from the exact ones.

`rounds` deals and counts in compiled code with the help of `kernels`, `holdem` and `counts`; `scripts` plays the games
themselves, with any of the `strategies`; `estimates` lays what either found beside the exact figures.
"""

from cardroom.analysis.simulation.estimates import Estimate, Simulation, Stopped, by_scripts, simulate

__all__ = ["Estimate", "Simulation", "Stopped", "by_scripts", "simulate"]
