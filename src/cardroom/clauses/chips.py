"""Chips: every chip comes from somebody and goes to somebody, and a decided wager moves exactly its chips."""

from collections.abc import Iterator

from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.register import clause
from cardroom.money import dollars
from cardroom.play.round import Account, Settled, Transfer
from cardroom.rulebook import RuleSet

EVERY = "every game"
WINNERS = "every chapter, How Winners are Determined and Paid"
TABLE = {"area", "front", "pot", "bank"}
KINDS = {
    "wager": ("stack", "area"),
    "bank": (("stack", "bank"), ("bank", "stack")),
    "win": (("bank", "stack"), ("house", "stack")),
    "loss": (("area", "bank"), ("area", "house")),
    "stake": ("area", "stack"),
    "push": (("area", "stack"), ("house", "stack")),
    "uncovered": ("area", "stack"),
    "returned": ("area", "stack"),
    "bet": ("stack", "front"),
    "ante": ("stack", "front"),
    "dead": ("stack", "pot"),
    "uncalled": ("front", "stack"),
    "gathered": ("front", "pot"),
    "pot": ("pot", "stack"),
    "points": ("stack", "stack"),
    "fee": (("stack", "collection"), ("pot", "collection")),
    "drop": (("area", "meter"), ("area", "reserve"), ("area", "house")),
    "jackpot": (("meter", "stack"), ("house", "stack")),
    "top-up": ("house", "stack"),
    "seed": (("reserve", "meter"), ("house", "meter")),
}
"""From where to where chips go for each cause."""


def _anything(_: RuleSet) -> bool:
    return True


def _wagers(rules: RuleSet) -> bool:
    return bool(rules.wager)


@clause(_anything, EVERY, WINNERS)
def chips_are_neither_made_nor_lost(facts: RoundHistory) -> Iterator[str]:
    """No stack, wager, bank or pot falls below zero, and nothing is left on the table at the end."""
    balances: dict[Account, int] = {Account("stack", name): cents for name, cents in facts.stacks.items()}
    for _, move in facts.transfers:
        balances[move.payer] = balances.get(move.payer, 0) - move.amount
        balances[move.payee] = balances.get(move.payee, 0) + move.amount
        if move.amount <= 0:
            yield f"{move.cause} moves {move.amount} cents"
        if balances[move.payer] < 0 and move.payer.kind in ("stack", *TABLE):
            yield f"{move.payer.kind} of {move.payer.owner or 'the table'} falls to {dollars(balances[move.payer])}"
    for account, cents in balances.items():
        if cents and account.kind in TABLE:
            yield f"{dollars(cents)} are left on {account.kind} {account.owner} {account.part}"


@clause(_anything, EVERY, WINNERS)
def chips_go_where_their_cause_says(facts: RoundHistory) -> Iterator[str]:
    """A win comes from the bank, a loss goes there, a fee goes to the collection, and a player's chips to that
    player.
    """
    bettors = {spot.id: spot.bettor for spot in facts.spots}
    for _, move in facts.transfers:
        pair = move.payer.kind, move.payee.kind
        allowed = KINDS[move.cause]
        if pair != allowed and pair not in allowed:
            yield f"{move.cause} goes from {pair[0]} to {pair[1]}"
        spot = move.spot if move.spot in bettors else move.spot.rpartition(".")[0]
        if move.cause == "points" or spot not in bettors:
            continue
        for account in (move.payer, move.payee):
            if account.kind == "stack" and account.owner != bettors[spot]:
                yield f"{move.cause} of spot {move.spot} moves chips of {account.owner}, not of {bettors[spot]}"
            elif account.kind in ("area", "front") and account.owner != move.spot:
                yield f"{move.cause} of spot {move.spot} moves chips at spot {account.owner}"


@clause(_wagers, "games with wagers", WINNERS)
def a_decided_wager_moves_its_chips(facts: RoundHistory) -> Iterator[str]:
    """A win is paid and its stake returned, a loss is collected, a push is returned: no more and no less."""
    ready: Settled | None = None
    moved: dict[str, int] = {}
    jackpots = facts.rules.jackpots
    for event in facts.events:
        if type(event) is Transfer:
            if ready is not None and (event.spot, event.wager) == (ready.spot, ready.wager):
                moved[event.cause] = moved.get(event.cause, 0) + event.amount
        elif type(event) is Settled:
            if ready is not None:
                yield from _moved_rightly(ready, moved, jackpot=ready.wager in jackpots)
            ready, moved = event, {}
    if ready is not None:
        yield from _moved_rightly(ready, moved, jackpot=ready.wager in jackpots)


def _moved_rightly(ready: Settled, moved: dict[str, int], *, jackpot: bool) -> Iterator[str]:
    what = f"{ready.wager} of spot {ready.spot}"
    back = sum(moved.get(cause, 0) for cause in ("stake", "push", "uncovered"))
    won = sum(moved.get(cause, 0) for cause in ("win", "jackpot", "top-up"))
    lost = moved.get("loss", 0)
    if jackpot:  # its stake went into the slot before
        if won + back != ready.stake + ready.net:
            yield f"{what} is decided with {ready.net:+} cents, but {won + back} come back"
        return
    if won - lost != ready.net or (won and lost):
        yield f"{what} is decided with {ready.net:+} cents, but {won} are paid and {lost} collected"
    if back != ready.stake - lost:
        yield f"{what} has a stake of {ready.stake} cents, of which {lost} are collected and {back} returned"


@clause(_wagers, "games with wagers", WINNERS)
def every_wager_is_decided_once(facts: RoundHistory) -> Iterator[str]:
    """Every wager that was placed is won, lost, pushed or returned, and none is decided twice."""
    decided: dict[tuple[str, str], int] = {}
    for _, event in facts.settled:
        decided[event.spot, event.wager] = decided.get((event.spot, event.wager), 0) + 1
    for key in facts.staked:
        times = decided.pop(key, 0)
        if times != 1:
            yield f"{key[1]} of spot {key[0]} was decided {times} times"
    for spot, wager in decided:
        if facts.rules.wager[wager].when != "as an award":
            yield f"{wager} of spot {spot} was decided, but never placed"
