"""Draw poker: cards of one's own, some exchanged (500 Club, the 2-7 games, Triple Draw Poker, Badugi)."""

from collections.abc import Generator, Sequence

from cardroom.cards import Card
from cardroom.games.poker.hand import Hand, Player, betting
from cardroom.games.poker.seating import seat_players
from cardroom.games.poker.table import antes, blinds, showdown
from cardroom.play import Answer, Ask, Pick, Round, Script

VERSION = "draw/2"


def draw(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)
    if hand is None:
        return
    antes(hand)
    first, opened = blinds(hand)
    for player in hand.players:
        round.deal(player.spot, hand.poker.hole)
    yield from betting(hand, first, 0, opened=opened)
    for number in range(1, hand.poker.draws + 1):
        if len(hand.live) == 1:
            break
        yield from exchange(hand, last=number == hand.poker.draws)
        yield from betting(hand, hand.live[0], number)
    yield from showdown(hand)


def exchange(hand: Hand, *, last: bool) -> Generator[Ask, Answer, None]:
    """Everybody discards in turn, any number of cards; then a burn, and as many new ones (Badugi, rules 8-11).

    How many each draws is for all to see. Those without chips draw too.
    """
    round = hand.round
    drawn: list[Player] = []
    for player in hand.live:
        cards = tuple(round.hands[player.id])
        pick = Pick("discard", cards, 0, len(cards))
        answer = yield Ask(player.id, (pick,), Answer(player.id, "discard", ()), secret=True)
        if answer.value:
            round.move(player.id, f"discards of {player.id}", *positions(cards, answer.value))
            drawn += [player] * len(answer.value)
    burn(hand)
    for place, player in enumerate(drawn):
        # The last card of the stub is dealt only as the very last replacement of the last draw.
        needed = 1 if last and place == len(drawn) - 1 else 2
        if round.left < needed:
            shuffle_again(hand, player, len(drawn) - place)
        round.deal(player.spot, 1)
    for player in dict.fromkeys(drawn):
        if round.hands.get(f"discards of {player.id}"):
            round.move(f"discards of {player.id}", "discards")


def burn(hand: Hand) -> None:
    """Burn a card, if there is one to burn."""
    if hand.round.left > 1:
        hand.round.burn()


def positions(cards: Sequence[Card], picked: Sequence[Card]) -> list[int]:
    """Where the picked cards are; a record's unknown cards are all alike."""
    held: list[Card | None] = list(cards)
    found: list[int] = []
    for card in picked:
        found.append(held.index(card))
        held[found[-1]] = None
    return found


def shuffle_again(hand: Hand, player: Player, wanted: int) -> None:
    """Shuffle the last card, burns, folded hands and the discards of earlier draws; burn again, and go on.

    Where those do not reach, this draw's discards of players who have all their cards go in too: so nobody gets back
    what they have just thrown away.
    """
    round = hand.round
    places = ["burn", "discards", *(each.id for each in hand.players if each not in hand.live)]
    served = hand.players[: hand.players.index(player)]
    if sum(len(round.hands.get(place, ())) for place in places) + round.left <= 1:
        places += [f"discards of {each.id}" for each in served]
    if round.left:
        round.deal("burn", round.left)
    round.reshuffle(*places)
    if round.left > wanted:
        burn(hand)
