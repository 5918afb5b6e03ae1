"""What each entry of a log does to a table's state, field by field, and that it does nothing else."""

from functools import partial
from typing import get_args

import pytest
from msgspec.structs import replace

from cardroom.cards.shuffle import Shuffle
from cardroom.play import Answer, Carry
from cardroom.play.records.file import RulesOf
from cardroom.play.table import (
    AddSeed,
    ChangeGame,
    CommitChain,
    Join,
    SitOut,
    StartRound,
    StepAway,
    SubmitAnswer,
    TakeCircle,
)
from cardroom.play.table.decide import decide
from cardroom.play.table.evolve import evolve
from cardroom.play.table.log import (
    Answered,
    ChainCommitted,
    CircleTaken,
    CoachUsed,
    Entry,
    GameSet,
    Joined,
    Left,
    LinksAsked,
    MeterRead,
    Paused,
    RoundEnded,
    RoundVoided,
    SatOut,
    SeedAdded,
    Shuffled,
    ShuffleDiscarded,
    SteppedAway,
    TableClosed,
    ToppedUp,
)
from cardroom.play.table.state import snapshot
from support.situations import (
    CIRCLES,
    JACKPOT,
    OTHER,
    SHOE,
    THREE,
    banked,
    begun_shoe,
    chain_of,
    chained,
    facts,
    find,
    names,
    started,
    table_of,
)

ABSENT = Answer("2", "sit-out", absent=True)
LINK = chain_of("ann").reveal()


def after(state, command):
    """The last entry that a command leaves."""
    return decide(state, command)[-1]


def everywhere():
    """A table at which bob has a second circle and a seed, sits out and is away."""
    return table_of(
        CIRCLES, TakeCircle("bob", 4), SitOut("bob"), StepAway("bob"), AddSeed("bob", "lucky"), AddSeed("ann", "seven")
    )


def replaced():
    """A table at which ann was asked for a link, and has published another chain since."""
    table = chained(THREE, "ann")
    table.do(CommitChain("ann", "ab" * 32))
    return table


def linked():
    return table_of(JACKPOT, ChangeGame(JACKPOT, {"galaxy": "Galaxy"}))


ENTRIES = {
    "joining": (
        table_of,
        lambda state: Joined("cy", 3, 500),
        lambda state: {"stacks": state.stacks | {"cy": 500}, "seats": {"ann": 1, "bob": 2, "cy": 3}},
    ),
    "joining behind": (
        partial(table_of, SHOE),
        lambda state: Joined("cy", 2, 500, True),
        lambda state: {"stacks": state.stacks | {"cy": 500}, "behind": {"cy": 2}},
    ),
    "more chips": (
        table_of,
        lambda state: ToppedUp("ann", 700),
        lambda state: {"stacks": {"ann": 50_700, "bob": 40_000}},
    ),
    "leaving with everything": (
        everywhere,
        lambda state: Left("bob", 40_000),
        lambda state: {
            "stacks": {"ann": 50_000},
            "seats": {"ann": 1},
            "circles": (),
            "out": frozenset(),
            "away": frozenset(),
            "left": {"bob": 40_000},
            "ready": state.ready.without("bob"),
        },
    ),
    "leaving a seed behind": (
        partial(table_of, THREE, AddSeed("bob", "lucky")),
        lambda state: Left("bob", 40_000, stays=True),
        lambda state: {"stacks": {"ann": 50_000}, "seats": {"ann": 1}, "left": {"bob": 40_000}},
    ),
    "leaving in the middle of a shoe": (
        begun_shoe,
        lambda state: Left("bob", 500),
        lambda state: {"stacks": {"ann": state.stacks["ann"]}, "seats": {"ann": 1}, "left": {"bob": 500}},
    ),
    "sitting out": (table_of, lambda state: SatOut("bob", True), lambda state: {"out": {"bob"}}),
    "playing again": (
        partial(table_of, THREE, SitOut("bob"), SitOut("ann")),
        lambda state: SatOut("bob", False),
        lambda state: {"out": {"ann"}},
    ),
    "stepping away": (table_of, lambda state: SteppedAway("bob", True), lambda state: {"away": {"bob"}}),
    "returning": (
        partial(table_of, THREE, StepAway("bob"), StepAway("ann")),
        lambda state: SteppedAway("bob", False),
        lambda state: {"away": {"ann"}},
    ),
    "a circle": (
        partial(table_of, CIRCLES),
        lambda state: CircleTaken("bob", 4, True),
        lambda state: {"circles": (("bob", 4),)},
    ),
    "no circle": (
        partial(table_of, CIRCLES, TakeCircle("bob", 4), TakeCircle("bob", 5)),
        lambda state: CircleTaken("bob", 4, False),
        lambda state: {"circles": (("bob", 5),)},
    ),
    "a display": (
        partial(table_of, JACKPOT),
        lambda state: MeterRead("galaxy", 700, ""),
        lambda state: {"carry": Carry(meters={"galaxy": 700})},
    ),
    "cards": (
        table_of,
        lambda state: Shuffled(OTHER.kept()),
        lambda state: {"ready": OTHER, "shuffles": 2, "spent": False},
    ),
    "a seed": (
        table_of,
        lambda state: SeedAdded("ann", "lucky"),
        lambda state: {"ready": state.ready.seeded("ann", "lucky")},
    ),
    "a chain": (
        table_of,
        lambda state: ChainCommitted("ann", "ab" * 32),
        lambda state: {"chains": {"ann": "ab" * 32}},
    ),
    "links that are asked for": (
        chained,
        lambda state: LinksAsked(("ann",)),
        lambda state: {"ready": state.ready.asking([("ann", chain_of("ann").anchor)])},
    ),
    "a link": (
        partial(chained, THREE, "ann"),
        lambda state: SeedAdded("ann", LINK),
        lambda state: {"ready": state.ready.linked("ann", LINK), "chains": state.chains | {"ann": LINK}},
    ),
    "a link of a chain that was replaced meanwhile": (
        replaced,
        lambda state: SeedAdded("ann", LINK),
        lambda state: {"ready": state.ready.linked("ann", LINK)},
    ),
    "leaving with a chain": (
        partial(chained, THREE, "ann"),
        lambda state: Left("bob", 40_000, stays=True),
        lambda state: {
            "stacks": {"ann": 50_000},
            "seats": {"ann": 1},
            "left": {"bob": 40_000},
            "chains": {"ann": chain_of("ann").anchor},
        },
    ),
    "a round without a link that was asked for": (
        partial(chained, THREE, "ann"),
        lambda state: after(state, StartRound()),
        lambda state: {
            "opening": after(state, StartRound()).opening,
            "orbit": 2,
            "chains": {"bob": chain_of("bob").anchor},
        },
    ),
    "cards that are not used": (
        table_of,
        lambda state: ShuffleDiscarded({"commitment": "x"}, "why"),
        lambda state: {"discarded": ({"commitment": "x"},)},
    ),
    "a round": (
        partial(table_of, THREE, Join("cy", 0)),
        lambda state: after(state, StartRound()),
        lambda state: {"opening": after(state, StartRound()).opening, "answers": (), "orbit": 2},
    ),
    "an answer": (
        banked,
        lambda state: Answered(ABSENT),
        lambda state: {"answers": (Answer("1", "bank", 10_000), ABSENT)},
    ),
    "a voided round": (
        banked,
        lambda state: RoundVoided("why"),
        lambda state: {"opening": None, "answers": (), "spent": True},
    ),
    "a pause": (started, lambda state: Paused(True, "why"), lambda state: {"paused": True}),
    "a closed table": (
        linked,
        lambda state: TableClosed(),
        lambda state: {"closed": True, "links": {}, "carry": Carry()},
    ),
    "another game": (
        table_of,
        lambda state: GameSet(SHOE.slug, RulesOf.game(SHOE), "1", False, "table 7"),
        lambda state: {"game": SHOE, "spent": True, "parked": {THREE: (state.carry, state.ready)}},
    ),
    "another game in the middle of a shoe": (
        begun_shoe,
        lambda state: GameSet(THREE.slug, RulesOf.game(THREE), "1", False, "table 7"),
        lambda state: {
            "game": THREE,
            "spent": True,
            "carry": Carry(),
            "parked": {SHOE: (state.carry, state.ready)},
            "hands": 0,
        },
    ),
    "the coach": (started, lambda state: CoachUsed("ann", "1", state.question("1")), lambda state: {}),
    "a snapshot": (begun_shoe, snapshot, lambda state: {}),
    "a snapshot with chains": (partial(chained, THREE, "ann"), snapshot, lambda state: {}),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_changes_these_fields_and_no_others(name):
    make, entry, changes = ENTRIES[name]
    table = make()
    state, before = table.state, facts(table)
    assert evolve(state, entry(state), find) == replace(state, **changes(state))
    assert facts(table) == before, "nothing is changed in place"


def test_the_end_of_a_round_pays_counts_and_carries():
    table = started(THREE, SubmitAnswer("ann", "1", None, "bank", 10_000))
    table.do(SubmitAnswer("bob", "2", None, "bet", {"ante": 500}))
    table.do(SubmitAnswer("bob", "2", None, "fold"))
    state = replace(table.state, discarded=({},), left={"zed": 1})
    record = table.finish()
    ended = evolve(state, RoundEnded(record.outcome), find)
    assert record.outcome.net["bob"] < 0, "a fold loses"
    assert ended == replace(
        state,
        head=record.hash,
        stacks={who: cents + record.outcome.net[who] for who, cents in state.stacks.items()},
        carry=table.carry,
        rounds=1,
        hands=1,
        discarded=(),
        opening=None,
        answers=(),
        spent=True,
    )


def test_every_entry_is_covered():
    seen = {type(entry(make().state)) for make, entry, _ in ENTRIES.values()} | {RoundEnded}
    missing = set(get_args(Entry)) - seen
    assert not missing, f"add to ENTRIES which fields of the state change after {names(missing)}"


def test_a_parked_game_resumes_with_its_carry_and_cards():
    table = begun_shoe()
    carry, ready = table.carry, table.shuffle
    table.do(ChangeGame(THREE))
    assert table.shuffle.about.game == THREE.slug
    table.do(ChangeGame(SHOE))
    assert (table.carry, table.shuffle, table.state.spent) == (carry, ready, False)
    assert [*table.state.parked] == [THREE]
    assert isinstance(table.state.parked[THREE][1], Shuffle)
