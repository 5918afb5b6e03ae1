"""The bots of the 21.5 games: they play by the chart, within the rules, and lose about what such players lose."""

from random import Random

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.play import Bets
from cardroom.play.round.events import Settled
from cardroom.players import pure_21_5, random_legal, usual
from cardroom.players.bots import play_round
from cardroom.rulebook import rule_set
from support.deals import PEOPLE, house_banked
from support.twentyone import BLACKJACK, SPANISH, deal, play


def choice(cards, game=BLACKJACK, bets=None, **options):
    """The bot's action with these cards."""
    round = play(deal(cards, game=game, **options), bets=bets)
    answer = usual(rule_set(game))(round.view("ann"), round.ask, Random(1))
    return (answer.action, answer.value) if answer.value else answer.action


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("Ts 9h 6d", "surrender"),
        ("Ts 7h 6d", "hit"),
        ("Ts 6h 2d", "stand"),
        ("Ts 2h 2d", "hit"),
        ("6s 6h 5d", ("double", 1000)),
        ("As 6h 7d", ("double", 1000)),
        ("As 9h 7d", "hit"),
        ("As 8h 8d", "stand"),
        ("8s 9h 8d", "split"),
        ("As 9h Ad", "split"),
        ("Ts 6h Kd", "stand"),
        ("5s 9h 5d", ("double", 1000)),
        ("Ts 6h 9d", "stand"),
    ],
)
def test_pure_21_5_is_played_by_the_chart(cards, action):
    assert choice(f"{cards} 7c") == action


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("Ks 6h 2d", "hit"),
        ("Ks 5h 4d", "stand"),
        ("Ks Ah 6d", "surrender"),
        ("6s 9h 5d", ("double", 1000)),
        ("6s Kh 5d", "hit"),
        ("9s 7h 9d", "split"),
        ("As 6h 6d", ("double", 1000)),
    ],
)
def test_pure_spanish_is_played_by_its_own_chart(cards, action):
    assert choice(f"{cards} 7c", SPANISH) == action


@pytest.mark.parametrize(("up", "action"), [("7h", "stand"), ("8h", "rescue"), ("Kh", "rescue")])
def test_a_stiff_hand_after_a_double_is_rescued_from_a_strong_up_card(up, action):
    round = play(deal(f"6s {up} 5d 7c 2c", game=SPANISH), "double 1000")
    assert pure_21_5.pure_spanish_21_5(round.view("ann"), round.ask, Random(1)).action == action


def test_without_the_chips_the_next_best_play_is_made():
    assert choice("8s 9h 8d 7c", stacks={"ann": 1000}) == "surrender"
    assert choice("6s 6h 5d 7c", stacks={"ann": 1000}, bets={"wager": 1000}) == "hit"
    assert choice("6s 6h 5d 7c", stacks={"ann": 1400}, bets={"wager": 1000}) == ("double", 400)


def test_every_row_of_the_charts_has_ten_columns_and_is_a_hand():
    for chart in (pure_21_5.BLACKJACK, pure_21_5.SPANISH):
        assert all(len(row) == 10 and set(row) <= pure_21_5.WISHES.keys() for row in chart.values())
        assert all(name.split()[0] in ("hard", "soft", "pair") for name in chart)
    assert len(pure_21_5.RESCUE) == 10


@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_bets_are_small_and_always_affordable(slug):
    for chips in (500, 700, 1000, 1700, 50_000):
        round = house_banked(slug).round({"ann": chips, "bob": 0}, seed=1)
        bets = round.ask.options[0]
        assert isinstance(bets, Bets)
        for seed in range(60):
            value = usual(rule_set(slug))(round.view("ann"), round.ask, Random(seed)).value
            assert bets.check(value) == value
            assert value["wager"] <= 2500


def test_too_few_chips_sit_out_and_the_bank_is_passed():
    round = cardroom.game(BLACKJACK).round({"ann": 100_000, "bob": 100_000}, seed=1)
    assert usual(rule_set(BLACKJACK))(round.view("ann"), round.ask, Random(1)).action == "pass"


def test_split_hands_are_played_by_the_bot_of_their_bettor():
    round = deal("8s 6h 8d 7c 3c 2h Kh 9c", game=BLACKJACK)
    play_round(round, {"ann": usual(rule_set(BLACKJACK))}, Random(1))
    assert {answer.spot for answer in round.answers if not answer.absent} >= {"1", "1.2"}


def lost_per_wager(slug, bot, rounds, seed):
    """The loss on game wagers, as a share of the bets before the deal."""
    game = house_banked(slug)
    table = cardroom.Table(game, dict.fromkeys(PEOPLE[:8], 10**9), seed=seed)
    rng, lost, bet = Random(seed), 0, 0
    for _ in range(rounds):
        round = play_round(table.start(), dict.fromkeys(PEOPLE[:8], bot), rng)
        lost -= sum(event.net for event in round.events if isinstance(event, Settled) and event.wager == "wager")
        bet += sum(answer.value["wager"] for answer in round.answers if answer.action == "bet")
        table.finish(round)
    return lost / bet


@pytest.mark.proof
@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_the_house_edge_is_that_of_a_game_at_6_to_5(slug):
    """Eight players at a table win and lose together, so a thousand rounds cannot measure two percent, but they show a
    reversed rule."""
    assert -0.05 < lost_per_wager(slug, usual(rule_set(slug)), 1000, "edge") < 0.08


@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_playing_at_random_costs_far_more_than_playing_by_the_chart(slug):
    assert lost_per_wager(slug, random_legal, 150, "random") > 0.08


def test_the_chart_wants_first_what_is_best():
    hand, up = list(parse("8s 8d")), parse("Kh")[0]
    assert pure_21_5.wish(pure_21_5.SPANISH, hand, up)[0] == "split"
