"""The bonus bets of Fortune Pai Gow Poker (GEGR-002017) and Face Up Pai Gow Poker, counted exactly (500 Club).

Fortune Bonus: all 154,143,080 hands of seven cards. Ace-High Bonus: all deals of two such hands, counted by their ranks
and the possible suits of these ranks.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.poker_hands import WITH_JOKER, hands_by_line
from cardroom.analysis.report import WagerOutcome, WagerReport, by_table, merge_outcomes, side_bet
from cardroom.cards import JOKER
from cardroom.games.banked.pai_gow import ACE_HIGH_LINES, BUTTON, NO_ACE_HIGH, FortuneBet, envy
from cardroom.play import Spot
from cardroom.rankings import NO_LINE
from cardroom.rankings.pai_gow import ace_high
from cardroom.rulebook import RuleSet

__all__ = ["ace_high_lines", "envy_report", "pai_gow_bonus_report"]


def pai_gow_bonus_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """Every bonus bet that the layout offers, and the value of an Envy button.

    >>> from cardroom.rulebook import rule_set
    >>> for report in pai_gow_bonus_report(rule_set("face-up-pai-gow-poker")):
    ...     print(f"{report.label}: {float(report.edge):.4%}")
    Ace-High Bonus: 4.7905%
    Fortune Bonus: 8.4900%
    Envy Bonus: -0.8796%
    """
    reports: list[WagerReport] = []
    for wager, terms in rules.wagers().items():
        if terms.cards:
            reports += side_bet(rules, wager)
        elif wager == "ace-high":
            reports += by_table(rules, wager, lambda _: ace_high_lines())
        elif wager == "envy":
            reports.append(envy_report(rules))
    return tuple(reports)


# -- Envy Bonus --------------------------------------------------------------------------------------------------------


def envy_report(rules: RuleSet) -> WagerReport:
    """The value of one other player's hand to the holder of an Envy button, per unit of the smallest bet for a button.

    If each hand pays, n other players with a Fortune Bonus Bet are worth n times as much. If only the highest hand
    pays, and its holder gets nothing for a lower one, they are worth slightly less. That value depends on all hands at
    the table and is not computed.

    >>> from cardroom.rulebook import rule_set
    >>> report = envy_report(rule_set("face-up-pai-gow-poker"))
    >>> f"{float(report.hit_frequency):.4%}, {float(-report.edge * 5):.4f} dollars for each other player"
    '0.3371%, 0.0440 dollars for each other player'
    """
    each = "each hand"
    in_force = rules.house("envy_pays") == each
    label, fortune = rules.wager["envy"].label, rules.wager["fortune"].label
    hands = hands_by_line(rules.table(rules.wager["fortune"].pays).ranking, (7,), WITH_JOKER)
    outcomes = [_envy_outcome(rules, line, count) for line, count in hands.items()]
    of = f"{fortune} of ${BUTTON // 100}, for each other player who bets on it"
    return WagerReport("envy", label, of, merge_outcomes(outcomes), {"envy_pays": each}, in_force)


def _envy_outcome(rules: RuleSet, line: str, count: int) -> WagerOutcome:
    """The outcome of another player's line for a holder of a button who has no line."""
    awards = envy(rules, [FortuneBet(Spot.at(1), line, button=False), FortuneBet(Spot.at(2), NO_LINE, button=True)])
    if not awards:
        return WagerOutcome(NO_LINE, Fraction(0), count)
    [(_, payoff)] = awards
    return WagerOutcome(line, Fraction(payoff.due(0), BUTTON), count, str(payoff.odds))


# -- Ace-High Bonus ----------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """The ace-high hands with the joker, or those without it."""

    ranks: tuple[int, ...]
    """The possible sets of ranks besides the joker, as bits."""
    size: int
    """The number of ranks in a set. No two cards are a pair."""
    most: int
    """The greatest number of cards of a suit without a flush."""


@cache
def ace_high_lines(ranks: tuple[int, ...] = tuple(range(13)), suits: int = 4) -> dict[str, int]:
    """The number of deals of seven cards each to the player-dealer and a player, by line of the Ace-High Bonus Bet.

    The deck has each of the ranks in each of the suits, and a joker. Small decks let tests check the count.

    >>> sum(ace_high_lines().values()) == comb(53, 7) * comb(46, 7)
    True
    """
    cards = len(ranks) * suits + 1
    any_other = comb(cards - 7, 7)
    joker, natural = _kind(ranks, suits, joker=True), _kind(ranks, suits, joker=False)
    mixed, naturals = _pairs(joker, natural, suits), _pairs(natural, natural, suits)
    both, with_joker, without = ACE_HIGH_LINES
    counts = {
        both: 2 * mixed + naturals,
        with_joker: _hands(joker, suits) * any_other - mixed,
        without: _hands(natural, suits) * any_other - mixed - naturals,
    }
    return counts | {NO_ACE_HIGH: comb(cards, 7) * any_other - sum(counts.values())}


def _kind(ranks: tuple[int, ...], suits: int, *, joker: bool) -> Kind:
    """The ace-high hands with or without the joker, which completes a flush with four cards of a suit."""
    size, most = (6, 3) if joker else (7, 4)
    rank_sets = []
    for held in combinations(ranks, size):
        unsuited = [rank * 4 + place % suits for place, rank in enumerate(held)]
        if ace_high([*unsuited, JOKER] if joker else unsuited):
            rank_sets.append(sum(1 << rank for rank in held))
    return Kind(tuple(rank_sets), size, most)


def _hands(kind: Kind, suits: int) -> int:
    """The number of hands of a kind."""
    return len(kind.ranks) * _suitings((0,) * suits, kind.size, kind.most)


def _pairs(one: Kind, other: Kind, suits: int) -> int:
    """The number of pairs of hands, one of each kind, that have no card in common.

    Inclusion and exclusion over the common cards: the number of ways to give suits to the rest of each hand depends
    only on the suits of the common cards.
    """
    equal = []
    for common in range(min(one.size, other.size) + 1):
        held = [tuple(map(given.count, range(suits))) for given in product(range(suits), repeat=common)]
        equal.append(
            sum(
                _suitings(each, one.size - common, one.most) * _suitings(each, other.size - common, other.most)
                for each in held
            )
        )
    shared = Counter((mine & theirs).bit_count() for mine in one.ranks for theirs in other.ranks)
    return sum(
        times * sum((-1) ** common * comb(ranks, common) * equal[common] for common in range(ranks + 1))
        for ranks, times in shared.items()
    )


@cache
def _suitings(held: tuple[int, ...], more: int, most: int) -> int:
    """The number of ways to give suits to `more` cards, so that no suit, with those held, has more than `most` cards.

    >>> _suitings((0, 0, 0, 0), 2, 1), _suitings((3, 0, 0, 0), 1, 3)
    (12, 3)
    """
    if max(held) > most:
        return 0
    if not more:
        return 1
    return sum(
        _suitings((*held[:suit], held[suit] + 1, *held[suit + 1 :]), more - 1, most) for suit in range(len(held))
    )
