"""Jackpots of the house as small values: what one was opened with, where it stands, what waits, and what a hit was.

No database is known here. Each line of a jackpot's book says what happened and how the jackpot stands after it; `after`
is how it comes to stand so, for whoever writes the line and for whoever audits it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, time
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import Mistaken
from cardroom.games import layout
from cardroom.house.days import GamingDays
from cardroom.house.values import CAGE, OUTSIDE, LedgerAccount, Posting
from cardroom.money import dollars
from cardroom.play import pays
from cardroom.play.events import Acted, Metered, Transfer
from cardroom.play.places import HOUSE_SPOT, meter_of
from cardroom.play.round import Round
from cardroom.rankings import RANKINGS
from cardroom.rulebook import RuleSet, with_house_rules
from cardroom.rulebook.jackpots import PARTS
from cardroom.rulebook.schema import names_in

__all__ = [
    "Hit",
    "JackpotTerms",
    "Link",
    "Noted",
    "Pool",
    "after",
    "claim_of",
    "custody_account",
    "hits_of",
    "meter_account",
    "overflow_account",
    "released",
    "reseeded",
    "reserve_account",
    "retermed",
    "terms_of",
]


class JackpotTerms(msgspec.Struct, frozen=True):
    """What a jackpot is: what is wagered, what wins how much of it, what it opens with and what it grows by.

    Games may share a meter only where all of it is equal: then the same hands win the same, equally often.
    """

    rule: str
    wager: int
    """The one amount that is wagered, in cents."""
    seed: int
    rate: str
    """As a fraction of the wager, `a/b`; so are the others."""
    reserve: str
    morning: str
    deck: str
    packs: int
    ranking: str
    cards: tuple[int, ...]
    """How many cards make the hand: as they come, if the ranking minds that, else all of them together."""
    folded: str
    lines: dict[str, str]


class Link(msgspec.Struct, frozen=True):
    """A table that a meter stands at, while it does."""

    table: str
    jackpot: str
    """What the table's rules call it."""
    wagers: tuple[str, ...]
    first: int
    """The line of the table's book from which on ..."""
    last: int | None = None
    """... and up to which it was so ..."""
    until: str = ""
    """... on which business day that ended: its wagers count up to the morning after."""


class Pool(msgspec.Struct, frozen=True):
    """A jackpot of the house as it stands; what it holds is on its accounts."""

    name: str
    label: str
    terms: JackpotTerms
    through: str
    """The last business day whose wagers were added, if a morning adds any."""
    begins: str = "06:00"
    """When a business day begins ..."""
    zone: str = ""
    """... by whose clock; without one, by that of the machine."""
    waiting: JackpotTerms | None = None
    """What it becomes when it is won whole."""
    ceiling: int | None = None
    links: tuple[Link, ...] = ()
    carried: tuple[int, int] = (0, 0)
    """What its meter and its reserve are owed beyond whole cents, in parts of a cent, beside what its tables carry."""

    @property
    def days(self) -> GamingDays:
        """How its business days are counted."""
        return GamingDays(time.fromisoformat(self.begins), ZoneInfo(self.zone) if self.zone else None)

    @property
    def tables(self) -> tuple[Link, ...]:
        """The tables that it stands at now."""
        return tuple(link for link in self.links if link.last is None)


class Hit(msgspec.Struct, frozen=True):
    """A share of a meter that was won."""

    spot: str
    bettor: str
    wager: str
    line: str
    cents: int
    """What was paid ..."""
    before: int
    """... on which reading ..."""
    after: int
    """... and what it read then."""
    whole: bool


class Noted(msgspec.Struct, frozen=True):
    """What a line of a jackpot's book says."""

    pool: Pool
    """The jackpot after it."""
    about: dict[str, Any] = {}


def meter_account(name: str) -> LedgerAccount:
    """What a jackpot pays."""
    return LedgerAccount(CAGE, "meter", name)


def reserve_account(name: str) -> LedgerAccount:
    """What it is seeded from again."""
    return LedgerAccount(CAGE, "reserve", name)


def overflow_account(name: str) -> LedgerAccount:
    """What came in above its ceiling."""
    return LedgerAccount(CAGE, "overflow", name)


def custody_account(name: str) -> LedgerAccount:
    """The account outside in which a progressive's money is held for the players; it owes what lies there."""
    return LedgerAccount(CAGE, OUTSIDE.kind, f"jackpot {name}")


def claim_of(meter: LedgerAccount, table: str) -> LedgerAccount:
    """What a table's round has won of a meter and is not paid yet, because the round goes on."""
    return LedgerAccount(meter.book, "claim", meter.owner, table)


def terms_of(rules: RuleSet, jackpot: str) -> JackpotTerms:
    """The terms of a jackpot under a rule set.

    >>> from cardroom.rulebook import rule_set
    >>> one, two = rule_set("heads-up-holdem"), rule_set("four-card-frenzy")
    >>> terms_of(one, "galaxy") == terms_of(two, "galaxy")  # five cards, dealt as two and three or at once
    True
    """
    wagers = wagers_for(rules, jackpot)
    wager = wagers[0]
    said, found, table = rules.wager[wager], rules.jackpots[wager], rules.table(rules.wager[wager].pays)
    least, most = rules.limits(wager)
    if least != most or len(wagers) > 1:
        raise Mistaken(
            f"{said.label}: a jackpot of the house is won by one wager of one amount, and this one has several"
        )
    if not said.cards:
        raise Mistaken(f"{said.label}: which cards win it is not in the rules, so that nothing can be compared")
    parts = layout(rules).cards[said.cards].parts
    minds = table.ranking in RANKINGS and RANKINGS[table.ranking].parts
    return JackpotTerms(
        found.rule,
        least,
        found.seed,
        str(found.rate),
        str(found.reserve),
        str(found.morning),
        rules.deck.name,
        rules.packs,
        table.ranking,
        parts if minds else (sum(parts),),
        said.folded,
        {entry: table.lines[entry] for entry in sorted(table.lines)},
    )


def wagers_for(rules: RuleSet, jackpot: str) -> tuple[str, ...]:
    """The wagers of a layout that play for a jackpot."""
    found = tuple(name for name, wager in rules.wagers().items() if wager.jackpot == jackpot)
    if not found:
        known = ", ".join(sorted({wager.jackpot for wager in rules.wagers().values() if wager.jackpot})) or "none"
        off = [rules.puts_on_layout(name) for name, wager in rules.wager.items() if wager.jackpot == jackpot]
        how = f"; the house rule {off[0]} puts it there" if off else ""
        raise Mistaken(f"{rules.game} has no jackpot {jackpot} on its layout: there are {known}{how}")
    return found


def retermed(rules: RuleSet, jackpot: str, terms: JackpotTerms) -> RuleSet:
    """The rules with a jackpot's seed and rate as these terms have them. Refused where no house rule sets them."""
    written, has = rules.jackpot[jackpot], terms_of(rules, jackpot)
    chosen: dict[str, Any] = {}
    for field, value in (("seed", dollars(terms.seed)), ("rate", Fraction(terms.rate) * 100)):
        if getattr(terms, field) == getattr(has, field):
            continue
        setting = next(iter(names_in(getattr(written, field))), None)
        if setting is None:
            raise Mistaken(f"{rules.game}: the {field} of its {written.label} is printed, and no house rule sets it")
        chosen[setting] = value if field == "seed" else int(value) if value == int(value) else str(value)
    return with_house_rules(rules, chosen) if chosen else rules


def after(pool: Pool, kind: str, about: Mapping[str, Any]) -> tuple[Pool, tuple[Posting, ...]]:
    """A jackpot after something happened to it, and the money that this moves at its own book."""
    meter, funds = meter_account(pool.name), _funds(pool)
    changed = msgspec.structs.replace
    postings: tuple[Posting, ...] = ()
    match kind:
        case "linked":
            link = msgspec.convert(about["link"], Link)
            if any((each.table, each.jackpot) == (link.table, link.jackpot) for each in pool.tables):
                raise Mistaken(f"{link.table} plays for {pool.name} already")
            pool = changed(pool, links=(*pool.links, link))
        case "unlinked":
            if not any((each.table, each.jackpot) == (about["table"], about["jackpot"]) for each in pool.tables):
                raise Mistaken(f"{about['table']} does not play for {pool.name}")
            ended = [_ended(link, about) for link in pool.links]
            if pool.terms.morning == "0":
                ended = [link for link in ended if link.last is None]
            owed = [divmod(has + left, PARTS) for has, left in zip(pool.carried, about["parts"], strict=True)]
            pool = changed(pool, links=tuple(ended), carried=(owed[0][1], owed[1][1]))
            accounts = meter, reserve_account(pool.name)
            whole = zip(accounts, owed, strict=True)
            postings = tuple(Posting(OUTSIDE, account, cents, "carried") for account, (cents, _) in whole if cents)
        case "hit":
            if more := about.get("reseeded", 0):
                way = (funds, meter) if more > 0 else (meter, funds)
                postings = (Posting(*way, abs(more), "seed"),)
            if pool.waiting and any(hit["whole"] for hit in about["hits"]):
                pool = changed(pool, terms=pool.waiting, waiting=None)
        case "morning":
            cents, rest = divmod(about["parts"] + pool.carried[0], PARTS)
            links = tuple(link for link in pool.links if link.last is None or link.until > about["through"])
            pool = changed(pool, through=about["through"], carried=(rest, pool.carried[1]), links=links)
            postings = (Posting(OUTSIDE, meter, cents, "morning", cite=about["cite"]),) if cents else ()
        case "waits":
            terms = msgspec.convert(about["terms"], JackpotTerms)
            pool = changed(pool, waiting=terms if terms != pool.terms else None)
        case "ceiling":
            pool = changed(pool, ceiling=about["ceiling"])
        case "started":
            postings = (Posting(funds, meter, pool.terms.seed, "seed", line=about["source"], cite=about["cite"]),)
        case "funded":
            source = {"reserve": reserve_account(pool.name), "overflow": overflow_account(pool.name), "house": funds}
            postings = (Posting(source[about["source"]], meter, about["cents"], "funded", line=about["why"]),)
        case "set-aside":
            way = (funds, OUTSIDE) if about["cents"] > 0 else (OUTSIDE, funds)
            postings = (Posting(*way, abs(about["cents"]), "set aside"),)
        case _:
            raise Mistaken(f"nothing that is called {kind} happens to a jackpot")
    return pool, postings


def reseeded(pool: Pool, hits: Iterable[Hit]) -> int:
    """By how much the seed that waits is more than that with which a round has started a jackpot again, in cents."""
    return pool.waiting.seed - pool.terms.seed if pool.waiting and any(hit.whole for hit in hits) else 0


def _funds(pool: Pool) -> LedgerAccount:
    """Where the house's money for it comes from: a progressive's goes into the players' account."""
    return custody_account(pool.name) if pool.terms.rule == "progressive" else OUTSIDE


def _ended(link: Link, about: Mapping[str, Any]) -> Link:
    same = link.last is None and (link.table, link.jackpot) == (about["table"], about["jackpot"])
    return msgspec.structs.replace(link, last=about["last"], until=about["day"]) if same else link


def hits_of(round: Round) -> dict[str, list[Hit]]:
    """What was won of each meter in a round, in order."""
    found: dict[str, list[Hit]] = {}
    stands: dict[str, int] = {}
    moved: dict[str, int] = {}
    paid, last = 0, None
    meters = {meter_of(each.name): each.name for each in round.rules.jackpots.values()}
    chips = {each.name for each in round.rules.jackpots.values() if each.rule == "progressive"}
    for event in round.events:
        match event:
            case Acted(spot=HOUSE_SPOT.id, action="meter"):
                change = moved.get(event.about, 0) if event.about in chips else _shown(found, event.about)
                stands[event.about] = event.value + change
            case Transfer():
                for account, by in ((event.payer, -event.amount), (event.payee, event.amount)):
                    if account in meters:
                        moved[meters[account]] = moved.get(meters[account], 0) + by
                if event.cause == "jackpot":
                    paid, last = paid + event.amount, event
            case Metered(jackpot, reads) if last is not None:
                odds = pays(round.rules, last.wager, last.line).odds
                whole = odds is not None and odds.num == odds.den
                bettor = round.spot(last.spot).bettor
                hit = Hit(last.spot, bettor, last.wager, last.line, paid, stands[jackpot], reads, whole)
                found.setdefault(jackpot, []).append(hit)
                stands[jackpot], paid, last = reads, 0, None
    return found


def _shown(found: Mapping[str, list[Hit]], jackpot: str) -> int:
    """By how much hits have changed a display that moves no chip."""
    return sum(hit.after - hit.before for hit in found.get(jackpot, ()))


def released(table: str, meter: LedgerAccount, hits: Iterable[Hit]) -> tuple[Posting, ...]:
    """What the house sets free for the bank that has paid a bonus jackpot, and sets aside for the next one."""
    postings: list[Posting] = []
    for hit in hits:
        about = hit.spot, hit.wager, hit.line
        if won := hit.before - (0 if hit.whole else hit.after):
            postings.append(Posting(meter, LedgerAccount(table, "house"), won, "released", *about))
        if hit.whole and hit.after:
            postings.append(Posting(OUTSIDE, meter, hit.after, "seed", *about))
    return tuple(postings)


def day_after(day: str, count: int = 1) -> date:
    """A date so many days after another."""
    return date.fromordinal(date.fromisoformat(day).toordinal() + count)
