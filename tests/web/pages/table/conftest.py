"""A server with quick tables, and pages at them."""

import pytest

from cardroom.web.people.rate_limiter import RateLimiter
from support import server as servers
from support.browser import in_memory
from support.chromium import watched
from support.table_page import PATIENCE, address, open_table


@pytest.fixture(scope="module")
def room(often):
    many = {"newcomers": RateLimiter(10**6, 10**6), "own_tables": 10**6}
    with in_memory() as folder, servers.running(folder, **many) as running:
        yield running


@pytest.fixture
def visit(browser, room):
    """Opens pages, each for a new guest, and checks at the end that no page had an error. A script may run first."""
    opened = []

    def opens(table, script="", **how):
        how = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | how
        how.setdefault("service_workers", "block")
        page = browser.new_context(**how).new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(script)
        opened.append((page, watched(page)))
        page.goto(address(room, table))
        return page

    yield opens
    for page, _ in opened:
        page.context.close()
    assert not [each for _, wrong in opened for each in wrong]


@pytest.fixture(scope="module")
def stage(room):
    """A table without players. Its page can be given scenes."""
    return open_table(room, "heads-up-holdem", bots=0)
