"""Ultimate Texas Hold'em (500 Club, Ultimate Texas Hold'em, GEGR-002041).

To be read beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, How Winners are Determined
and Paid, Bonus Bets.
"""

from collections.abc import Generator
from functools import cache
from typing import NamedTuple

from cardroom.cards import pretty
from cardroom.play import Amount, Answer, Ask, Choice, Option, Payoff, Round, Script, Spot, ask, loses, pays, pushes
from cardroom.play.procedures import offer_bank, place_wagers
from cardroom.play.procedures import settle as settle_wagers
from cardroom.rankings import category, describe, strength
from cardroom.rulebook import RuleSet

VERSION = "ultimate-texas-holdem/1"
ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
PAIR = "2c 2d 5h 4s 3c"
"""The lowest hand with which the player-dealer qualifies."""


class Showdown(NamedTuple):
    """All that decides a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    result: int = 0
    """1 if the player's hand is the higher, 0 if they are equal, -1 if it is the lower."""
    hand: str = "high card"
    """The category of the player's hand; of the board alone if the player folded."""
    beaten: str | None = None
    """The category of whichever hand is beaten; None if they are equal."""


def ultimate_texas_holdem(round: Round) -> Script:
    """The round of play."""
    rules = round.rules
    if not (yield from offer_bank(round)):
        return
    players = yield from place_wagers(round)
    if not players:
        return
    round.collect("before the deal")
    for spot in players:
        round.deal(spot, 2)
    round.deal(round.dealer, 2)

    playing, folded = set[Spot](), set[Spot]()
    yield from decide(round, players, playing, folded, (3, 4))
    round.burn()
    round.deal("board", 3, up=True)
    yield from decide(round, players, playing, folded, (2, 2))
    round.burn()
    round.deal("board", 2, up=True)
    yield from decide(round, players, playing, folded, (1, 1))

    board = round.hands["board"]
    round.turn(round.dealer)
    dealer = round.hands[round.dealer] + board
    dealer_rank = strength("high", dealer)
    qualified = dealer_rank >= strength("high", PAIR)
    round.say(
        f"Dealer has {pretty(round.hands[round.dealer])}: {describe('high', dealer)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite("How Winners are Determined and Paid"),
    )
    showdowns = {}
    for spot in players:
        if spot in folded:  # Trips on a folded hand is judged on the board alone
            showdowns[spot] = Showdown(folded=True, hand=category("high", strength("high", board)))
            continue
        round.turn(spot)
        own_rank = strength("high", round.hands[spot.id] + board)
        result = (own_rank > dealer_rank) - (own_rank < dealer_rank)
        beaten = category("high", min(own_rank, dealer_rank)) if result else None
        showdowns[spot] = Showdown(False, qualified, result, category("high", own_rank), beaten)
    settle_wagers(round, players, lambda spot, wager: settle(rules, wager, showdowns[spot]))


def decide(
    round: Round, players: list[Spot], playing: set[Spot], folded: set[Spot], antes: tuple[int, int]
) -> Generator[Ask, Answer, None]:
    """Offer those who have not decided a Play wager of so many Antes, a check unless it is the end, or a fold."""
    last = antes == (1, 1)
    gone = Showdown(folded=True)
    for spot in players:
        if spot in playing or spot in folded:
            continue
        ante = round.stake(spot, "ante")
        most = min(antes[1], round.accounts[spot.bettor] // ante)
        options: list[Option] = [Amount("play", antes[0] * ante, most * ante, ante)] if most >= antes[0] else []
        options += [Choice("fold")] if last else [Choice("check"), Choice("fold")]
        answer = yield ask(spot.id, options, "fold" if last else "check")
        if answer.action == "play":
            round.place(spot, "play", answer.value)
            playing.add(spot)
        elif answer.action == "fold":  # all but Trips is collected at once
            folded.add(spot)
            settle_wagers(
                round, [spot], lambda _, wager: None if wager == "trips" else settle(round.rules, wager, gone)
            )


@cache
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """How winners are determined and paid: what becomes of one wager in a showdown."""
    cite = rules.pay[wager].cite
    if wager == "trips":
        return pays(rules, wager, hand.hand)
    if hand.folded:
        return loses(rules, wager, "fold", ROUND_OF_PLAY)
    if wager == "bad-beat":
        return pays(rules, wager, hand.beaten or "equal hand")
    if wager == "ante" and not hand.qualified:
        return pushes(rules, wager, "unqualified dealer", cite)
    if hand.result == 0:
        return pushes(rules, wager, "equal hand", cite)
    if hand.result < 0:
        return loses(rules, wager, "lower hand", cite)
    if wager == "blind":
        won = pays(rules, wager, hand.hand)
        return pushes(rules, wager, f"a win with {hand.hand}", cite) if won.lost else won
    return pays(rules, wager, "higher hand")
