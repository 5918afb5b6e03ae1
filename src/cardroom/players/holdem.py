"""Ultimate Texas Hold'em and Heads Up Hold'em as most people play them.

In both games a player raises once: a large raise with a good pocket, a smaller one on a good flop, and the smallest on
the river unless the hand is hopeless. The thresholds are those of common strategy cards, simplified.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from cardroom.cards import RANKS, Card
from cardroom.play import BOARD, Amount, Answer, Ask, Bets, View
from cardroom.players.habits import ante_and_bonuses, most_raised
from cardroom.rankings import category, strength

__all__ = ["heads_up_holdem", "ultimate_texas_holdem"]

SUITED = {"A": "2", "K": "2", "Q": "6", "J": "8"}
OFFSUIT = {"A": "2", "K": "5", "Q": "8", "J": "T"}
"""For each high card, the lowest second card that raises before the flop."""
OUTS = 21
"""A hand plays on the river if fewer cards than this beat it."""


def ultimate_texas_holdem(view: View, ask: Ask, rng: Random) -> Answer:
    """Raise 4x with a good pocket, 2x on a good flop, 1x with any hand that may win; never bank.

    >>> from cardroom.games import game
    >>> round = game("ultimate-texas-holdem").round(2, seed=7)
    >>> ultimate_texas_holdem(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    return _answer(view, ask, rng, _good_flop)


def heads_up_holdem(view: View, ask: Ask, rng: Random) -> Answer:
    """Raise 3x with a good pocket, 2x on a pair or a strong draw, 1x with any hand that may win."""
    return _answer(view, ask, rng, _fair_flop)


def _answer(view: View, ask: Ask, rng: Random, good_flop: Callable[[list[Card], list[Card]], bool]) -> Answer:
    options = {option.action: option for option in ask.options}
    if "bank" in options:
        return ask.check("pass")
    if isinstance(bets := options.get("bet"), Bets):
        wagers = ante_and_bonuses(bets, rng, raises=most_raised(view.rules))
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    pocket, board = view.hand(ask.spot), [card for card in view.hand(BOARD) if card < 52]
    if not board:
        good = good_pocket(pocket)
    elif len(board) == 3:
        good = good_flop(pocket, board)
    else:
        good = hidden_pair(pocket, board) or dealer_outs(pocket, board) < OUTS
    for option in ask.options:
        if good and isinstance(option, Amount):
            return ask.check(option.action, option.most)
    # With a stack too short for this raise, wait for a smaller one.
    return ask.check("check" if "check" in options else "fold")


def good_pocket(pocket: Sequence[Card]) -> bool:
    """Whether two cards are worth the largest raise.

    >>> from cardroom.cards import parse
    >>> [good_pocket(parse(hand)) for hand in ("3c 3d", "2c 2d", "Kc 4d", "Kc 4c", "Jd Ts")]
    [True, False, False, True, True]
    """
    (high, suit), (low, other) = sorted((divmod(card, 4) for card in pocket), reverse=True)
    if high == low:
        return high > RANKS.index("2")
    least = (SUITED if suit == other else OFFSUIT).get(RANKS[high])
    return least is not None and low >= RANKS.index(least)


def hidden_pair(pocket: Sequence[Card], board: Sequence[Card]) -> bool:
    """Whether the pocket makes a pair or better that is not on the board."""
    ranks = {card // 4 for card in pocket}
    if len(ranks) == 1 or ranks & {card // 4 for card in board}:
        return True
    own = strength("high", [*pocket, *board])
    shared = strength("high", board) if len(board) == 5 else 0
    return own > shared and category("high", own) in ("straight", "flush", "straight flush", "royal flush")


def _good_flop(pocket: list[Card], board: list[Card]) -> bool:
    """A hidden pair or better, except pocket deuces; or four to a flush with a ten or better in the pocket."""
    if hidden_pair(pocket, board):
        made = category("high", strength("high", pocket + board))
        return made != "pair" or {card // 4 for card in pocket} != {RANKS.index("2")}
    return _flush_draw(pocket, board, "T")


def _fair_flop(pocket: list[Card], board: list[Card]) -> bool:
    """Any hidden pair or better, or four to a flush."""
    return hidden_pair(pocket, board) or _flush_draw(pocket, board, "2")


def _flush_draw(pocket: list[Card], board: list[Card], least: str) -> bool:
    suit, count = Counter(card % 4 for card in pocket + board).most_common(1)[0]
    return count >= 4 and any(card % 4 == suit and card // 4 >= RANKS.index(least) for card in pocket)


def dealer_outs(pocket: Sequence[Card], board: Sequence[Card]) -> int:
    """The number of unseen cards that would beat the hand if the dealer held one of them.

    >>> from cardroom.cards import parse
    >>> dealer_outs(parse("Ah 7d"), parse("Kc Qs 9d 5h 2c"))
    15
    """
    own = strength("high", [*pocket, *board])
    unseen = (card for card in range(52) if card not in pocket and card not in board)
    return sum(strength("high", [*board, card]) > own for card in unseen)
