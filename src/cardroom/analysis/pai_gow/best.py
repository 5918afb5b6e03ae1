"""Fortune Pai Gow Poker: the best setting of every hand against a hidden hand set the House Way, exactly.

Every setting of every hand has its number of wins and losses, by inclusion and exclusion over the cards that the two
hands share, as in `base`. Up to an exchange of suits, 6,972,147 hands represent all 154,143,080. A hand has up to 21
settings worth choosing: no other setting matches or beats one of them in both hands. The best one follows for each
hand, and its wins and losses add up to those of a player who always sets best.

Suits without a possible flush hardly matter to the best setting. So it is stored by pattern, with the few orbits that
differ from most others of their pattern.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine, parts
from cardroom.analysis.pai_gow import pairs
from cardroom.analysis.pai_gow.leaders import leaders
from cardroom.analysis.pai_gow.pairs import OrbitHands
from cardroom.analysis.pai_gow.tables import PATTERNS, orbits, patterns, staircases
from cardroom.analysis.report import FULL, RankDeck
from cardroom.analysis.store import find, keep, key_of
from cardroom.games.banked.pai_gow import Showdown, five_card_ranking, settle
from cardroom.rulebook import RuleSet

__all__ = [
    "RANKINGS",
    "BestChoices",
    "BestSettings",
    "SettingValues",
    "best_settings",
    "choose",
    "hand_values",
    "known_best",
    "known_choices",
    "ship_best",
]

SECONDS = (25.0, 45.0, 70.0, 80.0, 70.0, 50.0, 40.0)
"""The approximate time on one core for the sets of each size, in seconds."""
METHOD = "pai gow best settings 1"
"""The number is increased if counting gives other results, as after a change of the House Way."""
RANKINGS = ("pai-gow", "pai-gow-high-wheel")
"""The rankings of five cards whose counts ship with the package."""
TOTALS, CHOICES = "totals", "choices"
GAINS = tuple(1 - Fraction(percent, 100) for percent in range(6))
"""What a win gains, without a commission or with one of up to 5 %."""
TASKS = 24
"""The most parts of the work: each part has sums of its own, half a gigabyte."""


class SettingValues(NamedTuple):
    """The wins and losses of every setting of every hand."""

    hands: OrbitHands
    first: NDArray[np.int32]
    """By orbit: the row of its first setting."""
    sums: NDArray[np.int32]
    """By setting: how often it wins and how often it loses, over all hands of the orbit and of the player-dealer."""


class BestSettings(msgspec.Struct, frozen=True):
    """How often the best setting and the House Way win and lose, over all deals."""

    wins: int
    loses: int
    house_wins: int
    house_loses: int
    other: int
    """The number of hands for which another setting is better than the House Way."""


class BestChoices(NamedTuple):
    """The best setting of every hand: 0 for the House Way, else its number in the staircase, from 1."""

    by_pattern: NDArray[np.uint8]
    """By pattern: the choice of most of its orbits."""
    orbits: NDArray[np.int64]
    """The orbits with another choice, in order."""
    by_orbit: NDArray[np.uint8]
    """The choices of these orbits."""

    def of(self, hands: NDArray[Any], orbits: NDArray[Any]) -> NDArray[np.uint8]:
        """The choices of hands with these patterns and orbits."""
        at = np.minimum(np.searchsorted(self.orbits, orbits), len(self.orbits) - 1)
        return np.where(self.orbits[at] == orbits, self.by_orbit[at], self.by_pattern[hands])


class _Row(msgspec.Struct, frozen=True):
    """A row of numbers that are mostly 0, or that are defined in few places."""

    gaps: list[int]
    """The places, each counted from the previous one."""
    numbers: list[int]

    @classmethod
    def of(cls, places: NDArray[np.int64], numbers: NDArray[np.uint8]) -> "_Row":
        return cls(np.diff(places, prepend=0).tolist(), numbers.tolist())

    def places(self) -> NDArray[np.int64]:
        return np.cumsum(np.array(self.gaps, np.int64))


class StoredChoices(msgspec.Struct, frozen=True):
    """`BestChoices` as they are stored."""

    patterns: _Row
    """The patterns that are not set the House Way."""
    orbits: _Row

    @classmethod
    def of(cls, chosen: NDArray[np.uint8], hands: NDArray[np.int32]) -> "StoredChoices":
        """The choices of all orbits, which have these patterns."""
        most = int(chosen.max()) + 1
        many = np.bincount(hands.astype(np.int64) * most + chosen, minlength=PATTERNS * most)
        usual = many.reshape(-1, most).argmax(axis=1).astype(np.uint8)
        [set_otherwise], [others] = np.nonzero(usual), np.nonzero(usual[hands] != chosen)
        return cls(_Row.of(set_otherwise, usual[set_otherwise]), _Row.of(others, chosen[others]))

    def read(self) -> BestChoices:
        by_pattern = np.zeros(PATTERNS, np.uint8)
        by_pattern[self.patterns.places()] = self.patterns.numbers
        return BestChoices(by_pattern, self.orbits.places(), np.array(self.orbits.numbers, np.uint8))


def known_best(rules: RuleSet, engine: Engine = LOCAL) -> BestSettings | None:
    """The best settings under the rules in force; None if they are not counted, which takes minutes.

    Those that ship with the package are counted if they are missing.

    >>> from cardroom.rulebook import rule_set
    >>> known_best(rule_set("fortune-pai-gow-poker")).other
    12471246
    """
    fives, win = _terms(rules)
    if fives in RANKINGS and win in GAINS:
        return best_settings(fives, win, engine)
    return find(_key(fives, win, TOTALS), BestSettings)


def best_settings(ranks_five: str, win: Fraction = Fraction(1), engine: Engine = LOCAL) -> BestSettings:
    """The best settings under a ranking of five cards, if a win gains `win`: stored, or counted now."""
    return find(_key(ranks_five, win, TOTALS), BestSettings) or _count(ranks_five, win, engine)[0]


def known_choices(rules: RuleSet) -> BestChoices | None:
    """The best setting of every hand under the rules in force; None if they are not counted."""
    return _choices(*_terms(rules))


@lru_cache(maxsize=4)
def _choices(ranks_five: str, win: Fraction) -> BestChoices | None:
    stored = find(_key(ranks_five, win, CHOICES), StoredChoices)
    return None if stored is None else stored.read()


def ship_best(engine: Engine) -> None:
    """Make the counts that ship with the package."""
    for name in RANKINGS:
        for win in GAINS:
            best_settings(name, win, engine)
        find(_key(name, Fraction(1), CHOICES), StoredChoices)  # what is not asked for is dropped from the store


def _terms(rules: RuleSet) -> tuple[str, Fraction]:
    """What the best settings depend on: the ranking of five cards, and what a win gains."""
    return five_card_ranking(rules), settle(rules, "base", Showdown(1, 1)).unit


def _key(ranks_five: str, win: Fraction, what: str) -> str:
    return key_of(METHOD, ranks_five, str(win), what)


def _count(ranks_five: str, win: Fraction, engine: Engine) -> tuple[BestSettings, NDArray[np.uint8]]:
    """Count, and store what follows: for this gain, and for even money less the usual commissions."""
    values = hand_values(ranks_five, FULL, engine)
    for gain in (*(each for each in GAINS if each != win), win):
        best, chosen = choose(values, ranks_five, gain)
        keep(_key(ranks_five, gain, TOTALS), best)
        if gain in (1, win):
            keep(_key(ranks_five, gain, CHOICES), StoredChoices.of(chosen, values.hands.patterns))
    return best, chosen


def choose(values: SettingValues, ranks_five: str, win: Fraction) -> tuple[BestSettings, NDArray[np.uint8]]:
    """The best setting of every hand, and how often it wins and loses."""
    chosen, ends = np.zeros(orbits().many, np.uint8), np.zeros(5, np.int64)
    pairs.choose_settings(staircases(ranks_five), *values, win.numerator, win.denominator, chosen, ends)
    return BestSettings(*ends.tolist()), chosen


class _OrbitPart(NamedTuple):
    """Some of the sets of one size."""

    size: int
    joker: int
    part: slice


def hand_values(ranks_five: str, deck: RankDeck = FULL, engine: Engine = LOCAL) -> SettingValues:
    """Count the wins and losses of every setting of every hand of a deck with a joker."""
    stairs, many = staircases(ranks_five), orbits().many
    hands = OrbitHands(*(np.zeros(many, each) for each in (np.int32, np.int32, np.int8, np.uint64)))
    pairs.number_hands(np.array(deck.cards), patterns(), stairs.of, orbits(), hands)
    settings = np.where(hands.ways > 0, np.diff(stairs.first)[hands.kinds], 0)
    first = np.append(0, np.cumsum(settings)).astype(np.int32)
    sums = np.zeros((first[-1], 2), np.int32)
    work = partial(_value, ranks_five, deck, hands, first)
    for each in engine.map("pai gow: every setting of every hand", work, list(_parts(deck, engine))):
        sums += each
    pairs.value_alone(stairs, hands, first, sums)
    return SettingValues(hands, first, sums)


def _parts(deck: RankDeck, engine: Engine) -> Iterator[_OrbitPart]:
    """All sets of up to six cards, with and without the joker."""
    least = max(engine.seconds, sum(SECONDS) / TASKS)
    for size, seconds in enumerate(SECONDS):
        many = len(leaders(deck, size).ways)
        for joker in range(2 if size < 6 else 1):
            for part in parts(engine, seconds / (6 if joker else 1) * engine.seconds / least):
                if part.start < many:
                    yield _OrbitPart(size, joker, part)


def _value(
    ranks_five: str, deck: RankDeck, hands: OrbitHands, first: NDArray[np.int32], part: _OrbitPart
) -> NDArray[np.int32]:
    sums = np.zeros((first[-1], 2), np.int32)
    sets, ways = (np.ascontiguousarray(each[part.part]) for each in leaders(deck, part.size))
    tables = patterns(), staircases(ranks_five), orbits()
    pairs.value_sets(sets, ways, part.joker, np.array(deck.cards), *tables, hands, first, sums)
    return sums
