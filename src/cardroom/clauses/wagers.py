"""Wagers: what may be bet, by whom, and when (games against a dealer)."""

from collections.abc import Iterator
from functools import lru_cache

from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.register import clause
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

BANKED = "games against a dealer"
LIMITS = "every chapter, wagering limits; 500 Club, California Games Collection Rates"


def banked(rules: RuleSet) -> bool:
    """Whether wagers are placed against a dealer."""
    return bool(rules.wager) and rules.order is not None


@lru_cache(maxsize=1024)
def _limits(rules: RuleSet, wager: str) -> tuple[int, int]:
    return rules.limits(wager)


@once
def before_the_deal(facts: RoundHistory) -> dict[tuple[str, str], int]:
    """The wagers of the layout as they were placed before the cards, by spot and wager."""
    first = facts.dealt[0][0] if facts.dealt else len(facts.events)
    placed: dict[tuple[str, str], int] = {}
    for place, move in facts.transfers:
        if place > first:
            break
        if move.cause == "wager":
            key = move.payee.owner, move.payee.part
            placed[key] = placed.get(key, 0) + move.amount
    return placed


@clause(banked, BANKED, LIMITS)
def wagers_are_within_the_posted_limits(facts: RoundHistory) -> Iterator[str]:
    """A wager is between the minimum and the maximum of its betting area, and in the printed increments."""
    rules, steps = facts.rules, facts.rules.increment
    posted: dict[str, tuple[int, int]] = {}
    for (spot, wager), cents in before_the_deal(facts).items():
        if wager not in posted:
            posted[wager] = _limits(rules, wager)
        least, most = posted[wager]
        if not least <= cents <= most:
            yield f"{wager} of spot {spot} is {dollars(cents)}, not {dollars(least)} to {dollars(most)}"
        if steps and cents % steps:
            yield f"{wager} of spot {spot} is {dollars(cents)}, not in steps of {dollars(steps)}"


@clause(banked, BANKED, "every chapter, Dealing Procedures and Round of Play: wagers are placed before the deal")
def no_more_bets_after_the_deal(facts: RoundHistory) -> Iterator[str]:
    """Wagers of the layout are placed before the first card. Only Play, Raise, doubles and splits come later."""
    if not facts.dealt:
        return
    first, wagers = facts.dealt[0][0], facts.rules.wager
    twenty_one = facts.rules.script.startswith("pure-")
    for place, move in facts.transfers:
        if move.cause == "wager":
            later = wagers[move.wager].when == "after the deal"
            if place < first and later:
                yield f"{move.wager} of spot {move.spot} was placed before the cards"
            elif place > first and not later and not (twenty_one and move.wager == "wager"):
                yield f"{move.wager} of spot {move.spot} was placed after the cards"


@clause(banked, BANKED, "every chapter, Dealing Procedures and Round of Play")
def required_wagers_are_placed(facts: RoundHistory) -> Iterator[str]:
    """Every player places the base wagers. Wagers that must be equal are equal: Odds and Blind to the Ante."""
    placed, wagers = before_the_deal(facts), facts.rules.wagers()
    spots = dict.fromkeys(spot for spot, _ in placed)
    required = [name for name, wager in wagers.items() if wager.required]
    for spot in spots:
        for name in required:
            if (spot, name) not in placed:
                yield f"spot {spot} plays without {name}"
        for name, wager in wagers.items():
            own = placed.get((spot, name))
            if own is not None and wager.equals and own != placed.get((spot, wager.equals), own):
                yield f"{name} of spot {spot} is {dollars(own)}, not equal to its {wager.equals}"


@clause(banked, BANKED, "every chapter, Bonus Bets: only with a base wager, prior to the initial deal")
def bonus_bets_stand_beside_a_base_wager(facts: RoundHistory) -> Iterator[str]:
    """A bonus bet needs a base wager at the same spot."""
    placed, wagers, offered = before_the_deal(facts), facts.rules.wager, facts.rules.wagers()
    free = {name for name in offered if not (wagers[name].needs or wagers[name].excludes)}
    for spot, name in placed:
        if name in free:
            continue
        wager = wagers[name]
        for needed in wager.needs:
            if (spot, needed) not in placed and not any((spot, each) in placed for each in needed.split(" or ")):
                yield f"{name} of spot {spot} stands without {needed}"
        other = wager.excludes
        if other and (spot, other) in placed and not (wager.unless and facts.rules.house(wager.unless)):
            yield f"spot {spot} has {name} and {other}"
        if name not in offered:
            yield f"{name} of spot {spot} is not on the layout"


@clause(banked, BANKED, "every chapter: where backline betting is permitted")
def backline_bets_only_where_permitted(facts: RoundHistory) -> Iterator[str]:
    """A bettor behind a seat makes only wagers for which the chapter permits backline betting."""
    for spot, name in before_the_deal(facts):
        if facts.by_id[spot].backline and not facts.rules.wager[name].backline:
            yield f"{name} of spot {spot} was placed from behind the seat"


@clause(banked, BANKED, "500 Club, Type of Game: the player-dealer collects and pays")
def the_player_dealer_does_not_bet(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer does not bet against the bank, and no one bets behind that seat."""
    if banker := facts.banker:
        for spot in facts.bettors:
            whole = facts.circle(spot)
            if whole.seat == banker.seat or whole.bettor == banker.bettor:
                yield f"spot {spot} bets against its own bank"
