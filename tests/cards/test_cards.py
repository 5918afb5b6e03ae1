"""Cards and their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import JOKER, RANKS, SUITS, UNKNOWN, card, parse, pretty, text

some_cards = st.lists(st.integers(0, UNKNOWN))


def test_a_card_is_its_rank_times_four_and_its_suit():
    assert [card(rank + suit) for rank in RANKS for suit in SUITS] == list(range(52))
    assert (card("Jk"), card("??")) == (JOKER, UNKNOWN) == (52, 53)


@given(some_cards)
def test_printed_cards_can_be_parsed(cards):
    assert parse(text(cards)) == tuple(cards)
    assert parse(text(cards).replace(" ", "")) == tuple(cards)
    assert parse([text(card) for card in cards]) == tuple(cards)


@given(some_cards)
def test_each_card_has_its_own_pretty_text(cards):
    assert len(set(pretty(cards).split())) == len(set(cards))


@pytest.mark.parametrize("name", ["As", "as", "aS", "AS"])
def test_capitals_do_not_matter_in_a_name(name):
    assert card(name) == 51


@pytest.mark.parametrize("names", ["Td Jk", "10d jk", "10DJK", "Td,Jk", " td\tjK "])
def test_common_spellings_of_cards_are_accepted(names):
    assert parse(names) == (card("Td"), JOKER)


@pytest.mark.parametrize(
    ("names", "offender"),
    [("As Kx Qd", "'Kx'"), ("As K", "'K'"), ("AsKdQ", "'Q'"), ("1s", "'1s'"), ("♠A", "'♠A'"), ("As A♠", "'A♠'")],
)
def test_bad_text_is_rejected_and_the_bad_part_named(names, offender):
    with pytest.raises(ValueError, match=f"^{offender} is not a card"):
        parse(names)


@given(st.text() | st.text(alphabet="AsKdTjk10, ?"))
def test_any_text_is_either_cards_or_an_error(names):
    try:
        cards = parse(names)
    except ValueError as refusal:
        message = str(refusal)
    else:
        message = "is not a card" if parse(text(cards)) != cards else ""
    assert not message or "is not a card: write a rank of" in message


@pytest.mark.parametrize("number", [-1, 54, 3.5, None])
def test_a_number_that_is_not_a_card_is_rejected(number):
    with pytest.raises(ValueError, match="is not a card: cards are 0 to 51"):
        parse([number])
