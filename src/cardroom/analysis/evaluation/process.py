"""Values of decisions in a process of their own. It imports only what the evaluators need, so it starts quickly."""

import os
import signal
import threading
from collections.abc import Sequence
from functools import lru_cache
from multiprocessing import parent_process
from typing import TypeAlias

import msgspec

from cardroom.analysis.evaluation.decisions import DecisionFacts, Evaluation, OpenDecision, evaluate_decision
from cardroom.rulebook import RuleSet
from cardroom.rulebook.loading import checked_rule_set

__all__ = ["SentDecision", "begin", "evaluate_sent", "sent_decision"]

SentDecision: TypeAlias = tuple[str, bytes, str, DecisionFacts, tuple[str, ...]]
"""A decision on its way to the process: the rules are text, so that they are read only once."""


def sent_decision(decision: OpenDecision) -> SentDecision:
    """A decision in the form in which the process takes it."""
    rules, spot, facts, lost = decision
    return rules.game, msgspec.json.encode(rules), spot, facts, lost


def begin() -> None:
    """Prepare the process: the server handles interrupts, and one core is enough. It ends when the server ends, also
    if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["NUMBA_NUM_THREADS"] = "1"
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(0)


def evaluate_sent(decisions: Sequence[SentDecision]) -> list[Evaluation]:
    """The values of decisions, in order."""
    return [
        evaluate_decision(OpenDecision(_rules(slug, text), spot, facts, lost))
        for slug, text, spot, facts, lost in decisions
    ]


@lru_cache(maxsize=32)
def _rules(slug: str, text: bytes) -> RuleSet:
    return checked_rule_set(msgspec.json.decode(text) | {"game": slug})
