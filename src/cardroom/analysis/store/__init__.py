"""The one store of exact results: reports of games and counts of hands, each computed once.

It offers results by the rules and the method that they follow from: those of built-in rule sets ship with the package,
others are computed when they are needed. It knows no single game.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.store.edge_warnings import edge_warnings
    from cardroom.analysis.store.entries import counting_again, find, keep, key_of, read, write
    from cardroom.analysis.store.reports import known_report, report_in_force, report_key, stored_analysis
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
