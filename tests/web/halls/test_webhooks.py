"""Significant events are sent to a webhook: signed, in order, at least once."""

import asyncio
import base64
import hmac
import json
from datetime import UTC, datetime
from hashlib import sha256

import httpx
import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.books.clock import GamingDays
from cardroom.play.table import Join, StartRound, Void
from cardroom.web.halls.webhooks import LONGEST_WAIT, Target, Webhooks
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.room_store import RoomStore

SECRET = "a secret for the tests"


class Receiver:
    """A program that receives events, and can refuse them."""

    def __init__(self, tmp_path) -> None:
        self.house = House.at(tmp_path / "room.db", create=True)
        self.database = PeopleDatabase(tmp_path / "people.db")
        self.received, self.status, self.tries = [], 200, 0
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()
        self.restart()

    def restart(self):
        target = Target("https://example.test/hook", SECRET)
        books, store, days = self.house.books, RoomStore(self.database), GamingDays(zone=UTC)
        self.hooks = Webhooks(books, store, target, days, post=self._post, now=lambda: self.at)

    async def _post(self, url, body, headers):
        self.tries += 1
        httpx.Headers(headers)  # refuses what a header cannot hold
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        digest = base64.b64encode(hmac.new(SECRET.encode(), signed, sha256).digest()).decode()
        assert headers["webhook-signature"] == f"v1,{digest}"
        if isinstance(self.status, Exception):
            raise self.status
        if self.status == 200:
            self.received.append(json.loads(body))
        return self.status

    def run(self):
        asyncio.run(self.hooks.run())

    def note(self, what):
        self.house.note(what, who="floor", why="a test")


@pytest.fixture
def there(tmp_path):
    receiver = Receiver(tmp_path)
    yield receiver
    receiver.database.close()
    receiver.house.books.store.close()


def test_only_new_events_are_sent_once_and_in_order(there):
    there.note("before the webhook")
    there.run()
    assert there.received == []
    there.house.cage.deposit("ann", 500, who="cage 1", key="slip 1")
    there.note("first")
    there.note("second")
    there.run()
    there.run()
    there.restart()
    there.run()
    assert [(each["what"], each["who"], each["hall"]) for each in there.received] == [
        ("first", "floor", "money"),
        ("second", "floor", "money"),
    ]
    assert there.received[0]["id"] == f"{there.received[0]['book']} {there.received[0]['number']}"


def test_a_6_4_a_round_that_cannot_continue_is_sent(there):
    """GLI-19 v3.0, A.6.4: those who must be informed are informed at once, with author and reason."""
    house = there.house
    house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    table.do(Join("ann", 20_000))
    there.run()
    table.do(StartRound(), "dealer")
    table.do(Void("a power cut"), "flo")
    there.run()
    assert [(each["book"], each["what"], each["who"], each["why"]) for each in there.received] == [
        ("table 7", "round-voided", "flo", "a power cut")
    ]


@pytest.mark.parametrize("failure", [500, 302, OSError("no route")])
def test_a_failed_event_is_sent_again_later_before_all_others(there, failure):
    there.run()
    there.status = failure
    there.note("first")
    there.note("second")
    there.run()
    there.run()
    assert there.tries == 1, "it waits before the next try"
    for _ in range(12):
        there.at += LONGEST_WAIT * 2
        there.run()
    assert there.received == []
    there.status = 200
    there.at += LONGEST_WAIT * 2
    there.run()
    events = [each["what"] for each in there.received if each["what"] != "day ended"]
    assert events == ["first", "second"]


def test_a_crash_between_sending_and_storing_repeats_the_event_with_the_same_id(there):
    there.run()
    there.note("first")
    save = RoomStore.save_position
    try:
        RoomStore.save_position = lambda *_: (_ for _ in ()).throw(InputError("the process died"))
        with pytest.raises(InputError):
            there.run()
    finally:
        RoomStore.save_position = save
    there.restart()
    there.run()
    assert len(there.received) == 2
    assert there.received[0]["id"] == there.received[1]["id"]


def test_a_table_may_have_any_name(there):
    there.run()
    there.house.open_table("Café 7 €", cardroom.game("heads-up-holdem"), who="floor")
    there.note("later")
    there.run()
    ids = [each["id"] for each in there.received]
    assert ids[-1] == "Caf%C3%A9 7 %E2%82%AC 1"
    assert len({*ids}) == len(ids) >= 2


def test_the_end_of_each_gaming_day_is_an_event(there):
    there.run()
    there.at += 2 * 86_400
    there.run()
    there.run()
    assert [(each["what"], each["after"]) for each in there.received] == [
        ("day ended", "2026-03-01"),
        ("day ended", "2026-03-02"),
    ]


def test_a_webhook_needs_an_address_and_a_long_secret():
    for url, secret in (("ftp://x", SECRET), ("https://x", "short")):
        with pytest.raises(InputError):
            Target(url, secret).check()
