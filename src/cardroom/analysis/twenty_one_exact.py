"""Exact values of hands of 21.5 under decisions that are already made, in milliseconds.

Every result of a hand counts orders of the next cards: a small number for the cards that decide it, times the number of
orders of all others (`UnseenCards.tail`), which depends only on how many cards were drawn and, after a split, on how
many of them are of the pair. So results are summed by these two numbers first, and multiplied once at the end. Only the
sets of cards that the decisions reach are followed.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.twenty_one_play import NONE, Draws, Terms, Values, plus, values_of
from cardroom.analysis.twenty_one_rounds import SplitCase, second_action
from cardroom.analysis.twenty_one_shoe import (
    ACE,
    BONUS,
    EIGHT,
    LONGEST,
    Counts,
    UnseenCards,
    falling,
    standing_sums,
)

__all__ = ["HandValues", "TailSums", "hand_sums", "hand_values", "is_close", "split_nets", "total_of"]

TailSums = dict[tuple[int, int], int]
"""Net results by the number of cards drawn and of those of one kind among them, without the orders of other cards."""
CLOSE = 1e-9
"""Two options whose values differ by less, in wagers, are compared exactly. Floats are correct to about 1e-14."""


class HandValues(NamedTuple):
    """The exact values of a hand as it is, with the attributes of `Values`, for this hand and the next card alone."""

    terms: Terms
    shoe: UnseenCards
    draws: Draws
    stands: Mapping[int, Any]
    every: Mapping[int, Any]
    bust: Mapping[tuple[int, int], Any]
    left: Mapping[tuple[int, int], Any]
    options: dict[str, Any]

    def two_cards(self, _: int) -> dict[str, Any]:
        """The values of standing, hitting and surrendering."""
        return self.options


def hand_values(terms: Terms, counts: Counts, up: int, start: Counts) -> Values | HandValues:
    """The exact values of a hand against an up card, from unseen cards.

    Floats decide what the hand does after the next card, unless two options are too close or doubles can be repeated.
    """
    plays = values_of(terms, counts, up, start)
    if terms.double_double or is_close(plays):
        return values_of(terms, counts, up, start, exact=True)
    shoe, draws = UnseenCards(counts, up, plays.shoe.length, exact=True), plays.draws
    here = draws.number[NONE]
    numbers = np.array([here, *(more for more in draws.more_rows[here] if more >= 0)])
    nets = np.array(terms.stand, np.int64).astype(object)[draws.points[numbers]]
    stands = dict(zip(numbers.tolist(), (shoe.results(draws.gone[numbers]) * nets.T).sum(axis=0), strict=True))
    every = dict(zip(numbers.tolist(), shoe.futures(draws.gone[numbers])[0], strict=True))
    all_kinds, eights = shoe.futures(np.eye(10, dtype=np.int64))
    bust = {(here, kind): (all_kinds[kind] - eights[kind]) * terms.bust for kind in range(10)}
    left = {(here, kind): many for kind, many in enumerate(counts)}
    options = {"stand": stands[here]} if plays.may_stand[here] else {}
    if plays.may_hit[here]:
        [sums] = hand_sums(plays, counts, -1, {NONE: ("hit", 1)})
        options["hit"] = total_of(sums, shoe)
    options["surrender"] = terms.surrender * every[here]
    return HandValues(terms, shoe, draws, stands, every, bust, left, options)


def is_close(plays: Values) -> bool:
    """Whether floats cannot tell which of two options is better somewhere."""
    unit = plays.every * plays.terms.scale * CLOSE
    choice = plays.may_hit & plays.may_stand & (plays.every > 0)
    close = choice & (np.abs(plays.hit_values - plays.stands) <= unit)
    if plays.terms.rescue:
        given_up = plays.terms.gave_up * plays.every
        close |= (plays.every > 0) & (np.abs(2 * plays.stands - given_up) <= unit)
    return bool(close.any())


def hand_sums(plays: Values, counts: Counts, never: int, *begin: Mapping[Counts, tuple[str, int]]) -> list[TailSums]:
    """The net results of hands that begin with an action, by the cards drawn, with the weight of the draws.

    `plays` decides. The cards come from a shoe with these counts. `never` is the kind that is counted apart, or -1.
    There is a result for each of `begin`.
    """
    walks = [_HandWalk(plays, counts, never) for _ in begin]
    for walk, each in zip(walks, begin, strict=True):
        walk.play(each)
    numbers = np.array(sorted(set().union(*(walk.stood for walk in walks))), np.int64)
    if len(numbers):
        nets = np.array(plays.terms.stand, np.int64)[plays.draws.points[numbers]]
        weights = [[walk.stood[number] for number in numbers.tolist()] for walk in walks]
        stood = standing_sums(counts, plays.shoe.up, never, plays.draws.gone[numbers], nets, weights)
        for walk, sums in zip(walks, stood, strict=True):
            for place, net in sums.items():
                walk.sums[place] += net
    return [walk.sums for walk in walks]


def total_of(sums: TailSums, shoe: UnseenCards) -> int:
    """The weighted net result, scaled, if these cards are unseen."""
    if not shoe.hidden:
        return sum(int(shoe.tail(drawn, 0)) * net for (drawn, _), net in sums.items())
    return sum(int(shoe.tail(drawn, never)) * net for (drawn, never), net in sums.items())


def split_nets(plays: Values, pair: int, up: int, *several: tuple[SplitCase, ...]) -> list[int]:
    """The weighted net result of all hands of a split, for several ways to split again.

    `plays` starts with one card of the pair.
    """
    known: dict[int, tuple[TailSums, TailSums]] = {}
    return [_split_net(plays, pair, up, cases, known) for cases in several]


def _split_net(
    plays: Values, pair: int, up: int, cases: tuple[SplitCase, ...], known: dict[int, tuple[TailSums, TailSums]]
) -> int:
    net, counts = 0, plays.shoe.counts
    for case in cases:
        ways = falling(counts[pair], case.extra) * case.ways
        left = list(counts)
        left[pair] = max(left[pair] - case.extra, 0)
        if not ways:
            continue
        if case.extra not in known:
            begin = {
                plus(NONE, kind): (second_action(plays, pair, kind), many) for kind, many in enumerate(left) if many
            }
            paired = {plus(NONE, pair): begin.pop(plus(NONE, pair))} if left[pair] else {}
            one, two = hand_sums(plays, tuple(left), pair, begin, paired)
            known[case.extra] = one, two
        others, pairs = known[case.extra]
        for other, hands in ((True, case.other), (False, case.hands - case.other)):
            if hands:
                hidden = case.other - other
                shoe = UnseenCards(tuple(left), up, plays.shoe.length - case.extra, hidden, pair, exact=True)
                net += ways * hands * (total_of(others, shoe) + (0 if other else total_of(pairs, shoe)))
    return net


class _HandWalk:
    """Follows hands from card to card. All weights are whole numbers."""

    def __init__(self, plays: Values, counts: Counts, never: int) -> None:
        self.plays, self.counts, self.never = plays, counts, never
        self.sums: TailSums = defaultdict(int)
        self.stood: Counter[int] = Counter()
        """By set of cards: the weight of hands that stand, times their wagers."""
        self._gone, self._more = plays.draws.gone_rows, plays.draws.more_rows

    def play(self, begin: Mapping[Counts, tuple[str, int]]) -> None:
        """Play hands to their end. A set has more cards than those before it, so smaller ones come first."""
        plays, hitting = self.plays, list[dict[int, int]]([defaultdict(int) for _ in range(LONGEST + 2)])
        for drawn, (action, weight) in begin.items():
            number = plays.draws.number[drawn]
            if action == "stand":
                self.stood[number] += weight
            elif action == "double":
                for more, many in self.draw(number, weight, 2):
                    if plays.doubled[0][0][more]:
                        self._add_future(self._gone[more], many * plays.terms.gave_up, with_eights=True)
                    else:
                        self.stood[more] += 2 * many
            else:
                hitting[sum(drawn)][number] += weight
        hits = plays.hits.tolist()
        for size, hands in enumerate(hitting):
            for number, weight in hands.items():
                for more, many in self.draw(number, weight, 1):
                    if hits[more]:
                        hitting[size + 1][more] += many
                    else:
                        self.stood[more] += many

    def draw(self, number: int, weight: int, wagers: int) -> list[tuple[int, int]]:
        """Give a hand another card: the sets that it can become, with their weights. Busts end."""
        gone, become = self._gone[number], []
        for kind, more in enumerate(self._more[number]):
            many = weight * max(self.counts[kind] - gone[kind], 0)
            if many and more >= 0:
                become.append((more, many))
            elif many:
                busted = [*gone[:kind], gone[kind] + 1, *gone[kind + 1 :]]
                self._add_future(busted, many * wagers * self.plays.terms.bust, with_eights=False)
        return become

    def _add_future(self, gone: list[int], net: int, *, with_eights: bool) -> None:
        """Add a result for all that can follow: without 21.5, and if asked for, without three eights."""
        up, size = self.plays.shoe.up, sum(gone)
        never = gone[self.never] if self.never >= 0 else 0
        self.sums[size, never] += net
        pure = {ACE: BONUS, BONUS: ACE}.get(up)
        if pure is not None:
            self.sums[size + 1, never + (self.never == pure)] -= net * max(self.counts[pure] - gone[pure], 0)
        if up == EIGHT and not with_eights:
            left = max(self.counts[EIGHT] - gone[EIGHT], 0)
            self.sums[size + 2, never + 2 * (self.never == EIGHT)] -= net * left * max(left - 1, 0)
