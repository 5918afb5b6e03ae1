"""Three Card Poker 6 Card Bonus: deals by the results of all wagers together, counted exactly.

Every hand of the player (one of each suit pattern represents all) meets every hand of the dealer, with each of the
dealer's cards exposed once. The player takes the best decision of the base game.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from cardroom.analysis.few_cards.three_card import RESULTS, cards_of_deck, decider, situations, suit_classes
from cardroom.analysis.report import net_of_line
from cardroom.analysis.simulation import line_numbers, pay_lines
from cardroom.errors import InvariantError
from cardroom.games.banked.three_card_poker import Showdown, settle
from cardroom.play.round import FOLD, qualifying_rank
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import DEAD, Wager

__all__ = ["three_card_joint"]

OWN, BOTH = "own hand", "both hands"


def three_card_joint(
    rules: RuleSet, ranks: Sequence[int] = range(13), suits: int = 4
) -> tuple[tuple[str, ...], dict[tuple[Fraction, ...], int]]:
    """Ante and Play as one wager, then every side bet, and the number of deals by the nets of them all.

    A deal is the two hands and the card that the dealer exposes, also if the rules expose none.
    """
    plays, exposed = decider(rules), rules.house("exposed_card")
    qualifier = qualifying_rank(rules, "three-card")
    known_situations = situations(tuple(ranks), suits, qualifier, exposed=exposed)
    best = {(each.hand, each.shown): plays(each) for each in known_situations}
    hands = np.array(list(combinations(cards_of_deck(ranks, suits), 3)), np.uint8)
    masks = (1 << hands.astype(np.int64)).sum(axis=1)
    values = rank_many("three-card", hands).astype(np.int16)
    unqualified = values < qualifier
    bets = {name: terms for name, terms in rules.wagers().items() if terms.cards}
    if unknown := {terms.cards for terms in bets.values()} - {OWN, BOTH}:
        raise InvariantError(f"side bets on {unknown} are not counted together")
    tables = [rules.table(terms.pays) for terms in bets.values()]
    lines = [pay_lines(table) for table in tables]
    counts = np.zeros((len(RESULTS) + 1, *map(len, lines)), np.int64)
    for index, ways in suit_classes(hands.astype(np.int64), suits):
        apart = np.flatnonzero(masks & masks[index] == 0)
        theirs, hand = hands[apart], tuple(hands[index].tolist())
        decided = np.array([best.get((hand, shown if exposed else None), False) for shown in range(13)], np.int8)
        # The number of the dealer's cards with which, if one is exposed, the hand is played.
        played = decided[theirs[:, 0] >> 2] + decided[theirs[:, 1] >> 2] + decided[theirs[:, 2] >> 2]
        key = 2 + np.sign(values[apart] - values[index])  # in the order of RESULTS
        key[unqualified[apart]] = 0
        both = np.empty((len(theirs), 6), np.uint8)
        both[:, :3], both[:, 3:] = hands[index], theirs
        fold = np.full(len(key), len(RESULTS))
        for terms, table, known in zip(bets.values(), tables, lines, strict=True):
            line = line_numbers(table, hands[index : index + 1] if terms.cards == OWN else both)
            key, fold = key * len(known) + line, fold * len(known) + line
        for end, weight in ((key, played), (fold, 3 - played)):
            counts += np.bincount(end, weight, counts.size).astype(np.int64).reshape(counts.shape) * ways
    nets: Counter[tuple[Fraction, ...]] = Counter()
    for place, count in np.ndenumerate(counts):
        if count:
            named = [known[at] for known, at in zip(lines, place[1:], strict=True)]
            nets[_nets(rules, bets, place[0], named)] += int(count)
    return ("ante", *bets), dict(nets)


def _nets(rules: RuleSet, bets: Mapping[str, Wager], end: int, lines: Sequence[str]) -> tuple[Fraction, ...]:
    """The net per unit of Ante and Play, and of each side bet. The last end is a fold."""
    folded = end == len(RESULTS)
    shown = Showdown(folded=True) if folded else RESULTS[end]
    base = settle(rules, "ante", shown).unit + (Fraction(0) if folded else settle(rules, "play", shown).unit)
    side = (
        net_of_line(rules, name, FOLD if folded and terms.folded == DEAD else line)
        for (name, terms), line in zip(bets.items(), lines, strict=True)
    )
    return base, *side
