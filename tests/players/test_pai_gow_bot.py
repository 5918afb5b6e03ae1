"""The pai gow bot plays as most people do: House Way, plain bets, a Fortune Bonus Bet of five dollars now and then."""

import random

import pytest

import cardroom
from cardroom.play import Table
from cardroom.play.round.events import Acted, Settled
from cardroom.players import play_round, table_bots, usual
from cardroom.players.pai_gow import pai_gow
from cardroom.rulebook import rule_set
from support.deals import PEOPLE

both = pytest.mark.parametrize("slug", ["fortune-pai-gow-poker", "face-up-pai-gow-poker"])


def rounds(slug, number, stack=10_000_000, **house_rules):
    game = cardroom.game(slug, **house_rules)
    table = Table(game, dict.fromkeys(PEOPLE[:7], stack), seed=slug)
    rng = random.Random(5)
    for _ in range(number):
        round = play_round(table.start(), table_bots(game.rules, PEOPLE[:7]), rng)
        table.finish(round)
        yield round


@both
def test_it_is_the_usual_bot(slug):
    assert usual(rule_set(slug)) is pai_gow


@both
def test_every_hand_is_set_the_house_way_and_none_is_foul(slug):
    sets = settled = 0
    for round in rounds(slug, 30):
        for event in round.events:
            if isinstance(event, Acted):
                assert event.action != "set"
                sets += event.action == "house-way"
            if isinstance(event, Settled):
                assert "foul" not in event.why
                settled += event.wager == "base"
    assert settled == 30 * 6
    assert sets > 100


@both
def test_fortune_is_bet_now_and_then_with_what_earns_an_envy_button(slug):
    bets = [
        event.value
        for round in rounds(slug, 60, minimum="$1")
        for event in round.events
        if isinstance(event, Acted) and event.action == "bet"
    ]
    fortunes = [bet["fortune"] for bet in bets if "fortune" in bet]
    assert set(fortunes) == {500}
    assert 0.25 < len(fortunes) / len(bets) < 0.55


@both
@pytest.mark.parametrize("stack", [500, 700, 1_300])
def test_a_short_stack_bets_what_it_can(slug, stack):
    assert len(list(rounds(slug, 3, stack))) == 3
