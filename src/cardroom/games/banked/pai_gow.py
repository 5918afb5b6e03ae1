"""What Fortune Pai Gow Poker and Face Up Pai Gow Poker have in common: the piles, the setting of hands, how winners are
determined and paid, and the bonus bets. Their scripts are modules of their own, each beside its chapter.
"""

from collections.abc import Generator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from cardroom.cards import JOKER, Card
from cardroom.games.banked.house_way import SetHand, house_way, set_hand
from cardroom.play import Answer, Ask, Choice, Payoff, Pick, Round, Spot, ask, loses, pays, pushes
from cardroom.play.procedures import in_order
from cardroom.rankings import category, describe, rank, strength
from cardroom.rankings.pai_gow import ace_high, fouls
from cardroom.rulebook import RuleSet

__all__ = ["FortuneBet", "Showdown", "ace_high_line", "dice_seat", "envy", "fortune_line", "settle"]

PILES = 7
"""As many as there are seats, whoever is there; four cards are left."""
BUTTON = 500
"""Cents on the Fortune Bonus Bet that earn an Envy button."""
ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
COMPARED = {1: "higher", 0: "copy", -1: "lower"}
ACE_HIGH_LINES = ("player and player-dealer ace-high", "player-dealer ace-high with joker", "player-dealer ace-high")
"""The lines of the Ace-High Bonus Bet, best first."""


class Showdown(NamedTuple):
    """All that decides a spot's wagers."""

    front: int = 0
    """1 if the player's two-card hand is the higher, 0 if it is a copy, -1 if it is the lower."""
    back: int = 0
    """The same for the five-card hand."""
    foul: bool = False
    dealer_ace_high: bool = False
    """Whether the player-dealer shows an ace-high hand that pushes every base wager (Face Up)."""
    fortune: str = ""
    """What the seven cards make for the Fortune Bonus Bet, where there is one."""
    ace_high: str = ""
    """The line of the Ace-High Bonus Bet, if any."""


class FortuneBet(NamedTuple):
    """A Fortune Bonus Bet as the others at the table see it."""

    spot: str
    bettor: str
    line: str
    """What its seven cards make."""
    button: bool
    """Whether it was large enough for an Envy button."""


# -- The piles ---------------------------------------------------------------------------------------------------------


def deal_piles(round: Round) -> None:
    """Seven piles of seven: a machine delivers each whole; a dealer lays them out card by card, there and back."""
    piles = [f"pile {number}" for number in range(1, PILES + 1)]
    if round.house("shuffle") == "machine":
        for pile in piles:
            round.deal(pile, 7)
    else:
        for turn in range(7):
            for pile in reversed(piles) if turn % 2 else piles:
                round.deal(pile)
    round.deal("discard", 4)


def choose_pile(round: Round) -> Generator[Ask, Answer, int]:
    """The player-dealer says which pile goes out first; nobody has seen any."""
    choices = [Choice(f"take-pile-{number}") for number in range(1, PILES + 1)]
    answer = yield ask(round.dealer, choices, "take-pile-1")
    return int(answer.action.removeprefix("take-pile-"))


def dice_seat(number: int, dealer: int) -> int:
    """The seat that a number means: one, eight and fifteen are the player-dealer's, then clockwise.

    >>> [dice_seat(number, dealer=6) for number in (1, 2, 3, 8, 18)]
    [6, 7, 1, 6, 2]
    """
    return (dealer + number - 2) % PILES + 1


def give_out_piles(round: Round, players: Sequence[Spot], first: int, number: int) -> dict[int, str]:
    """Every seat gets a pile, from the seat that the number means and the first pile on, and cards at seats without a
    wager are discarded unseen. The action button goes to the first seat from there on that has a wager; it is never
    the player-dealer's. Gives the places of the hands by seat.
    """
    dealer = round.spot(round.dealer).seat
    start = dice_seat(number, dealer)
    betting = {spot.seat for spot in players}
    round.action_button = min(betting, key=lambda seat: (seat - start) % PILES)
    round.say(f"{number} is seat {start}; seat {round.action_button} has the action", round.rules.cite(ROUND_OF_PLAY))

    seated = {spot.seat: spot for spot in players if not spot.backline}
    places = {}
    for turn in range(PILES):
        seat, pile = (start - 1 + turn) % PILES + 1, f"pile {(first - 1 + turn) % PILES + 1}"
        if seat in seated:
            round.move(pile, seated[seat])
            places[seat] = seated[seat].id
        elif seat in betting:  # somebody bets behind it, nobody sits there to look
            round.move(pile, str(seat))
            places[seat] = str(seat)
        else:
            round.move(pile, round.dealer if seat == dealer else "discard")
    return places


# -- Setting the hands -------------------------------------------------------------------------------------------------


def five_card_ranking(rules: RuleSet) -> str:
    """The ranking of five cards under the house's rule for A-2-3-4-5."""
    return "pai-gow" if rules.house("wheel") == "lowest" else "pai-gow-high-wheel"


def set_hands(
    round: Round, players: Sequence[Spot], places: dict[int, str]
) -> Generator[Sequence[Ask], list[Answer], dict[int, SetHand]]:
    """Everybody with cards sets them, all at once and unseen: by picking the two in front, or by the House Way, which
    cannot be taken back. Somebody absent gets the House Way, and so does a seat with backline wagers alone.
    """
    seated = [spot for spot in players if not spot.backline]
    fives = five_card_ranking(round.rules)
    answers = yield [
        ask(
            spot.id,
            (Pick("set", tuple(round.hands[spot.id]), 2, 2, "pai-gow-two", fives), Choice("house-way")),
            "house-way",
            secret=True,
        )
        for spot in seated
    ]
    fronts = {answer.spot: answer.value for answer in answers if answer.action == "set"}
    return {
        seat: set_hand(round.hands[place], fronts[place]) if place in fronts else house_way(round.hands[place], fives)
        for seat, place in places.items()
    }


def show(round: Round, place: str, hand: SetHand | None) -> None:
    """Turn a hand over: as it is set, and then its two parts become places of their own, or whole."""
    if hand is None:
        round.turn(place)
        return
    for part, cards in zip(("front", "back"), hand, strict=True):
        round.move(place, f"{place} {part}", *(round.hands[place].index(card) for card in cards), up=True)
    front, back = describe("pai-gow-two", hand.front), describe(five_card_ranking(round.rules), hand.back)
    who = "Player-dealer" if place == round.dealer else f"Seat {place}"
    round.say(f"{who}: {front} in front; {back[:1].lower()}{back[1:]} behind" + (": foul" if fouls(*hand) else ""))


# -- How winners are determined and paid -------------------------------------------------------------------------------


def compare(rules: RuleSet, own: SetHand, dealer: SetHand) -> Showdown:
    """A player's two hands against the player-dealer's."""
    results = []
    for name, ours, theirs in zip(("pai-gow-two", five_card_ranking(rules)), own, dealer, strict=True):
        mine, other = strength(name, ours), strength(name, theirs)
        results.append((mine > other) - (mine < other))
    return Showdown(results[0], results[1], fouls(*own))


def settle_table(
    round: Round,
    players: Sequence[Spot],
    places: dict[int, str],
    hands: dict[int, SetHand],
    showdowns: dict[int, Showdown],
) -> None:
    """Clockwise from the action button each hand is turned over, as it is set if it is, and its wagers are settled; who
    bets behind a seat comes right after it, and the Envy Bonus last of all.
    """
    fortunes = []
    shown = set()
    for spot in [spot for spot in round.clockwise(round.action_button - 1) if spot in players]:
        showdown, place = showdowns[spot.seat], places[spot.seat]
        if stake := round.stake(spot, "fortune"):
            showdown = showdown._replace(fortune=fortune_line(round.hands[place]))
            fortunes.append(FortuneBet(spot.id, spot.bettor, showdown.fortune, stake >= BUTTON))
        if place not in shown:
            shown.add(place)
            show(round, place, hands.get(spot.seat))
        for _, wager in in_order(round, [spot]):
            round.settle(spot, wager, settle(round.rules, wager, showdown))
    for holder, payoff in envy(round.rules, fortunes):
        round.settle(round.spot(holder), "envy", payoff)


@cache
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """What becomes of one wager in a showdown; awards that depend on other seats are `envy`."""
    if wager == "fortune":
        return pays(rules, wager, hand.fortune)
    if wager == "ace-high":
        return pays(rules, wager, hand.ace_high or "no player-dealer ace-high")
    cite = rules.pay["base"].cite
    if hand.dealer_ace_high:
        return pushes(rules, wager, "player-dealer's ace-high", cite)
    if hand.foul:
        return loses(rules, wager, "foul hand", f"{ROUND_OF_PLAY}, rule 7")
    if hand.front > 0 and hand.back > 0:
        return pays(rules, wager, "both hands higher")
    line = f"{COMPARED[hand.front]} in front, {COMPARED[hand.back]} behind"
    if hand.front > 0 or hand.back > 0:  # the other hand is lower, or a copy, which the player-dealer wins
        return pushes(rules, wager, line, cite)
    return loses(rules, wager, line, cite)


# -- The bonus bets ----------------------------------------------------------------------------------------------------


def fortune_line(cards: Sequence[Card]) -> str:
    """What seven cards make for the Fortune Bonus Bet, however they are set: the best-paying line only.

    >>> from cardroom.cards import parse
    >>> fortune_line(parse("9c 9d 9h 8s 7c 6d 5h")), fortune_line(parse("9c 9d 8s 8c 4d 3h 2s"))
    ('three of a kind', 'two pair')
    """
    line = rank("fortune", cards)
    return category("fortune", line) if line else category("pai-gow", strength("pai-gow", cards))


def ace_high_line(own: Sequence[Card], dealer: Sequence[Card]) -> str:
    """The line of the Ace-High Bonus Bet, if any: without the player-dealer's ace-high there is none.

    >>> from cardroom.cards import parse
    >>> ace_high_line(parse("Kc Kd 9s 7h 4d 3c 2s"), parse("Jk Kh Jc 9d 7s 4c 2d"))
    'player-dealer ace-high with joker'
    """
    if not ace_high(dealer):
        return ""
    if ace_high(own):
        return ACE_HIGH_LINES[0]
    return ACE_HIGH_LINES[1 if JOKER in dealer else 2]


def envy(rules: RuleSet, bets: Sequence[FortuneBet]) -> list[tuple[str, Payoff]]:
    """What each Envy button is paid for the hands of others with a Fortune Bonus Bet, in the order of the bets.

    The books differ: under `envy_pays` "highest hand" (Fortune) only the hand that pays most is paid, once, and its
    holder gets nothing for a lesser one; under "each hand" (Face Up) all are.

    >>> from cardroom.rulebook import rule_set
    >>> bets = [FortuneBet("1", "1", "five aces", True), FortuneBet("2", "2", "four of a kind", True)]
    >>> [(spot, payoff.why) for spot, payoff in envy(rule_set("fortune-pai-gow-poker"), bets)]
    [('2', 'Envy Bonus: five aces of seat 1 pays $100')]
    >>> [(spot, payoff.due(0)) for spot, payoff in envy(rule_set("face-up-pai-gow-poker"), bets)]
    [('1', 500), ('2', 10000)]
    """
    hands = [(bet, pays(rules, "envy", bet.line)) for bet in bets]
    envied = [(bet, payoff) for bet, payoff in hands if not payoff.lost]
    highest = max((payoff.due(0) for _, payoff in envied), default=0)
    awards = []
    for holder in bets:
        others = [(bet, payoff) for bet, payoff in envied if holder.button and bet.bettor != holder.bettor]
        if rules.house("envy_pays") == "highest hand":
            others = [(bet, payoff) for bet, payoff in others if payoff.due(0) == highest][:1]
        for bet, payoff in others:
            why = f"{rules.wager['envy'].label}: {bet.line} of seat {bet.spot} pays {payoff.odds}"
            awards.append((holder.spot, msgspec.structs.replace(payoff, why=why)))
    return awards
