"""Patches lead every viewer to the picture that is drawn from scratch."""

from itertools import count
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

from cardroom.room.feed import Feed, apply_change
from cardroom.room.messages import Scene, ScenePatch
from cardroom.room.scene import TableScene
from cardroom.room.viewers import Viewers
from cardroom.show import picture
from cardroom.show.pictures.cache import PictureCache
from show.rounds import GAMES, begin, play, viewers
from support.sampling import PROOF

ROUNDS = 50 if PROOF else 1


def wire(value):
    return msgspec.json.decode(msgspec.json.encode(value))


def watch(round, rng, often):
    """Play a round, show it to all viewers, and yield each with the scene that patches led to."""
    cache, scenes = PictureCache(round), {}
    feeds, numbers = {viewer: Feed("table", "e") for viewer in viewers(round)}, count(1)
    for _ in play(round, rng):
        for viewer, shown in feeds.items():
            if rng.random() < often or round.done:  # a viewer who is shown less often gets larger patches
                scene = TableScene("table", "playing", picture=cache.of(viewer))
                if message := shown.message(scene, next(numbers)):
                    shown.show(message, scene)
                    sent = msgspec.convert(wire(message), Scene | ScenePatch)
                    whole = isinstance(sent, Scene)
                    scenes[viewer] = sent.scene if whole else apply_change(scenes[viewer], sent)
                yield viewer, scenes[viewer]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", GAMES)
def test_patches_lead_to_the_picture_of_each_viewer(name):
    rng, looks = Random(name), 0
    for number in range(ROUNDS):
        round = begin(GAMES[name], rng)
        for viewer, scene in watch(round, rng, (1, 0.6)[number % 2]):
            assert scene["picture"] == wire(picture(round.view(viewer)))
            looks += 1
    assert looks


def test_viewers_with_different_last_scenes_get_their_own_patches():
    lines = [1, 2, 1]
    live = SimpleNamespace(name="table", busy=None, bettors=frozenset, scene=lambda bettor, common: common)
    live.common = lambda: TableScene("table", "playing", lines=lines.pop(0))
    shown = Viewers("epoch")
    for name in ("ann", "bob"):
        shown.watch(live, name, name, "", 0)
    assert [(who, patch.set) for who, patch in shown.update(live)] == [("bob", [(["lines"], 1)])]
