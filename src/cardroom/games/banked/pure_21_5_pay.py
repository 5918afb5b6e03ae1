"""The payoffs of Pure 21.5 Blackjack and Pure Spanish 21.5 (500 Club, GEGA-003642 and GEGA-004186).

Read it beside Game Rules and the pay tables of the bonus bets. The two games differ for equal totals: they push unless
the rule set's pay table has a line for them.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cardroom.cards import Card
from cardroom.play import Payoff, loses, loses_half, pays, pushes
from cardroom.rulebook import RuleSet

PURE = 21.5
"""An ace and a Bonus card as the first two cards. More than this is a bust."""
MATCHES = {
    (2, 0): "2 suited matches",
    (1, 1): "1 suited + 1 non-suited match",
    (1, 0): "1 suited match",
    (0, 2): "2 non-suited matches",
    (0, 1): "1 non-suited match",
}
"""The lines of Match the Dealer, by the numbers of suited and non-suited matches."""
NO_MATCH, NO_BUST = "no match", "no bust"
MOST_COUNTED = 8
"""From this number of cards on, Red Flex and Buster Blackjack have one line."""


def red_flex_line(red: int) -> str:
    """The line of Red Flex for a run of red cards.

    >>> red_flex_line(9), red_flex_line(2), red_flex_line(1), red_flex_line(0)
    ('8 or more red cards', '2 red cards', '1 red card', 'no red cards')
    """
    return f"{_count_text(red) if red else 'no'} red card{'' if red == 1 else 's'}"


def buster_line(cards: int) -> str:
    """The line of Buster Blackjack for a bust with this many cards."""
    return f"bust with {_count_text(cards)} cards"


def _count_text(cards: int) -> str:
    return f"{MOST_COUNTED} or more" if cards >= MOST_COUNTED else str(cards)


EQUAL = tuple(f"{total} against {total}" for total in (*range(4, 22), PURE))
WAGER_LINES = (str(PURE), *EQUAL, "higher total", "busted player-dealer", "lower total")
"""The lines of a game wager. Equal totals push unless the pay table has their line."""
LINES = {
    "red-flex": tuple(map(red_flex_line, range(MOST_COUNTED, 1, -1))),
    "buster": tuple(map(buster_line, range(MOST_COUNTED, 2, -1))),
    "match-the-dealer": tuple(MATCHES.values()),
}
"""Lines of bonus bets that are not the categories of a ranking, best first."""


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a spot's wagers."""

    player: float = 0
    dealer: float = 0
    dealer_cards: int = 2
    three_eights: bool = False
    """Whether the player-dealer busted with exactly three eights."""
    red: int = 0
    """The number of red cards in the player-dealer's hand before the first black one."""
    match: str = NO_MATCH
    """How the player's first two cards match the player-dealer's up card."""
    gave_up: str = ""
    """"surrender" or "rescue", if the player did."""


def match_line(hand: Sequence[Card], up: Card) -> str:
    """The line of Match the Dealer. King, queen and jack are different ranks; a suited match is the same card.

    >>> from cardroom.cards import parse
    >>> match_line(parse("Ks Kd"), *parse("Ks")), match_line(parse("Qs 9d"), *parse("Ks"))
    ('1 suited + 1 non-suited match', 'no match')
    """
    suited = sum(card == up for card in hand)
    other = sum(card >> 2 == up >> 2 for card in hand) - suited
    return MATCHES.get((suited, other), NO_MATCH)


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """The payoff of one wager in a showdown."""
    busted, dealer_busted = hand.player > PURE, hand.dealer > PURE
    match wager:
        case "red-flex":
            return pays(rules, wager, red_flex_line(hand.red))
        case "buster":
            return pays(rules, wager, buster_line(hand.dealer_cards) if dealer_busted else NO_BUST)
        case "match-the-dealer":
            return pays(rules, wager, hand.match)
    # The chapters number these rules differently, so citations come from the rule set.
    table = rules.table(rules.wager[wager].pays)
    if hand.gave_up == "surrender":
        return loses_half(rules, wager, "surrender", table.cite)
    if hand.gave_up:
        return loses(rules, wager, "rescue", table.cite)
    if busted:
        if hand.three_eights:
            return pushes(rules, wager, "bust against three eights", table.cite)
        return loses(rules, wager, "bust", table.cite)
    if hand.player == hand.dealer:
        # Equal totals push. Only Pure Spanish 21.5 has lines that pay the player for two of them.
        line = f"{hand.player} against {hand.dealer}"
        return pays(rules, wager, line) if line in table.lines else pushes(rules, wager, line, "Game Rules, rule 6")
    if hand.player == PURE:
        return pays(rules, wager, "21.5")
    if dealer_busted:
        return pays(rules, wager, "busted player-dealer")
    return pays(rules, wager, "higher total" if hand.player > hand.dealer else "lower total")
