"""Several boards, discards at any stage, board cards before the first betting, and more hole cards: all in data."""

import random

import pytest

import cardroom
from cardroom.cards import UNKNOWN, text
from cardroom.histories import write_phh
from cardroom.histories.phh.format import PHHError
from cardroom.play import BOARD, BOARDS, BURN, MUCK, OTHER_BOARDS
from cardroom.play.records.file import record, replay
from cardroom.play.round.events import Dealt
from cardroom.rulebook import RuleBookError
from cardroom.show import picture
from cardroom.show.pictures.previews import beaten
from games.poker.fair_shares import assert_fair
from games.poker.tables import actions, deal_hand, do, play_to_showdown, start, wins
from support.sampling import PROOF

SECOND, THIRD = OTHER_BOARDS
TWO = "xx 2c 3d 4h Kc 7d 8h xx 9c 2d xx 9d 3h"
"""A burn and both flops, a burn and both turns, a burn and both rivers."""


@pytest.fixture
def variant(tmp_path, monkeypatch):
    """Write a variant that extends a game, and return the game."""

    def make(poker, extends="texas-holdem/standard", seats=6, settings="", **house):
        folder = tmp_path / "ours"
        folder.mkdir(exist_ok=True)
        (folder / "house.toml").write_text(
            f'extends = "{extends}"\ngame = "ours"\nrules = "house"\nname = "Ours"\nid = "no document"\n'
            f'summary = "Ours."\n[source]\ndocument = "ours"\nsection = "Ours"\n[seats]\nmost = {seats}\n'
            f"[poker]\nsteps = []\n{poker}\n[settings]\n{settings}\n"
        )
        monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
        return cardroom.game("ours", **house)

    return make


def double(variant, *cards, stacks=(100, 100, 100), **house):
    return deal_hand(variant("boards = 2", **({"limit": "no"} | house)), list(stacks), *cards)


# -- dealing ----------------------------------------------------------------------------------------------------------


def test_one_card_is_burned_and_then_each_board_gets_its_street(variant):
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO)
    do(round, "3 call", "1 call", "2 check")
    assert [text(round.cards.hand(place)) for place in (BOARD, SECOND)] == ["2c 3d 4h", "Kc 7d 8h"]
    assert len(round.cards.hand(BURN)) == 1
    do(round, "all check")
    assert [text(round.cards.hand(place)) for place in BOARDS] == ["2c 3d 4h 9c 9d", "Kc 7d 8h 2d 3h", ""]
    assert len(round.cards.hand(BURN)) == 3


def test_each_board_decides_half_of_the_pot(variant):
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO)
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    assert wins(round) == [("1", 3, "pot, first board"), ("2", 3, "pot, second board")]


def test_the_odd_chip_between_the_boards_goes_to_the_first(variant):
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO, chip="$1", antes="$0/$0/$1", dead_antes=True)
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    assert wins(round) == [("1", 4, "pot, first board"), ("2", 3, "pot, second board")]


def test_side_pots_are_halved_one_by_one(variant):
    # $50 from each of three: $150. Then $51 more from two: $102. Aces win the first board, kings the second.
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO, stacks=(50, 101, 101), chip="$1")
    do(round, "3 raise 101", "1 call", "2 call", "all show")
    assert wins(round) == [
        ("1", 75, "main pot, first board"),
        ("2", 75, "main pot, second board"),
        ("2", 51, "side pot 1, first board"),
        ("2", 51, "side pot 1, second board"),
    ]


def test_high_and_low_split_the_part_of_each_board(variant):
    game = variant("boards = 2", extends="omaha-high-low/standard", limit="no")
    board = "xx 2c 3d 4h Kc Qd 8h xx 9c 2d xx 9d 3h"
    round = deal_hand(game, [100, 100, 100], "Ac 5c Js Jh", "Ks Kh Qs Qh", "Td Ts 6c 6d", board)
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    # First board: the wheel is high and low. Second board: kings full are high; A-5 with 2-3-8 is the only low.
    assert wins(round) == [
        ("1", 1.5, "pot, first board"),
        ("1", 1.5, "pot, first board"),
        ("2", 1.5, "pot, second board"),
        ("1", 1.5, "pot, second board"),
    ]


def test_three_boards_decide_a_third_each(variant):
    game = variant("boards = 3", limit="no")
    round = deal_hand(game, [100, 100, 100], "As Ah", "Ks Kh", "Qs Qh",
                      "xx 2c 3d 4h Kc 7d 8h Qc 7s 8d xx 9c 2d 2h xx 9d 3h 3s")  # fmt: skip
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    assert wins(round) == [
        ("1", 2, "pot, first board"), ("2", 2, "pot, second board"), ("3", 2, "pot, third board"),
    ]  # fmt: skip


def test_a_player_who_wins_one_board_only_is_not_offered_to_muck(variant):
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO)
    do(round, "3 call", "1 call", "2 check", "all check")
    # Aces and kings show without being asked. Queens are beaten on both boards, so they may muck.
    assert (round.ask.spot, actions(round)) == ("3", ["show", "muck"])
    assert beaten(round.view(round.spot("3").bettor))


def test_the_muck_advice_looks_at_every_board(variant):
    # Queens lose the first board to shown aces, and win the second.
    round = double(variant, "As Ah", "2h 7c", "Qs Qh", "xx 2c 3d 4h Qc 7d 8h xx 9c 2d xx 9d 3h", muck="any hand")
    do(round, "3 call", "1 call", "2 check", "all check", "1 show", "2 show")
    assert not beaten(round.view(round.spot("3").bettor))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("poker", "extends"),
    [
        ("boards = 2", "texas-holdem/standard"),
        ("boards = 2", "omaha-high-low/standard"),
        ("boards = 3", "pineapple-high-low/standard"),
        ("hole = 3", "texas-holdem/standard"),
        ('hole = 3\nlow = "eight-or-better"\nboards = 2', "texas-holdem/standard"),
        ("hole = 4\ndiscard_after = [1, 0, 1]", "texas-holdem/standard"),
        ("board = [3, 1, 1]", "texas-holdem/standard"),
    ],
)
def test_random_hands_are_shared_as_fractions_say(variant, poker, extends):
    game = variant(poker, extends=extends, limit="no")
    parts = ["", "second", "third"][: game.rules.poker.boards]
    for seed in range(60 if PROOF else 10):
        rng = random.Random(f"{poker} {extends} {seed}")
        round = game.round({seat: rng.choice((300, 900, 2500)) for seat in range(1, rng.randint(3, 6))}, seed=seed)
        play_to_showdown(round, rng)
        assert_fair(round, parts)
        assert sum(round.net.values()) == 0
        assert replay(record(round), game, round.shuffle).net == round.net


# -- words and pictures -----------------------------------------------------------------------------------------------


def test_each_board_is_drawn_and_explained(variant):
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO)
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    seen = picture(round.view(round.spot("1").bettor))
    boards = [spread for spread in seen.spreads if spread.place.kind == "board"]
    assert [(spread.title, text(spread.cards)) for spread in boards] == [
        ("Board", "2c 3d 4h 9c 9d"), ("Second board", "Kc 7d 8h 2d 3h"),
    ]  # fmt: skip
    own = next(spread for spread in seen.spreads if spread.mine)
    assert own.says == "Two pair, aces and nines, four kicker; second board: pair of aces, king kicker"
    first, second = (result for result in seen.results if result.won)
    beats = "Your two pair, aces and nines, four kicker, beats bob's two pair, kings and nines, four kicker"
    assert first.explains.says == f"{beats}: ace over king."
    assert "three of a kind, kings" in second.explains.says
    assert "Kc" in text(second.explains.hands[0].shared)


def test_nobody_sees_a_hidden_card_of_two_boards(variant):
    round = double(variant, "As Ah", "Ks Kh", "Qs Qh", TWO)
    do(round, "3 call", "1 call", "2 check")
    seen = round.view(round.spot("1").bettor)
    assert set(seen.hand("2")) == set(seen.hand(BURN)) == {UNKNOWN}
    assert UNKNOWN not in (*seen.hand(BOARD), *seen.hand(SECOND))


def test_the_lesson_names_the_boards(variant):
    from cardroom.games.lessons.community import lesson  # noqa: PLC0415

    steps = [step.says for step in lesson(variant("boards = 2").rules).steps]
    assert "A card is burned and three community cards are turned up on each of two boards: the flop." in steps
    assert any(step.startswith("Each of the two boards decides an equal part of every pot") for step in steps)
    early = [step.says for step in lesson(variant("board = [3, 1, 1]").rules).steps]
    assert "A card is burned and three community cards are turned up before the first betting round: the flop." in early
    assert "A card is burned and one more community card is turned up: the turn." in early


def test_phh_says_that_it_cannot_hold_a_variant_with_two_boards():
    round = start("double-board-omaha", [100, 100], rules="standard")
    do(round, f"{round.ask.spot} fold")
    with pytest.raises(PHHError, match="the format has no variant for double-board-omaha"):
        write_phh(round)


# -- discards, hole cards and the first board cards -------------------------------------------------------------------


def test_cards_are_discarded_after_the_rounds_that_the_data_says(variant):
    game = variant("hole = 4\ndiscard_after = [0, 1, 1]", limit="no")
    round = deal_hand(game, [100, 100], "As Ah 2c 3d", "Ks Kh 4c 5d")
    do(round, "2 call", "1 check", "all check")
    assert actions(round) == ["discard"]
    do(round, "1 discard 2c", "2 discard 4c", "all check")
    assert actions(round) == ["discard"]
    do(round, "1 discard 3d", "2 discard 5d", "all check", "all show")
    assert [text(round.cards.hand(seat)) for seat in "12"] == ["As Ah", "Ks Kh"]
    assert len(round.cards.hand(MUCK)) == 4


def test_running_it_twice_waits_for_the_last_discard(variant):
    game = variant("hole = 4\ndiscard_after = [0, 1, 1]", limit="no", most_runs=2)
    round = deal_hand(game, [100, 100], "As Ah 2c 3d", "Ks Kh 4c 5d")
    do(round, "2 raise 100", "1 call", "1 discard 2c", "2 discard 4c", "1 discard 3d", "2 discard 5d")
    assert actions(round) == ["once", "twice"]
    do(round, "1 twice", "2 twice", "all show")
    assert len(round.cards.hand(SECOND)) == 1


def test_a_hand_with_the_flop_first_can_be_run_twice(variant):
    game = variant("board = [3, 1, 1]", limit="no", most_runs=2)
    round = deal_hand(game, [100, 100], "As Ah", "Ks Kh", "xx 2c 3d 4h xx Kd xx 9d xx 9c xx 8d")
    do(round, "2 raise 100", "1 call", "1 twice", "2 twice", "all show")
    assert wins(round) == [("2", 100, "pot, first board"), ("1", 100, "pot, second board")]


def test_all_hole_cards_of_super_holdem_may_play():
    round = start("super-holdem", [100, 100, 100], "As Ks Qs", "9c 9d 9h", "2c 7d 8h", "xx Js Ts 3d xx 9s xx 3h",
                  rules="standard", limit="no")  # fmt: skip
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    assert wins(round) == [("1", 6, "pot")]
    seen = picture(round.view())
    assert next(spread.says for spread in seen.spreads if spread.seat == 1) == "Royal flush"


def test_the_whole_flop_may_come_before_the_first_betting(variant):
    round = deal_hand(variant("board = [3, 1, 1]", limit="no"), [100, 100, 100], "As Ah", "Ks Kh", "Qs Qh")
    assert len(round.cards.hand(BOARD)) == 3
    do(round, "3 call", "1 call", "2 check", "all check", "all show")
    dealt = [len(event.cards) for event in round.events if isinstance(event, Dealt) and event.place == BOARD]
    assert dealt == [3, 1, 1]


@pytest.mark.parametrize(
    ("poker", "extends", "settings", "why"),
    [
        ("boards = 4", "texas-holdem/standard", "", "boards"),
        ("boards = 2", "badugi/standard", "", "boards: a draw game has no board"),
        ("boards = 2", "texas-holdem/standard", "most_runs = 2", "a hand with 2 boards is not run twice"),
        ("boards = 3\nhole = 6", "texas-holdem/standard", "", "the deck has 52"),
        ('discard = "after the flop"\ndiscard_after = [1]', "texas-holdem/standard", "", "it replaces discard"),
        ("hole = 3\ndiscard_after = [1, 0]", "texas-holdem/standard", "", "end with the last round that has any"),
        ("hole = 3\ndiscard_after = [0, 0, 0, 0, 1]", "texas-holdem/standard", "", "at most 4 betting rounds"),
        ("hole = 2\ndiscard_after = [1, 1]", "texas-holdem/standard", "", "2 of 2 hole cards leave none"),
        ("hole = 5", "texas-holdem/standard", "", "high does not judge 5 hole cards and 5 board cards"),
        ("discard_after = [1]", "razz/standard", "", "discard_after: a stud game does not have this"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(variant, poker, extends, settings, why):
    with pytest.raises(RuleBookError) as error:
        variant(poker, extends=extends, settings=settings, seats=8)
    assert why in str(error.value)


def test_frequencies_say_what_they_count(variant):
    (omaha,) = cardroom.analyze(cardroom.game("double-board-omaha")).hands
    assert omaha.exact
    assert "On one board." in omaha.note
    (eight,) = cardroom.analyze(cardroom.game("super-holdem")).hands
    assert (eight.title, eight.exact) == ("The hand of eight cards", False)
    # Five cards of one suit and three others, or six and two, or more: 13 choose n times 39 choose 8 - n, four suits.
    assert 0.06 < float(eight.probability("flush")) < 0.075
    kept = cardroom.analyze(variant("hole = 4\ndiscard_after = [1, 0, 1]")).hands
    assert "before" not in kept[0].title
    assert "keeps a pair" in kept[0].note
    assert "best high hand with the board so far" in kept[0].note
    (one,) = cardroom.analyze(variant("discard_after = [1]")).hands
    assert sum(one.lines.values()) == one.deals
