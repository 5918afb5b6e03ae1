"""The 21.5 games: limits, several circles, the order of settling and the bank's coverage."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.errors import InputError
from cardroom.play import Refused, Spot, record, replay
from cardroom.play.round.events import Settled
from cardroom.players import random_legal
from support.deals import PEOPLE, stack
from support.twentyone import BLACKJACK as GAME
from support.twentyone import RICH, SPANISH, actions, deal, nets, play, settled

# -- Wagers, limits, circles, order, the bank -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ({"wager": 499}, r"Game wager must be from \$5 to \$200, not \$4.99"),
        ({"wager": 20_001}, r"Game wager must be from \$5 to \$200"),
        ({"buster": 500}, r"Game wager is required"),
        ({"wager": 500, "buster": 499}, r"Buster Blackjack must be from \$5 to \$200"),
        ({"wager": 500, "buster": 20_001}, r"Buster Blackjack must be from \$5 to \$200"),
        ({"wager": 500, "red-flex": 99}, r"Red Flex must be from \$1 to \$200"),
        ({"wager": 500, "red-flex": 20_001}, r"Red Flex must be from \$1 to \$200"),
    ],
)
def test_a_wager_outside_the_limits_is_refused_before_the_deal(bets, message):
    round = deal("Ts 9h")
    with pytest.raises(Refused, match=message):
        round.answer(1, "bet", bets)


def test_a_bonus_bet_may_be_more_than_the_game_wager():
    play(deal("Ts 9h 9d 9c"), "stand", bets={"wager": 500, "buster": 20_000, "red-flex": 20_000})


def test_another_city_may_lift_the_clovis_limit_up_to_the_printed_rates():
    rules = cardroom.game(GAME, maximum="$10,000", bonus_maximum="$1,000", minimum="$1").rules
    assert rules.limits("wager") == (100, 1_000_000)
    assert rules.limits("red-flex") == (100, 100_000)
    assert rules.limits("buster") == (500, 20_000)
    for above in ({"maximum": "$10,001"}, {"bonus_maximum": "$1,001"}):
        with pytest.raises(ValueError, match="not within"):
            cardroom.game(GAME, **above)


def test_backline_betting_is_not_permitted():
    spots = [Spot.at(1, "ann"), Spot("1b", 1, "una", backline=True), Spot.at(2, "bob")]
    with pytest.raises(InputError, match="takes no bets from behind a seat"):
        deal("Ts", stacks={"ann": 1000, "bob": 1000, "una": 1000}, spots=spots)


def test_eight_may_sit():
    assert cardroom.game(GAME).round(dict.fromkeys(PEOPLE[:8], RICH), seed=1)
    with pytest.raises(ValueError, match="has seats 1 to 8"):
        cardroom.game(GAME).round(dict.fromkeys(PEOPLE[:9], RICH), seed=1)


def test_several_circles_of_one_bettor_share_one_stack():
    spots = [Spot.at(1, "ann"), *(Spot(str(seat), seat, "ann", second=True) for seat in (2, 3))]
    round = deal("8s 8s 9h 8d 8d 9c Kc", stacks={"ann": 3500}, spots=spots)
    for spot in (1, 2):
        round.answer(spot, "bet", {"wager": 1000, "buster": 500})
    with pytest.raises(Refused, match=r"These wagers need \$10, but you have \$5"):
        round.answer(3, "bet", {"wager": 1000})
    round.answer(3, "sit-out")
    assert "split" not in actions(round)
    play(round, "double 500")  # 8 8 K busts, and the other circle has nothing left to double with
    assert actions(round) == ["stand", "hit", "surrender"]
    assert nets(play(round, "stand")) == {"1": -1500, "2": -1000}
    assert round.net["ann"] == -3500


def test_settling_goes_seat_by_seat_game_wagers_then_red_flex_then_buster_split_hands_among_the_first():
    round = deal("8s Ts 9h 8d 9d 9c 3c Kh", seats=2)
    play(round, "split", "double 1000", "stand", "stand", bets={"wager": 1000, "red-flex": 500, "buster": 500})
    assert list(settled(round)) == [
        ("1", "wager"),
        ("1.2", "wager"),
        ("1", "red-flex"),
        ("1", "buster"),
        ("2", "wager"),
        ("2", "red-flex"),
        ("2", "buster"),
    ]


def test_a_house_may_settle_wager_by_wager_over_all_seats_as_rule_9_can_also_be_read():
    round = deal("8s Ts 9h 8d 9d 9c 3c Kh", seats=2, settled_by="wager")
    play(round, "split", "double 1000", "stand", "stand", bets={"wager": 1000, "red-flex": 500, "buster": 500})
    assert list(settled(round)) == [
        ("1", "wager"),
        ("1.2", "wager"),
        ("2", "wager"),
        ("1", "red-flex"),
        ("2", "red-flex"),
        ("1", "buster"),
        ("2", "buster"),
    ]


@pytest.mark.parametrize(("settled_by", "paid"), [("seat", {"1": 2500, "2": 0}), ("wager", {"1": 1500, "2": 1000})])
def test_the_reading_of_rule_9_decides_whom_a_poor_bank_pays(settled_by, paid):
    """Both players beat a busted player-dealer, and seat 1's Buster wants $10 more than the bank of $25 holds."""
    stacks = {"ann": 5_000, "bob": 5_000, "cy": 5_000}
    round = deal("Ts Ts 9c 9d 9d 7d Kc", stacks=stacks, bank="player-dealer", settled_by=settled_by)
    round.answer(1, "pass")
    round.answer(2, "pass")
    round.answer(3, "bank", 2_500)
    round.answer(1, "bet", {"wager": 1000, "buster": 1000})
    round.answer(2, "bet", {"wager": 1000})
    play(round, "stand", "stand")
    won = {event.spot: 0 for event in settled(round).values()}
    for event in settled(round).values():
        won[event.spot] += event.net
    assert won == paid


def at_a_poor_bank(bank, coverage="separate", cards="8s 6h 8d Tc 8c 8h 3s Ks 3d Kd 3c Kc 3h Kh 9h"):
    """Seat 1 splits to four hands, doubles each to 21, and the player-dealer in seat 2 busts: $80 are due."""
    round = deal(cards, stacks={"ann": 20_000, "bob": 20_000}, bank="player-dealer", coverage=coverage)
    round.answer(1, "pass")
    round.answer(2, "bank", bank)
    play(round, "split", "split", "split")
    while not round.done:
        round.answer(round.ask.spot, "double", 1000)
    return round


def test_four_split_hands_with_doubles_against_a_bust_are_paid_as_far_as_the_bank_reaches():
    round = at_a_poor_bank(5_000)
    assert nets(round) == {"1": 2000, "1.4": 2000, "1.3": 1000, "1.2": 0}
    assert [event.due for event in settled(round).values()] == [2000] * 4
    assert (round.net["ann"], round.net["bob"]) == (5_000, -5_000)


def test_four_split_hands_with_doubles_are_paid_in_full_by_a_bank_that_reaches():
    assert at_a_poor_bank(20_000).net["ann"] == 8_000


def test_the_uncovered_part_of_four_lost_doubles_is_returned():
    round = at_a_poor_bank(5_000, cards="8s 9h 8d Tc 8c 8h 2s Ks 2d Kd 2c Kc 2h Kh 9h".replace("K", "5"))
    assert nets(round) == {"1": -2000, "1.4": -2000, "1.3": -1000, "1.2": 0}
    assert (round.net["ann"], round.net["bob"]) == (-5_000, 5_000)


def test_a_surrender_uses_the_banks_coverage_first():
    round = deal("Ts Ts 9h 6d 7d Kc", stacks={"ann": 5_000, "bob": 5_000, "cy": 5_000}, bank="player-dealer")
    round.answer(1, "pass")
    round.answer(2, "pass")
    round.answer(3, "bank", 700)
    assert nets(play(round, "stand", "surrender")) == {"2": -500, "1": -200}


@pytest.mark.parametrize(("coverage", "paid"), [("separate", 500), ("running", 1000)])
def test_collected_wagers_pay_later_winners_only_with_running_coverage(coverage, paid):
    stacks = {"ann": 5_000, "bob": 5_000, "cy": 5_000}
    round = deal("Ts Ts 9h 7d Kd 9c", stacks=stacks, bank="player-dealer", coverage=coverage)
    round.answer(1, "pass")
    round.answer(2, "pass")
    round.answer(3, "bank", 500)
    assert nets(play(round, "stand", "stand")) == {"1": -500, "2": paid}


# -- Random play ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", [GAME, SPANISH])
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_play_at_a_full_table_with_a_poor_player_dealer(slug, data):
    house = {"coverage": data.draw(st.sampled_from(["separate", "running"]))}
    if slug != GAME:
        house |= {name: data.draw(st.booleans()) for name in ("double_double_down", "action_button")}
    stacks = st.one_of(st.integers(500, 3_000), st.integers(500, 50_000))
    sit = data.draw(st.sets(st.integers(1, 7), min_size=1))  # the players; the other circles are their second ones
    circles = [seat if seat in sit else data.draw(st.sampled_from(sorted(sit))) for seat in range(1, 8)]
    spots = [Spot(str(n), n, PEOPLE[owner - 1], second=n != owner) for n, owner in enumerate(circles, 1)]
    spots.append(Spot.at(8, "hal"))
    chips = {name: data.draw(stacks) for name in PEOPLE[:8]}
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    carry = {"bank": {"seat": 7, "bettor": "gil", "turn": 2}}
    game = cardroom.game(slug, **house)
    round = game.round(spots, chips, seed=rng.random().hex(), carry=carry)
    bank = data.draw(st.integers(500, min(3_000, chips["hal"])))
    round.answer("8", "bank", bank)
    while not round.done:
        answer = random_legal(None, round.ask, rng)
        if answer.action in ("sit-out", "surrender"):  # more of the rest
            answer = random_legal(None, round.ask, rng)
        round.answer(answer.spot, answer.action, answer.value)
        assert all(stack(round, name) >= 0 for name in chips)
    assert sum(round.net.values()) == 0
    events = [event for event in round.events if isinstance(event, Settled)]
    paid = sum(max(event.net, 0) for event in events)
    taken = -sum(min(event.net, 0) for event in events)
    if house["coverage"] == "separate":
        assert paid <= bank
        assert taken <= bank
    assert abs(round.net["hal"]) <= bank
    # After the down card is turned up, seats are settled clockwise, each completely.
    names = [type(event).__name__ for event in round.events]
    last = len(names) - 1 - names[::-1].index("Turned") if "Turned" in names else 0
    seats = [int(event.spot[0]) for event in round.events[last:] if isinstance(event, Settled)]
    turns = sum(one > two for one, two in pairwise(seats))
    assert turns <= (1 if house.get("action_button") else 0)
    assert max(Counter(spot.seat for spot in round.spots).values()) <= 4
    assert replay(record(round), game, round.shuffle).events == round.events
