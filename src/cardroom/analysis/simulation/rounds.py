"""Rounds of the compiled games: the cards of every round, and how it ends for each wager, as numbers that are counted.

A round's end is a number for the base game (decision, hand, result) and one for each side bet (its line). What an end
pays is no matter of this module: counts go to the reports of the exact analysis, which ask the game's settlement.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from math import prod
from typing import NamedTuple

import numpy as np

from cardroom.analysis import baccarat, four_card, three_card
from cardroom.analysis.base_game import Decision, report_of
from cardroom.analysis.holdem import decision
from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import (
    Cards,
    End,
    Ends,
    Numbers,
    ends_by_cards,
    filled,
    reports_by_cards,
    settings,
)
from cardroom.analysis.simulation.holdem import holdem_ends, holdem_reports, places_of
from cardroom.analysis.simulation.strategies import frenzy_table, three_card_table
from cardroom.cards.decks import deck
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws
from cardroom.games.banked.four_card_frenzy import KING_HIGH
from cardroom.games.banked.three_card_poker import QUALIFIER
from cardroom.rankings import categories, rank_many, strength
from cardroom.rankings.base import numbering
from cardroom.rankings.four_of_five import FOUR_OF_FIVE, bonus_line
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleSet

__all__ = ["CHUNK", "COMPILED", "dealt", "generator"]

CHUNK = 65_536
"""How many rounds are a chunk, each with its own generator: round 1,234 of a seed is the same in every simulation."""


class Compiled(NamedTuple):
    """A game whose rounds are compiled."""

    cards: Callable[[RuleSet], int]
    """How many cards a round takes."""
    ends: Callable[[RuleSet, Cards], Ends]
    """How every round ends under the best strategy."""
    reports: Callable[[RuleSet, Counter[End]], tuple[WagerReport, ...]]
    """The report of every wager, from how many rounds end in each way."""
    decision: Callable[[int, int], Decision] | None = None
    """A decision to wager more, as the exact analysis names it: by which of the asks it was, and how many times."""


def generator(seed: str, *numbers: int) -> np.random.Generator:
    """Chance for a part of a simulation, by its numbers: they stand first, so that no seed can imitate one.

    >>> generator("any text", 7).integers(1000).item()
    153
    """
    source = f"cardroom simulation {'.'.join(map(str, numbers))} {seed}"
    key = int.from_bytes(sha256(source.encode()).digest()[:16], "little")
    return np.random.Generator(np.random.Philox(key=key))


def dealt(rules: RuleSet, seed: str, chunk: int, rounds: int) -> Cards:
    """The cards of a chunk's first rounds, in the order in which the game's script deals them to one player.

    >>> import cardroom
    >>> dealt(cardroom.game("three-card-poker-6-card-bonus").rules, "any text", 0, 2).tolist()
    [[18, 45, 3, 16, 48, 49], [23, 14, 1, 36, 51, 42]]
    """
    shoe = np.array(deck(rules.deck.name, rules.packs).cards, np.uint8)
    takes = _takes(len(shoe), COMPILED[rules.script].cards(rules))
    left, numbers = len(shoe), np.empty((rounds, len(takes)), np.uint64)
    for part, take in enumerate(takes):
        orders = prod(range(left - take + 1, left + 1))
        numbers[:, part] = generator(seed, chunk, part).integers(0, orders, rounds, np.uint64)
        left -= take
    cards = np.empty((rounds, sum(takes)), np.uint8)
    kernels.deal(numbers, np.array(takes), shoe, cards)
    return cards


def _takes(size: int, cards: int) -> list[int]:
    """How many cards each number gives, if it is to have less than 64 bits.

    >>> _takes(52, 13), _takes(416, 6)
    ([11, 2], [6])
    """
    takes = [0]
    for left in range(size, size - cards, -1):
        if prod(range(left, left + takes[-1] + 1)) >= 2**63:
            takes.append(0)
        takes[-1] += 1
    return takes


# ---- Four Card Frenzy


def _frenzy(rules: RuleSet, cards: Cards) -> Ends:
    decisions, ends = np.empty(len(cards), np.int64), np.empty(len(cards), np.int64)
    kernels.frenzy_decisions(cards, four_card.CHOOSE, frenzy_table(rules), decisions)
    own, dealer = rank_many("four-of-five", cards[:, :5]), rank_many("four-of-five", cards[:, 5:])
    kernels.ends(decisions, own, dealer, strength("four-of-five", KING_HIGH), _fours(), len(four_card.LINES), ends)
    columns = {"own hand": range(5), "dealer's hand": range(5, 10)}
    return {"base": ends} | ends_by_cards(rules, cards, columns, decisions == 0)


@cache
def _fours() -> Numbers:
    """The place in LINES of every rank of four cards."""
    names = [bonus_line(key) or categories("four-of-five")[key[0]] for key in numbering(FOUR_OF_FIVE)[0]]
    return np.array([0, *(four_card.LINES.index(name) for name in names)])


def _frenzy_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    folded, *raised = filled(counts, "base", len(four_card.DECISIONS), len(four_card.LINES), 6)
    ends = dict(zip(four_card.DECISIONS[1:], raised, strict=True))
    base = report_of(four_card.staked(rules), ends, int(folded.sum()), settings(rules), True)
    return base, *reports_by_cards(rules, counts)


# ---- Three Card Poker 6 Card Bonus


def _three_card(rules: RuleSet, cards: Cards) -> Ends:
    folded = np.empty(len(cards), np.int64)
    kernels.three_card_decisions(cards, three_card_table(rules), 5, folded)
    own, dealer = rank_many("three-card", cards[:, :3]), rank_many("three-card", cards[:, 3:])
    # In the order of `three_card.RESULTS`; a fold comes after them.
    results = np.where(own > dealer, 1, np.where(own == dealer, 2, 3))
    results[dealer < strength("three-card", QUALIFIER)] = 0
    results[folded == 1] = len(three_card.RESULTS)
    columns = {"own hand": range(3), "dealer's hand": range(3, 6), "both hands": range(6)}
    return {"base": results} | ends_by_cards(rules, cards, columns, folded == 1)


def _three_card_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    *totals, folds = filled(counts, "base", len(three_card.RESULTS) + 1).tolist()
    base = three_card.ended(rules, totals, folds, exposed=rules.house("exposed_card"))
    return base, *reports_by_cards(rules, counts)


# ---- EZ Baccarat


def _baccarat(rules: RuleSet, cards: Cards) -> Ends:
    points = np.array([baccarat_points([card]) for card in range(52)])
    thirds = [(*baccarat.CARDS[:2], card) for card in baccarat.CARDS] + [baccarat.CARDS[:2]]
    draws = np.array([[banker_draws(held, player) for player in thirds] for held in range(10)])
    ends = np.empty(len(cards), np.int64)
    kernels.baccarat(cards, points, draws, ends)
    return {"base": ends}


def _baccarat_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    found = np.ndenumerate(filled(counts, "base", 10, 10, 2, 2))
    return baccarat.ended(
        rules, {Showdown(at[0], at[1], at[2] + 2, at[3] + 2): int(count) for at, count in found if count}
    )


def _holdem_cards(rules: RuleSet) -> int:
    return int(places_of(rules)[-1]) + 1


COMPILED: dict[str, Compiled] = {
    "ez-baccarat": Compiled(lambda _: 6, _baccarat, _baccarat_reports),
    "four-card-frenzy": Compiled(lambda _: 10, _frenzy, _frenzy_reports, lambda _, times: four_card.DECISIONS[times]),
    "heads-up-holdem": Compiled(_holdem_cards, holdem_ends, holdem_reports, decision),
    "three-card-poker": Compiled(lambda _: 6, _three_card, _three_card_reports),
    "ultimate-texas-holdem": Compiled(_holdem_cards, holdem_ends, holdem_reports, decision),
}
"""By script."""
