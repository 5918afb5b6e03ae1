"""A table: people come and go between rounds, and from its log it is the same table again at any moment."""

import random

import msgspec
import pytest

import cardroom
from cardroom.errors import Mistaken
from cardroom.play import Table
from cardroom.play.log import Entry
from cardroom.players import random_legal

THREE, EZ, HOLDEM, STUD = "three-card-poker-6-card-bonus", "ez-baccarat", "texas-holdem", "seven-card-stud"


def find(slug, rules):
    """The game that a log names."""
    return cardroom.game(slug, rules=rules.set, **rules.house)


def act(round, rng):
    """One random answer."""
    ask = rng.choice(round.waiting)
    answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
    round.answer(ask.spot, answer.action, answer.value)


def again(table):
    """The table that its log makes, after the log has been a text."""
    text = msgspec.json.encode(table.log)
    return Table.rebuilt(msgspec.json.decode(text, type=tuple[Entry, ...]), find)


def state(table):
    round = table.round
    return (
        (table.game.slug, table.stacks, table.seats, table.out, table.carry, table.rounds, table.commitment),
        round and (round.events, round.answers, round.asks, round.waiting, round.carry, dict(round.chips.balances)),
    )


@pytest.mark.parametrize("slug", [THREE, EZ, HOLDEM, "badugi", "pure-21.5-blackjack", "four-card-frenzy"])
def test_a_table_is_rebuilt_from_its_log_after_every_answer(slug):
    table = Table(cardroom.game(slug), dict.fromkeys(("ann", "bob", "cy"), 50_000), seed=4)
    rng = random.Random(slug)
    for _ in range(2):
        round = table.start()
        while not round.done:
            assert state(again(table)) == state(table)
            act(round, rng)
        table.finish()
        assert state(again(table)) == state(table)


def test_a_rebuilt_table_goes_on_as_if_it_had_never_stopped():
    table = Table(cardroom.game(EZ), dict.fromkeys(("ann", "bob", "cy"), 50_000), seed=4)
    table.add_seeds("lucky seven")
    for _ in range(3):
        round = table.start()
        while not round.done:
            act(round, random.Random(len(round.answers)))
        table.finish()
    other = again(table)
    for one in (table, other):
        round = one.start()
        while not round.done:
            act(round, random.Random(len(round.answers)))
        one.finish()
    assert state(other) == state(table)
    assert other.log == table.log


def test_people_come_buy_chips_sit_out_and_leave_between_rounds():
    table = Table(cardroom.game(THREE), {"ann": 10_000, "bob": 10_000}, seed=1)
    table.join("eve", 7_000, seat=5)
    table.join("cy", 5_000)
    assert table.seats == {"ann": 1, "bob": 2, "eve": 5, "cy": 3}
    table.add_chips("cy", 500)
    table.sit_out("bob")
    assert [spot.bettor for spot in table.start().spots] == ["ann", "cy", "eve"]
    while not table.round.done:
        table.round.default(table.round.ask.spot)
    table.finish()
    table.sit_out("bob", out=False)
    assert (table.leave("cy"), table.leave("eve")) == (5_500, 7_000)
    assert [spot.bettor for spot in table.start().spots] == ["ann", "bob"]
    assert state(again(table)) == state(table)


@pytest.mark.parametrize(
    ("do", "message"),
    [
        (lambda table: table.join("ann", 500), "ann sits here already"),
        (lambda table: table.join("bank", 500), "bank is no name for a player"),
        (lambda table: table.join("cy", 500, seat=2), "seat 2 is taken or none; free are 3, 4, 5, 6, 7"),
        (lambda table: table.join("cy", 500, seat=8), "seat 8 is taken or none"),
        (lambda table: table.join("cy", -1), "chips are whole cents, not -1"),
        (lambda table: table.add_chips("ann", 0.5), "chips are whole cents, not 0.5"),
        (lambda table: table.add_chips("cy", 500), "cy does not sit here: ann, bob does"),
        (lambda table: table.leave("cy"), "cy does not sit here"),
        (lambda table: table.sit_out("cy"), "cy does not sit here"),
        (lambda table: table.finish(), "not the round that the table plays"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(do, message):
    table = Table(cardroom.game(THREE), {"ann": 10_000, "bob": 10_000}, seed=1)
    log = table.log
    with pytest.raises(Mistaken, match=message):
        do(table)
    assert table.log == log
    assert state(again(table)) == state(table)


@pytest.mark.parametrize(
    "do",
    [
        lambda table: table.join("cy", 500),
        lambda table: table.add_chips("ann", 500),
        lambda table: table.leave("ann"),
        lambda table: table.add_seeds("now"),
        lambda table: table.change(cardroom.game(EZ)),
        lambda table: table.start(),
    ],
    ids=["join", "add chips", "leave", "seed", "change", "start"],
)
def test_while_a_round_is_played_nobody_comes_goes_or_changes_the_game(do):
    table = Table(cardroom.game(THREE), {"ann": 10_000, "bob": 10_000}, seed=1)
    table.start()
    with pytest.raises(Mistaken, match="between the rounds"):
        do(table)


def played(table, number=1):
    for _ in range(number):
        round = table.start()
        while not round.done:
            round.default(round.ask.spot)
        table.finish()


def test_a_table_may_change_games_and_each_keeps_what_it_carries():
    table = Table(cardroom.game(HOLDEM), dict.fromkeys(("ann", "bob", "cy"), 50_000), seed=1)
    played(table)
    button, blinds = table.carry.own.button, (table.carry.own.small, table.carry.own.big)
    table.change(cardroom.game(STUD))
    assert table.carry.own.button == button, "a button stays where it is among poker games"
    table.change(cardroom.game(EZ, bank="house"))
    assert table.carry.own is None
    round = table.start()
    for spot in (1, 2, 3):
        round.answer(spot, "bet", {"tie": 100})
    table.finish()
    shoe, dealt = table.commitment, table.carry.shoe.dealt
    table.change(cardroom.game(HOLDEM))
    assert (table.carry.own.small, table.carry.own.big) == blinds
    table.change(cardroom.game(EZ, bank="house"))
    assert (table.commitment, table.carry.shoe.dealt) == (shoe, dealt), "the shoe waits where it was"
    assert state(again(table)) == state(table)


def test_a_game_that_cannot_seat_everybody_is_not_changed_to():
    table = Table(cardroom.game(HOLDEM), dict.fromkeys(("ann", "bob"), 50_000), seed=1)
    table.join("jo", 5_000, seat=9)
    with pytest.raises(Mistaken, match="has seats 1 to 7"):
        table.change(cardroom.game(THREE))
    assert table.game.slug == HOLDEM


def test_a_log_that_plays_other_rules_is_refused():
    table = Table(cardroom.game(THREE), {"ann": 10_000, "bob": 10_000}, seed=1)
    with pytest.raises(Mistaken, match="not those found"):
        Table.rebuilt(table.log, lambda slug, _: cardroom.game(slug, minimum="$10"))
