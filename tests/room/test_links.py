"""Links of seed chains at a live table: when they are asked for, who is asked, and that nobody can stall a deal."""

import json

import pytest

from cardroom.evidence import EvidenceKeeper
from cardroom.house.audit.store import audit
from cardroom.house.tables.recall import Recall
from cardroom.play.table import AddSeed, CommitChain, Join, Leave, Return, SitOut, StepAway
from cardroom.room.live import BOT
from cardroom.room.messages import Accepted, Denied
from cardroom.room.timing import ASKED_BEFORE, LINK_TIME
from cardroom.verifier import check_lines
from room.test_room import SLOW, Hall
from support.situations import chain_of

WAIT = SLOW.answer_time + SLOW.time_bank


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    hall = Hall(tmp_path)
    yield hall
    assert audit(hall.house.books).holds
    hall.house.books.store.close()


def sit(hall, *names):
    """Some sit down and publish chains."""
    hall.connect(*names)
    for who in names:
        assert isinstance(hall.ask(who, Join, cents=50_000), Accepted)
        assert isinstance(hall.ask(who, CommitChain, anchor=chain_of(who).anchor), Accepted)


def reveal(hall, who):
    return hall.ask(who, AddSeed, words=chain_of(who).reveal())


def asked(hall):
    """Let time go by until links are asked for."""
    hall.pass_time(SLOW.pause_between - ASKED_BEFORE)
    return hall.scenes["ann"]["asked"]


def test_chains_are_shown_when_players_sit_down_and_asked_for_before_the_deal(hall):
    sit(hall, "ann", "bob")
    scene = hall.scenes["bob"]
    assert scene["chains"] == {who: chain_of(who).anchor for who in ("ann", "bob")}
    assert scene["asked"] == {}
    assert asked(hall) == scene["chains"]
    assert hall.round is None


def test_a_round_starts_on_time_when_all_links_are_revealed(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    reveal(hall, "bob")
    assert hall.round is None
    hall.pass_time(ASKED_BEFORE)
    assert hall.round is not None
    scene = hall.scenes["ann"]
    assert scene["seeds"] == {who: chain_of(who).reveal() for who in ("ann", "bob")}
    assert scene["withheld"] == []
    assert scene["questions"], "the seeds are shown before the bets"


def test_links_are_shown_to_all_as_soon_as_they_are_stored(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    assert hall.scenes["bob"]["seeds"] == {"ann": chain_of("ann").reveal()}


def test_a_round_waits_for_a_link_only_for_a_while_and_shows_it_as_withheld(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    hall.pass_time(LINK_TIME - 0.1)
    assert hall.round is None
    hall.pass_time(0.1)
    assert hall.round is not None
    assert hall.scenes["ann"]["withheld"] == ["bob"]
    assert hall.scenes["ann"]["seeds"] == {"ann": chain_of("ann").reveal()}
    assert "bob" not in hall.scenes["ann"]["chains"], "bob must publish another chain"
    late = reveal(hall, "bob")
    assert isinstance(late, Denied), "it must not wait and count for the next shuffle"


def test_one_withheld_link_delays_one_round_only(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    hall.pass_time(LINK_TIME)
    hall.pass_time(WAIT)
    assert hall.round is None
    second = chain_of("ann")
    second.reveal()
    hall.pass_time(SLOW.pause_between - ASKED_BEFORE)
    assert [*hall.scenes["ann"]["asked"]] == ["ann"]
    hall.ask("ann", AddSeed, words=second.reveal())
    hall.pass_time(ASKED_BEFORE)
    assert hall.round is not None


def test_without_chains_a_round_starts_as_before(hall):
    hall.connect("ann")
    hall.ask("ann", Join, cents=50_000)
    hall.pass_time(SLOW.pause_between)
    assert hall.round is not None
    assert hall.scenes["ann"]["asked"] == {}


def test_only_players_who_are_there_are_asked(hall):
    sit(hall, "ann", "bob", "cy", "dee", "eve")
    hall.ask("bob", SitOut)
    hall.ask("cy", StepAway)
    hall.ask("dee", AddSeed, words="lucky")
    hall.run(hall.room.disconnect(hall.now, "eve"))
    assert [*asked(hall)] == ["ann"]


def test_a_chain_that_is_published_after_links_were_asked_for_does_not_count_yet(hall):
    """Its owner may have seen links of others."""
    sit(hall, "ann")
    asked(hall)
    sit(hall, "bob")
    assert [*hall.scenes["ann"]["asked"]] == ["ann"]
    assert isinstance(reveal(hall, "bob"), Denied)


def test_leaving_does_not_take_a_link_back(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    reveal(hall, "bob")
    hall.ask("bob", Leave)
    hall.pass_time(ASKED_BEFORE)
    assert [*hall.scenes["ann"]["seeds"]] == ["ann", "bob"]


def test_links_count_after_a_restart(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    hall.begin("e2")
    hall.connect("ann", "bob")
    assert isinstance(reveal(hall, "bob"), Accepted)
    hall.pass_time(SLOW.pause_between)
    assert hall.round is not None
    assert [*hall.scenes["ann"]["seeds"]] == ["ann", "bob"]


def test_bots_have_no_seeds(hall):
    """They are the house's: a seed of theirs would protect nobody."""
    sit(hall, "ann")
    bot = f"{BOT}Toad"
    hall.house.cage.deposit(bot, 100_000, who="play money", key="bot")
    hall.connect(bot)
    hall.ask(bot, Join, cents=50_000)
    assert isinstance(hall.ask(bot, CommitChain, anchor="ab" * 32), Denied)
    assert [*asked(hall)] == ["ann"]


def test_the_record_and_the_proof_of_a_live_round_hold(hall):
    sit(hall, "ann", "bob")
    asked(hall)
    reveal(hall, "ann")
    hall.pass_time(LINK_TIME)
    hall.pass_time(WAIT)
    recall = Recall(hall.house.books)
    [number] = [each.number for each in recall.of_table("table").rounds]
    recalled = recall.round("table", number)
    lines = [recalled.shuffle.transcript(), recalled.record()]
    assert recalled.record().opening.chains is not None
    found = check_lines([(str(at), text(each)) for at, each in enumerate(lines)])
    assert {each.verdict.word for each in found if each.kind != "open"} == {"holds"}


def text(value):
    return value.json() if hasattr(value, "json") else json.dumps(value, separators=(",", ":"))


def test_two_keepers_play_at_a_live_table(hall):
    """The clients of ann and bob mix by themselves: every round has both seeds, and none is late."""
    hall.connect("ann", "bob")
    keepers = {who: EvidenceKeeper("table", who) for who in ("ann", "bob")}
    for who in keepers:
        hall.ask(who, Join, cents=50_000)

    def mix():
        for who, keeper in keepers.items():
            for command in keeper.see(hall.scenes[who]):
                given = {name: getattr(command, name) for name in command.__struct_fields__ if name != "bettor"}
                assert isinstance(hall.ask(who, type(command), **given), Accepted)

    seeds = {}
    while len(seeds) < 4:
        mix()
        hall.pass_time(0.5)
        if hall.round is not None:
            seeds[hall.scenes["ann"]["commitment"]] = {*hall.scenes["ann"]["seeds"]}
        else:
            for who in {*keepers} & hall.table.away:
                hall.ask(who, Return)
    assert [*seeds.values()] == [{"ann", "bob"}] * 4
    shown = [note for note in keepers["ann"].rounds if note.seeds is not None]
    assert [(note.before, bool(note.head), len(note.asked), note.changed) for note in shown[:3]] == [
        (True, True, 2, False)
    ] * 3
