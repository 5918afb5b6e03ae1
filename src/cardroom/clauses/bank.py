"""The bank: what its wager covers, in which order wagers are settled, who is offered the position."""

from collections.abc import Iterator
from itertools import pairwise

from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.register import clause
from cardroom.clauses.wagers import BANKED, banked
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

PLAYER_BANKED = "games with a player-dealer"
TYPE = "500 Club, Type of Game; Pure 21.5 Blackjack, Round of Play, rules 3, 11 and 13"
GAVE_UP = {"fold", "surrender", "rescue"}
"""What is collected when it happens, before the wagers are settled in order."""


def player_banked(rules: RuleSet) -> bool:
    """Whether a player is the player-dealer."""
    return rules.bank is not None and rules.order is not None


def house_banked(rules: RuleSet) -> bool:
    """Whether the house banks."""
    return rules.bank is None and banked(rules)


@clause(player_banked, PLAYER_BANKED, TYPE)
def the_bank_wins_and_loses_at_most_its_wager(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer wins or loses at most the amount that the player-dealer wagered."""
    paid = sum(move.amount for _, move in facts.transfers if move.cause == "win" and move.payer.kind == "bank")
    taken = sum(move.amount for _, move in facts.transfers if move.cause == "loss")
    running, wager = facts.rules.house("coverage") == "running", facts.bank
    if running and abs(paid - taken) > wager:
        yield f"the bank of {dollars(wager)} pays {dollars(paid)} and collects {dollars(taken)}"
    if not running and max(paid, taken) > wager:
        yield f"the bank of {dollars(wager)} pays {dollars(paid)} and collects {dollars(taken)}"


@clause(player_banked, PLAYER_BANKED, TYPE)
def wagers_are_covered_in_settling_order(facts: RoundHistory) -> Iterator[str]:
    """Wagers are paid and collected in full, in order, as long as the player-dealer's wager lasts. What it does not
    cover is returned.
    """
    running = facts.rules.house("coverage") == "running"
    to_pay = to_take = facts.bank
    for _, event in facts.settled:
        if event.wager in facts.rules.jackpots:
            continue
        if event.due > 0:
            covered = min(event.due, to_pay)
            to_pay -= covered
            to_take += covered if running else 0
        elif event.due < 0:
            covered = -min(-event.due, to_take)
            to_take += covered
            to_pay -= covered if running else 0
        else:
            covered = 0
        if event.net != covered:
            yield (
                f"{event.wager} of spot {event.spot} is due {event.due:+} cents, of which the bank covers "
                f"{covered:+}, and it was settled for {event.net:+}"
            )


@clause(house_banked, "games that the house banks", "Brook HUH and Brook FCF, B: a house-banked game; Washington HUH")
def the_house_covers_every_wager(facts: RoundHistory) -> Iterator[str]:
    """Where the house banks, every wager is settled in full."""
    for _, event in facts.settled:
        if event.net != event.due:
            yield f"{event.wager} of spot {event.spot} is due {event.due:+} cents and was settled for {event.net:+}"


@clause(player_banked, PLAYER_BANKED, TYPE)
def no_round_without_a_player_dealer(facts: RoundHistory) -> Iterator[str]:
    """The house never banks. Without a player-dealer no wager is placed and no card is dealt."""
    if facts.banker is None and (facts.dealt or facts.staked):
        yield "a round was dealt without a player-dealer"
    for _, move in facts.transfers:
        own = move.cause in ("win", "loss") and move.wager not in facts.rules.jackpots
        if own and "house" in (move.payer.kind, move.payee.kind):
            yield f"the house takes part in {move.wager} of spot {move.spot}"


@clause(
    player_banked, PLAYER_BANKED, "500 Club, California Games Collection Rates, Collection Procedures California Games"
)
def the_position_is_offered_clockwise(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer position is offered clockwise from seat to seat. A player who may keep it for a second round is
    asked first.
    """
    held, rounds = facts.carried.bank, facts.rules.bank.rounds if facts.rules.bank else 0
    seats = [spot for spot in facts.clockwise(held.seat if held else 0) if not (spot.backline or spot.second)]
    if held and held.turn < rounds:
        keeper = [spot for spot in seats if (spot.seat, spot.bettor) == (held.seat, held.bettor)]
        seats = keeper + [spot for spot in seats if spot not in keeper]
    order = [spot.id for spot in seats]
    asked = [event.spot for _, event in facts.chose("bank", "pass") if event.spot in order]
    if asked != [spot for spot in order if spot in asked]:
        yield f"it was offered to {', '.join(asked)}, and clockwise is {', '.join(order)}"
    rich = (
        [spot for spot in order[: order.index(asked[-1])] if facts.stacks[facts.by_id[spot].bettor] >= _enough(facts)]
        if asked
        else []
    )
    if skipped := [spot for spot in rich if spot not in asked]:
        yield f"it was not offered to {', '.join(skipped)}"


def _enough(facts: RoundHistory) -> int:
    """Chips that are certainly enough for the least bank and every fee."""
    return facts.rules.minimum + 100_000


@clause(player_banked, PLAYER_BANKED, TYPE)
def the_button_says_which_turn_it_is(facts: RoundHistory) -> Iterator[str]:
    """The button in front of the player-dealer shows whether this is the first or the second turn in the position."""
    held, banker = facts.carried.bank, facts.banker
    if banker is None:
        return
    rounds = facts.rules.bank.rounds if facts.rules.bank else 0
    again = held is not None and held.turn < rounds and (held.seat, held.bettor) == (banker.seat, banker.bettor)
    turn = held.turn + 1 if again and held else 1
    marks = [event for _, event in facts.marked if event.marker == "player-dealer"]
    if [(event.seat, event.says) for event in marks] != [(banker.seat, f"round {turn} of {rounds}")]:
        yield f"seat {banker.seat} banks its turn {turn}, and the button says {[event.says for event in marks]}"
    if facts.dealt and facts.carry.bank is not None:
        now = facts.carry.bank
        if (now.seat, now.bettor, now.turn) != (banker.seat, banker.bettor, turn):
            yield f"the table notes turn {now.turn} of seat {now.seat}, not turn {turn} of seat {banker.seat}"


# -- the order of settlement ------------------------------------------------------------------------------------------

ORDERS = {
    "three-card-poker": ("ante", "play", "pair-plus", "six-card-bonus"),
    "ez-baccarat": ("player", "banker", "tie", "panda-8", "dragon-7"),
    "fortune-pai-gow": ("base", "fortune", "envy"),
    "face-up-pai-gow": ("base", "ace-high", "fortune", "envy"),
    "pure-21.5-blackjack": ("wager", "red-flex", "buster"),
    "pure-spanish-21.5": ("wager", "match-the-dealer"),
    "ultimate-texas-holdem": ("ante", "blind", "play", "trips", "bad-beat"),
}
"""The wagers of a seat in the order in which the chapters settle them."""


@clause(
    banked, BANKED, "every chapter of 500 Club, How Winners are Determined and Paid; Pure 21.5, Round of Play, rule 9"
)
def wagers_are_settled_in_order(facts: RoundHistory) -> Iterator[str]:
    """Settling starts at the printed seat and goes clockwise, in the printed order of wagers. Envy comes last."""
    rules = facts.rules
    at_once = _at_once(facts)
    settled = [(event.spot, event.wager) for _, event in facts.settled if (event.spot, event.wager) not in at_once]
    order = [name for name in ORDERS.get(rules.script, ()) if name in rules.wager]
    order += [name for name in rules.settled if name not in order]
    if rules.order and [name for name in rules.settled if name in rules.order.first]:
        order = [*rules.settled]
    around = {spot.id: place for place, spot in enumerate(facts.clockwise(_start(facts)))}
    by_wager, hands = rules.settled_by == "wager", _split_hands(facts)
    turns = {name: turn for turn, name in enumerate(order)}

    def place(key: tuple[str, str]) -> tuple[int, ...]:
        spot, wager = key
        seat = around[spot if spot in around else facts.circle(spot).id]
        hand = hands.index(spot) if spot in hands else -1
        if wager == "envy":
            return 1, seat
        return (0, turns[wager], seat, hand) if by_wager else (0, seat, turns[wager], hand)

    places = [place(key) for key in settled]
    if any(one > other for one, other in pairwise(places)):
        wanted = [settled[at] for at in sorted(range(len(settled)), key=places.__getitem__)]
        wrong = next(pair for pair in zip(settled, wanted, strict=True) if pair[0] != pair[1])
        yield f"{wrong[0][1]} of spot {wrong[0][0]} was settled before {wrong[1][1]} of spot {wrong[1][0]}"


def _split_hands(facts: RoundHistory) -> list[str]:
    """The hands of circles that were split, each directly after the one it was split from."""
    hands: list[str] = []
    for _, move in facts.moved if facts.rules.script.startswith("pure-") else ():
        if move.place.owner not in hands:
            hands.append(move.place.owner)
        hands.insert(hands.index(move.place.owner) + 1, move.into.owner)
    return hands


def _at_once(facts: RoundHistory) -> set[tuple[str, str]]:
    """Wagers that are decided when it happens: what a fold or surrender forfeits, and in Pure 21.5 a 21.5."""
    at_once = {(event.spot, event.wager) for _, event in facts.settled if event.line in GAVE_UP}
    if facts.rules.script == "pure-21.5-blackjack":
        shown = next((place for place, event in facts.turned if event.place == facts.dealer), len(facts.events))
        at_once |= {(event.spot, event.wager) for place, event in facts.settled if place < shown}
    return at_once


def _start(facts: RoundHistory) -> int:
    """The seat to the right of the first that is settled."""
    button = facts.mark("action button")
    start = facts.rules.order.start if facts.rules.order else ""
    if button and (start == "action button" or facts.rules.script == "pure-spanish-21.5"):
        return button - 1
    if start == "player-dealer" and facts.banker:
        return facts.banker.seat
    return 0
