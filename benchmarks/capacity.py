"""`python -m benchmarks.capacity`: how many cores a number of players needs, and whether measured loads agree.

The model has three numbers, fitted to `benchmarks/report/load.json`. Players at human pace decide every 14.3 seconds. A
decision costs `MANY` when others are close before and after it, because commits, wake-ups and messages are then shared.
Alone it costs `ALONE` more. Half of that is gone at `HALF` decisions a second.
"""

import json
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.bench import REPORT

PACE = 0.070
"""Decisions a second of one player at human pace, as the simulated players of `benchmarks.load` make them."""
MANY, ALONE, HALF = 3.7, 1.6, 3.0
"""CPU milliseconds of a decision among many; more for one alone; decisions a second at which half of that is left."""
WITHIN = 0.25
"""How far the model may be from a measured load."""


def cost_ms(rate: float) -> float:
    """CPU milliseconds of a decision at a number of decisions a second, with SQLite and one process.

    >>> round(cost_ms(0), 1), round(cost_ms(1000), 1)
    (5.3, 3.7)
    """
    return MANY + ALONE / (1 + rate / HALF)


def cores(players: int) -> float:
    """Cores that players at human pace keep busy, with SQLite and one process.

    >>> round(cores(1000), 2)
    0.26
    """
    rate = PACE * players
    return rate * cost_ms(rate) / 1000


def measured() -> list[dict[str, Any]]:
    """The measured loads at human pace with SQLite and one process, from the fewest players to the most."""
    loads = json.loads((REPORT / "load.json").read_text(encoding="utf-8"))
    ours = [each for each in loads if (each["books"], each["processes"]) == ("SQLite", 1)]
    return sorted((each for each in ours if each["what"] == "at human pace"), key=lambda each: each["players"])


def main() -> int:
    """Print the model beside what was measured. Return 1 if it is too far off."""
    table, off = Table("players", "cores, measured", "cores, model", "model / measured"), 0
    for load in measured():
        model, seen = cores(load["players"]), load["server"]
        off += abs(model / seen - 1) > WITHIN
        table.add_row(f"{load['players']:,}", f"{seen:.3f}", f"{model:.3f}", f"{model / seen:.2f}")
    Console().print(table)
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
