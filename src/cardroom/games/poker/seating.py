"""Who is dealt in and who posts what: the button and the blinds over hands, as players come, go and miss them.

The carried state of a table: the seats of the button and the blinds, the players it knows, and what they owe.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from cardroom.cards.decks import deck
from cardroom.errors import InvariantError
from cardroom.games.poker.hand import Hand, Post
from cardroom.games.poker.limits import terms
from cardroom.play import Answer, Ask, Choice, Round, Spot, ask
from cardroom.rankings import strength

__all__ = ["Owed", "Seating", "seat_players", "seating"]


Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Cents: TypeAlias = Annotated[int, Meta(ge=0)]


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Blinds that passed a player who was not there."""

    dead: Cents = 0
    """The smaller ones, in cents: they play for nobody."""
    big: bool = False
    """Whether the big one is among them, which plays."""


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the button and the blinds were in the last hand, whom the table knows, and who owes what.

    Seats count from 1; 0 is none. All poker games keep the same, so that a table may change from one to another.
    """

    SHARED: ClassVar[bool] = True
    """A table that changes from one poker game to another takes it along."""

    button: Seat = 0
    blinds: list[Seat] = []
    """From the small one to the big one; one whose player was not there is owed to nobody's pot."""
    known: dict[str, Seat] = {}
    """Players who have been dealt in, with their seats."""
    owes: dict[str, Owed] = {}
    waits: list[str] = []
    """Players who have said that they wait for the big blind: they are not asked again."""
    stays: bool = False
    """A hand that is set up from outside: it names its own button ..."""
    posts: list[Cents] = []
    """... what players post by position who come in out of turn ..."""
    shared: Annotated[int, Meta(ge=0, le=9)] = 0
    """... and at stud the last streets that were one card for all."""


def seating(round: Round) -> Seating:
    """What the last hand left."""
    return round.carried.own or Seating()


def seat_players(round: Round) -> Generator[Ask, Answer, Hand | None]:
    """The players of the next hand, from the left of the button, which moves clockwise after every hand.

    When a game opens, each player gets a card and the highest has the button, spades over hearts over diamonds over
    clubs (500 Club, Texas Hold'em, rule 3); in Badugi, whose highest card is the king, it is drawn from the spread deck
    (rule 1). Games without a button deal from the left of the house dealer.
    """
    rules, last = round.rules, seating(round)
    if rules.poker is None:
        raise InvariantError(f"{rules.game} is no poker game")
    able = [spot for spot in round.spots if round.chips.stack(spot)]
    if len(able) < 2:
        round.say("There are not two players with chips: no hand is dealt")
        return None
    if not rules.poker.button:
        return Hand(round, able)
    if rules.poker.structure == "stud":
        button = next_button(round, able)
        round.carry.own = msgspec.structs.replace(last, button=button, stays=False, shared=0)
        return Hand(round, from_left_of(button, able))
    if last.blinds and terms(rules).owed_blinds and any(known_at(last, spot) for spot in able):
        return (yield from come_and_go(round, able))
    button = next_button(round, able)
    hand = Hand(round, from_left_of(button, able))
    by_position(hand, button, last.posts)
    return hand


def by_position(hand: Hand, button: int, posts: Sequence[int]) -> None:
    """Give the players of a hand the blinds of their positions, from the left of the button; between two players the
    button has the small blind and the other the big one."""
    order, blinds = hand.players, hand.stakes.blinds
    if len(order) == 2:
        order = order[::-1]
        order[0].position, order[1].position = 0, 1
        blinds = (blinds[0], blinds[-1])
    for player, blind in zip(order, blinds, strict=False):
        player.blind = blind
    for player, post in zip(order, posts, strict=False):
        player.posts = Post(post) if post else None
    seats = [player.spot.seat for player in order[: len(blinds)]]
    seats[-1:-1] = [0] * (len(hand.stakes.blinds) - len(seats))
    note(hand, button, seats)


def note(
    hand: Hand, button: int, blinds: list[int], owes: Mapping[str, Owed] | None = None, waits: Sequence[str] = ()
) -> None:
    """Keep in mind where the button and the blinds were, who was there, and what those owe who were not."""
    round, here = hand.round, {player.spot.bettor: player.spot.seat for player in hand.players}
    known = {bettor: seat for bettor, seat in seating(round).known.items() if bettor in round.stacks}
    owed = {bettor: owed for bettor, owed in owes.items() if bettor in known and bettor not in here} if owes else {}
    round.carry.own = Seating(button, blinds, known | here, owed, list(waits))


def next_button(round: Round, able: Sequence[Spot]) -> int:
    """The button's seat: the next player's, or at first the one with the highest card of the game's deck."""
    seats, last = [spot.seat for spot in able], seating(round)
    if not last.button:
        cards = [card + 1 for card in deck(round.rules.deck.name).cards]
        numbers = round.cards.roll("card for the button", len(able), cards, different=True)
        high = round.rules.poker is None or round.rules.poker.button_card == "dealt, ace high"
        best = [strength("door", (card - 1,)) if high else -strength("door-low", (card - 1,)) for card in numbers]
        button = seats[best.index(max(best))]
    elif last.stays:
        button = last.button
    else:
        button = next((seat for seat in seats if seat > last.button), seats[0])
    round.mark("button", button)
    return button


def from_left_of(button: int, spots: Sequence[Spot]) -> list[Spot]:
    """Spots that are in the order of their seats, from the left of the button on.

    >>> [spot.seat for spot in from_left_of(2, [Spot.at(seat) for seat in (1, 2, 5)])]
    [5, 1, 2]
    """
    return [spot for spot in spots if spot.seat > button] + [spot for spot in spots if spot.seat <= button]


# -- as players come and go -------------------------------------------------------------------------------------------


def come_and_go(round: Round, able: Sequence[Spot]) -> Generator[Ask, Answer, Hand | None]:
    """The big blind moves to the next player; the other blinds and the button follow it, each to the seat that the one
    before it had, though that may be empty.

    Who is new, or has missed blinds, posts to be dealt in at once or waits for the big blind; between the button and
    the big blind there is only waiting, unless without them there would be no game. Smaller blinds that were missed
    are dead: they play for nobody.
    """
    before, blinds = seating(round), round.rules.stakes.blinds
    big = min(able, key=lambda spot: (spot.seat <= before.blinds[-1], spot.seat))
    follows, *seats = (before.button, *before.blinds, big.seat)[-len(blinds) - 1 :]
    button, first = follows or before.button, next(seat for seat in seats if seat)
    # After a hand of two the button falls on the big blind: whoever comes in sits between that and the first blind.
    start = first if button == big.seat else button
    playing = [spot for spot in able if spot == big or (known_at(before, spot) and spot.bettor not in before.owes)]
    alone = len(playing) < 2
    outside = [spot for spot in able if spot not in playing and (alone or not passed(start, spot.seat, big.seat))]
    waits = [spot.bettor for spot in outside if spot.bettor in before.waits and not alone]
    posts: dict[str, Post] = {}
    for spot in outside:
        if spot.bettor in waits:
            continue
        post = what_is_missing(before, spot, blinds[-1])
        costs = min(post.live + post.dead, round.chips.stack(spot))
        answer = yield ask(spot.id, [Choice("post", costs), Choice("wait")], "wait")
        if answer.action == "post":
            posts[spot.id] = post
        else:
            waits.append(spot.bettor)
    playing = [spot for spot in able if spot in playing or spot.id in posts]
    owes = before.owes | missed(round, [spot.bettor for spot in playing], seats)
    if len(playing) < 2:
        round.say("There are not two players who post: no hand is dealt")
        return None
    if len(playing) == 2:
        (button,) = (spot.seat for spot in playing if spot != big)
        seats = [button, *[0] * (len(blinds) - 2), big.seat]
    elif not follows or (button == big.seat and len(playing) > len(blinds)):
        button = from_left_of(first - 1, playing)[-1].seat
    hand = Hand(round, from_left_of(button, playing))
    for number, player in enumerate(hand.players):
        player.posts = posts.get(player.id)
        at = player.spot.seat
        # Where few are left a seat may have two blinds in turn: the greater one is due.
        player.position = max((place for place, seat in enumerate(seats) if seat == at), default=len(blinds) + number)
        player.blind = blinds[player.position] if at in seats and player.posts is None else 0
    note(hand, button, seats, owes, waits)
    round.mark("button", button)
    return hand


def known_at(before: Seating, spot: Spot) -> bool:
    """Whether a player has been dealt in at this seat."""
    return before.known.get(spot.bettor) == spot.seat


def what_is_missing(before: Seating, spot: Spot, big: int) -> Post:
    """What a player posts to be dealt in: who is new a big blind, who has missed blinds those."""
    if not known_at(before, spot):
        return Post(big)
    owed = before.owes[spot.bettor]
    return Post(big if owed.big else 0, owed.dead)


def missed(round: Round, playing: Sequence[str], seats: Sequence[int]) -> dict[str, Owed]:
    """What those owe whom a blind has passed on its way to these seats: who was passed by the big one, all of them."""
    before, blinds = seating(round), round.rules.stakes.blinds
    owes: dict[str, Owed] = {}
    for bettor, seat in before.known.items():
        if bettor in playing:
            continue
        if passed(before.blinds[-1], seat, seats[-1]):
            owes[bettor] = Owed(sum(blinds[:-1]), big=True)
        elif seat in seats and not before.owes.get(bettor, Owed()).big:
            dead = before.owes.get(bettor, Owed()).dead
            owes[bettor] = Owed(dead + blinds[seats.index(seat)])
    return owes


def passed(start: int, seat: int, end: int) -> bool:
    """Whether going clockwise from one seat to another passes a third.

    >>> passed(2, 3, 5), passed(5, 6, 2), passed(5, 3, 2)
    (True, True, False)
    """
    return start < seat < end if start < end else seat > start or seat < end
