"""Side bets, counted exactly: how often each line is made, and what each of the wager's pay tables pays for it.

A side bet that cards alone decide needs nothing else: its cards, its ranking and its tables are in the rule set. Others
hand over counts of their own.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from cardroom.analysis.hands import hands_by_line
from cardroom.analysis.report import WagerOutcome, WagerReport, merged
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.games import layout
from cardroom.play import Payoff, pays
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD

__all__ = ["NEVER_FOLDS", "OTHER_CARDS", "by_table", "side_bet", "tables_of"]

NEVER_FOLDS = "A fold forfeits it: said of a player who does not fold a hand that it pays."
OTHER_CARDS = "After a fold other cards decide it ({}): said of a player who does not fold."


def side_bet(rules: RuleSet, wager: str, cards: tuple[Card, ...] = ()) -> Iterator[WagerReport]:
    """A report for each pay table of a wager that cards alone decide, from the game's deck or from these cards.

    >>> from cardroom.rulebook import rule_set
    >>> [str(report.edge) for report in side_bet(rule_set("three-card-poker-6-card-bonus"), "pair-plus")]
    ['242/5525']
    """
    said = rules.wager[wager]
    parts = layout(rules).cards[said.cards].parts
    cards = cards or deck(rules.deck.name, rules.packs).cards
    note = {"": "", ALIVE: "", DEAD: NEVER_FOLDS}.get(said.folded, OTHER_CARDS.format(said.folded))
    yield from by_table(rules, wager, lambda chosen: hands_by_line(chosen.table(said.pays).ranking, parts, cards), note)


def by_table(
    rules: RuleSet, wager: str, count: Callable[[RuleSet], Mapping[str, int]], note: str = ""
) -> Iterator[WagerReport]:
    """A report for each pay table that a wager may have, the one in force first; a meter stands at its seed."""
    said = rules.wager[wager]
    award = said.when == AWARD
    paid_on = (said.equals or said.needs[0].partition(" or ")[0]) if award else wager
    for chosen, settings, in_force in tables_of(rules, said.pays):
        jackpot = chosen.jackpot_of(wager) if chosen.table(said.pays).metered else None
        stake, meter = (chosen.limits(paid_on)[0], jackpot.seed) if jackpot else (0, 0)
        outcomes = merged(
            _awarded(pays(chosen, wager, line), times, chosen.limits(paid_on)[0])
            if award
            else _outcome(pays(chosen, wager, line), times, stake, meter)
            for line, times in count(chosen).items()
        )
        of = rules.wager[paid_on].label
        yield WagerReport(wager, said.label, of, outcomes, settings, in_force, stake=stake, meter=meter, note=note)


def tables_of(rules: RuleSet, pattern: str) -> Iterator[tuple[RuleSet, dict[str, Any], bool]]:
    """The rule set under every choice of the house rule that a pay table's name asks for, the one in force first."""
    name = pattern.partition("{")[2].partition("}")[0]
    choices = rules.house_rules[name].choices if name else ()
    if not choices:
        yield rules, {}, True
        return
    for choice in sorted(choices, key=lambda each: each != rules.house(name)):
        chosen = rules.replaced(settings=rules.settings | {name: choice})
        yield chosen, {name: choice}, choice == rules.house(name)


def _awarded(payoff: Payoff, count: int, least: int) -> WagerOutcome:
    """A line's outcome where nothing is wagered; an amount that does not grow, per unit of the least wager."""
    if payoff.odds is None:
        return WagerOutcome(payoff.line, Fraction(0), count)
    net = Fraction(payoff.odds.num, least) if payoff.odds.kind == "flat" else payoff.unit
    return WagerOutcome(payoff.line, net, count, str(payoff.odds))


def _outcome(payoff: Payoff, count: int, stake: int, meter: int) -> WagerOutcome:
    """A line's outcome per unit; what does not grow with the wager, for the stake and the meter's reading."""
    odds = payoff.odds
    if odds and odds.kind == "meter":
        share = Fraction(odds.num, odds.den)
        return WagerOutcome(payoff.line, max(share * meter / stake - 1, Fraction(0)), count, str(odds), meter=share)
    return WagerOutcome(payoff.line, payoff.unit, count, str(odds or ""))
