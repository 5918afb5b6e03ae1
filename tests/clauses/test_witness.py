"""The plugin reads rounds of tests, and makes a test fail whose round a clause does not allow."""

from random import Random

import pytest

import cardroom
from cardroom.clauses import chips
from support.played import rounds
from support.witness import ClauseWitness

GAME = "three-card-poker-6-card-bonus"


class Item:
    """A test, as far as the plugin looks at it."""

    def __init__(self, *marks):
        self.marks = marks

    def get_closest_marker(self, name):
        return name if name in self.marks else None


@pytest.mark.breaks_rules("the clauses are changed, so that no chips may move")
def test_a_wrong_round_fails_its_test_unless_it_breaks_rules_on_purpose(monkeypatch):
    monkeypatch.setattr(chips, "WAYS", frozenset())
    witness = ClauseWitness()

    def some(item):
        with witness.watched(item):
            witness.finished = 0
            for round in rounds(cardroom.game(GAME), Random(3), 8):
                witness.see(round)

    with pytest.raises(pytest.fail.Exception, match="chips-go-where-their-cause-says"):
        some(Item())
    assert witness.read == 4  # the first, the second, the fourth and the eighth
    some(Item("breaks_rules"))
    assert witness.read == 4


def test_this_test_is_watched(request):
    witness = request.config.pluginmanager.get_plugin("clause-witness")
    before = witness.read
    round = cardroom.game(GAME).round(3, seed=1)
    while not round.done:
        round.default(round.ask.spot)
    assert witness.read == before + 1
