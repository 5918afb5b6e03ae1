"""Poker with community cards: hold'em, Omaha, the pineapples (500 Club, the chapters of those games).

The procedure is the same in all of them. The number of cards, the discards and the rankings are data.
"""

from collections.abc import Generator

from cardroom.games.poker.hand import Hand, betting, positions
from cardroom.games.poker.seating import Seating, seat_players
from cardroom.games.poker.table import LAYOUT, antes, blinds, drop, showdown
from cardroom.games.poker.twice import agree_on_runs, deal_again, deal_street, may_run_twice
from cardroom.play import BOARD, MUCK, Answer, Ask, Declaration, Pick, Round, Script, ask
from cardroom.play.practices import ANY_HAND_MUCKS
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
    antes(hand)
    first, opened = blinds(hand)  # rules 2 and 4
    round.cards.deal_around([player.spot for player in hand.players], "d" * hand.poker.hole)  # rule 5
    runs, again = 0, 0  # how often the board is dealt, once the players have agreed, and from which street
    for number, cards in enumerate(hand.poker.board):
        if len(hand.live) == 1:
            break
        deal_street(hand, BOARD, cards)
        if number:
            drop(hand, FEES, number)
            first, opened = hand.live[0], 0
        yield from betting(hand, first, number, opened=opened)
        if (number, hand.poker.discard) in ((0, "before the flop"), (1, "after the flop")) and len(hand.live) > 1:
            yield from discard(hand)
        if not runs and may_run_twice(hand, number):
            runs, again = (yield from agree_on_runs(hand, number)), number + 1
    if len(round.cards.hand(BOARD)) <= hand.poker.board[0]:  # no flop
        drop(hand, MODIFIED)
    yield from showdown(hand, round.cards.hand(BOARD), deal_again(hand, runs, again))


def discard(hand: Hand) -> Generator[Ask, Answer, None]:
    """Each player discards one hole card or more face down, from the left of the button."""
    round, count = hand.round, hand.poker.discards
    for player in hand.live:
        cards = tuple(round.cards.hand(player.spot))
        pick = Pick("discard", cards, count, count)
        answer = yield ask(player.id, [pick], "discard", cards[-count:], secret=True)
        round.cards.move(player.spot, MUCK, *positions(cards, answer.value))


DECLARATION = Declaration(
    name="community",
    version="community/6",
    earlier={"community/5": (ANY_HAND_MUCKS,)},
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
        "courchevel-high-low": ("courchevel 8",),
        "omaha": ("plo", "pot limit omaha"),
        "omaha-high-low": ("o8", "limit omaha 8 or better"),
        "pot-limit-omaha-8": ("plo8", "pot limit omaha high low"),
        "six-card-omaha": ("6 card omaha", "6 card plo"),
        "short-deck": ("6+ holdem", "six plus holdem"),
        "texas-holdem": ("nlh", "nlhe", "no limit holdem", "limit holdem"),
    },
)
