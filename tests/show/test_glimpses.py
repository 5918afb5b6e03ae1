"""The glimpse of a table that the lobby shows."""

import random
import re

import pytest

from cardroom.cards import UNKNOWN
from cardroom.show import picture
from cardroom.show.pictures import glimpse
from cardroom.show.pictures.glimpses import MOST_HANDS
from show.rounds import GAMES, begin, play, viewers

PLAYED = [name for at, name in enumerate(GAMES) if at % 3 == 0]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", PLAYED)
def test_a_glimpse_shows_only_cards_that_everybody_may_see(name):
    rng = random.Random(name)
    round = begin(GAMES[name], rng)
    for _ in play(round, rng):
        public = picture(round.view())
        seen = glimpse(public)
        known = {each.place: each.cards for each in public.spreads}
        assert len(seen.hands) <= MOST_HANDS
        assert all(known[each.place] == each.cards for each in seen.hands)
        hidden = {card for who in viewers(round) if who for card in _cards(round, who)} - _cards(round, None)
        assert not hidden & {card for each in seen.hands for card in each.cards}
    says = glimpse(picture(round.view())).says
    assert " " in says
    assert not re.search(r"\b[akqjt]-|-[akqjt]\b", says)  # ranks stay capitals


def _cards(round, viewer):
    return {card for each in picture(round.view(viewer)).spreads for card in each.cards} - {UNKNOWN}


def test_a_glimpse_is_never_made_of_what_one_player_sees():
    round = begin(GAMES["texas-holdem-standard"], random.Random(1))
    with pytest.raises(ValueError, match="everybody"):
        glimpse(picture(round.view("ann")))
