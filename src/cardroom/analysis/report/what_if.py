"""Change the odds of pay lines, tabulate edges over odds, or find the odds at which a wager has a target edge.

Deals are counted once. For new odds, only the settlement and the best decisions are computed again.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import floor, prod
from typing import NamedTuple

import msgspec

from cardroom.analysis import analyze
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report.payable import PAYS, payable_above, payable_below
from cardroom.analysis.report.reports import WagerReport
from cardroom.analysis.report.side_bets import side_bet
from cardroom.clean import quoted
from cardroom.games import game_of, layout
from cardroom.money import Odds, odds
from cardroom.play.round import beaten_line
from cardroom.rankings.named import OR_BETTER, named_hand
from cardroom.rulebook import PayTable, RuleBookError, RuleSet
from cardroom.rulebook.schema import LOSES, PUSHES

__all__ = [
    "Aim",
    "GridPoint",
    "aim",
    "edge_grid",
    "in_force_only",
    "odds_text",
    "paid_on",
    "report_of_wager",
    "repriced",
    "with_qualifier",
]


def repriced(rules: RuleSet, changes: Mapping[str, str]) -> RuleSet:
    """The rule set with new odds for some lines. A line is named by its wager or pay table, a dot and the line.

    Odds are given in full ("13 to 2"), or as a number in the line's present unit.

    >>> from cardroom.rulebook import rule_set
    >>> rules = repriced(rule_set("heads-up-holdem"), {"odds.flush": "2", "bad-beat-1.flush": "13 to 2"})
    >>> rules.pay["odds-win"].lines["flush"], rules.pay["bad-beat-1"].lines["flush"]
    ('2 to 1', '13 to 2')
    >>> repriced(rules, {"odds.pair": "2"})
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: odds.pair: odds-win has no such line: royal flush, straight flush, four of a ...
    """
    pay = dict(rules.pay)
    for place, text in changes.items():
        name, line = find_line(rules, place)
        pay[name] = msgspec.structs.replace(
            pay[name], lines=pay[name].lines | {line: odds_text(place, text, pay[name], line)}
        )
    return rules.replaced(pay=pay)


def with_qualifier(rules: RuleSet, hand: str) -> RuleSet:
    """The rule set with another hand with which the dealer qualifies, by name.

    >>> from cardroom.rulebook import rule_set
    >>> with_qualifier(rule_set("four-card-frenzy"), "Ace High").dealer.qualifies
    'ace high'
    >>> with_qualifier(rule_set("ez-baccarat"), "pair")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: ez-baccarat: the dealer does not need to qualify, so there is no qualifier to vary
    """
    was, name = rules.dealer, " ".join(hand.lower().split()).removesuffix(OR_BETTER)
    if was is None or not was.qualifies or not layout(rules).qualifies_by:
        raise RuleBookError(f"{rules.game}: the dealer does not need to qualify, so there is no qualifier to vary")
    if named_hand(layout(rules).qualifies_by, name) is None:
        raise RuleBookError(
            f"{quoted(hand)} is not a hand: name one, for example pair, pair of fours, queen high or ace-king"
        )
    notices = tuple(each for each in rules.display if was.qualifies not in each.text.lower())
    return rules.replaced(dealer=msgspec.structs.replace(was, qualifies=name), display=notices)


def odds_text(place: str, text: str, table: PayTable, line: str) -> str:
    """Parse odds given in full or as a number, and return them as a rule set writes them."""
    text = text.strip().lower().replace(":", " to ").replace("/", " to ")
    if text in (LOSES, PUSHES):
        return text
    was = table.odds(line)
    unit = was.kind if was and was.kind in ("to", "for") else "to"
    try:
        return str(odds(f"{text} {unit} 1" if text.replace(".", "", 1).isdecimal() else " ".join(text.split())))
    except ValueError as error:
        raise RuleBookError(f"{place}: {error}") from None


def find_line(rules: RuleSet, place: str) -> tuple[str, str]:
    """The pay table and the line that `odds.flush` refers to. The first part is a wager or the name of a pay table."""
    owner, dot, line = place.partition(".")
    if not dot:
        raise RuleBookError(f"{place}: write a wager or pay table, a dot and a line, for example odds.flush")
    if owner in rules.wager:
        table = rules.table(rules.wager[owner].pays)
        name = next(each for each, known in rules.pay.items() if known is table)
    elif owner in rules.pay:
        name = owner
    else:
        names = ", ".join(dict.fromkeys([*rules.wager, *rules.pay]))
        raise RuleBookError(f"{place}: unknown wager or pay table {owner!r}: choose from {names}")
    if line not in rules.pay[name].lines:
        raise RuleBookError(f"{place}: {name} has no such line: {', '.join(rules.pay[name].lines)}")
    return name, line


def in_force_only(rules: RuleSet) -> RuleSet:
    """The rule set with only the pay tables in force, so that no others are analyzed."""
    chosen = msgspec.structs.replace(
        rules,
        house_rules={
            name: msgspec.structs.replace(rule, choices=(rules.house(name),), default=rules.house(name))
            if rule.choices
            else rule
            for name, rule in rules.house_rules.items()
        },
    )
    used = chosen.tables_of(*(pattern for wager in rules.wager.values() for pattern in (wager.pays, wager.beaten)))
    return msgspec.structs.replace(chosen, pay={name: chosen.pay[name] for name in used})


class Aim(NamedTuple):
    """The odds of a line at which a wager has the target edge."""

    wager: WagerReport
    """The wager's report at the nearest hundredth."""
    odds: Fraction
    exact: bool
    """Whether the odds are exact: the same strategy is optimal at the hundredths on both sides. If False, the odds are
    correct to the hundredth."""
    near: dict[str, Fraction]
    """The edge at payable odds on both sides: whole odds, halves and fractions such as 7 to 3, in order."""


def aim(rules: RuleSet, place: str, edge: Fraction, engine: Engine = LOCAL) -> Aim:
    """The odds of one line at which its wager has this edge.

    The result of a fixed strategy is a linear function of the odds, so the best result is a maximum of linear
    functions, which is convex. The search is Newton's method: take the strategy that is optimal at the current odds,
    and move to the odds at which it has the target edge. If the same strategy is optimal at the hundredths on both
    sides of the result, it is optimal between them, and the result is exact. The edges counted there show that.

    >>> from cardroom.rulebook import rule_set
    >>> answer = aim(rule_set("three-card-poker-6-card-bonus"), "pair-plus.flush", Fraction(1, 20))
    >>> answer.odds, answer.exact, answer.near
    (Fraction(23, 8), True, {'2 to 1': ..., '5 to 2': ..., '14 to 5': ..., '3 to 1': Fraction(242, 5525)})
    """
    name, line = find_line(rules, place)
    rules = in_force_only(rules)
    if name not in rules.pay:
        raise RuleBookError(f"{name} is not in force: no wager uses it")
    was = rules.pay[name].odds(line) or Odds("to", 0, 1)
    if was.kind not in ("to", "for"):
        raise RuleBookError(f"{place}: {was} does not grow with the wager, so there are no odds to vary")
    known: dict[Fraction, tuple[WagerReport, Fraction]] = {}

    def at(number: Fraction) -> tuple[WagerReport, Fraction]:
        if number not in known:
            known[number] = _figures(rules, place, Odds(was.kind, number.numerator, number.denominator), engine)
        return known[number]

    low = Fraction(was.num, was.den)
    while True:
        report, share = at(low)
        if not share:
            raise RuleBookError(f"{place}: the line is never paid, so the edge is {float(report.edge):.4%} at any odds")
        guess = low + (report.edge - edge) / share
        if guess < 0:
            least = at(Fraction(0))[0].edge
            raise RuleBookError(
                f"{place}: even at 0 {was.kind} 1 the edge is {float(least):.4%}, not {float(edge):.4%}"
            )
        cell = Fraction(floor(guess * 100), 100)
        if cell in known:
            break
        low = cell
    (below, share), (above, other) = at(cell), at(cell + Fraction(1, 100))
    # The counts on both sides must lie on the line through the answer: the same strategy, and all that the line pays.
    even = below.edge - share / 100 == above.edge and below.edge - (guess - cell) * share == edge
    exact = share == other and even
    sides = {side(pays, guess) for pays in PAYS for side in (payable_below, payable_above)}
    near = {Odds(was.kind, *each.as_integer_ratio()): at(each)[0].edge for each in sorted(sides)}
    nearest = at(Fraction(round(guess * 100), 100))[0]
    return Aim(nearest, guess, exact, {str(number): each for number, each in near.items()})


class GridPoint(NamedTuple):
    """The report of a wager if some lines paid these odds."""

    odds: dict[str, str]
    """The odds of each varied line, as a rule set writes them."""
    wager: WagerReport


def edge_grid(rules: RuleSet, choices: Mapping[str, Sequence[str]], engine: Engine = LOCAL) -> list[GridPoint]:
    """The report of one wager for all combinations of odds of some of its lines, in the order given.

    >>> from cardroom.rulebook import rule_set
    >>> points = edge_grid(rule_set("three-card-poker-6-card-bonus"), {"pair-plus.flush": ("3", "4")})
    >>> [(point.odds, str(point.wager.edge)) for point in points]
    [({'pair-plus.flush': '3 to 1'}, '242/5525'), ({'pair-plus.flush': '4 to 1'}, '-32/5525')]
    """
    if prod(len(each) for each in choices.values()) > MOST_POINTS:
        raise RuleBookError(f"these are more than {MOST_POINTS} combinations of odds: give fewer")
    rules = in_force_only(rules)
    tables = {place: find_line(rules, place) for place in choices}
    wager = _wager_of(rules, next(iter(choices)))
    for place, (name, line) in tables.items():
        if not any(_lines_of(rules, each, name, line) for each in _together(rules, wager)):
            raise RuleBookError(
                f"{place}: it does not pay {rules.wager[wager].label}, like the first line: vary one wager"
            )
    points = []
    for odds_of in product(*choices.values()):
        changed = repriced(rules, dict(zip(choices, odds_of, strict=True)))
        shown = {place: changed.pay[name].lines[line] for place, (name, line) in tables.items()}
        points.append(GridPoint(shown, report_of_wager(changed, wager, engine)))
    return points


MOST_POINTS = 400
"""The largest number of combinations of odds. Each may take seconds."""


def _wager_of(rules: RuleSet, place: str) -> str:
    """The wager that a line pays. If several use its table, the one that the line is named by, or the first."""
    name, line = find_line(rules, place)
    paid_by = [wager for wager in rules.wagers() if _lines_of(rules, wager, name, line)]
    if not paid_by:
        raise RuleBookError(f"{name} is not in force: no wager uses it")
    owner = place.partition(".")[0]
    return owner if owner in paid_by else paid_by[0]


def _together(rules: RuleSet, wager: str) -> tuple[str, ...]:
    """The wagers that are settled together with this one, by one strategy."""
    if rules.wager[wager].cards:
        return (wager,)
    return tuple(name for name, terms in rules.wagers().items() if not terms.cards)


def report_of_wager(rules: RuleSet, wager: str, engine: Engine) -> WagerReport:
    """The report of a wager. A side bet is counted alone, because nothing else depends on its odds."""
    reports = side_bet(rules, wager) if rules.wager[wager].cards else analyze(game_of(rules), engine).wagers
    return next(each for each in reports if each.in_force and (wager in each.lines or wager == each.wager))


def _figures(rules: RuleSet, place: str, pays: Odds, engine: Engine) -> tuple[WagerReport, Fraction]:
    """The report of a line's wager at these odds, and the average amount on which the line is paid."""
    name, line = find_line(rules, place)
    rules = repriced(rules, {f"{name}.{line}": f"{pays.num} {pays.kind} {pays.den}"})
    wager = _wager_of(rules, place)
    report = report_of_wager(rules, wager, engine)
    return report, paid_on(rules, report, wager, name, line) / report.deals


def paid_on(rules: RuleSet, report: WagerReport, wager: str, name: str, line: str) -> Fraction:
    """The amount on which a line of a pay table is paid, in units, over all deals of a wager's report.

    Wagers that are played together may share the pay table: the line is then paid on each of them.
    """
    paid_by = {each: lines for each in rules.wagers() if (lines := _lines_of(rules, each, name, line))}
    together = report.lines or {wager: report.outcomes}
    paid = (
        outcome.count * outcome.wagered
        for each, outcomes in together.items()
        for outcome in outcomes
        if outcome.line in paid_by.get(each, ())
    )
    return sum(paid, Fraction(0))


def _lines_of(rules: RuleSet, wager: str, name: str, line: str) -> set[str]:
    """The lines of a wager's report that a line of a pay table pays, if the wager uses that table."""
    terms = rules.wager[wager]
    lines = {line} if rules.table(terms.pays) is rules.pay[name] else set()
    beaten = bool(terms.beaten) and rules.table(terms.beaten) is rules.pay[name]
    return lines | ({beaten_line(line)} if beaten else set())
