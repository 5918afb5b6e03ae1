"""Strategies of few lines in the games of 21.5, with their exact edges.

A card has a list for each moment: with two cards, to hit or to stand, and after a double. Lists are searched by the
values of options if all other decisions are the best ones. The edges of the strategies that come out are exact: every
hand is followed under its lines (`lines_edge`).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import WagerReport
from cardroom.analysis.strategy import (
    Bounds,
    Cells,
    Condition,
    FoundLines,
    Line,
    Lines,
    LinesGame,
    Strategy,
    StrategyError,
    search,
)
from cardroom.analysis.twenty_one.base import base_game, counted, first_actions, with_sample
from cardroom.analysis.twenty_one.chart import chart_lines
from cardroom.analysis.twenty_one.dealer import dealer_hands
from cardroom.analysis.twenty_one.lines import (
    DOUBLED,
    FIRST_MOVES,
    TO_STAND,
    TWO_CARDS,
    Features,
    LinePlays,
    LinesPlayer,
    LinesUp,
    features_of,
    lines_edge,
)
from cardroom.analysis.twenty_one.play import NONE, Terms, Values, best_of, is_pure_pair, plus, terms_of
from cardroom.analysis.twenty_one.rounds import UpStrategy, reached_sets, up_strategy
from cardroom.analysis.twenty_one.shoe import ACE, Counts, full_shoe, points_of
from cardroom.analysis.twenty_one.splits import ONCE, SPLITS, split_nets
from cardroom.rulebook import RuleSet

__all__ = ["lines_cost", "lines_game", "twenty_one_lines"]

MOST = (9, 5, 2)
"""The most lines for each moment."""
UNIT = 10**15
"""Probabilities times results are searched as whole numbers of this part of a wager."""
UP_NAMES = ("a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a Bonus card", "an ace")
"""The up cards from lowest to highest."""


# ---- conditions


Part = tuple[str, tuple[Bounds, ...]]


def _ups() -> Iterator[Part]:
    yield "", ()
    for place, name in enumerate(UP_NAMES):
        if place < len(UP_NAMES) - 1:
            words = f" against {name}" + (" or lower" if place else "")
            yield words, (Bounds("up", 2, place + 2),)
        if place:
            words = f" against {name}" + (" or higher" if place < len(UP_NAMES) - 1 else "")
            yield words, (Bounds("up", place + 2, 11),)


def _range(words: str, feature: str, least: int, most: int) -> Part:
    """Totals from one to another."""
    named = f"{least}" if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"
    return f"{words} {named}", (Bounds(feature, least, most),)


def _pairs() -> Iterator[tuple[str, tuple[tuple[Bounds, ...], ...]]]:
    """Pairs of neighboring ranks, with and without aces."""
    aces = (Bounds("pair", 1, 1),)
    yield "aces", (aces,)
    for least, most in combinations_with_replacement(range(2, 11), 2):
        named = "Bonus cards" if least == 10 else f"{least}s"
        if least < most:
            named += f" to {'Bonus cards' if most == 10 else f'{most}s'}"
        tests = (Bounds("pair", least, most),)
        yield named, (tests,)
        yield f"aces or {named}", (aces, tests)


@cache
def conditions() -> tuple[tuple[Condition, ...], ...]:
    """The conditions of lines, for each moment."""
    ups = list(_ups())
    hard = [_range("hard", "hard", *each) for each in combinations_with_replacement(range(5, 18), 2)]
    soft = [_range("soft", "soft", *each) for each in combinations_with_replacement(range(13, 21), 2)]
    after = [Condition(words + end, ((*tests, *more),)) for (words, tests), (end, more) in product(hard + soft, ups)]
    first = [*after]
    for (words, several), (end, more) in product(_pairs(), ups):
        first.append(Condition(words + end, tuple((*tests, *more) for tests in several)))
    stands = []
    for least, least_soft, (end, more) in product((0, *range(12, 18)), (0, *range(17, 22)), ups):
        named, tests = [], []
        if least:
            named.append(f"hard {least} or more")
            tests.append((Bounds("hard", least, 21), *more))
        if least_soft:
            named.append(f"soft {least_soft} or more" if least_soft < 21 else "soft 21")
            tests.append((Bounds("soft", least_soft, 21), *more))
        if tests:
            stands.append(Condition(" or ".join(named) + end, tuple(tests)))
    return tuple(first), tuple(stands), tuple(after)


# ---- search


class _HandRows(NamedTuple):
    """Decisions of one moment: their features, and the value of each option times the probability of the decision."""

    features: Features
    values: list[NDArray[np.float64]]

    def search(self, moment: int, most: int) -> list[Lines]:
        """The best lists for this moment."""
        cells = Cells.of(self.features, conditions()[moment])
        found = search(cells, cells.sums([np.rint(each * UNIT).astype(np.int64) for each in self.values]), most)
        return [_plainest(each, cells, moment) for each in found]


def _plainest(found: Lines, cells: Cells, moment: int) -> Lines:
    """The list with the shortest words that decides the same: a line may name hands that an earlier one decided."""
    places = {number: place for place, number in enumerate(cells.names.tolist())}
    free, chosen = np.ones(cells.fitting.shape[1], np.bool_), []
    for option, number in found.chosen:
        decided = cells.fitting[places[number]] & free
        same = cells.names[((cells.fitting & free) == decided).all(axis=1)].tolist()
        chosen.append((option, min(same, key=lambda each: (len(conditions()[moment][each].words), each))))
        free &= ~decided
    return Lines(tuple(chosen), found.value)


def _joined(rows: Sequence[_HandRows]) -> _HandRows:
    features = {name: np.concatenate([each.features[name] for each in rows]) for name in rows[0].features}
    return _HandRows(features, [np.concatenate(each) for each in zip(*(some.values for some in rows), strict=True)])


REFUSED = -10
"""The value of an option that a hand does not have, in wagers: no line with it helps."""


def twenty_one_lines(rules: RuleSet, most: int, engine: Engine = LOCAL) -> list[FoundLines]:
    """The best strategies found of 1, 2, 3 ... lines."""
    terms, full = terms_of(rules), full_shoe(rules)
    ups = [up for up in range(10) if full[up]]
    to_stand = _joined([_hits(terms, full, up) for up in ups]).search(TO_STAND, MOST[TO_STAND])
    after = [Lines((), 0)]
    if terms.rescue:
        after = _joined([_afters(terms, full, up) for up in ups]).search(DOUBLED, MOST[DOUBLED])
    found: dict[int, tuple[int, tuple[Line, ...]]] = {}
    for stands, doubled in product(to_stand, after):
        later = (*_named(TO_STAND, stands), *_named(DOUBLED, doubled))
        rows = _joined([_firsts(terms, full, up, later) for up in ups])
        for first in rows.search(TWO_CARDS, MOST[TWO_CARDS]):
            lines = (*_named(TWO_CARDS, first), *later)
            if 0 < len(lines) <= most and (len(lines) not in found or found[len(lines)][0] < first.value):
                found[len(lines)] = first.value, lines
    edges = {many: FoundLines(lines, lines_edge(terms, full, lines, engine)) for many, (_, lines) in found.items()}
    return [
        min((edges[few] for few in sorted(edges) if few <= many), key=lambda each: each.edge)
        for many in range(1, most + 1)
    ]


def _named(moment: int, lists: Lines) -> tuple[Line, ...]:
    return tuple(Line(moment, option, conditions()[moment][number]) for option, number in lists.chosen)


def _two_card_ways(counts: Counts, one: int, two: int) -> int:
    return counts[one] * (counts[two] - (one == two)) * (1 if one == two else 2)


def _share(terms: Terms, full: Counts, up: int) -> float:
    """The probability of the up card, divided by the weight of all orders of the cards after it and by the scale."""
    shoe = up_strategy(terms, full, up).plays.shoe
    total = sum(shoe.counts)
    return full[up] / sum(full) / (total * (total - 1) * float(shoe.tail(2))) / terms.scale


def _hits(terms: Terms, full: Counts, up: int) -> _HandRows:
    """Hands that may hit or stand, if all hands go on and hit as the best strategy does."""
    plays = up_strategy(terms, full, up).plays
    reached = reached_sets(plays, _starts(plays))
    here = np.flatnonzero((reached > 0) & plays.may_hit & plays.may_stand)
    weight, draws = reached[here] * _share(terms, full, up), plays.draws
    features = features_of(draws.points[here], draws.soft[here], np.zeros(len(here)), up)
    return _HandRows(features, [plays.hit_values[here] * weight, plays.stands[here] * weight])


def _starts(plays: Values) -> dict[Counts, float]:
    """The hands of two cards without 21.5, with the number of their orders."""
    return {
        plus(plus(NONE, one), two): float(ways)
        for one, two in combinations_with_replacement(range(10), 2)
        if not is_pure_pair(one, two) and (ways := _two_card_ways(plays.shoe.counts, one, two))
    }


def _afters(terms: Terms, full: Counts, up: int) -> _HandRows:
    """Hands after a double: all that the best strategy doubles."""
    strategy = up_strategy(terms, full, up)
    plays, reached = strategy.plays, np.zeros(len(strategy.plays.draws.points))
    for (one, two), play in strategy.first.items():
        number = plays.draws.number[plus(plus(NONE, one), two)]
        ways = _two_card_ways(plays.shoe.counts, one, two)
        if play.action == "double" and ways:
            more = plays.draws.more[number]
            reached[more[more >= 0]] += ways * plays.left[number][more >= 0]
    here, draws = np.flatnonzero(reached > 0), plays.draws
    weight = reached[here] * _share(terms, full, up)
    features = features_of(draws.points[here], draws.soft[here], np.zeros(len(here)), up)
    values = [2 * plays.stands[here], terms.gave_up * plays.every[here]]
    if terms.double_double:
        every = np.arange(len(draws.points))
        values.append(plays._next(every, plays.doubled[1][1], 4)[here])
    return _HandRows(features, [each * weight for each in values])


def _firsts(terms: Terms, full: Counts, up: int, later: Sequence[Line]) -> _HandRows:
    """Hands of two cards, whose later decisions follow these lines. Split hands have the best second actions."""
    best = up_strategy(terms, full, up)
    plays = LinePlays(best.plays, later, up)
    on, double = _worth(plays)
    share = _share(terms, full, up)
    rows: list[list[float]] = []
    for one, two in best.first:
        drawn = plus(plus(NONE, one), two)
        number, ways = plays.draws.number[drawn], _two_card_ways(plays.shoe.counts, one, two)
        weight = ways * share
        split = REFUSED * terms.scale * plays.every[number]
        if one == two and ways:
            split = _split_worth(best, later, terms, one, up)
        points, soft = points_of(drawn)
        values = (on[number], double[number], split, terms.surrender * plays.every[number])
        rows.append([points, soft, one + 1 if one == two else 0, *(each * weight for each in values)])
    table = np.array(rows)
    return _HandRows(features_of(table[:, 0], table[:, 1] > 0, table[:, 2], up), list(table[:, 3:].T))


def _worth(plays: LinePlays) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The value of hitting or standing, and of a double, if lines decide what follows."""
    value = plays.stands.copy()
    for here in plays.draws.by_total:
        value[here] = np.where(plays.hits[here], plays._next(here, value, 1), plays.stands[here])
    every, then = np.arange(len(value)), np.zeros(0)
    for times in range(len(plays.doubled), 0, -1):
        after = plays.doubled[times - 1][0]
        rescued = 2 ** (times - 1) * plays.terms.gave_up * plays.every
        again = plays._next(every, then, 2 ** (times + 1)) if len(then) else rescued
        then = np.choose(after, [2**times * plays.stands, rescued, again])
    return value, plays._next(every, then, 2)


def _split_worth(best: UpStrategy, later: Sequence[Line], terms: Terms, pair: int, up: int) -> float:
    """The value of a split whose hands double as the best strategy does, and then follow lines."""
    plays = _SplitPlays(best.split[pair], later, up)
    plays.best = best.split[pair]
    again = SPLITS if pair != ACE or terms.aces_play_on else ONCE
    return float(split_nets(plays, pair, again)[0])


class _SplitPlays(LinePlays):
    """A split hand that doubles as the best strategy does."""

    best: Values

    def two_cards(self, number: int) -> dict[str, Any]:
        """What the best strategy does, if it doubles; else what lines do."""
        known = best_of(self.best.two_cards(number), split_hand=True)
        return {"double": 0} if known[0] == "double" else super().two_cards(number)


def _key(rules: RuleSet) -> str:
    """What the lines depend on."""
    dealer = (repr(dealer_hands(up)) for up in range(10))
    return " ".join((repr(tuple(terms_of(rules))), repr(full_shoe(rules)), *dealer))


def _chart(rules: RuleSet, lines: Sequence[Line]) -> tuple[str, ...]:
    """The chart of the first two cards."""
    return chart_lines(first_actions(terms_of(rules), full_shoe(rules), LinesUp(tuple(lines))))


def lines_cost(rules: RuleSet, strategy: Strategy) -> WagerReport:
    """The exact figures of the game wager under a strategy of lines."""
    if not isinstance(strategy, LinesPlayer):
        raise StrategyError(
            f"{rules.game}: the exact cost is computed for strategies of lines only; `simulate` estimates that of "
            f"{strategy.__name__}"
        )
    terms, full, chosen = terms_of(rules), full_shoe(rules), strategy.up_strategy
    return base_game(rules, with_sample(counted(terms, full, strategy=chosen), terms, full, strategy=chosen))


def lines_game(rules: RuleSet) -> LinesGame:
    """The part of the games of 21.5 that finds strategies of few lines. Only with a rescue, a double may be undone."""
    moments = 3 if terms_of(rules).rescue else 2
    return LinesGame(
        (),
        twenty_one_lines,
        ("With two cards", "Hit or stand", "After a double")[:moments],
        ("hit or stand, as below", "hit", "stand")[:moments],
        (FIRST_MOVES, ("stand on",), ("rescue", "double again"))[:moments],
        _key,
        {
            "or higher": "an ace is the highest up card",
            "soft": "an ace counts eleven; every other hand is hard",
        },
        LinesPlayer,
        _chart,
    )
