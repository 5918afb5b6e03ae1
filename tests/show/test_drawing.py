"""Drawn again and again, a round looks as it does drawn at once."""

from random import Random

import pytest

import cardroom
from cardroom.players.random_legal import random_legal
from cardroom.rulebook import slugs
from cardroom.show import picture
from cardroom.show.draw import Drawing


@pytest.mark.parametrize("slug", slugs())
def test_what_was_drawn_before_changes_nothing(slug):
    random = Random(slug)
    game = cardroom.game(slug)
    for number in range(3):
        round = game.round(min(3, game.rules.seats.most), seed=f"{slug} {number}")
        drawings = {viewer: Drawing() for viewer in (*round.stacks, None)}
        looks = 0
        while True:
            for viewer, drawing in drawings.items():
                if random.random() < 0.6:  # not everybody looks each time
                    assert drawing.of(round.view(viewer)) == picture(round.view(viewer))
                    looks += 1
            if round.done:
                break
            ask = round.ask
            reply = random_legal(round.view(round.spot(ask.spot).bettor), ask, random)
            round.answer(ask.spot, reply.action, reply.value)
        assert looks
