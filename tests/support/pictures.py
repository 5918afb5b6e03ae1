"""Take the screenshots of the documents in a card room opened for this: the lobby, three tables, the workshop.

    PYTHONPATH=src:tests python -m support.pictures [FOLDER]

Take them again when the pages look different. Nothing compares them, because every deal is different.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import cardroom
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.browser import hire
from support.chromium import browser_path
from support.server import Running, running
from support.table_page import acts, sits

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
TABLES = {"ultimate": ("ultimate-texas-holdem", 3), "baccarat": ("ez-baccarat", 4), "holdem": ("texas-holdem", 5)}
SIZE = {"width": 1280, "height": 800}


def taken(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        running(Path(home), tables=True, thinks=0.2) as room,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        page.goto(room.address)
        page.locator(".game").nth(27).wait_for()
        page.get_by_text("of the Ante").first.wait_for()
        page.wait_for_timeout(4000)  # until all tables are set up
        page.screenshot(path=folder / "lobby.jpg", quality=85)
        for name, (slug, bots) in TABLES.items():
            how = TableConfig(TableTiming(answer_time=60, pause_between=3), bots)
            table = f"{cardroom.game(slug).rules.name} 1"
            room.call(room.server.tables.open(PLAY, table, cardroom.game(slug), how, Person("floor", floor=True)))
            page.goto(f"{room.address}/table?hall=play&table={table}")
            sits(page)
            for _ in range(2):
                page.locator(".prompt[data-moment=bets], .prompt[data-moment=act]").wait_for(timeout=60_000)
                page.wait_for_timeout(500)
                acts(page)
                page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"{name}.jpg", quality=85)
        _workshop(room, page, folder)
        browser.close()


def _workshop(room: Running, page: Page, folder: Path) -> None:
    """The workshop, with a changed pay."""
    hire(room, "operator 1", ("operator",), "correct horse")
    session = room.server.people.sessions.begin("operator 1")
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "session", "value": session, "url": room.address}])
    page.goto(f"{room.address}/workshop?game=ez-baccarat&set=500-club")
    page.locator(".ws-figures").wait_for(timeout=60_000)
    page.get_by_role("group", name="Tie").get_by_label("Tie").fill("9 to 1")
    page.get_by_text("instead of 8 to 1").wait_for(timeout=60_000)
    page.screenshot(path=folder / "workshop.jpg", quality=85)


if __name__ == "__main__":
    taken(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
