"""Pure 21.5 Blackjack (500 Club, GEGA-003642): the script.

Read it beside the chapter's Round of Play. The steps that it shares with Pure Spanish 21.5 are in `pure_21_5`, in the
order of the chapters.
"""

from cardroom.games.banked.pure_21_5 import (
    LAYOUT,
    MOMENTS,
    PURE_21_5,
    WAGER,
    begin,
    compare,
    complete,
    deal,
    dealer_has_pure,
    has_pure,
    play_hand,
)
from cardroom.games.banked.pure_21_5_pay import LINES, PURE, Showdown, settle
from cardroom.play import Declaration, Round, Script
from cardroom.play.round import collect, settle_wagers


def pure_21_5_blackjack(round: Round) -> Script:
    """Pure 21.5 Blackjack: the round of play."""
    rules = round.rules
    players = yield from begin(round)  # rules 3-4
    if not players:
        return
    collect(round, "before the deal", players)
    deal(round, players)  # rules 5-6
    collect(round, "after two cards", players)  # Table Limits & Collection Rates

    if not dealer_has_pure(round):  # Game Rules 2
        # Buster Blackjack Bonus Bet: a 21.5 is paid immediately and its cards are removed.
        at_once = settle(rules, WAGER, Showdown(PURE))
        pure = [spot for spot in players if has_pure(round, spot)]
        yield from settle_wagers(round, pure, lambda _, wager: at_once if wager == WAGER else None)
        for spot in players:  # rule 7
            if round.chips.stake(spot, WAGER):
                yield from play_hand(round, spot, PURE_21_5)

    round.cards.turn(round.dealer, 1)  # rule 8
    if round.chips.staked():
        complete(round)  # rule 10; Red Flex and Buster need it even if no other hand is left
    showdowns = compare(round)
    yield from settle_wagers(  # rule 9
        round, round.spots, lambda spot, wager: settle(rules, wager, showdowns[spot])
    )


DECLARATION = Declaration(
    name="pure-21.5-blackjack",
    version="pure-21.5/1",
    script=pure_21_5_blackjack,
    layout=LAYOUT,
    settle=settle,
    moments=MOMENTS,
    lines=LINES,
    lesson=".pure_21_5:pure_21_5_blackjack",
    explain=".totals:twenty_one",
    bot=".pure_21_5:pure_21_5_blackjack",
    analysis=".games:TWENTY_ONE",
    other_names={"pure-21.5-blackjack": ("bj",)},
)
