"""A picture reveals nothing about cards that its viewer may not know.

Rounds are replayed with those cards exchanged and the same answers. The viewer's picture must be the same, byte for
byte. If an answer is not possible with the exchanged cards, pictures are compared up to that point.
"""

import random

import msgspec
import pytest

from cardroom.cards import UNKNOWN
from cardroom.games import game_of
from cardroom.play import Refused
from cardroom.play.round.events import Dealt, Moved, Said, Turned
from cardroom.show import picture
from show.rounds import GAMES, begin, play, viewers
from support.sampling import PROOF

ENOUGH = 5000 if PROOF else 60
"""The number of pictures per game that are compared."""
SHARE = 0.3
"""The number of moments of a round that are compared, for each viewer."""


class Exchanged:
    """A shuffle with some of its cards exchanged. Dice and reshuffles stay the same."""

    kind = "exchanged"

    def __init__(self, shuffle, order):
        self.order, self.drawing = tuple(order), shuffle.drawing


def any_hand_mucks(game):
    """House rules under which every hand is asked at the showdown.

    By default only a beaten hand is asked, so the question itself tells that it is beaten. A muck tells the same.
    """
    return {"muck": "any hand"} if "muck" in game.rules.house_rules else {}


def encoded(round, viewer):
    return msgspec.json.encode(picture(round.view(viewer)))


def unknown(round, view, size):
    """The positions in the deck about which the viewer knows nothing, not even from a peek."""
    dealt, places, known = 0, {}, set()
    for event, shown in zip(round.events, view.events, strict=True):
        match event:
            case Dealt():
                numbers = range(dealt, dealt + len(event.cards))
                places.setdefault(event.place, []).extend(numbers)
                dealt += len(event.cards)
            case Turned():
                numbers = [places[event.place][position] for position in event.at]
            case Moved():
                numbers = [places[event.place][position] for position in event.at]
                places[event.place] = [each for each in places[event.place] if each not in numbers]
                places.setdefault(event.into, []).extend(numbers)
            case Said(tells_of=place) if place is not None:
                known |= set(places[place])
                continue
            case _:
                continue
        known |= {number for number, card in zip(numbers, shown.cards, strict=True) if card != UNKNOWN}
    # Cards that are dealt again reveal where they were before, so nothing can be exchanged.
    return [] if dealt > size else sorted(set(range(size)) - known)


def exchanged(order, positions, rng):
    """The order with the cards at these positions exchanged: two of them, or all of them."""
    places = rng.sample(positions, rng.choice((2, len(positions))))
    new = list(order)
    for place, source in zip(places, places[1:] + places[:1], strict=True):
        new[place] = order[source]
    return new


def elsewhere(round, order):
    """The answers so far for a different order. Picked cards are replaced by the cards at the same positions."""
    became = dict(zip(round.shuffle.order, order, strict=True))

    def moved(value):
        if isinstance(value, tuple):
            return tuple(became[card] for card in value)
        return {name: moved(part) for name, part in value.items()} if isinstance(value, dict) else value

    for given in round.answers:
        yield msgspec.structs.replace(given, value=moved(given.value))


def again(round, shuffle):
    """The same round from its beginning."""
    return game_of(round.rules).round(round.seated, round.stacks, shuffle=shuffle)


def same_picture(round, viewer, rng):
    """Exchange the cards that the viewer does not know, and compare the pictures. Return whether anything was
    compared."""
    order = round.shuffle.order
    positions = unknown(round, round.view(viewer), len(order))
    if len(positions) < 2:
        return False
    new = exchanged(order, positions, rng)
    other = again(round, Exchanged(round.shuffle, new))
    given = 0
    try:
        for answer in elsewhere(round, new):
            other.play([answer])
            given += 1
    except Refused:
        round = again(round, round.shuffle).play(round.answers[:given])
    assert encoded(other, viewer) == encoded(round, viewer)
    return True


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", GAMES)
def test_cards_that_a_viewer_may_not_know_are_in_no_picture(name):
    compared = number = 0
    while compared < ENOUGH:
        rng, looks = random.Random(f"{name} {number}"), random.Random(f"{number} of {name}")
        round = begin(GAMES[name], rng, **any_hand_mucks(GAMES[name]))
        for _ in play(round, rng):
            for viewer in viewers(round):
                if round.answers and looks.random() < SHARE:
                    compared += same_picture(round, viewer, looks)
        number += 1
