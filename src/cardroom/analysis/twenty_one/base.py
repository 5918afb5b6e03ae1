"""The game wager of Pure 21.5 Blackjack and Pure Spanish 21.5 (500 Club) under the best strategy, over all rounds.

Every hand, split hands included, is played by its own cards and the up card. Decisions are made with floats; the weight
of every end under them is then counted in whole numbers. So the edge is the exact edge of this strategy. The hands of a
split share the player-dealer's hand. Of their results together, the average and the average square are counted, so
the variance is exact too. Their distribution is simulated.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import (
    Sample,
    WagerOutcome,
    WagerReport,
    merge_outcomes,
)
from cardroom.analysis.simulation import simulate_terms
from cardroom.analysis.store import find, keep, key_of
from cardroom.analysis.twenty_one.bonus import twenty_one_bonus_report
from cardroom.analysis.twenty_one.chart import chart_lines
from cardroom.analysis.twenty_one.dealer import UnseenCards, dealer_hands
from cardroom.analysis.twenty_one.play import NONE, Terms, is_pure_pair, plus, terms_of
from cardroom.analysis.twenty_one.rounds import Ends, UpStrategies, hand_ends, no_ends, up_strategy
from cardroom.analysis.twenty_one.shoe import ACE, BONUS, NAMES, TOTALS, Counts, full_shoe, without
from cardroom.analysis.twenty_one.splits import ONCE, SPLITS, split_averages
from cardroom.games.banked.pure_21_5 import MOST_DOUBLES, MOST_HANDS, WAGER
from cardroom.games.banked.pure_21_5_pay import PURE, Showdown, settle
from cardroom.rulebook import RuleSet, rule_set

__all__ = ["RoundCounts", "base_game", "counted", "rounds_of", "twenty_one_report", "with_sample"]

METHOD = "21.5 rounds 5"
"""The number is increased if counting gives other results, or in another form."""
SAMPLE_ROUNDS, SAMPLE_SEED = 10_000_000, "splits"
"""The simulated rounds that the distribution of splits comes from, and their seed."""


class RoundCounts(NamedTuple):
    """All rounds by how they end, as weights: numbers of equally likely orders of the cards."""

    pure: int
    """Rounds in which the player alone has 21.5."""
    both_pure: int
    dealer_pure: int
    surrenders: int
    ends: dict[str, Ends]
    """The ends of hands that were not split, by the first action."""
    splits: dict[int, tuple[Any, Any, Any]]
    """By the kind of the pair: the weight of the rounds, their net result (scaled), and the wagers."""
    first: dict[tuple[int, int, int], str]
    """The first action by up card and the two kinds, lower first; empty if it is not stored."""
    squares: dict[int, Fraction] = {}  # noqa: RUF012
    """By the kind of the pair: the average square of the net result (scaled twice)."""
    sample: dict[int, int] = {}  # noqa: RUF012
    """Simulated rounds with a split, by their net result (scaled)."""

    @property
    def weight(self) -> Any:
        """The weight of all rounds."""
        ends = sum(each.weight for each in self.ends.values())
        splits = sum(weight for weight, _, _ in self.splits.values())
        return self.pure + self.both_pure + self.dealer_pure + self.surrenders + ends + splits

    def net(self, terms: Terms) -> Any:
        """The net result of all rounds, scaled."""
        single = self.pure * terms.pure + self.both_pure * terms.both_pure + self.dealer_pure * terms.dealer_pure
        ends = sum(each.net(terms) for each in self.ends.values())
        return single + self.surrenders * terms.surrender + ends + sum(net for _, net, _ in self.splits.values())


def counted(terms: Terms, full: Counts, engine: Engine = LOCAL, strategy: UpStrategies = up_strategy) -> RoundCounts:
    """All rounds of one player from a full shoe, under the best strategy or another one."""
    pure = both_pure = dealer_pure = surrenders = 0
    ends: dict[str, Ends] = {}
    splits: dict[int, list[Any]] = {}
    squares: Counter[int] = Counter()
    tasks = [(terms, full, up, strategy) for up in range(10) if full[up]]
    for each in engine.map("21.5: hands against every up card", _counted, tasks):
        pure, both_pure = pure + each.pure, both_pure + each.both_pure
        dealer_pure, surrenders = dealer_pure + each.dealer_pure, surrenders + each.surrenders
        for action, some in each.ends.items():
            known = ends.setdefault(action, Ends(Counter(), Counter(), Counter(), Counter()))
            for total, more in zip(known, some, strict=True):
                total.update(more)  # type: ignore[attr-defined]
        for pair, figures in each.splits.items():
            splits[pair] = [sum(two) for two in zip(splits.get(pair, (0, 0, 0)), figures, strict=True)]
            squares[pair] += each.squares[pair] * figures[0]
    known_splits = {pair: (each[0], each[1], each[2]) for pair, each in sorted(splits.items())}
    averages = {pair: squares[pair] / each[0] for pair, each in known_splits.items()}
    first = first_actions(terms, full, strategy)
    return RoundCounts(pure, both_pure, dealer_pure, surrenders, ends, known_splits, first, averages)


def _counted(task: tuple[Terms, Counts, int, UpStrategies]) -> RoundCounts:
    """All rounds with one up card."""
    terms, full, up, chosen = task
    counts, strategy = without(full, up), chosen(terms, full, up)
    shoe = strategy.plays.shoe
    shoe = UnseenCards(shoe.counts, up, shoe.length, exact=True)
    every = shoe.tail(2)
    pure = both_pure = dealer_pure = surrenders = 0
    begin: dict[str, dict[Counts, tuple[str, Any]]] = {}
    splits: dict[int, tuple[Any, Any, Any]] = {}
    squares: dict[int, Fraction] = {}
    for one in range(10):
        for two in range(one, 10):
            drawn = plus(plus(NONE, one), two)
            # The up card is one of its kind, then the player's two come in either order.
            ways = full[up] * counts[one] * (counts[two] - (one == two)) * (1 if one == two else 2)
            if not ways:
                continue
            others = shoe.futures(np.array([drawn]))[0].item()
            if is_pure_pair(one, two):
                pure, both_pure = pure + ways * others, both_pure + ways * (every - others)
                continue
            dealer_pure += ways * (every - others)
            play = strategy.first[one, two]
            if play.action == "surrender":
                surrenders += ways * others
            elif play.action == "split":
                cases = SPLITS if play.again else ONCE
                wagers, net, squares[one] = split_averages(strategy.split[one], one, cases)
                splits[one] = ways * others, int(net * ways * others), int(wagers * ways * others)
            else:
                begin.setdefault(play.action, {})[drawn] = play.action, ways
    ends = {action: hand_ends(strategy.plays, hands, shoe) for action, hands in begin.items()}
    return RoundCounts(pure, both_pure, dealer_pure, surrenders, ends, splits, {}, squares)


def with_sample(
    known: RoundCounts, terms: Terms, full: Counts, engine: Engine = LOCAL, strategy: UpStrategies = up_strategy
) -> RoundCounts:
    """The counts with simulated rounds that have a split."""
    nets = simulate_terms(terms, full, SAMPLE_ROUNDS, SAMPLE_SEED, engine, strategy=strategy).nets
    return known._replace(
        sample={int(net * terms.scale): many for (action, net), many in sorted(nets.items()) if action == "split"}
    )


def first_actions(terms: Terms, full: Counts, strategy: UpStrategies = up_strategy) -> dict[tuple[int, int, int], str]:
    """The first action by up card and the two kinds, lower first."""
    ups = [up for up in range(10) if full[up]]
    return {(up, *hand): play.action for up in ups for hand, play in strategy(terms, full, up).first.items()}


@lru_cache(maxsize=16)
def rounds_of(terms: Terms, full: Counts, engine: Engine = LOCAL) -> RoundCounts:
    """All rounds: stored, or counted now."""
    key = rounds_key(terms, full)
    numbers = find(key, list[int])
    if numbers is None:
        numbers = as_numbers(with_sample(counted(terms, full, engine), terms, full, engine))
        keep(key, numbers)
    return from_numbers(numbers)


def rounds_key(terms: Terms, full: Counts) -> str:
    """The key of a count: the terms, the shoe, the player-dealer's hands and the simulated rounds."""
    dealer = (repr(dealer_hands(up)) for up in range(10))
    return key_of(METHOD, f"{SAMPLE_ROUNDS} {SAMPLE_SEED}", repr(tuple(terms)), repr(full), *dealer)


def as_numbers(known: RoundCounts) -> list[int]:
    """The counts as one list, divided by their common divisor."""
    rows = [[0, 0, 0, 0, 0, known.pure, known.both_pure, known.dealer_pure, known.surrenders]]
    for place, action in enumerate(ACTIONS):
        if ends := known.ends.get(action):
            rows += [[1, place, *key, weight, 0, 0, 0] for key, weight in ends.shown.items()]
            for row, counts in enumerate((ends.busts, ends.pushed_busts, ends.rescues), 2):
                rows += [[row, place, wagers, 0, 0, weight, 0, 0, 0] for wagers, weight in counts.items()]
    rows += [[5, pair, 0, 0, 0, *figures, 0] for pair, figures in known.splits.items()]
    divisor = gcd(*(number for row in rows for number in row[-WEIGHTS:]))
    whole = [
        number // divisor if place >= WIDTH - WEIGHTS else number for row in rows for place, number in enumerate(row)
    ]
    ups = sorted({up for up, _, _ in known.first})
    further = [(6, up, 0, 0, 0, _packed(known.first, up), 0, 0, 0) for up in ups]
    further += [(8, pair, 0, 0, 0, *each.as_integer_ratio(), 0, 0) for pair, each in known.squares.items()]
    further += [(7, 0, net, 0, 0, many, 0, 0, 0) for net, many in known.sample.items()]
    return whole + [number for row in further for number in row]


def _packed(first: dict[tuple[int, int, int], str], up: int) -> int:
    """The first actions against an up card as the digits of one number, one for each pair of kinds; 0 for none."""
    number = 0
    for one, two in PAIRS:
        number = number * 10 + (FIRST.index(first[up, one, two]) + 1 if (up, one, two) in first else 0)
    return number


def _unpacked(number: int, up: int) -> dict[tuple[int, int, int], str]:
    """Undo `_packed`."""
    digits = f"{number:0{len(PAIRS)}}"
    return {(up, *pair): FIRST[int(digit) - 1] for pair, digit in zip(PAIRS, digits, strict=True) if digit != "0"}


def from_numbers(numbers: list[int]) -> RoundCounts:
    """Undo `as_numbers`."""
    single, ends, splits = [0] * 4, dict[str, Ends](), dict[int, tuple[Any, Any, Any]]()
    first, sample, squares = dict[tuple[int, int, int], str](), dict[int, int](), dict[int, Fraction]()
    for start in range(0, len(numbers), WIDTH):
        kind, place, *rest = numbers[start : start + WIDTH]
        if kind == 0:
            single = rest[-4:]
        elif kind == 5:
            splits[place] = (rest[3], rest[4], rest[5])
        elif kind == 6:
            first |= _unpacked(rest[3], place)
        elif kind == 7:
            sample[rest[0]] = rest[3]
        elif kind == 8:
            squares[place] = Fraction(rest[3], rest[4])
        else:
            known = ends.setdefault(ACTIONS[place], no_ends())
            if kind == 1:
                known.shown[rest[0], rest[1], rest[2]] = rest[3]
            else:
                (known.busts, known.pushed_busts, known.rescues)[kind - 2][rest[0]] = rest[3]
    pure, both_pure, dealer_pure, surrenders = single
    return RoundCounts(pure, both_pure, dealer_pure, surrenders, ends, splits, first, squares, sample)


ACTIONS = ("stand", "hit", "double")
FIRST = (*ACTIONS, "surrender", "split")
PAIRS = [*combinations_with_replacement(range(10), 2)]
"""The kinds of two cards, lower first."""
WIDTH = 9
"""The numbers of a row: what it is about, four numbers that say of what, and weights."""
WEIGHTS = 4
SHIPPED: tuple[tuple[str, range, dict[str, Any]], ...] = (
    ("pure-21.5-blackjack", range(1, 9), {}),
    ("pure-spanish-21.5", range(4, 9), {"match_the_dealer": False}),
)
"""The shoes whose counts ship with the package: every legal number of decks."""


def shipped_counts(rules: RuleSet, engine: Engine = LOCAL) -> None:
    """Make the counts that ship with the package: all legal shoes of the game."""
    for slug, packs, house in SHIPPED:
        for many in packs if slug == rules.game else ():
            chosen = rule_set(slug, packs=many, **house)
            rounds_of.__wrapped__(terms_of(chosen), full_shoe(chosen), engine)


def base_game(rules: RuleSet, known: RoundCounts) -> WagerReport:
    """The report of the game wager."""
    terms, label = terms_of(rules), rules.wager[WAGER].label
    first = known.first or first_actions(terms, full_shoe(rules))
    outcomes = list(_outcomes(rules, known))
    for pair, (weight, net, wagered) in known.splits.items():
        name = {ACE: "aces", BONUS: "Bonus cards"}.get(pair, f"{NAMES[pair]}s")
        average, square = Fraction(net, weight * terms.scale), known.squares[pair] / terms.scale**2
        line, wagers = f"split {name}, on average", Fraction(wagered, weight)
        outcomes.append(WagerOutcome(line, average, weight, "", wagers, "split", square=square))
    return WagerReport(
        WAGER,
        label,
        label,
        merge_outcomes(outcomes),
        strategy=chart_lines(first),
        note=NOTE,
        sample=_sample(terms, known) if known.splits else None,
    )


def _sample(terms: Terms, known: RoundCounts) -> Sample:
    """The simulated results of splits, and the worst and best result by the rules."""
    nets = tuple((Fraction(net, terms.scale), many) for net, many in known.sample.items())
    return Sample(nets, SAMPLE_ROUNDS, SAMPLE_SEED, *extremes(terms))


def extremes(terms: Terms) -> tuple[Fraction, Fraction]:
    """The worst and the best net result of a round by the rules: all hands of a split, each doubled."""
    wagers = MOST_HANDS * 2 ** (MOST_DOUBLES if terms.double_double else 1)
    return Fraction(wagers * terms.bust, terms.scale), Fraction(wagers * max(map(max, terms.stand)), terms.scale)


NOTE = f"""\
For one player, the first round of a full shoe, and every hand played by its own cards and the up card. A bank that \
covers all wagers has the same edge. Each split is counted with its average result and its average square, so edge and \
variance are exact. Hit frequency and net results are estimates: the results of splits come from {SAMPLE_ROUNDS:,} \
simulated rounds."""


def _outcomes(rules: RuleSet, known: RoundCounts) -> Iterator[WagerOutcome]:
    def outcome(hand: Showdown, weight: int, wagers: int, decision: str, lost: int = 0) -> WagerOutcome:
        payoff = settle(rules, WAGER, hand)
        net = payoff.unit * (lost or wagers)
        return WagerOutcome(payoff.line, net, weight, str(payoff.odds or ""), Fraction(wagers), decision)

    yield outcome(Showdown(PURE, 20), known.pure, 1, "")
    yield outcome(Showdown(PURE, PURE), known.both_pure, 1, "")
    yield outcome(Showdown(20, PURE), known.dealer_pure, 1, "")
    yield outcome(Showdown(gave_up="surrender"), known.surrenders, 1, "surrender")
    for action, ends in known.ends.items():
        for (wagers, total, result), weight in ends.shown.items():
            yield outcome(Showdown(total, (*TOTALS, 22)[result]), weight, wagers, action)
        for wagers, weight in ends.busts.items():
            yield outcome(Showdown(22, 20), weight, wagers, action)
        for wagers, weight in ends.pushed_busts.items():
            yield outcome(Showdown(22, 24, 3, three_eights=True), weight, wagers, action)
        for wagers, weight in ends.rescues.items():
            yield outcome(Showdown(gave_up="rescue"), weight, wagers, action, wagers // 2)


def twenty_one_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The game wager and the bonus bets, from a full shoe of the decks in force."""
    known = rounds_of(terms_of(rules), full_shoe(rules))
    return base_game(rules, known), *twenty_one_bonus_report(rules, engine)
