"""Steps that every banked game's script takes: offering the bank, placing wagers, settling in order.

Each is a piece of script: a generator to `yield from`, or a plain function where nobody is asked.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from cardroom.play.asks import Amount, Answer, Area, Ask, Bets, Choice, ask
from cardroom.play.bank import Payoff
from cardroom.play.round import HOUSE_SPOT, Round, Spot
from cardroom.rulebook import RuleSet

__all__ = ["areas", "in_order", "offer_bank", "place_wagers", "read_meter", "settle"]


def offer_bank(round: Round) -> Generator[Ask, Answer, bool]:
    """Find who banks the round; False if nobody does, and then no round is dealt.

    A player-dealer keeps the position for the printed number of rounds, then it is offered clockwise (500 Club,
    Collection Procedures California Games). Whoever takes it says how much to put up.
    """
    bank = round.rules.bank
    if bank is None or ("bank" in round.rules.house_rules and round.house("bank") == "house"):
        return True
    held = round.carry.get("bank", {"seat": 0, "turn": bank.rounds})
    keeps = held["turn"] < bank.rounds
    offered = [spot for spot in round.clockwise(held["seat"]) if spot.bettor == str(spot.seat)]
    if keeps and offered and offered[-1].seat == held["seat"]:
        offered = [offered[-1], *offered[:-1]]
    for spot in offered:
        if round.accounts[spot.bettor] < round.rules.minimum:
            continue
        options = (Amount("bank", round.rules.minimum, round.accounts[spot.bettor]), Choice("pass"))
        answer = yield ask(spot.id, options, "pass")
        if answer.action == "bank":
            stays = keeps and spot.seat == held["seat"]
            round.carry["bank"] = {"seat": spot.seat, "turn": held["turn"] + 1 if stays else 1}
            round.take_bank(spot, answer.value, running=round.house("coverage") == "running")
            return True
    round.say("Nobody takes the player-dealer position: no round is dealt", round.rules.cite(bank.cite))
    return False


def place_wagers(round: Round) -> Generator[Sequence[Ask], list[Answer], list[Spot]]:
    """Let everybody but the player-dealer bet, all at once, and give the spots that did, in settling order.

    Somebody who bets at several spots is asked for one after the other, so that no chip is promised twice: neither
    placed twice, nor kept behind for the wager that follows the deal and placed elsewhere. Who stands behind a seat is
    offered the wagers that allow it; behind the player-dealer there is no wager to stand at.
    """
    start = _start(round)
    banker = None if round.dealer == "dealer" else round.spot(round.dealer)
    asked: dict[str, int] = {}
    waves: dict[int, list[Spot]] = {}
    for spot in round.clockwise(start):
        if banker is None or (spot.bettor != banker.bettor and spot.seat != banker.seat):
            asked[spot.bettor] = asked.get(spot.bettor, 0) + 1
            waves.setdefault(asked[spot.bettor], []).append(spot)
    behind = dict.fromkeys(asked, 0)
    playing = []
    for wave in waves.values():
        able = {
            spot: bets
            for spot in wave
            if (layout := areas(round.rules, spot.backline))
            and (bets := Bets("bet", layout, round.accounts[spot.bettor] - behind[spot.bettor])).cheapest <= bets.chips
        }
        answers = yield [ask(spot.id, (bets, Choice("sit-out")), "sit-out") for spot, bets in able.items()]
        for spot, answer in zip(able, answers, strict=True):
            if answer.action == "bet":
                playing.append(spot)
                for wager, amount in answer.value.items():
                    round.place(spot, wager, amount)
                behind[spot.bettor] += sum(answer.value.get(area.wager, 0) * area.behind for area in able[spot].areas)
    if not playing:
        round.say("Nobody bets: no round is dealt")
        round.carry = dict(round.carried)  # a round that was not dealt uses up nobody's turn
    return _clockwise(round, playing, start)


@cache
def areas(rules: RuleSet, backline: bool = False) -> tuple[Area, ...]:
    """The betting areas of a spot as they are before the deal; for who stands behind it, those that allow that."""
    later = [wager.equals for wager in rules.wagers().values() if wager.when == "after the deal"]
    return tuple(
        Area(
            name,
            wager.label,
            *rules.limits(name),
            wager.required,
            wager.needs,
            wager.equals,
            later.count(name),
            "" if wager.unless and rules.house(wager.unless) else wager.excludes,
        )
        for name, wager in rules.wagers().items()
        if wager.when == "before the deal" and (wager.backline or not backline)
    )


def in_order(round: Round, spots: Iterable[Spot], after: int | None = None) -> Iterator[tuple[Spot, str]]:
    """The wagers that lie on the layout, in the order in which the rules settle them.

    It starts as the rules say, or to the left of the seat given.
    """
    order = round.rules.order
    assert order is not None, "a banked game's rule set says who is settled first"
    ordered = _clockwise(round, spots, _start(round) if after is None else after)
    if order.by == "seat":
        # Hands that were split lie in one circle: all of its game wagers come before its bonus bets.
        circles = [list(hands) for _, hands in groupby(ordered, key=lambda spot: spot.id.partition(".")[0])]
        pairs = [(spot, wager) for circle in circles for wager in order.wagers for spot in circle]
    else:
        pairs = [(spot, wager) for wager in order.wagers for spot in ordered]
    return (pair for pair in pairs if round.stake(*pair))


def read_meter(round: Round, meter: str) -> Generator[Ask, Answer, None]:
    """Read a jackpot's meter: an outside fact, so it arrives as the house's answer.

    Where the house does not answer, the meter stands where the last round left it, or at its seed.
    """
    round.seeds[meter] = round.house("jackpot_seed")
    standing = round.carry.get("meters", {}).get(meter, round.seeds[meter])
    answer = yield ask(HOUSE_SPOT.id, [Amount("meter", 0, 10**12)], "meter", standing)
    round.meters[meter] = answer.value


def settle(
    round: Round, spots: Iterable[Spot], payoff: Callable[[Spot, str], Payoff | None], after: int | None = None
) -> None:
    """Settle the wagers of these spots in order; a wager whose payoff is None stays for later.

    A jackpot's meter is called as its wager.
    """
    for spot, wager in in_order(round, spots, after):
        decided = payoff(spot, wager)
        if decided is not None:
            round.settle(spot, wager, decided, meter=wager)


def _clockwise(round: Round, spots: Iterable[Spot], after: int) -> list[Spot]:
    """These spots clockwise from the left of a seat."""
    places = {spot.id: place for place, spot in enumerate(round.clockwise(after))}
    return sorted(spots, key=lambda spot: places[spot.id])


def _start(round: Round) -> int:
    """The seat to whose left dealing, acting and settling start."""
    start: Any = round.rules.order and round.rules.order.start
    if start == "player-dealer" and round.dealer != "dealer":
        return round.spot(round.dealer).seat
    if start == "action button" and round.action_button:
        return round.action_button - 1
    return 0
