"""The report of a game: every wager with its pay lines, probabilities and exact edge.

It offers `Report`, what analyses of games share, and comparisons of rule sets. It knows no single
game.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.report.decks import FULL, RankDeck, rank_deck
    from cardroom.analysis.report.joint import VarianceEstimate, estimate_variance, joint_distribution
    from cardroom.analysis.report.origins import difference_fields, provenance
    from cardroom.analysis.report.parts import (
        ANALYSIS_FOLDER,
        SIDE_BETS,
        Analysis,
        analysis_of,
        cost_counter_of,
        counter_of,
        expected_seconds,
        frequencies_of,
        has_analysis,
        has_report,
        lines_game_of,
        shipped_counts_of,
        shoe_of,
        showdown_counter_of,
    )
    from cardroom.analysis.report.payable import PAYS, Pays, payable_above, payable_below, payable_odds
    from cardroom.analysis.report.reports import Report, Sample, WagerOutcome, WagerReport, figure, merge_outcomes
    from cardroom.analysis.report.side_bets import by_table, net_of_line, side_bet, tables_of
    from cardroom.analysis.report.two_sets import Edges, edges, why_unproved
    from cardroom.analysis.report.what_if import (
        GridPoint,
        aim,
        edge_grid,
        in_force_only,
        odds_text,
        paid_on,
        report_of_wager,
        repriced,
        with_qualifier,
    )
    from cardroom.figures import (
        Bar,
        BarFigures,
        Estimate,
        Exact,
        Figure,
        Measure,
        Root,
        Rounded,
        bars,
        estimates,
        is_estimate,
        total,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
