"""The steps that Pure 21.5 Blackjack and Pure Spanish 21.5 share (500 Club, GEGA-003642 and GEGA-004186).

To be read beside the two chapters, in their order: Round of Play with Charts 1A and 1B, Game Rules as far as they say
what is done, then Double-Down, Split, and Surrender. The chapters share most of their words. The two scripts are in
`pure_21_5_blackjack` and `pure_spanish_21_5`; what Game Rules and the bonus bets pay is in `pure_21_5_pay`.
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from cardroom.cards import Card, pretty
from cardroom.errors import InvariantError
from cardroom.games.banked.pure_21_5_pay import NO_MATCH, PURE, WAGER_LINES, Showdown, settle
from cardroom.play import Amount, Answer, Ask, Choice, Layout, Option, Round, Settles, Shown, Spot, ask
from cardroom.play.procedures import offer_bank, place_wagers
from cardroom.rankings.points import blackjack_total, dealt_total, describe_total, is_pure, is_three_eights, red_run
from cardroom.rulebook import Moment, RuleSet
from cardroom.rulebook.schema import Chart

WAGER = "wager"
MOMENTS: tuple[Moment, ...] = ("before the deal", "after two cards")
"""When a fee may be collected, in both games."""
MOST_HANDS = 4
"""A circle's hands after the three splits that are allowed."""
MOST_DOUBLES = 3
"""One double and two double-doubles make eight times the wager."""
LEAST_DOUBLE = 100
"""Cents: doubling for less has no printed floor, but no wager in the book is under a dollar."""
DEALER_MAY_DRAW = 11
"""Under Chart 1B no hand takes more than thirteen cards: seven aces, a five, and five aces more."""


class Chapter(NamedTuple):
    """Where the chapters differ in the play of a hand, but for Chart 1A, which is the rule set's."""

    aces_play_on: bool
    """Whether split aces are hands like any other, or take one card and no second split."""
    rescue: bool
    """Whether a player may take the doubled part back."""


PURE_21_5 = Chapter(aces_play_on=False, rescue=False)
PURE_SPANISH = Chapter(aces_play_on=True, rescue=True)


def makes(_: RuleSet, cards: Sequence[Card], __: Sequence[Card]) -> str:
    """A hand's total in words."""
    return describe_total(cards)


def split_makes(rules: RuleSet, cards: Sequence[Card], _: Sequence[Card]) -> str:
    """The same after a split, when ace and Bonus card are 21."""
    return "21" if is_pure(cards) else makes(rules, cards, ())


ENDS = ("bust", "bust against three eights", "surrender")
"""How a hand may end that is not compared."""
LAYOUT = Layout(
    {
        "dealer": (Shown("Dealer", makes, cards=2),),
        "hand": (Shown("", makes, cards=2), Shown("", split_makes, part="split")),
    },
    wagers={
        WAGER: Settles(WAGER_LINES, ends=ENDS),
        "red-flex": Settles(ranking="red-flex").bonus(),
        "buster": Settles(ranking="buster").bonus(),
    },
    decks=("bonus",),
    shoe=True,
    bank="either",
    starts=("player-dealer", "house dealer"),
    most_cards=lambda seats: 2 * seats + 2 + DEALER_MAY_DRAW,
    charted=True,
)
"""The table of Pure 21.5 Blackjack; the Spanish one differs in wagers, house rules and deck."""


# -- Round of Play --------------------------------------------------------------------------------------------------


def begin(round: Round) -> Generator[Ask | Sequence[Ask], Any, list[Spot]]:
    """Find the player-dealer and let wagers be placed; the spots that bet, in the order of dealing."""
    if not (yield from offer_bank(round)):
        return []
    return (yield from place_wagers(round))


def deal(round: Round, players: Sequence[Spot]) -> None:
    """Two cards each, one at a time and face up, but for the player-dealer's second."""
    for last in (False, True):
        for spot in players:
            round.cards.deal(spot, up=True)
        round.cards.deal(round.dealer, up=not last)


def play_hand(round: Round, spot: Spot, chapter: Chapter) -> Generator[Ask, Answer, None]:
    """Let a hand be played until it stands, busts or is given up, and after it the hands split from it."""
    hand = round.cards.hand(spot)
    if len(hand) == 1:  # a split card gets its second when its turn comes
        round.cards.deal(spot, up=True)
        if is_ace(hand[0]) and not chapter.aces_play_on:
            return
    while not blackjack_total(hand).busted:
        options, forced = choices(round, spot, chapter)
        action, stake = options[0].action, round.chips.stake(spot, WAGER)
        if len(options) == 1:
            round.say(forced, of=spot)
        else:
            answer = yield ask(spot.id, options, action, why=forced)
            action = answer.action
        match action:
            case "stand":
                return
            case "hit":
                hit(round, spot)
            case "double":
                amount = stake if answer.value is None else answer.value
                round.chips.place(spot, WAGER, amount)
                hit(round, spot)
                if chapter.rescue:
                    yield from rescue(round, spot, amount)
                return
            case "surrender":
                give_up(round, spot, action)
                return
            case "split":
                other = round.split(spot)
                round.cards.move(spot, other, 1, up=True)
                round.chips.place(other, WAGER, stake)
                yield from play_hand(round, spot, chapter)
                yield from play_hand(round, other, chapter)
                return


def hit(round: Round, spot: Spot) -> None:
    """One more card. A busted hand stays: three eights would push it (Game Rules)."""
    round.cards.deal(spot, up=True)
    total = blackjack_total(round.cards.hand(spot))
    if total.busted:
        round.say(f"busted with {total.points}", round.rules.cite("Game Rules, rule 5"), of=spot)


def choices(round: Round, spot: Spot, chapter: Chapter) -> tuple[list[Option], str]:
    """What a hand may do, first what it does without an answer, and in words what Chart 1A closes or forces: it binds
    hits and stands, and leaves doubling and surrender as they are (rule 7)."""
    hand = round.cards.hand(spot)
    points, soft = blackjack_total(hand)
    stake, chips, cards = round.chips.stake(spot, WAGER), round.chips.stack(spot), cards_to_spare(round)
    chart = chart_1a(round.rules)
    must_hit = not soft and points <= chart.must_hit and cards > 0
    must_stand = (not soft and points >= chart.must_stand) or cards < 1
    options: list[Option] = []
    if not must_hit:
        options.append(Choice("stand"))
    if not must_stand:
        options.append(Choice("hit"))
    if len(hand) == 2:
        hands = len(round.hands_of(spot))
        if cards > 0:
            options += doubles(round, stake, chips)
        again = hands == 1 or chapter.aces_play_on or not is_ace(hand[0])
        if _equal(*hand) and hands < MOST_HANDS and again and chips >= stake and cards > 1:
            options.append(Choice("split", stake))
        if hands == 1:
            options.append(Choice("surrender"))
    if cards < 1:
        return options, "no card is left but the player-dealer's"
    if not (must_hit or must_stand):
        return options, ""
    does, may_not = ("hit", "stand") if must_hit else ("stand", "hit")
    return options, f"hard {points} {f'must {does}' if len(options) == 1 else f'may not {may_not}'} by Chart 1A"


def chart_1a(rules: RuleSet) -> Chart:
    """The chart that binds a player's hit or stand."""
    if rules.chart is None:
        raise InvariantError(f"{rules.game}: the rule set has no chart")
    return rules.chart


def dealer_draws(hand: Sequence[Card]) -> bool:
    """Chart 1B: the player-dealer hits soft 17 or less and stands on hard 17 or more.

    >>> from cardroom.cards import parse
    >>> [dealer_draws(parse(hand)) for hand in ("Ts 6d", "Ts 7d", "As 6d", "As 7d", "As Kd")]
    [True, False, True, False, False]
    """
    total = dealt_total(hand)
    return total.points < 17 or total == (17, True)


def complete(round: Round) -> None:
    """Complete the player-dealer's hand by Chart 1B, without a choice."""
    hand = round.cards.hand(round.dealer)
    while dealer_draws(hand):
        round.cards.deal(round.dealer, up=True)
    total = dealt_total(hand)
    how = ", three eights: busted hands push" if is_three_eights(hand) else ", busted" if total.busted else ""
    round.say(f"Dealer has {pretty(hand)}: {total.points}{how}", round.rules.cite("Chart 1B"))


def showdown(round: Round, spot: Spot, match: str = NO_MATCH) -> Showdown:
    """A spot's hand against the player-dealer's."""
    dealer = round.cards.hand(round.dealer)
    total = PURE if has_pure(round, spot) else blackjack_total(round.cards.hand(spot)).points
    three_eights = is_three_eights(dealer)
    return Showdown(total, dealt_total(dealer).points, len(dealer), three_eights, red_run(dealer), match)


# -- Game Rules -----------------------------------------------------------------------------------------------------


def dealer_has_pure(round: Round) -> bool:
    """Whether the player-dealer has the 21.5; the down card is checked when an ace or a Bonus card is up."""
    hand = round.cards.hand(round.dealer)
    has = is_pure(hand)
    if blackjack_total(hand[:1]).points >= 10:
        found = "21.5, and nothing is drawn" if has else "no 21.5"
        cite = round.rules.cite("Game Rules, rule 2")
        round.say(f"The down card is checked: {found}", cite, tells_of=round.dealer)
    return has


def has_pure(round: Round, spot: Spot) -> bool:
    """Whether a spot was dealt the 21.5; after a split ace and Bonus card are 21."""
    return is_pure(round.cards.hand(spot)) and len(round.hands_of(spot)) == 1


# -- Double-Down, Split, and Surrender ------------------------------------------------------------------------------


def doubles(round: Round, stake: int, chips: int) -> list[Option]:
    """Doubling, for less too unless the house has double-double down; only with the chips for it."""
    if "double_double_down" in round.rules.house_rules and round.house("double_double_down"):
        return [Choice("double", stake)] if chips >= stake else []
    return [Amount("double", LEAST_DOUBLE, min(stake, chips))] if chips >= LEAST_DOUBLE else []


def rescue(round: Round, spot: Spot, last: int) -> Generator[Ask, Answer, None]:
    """After a double (Pure Spanish 21.5): stand, take its part back and forfeit the rest, or double-double down."""
    doubled = 1
    while not blackjack_total(round.cards.hand(spot)).busted:
        stake = round.chips.stake(spot, WAGER)
        options: list[Option] = [Choice("stand"), Choice("rescue")]
        if round.house("double_double_down") and doubled < MOST_DOUBLES and cards_to_spare(round) > 0:
            options += doubles(round, stake, round.chips.stack(spot))
        answer = yield ask(spot.id, options, "stand")
        if answer.action == "stand":
            return
        if answer.action == "rescue":
            cite = round.rules.wager[WAGER].cites.get("rescue", round.rules.table(round.rules.wager[WAGER].pays).cite)
            round.chips.give_back(spot, WAGER, "the doubled part, rescued", last, round.rules.cite(cite))
            give_up(round, spot, "rescue")
            return
        doubled, last = doubled + 1, stake
        round.chips.place(spot, WAGER, stake)
        hit(round, spot)


def give_up(round: Round, spot: Spot, how: str) -> None:
    """What is forfeited is collected at once; play for the hand ceases."""
    round.chips.settle(spot, WAGER, settle(round.rules, WAGER, Showdown(gave_up=how)))


# -- Cards ----------------------------------------------------------------------------------------------------------


def cards_to_spare(round: Round) -> int:
    """Cards that players may still ask for: second cards of split hands and the player-dealer's are not theirs."""
    waiting = sum(len(hand) == 1 for hand in round.cards.hands.values())
    return round.cards.left - DEALER_MAY_DRAW - waiting


def is_ace(card: Card) -> bool:
    """Whether a card counts as one or eleven."""
    return blackjack_total([card]).soft


def _equal(one: Card, other: Card) -> bool:
    """Whether two cards are a pair or two Bonus cards."""
    return blackjack_total([one]) == blackjack_total([other])
