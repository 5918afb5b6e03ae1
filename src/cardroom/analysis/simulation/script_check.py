"""Hold the edges of an analysis against the game's own script, over every deal of a deck.

The whole deck is played if it has few deals. Otherwise the analysis counts a small deck, if it can, and the script
plays every deal of that one.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from cardroom.analysis.engine import LOCAL, Progress
from cardroom.analysis.report import Report, WagerReport, analysis_of, counter_of, in_force_only
from cardroom.analysis.simulation.every_deal import EXCHANGES, CannotEnumerate, EveryDeal, ScriptEdges
from cardroom.cards import RANKS
from cardroom.cards.decks import deck, small_deck
from cardroom.errors import InputError
from cardroom.play import Game
from cardroom.rankings.base import NAMES
from cardroom.rulebook import RuleSet

__all__ = ["MOST_ROUNDS", "ScriptCheck", "check_by_script"]

MOST_ROUNDS = 20_000
"""The most rounds of an enumeration."""
SHAPES = ((5, 4), (4, 4), (5, 3), (4, 3), (3, 4), (5, 2), (3, 3), (4, 2), (3, 2))
"""The ranks and suits of small decks, those with the most cards first."""
SPREAD = ("2369K", "369K", "38K")
"""The ranks of small decks of games that count points."""


class ScriptCheck(NamedTuple):
    """How the edges of an analysis compare with those of the script."""

    deck: str
    """The deck in words; empty if no deck could be played."""
    deals: int
    compared: tuple[str, ...]
    """The labels of the wagers that agree exactly."""
    left: tuple[str, ...]
    """The labels of the wagers that were not compared."""
    odd: str
    """The first disagreement; empty if there is none."""
    why: str = ""
    """If no deck could be played, the reason."""

    @property
    def words(self) -> str:
        """What was compared, in words."""
        if not self.deck:
            return f"the script was not played over all deals: {self.why}"
        deals = f"all {self.deals:,} deals of {self.deck}"
        if self.odd:
            return f"{deals}, played by the script, disagree: {self.odd}"
        words = f"{deals}, played by the script with every answer, have exactly these edges: {', '.join(self.compared)}"
        return words + (f"; not compared there: {', '.join(self.left)}" if self.left else "")


def check_by_script(game: Game, report: Report, factor: int = 1, progress: Progress | None = None) -> ScriptCheck:
    """Compare every wager in force with the script, over all deals of the largest deck that takes few enough rounds.

    These are `factor` times 20,000.
    """
    most = factor * MOST_ROUNDS
    why, known = "there are too many", analysis_of(game.rules)
    wagers = [each for each in report.wagers if each.in_force]
    if known is None or (known.pace == "slow" and not known.small_decks):
        return ScriptCheck("", 0, (), tuple(each.label for each in wagers), "", why)
    odd: ScriptCheck | None = None
    for rules, words in _decks(game.rules, small=known.small_decks):
        try:
            counted: list[WagerReport] = []
            for exchange in EXCHANGES:
                script = EveryDeal(game, rules.deck.name, most, progress, exchange)
                counted = counted or (wagers if rules is game.rules else _counted(rules))
                found = _compared(game.rules, words, counted, script.edges())
                if not found.odd:
                    return found
                odd = found  # suits may matter to the script: play more of them
            return found
        except CannotEnumerate as error:
            why = str(error)
        except InputError:
            continue  # a deck that the analysis cannot count
    return odd or ScriptCheck("", 0, (), tuple(each.label for each in wagers), "", why)


def _decks(rules: RuleSet, *, small: bool) -> Iterator[tuple[RuleSet, str]]:
    """The decks to try, with their words: the whole one, and small ones, the largest first."""
    whole = deck(rules.deck.name, rules.packs).cards
    yield rules, f"the whole deck ({len(whole)} cards)"
    if not small:
        return
    last = _highest(rules)
    if rules.packs > 1:
        names = [small_deck(ranks, 1) for ranks in SPREAD]
    else:
        names = [small_deck(RANKS[last + 1 - ranks : last + 1], suits) for ranks, suits in SHAPES if ranks <= last + 1]
    for name in names:
        chosen = rules.replaced(deck=msgspec.structs.replace(rules.deck, name=name))
        many = len(deck(name, rules.packs).cards)
        yield chosen, f"a deck of {many} cards ({name}{f', {rules.packs} packs' if rules.packs > 1 else ''})"


def _highest(rules: RuleSet) -> int:
    """The highest rank of small decks: where the dealer qualifies with a high card, that one, so that some do not."""
    hand = rules.dealer.qualifies if rules.dealer else ""
    jack, ace = RANKS.index("J"), RANKS.index("A")
    return next((rank for rank in range(jack, ace) if hand.startswith(NAMES[rank])), ace)


def _counted(rules: RuleSet) -> list[WagerReport]:
    """The analysis of a small deck."""
    count = counter_of(rules)
    return [each for each in count(in_force_only(rules), LOCAL) if each.in_force] if count else []


def _compared(rules: RuleSet, words: str, counted: list[WagerReport], edges: ScriptEdges) -> ScriptCheck:
    """Compare each wager: its edge, and the probability of each result if no decision changes it."""
    good, left, odd = [], [], ""
    for each in counted:
        best = edges.best.get(each.wager)
        if best is None:
            left.append(each.label)
        elif -best != each.edge:
            odd = (
                odd
                or f"{each.label}: the edge is {_percent(each.edge)} by the analysis, {_percent(-best)} by the script"
            )
        elif each.wager in edges.results and edges.results[each.wager] != each.distribution:
            odd = odd or f"{each.label}: the edge agrees, but not how often each result occurs"
        else:
            good.append(each.label)
    covered = {name for each in counted for name in (each.wager, *each.lines)}
    left += [wager.label for name, wager in rules.wagers().items() if not covered & {name, wager.equals}]
    return ScriptCheck(words, edges.deals, tuple(good), tuple(left), odd)


def _percent(edge: Fraction) -> str:
    return f"{float(edge):.4%} ({edge})"
