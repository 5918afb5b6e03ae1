"""Who is dealt in and who posts what: the button and the blinds over hands, as players come, go and miss them.

The carried state of a table: the seats of the button and both blinds, the players it knows, and what they owe.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.errors import Fault
from cardroom.games.poker.hand import Hand
from cardroom.play import Answer, Ask, Choice, Round, Spot, ask
from cardroom.rankings import strength

__all__ = ["Seating", "seat_players", "seating"]


Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the button and the blinds were in the last hand, whom the table knows, and who owes what.

    Seats count from 1; 0 is none. All poker games keep the same, so that a table may change from one to another.
    """

    SHARED: ClassVar[bool] = True
    """A table that changes from one poker game to another takes it along."""

    button: Seat = 0
    small: Seat = 0
    big: Seat = 0
    known: dict[str, Seat] = {}
    """Players who have been dealt in, with their seats."""
    owes: dict[str, Annotated[int, Meta(ge=0)]] = {}
    """Missed small blinds, in cents."""
    stays: bool = False
    """A hand that is set up from outside: it names its own button."""
    shared: Annotated[int, Meta(ge=0, le=9)] = 0
    """Stud, set up from outside: the last streets that were one card for all."""


def seating(round: Round) -> Seating:
    """What the last hand left."""
    return round.carried.own or Seating()


def seat_players(round: Round) -> Generator[Ask, Answer, Hand | None]:
    """The players of the next hand, from the left of the button, which moves clockwise after every hand.

    When a game opens, each player gets a card and the highest has the button, spades over hearts over diamonds over
    clubs (500 Club, Texas Hold'em, rule 3); games without a button deal from the left of the house dealer.
    """
    if round.rules.poker is None:
        raise Fault(f"{round.rules.game} is no poker game")
    able = [spot for spot in round.spots if round.chips.stack(spot)]
    if len(able) < 2:
        round.say("There are not two players with chips: no hand is dealt")
        return None
    if not round.rules.poker.button:
        return Hand(round, able)
    if round.rules.poker.structure == "stud":
        button = next_button(round, able, deck(round.rules.deck.name).cards)
        round.carry.own = msgspec.structs.replace(seating(round), button=button, stays=False, shared=0)
        return Hand(round, from_left_of(button, able))
    if not seating(round).big or not round.house("owed_blinds"):
        button = next_button(round, able)
        players = from_left_of(button, able)
        small, big = players[:2] if len(players) > 2 else reversed(players)
        note_blinds(round, button, small.seat, big.seat, players, seating(round).owes)
        return Hand(round, players)
    return (yield from come_and_go(round, able))


def next_button(round: Round, able: Sequence[Spot], cards: Sequence[Card] = range(52)) -> int:
    """The button's seat: the next player's, or at first the one with the highest of these cards."""
    seats, last = [spot.seat for spot in able], seating(round)
    if not last.button:
        numbers = round.cards.roll("card for the button", len(able), [card + 1 for card in cards], different=True)
        drawn = {seat: strength("door", (number - 1,)) for seat, number in zip(seats, numbers, strict=True)}
        button = max(drawn, key=drawn.__getitem__)
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


def note_blinds(
    round: Round, button: int, small: int, big: int, players: Sequence[Spot], owes: Mapping[str, int]
) -> None:
    """Keep in mind where the button and the blinds were, who was there, and what those owe who were not."""
    last = seating(round)
    known = last.known | {spot.bettor: spot.seat for spot in players}
    owes = {bettor: owed for bettor, owed in owes.items() if bettor not in {spot.bettor for spot in players}}
    round.carry.own = Seating(button, small, big, known, owes)


def come_and_go(round: Round, able: Sequence[Spot]) -> Generator[Ask, Answer, Hand | None]:
    """The big blind moves to the next player; the small blind and the button follow it, to an empty seat if need be.

    Who is new, or has missed the blinds, posts to be dealt in at once or waits for the big blind; between the button
    and the big blind there is only waiting. A missed small blind is dead: it plays for nobody.
    """
    small_blind, big_blind = [*round.rules.amounts("blinds"), 0][:2]
    before = seating(round)
    last, button, known = before.big, before.small, before.known
    big = min(able, key=lambda spot: (spot.seat <= last, spot.seat))
    here = [spot.bettor for spot in able]
    owes = before.owes | {
        bettor: small_blind for bettor, seat in known.items() if bettor not in here and passed(last, seat, big.seat)
    }
    posts: dict[str, int] = {}
    playing = []
    for spot in able:
        if spot == big or (spot.bettor in known and spot.bettor not in owes):
            playing.append(spot)
        elif spot.seat == last or not passed(button, spot.seat, big.seat):
            dead = owes.get(spot.bettor, 0)
            answer = yield ask(spot.id, [Choice("post", big_blind + dead), Choice("wait")], "wait")
            if answer.action == "post":
                playing.append(spot)
                posts[spot.id] = dead
    if len(playing) < 2:
        round.say("There are not two players who post: no hand is dealt")
        round.carry.own = msgspec.structs.replace(before, owes=owes)
        return None
    if len(playing) == 2:
        (other,) = (spot for spot in playing if spot != big)
        note_blinds(round, other.seat, other.seat, big.seat, playing, owes)
        round.mark("button", other.seat)
        return Hand(round, [big, other])
    players = from_left_of(button, playing)
    note_blinds(round, button, last, big.seat, playing, owes)
    round.mark("button", button)
    hand = Hand(round, players)
    hand.no_small_blind = players[0] == big
    for player in hand.players:
        player.posts = posts.get(player.id)
    return hand


def passed(start: int, seat: int, end: int) -> bool:
    """Whether going clockwise from one seat to another passes a third.

    >>> passed(2, 3, 5), passed(5, 6, 2), passed(5, 3, 2)
    (True, True, False)
    """
    return start < seat < end if start < end else seat > start or seat < end
