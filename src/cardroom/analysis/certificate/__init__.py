"""Certificates: a game's exact mathematics under one rule set, for a test lab to read, check and reproduce.

`value` assembles everything as one plain value. JSON, CSV and the page are written from that value alone. `comparison`
compares the figures that a document prints with the exact ones.
"""

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
