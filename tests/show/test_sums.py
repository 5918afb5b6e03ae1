"""The sums of a poker hand add up: for every player, for every pot, and for all of them together."""

import random

import pytest

import cardroom
from cardroom.play.round.events import Transfer
from cardroom.rulebook import RuleBookError
from cardroom.show import picture
from show.rounds import GAMES, play, viewers
from support.sampling import PROOF

POKER = [name for name, game in GAMES.items() if game.rules.poker]
ROUNDS = 60 if PROOF else 6


def hands(name, count=ROUNDS):
    """Hands of a game between players with short and deep stacks, with and without a collection."""
    game = GAMES[name]
    tables = _tables(game)
    for number in range(count):
        rng = random.Random(f"sums {name} {number}")
        posted = rng.choice(tables)
        seats = rng.sample(range(1, posted.rules.seats.most + 1), min(posted.rules.seats.most, rng.choice((3, 4, 5))))
        unit = max(posted.rules.minimum, 100)
        stacks = {seat: unit * rng.choice((1, 2, 5, 7, 40)) for seat in sorted(seats)}
        round = posted.round(stacks, seed=rng.random())
        for _ in play(round, rng):
            pass
        yield round


def _tables(game):
    """The game without a collection, and with some schedules that take one from four players."""
    rule = game.rules.house_rules.get("collection")
    options = rule.choices or () if rule else ()
    posted = []
    for option in options[:: max(1, len(options) // 12)]:
        try:
            posted.append(cardroom.game(game.slug, rules=game.rules.rules, collection=option))
        except RuleBookError:
            continue  # the schedule is for other limits
    return [game, *(each for each in posted if any(fee.holds(4) for fee in each.rules.posted))]


@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("name", POKER)
def test_the_lines_of_every_player_add_up_to_their_net(name):
    for round in hands(name):
        sums = picture(round.view()).sums
        assert sums is not None
        assert [each.seat for each in sums.players] == [spot.seat for spot in round.spots]
        for spot, line in zip(round.spots, sums.players, strict=True):
            assert line.got - line.put_in - line.fee == line.net == round.net[spot.bettor]
            assert line.got == sum(s.amount for pot in sums.pots for s in pot.shares if s.seat == spot.seat)
        assert all(pot.amount == pot.fee + sum(share.amount for share in pot.shares) for pot in sums.pots)
        assert sums.put_in == sum(line.put_in for line in sums.players) == sum(pot.amount for pot in sums.pots)
        assert sums.got == sum(line.got for line in sums.players)
        from_pots = sum(pot.fee for pot in sums.pots)
        assert sums.from_pots == from_pots
        assert sums.put_in == sums.got + from_pots
        assert sums.collection == from_pots + sum(line.fee for line in sums.players) == round.net["collection"]
        assert sum(line.net for line in sums.players) == -sums.collection
        moved = [event for event in round.events if isinstance(event, Transfer)]
        assert sum(line.returned for line in sums.players) == sum(e.amount for e in moved if e.cause == "uncalled")
        for viewer in viewers(round):
            assert picture(round.view(viewer)).sums == sums, "every viewer reads the same sums"


def test_side_pots_split_pots_fees_and_returned_bets_are_among_the_hands():
    """What the test above is about happens in the hands that it plays."""
    every = [picture(round.view()).sums for round in hands("texas-holdem-500-club", 40)]
    assert any(len(sums.pots) > 1 and sums.collection for sums in every)
    assert any(len(pot.shares) > 1 for sums in every for pot in sums.pots)
    assert any(line.returned for sums in every for line in sums.players)
    assert any(sums.collection == 0 for sums in every)


def test_no_sums_before_the_end_and_none_in_banked_games():
    round = cardroom.game("texas-holdem").round({"ann": 50_000, "bob": 50_000}, seed=7)
    assert picture(round.view()).sums is None
    banked = cardroom.game("heads-up-holdem", rules="brook").round({"ann": 50_000}, seed=1)
    while not banked.done:
        banked.default(banked.ask.spot)
    assert picture(banked.view()).sums is None
