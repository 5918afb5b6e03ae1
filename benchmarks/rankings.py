"""Hands judged in a second, against phevaluator, eval7, treys and pokerkit, each given cards in its own form.

Batch calls get their hands in one array, in random order or one after another as an enumeration makes them; the
peers have no batch call, so theirs is the public call in a plain loop, which is what a program would write.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
import pokerkit
from phevaluator import evaluate_cards, evaluate_omaha_cards
from treys import Card as TreysCard
from treys import Evaluator, PLOEvaluator

from benchmarks.bench import Case, Group, peer
from cardroom.cards import text
from cardroom.rankings import rank, rank_many
from cardroom.rankings.base import Array, Word, jit
from cardroom.rankings.five_cards import frequencies
from cardroom.rankings.high import HIGH

Hand = list[int]


def groups(quick: bool) -> Iterator[Group]:
    """The parts of the report, each made when it is its turn."""
    count = 1_000_000 if quick else 10_000_000
    for size in (7, 5):
        yield Group(f"high, {size} cards, random order", [*_batch("high", deal(count, size)), *_high(size)])
        yield Group(f"high, {size} cards, enumeration order", [*_sequence(size, count), *_high(size)])
    yield Group("omaha, 4 cards and a board of 5", [*_batch("omaha", deal(count // 2, 9), 4), *_omaha()])
    yield Group("omaha, 5 cards and a board of 5", [*_batch("omaha", deal(count // 2, 10), 5), *_omaha(5)])
    lows: list[tuple[str, int, Any]] = [
        ("2-7", 5, pokerkit.StandardLowHand),
        ("ace-to-five", 7, pokerkit.RegularLowHand),
        ("badugi", 4, pokerkit.BadugiHand),
        ("eight-or-better", 7, pokerkit.EightOrBetterLowHand),
    ]
    for name, size, theirs in lows:
        hands = deal(400, size).tolist()
        pokerkits = _loop("pokerkit", _from_game(theirs, 2), hands, form=_joined)
        yield Group(f"{name}, {size} cards, random order", [*_batch(name, deal(count, size)), pokerkits])
    yield Group("short-deck, 7 cards, random order", [*_batch("short-deck", deal(count, 7, 16)), _short_deck()])


def _batch(name: str, cards: Array, held: int = 0) -> list[Case]:
    """Our calls: the whole array, on one core and on all; and hands one at a time."""
    hand, board = (cards[:, :held].copy(), cards[:, held:].copy()) if held else (cards, None)
    few = cards[:20_000].tolist()
    hands, boards = [each[:held] for each in few], [each[held:] for each in few]

    def one_by_one() -> None:
        for each in few:
            rank(name, each)

    def with_boards() -> None:
        for each, shown in zip(hands, boards, strict=True):
            rank(name, each, shown)

    return [
        Case("cardroom batch", lambda: rank_many(name, hand, board), len(cards)),
        Case("cardroom batch, all cores", lambda: rank_many(name, hand, board, threads=0), len(cards)),
        Case("cardroom scalar", with_boards if held else one_by_one, len(few)),
    ]


def _sequence(size: int, count: int) -> list[Case]:
    """Hands as an enumeration makes them, from an array and inside compiled code; and what memory alone takes."""
    cards = np.fromiter(islice(combinations(range(52), size), count), np.dtype((np.uint8, size)))
    words, out = cards.reshape(-1)[: cards.size & ~7].view(np.uint64), np.empty(len(cards), np.uint16)
    return [
        Case("cardroom batch", lambda: rank_many("high", cards), len(cards)),
        Case("cardroom compiled enumeration", lambda: frequencies(HIGH, size), comb(52, size)),
        Case("reading the cards and writing the ints alone", lambda: stream(words, out), len(cards), limit=True),
    ]


@jit
def stream(words: Array, out: Array) -> Word:
    """As much memory read and written as the batch call does, and nothing else done."""
    total = np.uint64(0)
    for i in range(words.shape[0]):
        total ^= words[i]
    for i in range(out.shape[0]):
        out[i] = total
    return total


def _high(size: int) -> list[Case]:
    hands = deal(20_000, size).tolist()
    names = [text(hand).split() for hand in hands]
    treys = Evaluator()
    eval7 = peer("eval7")
    return [
        _phevaluator("phevaluator", hands),
        _phevaluator("phevaluator, names", names),
        *([_loop("eval7", eval7.evaluate, hands, form=lambda hand: _eval7(eval7, hand))] if eval7 else []),
        _loop("treys", lambda hand: treys.evaluate(hand[2:], hand[:2]), hands[:2_000], form=_treys),
        _loop("pokerkit", _from_game(pokerkit.StandardHighHand, 2), hands[:400], form=_joined),
    ]


def _omaha(held: int = 4) -> list[Case]:
    hands = deal(20_000, held + 5).tolist()
    treys = PLOEvaluator()
    cases = [_loop("pokerkit", _from_game(pokerkit.OmahaHoldemHand, held), hands[:100], form=_joined)]
    if held == 4:
        cases += [
            _loop("phevaluator", lambda hand: evaluate_omaha_cards(*hand[4:], *hand[:4]), hands),
            _loop("treys", lambda hand: treys.evaluate(hand[:4], hand[4:]), hands[:400], form=_treys),
        ]
    return cases


def _short_deck() -> Case:
    return _loop("pokerkit", _from_game(pokerkit.ShortDeckHoldemHand, 2), deal(400, 7, 16).tolist(), form=_joined)


def _phevaluator(name: str, hands: list[Any]) -> Case:
    """Written out, not by `_loop`: our scalar call is measured against this one."""

    def run() -> None:
        for hand in hands:
            evaluate_cards(*hand)

    return Case(name, run, len(hands), peer=True)


def _loop(name: str, call: Callable[[Any], object], hands: Sequence[Hand], form: Callable[[Hand], Any] = list) -> Case:
    """A peer's public call in a loop, its cards made beforehand."""
    ready = [form(hand) for hand in hands]

    def run() -> None:
        for hand in ready:
            call(hand)

    return Case(name, run, len(ready), peer=True)


def _eval7(eval7: Any, hand: Hand) -> list[Any]:
    return [eval7.Card(name) for name in text(hand).split()]


def _treys(hand: Hand) -> list[int]:
    return [TreysCard.new(name) for name in text(hand).split()]


def _joined(hand: Hand) -> str:
    return text(hand).replace(" ", "")


def _from_game(kind: Any, held: int) -> Callable[[str], object]:
    def call(cards: str) -> object:
        try:
            return kind.from_game(cards[: 2 * held], cards[2 * held :])
        except ValueError:  # its way to say that a low does not qualify
            return None

    return call


def deal(count: int, size: int, lowest: int = 0) -> Array:
    """Hands of different cards, all as likely, one a row."""
    hands = np.empty((count, size), np.uint8)
    _deal(hands, lowest, 20_261)
    return hands


@jit
def _deal(hands: Array, lowest: int, seed: int) -> None:
    np.random.seed(seed)
    for i in range(hands.shape[0]):
        dealt = 0
        while dealt < hands.shape[1]:
            card = np.random.randint(lowest, 52)
            again = False
            for j in range(dealt):
                again |= hands[i, j] == card
            if not again:
                hands[i, dealt] = card
                dealt += 1
