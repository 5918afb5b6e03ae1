"""Pay tables of a wager that meet conditions on its edge, hit frequency and standard deviation.

The deals of each line are counted once. Of a wager that needs no decision, every figure of a new table follows from
these counts, and the search is complete. Where the best decisions depend on the pays, the search uses the counts of the
present best strategy, and every table that it proposes is solved again before it is reported.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from time import process_time
from typing import Any, Literal, NamedTuple

from cardroom.analysis.design.search import CHANGED, Goal, Order, SearchLine, Span, search
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import (
    Pays,
    WagerReport,
    by_table,
    figure,
    in_force_only,
    odds_text,
    paid_on,
    payable_odds,
    report_of_wager,
    repriced,
    side_bet,
)
from cardroom.errors import InputError
from cardroom.money import FixedAmount, odds
from cardroom.play.game import UNQUALIFIED
from cardroom.rulebook import PayTable, RuleBookError, RuleSet
from cardroom.rulebook.schema import AWARD, LOSES, PUSHES

__all__ = ["Conditions", "Designs", "FoundTable", "SearchTerms", "design_tables", "table_choices"]

MOST_TOP = 100_000
"""The largest odds that a search may pay."""
PROPOSED = 4
"""For each table that is asked for, so many are proposed where each must be solved again."""

Range = tuple[Fraction | None, Fraction | None]
"""Least and most, both included; None where an end is open."""
OPEN: Range = (None, None)


class Conditions(NamedTuple):
    """What a pay table must meet."""

    edge: Range = OPEN
    hit: Range = OPEN
    """The hit frequency."""
    deviation: Range = OPEN
    """The standard deviation, in units."""

    def meets(self, report: WagerReport) -> bool:
        """Whether a wager meets all conditions. An estimated figure meets none."""
        hit, variance = report.hit_frequency, report.variance
        if not isinstance(hit, Fraction) and self.hit != OPEN:
            return False
        squares = _squared(self.deviation)
        known = ((report.edge, self.edge), (variance, squares), (hit if isinstance(hit, Fraction) else None, self.hit))
        return all(each is None or _within(each, span) for each, span in known)


class SearchTerms(NamedTuple):
    """Which pay tables are searched, how long, and in which order they are listed."""

    pays: Pays = "integer"
    top: int = 0
    """The largest odds; 0 is what the table pays most now."""
    vary: Mapping[str, tuple[str, ...]] = {}
    """The lines to vary, with their odds; without odds, all payable ones. If empty, all lines vary."""
    monotone: bool = True
    order: Order = "change"
    reverse: bool = False
    most: int = 10
    """The number of tables."""
    seconds: float = 10.0
    """The time of the processor after which the search is cut."""


class FoundTable(NamedTuple):
    """A pay table that meets the conditions."""

    pays: dict[str, str]
    """What each line pays, as a rule set writes it, best line first."""
    changed: dict[str, str]
    """The lines that pay something else than before."""
    wager: WagerReport
    rules: RuleSet

    def to_dict(self) -> dict[str, Any]:
        """The table for JSON."""
        return {
            "pays": self.pays,
            "changed": self.changed,
            "edge": figure(self.wager.edge) | {"of": self.wager.of},
            "hit_frequency": figure(self.wager.hit_frequency),
            "standard_deviation": figure(self.wager.standard_deviation),
        }


class Designs(NamedTuple):
    """The pay tables that a search found."""

    wager: WagerReport
    """The wager as it is."""
    table: str
    """The name of the pay table."""
    tables: tuple[FoundTable, ...]
    branches: int
    cut: bool
    """Whether the time ended the search."""
    more: bool
    """Whether further tables meet the conditions, or may."""
    solved: int
    """How many of the proposed tables were solved again; 0 if the best decisions do not depend on the pays."""
    proposed: int
    """How many tables were proposed to be solved again."""

    @property
    def words(self) -> str:
        """What was searched, and what was not."""
        first = f"{self.branches:,} branches"
        if self.cut:
            says = f"The search was cut when its time was over, after {first}: there may be better tables."
        elif self.more:
            says = f"The search is complete ({first}). These tables are the first in the order; others meet the "
            says += "conditions too."
        else:
            other = "other " if self.tables else ""
            says = f"The search is complete ({first}): no {other}table within these bounds meets the conditions."
        if not self.proposed:
            return says
        return (
            "The best decisions depend on the pays. The search kept the present best strategy, and these tables were "
            "then solved again: their figures are exact, for the best strategy of each. Tables that meet the "
            "conditions only under another strategy may be missing. "
            f"Proposed: {self.proposed:,}; solved again: {self.solved:,}."
        ) + (" The search was cut when its time was over." if self.cut else "")


class _Line(NamedTuple):
    """A line of the pay table, and what it may pay."""

    name: str
    weight: Fraction
    """The units on which it is paid, over all deals."""
    now: str
    choices: tuple[str, ...]
    """In order of their nets."""
    nets: tuple[Fraction, ...]


def table_choices(rules: RuleSet) -> dict[str, str]:
    """The wagers whose pay tables can be searched, with the names of these tables under the house rules in force."""
    known = {}
    for name, terms in rules.wagers().items():
        table = rules.table(terms.pays)
        if terms.when != AWARD and any(_varies(table, line) for line in table.lines):
            known[name] = next(each for each, one in rules.pay.items() if one is table)
    return known


def design_tables(
    rules: RuleSet,
    wager: str,
    conditions: Conditions,
    terms: SearchTerms = SearchTerms(),
    engine: Engine = LOCAL,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Designs:
    """The pay tables of a wager that meet all conditions, in the order asked for.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("three-card-poker-6-card-bonus")
    >>> edges = Conditions(edge=(Fraction("0.023"), Fraction("0.0233")))
    >>> found = design_tables(rules, "pair-plus", edges, SearchTerms(top=40, most=1))
    >>> found.tables[0].changed, str(found.tables[0].wager.edge)
    ({'mini royal flush': '40 to 1', 'flush': '4 to 1'}, '128/5525')
    """
    began = process_time()
    full, rules = rules, in_force_only(rules)
    name = table_choices(full).get(wager)
    if name is None:
        raise RuleBookError(f"{wager}: its pay table has no odds to vary: choose from {', '.join(table_choices(full))}")
    rules = rules if name in rules.pay else full
    try:
        report, report_for = _reports(rules, wager, engine)
    except FixedAmount as error:
        raise RuleBookError(f"{wager}: {error}, so it has no edge per unit wagered") from None
    if UNQUALIFIED in rules.pay[name].lines:  # results of a comparison, not hands from high to low
        terms = terms._replace(monotone=False)
    lines = _lines(rules, wager, name, report, terms)
    solving = bool(report.lines or report.decisions)
    goal, scaled = _goal(report, lines, conditions, terms, solving=solving)
    many = terms.most * (PROPOSED if solving else 1)

    def used(seconds: float) -> None:
        progress(f"{rules.name}: pay tables", round(min(seconds, terms.seconds) * 10), round(terms.seconds * 10))

    found = search(scaled, goal, many, terms.seconds, used)
    tables, solved = [], 0
    cut = found.cut
    for picks in found.tables:
        if solving and solved and process_time() - began > terms.seconds:
            cut = True
            break
        pays = {line.name: line.choices[pick] for line, pick in zip(lines, picks, strict=True)}
        changed = {line.name: pays[line.name] for line in lines if pays[line.name] != line.now}
        priced = repriced(rules, {f"{name}.{line}": text for line, text in changed.items()})
        made = report_for(priced)
        solved += solving
        if conditions.meets(made):
            kept = repriced(full, {f"{name}.{line}": text for line, text in changed.items()})
            tables.append(FoundTable(_best_first(pays), _best_first(changed), made, kept))
        if solving:
            progress(f"{rules.name}: solving again", solved, len(found.tables))
        if len(tables) == terms.most:
            break
    if solving and terms.order != "change":
        tables.sort(key=lambda each: _place(each.wager, terms.order), reverse=terms.reverse)
    more = found.more or (solving and solved < len(found.tables))
    return Designs(report, name, tuple(tables), found.branches, cut, more, solved, len(found.tables) * solving)


def _reports(rules: RuleSet, wager: str, engine: Engine) -> tuple[WagerReport, Callable[[RuleSet], WagerReport]]:
    """The report of a wager, and a function for its report under other odds."""
    if rules.wager[wager].cards:
        return next(side_bet(rules, wager)), lambda priced: next(side_bet(priced, wager))
    report = report_of_wager(rules, wager, engine)
    counts = {each.line: each.count for each in report.outcomes}
    if not (report.lines or report.decisions or report.sample) and len(counts) == len(report.outcomes):
        again = next(by_table(rules, wager, lambda _: counts, report.note))
        if again.distribution == report.distribution:  # its table alone pays it: deals need no new count
            return report, lambda priced: next(by_table(priced, wager, lambda _: counts, report.note))
    return report, lambda priced: report_of_wager(priced, wager, engine)


# -- lines ------------------------------------------------------------------------------------------------------------


def _varies(table: PayTable, line: str) -> bool:
    """Whether a line has odds that grow with the wager."""
    known = table.odds(line)
    return known is not None and known.kind in ("to", "for")


def _lines(rules: RuleSet, wager: str, name: str, report: WagerReport, terms: SearchTerms) -> list[_Line]:
    """The lines of the table that pay odds, lowest hand first, with what each may pay."""
    table = rules.pay[name]
    for line in terms.vary:
        if line not in table.lines:
            raise RuleBookError(f"{name} has no line {line!r}: choose from {', '.join(table.lines)}")
    now = {line: known for line in table.lines if (known := table.odds(line)) and known.kind in ("to", "for")}
    if not now:
        raise RuleBookError(f"{name} has no odds to vary")
    top = terms.top or max(ceil(Fraction(each.num, each.den)) for each in now.values())
    if not 1 <= top <= MOST_TOP:
        raise RuleBookError(f"the largest odds are from 1 to {MOST_TOP:,}, not {top:,}")
    lines = []
    for line in reversed(table.lines):
        if line not in now and line not in terms.vary:
            continue  # a push, a loss or a share of a meter, which stays as it is
        unit: Literal["to", "for"] = "for" if line in now and now[line].kind == "for" else "to"
        if not terms.vary or line in terms.vary:
            given = terms.vary.get(line, ())
            choices = (
                [_named(name, table, line, each) for each in given] if given else _all(table, line, unit, top, terms)
            )
        else:
            choices = [table.lines[line]]
        by_net = dict(sorted(((_net(each), each) for each in dict.fromkeys(choices)), key=lambda pair: pair[0]))
        weight = paid_on(rules, report, wager, name, line)
        lines.append(_Line(line, weight, _written(table, line), tuple(by_net.values()), tuple(by_net)))
    if not any(line.weight and len(line.nets) > 1 for line in lines):
        raise RuleBookError(f"{name}: no line that is ever paid may vary")
    return lines


def _all(table: PayTable, line: str, unit: Literal["to", "for"], top: int, terms: SearchTerms) -> list[str]:
    """All that a line may pay. Where any order is allowed it always pays, or a lower line could pay it instead."""
    paid = [str(each) for each in payable_odds(terms.pays, top, unit)]
    other = [LOSES] if terms.monotone else []
    return [*other, *([PUSHES] if table.lines[line] == PUSHES else []), *paid]


def _named(name: str, table: PayTable, line: str, text: str) -> str:
    """Odds that the user gives for a line."""
    key = f"{name}.{line}"
    changed = odds_text(key, text, table, line)
    if changed not in (LOSES, PUSHES) and odds(changed).kind not in ("to", "for"):
        raise RuleBookError(f"{key}: {changed} does not grow with the wager: give odds like 3 to 1")
    return changed


def _written(table: PayTable, line: str) -> str:
    """What a line pays now, as a rule set writes it."""
    return str(table.odds(line) or table.lines[line])


def _net(text: str) -> Fraction:
    if text in (LOSES, PUSHES):
        return Fraction(-1 if text == LOSES else 0)
    return odds(text).unit


def _best_first(pays: dict[str, str]) -> dict[str, str]:
    return dict(reversed(pays.items()))


# -- whole numbers ----------------------------------------------------------------------------------------------------


def _goal(
    report: WagerReport, lines: Sequence[_Line], conditions: Conditions, terms: SearchTerms, *, solving: bool
) -> tuple[Goal, list[SearchLine]]:
    """The conditions and the lines in whole numbers. If tables are solved again, only the edge counts here."""
    deals = report.deals
    scale = lcm(*(net.denominator for line in lines for net in line.nets))
    parts = lcm(*(line.weight.denominator for line in lines))
    scaled = []
    for line in lines:
        nets = tuple(int(net * scale) for net in line.nets)
        returns = [net + 1 for net in line.nets]
        was = _net(line.now) + 1
        costs = [0 if net + 1 == was else CHANGED + _size(net + 1, was) for net in line.nets]
        start = min(range(len(nets)), key=lambda place, returns=returns, was=was: abs(returns[place] - was))  # type: ignore[misc]
        scaled.append(SearchLine(int(line.weight * parts), nets, tuple(costs), start))
    paid = sum((line.weight * _net(line.now) for line in lines), Fraction(0))
    unit = scale * parts
    rest = (-report.edge * deals - paid) * unit
    least, most = (None if each is None else -each * deals * unit - rest for each in conditions.edge)
    step = gcd(*(line.weight for line in scaled)) or 1  # every sum is a multiple of it
    sums = Span(
        None if most is None else ceil(most / step) * step, None if least is None else floor(least / step) * step
    )
    goal = Goal(sums=sums, order=terms.order, reverse=terms.reverse, monotone=terms.monotone)
    if solving:
        return goal._replace(order="edge" if terms.order == "edge" else "change"), scaled
    hits = sum(line.weight for line in lines if _net(line.now) > 0)
    other_hits = _fraction(report.hit_frequency) * deals - hits
    squares = sum((line.weight * _net(line.now) ** 2 for line in lines), Fraction(0))
    other_squares = (report.variance + report.edge**2) * deals - squares
    few, many = (None if each is None else each * deals - other_hits for each in conditions.hit)
    low, high = (None if each is None else each * (deals * unit) ** 2 for each in _squared(conditions.deviation))
    return (
        goal._replace(
            hits=Span(None if few is None else ceil(few), None if many is None else floor(many)),
            spread=Span(None if low is None else ceil(low), None if high is None else floor(high)),
            deals=deals,
            square=int(other_squares * unit**2),
            total=int(rest),
        ),
        scaled,
    )


def _size(new: Fraction, old: Fraction) -> int:
    """The size of a change in what a line returns, below `CHANGED`."""
    return round(1_000_000 * abs(new - old) / max(new, old, Fraction(1)))


def _fraction(share: Any) -> Fraction:
    if not isinstance(share, Fraction):
        raise InputError("the hit frequency of this wager is an estimate, so its pay tables cannot be searched")
    return share


def _squared(span: Range) -> Range:
    least, most = (None if each is None else each * each for each in span)
    return least, most


def _within(number: Fraction, span: Range) -> bool:
    return (span[0] is None or number >= span[0]) and (span[1] is None or number <= span[1])


def _place(report: WagerReport, order: Order) -> Fraction:
    if order == "edge":
        return report.edge
    return report.variance if order == "deviation" else -_fraction(report.hit_frequency)
