"""A table's page in a browser, for tests: open a table, sit down, answer, and play a round."""

import msgspec

import cardroom
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.chromium import pictured

QUICKLY = TableTiming(answer_time=600, pause_between=0.3)
SLOWLY = TableTiming(answer_time=600, pause_between=600)
"""A first round starts soon, and its results stay."""
PATIENCE = 60_000
"""Milliseconds to wait for a page, because a machine may be slow."""


def address(room, table):
    return f"{room.address}/table.html?hall=play&table={table}"


def open_table(room, slug, bots=None, timing=QUICKLY):
    """Open a table with short pauses, by default with as many bots as the game needs; return its name."""
    game = cardroom.game(slug)
    bots = max(1, game.rules.seats.least - 1) if bots is None else bots
    name = f"{slug} {len(room.server.halls[PLAY].room.tables)}"
    room.call(room.server.tables.open(PLAY, name, game, TableConfig(timing, bots), Person("floor", floor=True)))
    return name


def sits(page):
    page.get_by_role("button", name="Sit down").click()
    page.locator("dialog").get_by_role("button", name="Sit down").click()
    page.locator(".prompt[data-moment=bets], .prompt[data-moment=act], .prompt[data-moment=wait]").wait_for()


def acts(page):
    """Answer a question with the page's controls."""
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
        while page.locator(".prompt .act").is_disabled():  # cards must be thrown away
            page.locator(".zone.mine .pk[aria-pressed=false]").last.click()
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


ENDED = "(table.moment === 'over' || table.lastPicture !== ended)"
"""Whether the round has ended, also if the next one has begun since: a slow browser may not see the time between."""


def plays(page, name):
    """Play a round to its end; return the number of questions."""
    asked = 0
    page.evaluate("window.ended = table.lastPicture")
    while True:
        page.wait_for_function(f"() => {ENDED} || (['bets', 'act'].includes(table.moment) && !table.ui.sent)")
        over = page.evaluate(ENDED)
        pictured(page, f"{name}-{'over' if over else asked}")
        if over:
            return asked
        question = page.evaluate("table.question")
        acts(page)
        asked += 1
        page.wait_for_function("was => table.question !== was", arg=question)


def rests(room, table):
    """Delay the next round, so that a slow browser sees how this one ended."""
    live = room.server.halls[PLAY].room.tables[table]
    live.timing = msgspec.structs.replace(live.timing, pause_between=600)


def presses(page, key, until, arg=None):
    """Press a key until a condition is true. A key pressed as a question arrives is ignored."""
    while not page.evaluate(until, arg):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
