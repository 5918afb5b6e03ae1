"""Why a table refuses commands, and that a refusal changes nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import msgspec
import pytest

from cardroom.cards.shuffle import About, Shuffle
from cardroom.errors import InvariantError
from cardroom.play import Answer, Choice, Spot, Table, ask
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
)
from cardroom.play.table.decide import decide
from cardroom.play.table.log import Answered, RoundVoided, SeedAdded, Shuffled, ShuffleDiscarded
from support.situations import (
    CIRCLES,
    JACKPOT,
    OTHER,
    POKER,
    THREE,
    banked,
    begun_shoe,
    chain_of,
    chained,
    closed,
    facts,
    looked_at,
    names,
    nobody,
    over,
    started,
    stored,
    table_of,
)

BETWEEN = "This is possible only between rounds"
ABSENT = "zed does not sit here. Players here: ann, bob"
GONE = "This table is closed permanently"

BOBS_LINK = chain_of("bob").reveal()


def seeded_chains():
    """A table with chains, at which ann has added words."""
    table = chained()
    table.do(AddSeed("ann", "lucky"))
    return table


REFUSED: dict[str, tuple[Callable[[], Table], Any, str]] = {
    "a taken seat": (table_of, Join("cy", 500, 1), "Seat 1 is taken or does not exist. Free seats: 3, 4"),
    "no such seat": (table_of, Join("cy", 500, 99), "Seat 99 is taken or does not exist"),
    "seat 0": (table_of, Join("cy", 500, 0), "Seat 0 is taken or does not exist"),
    "joining twice": (table_of, Join("ann", 500), "'ann' already sits here"),
    "a name of the house": (table_of, Join("bank", 500), "'bank' cannot be the name of a player"),
    "half a cent": (table_of, Join("cy", 0.5), "chips must be whole cents, zero or more, not 0.5"),
    "true": (table_of, Join("cy", True), "chips must be whole cents, zero or more, not True"),
    "a debt": (table_of, Join("cy", -1), "chips must be whole cents, zero or more, not -1"),
    "too few chips": (partial(table_of, POKER), Join("cy", 500), "buy in for"),
    "behind where nobody stands": (table_of, Join("cy", 500, 2, True), "from behind a seat"),
    "joining in a round": (started, Join("cy", 500), BETWEEN),
    "joining a closed table": (closed, Join("cy", 500), GONE),
    "chips of a stranger": (table_of, TopUp("zed", 500), ABSENT),
    "fewer chips": (table_of, TopUp("ann", -1), "chips must be whole cents"),
    "chips in a round": (started, TopUp("ann", 500), BETWEEN),
    "the seat of a stranger": (table_of, TakeSeat("cy", 500, "zed"), "zed has no seat at this table"),
    "two seats": (table_of, TakeSeat("ann", 500, "bob"), "'ann' already sits here"),
    "a seat with too few chips": (partial(table_of, POKER), TakeSeat("cy", 500, "bob"), "buy in for"),
    "a seat in a round": (started, TakeSeat("cy", 500, "bob"), BETWEEN),
    "a stranger leaves": (table_of, Leave("zed"), ABSENT),
    "leaving in a round": (started, Leave("ann"), BETWEEN),
    "a stranger sits out": (table_of, SitOut("zed"), ABSENT),
    "a stranger steps away": (table_of, StepAway("zed"), ABSENT),
    "a stranger returns": (table_of, Return("zed"), ABSENT),
    "a circle of a stranger": (partial(table_of, CIRCLES), TakeCircle("zed", 4), ABSENT),
    "a taken circle": (partial(table_of, CIRCLES), TakeCircle("ann", 2), "one circle"),
    "no second circles": (table_of, TakeCircle("ann", 4), "no second circle"),
    "a circle in a round": (partial(started, CIRCLES), TakeCircle("bob", 4), BETWEEN),
    "a seed of a stranger": (table_of, AddSeed("zed", "lucky"), ABSENT),
    "two seeds": (partial(table_of, THREE, AddSeed("ann", "lucky")), AddSeed("ann", "luckier"), "already added a seed"),
    "a seed nobody can read": (table_of, AddSeed("ann", "\x1b"), "cannot be printed"),
    "a seed too late": (looked_at, AddSeed("ann", "lucky"), "too late for a seed"),
    "a seed for a begun shoe": (begun_shoe, AddSeed("ann", "lucky"), "This shoe has been dealt from"),
    "a seed in a round": (started, AddSeed("ann", "lucky"), BETWEEN),
    "a chain of a stranger": (table_of, CommitChain("zed", "ab" * 32), ABSENT),
    "a chain that is no hash": (table_of, CommitChain("ann", "lucky"), "must be 64 digits"),
    "a chain in capitals": (table_of, CommitChain("ann", "AB" * 32), "must be 64 digits"),
    "links without a chain": (table_of, AskLinks(("ann",)), "ann has no seed chain at this table"),
    "links twice": (partial(chained, THREE, "ann"), AskLinks(("bob",)), "once for each shuffle"),
    "links of a begun shoe": (begun_shoe, AskLinks(()), "before its first card"),
    "links after words": (seeded_chains, AskLinks(("ann",)), "ann has already added a seed"),
    "another link": (partial(chained, THREE, "ann"), AddSeed("ann", "ab" * 32), "is not the next link"),
    "words for a link": (partial(chained, THREE, "ann"), AddSeed("ann", "lucky"), "is not the next link"),
    "the anchor for a link": (
        partial(chained, THREE, "ann"),
        AddSeed("ann", chain_of("ann").anchor),
        "is not the next link",
    ),
    "words when links are asked for": (
        partial(chained, THREE, "ann"),
        AddSeed("bob", "lucky"),
        "Links are being revealed",
    ),
    "a link of another player": (partial(chained, THREE, "ann"), AddSeed("bob", BOBS_LINK), "Links are being revealed"),
    "a link that nobody asked for": (table_of, AddSeed("ann", BOBS_LINK), "came too late for its shuffle"),
    "the coach without a round": (table_of, UseCoach("ann", "1", "0.1.0"), "That question is closed"),
    "the coach for another player": (started, UseCoach("bob", "1", "0.1.0"), "This question is for another player"),
    "an answer without a round": (table_of, SubmitAnswer("ann", "1", None, "bank"), "No round is being played"),
    "another player's answer": (
        started,
        SubmitAnswer("bob", "1", None, "bank", 10_000),
        "for another player",
    ),
    "an answer of a stranger": (
        started,
        SubmitAnswer("zed", "1", None, "bank", 10_000),
        "for another player",
    ),
    "an answer out of turn": (
        started,
        SubmitAnswer("bob", "2", None, "fold"),
        "Spot 2 is not asked now",
    ),
    "no such action": (
        started,
        SubmitAnswer("ann", "1", None, "fly"),
        "'fly' is not possible now: choose bank or pass",
    ),
    "too much": (
        started,
        SubmitAnswer("ann", "1", None, "bank", 10**9),
        r"bank: \$10,000,000 is not between \$5 and \$500",
    ),
    "an old question": (banked, SubmitAnswer("bob", "2", "0.1.1", "sit-out"), "That question is closed"),
    "a question without a round": (table_of, SubmitAnswer("bob", "2", "0.1.0", "sit-out"), "That question is closed"),
    "a default without a round": (table_of, UseDefault("1"), "No round is being played"),
    "a default of nobody": (started, UseDefault("2"), "Spot 2 is not asked now"),
    "a default of an old question": (banked, UseDefault("2", "0.0.0"), "That question is closed"),
    "closing on players": (table_of, CloseTable(), "ann, bob must leave first"),
    "closing in a round": (started, CloseTable(), BETWEEN),
    "voiding nothing": (table_of, Void("why"), "there is no round to void"),
    "voiding a round that is over": (partial(over, finish=False), Void("why"), "this one is done, finish it"),
    "voiding another round": (banked, Void("why", "1.2"), "That round is over"),
    "voiding an old round": (over, Void("why", "0.1"), "That round is over"),
    "a game without seats": (
        partial(table_of, THREE, *(Join(name, 500) for name in ("cy", "dee", "eve", "flo", "gus"))),
        ChangeGame(JACKPOT),
        "four-card-frenzy has seats 1 to 6, not 1, 2, 3, 4, 5, 6, 7",
    ),
    "no such jackpot": (table_of, ChangeGame(JACKPOT, {"big": "Big"}), "has no jackpot big on its layout"),
    "another game in a round": (started, ChangeGame(JACKPOT), BETWEEN),
    "a display of nothing": (partial(table_of, JACKPOT), ReadMeter("big", 1, ""), "has no jackpot 'big'"),
    "a display below nothing": (partial(table_of, JACKPOT), ReadMeter("galaxy", -1, ""), "whole cents"),
    "a display in a round": (partial(started, JACKPOT), ReadMeter("galaxy", 1, ""), BETWEEN),
    "a round in a round": (started, StartRound(), BETWEEN),
    "a round while paused": (partial(table_of, THREE, Pause("a dispute")), StartRound(), "This table is paused"),
    "a round at a closed table": (closed, StartRound(), GONE),
    "a round for nobody": (nobody, StartRound(), "needs at least 2 seats taken, not 0"),
    "a round for a stranger": (table_of, StartRound((Spot.at(1, "zed"), Spot.at(2, "bob"))), "has no stack"),
    "a stranger's cards": (
        table_of,
        StartRound((Spot.at(1, "zed"), Spot.at(2, "bob")), OTHER),
        "has no stack for its bettor zed",
    ),
    "cards for money": (
        partial(table_of, THREE, money=True, seed=None),
        StartRound(shuffle=OTHER),
        "a money table deals only from the shuffle that it has committed to",
    ),
    "cards in a begun shoe": (begun_shoe, StartRound(shuffle=OTHER), "This shoe has been dealt from"),
    "cards for something else": (
        table_of,
        StartRound(shuffle=Shuffle.simulated(range(52), 1, about=About(table="table 8"))),
        "committed to for a different purpose",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_command_changes_nothing(name):
    make, command, why = REFUSED[name]
    table = make()
    before = facts(table)
    with pytest.raises(ValueError, match=why):
        decide(table.state, command, table.round)
    assert facts(table) == before
    with pytest.raises(ValueError, match=why):
        table.do(command)
    assert facts(table) == before


def fails_at_once(round):
    yield from round.clockwise("a bug")


def test_a_script_that_does_not_start_leaves_the_table_unchanged():
    """It fails after the entries are decided. Cards that were not dealt still take seeds."""
    table = table_of(msgspec.structs.replace(THREE, script=fails_at_once))
    before = facts(table)
    with pytest.raises(TypeError):
        table.do(StartRound(shuffle=OTHER))
    assert facts(table) == before
    assert table.do(AddSeed("ann", "in time")) == (SeedAdded("ann", "in time"),)
    state, log = table.state, table.log
    with pytest.raises(TypeError):
        table.do(StartRound())
    assert (table.state, table.log, table.round) == (state, log, None)


def fails_when_answered(round):
    yield ask("1", [Choice("go")], "go")
    raise InvariantError("a bug")


def test_an_answer_that_makes_the_script_fail_is_logged_and_the_round_can_be_voided():
    game = msgspec.structs.replace(THREE, script=fails_when_answered)
    table = started(game)
    log = table.log
    with pytest.raises(InvariantError, match="a bug"):
        table.do(SubmitAnswer("ann", "1", None, "go"))
    assert table.log == (*log, Answered(Answer("1", "go")))
    again = Table.from_log(stored(table.log), lambda *_: game)
    for each in (table, again):
        assert each.round.failed == "InvariantError: a bug"
        with pytest.raises(ValueError, match="has failed and will be voided"):
            each.do(SubmitAnswer("ann", "1", None, "go"))
        left = [type(entry) for entry in each.do(Void("the script failed"))]
        assert left == [RoundVoided, ShuffleDiscarded, Shuffled]
    assert again.state == table.state


def test_every_command_that_can_be_refused_is_covered():
    """A table can always be paused. Tests of opening a table are in `test_commands`."""
    missing = set(get_args(Command)) - {type(command) for _, command, _ in REFUSED.values()} - {OpenTable, Pause}
    assert not missing, f"add to REFUSED why a table refuses {names(missing)}, or name it here if it never does"
