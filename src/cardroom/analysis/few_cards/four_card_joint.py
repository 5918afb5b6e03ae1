"""Four Card Frenzy: deals by the results of all wagers together, counted exactly.

Side bets on the player's own hand have one result for each of 2,598,960 hands, and the base game has the dealer's hands
against it by result. So every pair of hands is counted.
"""

from collections import Counter
from fractions import Fraction

import numpy as np

from cardroom.analysis.few_cards.four_card import LINES, base_game_of, card_places, decide, hand_counts
from cardroom.analysis.report import FULL, RESULTS, RankDeck, net_of_line, whole
from cardroom.analysis.simulation import line_numbers, pay_lines
from cardroom.play.round import FOLD, qualifying_rank
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import DEAD

__all__ = ["four_card_joint"]

OWN = "own hand"


def four_card_joint(
    rules: RuleSet, deck: RankDeck = FULL
) -> tuple[tuple[str, ...], dict[tuple[Fraction, ...], int]] | None:
    """Ante, Odds and Raise as one wager, then every side bet, and the number of deals by the nets of them all.

    None if a side bet is not on the player's own hand.
    """
    bets = {name: terms for name, terms in rules.wagers().items() if terms.cards}
    if any(terms.cards != OWN for terms in bets.values()):
        return None
    known, stakes = hand_counts(deck, qualifying_rank(rules, "four-of-five")), base_game_of(rules)
    [nets] = whole([stakes])
    times = decide(known, nets).times
    hands = np.array(deck.cards, np.uint8)[card_places(np.arange(len(known.classes)), 5)]
    keys, shape = known.classes.astype(np.int64), []
    for name, terms in bets.items():
        table = rules.table(terms.pays)
        line = line_numbers(table, hands)
        if terms.folded == DEAD:
            line[times[known.classes] == 0] = pay_lines(table).index(FOLD)
        shape.append([net_of_line(rules, name, each) for each in pay_lines(table)])
        keys = keys * len(shape[-1]) + line
    joint: Counter[tuple[Fraction, ...]] = Counter()
    sizes = [len(each) for each in shape]
    keys, many = np.unique(keys, return_counts=True)
    classes, *sides = np.unravel_index(keys, (len(known.ways), *sizes))
    # Hands with the same decision, line and side bets differ only in how many of the dealer's hands they beat.
    groups, which = np.unique(np.stack([times[classes], known.lines[classes], *sides]), axis=1, return_inverse=True)
    deals = np.zeros((groups.shape[1], 6), np.int64)
    np.add.at(deals, which.ravel(), many[:, None] * known.results[classes])
    for (raised, line, *lines), results in zip(groups.T.tolist(), deals.tolist(), strict=True):
        side = [nets_of[at] for nets_of, at in zip(shape, lines, strict=True)]
        for result, count in zip(RESULTS, results, strict=True):
            if count:
                units = dict.fromkeys(stakes.before, 1) | {stakes.play: raised}
                base = sum(
                    (stakes.payoff(each, LINES[line], result).unit * many for each, many in units.items()), Fraction(0)
                )
                joint[base if raised else stakes.fold, *side] += count
    return (stakes.before[0], *bets), dict(joint)
