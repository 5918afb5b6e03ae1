"""Chips: every chip comes from an account and goes to another, and a decided wager moves exactly its chips."""

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
    "wager": ("stack to area",),
    "bank": ("stack to bank", "bank to stack"),
    "win": ("bank to stack", "house to stack"),
    "loss": ("area to bank", "area to house"),
    "stake": ("area to stack",),
    "push": ("area to stack", "house to stack"),
    "uncovered": ("area to stack",),
    "returned": ("area to stack",),
    "bet": ("stack to front",),
    "ante": ("stack to front",),
    "dead": ("stack to pot",),
    "uncalled": ("front to stack",),
    "gathered": ("front to pot",),
    "pot": ("pot to stack",),
    "points": ("stack to stack",),
    "fee": ("stack to collection", "pot to collection"),
    "drop": ("area to meter", "area to reserve", "area to house"),
    "jackpot": ("meter to stack", "house to stack"),
    "top-up": ("house to stack",),
    "seed": ("reserve to meter", "house to meter"),
}
"""From where to where chips go for each cause."""
WAYS = frozenset((cause, *way.split(" to ")) for cause, ways in KINDS.items() for way in ways)


WON, BACK = frozenset(("win", "jackpot", "top-up")), frozenset(("stake", "push", "uncovered"))
"""What a decided wager brings, and how its stake comes back."""


def _anything(_: RuleSet) -> bool:
    return True


def _wagers(rules: RuleSet) -> bool:
    return bool(rules.wager)


@clause(_anything, EVERY, WINNERS)
def chips_are_neither_made_nor_lost(facts: RoundHistory) -> Iterator[str]:
    """No stack, wager, bank or pot falls below zero, and nothing is left on the table at the end."""
    balances: dict[Account, int] = {Account("stack", name): cents for name, cents in facts.stacks.items()}
    for _, move in facts.transfers:
        payer, payee, amount = move.payer, move.payee, move.amount
        left = balances[payer] = balances.get(payer, 0) - amount
        balances[payee] = balances.get(payee, 0) + amount
        if amount <= 0:
            yield f"{move.cause} moves {amount} cents"
        if left < 0 and (payer.kind == "stack" or payer.kind in TABLE):
            yield f"{payer.kind} of {payer.owner or 'the table'} falls to {dollars(left)}"
    for account, cents in balances.items():
        if cents and account.kind in TABLE:
            yield f"{dollars(cents)} are left on {account.kind} {account.owner} {account.part}"


@clause(_anything, EVERY, WINNERS)
def chips_go_where_their_cause_says(facts: RoundHistory) -> Iterator[str]:
    """The bank pays wins and receives losses. A fee goes to the collection, and what a player wins or takes back goes
    to that player.
    """
    bettors = {spot.id: spot.bettor for spot in facts.spots}
    for _, move in facts.transfers:
        cause, spot = move.cause, move.spot
        if (cause, move.payer.kind, move.payee.kind) not in WAYS:
            yield f"{cause} goes from {move.payer.kind} to {move.payee.kind}"
        bettor = bettors.get(spot) or bettors.get(spot.rpartition(".")[0])
        if cause == "points" or bettor is None:
            continue
        for account in (move.payer, move.payee):
            kind = account.kind
            if kind == "stack":
                if account.owner != bettor:
                    yield f"{cause} of spot {spot} moves chips of {account.owner}, not of {bettor}"
            elif kind in ("area", "front") and account.owner != spot:
                yield f"{cause} of spot {spot} moves chips at spot {account.owner}"


@clause(_wagers, "games with wagers", WINNERS)
def a_decided_wager_moves_its_chips(facts: RoundHistory) -> Iterator[str]:
    """A win is paid and its stake returned, a loss is collected, and a push is returned: no more and no less."""
    ready: Settled | None = None
    won = lost = back = 0
    jackpots = facts.rules.jackpots
    for event in (*facts.events, None):
        if type(event) is Transfer:
            if ready is not None and event.wager == ready.wager and event.spot == ready.spot:
                cause, amount = event.cause, event.amount
                won += amount if cause in WON else 0
                lost += amount if cause == "loss" else 0
                back += amount if cause in BACK else 0
        elif type(event) is Settled or event is None:
            if ready is not None:
                yield from _moved_rightly(ready, won, lost, back, jackpot=ready.wager in jackpots)
            ready = event
            won = lost = back = 0


def _moved_rightly(ready: Settled, won: int, lost: int, back: int, *, jackpot: bool) -> Iterator[str]:
    what = f"{ready.wager} of spot {ready.spot}"
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
    if facts.results.keys() == facts.staked.keys() and len(facts.settled) == len(facts.staked):
        return
    decided: dict[tuple[str, str], int] = {}
    for _, event in facts.settled:
        decided[event.spot, event.wager] = decided.get((event.spot, event.wager), 0) + 1
    back: dict[tuple[str, str], int] = {}
    for _, move in facts.transfers:
        if move.cause == "returned":
            key = move.payer.owner, move.payer.part
            back[key] = back.get(key, 0) + move.amount
    for key, amount in facts.staked.items():
        times = decided.pop(key, 0)
        if times != 1 and not (times == 0 and back.get(key) == amount):  # taken back as a whole
            yield f"{key[1]} of spot {key[0]} was decided {times} times"
    for spot, wager in decided:
        if facts.rules.wager[wager].when != "as an award":
            yield f"{wager} of spot {spot} was decided, but never placed"
