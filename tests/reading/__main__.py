"""`python -m reading`: write the list of differences into docs/examine/readings.md, and the summary of the package."""

from cardroom.submission import READINGS
from reading.listed import PAGE, page, summaries

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    READINGS.write_text(summaries(), encoding="utf-8")
