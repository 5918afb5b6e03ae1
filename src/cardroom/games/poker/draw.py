"""Draw poker: cards of one's own, some exchanged (500 Club, the 2-7 games, Triple Draw Poker, Badugi)."""

from collections.abc import Generator, Sequence

from cardroom.cards import Card
from cardroom.games.poker.hand import Hand, betting
from cardroom.games.poker.table import antes, blinds, seat_players, showdown
from cardroom.play import Answer, Ask, Pick, Round, Script, Spot, ask

VERSION = "draw/1"


def draw(round: Round) -> Script:
    """The round of play."""
    hand = seat_players(round)
    if hand is None:
        return
    antes(hand)
    first, opened = blinds(hand)
    for spot in hand.players:
        round.deal(spot, hand.poker.hole)
    yield from betting(hand, first, 0, opened=opened)
    for number in range(1, hand.poker.draws + 1):
        if len(hand.live) == 1:
            break
        if round.left <= 1:
            shuffle_discards(hand)
        round.burn()
        for spot in hand.clockwise(hand.players[0]):  # those without chips draw too
            yield from exchange(hand, spot)
        yield from betting(hand, hand.clockwise(hand.players[0])[0], number)
    yield from showdown(hand)


def exchange(hand: Hand, spot: Spot) -> Generator[Ask, Answer, None]:
    """Throw away any number of cards and take as many; how many is for all to see."""
    round = hand.round
    cards = tuple(round.hands[spot.id])
    answer = yield ask(spot.id, [Pick("discard", cards, 0, len(cards))], "discard", (), secret=True)
    if not answer.value:
        return
    own = f"discards of {spot.id}"
    round.move(spot.id, own, *positions(cards, answer.value))
    for more in reversed(range(len(answer.value))):
        # The last card of the stub is dealt only as the very last replacement.
        if round.left == 0 or (round.left == 1 and more):
            shuffle_discards(hand, but=own)
        round.deal(spot, 1)


def positions(cards: Sequence[Card], picked: Sequence[Card]) -> list[int]:
    """Where the picked cards are; a record's unknown cards are all alike."""
    found: list[int] = []
    for card in picked:
        found.append(next(place for place, held in enumerate(cards) if held == card and place not in found))
    return found


def shuffle_discards(hand: Hand, but: str = "") -> None:
    """Go on with the burns, the discards and the folded hands, but never with what a player has just thrown away."""
    round = hand.round
    folded = [spot.id for spot in hand.players if spot not in hand.live]
    thrown = [place for place in round.hands if place.startswith("discards") and place != but]
    if any(round.hands.get(place) for place in ("burn", *thrown, *folded)):
        round.reshuffle("burn", *thrown, *folded)
