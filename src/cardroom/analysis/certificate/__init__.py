"""Certificates: a game's exact mathematics under one rule set, for a test lab to read, check and reproduce.

`value` assembles everything as one plain value. JSON, CSV and the page are written from that value alone. `comparison`
compares the figures that a document prints with the exact ones. Names are loaded when they are used, because reports of
the house need the markup alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardroom.analysis.certificate.comparison import VERDICTS, Comparison, compare_figures, summary_words
    from cardroom.analysis.certificate.page import certificate_page, index_page
    from cardroom.analysis.certificate.spreadsheets import lines_csv, strategy_csv, summary_csv
    from cardroom.analysis.certificate.value import certificate, digest, to_json

__all__ = [
    "VERDICTS",
    "Comparison",
    "certificate",
    "certificate_page",
    "compare_figures",
    "digest",
    "index_page",
    "lines_csv",
    "strategy_csv",
    "summary_csv",
    "summary_words",
    "to_json",
]

_MODULES = {
    "comparison": ("VERDICTS", "Comparison", "compare_figures", "summary_words"),
    "page": ("certificate_page", "index_page"),
    "spreadsheets": ("lines_csv", "strategy_csv", "summary_csv"),
    "value": ("certificate", "digest", "to_json"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load the module of a name."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
