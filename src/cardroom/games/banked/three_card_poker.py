"""Three Card Poker 6 Card Bonus (500 Club, Three Card Poker 6 Card Bonus, GEGR-002040).

Read it beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, How Winners are Determined and
Paid, Bonus Bets.
"""

from functools import lru_cache

import msgspec

from cardroom.cards import pretty
from cardroom.play import (
    SWITCH,
    UNQUALIFIED,
    Choice,
    Declaration,
    Layout,
    Payoff,
    Round,
    Script,
    Settles,
    Shown,
    ask,
    dealers,
    loses,
    own,
    pays,
    ranked,
)
from cardroom.play.game import Move, Stage, Stages, StagesShowdown, by_settlement
from cardroom.play.round import (
    FOLD,
    by_cards,
    collect,
    forfeited,
    offer_bank,
    place_wagers,
    qualifying_rank,
    settle_wagers,
    shows,
)
from cardroom.rankings import in_words, strength
from cardroom.rulebook import RuleSet

ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
FOLDING = f"{ROUND_OF_PLAY}, rule 10"
COMPARED = {1: "higher hand", 0: "equal hand", -1: "lower hand"}
RESULTS = (UNQUALIFIED, *COMPARED.values())
HAND = ranked("three-card")
LAYOUT = Layout(
    {"dealer": (Shown("Dealer", HAND, cards=3),), "hand": (Shown("", HAND, cards=3),)},
    cards={"own hand": own(3), "dealer's hand": dealers(3), "both hands": own(3) & dealers(3)},
    folds=True,
    wagers={"ante": Settles(RESULTS), "play": Settles(RESULTS).after("ante")},
    house={"exposed_card": SWITCH},
    bank="either",
    starts=("player-dealer", "house dealer"),
    qualifiers=("queen high",),
    qualifies_by="three-card",
    most_cards=lambda seats: 3 * seats + 3,
)


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    """Whether the player-dealer has queen high or better, or the hand that the rule set names."""
    result: int = 0
    """1 if the player's hand is higher, 0 if they are equal, -1 if it is lower."""


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

    # Rules 10-12: forfeited wagers are collected immediately. A 6 Card Bonus Bet stays, with its cards.
    yield from settle_wagers(round, folded, forfeited(rules, FOLDING))

    cards.turn(round.dealer)  # rule 13
    dealer = cards.hand(round.dealer)
    dealer_rank = strength("three-card", dealer)
    qualified = dealer_rank >= qualifying_rank(rules, "three-card")
    round.say(
        f"Dealer has {pretty(dealer)}: {in_words('three-card', dealer_rank)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite(rules.dealer.cite if rules.dealer else ""),
    )

    showdowns = {}
    for spot in players:
        if shows(round, LAYOUT.cards, spot, folded):
            cards.turn(spot)
        own_rank = strength("three-card", cards.hand(spot))
        result = (own_rank > dealer_rank) - (own_rank < dealer_rank)
        showdowns[spot] = Showdown(spot in folded, qualified, result)
    decided = by_cards(round, LAYOUT.cards, lambda spot, wager: settle(rules, wager, showdowns[spot]), folded)
    yield from settle_wagers(round, players, decided)


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """How winners are determined and paid: the payoff of Ante or Play in a showdown."""
    if hand.folded:
        return loses(rules, wager, FOLD, FOLDING)
    return pays(rules, wager, COMPARED[hand.result] if hand.qualified else UNQUALIFIED)


def stages(rules: RuleSet) -> Stages:
    """What is known, what may be done and what it pays, for the mathematics."""
    exposed = int(rules.house("exposed_card"))
    return Stages(
        "three-card",
        (Stage((Move("play", "play"), Move("fold")), own=3, dealer=exposed),),  # rules 7-10
        dict.fromkeys(("ante", "play"), by_settlement()),
        dealer=3,
        first_up=2,
        showdown=_showdown,
    )


def _showdown(end: StagesShowdown) -> Showdown:
    return Showdown(end.folded, end.qualified, end.result)


DECLARATION = Declaration(
    name="three-card-poker",
    version="three-card-poker/1",
    script=three_card_poker,
    layout=LAYOUT,
    settle=settle,
    moments=("before the deal",),
    lesson=".three_card_poker:lesson",
    explain=".against_dealer:three_card",
    bot=".three_card_poker:three_card_poker",
    analysis=".stages.analysis:QUICK_STAGED",
    stages=stages,
    other_names={"three-card-poker-6-card-bonus": ("tcp",)},
)
