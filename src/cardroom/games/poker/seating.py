"""Decides who is dealt in and who posts: the button and the blinds as players come, go and miss them.

The carried state of a table has the seats of the button and the blinds, the known players, and the blinds they owe.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.errors import InvariantError
from cardroom.games.poker.hand import Hand, Post
from cardroom.games.poker.limits import terms
from cardroom.play import Answer, Ask, Choice, Round, Spot, ask
from cardroom.rankings import strength
from cardroom.rulebook import RuleSet

__all__ = ["Owed", "Seating", "bomb_pot_is_due", "seat_players", "seating"]


Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Cents: TypeAlias = Annotated[int, Meta(ge=0)]


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Blinds that a player missed."""

    dead: Cents = 0
    """The smaller blinds, in cents. They are posted dead."""
    big: bool = False
    """Whether the big blind was missed. It is posted live."""


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The button and the blinds of the last hand, the known players, and the blinds that they owe.

    Seats count from 1; 0 means none. All poker games share this state, so that a table may change between them.
    """

    SHARED: ClassVar[bool] = True
    """The state survives a change from one poker game to another."""
    NAMES: ClassVar[tuple[str, ...]] = ("known", "owes", "waits")
    """The fields that name players. They may name players who have left."""

    button: Seat = 0
    blinds: list[Seat] = []
    """The seats of the blinds, from the small one to the big one. A seat may be empty; 0 means no seat."""
    known: dict[str, Seat] = {}
    """Players who have been dealt in, with their seats. A player who leaves is known until the big blind passes."""
    owes: dict[str, Owed] = {}
    """Blinds that players owe, whether they sit out or have left."""
    waits: list[str] = []
    """Players who chose to wait for the big blind. They are not asked again."""
    stays: bool = False
    """For a hand that is set up from outside: whether `button` is this hand's button."""
    posts: list[Cents] = []
    """For a hand that is set up from outside: live posts out of turn, by position."""
    shared: Annotated[int, Meta(ge=0, le=9)] = 0
    """For a stud hand that is set up from outside: the number of last streets dealt as one shared card."""
    hands: Annotated[int, Meta(ge=0, le=99)] = 0
    """The hands since the last bomb pot, where one is played once an orbit."""


MOST_DEBTORS = 20
"""The number of players who have left whose blinds are remembered: those who owed them last."""


def bomb_pot_is_due(round: Round) -> bool:
    """Whether the next hand is a bomb pot, by the count of hands. Where players must agree, none is due."""
    kind = terms(round.rules).bomb_pots
    if kind != "once an orbit":
        return kind == "every hand"
    able = sum(round.chips.stack(spot) > 0 for spot in round.spots)
    return seating(round).hands + 1 >= able


def seating(round: Round) -> Seating:
    """The state after the last hand."""
    return round.carried.own or Seating()


def seat_players(round: Round) -> Generator[Ask, Answer, Hand | None]:
    """The players of the next hand, from the left of the button, which moves clockwise after every hand.

    Before the first hand, each player gets a card and the highest has the button: spades over hearts over diamonds over
    clubs (500 Club, Texas Hold'em, rule 3). In Badugi, where the king is highest, players draw from the spread deck
    (rule 1). Games without a button deal from the left of the house dealer.
    """
    rules, last = round.rules, seating(round)
    if rules.poker is None:
        raise InvariantError(f"{rules.game} is not a poker game")
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
    """Assign blinds by position, from the left of the button. Between two players, the button has the small blind."""
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
    """Store the button, the blinds, the players, and the blinds that absent players owe.

    Players who leave are remembered like those who sit out. A game that starts again (`owes` is None) forgets them.
    """
    round, here = hand.round, {player.spot.bettor: player.spot.seat for player in hand.players}
    owed = {bettor: debt for bettor, debt in (owes or {}).items() if bettor not in here}
    for bettor in [bettor for bettor in owed if bettor not in round.stacks][:-MOST_DEBTORS]:
        del owed[bettor]
    known = {
        bettor: seat
        for bettor, seat in seating(round).known.items()
        if bettor in round.stacks or not (owes is None or owed.get(bettor, Owed()).big)
    }
    round.carry.own = Seating(button, blinds, known | here, owed, list(waits))


def next_button(round: Round, able: Sequence[Spot]) -> int:
    """The button's seat: the next player's or, before the first hand, that of the highest card."""
    seats, last = [spot.seat for spot in able], seating(round)
    if not last.button:
        cards = [card + 1 for card in deck(round.rules.deck.name).cards]
        numbers = round.cards.roll("card for the button", len(able), cards, different=True)
        best = [button_strength(round.rules, card - 1) for card in numbers]
        button = seats[best.index(max(best))]
    elif last.stays:
        button = last.button
    else:
        button = next((seat for seat in seats if seat > last.button), seats[0])
    round.mark("button", button)
    return button


def button_strength(rules: RuleSet, card: Card) -> tuple[int, int]:
    """How high a card is for the first button: by rank, then by suit."""
    if "deuce_is_high" in rules.house_rules and rules.house("deuce_is_high"):
        return -(card >> 2), card & 3
    high = rules.poker is None or rules.poker.button_card == "dealt, ace high"
    return strength("door", (card,)) if high else -strength("door-low", (card,)), 0


def from_left_of(button: int, spots: Sequence[Spot]) -> list[Spot]:
    """The spots in seat order, starting at the left of the button.

    >>> [spot.seat for spot in from_left_of(2, [Spot.at(seat) for seat in (1, 2, 5)])]
    [5, 1, 2]
    """
    return [spot for spot in spots if spot.seat > button] + [spot for spot in spots if spot.seat <= button]


# -- as players come and go -------------------------------------------------------------------------------------------


def come_and_go(round: Round, able: Sequence[Spot]) -> Generator[Ask, Answer, Hand | None]:
    """Move the button and the blinds when players come and go.

    The big blind moves to the next player. Each other blind, and the button, moves to the seat that the next larger
    blind had, even if it is empty.

    A player who is new or has missed blinds either posts to be dealt in now or waits for the big blind. Between the
    button and the big blind, a player must wait, unless there would be no game otherwise. Missed smaller blinds are
    posted dead.
    """
    before, blinds = seating(round), round.rules.stakes.blinds
    big = min(able, key=lambda spot: (spot.seat <= before.blinds[-1], spot.seat))
    follows, *seats = (before.button, *before.blinds, big.seat)[-len(blinds) - 1 :]
    button, first = follows or before.button, next(seat for seat in seats if seat)
    # After a hand of two players, the button falls on the big blind. New players sit between it and the first blind.
    start = first if button == big.seat else button
    playing = [spot for spot in able if spot == big or (known_at(before, spot) and spot.bettor not in before.owes)]
    alone = len(playing) < 2
    outside = [spot for spot in able if spot not in playing and (alone or not is_between(start, spot.seat, big.seat))]
    waits = [spot.bettor for spot in outside if spot.bettor in before.waits and not alone]
    posts: dict[str, Post] = {}
    for spot in outside:
        if spot.bettor in waits:
            continue
        post = due_post(before, spot, blinds[-1])
        live = terms(round.rules).bomb_ante if bomb_pot_is_due(round) else post.live
        costs = min(live + post.dead, round.chips.stack(spot))
        answer = yield ask(spot.id, [Choice("post", costs), Choice("wait")], "wait")
        if answer.action == "post":
            posts[spot.id] = post
        else:
            waits.append(spot.bettor)
    playing = [spot for spot in able if spot in playing or spot.id in posts]
    owes = before.owes | missed_blinds(round, [spot.bettor for spot in playing], seats)
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
        # With few players a seat may have two blinds: the greater one is due.
        player.position = max((place for place, seat in enumerate(seats) if seat == at), default=len(blinds) + number)
        player.blind = blinds[player.position] if at in seats and player.posts is None else 0
    note(hand, button, seats, owes, waits)
    round.mark("button", button)
    return hand


def known_at(before: Seating, spot: Spot) -> bool:
    """Whether a player has been dealt in at this seat."""
    return before.known.get(spot.bettor) == spot.seat


def due_post(before: Seating, spot: Spot, big: int) -> Post:
    """The post of a player who is not in the blinds: the blinds that they missed, and a big blind if they are new."""
    owed = before.owes.get(spot.bettor, Owed())
    return Post(big if owed.big or not known_at(before, spot) else 0, owed.dead)


def missed_blinds(round: Round, playing: Sequence[str], seats: Sequence[int]) -> dict[str, Owed]:
    """The blinds that absent players owe now that the blinds are at these seats.

    A player whom the big blind has passed owes all blinds.
    """
    before, blinds = seating(round), round.rules.stakes.blinds
    owes: dict[str, Owed] = {}
    for bettor, seat in before.known.items():
        if bettor in playing:
            continue
        if is_between(before.blinds[-1], seat, seats[-1]) or seat == seats[-1]:  # another player may have the seat now
            owes[bettor] = Owed(sum(blinds[:-1]), big=True)
        elif seat in seats and not before.owes.get(bettor, Owed()).big:
            dead = before.owes.get(bettor, Owed()).dead
            owes[bettor] = Owed(dead + blinds[seats.index(seat)])
    return owes


def is_between(start: int, seat: int, end: int) -> bool:
    """Whether a seat is between two others, going clockwise from start to end.

    >>> is_between(2, 3, 5), is_between(5, 6, 2), is_between(5, 3, 2)
    (True, True, False)
    """
    return start < seat < end if start < end else seat > start or seat < end
