"""The clauses of poker hold in recorded hands, which people played elsewhere."""

from pathlib import Path

import pytest

import cardroom
from cardroom.clauses import violations
from cardroom.histories.phh import play_recorded, read_phh

HANDS = Path(__file__).parents[3] / "shared" / "phh"


@pytest.mark.skipif(not HANDS.is_dir(), reason="the recorded hands are not in a checkout")
def test_no_clause_complains_of_recorded_hands():
    files = sorted(HANDS.rglob("*.phh"))
    assert files
    for file in files:
        for hand in read_phh(file.read_text("utf-8")):
            assert not violations(play_recorded(hand, cardroom.game)), file.name
