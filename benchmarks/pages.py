"""The pages in a real browser with a real server: how long they take and what they weigh, against what they may.

`python -m benchmarks.pages`. Every figure is one line: its middle, its worst, and what is allowed. A further one is a
function from a room and a browser to lines, in `MEASURES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

import cardroom
from browser import in_memory
from cardroom.room import Person
from cardroom.web.server import PLAY, How
from chromium import browser_path
from server import Running, running

REPORT = Path(__file__).parent / "report" / "pages.json"
REDRAWS = 300


class Measured(NamedTuple):
    """One figure."""

    what: str
    median: float
    worst: float
    allowed: float
    unit: str


def redraws(room: Running, browser: Browser) -> Iterator[Measured]:
    """A table of nine seats drawn again and again, every stack another; and what its first load weighs."""
    room.call(
        room.server.open_table(PLAY, "nine", cardroom.game("texas-holdem"), How(bots=8), Person("floor", floor=True))
    )
    page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
    page.goto(f"{room.address}/table.html?hall=play&table=nine")
    page.wait_for_function("() => window.table?.loaded && table.about")
    page.wait_for_load_state("networkidle")
    weight = loaded(page) / 1000
    page.evaluate("async () => (await import('/sit.js')).sit(table, table.about.usual ?? 20000, null)")
    page.wait_for_function("() => table.picture?.chairs.length === 9 && !table.picture.over")
    took = page.evaluate(
        """(times) => Array.from({ length: times }, (_, at) => {
            table.scene = structuredClone(table.scene);
            table.seen = table.marked = undefined;
            table.scene.picture.chairs.forEach((chair, seat) => (chair.stack += at * seat));
            const begun = performance.now();
            table.drawNow();
            return performance.now() - begun;
        })""",
        REDRAWS,
    )
    page.context.close()
    yield Measured("redraw of a table of nine", median(took), max(took), 8, "ms")
    yield Measured("first load of a table", weight, weight, 300, "kB")


def loaded(page: Page) -> int:
    """How many bytes came over the line for a page, its own document among them."""
    return page.evaluate(
        "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".reduce((sum, each) => sum + each.transferSize, 0)"
    )


MEASURES: tuple[Callable[[Running, Browser], Iterator[Measured]], ...] = (redraws,)


def main() -> None:
    """Measures, prints, writes."""
    found = []
    with in_memory() as folder, running(folder) as room, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for measure in MEASURES:
            found += measure(room, browser)
        browser.close()
    table = Table("", "median", "worst", "allowed", title="The pages")
    for each in found:
        figures = (f"{figure:.3g} {each.unit}" for figure in (each.median, each.worst, each.allowed))
        table.add_row(each.what, *figures, style="" if each.median <= each.allowed else "bold red")
    Console().print(table)
    REPORT.write_text(json.dumps([each._asdict() for each in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
