"""Rankings that the author of a game declares: their order, words, lines and counts, and what is refused."""

from collections import Counter
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cardroom.errors import InputError
from cardroom.rankings import RANKINGS, category, describe, rank, rank_many, words_apart
from cardroom.rankings.deciding import cards_that_play, difference
from cardroom.rankings.holds import made_by
from cardroom.rankings.named import named_hand
from cardroom.rankings.own import own_ranking, suit_masks
from cardroom.rankings.own_kernels import counts_by_rank

DECK = tuple(range(52))
FLUSHES = ("card", *(f"{n}-card flush" for n in range(2, 8)))


@pytest.fixture(autouse=True)
def only_here():
    """The rankings of a test end with it."""
    before = dict(RANKINGS)
    yield
    RANKINGS.clear()
    RANKINGS.update(before)


def flush(ranks):
    return (FLUSHES[len(ranks) - 1], *ranks)


def straight_flush(ranks):
    held = {*ranks, -1} if 12 in ranks else {*ranks}
    longest = max(next(n for n in range(9) if low + n not in held) for low in held)
    return (f"run of {longest}" if longest > 2 else "no run",)


def flushes(cards=7):
    return own_ranking("test-flush", cards=cards, counted="by suit", categories=FLUSHES)(flush)


def longest_flushes(size):
    """The hands of each longest suit, from all ways to split a hand among four suits."""
    found = Counter()
    for split in (each for each in product(range(size + 1), repeat=4) if sum(each) == size):
        ways = 1
        for few in split:
            ways *= comb(13, few)
        found[FLUSHES[max(split) - 1]] += ways
    return +found


def by_category(ranking, size, cards=DECK):
    found = Counter()
    for value, count in counts_by_rank(ranking, size, cards).items():
        found[category(ranking.name, value)] += count
    return found


@pytest.mark.parametrize("size", [3, 5, 7])
def test_hands_of_a_ranking_by_suit_are_those_of_all_splits_among_four_suits(size):
    assert by_category(flushes(size), size) == longest_flushes(size)


def test_straight_flushes_are_as_often_as_in_published_tables():
    """Of 133,784,560 hands of seven cards: Wizard of Odds, High Card Flush, Straight Flush bonus."""
    runs = ("no run", *(f"run of {n}" for n in range(3, 8)))
    ranking = own_ranking("test-run", cards=7, counted="by suit", categories=runs)(straight_flush)
    found = by_category(ranking, 7)
    assert found == dict(zip(runs, (124423848, 8642932, 676196, 39960, 1592, 32), strict=True))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 3c 4c 5c 9d Th Js", "Ac Kc Qc 9d Th Js 2h"),  # four cards beat three
        ("Ac 3c 2c 9d Th Js 5h", "Kc Qc Jc 9d Th Js 5h"),  # then the highest card
        ("Ac Kc Jc 9d 8d 4h 5h", "Ac Kc Tc 9d 8d 4h 5h"),
        ("Ah Kc Qc Jc 9h 8h 4d", "Kc Qc Jc 9h 8h 7h 4d"),  # of two suits of three cards, the better one
    ],
)
def test_more_cards_of_a_suit_win_then_higher_ones(better, worse):
    flushes()
    assert rank("test-flush", better) > rank("test-flush", worse)
    assert rank("test-flush", better) == rank("test-flush", better.translate(str.maketrans("cdhs", "shdc")))


def test_a_hand_has_words_lines_and_the_cards_that_make_it():
    flushes()
    hand = "9h 8h 2h 3c 4c Kd Ks"
    cards = tuple(rank_cards for rank_cards in (30, 26, 2, 4, 8, 45, 47))
    assert describe("test-flush", hand) == "3-card flush, nine high"
    assert words_apart("test-flush", rank("test-flush", hand), rank("test-flush", "9h 7h 2h 3c 4c Kd Ks")) == [
        "3-card flush, 9-8",
        "3-card flush, 9-7",
    ]
    assert named_hand("test-flush", "3-card flush, nine high") == rank("test-flush", "9h 3h 2h 4c 5c Kd Ks")
    assert named_hand("test-flush", "3-card flush, nine-eight") == rank("test-flush", hand)
    assert named_hand("test-flush", "3-card flush") == rank("test-flush", "4h 3h 2h 5c 6c Kd Ks")
    assert named_hand("test-flush", "8-card flush") is named_hand("test-flush", "3-card flush, cow high") is None
    assert cards_that_play("test-flush", cards) == (30, 26, 2)
    assert difference("test-flush", rank("test-flush", hand), named_hand("test-flush", "3-card flush, nine high")) == (
        "eight over three"
    )


@pytest.mark.parametrize("counted", ["by suit", "by rank", "any"])
def test_the_batch_form_agrees_with_single_hands(counted):
    keys = {
        "by suit": flush,
        "by rank": lambda ranks: ("card", ranks.count(ranks[0]), sum(ranks)),
        "any": lambda cards: (FLUSHES[len({card & 3 for card in cards}) - 1], cards[0] >> 2),
    }
    size = 4 if counted == "any" else 7
    own_ranking("test-any", cards=size, counted=counted, categories=FLUSHES)(keys[counted])
    rng = Random(5)
    hands = np.array([rng.sample(DECK, size) for _ in range(300)], np.uint8)
    assert rank_many("test-any", hands).tolist() == [rank("test-any", hand) for hand in hands.tolist()]


def test_points_by_rank_are_counted_as_one_by_one():
    """The points of three cards on a deck of five ranks, with ties by points."""
    ranking = own_ranking("test-points", cards=3, counted="by rank", categories=("points",), ties="numbers")(
        lambda ranks: ("points", sum(ranks))
    )
    deck = tuple(range(20))
    found = {int(describe_value(value)): count for value, count in counts_by_rank(ranking, 3, deck).items()}
    assert found == Counter(sum(card >> 2 for card in hand) for hand in combinations(deck, 3))
    assert named_hand("test-points", "points, 9 or better") == rank("test-points", "5c 5d 5h")


def describe_value(value):
    from cardroom.rankings import in_words  # noqa: PLC0415

    return in_words("test-points", value).removeprefix("Points, ")


def test_every_category_that_a_deck_can_make_has_an_example():
    ranking = flushes()
    short = tuple(card for card in DECK if card >> 2 >= 8)
    for cards, most in ((DECK, 7), (short, 5)):
        made = made_by("test-flush", 7, cards)
        assert [*made] == [*FLUSHES[1:most]]
        for name, hand in made.items():
            assert set(hand) <= set(cards)
            assert len(set(hand)) == 7
            assert ranking.categories[ranking.key(hand)[0]] == name


def test_classes_of_hands_are_all_hands_up_to_an_exchange_of_suits():
    classes = {
        tuple(sorted((sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4)), reverse=True))
        for hand in combinations(DECK, 3)
    }
    assert {*suit_masks(3)} == classes


def key_line(text):
    """The number of a line of this file."""
    return 1 + next(at for at, line in enumerate(Path(__file__).read_text().splitlines()) if text in line)


def raises(ranks):
    return ("card", 1 // (len(ranks) ^ 3))  # the line that raises


def spades_first(cards):
    return ("card", int(cards[0] & 3 == 3))


def fraction(ranks):
    return ("card", ranks[0], 0.5)


def nothing(ranks):
    return None


class Fickle:
    calls = 0

    @classmethod
    def key(cls, ranks):
        cls.calls += 1
        return ("card", cls.calls % 13)


REFUSED = [
    (raises, {}, "key: it raises ZeroDivisionError: integer division or modulo by zero for 4-3-2 (test_own.py, line "),
    (spades_first, {"counted": "any", "cards": 3}, "differ only by an exchange of suits, and must have the same key"),
    (fraction, {}, "key: 2 has 0.5 in its key: hands are ordered only by whole numbers"),
    (nothing, {}, "makes a hand: one of them needs a category"),
    (nothing, {"counted": "by rank", "cards": 3}, "key: A-A-A gives None, which is not a category: return one of card"),
    (lambda ranks: ("cow",), {}, "key: 2 gives 'cow', which is not a category: return one of card, 2-card flush"),
    (lambda ranks: ("card", sum(ranks)), {}, 'which is not a rank: write ties="numbers"'),
    (Fickle.key, {}, "one hand must have one key"),
    (flush, {"counted": "by color"}, "counted: 'by color' must be one of by suit, by rank, any"),
    (flush, {"counted": "any"}, "cards: a ranking counted any judges 1 to 5 cards, not (7,)"),
    (flush, {"categories": ()}, "categories: give the different kinds of hands, lowest first"),
    (flush, {"ties": "cows"}, "ties: 'cows' must be ranks or numbers"),
]


@pytest.mark.parametrize(("key", "given", "why"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_ranking_that_is_no_order_is_refused_by_name_line_and_reason(key, given, why):
    given = {"cards": 7, "counted": "by suit", "categories": FLUSHES} | given
    with pytest.raises(InputError) as raised:
        own_ranking("test-wrong", **given)(key)
    assert str(raised.value).startswith("test-wrong: ")
    assert why in str(raised.value)
    assert "test-wrong" not in RANKINGS
    if key is raises:
        assert str(raised.value).endswith(f"line {key_line('# the line that raises')})")


def test_a_name_belongs_to_one_ranking(tmp_path):
    with pytest.raises(InputError, match="high: cardroom has a ranking of this name: choose a different name"):
        own_ranking("high", cards=7, counted="by suit", categories=FLUSHES)(flush)
    flushes()
    other = tmp_path / "game.py"
    other.write_text("def key(ranks): return ('card', *ranks)")
    scope = {}
    exec(compile(other.read_text(), other, "exec"), scope)
    with pytest.raises(InputError, match=r"test_own.py declares a different ranking of this name: rename one"):
        own_ranking("test-flush", cards=7, counted="by suit", categories=FLUSHES)(scope["key"])


def test_an_edited_ranking_replaces_its_words_and_ints():
    hand = "9h 8h 2h 3c 4c Kd Ks"
    flushes()
    assert describe("test-flush", hand) == "3-card flush, nine high"
    own_ranking("test-flush", cards=7, counted="by suit", categories=("low", "high"))(
        lambda ranks: ("high" if 11 in ranks else "low", *ranks[-1:])
    )
    assert describe("test-flush", hand) == "High, king high"
    assert category("test-flush", rank("test-flush", hand)) == "high"
    assert named_hand("test-flush", "3-card flush") is None
