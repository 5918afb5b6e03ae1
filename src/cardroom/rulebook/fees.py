"""Collection schedules: flat fees, by the option that a document numbers and a house posts.

A rule set with schedules automatically has the house rule `collection`: it names the option in force, or is "none". If
options depend on the number of players, a table posts one for each bracket, for example "1/4/7". The documents' tables
are read in `schedules`. Nothing here collects: a script decides when a fee is due.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from cardroom.limits import MOST_SEATS
from cardroom.money import cents
from cardroom.rulebook.house_rules import OTHER, HouseRule
from cardroom.rulebook.schema import Cite, Cited, Entries, NameList, Part, WholeNumber
from cardroom.rulebook.stakes import levels

__all__ = [
    "ILLEGIBLE",
    "MOST_RATES",
    "Charge",
    "Counts",
    "Fee",
    "Moment",
    "Payer",
    "ScheduleTerms",
    "Tier",
    "bracket",
    "collection",
    "fee_citation",
    "posted_fees",
    "rates",
]

ILLEGIBLE = "illegible"
"""Marks an amount that cannot be read with certainty. Such an option is stored, and rejected when it is chosen."""

MOST_RATES = 5
"""Different fees that a table may post at the same time."""

Moment = Literal[
    "before the deal",
    "after two cards",
    "flop",
    "turn",
    "river",
    "first round",
    "second round",
    "third round",
    "modified",  # the hand ended before the regular fee was due
    "by the clock",  # in advance, for a number of minutes of play
]
"""When a fee is due."""

Payer = Literal["player-dealer", "each player", "pot"]
"""Who pays it."""

Counts = Literal["game wagers", "all wagers", "nothing"]
"""The wagers that decide the tier: those placed before the deal, of the game alone or with bonus bets."""

_AMOUNTS = ("minimum", "maximum", "bonus", "buy_in")
"""The terms of a schedule that are ranges of amounts."""


class Tier(Part, frozen=True):
    """A fee and the range of action it applies to, in dollars as text, both ends included."""

    least: str = msgspec.field(name="from")
    fee: str
    most: str = msgspec.field(name="to", default="")
    """Left out in the last tier, which has no upper end."""

    @property
    def legible(self) -> bool:
        return ILLEGIBLE not in (self.least, self.most, self.fee)

    @property
    def action(self) -> str:
        """The range of action in words.

        >>> Tier("$1", "$2", "$49").action, Tier("$50", "$3").action, Tier("$1", "$2", "illegible").action
        ('$1 to $49', '$50 or more', '$1 to an illegible amount')
        """
        least, most = (f"an {end} amount" if end == ILLEGIBLE else end for end in (self.least, self.most))
        return f"{least} to {most}" if most else f"{least} or more"


class Charge(Part, frozen=True):
    """The fees at one moment.

    >>> tiers = (Tier("$5", "$0.50", "$99"), Tier("$100", "$1"))
    >>> charge = Charge("before the deal", "player-dealer", "game wagers", tiers)
    >>> charge.fee(9999), charge.fee(10000), charge.most
    (50, 100, 100)
    """

    moment: Moment
    payer: Payer
    counts: Counts
    tiers: Annotated[tuple[Tier, ...], Entries]
    cite: Cite = ""
    """Its own citation, if that differs from the schedule's."""
    minutes: int = 0
    """For a fee by the clock, the minutes of play that it pays for."""

    def fee(self, action: int) -> int:
        """Return the fee in cents for an action in cents, which counts in whole dollars.

        Below the first tier there is no fee. Above the last tier's end, the last tier applies.
        """
        whole = action - action % 100
        return next((cents(tier.fee) for tier in reversed(self.tiers) if cents(tier.least) <= whole), 0)

    @property
    def most(self) -> int:
        """The largest possible fee, in cents."""
        return max(cents(tier.fee) for tier in self.tiers)

    def problems(self) -> Iterator[str]:
        """Find problems with its tiers. They must ascend by whole dollars, without gaps or overlaps."""
        if not self.tiers or (self.counts == "nothing" and len(self.tiers) > 1):
            yield f"tiers: a fee that counts {self.counts} takes {'one tier' if self.tiers else 'at least one tier'}"
        if self.counts == "nothing" and any(tier.most or tier.least != "$0" for tier in self.tiers):
            yield 'tiers: a fee that counts nothing is the same for any action: write from = "$0", and no end'
        elif self.tiers and self.tiers[-1].most:
            yield f"tiers: the last one, from {self.tiers[-1].least}, has an end: leave out its `to`"
        if (self.minutes > 0) != (self.moment == "by the clock"):
            yield "minutes: give the minutes of play for a fee by the clock, and for no other fee"
        try:
            ends = [(_end(tier.least), _end(tier.most)) for tier in self.tiers]
            rates([Fee("", (self,))])
        except ValueError as error:
            yield f"tiers: {error}"
            return
        for (least, most), tier in zip(ends, self.tiers, strict=True):
            if (least or 0) % 100 or (most or 0) % 100:
                yield f"tiers: from {tier.least} to {tier.most}: write whole dollars"
            elif least is not None and most is not None and most < least:
                yield f"tiers: from {tier.least} to {tier.most} is not a range"
        for (below, (_, end)), (above, (start, _)) in pairwise(zip(self.tiers, ends, strict=True)):
            unread = ILLEGIBLE in (below.most, above.least)
            if not unread and (end is None or start != end + 100):
                lower = f"from {below.least} to {below.most}" if below.most else f"from {below.least} without an end"
                yield f"tiers: {lower} is followed by from {above.least}: begin one dollar above the tier below"


def _end(text: str) -> int | None:
    """An end of a tier in cents; None if it has none or is illegible."""
    return cents(text) if text not in ("", ILLEGIBLE) else None


class ScheduleTerms(Part, frozen=True):
    """What a table needs to post a schedule. A field that is left out allows anything."""

    minimum: tuple[str, str] = ("", "")
    maximum: tuple[str, str] = ("", "")
    """The ranges for the table's least and greatest wager."""
    bonus: tuple[str, str] = ("", "")
    """The least and the most of every bonus bet."""
    limit: NameList = ()
    """Poker: the limits at which it is spread."""
    stakes: tuple[str, str] = ("", "")
    """Poker at fixed limit: the least and the greatest limit game."""
    buy_in: tuple[str, str] = ("", "")
    """Poker: the least and the greatest buy-in."""

    def bounds(self, name: str) -> tuple[int, int] | None:
        """Return the bounds of a field in cents; None if it has none.

        >>> ScheduleTerms(maximum=("$1", "$200")).bounds("maximum"), ScheduleTerms().bounds("bonus")
        ((100, 20000), None)
        """
        least, most = getattr(self, name)
        return (cents(least), cents(most)) if least and most else None

    def bonus_limits(self, least: int, most: int) -> tuple[int, int]:
        """Narrow the limits of a bonus bet, in cents, to what the schedule allows.

        >>> ScheduleTerms(bonus=("$5", "$200")).bonus_limits(100, 100000), ScheduleTerms().bonus_limits(100, 100000)
        ((500, 20000), (100, 100000))
        """
        within = self.bounds("bonus")
        return (max(least, within[0]), min(most, within[1])) if within else (least, most)

    def problems(self) -> Iterator[str]:
        """Find problems with the terms as written, key first."""
        for name in (*_AMOUNTS, "stakes"):
            if bool(getattr(self, name)[0]) != bool(getattr(self, name)[1]):
                yield f"{name}: write both ends of the range"
        for name in _AMOUNTS:
            try:
                within = self.bounds(name)
            except ValueError as error:
                yield f"{name}: {error}"
            else:
                if within and within[0] > within[1]:
                    yield f"{name}: from {' to '.join(getattr(self, name))} is not a range"
        if set(self.limit) - {"fixed", "pot", "no"}:
            yield f"limit: {', '.join(self.limit)}: write one or more of fixed, pot and no"
        try:
            if any(not level.fixed for text in filter(None, self.stakes) for level in levels(text)):
                yield f"stakes: {' to '.join(self.stakes)}: write the least and the greatest limit like $4-$8"
            elif all(self.stakes) and levels(self.stakes[0])[0].amounts > levels(self.stakes[1])[0].amounts:
                yield f"stakes: from {' to '.join(self.stakes)} is not a range"
        except ValueError as error:
            yield f"stakes: {error}"


class Fee(Part, frozen=True):
    """A schedule: a printed option, the number of players it is for, and its charges."""

    option: str
    """The printed number."""
    charge: Annotated[tuple[Charge, ...], Entries]
    players: tuple[WholeNumber, WholeNumber] | None = None
    """The least and the most players dealt in; None means any number."""
    cite: Cite = ""
    terms: ScheduleTerms | None = None
    """What a table needs to post it; None means any table may."""

    def holds(self, players: int | None) -> bool:
        """Whether it applies to this number of players dealt in; None means any number."""
        return players is None or self.players is None or self.players[0] <= players <= self.players[1]

    def overlaps(self, other: "Fee") -> bool:
        """Whether both could apply at the same table."""
        if self.players is None or other.players is None:
            return True
        return self.players[0] <= other.players[1] and other.players[0] <= self.players[1]


def bracket(players: tuple[int, int]) -> str:
    """Return a range of players as schedules print it.

    >>> bracket((7, MOST_SEATS)), bracket((5, 6)), bracket((1, 4)), bracket((3, 3))
    ('7 or more', '5-6', '4 or less', '3')
    """
    least, most = players
    if most >= MOST_SEATS:
        return f"{least} or more"
    if least == 1:
        return f"{most} or less"
    return str(least) if least == most else f"{least}-{most}"


def collection(
    fees: Iterable[Fee], printed: Iterable[str] = (), *, by_players: bool = False, cite: Cite = ""
) -> HouseRule:
    """Make the house rule that chooses among schedules: `fees`, and `printed` options, which may go `by_players` and
    have their own citation.

    >>> collection([Fee("1", (), (7, 10)), Fee("4", (), (5, 6))]).check("collection", "4/1")
    '1/4'
    """
    known = tuple(fees)
    options = dict.fromkeys((*printed, *(fee.option for fee in known)))
    return HouseRule(
        default="none",
        says="The collection schedule in force, by its printed option. Where options depend on the number of players "
        "dealt in, choose one for each number.",
        cite=cite or next((fee.cite for fee in known if fee.cite), ""),
        choices=("none", *options),
        several=by_players or any(fee.players for fee in known),
        # Every document prints schedules for every table. A table that charges nothing departs from it.
        standing={"none": "departure", OTHER: "granted" if len(options) > 1 else "printed"},
    )


def posted_fees(fees: Iterable[Fee], chosen: str) -> tuple[Fee, ...]:
    """Return the schedules that a value of the house rule `collection` puts in force. Each charge gets its citation.
    Charges of $0 are left out.

    >>> posted_fees([Fee("1", (), cite="page 1"), Fee("2", ())], "1")[0].cite
    'page 1'
    """
    replace = msgspec.structs.replace
    return tuple(
        replace(
            fee,
            charge=tuple(
                replace(charge, cite=charge.cite or fee.cite)
                for charge in fee.charge
                if any(tier.fee not in ("$0", "0") for tier in charge.tiers)
            ),
        )
        for fee in fees
        if fee.option in chosen.split("/")
    )


def fee_citation(fees: Iterable[Fee], moment: str) -> Cite:
    """Return the citation of what is charged at a moment, over all schedules that charge something then.

    >>> charge = Charge("flop", "pot", "nothing", (Tier("$0", "$4"),))
    >>> fee_citation([Fee("1", (charge,), cite="Rates, option 1"), Fee("4", (charge,), cite="Rates, option 4")], "flop")
    'Rates, options 1 and 4'
    """
    cites = [charge.cite or fee.cite for fee in fees for charge in fee.charge if charge.moment == moment]
    first = cites[0]
    places = list(dict.fromkeys(cite.where if isinstance(cite, Cited) else cite for cite in cites))
    heads = {each.rpartition(", option ")[0] for each in places}
    if len(places) > 1 and len(heads) == 1 and (head := heads.pop()):
        *some, last = (each.rpartition(", option ")[2] for each in places)
        places = [f"{head}, options {', '.join(some)} and {last}"]
    where = "; ".join(places)
    return Cited(first.document, where) if isinstance(first, Cited) else where


def rates(fees: Iterable[Fee]) -> set[int]:
    """The different fees of these schedules, in cents, without zero.

    >>> rates([Fee("1", (Charge("flop", "pot", "nothing", (Tier("$0", "$4"),)),))])
    {400}
    """
    tiers = (tier for fee in fees for charge in fee.charge for tier in charge.tiers)
    return {cents(tier.fee) for tier in tiers if tier.fee != ILLEGIBLE} - {0}
