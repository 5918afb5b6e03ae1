"""What can be changed in a rule set, as data for a form: pays, house rules, limits, seats and side bets."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cardroom.analysis import has_analysis
from cardroom.analysis.report import expected_seconds
from cardroom.cards.decks import deck
from cardroom.games import all_games, game_of, layout
from cardroom.games.contract import judges
from cardroom.play.game import Layout
from cardroom.rankings import lines
from cardroom.rankings.holds import can_make
from cardroom.rulebook import RuleSet, rule_set
from cardroom.rulebook.house_rules import HouseRule
from cardroom.rulebook.schema import ALIVE, DEAD, LOSES

__all__ = ["WorkshopForm", "WorkshopGame", "form_of", "workshop_games"]


class WorkshopGame(msgspec.Struct, frozen=True):
    """A rule set that can be changed in the workshop."""

    game: str
    set: str
    name: str


class FormLine(msgspec.Struct, frozen=True):
    """A line of a pay table."""

    line: str
    pays: str


class FormTable(msgspec.Struct, frozen=True):
    """A pay table that is in force."""

    table: str
    title: str
    wager: str
    """The label of the wager that it pays; empty if several use it, or none."""
    lines: tuple[FormLine, ...]
    others: str
    """What every other result does: loses or pushes."""


class FormRule(msgspec.Struct, frozen=True):
    """A house rule."""

    rule: str
    says: str
    kind: str
    """switch, choice, amount, number or text."""
    value: str
    """The present value, as it is written."""
    choices: tuple[str, ...] = ()
    least: str = ""
    most: str = ""


class FormLimits(msgspec.Struct, frozen=True):
    """The limits of a wager that may have its own."""

    wager: str
    label: str
    least: str
    """Empty if the table's limits apply."""
    most: str


class FormRanking(msgspec.Struct, frozen=True):
    """A ranking that can judge some cards, with the hands that they can make."""

    ranking: str
    lines: tuple[str, ...]


class FormCards(msgspec.Struct, frozen=True):
    """Cards that can decide a side bet."""

    cards: str
    size: int
    rankings: tuple[FormRanking, ...]


class WorkshopForm(msgspec.Struct, frozen=True):
    """What can be changed in a rule set."""

    game: str
    set: str
    name: str
    source: str
    """The document that the rule set is from."""
    analysis: bool
    """Whether the game has an exact analysis."""
    seconds: float
    """The time that the figures take on one core, if that is known to be long; otherwise 0."""
    pays: tuple[FormTable, ...]
    house: tuple[FormRule, ...]
    limits: tuple[FormLimits, ...]
    seats: int
    most_seats: int
    qualifies: str
    """The lowest hand with which the dealer qualifies; empty if the dealer always plays."""
    qualifiers: tuple[str, ...]
    """The hands that can be chosen for it; empty if any hand can be named."""
    cards: tuple[FormCards, ...]
    """Cards that can decide a side bet; none if the game has no side bets by cards."""
    folded: tuple[str, ...]
    """What a fold can do to a side bet; empty if hands are never folded."""
    beside: tuple[tuple[str, str], ...]
    """The wagers beside which a side bet can be placed, with their labels."""


def workshop_games() -> list[WorkshopGame]:
    """The rule sets with wagers."""
    return [WorkshopGame(each.slug, each.rules.rules, each.rules.name) for each in all_games() if each.rules.wager]


def form_of(game: str, rules: str) -> WorkshopForm:
    """The form of a rule set."""
    known = rule_set(game, rules)
    game_of(known)  # refuses a rule set that cannot be played
    return _form(known)


@lru_cache(maxsize=64)
def _form(rules: RuleSet) -> WorkshopForm:
    table = layout(rules)
    return WorkshopForm(
        rules.game,
        rules.rules,
        rules.name,
        ", ".join(filter(None, (rules.source.document, rules.source.section, rules.source.date))),
        has_analysis(rules),
        expected_seconds(rules),
        tuple(_tables(rules)),
        tuple(_rule(name, rule, rules) for name, rule in rules.house_rules.items()),
        tuple(
            FormLimits(name, wager.label, wager.least, wager.most)
            for name, wager in rules.wagers().items()
            if not (wager.required or wager.equals or "{" in wager.least + wager.most)
            and wager.when == "before the deal"
        ),
        rules.seats.most,
        _most_seats(rules, table),
        rules.dealer.qualifies if rules.dealer else "",
        () if table.qualifies_by else tuple(each for each in table.qualifiers if each),
        tuple(_cards(rules, table, cards) for cards in table.cards),
        (ALIVE, DEAD) if table.folds else (),
        tuple(
            (name, wager.label)
            for name, wager in rules.wager.items()
            if name in table.wagers and wager.when == "before the deal" and not (wager.needs or wager.equals)
        ),
    )


def _most_seats(rules: RuleSet, table: Layout) -> int:
    """The most seats for which there are enough cards."""
    size = len(deck(rules.deck.name, rules.packs).cards)
    return max(seats for seats in range(1, table.most_seats + 1) if seats == 1 or table.most_cards(seats) <= size)


def _tables(rules: RuleSet) -> list[FormTable]:
    users: dict[str, list[str]] = {}
    for wager in rules.wagers().values():
        for pattern in filter(None, (wager.pays, wager.beaten)):
            name = next(each for each, table in rules.pay.items() if table is rules.table(pattern))
            users.setdefault(name, []).append(wager.label)
    return [
        FormTable(
            name,
            table.title,
            users[name][0] if len(users[name]) == 1 else "",
            tuple(FormLine(line, pays) for line, pays in table.lines.items() if pays != LOSES),
            table.others,
        )
        for name, table in rules.pay.items()
        if name in users
    ]


def _rule(name: str, rule: HouseRule, rules: RuleSet) -> FormRule:
    value = rule.shown(rules.house(name))
    if isinstance(rule.default, bool):
        return FormRule(name, rule.says, "switch", value)
    if rule.choices and not rule.several:
        return FormRule(name, rule.says, "choice", value, rule.choices)
    if rule.money[0]:
        return FormRule(name, rule.says, "amount", value, least=rule.money[0], most=rule.money[1])
    if rule.whole[1]:
        return FormRule(name, rule.says, "number", value, least=str(rule.whole[0]), most=str(rule.whole[1]))
    return FormRule(name, rule.says, "text", value)


def _cards(rules: RuleSet, table: Layout, cards: str) -> FormCards:
    size, pack = table.cards[cards].size, deck(rules.deck.name).cards
    rankings = (
        FormRanking(name, tuple(line for line in lines(name) if can_make(name, size, pack, line)))
        for name in judges(rules, table, cards)
    )
    return FormCards(cards, size, tuple(each for each in rankings if each.lines))
