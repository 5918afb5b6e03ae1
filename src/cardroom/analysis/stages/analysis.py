"""The exact analysis of games in stages: a small value that loads no numerics. `staged_solver` does the work."""

from cardroom.analysis.report import MANY, Analysis
from cardroom.games.declarations import find
from cardroom.rulebook import RuleSet

__all__ = ["STAGED", "expected_seconds"]

_SECONDS = {5: 2.0, 6: 15.0, 7: 120.0}
"""The time that one core needs for each card that the dealer may show, roughly, by the cards of the player's hand."""


def expected_seconds(rules: RuleSet) -> float:
    """The time that one core needs to solve a game in stages, roughly; 0 for other games.

    >>> from cardroom.rulebook import rule_set
    >>> expected_seconds(rule_set("razz"))
    0.0
    """
    declared = find(rules.script)
    if declared is None or declared.stages is None:
        return 0.0
    stages = declared.stages
    hidden = stages.dealer - stages.shown[0]
    return _SECONDS.get(stages.hand, 0.5) * (13 if stages.shown[0] else 1) * (2 if hidden >= MANY else 1)


STAGED = Analysis(
    ".stages.report:staged_report",
    """
The game is solved from its stages, from the last decision back to the first. Cards that a player knows at a decision
form a set. Sets that differ only by an exchange of suits are one state: 169 for two cards, 1,755 for three, 16,432 for
four and 134,459 for five. For each state, the results of all cards that can still come are added up. The option with
the largest sum is the best; of equally good ones, the one that wagers least.

If there is a dealer's hand, each state also has the dealer's card that is up, if one is. The dealer's hands without a
card of the player are counted by inclusion and exclusion over the subsets of the player's cards, from running counts by
rank of the hands that contain a subset.

The same steps forward, under these decisions, count every deal by decision, hand and result. The game's own settlement
pays each of them. All sums are whole numbers.""",
    simulated=".simulation.staged:SIMULATED",
    evaluator=".evaluation.staged:values",
    small_decks=True,
)
