"""Payoffs, and how much of them the bank covers.

A payoff is what a rule says about a wager: odds, the reason in a sentence, the citation. Coverage is how much of it
the bank's money can pay or collect (500 Club, Type of Game: the player-dealer may not win or lose more than the
original amount wagered). Both are pure values.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from cardroom.cards import Card
from cardroom.money import Odds, odds
from cardroom.rankings import RANKINGS, category, line_below, rank
from cardroom.rankings.base import by_name
from cardroom.rankings.holds import also
from cardroom.rankings.named import is_named_line, lowest
from cardroom.rulebook import PayTable, RuleSet, Wager
from cardroom.rulebook.schema import LOSES, PUSHES, Cite, Cited

__all__ = [
    "Coverage",
    "Payoff",
    "beaten_line",
    "loses",
    "loses_half",
    "pays",
    "pays_hand",
    "pushes",
    "qualifying_rank",
    "rank_line",
]


class Payoff(msgspec.Struct, frozen=True, gc=False):
    """The result of a wager, and the reason."""

    odds: Odds | None
    """The odds that a winning wager is paid."""
    line: str
    """The pay line, or the result, that decided the wager."""
    why: str
    """The reason as a sentence for players: "Pair Plus: straight pays 6 to 1"."""
    cite: str
    share: tuple[int, int] = (0, 1)
    """The part of an unpaid wager that is lost: all, half, or none for a push."""

    @property
    def lost(self) -> bool:
        """Whether the wager is collected, in whole or in part."""
        return self.share[0] > 0

    def due(self, stake: int, meter: int = 0) -> int:
        """Return the player's gain on a stake, in cents. The amount returned to the player is rounded down.

        >>> Payoff(None, "surrender", "", "", share=(1, 2)).due(501)
        -251
        """
        if self.odds is None:
            return stake * -self.share[0] // self.share[1]
        return self.odds.net(stake, meter)

    @property
    def unit(self) -> Fraction:
        """The player's exact gain per unit wagered, for analysis."""
        if self.odds is None:
            return -Fraction(*self.share)
        return self.odds.unit


@by_name
@lru_cache(maxsize=4096)
def pays(rules: RuleSet, wager: str, result: str, *, beaten: bool = False) -> Payoff:
    """Return what a wager's pay table says about a result: odds, a push or a loss.

    A hand without a line of its own is paid by the best line that includes it: a royal flush as a straight flush, and
    that as a flush. A wager may have a second table for beaten hands, with the same line names as the first.

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
    bet = rules.wager[wager]
    table = rules.table(bet.beaten if beaten else bet.pays)
    ranked = RANKINGS.get(table.ranking)
    plain = ranked.plain.get(result, ()) if ranked else ()
    line, paid = table.decides(result, *plain, also=also(table.ranking, result) if ranked else ())
    if paid == LOSES:
        return loses(rules, wager, line, _where(bet, "any other loss", table.cite))
    decided, shown = (beaten_line(line), f"beaten {line}") if beaten else (line, line)
    if paid == PUSHES:
        # Hands that are compared are looked up only after they won, or in the table for beaten hands.
        if table.ranking in RANKINGS and bet.required and not beaten and line not in table.lines:
            return pushes(rules, wager, f"a win with {line}", _where(bet, "any other win", table.cite))
        return pushes(rules, wager, shown, table.cite)
    cite = rules.cite(_where(bet, line, table.cite))
    return Payoff(odds(paid), decided, f"{bet.label}: {shown} pays {paid}", cite)


def pays_hand(rules: RuleSet, wager: str, cards: Sequence[Card]) -> Payoff:
    """Return what a wager's pay table says about cards that its ranking judges."""
    ranking, names_hands = _judged_by(rules, wager)
    value = rank(ranking, cards)
    if value is None:
        return pays(rules, wager, line_below(ranking, cards))
    return _pays_rank(rules, wager, value) if names_hands else pays(rules, wager, category(ranking, value))


def judged_by_line(rules: RuleSet, wager: str) -> str:
    """The ranking whose line decides a wager; empty if its pay table names hands that are no lines of the ranking."""
    ranking, names_hands = _judged_by(rules, wager)
    return "" if names_hands else ranking


@by_name
@lru_cache(maxsize=512)
def _judged_by(rules: RuleSet, wager: str) -> tuple[str, bool]:
    """The ranking of a wager's pay table, and whether a line of it is a named hand rather than a category."""
    table = rules.table(rules.wager[wager].pays)
    return table.ranking, any(is_named_line(table.ranking, line) for line in table.lines)


@by_name
@lru_cache(maxsize=1 << 15)
def _pays_rank(rules: RuleSet, wager: str, value: int) -> Payoff:
    return pays(rules, wager, rank_line(rules.table(rules.wager[wager].pays), value))


@by_name
@lru_cache(maxsize=512)
def qualifying_rank(rules: RuleSet, ranking: str) -> int:
    """The lowest rank of the dealer's hand that qualifies; 0 if the dealer always plays.

    >>> from cardroom.rankings import rank
    >>> from cardroom.rulebook import rule_set
    >>> qualifying_rank(rule_set("three-card-poker-6-card-bonus"), "three-card") == rank("three-card", "Qs 3h 2d")
    True
    """
    hand = rules.dealer.qualifies if rules.dealer else ""
    return lowest(ranking, hand) if hand else 0


def rank_line(table: PayTable, value: int) -> str:
    """The result, for `pays`, of a hand with this rank in a pay table's ranking.

    It is the hand's category, or a named hand of the table ("pair of jacks or better") if that line comes first.

    >>> bonus = PayTable("Bonus", {"two pair": "2 to 1", "pair of jacks or better": "1 to 1"}, ranking="high")
    >>> hands = "Kc Kd 4h 3s 2c", "9c 9d 4h 3s 2c", "9c 9d 4h 4s 2c"
    >>> [rank_line(bonus, rank("high", hand)) for hand in hands]
    ['pair of jacks or better', 'pair', 'two pair']
    """
    ranking = RANKINGS[table.ranking]
    made, order = category(ranking.name, value), list(table.lines)
    named = next(
        (each for each in order if is_named_line(ranking.name, each) and value >= lowest(ranking.name, each)), None
    )
    if named is None:
        return made
    decided, _ = table.decides(made, *ranking.plain.get(made, ()), also=also(ranking.name, made))
    return made if decided in order and order.index(decided) < order.index(named) else named


def _where(wager: Wager, outcome: str, cite: Cite) -> Cite:
    """Return where an outcome is printed. The wager may be more exact than a table, but not for a house's own text."""
    return cite if isinstance(cite, Cited) else wager.cites.get(outcome, cite)


def beaten_line(line: str) -> str:
    """Name a line of the table for beaten hands, to distinguish it from the same hand when it wins.

    >>> beaten_line("flush")
    'flush, beaten'
    """
    return f"{line}, beaten"


@lru_cache(maxsize=4096)
def loses(rules: RuleSet, wager: str, line: str, cite: Cite) -> Payoff:
    """Return the payoff of a wager that is collected.

    >>> from cardroom.rulebook import rule_set
    >>> loses(rule_set("ez-baccarat"), "panda-8", "no panda 8", "rule 1").why
    'Panda 8: no panda 8, so it loses'
    """
    reason = f"{line}, so it loses" if line.startswith("no ") else f"{line} loses"
    bet = rules.wager[wager]
    return Payoff(None, line, f"{bet.label}: {reason}", rules.cite(_where(bet, line, cite)), (1, 1))


def loses_half(rules: RuleSet, wager: str, line: str, cite: Cite) -> Payoff:
    """Return the payoff of a wager of which half is collected."""
    bet = rules.wager[wager]
    return Payoff(None, line, f"{bet.label}: {line} loses half", rules.cite(_where(bet, line, cite)), (1, 2))


@lru_cache(maxsize=4096)
def pushes(rules: RuleSet, wager: str, line: str, cite: Cite) -> Payoff:
    """Return the payoff of a wager that is returned."""
    bet = rules.wager[wager]
    return Payoff(None, line, f"{bet.label}: {line} pushes", rules.cite(_where(bet, line, cite)))


class Coverage(msgspec.Struct, frozen=True, gc=False):
    """How much of the wins and losses the bank's wager covers, as a round is settled in order.

    `wager` is what the player-dealer put up, or None for the house, which has no cap. Without `running`, payments and
    collections are each limited to the wager. With `running`, money collected earlier pays later winners, and the net
    result is limited to the wager.

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
        """Return how much of a win the bank covers, and the coverage after it."""
        covered = due
        if self.wager is not None:
            left = self.wager - self.paid + (self.collected if self.running else 0)
            covered = due if due < left else left
        return covered, Coverage(self.wager, self.running, self.paid + covered, self.collected)

    def collect(self, due: int) -> tuple[int, "Coverage"]:
        """Return how much of a loss the bank may take, and the coverage after it."""
        covered = due
        if self.wager is not None:
            left = self.wager - self.collected + (self.paid if self.running else 0)
            covered = due if due < left else left
        return covered, Coverage(self.wager, self.running, self.paid, self.collected + covered)
