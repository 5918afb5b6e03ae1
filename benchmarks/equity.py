"""Poker tools: exact and sampled equities against other programs and naive ways, and the hands of logs in a second.

A group's work is the same for all its cases, so `amount` is that work, also where a way does more than it needs. Where
a naive way would take minutes, it does a part of the work.
"""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice, product

import cardroom
from benchmarks.bench import Case, Group, gauge, peer
from benchmarks.rankings import deal
from cardroom.cards import parse, text
from cardroom.histories import check_results, play_recorded, read_log, write_phh, write_pokerstars
from cardroom.players import play_round, random_legal
from cardroom.poker import equity, range_of
from cardroom.rankings import rank_many

HOLDEM, BOARDS, OMAHA_BOARDS = "texas-holdem", 1_712_304, 1_086_008


_same_game = lru_cache(maxsize=None)(cardroom.game)
"""A game, found once, as `cardroom replay` finds it."""


def groups(quick: bool) -> Iterator[Group]:
    """The parts of the report, each made when it is its turn."""
    yield _two_hands()
    yield _sampled(1_000_000 if quick else 10_000_000)
    yield _omaha(2_000 if quick else 20_000)
    yield _ranges()
    yield _logs(50 if quick else 300)
    yield _first()


def _two_hands() -> Group:
    hands = deal(2 * BOARDS, 7)
    cases = [
        Case("cardroom, AhAd v KsKc", lambda: equity(HOLDEM, "AhAd", "KsKc"), 2 * BOARDS),
        Case("compiled ranking of as many hands", lambda: rank_many("high", hands), 2 * BOARDS, peer=True),
    ]
    return Group("exact equity of two hands before the flop", cases, clock=time.process_time)


def _sampled(trials: int) -> Group:
    hands, few = ("AsAd", "AA,A3o,32s"), 10_000
    cases = [Case("cardroom", lambda: equity(HOLDEM, *hands, trials=trials), trials)]
    if eval7 := peer("eval7"):
        cards, other = [eval7.Card(name) for name in ("As", "Ad")], eval7.HandRange(hands[1])
        some = trials // 10
        sampled = eval7.py_hand_vs_range_monte_carlo
        cases.append(Case("eval7", lambda: sampled(cards, other, [], some), some, peer=True))
    if phevaluator := peer("phevaluator"):
        evaluate = phevaluator.evaluate_cards
        pairs = [first for first, _, _ in range_of(HOLDEM, hands[1]).without(parse(hands[0])).hands()]

        def loop() -> None:
            rng, own = random.Random(1), list(parse(hands[0]))
            for _ in range(few):
                theirs = list(rng.choice(pairs))
                left = [card for card in range(52) if card not in own and card not in theirs]
                board = rng.sample(left, 5)
                _ = evaluate(*own, *board) < evaluate(*theirs, *board)

        cases.append(Case("phevaluator in a loop", loop, few, peer=True))
    return Group(f"{hands[0]} v {hands[1]}, sampled deals", cases, "deals", time.process_time)


def _omaha(few: int) -> Group:
    hands = "AsAhKsKh", "JdTd9c8c"
    cases = [Case("cardroom", lambda: equity("omaha", *hands), OMAHA_BOARDS)]
    if phevaluator := peer("phevaluator"):
        evaluate, (one, other) = phevaluator.evaluate_omaha_cards, map(parse, hands)
        left = [card for card in range(52) if card not in (*one, *other)]
        boards = list(islice(combinations(left, 5), few))

        def loop() -> None:
            for board in boards:
                _ = evaluate(*board, *one) < evaluate(*board, *other)

        cases.append(Case("phevaluator in a loop", loop, few, peer=True))
    return Group("exact equity of two Omaha hands", cases, "boards", time.process_time)


def _ranges() -> Group:
    one, other = (range_of(HOLDEM, written).hands() for written in ("QQ+", "TT+"))
    pairs = [(first, second) for (first, _, _), (second, _, _) in product(one, other) if not {*first} & {*second}]
    some = [[text(hand).replace(" ", "") for hand in pair] for pair in pairs[::45]]

    def each() -> None:
        for pair in some:
            equity(HOLDEM, *pair)

    cases = [
        Case("cardroom", lambda: equity(HOLDEM, "QQ+", "TT+"), len(pairs)),
        Case("each two hands enumerated", each, len(some), peer=True),
    ]
    return Group(f"QQ+ v TT+, {len(pairs)} pairs of hands", cases, "pairs", time.process_time)


def _logs(count: int) -> Group:
    game = cardroom.game(HOLDEM, rules="standard")
    rng, logs = random.Random(1), []
    for number in range(count):
        stacks = {seat: rng.randrange(4_000, 40_000) for seat in range(1, 7)}
        round = game.round(stacks, seed=number, carry={"own": {"button": rng.randint(1, 6)}})
        play_round(round, dict.fromkeys(round.stacks, random_legal), rng)
        logs.append(write_pokerstars(write_phh(round), number, 100))

    def check() -> None:
        for log in logs:
            read = read_log(log)
            recorded = read.recorded
            check_results(read, play_recorded(recorded, _same_game), recorded.scale)

    def parse_only() -> None:
        for log in logs:
            read_log(log)

    cases = [
        Case("read, replay and check", check, count),
        Case("read only", parse_only, count),
        gauge(),
    ]
    return Group("hands of PokerStars' logs, six players at random, in CPU time", cases, clock=time.process_time)


def _first() -> Group:
    code = "import cardroom; cardroom.equity('texas-holdem', 'AhAd', 'KsKc')"

    def run(*command: str) -> None:
        subprocess.run([sys.executable, *command], check=True, capture_output=True)

    cases = [
        Case("the first equity", lambda: run("-c", code), 1),
        Case("importing numba alone", lambda: run("-c", "import numba"), 1, limit=True),
        gauge(),
    ]
    return Group("fresh processes", cases, "processes")
