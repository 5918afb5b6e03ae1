"""Run it twice: when players are all-in, the rest of the board may be dealt more than once.

Each board then decides an equal part of the pot. The house rule `most_runs` says how many boards there may be, and all
players still in the hand must agree. No document has it; docs/examine/rulings.md says how it is played here.
"""

from collections.abc import Generator, Sequence

from cardroom.cards import Card
from cardroom.games.poker.hand import Hand
from cardroom.play import BOARD, OTHER_BOARDS, Answer, Ask, Choice, Place, ask

__all__ = ["agree_on_runs", "deal_again", "deal_streets", "may_run_twice"]

RUNS = ("once", "twice", "three-times")


def may_run_twice(hand: Hand, number: int) -> bool:
    """Whether the players are asked after a betting round: no more betting is possible, and cards are to come."""
    streets = hand.poker.board[number + 1 :]
    return (
        hand.stakes.runs > 1
        and len(hand.live) > 1 >= sum(hand.stack(player) > 0 for player in hand.live)
        and bool(streets)
        and number >= len(hand.poker.discarding) - 1  # all boards need the same hole cards
        and hand.cards.left >= 2 * (sum(streets) + len(streets))
    )


def agree_on_runs(hand: Hand, number: int) -> Generator[Ask, Answer, int]:
    """Ask the players in turn, from the left of the button. The lowest answer counts."""
    streets = hand.poker.board[number + 1 :]
    runs = min(hand.stakes.runs, hand.cards.left // (sum(streets) + len(streets)))
    for player in hand.live:
        answer = yield ask(player.id, [Choice(times) for times in RUNS[:runs]], "once")
        runs = RUNS.index(answer.action) + 1
        if runs == 1:
            break
    return runs


def deal_streets(hand: Hand, places: Sequence[Place], cards: int) -> None:
    """Burn a card, and deal community cards to each board."""
    if cards:
        hand.cards.burn()
        for place in places:
            hand.cards.deal(place, cards, up=True)


def deal_again(hand: Hand, runs: int, first: int) -> list[list[Card]]:
    """Deal the streets from this one on again. Return the boards after the first, with the cards that all share."""
    places = OTHER_BOARDS[: max(runs - 1, 0)]
    for place in places:
        for cards in hand.poker.board[first:]:
            deal_streets(hand, (place,), cards)
    shared = hand.cards.hand(BOARD)[: sum(hand.poker.board[:first])]
    return [shared + hand.cards.hand(place) for place in places]
