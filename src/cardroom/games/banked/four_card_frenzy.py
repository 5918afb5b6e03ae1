"""Four Card Frenzy (Brook FCF, section C, rules 1-7).

Read it beside its rules, in their order.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cardroom.cards import Card, parse, pretty
from cardroom.play import (
    DEALER,
    UNQUALIFIED,
    Amount,
    Choice,
    Declaration,
    Layout,
    Payoff,
    Raise,
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
from cardroom.play.game import Move, Stage, Stages, by_settlement, raise_
from cardroom.play.round import FOLD, by_cards, collect, forfeited, place_wagers, qualifying_rank, settle_wagers, shows
from cardroom.rankings import fixed_strength, strength
from cardroom.rankings.four_of_five import bonus_lines, fifth
from cardroom.rulebook import RuleSet

ACES = parse("As Ah 3d 2c")
"""The lowest hand that may raise more than one Ante (rule 5)."""
FOLDING = "C. The Rules of the Card Game, rule 5"
COMPARED = {1: "higher hand", 0: "copy", -1: "lower hand"}
RAISE = Raise("with any hand", 1, 1)
RAISE_WITH_ACES = Raise("with a pair of aces or better", 1, 3)
"""Antes that may be raised (rule 5)."""


HAND = ranked("four-of-five")


def best_four(rules: RuleSet, cards: Sequence[Card], board: Sequence[Card], more: int = 0) -> str:
    """The hand of the best four cards, and the fifth card, which does not play (rules 4 and 6).

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> best_four(rule_set("four-card-frenzy"), parse("9h 8c Kd 7s 6s"), ())
    'Straight, nine high; K♦ apart'
    """
    words = HAND(rules, cards, board, more=more)
    return f"{words}; {pretty([fifth(cards)])} apart" if words else ""


def four(_: RuleSet, cards: Sequence[Card]) -> list[Card]:
    """The four cards that play.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> pretty(four(rule_set("four-card-frenzy"), parse("9h 8c Kd 7s 6s")))
    '9♥ 8♣ 7♠ 6♠'
    """
    if len(cards) != 5:
        return []
    apart = fifth(cards)
    return [card for card in cards if card != apart]


LAYOUT = Layout(
    {
        "dealer": (Shown("Dealer", best_four, cards=5, plays=four),),
        "hand": (Shown("", best_four, cards=5, plays=four),),
    },
    raises=lambda _: (RAISE, RAISE_WITH_ACES),
    cards={"own hand": own(5), "dealer's hand": dealers(5)},
    folds=True,
    wagers={
        "ante": Settles((UNQUALIFIED, *COMPARED.values())),
        "odds": Settles(ranking="four-card-bonus", equals="ante", beaten="must have"),
        "raise": Settles(tuple(COMPARED.values())).after("ante"),
    },
    qualifiers=("king high",),
    qualifies_by="four-of-five",
    most_cards=lambda seats: 5 * seats + 5,
)


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    """Whether the dealer has the hand that qualifies. It matters only to the Ante (rule 7)."""
    result: int = 1
    """1 if the player's hand is higher, 0 if it is a copy of the dealer's, -1 if it is lower."""
    hand: str = "high card"
    """The line of the player's best four cards. Aces and the royal flush have lines of their own."""


def four_card_frenzy(round: Round) -> Script:
    """The round of play."""
    rules, chips, cards = round.rules, round.chips, round.cards
    players = yield from place_wagers(round)  # rules 1-2
    if not players:
        return
    collect(round, "before the deal", players)
    for spot in players:  # rule 3
        cards.deal(spot, 5)
    cards.deal(DEALER, 5)

    folded, aces = set(), fixed_strength("four-of-five", ACES)
    ranks = {spot: strength("four-of-five", cards.hand(spot)) for spot in players}
    for spot in players:  # rules 4-5
        ante = chips.stake(spot, "ante")
        raised = RAISE_WITH_ACES if ranks[spot] >= aces else RAISE
        most = min(raised.most, chips.stack(spot) // ante)
        raises = (Amount("raise", raised.least * ante, most * ante, ante),) if most >= raised.least else ()
        answer = yield ask(spot.id, (*raises, Choice("fold")), "fold")
        if answer.action == "raise":
            chips.place(spot, "raise", answer.value)
        else:
            folded.add(spot)
    yield from settle_wagers(round, folded, forfeited(rules, FOLDING))

    cards.turn(DEALER)  # rule 6
    dealer = cards.hand(DEALER)
    dealer_rank = strength("four-of-five", dealer)
    qualified = dealer_rank >= qualifying_rank(rules, "four-of-five")
    round.say(
        f"Dealer has {pretty(dealer)}: {best_four(rules, dealer, ())}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite(rules.dealer.cite if rules.dealer else ""),
    )

    showdowns, made = {}, {}
    for spot in players:  # rule 7
        if shows(round, LAYOUT.cards, spot, folded):
            cards.turn(spot)
        result = (ranks[spot] > dealer_rank) - (ranks[spot] < dealer_rank)
        made[spot] = bonus_lines()[ranks[spot]]
        showdowns[spot] = Showdown(spot in folded, qualified, result, made[spot])
    lines = {("own hand", "four-card-bonus"): made}
    decided = by_cards(round, LAYOUT.cards, lambda spot, wager: settle(rules, wager, showdowns[spot]), folded, lines)
    yield from settle_wagers(round, players, decided)


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """The payoff of one of the game's own wagers in a showdown."""
    if hand.folded:
        return loses(rules, wager, FOLD, FOLDING)
    if wager == "ante" and not hand.qualified:
        return pays(rules, wager, UNQUALIFIED)
    if wager == "odds":
        return pays(rules, wager, hand.hand, beaten=hand.result < 0)
    return pays(rules, wager, COMPARED[hand.result])


STAGES = Stages(
    "four-of-five",
    (Stage((raise_("raise", 1, 3, most_with="pair of aces"), Move("fold")), own=5),),  # rules 4-5
    dict.fromkeys(("ante", "odds", "raise"), by_settlement()),
    dealer=5,
    showdown=lambda end: Showdown(end.folded, end.qualified, end.result, bonus_lines()[end.rank]),
)
"""What is known, what may be done and what it pays, for the mathematics."""

DECLARATION = Declaration(
    name="four-card-frenzy",
    version="four-card-frenzy/1",
    script=four_card_frenzy,
    layout=LAYOUT,
    settle=settle,
    moments=("before the deal",),
    lesson=".four_card_frenzy:lesson",
    explain=".against_dealer:four_card",
    bot=".four_card_frenzy:four_card_frenzy",
    analysis=".stages.analysis:STAGED",
    stages=STAGES,
)
