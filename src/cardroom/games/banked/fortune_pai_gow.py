"""Fortune Pai Gow Poker (500 Club, Fortune Pai Gow Poker, GEGR-002017).

Read it beside its chapter's Dealing Procedures and Round of Play, in the same order. How Winners are Determined and
Paid and Bonus Bets are in `pai_gow`, the House Way Hand Set in `house_way`.
"""

from cardroom.games.banked.house_way import house_way
from cardroom.games.banked.pai_gow import (
    LAYOUT,
    LINES,
    choose_pile,
    compare,
    deal_piles,
    five_card_ranking,
    give_out_piles,
    set_hands,
    settle,
    settle_table,
    show,
)
from cardroom.play import Declaration, Round, Script
from cardroom.play.round import collect, offer_bank, place_wagers


def fortune_pai_gow(round: Round) -> Script:
    """The round of play."""
    rules = round.rules
    if not (yield from offer_bank(round)):  # rule 1
        return
    players = yield from place_wagers(round)  # rules 3-4
    if not players:
        return
    collect(round, "before the deal", players)  # 500 Club, California Games Collection Rates

    deal_piles(round)  # rule 5: the player-dealer chooses a pile if they are dealt by hand
    by_hand = round.house("shuffle") == "manual"
    first = (yield from choose_pile(round)) if by_hand else 1
    number = sum(round.cards.roll("Dice", 3, 6))
    places = give_out_piles(round, players, first, number, with_button=by_hand)  # rules 5-6

    hands = yield from set_hands(round, players, places)  # rule 7

    dealer = house_way(round.cards.hand(round.dealer), five_card_ranking(rules))  # rule 8
    show(round, round.dealer, dealer)

    showdowns = {seat: compare(rules, hand, dealer) for seat, hand in hands.items()}  # rules 9-10
    yield from settle_table(round, players, places, hands, showdowns)  # rules 11-12


DECLARATION = Declaration(
    name="fortune-pai-gow",
    version="fortune-pai-gow/1",
    script=fortune_pai_gow,
    layout=LAYOUT,
    settle=settle,
    moments=("before the deal",),
    lines=LINES,
    lesson=".pai_gow:fortune",
    explain=".pai_gow:pai_gow",
    bot=".pai_gow:pai_gow",
    analysis=".games:FORTUNE_PAI_GOW",
)
