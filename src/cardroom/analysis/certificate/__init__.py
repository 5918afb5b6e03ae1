"""Certificates: a game's exact mathematics under one rule set, for a test lab to read, check and reproduce.

`value` assembles everything as one plain value. JSON, CSV and the page are written from that value alone. `comparison`
compares the figures that a document prints with the exact ones. Names are loaded when they are used, because reports of
the house need the markup alone.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.certificate.comparison import VERDICTS, Comparison, compare_figures, summary_words
    from cardroom.analysis.certificate.document import certificate_page, index_page
    from cardroom.analysis.certificate.exposure import wagers_at_most
    from cardroom.analysis.certificate.files import certificate_files
    from cardroom.analysis.certificate.markup import MADE, Child, Markup, element, grid, page
    from cardroom.analysis.certificate.other_rules import sensitivity
    from cardroom.analysis.certificate.returns import StrategyReturn, bot_returns, counted_returns
    from cardroom.analysis.certificate.spreadsheets import (
        hold_csv,
        lines_csv,
        returns_csv,
        sensitivity_csv,
        strategy_csv,
        summary_csv,
    )
    from cardroom.analysis.certificate.style import STYLE
    from cardroom.analysis.certificate.value import certificate, digest, to_json
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
