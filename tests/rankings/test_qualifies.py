"""Rankings with hands that do not qualify."""

import random

import pytest

from cardroom.rankings import RANKINGS


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=lambda each: each.name)
def test_a_ranking_states_whether_every_hand_qualifies(ranking):
    rng, cards = random.Random(1), sorted(ranking.deck - {52})
    nothing = 0
    for _ in range(400):
        size, board = rng.choice(ranking.sizes), rng.choice(ranking.boards or (0,))
        dealt = rng.sample(cards, size + board)
        hand = [dealt[:size], dealt[size:]] if board else [dealt]
        nothing += ranking.key(*hand, *([None] if ranking.jokers else [])) is None
    assert bool(nothing) is ranking.qualifies
