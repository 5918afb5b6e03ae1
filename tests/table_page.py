"""A table's page in a browser, for tests: open a table, sit down, answer, and play a round."""

import msgspec

import cardroom
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from chromium import pictured

QUICKLY = TableTiming(answer_time=600, pause_between=0.3)
PATIENCE = 60_000
"""Milliseconds that a page may take: nothing is measured here, and a machine may be slow."""


def address(room, table):
    return f"{room.address}/table.html?hall=play&table={table}"


def open_table(room, slug, bots=None):
    """A table with bots, as many as are needed where nobody says, and quick from round to round."""
    game = cardroom.game(slug)
    bots = max(1, game.rules.seats.least - 1) if bots is None else bots
    name = f"{slug} {len(room.server.halls[PLAY].room.tables)}"
    room.call(room.server.tables.open(PLAY, name, game, TableConfig(QUICKLY, bots), Person("floor", floor=True)))
    return name


def sits(page):
    page.get_by_role("button", name="Sit down").click()
    page.locator("dialog").get_by_role("button", name="Sit down").click()
    page.locator(".prompt[data-moment=bets], .prompt[data-moment=act], .prompt[data-moment=wait]").wait_for()


def acts(page):
    """Answer a question with what the page offers, as a person would by hand."""
    if page.locator(".betrow").count():
        if not page.locator(".betrow .act").is_enabled():
            required = page.locator("button[data-wager].req")
            (required if required.count() else page.locator("button[data-wager]")).last.click()
        page.locator(".betrow .act").click()
    elif page.locator(".setter").count():
        for _ in range(2):
            page.locator(".setter .row:nth-child(2) .pk").last.click()
        page.locator(".setter.ok, .setter.foul").wait_for()
        fouls = page.locator(".setter.foul").count()
        page.locator(".prompt .act").click()
        if fouls:
            page.locator("dialog").get_by_role("button", name="Set hands").click()
    elif page.locator(".lay").count():
        lays(page)
    elif page.locator(".prompt .act").count():
        page.locator(".prompt .act").click()
    else:
        options = page.locator(".choices .opt:enabled")
        options.nth(min(1, options.count() - 1)).click()


def lays(page):
    while page.locator(".lay .act").is_disabled():
        if not page.locator(".hand3 .pk[aria-pressed=true]").count():
            page.locator(".hand3 .pk").first.click()
        page.locator(".lay .opt:enabled").last.click()
    page.locator(".lay .act").click()


def plays(page, name):
    """A round to its end, with pictures of it if those are wanted; gives how often one was asked."""
    asked = 0
    while True:
        page.wait_for_function("() => ['bets', 'act', 'over'].includes(table.moment) && !table.ui.sent")
        over = page.evaluate("table.moment") == "over"
        pictured(page, f"{name}-{'over' if over else asked}")
        if over:
            return asked
        question = page.evaluate("table.question")
        acts(page)
        asked += 1
        page.wait_for_function("was => table.question !== was", arg=question)


def rests(room, table):
    """What is dealt next is a long time off: a slow browser, too, sees how the round ended."""
    live = room.server.halls[PLAY].room.tables[table]
    live.timing = msgspec.structs.replace(live.timing, pause_between=600)


def presses(page, key, until, arg=None):
    """A key, again and again: what is pressed just when a question comes was meant for the one before."""
    while not page.evaluate(until, arg):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
