"""Face Up Pai Gow Poker (500 Club, Face Up Pai Gow Poker).

Read it beside its chapter's Dealing Procedures and Round of Play, in the same order. How Winners are Determined and
Paid and Bonus Bets are in `pai_gow`, the House Way Chart in `house_way`.
"""

from cardroom.games.banked import pai_gow
from cardroom.games.banked.house_way import SetHand, house_way
from cardroom.games.banked.pai_gow import (
    LINES,
    ROUND_OF_PLAY,
    Showdown,
    ace_high_line,
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
from cardroom.play import Declaration, Round, Script, Settles
from cardroom.play.round import collect, offer_bank, place_wagers
from cardroom.rankings.pai_gow import ace_high

LAYOUT = pai_gow.LAYOUT._replace(
    wagers={**pai_gow.LAYOUT.wagers, "ace-high": Settles(ranking="ace-high").bonus()},
    house={**pai_gow.LAYOUT.house, "action_by": ("dice", "random number")},
)


def face_up_pai_gow(round: Round) -> Script:
    """The round of play."""
    rules = round.rules
    if not (yield from offer_bank(round)):  # rule 1
        return
    players = yield from place_wagers(round)  # rules 2 and 4
    if not players:
        return
    collect(round, "before the deal", players)  # Collection Rates Schedule

    deal_piles(round)  # rules 5a-b
    first = yield from choose_pile(round)  # rules 5c-d
    dice = round.house("action_by") == "dice"  # rules 5e-f
    number = sum(round.cards.roll("Dice", 3, 6) if dice else round.cards.roll("Random number", 1, 7))
    places = give_out_piles(round, players, first, number)  # rules 5g-k

    cards = tuple(round.cards.hand(round.dealer))
    dealer = house_way(cards, five_card_ranking(rules))  # rule 6: before the players set their hands
    show(round, round.dealer, dealer)
    hands: dict[int, SetHand] = {}
    if ace_high(cards):  # rule 6a: the base wagers push, and no hands are set
        round.say("The player-dealer's hand is ace-high", rules.cite(f"{ROUND_OF_PLAY}, rule 6a"))
        showdowns = {
            seat: Showdown(dealer_ace_high=True, ace_high=ace_high_line(round.cards.hand(place), cards))
            for seat, place in places.items()
        }
    else:
        hands = yield from set_hands(round, players, places)  # rule 7
        showdowns = {seat: compare(rules, hand, dealer) for seat, hand in hands.items()}  # rules 8-9
    yield from settle_table(round, players, places, hands, showdowns)  # rule 10


DECLARATION = Declaration(
    name="face-up-pai-gow",
    version="face-up-pai-gow/1",
    script=face_up_pai_gow,
    layout=LAYOUT,
    settle=settle,
    moments=("before the deal",),
    lines=LINES,
    lesson=".pai_gow:face_up",
    explain=".pai_gow:pai_gow",
    bot=".pai_gow:pai_gow",
    analysis=".games:FACE_UP_PAI_GOW",
)
