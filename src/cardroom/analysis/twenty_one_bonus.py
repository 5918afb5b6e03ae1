"""The bonus bets of Pure 21.5 Blackjack and Pure Spanish 21.5, counted exactly (500 Club, GEGA-003642 and GEGA-004186).

Counted are the orders in which cards can leave a full shoe, whatever its decks. When the player-dealer draws is the
game's own rule, and so is what a hand pays. Two things make the orders few: cards that count the same are one kind
of card, and hands of the same cards are one hand, in whatever order they came.

A figure holds for the first round of a shoe, whatever the seats and however they play: the player-dealer's hand is
completed whenever a bonus bet depends on it (J9), from cards that players cannot take (J15), and those that they took
before are as good as unknown.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from math import perm

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerReport
from cardroom.analysis.side_bets import by_table
from cardroom.cards import Card, card
from cardroom.cards.decks import deck
from cardroom.games.banked.pure_21_5 import dealer_draws
from cardroom.games.banked.pure_21_5_pay import Showdown, match_line, settle
from cardroom.rankings.points import blackjack_total, dealt_total, red_run
from cardroom.rulebook import RuleSet

__all__ = ["dealer_hands", "matches", "red_runs", "twenty_one_bonus_report"]

BLACK = card("As")
"""Any black card, for a run of red ones; no card has a higher number, so in a sorted hand it is last, as it came."""


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
    """How often each line of a wager's pay table is made, and what else there is."""
    counts = Counter(dict.fromkeys(rules.table(rules.wager[wager].pays).lines, 0))
    for showdown, count in SHOWDOWNS[wager](deck(rules.deck.name, rules.packs).cards).items():
        counts[settle(rules, wager, showdown).line] += count
    return dict(counts)


@lru_cache(maxsize=16)
def dealer_hands(cards: tuple[Card, ...]) -> dict[Showdown, int]:
    """Buster Blackjack: how the player-dealer's hand ends, in how many orders of as many cards as the longest takes.

    >>> sum(dealer_hands(deck("bonus", packs=6).cards).values()) == perm(312, 13)
    True
    """
    hands = _orders(_alike(cards), lambda hand: not dealer_draws(hand))
    return _merged((Showdown(dealer=dealt_total(hand).points, dealer_cards=len(hand)), hands[hand]) for hand in hands)


@lru_cache(maxsize=16)
def red_runs(cards: tuple[Card, ...]) -> dict[Showdown, int]:
    """Red Flex: the player-dealer's run of red cards; what comes after a black one no longer matters."""
    red = [each for each in cards if red_run([each])]
    shoe = {**_alike(red), BLACK: len(cards) - len(red)}
    hands = _orders(shoe, lambda hand: hand[-1] == BLACK or not dealer_draws(hand))
    return _merged((Showdown(red=red_run(hand)), hands[hand]) for hand in hands)


@lru_cache(maxsize=16)
def matches(cards: tuple[Card, ...]) -> dict[Showdown, int]:
    """Match the Dealer: a player's first two cards against one up card, which stands for all: none is special."""
    up, *rest = cards
    hands = _orders(Counter(rest), lambda hand: len(hand) == 2)
    return _merged((Showdown(match=match_line(hand, up)), hands[hand]) for hand in hands)


SHOWDOWNS: dict[str, Callable[[tuple[Card, ...]], dict[Showdown, int]]] = {
    "red-flex": red_runs,
    "buster": dealer_hands,
    "match-the-dealer": matches,
}
"""How each bonus bet's showdowns are counted from the cards of a shoe."""


def _alike(cards: Iterable[Card]) -> dict[Card, int]:
    """A card of each count in the game, ace to ten, and how many of the cards count the same."""
    first: dict[float, Card] = {}
    return Counter(first.setdefault(blackjack_total([each]).points, each) for each in cards)


def _orders(shoe: Mapping[Card, int], over: Callable[[tuple[Card, ...]], bool]) -> dict[tuple[Card, ...], int]:
    """Hands that are dealt from a shoe until they are over, their cards sorted; in how many orders of as many cards as
    the longest has each comes about, so that all of them are equally likely.
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


def _merged(showdowns: Iterable[tuple[Showdown, int]]) -> dict[Showdown, int]:
    counts: Counter[Showdown] = Counter()
    for showdown, count in showdowns:
        counts[showdown] += count
    return dict(counts)
