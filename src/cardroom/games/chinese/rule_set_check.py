"""Checks a rule set for Face-Up Chinese Poker: tables of points and cards, and house rules of the right kind."""

from collections.abc import Callable, Iterator

from cardroom.clean import quoted
from cardroom.games.chinese.points import FIVE_LINES, FRONT_LINES, LINES, SEGMENTS
from cardroom.rulebook import HouseRule, RuleBookError, RuleSet

__all__ = ["check"]

TABLES = {
    "points": "points",
    "sweep": "points",
    **{f"bonus-{segment}": "points" for segment in SEGMENTS},
    "fantasy-land": "cards",
    **{f"stay-{segment}": "cards" for segment in SEGMENTS},
}
"""The pay tables and their units."""
_AMOUNT = 'an amount: money = ["$1", "$9"]', lambda rule: rule.money[0] and not rule.choices
_SWITCH = "on or off: default = false", lambda rule: isinstance(rule.default, bool)
_NUMBER = "a number: whole = [9, 99]", lambda rule: rule.whole[1] and not rule.choices
MOST_SEATED = 4
"""Three players are dealt in, and a fourth waits for the next hand."""
HOUSE: dict[str, tuple[str, Callable[[HouseRule], object]]] = {
    "point": _AMOUNT,
    "maximum_buy_in": _AMOUNT,
    "hand_points": _NUMBER,
    "buy_in_points": _NUMBER,
    "equal_segments_foul": _SWITCH,
    "sweep_bonus": _SWITCH,
    "sweeps_by_rank": _SWITCH,
    "table_stakes": (
        "one of separate, running",
        lambda rule: rule.choices and set(rule.choices) <= {"separate", "running"},
    ),
}
"""The house rules that the script uses, each with a description and a check of its kind."""


def check(rules: RuleSet) -> None:
    """Raise `RuleBookError` if the script cannot play a rule set."""
    for problem in _problems(rules):
        raise RuleBookError(problem)


def _problems(rules: RuleSet) -> Iterator[str]:
    for name in ("wager", "poker", "order", "bank", "dealer", "jackpot"):
        if getattr(rules, name):
            yield f"{name}: in {rules.script} players settle points among themselves: leave this table out"
    if rules.deck.name != "standard" or rules.packs > 1:
        yield f"deck: {rules.script} is dealt from one standard pack"
    if rules.seats.most > MOST_SEATED or rules.seats.least < 2:
        yield f"seats: {rules.script} is for 2 to {MOST_SEATED}, not {rules.seats.least} to {rules.seats.most}"
    for name in rules.house_rules.keys() - {*HOUSE, "collection"}:
        yield f"house_rules.{name}: nothing in {rules.script} uses it: leave it out"
    for name in rules.pay.keys() - TABLES.keys():
        yield f"pay.{name}: nothing uses this table: choose from {', '.join(TABLES)}"
    for name, (kind, fits) in HOUSE.items():
        if name not in rules.house_rules:
            yield f"house_rules: {rules.script} needs the house rule {name}"
        elif not fits(rules.house_rules[name]):
            yield f"house_rules.{name}: must be {kind}"
    if not 0 < rules.house("hand_points") <= rules.house("buy_in_points"):
        yield (
            f"house rule hand_points: from 1 to the {rules.house('buy_in_points')} points of a buy-in, "
            f"not {rules.house('hand_points')}; otherwise no one would be dealt in"
        )
    if rules.house("buy_in_points") * rules.point > rules.house("maximum_buy_in"):
        yield f"house rule maximum_buy_in: it must be {rules.house('buy_in_points')} points or more"
    for name, unit in TABLES.items():
        if name not in rules.pay:
            yield f"pay.{name}: this table is missing"
            continue
        if name == "points":
            for made in LINES["segment"]:
                if rules.pay[name].odds(made) is None:
                    yield f"pay.points.lines: give the value of a {made}, for example 1 point"
        front = name.endswith("front") or name == "fantasy-land"
        possible = FRONT_LINES if front else FIVE_LINES if name.startswith(("bonus", "stay")) else ()
        for made, pays in rules.pay[name].lines.items():
            odds = rules.pay[name].odds(made)
            if odds and possible and made not in possible:
                yield f"pay.{name}.lines: this segment cannot make {quoted(made)}: choose from {', '.join(possible)}"
            elif odds and (odds.kind != unit or (unit == "cards" and odds.num != sum(SEGMENTS.values()))):
                wanted = "13 cards" if unit == "cards" else "points"
                yield f"pay.{name}.lines.{quoted(made)}: {quoted(pays)} must be {wanted}"
