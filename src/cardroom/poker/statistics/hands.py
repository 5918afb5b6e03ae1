"""The counts of one hand for each of its players, with the group that each player's counts belong to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardroom.errors import InputError
from cardroom.play import Round, Spot
from cardroom.play.round import Dealt, Transfer
from cardroom.poker.statistics.counting import BIG_BLIND, SMALL_BLIND, HandCount, count_actions
from cardroom.poker.statistics.definitions import MILLION, PlayerGroup, Totals
from cardroom.poker.statistics.luck import all_in_winnings
from cardroom.rulebook import RuleSet

__all__ = ["HandSource", "count_hand"]

MOST_BLINDS = 100_000
"""The most big blinds that a player can win or lose in one hand."""
_FROM_BUTTON = ("BTN", "CO", "HJ", "LJ")


class HandSource(NamedTuple):
    """What a hand's source says and its round does not."""

    players: tuple[str, ...] = ()
    """The names, in the order of the round's seats; otherwise the bettors."""
    finish: tuple[int, ...] = ()
    """The stacks at the end, after a rake that the round does not have."""
    scale: int = 100
    """The round's cents in one chip or dollar of the source."""
    day: str = ""


def count_hand(round: Round, end: HandSource) -> list[tuple[PlayerGroup, Totals]]:
    """Count a finished hand: a group and its sums for each player who was dealt in."""
    dealt = _dealt_in(round)
    if not dealt:
        return []
    named = _positions(round, dealt)
    hand = count_actions(round, named)
    positions = hand.order_names() or named
    unit = _big_blind(round.rules)
    most = MOST_BLINDS * unit
    chips = _chips(round, hand, end)
    names = _names(round, end)
    game = f"{round.rules.game} {round.rules.house('limit')}"
    stakes = _stakes(round.rules, end.scale)
    found = []
    for spot in dealt:
        totals = hand.counts[spot.id]
        gain, adjusted, rake = chips[spot.id]
        if not (-most <= gain <= most and -most <= adjusted <= most):
            raise InputError(f"{names[spot.id]} won or lost more than {MOST_BLINDS:,} big blinds in one hand")
        totals["hands"] = 1
        totals["rake"] = _millionths(rake, unit)
        for name, value in (("gain", gain), ("adjusted", adjusted)):
            totals[name] = _millionths(value, unit)
            totals[f"{name}_squared"] = _millionths(value * value, unit * unit)
        group = PlayerGroup(names[spot.id], game, stakes, len(dealt), positions[spot.id], end.day)
        found.append((group, totals))
    return found


def _millionths(amount: int | Fraction, unit: int) -> int:
    """An amount in millionths of a unit, rounded: integers have the same sum in any order.

    >>> _millionths(-1, 3), _millionths(Fraction(1, 2), 3)
    (-333333, 166667)
    """
    divisor = 2 * amount.denominator * unit
    return (2 * amount.numerator * MILLION + divisor // 2) // divisor


def _dealt_in(round: Round) -> list[Spot]:
    """The spots that were dealt cards, clockwise from the left of the button."""
    spots = {event.place.owner for event in round.events if isinstance(event, Dealt) and event.place.kind == "hand"}
    order = dict.fromkeys(
        event.place.owner for event in round.events if isinstance(event, Dealt) and event.place.owner in spots
    )
    return [round.spot(spot) for spot in order]


def _positions(round: Round, dealt: Sequence[Spot]) -> dict[str, str]:
    """The position of each spot in a game with a button: the blinds, then back from the button."""
    poker = round.rules.poker
    if poker is None or poker.structure == "stud":
        return dict.fromkeys((spot.id for spot in dealt), "")
    seats, amounts = round.carry.own.blinds, round.rules.stakes.blinds
    posts = [seat for seat, amount in zip(seats, amounts, strict=False) if amount]
    at = dict(zip(posts, (SMALL_BLIND, BIG_BLIND), strict=False)) if len(posts) > 1 else {}
    if len(dealt) == 2 and at:
        at = {posts[1]: BIG_BLIND}
    others = [spot for spot in dealt if spot.seat not in at]
    names = [*_FROM_BUTTON[: len(others)][::-1]]
    early = [f"UTG+{number}" if number else "UTG" for number in range(len(others) - len(names))]
    rest = dict(zip((spot.id for spot in others), early + names, strict=True))
    return {spot.id: at.get(spot.seat) or rest[spot.id] for spot in dealt}


def _big_blind(rules: RuleSet) -> int:
    """The unit of results: the big blind, and in games without blinds the lower limit."""
    stakes = rules.stakes
    least = stakes.small_bet if rules.house("limit") == "fixed" else stakes.minimum_bet
    largest = max((0, *stakes.blinds))
    unit = least if least in stakes.blinds or not largest else largest
    if not unit:
        raise InputError("the hand has neither a big blind nor a least bet to count its results in")
    return unit


def _stakes(rules: RuleSet, scale: int) -> str:
    """The stakes in the chips of the source."""
    stakes = rules.stakes
    blinds = [amount for amount in stakes.blinds if amount]
    if rules.house("limit") == "fixed":
        return "-".join(_amount(each, scale) for each in (stakes.small_bet, stakes.big_bet))
    return "/".join(_amount(each, scale) for each in blinds or (stakes.minimum_bet,))


def _amount(amount: int, scale: int) -> str:
    exact = Fraction(amount, scale)
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.8f}".rstrip("0")


def _names(round: Round, end: HandSource) -> dict[str, str]:
    """The players' names by spot. Two players of one name get their seat with it."""
    seated = round.seated
    names = [*end.players] if len(end.players) == len(seated) else [spot.bettor for spot in seated]
    return {
        spot.id: f"{name} ({place})" if names.count(name) > 1 else name
        for place, (spot, name) in enumerate(zip(seated, names, strict=True), 1)
    }


def _chips(round: Round, hand: HandCount, end: HandSource) -> dict[str, tuple[int, int | Fraction, int | Fraction]]:
    """For each spot its gain, the same with all-in pots at their equity, and the rake that it paid; all in cents."""
    finish = {spot.id: round.chips.stack(spot) for spot in round.seated}
    taken = dict.fromkeys(finish, 0)
    if end.finish:
        for spot, after in zip(round.seated, end.finish, strict=True):
            taken[spot.id] = finish[spot.id] - after
            finish[spot.id] = after
    pots = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
    won: dict[str, int] = dict.fromkeys(finish, 0)
    for event in pots:
        won[event.spot] += event.amount
    pot, missing = sum(won.values()), sum(taken.values())
    fees = _fees(round, won)
    worth = all_in_winnings(round, hand)
    found: dict[str, tuple[int, int | Fraction, int | Fraction]] = {}
    for spot in round.seated:
        gain = finish[spot.id] - round.stacks[spot.bettor]
        adjusted: int | Fraction = gain
        if worth is not None and pot and spot.id in hand.live:
            adjusted = gain + worth[spot.id] * Fraction(pot - missing, pot) - (won[spot.id] - taken[spot.id])
        found[spot.id] = gain, adjusted, taken[spot.id] + fees[spot.id]
    return found


def _fees(round: Round, won: Mapping[str, int]) -> dict[str, int | Fraction]:
    """The collection that each spot paid: the winners pay what was taken from the pot, in proportion."""
    fees: dict[str, int | Fraction] = dict.fromkeys(won, 0)
    total = sum(won.values())
    for event in round.events:
        if isinstance(event, Transfer) and event.cause == "fee":
            if event.payer.kind == "stack":
                fees[next(spot.id for spot in round.seated if spot.bettor == event.payer.owner)] += event.amount
            elif total:
                for spot, amount in won.items():
                    fees[spot] += Fraction(event.amount * amount, total)
    return fees
