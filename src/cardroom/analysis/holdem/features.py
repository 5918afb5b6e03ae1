"""What a person sees in hold'em-type games, as whole numbers, and the conditions that lines are made of.

Ranks are 0 for a deuce to 12 for an ace. A feature that may be missing is 0, or one more than a rank.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from cardroom.analysis.holdem.boards import hand_numbers
from cardroom.analysis.strategy import (
    RANK_WORDS,
    Bounds,
    Cards,
    Condition,
    DecisionArrays,
    Feature,
    with_article,
)
from cardroom.rankings import categories, rank_many
from cardroom.rankings.base import jit

__all__ = ["FEATURES", "conditions"]

Numbers = Any
"""An array of whole numbers."""
ACE = 12


# ---- features


def _high(decisions: DecisionArrays) -> Numbers:
    """The higher rank of the pocket."""
    return (decisions.hand.max(axis=1) // 4).astype(np.int64)


def _low(decisions: DecisionArrays) -> Numbers:
    """The lower rank of the pocket."""
    return (decisions.hand.min(axis=1) // 4).astype(np.int64)


def _suited(decisions: DecisionArrays) -> Numbers:
    return (decisions.hand[:, 0] % 4 == decisions.hand[:, 1] % 4).astype(np.int64)


def _made(decisions: DecisionArrays) -> Numbers:
    """What the pocket makes beyond the board: 1 a pair, 2 two pair, 3 three of a kind, 4 a straight or better."""
    names = categories("high")
    least = np.array([names.index(name) for name in ("pair", "two pair", "three of a kind", "straight")])
    whole = hand_numbers()[rank_many("high", np.concatenate([decisions.hand, decisions.board], axis=1))]
    pairs = _pairs(decisions.board)
    alone = np.where(pairs > 1, names.index("three of a kind"), np.where(pairs == 1, names.index("pair"), 0))
    made: Numbers = np.where(whole > alone, np.searchsorted(least, whole, "right"), 0)
    return made


def _pairs(board: Cards) -> Numbers:
    """Pairs of equal ranks among neighbors of the sorted board: 1 for a pair, 2 for three of a kind on the flop."""
    ranks = np.sort(board // 4, axis=1)
    return (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)


def _paired(decisions: DecisionArrays) -> Numbers:
    """The number of pairs of the flop."""
    return _pairs(decisions.board)


def _pair(decisions: DecisionArrays) -> Numbers:
    """One more than the rank of the highest pair that the pocket is part of."""
    hand, board = (each.astype(np.int64) // 4 for each in (decisions.hand, decisions.board))
    hit = (hand[:, :, None] == board[:, None]).any(axis=2) | (hand[:, :1] == hand[:, 1:])
    return np.where(hit, hand + 1, 0).max(axis=1)


def _pocket(decisions: DecisionArrays) -> Numbers:
    """Whether the pocket is a pair."""
    return (decisions.hand[:, 0] // 4 == decisions.hand[:, 1] // 4).astype(np.int64)


def _flush(decisions: DecisionArrays) -> Numbers:
    """With four cards of a suit, one more than the rank of the pocket's highest card of it."""
    found = np.zeros(len(decisions.hand), np.int64)
    for suit in range(4):
        own = decisions.hand % 4 == suit
        four = own.sum(axis=1) + (decisions.board % 4 == suit).sum(axis=1) == 4
        top = np.where(own, decisions.hand // 4 + 1, 0).max(axis=1)
        found = np.where(four, np.maximum(found, top), found)
    return found


def _improving(decisions: DecisionArrays) -> Numbers:
    """The unseen cards that pair the pocket, or complete a straight or a flush."""
    cards = np.concatenate([decisions.hand, decisions.board], axis=1).astype(np.int64)
    bits = np.bitwise_or.reduce(2 << cards // 4, axis=1)
    suits = np.stack([(cards % 4 == suit).sum(axis=1) for suit in range(4)], axis=1)
    found = np.zeros(len(cards), np.int64)
    for rank in range(13):
        helps = _runs()[bits | 2 << rank] | (cards[:, :2] // 4 == rank).any(axis=1)
        for suit in range(4):
            unseen = (cards != rank * 4 + suit).all(axis=1)
            found += unseen & (helps | (suits[:, suit] == 4))
    return found


@cache
def _runs() -> Any:
    """Whether ranks make a straight. Rank 0 is bit 1; an ace is also bit 0."""
    bits = np.arange(1 << 14)
    bits |= bits >> 13
    return np.logical_or.reduce([bits >> low & 31 == 31 for low in range(10)])


def _kickers(decisions: DecisionArrays) -> Numbers:
    """The ranks above the pocket's higher card that the board does not have."""
    board, high = decisions.board // 4, _high(decisions)
    found = np.zeros(len(high), np.int64)
    for rank in range(13):
        found += (high < rank) & (board != rank).all(axis=1)
    return found


def _points(decisions: DecisionArrays) -> Numbers:
    """The cards that improve the hand, less three for each better kicker, and one for each rank of a flush draw below
    a 10; 40 more, so that no number is negative."""
    flush = _flush(decisions)
    return _improving(decisions) - 3 * _kickers(decisions) + np.where(flush > 0, flush - TEN, 0) + LIFTED


TEN = 9
"""One more than the rank of a 10."""
LIFTED = 40


def _suit_missing(decisions: DecisionArrays) -> Numbers:
    """Whether the flop has one suit, and the pocket no card of it."""
    suits = decisions.board % 4
    one = (suits == suits[:, :1]).all(axis=1)
    return (one & (decisions.hand % 4 != suits[:, :1]).all(axis=1)).astype(np.int64)


def _threats(decisions: DecisionArrays) -> Numbers:
    """On the river: 1 if the board allows a straight or a flush, 2 if both."""
    cards = decisions.board.astype(np.int64)
    bits = np.bitwise_or.reduce(2 << cards // 4, axis=1)
    bits |= bits >> 13
    three = np.array([each.bit_count() >= 3 for each in range(32)])
    straight = np.logical_or.reduce([three[bits >> low & 31] for low in range(10)])
    flush = np.logical_or.reduce([(cards % 4 == suit).sum(axis=1) >= 3 for suit in range(4)])
    return straight.astype(np.int64) + flush


def _paired_hand(decisions: DecisionArrays) -> Numbers:
    """On the river: whether the hand is a pair or better, its own or the board's."""
    whole = hand_numbers()[rank_many("high", np.concatenate([decisions.hand, decisions.board], axis=1))]
    return (whole > 0).astype(np.int64)


def _board_plays(decisions: DecisionArrays) -> Numbers:
    """Whether the board is the best hand, so that the pocket does not count."""
    whole = rank_many("high", np.concatenate([decisions.hand, decisions.board], axis=1))
    return (whole == rank_many("high", np.ascontiguousarray(decisions.board))).astype(np.int64)


def _outs(decisions: DecisionArrays) -> Numbers:
    """The unseen cards with which the dealer beats the player, if the dealer's other card does not help."""
    boards, places = np.unique(
        np.sort(decisions.board, axis=1).astype(np.int64) @ (52**4, 52**3, 52**2, 52, 1), return_inverse=True
    )
    first = np.zeros(len(boards), np.int64)
    first[places] = np.arange(len(places))
    board = decisions.board[first]
    cards = np.broadcast_to(np.arange(52, dtype=np.uint8), (len(board), 52))
    with_card = np.concatenate([np.repeat(board, 52, axis=0), cards.reshape(-1, 1)], axis=1)
    unseen = ~(board[:, None] == cards[:, :, None]).any(axis=2).ravel()
    ranks = np.zeros(len(with_card), np.int64)
    ranks[unseen] = rank_many("high", with_card[unseen])
    own = rank_many("high", np.concatenate([decisions.hand, decisions.board], axis=1)).astype(np.int64)
    found = np.zeros(len(own), np.int64)
    _count_above(ranks.reshape(-1, 52), places, own, decisions.hand.astype(np.int64), found)
    return found


@jit
def _count_above(ranks: Any, places: Any, own: Any, hands: Any, out: Any) -> None:
    """Count the cards, other than the player's, whose rank with the board is above the player's."""
    for row in range(own.shape[0]):
        for card in range(52):
            if ranks[places[row], card] > own[row] and card != hands[row, 0] and card != hands[row, 1]:
                out[row] += 1


FEATURES: tuple[dict[str, Feature], ...] = (
    {"high": _high, "low": _low, "suited": _suited},
    {
        "made": _made, "pair": _pair, "pocket": _pocket, "flush": _flush, "points": _points,
        "paired": _paired, "missing": _suit_missing,
    },
    {"outs": _outs, "board": _board_plays, "paired": _paired_hand, "threats": _threats},
)  # fmt: skip
"""The features of each decision, by name."""


# ---- conditions


def _pockets() -> Iterator[Condition]:
    """Pairs, and pockets by their higher card, their lower card and their suits."""
    for rank in range(13):
        words = (
            "any pair" if not rank else "a pair of aces" if rank == ACE else f"a pair of {RANK_WORDS[rank]}s or better"
        )
        alike = tuple((Bounds("high", each, each), Bounds("low", each, each)) for each in range(rank, 13))
        yield Condition(words, alike)
    for most, high in product((0, 1), range(12, 0, -1)):
        if most and high == ACE:
            continue
        top = ACE if most else high
        name = f"{with_article(high)} or higher" if most else with_article(high)
        for suited, other in product(range(high + 1), range(high + 1)):
            if suited <= other and suited < high:
                yield _by_kicker(name, high, top, suited, other)


def _high_cards() -> Iterator[Condition]:
    """Pairs and aces together, and lists of the least kicker of a king, a queen and a jack."""
    for rank in range(13):
        words = "any pair" if not rank else f"a pair of {RANK_WORDS[rank]}s or better"
        alike = tuple((Bounds("high", each, each), Bounds("low", each, each)) for each in range(rank, ACE))
        yield Condition(f"an ace, or {words}", (*alike, (Bounds("high", ACE, ACE),)))
    for suited, *least in product((0, 1), range(12), range(3, 12), range(5, 11)):
        if least[0] < least[1] < least[2] or least[2] == NONE:
            named = [(high, low) for high, low in zip((11, 10, 9), least, strict=True) if low < high]
            kinds = [
                f"{with_article(high)} with {_or_lower_top(low, high, high)}" if low else with_article(high)
                for high, low in named
            ]
            end = ", suited" if suited else ""
            tests = tuple(
                (Bounds("high", high, high), Bounds("low", low, high - 1), Bounds("suited", suited, 1))
                for high, low in named
            )
            if len(named) > 1:
                yield Condition(f"{', '.join(kinds[:-1])} or {kinds[-1]}{end}", tests)


NONE = 10
"""No kicker is enough for a jack."""


def _by_kicker(name: str, high: int, top: int, suited: int, other: int) -> Condition:
    """A high card with a kicker from `other` up, or from `suited` up if both cards have one suit."""
    kicker, of_suit = ("" if not each else f" with {_or_lower_top(each, high, top)}" for each in (other, suited))
    if other == high and top == high:
        words = f"{name}{of_suit}, suited" if of_suit else f"{name}, suited"
    elif other == suited:
        words = f"{name}{kicker}"
    else:
        words = f"{name}{kicker}, or suited{of_suit}"
    ranks = Bounds("high", high, top)
    tests = (ranks, Bounds("low", suited, ACE), Bounds("suited", 1, 1)), (ranks, Bounds("low", other, ACE))
    return Condition(words, tests if other < high or top > high else tests[:1])


def _or_lower_top(low: int, high: int, top: int) -> str:
    """A kicker from `low` up, in words; "or higher" only if it can be higher."""
    return with_article(low) if low == top - 1 and low == high - 1 else f"{with_article(low)} or higher"


def _flops() -> Iterator[Condition]:
    """Hands beyond the flop, and draws by their points."""
    made = {1: "a pair or better", 2: "two pair or better", 3: "three of a kind or better", 4: "a straight or better"}
    for least, words in made.items():
        yield Condition(words, ((Bounds("made", least, 4),),))
    closed = ", nor on a flop of one suit that you do not have"
    for missing, rank in product((1, 0), range(13)):
        fine = Bounds("made", 1, 4), Bounds("missing", 0, missing)
        pair = *fine, Bounds("pair", rank + 1, 13)
        more = (Bounds("made", 3, 4),), (Bounds("made", 2, 2), Bounds("pocket", 0, 0))
        if rank:
            words = f"a pair of {RANK_WORDS[rank]}s or better"
            yield Condition(words + ("" if missing else closed.replace(", nor", ", but not")), (*more, pair))
            words = "no pocket 2s" if rank == 1 else f"no pocket pair below {RANK_WORDS[rank]}s"
            hit = *fine, Bounds("pocket", 0, 0)
            yield Condition(f"a pair or better, but {words}" + ("" if missing else closed), (*more, hit, pair))
        elif not missing:
            yield Condition("a pair or better" + closed.replace(", nor", ", but not"), (*more, fine))
    flushes = [_flush_draw(rank) for rank in range(12)]
    points = [(f"{many} or more points", (Bounds("points", many + LIFTED, 100),)) for many in range(-4, 18)]
    flops = [("on a paired flop", (Bounds("paired", 1, 2),)), ("on a flop without a pair", (Bounds("paired", 0, 0),))]
    for parts in product(*([("", ()), *each] for each in (flushes, points, flops))):
        if parts[0][0] or parts[1][0]:
            words = ", ".join(words for words, _ in parts if words)
            yield Condition(words, (tuple(test for _, tests in parts for test in tests),))


def _flush_draw(rank: int) -> tuple[str, tuple[Bounds, ...]]:
    own = f" with {with_article(rank)} or higher of your own" if rank else ""
    return f"four to a flush{own}", (Bounds("flush", rank + 1, 13),)


def _rivers() -> Iterator[Condition]:
    """Cards that beat the player's hand, and whether the pocket counts."""
    boards = [("", ()), ("unless the board plays", (Bounds("board", 0, 0),))]
    hands = [("", ()), ("with a pair or better", (Bounds("paired", 1, 1),))]
    threats = [
        ("", ()),
        ("if the board allows no straight and no flush", (Bounds("threats", 0, 0),)),
        ("if the board does not allow both a straight and a flush", (Bounds("threats", 0, 1),)),
    ]
    yield Condition("anything", ((),))
    for outs, *parts in product(range(8, 36), hands, boards, threats):
        words = ", ".join([f"fewer than {outs + 1} dealer outs", *(each for each, _ in parts if each)])
        yield Condition(words, ((Bounds("outs", 0, outs), *(test for _, tests in parts for test in tests)),))


@cache
def conditions() -> tuple[tuple[Condition, ...], ...]:
    """The conditions of lines, for each decision of a round."""
    return (*_pockets(), *_high_cards()), tuple(_flops()), tuple(_rivers())
