"""The table of Face-Up Chinese Poker from hand to hand: players dealt in, buttons, buy-ins, timed collection.

Read it beside Description of Table Used and rules 1-3 of the chapter (500 Club, Face-Up Chinese Poker, GEGR-002034),
and Timed Collection in the Poker Games Collection Rates (GEGR-002022).
"""

from collections.abc import Generator, Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from cardroom.money import dollars
from cardroom.play import Amount, Answer, Ask, Round, Spot, ask
from cardroom.play.round import HOUSE_SPOT, stack_of
from cardroom.rulebook import Charge

__all__ = ["ROUND_OF_PLAY", "Standing", "collect", "in_play", "read_clock", "seat_players"]

HANDS = 3
"""The greatest number of hands dealt, of four players seated."""
TABLE = "Description of Table Used and Total Number of Seated Positions"
ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
LONGEST = 10**9
"""An upper bound of a table's minutes of play."""
Whole: TypeAlias = Annotated[int, Meta(ge=0, le=10**12)]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The state that goes from hand to hand."""

    SHARED: ClassVar[bool] = True
    """The state survives a change of house rules."""

    buttons: Annotated[int, Meta(ge=0, le=99)] = 0
    """The seat that had the action button and the dealer button; 0 before the first hand."""
    stacks: dict[str, Whole] = {}
    """The players who have bought in, with their stacks after their last hand."""
    fantasy: tuple[str, ...] = ()
    """The bettors whose next hand is in Fantasy Land."""
    clock: Whole = 0
    """Minutes of play at the last reading of the clock."""
    paid: dict[str, Whole] = {}
    """The minute up to which each player has paid the collection."""


def seat_players(round: Round, standing: Standing, clock: int) -> list[Spot]:
    """The players of the hand: the one with both buttons and, clockwise, at most two more.

    In the first hand the buttons are to the left of the house dealer; after every hand they move to the next player. A
    player with less than nine points, or who sits down with less than thirty, is not dealt in.
    """
    rules, point = round.rules, round.rules.point
    able = []
    for spot in round.spots:
        needed = point * rules.house("hand_points") + due(round, standing, spot, clock)
        if spot.bettor not in standing.stacks:
            needed = max(needed, point * rules.house("buy_in_points"))
        if round.chips.stack(spot) >= needed:
            able.append(spot)
        else:
            round.say(f"less than {dollars(needed)} in front, so not dealt in", rules.cite(TABLE), of=spot)
    if len(able) < 2:
        round.say("There are not two players with chips enough: no hand is dealt", rules.cite(TABLE))
        return []
    seats = [spot.seat for spot in able]
    buttons = next((seat for seat in seats if seat > standing.buttons), seats[0])
    round.mark("button", buttons)
    round.mark("action button", buttons)
    in_turn = [spot for spot in round.clockwise(buttons - 1) if spot in able]
    for spot in in_turn[HANDS:]:
        round.say("not in this hand, for three are dealt", rules.cite(TABLE), of=spot)
    return in_turn[:HANDS]


def in_play(round: Round, standing: Standing, spot: Spot) -> int:
    """The chips that a player can win or lose (rule 3): the stack, without chips added beyond the maximum buy-in."""
    most: int = max(round.house("maximum_buy_in"), standing.stacks.get(spot.bettor, 0))
    chips = round.chips.stack(spot)
    if chips > most:
        why = f"{dollars(most)} of {dollars(chips)} play: more was added than the maximum buy-in"
        round.say(why, round.rules.cite(f"{ROUND_OF_PLAY}, rule 3"), of=spot)
    return min(chips, most)


# -- The collection, by the clock (500 Club, Poker Games Collection Rates, Timed Collection) ---------------------------


def read_clock(round: Round, standing: Standing) -> Generator[Ask, Answer, int]:
    """The minutes of play at this table, asked of the house if a timed collection is posted.

    By default, no time has passed.
    """
    if not charges(round):
        return standing.clock
    reading = Amount("clock", standing.clock, LONGEST, unit="minutes")
    answer = yield ask(HOUSE_SPOT.id, [reading], "clock", standing.clock, about="clock")
    minutes: int = answer.value
    return minutes


def charges(round: Round) -> tuple[Charge, ...]:
    """The posted charges for this number of players."""
    return round.rules.fees("by the clock", min(len(round.spots), HANDS))


def due(round: Round, standing: Standing, spot: Spot, clock: int) -> int:
    """The fee that a player must pay in advance to be dealt in."""
    return 0 if standing.paid.get(spot.bettor, 0) > clock else sum(charge.fee(0) for charge in charges(round))


def collect(round: Round, standing: Standing, players: Sequence[Spot], clock: int) -> dict[str, int]:
    """Take the collection from players whose paid time is over. Return the minute up to which each has paid."""
    paid = {}
    for spot in players:
        if due(round, standing, spot, clock):
            for charge in charges(round):
                if fee := charge.fee(0):
                    round.chips.fee(stack_of(spot.bettor), fee, round.rules.cite(charge.cite), spot.id)
                    paid[spot.bettor] = clock + charge.minutes
    return paid
