"""A poker hand in words, by the game's rankings, and the layout that shows them at the table."""

from collections.abc import Sequence
from itertools import combinations

from cardroom.cards import JOKER, UNKNOWN, Card
from cardroom.play import Layout, Shown
from cardroom.rankings import RANKINGS, badugi, describe, strength
from cardroom.rulebook import RuleSet

__all__ = ["HIGH_AND_LOW", "LAYOUT", "cards_that_count", "halves", "hand_text", "showing_words", "split_words"]

HIGH_AND_LOW = ("high half", "low half")
_HALVES = {
    "2-7": "deuce-to-seven half",
    "ace-to-five": "ace-to-five half",
    "badugi": "badugi half",
    "badugi-ace-high": "badugi half",
}
"""The halves of a pot that two low rankings split."""
FLOP = 3
"""The fewest community cards with which a hand of two has five cards."""


def hand_text(
    rules: RuleSet, hand: Sequence[Card], board: Sequence[Card] = (), joker: str | None = None, more: int = 0
) -> str:
    """A hand in words by the game's ranking, with its low in a split-pot game. Incomplete hands are described too.

    `joker` says how a joker was dealt, "up" or "down", where that matters. `more` kickers are named than usual.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> hand_text(rule_set("stud-8"), parse("Ah 2c 3d 5s 7h Kc Kd"))
    'Pair of kings, ace kicker; low 7-5-3-2-A'
    >>> hand_text(rule_set("texas-holdem"), parse("Ah Kc")), hand_text(rule_set("omaha"), parse("Ah Kc Qd 2s"))
    ('Ace high, K', '')
    """
    poker = rules.poker
    if poker is None or UNKNOWN in hand or not hand:
        return ""
    if len(board) >= FLOP and len(hand) > poker.kept > 0:  # some will be discarded
        hand = max(combinations(hand, poker.kept), key=lambda kept: strength(poker.ranking, kept, board))
    joker = joker if JOKER in hand else None
    high = _words(poker.ranking, hand, board, joker, more)
    if not high and not board and len(hand) <= 4 and poker.hole <= 3:
        high = describe(poker.showing or "showing", hand, joker=joker)
    low = _words(poker.low, hand, board, more=more) if poker.low else ""
    if low and halves(poker.ranking, poker.low) != HIGH_AND_LOW:
        kind = halves(poker.ranking, poker.low)[1].removesuffix(" half")
        return f"{high}; {low if low.startswith(kind) else f'{kind} {low}'}"
    if low and low != "no qualifying hand":
        return f"{high}; low {low.removesuffix(' low')}"
    return high[:1].upper() + high[1:]


def halves(ranking: str, low: str) -> tuple[str, str]:
    """The names of the halves of a split pot: high and low, or two lows by their rankings.

    >>> halves("high", "eight-or-better"), halves("2-7", "badugi-ace-high")
    (('high half', 'low half'), ('deuce-to-seven half', 'badugi half'))
    """
    if ranking in _HALVES and low in _HALVES:
        return _HALVES[ranking], _HALVES[low]
    return HIGH_AND_LOW


def split_words(ranking: str, low: str) -> str:
    """What wins each half of a pot that two rankings split without a qualifier.

    >>> split_words("ace-to-five", "badugi")
    'The pot has an ace-to-five half and a badugi half. The best hand by each ranking wins its half.'
    """
    first, second = (f"{'an' if half[0] in 'aeiou' else 'a'} {half}" for half in halves(ranking, low))
    return f"The pot has {first} and {second}. The best hand by each ranking wins its half."


def _words(ranking: str, hand: Sequence[Card], board: Sequence[Card], joker: str | None = None, more: int = 0) -> str:
    judge = RANKINGS[ranking]
    fits = len(board) in judge.boards and len(hand) in judge.sizes if judge.boards else None
    if fits or (fits is None and len(hand) + len(board) in judge.sizes):
        return describe(ranking, hand, board or None, joker, more)
    return ""


def cards_that_count(rules: RuleSet, hand: Sequence[Card]) -> Sequence[Card]:
    """The cards of a hand that count, if the ranking leaves some out; else empty.

    >>> from cardroom.cards import parse, text
    >>> from cardroom.rulebook import rule_set
    >>> text(cards_that_count(rule_set("badugi"), parse("7h As 5c 4h")))
    'As 5c 4h'
    """
    poker = rules.poker
    left_out = poker is not None and (poker.ranking, poker.low, len(hand)) == (badugi.BADUGI.name, "", 4)
    return badugi.cards_that_count(hand) if left_out else ()


def showing_words(rules: RuleSet, up: Sequence[Card], _: Sequence[Card], joker: str | None = None) -> str:
    """A stud player's up cards in words; empty for a hand that was turned over.

    `joker` says how a joker was dealt, "up" or "down", where that matters.
    """
    if rules.poker is None or not rules.poker.showing or not 1 <= len(up) <= 4 or UNKNOWN in up:
        return ""
    return describe(rules.poker.showing, up, joker=joker if JOKER in up else None)


LAYOUT = Layout(
    {
        "board": (Shown("Board"), Shown("Second board", part="second"), Shown("Third board", part="third")),
        "hand": (Shown("", hand_text, sorted=True, plays=cards_that_count), Shown("up", showing_words, "up")),
    }
)
