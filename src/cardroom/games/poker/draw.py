"""Draw poker: players exchange some of their cards (500 Club, the 2-7 games, Triple Draw Poker, Badugi)."""

from collections.abc import Generator, Sequence
from functools import lru_cache

from cardroom.cards import Card
from cardroom.games.poker.collection import ROUNDS, drop_after
from cardroom.games.poker.forced_bets import antes, blinds
from cardroom.games.poker.hand import Hand, Player, betting, positions
from cardroom.games.poker.seating import Seating, seat_players
from cardroom.games.poker.showdown import showdown
from cardroom.games.poker.words import LAYOUT
from cardroom.play import BURN, DISCARDS, Answer, Ask, Declaration, Meanwhile, Pick, Place, Round, Script, hand_of


def draw(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)
    if hand is None:
        return
    antes(hand)
    first, opened = blinds(hand)
    round.cards.deal_around([player.spot for player in hand.players], "d" * hand.poker.hole)
    yield from betting(hand, first, 0, opened=opened)
    drop_after(hand, 1)
    for number in range(1, hand.poker.draws + 1):
        if len(hand.live) == 1:
            break
        yield from exchange(hand, last=number == hand.poker.draws)
        yield from betting(hand, hand.live[0], number)
        drop_after(hand, number + 1)
    yield from showdown(hand)


def exchange(hand: Hand, *, last: bool) -> Generator[Ask | Meanwhile, Answer, None]:
    """Players discard any number of cards in turn; then a card is burned and they are replaced (Badugi, rules 8-11).

    The number of cards is public. All-in players draw too. If the house allows it, players may change their discards
    until the burn, while others decide (rule 8c).
    """
    round, changes = hand.round, hand.round.house("change_discards")
    for number, player in enumerate(hand.live):
        question = discard_of(hand, player)
        while True:
            others = [discard_of(hand, each) for each in hand.live[:number]] if changes else []
            answer = yield Meanwhile(question, tuple(others)) if others else question
            if answer.spot == player.id:
                throw(hand, player, answer.value)
                break
            other = next(each for each in hand.live if each.id == answer.spot)
            if round.cards.hand(thrown_by(other)):
                round.cards.move(thrown_by(other), other.spot)
            throw(hand, other, answer.value)
    drawn = [player for player in hand.live for _ in round.cards.hand(thrown_by(player))]
    if drawn and round.cards.left < 2:
        shuffle_again(hand, drawn[0], 1)
    elif round.cards.left > 1:
        round.cards.burn()
    for place, player in enumerate(drawn):
        # The last card of the stub is dealt only as the last replacement of the last draw.
        needed = 1 if last and place == len(drawn) - 1 else 2
        if round.cards.left < needed:
            shuffle_again(hand, player, needed)
        round.cards.deal(player.spot, 1)
    for player in dict.fromkeys(drawn):
        if round.cards.hand(thrown_by(player)):
            round.cards.move(thrown_by(player), DISCARDS)


def discard_of(hand: Hand, player: Player) -> Ask:
    """The ask for a player's discards, of the cards in hand and those already discarded in this draw."""
    hands = hand.cards.hands
    cards = (*hands[player.place], *hands.get(discards_of(player.id), ()))
    pick = Pick("discard", cards, 0, len(cards))
    return Ask(player.id, (pick,), Answer(player.id, "discard", ()), secret=True)


def throw(hand: Hand, player: Player, cards: Sequence[Card]) -> None:
    """Discard cards of a hand face down in front of the player."""
    if cards:
        hand.cards.move(player.spot, thrown_by(player), *positions(hand.cards.hands[player.place], cards))


def thrown_by(player: Player) -> Place:
    """The place of a player's discards of this draw."""
    return discards_of(player.id)


@lru_cache(maxsize=1024)
def discards_of(spot: str) -> Place:
    """The place of a spot's discards."""
    return Place("discards", spot)


def shuffle_again(hand: Hand, player: Player, needed: int) -> None:
    """Shuffle the last card, burns, folded hands and earlier discards; burn again, and continue.

    If these are too few for a burn and the needed cards, add this draw's discards of players who already have all their
    cards. So no one gets back a card that they have just discarded.
    """
    cards = hand.cards
    places = [BURN, DISCARDS, *(hand_of(each.id) for each in hand.players if each not in hand.live)]
    served = hand.players[: hand.players.index(player)]
    if sum(len(cards.hand(place)) for place in places) + cards.left <= needed:
        places += [thrown_by(each) for each in served]
    if cards.left:
        cards.deal(BURN, cards.left)
    cards.reshuffle(*places)
    if cards.left > needed:
        cards.burn()


DECLARATION = Declaration(
    name="draw",
    version="draw/1",
    script=draw,
    layout=LAYOUT,
    structure="draw",
    moments=ROUNDS,
    carried=Seating,
    lesson=".draw:lesson",
    bot=".poker:poker",
    analysis=".games:POKER",
    other_names={
        "badacey": ("badacy",),
        "badeucy": ("badeucey", "baducey"),
        "five-card-draw": ("5 card draw",),
        "2-7-single-draw": ("2 to 7 single draw", "kansas city lowball"),
        "2-7-triple-draw": ("2 to 7 triple draw", "triple draw"),
        "triple-draw-poker": ("triple draw",),
    },
)
