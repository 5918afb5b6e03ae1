"""What the tests of Face-Up Chinese Poker share."""

import pytest

from cardroom.games.chinese import face_up_chinese


@pytest.fixture
def quick(monkeypatch):
    """How thirteen cards are set for somebody absent takes long to find, and nobody is."""
    monkeypatch.setattr(face_up_chinese, "best_set", lambda _, cards: (cards[:3], cards[3:8], cards[8:]))
