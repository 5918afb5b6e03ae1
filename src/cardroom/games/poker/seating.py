"""Who is dealt in and who posts what: the button and the blinds over hands, as players come, go and miss them.

The carried state of a table: the seats of the button and both blinds, the players it knows, and what they owe.
"""

from collections.abc import Generator, Sequence

from cardroom.games.poker.hand import Hand
from cardroom.play import Answer, Ask, Choice, Round, Spot, ask

__all__ = ["seat_players"]


def seat_players(round: Round) -> Generator[Ask, Answer, Hand | None]:
    """The players of the next hand, from the left of the button, which moves clockwise after every hand.

    When a game opens, each player gets a card and the highest has the button, spades over hearts over diamonds over
    clubs (500 Club, Texas Hold'em, rule 3); games without a button deal from the left of the house dealer.
    """
    assert round.rules.poker is not None
    able = [spot for spot in round.spots if round.accounts[spot.bettor]]
    if len(able) < 2:
        round.say("There are not two players with chips: no hand is dealt")
        return None
    if not round.rules.poker.button:
        return Hand(round, able)
    if round.rules.poker.structure == "stud":
        button = next_button(round, able)
        return Hand(round, from_left_of(button, able))
    if "big" not in round.carried or not round.house("owed_blinds"):
        button = next_button(round, able)
        players = from_left_of(button, able)
        small, big = players[:2] if len(players) > 2 else reversed(players)
        note_blinds(round, button, small.seat, big.seat, players)
        return Hand(round, players)
    return (yield from come_and_go(round, able))


def next_button(round: Round, able: Sequence[Spot]) -> int:
    """The button's seat: the next player's, or at first the one with the highest card."""
    seats = [spot.seat for spot in able]
    if "button" not in round.carried:
        cards = round.roll("card for the button", len(able), 52, different=True)
        button = max(zip(cards, seats, strict=True))[1]
    elif round.carry.pop("stays", None):  # a hand set up from outside names its button
        button = round.carried["button"]
    else:
        button = next((seat for seat in seats if seat > round.carried["button"]), seats[0])
    round.carry["button"] = button
    return int(button)


def from_left_of(button: int, spots: Sequence[Spot]) -> list[Spot]:
    """Spots that are in the order of their seats, from the left of the button on.

    >>> [spot.seat for spot in from_left_of(2, [Spot.of_seat(seat) for seat in (1, 2, 5)])]
    [5, 1, 2]
    """
    return [spot for spot in spots if spot.seat > button] + [spot for spot in spots if spot.seat <= button]


def note_blinds(round: Round, button: int, small: int, big: int, players: Sequence[Spot]) -> None:
    """Keep in mind where the button and the blinds were, and who was there."""
    known = round.carried.get("known", {}) | {spot.bettor: spot.seat for spot in players}
    round.carry.update(button=button, small=small, big=big, known=known)


def come_and_go(round: Round, able: Sequence[Spot]) -> Generator[Ask, Answer, Hand | None]:
    """The big blind moves to the next player; the small blind and the button follow it, to an empty seat if need be.

    Who is new, or has missed the blinds, posts to be dealt in at once or waits for the big blind; between the button
    and the big blind there is only waiting. A missed small blind is dead: it plays for nobody.
    """
    small_blind, big_blind = [*round.rules.amounts("blinds"), 0][:2]
    last, button, known = round.carried["big"], round.carried["small"], round.carried["known"]
    big = min(able, key=lambda spot: (spot.seat <= last, spot.seat))
    here = [spot.bettor for spot in able]
    owes = dict(round.carried.get("owes", {}))
    owes |= {
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
    round.carry["owes"] = {bettor: owed for bettor, owed in owes.items() if bettor not in {s.bettor for s in playing}}
    if len(playing) < 2:
        round.say("There are not two players who post: no hand is dealt")
        return None
    if len(playing) == 2:
        (other,) = (spot for spot in playing if spot != big)
        note_blinds(round, other.seat, other.seat, big.seat, playing)
        return Hand(round, [big, other])
    players = from_left_of(button, playing)
    note_blinds(round, button, last, big.seat, playing)
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
