"""The value of a jackpot: how often each line hits, its long-run return, and the number of wagers until it is won.

In the long run, everything that goes into a meter is paid out: the rate of each wager (for a bonus jackpot, the daily
contribution), and the seed each time the whole meter is won. So the long-run return is the sum of the fixed pays, these
shares and the seed per wager. The current reading of the meter changes only the current return. Under the house rule
`top_up_shares` the house adds what a share of a low meter falls short of the wager. These supplements do not come from
the meter, and their frequency depends on its readings. This module gives an upper bound for them.
"""

from fractions import Fraction
from typing import Any

import msgspec

from cardroom.analysis.report import WagerOutcome, WagerReport, figure, side_bet
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
        """The lines that pay, best first."""
        return tuple(each for each in self.report.outcomes if each.pays)

    def probability(self, line: WagerOutcome) -> Fraction:
        """The probability of a line."""
        return Fraction(line.count, self.report.deals)

    @property
    def hit(self) -> Fraction:
        """The probability that a wager wins a share of the meter."""
        return sum((self.probability(line) for line in self.lines if line.meter), Fraction(0))

    @property
    def whole(self) -> Fraction:
        """The probability that a wager wins the whole meter."""
        return sum((self.probability(line) for line in self.lines if line.meter == 1), Fraction(0))

    @property
    def wagers_to_hit(self) -> Fraction | None:
        """The expected number of wagers until a share is won."""
        return 1 / self.hit if self.hit else None

    @property
    def wagers_to_win(self) -> Fraction | None:
        """The expected number of wagers until the whole meter is won."""
        return 1 / self.whole if self.whole else None

    @property
    def fixed(self) -> Fraction:
        """The return of the lines that pay fixed amounts, per unit."""
        return sum((self.probability(line) * (1 + line.net) for line in self.lines if not line.meter), Fraction(0))

    @property
    def grows(self) -> Fraction:
        """The share of wagers that goes into the meter, with each wager or in the morning."""
        return self.jackpot.rate + self.jackpot.morning

    def made_up(self, meter: Fraction) -> Fraction:
        """What the house adds, per unit, to shares of less than the wager, at this reading of the meter."""
        if not self.report.tops_up:
            return Fraction(0)
        short = ((line, 1 - line.meter * meter / self.report.stake) for line in self.lines if line.meter)
        return sum((self.probability(line) * lacks for line, lacks in short if lacks > 0), Fraction(0))

    @property
    def made_up_at_most(self) -> Fraction:
        """An upper bound of what the house adds: its value at the lowest possible reading of the meter."""
        lowest = self.jackpot.rate * self.report.stake
        return self.made_up(lowest + self.jackpot.seed if self.hit == self.whole else lowest)

    @property
    def long_run(self) -> Fraction:
        """The long-run return of a unit, without what the house makes up."""
        return self.fixed + self.grows + self.whole * self.jackpot.seed / self.report.stake

    @property
    def usual_win(self) -> Fraction | None:
        """The average win in cents, if only the whole meter can be won; else None."""
        if not self.whole or self.hit != self.whole:
            return None
        return self.jackpot.seed + self.grows * self.report.stake / self.whole

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""

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
    """The figures of every jackpot on the layout that cards alone decide."""
    jackpots = []
    for wager, jackpot in rules.jackpots.items():
        terms = rules.wagers().get(wager)
        if terms is None or not terms.cards:
            continue
        report = next(each for each in side_bet(rules, wager) if each.in_force)
        if not report.stake:  # a pay table without a share of the meter
            report = msgspec.structs.replace(report, stake=rules.limits(wager)[0])
        jackpots.append(JackpotOdds(jackpot, report))
    if not jackpots:
        how = " or ".join(f"--set {rules.puts_on_layout(each)}" for each in rules.jackpots if rules.wager[each].offered)
        raise InputError(
            f"{rules.game}, {rules.rules}: there is no jackpot on the layout under these house rules"
            + (f"; add {how}" if how else "")
        )
    return jackpots
