"""A jackpot's book as an audit reads it: how it stands after each line, what that moved, and what its mornings counted.

What happened at tables is told twice, there and here, in one transaction; an audit holds the one to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from cardroom.house.books import Books
from cardroom.house.jackpots import noted, wagered
from cardroom.house.pools import Hit, Pool, after, day_after, meter_purse, overflow_of, reseeded
from cardroom.house.values import JACKPOT, Line, Post, lifted
from cardroom.rulebook.jackpots import PARTS

__all__ = ["KeptPool", "without_overflow"]


class KeptPool:
    """The book of a jackpot of the house."""

    def __init__(self, book: str, books: Books, found: Callable[[str, int, str], None]) -> None:
        self._book, self._books, self._found = book, books, found
        self.pool: Pool | None = None
        self.told: list[tuple[Any, ...]] = []
        """What its lines say that happened at tables."""

    def line(self, line: Line, *, again: bool = True) -> None:
        """Hold a line to what may happen to a jackpot; without `again` it is known to be right."""
        try:
            said = noted(line)
            if again:
                self._check(line, said.pool, said.about)
            self.pool = said.pool
        except Exception as error:  # whatever a forged line says is found, not fallen over
            self._say(line, f"it cannot be read: {error}")

    def _say(self, line: Line, what: str) -> None:
        self._found(self._book, line.number, what)

    def _check(self, line: Line, pool: Pool, about: dict[str, Any]) -> None:
        if msgspec.json.encode(noted(line)) != line.body or line.secret or JACKPOT + pool.name != self._book:
            self._say(line, "its text is not as it is written, or is another jackpot's")
        if (self.pool is None) != (line.kind == "started") or not line.who:
            self._say(line, "a jackpot is started once, in its first line, and each line says by whom")
        before = self.pool or pool
        turned, due = after(before, line.kind, about)
        if turned != pool:
            self._say(line, "the jackpot does not stand as what was before and what happened make it stand")
        posts = without_overflow(line.posts, before.name, before.ceiling is not None)
        if posts != due:
            self._say(line, "it moves other money than what happened moves")
        match line.kind:
            case "morning":
                self._check_morning(line, before, about)
            case "hit":
                hits = msgspec.json.encode(about["hits"])
                more, wanted = about.get("reseeded", 0), reseeded(before, msgspec.convert(about["hits"], list[Hit]))
                if more and not (more == wanted > 0 or 0 > more >= wanted):
                    self._say(line, f"it is started again with {more} cents more, and {wanted} were due")
                self.told.append(("hit", pool.name, about["table"], about["line"], hits))
            case "linked":
                link = about["link"]
                self.told.append(("linked", pool.name, link["table"], link["first"], link["jackpot"]))
            case "unlinked":
                said = about["last"], about["jackpot"], *about["parts"]
                self.told.append(("unlinked", pool.name, about["table"], *said))

    def _check_morning(self, line: Line, pool: Pool, about: dict[str, Any]) -> None:
        first, last = day_after(pool.through), day_after(about["through"])
        since, until = pool.days.start(first), pool.days.start(last)
        bet = sum(wagered(self._books, link, since, until)[0] for link in pool.links)
        said = about["first"], about["wagered"], about["parts"]
        if said != (first.isoformat(), bet, int(Fraction(pool.terms.morning) * bet * PARTS)):
            self._say(line, f"it adds for {about['wagered']} cents, and {bet} were wagered on the days that were due")
        if line.at < until:
            self._say(line, "it adds for a day that was not over")


def without_overflow(posts: tuple[Post, ...], name: str, capped: bool) -> tuple[Post, ...]:
    """Postings but for what went over a jackpot's ceiling, in the end and of no more than came in."""
    if capped and posts and posts[-1].cause == "overflow":
        last = posts[-1]
        came = lifted(posts[:-1], meter_purse(name))
        if last == Post(meter_purse(name), overflow_of(name), last.cents, "overflow") and last.cents <= came:
            return posts[:-1]
    return posts
