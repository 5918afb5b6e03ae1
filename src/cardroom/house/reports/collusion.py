"""Signals of collusion at poker, from the books, for each pair of players who were dealt in together.

They say how many chips went from one to the other, how aggressively the two played each other, and how often they drove
out a third player (GLI-19 v3.0, A.8.1). These are figures, not verdicts. Each is compared with the usual value in
standard errors, and a pair gets a signal from three standard errors on. By each figure, about one honest pair in seven
hundred does.

- **Chips passed**: a loser's chips go to the winners of the hand in proportion to their wins. Honest players win and
  lose equally against each other, so the expected value is zero. The error is measured from the hands themselves.
- **Soft play**: the share of bets and raises among decisions with one opponent left, against each other and, by the
  same two players, against everyone else.
- **Best hand play**: hands in which both raised against a third player, the third folded, and then one of the two
  folded. Compared with how often other pairs do so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import sqrt

import msgspec

from cardroom.games.declarations import find
from cardroom.house.books import Books, is_table
from cardroom.house.tables import entry_of
from cardroom.play.table import Answered, RoundEnded, RoundStarted, RoundVoided

__all__ = ["LEAST", "NOTABLE_SIGNAL", "Pair", "PokerHand", "hands", "pairs"]

LEAST = 20
"""The fewest hands or decisions for which a figure is meaningful."""
NOTABLE_SIGNAL = 3.0
"""Standard errors from which a figure is a signal."""

_BETS = ("bet", "raise")
_DECISIONS = ("bet", "raise", "call", "check", "fold")


class PokerHand(msgspec.Struct, frozen=True):
    """A hand of poker: the result of each player in cents, and all actions in order."""

    net: dict[str, int]
    acts: tuple[tuple[str, str], ...]


class Pair(msgspec.Struct):
    """The figures of two players."""

    players: tuple[str, str]
    hands: int = 0
    """Hands in which both were dealt in."""
    passed: int = 0
    """Net cents that went from the first to the second."""
    passed_z: float = 0
    alone: int = 0
    """Decisions of either player with only the other one left."""
    bets: int = 0
    """How many of these were bets or raises."""
    usual: float | None = None
    """The share of bets and raises when the one opponent left is someone else."""
    bets_z: float = 0
    squeezes: int = 0
    squeezes_z: float = 0
    signals: tuple[str, ...] = ()


def hands(books: Books, since: int = 0, until: int | None = None) -> Iterator[PokerHand]:
    """All hands of poker that ended in a period, given in microseconds since 1970."""
    for book in books.heads():
        opening: RoundStarted | None = None
        acts: list[tuple[str, str]] = []
        for entry in books.entries(book, books.number_at(book, since)) if is_table(book) else ():
            if until is not None and entry.at >= until:
                break
            match entry_of(books.plaintext(book, entry)):
                case RoundStarted() as opening:
                    acts = []
                case Answered(answer) if opening:
                    who = next((spot.bettor for spot in opening.opening.spots if spot.id == answer.spot), "")
                    acts.append((who, answer.action))
                case RoundVoided():
                    opening = None
                case RoundEnded(outcome) if opening:
                    if _is_poker(opening.opening.script) and entry.at >= since:
                        dealt = [spot.bettor for spot in opening.opening.spots]
                        yield PokerHand({who: outcome.net.get(who, 0) for who in dealt}, tuple(acts))
                    opening = None


@lru_cache(maxsize=64)
def _is_poker(version: str) -> bool:
    """Whether a script, as records name it, plays poker. Only there do players bet against each other."""
    declared = find(version.partition("/")[0])
    return declared is not None and bool(declared.structure)


def pairs(hands: Iterator[PokerHand] | Sequence[PokerHand]) -> list[Pair]:
    """The figures of each pair of players who played together, pairs with signals first.

    >>> dumped = PokerHand({"ann": -900, "bob": 1000, "cy": -100}, (("cy", "fold"), ("ann", "call"), ("bob", "check")))
    >>> first = pairs([dumped] * 40)[0]
    >>> first.players, first.passed, first.signals
    (('ann', 'bob'), 36000, ('chips passed',))
    """
    by_names: dict[tuple[str, str], Pair] = {}
    squares: defaultdict[tuple[str, str], int] = defaultdict(int)
    """By pair: the sum of the squares of what each hand moved."""
    single: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    """By player: decisions with one opponent left, and the bets among them."""
    for hand in hands:
        for names in combinations(sorted(hand.net), 2):
            pair = by_names.setdefault(names, Pair(names))
            moved = _cents_passed(hand.net, *names)
            pair.hands += 1
            pair.passed += moved
            squares[names] += moved * moved
            pair.squeezes += _is_squeeze(hand, names)
        for names, who, bets in _one_left(hand):
            by_names[names].alone += 1
            by_names[names].bets += bets
            single[who][0] += 1
            single[who][1] += bets
    all_hands, all_squeezes = (sum(getattr(each, name) for each in by_names.values()) for name in ("hands", "squeezes"))
    for names, pair in by_names.items():
        pair.passed_z = pair.passed / sqrt(squares[names]) if squares[names] else 0.0
        _judge(pair, single, all_hands - pair.hands, all_squeezes - pair.squeezes)
    return sorted(by_names.values(), key=lambda each: (-len(each.signals), -abs(each.passed_z), each.players))


def _cents_passed(net: dict[str, int], one: str, other: str) -> int:
    """Cents that went from one player to the other, negative for the other direction."""
    won = sum(cents for cents in net.values() if cents > 0)
    if net[one] * net[other] >= 0:
        return 0
    loser, winner = (one, other) if net[one] < 0 else (other, one)
    cents = round(-net[loser] * net[winner] / won)
    return cents if loser == one else -cents


def _one_left(hand: PokerHand) -> Iterator[tuple[tuple[str, str], str, bool]]:
    """Decisions with two players left in the hand: the two, the one who decided, and whether it was a bet or raise."""
    left = set(hand.net)
    for who, action in hand.acts:
        if len(left) == 2 and who in left and action in _DECISIONS:
            one, other = sorted(left)
            yield (one, other), who, action in _BETS
        if action == "fold":
            left.discard(who)


def _is_squeeze(hand: PokerHand, names: tuple[str, str]) -> bool:
    """Whether both raised, a third player folded after that, and then one of the two folded."""
    raised: set[str] = set()
    left, third = set(hand.net), False
    for who, action in hand.acts:
        if action in _BETS and len(left) > 2:
            raised.add(who)
        if action == "fold":
            left.discard(who)
            both = raised.issuperset(names)
            if both and who in names:
                return third and len(left) == 1
            third |= both
    return False


def _judge(pair: Pair, single: dict[str, list[int]], hands: int, squeezes: int) -> None:
    """Compare a pair with the usual values and set its signals."""
    signals = []
    if pair.hands >= LEAST and abs(pair.passed_z) >= NOTABLE_SIGNAL:
        signals.append("chips passed")
    decisions = sum(single[who][0] for who in pair.players) - pair.alone
    bets = sum(single[who][1] for who in pair.players) - pair.bets
    if decisions:
        pair.usual = bets / decisions
    if min(decisions, pair.alone) >= LEAST:
        overall = (bets + pair.bets) / (decisions + pair.alone)
        error = sqrt(overall * (1 - overall) * (1 / decisions + 1 / pair.alone))
        pair.bets_z = (pair.bets / pair.alone - bets / decisions) / error if error else 0.0
        if pair.bets_z <= -NOTABLE_SIGNAL:
            signals.append("soft play")
    if min(hands, pair.hands) >= LEAST:
        share = (squeezes + 1) / (hands + 2)  # never zero, so that the first such hand at all is not a signal by itself
        pair.squeezes_z = (pair.squeezes - share * pair.hands) / sqrt(pair.hands * share * (1 - share))
        if pair.squeezes_z >= NOTABLE_SIGNAL and pair.squeezes >= 5:
            signals.append("best hand play")
    pair.signals = tuple(signals)
