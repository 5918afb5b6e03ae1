"""What a jackpot is worth: how often each line hits, what it returns in the long run, and how long until it is won.

In the long run everything that comes into a meter goes out of it: of each wager its rate (and a bonus jackpot's share
of the morning), and the seed as often as all of it is won. So the long-run return is that of the fixed pays, the
shares, and the seed for each wager; where the meter stands at a moment changes the return of that moment alone. Where
a share of a low meter is less than the wager, the house makes it up, so that no hit costs its winner: that is beside
the meter, and how often it happens goes by where the meter stands. It is bounded here.
"""

from fractions import Fraction
from typing import Any

import msgspec

from cardroom.analysis.report import WagerOutcome, WagerReport, figure
from cardroom.analysis.side_bets import side_bet
from cardroom.errors import InputError
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import Jackpot

__all__ = ["JackpotOdds", "jackpot_odds"]


class JackpotOdds(msgspec.Struct, frozen=True):
    """The exact figures of a jackpot.

    >>> from cardroom.rulebook import rule_set
    >>> (galaxy,) = jackpot_odds(rule_set("four-card-frenzy"))
    >>> galaxy.wagers_to_win
    Fraction(649740, 1)
    >>> galaxy.long_run == galaxy.fixed + Fraction(1, 10) + Fraction(250000, 500 * 649740)
    True
    """

    jackpot: Jackpot
    report: WagerReport

    @property
    def lines(self) -> tuple[WagerOutcome, ...]:
        """The lines that pay, the best first."""
        return tuple(each for each in self.report.outcomes if each.pays)

    def probability(self, line: WagerOutcome) -> Fraction:
        """How likely a line is."""
        return Fraction(line.count, self.report.deals)

    @property
    def hit(self) -> Fraction:
        """How often a wager wins a share of the meter."""
        return sum((self.probability(line) for line in self.lines if line.meter), Fraction(0))

    @property
    def whole(self) -> Fraction:
        """How often a wager wins all of it."""
        return sum((self.probability(line) for line in self.lines if line.meter == 1), Fraction(0))

    @property
    def wagers_to_hit(self) -> Fraction | None:
        """How many wagers it takes, on average, until a share is won."""
        return 1 / self.hit if self.hit else None

    @property
    def wagers_to_win(self) -> Fraction | None:
        """How many it takes until all of it is won."""
        return 1 / self.whole if self.whole else None

    @property
    def fixed(self) -> Fraction:
        """What lines return that pay no share of the meter, per unit."""
        return sum((self.probability(line) * (1 + line.net) for line in self.lines if not line.meter), Fraction(0))

    @property
    def grows(self) -> Fraction:
        """The share of wagers that comes to the meter, with them or in the morning."""
        return self.jackpot.rate + self.jackpot.morning

    def made_up(self, meter: Fraction) -> Fraction:
        """What the house adds to shares that come to less than the wager while the meter reads so much, per unit."""
        short = ((line, 1 - line.meter * meter / self.report.stake) for line in self.lines if line.meter)
        return sum((self.probability(line) * lacks for line, lacks in short if lacks > 0), Fraction(0))

    @property
    def made_up_at_most(self) -> Fraction:
        """What it adds at the very most: while a meter of which shares are won reads nothing but the last wager's."""
        lowest = self.jackpot.rate * self.report.stake
        return self.made_up(lowest + self.jackpot.seed if self.hit == self.whole else lowest)

    @property
    def long_run(self) -> Fraction:
        """What comes back of a unit in the long run, without what the house makes up."""
        return self.fixed + self.grows + self.whole * self.jackpot.seed / self.report.stake

    @property
    def usual_win(self) -> Fraction | None:
        """Cents on the meter when all of it is won, on average, where nothing less than all of it is ever won."""
        if not self.whole or self.hit != self.whole:
            return None
        return self.jackpot.seed + self.grows * self.report.stake / self.whole

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON has them."""

        def some(number: Fraction | None) -> dict[str, Any] | None:
            return None if number is None else figure(number)

        even = self.report.break_even_meter
        return {
            "jackpot": self.jackpot.name,
            "label": self.jackpot.label,
            "rule": self.jackpot.rule,
            "wager": self.report.wager,
            "wager_cents": self.report.stake,
            "seed_cents": self.jackpot.seed,
            "rate": figure(self.jackpot.rate),
            "reserve": figure(self.jackpot.reserve),
            "morning": figure(self.jackpot.morning),
            "deals": self.report.deals,
            "lines": [
                {
                    "line": line.line,
                    "pays": line.pays,
                    "deals": line.count,
                    "probability": figure(self.probability(line)),
                }
                for line in self.lines
            ],
            "hit": figure(self.hit),
            "wagers_to_a_hit": some(self.wagers_to_hit),
            "wagers_until_it_is_won": some(self.wagers_to_win),
            "usual_win_cents": some(self.usual_win),
            "return_at_seed": figure(1 - self.report.edge),
            "break_even_meter_cents": some(even),
            "return_in_the_long_run": figure(self.long_run),
            "made_up_by_the_house_at_seed": figure(self.made_up(Fraction(self.jackpot.seed))),
            "made_up_by_the_house_at_most": figure(self.made_up_at_most),
        }


def jackpot_odds(rules: RuleSet) -> list[JackpotOdds]:
    """The figures of every jackpot on a layout that a hand of given cards wins."""
    found = []
    for wager, jackpot in rules.jackpots.items():
        said = rules.wagers().get(wager)
        if said is None or not said.cards:
            continue
        report = next(each for each in side_bet(rules, wager) if each.in_force)
        if not report.stake:  # a table that pays no share: no meter decides anything
            report = msgspec.structs.replace(report, stake=rules.limits(wager)[0])
        found.append(JackpotOdds(jackpot, report))
    if not found:
        how = " or ".join(f"--set {rules.puts_on_layout(each)}" for each in rules.jackpots if rules.wager[each].offered)
        raise InputError(
            f"{rules.game}, {rules.rules}: there is no jackpot on the layout under these house rules"
            + (f"; it takes {how}" if how else "")
        )
    return found
