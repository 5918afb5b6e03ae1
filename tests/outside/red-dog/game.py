"""Red Dog: two cards; the third should fall between them. A player who sees the spread may raise."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from cardroom.analysis import Analysis, WagerOutcome, WagerReport
from cardroom.play import BOARD, Choice, Declaration, Layout, Settles, Shown, ask, pays
from cardroom.play.game.lesson import Lesson, Outcomes, Step, begins
from cardroom.play.round import collect, place_wagers, settle_wagers

LONG = "spread of 4 or more"
LINES = ("three of a kind", "spread of 1", "spread of 2", "spread of 3", LONG, "pair", "consecutive", "outside")


class Showdown(NamedTuple):
    """The ranks between the first two cards (-1 for a pair), and whether the third card wins."""

    spread: int
    hit: bool = False


def showdown(first, second, third=None):
    low, high = sorted((first >> 2, second >> 2))
    spread = high - low - 1
    if third is None or spread == 0:
        return Showdown(spread)
    return Showdown(spread, third >> 2 == low if low == high else low < third >> 2 < high)


def settle(rules, wager, hand):
    if hand.spread < 1:
        return pays(rules, wager, "consecutive" if hand.spread == 0 else LINES[0] if hand.hit else "pair")
    return pays(rules, wager, LINES[min(hand.spread, 4)] if hand.hit else "outside")


def red_dog(round):
    chips, cards = round.chips, round.cards
    players = yield from place_wagers(round)
    if not players:
        return
    collect(round, "before the deal", players)
    cards.deal(BOARD, 2, up=True)
    hand = showdown(*cards.hand(BOARD))
    for spot in players if hand.spread > 0 else ():
        ante = chips.stake(spot, "ante")
        answer = yield ask(spot.id, (Choice("raise", ante, "raise"), Choice("check")), "check")
        if answer.action == "raise":
            chips.place(spot, "raise", ante)
    if hand.spread:
        cards.deal(BOARD, up=True)
        hand = showdown(*cards.hand(BOARD))
    yield from settle_wagers(round, players, lambda spot, wager: settle(round.rules, wager, hand))


def lesson(rules):
    return Lesson(
        Step("Have the third card fall between the first two.", "Object"),
        (
            *begins(rules, "", "Wagers"),
            Step("Two cards are dealt face up. Consecutive cards end the round.", "Play", ("deal board",)),
            Step("If there are ranks between them, raise an equal wager, or check.", "Play", ("raise", "check")),
            Step("A third card is dealt.", "Play", ("deal board",)),
            Step("The wagers are settled, seat by seat.", "Settling", ("settle",)),
        ),
        outcomes=Outcomes(
            settle,
            ("ante", "raise"),
            {
                "the third card makes three of a kind": (Showdown(-1, True),),
                "a pair stays a pair, or the cards are consecutive": (Showdown(-1), Showdown(0)),
                "the third card falls between": tuple(Showdown(spread, True) for spread in (1, 2, 3, 4)),
                "the third card does not": (Showdown(1),),
            },
        ),
    )


def report(rules, engine):
    """Count ordered deals of three cards by ranks; raise where it wins on average."""
    each, found, outcomes = 4 * rules.packs, {}, []
    for a, b, c in product(range(13), repeat=3):
        hand = showdown(a << 2, b << 2, c << 2)
        found.setdefault(hand.spread, Counter())[hand] += each * (each - (a == b)) * (each - (a == c) - (b == c))
    for spread, hands in found.items():
        unit = {hand: settle(rules, "ante", hand).unit for hand in hands}
        more = spread > 0 and sum(unit[hand] * count for hand, count in hands.items()) > 0
        decision = "" if spread < 1 else "raise" if more else "check"
        for hand, count in hands.items():
            line = settle(rules, "ante", hand).line
            outcomes.append(WagerOutcome(line, unit[hand] * (1 + more), count, "", Fraction(1 + more), decision))
    return (WagerReport("ante", "Ante and Raise", "Ante", tuple(outcomes), strategy=("Raise from a spread of 7.",)),)


def best(view, ask, rng):
    return ask.check("raise" if showdown(*view.hand("board")[:2]).spread >= 7 else "check")


DECLARATION = Declaration(
    name="red-dog",
    version="red-dog/1",
    script=red_dog,
    layout=Layout(
        {"board": (Shown("Cards", cards=3),)},
        wagers={"ante": Settles(LINES), "raise": Settles(LINES).after("ante")},
        shoe=True,
        most_cards=lambda seats: 3,
    ),
    settle=settle,
    moments=("before the deal",),
    lesson=lesson,
    analysis=Analysis(report, "Ordered deals are counted by ranks.", pace="quick", best=best),
)
