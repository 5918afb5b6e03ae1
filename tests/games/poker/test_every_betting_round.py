"""What each action costs, in every betting round of every poker game of the 500 Club.

The chapters repeat the options of a betting round for every round, so each test goes through all of them: what holds
before the flop must also hold on the river (500 Club, Dealing Procedures and Round of Play of every poker chapter).
"""

import pytest

from cardroom.play import BURN
from cardroom.play.round.events import Dealt
from cardroom.play.round.places import front_of
from games.poker.tables import COMMUNITY, DRAW, POKER, STUD, actions, bounds, do, option, returned, stacks, start, wins

EVERY = [*POKER, "mexican-poker"]
ROUNDS = dict.fromkeys(COMMUNITY, 4) | {slug: draws + 1 for slug, (_, draws) in DRAW.items()}
ROUNDS |= dict.fromkeys(STUD, 5) | {"mexican-poker": 4}
"""Betting rounds of each game."""
FIXED = [slug for slug in EVERY if slug != "pot-limit-omaha-8"]
"""Games with a lower and a higher limit."""


def by_rounds(games):
    """A test of each betting round of these games."""
    return pytest.mark.parametrize(("slug", "number"), [(slug, at) for slug in games for at in range(ROUNDS[slug])])


def burned(round):
    """The number of burns, which is the number of betting rounds that are over."""
    return len([event for event in round.events if isinstance(event, Dealt) and event.place == BURN])


def to_bet(round):
    """Go on to the next bet: of cards that may be thrown away or turned up, as few as possible are."""
    while not round.done and not {"check", "call"} & set(actions(round)):
        spot, options = round.ask.spot, actions(round)
        if "discard" in options:
            round.answer(spot, "discard", round.cards.hand(spot)[: round.ask.options[0].least])
        else:
            round.answer(spot, "keep" if "keep" in options else options[0])
    return round


def at_round(slug, number, players=3):
    """A hand of players with $1,000 in which all have called and checked up to this betting round.

    In the first one the blinds or the bring-in are a bet already. In a later one no player has bet.
    """
    round = to_bet(start(slug, [1000] * players, limit="fixed" if slug in FIXED else "pot"))
    while burned(round) < number:
        to_bet(do(round, f"{round.ask.spot} {'call' if 'call' in actions(round) else 'check'}"))
    return round


def in_front(round, spot):
    """The chips that a player has bet in this betting round, in dollars."""
    own = [amount for account, amount in round.chips.balances.items() if account == front_of(spot)]
    return sum(own) / 100


def stack(round, spot):
    """A player's stack in dollars."""
    return stacks(round)[int(spot) - 1]


def pot(round):
    """The pot with the chips in front of players, in dollars."""
    return sum(amount for account, amount in round.chips.balances.items() if account.kind in ("pot", "front")) / 100


def opened(slug, number):
    """A hand in which a player has bet, and the amount to match: in the first round the blind or the bring-in."""
    round = at_round(slug, number)
    if "call" not in actions(round):
        amount = bounds(round)[0]
        do(round, f"{round.ask.spot} bet {amount}")
    return round, max(in_front(round, spot.id) for spot in round.spots)


@by_rounds(EVERY)
def test_a_call_costs_exactly_the_bet(slug, number):
    round, level = opened(slug, number)
    callers = 0
    while not round.done and "call" in actions(round) and burned(round) == number:
        spot, before, together = round.ask.spot, stack(round, round.ask.spot), pot(round)
        owed = level - in_front(round, spot)
        assert option(round, "call").amount == owed * 100 > 0
        do(round, f"{spot} call")
        assert stack(round, spot) == before - owed
        assert round.done or pot(round) == together + owed
        callers += 1
    assert callers == 2


@by_rounds(EVERY)
def test_a_check_costs_nothing_and_leaves_the_betting_open(slug, number):
    round = at_round(slug, number)
    while "check" not in actions(round):
        do(round, f"{round.ask.spot} call")
    spot, before, together = round.ask.spot, stacks(round), pot(round)
    if number == 0:
        assert set(actions(round)) >= {"check", "raise", "fold"}, "all have called: the blind or the bring-in may raise"
        return
    assert set(actions(round)) == {"check", "bet", "fold"}
    do(round, f"{spot} check")
    assert (stacks(round), pot(round)) == (before, together)
    bet = bounds(round)[0]
    do(round, f"{round.ask.spot} bet {bet}")
    while round.ask.spot != spot:
        do(round, f"{round.ask.spot} fold")
    assert set(actions(round)) == {"call", "raise", "fold"}, "a player who has checked may call or raise a bet"
    assert option(round, "call").amount == bet * 100


@by_rounds(EVERY)
def test_a_bet_and_a_raise_cost_what_was_said(slug, number):
    round, level = opened(slug, number)
    spot, before, own = round.ask.spot, stack(round, round.ask.spot), in_front(round, round.ask.spot)
    least, most = bounds(round)
    assert least > level
    do(round, f"{spot} raise {least}")
    assert stack(round, spot) == before - (least - own)
    assert in_front(round, spot) == least
    other = round.ask.spot
    assert option(round, "call").amount == (least - in_front(round, other)) * 100
    if number:
        assert sum(stacks(round)) + pot(round) == 3000, "no chip is lost"
        assert (least, most) == ((2 * level, 2 * level) if slug in FIXED else (2 * level, most))


@by_rounds(FIXED)
def test_bets_are_the_lower_limit_in_the_first_rounds_and_then_the_higher(slug, number):
    """Two rounds at the lower limit, one of Single Draw."""
    if number == 0:  # a bet is there already: the big blind, or a bring-in, which Razz completes
        raised = 4 if slug == "razz" else 8
        assert bounds(at_round(slug, 0)) == (raised, raised)
        return
    lower = 1 if slug == "2-7-single-draw" else 2
    size = 4 if number < lower else 8
    round = at_round(slug, number)
    assert bounds(round) == (size, size)
    do(round, f"{round.ask.spot} bet {size}")
    assert bounds(round) == (2 * size, 2 * size)


@by_rounds(EVERY)
def test_a_fold_costs_nothing_more_and_ends_the_hand_for_that_player(slug, number):
    round, _ = opened(slug, number)
    folder, before = round.ask.spot, stack(round, round.ask.spot)
    do(round, f"{folder} fold")
    while not round.done:
        assert round.ask.spot != folder, "a player who has folded is not asked again"
        options = actions(round)
        if "discard" in options or "keep" in options:
            to_bet(round)
        else:
            round.answer(round.ask.spot, next(each for each in ("call", "check", "show") if each in options))
    assert stack(round, folder) == before
    assert folder not in {spot for spot, _, _ in wins(round)}


@by_rounds(EVERY)
def test_a_bet_that_nobody_calls_goes_back_and_wins_the_pot(slug, number):
    round = at_round(slug, number)
    together, first = pot(round), round.ask.spot
    bet = bounds(round)[0]
    own = in_front(round, first)
    do(round, f"{first} {'raise' if number == 0 else 'bet'} {bet}")
    while not round.done:
        do(round, f"{round.ask.spot} fold")
    ((back_to, back),) = returned(round)
    assert back_to == first
    assert [(spot, amount) for spot, amount, _ in wins(round)] == [(first, together + bet - own - back)]
    assert sum(stacks(round)) == 3000


@by_rounds(EVERY)
def test_three_raises_are_the_most_with_more_than_two_players(slug, number):
    """The bet is not a raise, and completing a bring-in is not one. Between two players there is no cap."""
    round, _ = opened(slug, number)
    raises = 0
    while "raise" in actions(round):
        complete = option(round, "raise").label == "complete"
        do(round, f"{round.ask.spot} raise {bounds(round)[0]}")
        raises += not complete
    assert raises == 3
    two = at_round(slug, number, players=2)
    for _ in range(5):
        do(two, f"{two.ask.spot} {'raise' if 'raise' in actions(two) else 'bet'} {bounds(two)[0]}")
    assert "raise" in actions(two)
