"""A snapshot has every field of a table's state, so that a table rebuilt from it continues in the same way."""

from random import Random

import msgspec

import cardroom
from cardroom.play import Table
from cardroom.play.table import ChangeGame, CommitChain, Join, Leave, Pause, SitOut, StepAway
from cardroom.play.table.evolve import evolve
from cardroom.play.table.log import Snapshot
from cardroom.play.table.state import State, snapshot
from cardroom.players import play_round, table_bots
from support.people import set_state

BETWEEN_ROUNDS = {"opening", "answers", "discarded", "spent", "closed"}
"""Fields that a snapshot does not have, because it is taken between rounds of an open table."""


def find(slug, rules):
    return GAMES[slug]


GAMES = {slug: cardroom.game(slug) for slug in ("pure-21.5-blackjack", "ez-baccarat", "texas-holdem")}


def busy_table():
    """A table at which every field of the state has a value."""
    table = Table(GAMES["pure-21.5-blackjack"], {}, seed="snapshot", name="table 7")
    for who in ("ann", "bob", "cy", "dee"):
        table.do(Join(who, 500_000))
    rounds(table, 3)
    table.do(ChangeGame(GAMES["ez-baccarat"]))
    rounds(table, 2)
    table.do(CommitChain("ann", "ab" * 32))
    table.do(Leave("dee"))
    table.do(SitOut("bob"))
    table.do(StepAway("cy"))
    table.do(Pause("a spilled drink"))
    set_state(table, behind={"eve": 1}, circles=(("ann", 6),))  # no game has both
    return table


def rounds(table, count):
    for _ in range(count):
        round = table.start()
        play_round(round, table_bots(table.game.rules, list(table.stacks)), Random(1))
        table.finish()


def test_a_snapshot_keeps_every_field_of_the_state():
    state = busy_table().state
    fields = set(State.__struct_fields__) - BETWEEN_ROUNDS
    defaults = dict(zip(reversed(State.__struct_fields__), reversed(State.__struct_defaults__), strict=False))
    empty = {name for name in fields if name in defaults and getattr(state, name) == plain(defaults[name])}
    empty -= {"money", "links"}
    assert not empty, f"busy_table() must give these fields of State a value, or they are not tested: {empty}"
    stored = msgspec.json.encode(snapshot(state))
    again = evolve(None, msgspec.json.decode(stored, type=Snapshot), find)
    for name in sorted(fields):
        assert comparable(getattr(again, name)) == comparable(getattr(state, name)), name
    assert msgspec.json.encode(snapshot(again)) == stored


def plain(default):
    return default() if callable(default) else default.factory() if hasattr(default, "factory") else default


def comparable(value):
    """A value that can be compared by its parts. Shuffles are compared by their stored form."""
    if hasattr(value, "kept"):
        return value.kept()
    if isinstance(value, dict):
        return {key: comparable(each) for key, each in value.items()}
    if isinstance(value, tuple) and any(hasattr(each, "kept") for each in value):
        return tuple(comparable(each) for each in value)
    return value
