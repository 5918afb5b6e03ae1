"""Three Card Poker 6 Card Bonus (500 Club, Three Card Poker 6 Card Bonus, GEGR-002040).

To be read beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, then How Winners are
Determined and Paid, then Bonus Bets.
"""

from functools import lru_cache
from typing import NamedTuple

from cardroom.cards import pretty
from cardroom.play import Choice, Layout, Payoff, Round, Script, Shown, ask, loses, pays, pushes, ranked
from cardroom.play.procedures import collect, offer_bank, place_wagers, settle_wagers
from cardroom.rankings import category, describe, strength
from cardroom.rulebook import RuleSet

VERSION = "three-card-poker/2"
MOMENTS = ("before the deal",)
BONUS = "six-card-bonus"
ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
HOW_PAID = "How Winners are Determined and Paid"
QUALIFIER = "Qs 3h 2d"
"""The lowest hand with which the player-dealer qualifies: any queen high (rule 13)."""
LAYOUT = Layout({"dealer": (Shown("Dealer", ranked("three-card")),), "hand": (Shown("", ranked("three-card")),)})


class Showdown(NamedTuple):
    """All that decides a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    """Whether the player-dealer has queen high or better."""
    result: int = 0
    """1 if the player's hand is the higher, 0 if they are equal, -1 if it is the lower."""
    three: str = "high card"
    """The category of the player's three cards."""
    six: str = "high card"
    """The category of the best five among the player's and the player-dealer's six."""


def three_card_poker(round: Round) -> Script:
    """The round of play."""
    rules, chips, cards = round.rules, round.chips, round.cards
    if not (yield from offer_bank(round)):  # rules 1-2
        return
    players = yield from place_wagers(round)  # rules 3-4
    if not players:
        return
    collect(round, "before the deal", players)  # 500 Club, California Games Collection Rates

    for spot in players:  # rules 5-6: stacks of three, the player-dealer's last
        cards.deal(spot, 3)
    cards.deal(round.dealer, 3)
    if round.house("exposed_card"):  # rule 7
        cards.turn(round.dealer, 2)

    folded = set()
    for spot in players:  # rules 9-10
        ante = chips.stake(spot, "ante")
        answer = yield ask(spot.id, (Choice("play", ante), Choice("fold")), "fold")
        if answer.action == "play":
            chips.place(spot, "play", ante)
        else:
            folded.add(spot)

    # Rules 10-12: what a fold forfeits is collected at once; a 6 Card Bonus Bet stays, with its cards.
    gone = Showdown(folded=True)
    yield from settle_wagers(round, folded, lambda _, wager: None if wager == BONUS else settle(rules, wager, gone))

    cards.turn(round.dealer)  # rule 13
    dealer = cards.hand(round.dealer)
    dealer_rank = strength("three-card", dealer)
    qualified = dealer_rank >= strength("three-card", QUALIFIER)
    round.say(
        f"Dealer has {pretty(dealer)}: {describe('three-card', dealer)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite(f"{ROUND_OF_PLAY}, rule 13"),
    )

    showdowns = {}
    for spot in players:
        hand = cards.hand(spot)
        if spot not in folded or chips.stake(spot, BONUS):
            cards.turn(spot)
        own_rank = strength("three-card", hand)
        showdowns[spot] = Showdown(
            spot in folded,
            qualified,
            (own_rank > dealer_rank) - (own_rank < dealer_rank),
            category("three-card", own_rank),
            category("high", strength("high", hand + dealer)),
        )
    yield from settle_wagers(round, players, lambda spot, wager: settle(rules, wager, showdowns[spot]))


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """How winners are determined and paid: what becomes of one wager in a showdown."""
    if hand.folded and wager != BONUS:
        return loses(rules, wager, "fold", f"{ROUND_OF_PLAY}, rule 10")
    if wager == "pair-plus":
        return pays(rules, wager, hand.three)
    if wager == BONUS:
        return pays(rules, wager, hand.six)
    if not hand.qualified:
        return (
            pays(rules, wager, "unqualified dealer")
            if wager == "ante"
            else pushes(rules, wager, "unqualified dealer", HOW_PAID)
        )
    if hand.result == 0:
        return pushes(rules, wager, "equal hand", HOW_PAID)
    return pays(rules, wager, "higher hand" if hand.result > 0 else "lower hand")
