"""EZ Baccarat (500 Club, EZ Baccarat, GEGR-002039).

To be read beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, How Winners are Determined
and Paid, Bonus Bets; the statistics are those of its display, Equipment Used.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from cardroom.cards import Card, pretty
from cardroom.play import Payoff, Round, Script, pays, pushes
from cardroom.play.procedures import offer_bank, place_wagers
from cardroom.play.procedures import settle as settle_wagers
from cardroom.rankings.points import baccarat_points, is_natural
from cardroom.rulebook import RuleSet

VERSION = "ez-baccarat/1"
STATISTICS = ("hands", "player", "banker", "tie", "dragon 7", "panda 8", "naturals")


class Showdown(NamedTuple):
    """All that decides the wagers: the points of both hands and how many cards made them."""

    player: int
    banker: int
    player_cards: int = 2
    banker_cards: int = 2

    @property
    def result(self) -> str:
        """Which line won."""
        if self.player == self.banker:
            return "tie"
        return "player win" if self.player > self.banker else "banker win"

    @property
    def dragon_7(self) -> bool:
        """Whether the banker won with a three-card seven."""
        return self.banker == 7 and self.banker_cards == 3 and self.player <= 6

    @property
    def panda_8(self) -> bool:
        """Whether the player won with a three-card eight."""
        return self.player == 8 and self.player_cards == 3 and self.banker <= 7


def ez_baccarat(round: Round) -> Script:
    """The round of play."""
    if not (yield from offer_bank(round)):
        return
    players = yield from place_wagers(round)  # rules 2-3
    if not players:
        return
    round.collect("before the deal")
    if round.dealt == 0:
        open_shoe(round)
    for _ in range(2):  # rule 4
        round.deal("player", up=True)
        round.deal("banker", up=True)

    player, banker = round.hands["player"], round.hands["banker"]
    if not (is_natural(player) or is_natural(banker)):  # rule 5: the player hand is resolved first
        if baccarat_points(player) <= 5:
            round.deal("player", up=True)
        if banker_draws(baccarat_points(banker), player):
            round.deal("banker", up=True)

    hand = Showdown(baccarat_points(player), baccarat_points(banker), len(player), len(banker))
    round.say(
        f"Player {pretty(player)}: {hand.player}. Banker {pretty(banker)}: {hand.banker}. {hand.result.capitalize()}",
        round.rules.cite("Dealing Procedures and Round of Play, rule 4"),
    )
    settle_wagers(round, players, lambda _, wager: settle(round.rules, wager, hand))
    count(round.carry, hand, is_natural(player) or is_natural(banker))


def open_shoe(round: Round) -> None:
    """Begin a shoe: its statistics start anew, and as many cards are burned as the first one says."""
    round.carry["last shoe"] = round.carry.get("this shoe", {})
    round.carry["this shoe"] = dict.fromkeys(STATISTICS, 0)
    if round.house("burn_by_first_card"):
        round.deal("burn", up=True)
        first = round.hands["burn"][0]
        round.deal("burn", baccarat_points([first]) or 10)


def banker_draws(points: int, player: Sequence[Card]) -> bool:
    """Whether the banker hand takes a third card (rules 5b, 5c and the chart of rule 6)."""
    if len(player) == 2:
        return points <= 5
    third = baccarat_points(player[2:])
    match points:
        case 3:
            return third != 8
        case 4:
            return third in range(2, 8)
        case 5:
            return third in range(4, 8)
        case 6:
            return third in (6, 7)
    return points <= 2


@cache
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """How winners are determined and paid: what becomes of one wager."""
    if wager in ("player", "banker") and hand.result == "tie":
        return pushes(rules, wager, "tie", "Dealing Procedures and Round of Play, rule 4f")
    if wager == "banker" and hand.dragon_7 and rules.house("dragon_seven_pushes"):
        return pushes(rules, wager, "dragon 7", rules.pay[wager].cite)
    if wager == "panda-8":
        return pays(rules, wager, "panda 8" if hand.panda_8 else "no panda 8")
    if wager == "dragon-7":
        return pays(rules, wager, "dragon 7" if hand.dragon_7 else "no dragon 7")
    return pays(rules, wager, hand.result)


def count(carry: dict[str, Any], hand: Showdown, natural: bool) -> None:
    """Count a hand into the shoe's statistics."""
    shoe = carry.setdefault("this shoe", dict.fromkeys(STATISTICS, 0))
    happened = {"hands", hand.result.removesuffix(" win")}
    happened |= {name for name, did in (("dragon 7", hand.dragon_7), ("panda 8", hand.panda_8)) if did}
    for name in happened | ({"naturals"} if natural else set()):
        shoe[name] += 1


def display(rules: RuleSet, carry: dict[str, Any]) -> dict[str, Any]:
    """What the table's display shows: limits, results with percentages, this shoe and the last.

    >>> from cardroom.rulebook import rule_set
    >>> shown = display(rule_set("ez-baccarat"), {"this shoe": {"hands": 4, "banker": 3, "player": 1}})
    >>> shown["this shoe"]["banker"], shown["minimum"]
    ({'count': 3, 'percent': 75.0}, 500)
    """
    return {"minimum": rules.minimum, "maximum": rules.maximum} | {
        name: {
            result: {"count": counted, "percent": round(100 * counted / shoe["hands"], 1) if shoe["hands"] else 0.0}
            for result, counted in shoe.items()
        }
        for name in ("this shoe", "last shoe")
        if (shoe := carry.get(name))
    }
