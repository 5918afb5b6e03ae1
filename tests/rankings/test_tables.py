"""The tables of the compiled kernels: no two hands share a slot."""

import numpy as np
import pytest

from cardroom.rankings.high import HIGH
from cardroom.rankings.short_deck import SHORT_DECK
from cardroom.rankings.tables import ALONE, best, cards, multisets, places, sums, tables


@pytest.mark.parametrize(("size", "count"), [(3, 455), (4, 1_820), (5, 6_175), (6, 18_395), (7, 49_205)])
def test_every_hand_of_ranks_has_a_slot_of_its_own(size, count):
    hands = multisets(tuple(range(13)), size)
    rows, slots = places(hands)
    assert len(hands) == len(np.unique(sums(hands))) == len(np.unique(slots)) == count
    assert rows.dtype == np.uint16


@pytest.mark.parametrize("ranking", [HIGH, SHORT_DECK])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_sum_of_words_finds_the_value(ranking, size):
    words, _, rows, values = tables(ranking, size)
    hands, expected = best(ranking, size)
    places_in_turn = np.arange(size, dtype=np.uint16) % 4
    total = words[hands.astype(np.uint16) * 4 + places_in_turn | ALONE].sum(axis=1)
    slots = (total >> np.uint64(35) & np.uint64(0xFFFF)) ^ rows[total >> np.uint64(51)]
    assert (values[slots] == expected).all()


def test_masks_count_only_good_cards():
    _, masks = cards(HIGH.deck)
    bits = np.bitwise_count(masks).reshape(256, 256)  # second card, first card
    good = np.arange(256) < 52
    assert (bits[:255] == 2 * (good[:255, None] & good[None, :] & ~np.eye(256, dtype=bool)[:255])).all()
    assert (bits[255] == good).all()
