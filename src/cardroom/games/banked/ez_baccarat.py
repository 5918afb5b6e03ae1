"""EZ Baccarat (500 Club, EZ Baccarat, GEGR-002039).

Read it beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, How Winners are Determined and
Paid, Bonus Bets. The statistics are those of its display (Equipment Used).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from cardroom.cards import Card, pretty
from cardroom.play import (
    BURN,
    SWITCH,
    Declaration,
    Layout,
    Payoff,
    Place,
    Roads,
    Round,
    Script,
    Settles,
    Shown,
    pays,
    pushes,
)
from cardroom.play.round import collect, offer_bank, place_wagers, settle_wagers
from cardroom.rankings.points import baccarat_points, describe_points, is_natural
from cardroom.rulebook import RuleSet

PLAYER, BANKER = Place("player"), Place("banker")
STATISTICS = ("hands", "player", "banker", "tie", "dragon 7", "panda 8", "naturals")


class Carried(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"this_shoe": "this shoe", "last_shoe": "last shoe"}
):
    """Counts of results for the display, by name."""

    this_shoe: dict[str, Annotated[int, Meta(ge=0)]] = {}
    last_shoe: dict[str, Annotated[int, Meta(ge=0)]] = {}


class Showdown(NamedTuple):
    """The facts that decide the wagers: the points and the number of cards of both hands."""

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
    collect(round, "before the deal", players)
    cards = round.cards
    if cards.dealt == 0:
        open_shoe(round)
    for _ in range(2):  # rule 4
        cards.deal(PLAYER, up=True)
        cards.deal(BANKER, up=True)

    player, banker = cards.hand(PLAYER), cards.hand(BANKER)
    # Rules 4d and 5: the player hand draws first. The text ranks naturals but does not say that they end the draw
    # (rulings, E1).
    if not (is_natural(player) or is_natural(banker)):
        if baccarat_points(player) <= 5:  # rule 5a
            cards.deal(PLAYER, up=True)
        if banker_draws(baccarat_points(banker), player):
            cards.deal(BANKER, up=True)

    hand = Showdown(baccarat_points(player), baccarat_points(banker), len(player), len(banker))
    round.say(
        f"Player {pretty(player)}: {hand.player}. Banker {pretty(banker)}: {hand.banker}. {hand.result.capitalize()}",
        round.rules.cite("Dealing Procedures and Round of Play, rules 4e and 4f"),
    )
    yield from settle_wagers(round, players, lambda _, wager: settle(round.rules, wager, hand))
    round.carry.own = count(round.carry.own or Carried(), hand, is_natural(player) or is_natural(banker))


def open_shoe(round: Round) -> None:
    """Begin a shoe: reset its statistics, and burn as many cards as the first card says."""
    before = round.carry.own or Carried()
    round.carry.own = Carried(dict.fromkeys(STATISTICS, 0), before.this_shoe)
    if round.house("burn_by_first_card"):
        round.cards.deal(BURN, up=True)
        first = round.cards.hand(BURN)[0]
        round.cards.deal(BURN, baccarat_points([first]) or 10)


def banker_draws(points: int, player: Sequence[Card]) -> bool:
    """Whether the banker hand takes a third card.

    The chart of rule 6 is missing in the scan, and rule 5c covers totals of three to six. Drawing on two or less and
    standing on seven is the universal rule of the game (rulings, E1).
    """
    if len(player) == 2:  # rule 5b
        return points <= 5
    third = baccarat_points(player[2:])
    match points:  # rule 5c
        case 3:
            return third != 8
        case 4:
            return third not in (0, 1, 8, 9)
        case 5:
            return third in (4, 5, 6, 7)
        case 6:
            return third in (6, 7)
    return points <= 2


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """How winners are determined and paid: the payoff of one wager."""
    if wager in ("player", "banker") and hand.result == "tie":
        return pushes(rules, wager, "tie", "Dealing Procedures and Round of Play, rule 4f")
    if wager == "banker" and hand.dragon_7 and rules.house("dragon_seven_pushes"):
        printed = rules.table(rules.wager[wager].pays).cite
        return pushes(rules, wager, "dragon 7", f"house rule dragon_seven_pushes, instead of {printed}")
    if wager == "panda-8":
        return pays(rules, wager, "panda 8" if hand.panda_8 else "no panda 8")
    if wager == "dragon-7":
        return pays(rules, wager, "dragon 7" if hand.dragon_7 else "no dragon 7")
    return pays(rules, wager, hand.result)


def count(carried: Carried, hand: Showdown, natural: bool) -> Carried:
    """The shoe's statistics with one more hand."""
    shoe = dict.fromkeys(STATISTICS, 0) | carried.this_shoe
    happened = {"hands", hand.result.removesuffix(" win")}
    happened |= {name for name, did in (("dragon 7", hand.dragon_7), ("panda 8", hand.panda_8)) if did}
    for name in happened | ({"naturals"} if natural else set()):
        shoe[name] += 1
    return Carried(shoe, carried.last_shoe)


def display(rules: RuleSet, carried: Carried | None) -> dict[str, Any]:
    """The table's display: limits, and results with percentages for this shoe and the last.

    >>> from cardroom.rulebook import rule_set
    >>> shown = display(rule_set("ez-baccarat"), Carried({"hands": 4, "banker": 3, "player": 1}))
    >>> shown["this shoe"]["banker"], shown["minimum"]
    ({'count': 3, 'percent': 75.0}, 500)
    """
    counts = carried or Carried()
    return {"minimum": rules.minimum, "maximum": rules.maximum} | {
        name: {
            result: {"count": counted, "percent": round(100 * counted / shoe["hands"], 1) if shoe["hands"] else 0.0}
            for result, counted in shoe.items()
        }
        for name, shoe in (("this shoe", counts.this_shoe), ("last shoe", counts.last_shoe))
        if shoe
    }


def makes(_: RuleSet, cards: Sequence[Card], __: Sequence[Card]) -> str:
    """A hand's points in words."""
    return describe_points(cards)


LINE = Settles(required=False, backline=True)
LAYOUT = Layout(
    {"player": (Shown("Player", makes, cards=2),), "banker": (Shown("Banker", makes, cards=2),)},
    display=display,
    roads=Roads(filled="banker", ring="player", stroke="tie", dots={"panda 8": "8", "dragon 7": "7"}),
    wagers={
        "player": LINE._replace(lines=("player win",)),
        "banker": LINE._replace(lines=("banker win",)),
        "tie": LINE._replace(lines=("tie",)).bonus(),
        "panda-8": LINE._replace(lines=("panda 8",)).bonus(),
        "dragon-7": LINE._replace(lines=("dragon 7",)).bonus(),
    },
    house={"dragon_seven_pushes": SWITCH, "burn_by_first_card": SWITCH},
    shoe=True,
    bank="either",
    starts=("player-dealer", "house dealer"),
    most_cards=lambda _: 1 + 10 + 6,
)
DECLARATION = Declaration(
    name="ez-baccarat",
    version="ez-baccarat/1",
    script=ez_baccarat,
    layout=LAYOUT,
    settle=settle,
    moments=("before the deal",),
    carried=Carried,
    lesson=".ez_baccarat:lesson",
    explain=".totals:baccarat",
    bot=".ez_baccarat:ez_baccarat",
    analysis=".games:EZ_BACCARAT",
    other_names={"ez-baccarat": ("mini baccarat", "punto banco")},
)
