"""House jackpots as small values: the state of a jackpot, its links to tables, its hits, and its accounts.

No database is used here. Each entry of a jackpot's book records what happened and the state after it. `state_after`
computes that state, both for the writer of an entry and for the audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import CAGE, OUTSIDE, GamingDays, LedgerAccount, LedgerEntry, Posting
from cardroom.house.jackpots.terms import JackpotTerms
from cardroom.rulebook.jackpots import PARTS

__all__ = [
    "Hit",
    "Link",
    "Pool",
    "PoolEntry",
    "claim_account",
    "custody_account",
    "day_after",
    "link_key",
    "meter_account",
    "overflow_account",
    "pool_body",
    "pool_entry",
    "reseed_change",
    "reserve_account",
    "state_after",
]


RESTORED = frozenset((("house", "meter"), ("house", "reserve"), ("house", "overflow"), ("meter", "overflow")))
"""From where to where money goes that is restored. Nothing leaves the jackpot."""


class Link(msgspec.Struct, frozen=True):
    """A table that is linked to a jackpot, and the period of the link."""

    table: str
    jackpot: str
    """The name of the jackpot in the table's rules."""
    wagers: tuple[str, ...]
    first: int
    """The entry of the table's book that started the link."""
    added: int
    """The last entry of the table's book whose wagers a daily contribution includes."""
    last: int | None = None
    """The entry that ended the link; None while it lasts."""
    seen: int | msgspec.UnsetType = msgspec.UNSET
    """The last entry that there was when a morning noticed entries with a date in the future."""


class Pool(msgspec.Struct, frozen=True):
    """The state of a house jackpot. Its money is on its accounts."""

    name: str
    label: str
    terms: JackpotTerms
    through: str
    """The last business day that a daily contribution included."""
    begins: str = "06:00"
    """When a business day begins."""
    zone: str = ""
    """The time zone of business days; empty for the machine's."""
    waiting: JackpotTerms | None = None
    """The terms that apply after the whole jackpot is won, if they were changed."""
    ceiling: int | None = None
    """The most that its meter may hold, in cents."""
    links: tuple[Link, ...] = ()
    carried: tuple[int, int] = (0, 0)
    """Fractions of a cent owed to its meter and its reserve, besides those that its tables carry.

    The fraction of the jackpot is this and those of its tables together. What they add up to is paid with a hit before
    the tables have paid it in, so this part alone may be below zero.
    """
    noticed: str | msgspec.UnsetType = msgspec.UNSET
    """The business day on which a morning last noticed entries with a date in the future."""

    @property
    def days(self) -> GamingDays:
        """Its business days."""
        return GamingDays(time.fromisoformat(self.begins), ZoneInfo(self.zone) if self.zone else None)

    @property
    def tables(self) -> tuple[Link, ...]:
        """The current links."""
        return tuple(link for link in self.links if link.last is None)


class Hit(msgspec.Struct, frozen=True):
    """A share of a meter that was won."""

    spot: str
    bettor: str
    wager: str
    line: str
    cents: int
    """What was paid."""
    before: int
    """The reading of the meter before the hit."""
    after: int
    """The reading after the hit."""
    whole: bool
    """Whether the whole meter was won."""


class PoolEntry(msgspec.Struct, frozen=True):
    """The body of an entry of a jackpot's book."""

    pool: Pool
    """The state of the jackpot after the entry."""
    about: dict[str, Any] = {}


_POOL_ENTRIES = msgspec.json.Decoder(PoolEntry)


def pool_entry(entry: LedgerEntry) -> PoolEntry:
    """Decode an entry of a jackpot's book."""
    return pool_body(entry.body)


def pool_body(body: bytes) -> PoolEntry:
    """Decode the body of an entry of a jackpot's book."""
    try:
        return _POOL_ENTRIES.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"This is not an entry of a jackpot's book: {error}") from None


def meter_account(name: str) -> LedgerAccount:
    """The account of a jackpot's meter."""
    return LedgerAccount(CAGE, "meter", name)


def reserve_account(name: str) -> LedgerAccount:
    """The account of a jackpot's reserve, which reseeds it."""
    return LedgerAccount(CAGE, "reserve", name)


def overflow_account(name: str) -> LedgerAccount:
    """The account for money above a jackpot's ceiling."""
    return LedgerAccount(CAGE, "overflow", name)


def custody_account(name: str) -> LedgerAccount:
    """The outside account that holds a progressive jackpot's money for the players. It is negative by that amount."""
    return LedgerAccount(CAGE, OUTSIDE.kind, f"jackpot {name}")


def claim_account(meter: LedgerAccount, table: str) -> LedgerAccount:
    """The account for what a round in progress at a table has won from a meter."""
    return LedgerAccount(meter.book, "claim", meter.owner, table)


def state_after(pool: Pool, kind: str, about: Mapping[str, Any]) -> tuple[Pool, tuple[Posting, ...]]:
    """The state of a jackpot after an entry of its book, and the entry's postings."""
    meter, funds = meter_account(pool.name), _funds(pool)
    replace = msgspec.structs.replace
    postings: tuple[Posting, ...] = ()
    match kind:
        case "linked":
            link = msgspec.convert(about["link"], Link)
            if any((each.table, each.jackpot) == (link.table, link.jackpot) for each in pool.tables):
                raise InputError(f"{link.table} is already linked to {pool.name}.")
            pool = replace(pool, links=(*pool.links, link))
        case "unlinked":
            if not any((each.table, each.jackpot) == (about["table"], about["jackpot"]) for each in pool.tables):
                raise InputError(f"{about['table']} is not linked to {pool.name}.")
            links = [_end_link(link, about) for link in pool.links]
            if pool.terms.morning == "0":
                links = [link for link in links if link.last is None]
            owed = [_whole_cents(has + left) for has, left in zip(pool.carried, about["parts"], strict=True)]
            pool = replace(pool, links=tuple(links), carried=(owed[0][1], owed[1][1]))
            accounts = meter, reserve_account(pool.name)
            whole = zip(accounts, owed, strict=True)
            postings = tuple(Posting(OUTSIDE, account, cents, "carried") for account, (cents, _) in whole if cents)
        case "hit":
            if more := about.get("reseeded", 0):
                way = (funds, meter) if more > 0 else (meter, funds)
                postings = (Posting(*way, abs(more), "seed"),)
            if pool.waiting and any(hit["whole"] for hit in about["hits"]):
                pool = replace(pool, terms=pool.waiting, waiting=None)
        case "morning":
            cents, rest = _whole_cents(about["parts"] + pool.carried[0])
            added = _added_links(pool, about)
            pool = replace(pool, through=about["through"], carried=(rest, pool.carried[1]), links=added)
            if "seen" in about:
                pool = replace(pool, noticed=about["day"])
            postings = (Posting(OUTSIDE, meter, cents, "morning", cite=about["cite"]),) if cents else ()
        case "advanced":
            pool = replace(pool, carried=(pool.carried[0] - about["cents"] * PARTS, pool.carried[1]))
            way = (OUTSIDE, meter) if about["cents"] > 0 else (meter, OUTSIDE)
            postings = (Posting(*way, abs(about["cents"]), "carried"),)
        case "restored":
            if any((one, to) not in RESTORED or cents <= 0 for one, to, cents in about["moved"]):
                raise InputError(f"{pool.name}: nothing is restored that way.")
            named = {"house": funds, "meter": meter, "reserve": reserve_account(pool.name)}
            named["overflow"] = overflow_account(pool.name)
            postings = tuple(Posting(named[one], named[to], cents, "restored") for one, to, cents in about["moved"])
        case "waits":
            terms = msgspec.convert(about["terms"], JackpotTerms)
            pool = replace(pool, waiting=terms if terms != pool.terms else None)
        case "ceiling":
            pool = replace(pool, ceiling=about["ceiling"])
        case "started":
            postings = (Posting(funds, meter, pool.terms.seed, "seed", line=about["source"], cite=about["cite"]),)
        case "funded":
            source = {"reserve": reserve_account(pool.name), "overflow": overflow_account(pool.name), "house": funds}
            postings = (Posting(source[about["source"]], meter, about["cents"], "funded", line=about["why"]),)
        case "set-aside":
            way = (funds, OUTSIDE) if about["cents"] > 0 else (OUTSIDE, funds)
            postings = (Posting(*way, abs(about["cents"]), "set aside"),)
        case _:
            raise InputError(f"A jackpot's book has no entries of the kind {kind}.")
    return pool, postings


def reseed_change(pool: Pool, hits: Iterable[Hit]) -> int:
    """The new seed minus the old one, in cents, if these hits put changed terms in force; otherwise zero."""
    return pool.waiting.seed - pool.terms.seed if pool.waiting and any(hit.whole for hit in hits) else 0


def _funds(pool: Pool) -> LedgerAccount:
    """The account that pays a jackpot's seed. For a progressive jackpot it is the players' account."""
    return custody_account(pool.name) if pool.terms.rule == "progressive" else OUTSIDE


def _end_link(link: Link, about: Mapping[str, Any]) -> Link:
    same = link.last is None and (link.table, link.jackpot) == (about["table"], about["jackpot"])
    return msgspec.structs.replace(link, last=about["last"]) if same else link


def _whole_cents(parts: int) -> tuple[int, int]:
    """The whole cents in a number of parts, and the parts that are left. What was paid in advance stays owed."""
    return divmod(parts, PARTS) if parts > 0 else (0, parts)


def link_key(link: Link) -> tuple[str, str, int]:
    """What identifies a link: its table, its jackpot there, and the entry that started it."""
    return link.table, link.jackpot, link.first


def _added_links(pool: Pool, about: Mapping[str, Any]) -> tuple[Link, ...]:
    """The links after a morning. A link that has ended is left out when all its entries are added."""
    to = {(table, jackpot, first): last for table, jackpot, first, _, last in about["added"]}
    seen = {(table, jackpot, first): last for table, jackpot, first, last in about.get("seen", ())}
    links = [
        msgspec.structs.replace(link, added=to[link_key(link)], seen=seen.get(link_key(link), link.seen))
        for link in pool.links
    ]
    return tuple(link for link in links if link.last is None or link.added < link.last - 1)


def day_after(day: str, count: int = 1) -> date:
    """The date a number of days after another."""
    return date.fromordinal(date.fromisoformat(day).toordinal() + count)
