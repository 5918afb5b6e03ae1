"""`python -m reading`: write the list of differences into docs/examine/readings.md."""

from reading.listed import PAGE, page

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
