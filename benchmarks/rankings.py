"""Hands judged in a second, against phevaluator, eval7, treys and pokerkit, each given cards in its own form.

Batch calls get their hands in one array, in random order or one after another as an enumeration makes them; the
peers have no batch call, so theirs is the public call in a plain loop, which is what a program would write. A peer that
is not installed is named and left out.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np

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
    lows = [
        ("2-7", 5, "StandardLowHand"),
        ("ace-to-five", 7, "RegularLowHand"),
        ("badugi", 4, "BadugiHand"),
        ("eight-or-better", 7, "EightOrBetterLowHand"),
    ]
    for name, size, theirs in lows:
        pokerkits = _pokerkit(theirs, 2, deal(400, size).tolist())
        yield Group(f"{name}, {size} cards, random order", [*_batch(name, deal(count, size)), *pokerkits])
    short = _pokerkit("ShortDeckHoldemHand", 2, deal(400, 7, 16).tolist())
    yield Group("short-deck, 7 cards, random order", [*_batch("short-deck", deal(count, 7, 16)), *short])


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
    cases = []
    if phevaluator := peer("phevaluator"):
        cases += [_phevaluator(phevaluator, "phevaluator", hands)]
        cases += [_phevaluator(phevaluator, "phevaluator, names", names)]
    if eval7 := peer("eval7"):
        cases += [_loop("eval7", eval7.evaluate, hands, form=lambda hand: [*map(eval7.Card, text(hand).split())])]
    if treys := peer("treys"):
        judge = treys.Evaluator()
        form = partial(_treys, treys)
        cases += [_loop("treys", lambda hand: judge.evaluate(hand[2:], hand[:2]), hands[:2_000], form=form)]
    return cases + _pokerkit("StandardHighHand", 2, hands[:400])


def _omaha(held: int = 4) -> list[Case]:
    hands = deal(20_000, held + 5).tolist()
    cases = _pokerkit("OmahaHoldemHand", held, hands[:100])
    if held != 4:
        return cases
    if phevaluator := peer("phevaluator"):
        omaha = phevaluator.evaluate_omaha_cards
        cases += [_loop("phevaluator", lambda hand: omaha(*hand[4:], *hand[:4]), hands)]
    if treys := peer("treys"):
        judge = treys.PLOEvaluator()
        form = partial(_treys, treys)
        cases += [_loop("treys", lambda hand: judge.evaluate(hand[:4], hand[4:]), hands[:400], form=form)]
    return cases


def _pokerkit(kind: str, held: int, hands: list[Hand]) -> list[Case]:
    """The case of pokerkit, for one of its types of hands; none if it is not installed."""
    pokerkit = peer("pokerkit")
    return [_loop("pokerkit", _from_game(getattr(pokerkit, kind), held), hands, form=_joined)] if pokerkit else []


def _phevaluator(phevaluator: Any, name: str, hands: list[Any]) -> Case:
    """Written out, not by `_loop`: our scalar call is measured against this one."""
    evaluate_cards = phevaluator.evaluate_cards

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


def _treys(treys: Any, hand: Hand) -> list[int]:
    return [treys.Card.new(name) for name in text(hand).split()]


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
