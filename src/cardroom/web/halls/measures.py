"""Measurements of a process for Prometheus: how long answers, commits, HTTP requests and drawing take.

Counters that other modules keep anyway are read when Prometheus asks: see `serving.metrics`.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Histogram

__all__ = ["Measures"]

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Upper bounds of the buckets, in seconds."""


class Measures:
    """The histograms of one process.

    >>> measures = Measures()
    >>> measures.commits.labels("play").observe(0.004)
    >>> measures.registry.get_sample_value("cardroom_commit_seconds_bucket", {"hall": "play", "le": "0.005"})
    1.0
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()

        def histogram(name: str, words: str, *labels: str) -> Histogram:
            return Histogram(name, words, labels, buckets=_FAST, registry=self.registry)

        self.answers = histogram(
            "cardroom_answer_seconds", "From the arrival of a player's request to its reply", "hall"
        )
        self.commits = histogram("cardroom_commit_seconds", "Time of a commit, with its wait in the queue", "hall")
        self.drawing = histogram(
            "cardroom_drawing_seconds", "Applying a commit to a table and drawing it for all viewers", "hall"
        )
        self.http = histogram("cardroom_http_seconds", "HTTP requests", "method", "route", "status")
