"""Who pays and how far: payoffs, and the bank's coverage of them.

A payoff is what a rule says of a wager: odds, the reason in a sentence, the citation. Coverage is how much of it the
bank's money reaches (500 Club, Type of Game: the player-dealer may not win or lose more than the original amount
wagered). Both are pure values.
"""

from fractions import Fraction
from functools import lru_cache

import msgspec

from cardroom.money import Odds, odds
from cardroom.rankings import RANKINGS
from cardroom.rankings.holds import also
from cardroom.rulebook import RuleSet, Wager
from cardroom.rulebook.schema import LOSES, PUSHES, Cite, Cited

__all__ = ["Coverage", "Payoff", "beaten_line", "loses", "loses_half", "pays", "pushes"]


class Payoff(msgspec.Struct, frozen=True, gc=False):
    """What becomes of a wager, and why."""

    odds: Odds | None
    """What a winning wager is paid."""
    line: str
    """The pay table's line, or the result, that decided it."""
    why: str
    """The same in a sentence, for people: "Pair Plus: straight pays 6 to 1"."""
    cite: str
    share: tuple[int, int] = (0, 1)
    """The part of the wager that is lost where it is not paid: all, half, or none in a push."""

    @property
    def lost(self) -> bool:
        """Whether it is collected, in whole or in part."""
        return self.share[0] > 0

    def due(self, stake: int, meter: int = 0) -> int:
        """What the player is better off by on a stake, in cents; what goes back to the player is rounded down.

        >>> Payoff(None, "surrender", "", "", share=(1, 2)).due(501)
        -251
        """
        if self.odds is None:
            return stake * -self.share[0] // self.share[1]
        return self.odds.net(stake, meter)

    @property
    def unit(self) -> Fraction:
        """The same for one unit wagered, exactly: what analysis counts with."""
        if self.odds is None:
            return -Fraction(*self.share)
        return self.odds.unit


@lru_cache(maxsize=4096)
def pays(rules: RuleSet, wager: str, result: str, *, beaten: bool = False) -> Payoff:
    """What a wager's pay table says of a result: its odds, a push or a loss.

    A hand that the table does not set apart is paid as what else it is, by the best line that has it: a royal flush as
    a straight flush, and that as a flush. A wager may have a second table for hands that are beaten, whose lines have
    the same names as those of the first.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("three-card-poker-6-card-bonus")
    >>> pays(rules, "pair-plus", "straight").why
    'Pair Plus: straight pays 6 to 1'
    >>> pays(rules, "pair-plus", "high card").due(500)
    -500
    >>> pays(rule_set("heads-up-holdem", "brook"), "odds", "high card").why
    'Odds: a win with high card pushes'
    >>> pays(rule_set("heads-up-holdem", "brook"), "odds", "straight", beaten=True).why
    'Odds: beaten straight pays 5 to 1'
    """
    said = rules.wager[wager]
    table = rules.table(said.beaten if beaten else said.pays)
    ranked = RANKINGS.get(table.ranking)
    plain = ranked.plain.get(result, ()) if ranked else ()
    line, written = table.decides(result, *plain, also=also(table.ranking, result) if ranked else ())
    if written == LOSES:
        return loses(rules, wager, line, _where(said, "any other loss", table.cite) if beaten else table.cite)
    decided, made = (beaten_line(line), f"beaten {line}") if beaten else (line, line)
    if written == PUSHES:
        # A hand that is compared with another's is looked up because it won, or by the table for those that lost.
        if table.ranking in RANKINGS and said.required and not beaten:
            return pushes(rules, wager, f"a win with {line}", _where(said, "any other win", table.cite))
        return pushes(rules, wager, made, table.cite)
    cite = rules.cite(_where(said, line, table.cite))
    return Payoff(odds(written), decided, f"{said.label}: {made} pays {written}", cite)


def _where(said: Wager, outcome: str, cite: Cite) -> Cite:
    """Where an outcome is printed: the wager may say more exactly than a table, but not for a house's own text."""
    return cite if isinstance(cite, Cited) else said.cites.get(outcome, cite)


def beaten_line(line: str) -> str:
    """What a line of the table for beaten hands is called, to tell it from the same hand when it wins.

    >>> beaten_line("flush")
    'flush, beaten'
    """
    return f"{line}, beaten"


def loses(rules: RuleSet, wager: str, line: str, cite: Cite) -> Payoff:
    """A wager that is collected.

    >>> from cardroom.rulebook import rule_set
    >>> loses(rule_set("ez-baccarat"), "panda-8", "no panda 8", "rule 1").why
    'Panda 8: no panda 8, so it loses'
    """
    says = f"{line}, so it loses" if line.startswith("no ") else f"{line} loses"
    said = rules.wager[wager]
    return Payoff(None, line, f"{said.label}: {says}", rules.cite(_where(said, line, cite)), (1, 1))


def loses_half(rules: RuleSet, wager: str, line: str, cite: Cite) -> Payoff:
    """A wager of which half is collected."""
    said = rules.wager[wager]
    return Payoff(None, line, f"{said.label}: {line} loses half", rules.cite(_where(said, line, cite)), (1, 2))


def pushes(rules: RuleSet, wager: str, line: str, cite: Cite) -> Payoff:
    """A wager that is given back."""
    said = rules.wager[wager]
    return Payoff(None, line, f"{said.label}: {line} pushes", rules.cite(_where(said, line, cite)))


class Coverage(msgspec.Struct, frozen=True, gc=False):
    """How far the bank's wager reaches, as a round is settled in order.

    `wager` is what the player-dealer put up, None for the house, which banks without a cap. Counted separately, at
    most that is paid out and at most that is collected; `running` lets money collected earlier pay later winners and
    keeps the net within the wager.

    >>> bank = Coverage(1000)
    >>> paid, bank = bank.pay(700)
    >>> paid, bank = bank.pay(700)
    >>> paid
    300
    """

    wager: int | None
    running: bool = False
    paid: int = 0
    collected: int = 0

    def pay(self, due: int) -> tuple[int, "Coverage"]:
        """How much of a win the bank covers, and what it covers after that."""
        covered = due
        if self.wager is not None:
            covered = min(due, self.wager - self.paid + (self.collected if self.running else 0))
        return covered, Coverage(self.wager, self.running, self.paid + covered, self.collected)

    def collect(self, due: int) -> tuple[int, "Coverage"]:
        """How much of a loss the bank may take, and what it covers after that."""
        covered = due
        if self.wager is not None:
            covered = min(due, self.wager - self.collected + (self.paid if self.running else 0))
        return covered, Coverage(self.wager, self.running, self.paid, self.collected + covered)
