"""Checks of pay tables: lines that cannot be read, and wagers whose table is missing or does not fit them.

Lines that no hand can make, or that earlier lines take, are found with the rankings, in `games/contract.py`.

Each problem is a sentence that begins with table and key.
"""

from collections.abc import Iterator

from cardroom.clean import quoted
from cardroom.money import odds
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import AWARD, LOSES, PUSHES, PayTable, Wager, names_in

__all__ = ["paid_problems", "pay_table_problems"]


def pay_table_problems(name: str, table: PayTable) -> Iterator[str]:
    """Find lines whose odds cannot be read."""
    for line, printed in table.lines.items():
        if printed not in (LOSES, PUSHES):
            try:
                odds(printed)
            except ValueError as error:
                yield f"pay.{name}.lines.{quoted(line)}: {error}"


def paid_problems(rules: RuleSet, name: str, wager: Wager) -> Iterator[str]:
    """Find problems between a wager and the tables that it names."""
    for key, pattern in (("pays", wager.pays), *((("beaten", wager.beaten),) if wager.beaten else ())):
        for chooser in names_in(pattern):
            if chooser not in rules.house_rules:
                known = ", ".join(rules.house_rules)
                yield f"wager.{name}.{key}: {quoted(chooser)} is not a house rule: choose from {known}"
        for choice in _choices(rules, pattern):
            if choice not in rules.pay:
                yield f"wager.{name}.{key}: {quoted(choice)} is not a pay table: choose from {', '.join(rules.pay)}"
    yield from (f"wager.{name}.{problem}" for problem in _award(rules, wager))
    for table in rules.tables_of(wager.pays, wager.beaten):
        if any(each.endswith(("point", "points", "card", "cards")) for each in rules.pay[table].lines.values()):
            yield f"pay.{table}.lines: points and cards are for games without wagers: this one pays {wager.label}"
    metered = any(rules.pay[table].metered for table in rules.tables_of(wager.pays, wager.beaten))
    if wager.jackpot and wager.jackpot in rules.jackpot and not metered:
        yield f"wager.{name}.jackpot: no line of its pay table pays a share of the meter"
    if wager.jackpot not in rules.jackpot and (metered or wager.jackpot):
        known = ", ".join(rules.jackpot) or "none"
        none = f"{quoted(wager.jackpot)} is not a jackpot, but it pays from one"
        yield f"wager.{name}.jackpot: {none}: choose from {known}"


def _award(rules: RuleSet, wager: Wager) -> Iterator[str]:
    """Find problems with awards, which have no stake, and with flat amounts, which only awards may pay."""
    kinds = {
        odds(text).kind
        for name in rules.tables_of(wager.pays, wager.beaten)
        for text in rules.pay[name].lines.values()
        if _are_odds(text)
    }
    if wager.when != AWARD:
        if "flat" in kinds:
            yield "pays: only an award may pay a fixed amount: write odds, for example 50 to 1"
        return
    if not wager.needs:
        yield "needs: an award comes with a wager: name it"
    if wager.least or wager.most:
        yield "least, most: nothing is wagered on an award: leave them out"
    if kinds & {"for", "meter"}:
        yield "pays: nothing is wagered on an award: write odds to 1, or amounts like $50"
    if "to" in kinds and not wager.equals:
        yield "equals: odds are paid on an amount: name the wager that has it"


def _are_odds(text: str) -> bool:
    try:
        odds(text)
    except ValueError:
        return False
    return True


def _choices(rules: RuleSet, pattern: str) -> list[str]:
    """The pay tables that a wager needs, over all choices of its house rule."""
    name = pattern[pattern.find("{") + 1 : pattern.find("}")] if "{" in pattern else ""
    if not name:
        return [pattern]
    rule = rules.house_rules.get(name)
    return [pattern.replace(f"{{{name}}}", choice) for choice in (rule.choices if rule else ("?",))]
