"""Collection schedules: flat fees, by the option that a document numbers and a house posts.

A rule set that has schedules has the house rule `collection` too, without writing it: it names the option in force, or
is "none". Where options are for so many players each, a table posts one for each bracket, as in "1/4/7". Nothing here
collects: a script says when a fee is due.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from cardroom.money import cents
from cardroom.rulebook.house_rules import HouseRule
from cardroom.rulebook.schema import Cite, Count, Entries, Part

__all__ = [
    "ILLEGIBLE",
    "MOST_RATES",
    "Charge",
    "Counts",
    "Fee",
    "Moment",
    "Payer",
    "Tier",
    "collection",
    "posted",
    "posting_problems",
    "rates",
]

ILLEGIBLE = "illegible"
"""Stands for an amount that cannot be read with certainty: such an option is kept, and refused when it is chosen."""

MOST_RATES = 5
"""Rates that a table may post at once."""

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
    "by the clock",  # in advance, for so many minutes of play
]
"""When a fee is due."""

Payer = Literal["player-dealer", "each player", "pot"]
"""Who pays it."""

Counts = Literal["game wagers", "all wagers", "nothing"]
"""What decides the tier: the wagers that players placed before the deal, of the game alone or with bonus bets."""


class Tier(Part, frozen=True):
    """A fee and the action for which it is taken, in dollars as text, both ends included."""

    least: str = msgspec.field(name="from")
    fee: str
    most: str = msgspec.field(name="to", default="")
    """Left out in the last tier, it has no end."""

    @property
    def legible(self) -> bool:
        return ILLEGIBLE not in (self.least, self.most, self.fee)


class Charge(Part, frozen=True):
    """What is taken at one moment.

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
    """Its own, where it is not the schedule's."""
    minutes: int = 0
    """By the clock: the minutes of play that it pays for."""

    def fee(self, action: int) -> int:
        """The fee in cents for an action in cents, which counts in whole dollars.

        Below the first tier nothing is taken, above the last tier's end what that tier says.
        """
        whole = action - action % 100
        return next((cents(tier.fee) for tier in reversed(self.tiers) if cents(tier.least) <= whole), 0)

    @property
    def most(self) -> int:
        """The greatest fee that it may come to, in cents."""
        return max(cents(tier.fee) for tier in self.tiers)

    def problems(self) -> Iterator[str]:
        """What is wrong with its tiers: they ascend by whole dollars, without a gap and without an overlap."""
        if not self.tiers or (self.counts == "nothing" and len(self.tiers) > 1):
            yield f"tiers: a fee that counts {self.counts} takes {'one tier' if self.tiers else 'at least one tier'}"
        if (self.minutes > 0) != (self.moment == "by the clock"):
            yield "minutes: a fee by the clock, and no other, says how many minutes of play it pays for"
        if not all(tier.legible for tier in self.tiers):
            return
        try:
            ends = [(cents(tier.least), cents(tier.most) if tier.most else None) for tier in self.tiers]
            rates([Fee("", (self,))])
        except ValueError as error:
            yield f"tiers: {error}"
            return
        for (least, most), tier in zip(ends, self.tiers, strict=True):
            if least % 100 or (most or 0) % 100:
                yield f"tiers: from {tier.least} to {tier.most}: write whole dollars"
            elif most is not None and most < least:
                yield f"tiers: from {tier.least} to {tier.most} is no range"
        for (below, (_, end)), (above, (start, _)) in pairwise(zip(self.tiers, ends, strict=True)):
            if end is None or start != end + 100:
                said = f"from {below.least} to {below.most}" if below.most else f"from {below.least} without an end"
                yield f"tiers: {said} is followed by from {above.least}: a tier begins a dollar above the one below"


class Fee(Part, frozen=True):
    """A schedule: a printed option, for so many players, and what is taken when."""

    option: str
    """The printed number."""
    charge: Annotated[tuple[Charge, ...], Entries]
    players: tuple[Count, Count] | None = None
    """The least and the most players dealt in for which it holds; left out, any number."""
    cite: Cite = ""

    def holds(self, players: int | None) -> bool:
        """Whether it holds for so many players dealt in; None is for any."""
        return players is None or self.players is None or self.players[0] <= players <= self.players[1]

    def overlaps(self, other: "Fee") -> bool:
        """Whether a table could be under both at once."""
        if self.players is None or other.players is None:
            return True
        return self.players[0] <= other.players[1] and other.players[0] <= self.players[1]


def collection(fees: Iterable[Fee]) -> HouseRule:
    """The house rule that chooses among schedules.

    >>> collection([Fee("1", (), (7, 10)), Fee("4", (), (5, 6))]).check("collection", "4/1")
    '1/4'
    """
    known = tuple(fees)
    return HouseRule(
        default="none",
        says="The collection schedule in force, by its printed option; where they go by players dealt in, one each.",
        cite=next((fee.cite for fee in known if fee.cite), ""),
        choices=("none", *dict.fromkeys(fee.option for fee in known)),
        several=any(fee.players for fee in known),
        standing="granted",
    )


def posted(fees: Iterable[Fee], chosen: str) -> tuple[Fee, ...]:
    """The schedules that a value of the house rule `collection` puts in force; each charge has its citation.

    >>> posted([Fee("1", (), cite="page 1"), Fee("2", ())], "1")[0].cite
    'page 1'
    """
    replace = msgspec.structs.replace
    return tuple(
        replace(fee, charge=tuple(replace(charge, cite=charge.cite or fee.cite) for charge in fee.charge))
        for fee in fees
        if fee.option in chosen.split("/")
    )


def posting_problems(fees: Iterable[Fee]) -> Iterator[str]:
    """Why a table may not post these schedules together."""
    known = tuple(fees)
    for place, fee in enumerate(known):
        for other in known[:place]:
            if fee.overlaps(other):
                yield f"options {other.option} and {fee.option} are for the same number of players: choose one"
    for fee in known:
        if not all(tier.legible for charge in fee.charge for tier in charge.tiers):
            yield f"option {fee.option} cannot be read in the document with certainty: choose another"
    if len(rates(known)) > MOST_RATES:
        yield f"{len(rates(known))} different fees are posted, and at most {MOST_RATES} may be"


def rates(fees: Iterable[Fee]) -> set[int]:
    """The different amounts that these schedules take, in cents; taking nothing is no rate.

    >>> rates([Fee("1", (Charge("flop", "pot", "nothing", (Tier("$0", "$4"),)),))])
    {400}
    """
    tiers = (tier for fee in fees for charge in fee.charge for tier in charge.tiers)
    return {cents(tier.fee) for tier in tiers if tier.fee != ILLEGIBLE} - {0}
