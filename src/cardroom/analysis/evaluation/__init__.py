"""The value of every option of a decision, exactly.

It offers `evaluate` and one evaluator for each kind of game. It sees only what the player may see.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.evaluation.decisions import (
        DecisionFacts,
        Evaluation,
        OpenDecision,
        OptionValue,
        decision_of,
        evaluate,
        evaluate_cards,
        evaluate_decision,
        facts_of,
        has_evaluator,
    )
    from cardroom.analysis.evaluation.pai_gow import face_up
    from cardroom.analysis.evaluation.process import begin, evaluate_sent, sent_decision
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
