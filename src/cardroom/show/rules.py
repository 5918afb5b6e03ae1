"""The rules page as data, made from the rule set and what the game's script declares: for a terminal, a page, a test.

Money is in cents, shares are texts as in "10%". Nothing here draws, and nothing knows a game by name.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from cardroom.cards import pretty
from cardroom.cards.decks import deck
from cardroom.errors import InvariantError
from cardroom.games import layout, lesson
from cardroom.games.lessons.hands import examples
from cardroom.money import cents
from cardroom.play import Area, Game, Payoff, Raise
from cardroom.play.lesson import Hands, Lesson, LessonChart, Outcomes, Step
from cardroom.play.procedures import areas, player_banked
from cardroom.rankings import RANKINGS
from cardroom.rankings.holds import made_by
from cardroom.rulebook import HouseRule, PayTable, RuleSet, Wager
from cardroom.rulebook.schema import AWARD, LOSES, filled
from cardroom.rulebook.stakes import BY_STAKES
from cardroom.show.collection import posted_lines, schedule

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
    rules, taught = game.rules, lesson(game.rules)
    placed = {area.wager: area for area in areas(rules)}
    return summary(game) | {
        "aim": _told(rules, taught.aim),
        "seats": {
            "least": rules.seats.least,
            "most": rules.seats.most,
            "second_circles": rules.seats.second_circles,
            "cite": rules.cite(rules.seats.cite),
        },
        "deck": _deck(rules),
        "bank": {
            "who": banked_by(rules),
            "rounds": rules.bank.rounds if rules.bank else None,
            "cite": rules.cite(rules.bank.cite if rules.bank else taught.aim.cite),  # with the aim: who is to be beaten
        },
        "chart": rules.chart
        and {
            "must_hit": rules.chart.must_hit,
            "must_stand": rules.chart.must_stand,
            "cite": rules.cite(rules.chart.cite),
        },
        "dealer": rules.dealer and {"qualifies": rules.dealer.qualifies, "cite": rules.cite(rules.dealer.cite)},
        "limits": {"minimum": rules.minimum, "maximum": rules.maximum} if "minimum" in rules.house_rules else None,
        "wagers": [_wager(rules, name, wager, placed.get(name)) for name, wager in rules.wager.items()],
        "pay_tables": [_pay_table(rules, name, table) for name, table in rules.pay.items()],
        "jackpots": [_jackpot(rules, name) for name in rules.jackpot],
        "collection": [schedule(rules, fee) for fee in rules.posted],
        "posted": list(posted_lines(rules)),
        "display": [{"text": notice.text, "cite": rules.cite(notice.cite)} for notice in rules.notices()],
        "hands": [*(_hands(rules, hands) for hands in taught.hands), *_side_bets_hands(rules, taught)],
        "notes": _notes(rules, taught) if taught.notes else None,
        "steps": [_told(rules, step) for step in taught.steps],
        "outcomes": taught.outcomes and _outcomes(rules, taught.outcomes),
        "charts": [_chart(rules, chart) for chart in taught.charts],
        "settlement": rules.order and _settlement(rules, taught),
        "house_rules": [
            _house_rule(rules, name, rule) | {"applies": name not in taught.idle}
            for name, rule in rules.house_rules.items()
        ],
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


# -- what the script's lesson says -------------------------------------------------------------------------------------


def _told(rules: RuleSet, step: Step) -> dict[str, Any]:
    return {"text": step.says, "cite": rules.cite(step.cite)}


def _notes(rules: RuleSet, taught: Lesson) -> dict[str, Any]:
    return {"title": taught.noted, "notes": [_told(rules, note) for note in taught.notes]}


def _hands(rules: RuleSet, hands: Hands) -> dict[str, Any]:
    return {
        "title": hands.title,
        "ranking": hands.ranking,
        "note": hands.note or None,
        "examples": [{"hand": example.name, "cards": example.cards} for example in examples(hands.ranking)],
        "cite": rules.cite(hands.cite),
    }


def _side_bets_hands(rules: RuleSet, taught: Lesson) -> Iterator[dict[str, Any]]:
    """The hands of side bets that are judged by a ranking of their own, as far as their tables name them."""
    known = {hands.ranking for hands in taught.hands}
    for wager in rules.wagers().values():
        table = rules.table(wager.pays) if wager.cards else None
        if table is None or table.ranking in known:
            continue
        known.add(table.ranking)
        made = dict(made_by(table.ranking, layout(rules).cards[wager.cards].size, deck(rules.deck.name).cards))
        if not RANKINGS[table.ranking].parts:  # else it matters which cards came first
            made = {each: tuple(sorted(hand, reverse=True)) for each, hand in made.items()}
        yield {
            "title": f"Hands of the {wager.label}",
            "ranking": table.ranking,
            "note": None,
            "examples": [{"hand": each, "cards": pretty(made[each])} for each in table.lines if each in made],
            "cite": rules.cite(table.cite),
        }


def _chart(rules: RuleSet, chart: LessonChart) -> dict[str, Any]:
    return {
        "title": chart.title,
        "headings": list(chart.headings),
        "rows": [list(row) for row in chart.rows],
        "note": chart.note or None,
        "cite": rules.cite(chart.cite),
    }


def _outcomes(rules: RuleSet, outcomes: Outcomes) -> dict[str, Any]:
    """What each case makes of each wager, asked of the function that settles them at the table."""
    wagers = [name for name in outcomes.wagers if name in rules.wagers()]
    return {
        "wagers": [rules.wager[name].label for name in wagers],
        "cases": [
            {"case": case, "results": [_result(rules, outcomes, name, showdowns) for name in wagers]}
            for case, showdowns in outcomes.cases.items()
        ],
    }


def _result(rules: RuleSet, outcomes: Outcomes, wager: str, showdowns: tuple[Any, ...]) -> dict[str, Any]:
    payoffs = [outcomes.settle(rules, wager, showdown) for showdown in showdowns]
    said = {_becomes(payoff) for payoff in payoffs}
    if "fold" in payoffs[0].line and rules.wager[wager].when == "after the deal":
        said = {"not placed"}
    result = said.pop() if len(said) == 1 else "as its pay table says"
    return {"wager": wager, "result": result, "cites": list(dict.fromkeys(payoff.cite for payoff in payoffs))}


def _becomes(payoff: Payoff) -> str:
    if payoff.odds is not None:
        return f"pays {payoff.odds}"
    if not payoff.lost:
        return "pushes"
    return "loses" if payoff.share == (1, 1) else "loses half"


def _settlement(rules: RuleSet, taught: Lesson) -> dict[str, Any]:
    """Who is settled first; awards come after all wagers of the table."""
    if rules.order is None:
        raise InvariantError(f"{rules.game}: nothing says who is settled first")
    listed = [name for name in rules.settled if name in rules.wagers()]
    awards = [name for name in listed if rules.wager[name].when == "as an award"]
    house = rules.order.start == "player-dealer" and not player_banked(rules)
    left = "the left of the house dealer" if house else f"the left of the {rules.order.start}"
    start = "the action button on" if rules.order.start == "action button" else left
    return {
        "start": taught.start or start,
        "by": rules.settled_by,
        "wagers": [rules.wager[name].label for name in listed if name not in awards],
        "last": [rules.wager[name].label for name in awards],
        "backline": [wager.label for wager in rules.wagers().values() if wager.backline],
        "cite": rules.cite(rules.order.cite),
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
        "backline": wager.backline,
        "cite": rules.cite(wager.cite),
        "cites": {outcome: rules.cite(where) for outcome, where in wager.cites.items()},
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


# -- pay tables, jackpots ----------------------------------------------------------------------------------------------


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
    # What no wager is settled from is settled among the players.
    among_players = not any(name in rules.tables_of(wager.pays, wager.beaten) for wager in rules.wager.values())
    return {
        "table": name,
        "printed_as": shared if len(several) > 1 else name,
        "title": table.title,
        "id": table.id or None,
        "ranking": table.ranking or None,
        "lines": [{"line": line, "pays": pays} for line, pays in table.lines.items()],
        "in_force": bool(users) or among_players,
        "wagers": [wager.label for wager in users],
        "switched_off_by": switches,
        "others": table.others if not among_players and _says_of_others(rules, table) else None,
        "cite": rules.cite(table.cite),
    }


def _says_of_others(rules: RuleSet, table: PayTable) -> bool:
    """Whether results without a line are told in the table: its lines are some of all hands, or the others push."""
    return bool(table.ranking or table.others != LOSES) and not _awarded(rules, table)


def _awarded(rules: RuleSet, table: PayTable) -> bool:
    """Whether it pays an award, which takes no chips, so that nothing of it can be lost."""
    return any(wager.when == AWARD and table in _tables(rules, wager) for wager in rules.wager.values())


def _tables(rules: RuleSet, wager: Wager) -> list[PayTable]:
    """The pay tables that settle a wager under the house rules in force; one that is off the layout may have none."""
    named = (filled(pattern, rules.house) for pattern in (wager.pays, wager.beaten))
    return [rules.pay[name] for name in named if name in rules.pay]


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


# -- house rules -------------------------------------------------------------------------------------------------------


def _house_rule(rules: RuleSet, name: str, rule: HouseRule) -> dict[str, Any]:
    value: Any = rules.house(name)
    default: Any = rule.default
    allowed: Any = list(rule.choices) or (["on", "off"] if isinstance(rule.default, bool) else list(rule.whole))
    if rule.amounts:
        allowed = []
    elif rule.stakes:
        fixed = "fixed" in rules.house_rules["limit"].choices
        allowed = [bound for bound in rule.levels if bound] if fixed else None
    elif rule.money[0]:
        value, allowed = cents(value), [cents(bound) for bound in rule.money]
        default = default if default == BY_STAKES else cents(str(default))
    return {
        "name": name,
        "kind": _kind(rule),
        "value": value,
        "default": default,
        "allowed": allowed,
        "step": cents(rule.step) if rule.step else None,
        "needs": list(rule.needs),
        "standing": rule.stands(rules.house(name)),
        "standings": _standings(rule),
        "says": rule.says,
        "cite": rules.cite(rule.cite),
    }


def _standings(rule: HouseRule) -> dict[str, str]:
    """What each value of a rule that has few is to the document, or each that has a standing of its own."""
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
