"""The rules page as data, made from the rule set and what the game's script declares: for a terminal, a page, a test.

Money is in cents, shares are texts as in "10%". Nothing here draws, and nothing knows a game by name.
"""

from fractions import Fraction
from typing import Any

from cardroom.cards.decks import deck
from cardroom.games import layout
from cardroom.money import cents
from cardroom.play import Area, Game, Raise
from cardroom.play.procedures import areas, player_banked
from cardroom.rulebook import Charge, Fee, HouseRule, PayTable, RuleSet, Wager
from cardroom.rulebook.schema import ALL_OTHER

__all__ = ["banked_by", "page", "raises_words", "summary"]


def summary(game: Game) -> dict[str, Any]:
    """A game in a few fields.

    >>> from cardroom.games import game
    >>> summary(game("razz"))["seats"]
    {'least': 2, 'most': 8}
    """
    rules = game.rules
    return {
        "game": rules.game,
        "name": rules.name,
        "rules": rules.rules,
        "id": rules.id,
        "source": {"document": rules.source.document, "section": rules.source.section, "date": rules.source.date},
        "own": rules.own or None,
        "bank": banked_by(rules),
        "seats": {"least": rules.seats.least, "most": rules.seats.most},
        "summary": rules.summary,
    }


def banked_by(rules: RuleSet) -> str:
    """Who stands against the players: a player-dealer, the house, or nobody.

    >>> from cardroom.rulebook import rule_set
    >>> [banked_by(rule_set(game)) for game in ("ez-baccarat", "four-card-frenzy", "razz")]
    ['player-dealer', 'house', 'none']
    """
    if player_banked(rules):
        return "player-dealer"
    return "house" if rules.order is not None else "none"


def page(game: Game) -> dict[str, Any]:
    """Everything that a rules page says.

    >>> from cardroom.games import game
    >>> said = page(game("ez-baccarat", packs=6))
    >>> said["deck"]["cards"], said["limits"]
    (312, {'minimum': 500, 'maximum': 100000})
    """
    rules = game.rules
    placed = {area.wager: area for area in areas(rules)}
    return summary(game) | {
        "seats": {"least": rules.seats.least, "most": rules.seats.most, "cite": rules.cite(rules.seats.cite)},
        "deck": _deck(rules),
        "bank": {
            "who": banked_by(rules),
            "rounds": rules.bank.rounds if rules.bank else None,
            "cite": rules.cite(rules.bank.cite) if rules.bank else rules.cite(),
        },
        "limits": {"minimum": rules.minimum, "maximum": rules.maximum} if "minimum" in rules.house_rules else None,
        "wagers": [_wager(rules, name, wager, placed.get(name)) for name, wager in rules.wager.items()],
        "pay_tables": [_pay_table(rules, name, table) for name, table in rules.pay.items()],
        "jackpots": [_jackpot(rules, name) for name in rules.jackpot],
        "collection": [_schedule(rules, fee) for fee in rules.posted],
        "display": [{"text": notice.text, "cite": rules.cite(notice.cite)} for notice in rules.notices()],
        "settlement": rules.order
        and {
            "start": rules.order.start,
            "by": rules.order.by,
            "wagers": [rules.wager[name].label for name in rules.order.wagers if name in rules.wagers()],
            "cite": rules.cite(rules.order.cite),
        },
        "house_rules": [_house_rule(rules, name, rule) for name, rule in rules.house_rules.items()],
        "script": game.version,
        "digest": rules.digest,
    }


def _deck(rules: RuleSet) -> dict[str, Any]:
    return {
        "name": rules.deck.name,
        "cards": len(deck(rules.deck.name, rules.packs).cards),
        "packs": rules.packs,
        "decks": rules.deck.decks,
        "shoe": rules.deck.shoe,
        "cut": rules.cut,
        "cite": rules.cite(rules.deck.cite),
    }


# -- wagers ------------------------------------------------------------------------------------------------------------


def _wager(rules: RuleSet, name: str, wager: Wager, area: Area | None) -> dict[str, Any]:
    least, most = rules.limits(name)
    return {
        "wager": name,
        "label": wager.label,
        "required": wager.required,
        "needs": [" or ".join(rules.wager[each].label for each in need.split(" or ")) for need in wager.needs],
        "equals": rules.wager[wager.equals].label if wager.equals else None,
        "times": _times(rules, wager) if wager.when == "after the deal" else None,
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
        "cite": rules.cite(wager.cite),
    }


def _times(rules: RuleSet, wager: Wager) -> str | None:
    """How many times the wager that it follows one after the deal takes, where that is not just once."""
    raises = layout(rules).raises
    return raises_words(raises(rules), rules.wager[wager.equals].label) if raises and wager.equals else None


def raises_words(ladder: tuple[Raise, ...], of: str) -> str:
    """A ladder of raises in words.

    >>> from cardroom.games.banked.ultimate_texas_holdem import RAISES
    >>> raises_words(RAISES, "Ante")
    '3 or 4 times the Ante before the flop, or 2 times on the flop, or 1 time at the end'
    >>> raises_words((Raise("with any hand", 1, 3),), "Ante")
    '1 to 3 times the Ante with any hand'
    """
    first, *rest = ladder
    said = [f"{_count(first)} the {of} {first.when}", *(f"{_count(each)} {each.when}" for each in rest)]
    return ", or ".join(said)


def _count(raised: Raise) -> str:
    least, most = raised.least, raised.most
    if least == most:
        return f"{least} time{'' if least == 1 else 's'}"
    return f"{least} {'or' if most == least + 1 else 'to'} {most} times"


# -- pay tables, jackpots, fees ----------------------------------------------------------------------------------------


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
        "others_lose": bool(table.ranking) and ALL_OTHER not in table.lines,
        "cite": rules.cite(table.cite),
    }


def _tables(rules: RuleSet, wager: Wager) -> list[PayTable]:
    """The pay tables that settle a wager under the house rules in force."""
    return [rules.table(pattern) for pattern in (wager.pays, wager.beaten) if pattern]


def _jackpot(rules: RuleSet, name: str) -> dict[str, Any]:
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
        "cite": rules.cite(jackpot.cite),
    }


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):g}%"


def _schedule(rules: RuleSet, fee: Fee) -> dict[str, Any]:
    """A collection schedule that is posted."""
    return {
        "option": fee.option,
        "players": list(fee.players) if fee.players else None,
        "charges": [_charge(rules, charge) for charge in fee.charge],
        "cite": rules.cite(fee.cite),
    }


def _charge(rules: RuleSet, charge: Charge) -> dict[str, Any]:
    return {
        "moment": charge.moment,
        "payer": charge.payer,
        "counts": charge.counts,
        "tiers": [
            {"from": cents(tier.least), "to": cents(tier.most) if tier.most else None, "fee": cents(tier.fee)}
            for tier in charge.tiers
        ],
        "cite": rules.cite(charge.cite),
    }


# -- house rules -------------------------------------------------------------------------------------------------------


def _house_rule(rules: RuleSet, name: str, rule: HouseRule) -> dict[str, Any]:
    value: Any = rules.house(name)
    default: Any = rule.default
    allowed: Any = list(rule.choices) or (["on", "off"] if isinstance(rule.default, bool) else list(rule.whole))
    if rule.amounts:
        allowed = []
    elif rule.money[0]:
        value, default, allowed = cents(value), cents(str(default)), [cents(bound) for bound in rule.money]
    return {
        "name": name,
        "kind": _kind(rule),
        "value": value,
        "default": default,
        "allowed": allowed,
        "needs": list(rule.needs),
        "standing": rule.stands(rules.house(name)),
        "standings": {rule.written(each): rule.stands(each) for each in _values(rule)},
        "says": rule.says,
        "cite": rules.cite(rule.cite),
    }


def _values(rule: HouseRule) -> tuple[Any, ...]:
    """The values of a rule that has few."""
    return rule.choices or ((True, False) if isinstance(rule.default, bool) else ())


def _kind(rule: HouseRule) -> str:
    if rule.choices:
        return "choice"
    if rule.money[0]:
        return "money"
    if rule.amounts:
        return "amounts"
    return "switch" if isinstance(rule.default, bool) else "number"
