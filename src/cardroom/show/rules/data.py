"""The rules page as data, made from the rule set and the script's declarations, for the terminal, web pages and tests.

Money is in cents; shares are texts such as "10%". Nothing here knows a game by name. `rules_wagers` makes the parts
about wagers, pay tables, jackpots and house rules.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from cardroom.cards import pretty
from cardroom.cards.decks import deck
from cardroom.errors import InvariantError
from cardroom.games import layout, lesson
from cardroom.games.lessons.hands import examples
from cardroom.play import Game, Payoff
from cardroom.play.game import Hands, Lesson, LessonChart, Outcomes, Step
from cardroom.play.round import areas, player_banked
from cardroom.rankings import RANKINGS
from cardroom.rankings.holds import made_by
from cardroom.rulebook import RuleSet
from cardroom.rulebook.origin import departures, origin
from cardroom.show.rules.collection import posted_lines, schedule
from cardroom.show.rules.wagers import house_rule_data, jackpot_data, pay_table_data, wager_data

__all__ = ["banked_by", "page", "summary"]


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
        "edition": rules.edition and msgspec.structs.asdict(rules.edition),
        "own": rules.own or None,
        "bank": banked_by(rules),
        "seats": {"least": rules.seats.least, "most": rules.seats.most},
        "summary": rules.summary,
    }


def banked_by(rules: RuleSet) -> str:
    """Who banks the game: a player-dealer, the house, or none.

    >>> from cardroom.rulebook import rule_set
    >>> [banked_by(rule_set(game)) for game in ("ez-baccarat", "four-card-frenzy", "razz")]
    ['player-dealer', 'house', 'none']
    """
    if player_banked(rules):
        return "player-dealer"
    return "house" if rules.order is not None else "none"


def page(game: Game) -> dict[str, Any]:
    """All data of a rules page.

    >>> from cardroom.games import game
    >>> data = page(game("ez-baccarat", packs=6))
    >>> data["deck"]["cards"], data["limits"]
    (312, {'minimum': 500, 'maximum': 100000})
    """
    rules, taught, base = game.rules, lesson(game.rules), origin(game.rules).base
    placed = {area.wager: area for area in areas(rules)}
    return summary(game) | {
        "departures": [each.words for each in departures(rules, base)] if rules.own else [],
        "aim": _text(rules, taught.aim),
        "seats": {
            "least": rules.seats.least,
            "most": rules.seats.most,
            "second_circles": rules.seats.second_circles,
            "cite": rules.cite(rules.seats.cite),
        },
        "behind": {"cite": rules.cite(taught.behind) if taught.behind else ""},
        "deck": _deck(rules),
        "bank": {
            "who": banked_by(rules),
            "rounds": rules.bank.rounds if rules.bank else None,
            "cite": rules.cite(rules.bank.cite if rules.bank else taught.aim.cite),  # the aim names the opponent
        },
        "chart": rules.chart
        and {
            "must_hit": rules.chart.must_hit,
            "must_stand": rules.chart.must_stand,
            "cite": rules.cite(rules.chart.cite),
        },
        "dealer": rules.dealer and {"qualifies": rules.dealer.qualifies, "cite": rules.cite(rules.dealer.cite)},
        "limits": {"minimum": rules.minimum, "maximum": rules.maximum} if "minimum" in rules.house_rules else None,
        "wagers": [wager_data(rules, name, wager, placed.get(name)) for name, wager in rules.wager.items()],
        "pay_tables": [pay_table_data(rules, name, table, base) for name, table in rules.pay.items()],
        "jackpots": [jackpot_data(rules, name) for name in rules.jackpot],
        "collection": [schedule(rules, fee) for fee in rules.posted],
        "posted": list(posted_lines(rules)),
        "display": [{"text": notice.text, "cite": rules.cite(notice.cite)} for notice in rules.notices()],
        "hands": [*(_hands(rules, hands) for hands in taught.hands), *_side_bets_hands(rules, taught)],
        "notes": _notes(rules, taught) if taught.notes else None,
        "steps": [_text(rules, step) for step in taught.steps],
        "outcomes": taught.outcomes and _outcomes(rules, taught.outcomes),
        "charts": [_chart(rules, chart) for chart in taught.charts],
        "settlement": rules.order and _settlement(rules, taught),
        "house_rules": [
            house_rule_data(rules, name, rule) | {"applies": name not in taught.idle}
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
        "cut_cite": rules.house_cite("cut_card") if "cut_card" in rules.house_rules else "",
    }


# -- what the script's lesson says -------------------------------------------------------------------------------------


def _text(rules: RuleSet, step: Step) -> dict[str, Any]:
    return {"text": step.says, "cite": rules.cite(step.cite)}


def _notes(rules: RuleSet, taught: Lesson) -> dict[str, Any]:
    return {"title": taught.noted, "notes": [_text(rules, note) for note in taught.notes]}


def _hands(rules: RuleSet, hands: Hands) -> dict[str, Any]:
    return {
        "title": hands.title,
        "ranking": hands.ranking,
        "note": hands.note or None,
        "examples": [{"hand": example.name, "cards": example.cards} for example in examples(hands.ranking)],
        "cite": rules.cite(hands.cite),
    }


def _side_bets_hands(rules: RuleSet, taught: Lesson) -> Iterator[dict[str, Any]]:
    """The hands of side bets with a ranking of their own, if their tables name them."""
    known = {hands.ranking for hands in taught.hands}
    for wager in rules.wagers().values():
        table = rules.table(wager.pays) if wager.cards else None
        if table is None or table.ranking in known:
            continue
        known.add(table.ranking)
        made = dict(made_by(table.ranking, layout(rules).cards[wager.cards].size, deck(rules.deck.name).cards))
        if not RANKINGS[table.ranking].parts:  # otherwise the order of the cards matters
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
    """The result of each wager in each case, from the function that settles them at the table."""
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
    results = {_becomes(payoff) for payoff in payoffs}
    if "fold" in payoffs[0].line and rules.wager[wager].when == "after the deal":
        later = [name for name, each in rules.wagers().items() if each.when == "after the deal"]
        results = {"not placed" if wager == later[-1] else "loses if it was placed"}
    result = results.pop() if len(results) == 1 else "as its pay table says"
    return {"wager": wager, "result": result, "cites": list(dict.fromkeys(payoff.cite for payoff in payoffs))}


def _becomes(payoff: Payoff) -> str:
    if payoff.odds is not None:
        return f"pays {payoff.odds}"
    if not payoff.lost:
        return "pushes"
    return "loses" if payoff.share == (1, 1) else "loses half"


def _settlement(rules: RuleSet, taught: Lesson) -> dict[str, Any]:
    """The order of settlement. Awards come after all other wagers of the table."""
    if rules.order is None:
        raise InvariantError(f"{rules.game}: the rule set has no order of settlement")
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
        "backline_cite": rules.cite(taught.behind_order) if taught.behind_order else "",
        "last_cite": rules.cite(taught.awards) if taught.awards else "",
    }
