"""Commands in any order, from anyone: the log gives the whole state at every step, and a refusal changes nothing."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.errors import CardroomError
from cardroom.play import Answer, Table
from cardroom.play.records.file import Opening
from cardroom.play.table import (
    AddSeed,
    ChangeGame,
    CloseTable,
    Join,
    Leave,
    Pause,
    ReadMeter,
    Return,
    SitOut,
    StartRound,
    StepAway,
    SubmitAnswer,
    TakeCircle,
    TopUp,
    UseDefault,
    Void,
)
from cardroom.play.table.log import Entry
from cardroom.players.at_random import random_legal

GAMES = {
    "a player-dealer": cardroom.game("three-card-poker-6-card-bonus"),
    "poker": cardroom.game("texas-holdem"),
    "a shoe": cardroom.game("ez-baccarat"),
    "a jackpot": cardroom.game("four-card-frenzy"),
}
LOG = msgspec.json.Decoder(tuple[Entry, ...])


def find(slug, rules):
    return cardroom.game(slug, rules=rules.set, **rules.house)


names = st.sampled_from(("ann", "bob", "cy", "dee"))
chips = st.sampled_from((0, 500, 20_000, 40_000))
seats = st.integers(1, 4)
spots = seats.map(str)
reasons = st.sampled_from(("", "a card fell"))
questions = st.none() | st.sampled_from(("0.1.0", "0.1.1", "1.2.0"))
commands = st.one_of(
    st.builds(Join, names, chips, st.none() | seats, st.booleans()),
    st.builds(TopUp, names, chips),
    st.builds(Leave, names),
    st.builds(SitOut, names, st.booleans()),
    st.builds(StepAway, names),
    st.builds(Return, names),
    st.builds(TakeCircle, names, seats, st.booleans()),
    st.builds(AddSeed, names, st.sampled_from(("lucky", "", "two\nlines"))),
    st.builds(SubmitAnswer, names, spots, questions, st.sampled_from(("fold", "call", "pass", "sit-out"))),
    st.builds(UseDefault, spots, questions),
    st.builds(StartRound),
    st.builds(Pause, reasons, st.booleans()),
    st.builds(Void, reasons, st.none() | st.just("0.1")),
    st.builds(CloseTable),
    st.builds(ChangeGame, st.sampled_from([*GAMES.values()])),
    st.builds(ReadMeter, st.just("galaxy"), chips, reasons),
)
steps = st.tuples(st.integers(0, 99), commands)
"""Two of three steps continue the round, so that rounds end."""


def play(table, seed):
    """Start a round, or answer the first ask."""
    if table.round is None:
        return StartRound()
    ask = table.round.ask
    if ask.spot == "house":
        return UseDefault("house")
    who = table.round.spot(ask.spot).bettor
    answer = random_legal(table.round.view(who), ask, Random(seed))
    return SubmitAnswer(who, ask.spot, table.question(ask.spot), answer.action, answer.value)


def as_stored(state):
    """A state with lists instead of tuples, as in a stored log."""
    opening = state.opening and msgspec.json.decode(msgspec.json.encode(state.opening), type=Opening)
    answers = msgspec.json.decode(msgspec.json.encode(state.answers), type=tuple[Answer, ...])
    return msgspec.structs.replace(state, opening=opening, answers=answers)


def check(table):
    """Check that the state and the round can be rebuilt from the log, in memory or from a disk."""
    again = Table.from_log(table.log, find)
    assert again.state == table.state
    stored = Table.from_log(LOG.decode(msgspec.json.encode(table.log)), find)
    assert as_stored(stored.state) == as_stored(table.state)
    for each in (again, stored):
        assert (each.round is None) == (table.round is None)
        if table.round is not None:
            assert each.round.events == table.round.events
            assert each.round.waiting == table.round.waiting


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=settings.default.max_examples // 4)
@given(sequence=st.lists(steps, min_size=20, max_size=60))
def test_the_log_rebuilds_the_state_after_any_commands(name, sequence):
    table = Table(GAMES[name], {"ann": 40_000, "bob": 40_000, "cy": 20_000}, seed=1)
    chips = 100_000
    for number, (chance, drawn) in enumerate(sequence):
        command = play(table, chance) if chance % 3 else drawn
        before, log = table.state, table.log
        try:
            left = table.do(command)
        except CardroomError:
            assert table.state is before
            assert table.log == log
            continue
        assert table.log == (*log, *left)
        chips += sum(each.cents for each in left if type(each).__name__ in ("Joined", "ToppedUp"))
        chips -= sum(each.cents for each in left if type(each).__name__ == "Left")
        if table.round is not None and table.round.done:
            chips += sum(table.round.net[who] for who in table.stacks)
            table.finish()
        assert sum(table.stacks.values()) == chips
        if number % 8 == 0:
            check(table)
    check(table)


def test_sealed_cards_and_seeds_are_in_the_log_of_a_money_table():
    rng = Random(3)
    table = Table(GAMES["poker"], {"ann": 40_000, "bob": 40_000, "cy": 20_000}, money=True)
    for number in range(60):
        if table.round is None and number % 7 == 0:
            table.do(ChangeGame(GAMES["a player-dealer"] if table.game == GAMES["poker"] else GAMES["poker"]))
        elif table.round is None and not table.shuffle.seeds:
            table.do(AddSeed("ann", f"seed {number}"))
        else:
            table.do(play(table, rng.getrandbits(30)))
        if table.round is not None and table.round.done:
            table.finish()
        check(table)
    if table.round is not None:
        table.do(Void("the night is over"))
    state = table.state
    table.snapshot()
    assert Table.from_log(table.log, find).state == msgspec.structs.replace(state, discarded=())
