"""The steps that Pure 21.5 Blackjack and Pure Spanish 21.5 share (500 Club, GEGA-003642 and GEGA-004186).

Read it beside the two chapters, in their order: Round of Play with Charts 1A and 1B, the procedures of Game Rules, then
Double-Down, Split, and Surrender. The chapters share most of their text. The two scripts are in `pure_21_5_blackjack`
and `pure_spanish_21_5`, and the payoffs of Game Rules and the bonus bets in `pure_21_5_pay`.
"""

from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from cardroom.cards import Card, pretty
from cardroom.errors import InvariantError
from cardroom.games.banked.pure_21_5_pay import NO_MATCH, PURE, WAGER_LINES, Showdown, settle
from cardroom.play import Amount, Answer, Ask, Choice, Layout, Option, Round, Settles, Shown, Spot, ask
from cardroom.play.round import offer_bank, place_wagers
from cardroom.rankings.points import blackjack_total, dealt_total, describe_total, is_pure, is_three_eights, red_run
from cardroom.rulebook import Moment, RuleSet
from cardroom.rulebook.schema import Chart

WAGER = "wager"
MOMENTS: tuple[Moment, ...] = ("before the deal", "after two cards")
"""The moments of the collection in both games."""
MOST_HANDS = 4
"""The hands of a circle after the three splits allowed."""
MOST_DOUBLES = 3
"""One double and two double-doubles make eight times the wager."""
LEAST_DOUBLE = 100
"""The smallest double for less, in cents. The text has no minimum, but no wager in the document is under a dollar."""
DEALER_MAY_DRAW = 11
"""The most cards that the player-dealer can draw. By Chart 1B no hand has more than 13 cards: A×7, 5, A×5."""


class Chapter(NamedTuple):
    """The differences between the chapters in the play of a hand, except Chart 1A, which is in the rule set."""

    aces_play_on: bool
    """Whether split aces play like any other hand. If not, they take one card and cannot be split again."""
    rescue: bool
    """Whether a player may take back the doubled part."""


PURE_21_5 = Chapter(aces_play_on=False, rescue=False)
PURE_SPANISH = Chapter(aces_play_on=True, rescue=True)


def chapter_of(rules: RuleSet) -> Chapter:
    """The chapter that a rule set belongs to, by its deck."""
    return PURE_SPANISH if rules.deck.name == "spanish" else PURE_21_5


def makes(_: RuleSet, cards: Sequence[Card], __: Sequence[Card]) -> str:
    """A hand's total in words."""
    return describe_total(cards)


def split_makes(rules: RuleSet, cards: Sequence[Card], _: Sequence[Card]) -> str:
    """A hand's total in words after a split, when an ace and a Bonus card count 21."""
    return "21" if is_pure(cards) else makes(rules, cards, ())


ENDS = ("bust", "bust against three eights", "surrender")
"""Ends of a hand that is not compared."""
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
"""The layout of Pure 21.5 Blackjack. Pure Spanish 21.5 differs in wagers, house rules and deck."""


# -- Round of Play --------------------------------------------------------------------------------------------------


def begin(round: Round) -> Generator[Ask | Sequence[Ask], Any, list[Spot]]:
    """Offer the bank and take wagers. Return the spots with wagers, in dealing order."""
    if not (yield from offer_bank(round)):
        return []
    return (yield from place_wagers(round))


def deal(round: Round, players: Sequence[Spot]) -> None:
    """Deal two cards each, one at a time and face up, except the player-dealer's second."""
    for last in (False, True):
        for spot in players:
            round.cards.deal(spot, up=True)
        round.cards.deal(round.dealer, up=not last)


def play_hand(round: Round, spot: Spot, chapter: Chapter) -> Generator[Ask, Answer, None]:
    """Play a hand until it stands, busts or is given up, and then the hands split from it."""
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
    """Deal one more card. A busted hand stays on the table, because it pushes against three eights (Game Rules)."""
    round.cards.deal(spot, up=True)
    total = blackjack_total(round.cards.hand(spot))
    if total.busted:
        round.say(f"busted with {total.points}", round.rules.cite("Game Rules, rule 5"), of=spot)


def choices(round: Round, spot: Spot, chapter: Chapter) -> tuple[list[Option], str]:
    """The options of a hand, default first, and a text on what Chart 1A forces or forbids.

    The chart restricts hitting and standing, but not doubling and surrender (rule 7).
    """
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
    """The chart that restricts a player's hits and stands."""
    if rules.chart is None:
        raise InvariantError(f"{rules.game}: the rule set has no chart")
    return rules.chart


def dealer_draws(hand: Sequence[Card]) -> bool:
    """Whether the player-dealer draws (Chart 1B): hit soft 17 or less, stand on hard 17 or more.

    >>> from cardroom.cards import parse
    >>> [dealer_draws(parse(hand)) for hand in ("Ts 6d", "Ts 7d", "As 6d", "As 7d", "As Kd")]
    [True, False, True, False, False]
    """
    total = dealt_total(hand)
    return total.points < 17 or total == (17, True)


def complete(round: Round) -> None:
    """Complete the player-dealer's hand by Chart 1B."""
    hand = round.cards.hand(round.dealer)
    while dealer_draws(hand):
        round.cards.deal(round.dealer, up=True)
    total = dealt_total(hand)
    how = ", three eights: busted hands push" if is_three_eights(hand) else ", busted" if total.busted else ""
    round.say(f"Dealer has {pretty(hand)}: {total.points}{how}", round.rules.cite("Chart 1B"))


def compare(round: Round, matches: Mapping[str, str] = MappingProxyType({})) -> dict[Spot, Showdown]:
    """Every spot's hand against the player-dealer's. `matches` are the lines of Match the Dealer by spot."""
    dealer = round.cards.hand(round.dealer)
    theirs = dealt_total(dealer).points, len(dealer), is_three_eights(dealer), red_run(dealer)
    showdowns = {}
    for spot in round.spots:
        total = PURE if has_pure(round, spot) else blackjack_total(round.cards.hand(spot)).points
        showdowns[spot] = Showdown(total, *theirs, matches.get(spot.id, NO_MATCH))
    return showdowns


# -- Game Rules -----------------------------------------------------------------------------------------------------


def dealer_has_pure(round: Round) -> bool:
    """Whether the player-dealer has 21.5. The down card is checked if an ace or a Bonus card is up."""
    hand = round.cards.hand(round.dealer)
    has = is_pure(hand)
    if blackjack_total(hand[:1]).points >= 10:
        result = "21.5, and nothing is drawn" if has else "no 21.5"
        cite = round.rules.cite("Game Rules, rule 2")
        round.say(f"The down card is checked: {result}", cite, tells_of=round.dealer)
    return has


def has_pure(round: Round, spot: Spot) -> bool:
    """Whether a spot was dealt 21.5. After a split, an ace and a Bonus card count 21."""
    return is_pure(round.cards.hand(spot)) and len(round.hands_of(spot)) == 1


# -- Double-Down, Split, and Surrender ------------------------------------------------------------------------------


def doubles(round: Round, stake: int, chips: int) -> list[Option]:
    """The option to double, if the chips allow: also for less, unless the house has double-double down."""
    if "double_double_down" in round.rules.house_rules and round.house("double_double_down"):
        return [Choice("double", stake)] if chips >= stake else []
    return [Amount("double", LEAST_DOUBLE, min(stake, chips))] if chips >= LEAST_DOUBLE else []


def rescue(round: Round, spot: Spot, last: int) -> Generator[Ask, Answer, None]:
    """After a double (Pure Spanish 21.5): stand, take back the doubled part and forfeit the rest, or double again."""
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
    """Collect a forfeited wager immediately. The hand is over."""
    round.chips.settle(spot, WAGER, settle(round.rules, WAGER, Showdown(gave_up=how)))


# -- Cards ----------------------------------------------------------------------------------------------------------


def cards_to_spare(round: Round) -> int:
    """The number of cards that players can still draw, without those reserved for split hands and the player-dealer."""
    waiting = list(map(len, round.cards.hands.values())).count(1)
    return round.cards.left - DEALER_MAY_DRAW - waiting


@lru_cache(maxsize=64)
def is_ace(card: Card) -> bool:
    """Whether a card is an ace, which counts one or eleven."""
    return blackjack_total([card]).soft


@lru_cache(maxsize=4096)
def _equal(one: Card, other: Card) -> bool:
    """Whether two cards are a pair or two Bonus cards."""
    return blackjack_total([one]) == blackjack_total([other])
