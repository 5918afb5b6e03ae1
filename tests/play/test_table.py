"""A table is rebuilt from its log at any point, in mid-round and mid-wave too, and goes on as if it never stopped."""

from random import Random

import msgspec
import pytest

import cardroom
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import Mistaken
from cardroom.play import Table
from cardroom.play.log import Entry, Joined, Played, Shuffled
from people import NAMES, answer_once

GAMES = cardroom.all_games()
LOG = msgspec.json.Decoder(tuple[Entry, ...])


def name(game):
    return f"{game.slug}-{game.rules.rules}"


def find(slug, rules):
    return cardroom.game(slug, rules=rules.set, **rules.house)


def stored(table):
    """The log as it comes back from a disk."""
    return LOG.decode(msgspec.json.encode(table.log))


def twin(table):
    return Table.rebuilt(stored(table), find)


def written(table):
    return msgspec.json.encode(table.log)


def people(game, rng):
    count = min(game.rules.seats.most, rng.randint(max(3, game.rules.seats.least), 6))
    return {NAMES[place]: rng.choice((8_000, 40_000)) for place in range(count)}


def between_rounds(table, rng):
    """Somebody joins, leaves, tops up or sits out."""
    for bettor in list(table.stacks):
        if table.stacks[bettor] < 2_000:
            table.add_chips(bettor, 20_000)
    if rng.random() < 0.4:
        absent = [each for each in NAMES if each not in table.stacks]
        if absent and len(table.stacks) < table.game.rules.seats.most:
            table.join(absent[0], 20_000)
    if rng.random() < 0.3 and len(table.stacks) - len(table.out) > table.game.rules.seats.least + 1:
        table.leave(rng.choice(list(table.stacks)))
    if rng.random() < 0.4:
        bettor = rng.choice(list(table.stacks))
        here = len(table.stacks) - len(table.out)
        table.sit_out(bettor, bettor not in table.out and here > table.game.rules.seats.least + 1)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_table_rebuilt_at_any_point_goes_on_equal_to_one_that_never_stopped(game):
    rng = Random(f"rebuilt {name(game)}")
    table = Table(game, people(game, rng), seed=5)
    for _ in range(3):
        between_rounds(table, rng)
        assert written(twin(table)) == written(table)
        table.start()
        while not table.round.done:
            if rng.random() < 0.2:  # a power cut: what was stored goes on
                table = twin(table)
            answer_once(table.round, rng, order=True)
        again = twin(table)
        assert again.round.done
        assert again.round.events == table.round.events
        assert again.finish() == table.finish()
        assert (again.stacks, again.carry, again.commitment) == (table.stacks, table.carry, table.commitment)
        assert written(again) == written(table)


def test_answers_are_kept_in_the_order_in_which_they_came_and_a_wave_may_be_half_answered():
    table = Table(cardroom.game("four-card-frenzy"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=1)
    round = table.start()
    round.answer(3, "bet", {"ante": 100, "odds": 100})
    round.answer(1, "sit-out")
    assert [answer.spot for answer in round.answers] == ["3", "1"]
    again = twin(table)
    assert [ask.spot for ask in again.round.waiting] == ["2"]
    again.round.answer(2, "sit-out")
    round.answer(2, "sit-out")
    assert again.round.events == round.events


def test_a_fair_deck_is_restored_with_its_secret_and_still_takes_seeds():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000}, money=True)
    again = Table.rebuilt(stored(table), find, money=True)
    assert again.commitment == table.commitment
    table.add_seeds("lucky")
    again.add_seeds("lucky")
    assert again.shuffle.order == table.shuffle.order
    seeded = Table.rebuilt(stored(table), find, money=True)
    assert seeded.shuffle.order == table.shuffle.order


def test_a_shoes_secret_is_stored_once():
    table = Table(cardroom.game("ez-baccarat"), 3, seed=1)
    rng = Random(1)
    while sum(isinstance(entry, Played) for entry in table.log) < 5:
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        table.finish()
    secrets = [entry.kept["secret"] for entry in table.log if isinstance(entry, Shuffled)]
    assert len(secrets) == len(set(secrets)) == 1
    records = b"".join(msgspec.json.encode(entry) for entry in table.log if isinstance(entry, Played))
    assert secrets[0].encode() not in records


def test_another_game_next_round_and_back_each_finds_what_it_left():
    baccarat, frenzy = cardroom.game("ez-baccarat"), cardroom.game("four-card-frenzy")
    table = Table(baccarat, {"ann": 90_000, "bob": 90_000}, seed=3)
    rng = Random(3)

    def play():
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        table.finish()

    while not table.carry.shoe:
        play()
    shoe, commitment = table.carry.shoe, table.commitment
    table.change(frenzy)
    assert table.carry.shoe is None
    assert table.commitment != commitment
    play()
    table.change(baccarat)
    assert (table.carry.shoe, table.commitment) == (shoe, commitment)
    again = twin(table)
    assert (again.carry, again.commitment, again.stacks) == (table.carry, table.commitment, table.stacks)
    play()


def test_the_button_goes_on_when_poker_games_change():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=3)
    table.start()
    while not table.round.done:
        table.round.default(table.round.ask.spot)
    table.finish()
    before = table.carry.own
    table.change(cardroom.game("omaha"))
    assert table.carry.own == before
    assert twin(table).carry.own == before


def too_many_for_four_card_frenzy(table):
    for each in NAMES[2:7]:
        table.join(each, 500)
    table.change(cardroom.game("four-card-frenzy"))


REFUSALS = {
    "a seat that is taken": lambda table: table.join("cy", 500, seat=1),
    "a seat that is none": lambda table: table.join("cy", 500, seat=99),
    "the same player twice": lambda table: table.join("ann", 500),
    "a name of the house": lambda table: table.join("bank", 500),
    "half a cent": lambda table: table.join("cy", 0.5),
    "less than nothing": lambda table: table.add_chips("ann", -1),
    "chips for somebody else": lambda table: table.add_chips("zed", 1),
    "somebody else leaving": lambda table: table.leave("zed"),
    "finishing nothing": lambda table: table.finish(),
    "a game without seats enough": too_many_for_four_card_frenzy,
}


@pytest.mark.parametrize("what", REFUSALS)
def test_what_cannot_be_is_refused_and_leaves_no_trace(what):
    table = Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 5_000, "bob": 5_000}, seed=1)
    before = [entry for entry in table.log if not isinstance(entry, Joined)]
    with pytest.raises(Mistaken):
        REFUSALS[what](table)
    assert [entry for entry in table.log if not isinstance(entry, Joined)] == before
    assert table.stacks["ann"] == 5_000


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.join("cy", 500),
        lambda table: table.add_chips("ann", 500),
        lambda table: table.leave("ann"),
        lambda table: table.change(cardroom.game("ez-baccarat")),
        lambda table: table.add_seeds("lucky"),
        lambda table: table.start(),
        lambda table: table.start(shuffle=Shuffle.simulated(range(52), 1)),
    ],
)
def test_in_mid_round_nothing_of_the_table_changes(change):
    table = Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 5_000, "bob": 5_000}, seed=1)
    table.start()
    before = written(table)
    with pytest.raises(Mistaken):
        change(table)
    assert written(table) == before
