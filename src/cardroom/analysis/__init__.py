"""Exact mathematics of the games. Every edge is a fraction; none is simulated.

Frequencies of poker hands are exact too, unless the player draws or discards: then they are simulated, and say so.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.analyzing import analyze
    from cardroom.analysis.engine import Engine, Local
    from cardroom.analysis.report import (
        Analysis,
        Report,
        WagerOutcome,
        WagerReport,
        analysis_of,
        has_analysis,
        has_report,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
