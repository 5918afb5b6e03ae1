"""The table page when the connection breaks, the server restarts or a reply is late."""

import asyncio
import socket

import pytest

from cardroom.web.api import websocket as sockets
from support import server as servers
from support.table_page import PATIENCE, acts, address, open_table, plays, sits


def test_a_broken_connection_is_reopened_and_bets_count_once(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.evaluate("table.connection.socket.close()")
    page.get_by_text("Connection lost. Your wagers stand.").first.wait_for()
    page.wait_for_function("() => table.connection.state === 'open' && table.moment === 'bets'")
    stack = page.evaluate("table.stack")
    page.locator("button[data-wager].req").click()
    page.evaluate("() => { document.querySelector('.betrow .act').click(); table.connection.socket.close(); }")
    page.wait_for_function("() => table.connection.state === 'open' && table.moment !== 'bets'")
    assert page.evaluate("table.stack") == stack - page.evaluate("table.picture.boxes.find(box => box.mine).amount")
    assert page.locator("[role=alert]").get_by_text("Reconnected. Nothing was lost.").count()


def test_an_unconfirmed_bet_says_so_until_it_counts(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.locator("button[data-wager].req").click()
    page.evaluate("() => { table.send = table.connection.send; table.connection.send = () => {}; }")
    page.locator(".betrow .act").click()
    page.locator(".betrow .act.slow").wait_for()
    assert "not confirmed" in page.locator(".ask .q").inner_text()
    page.evaluate("() => { table.connection.send = table.send; }")
    page.evaluate("table.connection.pending.forEach((each) => table.connection.sendPending(each))")
    page.wait_for_function("() => table.moment !== 'bets' && !table.ui.slow")


def test_one_page_too_many_says_so_and_connects_when_another_is_closed(room, visit, monkeypatch):
    monkeypatch.setattr(sockets, "MOST_CONNECTIONS", 1)
    page = visit(table := open_table(room, "three-card-poker-6-card-bonus"))
    page.get_by_role("button", name="Sit down").wait_for()
    other = page.context.new_page()
    other.goto(address(room, table))
    other.get_by_text("You have too many pages open.").first.wait_for()
    other.get_by_text("Close another page of this card room.").first.wait_for()
    assert not other.get_by_text("Connection lost").count()
    page.goto("about:blank")
    other.get_by_role("button", name="Sit down").wait_for()
    assert not other.locator(".prompt, .notice").get_by_text("You have too many pages open.").count()


@pytest.mark.proof
def test_a_closing_server_says_so_at_once_while_the_round_goes_on(browser, tmp_path):
    with servers.running(tmp_path, drains=60) as room:
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address(room, open_table(room, "three-card-poker-6-card-bonus")))
        sits(page)
        page.wait_for_function("() => table.moment === 'bets'")
        draining = asyncio.run_coroutine_threadsafe(room.server.drain(), room.loop)
        page.get_by_text("The card room is closing. The round is played to its end").first.wait_for()
        assert page.evaluate("table.moment") == "bets"
        plays(page, "closing")
        draining.result(60)
        page.get_by_text("The card room is closing. Your wagers stand.").first.wait_for()
        page.context.close()


def test_the_keyboard_stays_at_the_prompt_after_sitting_and_answering(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    page.get_by_role("button", name="Sit down").focus()
    page.keyboard.press("Enter")
    page.locator("dialog").get_by_role("button", name="Sit down").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.moment === 'bets' && document.activeElement.closest('#prompt')")
    page.locator("button[data-wager].req").click()
    page.locator(".betrow .act").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.moment === 'act' && document.activeElement.closest('#prompt')")


def test_a_hand_continues_after_a_server_restart(browser, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(servers.socket, "socket", _at(0))
        first = servers.running(tmp_path)
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address(first, open_table(first, "texas-holdem")))
    sits(page)
    page.wait_for_function("() => table.moment === 'act'")
    held = page.evaluate("table.picture.spreads.find(spread => spread.mine).cards")
    first.stop()
    first.listening.close()
    page.get_by_text("Connection lost. Your wagers stand.").first.wait_for()
    with monkeypatch.context() as patched:
        patched.setattr(servers.socket, "socket", _at(int(first.address.rpartition(":")[2])))
        again = servers.running(tmp_path)
    with again:
        page.wait_for_function("() => table.connection.state === 'open' && table.moment === 'act'")
        assert page.evaluate("table.picture.spreads.find(spread => spread.mine).cards") == held
        question = page.evaluate("table.question")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)
        page.context.close()


def _at(port):
    """A socket class that always binds to one port, which can be reused."""

    class Bound(socket.socket):
        def bind(self, where):
            self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            super().bind((where[0], port))

    return Bound
