"""Face-Up Chinese Poker (500 Club, GEGR-002034): placing, fouls, points, clean sweeps, Fantasy Land, collection."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cardroom.cards import Card
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.hands import HIGH, Key, high, straight_top
from cardroom.clauses.register import clause, scripts
from cardroom.money import dollars
from cardroom.play.round import Account, Acted, Dealt, stack_of
from cardroom.rulebook import RuleSet

GAME = "Face-Up Chinese Poker"
C = "500 Club, Face-Up Chinese Poker, "
PLAY = C + "Dealing Procedures and Round of Play, "
ROWS = {"front": 3, "middle": 5, "back": 5}
SWEEPS = {"super dragon": 26, "dragon": 13, "six pairs": 3, "three straights": 3, "three flushes": 3}
FIVES = {"straight": 4, "flush": 8, "full house": 12, "four of a kind": 16, "straight flush": 20}
"""The bonus of a middle; a back has half of it."""
QUEEN, ROYAL = 10, (8, 12)
script = scripts("face-up-chinese")


def printed(rules: RuleSet) -> bool:
    """Whether points are those of the rulings C2 and C4: not of a house's own text, nor of another reading."""
    switches = ("equal_segments_foul", "sweep_bonus", "sweeps_by_rank")
    return script(rules) and not rules.own and not any(rules.house(each) for each in switches)


class Set(NamedTuple):
    """Thirteen cards, set."""

    front: list[Card]
    middle: list[Card]
    back: list[Card]
    declared: str


def front_key(cards: Sequence[Card]) -> Key:
    """Three cards: three of a kind, a pair, or high cards. Straights and flushes do not count."""
    counts = Counter(card >> 2 for card in cards)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return (0 if len(order) == 3 else 1 if len(order) == 2 else 3), *order


def set_hands(facts: RoundHistory) -> dict[str, Set]:
    """The hands as they were set, from the buttons on, with the clean sweeps that were declared."""
    declared = {event.spot for _, event in facts.chose("declare")}
    hands = {}
    for spot in dealt_in(facts):
        rows = [facts.cards(spot, row) for row in ROWS]
        front, middle, back = rows
        hands[spot] = Set(front, middle, back, sweep_of(rows) if spot in declared else "")
    return hands


def dealt_in(facts: RoundHistory) -> list[str]:
    """Who got a hand, from the buttons on."""
    got = {event.place.owner for _, event in facts.dealt}
    return [spot.id for spot in facts.clockwise(facts.mark("button") - 1) if spot.id in got]


def in_fantasy_land(facts: RoundHistory) -> list[str]:
    """Who is dealt thirteen cards at once."""
    return [event.place.owner for _, event in facts.dealt if len(event.cards) == 13]


def sweep_of(rows: Sequence[Sequence[Card]]) -> str:
    """The clean sweep with the highest value that a set hand has; empty if none."""
    cards = [card for row in rows for card in row]
    counts = Counter(card >> 2 for card in cards)
    if len(counts) == 13:
        return "super dragon" if len({card & 3 for card in cards}) == 1 else "dragon"
    if sum(count // 2 for count in counts.values()) == 6:
        return "six pairs"
    if all(_straight(row) for row in rows):
        return "three straights"
    return "three flushes" if all(len({card & 3 for card in row}) == 1 for row in rows) else ""


def _straight(row: Sequence[Card]) -> bool:
    ranks = sorted(card >> 2 for card in row)
    if len(row) == 5:
        return len({*ranks}) == 5 and straight_top(sum(1 << rank for rank in ranks)) >= 0
    return ranks == [0, 1, 12] or ranks == [*range(ranks[0], ranks[0] + 3)]


def foul(hand: Set) -> bool:
    """Whether a front outranks the middle, or the middle the back. A declared clean sweep cannot foul."""
    if hand.declared:
        return False
    return front_key(hand.front) > high(hand.middle) or high(hand.middle) > high(hand.back)


def bonus(row: str, cards: Sequence[Card]) -> int:
    """The bonus points of a segment."""
    if row == "front":
        kind, rank, *_ = front_key(cards)
        return rank + 10 if kind == 3 else max(rank - 3, 0) if kind == 1 else 0
    key = high(cards)
    points = 40 if key == ROYAL else FIVES.get(HIGH[key[0]], 0)
    return points // 2 if row == "back" else points


def points(one: Set, other: Set, *, buttons: bool) -> int:
    """The points that a hand wins from another by segments, before those that it loses. `buttons` win ties."""
    if foul(one) or (not foul(other) and (one.declared or other.declared)):
        return 0
    won = 0
    for row in ROWS:
        ours, theirs = getattr(one, row), getattr(other, row)
        key = front_key if row == "front" else high
        if foul(other):
            won += 3 + (0 if one.declared else bonus(row, ours))
        elif key(ours) > key(theirs) or (buttons and key(ours) == key(theirs)):
            won += 1 + bonus(row, ours)
    return won


@clause(script, GAME, C + "Description of Table Used; " + PLAY + "rule 1")
def at_most_three_hands_from_the_buttons(facts: RoundHistory) -> Iterator[str]:
    """One player has both buttons. That player and the next two clockwise who have enough chips get hands. A fourth
    player never does.
    """
    spots = dealt_in(facts)
    if not spots:
        return
    if len(spots) > 3:
        yield f"{len(spots)} hands were dealt"
    if facts.mark("button") != facts.mark("action button") or facts.by_id[spots[0]].seat != facts.mark("button"):
        yield f"the buttons are at seats {facts.mark('button')} and {facts.mark('action button')}"
    least = facts.rules.point * facts.rules.house("hand_points")
    for spot in spots:
        if facts.stacks[facts.by_id[spot].bettor] < least:
            yield f"spot {spot} is dealt in with less than {dollars(least)}"
    own = facts.carried.own
    poor = {
        spot.id
        for spot in facts.spots
        if facts.stacks[spot.bettor] < least + 1_000 * bool(facts.rules.posted)
        or own is None
        or (
            spot.bettor not in own.stacks
            and facts.stacks[spot.bettor] < facts.rules.point * facts.rules.house("buy_in_points") + 1_000
        )
    }
    wanted = [s.id for s in facts.clockwise(facts.mark("button") - 1) if s.id in spots or s.id not in poor][:3]
    if wanted != spots:
        yield f"spots {spots} got hands, and from the buttons on it is {wanted}"


@clause(script, GAME, PLAY + "rules 4 to 7; Fantasy Land")
def five_cards_then_four_times_three(facts: RoundHistory) -> Iterator[str]:
    """Players get five cards face up, one at a time from the left of the button, and then three cards face down, four
    times. Fantasy Land hands come first.
    """
    spots = dealt_in(facts)
    if not spots:
        return
    order = [*spots[1:], spots[0]]
    dreams = in_fantasy_land(facts)
    awake = [spot for spot in order if spot not in dreams]
    wanted = [(spot, 13, "d") for spot in order if spot in dreams]
    wanted += [(spot, 1, "u") for _ in range(5) for spot in awake]
    wanted += [(spot, 3, "d") for _ in range(4) for spot in awake]
    came = [(event.place.owner, len(event.cards), "u" if event.to is None else "d") for _, event in facts.dealt]
    if came != wanted:
        at = next((at for at, pair in enumerate(zip(came, wanted, strict=False)) if pair[0] != pair[1]), len(wanted))
        yield f"deal {at + 1} is {[*came, 'missing'][min(at, len(came))]}, not {[*wanted, 'any'][min(at, len(wanted))]}"


@clause(script, GAME, PLAY + "rules 4 to 6a; Fantasy Land")
def two_of_three_cards_are_placed_for_good(facts: RoundHistory) -> Iterator[str]:
    """A player places all of the first five cards, and then two of each three. The rows take three, five and five
    cards. A placed card does not move again.
    """
    for _, move in facts.moved:
        if move.place.part:
            yield f"a card leaves the {move.place.part} of spot {move.place.owner}"
        if move.into.part in ROWS and move.to not in (None, (facts.by_id[move.place.owner].bettor,)):
            yield f"cards in the {move.into.part} of spot {move.place.owner} are seen by {move.to}"
    for spot in dealt_in(facts):
        sizes = [len(facts.cards(spot, row)) for row in ROWS]
        thrown, wanted = len(facts.cards(spot, "discards")), 0 if spot in in_fantasy_land(facts) else 4
        if sizes != [3, 5, 5] or thrown != wanted:
            yield f"spot {spot} has rows of {sizes} and threw {thrown} cards away"
    waits = 0
    for event in facts.events:
        if isinstance(event, Dealt) and len(event.cards) == 3:
            waits = 3
        elif isinstance(event, Acted) and event.action == "place":
            placed = sum(map(len, event.value.values()))
            if placed != (2 if waits else 5):
                yield f"spot {event.spot} placed {placed} cards"


@clause(script, GAME, PLAY + "rules 4, 5 and 7; Fantasy Land")
def players_place_in_turn_and_fantasy_land_before_them(facts: RoundHistory) -> Iterator[str]:
    """Players place clockwise from the left of the button. Fantasy Land hands are set before, and stay face down until
    the others have placed.
    """
    spots = dealt_in(facts)
    if not spots:
        return
    dreams, order = in_fantasy_land(facts), [*spots[1:], spots[0]]
    awake = [spot for spot in order if spot not in dreams]
    placed = [event.spot for _, event in facts.chose("place")]
    if placed != awake * 5:
        yield f"the players placed in the order {placed[:6]}, not {awake}"
    sets = [place for place, _ in facts.chose("set")]
    places = [place for place, _ in facts.chose("place")]
    if len(sets) != len(dreams) or (sets and places and max(sets) > min(places)):
        yield "a Fantasy Land hand was not set before the others placed"
    shown = [place for place, event in facts.turned if event.place.part in ROWS]
    if len(shown) != 3 * len(dreams) or (shown and places and min(shown) < max(places)):
        yield "a Fantasy Land hand was turned over at the wrong time"


def _owed(facts: RoundHistory) -> list[tuple[str, str, int]]:
    """What players owe each other in points, in settling order: the winner, the loser, the points."""
    hands = set_hands(facts)
    first = next(iter(hands))
    value = {spot: SWEEPS.get(hand.declared, 0) for spot, hand in hands.items()}
    owed = [(one, other, value[one]) for one in hands for other in hands if value[one] > value[other]]
    for one, other in combinations(hands, 2):
        if foul(hands[one]) and foul(hands[other]):
            continue
        net = points(hands[one], hands[other], buttons=one == first) - points(hands[other], hands[one], buttons=False)
        if net:
            owed.append((one, other, net) if net > 0 else (other, one, -net))
    return owed


@clause(printed, GAME, C + "How Winners are Determined and Paid; Foul Hand; Point System; Bonus System; Clean Sweep")
def points_are_paid_as_printed_in_order(facts: RoundHistory) -> Iterator[str]:
    """Sweeps are paid first, then 1-2, 1-3 and 2-3: a point and the bonus for a segment, nine points for a foul, ties
    to the buttons, within table stakes.
    """
    if not dealt_in(facts):
        return
    rules = facts.rules
    bettor = {spot: facts.by_id[spot].bettor for spot in dealt_in(facts)}
    stakes = {spot: _in_play(facts, spot) for spot in bettor}
    running = rules.house("table_stakes") == "running"
    lose, win = dict(stakes), dict(stakes)
    wanted = []
    for winner, loser, count in _owed(facts):
        paid = min(count * rules.point, lose[loser], win[winner])
        lose[loser] -= paid
        win[winner] -= paid
        if running:
            lose[winner] += paid
            win[loser] += paid
        if paid:
            wanted.append((bettor[loser], bettor[winner], paid))
    did = [(m.payer.owner, m.payee.owner, m.amount) for _, m in facts.transfers if m.cause == "points"]
    if did != wanted:
        words = [
            "; ".join(f"{dollars(each[2])} from {each[0]} to {each[1]}" for each in some) for some in (did, wanted)
        ]
        yield f"the players pay {words[0] or 'nothing'}, and they owe {words[1] or 'nothing'}"


def _in_play(facts: RoundHistory, spot: str) -> int:
    """The chips that a player can win or lose: the stack at the start, without what was added beyond the maximum."""
    name, own = facts.by_id[spot].bettor, facts.carried.own
    fees = sum(m.amount for _, m in facts.transfers if m.cause == "fee" and m.payer.owner == name)
    most: int = max(facts.rules.house("maximum_buy_in"), own.stacks.get(name, 0) if own else 0)
    return min(facts.stacks[name] - fees, most)


@clause(printed, GAME, C + "Clean Sweep")
def only_a_clean_sweep_is_declared(facts: RoundHistory) -> Iterator[str]:
    """Before the first payment, every player with a clean sweep is asked to declare it, and no other player is
    asked.
    """
    asked = {event.spot for _, event in facts.chose("declare", "compare")}
    able = {spot for spot in dealt_in(facts) if sweep_of([facts.cards(spot, row) for row in ROWS])}
    if asked != able:
        yield f"{sorted(asked)} were asked to declare a clean sweep, and {sorted(able)} have one"
    paid = [place for place, move in facts.transfers if move.cause == "points"]
    if paid and any(place > min(paid) for place, _ in facts.chose("declare", "compare")):
        yield "a clean sweep was declared after a payment"


@clause(printed, GAME, C + "Fantasy Land")
def fantasy_land_is_earned(facts: RoundHistory) -> Iterator[str]:
    """Queens or better in front, without a foul, lead to Fantasy Land. To stay, a player needs quads in the back, a
    full house in the middle or trips in front.
    """
    spots = dealt_in(facts)
    if not spots or facts.carry.own is None:
        return
    before = set(facts.carried.own.fantasy) if facts.carried.own else set()
    names = {spot: facts.by_id[spot].bettor for spot in spots}
    dreams = in_fantasy_land(facts)
    if {names[spot] for spot in dreams} != before & {*names.values()}:
        yield f"{[names[spot] for spot in dreams]} are dealt thirteen cards, and {sorted(before)} have earned it"
    earned = {name for name in before if name not in names.values() and name in facts.stacks}
    for spot, hand in set_hands(facts).items():
        front, middle, back = front_key(hand.front), high(hand.middle), high(hand.back)
        if foul(hand):
            continue
        if spot in dreams:
            good = back[0] >= 7 or middle[0] >= 6 or front[0] == 3
        else:
            good = front[0] == 3 or (front[0] == 1 and front[1] >= QUEEN)
        if good:
            earned.add(names[spot])
    if {*facts.carry.own.fantasy} != earned:
        yield f"{sorted(facts.carry.own.fantasy)} are in Fantasy Land next, and {sorted(earned)} have earned it"


@clause(script, GAME, "500 Club, Poker Collection Rates, Timed Collection")
def the_collection_is_taken_in_advance_every_forty_minutes(facts: RoundHistory) -> Iterator[str]:
    """A player who is dealt in and whose paid time is over pays the next fee in advance, before the first card."""
    own, clock = facts.carried.own, next((event.value for _, event in facts.chose("clock")), None)
    fees = [move for _, move in facts.transfers if move.cause == "fee"]
    first = facts.dealt[0][0] if facts.dealt else len(facts.events)
    charges = [charge for posted in facts.rules.posted for charge in posted.charge]
    if clock is None or not charges or not facts.dealt:
        if fees and not charges:
            yield "a fee was taken, and none is posted"
        return
    paid = dict(own.paid) if own else {}
    due = {spot for spot in dealt_in(facts) if paid.get(facts.by_id[spot].bettor, 0) <= clock}
    if {move.spot for move in fees} != due or any(place > first for place, m in facts.transfers if m.cause == "fee"):
        yield f"spots {sorted(move.spot for move in fees)} paid at minute {clock}, and it was due from {sorted(due)}"
    for move in fees:
        until = facts.carry.own.paid.get(facts.by_id[move.spot].bettor, 0) if facts.carry.own else 0
        if until != clock + charges[0].minutes or move.payer != _stack(facts, move.spot):
            yield f"spot {move.spot} has paid until minute {until}"


def _stack(facts: RoundHistory, spot: str) -> Account:
    return stack_of(facts.by_id[spot].bettor)
