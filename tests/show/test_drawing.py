"""Drawn again and again for all who look, a round looks as it does drawn once for one of them."""

import os
from random import Random

import pytest

from cardroom.show import picture
from cardroom.show.drawing import Drawing
from show.rounds import GAMES, begin, play, viewers

ROUNDS = 100 if os.environ.get("CARDROOM_PROOF") else 2


@pytest.mark.parametrize("name", GAMES)
def test_what_was_drawn_before_or_for_others_changes_nothing(name):
    rng = Random(name)
    looks = 0
    for _ in range(ROUNDS):
        round = begin(GAMES[name], rng)
        drawing = Drawing(round)
        for _ in play(round, rng):
            for viewer in viewers(round):
                if rng.random() < 0.6:  # not everybody looks each time
                    assert drawing.of(viewer) == picture(round.view(viewer))
                    looks += 1
    assert looks
