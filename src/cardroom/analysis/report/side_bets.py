"""Side bets, counted exactly: how often each line occurs, and what each pay table of the wager pays for it.

For a side bet that cards alone decide, the rule set is enough: it has the cards, the ranking and the tables. Others
pass in their own counts.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cardroom.analysis.engine import Engine
from cardroom.analysis.poker_hands import hands_by_pay_line
from cardroom.analysis.report.reports import WagerOutcome, WagerReport, merge_outcomes
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.games import layout
from cardroom.play import Payoff, pays
from cardroom.rankings.base import by_name
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD

__all__ = ["NEVER_FOLDS", "OTHER_CARDS", "by_table", "net_of_line", "side_bet", "side_bets_report", "tables_of"]

NEVER_FOLDS = "A fold forfeits it. The figures are for a player who does not fold a hand that it pays."
OTHER_CARDS = "After a fold other cards decide it ({}). The figures are for a player who does not fold."


def side_bet(rules: RuleSet, wager: str, cards: tuple[Card, ...] = ()) -> Iterator[WagerReport]:
    """A report for each pay table of a wager that cards alone decide. Without `cards`, they are the game's deck.

    >>> from cardroom.rulebook import rule_set
    >>> [str(report.edge) for report in side_bet(rule_set("three-card-poker-6-card-bonus"), "pair-plus")]
    ['242/5525']
    """
    terms = rules.wager[wager]
    parts = layout(rules).cards[terms.cards].parts
    cards = cards or deck(rules.deck.name, rules.packs).cards
    note = {"": "", ALIVE: "", DEAD: NEVER_FOLDS}.get(terms.folded, OTHER_CARDS.format(terms.folded))

    def count(chosen: RuleSet) -> Mapping[str, int]:
        return hands_by_pay_line(chosen.table(terms.pays), parts, cards)

    yield from by_table(rules, wager, count, note)


def side_bets_report(rules: RuleSet, _: Engine) -> tuple[WagerReport, ...]:
    """The reports of all side bets that cards alone decide."""
    return tuple(report for name, terms in rules.wagers().items() if terms.cards for report in side_bet(rules, name))


def by_table(
    rules: RuleSet, wager: str, count: Callable[[RuleSet], Mapping[str, int]], note: str = ""
) -> Iterator[WagerReport]:
    """A report for each pay table that a wager may have, the one in force first. A meter is taken to be at its seed."""
    terms = rules.wager[wager]
    award = terms.when == AWARD
    paid_on = (terms.equals or terms.needs[0].partition(" or ")[0]) if award else wager
    for chosen, settings, in_force in tables_of(rules, terms.pays):
        jackpot = chosen.jackpot_of(wager) if chosen.table(terms.pays).metered else None
        stake, meter = (chosen.limits(paid_on)[0], jackpot.seed) if jackpot else (0, 0)
        outcomes = merge_outcomes(
            _award_outcome(pays(chosen, wager, line), times, chosen.limits(paid_on)[0])
            if award
            else _outcome(pays(chosen, wager, line), times, stake, meter, chosen.tops_up)
            for line, times in count(chosen).items()
        )
        of = rules.wager[paid_on].label
        yield WagerReport(
            wager,
            terms.label,
            of,
            outcomes,
            settings,
            in_force,
            stake=stake,
            meter=meter,
            note=note,
            tops_up=chosen.tops_up,
        )


@by_name
@lru_cache(256)
def net_of_line(rules: RuleSet, wager: str, line: str) -> Fraction:
    """The net per unit of a side bet with this line."""
    return -next(by_table(rules, wager, lambda _: {line: 1})).edge


def tables_of(rules: RuleSet, pattern: str) -> Iterator[tuple[RuleSet, dict[str, Any], bool]]:
    """The rule set with every choice of the house rule in a pay table's name, the one in force first."""
    name = pattern.partition("{")[2].partition("}")[0]
    choices = rules.house_rules[name].choices if name else ()
    if not choices:
        yield rules, {}, True
        return
    for choice in sorted(choices, key=lambda each: each != rules.house(name)):
        chosen = rules.replaced(settings=rules.settings | {name: choice})
        yield chosen, {name: choice}, choice == rules.house(name)


def _award_outcome(payoff: Payoff, count: int, least: int) -> WagerOutcome:
    """The outcome of an award, which needs no wager. A fixed amount is given per unit of the minimum wager."""
    if payoff.odds is None:
        return WagerOutcome(payoff.line, Fraction(0), count)
    net = Fraction(payoff.odds.num, least) if payoff.odds.kind == "flat" else payoff.unit
    return WagerOutcome(payoff.line, net, count, str(payoff.odds))


def _outcome(payoff: Payoff, count: int, stake: int, meter: int, tops_up: bool) -> WagerOutcome:
    """The outcome of a line per unit. A share of the meter is for this stake and this reading."""
    odds = payoff.odds
    if odds and odds.kind == "meter":
        share = Fraction(odds.num, odds.den)
        net = share * meter / stake - 1
        return WagerOutcome(payoff.line, max(net, Fraction(0)) if tops_up else net, count, str(odds), meter=share)
    return WagerOutcome(payoff.line, payoff.unit, count, str(odds or ""))
