"""What Fortune Pai Gow Poker and Face Up Pai Gow Poker have in common: the piles, the setting of hands, how winners are
determined and paid, and the bonus bets. Their scripts are modules of their own, each beside its chapter.
"""

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from cardroom.cards import JOKER, Card
from cardroom.errors import InvariantError
from cardroom.games.banked.house_way import SetHand, house_way, set_hand
from cardroom.play import (
    DISCARDS,
    Answer,
    Ask,
    Choice,
    Group,
    Layout,
    Payoff,
    Pick,
    Place,
    Round,
    Settles,
    Shown,
    Spot,
    ask,
    hand_of,
    loses,
    pays,
    pushes,
    ranked,
)
from cardroom.play.procedures import settle_wagers
from cardroom.play.side_bets import by_cards
from cardroom.rankings import describe, line, strength
from cardroom.rankings.pai_gow import ace_high, fouls
from cardroom.rulebook import RuleSet

__all__ = ["LAYOUT", "LINES", "FortuneBet", "Showdown", "ace_high_line", "dice_seat", "envy", "settle"]

PILES = 7
"""As many as there are seats, whoever is there; four cards are left."""
BUTTON = 500
"""Cents on the Fortune Bonus Bet that earn an Envy button."""
ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
COMPARED = {1: "higher", 0: "copy", -1: "lower"}
ACE_HIGH_LINES = ("player and player-dealer ace-high", "player-dealer ace-high with joker", "player-dealer ace-high")
"""The lines of the Ace-High Bonus Bet, best first ..."""
NO_ACE_HIGH = "no player-dealer ace-high"
"""... and its result where it makes none."""
LINES = {"ace-high": ACE_HIGH_LINES}
"""Lines of bonus bets that are not the categories of a ranking, best first."""


class Showdown(NamedTuple):
    """All that decides a spot's wagers."""

    front: int = 0
    """1 if the player's two-card hand is the higher, 0 if it is a copy, -1 if it is the lower."""
    back: int = 0
    """The same for the five-card hand."""
    foul: bool = False
    dealer_ace_high: bool = False
    """Whether the player-dealer shows an ace-high hand that pushes every base wager (Face Up)."""
    ace_high: str = ""
    """The line of the Ace-High Bonus Bet, if any."""


class FortuneBet(NamedTuple):
    """A Fortune Bonus Bet as the others at the table see it."""

    spot: Spot
    line: str
    """What its seven cards make."""
    button: bool
    """Whether it was large enough for an Envy button."""


# -- The piles ---------------------------------------------------------------------------------------------------------


def deal_piles(round: Round) -> None:
    """Seven piles of seven: a machine delivers each whole; a dealer lays them out card by card, there and back."""
    piles = [pile(number) for number in range(1, PILES + 1)]
    if round.house("shuffle") == "machine":
        for each in piles:
            round.cards.deal(each, 7)
    else:
        for turn in range(7):
            for each in reversed(piles) if turn % 2 else piles:
                round.cards.deal(each)
    round.cards.deal(DISCARDS, 4)


def pile(number: int) -> Place:
    """One of the seven piles."""
    return Place("pile", part=str(number))


def choose_pile(round: Round) -> Generator[Ask, Answer, int]:
    """The player-dealer says which pile goes out first; nobody has seen any."""
    choices = [Choice(f"take-pile-{number}") for number in range(1, PILES + 1)]
    answer = yield ask(player_dealer(round).id, choices, "take-pile-1")
    return 1 + [choice.action for choice in choices].index(answer.action)


def player_dealer(round: Round) -> Spot:
    """The player-dealer's spot: the house never banks these games."""
    if round.banker is None:
        raise InvariantError(f"{round.rules.game}: nobody banks")
    return round.banker


def dice_seat(number: int, dealer: int) -> int:
    """The seat that a number means: one, eight and fifteen are the player-dealer's, then clockwise.

    >>> [dice_seat(number, dealer=6) for number in (1, 2, 3, 8, 18)]
    [6, 7, 1, 6, 2]
    """
    return (dealer + number - 2) % PILES + 1


def give_out_piles(round: Round, players: Sequence[Spot], first: int, number: int) -> dict[int, Place]:
    """Every seat gets a pile, from the seat that the number means and the first pile on, and cards at seats without a
    wager are discarded unseen. The action button goes to the first seat from there on that has a wager; it is never
    the player-dealer's. Gives the places of the hands by seat.
    """
    dealer, cards = player_dealer(round).seat, round.cards
    start = dice_seat(number, dealer)
    betting = {spot.seat for spot in players}
    round.action_button = min(betting, key=lambda seat: (seat - start) % PILES)
    round.say(f"{number} is seat {start}; seat {round.action_button} has the action", round.rules.cite(ROUND_OF_PLAY))
    round.mark("action button", round.action_button)

    seated = {spot.seat: spot for spot in players if not spot.backline}
    places = {}
    for turn in range(PILES):
        seat, source = (start - 1 + turn) % PILES + 1, pile((first - 1 + turn) % PILES + 1)
        if seat in seated:
            cards.move(source, seated[seat])
            places[seat] = hand_of(seated[seat].id)
        elif seat in betting:  # somebody bets behind it, nobody sits there to look
            places[seat] = Place("seat", str(seat))
            cards.move(source, places[seat])
        else:
            cards.move(source, round.dealer if seat == dealer else DISCARDS)
    return places


# -- Setting the hands -------------------------------------------------------------------------------------------------


def five_card_ranking(rules: RuleSet) -> str:
    """The ranking of five cards under the house's rule for A-2-3-4-5."""
    return "pai-gow" if rules.house("wheel") == "lowest" else "pai-gow-high-wheel"


def set_hands(
    round: Round, players: Sequence[Spot], places: dict[int, Place]
) -> Generator[Sequence[Ask], list[Answer], dict[int, SetHand]]:
    """Everybody with cards sets them, all at once and unseen: by picking the two in front, or by the House Way, which
    cannot be taken back. Somebody absent gets the House Way, and so does a seat with backline wagers alone.
    """
    seated = [spot for spot in players if not spot.backline]
    fives = five_card_ranking(round.rules)
    answers = yield [
        ask(
            spot.id,
            (Pick("set", tuple(round.cards.hand(spot)), 2, 2, "pai-gow-two", fives), Choice("house-way")),
            "house-way",
            secret=True,
        )
        for spot in seated
    ]
    fronts = {hand_of(answer.spot): answer.value for answer in answers if answer.action == "set"}
    hands = {seat: (place, round.cards.hand(place)) for seat, place in places.items()}
    return {
        seat: set_hand(cards, fronts[place]) if place in fronts else house_way(cards, fives)
        for seat, (place, cards) in hands.items()
    }


def show(round: Round, place: Place, hand: SetHand | None) -> None:
    """Turn a hand over: as it is set, and then its two parts become places of their own, or whole."""
    if hand is None:
        round.cards.turn(place)
        return
    for name, cards in zip(("front", "back"), hand, strict=True):
        part, held = msgspec.structs.replace(place, part=name), round.cards.hand(place)
        round.cards.move(place, part, *(held.index(card) for card in cards), up=True)
    front, back = describe("pai-gow-two", hand.front), describe(five_card_ranking(round.rules), hand.back)
    says = f"{front} in front; {back[:1].lower()}{back[1:]} behind" + (": foul" if fouls(*hand) else "")
    if place.kind == "seat":
        round.say(f"Seat {place.owner}: {says}")
    else:
        round.say(says, of=round.spot(place.owner))


def behind(rules: RuleSet, cards: Sequence[Card], _: Sequence[Card]) -> str:
    """The five-card hand in words."""
    return ranked(five_card_ranking(rules))(rules, cards, ())


PARTS = (
    Shown("", sorted=True, cards=7),
    Shown("in front", ranked("pai-gow-two"), "front"),
    Shown("behind", behind, "back"),
)


def dealt_to(round: Round, place: Place) -> list[Card]:
    """The seven cards of a hand, however they are set."""
    parts = (place, *(msgspec.structs.replace(place, part=part.part) for part in PARTS if part.part))
    return [card for part in parts for card in round.cards.hand(part)]


CARDS = {
    "own hand": Group((7,), lambda round, spot: dealt_to(round, hand_of(spot.id)), own=True),
    "dealer's hand": Group((7,), lambda round, _: dealt_to(round, round.dealer)),
}
LAYOUT = Layout(
    {"hand": PARTS, "seat": PARTS},
    cards=CARDS,
    wagers={
        "base": Settles(("both hands higher",), backline=True),
        "envy": Settles(ranking="fortune", when="as an award").bonus(),
    },
    house={
        "shuffle": ("machine", "manual"),
        "wheel": ("lowest", "second highest"),
        "envy_pays": ("highest hand", "each hand"),
    },
    decks=("joker",),
    bank="player-dealer",
    starts=("action button",),
    most_seats=PILES,
)


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
    places: dict[int, Place],
    hands: dict[int, SetHand],
    showdowns: dict[int, Showdown],
) -> Generator[Ask, Answer, None]:
    """Clockwise from the action button each hand is turned over, as it is set if it is, and its wagers are settled; who
    bets behind a seat comes right after it, and the Envy Bonus last of all.
    """
    rules, fortunes, shown = round.rules, list[FortuneBet](), set[Place]()
    decided = by_cards(round, CARDS, lambda spot, wager: settle(rules, wager, showdowns[spot.seat]))
    for spot in [spot for spot in round.clockwise(round.action_button - 1) if spot in players]:
        place = places[spot.seat]
        if place not in shown:
            shown.add(place)
            show(round, place, hands.get(spot.seat))
        if stake := round.chips.stake(spot, "fortune"):
            made = line(rules.table(rules.wager["fortune"].pays).ranking, dealt_to(round, place))
            fortunes.append(FortuneBet(spot, made, stake >= BUTTON))
        yield from settle_wagers(round, [spot], decided)
    if "envy" in rules.wagers():
        for holder, payoff in envy(rules, fortunes):
            round.chips.settle(holder, "envy", payoff)


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """What becomes of one of the game's own wagers in a showdown; awards that depend on other seats are `envy`."""
    if wager == "ace-high":
        return pays(rules, wager, hand.ace_high or NO_ACE_HIGH)
    cite = rules.table(rules.wager[wager].pays).cite
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


def envy(rules: RuleSet, bets: Sequence[FortuneBet]) -> list[tuple[Spot, Payoff]]:
    """What each Envy button is paid for the hands of others with a Fortune Bonus Bet, in the order of the bets.

    The books differ: under `envy_pays` "highest hand" (Fortune) only the hand that pays most is paid, once, and its
    holder gets nothing for a lesser one; under "each hand" (Face Up) all are.

    >>> from cardroom.rulebook import rule_set
    >>> ann, bob = Spot.at(1, "ann"), Spot.at(2, "bob")
    >>> bets = [FortuneBet(ann, "five aces", True), FortuneBet(bob, "four of a kind", True)]
    >>> [(spot.bettor, payoff.why) for spot, payoff in envy(rule_set("fortune-pai-gow-poker"), bets)]
    [('bob', 'Envy Bonus: five aces of seat 1 pays $100')]
    >>> [(spot.bettor, payoff.due(0)) for spot, payoff in envy(rule_set("face-up-pai-gow-poker"), bets)]
    [('ann', 500), ('bob', 10000)]
    """
    hands = [(bet, pays(rules, "envy", bet.line)) for bet in bets]
    envied = [(bet, payoff) for bet, payoff in hands if not payoff.lost]
    highest = max((payoff.due(0) for _, payoff in envied), default=0)
    awards = []
    for holder in bets:
        others = [(bet, payoff) for bet, payoff in envied if holder.button and bet.spot.bettor != holder.spot.bettor]
        if rules.house("envy_pays") == "highest hand":
            others = [(bet, payoff) for bet, payoff in others if payoff.due(0) == highest][:1]
        for bet, payoff in others:
            why = f"{rules.wager['envy'].label}: {bet.line} of seat {bet.spot.seat} pays {payoff.odds}"
            awards.append((holder.spot, msgspec.structs.replace(payoff, why=why)))
    return awards
