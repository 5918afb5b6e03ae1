"""Draw poker: cards of one's own, some exchanged (500 Club, the 2-7 games, Triple Draw Poker, Badugi)."""

from collections.abc import Generator, Sequence

from cardroom.cards import Card
from cardroom.games.poker.hand import Hand, Player, betting
from cardroom.games.poker.seating import Seating, seat_players
from cardroom.games.poker.table import LAYOUT, ROUNDS, antes, blinds, drop_after, showdown
from cardroom.play import BURN, DISCARDS, Answer, Ask, Pick, Place, Round, Script, hand_of

VERSION = "draw/3"
CARRIED = Seating

MOMENTS = ROUNDS

__all__ = ["CARRIED", "LAYOUT", "MOMENTS", "VERSION", "draw"]


def draw(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)
    if hand is None:
        return
    antes(hand)
    first, opened = blinds(hand)
    for player in hand.players:
        round.cards.deal(player.spot, hand.poker.hole)
    yield from betting(hand, first, 0, opened=opened)
    drop_after(hand, 1)
    for number in range(1, hand.poker.draws + 1):
        if len(hand.live) == 1:
            break
        yield from exchange(hand, last=number == hand.poker.draws)
        yield from betting(hand, hand.live[0], number)
        drop_after(hand, number + 1)
    yield from showdown(hand)


def exchange(hand: Hand, *, last: bool) -> Generator[Ask, Answer, None]:
    """Everybody discards in turn, any number of cards; then a burn, and as many new ones (Badugi, rules 8-11).

    How many each draws is for all to see. Those without chips draw too.
    """
    round = hand.round
    drawn: list[Player] = []
    for player in hand.live:
        cards = tuple(round.cards.hand(player.spot))
        pick = Pick("discard", cards, 0, len(cards))
        answer = yield Ask(player.id, (pick,), Answer(player.id, "discard", ()), secret=True)
        if answer.value:
            round.cards.move(player.spot, thrown_by(player), *positions(cards, answer.value))
            drawn += [player] * len(answer.value)
    burn(hand)
    for place, player in enumerate(drawn):
        # The last card of the stub is dealt only as the very last replacement of the last draw.
        needed = 1 if last and place == len(drawn) - 1 else 2
        if round.cards.left < needed:
            shuffle_again(hand, player, len(drawn) - place)
        round.cards.deal(player.spot, 1)
    for player in dict.fromkeys(drawn):
        if round.cards.hand(thrown_by(player)):
            round.cards.move(thrown_by(player), DISCARDS)


def thrown_by(player: Player) -> Place:
    """Where a player's discards of this draw lie."""
    return Place("discards", player.id)


def burn(hand: Hand) -> None:
    """Burn a card, if there is one to burn."""
    if hand.cards.left > 1:
        hand.cards.burn()


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
    cards = hand.cards
    places = [BURN, DISCARDS, *(hand_of(each.id) for each in hand.players if each not in hand.live)]
    served = hand.players[: hand.players.index(player)]
    if sum(len(cards.hand(place)) for place in places) + cards.left <= 1:
        places += [thrown_by(each) for each in served]
    if cards.left:
        cards.deal(BURN, cards.left)
    cards.reshuffle(*places)
    if cards.left > wanted:
        burn(hand)
