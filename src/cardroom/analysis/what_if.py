"""What if a line paid otherwise: a rule set with other odds, and the odds at which a wager has a wanted edge.

Deals are counted once; other odds only settle them anew and, where the player decides, decide anew.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

import msgspec

from cardroom.analysis import analyze
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerReport
from cardroom.analysis.side_bets import side_bet
from cardroom.games import game_of
from cardroom.money import Odds, odds
from cardroom.play.bank import beaten_line
from cardroom.rulebook import PayTable, RuleBookError, RuleSet
from cardroom.rulebook.schema import LOSES, PUSHES

__all__ = ["Aim", "aim", "in_force_only", "repriced"]


def repriced(rules: RuleSet, changes: Mapping[str, str]) -> RuleSet:
    """The rule set with other odds for some lines, each named by its wager or pay table and the line.

    Odds are written in full, or as a number in the unit of the line.

    >>> from cardroom.rulebook import rule_set
    >>> rules = repriced(rule_set("heads-up-holdem"), {"odds.flush": "2", "bad-beat-1.flush": "13 to 2"})
    >>> rules.pay["odds-win"].lines["flush"], rules.pay["bad-beat-1"].lines["flush"]
    ('2 to 1', '13 to 2')
    >>> repriced(rules, {"odds.pair": "2"})
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: odds.pair: odds-win has no such line: royal flush, straight flush, four of a ...
    """
    pay = dict(rules.pay)
    for place, said in changes.items():
        name, line = located(rules, place)
        pay[name] = msgspec.structs.replace(
            pay[name], lines=pay[name].lines | {line: _odds(place, said, pay[name], line)}
        )
    return rules.replaced(pay=pay)


def _odds(place: str, said: str, table: PayTable, line: str) -> str:
    """Odds as a rule set writes them, from what a person writes: in full, or a number in the unit of the line."""
    said = said.strip().lower().replace(":", " to ").replace("/", " to ")
    if said in (LOSES, PUSHES):
        return said
    was = table.odds(line)
    unit = was.kind if was and was.kind in ("to", "for") else "to"
    try:
        return str(odds(f"{said} {unit} 1" if said.replace(".", "", 1).isdecimal() else " ".join(said.split())))
    except ValueError as error:
        raise RuleBookError(f"{place}: {error}") from None


def located(rules: RuleSet, place: str) -> tuple[str, str]:
    """The pay table and the line that a place like `odds.flush` names: by its wager, in force now, or by its name."""
    owner, dot, line = place.partition(".")
    if not dot:
        raise RuleBookError(f"{place}: write a wager or pay table, a dot and a line, as in odds.flush")
    if owner in rules.wager:
        table = rules.table(rules.wager[owner].pays)
        name = next(each for each, known in rules.pay.items() if known is table)
    elif owner in rules.pay:
        name = owner
    else:
        raise RuleBookError(f"{place}: {owner!r} is none of {', '.join(dict.fromkeys([*rules.wager, *rules.pay]))}")
    if line not in rules.pay[name].lines:
        raise RuleBookError(f"{place}: {name} has no such line: {', '.join(rules.pay[name].lines)}")
    return name, line


def in_force_only(rules: RuleSet) -> RuleSet:
    """The rule set without the pay tables that are not in force, so that only one of each is analyzed."""
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
    """The odds of a line at which a wager has the wanted edge, and what whole odds about there give."""

    wager: WagerReport
    """The wager at the nearest hundredth."""
    odds: Fraction
    exact: bool
    """Whether the strategy is proved to be the same all around; otherwise they are right to the hundredth."""
    near: dict[str, Fraction]
    """The edge by whole odds around them."""


def aim(rules: RuleSet, place: str, edge: Fraction, engine: Engine = LOCAL) -> Aim:
    """The odds of one line at which its wager has this edge.

    A player's best result is the greatest of many strategies' results, each of which grows evenly with the odds. So
    from any odds, those at which the strategy that is best there would have the wanted edge are a better guess. Where
    the same strategy is best at the hundredths on both sides of a guess, it is best between them: the guess is exact.

    >>> from cardroom.rulebook import rule_set
    >>> found = aim(rule_set("three-card-poker-6-card-bonus"), "pair-plus.flush", Fraction(1, 20))
    >>> found.odds, found.exact, found.near
    (Fraction(23, 8), True, {'2 to 1': Fraction(516, 5525), '3 to 1': Fraction(242, 5525)})
    """
    name, line = located(rules, place)
    rules = in_force_only(rules)
    if name not in rules.pay:
        raise RuleBookError(f"{name} is not in force: no wager is paid by it")
    was = rules.pay[name].odds(line) or Odds("to", 0, 1)
    if was.kind not in ("to", "for"):
        raise RuleBookError(f"{place}: {was} does not grow with the wager")
    known: dict[Fraction, tuple[WagerReport, Fraction]] = {}

    def at(number: Fraction) -> tuple[WagerReport, Fraction]:
        if number not in known:
            known[number] = _figures(rules, name, line, Odds(was.kind, number.numerator, number.denominator), engine)
        return known[number]

    low = Fraction(was.num, was.den)
    while True:
        found, share = at(low)
        if not share:
            raise RuleBookError(f"{place}: it is never paid, so no odds change the edge of {float(found.edge):.4%}")
        guess = low + (found.edge - edge) / share
        if guess < 0:
            least = at(Fraction(0))[0].edge
            raise RuleBookError(
                f"{place}: even at 0 {was.kind} 1 the edge is {float(least):.4%}, not {float(edge):.4%}"
            )
        cell = Fraction(floor(guess * 100), 100)
        if cell in known:
            break
        low = cell
    exact = at(cell)[1] == at(cell + Fraction(1, 100))[1]
    near = {number: at(Fraction(number))[0].edge for number in sorted({floor(guess), ceil(guess)})}
    nearest = at(Fraction(round(guess * 100), 100))[0]
    return Aim(nearest, guess, exact, {f"{number} {was.kind} 1": each for number, each in near.items()})


def _figures(rules: RuleSet, name: str, line: str, pays: Odds, engine: Engine) -> tuple[WagerReport, Fraction]:
    """The report of the wager that a pay table belongs to if a line pays so, and how often the line is paid."""
    rules = repriced(rules, {f"{name}.{line}": f"{pays.num} {pays.kind} {pays.den}"})
    game = game_of(rules)
    for wager, said in rules.wagers().items():
        beaten = bool(said.beaten) and rules.table(said.beaten) is rules.pay[name]
        if beaten or rules.table(said.pays) is rules.pay[name]:
            reports = side_bet(rules, wager) if said.cards else analyze(game, engine).wagers  # the rest stays as it is
            found = next(each for each in reports if each.in_force and (wager in each.lines or wager == each.wager))
            wanted = beaten_line(line) if beaten else line
            outcomes = found.lines.get(wager, found.outcomes)
            paid = sum(outcome.count * outcome.wagered for outcome in outcomes if outcome.line == wanted)
            return found, Fraction(paid) / found.deals
    raise RuleBookError(f"{name} is not in force: no wager is paid by it")
