"""How often each hand occurs in a poker game for a player who stays to the end.

Deals are counted exactly. Where a player chooses (draws, discards), a stated rule chooses, and deals are simulated with
a fixed seed: then each share has a standard error.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.poker_hands.draws import DRAWS, after_draws
from cardroom.analysis.poker_hands.lines import hands_by_line
from cardroom.analysis.poker_hands.omaha import COUNTED, omaha_highs, omaha_lows
from cardroom.analysis.poker_hands.report import SEED, HandFrequencies, PokerCards, cards_of
from cardroom.analysis.simulation import deal_cards
from cardroom.cards import JOKER
from cardroom.cards.decks import deck
from cardroom.games.lessons.poker_words import number_text
from cardroom.games.poker.words import halves
from cardroom.rankings import categories, category, rank_many, ranking
from cardroom.rankings.base import key_of
from cardroom.rulebook import RuleSet

__all__ = ["SIMULATED", "low_line", "poker_frequencies"]

SIMULATED = 400_000
"""Deals of a simulation. The standard error of a share of one half is then 0.08 %."""
RANK_NAMES = "23456789TJQKA"
SEVEN, FIVE = 7, 5

Cards = NDArray[np.uint8]


def poker_frequencies(rules: RuleSet) -> tuple[HandFrequencies, ...]:
    """The frequencies of high and low hands at the showdown; for draw poker also of the hands as dealt.

    >>> from cardroom.rulebook import rule_set
    >>> holdem, = poker_frequencies(rule_set("texas-holdem"))
    >>> holdem.deals, holdem.lines["royal flush"]
    (133784560, 4324)
    """
    poker = cards_of(rules)
    return _cached(poker) if poker else ()


@lru_cache(maxsize=64)
def _cached(poker: PokerCards) -> tuple[HandFrequencies, ...]:
    found = tuple(_frequencies(poker))
    if poker.boards == 1:
        return found
    return tuple(msgspec.structs.replace(each, note=" ".join(filter(None, (each.note, BOARDS)))) for each in found)


BOARDS = "On one board. A player's hands on the other boards depend on it, and are not counted together with it."


def _frequencies(poker: PokerCards) -> Iterator[HandFrequencies]:
    if poker.structure == "draw":
        yield from _dealt(poker)
        yield from _drawn(poker)
    elif poker.ranking == "mexican":
        yield _mexican(poker.deck)
    elif poker.discarding:
        yield from _discarded(poker)
    elif poker.ranking == "omaha":
        yield from _omaha(poker)
    else:
        yield from _all_cards(poker)


def _rankings(poker: PokerCards) -> Iterator[tuple[str, str]]:
    """The rankings of the pot or its halves, with a name for the hand that each judges."""
    first, second = halves(poker.ranking, poker.low)
    if not poker.low:
        yield poker.ranking, "hand"
        return
    yield poker.ranking, first.replace(" half", " hand")
    yield poker.low, second.replace(" half", " hand")


def _all_cards(poker: PokerCards) -> Iterator[HandFrequencies]:
    """All cards of a player and the board together, of which the best five or four count: hold'em and stud."""
    for name, what in _rankings(poker):
        title = f"The {what} of {number_text(poker.cards)} cards"
        exact = poker.cards <= SEVEN and name in EXACT
        if not exact:
            lines = _by_line(name, _deals(poker.cards, poker.deck))
            yield HandFrequencies(title, SIMULATED, lines, exact=False, note="Simulated deals.")
            continue
        lows = name in ("ace-to-five", "eight-or-better")
        lines = _lows(name, poker.cards) if lows else dict(hands_by_line(name, (poker.cards,), deck(poker.deck).cards))
        yield HandFrequencies(title, sum(lines.values()), lines)


EXACT = ("high", "short-deck", "ace-to-five", "eight-or-better")
"""Rankings whose hands of up to seven cards are counted exactly."""


def _lows(name: str, cards: int) -> dict[str, int]:
    """Lows depend on ranks alone: every set of ranks stands for all its suits."""
    hands, weights = [], []
    for ranks in combinations_with_replacement(range(13), cards):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            hands.append([rank * 4 + suit for rank, many in counts.items() for suit in range(many)])
            weights.append(prod(comb(4, many) for many in counts.values()))
    return _by_line(name, np.array(hands, np.uint8), weights)


def _by_line(name: str, hands: Cards, weights: list[int] | None = None, joker: str | None = None) -> dict[str, int]:
    """The hands by line, best first, each with its weight."""
    values = rank_many(name, hands, joker=joker).astype(np.int64)
    sums = np.bincount(values, weights) if weights is None else _exact_sums(values, weights)
    return _lines(name, {value: int(count) for value, count in enumerate(sums) if count})


def _exact_sums(values: NDArray[np.int64], weights: list[int]) -> NDArray[np.int64]:
    sums = np.zeros(int(values.max()) + 1, np.int64)
    np.add.at(sums, values, np.array(weights))
    return sums


def _lines(name: str, by_value: Mapping[int, int]) -> dict[str, int]:
    """Counts by line, best first, from counts by rank."""
    lines: dict[str, int] = {}
    for value in sorted(by_value, reverse=True):
        line = low_line(name, value) if name in LOW else category(name, value)
        lines[line] = lines.get(line, 0) + by_value[value]
    if name in LOW:
        return lines
    return {line: lines.get(line, 0) for line in reversed(categories(name))}


LOW = ("2-7", "ace-to-five", "eight-or-better", "omaha-eight-or-better", "badugi", "badugi-ace-high")
"""Rankings whose lines are named by their highest card."""


def low_line(name: str, value: int) -> str:
    """The line of a low hand: its highest card if it has no pair, or its category.

    >>> from cardroom.rankings import rank
    >>> low_line("2-7", rank("2-7", "7h 2c 3d 4s 5c")), low_line("badugi", rank("badugi", "Kh 2c 3d 4s"))
    ('7 low', 'K badugi')
    """
    if value == 0:
        return "no low"
    kind, *ties = key_of(ranking(name), value)
    if name.startswith("badugi"):
        top = RANK_NAMES[-ties[0]] if name == "badugi-ace-high" else _low_name(-ties[0])
        return f"{top} badugi" if kind == 3 else category(name, value)
    if name == "2-7":
        return f"{RANK_NAMES[-ties[0]]} low" if category(name, value) == "high card" else category(name, value)
    if name == "ace-to-five" and category(name, value) != "no pair":
        return category(name, value)
    return f"{_low_name(-ties[0])} low"


def _low_name(rank: int) -> str:
    """A rank that counts from the ace as one."""
    return "A" if rank == 1 else RANK_NAMES[rank - 2]


def _omaha(poker: PokerCards) -> Iterator[HandFrequencies]:
    shared = sum(poker.board)
    held = f"{poker.hole} cards in the hand and {number_text(shared)} on the board"
    title = f"The {{}} of {held}, two and three of which count"
    if poker.hole in COUNTED and shared == FIVE:
        lines = omaha_highs(poker.hole)
        yield HandFrequencies(title.format("high hand" if poker.low else "hand"), sum(lines.values()), lines)
    else:
        cards = _deals(poker.hole + shared)
        lines = _with_board("omaha", cards[:, : poker.hole], cards[:, poker.hole :])
        yield HandFrequencies(title.format("high hand" if poker.low else "hand"), SIMULATED, lines, exact=False)
    if poker.low and shared == FIVE:
        lines = omaha_lows(poker.hole)
        yield HandFrequencies(title.format("low hand"), sum(lines.values()), lines)
    elif poker.low:
        lines = _with_board(poker.low, cards[:, : poker.hole], cards[:, poker.hole :])
        yield HandFrequencies(title.format("low hand"), SIMULATED, lines, exact=False)


def _with_board(name: str, hands: Cards, boards: Cards) -> dict[str, int]:
    """The hands by line, where hand and board each give a part."""
    values = rank_many(name, np.ascontiguousarray(hands), np.ascontiguousarray(boards))
    return _lines(name, Counter(values.tolist()))


def _mexican(deck_name: str) -> HandFrequencies:
    """Five cards of 41. A joker is the down card in one deal of five, and counts as it was dealt."""
    cards = deck(deck_name).cards
    natural = [card for card in cards if card != JOKER]
    total: Counter[str] = Counter()
    plain = np.array(list(combinations(natural, FIVE)), np.uint8)
    joker = np.array([(*four, JOKER) for four in combinations(natural, FIVE - 1)], np.uint8)
    for hands, how, times in ((plain, None, FIVE), (joker, "up", FIVE - 1), (joker, "down", 1)):
        for line, count in _by_line("mexican", hands, joker=how).items():
            total[line] += times * count
    lines = {line: total[line] for line in reversed(categories("mexican"))}
    note = "The player never turns the down card up. One of the five cards is down, each with the same probability."
    return HandFrequencies("The hand of five cards from 41", sum(lines.values()), lines, note=note)


# -- Choices, by stated rules -----------------------------------------------------------------------------------------


def _deals(cards: int, deck_name: str = "standard") -> Cards:
    """The first cards of simulated deals from a full deck, one deal a row."""
    return deal_cards(deck(deck_name).cards, cards, SEED, 0, SIMULATED)


def _dealt(poker: PokerCards) -> Iterator[HandFrequencies]:
    """The hand as dealt, counted exactly."""
    hands = np.array(list(combinations(range(52), poker.hole)), np.uint8)
    ruled = poker.ranking in DRAWS
    note = "" if ruled else f"There is no rule for what to discard under {poker.ranking}, so draws are not counted."
    for name, what in _rankings(poker):
        lines = _by_line(name, hands)
        yield HandFrequencies(f"The {what} as dealt: {poker.hole} cards", len(hands), lines, note=note)


def _drawn(poker: PokerCards) -> Iterator[HandFrequencies]:
    """The hand after all draws by a stated rule, simulated."""
    if poker.ranking not in DRAWS:
        return
    hands = after_draws(poker.ranking, _deals(poker.hole * (poker.draws + 1)), poker.hole, poker.draws)
    many = "the draw" if poker.draws == 1 else f"{poker.draws} draws"
    note = f"Simulated deals. {DRAWS[poker.ranking].words}"
    for name, what in _rankings(poker):
        title = f"The {what} after {many}"
        yield HandFrequencies(title, SIMULATED, _by_line(name, hands), exact=False, note=note)


def _discarded(poker: PokerCards) -> Iterator[HandFrequencies]:
    """Pineapple and its relatives: the hand of the cards that a stated rule keeps, simulated."""
    cards = _deals(poker.hole + sum(poker.board))
    hand, board = cards[:, : poker.hole], cards[:, poker.hole :]
    said = []
    for number, thrown in enumerate(poker.discarding):
        if not thrown:
            continue
        seen = sum(poker.board[: number + 1])
        held = hand.shape[1]
        choices = list(combinations(range(held), held - thrown))
        flop = board[:, :seen] if seen >= FLOP else None
        scores = np.stack([_kept_score(hand[:, choice], flop) for choice in choices])
        best = np.array(choices)[scores.argmax(axis=0)]
        hand = np.ascontiguousarray(np.take_along_axis(hand, best, axis=1))
        said.append(BEFORE_THE_FLOP if flop is None else FROM_THE_FLOP if seen == FLOP else LATER)
    note = " ".join(("Simulated deals.", *dict.fromkeys(said)))
    for name, what in _rankings(poker):
        title = f"The {what} of {poker.kept} cards kept of {poker.hole} and the board"
        apart = bool(ranking(name).boards)
        lines = (
            _with_board(name, hand, board) if apart else _by_line(name, np.ascontiguousarray(np.hstack([hand, board])))
        )
        yield HandFrequencies(title, SIMULATED, lines, exact=False, note=note)


FLOP = 3
FROM_THE_FLOP = "The player keeps the cards that make the best high hand with the flop."
LATER = "Later the player keeps those that make the best high hand with the board so far."
BEFORE_THE_FLOP = "The player keeps a pair, else two cards of a suit, else the two highest cards."
"""Which cards the player keeps, by when some are discarded."""


def _kept_score(kept: Cards, flop: Cards | None) -> NDArray[np.int64]:
    """A number that is greatest for the cards that the stated rule keeps. Of more than two, the best two decide."""
    if flop is not None:
        made: NDArray[np.int64] = rank_many("high", np.ascontiguousarray(np.hstack([kept, flop]))).astype(np.int64)
        return made
    twos = list(combinations(range(kept.shape[1]), 2)) or [(0, 0)]
    best: NDArray[np.int64] = np.maximum.reduce([_pair_score(kept[:, two]) for two in twos])
    return best


def _pair_score(two: Cards) -> NDArray[np.int64]:
    ranks, suits = np.sort(two // 4, axis=1).astype(np.int64), two % 4
    high = 13 * ranks[:, 1] + ranks[:, 0]
    pair, suited = ranks[:, 0] == ranks[:, 1], suits[:, 0] == suits[:, 1]
    scores: NDArray[np.int64] = high + 1000 * suited + 10_000 * pair
    return scores
