"""Every command at a table: the entries that it leaves, and that deciding changes nothing."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, get_args

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.play import Answer, Spot, Table
from cardroom.play.records.file import Opening, RulesOf, shuffle_key
from cardroom.play.table import (
    AddSeed,
    AskLinks,
    ChangeGame,
    CloseTable,
    Command,
    CommitChain,
    Join,
    Leave,
    OpenTable,
    Pause,
    ReadMeter,
    Return,
    SitOut,
    StartRound,
    StepAway,
    SubmitAnswer,
    TakeCircle,
    TakeSeat,
    TopUp,
    UseCoach,
    UseDefault,
    Void,
    left_entry,
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
    RoundStarted,
    RoundVoided,
    SatOut,
    SeedAdded,
    Shuffled,
    ShuffleDiscarded,
    SteppedAway,
    TableClosed,
    ToppedUp,
)
from cardroom.play.table.state import State
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
    closed,
    evolved,
    facts,
    find,
    looked_at,
    names,
    nobody,
    over,
    started,
    stored,
    table_of,
)

# -- what each command leaves ------------------------------------------------------------------------------------------


def game_set(game, **links):
    return GameSet(game.slug, RulesOf.game(game), "1", False, "table 7", links or msgspec.UNSET)


def opening(state, shuffle=None, spots=None):
    """A round's inputs, computed from the state before it."""
    shuffle = shuffle or state.shuffle
    spots = (Spot.at(1, "ann"), Spot.at(2, "bob")) if spots is None else spots
    carry = msgspec.to_builtins(state.carry)
    rules, stacks, seeds = RulesOf.game(state.game), state.stacks, tuple(map(tuple, shuffle.seeds))
    version, key = state.game.version, shuffle_key(shuffle)
    return Opening(state.game.slug, rules, version, "table 7", spots, stacks, carry, key, seeds, state.head)


def discarded(state, why):
    return ShuffleDiscarded(state.shuffle.transcript(), why)


class Case(NamedTuple):
    """A command that is accepted."""

    name: str
    table: Callable[[], Table]
    command: Command
    leaves: Callable[[State], list[Entry]]
    """The entries that it leaves, by the state before it."""
    follows: tuple[type, ...] = ()
    """The kinds of the entries that follow by themselves."""


def entries(*expected):
    return lambda state: list(expected)


LINK = chain_of("bob").reveal()
BOBS = Answer("2", "sit-out", absent=True)

ACCEPTED = [
    Case("the first free seat", table_of, Join("cy", 500), entries(Joined("cy", 3, 500))),
    Case("a seat", table_of, Join("cy", 500, 5), entries(Joined("cy", 5, 500))),
    Case("behind", partial(table_of, SHOE), Join("cy", 500, 2, True), entries(Joined("cy", 2, 500, True))),
    Case("more chips", table_of, TopUp("ann", 700), entries(ToppedUp("ann", 700))),
    Case("leaving", table_of, Leave("bob"), entries(Left("bob", 40_000))),
    Case(
        "a seat that another gives up",
        table_of,
        TakeSeat("cy", 500, "bob"),
        entries(Left("bob", 40_000), Joined("cy", 2, 500)),
    ),
    Case("leaving a seed behind", looked_at, Leave("bob"), entries(Left("bob", 40_000, stays=True))),
    Case("sitting out", table_of, SitOut("bob"), entries(SatOut("bob", True))),
    Case("sitting out in a round", started, SitOut("bob"), entries(SatOut("bob", True))),
    Case("sitting out twice", partial(table_of, THREE, SitOut("bob")), SitOut("bob"), entries()),
    Case("playing again", partial(table_of, THREE, SitOut("bob")), SitOut("bob", False), entries(SatOut("bob", False))),
    Case("playing on", table_of, SitOut("bob", False), entries()),
    Case("stepping away", table_of, StepAway("bob"), entries(SteppedAway("bob", True))),
    Case("stepping away twice", partial(table_of, THREE, StepAway("bob")), StepAway("bob"), entries()),
    Case(
        "stepping away when asked",
        lambda: started(THREE, SubmitAnswer("ann", "1", None, "bank", 10_000)),
        StepAway("bob"),
        entries(SteppedAway("bob", True)),
        (Answered,),
    ),
    Case("returning", partial(table_of, THREE, StepAway("bob")), Return("bob"), entries(SteppedAway("bob", False))),
    Case("never having gone", table_of, Return("bob"), entries()),
    Case(
        "a second circle", partial(table_of, CIRCLES), TakeCircle("bob", 4), entries(CircleTaken("bob", 4, taken=True))
    ),
    Case("the same circle", partial(table_of, CIRCLES, TakeCircle("bob", 4)), TakeCircle("bob", 4), entries()),
    Case(
        "giving a circle up",
        partial(table_of, CIRCLES, TakeCircle("bob", 4)),
        TakeCircle("bob", 4, False),
        entries(CircleTaken("bob", 4, taken=False)),
    ),
    Case("a circle that nobody has", partial(table_of, CIRCLES), TakeCircle("bob", 4, False), entries()),
    Case("a seed", table_of, AddSeed("ann", "lucky"), entries(SeedAdded("ann", "lucky"))),
    Case("a chain", table_of, CommitChain("ann", "ab" * 32), entries(ChainCommitted("ann", "ab" * 32))),
    Case("a chain in a round", started, CommitChain("ann", "ab" * 32), entries(ChainCommitted("ann", "ab" * 32))),
    Case("another chain", chained, CommitChain("ann", "ab" * 32), entries(ChainCommitted("ann", "ab" * 32))),
    Case("the same chain", chained, CommitChain("ann", chain_of("ann").anchor), entries()),
    Case("asking for links", chained, AskLinks(("bob", "ann")), entries(LinksAsked(("ann", "bob")))),
    Case("asking nobody", table_of, AskLinks(()), entries()),
    Case("a link", partial(chained, THREE, "bob"), AddSeed("bob", LINK), entries(SeedAdded("bob", LINK))),
    Case(
        "leaving when links are asked for",
        partial(chained, THREE, "bob"),
        Leave("bob"),
        entries(Left("bob", 40_000, stays=True)),
    ),
    Case(
        "an answer",
        started,
        SubmitAnswer("ann", "1", None, "bank", 10_000),
        entries(Answered(Answer("1", "bank", 10_000))),
    ),
    Case(
        "an answer to this question",
        started,
        SubmitAnswer("ann", "1", "0.1.0", "bank", 10_000),
        entries(Answered(Answer("1", "bank", 10_000))),
    ),
    Case(
        "an answer after which an absent player is asked",
        lambda: started(THREE, StepAway("bob")),
        SubmitAnswer("ann", "1", None, "bank", 10_000),
        entries(Answered(Answer("1", "bank", 10_000))),
        (Answered,),
    ),
    Case("the coach", started, UseCoach("ann", "1", "0.1.0"), entries(CoachUsed("ann", "1", "0.1.0"))),
    Case("a default", banked, UseDefault("2"), entries(Answered(BOBS))),
    Case("a default of this question", banked, UseDefault("2", "0.1.0"), entries(Answered(BOBS))),
    Case("closing", nobody, CloseTable(), entries(TableClosed())),
    Case("closing for a reason", nobody, CloseTable("night"), entries(TableClosed())),
    Case("pausing", started, Pause("a dispute"), entries(Paused(True, "a dispute"))),
    Case("pausing twice", partial(table_of, THREE, Pause("a dispute")), Pause("another"), entries()),
    Case(
        "resuming",
        partial(table_of, THREE, Pause("a dispute")),
        Pause("settled", False),
        entries(Paused(False, "settled")),
    ),
    Case("closing twice", closed, CloseTable(), entries()),
    Case(
        "voiding",
        banked,
        Void("a card fell"),
        lambda state: [RoundVoided("a card fell"), discarded(state, "the round was voided: a card fell")],
        (Shuffled,),
    ),
    Case(
        "voiding this round",
        banked,
        Void("a card fell", "0.1"),
        lambda state: [RoundVoided("a card fell"), discarded(state, "the round was voided: a card fell")],
        (Shuffled,),
    ),
    Case(
        "another game",
        table_of,
        ChangeGame(JACKPOT),
        lambda state: [discarded(state, "the table plays another game"), game_set(JACKPOT)],
        (Shuffled,),
    ),
    Case(
        "a jackpot of the house",
        partial(table_of, JACKPOT),
        ChangeGame(JACKPOT, {"galaxy": "Galaxy"}),
        lambda state: [discarded(state, "the table plays another game"), game_set(JACKPOT, galaxy="Galaxy")],
        (Shuffled,),
    ),
    Case("another game after a shoe", begun_shoe, ChangeGame(THREE), entries(game_set(THREE)), (Shuffled,)),
    Case("the same game", table_of, ChangeGame(THREE), entries()),
    Case(
        "a display",
        partial(table_of, JACKPOT),
        ReadMeter("galaxy", 700, "why"),
        entries(MeterRead("galaxy", 700, "why")),
    ),
    Case("a round", table_of, StartRound(), lambda state: [RoundStarted(opening(state))]),
    Case(
        "a round for some",
        partial(table_of, THREE, Join("cy", 500)),
        StartRound((Spot.at(2, "bob"), Spot.at(1, "ann"))),
        lambda state: [RoundStarted(opening(state))],
    ),
    Case(
        "a round with seeds",
        partial(table_of, THREE, AddSeed("bob", "lucky")),
        StartRound(),
        lambda state: [RoundStarted(opening(state))],
    ),
    Case(
        "a round with other cards",
        table_of,
        StartRound(shuffle=OTHER),
        lambda state: [
            discarded(state, "other cards are dealt"),
            Shuffled(OTHER.kept()),
            RoundStarted(opening(state, OTHER)),
        ],
    ),
]


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.name)
def test_a_command_leaves_exactly_these_entries_and_they_alone_change_the_state(case):
    table = case.table()
    second = evolved(stored(table.log))
    assert second == table.state, "the log tells the state before"
    expected = case.leaves(evolved(stored(table.log)))
    before = facts(table)
    assert decide(table.state, case.command, table.round) == expected
    assert facts(table) == before, "deciding changes nothing"
    kinds = {type(entry) for entry in expected}
    assert not expected or left_entry(type(case.command)) in kinds, "`leaves` of the command names another entry"
    left = table.do(case.command)
    assert list(left[: len(expected)]) == expected
    assert tuple(type(entry) for entry in left[len(expected) :]) == case.follows
    assert table.log == (*before[-1], *left)
    assert evolved(stored(left), second) == table.state
    assert Table.from_log(stored(table.log), find).state == table.state


def test_every_command_is_covered():
    missing = set(get_args(Command)) - {type(case.command) for case in ACCEPTED} - {OpenTable}
    assert not missing, f"add a case to ACCEPTED, above, for {names(missing)}"


# -- opening a table ---------------------------------------------------------------------------------------------------


def test_opening_a_table_sets_its_game():
    assert decide(None, OpenTable(THREE, {}, "table 7", False, "1")) == [game_set(THREE)]
    linked = GameSet(JACKPOT.slug, RulesOf.game(JACKPOT), None, True, "table 7", {"galaxy": "Galaxy"})
    assert decide(None, OpenTable(JACKPOT, {"galaxy": "Galaxy"}, "table 7")) == [linked]
    state = evolve(None, linked, find)
    assert (state.game, state.name, state.money, state.seed) == (JACKPOT, "table 7", True, None)
    assert (state.links, state.stacks, state.ready) == ({"galaxy": "Galaxy"}, {}, None)
    assert table_of(THREE).log[0] == game_set(THREE)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (OpenTable(THREE, {}, "table 7", True, "1"), "a money table takes no seed"),
        (OpenTable(THREE, {"galaxy": "Galaxy"}, "table 7"), "has no jackpot galaxy on its layout. Its jackpots: none"),
        (OpenTable(THREE, {}, "two\nlines"), "table must be one line of text"),
    ],
)
def test_an_impossible_table_is_not_opened(command, why):
    with pytest.raises(ValueError, match=why):
        decide(None, command)


def test_a_table_must_be_opened_before_other_commands():
    for case in ACCEPTED:
        with pytest.raises(CardroomError, match="This table is not open yet"):
            decide(None, case.command)
    with pytest.raises(CardroomError, match="table 7 is already open"):
        decide(table_of().state, OpenTable(THREE, {}, "table 7"))


# -- the log -----------------------------------------------------------------------------------------------------------


def test_every_entry_occurs():
    """The commands above and the end of a round leave every kind of entry except the snapshot, which starts a log."""
    seen = set()
    for case in ACCEPTED:
        table = case.table()
        table.do(case.command)
        seen |= {type(entry) for entry in table.log}
    table = over()
    seen |= {type(entry) for entry in table.log}
    state = table.state
    table.snapshot()
    seen |= {type(entry) for entry in table.log}
    missing = set(get_args(Entry)) - seen
    assert not missing, f"add a case to ACCEPTED, above, that leaves {names(missing)}"
    assert Table.from_log(stored(table.log), find).state == state


def test_impossible_log_entries_are_rejected():
    log = table_of().log
    for forged, error in (
        ((Joined("cy", 3, 500),), "a log must start with the game"),
        ((*log, Left("zed", 500)), "zed"),
        ((*log, ToppedUp("zed", 500)), "zed"),
        ((*log, CircleTaken("bob", 4, taken=False)), "not in list"),
        ((*log, "a text"), "str is not an entry"),
    ):
        with pytest.raises((ValueError, KeyError), match=error):
            Table.from_log(forged, find)
    with pytest.raises(ValueError, match="the log is empty"):
        Table.from_log((), find)
