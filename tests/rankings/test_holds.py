"""Which lower hands a hand includes, and which hands a number of cards can make, compared with counts of all hands."""

import pytest

from cardroom.analysis.poker_hands.lines import hands_by_line
from cardroom.cards.decks import deck
from cardroom.rankings import NO_LINE, RANKINGS, lines
from cardroom.rankings.holds import also, can_make
from support.sampling import PROOF

QUICK = {("high", 5), ("high", 6), ("high", 7), ("progressive", 7)}
"""Rankings whose many hands are counted quickly. For the others, the suite counts hands of up to three cards."""
COUNTED = [
    (each.name, size, cards)
    for each in RANKINGS.values()
    for size in each.sizes
    for cards in ("standard", "joker", "short")
    if not (each.boards or each.jokers) and each.deck.issuperset(deck(cards).cards)
    and not (each.parts and cards == "short")
    and (PROOF or size < 4 or (each.name, size) in QUICK)
]  # fmt: skip


@pytest.mark.parametrize(("name", "size", "cards"), COUNTED)
def test_a_hand_is_possible_only_if_the_kernel_counts_some(name, size, cards):
    parts = RANKINGS[name].parts or (size,)
    counted = hands_by_line(name, parts, deck(cards).cards)
    made = {each for each in lines(name) if can_make(name, size, deck(cards).cards, each)}
    assert made == {each for each, count in counted.items() if count} - {NO_LINE}


def test_a_hand_includes_lower_hands_and_never_better_ones():
    assert also("high", "royal flush") == ("straight flush", "flush", "straight")
    assert also("short-deck", "straight flush") == ("flush", "straight")
    assert also("two-card", "straight flush") == ("straight", "flush")
    assert also("all-6", "six-card royal flush in diamonds")[:2] == ("six-card royal flush", "royal flush")
    assert also("fortune", "five aces") == ("four of a kind", "three of a kind", "pair")
    assert also("ace-to-five", "full house") == (), "a pair is the better low"
