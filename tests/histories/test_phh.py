"""PHH: recorded hands replay with the recorded result, our hands are written and read back, and bad files are
refused."""

import json
import os
import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

import cardroom
from cardroom.histories.phh import STANDARD, VARIANTS, PHHError, play_recorded, read_phh, write_phh
from cardroom.play import Spot
from cardroom.play.round.events import Dealt
from cardroom.players import random_legal
from games.poker.tables import do, start
from support.deals import PEOPLE, moved
from support.sampling import PROOF

ROUNDS = 200 if PROOF else 12


def hand(actions, variant="NT", stacks=(100, 100, 100), finish=None, **fields):
    """A file with one hand, by default with a small blind of 1 and a big blind of 2."""
    stud = variant in ("F7S", "F7S/8", "FR")
    usual = {"antes": [0] * len(stacks)}
    usual |= {"bring_in": 1} if stud else {"blinds_or_straddles": [1, 2] + [0] * (len(stacks) - 2)}
    usual |= {"small_bet": 2, "big_bet": 4} if variant.startswith("F") else {"min_bet": 2}
    usual |= {"starting_stacks": list(stacks), **fields}
    lines = [f'variant = "{variant}"', *(f"{name} = {str(value).lower()}" for name, value in usual.items())]
    lines.append(f"actions = {[each.strip() for each in actions.split(',')]}")
    return "\n".join(lines + ([f"finishing_stacks = {finish}"] if finish else []))


def replayed(source):
    """The stacks after each hand of a file, in the file's chips."""
    ends = []
    for each in read_phh(source):
        round = play_recorded(each, cardroom.game)
        ends.append([round.chips.stack(spot) / each.scale for spot in round.spots])
    return ends


HOLDEM = "d dh p1 AsAd, d dh p2 KsKd, d dh p3 ????"
CONSTRUCTED = {
    "FT": hand(
        f"{HOLDEM}, p3 f, p1 cbr 4, p2 cc, d db 2c3c4d, p1 cc, p2 cc, d db 8h, p1 cbr 4, p2 cc, d db 9h, p1 cc,"
        "p2 cc, p1 sm AsAd, p2 sm",
        "FT",
        finish=[108, 92, 100],
    ),
    "NT": hand(f"{HOLDEM}, p3 cbr 6, p1 f, p2 cc, d db 2c3c4d, p2 cc, p3 cbr 10, p2 f", finish=[99, 94, 107]),
    "NS": hand(
        "d dh p1 AsAd, d dh p2 KsKd, d dh p3 QsQd, p1 cc, p2 f, p3 cc, d db 6c7c8d, p1 cc, p3 cc, d db Jh, p1 cc,"
        "p3 cc, d db Qh, p1 cc, p3 cc, p1 sm AsAd, p3 sm QsQd",
        "NS",
        antes=[2, 2, 2],
        blinds_or_straddles=[0, 0, 2],
        finish=[96, 98, 106],
    ),
    "PO": hand(
        "d dh p1 AsAdKsKd, d dh p2 ????????, d dh p3 ????????, p3 cbr 9, p1 f, p2 f",
        "PO",
        antes=[1, 1, 1],
        finish=[98, 97, 105],
    ),
    "FO/8": hand(
        "d dh p1 As2dKsKd, d dh p2 9c9dTcTd, p2 cc, p1 cc, d db 3h4d8s, p1 cc, p2 cc, d db Ts, p1 cc, p2 cc, d db 9h,"
        "p1 cc, p2 cc, p1 sm As2dKsKd, p2 sm 9c9dTcTd",
        "FO/8",
        stacks=(100, 100),
        finish=[100, 100],
    ),
    "F7S": hand(
        "d dh p1 ??????, d dh p2 ????2c, d dh p3 ????Kh, p2 pb, p3 cbr 2, p1 f, p2 f",
        "F7S",
        antes=[1, 1, 1],
        finish=[99, 98, 103],
    ),
    "F7S/8": hand(
        "d dh p1 AcAd3h, d dh p2 4c5c2c, p2 pb, p1 cc, d dh p1 Kh, d dh p2 6d, p1 cc, p2 cc, d dh p1 Kd, d dh p2 Qd,"
        "p1 cc, p2 cc, d dh p1 Kc, d dh p2 Qc, p1 cc, p2 cc, d dh p1 Jc, d dh p2 Ah, p1 cc, p2 cc",
        "F7S/8",
        stacks=(10, 10),
        antes=[1, 1],
        finish=[10, 10],
    ),
    "FR": hand(
        "d dh p1 ????Ks, d dh p2 ????2c, d dh p3 ????Kh, p1 pb, p2 cbr 2, p3 f, p1 f", "FR", finish=[99, 101, 100]
    ),
    "N2L1D": hand(
        "d dh p1 7c5d4h3s2c, d dh p2 ??????????, d dh p3 ??????????, p3 f, p1 cbr 6, p2 cc, p1 sd, p2 sd ????,"
        "d dh p2 ????, p1 cbr 10, p2 f",
        "N2L1D",
        antes=[1, 1, 1],
        finish=[108, 93, 99],
    ),
    "F2L3D": hand(
        "d dh p1 7c5d4h3s2c, d dh p2 KsKdKh8c9c, p2 cc, p1 cc, p1 sd, p2 sd KsKd, d dh p2 AsAd, p1 cc, p2 cc, p1 sd,"
        "p2 sd, p1 cc, p2 cc, p1 sd, p2 sd, p1 cc, p2 cc, p1 sm 7c5d4h3s2c, p2 sm",
        "F2L3D",
        stacks=(100, 100),
        finish=[102, 98],
    ),
    "FB": hand(
        "d dh p1 Ac2d3h4s, d dh p2 ????????, p2 cc, p1 cc, p1 sd, p2 sd ??, d dh p2 ??, p1 cbr 2, p2 f",
        "FB",
        stacks=(100, 100),
        finish=[102, 98],
    ),
}


def test_there_is_a_hand_for_every_variant():
    assert CONSTRUCTED.keys() == STANDARD.keys()


@pytest.mark.parametrize("variant", CONSTRUCTED)
def test_a_constructed_hand_replays(variant):
    (end,) = replayed(CONSTRUCTED[variant])
    (recorded,) = read_phh(CONSTRUCTED[variant])
    assert end == list(recorded.finish)


def test_a_collection_has_numbered_tables():
    source = "".join(f"[{number}]\n{CONSTRUCTED[variant]}\n\n" for number, variant in enumerate(("NT", "FR"), 1))
    assert replayed(source) == [[99, 94, 107], [99, 101, 100]]


def test_halves_of_chips():
    source = hand(
        "d dh p1 ????, d dh p2 ????, d dh p3 ????, p3 cbr 4.5, p1 f, p2 cc, d db 2c3c4d, p2 f",
        finish="[99, 95.5, 105.5]",
        blinds_or_straddles=[1, 2, 0],
    )
    assert replayed(source) == [[99, 95.5, 105.5]]


def test_unknown_cards_become_known_when_they_are_shown():
    source = hand(
        "d dh p1 ????, d dh p2 KsKd, p2 cc, p1 cc, d db 2c3c4d, p1 cc, p2 cc, d db 8h, p1 cc, p2 cc, d db 9h, p1 cc,"
        "p2 cc, p1 sm AsAd, p2 sm KsKd",
        stacks=(100, 100),
    )
    assert replayed(source) == [[102, 98]]


def test_a_player_may_fold_without_facing_a_bet():
    assert replayed(hand(f"{HOLDEM}, p3 cc, p1 cc, p2 f, d db 2c3c4d, p1 f")) == [[98, 98, 104]]


def test_a_dead_big_blind_ante_is_in_the_main_pot():
    dead = hand(f"{HOLDEM}, p3 f, p1 f", antes=[0, 2, 0], ante_trimming_status=False)
    assert replayed(dead) == [[99, 101, 100]]
    short = hand(
        "d dh p1 AsAd, d dh p2 KsKd, d dh p3 QsQd, p3 cc, p1 cc, d db 2c3c4d, p1 cc, p3 cc, d db 5h, p1 cc, p3 cc,"
        "d db 9h, p1 cc, p3 cc",
        stacks=(100, 3, 100),
        antes=[0, 2, 0],
        ante_trimming_status=False,
    )
    assert replayed(short) == [[105, 0, 98]]


def test_an_ante_that_nobody_matches_is_trimmed():
    assert replayed(hand(f"{HOLDEM}, p3 f, p1 f", antes=[0, 2, 0])) == [[99, 101, 100]]


def test_a_post_out_of_turn_is_less_than_nothing():
    source = hand(
        "d dh p1 ????, d dh p2 ????, d dh p3 ????, d dh p4 ????, p3 cc, p4 f, p1 f, p2 cc, d db 2c3c4d, p2 cc,"
        "p3 cbr 2, p2 f",
        stacks=[100] * 4,
        blinds_or_straddles=[1, 2, -2, 0],
    )
    assert replayed(source) == [[99, 98, 103, 100]]


def test_a_button_straddle_acts_last():
    source = hand(f"{HOLDEM}, p1 f, p2 cc, p3 cc, d db 2c3c4d, p2 f", blinds_or_straddles=[1, 2, 4])
    assert replayed(source) == [[99, 96, 105]]


def test_all_in_before_the_draw_still_draws():
    source = hand(
        "d dh p1 7c5d4h3s2c, d dh p2 KsKdKh8c9c, p2 cbr 100, p1 cc, p1 sd, p2 sd KsKd, d dh p2 AsAd",
        "N2L1D",
        stacks=(100, 100),
    )
    assert replayed(source) == [[200, 0]]


def test_hands_may_be_shown_in_any_order_and_before_the_board():
    source = hand(
        "d dh p1 ????, d dh p2 ????, p2 cbr 100, p1 cc, p2 sm KsKd, p1 sm AsAd, d db 2c3c4d, d db 8h, d db 9h",
        stacks=(100, 100),
    )
    assert replayed(source) == [[200, 0]]


def test_known_hands_without_a_word_are_shown():
    source = hand("d dh p1 AsAd, d dh p2 KsKd, p2 cbr 100, p1 cc, d db 2c3c4d, d db 8h, d db 9h", stacks=(100, 100))
    assert replayed(source) == [[200, 0]]


@pytest.mark.parametrize("shown", ["p2 sm As??", "p2 sm ????", "p1 sm"])
def test_an_unknown_hand_wins_when_everybody_else_mucks(shown):
    source = hand(
        f"d dh p1 ????, d dh p2 ????, p2 cbr 6, p1 cc, d db 2c3c4d, p1 cc, p2 cc, d db 8h, p1 cc, p2 cc, d db 9h,"
        f"p1 cbr 5, p2 cc, {shown}, p1 sm",
        stacks=(100, 100),
        finish=[89, 111],
    )
    assert replayed(source) == [[89, 111]]


def test_a_recorded_hand_in_which_the_winner_was_mucked_replays():
    source = hand(
        f"{HOLDEM}, p3 f, p1 cc, p2 cc, d db 2c3c4d, p1 cc, p2 cc, d db 8h, p1 cc, p2 cc, d db 9h, p1 cc, p2 cc,"
        "p1 sm, p2 sm KsKd",
        finish=[98, 102, 100],
    )
    assert replayed(source) == [[98, 102, 100]]


ALL_IN = "d dh p1 AsAd, d dh p2 KsKd, p2 cbr 20, p1 cc"


def test_a_check_before_the_showdown_by_who_would_show_first():
    """No opponent can bet any more, and the player who checks is the one who must show first."""
    board = "d db 2c3c4d, p1 cc, d db 8h, p1 cc, d db 9h, p1 cc, p1 sm AsAd, p2 sm KsKd"
    assert replayed(hand(f"{ALL_IN}, {board}", stacks=(100, 20))) == [[120, 0]]


def test_a_raise_that_nobody_can_match_is_a_call():
    board = "d db 2c3c4d, d db 8h, d db 9h, p1 sm AsAd, p2 sm KsKd"
    source = hand(f"{ALL_IN.replace('p1 cc', 'p1 cbr 100')}, {board}", stacks=(100, 20))
    assert replayed(source) == [[120, 0]]
    bet = hand(f"{ALL_IN}, d db 2c3c4d, p1 cbr 50, d db 8h, d db 9h, p1 sm AsAd, p2 sm KsKd", stacks=(100, 20))
    assert replayed(bet) == [[120, 0]]


def test_a_raise_beyond_the_cap_is_still_refused():
    raises = "p3 cbr 4, p1 cbr 6, p2 cbr 8, p3 cbr 10"
    with pytest.raises(PHHError, match="is not possible now"):
        replayed(hand(f"{HOLDEM}, {raises}", "FT"))


def test_winnings_count_for_what_a_chip_is():
    (recorded,) = read_phh(hand(f"{HOLDEM}, p3 f, p1 f") + "\nwinnings = [0, 2.5, 0]")
    assert recorded.scale == 2


def test_a_check_where_nobody_is_left_to_bet_with():
    source = hand(
        "d dh p1 AsAd, d dh p2 KsKd, d dh p3 ????, p3 f, p2 cc, d db 2c3c4d, d db 8h, d db 9h", stacks=(1, 100, 100)
    )
    assert replayed(source) == [[2, 99, 100]]


@pytest.mark.parametrize("finish", [[98, 3, 100], [99, 3, 99]])
def test_a_short_big_blind_was_called_in_full_or_as_posted(finish):
    checks = "p1 cc, p3 cc"
    source = hand(
        f"d dh p1 7c2d, d dh p2 KsKd, d dh p3 QsQd, p3 cc, p1 cc, d db 2c3c4d, {checks}, d db 8h, {checks},"
        f"d db 9h, {checks}",
        stacks=(100, 1, 100),
        finish=finish,
    )
    assert replayed(source) == [finish]


def test_the_next_player_brings_it_in_for_one_whom_the_ante_put_all_in():
    streets = ", ".join(f"d dh p1 ??, d dh p2 {card}" for card in ("4c", "5d", "6d", "7d"))
    source = hand(
        f"d dh p1 ????Ks, d dh p2 2h3h2c, d dh p3 ????Kh, p2 pb, p3 f, {streets}, p1 sm",
        "FR",
        stacks=(1, 100, 100),
        antes=[1, 1, 1],
    )
    assert replayed(source) == [[0, 102, 99]]


def test_stacks_that_nobody_knows():
    assert replayed(hand(f"{HOLDEM}, p3 f, p1 f", stacks=("inf", 100, "inf")).replace("'inf'", "inf"))[0][1] == 101


def test_seven_card_stud_with_a_community_card():
    seats = range(1, 9)
    cards = iter(random.Random(3).sample([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 52))
    third = {seat: [next(cards) for _ in range(3)] for seat in seats}
    fields = {"variant": "F7S", "stacks": [1] * 8, "antes": [1] * 8, "bring_in": 0}
    actions = [f"d dh p{seat} {''.join(third[seat])}" for seat in seats]
    actions += [f"d dh p{seat} {next(cards)}" for _ in range(3) for seat in seats] + [f"d db {next(cards)}"]
    (end,) = replayed(hand(", ".join(actions), **fields))
    assert sum(end) == 8


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("variant = ", "not TOML"),
        ("antes = [1]", "variant is missing"),
        ('variant = "NL"', "is unknown: choose from FT"),
        ('variant = "NT"', "actions"),
        (hand("d dh p1 AsAd, d dh p2 KsKd, d dh p3 ????, p1 f"), "p3 is to act, not p1"),
        (hand("d dh p1 AsAd, d dh p2 KsAd, d dh p3 ????, p3 f"), "Ad is dealt twice"),
        (hand("d dh p1 AsAdKc, p3 f, p1 f"), "p1 gets 3 cards in the file"),
        (hand("d dh p1 AsAd, p3 f"), "the actions end, but p1 must still act"),
        (hand("d dh p1 AsAd, p3 f, p1 f, p2 cc"), "round is over"),
        (hand("d dh p1 AsAd, p3 cbr 3"), "not between"),
        (hand("d dh p1 AsAd, p3 cbr many"), "not an amount"),
        (hand("d dh p1 AsAd, p3 jumps"), "not an action"),
        (hand("d dh p9 AsAd"), "there are 3 players"),
        (
            hand("d dh p1 AsAd, d dh p2 KsKd, p2 cbr 100, p1 cc", stacks=(100, 100)),
            "flop, the turn and the river are miss",
        ),
        (hand(f"{ALL_IN}, d db 2c3c4d, d db 8h", stacks=(100, 20)), "the river is missing: the board has 4 cards"),
        (hand(f"{ALL_IN.replace('p1 cc', 'p1 cbr 101')}, d db 2c3c4d", stacks=(100, 20)), "'p1 cbr 101': p1 has 100"),
        (hand(f"{ALL_IN}, d db 2c3c4d, p1 cbr 81", stacks=(100, 20)), "'p1 cbr 81': p1 has 80"),
        (hand("d dh p1 2s2d, p3 f", "NS"), "not in the deck"),
        (hand("d dh p1 AsAd, p3 f, p1 f", finish=[100, 100, 100]), "finishing_stacks: recorded"),
        (hand("p3 f, p1 f", antes=[0, 0, 0, 0]), "4 amounts for 3 players"),
        (hand("p3 f, p1 f", stacks=(100, -1, 100)), "is negative"),
        (hand("p3 f, p1 f", min_bet="1e999999999"), "not TOML"),
    ],
)
def test_a_bad_file_is_refused_with_a_reason(source, message):
    with pytest.raises(PHHError, match=message):
        replayed(source)


@settings(max_examples=300)
@given(st.sampled_from(sorted(CONSTRUCTED)), st.data())
def test_a_damaged_file_is_refused_or_replayed_and_never_breaks(variant, data):
    source = CONSTRUCTED[variant]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(source)))
        end = min(len(source), start + data.draw(st.integers(0, 8)))
        words = st.one_of(st.text("AKs25dh?pcbrf m-.,[]'\n=", max_size=6), st.just(", 'p1 cc'"), st.just("-1"))
        source = source[:start] + data.draw(words) + source[end:]
    with suppress(PHHError):
        replayed(source)


NAMES = (PEOPLE, [str(number) for number in range(9, 0, -1)])
"""Names of players: ordinary ones, or the numbers of other seats."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_rounds_are_written_and_replay_to_the_same_stacks(variant):
    slug, limit = VARIANTS[variant]
    for number in range(ROUNDS):
        rng = random.Random(f"{variant} {number}")
        game = cardroom.game(slug, rules="standard", limit=limit, antes=rng.choice(["$0", "$0.50"]))
        seats = rng.sample(range(1, game.rules.seats.most + 1), rng.randint(2, 6))
        names = NAMES[number % len(NAMES)]
        spots = [Spot.at(seat, names[place]) for place, seat in enumerate(sorted(seats))]
        round = game.round(spots, {spot.bettor: rng.randint(60, 5000) for spot in spots}, seed=number)
        while not round.done:
            answer = random_legal(round.view(round.spot(round.ask.spot).bettor), round.ask, rng)
            round.answer(round.ask.spot, answer.action, answer.value)
        source = write_phh(round)
        (again,) = (play_recorded(each, cardroom.game) for each in read_phh(source))
        dealt = dict.fromkeys(event.place for event in round.events if isinstance(event, Dealt))
        order = [round.spot(place.owner) for place in dealt if place.kind == "hand"]
        assert len(order) == len(spots)
        ends = [round.chips.stack(spot) for spot in order]
        assert [again.chips.stack(spot) for spot in again.spots] == ends, source
        actions, _, players = source.partition("players = ")
        assert not any(name in actions for name in PEOPLE), "names are in the list of players alone"
        assert json.loads(players) == [spot.bettor for spot in order]


STUD_HANDS = 45
STUDS = ("seven-card-stud", "seven-card-stud-high-low", "stud-8", "razz")


def short_stud_round(slug, number):
    """A round of stud in which stacks are short, and most players are all-in sooner or later.

    pokerkit lets the next player raise a short all-in, where we let it be completed. So nobody raises one here.
    """
    rng = random.Random(f"all-in {slug} {number}")
    house = {"stakes": "$1-$2", "bring_in": 40, "antes": rng.choice(["$0", "$0.25"]), "full_blinds": False}
    game = cardroom.game(slug, rules="standard", open_pair_bet="none", **house)
    stacks = [rng.choice((rng.randint(26, 400), rng.randint(100, 1500))) for _ in range(rng.randint(2, 6))]
    round = game.round(dict(enumerate(stacks, 1)), seed=f"short {number}")
    dealt, raises, short = 0, 0, False
    while not round.done:
        offered = {option.action: option for option in round.ask.options}
        if dealt != (dealt := sum(isinstance(event, Dealt) for event in round.events)):
            raises, short = 0, False
        up = offered.get("raise") or offered.get("bet")
        choice = rng.choices(("fold", "call", "raise"), (1, 5, 4))[0]
        if choice == "raise" and up and raises < 4 and not short and ("bring-in" not in offered or up.least == 100):
            raises, short = raises + 1, up.least % 100 > 0
            round.answer(round.ask.spot, up.action, up.least)
        elif choice == "fold" and "call" in offered:
            round.answer(round.ask.spot, "fold")
        else:
            usual = next(action for action in ("bring-in", "call", "check", "show") if action in offered)
            round.answer(round.ask.spot, usual)
    return round


def pokerkit_reads(slug, numbers):
    """Check that pokerkit reads rounds of stud that we write, and ends them with the same stacks. Return how many of
    them had streets on which no one could act."""
    run_out = 0
    for number in numbers:
        round = short_stud_round(slug, number)
        source = write_phh(round)
        (recorded,) = read_phh(source)
        play_recorded(recorded, cardroom.game)
        *_, state = HandHistory.loads(source)
        assert not state.status, source
        pots = {event.wager for event in moved(round, "pot")}
        if len(pots) == 1 or slug in ("seven-card-stud", "razz"):  # it halves side pots for lows of others
            assert max(abs(here - there) for here, there in zip(recorded.finish, state.stacks, strict=True)) <= 1
        run_out += bool(re.search(r"(d dh p\d) \w\w\"(?:, \"d dh p\d \w\w\")*, \"\1 ", source))
        assert not re.search(r"d dh p\d \w{4}\b", source), "one card a street"
    return run_out


def deep_round(game, number):
    """A round of four players with many chips, who raise once a street at most."""
    rng = random.Random(f"deep {game.slug} {number}")
    round = game.round(dict.fromkeys(range(1, 5), 100_000), seed=number, carry={"own": {"button": number % 4 + 1}})
    dealt, raises = 0, 0
    while not round.done:
        offered = {option.action: option for option in round.ask.options}
        if dealt != (dealt := sum(isinstance(event, Dealt) for event in round.events)):
            raises = 0
        up = offered.get("raise") or offered.get("bet")
        choice = rng.choices(("fold", "call", "raise"), (1, 6, 3))[0]
        if choice == "raise" and up and not raises and "bring-in" not in offered:
            raises = 1
            round.answer(round.ask.spot, up.action, up.least)
        elif choice == "fold" and "call" in offered:
            round.answer(round.ask.spot, "fold")
        elif "discard" in offered:
            hand = round.cards.hand(round.ask.spot)
            round.answer(round.ask.spot, "discard", rng.sample(hand, rng.randint(0, 3)))
        else:
            usual = next(action for action in ("bring-in", "call", "check", "show") if action in offered)
            round.answer(round.ask.spot, usual)
    return round


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("variant", STANDARD)
def test_pokerkit_reads_our_hands_of_every_standard_variant(variant):
    slug, limit = STANDARD[variant]
    game = cardroom.game(slug, rules="standard", limit=limit)
    for number in range(12):
        source = write_phh(deep_round(game, number))
        assert source.startswith(f'variant = "{variant}"')
        (recorded,) = read_phh(source)
        *_, state = HandHistory.loads(source)
        assert not state.status, source
        assert max(abs(here - there) for here, there in zip(recorded.finish, state.stacks, strict=True)) <= 1, source


@pytest.mark.sampled(4)
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("slug", STUDS)
def test_pokerkit_reads_stud_in_which_players_are_all_in(slug):
    assert pokerkit_reads(slug, range(10)), "no hand was run out"


@pytest.mark.proof
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("slug", STUDS)
def test_pokerkit_reads_every_generated_hand_of_stud(slug):
    assert pokerkit_reads(slug, range(STUD_HANDS)) > STUD_HANDS // 4


@pytest.mark.parametrize(
    ("code", "slug", "limit", "hole"),
    [
        ("PO/8", "omaha-high-low", "pot", 4),
        ("PO/8", "pot-limit-omaha-8", "pot", 4),
        ("NO/8", "omaha-high-low", "no", 4),
        ("PO5", "big-o", "pot", 5),
        ("PO5/8", "five-card-omaha-high-low", "pot", 5),
    ],
)
def test_omahas_that_the_format_has_no_code_for_have_one_of_ours(code, slug, limit, hole):
    """A letter for the limit, a letter for the game, the number of cards if it is not four, and /8 with a low."""
    game = cardroom.game(slug, rules="standard", limit=limit)
    round = game.round({1: 5_000, 2: 5_000, 3: 5_000}, seed=code)
    while not round.done:
        actions = [option.action for option in round.ask.options]
        round.answer(round.ask.spot, next(each for each in ("call", "check", "show") if each in actions))
    source = write_phh(round)
    assert source.startswith(f'variant = "{code}"')
    assert len(re.findall(r"d dh p1 (\w+)", source)[0]) == 2 * hole
    (again,) = (play_recorded(each, cardroom.game) for each in read_phh(source))
    assert [again.net[str(place)] for place in (1, 2, 3)] == [
        round.net[spot] for spot in dict.fromkeys(e.place.owner for e in round.events if hand_dealt(e))
    ]


def hand_dealt(event):
    """Whether an event deals to a player."""
    return isinstance(event, Dealt) and event.place.kind == "hand"


def test_our_codes_leave_the_formats_own_alone():
    assert HandHistory.game_types.keys() == STANDARD.keys()
    assert [VARIANTS[code] for code in STANDARD] == [*STANDARD.values()]


def test_what_the_format_cannot_say_is_refused():
    round = cardroom.game("pineapple").round({"ann": 5_000, "bob": 5_000}, seed=1)
    with pytest.raises(PHHError, match="no variant for pineapple"):
        write_phh(round)
    with pytest.raises(PHHError, match="not over"):
        write_phh(cardroom.game("texas-holdem").round({"ann": 5_000, "bob": 5_000}, seed=1))


def test_every_hand_of_a_folder():
    folder = os.environ.get("CARDROOM_PHH")
    if not folder:
        pytest.skip("CARDROOM_PHH names no folder of recorded hands: none was replayed")
    files = sorted(path for path in Path(folder).rglob("*.phh*") if path.is_file())
    assert files, f"no .phh file in {folder}"
    for path in files:
        for each in read_phh(path.read_text(encoding="utf-8")):
            play_recorded(each, cardroom.game)


def test_a_collection_is_written_as_the_rake(own_game):
    text = """extends = "standard"

[[fee]]
option = "1"
[[fee.charge]]
moment = "modified"
payer = "pot"
counts = "nothing"
tiers = [{ from = "$0", fee = "$1" }]

[settings]
collection = "1"
"""
    round = own_game("texas-holdem", text).round({"ann": 9_000, "bob": 9_000}, seed=1)
    while not round.done:
        round.default(round.ask.spot)
    (hand,) = read_phh(write_phh(round))
    assert (hand.rake, round.net["collection"]) == (100, 100)
    again = play_recorded(hand, cardroom.game)
    assert again.net["collection"] == 0
    assert sum(hand.finish) == 18_000 - 100


# -- hostile files, and hands that the format cannot express
# ------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("min_bet = 2", "min_bet = " + "9" * 5000), "a number in it is too long"),
        (("min_bet = 2", "min_bet = 1e9"), "'1e9' is not an amount: write digits"),
        (("min_bet = 2", "min_bet = true"), "min_bet: True is not an amount"),
        (("min_bet = 2", "min_bet = " + "[" * 5000), "nested too deep"),
        (("min_bet = 2", "a." * 50_000 + "a = 1"), "more than 12 dotted parts"),
        (("p3 cbr 6", "p3 cbr 1/7"), "actions: '1/7' is not an amount"),
        (
            ("p3 cbr 6", "p3 cbr 0.000000000001', 'p1 cbr 0.00000000000363797880709171295166015625"),
            "too large, or their fractions too small",
        ),
        (("p3 cbr 6", "p3 cbr 0.0000000000001"), "'0.0000000000001' is too large an amount"),
        (("p3 cbr 6", "p3 cbr nan"), "actions: 'nan' is not an amount"),
        (("p3 cbr 6", "p3 cbr 1/0"), "actions: '1/0' is not an amount"),
        (("starting_stacks = [100, 100, 100]", "starting_stacks = [100]"), "2 to 10 players, not 1"),
        (
            ("starting_stacks = [100, 100, 100]", "starting_stacks = 7"),
            "a list of amounts is expected, not 7",
        ),
        (("actions = [", "actions = [" + "'p1 f', " * 1000), "actions: at most 1000, not 10"),
        (('variant = "NT"', 'variant = ["NT"]'), r"variant: \['NT'\] is unknown: choose from FT, NT"),
    ],
    ids=lambda each: each[-1][:24] if isinstance(each, tuple) else each[:24],
)
def test_a_hostile_hand_is_refused_in_words_that_help(change, says):
    source = CONSTRUCTED["NT"]
    assert change[0] in source
    with pytest.raises(PHHError, match=says):
        replayed(source.replace(*change))


def test_a_round_that_the_format_has_no_word_for_is_refused_when_it_is_written():
    banked = cardroom.game("ez-baccarat").round(2, seed=1)
    with pytest.raises(PHHError, match="the format has no variant for ez-baccarat"):
        write_phh(banked)


def test_a_recorded_hand_whose_cards_nobody_knows_can_be_written_again():
    """The house says who was first, and a hand may be put off until last. Neither is a player's action."""
    unknown = CONSTRUCTED["F7S"].replace("????2c", "??????").replace("????Kh", "??????")
    (read,) = read_phh(unknown)
    written = write_phh(play_recorded(read, cardroom.game))
    assert '"p2 pb"' in written
    assert "house" not in written


@pytest.mark.parametrize(("rules", "opened"), [("500-club", 8), ("standard", 4)])
def test_an_opening_above_the_bring_in_is_written_and_read_again(rules, opened):
    round = start("seven-card-stud", [100] * 2, "2c 3c 4d 5d 6d 7h", rules=rules, stakes="$4-$8")
    do(round, f"1 bet {opened}", "2 call", "all check", "all show")
    written = write_phh(round)
    assert f'"p1 cbr {opened}00", "p2 cc"' in written
    (again,) = (play_recorded(each, cardroom.game) for each in read_phh(written))
    assert [again.chips.stack(spot) for spot in again.spots] == [round.chips.stack(spot) for spot in round.spots]
