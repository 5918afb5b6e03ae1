"""`cardroom rules`: the rules page, made from the rule set alone; here as data, in `rules_page` as words."""

from typing import Any

from cardroom.cards.decks import deck
from cardroom.cli import Mistake
from cardroom.cli.common import console, print_json
from cardroom.cli.games import bank_of, summary
from cardroom.cli.rules_page import markdown_page, print_page
from cardroom.money import cents
from cardroom.play import Area, Game
from cardroom.play.procedures import areas
from cardroom.rulebook import HouseRule, PayTable, RuleSet, Wager

__all__ = ["page", "rules_command"]

TIMES = {
    "four-card-frenzy": "1 time the Ante; 2 or 3 times with a pair of aces or better",
    "heads-up-holdem": "3 times the Ante before the flop, or 2 after it, or 1 at the end",
    "ultimate-texas-holdem": "3 or 4 times the Ante before the flop, or 2 after it, or 1 at the end",
}
"""How many Antes the wager after the deal takes, by script, where it is not just one."""


def rules_command(game: Game, as_json: bool, markdown: bool) -> int:
    """Print the rules page."""
    if as_json and markdown:
        raise Mistake("--json and --markdown: choose one of them")
    if as_json:
        print_json(page(game), indent=2)
    elif markdown:
        print(*markdown_page(page(game)), sep="\n")
    else:
        print_page(console(), page(game))
    return 0


def page(game: Game) -> dict[str, Any]:
    """Everything that a rules page says, as plain data; money is in cents."""
    rules = game.rules
    cards = deck(rules.deck.name, rules.deck.packs)
    layout = {area.wager: area for area in areas(rules)}
    return summary(game) | {
        "seats": {"least": rules.seats.least, "most": rules.seats.most, "cite": rules.cite(rules.seats.cite)},
        "deck": {
            "name": rules.deck.name,
            "cards": len(cards.cards),
            "packs": rules.deck.packs,
            "decks": rules.deck.decks,
            "shoe": rules.deck.shoe,
            "cut": rules.deck.cut,
            "cite": rules.cite(rules.deck.cite),
        },
        "bank": {
            "who": bank_of(game),
            "rounds": rules.bank.rounds if rules.bank else None,
            "cite": rules.cite(rules.bank.cite) if rules.bank else rules.cite(),
        },
        "limits": {"minimum": rules.minimum, "maximum": rules.maximum} if "minimum" in rules.house_rules else None,
        "wagers": [_wager(rules, name, wager, layout.get(name)) for name, wager in rules.wager.items()],
        "pay_tables": [_pay_table(rules, name, table) for name, table in rules.pay.items()],
        "display": [{"text": notice.text, "cite": rules.cite(notice.cite)} for notice in rules.notices()],
        "settlement": rules.order
        and {
            "start": rules.order.start,
            "by": rules.order.by,
            "wagers": [rules.wager[name].label for name in rules.order.wagers if name in rules.wagers()],
            "cite": rules.cite(rules.order.cite),
        },
        "house_rules": [_house_rule(game, name, rule) for name, rule in rules.house_rules.items()],
        "script": game.version,
        "digest": rules.digest,
    }


def _wager(rules: RuleSet, name: str, wager: Wager, area: Area | None) -> dict[str, Any]:
    least, most = rules.limits(name)
    return {
        "wager": name,
        "label": wager.label,
        "required": wager.required,
        "needs": [" or ".join(rules.wager[each].label for each in need.split(" or ")) for need in wager.needs],
        "equals": rules.wager[wager.equals].label if wager.equals else None,
        "times": _times(rules) if wager.when == "after the deal" else None,
        "excludes": rules.wager[area.excludes].label if area and area.excludes else None,
        "when": wager.when,
        "least": least,
        "most": most,
        "offered": name in rules.wagers(),
        "offered_by": wager.offered or None,
        "tables": [each for each in rules.pay if rules.pay[each] in _tables(rules, wager)],
        "cite": rules.cite(wager.cite),
    }


def _times(rules: RuleSet) -> str | None:
    said = TIMES.get(rules.script)
    return f"1 to {said}" if said and "early_raise" in rules.house_rules and rules.house("early_raise") else said


def _pay_table(rules: RuleSet, name: str, table: PayTable) -> dict[str, Any]:
    """A pay table; one column of several is told by the name that they share."""
    shared = name.removesuffix(f"-{table.id}") if table.id else name
    several = [each for each in rules.pay if rules.pay[each].id and each == f"{shared}-{rules.pay[each].id}"]
    users = [wager for wager in rules.wagers().values() if table in _tables(rules, wager)]
    switches = [
        wager.offered
        for each, wager in rules.wager.items()
        if each not in rules.wagers() and table in _tables(rules, wager)
    ]
    # What stands beside an Ante is settled against the dealer too: what no line names may push.
    against = any(wager.equals for wager in users)
    return {
        "table": name,
        "printed_as": shared if len(several) > 1 else name,
        "title": table.title,
        "id": table.id or None,
        "ranking": table.ranking or None,
        "lines": [{"line": line, "pays": pays} for line, pays in table.lines.items()],
        "in_force": bool(users),
        "wagers": [wager.label for wager in users],
        "switched_off_by": switches,
        "others_lose": bool(table.ranking) and not against,
        "cite": rules.cite(table.cite),
    }


def _house_rule(game: Game, name: str, rule: HouseRule) -> dict[str, Any]:
    value: Any = game.rules.house(name)
    default: Any = rule.default
    allowed: Any = list(rule.choices) or (["on", "off"] if isinstance(rule.default, bool) else list(rule.whole))
    if rule.money[0]:
        value, default, allowed = cents(value), cents(str(default)), [cents(bound) for bound in rule.money]
    return {
        "name": name,
        "kind": _kind(rule),
        "value": value,
        "default": default,
        "allowed": allowed,
        "needs": list(rule.needs),
        "says": rule.says,
        "cite": game.rules.cite(rule.cite),
    }


def _tables(rules: RuleSet, wager: Wager) -> list[PayTable]:
    """The pay tables that settle a wager under the house rules in force."""
    return [rules.table(pattern) for pattern in (wager.pays, wager.beaten) if pattern]


def _kind(rule: HouseRule) -> str:
    if rule.choices:
        return "choice"
    if rule.money[0]:
        return "money"
    return "switch" if isinstance(rule.default, bool) else "number"
