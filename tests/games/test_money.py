"""Money moves in transfers: for every game, a round's events give every balance at every moment."""

from collections import Counter
from random import Random

import pytest

import cardroom
from cardroom.cards.shuffle import Shuffle
from cardroom.play import balances_after, opening_balances
from cardroom.play.round.events import Settled, Transfer
from cardroom.play.round.places import Account
from support.people import answer_once, spots_of, stacks_of

GAMES = cardroom.all_games()
COVERED = [game for game in GAMES if "coverage" in game.rules.house_rules]
OUTSIDE = ("house", "meter", "reserve")
"""Accounts that last beyond a round. They start at zero in it."""


def rounds(game, count, seed):
    """Random rounds, one after the other, of named players with few chips."""
    rng = Random(f"{game.slug} {game.rules.rules} {seed}")
    spots, carry = spots_of(game), None
    for number in range(count):
        stacks = stacks_of(spots, rng.choice((3_000, 20_000, 100_000)))
        if not (carry and carry.shoe):
            shuffle = game.shuffle(seed, number)
        round = game.round(spots, stacks, shuffle=shuffle, carry=carry)
        yield round, rng
        carry = round.carry


def with_running(games):
    return [cardroom.game(game.slug, rules=game.rules.rules, coverage="running") for game in games]


def name(game):
    return f"{game.slug}-{game.rules.rules}-{game.rules.settings.get('coverage', '')}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", [*GAMES, *with_running(COVERED)], ids=name)
def test_folding_the_events_gives_every_account_at_every_moment(game):
    causes = Counter()
    for round, rng in rounds(game, 6, seed=1):
        moved_events, balances = 0, opening_balances(round.stacks)
        while True:
            for event in round.events[moved_events:]:
                balances = balances_after([event], balances)
                short = [account for account, lies in balances.items() if lies < 0 and account.kind not in OUTSIDE]
                assert not short, f"{event} leaves {short} below nothing"
            moved_events = len(round.events)
            assert balances == round.chips.balances
            assert sum(balances.values()) == sum(round.stacks.values())
            assert round.view(None).balances == balances
            if round.done:
                break
            answer_once(round, rng)
        assert all(not lies for account, lies in balances.items() if account.kind in ("area", "front", "pot", "bank"))
        assert sum(round.net.values()) == 0
        causes.update(event.cause for event in round.events if isinstance(event, Transfer))
    betting = ("wager", "bet", "ante", "points")
    assert sum(causes[cause] for cause in betting), "a test in which nobody bets holds nothing"


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_transfer_names_cents_cause_and_rule_and_a_wagers_the_line_that_was_hit(game):
    for round, rng in rounds(game, 3, seed=2):
        while not round.done:
            answer_once(round, rng)
        decided = {}
        for event in round.events:
            if isinstance(event, Settled):
                assert event.line
                decided[event.spot, event.wager] = event
            if not isinstance(event, Transfer):
                continue
            assert type(event.amount) is int
            assert event.amount > 0
            assert event.payer != event.payee
            assert event.cite.startswith(game.rules.source.document), event
            if event.cause in ("win", "loss", "stake", "push", "uncovered"):
                assert event.line == decided[event.spot, event.wager].line
        for (spot, wager), event in decided.items():
            moved = [
                each for each in round.events if isinstance(each, Transfer) and (each.spot, each.wager) == (spot, wager)
            ]
            won = sum(each.amount for each in moved if each.cause in ("win", "jackpot"))
            back = sum(each.amount for each in moved if each.payee.kind == "stack") - won
            staked = sum(each.amount for each in moved if each.cause == "wager")
            assert won + back - staked == event.net, event


def test_a_player_dealers_bank_is_an_account_of_its_own():
    game = cardroom.game("three-card-poker-6-card-bonus")
    round = game.round({"ann": 50_000, "bob": 20_000}, seed=7)
    round.answer(1, "bank", 30_000)
    bank = Account("bank", "1")
    assert round.chips.balances[bank] == 30_000
    round.answer(2, "bet", {"ante": 500})
    round.answer(2, "fold")
    assert round.net == {"bank": 0, "collection": 0, "jackpot": 0, "ann": 500, "bob": -500}
    assert round.chips.balances[bank] == 0
    assert [(event.payee, event.amount) for event in round.events if isinstance(event, Transfer)][-1] == (
        Account("stack", "ann"),
        30_500,
    )


def test_a_side_pot_is_pushed_from_what_was_gathered():
    game = cardroom.game("texas-holdem", rules="standard")
    deck = ["As", "Ah", "Ks", "Kh", "Qs", "Qh", "2c", "7d", "8d", "9c", "2d", "3h", "2s", "4c"]
    rest = [card for card in game.shuffle(seed=1).order if card not in Shuffle.given(deck).order]
    order = [*Shuffle.given(deck).order, *rest]
    round = game.round(
        {"ann": 1_000, "bob": 3_000, "cy": 3_000},
        shuffle=Shuffle.given(order),
        carry={"own": {"button": 2, "stays": True}},
    )
    while not round.done:
        actions = {option.action: option for option in round.ask.options}
        if "raise" in actions:
            round.answer(round.ask.spot, "raise", actions["raise"].most)
        else:
            round.default(round.ask.spot) if "call" not in actions else round.answer(round.ask.spot, "call")
    pots = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
    assert {event.wager for event in pots} == {"main pot", "side pot 1"}
    assert sum(event.amount for event in pots) == 7_000
