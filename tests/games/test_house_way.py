"""The House Way, row by row (500 Club, Fortune Pai Gow Poker and Face Up Pai Gow Poker)."""

import random
from itertools import combinations, combinations_with_replacement

import pytest

from cardroom.cards import JOKER, RANKS, parse, text
from cardroom.games.banked.house_way import house_way, set_hand
from cardroom.rankings import category, strength
from cardroom.rankings.pai_gow import fouls, two_key
from support.sampling import PROOF, sampled

COMPLETE = ("straight", "flush", "straight flush", "royal flush")


def check(front, back):
    """Check that the cards are set as these two hands, in whatever order they are dealt.

    If cards of one rank could be exchanged, the five-card hand must only be as strong.
    """
    front, back = parse(front), parse(back)
    cards = [*front, *back]
    assert len(set(cards)) == 7
    for seed in range(3):
        random.Random(seed).shuffle(cards)
        hand = house_way(cards)
        assert (ranks(hand.front), ranks(hand.back)) == (ranks(front), ranks(back)), text(hand.front + hand.back)
        assert (JOKER in hand.back) == (JOKER in back)
        assert strength("pai-gow", hand.back) == strength("pai-gow", back)


def ranks(cards):
    """Ranks from the lowest up; the joker's is the ace's."""
    return sorted(min(card >> 2, 12) for card in cards)


CHART = {
    "high card": ("Kd Js", "Ah Tc 7s 5d 3h"),
    "one pair": ("Ad Qc", "3c 3s Jh 8c 4s"),
    "two pair, high pair aces, kings or queens": ("3d 3c", "Kh Ks 7d 6h 2c"),
    "two pair, high pair jacks, tens or nines": ("As 7h", "Jd Jc 8s 8h 4c"),
    "two pair, high pair eights, sevens or sixes": ("Kd 9s", "8h 8d 4c 4h 7s"),
    "two pair, high pair fives, fours or threes": ("Qs 8d", "5h 5c 4h 4s 2d"),
    "three pair": ("9c 9d", "7d 7c 5h 5s Ac"),
    "three aces": ("Ac 8d", "As Ah 5s 4h 2d"),
    "three kings or below": ("Jh Td", "Kh Kd Ks 7c 5h"),
    "three of a kind twice": ("Jc Jd", "5s 5h 5d Jh As"),
    "straight, flush or straight flush with no pair": ("Ah 9s", "6d 5s 4h 3h 2d"),
    "straight, flush or straight flush with one pair": ("Jh 8d", "9c 8h 7d 6s 5c"),
    "straight, flush or straight flush with two pair": ("7d 7s", "9h 9d Qd Jd 4d"),
    "straight, flush or straight flush with three of a kind": ("5c 5h", "7d 6s 5d 4c 3h"),
    "full house": ("4c 4d", "8h 8d 8c As Kh"),
    "four aces, kings or queens": ("Qs Qc", "Qh Qd 9s 7d 5c"),
    "four jacks, tens or nines": ("Jh Jd", "Js Jc Qd Tc 7h"),
    "four eights, sevens or sixes": ("8h 8d", "8s 8c Js 7c 4d"),
    "four fives or below": ("9h 8c", "5h 5d 5s 5c 2d"),
    "four of a kind with a pair": ("4d 4h", "5c 5d 5h 5s 2d"),
    "five aces": ("Ac Ad", "Ah As Jk Kd 5c"),
}


@pytest.mark.parametrize("row", CHART)
def test_the_printed_example_of_each_row(row):
    check(*CHART[row])


# -- The other case of each row, which its example does not show
# --------------------------------------------------------


@pytest.mark.parametrize(("front", "back"), [("2c 2d", "Ac Ad Kh 9s 7d"), ("Jc Jd", "Qc Qd Ah Ks 7d")])
def test_two_pair_of_queens_or_better_is_split_even_with_an_ace_or_king(front, back):
    check(front, back)


@pytest.mark.parametrize("high", ["J", "T", "9"])
def test_two_pair_of_jacks_to_nines_stays_together_only_with_an_ace(high):
    check("2c 2d", f"{high}c {high}d Kh Qs 4d")
    check("Ah Qs", f"{high}c {high}d 2c 2d 4d")


@pytest.mark.parametrize("high", ["8", "7", "6"])
def test_two_pair_of_eights_to_sixes_stays_together_only_with_a_king(high):
    check("2c 2d", f"{high}c {high}d Qh Js 4d")
    check("Kh Qs", f"{high}c {high}d 2c 2d 4d")
    check("Ah Qs", f"{high}c {high}d 2c 2d 4d")


@pytest.mark.parametrize("high", ["5", "4", "3"])
def test_two_pair_of_fives_to_threes_stays_together_only_with_a_queen(high):
    check("2c 2d", f"{high}c {high}d Jh Ts 8d")
    check("Qh Js", f"{high}c {high}d 2c 2d 8d")


@pytest.mark.parametrize("four", ["J", "T", "9"])
def test_four_jacks_to_nines_stay_together_only_with_a_king(four):
    check("Kh 8s", f"{four}c {four}d {four}h {four}s 2d")
    setting = house_way(parse(f"{four}c {four}d {four}h {four}s Qd 7c 2d"))
    assert ranks(setting.front) == [RANKS.index(four)] * 2


@pytest.mark.parametrize("four", ["8", "7", "6"])
def test_four_eights_to_sixes_stay_together_only_with_a_queen(four):
    check("Qh 5s", f"{four}c {four}d {four}h {four}s 2d")
    setting = house_way(parse(f"{four}c {four}d {four}h {four}s Jd 5c 2d"))
    assert ranks(setting.front) == [RANKS.index(four)] * 2


@pytest.mark.parametrize("four", ["A", "K", "Q"])
def test_four_queens_or_better_are_always_split(four):
    others = "Jd 5c 2d" if four == "A" else "Ad 5c 2d"
    setting = house_way(parse(f"{four}c {four}d {four}h {four}s {others}"))
    assert ranks(setting.front) == [RANKS.index(four)] * 2


@pytest.mark.parametrize("four", ["5", "4", "3", "2"])
def test_four_fives_or_less_are_never_split(four):
    check("Jh Ts", f"{four}c {four}d {four}h {four}s 7d")


# -- Where the charts leave a choice -----------------------------------------------------------------------------------


def test_of_all_complete_hands_the_one_that_leaves_the_highest_front():
    check("9h 8h", "7c 6d 5h 4s 3c")  # and not a higher straight behind
    check("Kc Td", "9c 8c 7c 6h 5c")  # the straight of the three; the flush would leave ten-six
    check("Th 9h", "Kc Qc 8c 6c 2c")


def test_then_the_one_with_the_highest_back():
    check("Kh 7c", "7d 6d 5d 4d 3d")  # a straight flush, where the other seven would leave a straight


def test_two_pair_with_a_complete_hand_plays_a_pair_in_front_if_the_back_stays_complete():
    """Only the joker makes this possible, because five ranks leave none to spare."""
    check("5c 5d", "As Jk Kd Qh Jc")  # it pairs the ace, and is the ten of the straight behind


def test_two_pair_whose_pairs_both_belong_to_the_complete_hand_is_played_as_two_pair():
    check("8c 8d", "9c 9d Jc Tc 7c")  # a straight and a flush, and no pair can leave either


def test_three_of_a_kind_with_a_complete_hand_plays_a_pair_or_else_an_ace():
    check("9c 9d", "9h 8c 7d 6s 5h")
    check("9d 9h", "Kc Qc 9c 7c 4c")
    check("Ah Ac", "Ad Kc Qd Jh Ts")
    check("Ad 4c", "Ac Jk Kd Qh Js")  # three aces with the joker, which the straight needs as its ten


def test_four_of_a_kind_with_three_of_a_kind_puts_a_pair_of_the_three_in_front():
    check("3c 3d", "Kc Kd Kh Ks 3h")
    check("Kc Kd", "3c 3d 3h 3s Kh")


def test_four_queens_with_a_pair_are_not_split():
    check("2c 2d", "Qc Qd Qh Qs Kd")


def test_a_pair_higher_than_the_four_of_a_kind_still_goes_in_front():
    check("Ac Jk", "3c 3d 3h 3s Kd")


def test_three_of_a_kind_with_two_pairs_puts_the_higher_pair_in_front():
    check("Kc Kd", "2c 2d 2h 7s 7d")
    check("7s 7d", "Ac Ad Jk 2c 2d")


def test_five_aces_with_a_pair_of_kings_puts_aces_in_front():
    check("Ac Ad", "Ah As Jk Kc Kd")


# -- The joker ---------------------------------------------------------------------------------------------------------


def test_the_joker_is_an_ace_in_every_row():
    check("Kd Js", "Jk Tc 7s 5d 3h")  # high card
    check("Jk Qc", "3c 3s Jh 8c 4s")  # in front beside a pair
    check("3d 3c", "Ah Jk Jd 7h 2c")  # a pair of aces
    check("Jk 7h", "Jd Jc 8s 8h 4c")  # the ace that keeps two pair together
    check("Ah 9d", "As Jk 6s 5h 3d")  # three aces


def test_the_joker_completes_straights_and_flushes():
    check("Kd 3s", "Jk Tc 9s 8d 7h")
    check("Kd 3s", "Jk Tc 9c 6c 2c")
    check("5d 5h", "As Jk Ks Qs Ts")  # a royal flush


def test_four_aces_with_the_joker_are_split_so_that_the_back_is_best():
    check("Ac Ad", "As Jk Ks Qs Js")  # the joker is the ten of spades


def test_three_pair_with_the_joker_is_played_as_three_pair_though_it_has_a_straight():
    check("Ac Jk", "Kc Kd Qc Qd Jh")


# -- What must hold for every hand -------------------------------------------------------------------------------------


def random_hands(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        cards = rng.sample(range(52), 7)
        if rng.random() < 0.4:
            cards[rng.randrange(7)] = JOKER
        yield cards
        suit = rng.randrange(4)  # and more flushes than random deals have
        yield [*(rank * 4 + suit for rank in rng.sample(range(13), 5)), (suit + 1) % 4, JOKER]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ranking", ["pai-gow", "pai-gow-high-wheel"])
def test_it_never_makes_a_foul_hand(ranking):
    for cards in random_hands(3000, seed=ranking):
        setting = house_way(cards, ranking)
        assert sorted(setting.front + setting.back) == sorted(cards)
        assert (len(setting.front), len(setting.back)) == (2, 5)
        assert not fouls(*setting), text(cards)


def test_it_never_makes_a_foul_hand_of_any_ranks():
    """Hands of ranks, with and without the joker, in suits without a flush; in a proof, all of them."""
    tried = 0
    for size in (7, 6):
        for held in sampled(combinations_with_replacement(range(13), size), 5):
            if any(held[place] == held[place + 4] for place in range(size - 4)):
                continue
            tried += 1
            cards = [rank * 4 + place % 4 for place, rank in enumerate(held)] + [JOKER] * (7 - size)
            assert not fouls(*house_way(cards)), text(cards)
    assert tried == 49_205 + 18_395 if PROOF else tried > 13_000


def test_a_straight_or_flush_is_kept_and_no_higher_front_would_keep_it():
    checked = 0
    for cards in random_hands(1500, seed="kept"):
        counts = sorted((ranks(cards).count(rank) for rank in set(ranks(cards))), reverse=True)
        if counts[:2] not in ([1, 1], [2, 1], [3, 1]):
            continue
        fronts = [
            two_key(front)
            for front in combinations(cards, 2)
            if category("pai-gow", strength("pai-gow", [card for card in cards if card not in front])) in COMPLETE
        ]
        if fronts:
            checked += 1
            assert two_key(house_way(cards).front) == max(fronts)
    assert checked > 100


def test_a_hand_that_is_set_freely_is_laid_out_in_order():
    assert [text(hand) for hand in set_hand(parse("2c Jk 9d 9s Kh 4d Qc"), parse("2c Kh"))] == [
        "Kh 2c",
        "9s 9d Jk Qc 4d",
    ]
