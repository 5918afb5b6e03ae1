"""The points that one hand wins from another in Face-Up Chinese Poker (500 Club, GEGR-002034).

Pure functions of two hands and the pay tables, by the parts of the chapter: Foul Hand, Point System, Bonus System,
Clean Sweep, Fantasy Land. The script moves the chips.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from cardroom.cards import UNKNOWN, Card
from cardroom.play import Score, Scored, View, hand_of
from cardroom.play.round import Marked
from cardroom.rankings import chinese, high, strength
from cardroom.rankings.base import plural
from cardroom.rulebook import RuleSet

__all__ = [
    "FIVE_LINES",
    "FRONT_LINES",
    "LINES",
    "RANKINGS",
    "SEGMENTS",
    "ChineseHand",
    "Won",
    "enters",
    "line",
    "pays",
    "points_text",
    "scores",
    "segments",
    "stays",
    "sweep",
    "sweep_marker",
]

SEGMENTS = {"front": 3, "middle": 5, "back": 5}
"""The three segments with their numbers of cards. The chapter also calls them top, middle and bottom."""
RANKINGS = {"front": "chinese-front", "middle": "high", "back": "high"}

FRONT_LINES = tuple(f"{made} {plural(rank)}" for made in ("three", "pair of") for rank in range(12, -1, -1))
FIVE_LINES = high.CATEGORIES[:0:-1]
"""The lines of a front, and of a middle or back, best first."""
LINES = {
    "segment": ("foul", "segment"),
    "bonus": (*FRONT_LINES, *FIVE_LINES),
    "sweep": chinese.SWEEPS[::-1],
}
"""The lines of the pay tables, best first: comparisons, hands of a segment, hands of all thirteen cards."""


class ChineseHand(NamedTuple):
    """Thirteen cards, set in three segments."""

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]
    declared: str = ""
    """The clean sweep that was declared, if any."""
    equal_fouls: bool = False
    """Whether equal segments are a foul."""

    @property
    def foul(self) -> bool:
        """Whether the segments are out of order. A declared clean sweep counts all thirteen cards and cannot foul.

        >>> from cardroom.cards import parse
        >>> segments = parse("9c 9d 2h"), parse("Qh Qs Jc Jd Kd"), parse("5s 5c 8h 8s 2d")
        >>> ChineseHand(*segments).foul, ChineseHand(*segments, "six pairs").foul
        (True, False)
        """
        return not self.declared and chinese.fouls(self.front, self.middle, self.back, equal=self.equal_fouls)


class Won(NamedTuple):
    """Points that one hand wins from another."""

    what: str
    """The segment, or "clean sweep"."""
    points: int
    why: str = ""
    """The bonus hand, the sweep, and whether the buttons decided."""
    bonus: int = 0
    """The part of the points that is for the bonus hand."""


def line(segment: str, cards: Sequence[Card]) -> str:
    """The hand of a segment, as named in the Bonus System's table. A front includes its rank.

    >>> from cardroom.cards import parse
    >>> line("front", parse("6c 6d 2h")), line("front", parse("2c 2d 2h")), line("back", parse("6c 6d 6h 2s 2d"))
    ('pair of sixes', 'three twos', 'full house')
    """
    if segment != "front":
        return high.CATEGORIES[high.key(cards)[0]]
    category, *ranks = chinese.key(cards)
    return ("high card", "pair of", "three")[category] + (f" {plural(ranks[0])}" if category else "")


def pays(rules: RuleSet, table: str, line: str) -> int:
    """The points or cards that a table gives for a line."""
    odds = rules.table(table).odds(line)
    return odds.num if odds else 0


def segments(rules: RuleSet, own: ChineseHand, other: ChineseHand, *, buttons: bool = False) -> list[Won]:
    """The points that a hand wins from another by comparing segments. The player with the `buttons` wins ties.

    A foul pays every segment, and the bonuses of the other hand unless it declared a clean sweep. Two fouls pay
    nothing. With a clean sweep, no segments are compared.
    """
    if own.foul or (not other.foul and (own.declared or other.declared)):
        return []
    point = pays(rules, "points", "foul" if other.foul else "segment")
    won = []
    for segment in SEGMENTS:
        ours, theirs = (strength(RANKINGS[segment], getattr(hand, segment)) for hand in (own, other))
        tie = ours == theirs and buttons
        if other.foul or ours > theirs or tie:
            made = line(segment, getattr(own, segment))
            bonus = 0 if own.declared else pays(rules, f"bonus-{segment}", made)
            whys = (made if bonus else "", "a tie, which the buttons win" if tie and not other.foul else "")
            won.append(Won(segment, point + bonus, ", ".join(filter(None, whys)), bonus))
    return won


def sweep(rules: RuleSet, own: ChineseHand, other: ChineseHand) -> list[Won]:
    """The points that a declared clean sweep wins: its full value if it is higher. Equal ones push.

    The house rules say whether sweeps of one value are compared by rank, and whether the winner's segments earn their
    bonuses too.
    """
    if not own.declared or _sweep_rank(rules, own) <= _sweep_rank(rules, other):
        return []
    won = [Won("clean sweep", pays(rules, "sweep", own.declared), own.declared)]
    for segment in SEGMENTS if rules.house("sweep_bonus") else ():
        made = line(segment, getattr(own, segment))
        if bonus := pays(rules, f"bonus-{segment}", made):
            won.append(Won(segment, bonus, made, bonus))
    return won


def _sweep_rank(rules: RuleSet, hand: ChineseHand) -> tuple[int, int]:
    """The value of a declared clean sweep and, if the house rule says so, its place in the printed list."""
    by_rank = hand.declared and rules.house("sweeps_by_rank")
    return pays(rules, "sweep", hand.declared), -LINES["sweep"].index(hand.declared) if by_rank else 0


def scores(view: View) -> list[Score]:
    """The scores of every ordered pair of players: clean sweeps and compared segments."""
    hands = {spot.id: hand for spot in view.spots if (hand := _set_hand(view, spot.id, spot.seat))}
    buttons = next((event.seat for event in reversed(view.of(Marked)) if event.marker == "button"), 0)
    first = next((spot for spot in hands if view.spot(spot).seat == buttons), "")
    wins = {
        (one, other): [
            *sweep(view.rules, hands[one], hands[other]),
            *segments(view.rules, hands[one], hands[other], buttons=one == first),
        ]
        for one, other in permutations(hands, 2)
    }
    return [Score(one, other, tuple(_scored(won, wins[other, one]))) for (one, other), won in wins.items()]


def _set_hand(view: View, spot: str, seat: int) -> ChineseHand | None:
    """The hand at a spot; None until all of its cards are visible."""
    front, middle, back = (tuple(view.hand(hand_of(spot, segment))) for segment in SEGMENTS)
    if [len(front), len(middle), len(back)] != [*SEGMENTS.values()] or UNKNOWN in (*front, *middle, *back):
        return None
    sweeps = (event.says for event in view.of(Marked) if event.marker == sweep_marker(seat))
    return ChineseHand(front, middle, back, next(sweeps, ""), view.rules.house("equal_segments_foul"))


def _scored(won: Sequence[Won], lost: Sequence[Won]) -> Iterator[Scored]:
    for sign, side in ((1, won), (-1, lost)):
        for each in side:
            yield Scored(each.what, sign * (each.points - each.bonus), sign * each.bonus, each.why)


def sweep_marker(seat: int) -> str:
    """The name of the marker at a seat that declared a clean sweep."""
    return f"clean sweep at seat {seat}"


def points_text(won: Sequence[Won], lost: Sequence[Won] = ()) -> str:
    """Points won and lost, in words.

    >>> points_text([Won("front", 1), Won("back", 9, "four of a kind")], [Won("middle", 5, "straight")])
    'front 1, back 9 (four of a kind), less middle 5 (straight)'
    """
    ours, theirs = (
        ", ".join(f"{each.what} {each.points}" + (f" ({each.why})" if each.why else "") for each in side)
        for side in (won, lost)
    )
    return f"{ours or 'nothing'}, less {theirs}" if theirs else ours or "nothing won"


def enters(rules: RuleSet, hand: ChineseHand) -> bool:
    """Whether a hand leads to Fantasy Land: a pair of queens or better in front, without a foul."""
    return not hand.foul and pays(rules, "fantasy-land", line("front", hand.front)) > 0


def stays(rules: RuleSet, hand: ChineseHand) -> str:
    """The reason for staying in Fantasy Land, in words; empty if there is none."""
    made = {segment: line(segment, getattr(hand, segment)) for segment in SEGMENTS}
    stay = [segment for segment in SEGMENTS if not hand.foul and pays(rules, f"stay-{segment}", made[segment])]
    return f"{made[stay[-1]]} in the {stay[-1]}" if stay else ""
