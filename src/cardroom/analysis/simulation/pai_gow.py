"""Pai gow in simulations: compiled rounds, and the best player.

A player at seat 1 is against the player-dealer at seat 2. Their hands are looked up in the tables of the exact
analysis. Any `SettingStrategy` can set the player's hand; the House Way and the best setting are looked up as well.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import numpy as np

from cardroom.analysis.evaluation import face_up, facts_of
from cardroom.analysis.pai_gow import (
    BestChoices,
    HandPatterns,
    HouseWay,
    SettingStrategy,
    best_against,
    best_outcomes,
    highest_foul,
    house_tables,
    house_way_base,
    is_face_up,
    known_choices,
    orbits,
    orbits_of,
    outcome_of,
    patterns_of,
)
from cardroom.analysis.report import WagerReport, merge_outcomes
from cardroom.analysis.simulation.counts import (
    Cards,
    EndKey,
    Ends,
    Numbers,
    counts_array,
    ends_by_cards,
    reports_by_cards,
    side_bet,
)
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.strategy import DecisionArrays, Strategy, StrategyError
from cardroom.cards import JOKER, Card
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InvariantError
from cardroom.games.banked.house_way import set_hand
from cardroom.games.banked.pai_gow import (
    ACE_HIGH_LINES,
    NO_ACE_HIGH,
    PILES,
    Showdown,
    dice_seat,
    five_card_ranking,
)
from cardroom.play import Answer, Ask, View
from cardroom.rankings import rank_many, strength
from cardroom.rulebook import RuleSet

OWN, DEALER = slice(0, 7), slice(7, 14)
"""The columns of the two hands."""
ENDS = (
    *(Showdown(front, back) for front, back in product((-1, 0, 1), repeat=2)),
    Showdown(foul=True),
    Showdown(dealer_ace_high=True),
)
"""How the base game ends."""
FOUL, PUSHED = len(ENDS) - 2, len(ENDS) - 1
LINES = (*ACE_HIGH_LINES, NO_ACE_HIGH)
DEALER_SEAT = 2


def ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    tables, stairs = house_tables(five_card_ranking(rules))
    hands = _patterns(cards[:, OWN], tables)
    own, dealer = stairs.of[hands], stairs.of[_patterns(cards[:, DEALER], tables)]
    front, back = stairs.front[dealer], stairs.back[dealer]
    shown = is_face_up(rules)
    ace_high = (stairs.ace_high[dealer] == 1) & shown
    if strategy is None and shown:
        best = np.empty(len(cards), np.int64)
        best_against(own, front, back, stairs, best)
        base: Numbers = np.array([_end(-1, -1), _end(1, -1), _end(1, 1)])[best]
    elif strategy is None and (choices := known_choices(rules)) is not None:
        numbers = _best_numbers(rules, cards[:, OWN], hands, choices)
        base = _compared(stairs.set_front[numbers], stairs.set_back[numbers], front, back)
    elif strategy is None or isinstance(strategy, HouseWay):
        base = _compared(stairs.front[own], stairs.back[own], front, back)
    else:
        base = np.empty(len(cards), np.int64)
        base[~ace_high] = _set_by(strategy, rules, cards[~ace_high], front[~ace_high], back[~ace_high])
    base[ace_high] = PUSHED
    found = {"base": base}
    if "ace-high" in rules.wagers():
        with_joker = (cards[:, DEALER] == JOKER).any(axis=1)
        lines = np.where(stairs.ace_high[own] == 1, 0, np.where(with_joker, 1, 2))
        found["ace-high"] = np.where(ace_high, lines, len(LINES) - 1)
    columns = {"own hand": range(7), "dealer's hand": range(7, 14)}
    return found | ends_by_cards(rules, cards, columns, np.zeros(len(cards), np.bool_))


def _end(front: int, back: int) -> int:
    return 3 * (front + 1) + back + 1


def _compared(front: Numbers, back: Numbers, dealer_front: Numbers, dealer_back: Numbers) -> Numbers:
    """The end of each round by the ints of both players' hands."""
    fronts = (front > dealer_front).astype(np.int64) - (front < dealer_front)
    backs = (back > dealer_back).astype(np.int64) - (back < dealer_back)
    return 3 * (fronts + 1) + backs + 1


def _patterns(hands: Cards, tables: HandPatterns) -> Numbers:
    """The pattern of each hand of seven."""
    found = np.empty(len(hands), np.int64)
    patterns_of(hands, tables, found)
    return found


def _best_numbers(rules: RuleSet, hands: Cards, patterns: Numbers, choices: BestChoices) -> Numbers:
    """The number of the best setting of each hand against a hidden hand, among all settings."""
    tables, stairs = house_tables(five_card_ranking(rules))
    number, kinds = np.empty(len(hands), np.int64), stairs.of[patterns]
    orbits_of(hands, tables, orbits(), number)
    chosen = choices.of(patterns, number).astype(np.int64)
    return stairs.first[kinds] + np.where(chosen == 0, stairs.house[kinds], chosen - 1)


def _set_by(strategy: Strategy, rules: RuleSet, cards: Cards, front: Numbers, back: Numbers) -> Numbers:
    """The end of each round if a strategy sets the player's hand. A foul hand loses."""
    if not isinstance(strategy, SettingStrategy):
        raise StrategyError(f"{strategy.__name__}: {rules.game} needs a SettingStrategy, which says how to set a hand")
    hand = cards[:, OWN]
    shown = cards[:, DEALER] if is_face_up(rules) else cards[:, :0]
    fronts = strategy.fronts(DecisionArrays(rules, 0, hand, cards[:, :0], shown))
    rest = (hand[:, :, None] != fronts[:, None, :]).all(axis=2)
    behind = np.ascontiguousarray(hand[rest].reshape(len(hand), 5))
    twos = rank_many("pai-gow-two", fronts).astype(np.int64)
    fives = rank_many(five_card_ranking(rules), behind).astype(np.int64)
    fouls = rank_many("pai-gow", behind) <= highest_foul()[twos]
    return np.where(fouls, FOUL, _compared(twos, fives, front, back))


def reports(rules: RuleSet, counts: Counter[EndKey], strategy: Strategy | None = None) -> tuple[WagerReport, ...]:
    label, many = rules.wager["base"].label, counts_array(counts, "base", len(ENDS)).tolist()
    if strategy is None:
        by_higher = Counter[int]()
        for hand, times in zip(ENDS[:FOUL], many, strict=False):
            by_higher[(hand.front > 0) + (hand.back > 0)] += times
        outcomes = best_outcomes(rules, by_higher[2], by_higher[1], by_higher[0], many[PUSHED])
    else:
        happened = [(hand, times) for hand, times in zip(ENDS, many, strict=True) if times]
        outcomes = merge_outcomes(outcome_of(rules, hand, times) for hand, times in happened)
    base = WagerReport("base", label, label, outcomes)
    bonus = [side_bet(rules, "ace-high", LINES, counts)] if "ace-high" in rules.wagers() else []
    return base, *bonus, *reports_by_cards(rules, counts)


def shuffled(rules: RuleSet, cards: Sequence[Card]) -> Shuffle:
    """An order of the whole deck in which the script deals these hands to seat 1 and to the player-dealer.

    The number that gives out the piles follows from the order. So orders of the other cards are tried until the number
    gives the two hands to the two seats.
    """
    rest = [card for card in deck(rules.deck.name, rules.packs).cards if card not in cards]
    dice = rules.house("action_by") == "dice" if "action_by" in rules.house_rules else True
    attempt = 0
    while True:
        start = attempt % PILES + 1
        others = Random(attempt).sample(rest, len(rest))
        piles = [others[7 * number : 7 * number + 7] for number in range(PILES - 2)]
        piles = [list(cards[OWN]), list(cards[DEALER]), *piles]
        piles = [piles[(start - 1 + number) % PILES] for number in range(PILES)]  # the first pile goes to the start
        order = [card for pile in piles for card in pile]
        if rules.house("shuffle") == "manual":
            turns = zip(*piles, strict=True)
            order = [card for turn, each in enumerate(turns) for card in (reversed(each) if turn % 2 else each)]
        shuffle = Shuffle.given((*order, *others[-4:]))
        stream = shuffle.stream()
        number = sum(stream.below(6) + 1 for _ in range(3)) if dice else stream.below(7) + 1
        if dice_seat(number, DEALER_SEAT) == start:
            return shuffle
        attempt += 1


def _choices(rules: RuleSet) -> BestChoices:
    """The best settings against a hidden hand."""
    choices = known_choices(rules)
    if choices is None:
        raise StrategyError(
            f"{rules.game}: the best settings under these house rules are not counted: choose the strategy house-way"
        )
    return choices


def best_hidden(view: View, ask: Ask, rng: Random) -> Answer:
    """Set the hand as is best against a hidden hand. Other answers are the default ones."""
    if all(option.action != "set" for option in ask.options):
        return ask.default
    fives, cards = five_card_ranking(view.rules), view.hand(ask.spot)
    tables, stairs = house_tables(fives)
    hand = np.array([cards], np.uint8)
    [number] = _best_numbers(view.rules, hand, _patterns(hand, tables), _choices(view.rules)).tolist()
    best = int(stairs.set_front[number]), int(stairs.set_back[number])
    for front in combinations(cards, 2):
        setting = set_hand(cards, front)
        if (strength("pai-gow-two", setting.front), strength(fives, setting.back)) == best:
            return ask.check("set", list(front))
    raise InvariantError("the best setting of a hand must be one of its settings")


def best_shown(view: View, ask: Ask, rng: Random) -> Answer:
    """Set the hand as is best against the hand that the player-dealer shows. Other answers are the default ones."""
    if all(option.action != "set" for option in ask.options):
        return ask.default
    options = face_up(view.rules, facts_of(view, ask)).options
    best = max(options, key=lambda option: option.value)
    return ask.check("set", list(best.cards)) if best.cards else ask.check(best.action)


HOUSE_WAY = HouseWay()
COMPILED = Compiled(lambda _: 14, ends, reports, shuffled=shuffled)
FORTUNE = SimulatedGame(
    COMPILED,
    {HOUSE_WAY.__name__: HOUSE_WAY, OPTIMAL: best_hidden},
    exact={HOUSE_WAY.__name__: house_way_base},
    check_best=_choices,
)
FACE_UP = SimulatedGame(
    COMPILED, {HOUSE_WAY.__name__: HOUSE_WAY, OPTIMAL: best_shown}, exact={HOUSE_WAY.__name__: house_way_base}
)
