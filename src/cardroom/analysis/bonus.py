"""Side bets that one line decides, counted exactly: how often each line is made, and what the table pays for it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from cardroom.analysis.report import Outcome, WagerReport, merged
from cardroom.play import Payoff, pays
from cardroom.play.bank import NO_LINE
from cardroom.rankings import categories, category, jackpots, strength
from cardroom.rulebook import RuleSet

__all__ = ["all_6", "by_table", "galaxy", "high_hands", "pocket_bonus", "progressive"]


def by_table(rules: RuleSet, wager: str, count: Callable[[RuleSet], Mapping[str, int]]) -> Iterator[WagerReport]:
    """A report for each pay table that a wager may have, the one in force first; a meter stands at its seed."""
    label = rules.wager[wager].label
    for chosen, settings, in_force in tables_of(rules, rules.wager[wager].pays):
        payoffs = {line: pays(chosen, wager, line) for line in count(chosen)}
        jackpot = chosen.jackpot_of(wager) if chosen.table(chosen.wager[wager].pays).metered else None
        stake, meter = (chosen.limits(wager)[0], jackpot.seed) if jackpot else (0, 0)
        outcomes = merged(_outcome(payoffs[line], times, stake, meter) for line, times in count(chosen).items())
        yield WagerReport(wager, label, label, outcomes, settings, in_force, stake=stake, meter=meter)


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


def _outcome(payoff: Payoff, count: int, stake: int, meter: int) -> Outcome:
    """A line's outcome per unit; what does not grow with the wager, for the stake and the meter's reading."""
    odds = payoff.odds
    if odds and odds.kind == "meter":
        share = Fraction(odds.num, odds.den)
        return Outcome(payoff.line, max(share * meter / stake - 1, Fraction(0)), count, str(odds), meter=share)
    return Outcome(payoff.line, payoff.unit, count, str(odds or ""))


@cache
def high_hands(size: int, cards: tuple[int, ...] | None = None) -> dict[str, int]:
    """How many of all hands of 5, 6 or 7 cards fall into each category, best first; of these cards or a whole deck.

    >>> high_hands(5)["royal flush"]
    4
    """
    from cardroom.rankings.five_cards import frequencies  # noqa: PLC0415  the compiler loads when it is needed
    from cardroom.rankings.high import HIGH  # noqa: PLC0415

    counts = dict.fromkeys(reversed(categories("high")), 0)
    for value, count in enumerate(frequencies(HIGH, size, cards).tolist()):
        if value:
            counts[category("high", value)] += count
    return counts


@cache
def pocket_bonus() -> dict[str, int]:
    """Pockets by the line they make (Brook HUH, Table 7)."""
    counts = Counter(jackpots.pocket_line(pocket) or NO_LINE for pocket in combinations(range(52), 2))
    return {line: counts[line] for line in (*jackpots.POCKET_LINES, NO_LINE)}


def galaxy() -> dict[str, int]:
    """Five cards by the line of the 5 Card Galaxy Bonus Jackpot."""
    counts = high_hands(5)
    made = {line: counts[line] for line in jackpots.GALAXY_LINES}
    return made | {NO_LINE: comb(52, 5) - sum(made.values())}


def all_6() -> dict[str, int]:
    """Six cards by the line of the All 6 Bonus: one six-card royal a suit is set apart."""
    counts = high_hands(6)
    in_diamonds, six_cards, royal, *others = jackpots.ALL_SIX_LINES
    made = {in_diamonds: 1, six_cards: 3, royal: counts[royal] - 4} | {line: counts[line] for line in others}
    return made | {NO_LINE: comb(52, 6) - sum(made.values())}


def progressive(lines: Mapping[str, str]) -> dict[str, int]:
    """Pocket, flop and the rest by the highest line of a jackpot's table (Washington HUH, Appendix D; WPT HUH)."""
    table = [line for line, printed in lines.items() if printed != "loses"]
    counts: Counter[str] = Counter()
    for made, count in _made().items():
        wanted = made - {"royal flush"} if {"community royal flush"} <= made & set(table) else made
        counts[jackpots.highest(table, wanted) or NO_LINE] += count
    return {line: counts[line] for line in (*table, NO_LINE)}


@cache
def _made() -> dict[frozenset[str], int]:
    """All ways to deal pocket, flop and the other two, by the lines that they make."""
    splits = comb(7, 2) * comb(5, 3)
    counts: Counter[frozenset[str]] = Counter()
    for name, count in high_hands(7).items():
        counts[frozenset({name})] += count * splits
    royals = counts.pop(frozenset({"royal flush"}))
    # A royal flush stands in one of 21 choices of five among the seven places: pocket and flop, the board, or others.
    each = royals // 21
    counts[frozenset({"royal flush", "straight flush"})] = 19 * each
    counts[frozenset({"royal flush", "straight flush", "community royal flush"})] = each
    flopped = {"royal flush", "straight flush", "flopped straight flush", "flopped royal flush"}
    counts[frozenset(flopped)] = each * 3 // 4
    counts[frozenset(flopped | {"flopped royal flush in spades"})] = each // 4
    # Flopped straight flushes that are not royal, moved from what they were counted as.
    for low in range(9):
        five = [(low - 1 + step) % 13 * 4 for step in range(5)]
        for pair in combinations([card for card in range(52) if card not in five], 2):
            final = category("high", strength("high", [*five, *pair]))
            was = {final} | ({"straight flush"} if final == "royal flush" else set())
            ways = 4 * comb(5, 2)
            counts[frozenset(was)] -= ways
            counts[frozenset(was | {"flopped straight flush"})] += ways
    return dict(counts)
