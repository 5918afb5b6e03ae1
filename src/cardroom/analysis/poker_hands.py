"""How often each hand occurs in a poker game for a player who stays to the end.

Deals are counted exactly. Where a player chooses (draws, discards), a stated rule chooses, and deals are simulated with
a fixed seed: then each share has a standard error.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.hand_report import HandFrequencies
from cardroom.analysis.hands import hands_by_line
from cardroom.analysis.omaha_counts import KNOWN, omaha_highs, omaha_lows
from cardroom.analysis.poker_draws import DRAWS, after_draws
from cardroom.analysis.simulation.rounds import deal_cards
from cardroom.cards import JOKER
from cardroom.cards.decks import deck
from cardroom.rankings import categories, category, rank_many, ranking
from cardroom.rankings.base import key_of
from cardroom.rulebook import RuleSet

__all__ = ["SIMULATED", "low_line", "poker_frequencies"]

SIMULATED = 400_000
"""Deals of a simulation. The standard error of a share of one half is then 0.08 %."""
SEED = "frequencies"
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
    poker = rules.poker
    return _cached(rules.deck.name, _Cards(*(getattr(poker, name) for name in _Cards._fields))) if poker else ()


class _Cards(NamedTuple):
    """What the frequencies depend on: many rule sets share them."""

    structure: str
    ranking: str
    low: str
    hole: int
    kept: int
    discard: str
    draws: int


@lru_cache(maxsize=64)
def _cached(name: str, poker: _Cards) -> tuple[HandFrequencies, ...]:
    return tuple(_frequencies(name, poker))


def _frequencies(name: str, poker: _Cards) -> Iterator[HandFrequencies]:
    if poker.structure == "draw":
        yield _dealt(poker)
        yield _drawn(poker)
    elif poker.ranking == "mexican":
        yield _mexican(name)
    elif poker.discard:
        yield from _discarded(poker)
    elif poker.ranking == "omaha":
        yield from _omaha(poker)
    else:
        yield from _sevens(name, poker)


def _sevens(deck_name: str, poker: _Cards) -> Iterator[HandFrequencies]:
    """Seven cards, of which the best five count: hold'em and stud."""
    cards = deck(deck_name).cards
    names = {poker.ranking: "high hand" if poker.low else "hand", poker.low: "low hand"}
    for name in filter(None, (poker.ranking, poker.low)):
        lows = name in ("ace-to-five", "eight-or-better")
        lines = _lows_of_seven(name) if lows else dict(hands_by_line(name, (SEVEN,), cards))
        yield HandFrequencies(f"The {names[name]} of seven cards", sum(lines.values()), lines)


def _lows_of_seven(name: str) -> dict[str, int]:
    """Lows depend on ranks alone: every set of ranks stands for all its suits."""
    hands, weights = [], []
    for ranks in combinations_with_replacement(range(13), SEVEN):
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


LOW = ("2-7", "ace-to-five", "eight-or-better", "omaha-eight-or-better", "badugi")
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
    if name == "badugi":
        return f"{_low_name(-ties[0])} badugi" if kind == 3 else category(name, value)
    if name == "2-7":
        return f"{RANK_NAMES[-ties[0]]} low" if category(name, value) == "high card" else category(name, value)
    if name == "ace-to-five" and category(name, value) != "no pair":
        return category(name, value)
    return f"{_low_name(-ties[0])} low"


def _low_name(rank: int) -> str:
    """A rank that counts from the ace as one."""
    return "A" if rank == 1 else RANK_NAMES[rank - 2]


def _omaha(poker: _Cards) -> Iterator[HandFrequencies]:
    title = f"The {{}} of {poker.hole} cards in the hand and five on the board, two and three of which count"
    if poker.hole in KNOWN:
        lines = omaha_highs(poker.hole)
        yield HandFrequencies(title.format("high hand" if poker.low else "hand"), sum(lines.values()), lines)
    else:
        cards = _deals(poker.hole + FIVE)
        values = rank_many("omaha", cards[:, : poker.hole], np.ascontiguousarray(cards[:, poker.hole :]))
        lines = _lines("omaha", Counter(values.tolist()))
        yield HandFrequencies(title.format("hand"), SIMULATED, lines, exact=False)
    if poker.low:
        lines = omaha_lows(poker.hole)
        yield HandFrequencies(title.format("low hand"), sum(lines.values()), lines)


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


def _deals(cards: int) -> Cards:
    """The first cards of simulated deals from a full deck, one deal a row."""
    return deal_cards(range(52), cards, SEED, 0, SIMULATED)


def _dealt(poker: _Cards) -> HandFrequencies:
    """The hand as dealt, counted exactly."""
    hands = np.array(list(combinations(range(52), poker.hole)), np.uint8)
    lines = _by_line(poker.ranking, hands)
    return HandFrequencies(f"The hand as dealt: {poker.hole} cards", len(hands), lines)


def _drawn(poker: _Cards) -> HandFrequencies:
    """The hand after all draws by a stated rule, simulated."""
    hands = after_draws(poker.ranking, _deals(poker.hole * (poker.draws + 1)), poker.hole, poker.draws)
    many = "the draw" if poker.draws == 1 else f"{poker.draws} draws"
    note = f"Simulated deals. {DRAWS[poker.ranking].words}"
    return HandFrequencies(f"The hand after {many}", SIMULATED, _by_line(poker.ranking, hands), exact=False, note=note)


def _discarded(poker: _Cards) -> Iterator[HandFrequencies]:
    """Pineapple and its relatives: the hand of the cards that a stated rule keeps, simulated."""
    cards = _deals(poker.hole + FIVE)
    hand, board = cards[:, : poker.hole], cards[:, poker.hole :]
    choices = list(combinations(range(poker.hole), poker.kept))
    flop = board[:, :3] if poker.discard == "after the flop" else None
    scores = np.stack([_kept_score(hand[:, choice], flop) for choice in choices])
    best = np.array(choices)[scores.argmax(axis=0)]
    seven = np.ascontiguousarray(np.hstack([np.take_along_axis(hand, best, axis=1), board]))
    for name in filter(None, (poker.ranking, poker.low)):
        what = "low hand" if name == poker.low else "high hand" if poker.low else "hand"
        title = f"The {what} of {poker.kept} cards kept of {poker.hole} and the board"
        note = f"Simulated deals. {KEEPS[poker.discard]}"
        yield HandFrequencies(title, SIMULATED, _by_line(name, seven), exact=False, note=note)


KEEPS = {
    "after the flop": "The player keeps the cards that make the best high hand with the flop.",
    "before the flop": "The player keeps a pair, else two cards of a suit, else the two highest cards.",
}
"""Which cards the player keeps, by when some are discarded."""


def _kept_score(kept: Cards, flop: Cards | None) -> NDArray[np.int64]:
    """A number that is greatest for the cards that the stated rule keeps."""
    if flop is not None:
        made: NDArray[np.int64] = rank_many("high", np.ascontiguousarray(np.hstack([kept, flop]))).astype(np.int64)
        return made
    ranks, suits = np.sort(kept // 4, axis=1).astype(np.int64), kept % 4
    high = 13 * ranks[:, 1] + ranks[:, 0]
    pair, suited = ranks[:, 0] == ranks[:, 1], suits[:, 0] == suits[:, 1]
    scores: NDArray[np.int64] = high + 1000 * suited + 10_000 * pair
    return scores
