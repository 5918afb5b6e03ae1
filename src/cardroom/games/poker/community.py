"""Poker with community cards: hold'em, Omaha, the pineapples (500 Club, the chapters of those games).

The procedure is the same in all of them; how many cards, what may be thrown away and what wins is data.
"""

from collections.abc import Generator

from cardroom.games.poker.hand import Hand, betting
from cardroom.games.poker.seating import seat_players
from cardroom.games.poker.table import antes, blinds, showdown
from cardroom.play import Answer, Ask, Pick, Round, Script, ask

VERSION = "community/2"


def community(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)  # rules 1 and 3-4
    if hand is None:
        return
    antes(hand)
    first, opened = blinds(hand)  # rules 2 and 4
    for player in hand.players:  # rule 5
        round.deal(player.spot, hand.poker.hole)
    for number, cards in enumerate(hand.poker.board):
        if len(hand.live) == 1:
            break
        if cards:
            round.burn()
            round.deal("board", cards, up=True)
            first, opened = hand.live[0], 0
        yield from betting(hand, first, number, opened=opened)
        if (number, hand.poker.discard) in ((0, "before the flop"), (1, "after the flop")) and len(hand.live) > 1:
            yield from discard_one(hand)
    yield from showdown(hand, round.hands.get("board", []))


def discard_one(hand: Hand) -> Generator[Ask, Answer, None]:
    """Everybody throws one hole card away, unseen, from the left of the button."""
    round = hand.round
    for player in hand.live:
        cards = tuple(round.hands[player.id])
        answer = yield ask(player.id, [Pick("discard", cards, 1, 1)], "discard", cards[-1:], secret=True)
        round.move(player.id, "muck", cards.index(answer.value[0]))
