"""The bots that fill tables: how they play, and that they use only what their own seat sees."""

from random import Random

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Bets, Choice, Round, ask
from cardroom.play.round.places import bank_of, stack_of
from cardroom.players import play_round, random_legal, table_bots, usual
from cardroom.players.bots import proposition
from cardroom.rulebook import rule_set
from support.deals import PEOPLE, house_banked

SLUG = "three-card-poker-6-card-bonus"
BOT = usual(rule_set(SLUG))


def dealt(hand: str) -> Round:
    """A round in which ann banks and bob holds the hand, waiting for his decision."""
    round = cardroom.game(SLUG).round(
        {"ann": 100_000, "bob": 100_000}, shuffle=Shuffle.given(parse(hand + " 2c 3c 9d"))
    )
    round.answer(1, "bank", 10000)
    round.answer(2, "bet", {"ante": 500})
    return round


@pytest.mark.parametrize(
    ("hand", "action"),
    [("Qs 6h 4d", "play"), ("Qs 6h 3d", "fold"), ("2s 2h 3d", "play"), ("Jc Ts 8d", "fold"), ("As 3h 2d", "play")],
)
def test_queen_six_four_is_the_least_that_plays(hand: str, action: str) -> None:
    round = dealt(hand)
    assert BOT(round.view("bob"), round.ask, Random(1)).action == action


def test_ordinary_bots_pass_the_bank_and_proposition_players_take_all_of_it() -> None:
    round = cardroom.game(SLUG).round({"ann": 70000, "bob": 100000}, seed=1)
    assert BOT(round.view("ann"), round.ask, Random(1)).action == "pass"
    taken = proposition(BOT)(round.view("ann"), round.ask, Random(1))
    assert (taken.action, taken.value) == ("bank", 70000)


def test_a_proposition_player_bets_while_another_banks() -> None:
    round = cardroom.game(SLUG).round({"ann": 100_000, "bob": 100_000}, seed=1)
    round.answer(1, "bank", 10000)
    assert proposition(BOT)(round.view("bob"), round.ask, Random(1)).action == "bet"


def test_bets_are_small_sometimes_with_a_bonus_and_always_affordable() -> None:
    seen = set()
    for chips in (1000, 1400, 1500, 2000, 50_000):
        round = cardroom.game(SLUG).round({"ann": 100_000, "bob": chips}, seed=1)
        round.answer(1, "bank", 10000)
        bets = round.ask.options[0]
        assert isinstance(bets, Bets)
        for seed in range(60):
            answer = BOT(round.view("bob"), round.ask, Random(seed))
            assert bets.check(answer.value) == answer.value
            assert answer.value["ante"] <= 2500
            seen.add(tuple(answer.value))
    assert seen == {
        ("ante",),
        ("ante", "pair-plus"),
        ("ante", "six-card-bonus"),
        ("ante", "pair-plus", "six-card-bonus"),
    }


def test_the_bot_sits_out_if_the_chips_cannot_cover_the_play_wager() -> None:
    round = cardroom.game(SLUG).round({"ann": 100_000, "bob": 1000}, seed=1)
    round.answer(1, "bank", 10000)
    bets = round.ask.options[0]
    assert isinstance(bets, Bets)
    short = ask("2", (Bets("bet", bets.areas, chips=999), Choice("sit-out")), "sit-out")
    assert BOT(round.view("bob"), short, Random(1)).action == "sit-out"


def test_the_last_seat_banks_a_table_of_bots_every_round() -> None:
    game = cardroom.game(SLUG)
    table = cardroom.Table(game, {"ann": 100_000, "bob": 100_000, "cy": 5_000_000}, seed=3)
    rng = Random(3)
    for _ in range(6):
        record = table.finish(play_round(table.start(), table_bots(game.rules, list(table.stacks)), rng))
        banks = [move for move in record.outcome.transfers if move.cause == "bank"]
        assert (banks[0].payer, banks[0].payee) == (stack_of("cy"), bank_of("3"))
        assert sum(record.outcome.net.values()) == 0


def test_where_the_house_banks_no_seat_is_special() -> None:
    bots = table_bots(house_banked(SLUG).rules, ["ann", "bob", "cy"])
    assert set(bots.values()) == {BOT}


def test_a_spot_without_a_bot_is_absent() -> None:
    round = cardroom.game(SLUG).round(dict.fromkeys(("ann", "bob", "cy"), 100_000), seed=2)
    play_round(round, {"cy": proposition(BOT), "ann": random_legal}, Random(1))
    assert all(answer.absent for answer in round.answers if answer.spot == "2")
    assert any(answer.action == "bank" for answer in round.answers if answer.spot in "13")


def test_two_rounds_with_one_seed_are_one_round() -> None:
    def played() -> list[object]:
        round = cardroom.game(SLUG).round(dict.fromkeys(PEOPLE[:4], 100_000), seed=9)
        return list(play_round(round, table_bots(round.rules, PEOPLE[:4]), Random(9)).events)

    assert played() == played()
