"""Bomb pots: every player puts in an ante, and the betting starts on the flop.

There are no blinds and no betting before the flop. The house rule `bomb_pots` says when one is played. No document has
it; docs/examine/rulings.md says how it is played here.
"""

from collections.abc import Generator, Iterable

import msgspec

from cardroom.games.poker.hand import Hand
from cardroom.games.poker.seating import bomb_pot_is_due, seating
from cardroom.money import dollars
from cardroom.play import BOARDS, Answer, Ask, Choice, Event, Place, ask
from cardroom.play.round import Said

__all__ = ["board_places", "bomb_pot", "put_in_antes", "was_bomb_pot"]

SAYS = "Bomb pot"


def bomb_pot(hand: Hand) -> Generator[Ask, Answer, bool]:
    """Whether this hand is a bomb pot: by the count of hands, or because all players agree, from the button on."""
    round, stakes = hand.round, hand.stakes
    if stakes.bomb_pots == "when all agree":
        for player in (hand.players[-1], *hand.players[:-1]):
            costs = min(stakes.bomb_ante, hand.stack(player))
            answer = yield ask(player.id, [Choice("bomb-pot", costs), Choice("usual-hand")], "usual-hand")
            if answer.action == "usual-hand":
                return False
        return True
    due = bomb_pot_is_due(round)
    if stakes.bomb_pots == "once an orbit":
        hands = 0 if due else seating(round).hands + 1
        round.carry.own = msgspec.structs.replace(round.carry.own, hands=hands)
    return due


def put_in_antes(hand: Hand) -> None:
    """Put in the antes of a bomb pot, and the dead blinds of players who missed some. An unmatched ante is returned."""
    amount = hand.stakes.bomb_ante
    hand.round.say(f"{SAYS}: each player puts in {dollars(amount)}, and the betting starts on the flop")
    for player in hand.players:
        if player.posts:
            hand.ante(player, player.posts.dead, dead=True)
        hand.ante(player, amount, dead=False)
    hand.settle_bets()


def board_places(hand: Hand, *, bomb: bool) -> tuple[Place, ...]:
    """The boards of a hand. A bomb pot may have two, if the deck has the cards for them."""
    poker, boards = hand.poker, hand.poker.boards
    if bomb and boards < hand.stakes.bomb_boards:
        needed = hand.stakes.bomb_boards * sum(poker.board) + len(poker.board)
        boards = hand.stakes.bomb_boards if needed <= hand.cards.left else boards
    return BOARDS[:boards]


def was_bomb_pot(events: Iterable[Event]) -> bool:
    """Whether a hand was a bomb pot."""
    return any(isinstance(event, Said) and event.text.startswith(SAYS) for event in events)
