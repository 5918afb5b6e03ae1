"""Quick judges: the same results as the definitions, which they only cache."""

import random
from itertools import combinations_with_replacement

import numpy as np
import pytest

from cardroom.cards import JOKER, UNKNOWN, parse, text
from cardroom.rankings import _QUICK, RANKINGS, describe, in_words, line, rank, rank_many, strength
from cardroom.rankings.base import rank_cards
from cardroom.rankings.four_of_five import bonus_lines
from cardroom.rankings.pai_gow import CATEGORIES, FORTUNE_LINES, ace_high, fortune_key
from cardroom.rankings.pai_gow import key as pai_gow_key
from cardroom.rankings.quick import LANES, _memory, without, without_lowest

PLAIN = sorted(name for name in _QUICK if not RANKINGS[name].boards and not RANKINGS[name].jokers)
HANDS = 60


def awkward_hands(deck, size, rng):
    """Any cards, cards of one suit, and high cards: most hands of the last two are flushes, straights or pairs."""
    for number in range(HANDS):
        suited = [card for card in deck if card == JOKER or card & 3 == number % 4]
        high = [card for card in deck if card == JOKER or card >> 2 > 6]
        cards = rng.sample((deck, suited, high)[number % 3], size)
        if number % 2 and JOKER in deck and JOKER not in cards:
            cards[rng.randrange(size)] = JOKER
        if number % 4 == 1:
            cards[0] = rng.choice([card for card in deck if card not in cards])
        yield cards


@pytest.mark.parametrize("name", PLAIN)
def test_a_quick_judge_agrees_with_the_definition(name):
    ranking, rng = RANKINGS[name], random.Random(name)
    for size in ranking.sizes:
        for cards in awkward_hands(sorted(ranking.deck), size, rng):
            assert strength(name, cards) == (rank_cards(ranking, cards) or 0), cards


@pytest.mark.proof
def test_of_eight_and_nine_cards_the_best_five_count():
    assert describe("high", "Ks Kh Kd", board="Qs Qh 9s 5s 2s") == "Full house, kings over queens"
    assert describe("high", "Ks Kh Kd Kc", board="Qs Js Ts 9s 2s") == "Straight flush, king high"
    hands = np.array([sampled(size, seed) for size, seed in ((8, 1), (8, 2))], np.uint8)
    nine = np.array([sampled(9, 3)], np.uint8)
    assert [*rank_many("high", hands), *rank_many("high", nine)] == [
        rank_cards(RANKINGS["high"], hand) for hand in (*hands.tolist(), *nine.tolist())
    ]
    with pytest.raises(ValueError, match="appears twice"):
        rank_many("high", np.zeros((1, 8), np.uint8))


def sampled(size, seed):
    """Cards that make a flush and a pair or more."""
    rng = random.Random(seed)
    return [*rng.sample(range(0, 52, 4), 5), *rng.sample([card for card in range(52) if card % 4], size - 5)]


def test_lines_of_seven_cards_are_found_in_flushes():
    lines = {
        "9c Tc Jc Qc Kc Ac 8c": "Seven-card straight flush",
        "9c Tc Jc Jk Kc Ac 8c": "Seven-card straight flush with joker",
        "Tc Jc Qc Kc Ac Kd Qd": "Royal flush with royal match",
        "Tc Jc Qc Kc Ac Kd Qh": "Royal flush",
        "2c 4c 6c 8c Tc Td Th": "Flush",
        "As Ah Ad Ac Jk 2s 3s": "Five aces",
    }
    assert {cards: describe("fortune", parse(cards)) for cards in lines} == lines


def test_cards_that_are_left_out_at_once_are_not_needed():
    memory, easy = _memory(RANKINGS["high"]), 0
    memory.fives()
    hands = [*rank_patterns(6), *rank_patterns(7)]
    for held in hands:
        counts = sum(1 << 3 * rank for rank in held)
        if five := without_lowest(counts, len(held) - 5):
            easy += 1
            assert memory.known[five] == max(memory.known[each] for each in without(counts, len(held) - 5, LANES)), held
    assert easy > len(hands) * 4 // 5


def rank_patterns(size):
    """The ranks of all hands of this size: no deck has five cards of a rank."""
    hands = combinations_with_replacement(range(13), size)
    return [held for held in hands if all(held[place] != held[place + 4] for place in range(size - 4))]


def fortune_hands():
    """Hands of seven cards: any, of few ranks, and of ranks in a row; every other one with the joker."""
    rng = random.Random("fortune")
    for turn in range(900):
        low, few = rng.randrange(7), rng.sample(range(13), 3)
        ranks = (range(13), few, range(low, low + 7))[turn % 3]
        cards = rng.sample([rank * 4 + suit for rank in ranks for suit in range(4)], 7)
        yield [JOKER, *cards[1:]] if turn % 2 else cards


def test_the_quick_line_of_a_kind_is_that_of_the_definition():
    for cards in fortune_hands():
        key = fortune_key(cards)
        made = FORTUNE_LINES[key[0]] if key else CATEGORIES[pai_gow_key(cards)[0]]
        assert line("fortune", cards) == made, text(cards)


def test_ace_high_by_kind_is_ace_high_by_the_definition():
    found = [ace_high(cards) for cards in fortune_hands()]
    assert found == [pai_gow_key(cards)[:2] == (0, 12) for cards in fortune_hands()]
    assert 10 < sum(found) < 200


def test_the_line_of_a_rank_of_four_is_the_line_of_its_cards():
    rng = random.Random("four")
    for _ in range(500):
        cards = rng.sample(range(52), 5)
        assert bonus_lines()[strength("four-of-five", cards)] == line("four-card-bonus", cards), text(cards)


def test_a_board_joins_the_hand_by_number_or_by_name():
    hand, board = parse("As Kd"), parse("Qh Jc Ts 2d 2h")
    assert rank("high", hand, board) == rank("high", "As Kd", "Qh Jc Ts 2d 2h") == rank("high", [*hand, *board])
    with pytest.raises(ValueError, match="As appears twice"):
        rank("high", hand, [*parse("As"), *board[1:]])
    with pytest.raises(ValueError, match="unknown card"):
        rank("high", hand, [UNKNOWN, *board[1:]])


@pytest.mark.parametrize("name", ["pai-gow", "four-of-five", "fortune", "progressive", "prime", "pocket-bonus"])
def test_a_quick_judge_refuses_what_is_no_hand(name):
    size = RANKINGS[name].sizes[-1]
    for cards in ([0] * size, list(range(size + 3)), [UNKNOWN, *range(size - 1)], [60, *range(size - 1)]):
        with pytest.raises(ValueError, match=r"judges|appears twice|unknown card|not a card|has no card"):
            rank(name, cards)


def test_words_of_a_value_are_the_words_of_its_hand():
    cards = parse("9c 9d 8s 8c 4d 3h 2s")
    assert in_words("pai-gow", strength("pai-gow", cards)) == describe("pai-gow", cards)
