"""Signals of collusion at poker, from the books: for each two who were dealt in together, what went from one to the
other, how hard they played each other, and how often they drove a third out between them (GLI-19 v3.0, A.8.1).

These are figures and no verdicts. Each is held against what is usual, in standard errors, and a pair is named from
three of them on: of honest pairs about one in seven hundred is, by each figure.

- **Chips passed**: a loser's chips go to the winners of the hand by their shares. Who plays honestly loses to somebody
  in one hand and wins in another; the expectation is nothing, and the error is that of the hands themselves.
- **Soft play**: of the decisions with one opponent left, how many were bets or raises, against each other and, by the
  same two, against everybody else.
- **Best hand play**: hands in which both raised while a third was in, the third gave up, and then one of the two did;
  against how often other pairs do so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import sqrt

import msgspec

from cardroom.games.declarations import find
from cardroom.house.books import Books
from cardroom.house.entries import entry_of
from cardroom.house.values import is_table
from cardroom.play.log import Answered, RoundEnded, RoundStarted, RoundVoided

__all__ = ["FIGURES", "LEAST", "NOTABLE", "Pair", "PokerHand", "hands", "pairs"]

LEAST = 20
"""Hands, or decisions, before a figure says anything."""
NOTABLE = 3.0
"""Standard errors from which on a figure is a signal."""

_BETS = ("bet", "raise")
_DECISIONS = ("bet", "raise", "call", "check", "fold")


class PokerHand(msgspec.Struct, frozen=True):
    """A hand of poker: what everybody who was dealt in is better off by, and what they did, in order."""

    net: dict[str, int]
    acts: tuple[tuple[str, str], ...]


class Pair(msgspec.Struct):
    """Two players."""

    players: tuple[str, str]
    hands: int = 0
    """In which both were dealt in."""
    passed: int = 0
    """Cents that went from the first to the second, less those that came back."""
    passed_z: float = 0
    alone: int = 0
    """Decisions of either with only the other left ..."""
    bets: int = 0
    """... and how many of these were bets or raises ..."""
    usual: float | None = None
    """... and which share is so with one other opponent left."""
    bets_z: float = 0
    squeezes: int = 0
    squeezes_z: float = 0
    signals: tuple[str, ...] = ()
    _squares: float = 0


FIGURES = tuple(name for name in Pair.__struct_fields__ if not name.startswith("_"))
"""What is told of a pair."""


def hands(books: Books, since: int = 0, until: int | None = None) -> Iterator[PokerHand]:
    """Every hand of poker that was played to its end, of a time in microseconds since 1970."""
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
    """Whether a script, as records name it, plays poker: only there do players bet against each other."""
    declared = find(version.partition("/")[0])
    return declared is not None and bool(declared.structure)


def pairs(played: Iterator[PokerHand] | Sequence[PokerHand]) -> list[Pair]:
    """What is to be said of each two who have played together, those with signals first.

    >>> dumped = PokerHand({"ann": -900, "bob": 1000, "cy": -100}, (("cy", "fold"), ("ann", "call"), ("bob", "check")))
    >>> first = pairs([dumped] * 40)[0]
    >>> first.players, first.passed, first.signals
    (('ann', 'bob'), 36000, ('chips passed',))
    """
    found: dict[tuple[str, str], Pair] = {}
    single: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    """Decisions of each player with one opponent left, and the bets among them."""
    for hand in played:
        for names in combinations(sorted(hand.net), 2):
            pair = found.setdefault(names, Pair(names))
            moved = _passed(hand.net, *names)
            pair.hands += 1
            pair.passed += moved
            pair._squares += moved * moved
            pair.squeezes += _squeezed(hand, names)
        for names, who, bets in _one_left(hand):
            found[names].alone += 1
            found[names].bets += bets
            single[who][0] += 1
            single[who][1] += bets
    all_hands, all_squeezes = (sum(getattr(each, name) for each in found.values()) for name in ("hands", "squeezes"))
    for pair in found.values():
        _judge(pair, single, all_hands - pair.hands, all_squeezes - pair.squeezes)
    return sorted(found.values(), key=lambda each: (-len(each.signals), -abs(each.passed_z), each.players))


def _passed(net: dict[str, int], one: str, other: str) -> int:
    """Cents from one to the other, or less than nothing the other way."""
    won = sum(cents for cents in net.values() if cents > 0)
    if net[one] * net[other] >= 0:
        return 0
    loser, winner = (one, other) if net[one] < 0 else (other, one)
    cents = round(-net[loser] * net[winner] / won)
    return cents if loser == one else -cents


def _one_left(hand: PokerHand) -> Iterator[tuple[tuple[str, str], str, bool]]:
    """Decisions with two left in the hand: which two, whose, and whether it was a bet or raise."""
    left = set(hand.net)
    for who, action in hand.acts:
        if len(left) == 2 and who in left and action in _DECISIONS:
            one, other = sorted(left)
            yield (one, other), who, action in _BETS
        if action == "fold":
            left.discard(who)


def _squeezed(hand: PokerHand, names: tuple[str, str]) -> bool:
    """Whether both raised, a third gave up after that, and then one of the two gave up to the other."""
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
    """Hold a pair against what is usual."""
    signals = []
    if pair._squares:
        pair.passed_z = pair.passed / sqrt(pair._squares)
    if pair.hands >= LEAST and abs(pair.passed_z) >= NOTABLE:
        signals.append("chips passed")
    decisions = sum(single[who][0] for who in pair.players) - pair.alone
    bets = sum(single[who][1] for who in pair.players) - pair.bets
    if decisions:
        pair.usual = bets / decisions
    if min(decisions, pair.alone) >= LEAST:
        whole = (bets + pair.bets) / (decisions + pair.alone)
        error = sqrt(whole * (1 - whole) * (1 / decisions + 1 / pair.alone))
        pair.bets_z = (pair.bets / pair.alone - bets / decisions) / error if error else 0.0
        if pair.bets_z <= -NOTABLE:
            signals.append("soft play")
    if min(hands, pair.hands) >= LEAST:
        share = (squeezes + 1) / (hands + 2)  # never none: who does first what nobody did is not at once suspect
        pair.squeezes_z = (pair.squeezes - share * pair.hands) / sqrt(pair.hands * share * (1 - share))
        if pair.squeezes_z >= NOTABLE and pair.squeezes >= 5:
            signals.append("best hand play")
    pair.signals = tuple(signals)
