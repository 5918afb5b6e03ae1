"""What opens the betting: antes, blinds, posts, the bring-in, and who acts first."""

from collections.abc import Iterator
from typing import NamedTuple

from cardroom.cards import JOKER, UNKNOWN
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.poker.ranks import LOW, door, shows
from cardroom.clauses.poker.reading import BettingRound, Reading, poker, reading
from cardroom.clauses.register import clause
from cardroom.money import dollars
from cardroom.play.round import Dealt, Turned
from cardroom.rulebook import RuleSet

POKER = "every poker game"
BLINDS = "500 Club, Texas Hold'em, Dealing Procedures and Round of Play, rules 2 and 4; the other chapters with blinds"
STUD = "500 Club, Seven Card Stud, rule 5; Razz, rule 4a; Mexican Poker, rule 7; that kings open Razz is K7"


def stud(rules: RuleSet) -> bool:
    """Whether up cards decide who acts first."""
    return poker(rules) and rules.poker is not None and rules.poker.structure == "stud"


def with_blinds(rules: RuleSet) -> bool:
    """Whether blinds are posted."""
    return poker(rules) and not stud(rules)


def outside(facts: RoundHistory) -> bool:
    """Whether the hand was set up from outside, such as a recorded one that begins in mid-game."""
    own = facts.carried.own
    return bool(own is not None and (own.stays or own.posts or own.shared))


@clause(poker, POKER, "500 Club, Seven Card Stud, rule 3; Razz, rule 1; Mexican Poker, rule 4")
def every_player_puts_in_the_ante(facts: RoundHistory) -> Iterator[str]:
    """All players put in the ante before they receive cards. A player who has less puts in everything."""
    hand, antes = reading(facts), facts.rules.stakes.antes
    if not hand.dealt or hand.bomb or len(antes) > 1:
        return
    dead = facts.rules.house("dead_antes")
    paid: dict[str, int] = {}
    for move in hand.forced:
        if move.cause == "ante" or (move.cause == "dead" and dead):
            paid[move.spot] = paid.get(move.spot, 0) + move.amount
    for spot in hand.players:
        wanted = min(antes[0], facts.stacks[facts.by_id[spot].bettor])
        if dead and facts.chose("post"):
            return  # dead blinds look the same
        if paid.get(spot, 0) != wanted:
            yield f"spot {spot} put in {dollars(paid.get(spot, 0))}, and the ante is {dollars(wanted)}"
    if set(paid) - {*hand.players}:
        yield "somebody who was not dealt in put in an ante"


@once
def blind_seats(facts: RoundHistory) -> list[int]:
    """The seats of the blinds, from the small one on, as the table notes them for the next hand; 0 is no player."""
    own = facts.carry.own
    return [*own.blinds] if own is not None else []


@clause(with_blinds, "hold'em, Omaha, pineapple and draw games", BLINDS)
def the_blinds_are_posted_left_of_the_button(facts: RoundHistory) -> Iterator[str]:
    """The player left of the button posts the small blind, and the next one the big blind. With two players the button
    posts the small blind.
    """
    hand = reading(facts)
    if not hand.dealt or hand.bomb or outside(facts):
        return
    blinds, seats = facts.rules.stakes.blinds, blind_seats(facts)
    posts = {event.spot for _, event in facts.chose("post")}
    paid = {move.spot: move.amount for move in hand.forced if move.cause == "bet"}
    antes = {move.spot: move.amount for move in hand.forced if move.cause in ("ante", "dead")}
    for seat, blind in sorted(zip(seats, blinds, strict=False), key=lambda pair: pair[1]):
        spot = next((each for each in hand.players if hand.seat(each) == seat), None)
        if spot is None or spot in posts or seats.count(seat) > 1:
            continue
        left = facts.stacks[facts.by_id[spot].bettor] - antes.get(spot, 0)
        left += sum(move.amount for move in hand.forced if move.cause == "uncalled" and move.spot == spot)
        if paid.get(spot, 0) != min(blind, left):
            yield f"spot {spot} posts {dollars(paid.get(spot, 0))}, and its blind is {dollars(min(blind, left))}"
    for spot, amount in paid.items():
        if hand.seat(spot) not in seats and spot not in posts:
            yield f"spot {spot} posts {dollars(amount)} and is not in the blinds"
    order = hand.from_left_of(hand.button, hand.players)
    if len(order) == 2:
        wanted = [hand.button, hand.seat(next(each for each in order if hand.seat(each) != hand.button))]
        if [seats[0], seats[-1]] != wanted:
            yield f"of two players, seat {seats[0]} has the small blind and not the button"
    elif not posts and not _absent(facts):
        wanted = [hand.seat(each) for each in order[: len(blinds)]]
        if seats != wanted[: len(seats)] and len(order) >= len(blinds):
            yield f"the blinds are at seats {seats}, and left of the button are {wanted}"


def _absent(facts: RoundHistory) -> bool:
    """Whether a player came, left or waits, so that a blind or the button may be at an empty seat."""
    before = facts.carried.own
    if before is None or not before.blinds:
        return False
    here = {facts.by_id[spot].bettor: facts.by_id[spot].seat for spot in reading(facts).players}
    return here != dict(before.known) or bool(before.owes)


def first_to_act(hand: Reading, street: int) -> str | None:
    """Who acts first in a betting round by position; None if up cards or a post decide it."""
    facts, number = hand.facts, hand.rounds[street].number
    live = hand.from_left_of(hand.button, hand.rounds[street].live)
    if number == 0 and not hand.bomb:
        seats = blind_seats(facts)
        big = next((each for each in hand.players if seats and hand.seat(each) == seats[-1]), None)
        if big is None:
            return None
        order = hand.from_left_of(hand.seat(big), hand.players)
        return next((each for each in order if each in live), None)
    return live[0]


class UpCards(NamedTuple):
    """The cards that show at the start of a betting round."""

    cards: dict[str, list[int]]
    """Those of each player."""
    shared: list[int]
    """Those of all players."""
    jokers: dict[str, str]
    """How each joker was dealt: "up" or "down"."""


@once
def up_cards(facts: RoundHistory) -> list[UpCards]:
    """The cards that show at the start of each betting round."""
    found: list[UpCards] = []
    ups: dict[str, list[int]] = {}
    shared: list[int] = []
    jokers: dict[str, str] = {}
    cards: list[tuple[int, Dealt | Turned]] = [*facts.dealt, *facts.turned]
    cards.sort(reverse=True)
    for betting in reading(facts).rounds:
        start = betting.acts[0].place
        while cards and cards[-1][0] < start:
            _, event = cards.pop()
            owner = event.place.owner
            if isinstance(event, Turned):
                ups.setdefault(owner, []).extend(event.cards)
            elif event.place.kind == "hand":
                if event.to is None:
                    ups.setdefault(owner, []).extend(event.cards)
                if JOKER in event.cards:
                    jokers[owner] = "up" if event.to is None else "down"
            elif event.place.kind == "board":
                shared.extend(event.cards)
        found.append(UpCards({each: [*ups.get(each, ())] for each in betting.live}, [*shared], {**jokers}))
    return found


def up_first(hand: Reading, street: int) -> str | None:
    """Who acts first by the cards that show at the start of a betting round; None if a record does not have them."""
    facts, (ups, shared, jokers) = hand.facts, up_cards(hand.facts)[street]
    live = hand.from_left_of(hand.button, hand.rounds[street].live)
    poker = hand.poker
    if any(UNKNOWN in cards for cards in ups.values()):
        return None
    if hand.rounds[street].number == 0 and poker.door:
        rules = facts.rules
        if "ace_brings_in" in rules.house_rules and rules.house("ace_brings_in"):  # Razz as its chart prints it
            return max(live, key=lambda each: (-LOW[ups[each][0] >> 2], ups[each][0] & 3))
        return max(live, key=lambda each: door(poker.door, ups[each][0]))
    return max(live, key=lambda each: shows(poker.showing, poker.ranking, [*ups[each], *shared], jokers.get(each)))


@clause(
    with_blinds,
    "hold'em, Omaha, pineapple and draw games",
    "500 Club, Texas Hold'em, rules 1b, 1c, 6 and 10; K4 in the draw games",
)
def action_starts_left_of_the_big_blind_then_left_of_the_button(facts: RoundHistory) -> Iterator[str]:
    """The player left of the big blind acts first in the first round. Later the first active player left of the button
    does.
    """
    hand = reading(facts)
    if not hand.dealt or outside(facts) or [*facts.rules.stakes.blinds] != sorted(facts.rules.stakes.blinds):
        return
    for street, betting in enumerate(hand.rounds):
        first = first_to_act(hand, street)
        if first is None:
            continue
        around = hand.from_left_of(hand.seat(first), betting.live)
        around = [around[-1], *around[:-1]]
        able = [each for each in around if betting.behind[each] > 0]
        if able and betting.acts[0].spot != able[0] and _owes(betting, able[0]):
            yield f"in betting round {betting.number + 1} spot {betting.acts[0].spot} acts first, not {able[0]}"


def _owes(betting: BettingRound, spot: str) -> bool:
    """Whether a player has a decision: a bet to call, or an opponent who could call one."""
    level = max([*betting.bets.values(), 0])
    others = [betting.bets.get(each, 0) + betting.behind[each] for each in betting.live if each != spot]
    return (level > betting.bets.get(spot, 0) and max(others) > betting.bets.get(spot, 0)) or max(others) > level


@clause(stud, "stud games, Mexican Poker", STUD)
def the_right_up_card_brings_it_in(facts: RoundHistory) -> Iterator[str]:
    """The lowest up card brings it in, in Razz the highest, and suits break ties. In Mexican Poker it is the highest,
    and of equals the one dealt first.
    """
    hand = reading(facts)
    if not hand.dealt or not hand.rounds or hand.rounds[0].number:
        return
    first = up_first(hand, 0)
    opener = hand.rounds[0].acts[0]
    if first is not None and opener.spot != first and hand.rounds[0].behind[first] > 0:
        yield f"spot {opener.spot} brings it in, not {first}"


@clause(
    stud,
    "stud games, Mexican Poker",
    "500 Club, Seven Card Stud, rule 5; Razz, rules 4a(i) and 4a(ii); Mexican Poker, rule 7",
)
def the_bring_in_is_what_is_printed(facts: RoundHistory) -> Iterator[str]:
    """The bring-in is the lower limit, in Razz less, or all that the player has. A player who opens instead bets at
    least a full bet.
    """
    hand, stakes = reading(facts), facts.rules.stakes
    if not hand.dealt or not hand.rounds or hand.rounds[0].number:
        return
    betting = hand.rounds[0]
    act, behind = betting.acts[0], betting.behind
    if act.action == "bring-in" and act.paid != min(stakes.bring_in, behind[act.spot]):
        yield f"spot {act.spot} brings it in for {dollars(act.paid)}, not {dollars(stakes.bring_in)}"
    if act.action == "bet":
        full = stakes.small_bet if facts.rules.house("limit") == "fixed" else stakes.minimum_bet
        if act.paid < min(full, behind[act.spot]) or act.paid <= min(stakes.bring_in, behind[act.spot] - 1):
            yield f"spot {act.spot} opens for {dollars(act.paid)}, and a full bet is {dollars(full)}"
    first = up_first(hand, 0)
    if first is not None and behind[first] > 0 and act.action not in ("bring-in", "bet"):
        yield f"spot {act.spot} chose to {act.action}, and it was not brought in"


@clause(
    stud,
    "stud games, Mexican Poker",
    "500 Club, Seven Card Stud, rules 11, 16, 21 and 26; Razz, rules 8, 12, 16 and 20; "
    "Mexican Poker, rules 13, 18 and 23",
)
def the_best_hand_showing_acts_first_on_later_streets(facts: RoundHistory) -> Iterator[str]:
    """From the second round on, the highest cards showing act first, in Razz the lowest. Equal cards act clockwise."""
    hand = reading(facts)
    if not hand.dealt or outside(facts):
        return
    for street, betting in enumerate(hand.rounds):
        if betting.number == 0:
            continue
        first = up_first(hand, street)
        if first is None:
            return
        around = hand.from_left_of(hand.seat(first), betting.live)
        around = [around[-1], *around[:-1]]
        able = [each for each in around if betting.behind[each] > 0]
        if able and betting.acts[0].spot != able[0] and _owes(betting, able[0]):
            yield f"in betting round {betting.number + 1} spot {betting.acts[0].spot} acts first, not {able[0]}"
