"""Webhooks: significant events of the money hall, sent to another program by HTTP.

The books themselves are the queue. The people database holds how far each book was sent, so an event is sent at least
once and in the order of its book, also after a crash. Only the leading process sends. Requests are signed as Standard
Webhooks describes: HMAC-SHA256 over id, time and body.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
import random
import time
from collections.abc import Awaitable, Callable
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import Books, GamingDays
from cardroom.house.reports import SignificantEvent, events_after
from cardroom.web.people import RoomStore

__all__ = ["Target", "Webhooks", "event_id", "signature"]

_log = logging.getLogger("cardroom.webhooks")

AT_ONCE = 50
"""The most events of a book that are sent in one run."""
TIMEOUT = 10.0
FIRST_WAIT, LONGEST_WAIT = 2.0, 600.0
"""Seconds before the first and the last retries. Each wait is twice the one before, and varies at random."""
_DAY = "/day"
"""The row of the gaming day among the positions. No book has such a name."""

_PRINTABLE = "".join(map(chr, range(32, 127))).replace("%", "")

Post = Callable[[str, bytes, dict[str, str]], Awaitable[int]]


class Target(NamedTuple):
    """Where events are sent, and the secret that signs them."""

    url: str
    secret: str

    def check(self) -> None:
        """Refuse an address or a secret that cannot be used."""
        if not self.url.startswith(("https://", "http://")):
            raise InputError(f"{self.url[:60]}: the address of a webhook begins with https:// or http://.")
        if len(self.secret) < 16:
            raise InputError("A webhook needs a secret of at least 16 characters: webhook_secret_file.")


def signature(secret: str, id: str, at: int, body: bytes) -> str:  # noqa: A002
    """The value of the header `webhook-signature`.

    >>> signature("a secret for the tests", "cage 7", 1700000000, b"{}")
    'v1,9kgZh6sXVCrbx2p4q8hUH4B0x6OAWK59SC1/z6b4JK4='
    """
    signed = hmac.new(secret.encode(), f"{id}.{at}.".encode() + body, sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"


def event_id(book: str, number: int) -> str:
    """The id of an event. A header holds only ASCII, so the other characters of a book's name are percent-encoded.

    >>> event_id("cage", 7), event_id("Café 2", 9)
    ('cage 7', 'Caf%C3%A9 2 9')
    """
    return quote(f"{book} {number}", safe=_PRINTABLE)


async def _post(url: str, body: bytes, headers: dict[str, str]) -> int:
    import httpx  # noqa: PLC0415

    async with httpx.AsyncClient(timeout=TIMEOUT) as client:
        return (await client.post(url, content=body, headers=headers)).status_code


class Webhooks:
    """Sends new events to a target."""

    def __init__(
        self,
        books: Books,
        positions: RoomStore,
        target: Target,
        days: GamingDays,
        *,
        post: Post = _post,
        now: Callable[[], float] = time.time,
    ) -> None:
        target.check()
        self._books, self._positions, self._target, self._days = books, positions, target, days
        self._post, self._now = post, now
        self._wait, self._not_before = FIRST_WAIT, 0.0

    async def run(self) -> None:
        """Send what is new, in order. After a failure, nothing is sent until the next retry."""
        if self._now() < self._not_before:
            return
        try:
            for event in await asyncio.to_thread(self._new):
                await self._send(event)
                await asyncio.to_thread(self._positions.save_position, event.book, event.number)
        except _Failed as failed:
            self._not_before = self._now() + self._wait * random.uniform(0.5, 1.5)
            _log.warning("webhook not delivered", extra={"why": str(failed), "again_in": round(self._wait)})
            self._wait = min(self._wait * 2, LONGEST_WAIT)
        else:
            self._wait = FIRST_WAIT

    def _new(self) -> list[SignificantEvent]:
        """The events after the stored positions. A book without a position begins at its end, the first time."""
        known, heads = self._positions.positions(), self._books.heads()
        today = self._days.of(int(self._now() * 1_000_000))
        if not known:  # the first run: earlier events are not sent
            for book, (count, _) in heads.items():
                self._positions.save_position(book, count)
            self._positions.save_position(_DAY, today.toordinal())
            return []
        events: list[SignificantEvent] = []
        for book, (count, _) in heads.items():
            if count > known.get(book, 0):
                new = events_after(self._books, book, known.get(book, 0), AT_ONCE)
                events += new
                if len(new) < AT_ONCE and (not new or new[-1].number < count):
                    events.append(SignificantEvent(0, book, count, "", "", ""))  # nothing to send up to here
        for day in range(known.get(_DAY, today.toordinal()), today.toordinal()):
            at, ended = self._days.start(date.fromordinal(day + 1)), date.fromordinal(day).isoformat()
            events.append(SignificantEvent(at, _DAY, day + 1, "day ended", "", "", after=ended))
        return events

    async def _send(self, event: SignificantEvent) -> None:
        if not event.what:
            return
        id, at = event_id(event.book, event.number), int(self._now())  # noqa: A001
        fields: dict[str, Any] = {"id": id, "hall": "money"} | event._asdict()
        body = msgspec.json.encode(fields)
        headers = {
            "content-type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": str(at),
            "webhook-signature": signature(self._target.secret, id, at, body),
        }
        try:
            status = await self._post(self._target.url, body, headers)
        except Exception as error:  # any failure of the network is retried
            raise _Failed(f"{type(error).__name__}: {error}"[:200]) from None
        if not 200 <= status < 300:
            raise _Failed(f"status {status}")


class _Failed(Exception):
    """An event was not delivered."""
