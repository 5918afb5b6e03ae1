"""The folder of games that are written outside the package."""

from pathlib import Path

OUTSIDE = Path(__file__).parents[1] / "outside"
