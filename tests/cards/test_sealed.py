"""Poker's sealed deck: what a seat can check, and what nobody can find out."""

import json
from hashlib import sha256, shake_256
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardroom.cards import JOKER, UNKNOWN, text
from cardroom.cards.sealed import check_opening, cut, seal
from cardroom.cards.shuffle import Shuffle

DECK = Shuffle.simulated(range(52), "sealed").order
SALTS = [bytes([place]) * 32 for place in range(52)]
SEALED = seal(DECK, SALTS)

decks = st.lists(st.integers(0, JOKER), min_size=1, max_size=60)
seeds = st.lists(st.text(min_size=1, max_size=20), max_size=4)


@given(decks)
def test_every_opening_proves_its_card(order):
    sealed = seal(order)
    root, leaves = json.loads(json.dumps([sealed.root, sealed.leaves]))
    openings = json.loads(json.dumps([sealed.open(place) for place in range(len(order))]))
    assert [check_opening(root, leaves, opening) for opening in openings] == order


def test_the_sealing_is_as_documented():
    opening = SEALED.open(3)
    said = f"cardroom-sealed-1 card 3 {text(DECK[3])}\n".encode() + SALTS[3]
    assert opening == {"position": 3, "card": text(DECK[3]), "salt": "03" * 32}
    assert SEALED.leaves[3] == sha256(said).hexdigest()
    assert SEALED.root == sha256(f"cardroom-sealed-1 root {' '.join(SEALED.leaves)}\n".encode()).hexdigest()


def test_the_derivation_has_not_changed():
    assert SEALED.root == "ae9ba0001f16ffedf42d344615f38d24c59737718a0b4f610ca81401e6a731f3"
    assert cut(52, ["lucky seven", "größer"])[:10] == (49, 26, 20, 33, 16, 45, 9, 21, 5, 38)


@given(st.integers(0, 51), st.integers(0, 51), st.data())
def test_an_opening_of_another_card_position_or_salt_is_refused(place, other, data):
    opening = SEALED.open(place)
    change = data.draw(
        st.sampled_from(
            [
                {"card": text((DECK[place] + 1 + other % 51) % 52)},
                {"position": (place + 1 + other % 51) % 52},
                {"salt": SEALED.salts[(place + 1 + other % 51) % 52].hex()},
            ]
        )
    )
    with pytest.raises(ValueError, match="which is not what was sealed at position"):
        check_opening(SEALED.root, SEALED.leaves, opening | change)


def test_a_seal_cannot_be_moved_to_another_position():
    leaves = [*SEALED.leaves]
    leaves[0], leaves[1] = leaves[1], leaves[0]
    with pytest.raises(ValueError, match="not the ones under the published root"):
        check_opening(SEALED.root, leaves, SEALED.open(5))


@pytest.mark.parametrize("leaves", [SEALED.leaves[:-1], (*SEALED.leaves, "0" * 64), ("0" * 64, *SEALED.leaves[1:]), ()])
def test_leaves_that_are_not_under_the_root_are_refused(leaves):
    with pytest.raises(ValueError, match="not the ones under the published root"):
        check_opening(SEALED.root, leaves, SEALED.open(5))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"position": 52}, "of position 52, but there are 0 to 51"),
        ({"position": -1}, "of position -1"),
        ({"position": "3"}, "position is a whole number, not '3'"),
        ({"position": True}, "position is a whole number, not True"),
        ({"card": "1s"}, "'1s' is not a card"),
        ({"card": "AS"}, "card is a card's name, as in As or Jk, not 'AS'"),
        ({"card": "??"}, "card is a card's name"),
        ({"card": 51}, "card is a card's name"),
        ({"salt": "00"}, "salt is written as 64 of the digits"),
        ({"salt": "0G" * 32}, "salt is written as 64 of the digits"),
        ({"salt": 7}, "salt is written as 64 of the digits"),
        ({"note": 1}, "the fields position, card and salt, and no others"),
    ],
)
def test_an_opening_that_is_badly_written_is_told_so(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        check_opening(SEALED.root, SEALED.leaves, SEALED.open(3) | change)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(anything, anything, st.dictionaries(st.sampled_from(["position", "card", "salt"]), anything))
def test_whatever_is_shown_as_an_opening_only_a_value_error_comes_of_it(root, leaves, opening):
    for shown in (opening, SEALED.open(3) | opening):
        with pytest.raises(ValueError, match=r"."):
            check_opening(root, leaves, shown)
    with pytest.raises(ValueError, match=r"."):
        check_opening(SEALED.root, leaves, SEALED.open(3))


def test_a_mucked_card_cannot_be_told_from_all_that_is_published():
    """Trying every card does not break its seal, neither without a salt nor with one that was shown."""
    sealed, mucked = seal(DECK), 7
    shown = [sealed.open(place) for place in range(52) if place != mucked]
    published = json.dumps([sealed.root, sealed.leaves, shown])
    assert sealed.salts[mucked].hex() not in published
    assert f'"{text(DECK[mucked])}"' not in published
    for salt in (b"", *(bytes.fromhex(opening["salt"]) for opening in shown)):
        tried = {sha256(f"cardroom-sealed-1 card {mucked} {text(card)}\n".encode() + salt) for card in range(52)}
        assert sealed.leaves[mucked] not in {guess.hexdigest() for guess in tried}


def test_each_salt_is_the_systems_and_new():
    """Two sealings of one deck have no leaf in common, nor do two equal cards in one sealing."""
    sealed, again = seal([51] * 52), seal([51] * 52)
    assert len({*sealed.leaves, *again.leaves}) == 104
    with patch("cardroom.cards.sealed.system_bytes", return_value=b"".join(SALTS)):
        assert seal(DECK).root == SEALED.root


def test_nothing_printed_shows_a_card_or_a_salt():
    assert repr(SEALED) == str(SEALED) == f"<Sealed, 52 cards, root {SEALED.root}>"


def test_a_sealed_deck_cannot_be_changed():
    for name in ("root", "leaves", "order", "salts"):
        with pytest.raises(AttributeError):
            setattr(SEALED, name, ())


@pytest.mark.parametrize(
    ("order", "salts", "complaint"),
    [
        ([], None, "1 to 65536 cards can be sealed, not 0"),
        ([3, UNKNOWN], None, "the card at position 1 is unknown"),
        ([3, 54], None, "54 is not a card"),
        ([3, 4], SALTS[:1], "each of the 2 cards needs a salt of 32 bytes"),
        ([3, 4], [SALTS[0], b"short"], "each of the 2 cards needs a salt of 32 bytes"),
        ([3, 4], [SALTS[0]] * 2, "no two cards may have the same salt"),
    ],
)
def test_what_cannot_be_sealed_is_refused(order, salts, complaint):
    with pytest.raises(ValueError, match=complaint):
        seal(order, salts)


@pytest.mark.parametrize("position", [-1, 52])
def test_a_position_outside_the_deck_cannot_be_opened(position):
    with pytest.raises(ValueError, match=f"positions 0 to 51, not {position}"):
        SEALED.open(position)


# -- The cut -----------------------------------------------------------------------------------------------------


@given(st.integers(1, 500), seeds)
def test_a_cut_opens_every_seal_once_and_is_the_same_for_everyone(n, words):
    places = cut(n, words)
    assert sorted(places) == list(range(n))
    assert places == cut(n, words)


@given(seeds, seeds)
def test_other_seeds_cut_otherwise(some, others):
    assert (cut(52, some) == cut(52, others)) == (some == others)


def test_without_seeds_nothing_is_cut():
    assert cut(52, []) == tuple(range(52))


def test_no_place_is_favoured_by_the_cut():
    """Even a stacked deck is dealt at random, if one seed cannot be foreseen."""
    first = [cut(52, ["all others", f"seed {number}"])[0] for number in range(10_000)]
    assert stats.chisquare(np.bincount(first, minlength=52)).pvalue > 0.001


def test_the_cut_is_the_documented_stream():
    """Fisher-Yates over blocks of SHAKE-256, done here by hand for three cards."""
    stream = iter(shake_256(b"cardroom-sealed-1 cut\n\x00\x05lucky" + bytes(8)).digest(256))
    third = next(byte & 3 for byte in stream if byte & 3 < 3)
    second = next(stream) & 1
    expected = [0, 1, 2]
    expected[2], expected[third] = expected[third], expected[2]
    expected[1], expected[second] = expected[second], expected[1]
    assert cut(3, ["lucky"]) == tuple(expected)


@pytest.mark.parametrize(
    ("n", "words", "complaint"),
    [
        (0, ["lucky"], "1 to 65536 cards can be cut, not 0"),
        (52, [""], "seed 1 has 0 bytes"),
        (52, ["x"] * 65, "65 seeds are too many"),
        (52, ["x" * 257], "seed 1 has 257 bytes"),
    ],
)
def test_a_cut_of_nothing_or_by_seeds_out_of_bounds_is_refused(n, words, complaint):
    with pytest.raises(ValueError, match=complaint):
        cut(n, words)
