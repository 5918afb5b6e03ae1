"""Four Card Frenzy (Brook FCF, section C, rules 1-7).

To be read beside its rules, in their order.
"""

from functools import cache
from typing import NamedTuple

from cardroom.cards import pretty
from cardroom.play import Amount, Choice, Payoff, Round, Script, ask, loses, pays, pushes
from cardroom.play.procedures import place_wagers, read_meter
from cardroom.play.procedures import settle as settle_wagers
from cardroom.rankings import category, describe, jackpots, strength
from cardroom.rankings.four_of_five import PLAIN_LINES, bonus_line, key, same_color
from cardroom.rulebook import RuleSet

VERSION = "four-card-frenzy/1"
KING_HIGH = "Ks 4h 3d 2c"
"""The lowest hand with which the dealer qualifies, for the Ante only (rule 7)."""
ACES = "As Ah 3d 2c"
"""The lowest hand that may raise more than one Ante (rule 5)."""
COLORS = {5: "five cards same color", 4: "four cards same color"}


class Showdown(NamedTuple):
    """All that decides a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    result: int = 1
    """1 if the player's hand is the higher, 0 if it is a copy of the dealer's, -1 if it is the lower."""
    hand: str = "high card"
    """The line of the player's best four cards, with the aces and the royal apart."""
    color: str = "fewer"
    galaxy: str | None = None


def four_card_frenzy(round: Round) -> Script:
    """The round of play."""
    rules = round.rules
    players = yield from place_wagers(round)  # rules 1-2
    if not players:
        return
    if any(round.stake(spot, "galaxy") for spot in players):
        yield from read_meter(round, "galaxy")
    for spot in players:  # rule 3
        round.deal(spot, 5)
    round.deal("dealer", 5)

    folded = set()
    for spot in players:  # rules 4-5
        ante = round.stake(spot, "ante")
        strong = strength("four-of-five", round.hands[spot.id]) >= strength("four-of-five", ACES)
        most = min(3 if strong else 1, round.accounts[spot.bettor] // ante)
        raises = (Amount("raise", ante, most * ante, ante),) if most else ()
        answer = yield ask(spot.id, (*raises, Choice("fold")), "fold")
        if answer.action == "raise":
            round.place(spot, "raise", answer.value)
        else:
            folded.add(spot)
    gone = Showdown(folded=True)
    settle_wagers(round, folded, lambda _, wager: settle(rules, wager, gone) if wager in ("ante", "odds") else None)

    round.turn("dealer")  # rule 6
    dealer = round.hands["dealer"]
    dealer_rank = strength("four-of-five", dealer)
    qualified = dealer_rank >= strength("four-of-five", KING_HIGH)
    round.say(
        f"Dealer has {pretty(dealer)}: {describe('four-of-five', dealer)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite("C. The Rules of the Card Game, rule 6"),
    )

    showdowns = {}
    for spot in players:  # rule 7
        if any(round.stake(spot, wager) for wager in rules.wager):
            round.turn(spot)  # a folded hand too, where a bonus bet still depends on it
        hand = round.hands[spot.id]
        own_rank = strength("four-of-five", hand)
        showdowns[spot] = Showdown(
            spot in folded,
            qualified,
            (own_rank > dealer_rank) - (own_rank < dealer_rank),
            bonus_line(key(hand)) or category("four-of-five", own_rank),
            COLORS.get(same_color(hand), "fewer than four cards same color"),
            jackpots.galaxy_line(hand),
        )
    settle_wagers(round, players, lambda spot, wager: settle(rules, wager, showdowns[spot]))


@cache
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """What becomes of one wager in a showdown."""
    table = rules.table(rules.wager[wager].pays)
    match wager:
        case "four-card-bonus":
            return pays(rules, wager, hand.hand)
        case "prime":
            return pays(rules, wager, hand.color)
        case "galaxy":
            return pays(rules, wager, hand.galaxy or "no line")
    if hand.folded:
        return loses(rules, wager, "fold", "C. The Rules of the Card Game, rule 5")
    if wager == "ante" and not hand.qualified:
        return pushes(rules, wager, "unqualified dealer", table.cite)
    if wager == "odds":
        beaten = hand.result < 0
        lines = rules.table(rules.wager[wager].beaten if beaten else rules.wager[wager].pays).lines
        line = hand.hand if hand.hand in lines else PLAIN_LINES.get(hand.hand, hand.hand)
        paid = pays(rules, wager, line, beaten=beaten)
        return pushes(rules, wager, f"a win with {line}", table.cite) if paid.lost and not beaten else paid
    return pays(rules, wager, {1: "higher hand", 0: "copy", -1: "lower hand"}[hand.result])
