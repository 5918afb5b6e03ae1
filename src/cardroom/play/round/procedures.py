"""Steps that scripts share: place wagers, contribute to jackpots, settle in order.

Each is a piece of a script: a generator for `yield from`, or a plain function if it asks nothing.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from msgspec import UNSET

from cardroom.errors import InvariantError
from cardroom.play.round.asks import Amount, Answer, Area, Ask, Bets, Choice, ask
from cardroom.play.round.bank import Payoff
from cardroom.play.round.collection import most_fee
from cardroom.play.round.driver import Round
from cardroom.play.round.places import HOUSE_SPOT, Spot, meter_of
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import Jackpot
from cardroom.rulebook.schema import AWARD

__all__ = [
    "areas",
    "base_wagers",
    "in_order",
    "least_stack",
    "place_wagers",
    "settle_wagers",
]

SIT_OUT = Choice("sit-out")
MOST_ON_A_METER = 10**12
"""An upper bound for a meter's reading, in cents."""


def place_wagers(round: Round) -> Generator[Sequence[Ask], list[Answer], list[Spot]]:
    """Let all players but the player-dealer bet at the same time. Return the spots that bet, in settling order.

    A player with several spots is asked about one after another, so that no chip is used twice: not for two wagers, and
    not for a wager and for a later bet or fee. Backline bettors are offered the wagers that allow them. No one
    can bet behind the player-dealer.
    """
    rules, chips, banker = round.rules, round.chips, round.banker
    start = _start(round)
    spots_of: dict[str, int] = {}
    waves: dict[int, list[Spot]] = {}
    for spot in round.clockwise(start):
        if banker is None or (spot.bettor != banker.bettor and spot.seat != banker.seat):
            spots_of[spot.bettor] = spots_of.get(spot.bettor, 0) + 1
            waves.setdefault(spots_of[spot.bettor], []).append(spot)
    fee = most_fee(rules, "each player")
    behind = dict.fromkeys(spots_of, 0)
    playing = []
    for wave in waves.values():
        able = {}
        for spot in wave:
            offered, cheapest = _offered(rules, spot.backline)
            left = chips.stack(spot) - behind[spot.bettor] - fee
            if offered and left >= cheapest:
                able[spot] = Bets("bet", offered, left)
        answers = yield [Ask(spot.id, (bets, SIT_OUT), Answer(spot.id, SIT_OUT.action)) for spot, bets in able.items()]
        for (spot, bets), answer in zip(able.items(), answers, strict=True):
            if answer.action == "bet":
                playing.append(spot)
                chips.place_all(spot, answer.value)
                if len(waves) > 1:
                    behind[spot.bettor] += fee + bets.behind(answer.value)
    if not playing:
        round.say("Nobody bets: no round is dealt")
        round.carry = round.carried.copy()  # a round that was not dealt does not count as a turn
    if len(waves) > 1:
        playing = _clockwise(round, playing, start)
    _contribute_to_jackpots(round, playing)
    return playing


def _contribute_to_jackpots(round: Round, players: Iterable[Spot]) -> None:
    """Put jackpot wagers into their slots when betting is closed, and move the meters."""
    for wager, jackpot in round.rules.jackpots.items():
        for spot in players:
            if round.chips.stake(spot, wager):
                round.chips.contribute(spot, wager)
        if moved := round.chips.balances.get(meter_of(jackpot.name), 0):
            round.carry.meters[jackpot.name] = _last_known(round, jackpot) + moved


def _last_known(round: Round, jackpot: Jackpot) -> int:
    return round.carried.meters.get(jackpot.name, jackpot.seed)


@lru_cache(maxsize=512)
def areas(rules: RuleSet, backline: bool = False) -> tuple[Area, ...]:
    """The betting areas of a spot before the deal; for backline bettors, those that allow them."""
    step = rules.increment or UNSET
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
            step,
        )
        for name, wager in rules.wagers().items()
        if wager.when == "before the deal" and (wager.backline or not backline)
    )


@lru_cache(maxsize=512)
def base_wagers(rules: RuleSet) -> tuple[str, ...]:
    """The wagers of the base game: the required ones, and those placed after the deal.

    >>> from cardroom.rulebook import rule_set
    >>> base_wagers(rule_set("ultimate-texas-holdem"))
    ('ante', 'blind', 'play')
    """
    wagers = rules.wagers()
    after = tuple(name for name, wager in wagers.items() if wager.when == "after the deal")
    return tuple(name for name, wager in wagers.items() if wager.required) + after


@lru_cache(maxsize=512)
def _offered(rules: RuleSet, backline: bool) -> tuple[tuple[Area, ...], int]:
    """The betting areas of a spot, and the chips for the least bet on them."""
    offered = areas(rules, backline)
    return offered, Bets("bet", offered, 0).cheapest if offered else 0


def least_stack(rules: RuleSet) -> int:
    """The least chips needed to play a round, in cents: the least bet, the later bets that it requires, and the fee.

    >>> from cardroom.rulebook import rule_set
    >>> least_stack(rule_set("three-card-poker-6-card-bonus"))
    1000
    """
    layout = areas(rules)
    if layout:
        return Bets("bet", layout, 0).cheapest + most_fee(rules, "each player")
    if rules.point:
        return rules.point * int(rules.house("hand_points")) + most_fee(rules, "each player")
    return rules.minimum if "minimum" in rules.house_rules else 1


def in_order(round: Round, spots: Iterable[Spot], after: int | None = None) -> list[tuple[Spot, str]]:
    """Return the undecided wagers in the order in which the rules settle them.

    The order starts where the rules say, or to the left of the given seat.
    """
    rules, chips = round.rules, round.chips
    if rules.order is None:
        raise InvariantError(f"{rules.game}: a banked game's rule set must have a settling order")
    wagers, undecided = _settled(rules), chips.undecided
    ordered = list(spots)
    if len(ordered) > 1:
        ordered = _clockwise(round, ordered, _start(round) if after is None else after)
    if len(ordered) == 1 or (rules.settled_by == "seat" and round.spots is round.seated):
        return [(spot, wager) for spot in ordered for wager in undecided(spot, wagers)]
    left = {spot: undecided(spot, wagers) for spot in ordered}
    if rules.settled_by == "seat":
        # Split hands share one circle: all of its game wagers come before its bonus bets.
        circles = [list(hands) for _, hands in groupby(ordered, key=lambda spot: spot.whole)]
        return [(spot, wager) for circle in circles for wager in wagers for spot in circle if wager in left[spot]]
    return [(spot, wager) for wager in wagers for spot in ordered if wager in left[spot]]


@lru_cache(maxsize=512)
def _settled(rules: RuleSet) -> tuple[str, ...]:
    """The wagers in settling order, without awards that no cards decide."""
    bets = rules.wager
    return tuple(wager for wager in rules.settled if bets[wager].cards or bets[wager].when != AWARD)


def settle_wagers(
    round: Round, spots: Iterable[Spot], payoff: Callable[[Spot, str], Payoff | None], after: int | None = None
) -> Generator[Ask, Answer, None]:
    """Settle the wagers of these spots in order. A wager whose payoff is None stays for later.

    Before a share of a jackpot is paid, its meter is read. That is an outside fact, so it comes as the house's answer,
    and tables that share a meter are paid one after another. The default is this table's last known value, or the seed.
    The meter is read once, and again if players have answered since, because another table may have won meanwhile. If
    the jackpot is won whole, its reserve is read too, to reseed it. The house adds what the reserve lacks.
    """
    chips = round.chips
    for spot, wager in in_order(round, spots, after):
        decided = payoff(spot, wager)
        if decided is None:
            continue
        odds = decided.odds
        jackpot = round.rules.jackpot_of(wager) if odds is not None and odds.kind == "meter" else None
        if odds is None or jackpot is None:
            chips.settle(spot, wager, decided)
            continue
        if jackpot.name not in chips.meters or round.answers[-1].spot != HOUSE_SPOT.id:
            meter = Amount("meter", 0, MOST_ON_A_METER)
            last = _last_known(round, jackpot)
            answer = yield ask(HOUSE_SPOT.id, [meter], "meter", last, about=jackpot.name)
            chips.meters[jackpot.name] = answer.value
        won_whole = jackpot.reserve and odds.num == odds.den
        if won_whole and (jackpot.name not in chips.reserves or round.answers[-1].spot != HOUSE_SPOT.id):
            reserve = Amount("reserve", 0, MOST_ON_A_METER)
            answer = yield ask(HOUSE_SPOT.id, [reserve], "reserve", 0, about=jackpot.name)
            chips.reserves[jackpot.name] = answer.value
        chips.settle(spot, wager, decided)
        round.carry.meters[jackpot.name] = chips.standing(jackpot)


def _clockwise(round: Round, spots: Iterable[Spot], after: int) -> list[Spot]:
    """Sort these spots clockwise from the left of a seat."""
    wanted = set(spots)
    return [spot for spot in round.clockwise(after) if spot in wanted]


def _start(round: Round) -> int:
    """The seat to the right of the first one in dealing, acting and settling."""
    start = round.rules.order and round.rules.order.start
    if start == "player-dealer" and round.banker:
        return round.banker.seat
    if start == "action button" and round.action_button:
        return round.action_button - 1
    return 0
