"""Hold'em is solved once per process for the same pay tables, because it takes seconds and many tests need it."""

import pickle

import pytest

from cardroom.analysis.engine.engines import LOCAL
from cardroom.analysis.holdem import counts as holdem_counts
from cardroom.analysis.report.decks import FULL


@pytest.fixture(scope="session", autouse=True)
def solved_once():
    """Cache the results of the default engine. A test with its own engine uses that."""
    solve, known = holdem_counts.solve, {}

    def solved(tables, ladder, deck=FULL, engine=LOCAL, about="hold'em", *, with_folded=False):
        if engine is not LOCAL:
            return solve(tables, ladder, deck, engine, about, with_folded=with_folded)
        asked = pickle.dumps((list(tables), ladder, deck, with_folded))
        if asked not in known:
            known[asked] = solve(tables, ladder, deck, engine, about, with_folded=with_folded)
        return known[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(holdem_counts, "solve", solved)
        yield
