"""What all rankings share: how they are called, what they refuse with which message, and how they load."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.cards import JOKER, UNKNOWN, parse, text
from cardroom.rankings import RANKINGS, categories, category, describe, rank, rank_many, ranking
from cardroom.rankings.base import numbering, rank_cards
from cardroom.rankings.kernels import KERNELS
from rankings.dealing import deal

FIVE = [51, 45, 30, 15, 0]


@pytest.mark.parametrize(
    "cards",
    [
        *("As Kd 9h 5s 2c", "AsKd9h5s2c", "as KD 9H 5s 2C", "As, Kd, 9h, 5s, 2c"),
        *(["As", "Kd", "9h", "5s", "2c"], FIVE, tuple(FIVE), ["As", 45, "9h", 15, 0]),
        *(np.array(FIVE, np.uint8), iter(FIVE), set(FIVE)),
    ],
    ids=lambda cards: type(cards).__name__,
)
def test_cards_may_be_text_names_or_numbers(cards):
    assert rank("high", cards) == cardroom.rank("high", "As Kd 9h 5s 2c")


@pytest.mark.parametrize("name", ["high", "omaha"])
def test_hand_and_board_may_be_in_any_form(name):
    held = 4 if name == "omaha" else 2
    cards = deal(1, held + 5)[0].tolist()
    hand, board = cards[:held], cards[held:]
    expected = rank(name, hand, board)
    forms = [list, tuple, set, text, iter, lambda cards: text(cards).split(), lambda cards: text(cards).upper()]
    for one in forms:
        for other in forms:
            assert rank(name, one(hand), other(board)) == rank(name, one(hand), board=other(board)) == expected


REFUSED = [
    (("high", "As Kd 9h 5s"), "the ranking high judges 5, 6, 7, 8 or 9 cards, not 4 (As Kd 9h 5s)"),
    (("high", []), "the ranking high judges 5, 6, 7, 8 or 9 cards, not 0 ()"),
    (("high", "As Ks Qs Js Ts 9s 8s 7s 6s 5s"), "judges 5, 6, 7, 8 or 9 cards, not 10"),
    (("high", "As Ks Qs Js As"), "As appears twice in As Ks Qs Js As"),
    (("high", ["As", 51, "Ks", "Qs", "Js"]), "As appears twice in As As Ks Qs Js"),
    (("high", "As Kd", "9h 5s As"), "As appears twice in As Kd 9h 5s As"),
    (("high", "As Ks Qs Js Jk"), "the ranking high has no card Jk"),
    (("high", "As Ks Qs Js ??"), "the ranking high cannot judge an unknown card (??)"),
    (("high", "As Ks Qs Js 1s"), "'1s' is not a card"),
    (("high", [51, 50, 49, 48, 99]), "99 is not a card"),
    (("high", [51, 50, 49, 48, -1]), "-1 is not a card"),
    (("high", "As Ks Qs Js Ts", None, "up"), "the ranking high has no joker dealt 'up': leave it out"),
    (("omaha", "As Kd 9h 5s"), "the ranking omaha needs a board of 3, 4 or 5 cards, not 0 ()"),
    (("omaha", "As Kd 9h", "2c 3c 4c"), "the ranking omaha judges 4, 5 or 6 cards in the hand, not 3 (As Kd 9h)"),
    (("omaha", "As Kd 9h 5s", "2c 3c 4c 5c 6c 7c"), "needs a board of 3, 4 or 5 cards, not 6"),
    (("omaha", "As Kd 9h 5s", "As 3c 4c"), "As appears twice"),
    (("omaha", "As Kd 9h Jk", "2c 3c 4c"), "the ranking omaha has no card Jk"),
    (("tarot", "As"), "'tarot' is not a ranking: the rankings are high, omaha, "),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_cards_are_rejected_in_words(arguments, message):
    for call in (rank, describe):
        with pytest.raises(ValueError) as error:  # noqa: PT011
            call(*arguments)
        assert message in str(error.value)


@given(st.lists(st.one_of(st.integers(-3, 60), st.sampled_from(["As", "2c", "Jk", "??", "Xx", ""])), max_size=9))
def test_any_list_is_judged_or_rejected(cards):
    try:
        value = rank("high", cards)
    except ValueError:
        return
    assert 1 <= value <= 7462
    assert 5 <= len(cards) <= 7
    assert len({text(card) if isinstance(card, int) else card for card in cards}) == len(cards)


few_suits = st.integers(0, 52).map(lambda card: card | 3 if card % 3 else card)  # flushes and repeated cards galore
some_cards = st.lists(few_suits, max_size=8) | st.lists(few_suits, min_size=1, max_size=7, unique=True)
no_jokers = [name for name, each in RANKINGS.items() if not each.jokers]


@pytest.mark.proof
@given(some_cards, st.none() | some_cards, st.sampled_from(no_jokers))
@settings(max_examples=400)
def test_quick_and_careful_paths_agree(cards, board, name):
    outcomes = []
    for call in (lambda: rank(name, cards, board), lambda: rank_cards(RANKINGS[name], cards, board)):
        try:
            outcomes.append(call())
        except ValueError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("name", ["three-card", "badugi", "2-7", "ace-to-five"])
def test_a_board_joins_the_hand_where_the_ranking_has_no_boards(name):
    cards = parse("As Kd 7c 6h 2d")[: RANKINGS[name].sizes[0]]
    assert rank(name, cards[:2], board=cards[2:]) == rank(name, cards)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("bad", [52, 53, 60, 77, 128, 200, 254, 255])
def test_a_card_out_of_range_in_an_array_is_rejected(size, bad):
    for row, column in [(0, 0), (1, size - 1), (40, 2), (100, 1), (100, size - 1)]:
        hands = deal(101, size)
        hands[row, column] = bad
        with pytest.raises(ValueError, match=f"row {row}: "):
            rank_many("high", hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_repeated_card_in_an_array_is_rejected(size):
    for one in range(size):
        for other in range(one):
            for row in (0, 5, 6):
                hands = deal(7, size)
                hands[row, one] = hands[row, other]
                with pytest.raises(ValueError, match=rf"row {row}: .. appears twice in"):
                    rank_many("high", hands)


@pytest.mark.proof
def test_bad_cards_in_hands_and_boards_of_omaha_are_rejected():
    for column in range(9):
        for bad in (52, 64, 255):
            cards = deal(20, 9)
            cards[17, column] = bad
            with pytest.raises(ValueError, match="row 17: "):
                rank_many("omaha", cards[:, :4], cards[:, 4:])
        cards = deal(20, 9)
        cards[3, column] = cards[3, column - 1]
        with pytest.raises(ValueError, match=r"row 3: .. appears twice in"):
            rank_many("omaha", cards[:, :4], cards[:, 4:])


def test_arrays_of_the_wrong_kind_are_rejected():
    with pytest.raises(ValueError, match="hands must be a uint8 array with a row for each hand, not int64 of shape"):
        rank_many("high", np.zeros((3, 7), np.int64))
    with pytest.raises(ValueError, match=r"not uint8 of shape \(7,\)"):
        rank_many("high", np.zeros(7, np.uint8))
    with pytest.raises(ValueError, match="the ranking high judges 5, 6, 7, 8 or 9 cards, not 4"):
        rank_many("high", deal(3, 4))
    with pytest.raises(ValueError, match="the ranking omaha needs a board of 3, 4 or 5 cards, not 0"):
        rank_many("omaha", deal(3, 4))
    with pytest.raises(ValueError, match="a board must be one row for all hands or a row for each of 3, not 2 rows"):
        rank_many("omaha", deal(3, 4), deal(2, 5))
    with pytest.raises(ValueError, match="has no joker dealt 'up'"):
        rank_many("high", deal(3, 7), joker="up")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 999, 1_000, 1_001, 20_001])
@pytest.mark.parametrize("name", ["high", "omaha"])
def test_threads_and_odd_sizes_change_nothing(monkeypatch, name, count):
    monkeypatch.setattr("cardroom.rankings.batch.SHARE", 1_000)
    cards = deal(count, 9)
    parts = [cards[:, :7]] if name == "high" else [cards[:, :4], cards[:, 4:]]
    alone = rank_many(name, *parts)
    assert alone.shape == (count,)
    for threads in (0, 2, 3):
        assert (rank_many(name, *parts, threads=threads) == alone).all()
    for row in range(0, count, 2_001):
        assert alone[row] == rank(name, *[part[row].tolist() for part in parts])


@pytest.mark.parametrize("row", [0, 999, 1_000, 4_321, 19_999, 20_000])
@pytest.mark.parametrize("name", ["high", "ace-to-five"])
def test_a_bad_row_is_found_in_any_thread(monkeypatch, name, row):
    monkeypatch.setattr("cardroom.rankings.batch.SHARE", 1_000)
    hands = deal(20_001, 7)
    hands[row:, 6] = hands[row:, 0]
    with pytest.raises(ValueError, match=f"row {row}: "):
        rank_many(name, hands, threads=3)


def test_unaligned_and_strided_arrays_are_read_correctly():
    hands = deal(1_000, 7)
    expected = rank_many("high", hands)
    memory = np.zeros(hands.size + 1, np.uint8)
    memory[1:] = hands.reshape(-1)
    assert (rank_many("high", memory[1:].reshape(-1, 7)) == expected).all()
    assert (rank_many("high", np.repeat(hands, 2, axis=0)[::2]) == expected).all()
    assert (rank_many("high", np.asfortranarray(hands)) == expected).all()
    hands.flags.writeable = False
    assert (rank_many("high", hands) == expected).all()


@pytest.mark.parametrize("name", RANKINGS)
def test_ints_are_dense_and_every_one_has_a_category_and_words(name):
    keys, number = numbering(ranking(name))
    assert keys == sorted(set(keys))
    assert list(number.values()) == list(range(1, len(keys) + 1))
    counts = [category(name, value) for value in range(1, len(keys) + 1)]
    assert sorted(set(counts), key=categories(name).index) == list(dict.fromkeys(counts)), "a category is a run of ints"
    assert set(counts) == set(categories(name))
    assert all(ranking(name).words(key) for key in keys)
    for value in (0, -1, len(keys) + 1):
        with pytest.raises(ValueError, match=f"{value} is not a rank of {name}: its ranks are 1 to {len(keys)}"):
            category(name, value)


def test_every_ranking_rejects_unknown_and_repeated_cards_in_arrays():
    for each in RANKINGS.values():
        deck, size = sorted(each.deck - {JOKER}), each.sizes[0]
        boards = [np.array([deck[-each.boards[0] :]], np.uint8)] if each.boards else []
        for bad in (UNKNOWN, 255):
            hands = np.array([deck[:size], deck[:size]], np.uint8)
            hands[1, 0] = bad
            with pytest.raises(ValueError, match="row 1: "):
                rank_many(each.name, hands, *boards)
        if size > 1 and not each.shoe:
            hands[1, 0] = hands[1, 1]
            with pytest.raises(ValueError, match=r"row 1: .. appears twice in"):
                rank_many(each.name, hands, *boards)


def in_python(code, **environment):
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False, env=environment
    )


def test_every_ranking_but_those_of_up_cards_has_a_kernel_in_use():
    """With a kernel under a wrong name, its ranking would silently use the slow definition."""
    shipped = {name for name, ranking in RANKINGS.items() if ranking.counted is None}
    assert shipped - KERNELS.keys() == {"showing", "showing-low", "showing-mexican", "door", "door-low"}
    assert KERNELS.keys() <= RANKINGS.keys()


def test_live_play_loads_neither_numpy_nor_numba():
    done = in_python(
        "import sys, cardroom.rankings as r;"
        "r.rank('high', 'As Ks Qs Js Ts 2c 3c'); r.describe('omaha', 'As Ks 2c 3d', board='Qs Js Ts');"
        "assert not {'numpy', 'numba'} & set(sys.modules), 'heavy';"
        "import numpy; r.rank_many('high', numpy.arange(7, dtype='uint8')[None]); assert 'numba' in sys.modules"
    )
    assert done.returncode == 0, done.stderr


KERNELS_WITHOUT_COMPILER = """
import numpy as np
from rankings.dealing import deal
from cardroom.rankings import RANKINGS, rank_many
from cardroom.rankings.base import rank_cards

for name in ("high", "short-deck"):
    for size in (5, 6, 7):
        hands = np.concatenate([deal(30, size, RANKINGS[name].deck), deal(3, size, range(19, 52, 4))])
        assert rank_many(name, hands).tolist() == [rank_cards(RANKINGS[name], hand) for hand in hands.tolist()]
for hand, board in ((4, 3), (5, 3)):  # larger boards fill a larger table, which takes plain Python half a minute
    cards = np.concatenate([deal(10, hand + board), deal(3, hand + board, range(3, 52, 4))])
    expected = [rank_cards(RANKINGS["omaha"], row[:hand], row[hand:]) for row in cards.tolist()]
    assert rank_many("omaha", cards[:, :hand], cards[:, hand:]).tolist() == expected
try:
    rank_many("high", np.zeros((3, 7), np.uint8))
except ValueError as error:
    assert "row 0: 2c appears twice" in str(error)
else:
    raise AssertionError("accepted")
"""


def test_kernels_agree_with_plain_python(pytestconfig):
    done = in_python(KERNELS_WITHOUT_COMPILER, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(pytestconfig.rootpath / "tests"))
    assert done.returncode == 0, done.stderr
