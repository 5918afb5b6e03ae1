"""The bonus bets of Pure 21.5 Blackjack and Pure Spanish 21.5, counted exactly (500 Club, GEGA-003642 and GEGA-004186).

The orders in which cards can leave a full shoe of any number of decks are counted. The drawing rule and the payoffs are
the game's own. Two things keep the count small: cards of the same value are one kind of card, and hands of the same
cards in any order are one hand.

A figure is for the first round of a shoe. It does not depend on the number of players or their play: the
player-dealer's hand is completed whenever a bonus bet depends on it (J9), from cards that players cannot take (J15),
and cards that they took before are no different from unknown cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import perm

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerReport, by_table
from cardroom.cards import Card, card
from cardroom.cards.decks import deck
from cardroom.games.banked.pure_21_5 import dealer_draws
from cardroom.games.banked.pure_21_5_pay import Showdown, match_line, settle
from cardroom.rankings.points import blackjack_total, dealt_total, red_run
from cardroom.rulebook import RuleSet

__all__ = ["bonus_edge", "dealer_hands", "matches", "red_runs", "twenty_one_bonus_report"]

BLACK = card("As")
"""A black card, which ends a run of red ones. It has the highest number, so it is last in a sorted hand, as dealt."""


def twenty_one_bonus_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """Every bonus bet that the layout offers, from a full shoe of the decks in force.

    >>> from cardroom.rulebook import rule_set
    >>> for report in twenty_one_bonus_report(rule_set("pure-21.5-blackjack")):
    ...     print(f"{report.label}: {float(report.edge):.4%}")
    Red Flex: 5.2581%
    Buster Blackjack: 5.5424%
    >>> twenty_one_bonus_report(rule_set("pure-spanish-21.5"))[0].edge
    Fraction(114, 3731)
    """
    offered = [wager for wager in rules.wagers() if wager in SHOWDOWNS]
    return tuple(report for wager in offered for report in by_table(rules, wager, partial(_lines, wager)))


def _lines(wager: str, rules: RuleSet) -> dict[str, int]:
    """The number of deals by line of a wager's pay table, and by results without a line."""
    counts = Counter(dict.fromkeys(rules.table(rules.wager[wager].pays).lines, 0))
    for showdown, count in SHOWDOWNS[wager](deck(rules.deck.name, rules.packs).cards).items():
        counts[settle(rules, wager, showdown).line] += count
    return dict(counts)


def bonus_edge(rules: RuleSet, wager: str, cards: tuple[Card, ...]) -> Fraction:
    """The edge of a bonus bet under the house rules in force, from a shoe of these cards."""
    counts = SHOWDOWNS[wager](cards)
    net = sum((settle(rules, wager, showdown).unit * count for showdown, count in counts.items()), Fraction(0))
    return -net / sum(counts.values())


@lru_cache(maxsize=16)
def dealer_hands(cards: tuple[Card, ...]) -> dict[Showdown, int]:
    """Buster Blackjack: the player-dealer's final hands, counted as orders of as many cards as the longest hand has.

    >>> sum(dealer_hands(deck("bonus", packs=6).cards).values()) == perm(312, 13)
    True
    """
    hands = _orders(_alike(cards), lambda hand: not dealer_draws(hand))
    return _merge_showdowns(
        (Showdown(dealer=dealt_total(hand).points, dealer_cards=len(hand)), hands[hand]) for hand in hands
    )


@lru_cache(maxsize=16)
def red_runs(cards: tuple[Card, ...]) -> dict[Showdown, int]:
    """Red Flex: the player-dealer's run of red cards. Cards after a black one do not matter."""
    red = [each for each in cards if red_run([each])]
    shoe = {**_alike(red), BLACK: len(cards) - len(red)}
    hands = _orders(shoe, lambda hand: hand[-1] == BLACK or not dealer_draws(hand))
    return _merge_showdowns((Showdown(red=red_run(hand)), hands[hand]) for hand in hands)


@lru_cache(maxsize=16)
def matches(cards: tuple[Card, ...]) -> dict[Showdown, int]:
    """Match the Dealer: a player's first two cards against the up card.

    If there are as many of each card, one up card represents all by symmetry.
    """
    numbers = Counter(cards)
    ups = numbers if len({*numbers.values()}) > 1 else {cards[0]: 1}
    counts: Counter[Showdown] = Counter()
    for up, ways in ups.items():
        rest = [*cards]
        rest.remove(up)
        hands = _orders(_against(rest, up), lambda hand: len(hand) == 2)
        for hand, orders in hands.items():
            counts[Showdown(match=match_line(hand, up))] += ways * orders
    return dict(counts)


def _against(cards: Iterable[Card], up: Card) -> dict[Card, int]:
    """Cards that match an up card in the same way, as one of them and their number."""
    first: dict[str, Card] = {}
    return Counter(first.setdefault(match_line([each], up), each) for each in cards)


SHOWDOWNS: dict[str, Callable[[tuple[Card, ...]], dict[Showdown, int]]] = {
    "red-flex": red_runs,
    "buster": dealer_hands,
    "match-the-dealer": matches,
}
"""For each bonus bet, the function that counts its showdowns from the cards of a shoe."""


def _alike(cards: Iterable[Card]) -> dict[Card, int]:
    """One card of each value, ace to ten, and the number of cards with that value."""
    first: dict[float, Card] = {}
    return Counter(first.setdefault(blackjack_total([each]).points, each) for each in cards)


def _orders(shoe: Mapping[Card, int], over: Callable[[tuple[Card, ...]], bool]) -> dict[tuple[Card, ...], int]:
    """Hands dealt from a shoe until they are over, as sorted cards, with the number of orders that produce each.

    An order has as many cards as the longest hand, so that all orders are equally likely.
    """
    done: dict[tuple[Card, ...], int] = {}
    open_hands: dict[tuple[Card, ...], int] = {(): 1}
    while open_hands:
        dealt: Counter[tuple[Card, ...]] = Counter()
        for hand, ways in open_hands.items():
            for each, copies in shoe.items():
                if left := copies - hand.count(each):
                    dealt[tuple(sorted((*hand, each)))] += ways * left
        ended = {hand: ways for hand, ways in dealt.items() if over(hand)}
        done |= ended
        open_hands = {hand: ways for hand, ways in dealt.items() if hand not in ended}
    cards, longest = sum(shoe.values()), max(map(len, done))
    return {hand: ways * perm(cards - len(hand), longest - len(hand)) for hand, ways in done.items()}


def _merge_showdowns(showdowns: Iterable[tuple[Showdown, int]]) -> dict[Showdown, int]:
    counts: Counter[Showdown] = Counter()
    for showdown, count in showdowns:
        counts[showdown] += count
    return dict(counts)
