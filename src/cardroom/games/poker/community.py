"""Poker with community cards: hold'em, Omaha, the pineapples (500 Club, the chapters of those games).

The procedure is the same in all of them. The number of cards, the discards and the rankings are data.
"""

from collections.abc import Generator

from cardroom.games.poker.bomb import board_places, bomb_pot, put_in_antes
from cardroom.games.poker.collection import drop
from cardroom.games.poker.forced_bets import antes, blinds
from cardroom.games.poker.hand import Hand, betting, positions
from cardroom.games.poker.seating import Seating, seat_players
from cardroom.games.poker.showdown import showdown
from cardroom.games.poker.twice import agree_on_runs, deal_again, deal_streets, may_run_twice
from cardroom.games.poker.words import FLOP, LAYOUT
from cardroom.play import BOARD, MUCK, Answer, Ask, Declaration, Pick, Round, Script, ask
from cardroom.rulebook.fees import Moment

FEES: tuple[Moment, ...] = ("flop", "turn", "river")
"""The moments of the collection, by the community cards dealt."""

MODIFIED: tuple[Moment, ...] = ("modified",)
"""The moment of the collection for a hand that ends before the flop."""


def community(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)  # rules 1 and 3-4
    if hand is None:
        return
    bomb = hand.stakes.bomb_pots != "never" and (yield from bomb_pot(hand))
    if bomb:
        put_in_antes(hand)
        first, opened = hand.live[0], 0
    else:
        antes(hand)
        first, opened = blinds(hand)  # rules 2 and 4
    round.cards.deal_around([player.spot for player in hand.players], "d" * hand.poker.hole)  # rule 5
    board, thrown, places = hand.poker.board, hand.poker.discarding, board_places(hand, bomb=bomb)
    street = 1 if board[0] >= FLOP else 0  # the flop comes before the first betting
    runs, again = 0, 0  # how often the board is dealt, once the players have agreed, and from which street
    for number, cards in enumerate(board):
        if len(hand.live) == 1:
            break
        deal_streets(hand, places, cards)
        if number or street:
            drop(hand, FEES, number + street)
        if number:
            first, opened = hand.live[0], 0
        if number or street or not bomb:
            yield from betting(hand, first, number, opened=opened)
        if number < len(thrown) and thrown[number] and len(hand.live) > 1:
            yield from discard(hand, thrown[number])
        if not runs and len(places) == 1 and may_run_twice(hand, number):
            runs, again = (yield from agree_on_runs(hand, number)), number + 1
    if not street and len(round.cards.hand(BOARD)) <= board[0]:  # no flop
        drop(hand, MODIFIED)
    others = deal_again(hand, runs, again) if runs else [round.cards.hand(place) for place in places[1:]]
    yield from showdown(hand, round.cards.hand(BOARD), others)


def discard(hand: Hand, count: int) -> Generator[Ask, Answer, None]:
    """Each player discards one hole card or more face down, from the left of the button."""
    round = hand.round
    for player in hand.live:
        cards = tuple(round.cards.hand(player.spot))
        pick = Pick("discard", cards, count, count)
        answer = yield ask(player.id, [pick], "discard", cards[-count:], secret=True)
        round.cards.move(player.spot, MUCK, *positions(cards, answer.value))


DECLARATION = Declaration(
    name="community",
    version="community/1",
    script=community,
    layout=LAYOUT,
    structure="community",
    moments=FEES + MODIFIED,
    carried=Seating,
    lesson=".community:lesson",
    bot=".poker:poker",
    analysis=".games:POKER",
    other_names={
        "big-o": ("5 card plo8",),
        "bomb-pot-omaha": ("double board bomb pot", "bomb pot plo"),
        "courchevel-high-low": ("courchevel 8",),
        "double-board-omaha": ("double board plo",),
        "omaha": ("plo", "pot limit omaha"),
        "omaha-high-low": ("o8", "limit omaha 8 or better"),
        "pot-limit-omaha-8": ("plo8", "pot limit omaha high low"),
        "six-card-omaha": ("6 card omaha", "6 card plo"),
        "short-deck": ("6+ holdem", "six plus holdem"),
        "texas-holdem": ("nlh", "nlhe", "no limit holdem", "limit holdem"),
    },
)
