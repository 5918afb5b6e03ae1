"""EZ Baccarat, counted exactly for any number of decks from a full shoe, by the points of cards instead of cards.

What the hands draw and what a result pays is the game's own script.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerOutcome, WagerReport, merged
from cardroom.cards import Card, parse
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws, settle
from cardroom.rankings.points import baccarat_points, is_natural
from cardroom.rulebook import RuleSet

__all__ = ["baccarat_report", "showdowns"]

CARDS: tuple[Card, ...] = parse("Ks As 2s 3s 4s 5s 6s 7s 8s 9s")
"""A card for each number of points."""


def baccarat_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """Every wager from a full shoe of the decks in force, in a second on any engine."""
    return ended(rules, showdowns(rules.packs))


def ended(rules: RuleSet, counts: Mapping[Showdown, int]) -> tuple[WagerReport, ...]:
    """The report of every wager, from how often each showdown occurs."""
    reports = []
    for wager, said in rules.wagers().items():
        outcomes = []
        for hand, count in counts.items():
            payoff = settle(rules, wager, hand)
            outcomes.append(WagerOutcome(payoff.line, payoff.unit, count, str(payoff.odds or "")))
        reports.append(WagerReport(wager, said.label, said.label, merged(outcomes)))
    return tuple(reports)


@cache
def showdowns(decks: int) -> dict[Showdown, int]:
    """How many orders of six cards from the shoe end in each showdown.

    >>> sum(showdowns(8).values()) == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    counts: Counter[Showdown] = Counter()
    shoe = [16 * decks] + [4 * decks] * 9
    for player, ways in _pairs(shoe):
        for banker, more in _pairs(shoe):
            for hand, most in _draws(shoe, player, banker):
                counts[hand] += ways * more * most
    return dict(counts)


def _pairs(shoe: list[int]) -> Iterator[tuple[list[Card], int]]:
    """Each two cards that a hand may begin with, in how many orders; the shoe lacks them meanwhile."""
    for first, ways in _taken(shoe):
        for second, more in _taken(shoe):
            if first <= second:
                yield [CARDS[first], CARDS[second]], ways * more * (1 + (first < second))


def _taken(shoe: list[int]) -> Iterator[tuple[int, int]]:
    """Each number of points that the next card can have, in how many ways; the shoe lacks it meanwhile."""
    for points, ways in enumerate(list(shoe)):
        if ways:
            shoe[points] -= 1
            yield points, ways
            shoe[points] += 1


def _draws(shoe: list[int], player: list[Card], banker: list[Card]) -> Iterator[tuple[Showdown, int]]:
    """How the hands end (rule 5), in how many orders of the two cards that may still come."""
    left = sum(shoe)
    if is_natural(player) or is_natural(banker):
        yield _showdown(player, banker), left * (left - 1)
    elif baccarat_points(player) > 5:
        yield from _banker(shoe, player, banker, left - 1)
    else:
        for points, ways in _taken(shoe):
            for hand, more in _banker(shoe, [*player, CARDS[points]], banker, 1):
                yield hand, ways * more


def _banker(shoe: list[int], player: list[Card], banker: list[Card], rest: int) -> Iterator[tuple[Showdown, int]]:
    if not banker_draws(baccarat_points(banker), player):
        yield _showdown(player, banker), sum(shoe) * rest
        return
    for points, ways in _taken(shoe):
        yield _showdown(player, [*banker, CARDS[points]]), ways * rest


def _showdown(player: list[Card], banker: list[Card]) -> Showdown:
    return Showdown(baccarat_points(player), baccarat_points(banker), len(player), len(banker))
