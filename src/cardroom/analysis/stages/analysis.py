"""The exact analysis of games in stages: a small value that loads no numerics. `stages.solver` does the work."""

from cardroom.analysis.report import Analysis

__all__ = ["QUICK_STAGED", "STAGED"]

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
    strategy_cost=".stages.cost:staged_cost",
    lines=".stages.plain:staged_lines_game",
    joint=".stages.joint:staged_joint",
    small_decks=True,
)
QUICK_STAGED = STAGED._replace(pace="quick")
"""For hands of so few cards that a change is counted again at once."""
