"""The hold'em games as they are declared in stages, solved by plain recursion, against the count of their own.

The recursion knows a game by its declaration alone: which cards come, which options follow, and what every end pays. It
counts each deal of a small deck one by one, and uses no code of the analysis.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

import pytest

from cardroom.analysis.holdem.games import base_counts, report_of_ends
from cardroom.analysis.report.decks import RankDeck
from cardroom.analysis.report.what_if import in_force_only
from cardroom.analysis.stages import solved
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.games.declarations import declaration, declarations, stages_of
from cardroom.play.game import CHECK, FOLDING
from cardroom.play.game.stages import StagesShowdown, stages_problems
from cardroom.rankings import rank
from cardroom.rulebook import rule_set, rule_sets
from support.sampling import PROOF
from support.small_decks import with_deck

SMALL = RankDeck((0, 1, 2, 3, 12), 2)
"""Straights, two pair, and low hands that do not qualify."""
LARGE = [RankDeck((9, 10, 11, 12), 3), RankDeck((0, 1, 2, 3, 9, 12), 2)]
"""Up to full houses and flushes; for proofs."""
SCALE = 60
"""Nets are whole numbers of sixtieths."""


class Declared:
    """A game in stages with a shared board, in which one wager at most is placed after the deal."""

    def __init__(self, rules):
        self.rules, self.stages, self.settle = rules, stages_of(rules), declaration(rules.script).settle
        self.cards = deck(rules.deck.name).cards
        self.rank = cache(lambda cards: rank(self.stages.ranking, cards))
        placed = {move.wager for stage in self.stages.stages for move in stage.moves}
        self.before = [wager for wager in self.stages.wagers if wager not in placed]
        assert self.stages.shared
        assert self.stages.once
        self.paid, self.compared, self.end = cache(self._paid), cache(self._compared), cache(self._end)

    def left(self, *known):
        return [card for card in self.cards if not any(card in some for some in known)]

    def _compared(self, own, board):
        """The dealer's hands by whether they qualify and who wins, and the player's rank."""
        mine, least = self.rank(tuple(sorted(own + board))), self.stages.qualifier(self.rules)
        results = Counter()
        for dealer in combinations(self.left(own, board), self.stages.dealer):
            theirs = self.rank(tuple(sorted(dealer + board)))
            results[theirs >= least, (mine > theirs) - (mine < theirs)] += 1
        return mine, results

    def _paid(self, wager, units, mine, qualified, result):
        """The net of all wagers before the deal, and of one that was placed after it."""
        shown = self.stages.showdown(StagesShowdown(rank=mine, qualified=qualified, result=result))
        return units * self.unit(wager, shown) + sum(self.unit(each, shown) for each in self.before)

    def unit(self, wager, shown):
        net = self.settle(self.rules, wager, shown).unit * SCALE
        assert net.denominator == 1
        return int(net)

    def _end(self, own, board, wager, units):
        mine, results = self.compared(own, board)
        return sum(self.paid(wager, units, mine, *result) * count for result, count in results.items())

    def boards(self, own, board):
        return combinations(self.left(own, board), self.stages.board - len(board))

    def best(self, number, own, board):
        """The sum of the results of the best option, over all that can follow."""
        found = []
        steps = [stage.board for stage in self.stages.stages[number + 1 :]]
        for move in self.stages.stages[number].moves:
            if move == FOLDING:
                shown = self.stages.showdown(StagesShowdown(folded=True))
                found.append(sum(self.unit(wager, shown) for wager in self.before) * self.deals(own, board, steps))
            elif move == CHECK:
                more = combinations(self.left(own, board), steps[0])
                found.append(sum(self.best(number + 1, own, tuple(sorted(board + some))) for some in more))
            else:
                boards = [tuple(sorted(board + rest)) for rest in self.boards(own, board)]
                orders = ways(self.stages.board - len(board), steps)
                for units in {move.least, move.most}:
                    found.append(sum(self.end(own, full, move.wager, units) for full in boards) * orders)
        return max(found)

    def deals(self, own, board, steps):
        """In how many ways the rest of the board, and then the dealer's hand, can come."""
        left = len(self.cards) - len(own) - len(board)
        return ways(left, [*steps, self.stages.dealer])

    def edge(self):
        hands = list(combinations(self.cards, self.stages.own))
        deals = len(hands) * self.deals(hands[0], (), [stage.board for stage in self.stages.stages[1:]])
        return Fraction(-sum(self.best(0, own, ()) for own in hands), SCALE * deals)


def ways(left, steps):
    """In how many ways the cards of these steps can come."""
    return prod(comb(left - sum(steps[:at]), step) for at, step in enumerate(steps))


HOLDEM = [("ultimate-texas-holdem", name) for name in rule_sets("ultimate-texas-holdem")] + [
    ("heads-up-holdem", name) for name in rule_sets("heads-up-holdem")
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", HOLDEM, ids=" ".join)
@pytest.mark.parametrize("cards", [SMALL, *(LARGE if PROOF else [])], ids=str)
def test_the_count_of_the_holdem_games_is_that_of_their_declaration(game, cards):
    rules = with_deck(in_force_only(rule_set(*game)), *cards)
    assert counted(rules) == Declared(rules).edge()


def counted(rules):
    """The edge of the base game by the count of its own."""
    (chosen, settings, in_force), counts = base_counts(rules)[0]
    return report_of_ends(chosen, counts.ends, counts.folds, settings, in_force).edge


def test_small_raises_before_the_flop_are_declared_where_a_house_rule_allows_them():
    rules = with_deck(in_force_only(rule_set("heads-up-holdem", "wpt", early_raise=True)), *SMALL)
    assert stages_of(rules).stages[0].moves[0].least == 1
    assert counted(rules) == Declared(rules).edge()


def test_every_declaration_is_sound():
    for game in all_games():
        stages = stages_of(game.rules)
        assert not stages or not list(stages_problems(stages)), game.slug
    assert sum(each.stages is not None for each in declarations()) >= 4


def test_a_game_with_a_shared_board_needs_a_count_of_its_own():
    with pytest.raises(InputError, match="the dealer's hand uses the board"):
        solved(rule_set("ultimate-texas-holdem"))
