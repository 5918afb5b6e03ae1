"""Pure Spanish 21.5 (500 Club, GEGA-004186): the script.

Read it beside the chapter's Round of Play. The steps that it shares with Pure 21.5 Blackjack are in `pure_21_5`, in the
order of the chapters.
"""

from collections.abc import Sequence

from cardroom.games.banked import pure_21_5
from cardroom.games.banked.pure_21_5 import (
    ENDS,
    MOMENTS,
    PURE_SPANISH,
    WAGER,
    begin,
    compare,
    complete,
    deal,
    dealer_has_pure,
    has_pure,
    is_ace,
    play_hand,
)
from cardroom.games.banked.pure_21_5_pay import LINES, WAGER_LINES, match_line, settle
from cardroom.play import SWITCH, Declaration, Round, Script, Settles, Spot
from cardroom.play.round import collect, settle_wagers
from cardroom.rankings.points import blackjack_total

LAYOUT = pure_21_5.LAYOUT._replace(
    wagers={
        WAGER: Settles(WAGER_LINES, ends=(*ENDS, "rescue")),
        "match-the-dealer": Settles(ranking="match-the-dealer").bonus(),
    },
    house={"double_double_down": SWITCH, "action_button": SWITCH},
    decks=("spanish",),
)


def pure_spanish_21_5(round: Round) -> Script:
    """Pure Spanish 21.5: the round of play."""
    rules = round.rules
    players = yield from begin(round)  # rules 3-4
    if not players:
        return
    collect(round, "before the deal", players)
    deal(round, players)  # rules 5-6
    collect(round, "after two cards", players)
    up = round.cards.hand(round.dealer)[0]
    matches = {spot.id: match_line(round.cards.hand(spot), up) for spot in players}

    if not dealer_has_pure(round):  # Game Rules 2
        for spot in players:  # rule 7
            if not has_pure(round, spot):
                yield from play_hand(round, spot, PURE_SPANISH)

    round.cards.turn(round.dealer, 1)  # rule 8
    first = action_button(round, players) if round.house("action_button") else None
    if any(round.chips.stake(spot, WAGER) and not has_pure(round, spot) for spot in round.spots):
        complete(round)  # rule 10; a player's 21.5 wins in any case
    showdowns = compare(round, matches)
    yield from settle_wagers(  # rule 9
        round,
        round.spots,
        lambda spot, wager: settle(rules, wager, showdowns[spot]),
        None if first is None else first - 1,
    )


def action_button(round: Round, players: Sequence[Spot]) -> int:
    """The seat given by the down card's value, counted from the player-dealer's left (Pure Spanish 21.5)."""
    down = round.cards.hand(round.dealer)[1]
    points = 1 if is_ace(down) else int(blackjack_total([down]).points)
    seat = players[(points - 1) % len(players)].seat
    text = f"The down card counts {points}: the action button is at seat {seat}"
    round.say(text, round.rules.cite("Round of Play, rule 8"))
    round.mark("action button", seat)
    return seat


DECLARATION = Declaration(
    name="pure-spanish-21.5",
    version="pure-21.5/1",
    script=pure_spanish_21_5,
    layout=LAYOUT,
    settle=settle,
    moments=MOMENTS,
    lines=LINES,
    lesson=".pure_21_5:pure_spanish_21_5",
    explain=".totals:twenty_one",
    bot=".pure_21_5:pure_spanish_21_5",
    analysis=".games:TWENTY_ONE",
    other_names={"pure-spanish-21.5": ("spanish blackjack",)},
)
