"""Count every deal: every choice of the players' hands, and every way the other cards can come."""

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, lcm, prod
from typing import NamedTuple

import numpy as np

from cardroom.cards import JOKER, Card
from cardroom.errors import InputError
from cardroom.poker.equities.judging import Judge, fast_high, fast_low, fast_omaha
from cardroom.poker.equities.kernels import (
    NO_LOW,
    count_apart,
    deal_in_order,
    duel,
    lows_on_boards,
    omaha_lows_on_boards,
    omaha_values,
    range_duel,
    tally_deals,
    tally_parts,
    values_on_boards,
)
from cardroom.poker.equities.question import EquityQuestion
from cardroom.poker.equities.results import Pot, ShareTally
from cardroom.poker.ranges.hands import mask_of
from cardroom.poker.tables.boards import boards_of, interchangeable
from cardroom.poker.tables.classes import SUIT_ORDERS, choose, pair_places, places_of
from cardroom.poker.tables.stored import EVERY_BOARD, holdem_pairs
from cardroom.rankings.base import Array

__all__ = ["Plan", "plan"]

MOST_JOINT = 300_000
"""The most choices of the players' hands that are listed."""
_CHUNK = 1 << 16
_UNIT = 5040
"""A board's pot in parts that two halves and up to ten sharers divide."""


class Joint(NamedTuple):
    """Choices of the players' hands that suits do not tell apart."""

    hands: tuple[int, ...]
    """The place of each player's hand."""
    weight: Fraction
    """The sum of the weights of all these choices."""
    size: int
    """How many choices these are."""


class Plan(NamedTuple):
    """How all deals are counted, and how long that takes."""

    method: str
    joints: list[Joint]
    deals: int
    seconds: float


class TooSlow(Exception):
    """The time is over before all deals are counted."""


# -- planning ----------------------------------------------------------------------------------------------------------


def plan(question: EquityQuestion, seconds: float, often: bool = False) -> Plan | None:
    """How to count all deals of a question in this time; None if that is not possible.

    The stored table takes longer to read than two hands take to count. For them it is used only if one asks `often`.
    """
    players = question.players
    if _two_ranges(question) and (often or len(players[0]) * len(players[1]) > 1):
        if _stored(question):
            return Plan("stored", [], 0, 0.01)
        boards = comb(len(_left(question, 0)), question.coming[0])
        cost = boards * (len(players[0]) + len(players[1])) * 1.5e-7
        if len(players[0]) * len(players[1]) > 8 and cost <= seconds and _small_weights(question, boards):
            return Plan("ranges", [], 0, cost)
    if prod(len(player) for player in players) > MOST_JOINT * 40:
        return None
    joints = _joints(question)
    if joints is None:
        return None
    if not joints:
        raise InputError("no deal is possible, because the players' hands need the same cards: change a range")
    deals, cost = 0, 0.0
    method = _method(question)
    for joint in joints:
        ways = _ways(question, joint)
        deals += ways * joint.size
        cost += _cost(question, joint, ways, method)
    return Plan(method, joints, deals, cost) if cost <= seconds else None


def _method(question: EquityQuestion) -> str:
    poker = question.dealing.poker
    if question.dealing.structure == "community" and len(question.boards) == 1 and sum(poker.board) == 5:
        kept = question.dealing.kept
        if poker.ranking in ("high", "short-deck") and kept == 2 and poker.low in ("", "eight-or-better"):
            return "suits"
        if poker.ranking == "omaha" and poker.low in ("", "omaha-eight-or-better"):
            return "suits"
    if len(question.players) == 2 and not question.boards and not poker.low and JOKER not in question.dealing.deck:
        return "apart"
    return "all"


def _two_ranges(question: EquityQuestion) -> bool:
    poker = question.dealing.poker
    return _method(question) == "suits" and len(question.players) == 2 and question.dealing.kept == 2 and not poker.low


def _stored(question: EquityQuestion) -> bool:
    return (
        question.dealing.poker.ranking == "high"
        and question.coming == (5,)
        and not question.dead
        and not any((np.bitwise_count(player.used) != 2).any() for player in question.players)
    )


def _small_weights(question: EquityQuestion, boards: int) -> bool:
    one, two = (sum(_whole(player.weights)) for player in question.players)
    return one * two * boards < 1 << 61


def _whole(weights: tuple[Fraction, ...]) -> list[int]:
    """Weights in the same proportions as whole numbers."""
    scale = lcm(*(weight.denominator for weight in weights))
    return [int(weight * scale) for weight in weights]


def _ways(question: EquityQuestion, joint: Joint) -> int:
    """How many ways the cards to come can fall."""
    left, ways = len(_left(question, _used(question, joint))), 1
    for size in _sizes(question, joint):
        ways *= comb(left, size)
        left -= size
    return ways


def _cost(question: EquityQuestion, joint: Joint, ways: int, method: str) -> float:
    """The seconds that a joint takes, about, on a slow machine."""
    count = len(question.players)
    if method == "suits":
        return 2e-4 + ways * count * (3e-8 if question.dealing.poker.ranking != "omaha" else 6e-8)
    if method == "apart":
        sizes = _sizes(question, joint)
        left = len(_left(question, _used(question, joint)))
        return 1e-3 + sum(comb(left, size) * (2e-7 + float(1 << size) * 2e-8) for size in sizes)
    return 5e-4 + ways * (2e-7 + count * max(len(question.boards), 1) * 1e-7)


def _used(question: EquityQuestion, joint: Joint) -> int:
    mask = 0
    for player, place in zip(question.players, joint.hands, strict=True):
        mask |= int(player.used[place])
    return mask


def _left(question: EquityQuestion, used: int) -> list[Card]:
    gone = question.gone | used
    return [card for card in question.dealing.deck if not gone >> card & 1]


def _sizes(question: EquityQuestion, joint: Joint) -> list[int]:
    """The cards still to come: for each board, then for each player; a card that comes down on its own."""
    sizes = list(question.coming)
    for player, place in zip(question.players, joint.hands, strict=True):
        missing = int(player.missing[place])
        if player.next_down[place]:
            sizes.append(1)
            missing -= 1
        sizes.append(missing)
    return sizes


def _joints(question: EquityQuestion) -> list[Joint] | None:
    """All choices of hands without a common card, those that suits do not tell apart together; None for too many."""
    players = question.players
    chosen = np.zeros((1, 0), np.int64)
    masks = np.zeros(1, np.uint64)
    for player in players:
        if len(chosen) * len(player) > MOST_JOINT * 40:
            return None
        fits = (masks[:, None] & player.used[None, :]) == 0
        rows, places = np.nonzero(fits)
        chosen = np.concatenate([chosen[rows], places[:, None]], axis=1)
        masks = masks[rows] | player.used[places]
        if len(chosen) > MOST_JOINT:
            return None
    weights = [_whole(player.weights) for player in players]
    if len(chosen) == 1:
        only = tuple(chosen[0].tolist())
        return [Joint(only, Fraction(prod(weights[at][place] for at, place in enumerate(only))), 1)]
    keys = _canonical(question, chosen)
    _, first, of = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    counts = np.bincount(of.reshape(-1))
    sums = [0] * len(first)
    for group, row in zip(of.reshape(-1).tolist(), chosen.tolist(), strict=True):
        sums[group] += prod(weights[at][place] for at, place in enumerate(row))
    return [
        Joint(tuple(chosen[at].tolist()), Fraction(weight), int(count))
        for at, weight, count in zip(first.tolist(), sums, counts.tolist(), strict=True)
    ]


def _canonical(question: EquityQuestion, chosen: Array) -> Array:
    """For each choice of hands the least of its forms under exchanges of suits that keep the known cards."""
    columns = []
    for at, player in enumerate(question.players):
        own = np.zeros(len(player), np.uint64)
        for column in player.own.T:
            own |= np.where(column == 255, np.uint64(0), np.uint64(1) << (column.astype(np.uint64) & np.uint64(63)))
        extra = player.joker_down.astype(np.uint64) | player.next_down.astype(np.uint64) << np.uint64(1)
        columns += [(own | extra << np.uint64(60))[chosen[:, at]], player.used[chosen[:, at]]]
    masks = np.stack(columns, axis=1)
    known = [mask_of(board) for board in question.boards] + [mask_of(question.dead)]
    best = masks
    for order in SUIT_ORDERS:
        if any(int(_moved(np.array([mask], np.uint64), order)[0]) != mask for mask in known):
            continue
        moved = _moved(masks, order)
        differs = moved != best
        column = np.argmax(differs, axis=1)
        rows = np.arange(len(masks))
        less = differs.any(axis=1) & (moved[rows, column] < best[rows, column])
        best = np.where(less[:, None], moved, best)
    return best


_SUIT = np.uint64(sum(1 << 4 * rank for rank in range(13)))


def _moved(masks: Array, order: tuple[int, ...]) -> Array:
    """Cards as bits after their suits are exchanged. Bits above the 52 cards stay."""
    moved: Array = masks & ~np.uint64((1 << 52) - 1)
    for suit, other in enumerate(order):
        moved = moved | ((masks >> np.uint64(suit)) & _SUIT) << np.uint64(other)
    return moved


# -- counting ----------------------------------------------------------------------------------------------------------


def count(question: EquityQuestion, how: Plan, until: float) -> ShareTally:
    """Count all deals. Raise `TooSlow` at a time of the monotonic clock."""
    if how.method in ("stored", "ranges"):
        won, tied, total, deals = _from_store(question) if how.method == "stored" else _over_boards(question)
        lost = total - won - tied
        first: dict[Pot, int] = {(1, NO_LOW): won, (2, NO_LOW): tied, (0, NO_LOW): lost}
        second: dict[Pot, int] = {(1, NO_LOW): lost, (2, NO_LOW): tied, (0, NO_LOW): won}
        return ShareTally([first, second], total, deals)
    many = len(question.players)
    ways = [_ways(question, joint) for joint in how.joints]
    scale = lcm(*ways)
    pots: list[dict[Pot, int]] = [{} for _ in range(many)]
    quarters = [[0] * 5 for _ in range(many)]
    total = 0
    counters = {"suits": _by_suits, "apart": _apart, "all": _one_by_one}
    for joint, each in zip(how.joints, ways, strict=True):
        if time.monotonic() > until:
            raise TooSlow
        tally, parts = counters[how.method](question, joint, until)
        weight = int(joint.weight) * (scale // each)
        for player, high, low in zip(*np.nonzero(tally), strict=True):
            pot = int(high), int(low)
            pots[player][pot] = pots[player].get(pot, 0) + weight * int(tally[player, high, low])
        for player in range(many):
            for at in range(5):
                quarters[player][at] += weight * int(parts[player, at])
        total += weight * each
    boards = max(len(question.boards), 1)
    return ShareTally(pots, total * boards, how.deals, quarters if boards > 1 else [], total)


def _empty(question: EquityQuestion) -> tuple[Array, Array]:
    many = len(question.players)
    return np.zeros((many, many + 1, NO_LOW + 1), np.int64), np.zeros((many, 5), np.int64)


def _hands(question: EquityQuestion, joint: Joint) -> list[list[Card]]:
    return [
        [int(card) for card in player.own[place] if card != 255]
        for player, place in zip(question.players, joint.hands, strict=True)
    ]


def _by_suits(question: EquityQuestion, joint: Joint, until: float) -> tuple[Array, Array]:
    """Count the boards of one choice of hands, suits that nothing tells apart together."""
    tally, parts = _empty(question)
    hands, board = _hands(question, joint), question.boards[0]
    left = _left(question, _used(question, joint))
    gone = [card for card in question.dealing.deck if card not in left]
    before = interchangeable(*([hand] for hand in hands), [board], [gone])
    omaha = question.dealing.poker.ranking == "omaha"
    high = fast_high("high" if omaha else question.dealing.poker.ranking)
    words = fast_omaha().words[0xFF00 : 0xFF00 + 52] if omaha else high.words
    made = boards_of(left, question.coming[0], before, words)
    board_words, board_masks = made.words, made.masks
    if board:
        board_words = board_words + words[list(board)].sum()
        board_masks = board_masks + high.masks[list(board)].sum()
    own = np.array([words[hand].sum() for hand in hands], np.uint64)
    own_masks = np.array([high.masks[hand].sum() for hand in hands], np.uint64)
    low = question.dealing.poker.low
    if not omaha and not low and len(hands) == 2:
        won, tied = duel(board_words, board_masks, made.weights, own, own_masks, high.rows, high.values)
        every = int(made.weights.sum(dtype=np.int64))
        tally[0, 1, NO_LOW], tally[1, 0, NO_LOW] = won, won
        tally[:, 2, NO_LOW] = tied
        tally[0, 0, NO_LOW] = tally[1, 1, NO_LOW] = every - won - tied
        return tally, parts
    highs = np.zeros((len(hands), len(board_words)), np.uint16)
    lows = np.zeros((len(hands) if low else 0, len(board_words)), np.uint16)
    for at, hand in enumerate(hands):
        if omaha:
            known = fast_omaha()
            pairs = {int(known.columns[16 * (a >> 2) + (b >> 2)]) for a, b in combinations(hand, 2)}
            omaha_values(
                board_words, board_masks, np.array(sorted(pairs)), own[at], own_masks[at], known.rows, known.boards,
                known.pairs, known.flushes, highs[at],
            )  # fmt: skip
        else:
            values_on_boards(board_words, board_masks, own[at], own_masks[at], high.rows, high.values, highs[at])
        if low:
            ranks, eight, omaha_low = fast_low()
            bits = 0
            for card in hand:
                bits |= 1 << (card >> 2)
            if omaha:
                omaha_lows_on_boards(board_masks, bits, ranks, omaha_low, lows[at])
            else:
                lows_on_boards(board_masks, bits, eight, lows[at])
    tally_deals(highs, lows, made.weights, tally)
    return tally, parts


def _apart(question: EquityQuestion, joint: Joint, until: float) -> tuple[Array, Array]:
    """Count the draws of two hands from one stub, by inclusion and exclusion."""
    tally, parts = _empty(question)
    left = _left(question, _used(question, joint))
    judge = Judge(question.dealing)
    draws, values, orders = [], [], []
    for hand, size in zip(_hands(question, joint), _sizes(question, joint), strict=True):
        some = np.array(list(combinations(range(len(left)), size)), np.int64).reshape(comb(len(left), size), size)
        cards = np.concatenate(
            [np.tile(np.array(hand, np.uint8), (len(some), 1)), np.array(left, np.uint8)[some]], axis=1
        )
        ranked = judge.values(judge.high, cards, None, None).astype(np.int64)
        draws.append(some)
        values.append(ranked)
        orders.append(np.argsort(ranked, kind="stable"))
    least = min(each.shape[1] for each in draws)
    sizes = [comb(len(left), size) for size in range(least + 1)]
    offsets = np.cumsum([0, *sizes])[:-1].astype(np.int64)
    counters = np.zeros(sum(sizes), np.int64)
    won, tied = count_apart(draws[0], values[0], orders[0], draws[1], values[1], orders[1], offsets, choose(), counters)
    every = _ways(question, joint)
    tally[0, 1, NO_LOW], tally[1, 0, NO_LOW] = won, won
    tally[:, 2, NO_LOW] = tied
    tally[0, 0, NO_LOW] = tally[1, 1, NO_LOW] = every - won - tied
    return tally, parts


def _one_by_one(question: EquityQuestion, joint: Joint, until: float) -> tuple[Array, Array]:
    """Deal every way one after another, and judge all hands."""
    tally, parts = _empty(question)
    judge = Judge(question.dealing)
    left, sizes = np.array(_left(question, _used(question, joint)), np.uint8), _sizes(question, joint)
    places = np.array(joint.hands)[None, :]
    for cards in _in_chunks(left, sizes, _ways(question, joint)):
        if time.monotonic() > until:
            raise TooSlow
        add_deals(question, judge, np.broadcast_to(places, (len(cards), places.shape[1])), cards, tally, parts, True)
    return tally, parts


def _in_chunks(left: Array, sizes: list[int], ways: int) -> Iterator[Array]:
    for start in range(0, ways, _CHUNK):
        out = np.empty((min(_CHUNK, ways - start), sum(sizes)), np.uint8)
        deal_in_order(start, left, np.array(sizes, np.int64), choose(), out)
        yield out


def add_deals(
    question: EquityQuestion, judge: Judge, places: Array, cards: Array, tally: Array, parts: Array, same: bool
) -> None:
    """Judge deals and add them: the place of each player's hand, and the cards to come, for the boards first.

    `same` says that all deals have the same hands.
    """
    at = 0
    boards: list[Array | None] = []
    for known, coming in zip(question.boards, question.coming, strict=True):
        fixed = np.tile(np.array(known, np.uint8), (len(cards), 1))
        boards.append(np.concatenate([fixed, cards[:, at : at + coming]], axis=1))
        at += coming
    hands, downs = [], []
    for seat, player in enumerate(question.players):
        own, missing = player.own[places[:, seat]], player.missing[places[:, seat]]
        width = int(missing[0]) if same else int(missing.max(initial=0))
        drawn = cards[:, at : at + width]
        at += width
        size = question.dealing.kept
        if same or bool((missing == missing[0]).all()):
            hand = np.concatenate([own[:, : size - width], drawn], axis=1)
        else:
            hand = np.where(np.arange(size)[None, :] < (size - missing)[:, None], _padded(own, size), 0)
            for row_missing in np.unique(missing).tolist():
                rows = missing == row_missing
                if row_missing:
                    hand[np.ix_(rows, np.arange(size - row_missing, size))] = drawn[rows, :row_missing]
        hands.append(np.ascontiguousarray(hand.astype(np.uint8)))
        down = player.joker_down[places[:, seat]]
        if width:
            down = down | (player.next_down[places[:, seat]] & (drawn[:, 0] == JOKER))
        downs.append(down)
    weights = np.ones(len(cards), np.int64)
    many = len(hands)
    rounds = boards or [None]
    high = np.empty((len(rounds), many, len(cards)), np.int32)
    low = np.empty((len(rounds), many if judge.low else 0, len(cards)), np.int32)
    for which, board in enumerate(rounds):
        for seat in range(many):
            high[which, seat] = judge.values(judge.high, hands[seat], board, downs[seat])
            if judge.low:
                low[which, seat] = judge.values(judge.low, hands[seat], board, downs[seat])
        tally_deals(high[which], low[which], weights, tally)
    if len(rounds) > 1:
        tally_parts(high, low, weights, _UNIT, parts)


def _padded(own: Array, size: int) -> Array:
    return np.concatenate([own, np.zeros((len(own), max(size - own.shape[1], 0)), np.uint8)], axis=1)[:, :size]


# -- two ranges of two cards -------------------------------------------------------------------------------------------


def _from_store(question: EquityQuestion) -> tuple[int, int, int, int]:
    """Wins, ties, and all of two ranges before the flop, from the stored table of two hands."""
    one, two = question.players
    first, second = (
        places_of(np.sort(one.own.astype(np.int64), axis=1)),
        places_of(np.sort(two.own.astype(np.int64), axis=1)),
    )
    stored = holdem_pairs()
    weights_one, weights_two = _whole(one.weights), _whole(two.weights)
    won = tied = total = joint = 0
    groups = [(weight, second[[w == weight for w in weights_two]]) for weight in dict.fromkeys(weights_two)]
    for hand, weight in zip(first.tolist(), weights_one, strict=True):
        for other_weight, others in groups:
            of, swapped = pair_places(np.full(len(others), hand), others)
            of, swapped = of[of >= 0], swapped[of >= 0]
            wins, ties = stored[of, 0], stored[of, 1]
            wins = np.where(swapped, EVERY_BOARD - wins - ties, wins)
            times = weight * other_weight
            won += times * int(wins.sum())
            tied += times * int(ties.sum())
            total += times * len(of) * EVERY_BOARD
            joint += len(of)
    return won, tied, total, joint * EVERY_BOARD


def _over_boards(question: EquityQuestion) -> tuple[int, int, int, int]:
    """The same on every board that can come, for any deck, board and dead cards."""
    high, board = fast_high(question.dealing.poker.ranking), question.boards[0]
    weights = [_whole(player.weights) for player in question.players]
    groups = [
        [frozenset(row) for row, own in zip(player.own.tolist(), each, strict=True) if own == weight]
        for player, each in zip(question.players, weights, strict=True)
        for weight in dict.fromkeys(each)
    ]
    before = interchangeable(*groups, [board], [question.dead])
    made = boards_of(_left(question, 0), question.coming[0], before, high.words)
    board_words = made.words + (high.words[list(board)].sum() if board else np.uint64(0))
    board_masks = made.masks + (high.masks[list(board)].sum() if board else np.uint64(0))
    cards = np.concatenate([player.own for player in question.players]).astype(np.int64)
    words, masks = (table[cards].sum(axis=1) for table in (high.words, high.masks))
    first = len(question.players[0])
    out = np.zeros(3, np.int64)
    joint = np.zeros(3, np.int64)
    every = np.array(weights[0] + weights[1], np.int64)
    for into, each in ((out, every), (joint, np.ones_like(every))):
        if into is joint and (every == 1).all():
            joint = out
            break
        range_duel(
            board_words, board_masks, made.weights.astype(np.int64), words, masks, cards, each, first, high.rows,
            high.values, into,
        )  # fmt: skip
    return int(out[0]), int(out[1]), int(out[2]), int(joint[2])
