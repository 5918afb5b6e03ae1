"""Fixtures of the tests of Face-Up Chinese Poker."""

import pytest

from cardroom.games.chinese import face_up_chinese


@pytest.fixture
def quick(monkeypatch):
    """Use a quick placing for absent players, because finding the best one takes long and these tests do not need
    it."""
    monkeypatch.setattr(face_up_chinese, "best_set", lambda _, cards: (cards[:3], cards[3:8], cards[8:]))
