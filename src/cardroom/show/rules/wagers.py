"""The parts of a rules page about wagers, pay tables, jackpots and house rules."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from cardroom.games import layout
from cardroom.money import cents, dollars, odds
from cardroom.play import Area, Raise
from cardroom.play.round import FOLD
from cardroom.rulebook import HouseRule, PayTable, RuleBookError, RuleSet, Wager, rule_set
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.rulebook.merging import DEPARTURE
from cardroom.rulebook.schema import AWARD, LOSES, Cite, Cited, fill_pattern
from cardroom.rulebook.stakes import BY_STAKES

__all__ = ["house_rule_data", "jackpot_data", "most_times", "pay_table_data", "raises_words", "wager_data"]


def wager_data(rules: RuleSet, name: str, wager: Wager, area: Area | None) -> dict[str, Any]:
    """A wager: its label, conditions, limits, tables and citations."""
    least, most = rules.limits(name)
    return {
        "wager": name,
        "label": wager.label,
        "required": wager.required,
        "needs": [" or ".join(rules.wager[each].label for each in need.split(" or ")) for need in wager.needs],
        "equals": rules.wager[wager.equals].label if wager.equals else None,
        "times": _times(rules, name, wager) if wager.when == "after the deal" else None,
        "excludes": rules.wager[area.excludes].label if area and area.excludes else None,
        "when": wager.when,
        "least": least,
        "most": most,
        "offered": name in rules.wagers(),
        "offered_by": wager.offered or None,
        "tables": [each for each in rules.pay if rules.pay[each] in _tables(rules, wager)],
        "jackpot": wager.jackpot or None,
        "cards": wager.cards or None,
        "folded": wager.folded or None,
        "backline": wager.backline,
        "spots": wager.spots,
        "cite": rules.cite(wager.cite),
        "cites": {outcome: rules.cite(_outcome_cite(rules, wager, outcome)) for outcome in wager.cites},
    }


def _outcome_cite(rules: RuleSet, wager: Wager, outcome: str) -> Cite:
    """The citation of an outcome. If a house's own table decides it, it cites that table, as at the table."""
    pattern = wager.beaten if wager.beaten and outcome == "any other loss" else wager.pays
    table = rules.pay.get(fill_pattern(pattern, rules.house))
    own = table is not None and outcome != FOLD and isinstance(table.cite, Cited)
    return table.cite if table is not None and own else wager.cites[outcome]


def _times(rules: RuleSet, name: str, wager: Wager) -> str | None:
    """The allowed multiples of a wager after the deal, in words; None if it just equals another wager."""
    ladder = _ladder(rules, name)
    return raises_words(ladder, rules.wager[wager.equals].label) if ladder and wager.equals else None


def most_times(rules: RuleSet, name: str) -> int:
    """How many times another wager a wager after the deal can be, by the rules page.

    >>> most_times(rule_set("ultimate-texas-holdem"), "play")
    4
    """
    return max((each.most for each in _ladder(rules, name)), default=1)


def _ladder(rules: RuleSet, name: str) -> tuple[Raise, ...]:
    table = layout(rules)
    return table.ladders.get(name) or (table.raises(rules) if table.raises else ())


def raises_words(ladder: tuple[Raise, ...], of: str) -> str:
    """A ladder of raises in words.

    >>> from cardroom.games.banked.ultimate_texas_holdem import RAISES
    >>> raises_words(RAISES, "Ante")
    '3 or 4 times the Ante before the flop, or 2 times on the flop, or 1 time at the end'
    >>> raises_words((Raise("with any hand", 1, 3),), "Ante")
    '1 to 3 times the Ante with any hand'
    """
    first, *rest = ladder
    words = [f"{_count(first)} the {of} {first.when}", *(f"{_count(each)} {each.when}" for each in rest)]
    return ", or ".join(words)


def _count(raised: Raise) -> str:
    least, most = raised.least, raised.most
    if least == most:
        return f"{least} time{'' if least == 1 else 's'}"
    return f"{least} {'or' if most == least + 1 else 'to'} {most} times"


# -- pay tables, jackpots ----------------------------------------------------------------------------------------------


def pay_table_data(rules: RuleSet, name: str, table: PayTable, base: RuleSet | None) -> dict[str, Any]:
    """A pay table. The columns of a printed table share the name `printed_as`. `base` is the document's text."""
    printed = base.pay.get(name) if base else None
    cite = rules.cite(table.cite)
    own = cite.startswith(DEPARTURE)
    shared = name.removesuffix(f"-{table.id}") if table.id else name
    several = [each for each in rules.pay if rules.pay[each].id and each == f"{shared}-{rules.pay[each].id}"]
    users = [wager for wager in rules.wagers().values() if table in _tables(rules, wager)]
    switches = [
        wager.offered
        for each, wager in rules.wager.items()
        if each not in rules.wagers() and table in _tables(rules, wager)
    ]
    # A table that no wager uses is for settlement among the players.
    wager_cents = _fixed_wager(rules, name)
    among_players = not any(name in rules.tables_of(wager.pays, wager.beaten) for wager in rules.wager.values())
    return {
        "table": name,
        "printed_as": shared if len(several) > 1 else name,
        "title": table.title,
        "id": table.id if table.id and (not own or len(several) > 1) else None,
        "ranking": table.ranking or None,
        "lines": [
            {"line": line, "pays": _displayed(pays, wager_cents), "departs": own and _departs(printed, line, pays)}
            for line, pays in table.lines.items()
        ],
        "for_wager": wager_cents,
        "in_force": bool(users) or among_players,
        "wagers": [wager.label for wager in users],
        "switched_off_by": switches,
        "others": table.others if not among_players and _says_of_others(rules, table) else None,
        "cite": cite,
    }


def _departs(printed: PayTable | None, line: str, pays: str) -> bool:
    """Whether a line of a house's own table differs from the document's."""
    return printed is None or printed.lines.get(line, printed.others) != pays


def _fixed_wager(rules: RuleSet, table: str) -> int | None:
    """The one amount of the jackpot wagers that may use a table, if the house has changed it from the printed one."""
    settable = [each for each, wager in rules.wager.items() if wager.jackpot and wager.least.startswith("{")]
    using = [each for each in settable if table in rules.tables_of(rules.wager[each].pays)]
    placed = [each for each in using if each in rules.wagers()]
    in_force = [each for each in placed if fill_pattern(rules.wager[each].pays, rules.house) == table]
    chosen = in_force or using[:1]
    amounts = {rules.limits(each)[0] for each in chosen}
    printed = {cents(str(rules.house_rules[rules.wager[each].least[1:-1]].default)) for each in chosen}
    return amounts.pop() if len(amounts) == 1 and amounts != printed else None


def _displayed(pays: str, wager: int | None) -> str:
    """A pay as the display must show it: multiplied by the fixed wager (Washington HUH, Appendix D, note 7).

    >>> _displayed("200 for 1", 500), _displayed("10% of the meter", 500), _displayed("200 for 1", None)
    ('$1,000', '10% of the meter', '200 for 1')
    """
    paid = None if wager is None or not pays.endswith(" for 1") else odds(pays)
    return dollars(paid.pay(wager)[0]) if paid and wager else pays


def _says_of_others(rules: RuleSet, table: PayTable) -> bool:
    """Whether the table mentions results without a line: its lines are only some hands, or the others push."""
    return bool(table.ranking or table.others != LOSES) and not _awarded(rules, table)


def _awarded(rules: RuleSet, table: PayTable) -> bool:
    """Whether it pays an award, which has no stake to lose."""
    return any(wager.when == AWARD and table in _tables(rules, wager) for wager in rules.wager.values())


def _tables(rules: RuleSet, wager: Wager) -> list[PayTable]:
    """The pay tables of a wager under the house rules in force. A wager that is not offered may have none."""
    named = (fill_pattern(pattern, rules.house) for pattern in (wager.pays, wager.beaten))
    return [rules.pay[name] for name in named if name in rules.pay]


def jackpot_data(rules: RuleSet, name: str) -> dict[str, Any]:
    """A jackpot: its seed, its rates and its wagers."""
    wagers = {each: wager for each, wager in rules.wager.items() if wager.jackpot == name}
    jackpot = next(filter(None, map(rules.jackpot_of, wagers)))
    return {
        "jackpot": name,
        "label": jackpot.label,
        "rule": jackpot.rule,
        "seed": jackpot.seed,
        "rate": _percent(jackpot.rate),
        "reserve": _percent(jackpot.reserve),
        "morning": _percent(jackpot.morning),
        "wagers": [wager.label for wager in wagers.values()],
        "offered": any(each in rules.wagers() for each in wagers),
        "topped_up": rules.tops_up,
        "cite": rules.cite(jackpot.cite),
    }


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):g}%"


# -- house rules -------------------------------------------------------------------------------------------------------


def house_rule_data(rules: RuleSet, name: str, rule: HouseRule) -> dict[str, Any]:
    """A house rule: its value, default, allowed values and standing."""
    value: Any = rules.house(name)
    default: Any = _own_settings(rules).get(name, rule.default)
    allowed: Any = list(rule.choices) or (["on", "off"] if isinstance(rule.default, bool) else list(rule.whole))
    if rule.amounts:
        allowed = []
    elif rule.stakes:
        fixed = "fixed" in rules.house_rules["limit"].choices
        allowed = [bound for bound in rule.levels if bound] if fixed else None
    elif rule.money[0]:
        value, allowed = cents(value), [cents(bound) for bound in rule.money]
        default = default if default == BY_STAKES else cents(default)
    return {
        "name": name,
        "kind": _kind(rule),
        "value": value,
        "default": default,
        "allowed": allowed,
        "step": cents(rule.step) if rule.step else None,
        "needs": list(rule.needs),
        "standing": rules.stands(name),
        "standings": {} if rules.stands(name) == NO_DOCUMENT else _standings(rule),
        "says": rule.says,
        "cite": rules.house_cite(name),
    }


def _own_settings(rules: RuleSet) -> Mapping[str, Any]:
    """The settings that the rule set itself makes: for this game they are the defaults."""
    with suppress(RuleBookError):
        return rule_set(rules.game, rules.rules).settings
    return {}


def _standings(rule: HouseRule) -> dict[str, str]:
    """The standing of each value of a rule with few values, or of each value that has its own."""
    values = rule.choices or ((True, False) if isinstance(rule.default, bool) else ())
    if not values and isinstance(rule.standing, dict):
        return dict(rule.standing)
    return {rule.written(each): rule.stands(each) for each in values}


def _kind(rule: HouseRule) -> str:
    if rule.choices:
        return "choice"
    if rule.stakes:
        return "stakes"
    if rule.money[0]:
        return "money"
    if rule.amounts:
        return "amounts"
    return "switch" if isinstance(rule.default, bool) else "number"
