"""Hits: the shares of meters that a round won, read from its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardroom.house.books import OUTSIDE, LedgerAccount, Posting
from cardroom.house.jackpots.pools import Hit
from cardroom.play import pays
from cardroom.play.round import HOUSE_SPOT, Acted, Metered, Round, Settled, Transfer, meter_of

__all__ = ["hits_of", "release_postings"]


def hits_of(round: Round) -> dict[str, list[Hit]]:
    """The hits of a round, by jackpot and in order."""
    hits: dict[str, list[Hit]] = {}
    if not round.rules.jackpots or Metered not in {type(event) for event in round.events}:
        return hits  # a hit changes a meter
    readings: dict[str, int] = {}
    moved: dict[str, int] = {}
    paid, last = 0, None  # of the wager that was settled last
    meters = {meter_of(each.name): each.name for each in round.rules.jackpots.values()}
    chips = {each.name for each in round.rules.jackpots.values() if each.rule == "progressive"}
    for event in round.events:
        match event:
            case Acted(spot=HOUSE_SPOT.id, action="meter"):
                change = moved.get(event.about, 0) if event.about in chips else _display_change(hits, event.about)
                readings[event.about] = event.value + change
            case Transfer():
                for account, by in ((event.payer, -event.amount), (event.payee, event.amount)):
                    if account in meters:
                        moved[meters[account]] = moved.get(meters[account], 0) + by
                if event.cause == "jackpot":
                    paid += event.amount
            case Settled():
                paid, last = 0, event
            case Metered(jackpot, reads) if last is not None:
                odds = pays(round.rules, last.wager, last.line).odds
                whole = odds is not None and odds.num == odds.den
                bettor = round.spot(last.spot).bettor
                hit = Hit(last.spot, bettor, last.wager, last.line, paid, readings[jackpot], reads, whole)
                hits.setdefault(jackpot, []).append(hit)
                readings[jackpot], paid, last = reads, 0, None
    return hits


def _display_change(hits: Mapping[str, list[Hit]], jackpot: str) -> int:
    """How much hits changed the display of a bonus jackpot, whose wagers move no chips to it."""
    return sum(hit.after - hit.before for hit in hits.get(jackpot, ()))


def release_postings(table: str, meter: LedgerAccount, hits: Iterable[Hit]) -> tuple[Posting, ...]:
    """The postings that give a bank what it paid for a bonus jackpot, and that seed the next one."""
    postings: list[Posting] = []
    for hit in hits:
        about = hit.spot, hit.wager, hit.line
        if won := hit.before - (0 if hit.whole else hit.after):
            postings.append(Posting(meter, LedgerAccount(table, "house"), won, "released", *about))
        if hit.whole and hit.after:
            postings.append(Posting(OUTSIDE, meter, hit.after, "seed", *about))
    return tuple(postings)
