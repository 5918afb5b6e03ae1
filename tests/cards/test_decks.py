"""The decks, as the rule documents describe them."""

from collections import Counter

import pytest

from cardroom.cards import JOKER, parse, text
from cardroom.cards.decks import DECKS, deck


def names(cards):
    return set(text(cards).split())


def of_ranks(ranks):
    return {rank + suit for rank in ranks for suit in "cdhs"}


def test_the_standard_deck_has_thirteen_ranks_in_four_suits():
    assert names(deck("standard").cards) == of_ranks("23456789TJQKA")
    assert len(deck("standard").cards) == 52


def test_pai_gow_adds_one_joker_for_53_cards():
    assert Counter(deck("joker").cards) == Counter((*range(52), JOKER))


def test_pure_spanish_has_48_cards_no_tens_and_12_bonus_cards():
    spanish = deck("spanish")
    assert len(spanish.cards) == 48
    assert names(spanish.cards) == of_ranks("23456789JQKA")
    assert names(spanish.bonus) == of_ranks("JQK")


def test_pure_21_5_has_52_cards_of_which_16_are_bonus_cards():
    bonus = deck("bonus")
    assert Counter(bonus.cards) == Counter(range(52))
    assert names(bonus.bonus) == of_ranks("TJQK")
    assert len(bonus.bonus) == 16


def test_mexican_poker_strips_eights_nines_and_tens_and_adds_a_joker():
    mexican = deck("mexican")
    assert len(mexican.cards) == 41
    assert names(mexican.cards) == of_ranks("234567JQKA") | {"Jk"}


@pytest.mark.parametrize("name", DECKS)
def test_only_the_21_5_decks_are_marked_and_only_on_cards_they_have(name):
    assert deck(name).bonus <= set(deck(name).cards)
    assert bool(deck(name).bonus) == (name in ("spanish", "bonus"))


@pytest.mark.parametrize(("name", "packs", "size"), [("standard", 8, 416), ("spanish", 4, 192), ("spanish", 8, 384)])
def test_a_shoe_holds_each_card_once_for_each_pack(name, packs, size):
    shoe = deck(name, packs=packs, cut=52)
    assert len(shoe.cards) == size
    assert set(Counter(shoe.cards).values()) == {packs}
    assert (shoe.packs, shoe.cut) == (packs, 52)


@pytest.mark.parametrize(("packs", "cut"), [(0, 0), (-1, 0), (1, 52), (8, 416), (8, -1)])
def test_a_shoe_without_packs_or_with_its_cut_card_outside_is_refused(packs, cut):
    with pytest.raises(ValueError, match="at least one pack and a cut card within it"):
        deck("standard", packs=packs, cut=cut)


def test_an_unknown_deck_is_rejected_with_a_list_of_decks():
    with pytest.raises(ValueError, match="'tarot' is not a deck: the decks are standard, joker"):
        deck("tarot")


def test_cards_leave_the_box_in_the_order_of_their_numbers():
    """The order of the box is part of every shuffle, so it must not change unnoticed."""
    assert deck("standard").cards == tuple(range(52))
    assert deck("mexican").cards[-5:] == parse("Ac Ad Ah As Jk")
    assert deck("standard", packs=2).cards[50:54] == parse("Ah As 2c 2d")
