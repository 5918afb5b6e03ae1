"""The steps that Fortune Pai Gow Poker and Face Up Pai Gow Poker share.

These are the piles, the setting of hands, how winners are determined and paid, and the bonus bets. Each game's script
has its own module. The steps are in one file, in the order of a round.
"""

from collections.abc import Generator, Sequence
from functools import lru_cache

import msgspec

from cardroom.cards import JOKER, Card
from cardroom.errors import InvariantError
from cardroom.games.banked.house_way import SetHand, house_way, ranks_of, set_hand
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
from cardroom.play.round import by_cards, settle_wagers
from cardroom.rankings import in_words, line
from cardroom.rankings.pai_gow import ace_high
from cardroom.rulebook import RuleSet

__all__ = ["LAYOUT", "LINES", "FortuneBet", "Showdown", "ace_high_line", "dice_seat", "envy", "settle"]

PILES = 7
"""One pile for each seat, occupied or not. Four cards are left over."""
TAKE_PILE = tuple(Choice(f"take-pile-{number}") for number in range(1, PILES + 1))
BUTTON = 500
"""The Fortune Bonus Bet that earns an Envy button, in cents."""
ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
COMPARED = {1: "higher", 0: "copy", -1: "lower"}
ACE_HIGH_LINES = ("player and player-dealer ace-high", "player-dealer ace-high with joker", "player-dealer ace-high")
"""The lines of the Ace-High Bonus Bet, best first."""
NO_ACE_HIGH = "no player-dealer ace-high"
"""The result of the Ace-High Bonus Bet without a line."""
LINES = {"ace-high": ACE_HIGH_LINES}
"""Lines of bonus bets that are not the categories of a ranking, best first."""


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a spot's wagers."""

    front: int = 0
    """1 if the player's two-card hand is higher, 0 if it is a copy, -1 if it is lower."""
    back: int = 0
    """The same for the five-card hand."""
    foul: bool = False
    dealer_ace_high: bool = False
    """Whether the player-dealer shows an ace-high hand that pushes every base wager (Face Up)."""
    ace_high: str = ""
    """The line of the Ace-High Bonus Bet, if any."""


class FortuneBet(msgspec.Struct, frozen=True, gc=False):
    """A Fortune Bonus Bet, as needed for Envy awards."""

    spot: Spot
    line: str
    """The line of its seven cards."""
    button: bool
    """Whether it was large enough for an Envy button."""


# -- The piles ---------------------------------------------------------------------------------------------------------


def deal_piles(round: Round) -> None:
    """Deal seven piles of seven: a machine pile by pile, a dealer card by card, back and forth."""
    piles = [pile(number) for number in range(1, PILES + 1)]
    if round.house("shuffle") == "machine":
        for each in piles:
            round.cards.deal(each, 7)
    else:
        for turn in range(7):
            for each in reversed(piles) if turn % 2 else piles:
                round.cards.deal(each)
    round.cards.deal(DISCARDS, 4)


@lru_cache(maxsize=PILES)
def pile(number: int) -> Place:
    """One of the seven piles."""
    return Place("pile", part=str(number))


def choose_pile(round: Round) -> Generator[Ask, Answer, int]:
    """Ask the player-dealer which pile is delivered first. All are face down."""
    answer = yield ask(player_dealer(round).id, TAKE_PILE, TAKE_PILE[0].action)
    return 1 + [choice.action for choice in TAKE_PILE].index(answer.action)


def player_dealer(round: Round) -> Spot:
    """The player-dealer's spot. The house never banks these games."""
    if round.banker is None:
        raise InvariantError(f"{round.rules.game}: the round has no player-dealer")
    return round.banker


def dice_seat(number: int, dealer: int) -> int:
    """The seat for a number: 1, 8 and 15 are the player-dealer's, and others follow clockwise.

    >>> [dice_seat(number, dealer=6) for number in (1, 2, 3, 8, 18)]
    [6, 7, 1, 6, 2]
    """
    return (dealer + number - 2) % PILES + 1


def give_out_piles(
    round: Round, players: Sequence[Spot], first: int, number: int, *, with_button: bool = False
) -> dict[int, Place]:
    """Give every seat a pile, starting with the first pile at the number's seat. Return the places of hands by seat.

    Cards at seats without a wager are discarded face down. The action button goes to the first seat with a wager from
    the number's seat on, never to the player-dealer. If the number's seat has no wager, the first pile stays there, or
    goes with the button.
    """
    dealer, cards = player_dealer(round).seat, round.cards
    start = dice_seat(number, dealer)
    betting = {spot.seat for spot in players}
    round.action_button = min(betting, key=lambda seat: (seat - start) % PILES)
    round.say(f"{number} is seat {start}; seat {round.action_button} has the action", round.rules.cite(ROUND_OF_PLAY))
    round.mark("action button", round.action_button)
    if with_button and start != dealer:
        start = round.action_button

    seated = {spot.seat: spot for spot in players if not spot.backline}
    places = {}
    for turn in range(PILES):
        seat, source = (start - 1 + turn) % PILES + 1, pile((first - 1 + turn) % PILES + 1)
        if seat in seated:
            cards.move(source, seated[seat])
            places[seat] = hand_of(seated[seat].id)
        elif seat in betting:  # only backline wagers: no player sits there
            places[seat] = Place("seat", str(seat))
            cards.move(source, places[seat])
        else:
            cards.move(source, round.dealer if seat == dealer else DISCARDS)
    return places


# -- Setting the hands -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def five_card_ranking(rules: RuleSet) -> str:
    """The ranking of five cards under the house rule for A-2-3-4-5."""
    return "pai-gow" if rules.house("wheel") == "lowest" else "pai-gow-high-wheel"


def set_hands(
    round: Round, players: Sequence[Spot], places: dict[int, Place]
) -> Generator[Sequence[Ask], list[Answer], dict[int, SetHand]]:
    """All players set their cards at the same time, face down: they pick the two in front, or choose the House Way.

    The House Way is the default for an absent player. It also sets a hand with only backline wagers.
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
    """Turn a hand over. A set hand moves to two places, front and back."""
    if hand is None:
        round.cards.turn(place)
        return
    round.cards.lay_out(place, (part_of(place, "front"), hand.front), (part_of(place, "back"), hand.back))
    fives = five_card_ranking(round.rules)
    made = ranks_of(hand, fives)
    front, back = in_words("pai-gow-two", made.front), in_words(fives, made.back)
    says = f"{front} in front; {back[:1].lower()}{back[1:]} behind" + (": foul" if made.foul else "")
    if place.kind == "seat":
        round.say(f"Seat {place.owner}: {says}")
    else:
        round.say(says, of=round.spot(place.owner))


def behind(rules: RuleSet, cards: Sequence[Card], _: Sequence[Card], more: int = 0) -> str:
    """The five-card hand in words."""
    return ranked(five_card_ranking(rules))(rules, cards, (), more=more)


PARTS = (
    Shown("", sorted=True, cards=7),
    Shown("in front", ranked("pai-gow-two"), "front"),
    Shown("behind", behind, "back"),
)


@lru_cache(maxsize=1024)
def part_of(place: Place, part: str) -> Place:
    """A part of a hand: its front, its back, or all of it."""
    return msgspec.structs.replace(place, part=part)


def dealt_to(round: Round, place: Place) -> list[Card]:
    """The seven cards of a hand, set or not."""
    hands = round.cards.hands
    front, back = part_of(place, "front"), part_of(place, "back")
    return [*hands.get(place, ()), *hands.get(front, ()), *hands.get(back, ())]


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
    settles_by=("seat",),
    most_seats=PILES,
)


# -- How winners are determined and paid -------------------------------------------------------------------------------


def compare(rules: RuleSet, own: SetHand, dealer: SetHand) -> Showdown:
    """A player's two hands against the player-dealer's."""
    fives = five_card_ranking(rules)
    ours, theirs = ranks_of(own, fives), ranks_of(dealer, fives)
    front = (ours.front > theirs.front) - (ours.front < theirs.front)
    back = (ours.back > theirs.back) - (ours.back < theirs.back)
    return Showdown(front, back, ours.foul)


def settle_table(
    round: Round,
    players: Sequence[Spot],
    places: dict[int, Place],
    hands: dict[int, SetHand],
    showdowns: dict[int, Showdown],
) -> Generator[Ask, Answer, None]:
    """Turn over each hand and settle its wagers, clockwise from the action button.

    Backline bettors come directly after their seat, and the Envy Bonus comes last.
    """
    rules = round.rules
    fortunes: list[FortuneBet] = []
    dealt: dict[Place, list[Card]] = {}
    lines: dict[Spot, str] = {}
    fortune = rules.table(rules.wager["fortune"].pays).ranking if "fortune" in rules.wager else ""
    decided = by_cards(
        round,
        CARDS,
        lambda spot, wager: settle(rules, wager, showdowns[spot.seat]),
        lines={("own hand", fortune): lines},
    )
    for spot in [spot for spot in round.clockwise(round.action_button - 1) if spot in players]:
        place = places[spot.seat]
        if place not in dealt:
            dealt[place] = round.cards.hand(place)
            show(round, place, hands.get(spot.seat))
        if stake := round.chips.stake(spot, "fortune"):
            made = lines[spot] = line(fortune, dealt[place])
            fortunes.append(FortuneBet(spot, made, stake >= BUTTON))
        yield from settle_wagers(round, [spot], decided)
    if "envy" in rules.wagers():
        for holder, payoff in envy(rules, fortunes):
            round.chips.settle(holder, "envy", payoff)


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """The payoff of one of the game's own wagers in a showdown. `envy` has the awards that depend on other seats."""
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
    """The line of the Ace-High Bonus Bet; empty unless the player-dealer has ace-high.

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
    """The awards to holders of Envy buttons for other players' Fortune Bonus Bets, in the order of the bets.

    The documents differ. With `envy_pays` "highest hand" (Fortune), only the best-paying hand is paid, once, and its
    holder gets nothing for a lower one. With "each hand" (Face Up), every hand is paid.

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
    if not envied:
        return []
    highest = max(payoff.due(0) for _, payoff in envied)
    awards = []
    for holder in bets:
        others = [(bet, payoff) for bet, payoff in envied if holder.button and bet.spot.bettor != holder.spot.bettor]
        if rules.house("envy_pays") == "highest hand":
            others = [(bet, payoff) for bet, payoff in others if payoff.due(0) == highest][:1]
        for bet, payoff in others:
            why = f"{rules.wager['envy'].label}: {bet.line} of seat {bet.spot.seat} pays {payoff.odds}"
            awards.append((holder.spot, msgspec.structs.replace(payoff, why=why)))
    return awards
