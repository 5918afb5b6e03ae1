"""The analysis that a game declares: the counter of its deals, the method in words, and how long counting takes.

The value is small and loads no numerics, so it is cheap to ask whether a game has an analysis, and for its method. The
counter and the simulation are given by name and loaded when first used.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from cardroom.analysis.engine import Engine
from cardroom.analysis.poker_hands import HandFrequencies
from cardroom.analysis.report.reports import WagerReport
from cardroom.games.declarations import find, stages_of
from cardroom.play.game import load_named, load_part
from cardroom.rankings.own import by_suit
from cardroom.rulebook import RuleSet

__all__ = [
    "ANALYSIS_FOLDER",
    "Analysis",
    "CountShipper",
    "HandCounter",
    "JointCounter",
    "PartCounter",
    "ShowdownCounter",
    "analysis_of",
    "cost_counter_of",
    "counter_of",
    "frequencies_of",
    "has_analysis",
    "has_report",
    "joint_counter_of",
    "lines_game_of",
    "shipped_counts_of",
    "shoe_of",
    "showdown_counter_of",
]

PartCounter = Callable[[RuleSet, Engine], tuple[WagerReport, ...]]
"""Counts all deals of a game and returns the report of every wager under a rule set."""
HandCounter = Callable[[RuleSet], tuple[HandFrequencies, ...]]
"""Returns how often each hand occurs under a rule set."""
JointCounter = Callable[[RuleSet], tuple[tuple[str, ...], Mapping[tuple[Fraction, ...], int]] | None]
"""Returns the names of all wagers, and the number of deals by their nets per unit."""
ShowdownCounter = Callable[[RuleSet], Mapping[Any, int]]
"""Returns the number of deals by what the game's `settle` takes as a showdown."""
CountShipper = Callable[[RuleSet, Engine], object]
"""Reads the counts of a rule set from the store, and counts those that are missing."""
ANALYSIS_FOLDER = "cardroom.analysis"
"""The package in which a name with a leading dot is looked up."""


class Analysis(NamedTuple):
    """The analysis of a game."""

    counter: PartCounter | str | None
    """The function that counts the deals, or its "module:attribute"; None for a game without a bank."""
    method: str
    """The method in words, for a reader who will check it. Empty lines separate paragraphs."""
    pace: Literal["quick", "usual", "slow"] = "usual"
    """The time that counting takes: quick enough to rerun at every change, usual, or slow enough to need a warning."""
    simulated: Any = None
    """The game's part of simulations (`simulation.parts.SimulatedGame`), or its "module:attribute"."""
    evaluator: Any = None
    """The function that values the options of a decision (`evaluation.Evaluator`), or its "module:attribute"."""
    slow_values: bool = False
    """Whether a decision takes so long to value that live tables and trainers do without."""
    strategy_cost: Any = None
    """The function that counts the deals under any strategy (`strategy_cost`), or its "module:attribute"."""
    lines: Any = None
    """The search for strategies of few lines (`strategy.LinesGame`), the function that gives it for a rule set, or its
    "module:attribute"."""
    frequencies: HandCounter | str | None = None
    """For a game without a bank, the function that returns how often each hand occurs, or its "module:attribute"."""
    best: Any = None
    """The best strategy of a game without `simulated`: a function `best(view, ask, rng)` that returns an answer."""
    joint: JointCounter | str | None = None
    """The function that counts deals by the results of all wagers together, or its "module:attribute"."""
    showdowns: ShowdownCounter | str | None = None
    """If nobody decides anything after the wagers, the function that counts showdowns, or its "module:attribute"."""
    version: int = 1
    """Increased if the analysis gives other results than before, so that no older one is read from the store."""
    small_decks: bool = False
    """Whether the counter takes its cards from `deck(rules.deck.name, rules.packs)`, so that it can count a small deck,
    of which the script plays every deal for a check."""
    shipped_counts: CountShipper | str | None = None
    """The function that makes the counts that ship with the package beside the report, or its "module:attribute"."""
    shoe: Any = None
    """For a game dealt from a shoe, what counting cards needs (`counting.ShoeGame`), or its "module:attribute"."""


_SECONDS = {5: 2.0, 6: 15.0, 7: 120.0}
"""The time that one core needs for each card that the dealer may show, roughly, by the cards of the player's hand."""
MOST_CARDS, BY_SUIT_SECONDS = 7, 20.0
"""The same for all hands of so many cards, if the best suit decides."""
LONG = 10
"""The seconds from which a game in stages is slow."""


def expected_seconds(rules: RuleSet) -> float:
    """The time that one core needs to solve a game in stages, roughly; 0 for other games.

    >>> from cardroom.rulebook import rule_set
    >>> expected_seconds(rule_set("razz")), expected_seconds(rule_set("four-card-frenzy"))
    (0.0, 4.0)
    """
    stages, known = stages_of(rules), _declared_analysis(rules)
    if stages is None or known is None or known.counter != STAGED_COUNTER:
        return 0.0
    if stages.hand == MOST_CARDS and by_suit(stages.ranking):
        return BY_SUIT_SECONDS
    hidden = stages.dealer - stages.shown[0]
    return _SECONDS.get(stages.hand, 0.5) * (13 if stages.shown[0] else 1) * (2 if hidden >= MANY else 1)


MANY = 5
"""The dealer's hidden cards from which counting takes twice as long."""
STAGED_COUNTER = ".stages.report:staged_report"

SIDE_BETS = Analysis(
    ".report.side_bets:side_bets_report",
    """
Side bets: every set of the cards that decide a bet is judged by its ranking, and each line is counted. The wagers of
the game itself have no exact analysis yet.""",
    small_decks=True,
)
"""The analysis of a game that declares none: its side bets that are data."""


def analysis_of(rules: RuleSet) -> Analysis | None:
    """The analysis of a game; None if it has none.

    >>> from cardroom.rulebook import rule_set
    >>> analysis_of(rule_set("ez-baccarat")).pace, analysis_of(rule_set("razz")).counter
    ('quick', None)
    """
    loaded = _declared_analysis(rules)
    if loaded is None and find(rules.script) and any(wager.cards for wager in rules.wager.values()):
        return SIDE_BETS
    return loaded._replace(pace="slow") if loaded and expected_seconds(rules) > LONG else loaded


def _declared_analysis(rules: RuleSet) -> Analysis | None:
    declared = find(rules.script)
    loaded: Analysis | None = load_part(declared, "analysis", ANALYSIS_FOLDER) if declared else None
    return loaded


def has_analysis(rules: RuleSet) -> bool:
    """Whether a game has exact edges: of its wagers, or of its side bets that cards alone decide."""
    known = analysis_of(rules)
    return known is not None and known.counter is not None


def has_report(rules: RuleSet) -> bool:
    """Whether `analyze` answers: with the edges of wagers, or with the frequencies of hands."""
    return analysis_of(rules) is not None


def counter_of(rules: RuleSet) -> PartCounter | None:
    """The function that counts the deals of a game, loaded; None if it has none."""
    counter: PartCounter | None = _loaded(rules, "counter")
    return counter


def cost_counter_of(rules: RuleSet) -> Callable[[RuleSet, Any], WagerReport] | None:
    """The function that counts the deals of a game under any strategy; None if it has none."""
    count: Callable[[RuleSet, Any], WagerReport] | None = _loaded(rules, "strategy_cost")
    return count


def lines_game_of(rules: RuleSet) -> Any:
    """The part of a game that finds strategies of few lines (`strategy.LinesGame`); None if it has none."""
    part = _loaded(rules, "lines")
    return part(rules) if callable(part) else part


def frequencies_of(rules: RuleSet) -> tuple[HandFrequencies, ...]:
    """How often each hand of a game without a bank occurs; empty if that is not known."""
    count: HandCounter | None = _loaded(rules, "frequencies")
    return count(rules) if count else ()


def joint_counter_of(rules: RuleSet) -> JointCounter | None:
    """The function that counts deals by the results of all wagers together; None if the game has none."""
    count: JointCounter | None = _loaded(rules, "joint")
    return count


def shipped_counts_of(rules: RuleSet) -> CountShipper | None:
    """The function that makes the counts that ship with the package; None if the game has none."""
    ship: CountShipper | None = _loaded(rules, "shipped_counts")
    return ship


def shoe_of(rules: RuleSet) -> Any:
    """What counting cards in a game needs (`counting.ShoeGame`); None if it is not analyzed."""
    return _loaded(rules, "shoe")


def showdown_counter_of(rules: RuleSet) -> ShowdownCounter | None:
    """The function that counts showdowns; None if players decide, or the game has none."""
    count: ShowdownCounter | None = _loaded(rules, "showdowns")
    return count


def _loaded(rules: RuleSet, part: str) -> Any:
    """A part of the analysis of a game, loaded if it is only named; None if there is none."""
    value = getattr(analysis_of(rules), part, None)
    return load_named(value, ANALYSIS_FOLDER, f"{rules.script}: {part}") if isinstance(value, str) else value
