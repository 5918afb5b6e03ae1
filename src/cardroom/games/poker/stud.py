"""Stud: every player's own cards, some up, some down (500 Club, Seven Card Stud, its high-low games and Razz)."""

from collections.abc import Callable, Generator

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, betting
from cardroom.games.poker.table import antes, seat_players, showdown
from cardroom.play import Amount, Answer, Ask, Choice, Option, Round, Script, Spot, ask
from cardroom.play.round import HOUSE_SPOT
from cardroom.rankings import strength

VERSION = "stud/1"


def stud(round: Round) -> Script:
    """The round of play."""
    hand = seat_players(round)
    if hand is None:
        return
    antes(hand)
    up: dict[str, list[Card]] = {spot.id: [] for spot in hand.players}
    shared: list[Card] = []
    for number, street in enumerate(hand.poker.streets):
        if len(hand.live) == 1:
            break
        if number:
            round.burn()
        shared += deal_street(hand, street, up)
        if number == 0:
            yield from bring_in(hand, up)
        else:
            first = yield from first_by(
                hand, hand.poker.showing, {spot: up[spot.id] + shared for spot in hand.live}, max
            )
            yield from betting(hand, first, number, may_double=open_pair(hand, up) if number == 1 else None)
    yield from showdown(hand, shared)


def deal_street(hand: Hand, street: str, up: dict[str, list[Card]]) -> list[Card]:
    """Deal a street; when the cards do not reach for all, one in the middle is everybody's (Seven Card Stud)."""
    round = hand.round
    if round.left < len(hand.live) * len(street):
        round.deal("board", 1, up=True)
        return round.hands["board"][-1:]
    for spot in hand.live:
        for face in street:
            round.deal(spot, 1, up=face == "u")
            if face == "u":
                up[spot.id].append(round.hands[spot.id][-1])
    return []


def bring_in(hand: Hand, up: dict[str, list[Card]]) -> Generator[Ask, Answer, None]:
    """The worst door card opens for the bring-in, or for a full bet; then the others act."""
    spot = yield from first_by(hand, hand.poker.door, {spot: up[spot.id] for spot in hand.live}, min)
    rules = hand.round.rules
    amount, full = rules.house("bring_in"), rules.house("small_bet")
    opened = 0
    if stack := hand.stack(spot):
        options: list[Option] = [Choice("bring-in", min(amount, stack))]
        if amount < full and stack > amount:
            options.append(Amount("bet", min(full, stack), min(full, stack)))
        answer = yield ask(spot.id, options, "bring-in")
        hand.put(spot, answer.value if answer.action == "bet" else amount)
        hand.aggressor = spot
        opened = full if answer.action == "bet" or amount >= full else 0
    yield from betting(hand, hand.next_after(spot), 0, opened=opened, posted=amount, opener=spot)


def first_by(
    hand: Hand, ranking: str, showing: dict[Spot, list[Card]], choose: Callable[..., Spot]
) -> Generator[Ask, Answer, Spot]:
    """Who acts first by what is showing, the first from the dealer's left among equals.

    Where a record does not know the up cards, who was first is an outside fact, and asked for.
    """
    known = {spot: strength(ranking, cards[:4]) for spot, cards in showing.items() if UNKNOWN not in cards}
    first: Spot = choose(known or hand.live, key=lambda spot: known.get(spot, 0))
    if len(known) < len(showing):
        options = [Choice(spot.id) for spot in hand.live]
        answer = yield ask(HOUSE_SPOT.id, options, first.id)
        first = hand.round.spot(answer.action)
    return first


def open_pair(hand: Hand, up: dict[str, list[Card]]) -> Callable[[Spot], bool] | None:
    """Who may bet the higher limit on fourth street: with a pair showing, its holder or anybody (house rule)."""
    pairs = {spot for spot in hand.live if len({card >> 2 for card in up[spot.id]}) == 1}
    match hand.round.house("open_pair_bet"):
        case "holder":
            return pairs.__contains__
        case "any player" if pairs:
            return lambda _: True
    return None
