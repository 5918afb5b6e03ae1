"""Heads Up Hold'em (Brook HUH, section C; Washington HUH, Rules of Play; WPT HUH, dealing procedures 1-11).

To be read beside the Brook's rules, in their order; where the others differ, the rule set says so.
"""

from collections.abc import Generator
from functools import cache
from typing import NamedTuple

from cardroom.cards import pretty
from cardroom.play import Amount, Answer, Ask, Choice, Payoff, Round, Script, Spot, ask, loses, pays, pushes
from cardroom.play.procedures import place_wagers, read_meter
from cardroom.play.procedures import settle as settle_wagers
from cardroom.rankings import category, describe, jackpots, strength
from cardroom.rulebook import RuleSet

VERSION = "heads-up-holdem/1"
JACKPOTS = ("galaxy", "jackpot", "second-jackpot")
"""Wagers that are paid from a meter's reading."""
PAIR = "2c 2d 5h 4s 3c"
"""The lowest hand with which the dealer qualifies (rule 8)."""


class Showdown(NamedTuple):
    """All that decides a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    result: int = 0
    """1 if the player's hand is the higher, 0 if they are equal, -1 if it is the lower."""
    hand: str = "high card"
    """The category of the player's best five of seven cards."""
    pocket: str | None = None
    all_6: str | None = None
    galaxy: str | None = None
    jackpots: tuple[str | None, ...] = ()
    """The line of each jackpot sensor's table."""


def heads_up_holdem(round: Round) -> Script:
    """The round of play."""
    rules = round.rules
    players = yield from place_wagers(round)  # rule 1
    if not players:
        return
    for wager in JACKPOTS:
        if any(round.stake(spot, wager) for spot in players):
            yield from read_meter(round, wager)

    if "all-6" in rules.wagers():  # WPT HUH 3: its own four cards, dealt first
        round.deal("all 6", 4)
    for spot in players:  # rule 2
        round.deal(spot, 2)
    round.deal("dealer", 2)
    if round.house("community_cards") == "machine":
        round.deal("board", 5)

    raised: set[Spot] = set()
    yield from decide(round, players, raised, (1 if round.house("early_raise") else 3, 3))  # rule 3
    reveal(round, 0, 3)  # rule 4: the flop
    yield from decide(round, players, raised, (2, 2))  # rule 5
    reveal(round, 3, 5)  # rule 6: turn and river
    yield from decide(round, players, raised, (1, 1), otherwise="fold")  # rule 7
    folded = set(players) - raised
    gone = Showdown(folded=True)
    settle_wagers(round, folded, lambda _, wager: settle(rules, wager, gone) if wager in ("ante", "odds") else None)

    round.turn("dealer")  # rule 8
    if round.hands.get("all 6"):
        round.turn("all 6")
    board = round.hands["board"]
    dealer = round.hands["dealer"] + board
    dealer_rank = strength("high", dealer)
    qualified = not round.house("dealer_qualifies") or dealer_rank >= strength("high", PAIR)
    round.say(
        f"Dealer has {pretty(round.hands['dealer'])}: {describe('high', dealer)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite(rules.house_rules["dealer_qualifies"].cite),
    )

    showdowns = {}
    for spot in players:  # rules 9 and 10
        if any(round.stake(spot, wager) for wager in rules.wager):
            round.turn(spot)  # a folded hand too, where a bonus bet still depends on it
        pocket = round.hands[spot.id]
        own_rank = strength("high", pocket + board)
        showdowns[spot] = Showdown(
            spot in folded,
            qualified,
            (own_rank > dealer_rank) - (own_rank < dealer_rank),
            category("high", own_rank),
            jackpots.pocket_line(pocket),
            all_6_line(round, spot),
            jackpots.galaxy_line(pocket + board[:3]),
            tuple(jackpot_line(rules, wager, pocket, board) for wager in JACKPOTS),
        )
    settle_wagers(round, players, lambda spot, wager: settle(rules, wager, showdowns[spot]))


def decide(
    round: Round, players: list[Spot], raised: set[Spot], antes: tuple[int, int], *, otherwise: str = "check"
) -> Generator[Ask, Answer, None]:
    """Offer everybody who has not raised a raise of so many Antes, or to check; at the end, to fold."""
    for spot in players:
        ante = round.stake(spot, "ante")
        most = min(antes[1], round.accounts[spot.bettor] // ante)
        if spot in raised:
            continue
        raises = (Amount("raise", antes[0] * ante, most * ante, ante),) if most >= antes[0] else ()
        answer = yield ask(spot.id, (*raises, Choice(otherwise)), otherwise)
        if answer.action == "raise":
            round.place(spot, "raise", answer.value)
            raised.add(spot)


def reveal(round: Round, first: int, last: int) -> None:
    """Show community cards: turned over if a machine dealt them, dealt now if a hand does."""
    if round.house("community_cards") == "machine":
        round.turn("board", *range(first, last))
    else:
        round.deal("board", last - first, up=True)


def all_6_line(round: Round, spot: Spot) -> str | None:
    """The line that the pocket makes with the four cards of the All 6 Bonus."""
    if "all 6" not in round.hands:
        return None
    made = jackpots.all_six_lines(round.hands[spot.id] + round.hands["all 6"])
    return jackpots.highest(jackpots.ALL_SIX_LINES, made)


def jackpot_line(rules: RuleSet, wager: str, pocket: list[int], board: list[int]) -> str | None:
    """The line of a jackpot's table, of which only the highest is paid."""
    if wager == "galaxy" or wager not in rules.wagers():
        return None
    table = rules.table(rules.wager[wager].pays)
    return jackpots.progressive_line([line for line in table.lines if table.odds(line)], pocket, board)


@cache
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """What becomes of one wager in a showdown."""
    cite = rules.table(rules.wager[wager].pays).cite
    match wager:
        case "trips-plus":
            return pays(rules, wager, hand.hand)
        case "pocket-bonus":
            return pays(rules, wager, hand.pocket or "no line")
        case "all-6":
            return pays(rules, wager, hand.all_6 or "no line")
        case "galaxy":
            return pays(rules, wager, hand.galaxy or "no line")
        case "jackpot" | "second-jackpot":
            return pays(rules, wager, hand.jackpots[JACKPOTS.index(wager)] or "no line")
    if hand.folded:
        return loses(rules, wager, "fold", rules.wager["raise"].cite)
    if wager == "ante" and not hand.qualified:
        return pushes(rules, wager, "unqualified dealer", cite)
    if hand.result == 0:
        return pushes(rules, wager, "equal hand", cite)
    if wager == "odds":
        if hand.result > 0:
            if rules.table(rules.wager[wager].pays).odds(hand.hand) is None:
                return pushes(rules, wager, f"a win with {hand.hand}", cite)
            return pays(rules, wager, hand.hand)
        if not rules.wager[wager].beaten:
            return loses(rules, wager, "lower hand", cite)
        return pays(rules, wager, hand.hand, beaten=True)
    return pays(rules, wager, "higher hand" if hand.result > 0 else "lower hand")
