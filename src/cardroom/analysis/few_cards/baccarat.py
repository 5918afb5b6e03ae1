"""EZ Baccarat, counted exactly from a full shoe of any number of decks, by the points of cards.

The drawing rule and the payoffs come from the game's script.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes
from cardroom.cards import Card, parse
from cardroom.cards.decks import deck
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws, settle
from cardroom.rankings.points import baccarat_points, is_natural
from cardroom.rulebook import RuleSet

__all__ = ["baccarat_joint", "baccarat_report", "showdowns", "showdowns_of"]

CARDS: tuple[Card, ...] = parse("Ks As 2s 3s 4s 5s 6s 7s 8s 9s")
"""One card for each point value from 0 to 9."""


def baccarat_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """Every wager, from a full shoe of the decks in force. It takes a second, so the engine is not used."""
    return baccarat_reports(rules, showdowns_of(rules))


def baccarat_reports(rules: RuleSet, counts: Mapping[Showdown, int]) -> tuple[WagerReport, ...]:
    """The report of every wager, from how often each showdown occurs."""
    reports = []
    for wager, terms in rules.wagers().items():
        outcomes = []
        for hand, count in counts.items():
            payoff = settle(rules, wager, hand)
            outcomes.append(WagerOutcome(payoff.line, payoff.unit, count, str(payoff.odds or "")))
        reports.append(WagerReport(wager, terms.label, terms.label, merge_outcomes(outcomes)))
    return tuple(reports)


def baccarat_joint(rules: RuleSet) -> tuple[tuple[str, ...], dict[tuple[Fraction, ...], int]]:
    """All wagers, and the number of deals by the nets of them all."""
    wagers = tuple(rules.wagers())
    counts: Counter[tuple[Fraction, ...]] = Counter()
    for hand, count in showdowns_of(rules).items():
        counts[tuple(settle(rules, wager, hand).unit for wager in wagers)] += count
    return wagers, dict(counts)


def showdowns_of(rules: RuleSet) -> dict[Showdown, int]:
    """The number of ordered deals for each showdown, with the decks in force."""
    return showdowns(rules.packs, rules.deck.name)


@cache
def showdowns(decks: int, name: str = "standard") -> dict[Showdown, int]:
    """The number of ordered deals of six cards that end in each showdown.

    >>> sum(showdowns(8).values()) == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    counts: Counter[Showdown] = Counter()
    points = [baccarat_points([card]) for card in deck(name).cards]
    shoe = [points.count(number) * decks for number in range(10)]
    for player, ways in _pairs(shoe):
        for banker, more in _pairs(shoe):
            for hand, most in _draws(shoe, player, banker):
                counts[hand] += ways * more * most
    return dict(counts)


def _pairs(shoe: list[int]) -> Iterator[tuple[list[Card], int]]:
    """Each pair of cards that a hand can start with, and its number of orders. The shoe lacks them during the yield."""
    for first, ways in _draw(shoe):
        for second, more in _draw(shoe):
            if first <= second:
                yield [CARDS[first], CARDS[second]], ways * more * (1 + (first < second))


def _draw(shoe: list[int]) -> Iterator[tuple[int, int]]:
    """Each point value of the next card, and its number of ways. The shoe lacks the card during the yield."""
    for points, ways in enumerate(list(shoe)):
        if ways:
            shoe[points] -= 1
            yield points, ways
            shoe[points] += 1


def _draws(shoe: list[int], player: list[Card], banker: list[Card]) -> Iterator[tuple[Showdown, int]]:
    """The showdowns (rule 5) that follow two hands, and their numbers of orders of the next two cards."""
    left = sum(shoe)
    if is_natural(player) or is_natural(banker):
        yield _showdown(player, banker), left * (left - 1)
    elif baccarat_points(player) > 5:
        yield from _banker(shoe, player, banker, left - 1)
    else:
        for points, ways in _draw(shoe):
            for hand, more in _banker(shoe, [*player, CARDS[points]], banker, 1):
                yield hand, ways * more


def _banker(shoe: list[int], player: list[Card], banker: list[Card], rest: int) -> Iterator[tuple[Showdown, int]]:
    if not banker_draws(baccarat_points(banker), player):
        yield _showdown(player, banker), sum(shoe) * rest
        return
    for points, ways in _draw(shoe):
        yield _showdown(player, [*banker, CARDS[points]]), ways * rest


def _showdown(player: list[Card], banker: list[Card]) -> Showdown:
    return Showdown(baccarat_points(player), baccarat_points(banker), len(player), len(banker))
