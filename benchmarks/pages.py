"""The pages in a real browser with a real server: how long they take and what they weigh, against what they may.

`python -m benchmarks.pages`. Every figure is one line: its middle, its worst, and what is allowed. A further one is a
function from a room and a browser to lines, in `MEASURES`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

import cardroom
from cardroom.room import Person
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.rate_limiter import RateLimiter
from support.browser import in_memory
from support.chromium import browser_path
from support.server import Running, running

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
        room.server.tables.open(
            PLAY, "nine", cardroom.game("texas-holdem"), TableConfig(bots=8), Person("floor", floor=True)
        )
    )
    page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
    page.goto(f"{room.address}/table.html?hall=play&table=nine")
    page.wait_for_function("() => window.table?.loaded && table.about")
    page.wait_for_load_state("networkidle")
    weight, scripts = loaded(page) / 1000, loaded(page, ".js") / 1000
    page.evaluate("async () => (await import('/files/-/table/sit.js')).sit(table, table.about.usual ?? 20000, null)")
    page.wait_for_function("() => table.picture?.chairs.length === 9 && !table.picture.over")
    took = page.evaluate(
        """(times) => Array.from({ length: times }, (_, at) => {
            table.scene = structuredClone(table.scene);
            table.cachedPlaces = table.cachedBonus = undefined;
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
    yield Measured("scripts of a table", scripts, scripts, 150, "kB")


def loaded(page: Page, ending: str = "") -> int:
    """How many bytes came over the line for a page, its own document among them, or for its files with an ending."""
    return page.evaluate(
        """(ending) => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
            .filter((each) => new URL(each.name).pathname.endsWith(ending))
            .reduce((sum, each) => sum + each.transferSize, 0)""",
        ending,
    )


# The first frame in which everything that is wanted can be used, by the page's own clock: from when it was asked for.
WATCH = """
const [css, many] = WANTED;
const look = () => {
  if (document.querySelectorAll(css).length >= many) requestAnimationFrame((now) => (window.usable = now));
  else requestAnimationFrame(look);
};
look();
"""
SLOWED = (1, 4)
"""How many times slower the processor is made."""
TIMES = 5


def first_loads(_: Running, browser: Browser) -> Iterator[Measured]:
    """How long until a new visitor can use the lobby's invitation, with a table of every game, and a table."""
    with in_memory() as folder, running(folder, tables=True, thinks=0.9, newcomers=RateLimiter(10**6, 10**6)) as room:
        games = len({each.slug for each in cardroom.all_games()})
        while len(httpx.get(f"{room.address}/api/v1/halls/play/tables").json()) < games:
            time.sleep(0.5)
        table = cardroom.game("texas-holdem").rules.name
        wanted = {
            "the lobby": ("", ".invite .btn:not(:disabled)", 1, 500),
            "a table": (f"table?hall=play&table={table}", ".prompt .btn", 1, 700),
        }
        for what, (path, css, many, allowed) in wanted.items():
            for slowed in SLOWED:
                loads = [_loaded_in(browser, f"{room.address}/{path}", (css, many), slowed) for _ in range(TIMES)]
                took = [each for each, _ in loads]
                called = f"{what}, usable" + (f", {slowed} times slower" if slowed > 1 else "")
                yield Measured(called, median(took), max(took), allowed, "ms")
            if what == "the lobby":
                yield Measured("first load of the lobby", loads[0][1] / 1000, loads[0][1] / 1000, 300, "kB")


def _loaded_in(browser: Browser, address: str, wanted: tuple[str, int], slowed: int) -> tuple[float, int]:
    """Milliseconds until a page can be used by somebody who was never here, and the bytes of it."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.add_init_script(WATCH.replace("WANTED", json.dumps(wanted)))
    page.goto(address, wait_until="commit")
    page.locator(wanted[0]).nth(wanted[1] - 1).wait_for()
    while not (took := page.evaluate("() => window.usable")):
        page.wait_for_timeout(50)
    page.wait_for_load_state("networkidle")
    weight = loaded(page)
    page.context.close()
    return took, weight


MEASURES: tuple[Callable[[Running, Browser], Iterator[Measured]], ...] = (redraws, first_loads)


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
        figures = (f"{figure:,.1f} {each.unit}" for figure in (each.median, each.worst, each.allowed))
        table.add_row(each.what, *figures, style="" if each.median <= each.allowed else "bold red")
    Console().print(table)
    REPORT.write_text(json.dumps([each._asdict() for each in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
