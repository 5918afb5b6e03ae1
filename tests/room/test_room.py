"""A card room, step by step: what it commits, what it sends, when it must be woken."""

from itertools import count

import msgspec
import pytest

import cardroom
from cardroom.errors import InputError, InvariantError
from cardroom.house import House, HouseTable
from cardroom.house.audit.store import audit
from cardroom.house.tables.recall import Recall
from cardroom.play.table import (
    ChangeGame,
    CloseTable,
    Join,
    Leave,
    OpenTable,
    Pause,
    Return,
    SitOut,
    StartRound,
    SubmitAnswer,
    TopUp,
    Void,
)
from cardroom.room import Commit, CommitFailed, Committer, Person, Room, Send, TableTiming
from cardroom.room.feed import apply_change
from cardroom.room.live import LiveTable, Request
from cardroom.room.messages import (
    Accepted,
    Denied,
    NewTable,
    Offered,
    Queue,
    Scene,
    ScenePatch,
    Unwatch,
    Watch,
    request,
)
from cardroom.room.room import MOST_UNSHOWN, NEEDS_SECOND
from cardroom.room.timing import BANK_MEMORY
from cardroom.show import picture
from cardroom.show.words import round_words as words
from cardroom.web.halls.table_directory import HALL as PLAY_MONEY
from support.simulator import wire

SLOW = TableTiming(answer_time=20, time_bank=10, pause_between=5, disconnect_grace=60, offer_time=15)
GAME = "heads-up-holdem"


class Hall:
    """A room with its house. Everything works, and the test sets the time."""

    def __init__(self, tmp_path, slug=GAME, **rules):
        self.house = House.at(tmp_path / "room.db", create=True)
        for name in ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal"):
            self.house.cage.deposit(name, 1_000_000, who="cage", key=name)
        self.now, self.received, self.scenes, self._ids = 0.0, {}, {}, 0
        self.begin("e1")
        self.connect("floor", floor=True)
        self.open("floor", cardroom.game(slug, **rules))

    def begin(self, epoch):
        """Start a process."""
        self.committer = Committer(self.house)
        tables = self.committer.open_tables()
        self.room = Room(epoch, tables, dict.fromkeys(tables, SLOW))
        self.run(self.room.begin(self.now))

    def run(self, effects):
        """Run the effects of the room immediately."""
        for effect in effects:
            if isinstance(effect, Commit):
                self.run(self.room.committed(self.now, effect.table, self.committer.do(effect)))
            else:
                self.received.setdefault(effect.connection, []).append(effect.message)
                match effect.message:
                    case Scene(scene=scene):
                        self.scenes[effect.connection] = wire(scene)
                    case ScenePatch():
                        self.scenes[effect.connection] = apply_change(
                            self.scenes[effect.connection], msgspec.convert(wire(effect.message), ScenePatch)
                        )

    def connect(self, *names, floor=False):
        for name in names:
            self.run(self.room.connect(self.now, name, Person(name, floor)))
            self.run(self.room.receive(self.now, name, Watch("table")) if "table" in self.room.tables else [])

    def ask(self, who, message, **given):
        """Send a message. Return the reply, if there is one immediately."""
        self._ids += 1
        before = len(self.received.get(who, ()))
        self.run(self.room.receive(self.now, who, self._message(message, **given)))
        answers = [each for each in self.received.get(who, [])[before:] if isinstance(each, Accepted | Denied)]
        return answers[0] if answers else None

    def _message(self, kind, **given):
        if issubclass(kind, Queue):
            return kind("table", **given)
        return request(kind, "table", f"{self._ids}", **given)

    def open(self, who, game):
        """Open the table."""
        self.run(self.room.receive(self.now, who, NewTable("table", "open", OpenTable(game, name="table"), SLOW)))

    def house_rules(self, **rules):
        """Play under other house rules from the next round on."""
        live = self.room.tables["table"]
        live.requests.append(Request("floor", "rules", ChangeGame(cardroom.game(live.game, **rules))))
        self.run(self.room._continue(live, self.now))

    def pass_time(self, seconds):
        """Advance the time."""
        until = self.now + seconds
        while (wakes := self.room.wakes) is not None and wakes <= until:
            self.now = max(self.now, wakes)
            self.run(self.room.wake(self.now))
        self.now = until

    @property
    def table(self):
        return self.room.tables["table"].state

    @property
    def round(self):
        return self.room.tables["table"].round

    def answer(self, who, action, value=None):
        """Answer a player's question."""
        [(spot, question)] = self.scenes[who]["questions"].items()
        return self.ask(who, SubmitAnswer, spot=spot, question=question, action=action, value=value)


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    hall = Hall(tmp_path)
    yield hall
    assert audit(hall.house.books).holds
    hall.house.books.store.close()


def dealt(hall, *names):
    """Seat players, and deal a round."""
    hall.connect(*names)
    for name in names:
        assert isinstance(hall.ask(name, Join, cents=50_000), Accepted)
    hall.pass_time(SLOW.pause_between)
    assert hall.round is not None


def test_the_last_round_stays_visible_after_a_table_is_rebuilt(hall):
    dealt(hall, "ann")
    while hall.round is not None:
        hall.pass_time(SLOW.answer_time + SLOW.time_bank)
    seen = hall.scenes["ann"]["picture"]
    assert seen["over"]
    hall.committer.forget("table")  # like after a failed commit
    assert isinstance(hall.ask("ann", TopUp, cents=10**9), Denied)
    assert hall.round is None
    live = hall.room.tables["table"]
    assert hall.scenes["ann"]["picture"] == seen == wire(live.scene("ann"))["picture"]


def test_a_round_is_dealt_with_enough_players_after_the_pause(hall):
    hall.connect("ann")
    hall.ask("ann", Join, cents=50_000)
    assert hall.scenes["ann"]["state"] == "between"
    hall.pass_time(SLOW.pause_between - 0.1)
    assert hall.round is None
    hall.pass_time(0.1)
    assert hall.scenes["ann"]["state"] == "playing"


def test_the_scene_carries_the_hash_of_the_last_record(hall):
    dealt(hall, "ann")
    assert hall.scenes["ann"]["head"] == ""
    while hall.round is not None:
        hall.pass_time(SLOW.answer_time + SLOW.time_bank)
    head = hall.scenes["ann"]["head"]
    recall = Recall(hall.house.books)
    [number] = [each.number for each in recall.of_table("table").rounds]
    assert head == recall.round("table", number).record().hash
    hall.pass_time(SLOW.pause_between)
    assert hall.round is not None
    assert hall.scenes["ann"]["head"] == head == hall.table.opening.previous, "while the next round is played"


def test_the_default_is_used_when_the_time_bank_runs_out(hall):
    dealt(hall, "ann", "bob")
    seen = hall.scenes["bob"]["lines"]
    hall.pass_time(SLOW.answer_time + SLOW.time_bank - 0.1)
    assert hall.scenes["bob"]["lines"] == seen
    hall.pass_time(0.2)
    assert hall.scenes["bob"]["lines"] > seen
    assert hall.round is None, "nobody has bet"
    hall.pass_time(SLOW.pause_between + SLOW.answer_time)
    assert hall.table.away == {"ann", "bob"}, "late twice in turn, with no bank left"
    hall.ask("ann", Return)
    assert hall.table.away == {"bob"}


def test_an_answer_is_valid_only_for_its_question(hall):
    dealt(hall, "ann")
    [(spot, question)] = hall.scenes["ann"]["questions"].items()
    old = {"spot": spot, "question": question, "action": "bet", "value": {"ante": 500, "odds": 500}}
    assert isinstance(hall.ask("ann", SubmitAnswer, **old | {"question": "0.0.0"}), Denied)
    assert isinstance(hall.ask("ann", SubmitAnswer, **old), Accepted)
    assert hall.ask("ann", SubmitAnswer, **old).why == "That question is closed: it was answered, or time ran out."


def test_a_player_cannot_answer_for_another_player(hall):
    dealt(hall, "ann", "bob")
    [(spot, question)] = hall.scenes["ann"]["questions"].items()
    reply = hall.ask("bob", SubmitAnswer, spot=spot, question=question, action="pass")
    assert reply.why == "This question is for another player"
    assert spot not in hall.scenes["bob"]["questions"]


def test_a_repeated_request_takes_effect_once(hall):
    hall.connect("ann")
    for _ in range(2):
        hall.run(hall.room.receive(hall.now, "ann", request(Join, "table", "mine", 50_000)))
        hall.run(hall.room.receive(hall.now, "ann", request(TopUp, "table", "more", 10_000)))
    assert hall.table.stacks == {"ann": 60_000}
    assert hall.house.balance("ann") == 940_000
    assert [each.id for each in hall.received["ann"] if isinstance(each, Accepted)] == ["mine", "more"] * 2


def test_top_ups_and_leaving_wait_for_the_end_of_the_round(hall):
    dealt(hall, "ann")
    assert hall.ask("ann", TopUp, cents=10_000) is None
    assert hall.ask("ann", Leave) is None
    hall.answer("ann", "sit-out")
    assert [type(each) for each in hall.received["ann"] if isinstance(each, Accepted | Denied)] == [Accepted] * 4
    assert hall.table.stacks == {}
    assert hall.house.balance("ann") == 1_000_000


def test_free_seats_are_offered_to_those_who_have_waited_longest(hall):
    names = ("ann", "bob", "cy", "dee", "eve", "fay")
    hall.connect(*names, "gus", "hal")
    for name in names:
        hall.ask(name, Join, cents=50_000)
    assert isinstance(hall.ask("gus", Join, cents=50_000), Denied), "all seats are taken"
    for name in ("gus", "hal"):
        hall.run(hall.room.receive(hall.now, name, Queue("table")))
    assert hall.scenes["ann"]["waiting"] == 2
    hall.ask("ann", Leave)
    assert [each for each in hall.received["gus"] if isinstance(each, Offered)] == [Offered("table", SLOW.offer_time)]
    assert "Other players are waiting for this seat" in hall.ask("ann", Join, cents=50_000).why
    hall.pass_time(SLOW.offer_time)
    assert [each for each in hall.received["hal"] if isinstance(each, Offered)], "gus has not come"
    hall.pass_time(60)
    assert isinstance(hall.ask("hal", Join, cents=50_000), Accepted)


def test_only_the_floor_gives_orders(hall):
    dealt(hall, "ann")
    for order, given in ((Pause, {"why": "x"}), (CloseTable, {}), (Void, {"why": "x", "round": "0.1"})):
        assert hall.ask("ann", order, **given).why == "Only the floor may do this."


def test_a_paused_table_deals_no_rounds_until_resumed(hall):
    dealt(hall, "ann")
    hall.ask("floor", Pause, why="a drink was spilled")
    hall.answer("ann", "sit-out")
    hall.pass_time(500)
    assert hall.scenes["ann"]["state"] == "paused"
    assert hall.round is None
    hall.begin("e2")
    assert hall.table.paused, "after a crash too"
    hall.connect("floor", floor=True)
    hall.ask("floor", Pause, why="it is dry", paused=False)
    hall.connect("ann")
    hall.ask("ann", Return)
    hall.pass_time(SLOW.pause_between)
    assert hall.round is not None


def test_a_voided_round_returns_all_wagers(hall):
    dealt(hall, "ann")
    hall.answer("ann", "bet", {"ante": 500, "odds": 500})
    assert isinstance(hall.ask("floor", Void, why="a card was boxed", round=hall.table.round_id), Accepted)
    assert hall.table.stacks == {"ann": 50_000}


def test_a_void_that_waits_until_cards_are_dealt_needs_a_second_person(hall):
    """Bob's time is up at the moment of the order, so the cards are dealt before it."""
    dealt(hall, "ann", "bob")
    hall.run(hall.room.connect(hall.now, "flo", Person("flo", floor=True, alone=False)))
    hall.answer("ann", "bet", {"ante": 500, "odds": 500})
    first = hall.table.round_id
    hall.now += SLOW.answer_time + SLOW.time_bank
    assert hall.ask("flo", Void, why="a card was boxed", round=first).why == NEEDS_SECOND
    assert hall.table.round_id == first
    assert hall.round.view("ann").hand


def test_voiding_a_round_that_just_ended_does_not_void_the_next(hall):
    dealt(hall, "ann")
    first = hall.table.round_id
    hall.answer("ann", "sit-out")
    assert (hall.round, hall.table.round_id) == (None, "")
    for _ in range(2):  # between rounds, and while the next is played
        assert hall.ask("floor", Void, why="a card was boxed", round=first).why == "That round is over."
        hall.pass_time(SLOW.pause_between)
        hall.answer("ann", "bet", {"ante": 500, "odds": 500}) if hall.round else None
    second = hall.table.round_id
    assert second not in (first, "")
    message = request(Void, "table", "once", "a card was boxed", second)
    for _ in range(2):  # repeated with its id during a later round, it takes effect only once
        before = len(hall.received["floor"])
        hall.run(hall.room.receive(hall.now, "floor", message))
        assert Accepted("once") in hall.received["floor"][before:]
        hall.pass_time(SLOW.pause_between)
        assert hall.table.round_id not in (first, second, "")
    assert hall.table.stacks == {"ann": 50_000}


def test_a_closing_table_ends_its_round_pays_all_players_and_stays_closed(hall):
    dealt(hall, "ann", "bob")
    assert hall.ask("floor", CloseTable) is None
    hall.connect("cy")
    assert hall.ask("cy", Join, cents=50_000).why == "This table is closing. Choose another one."
    for name in ("ann", "bob"):
        hall.answer(name, "sit-out")
    assert hall.room.tables == {}
    assert (hall.house.balance("ann"), hall.house.balance("bob")) == (1_000_000, 1_000_000)
    assert hall.scenes["ann"]["state"] == "closed"
    hall.begin("e2")
    assert hall.room.tables == {}


def test_a_disconnected_player_is_marked_away_and_the_others_continue(hall):
    dealt(hall, "ann", "bob")
    hall.run(hall.room.disconnect(hall.now, "ann"))
    assert hall.scenes["bob"]["people"]["ann"]["here"] is False
    hall.answer("bob", "sit-out")
    hall.pass_time(SLOW.disconnect_grace + 1)
    assert "ann" in hall.table.away
    hall.connect("ann")
    assert hall.scenes["bob"]["people"]["ann"]["here"] is True


def test_a_guest_who_closes_the_page_leaves_a_play_money_seat_after_four_minutes(hall):
    hall.room.tables["table"].timing = PLAY_MONEY
    hall.connect("ann")
    hall.ask("ann", Join, cents=50_000)
    hall.run(hall.room.disconnect(hall.now, "ann"))
    hall.pass_time(59)
    assert not hall.table.away
    while hall.round is not None or not hall.table.away:
        hall.pass_time(1)
    away_since = hall.now
    assert away_since <= 61 + PLAY_MONEY.answer_time + PLAY_MONEY.time_bank
    hall.pass_time(178)
    assert "ann" in hall.table.stacks
    hall.pass_time(3)
    assert "ann" not in hall.table.stacks
    assert hall.house.balance("ann") == 1_000_000, "with all chips, since no bets were made"


def test_a_disconnection_during_a_commit_is_shown(hall):
    hall.connect("ann", "bob")
    hall.ask("ann", Join, cents=50_000)
    effects = hall.room.receive(hall.now, "bob", request(TopUp, "table", "none of mine", 5_000))
    [do] = [effect for effect in effects if isinstance(effect, Commit)]
    hall.run(hall.room.disconnect(hall.now, "ann"))
    hall.run(hall.room.committed(hall.now, "table", hall.committer.do(do)))
    assert hall.scenes["bob"]["people"]["ann"]["here"] is False


def test_clients_cannot_use_the_timers_request_ids(hall):
    """Keys of requests begin with the author, so a player with the timer's name cannot stop it."""
    hall.connect("ann", "clock")
    hall.ask("ann", Join, cents=50_000)
    lines = hall.scenes["ann"]["lines"]
    hall.house.cage.deposit("clock", 50_000, who="cage", key="for clock")
    hall.run(hall.room.receive(hall.now, "clock", request(TopUp, "table", f"table/{lines}/start", 5)))
    hall.house.cage.deposit("clock", 5, who="cage", key=f"clock/table/{lines}/start")
    hall.pass_time(SLOW.pause_between)
    assert hall.round is not None


def test_a_failed_commit_is_not_announced_and_is_retried(hall):
    hall.connect("ann")
    real, fails = hall.committer.do, [CommitFailed("the disk is full")] * 3
    hall.committer.do = lambda do: fails.pop() if fails else real(do)
    assert hall.ask("ann", Join, cents=50_000) is None
    assert "ann" not in hall.scenes["ann"]["people"]
    hall.pass_time(2)
    assert not fails
    assert "ann" in hall.scenes["ann"]["people"]


def test_after_a_crash_a_round_continues_and_returning_players_see_it(hall):
    dealt(hall, "ann")
    hall.answer("ann", "bet", {"ante": 500, "odds": 500})
    before = hall.scenes["ann"]["picture"]
    hall.begin("e2")
    hall.connect("ann")
    assert hall.scenes["ann"]["picture"] == before
    assert hall.scenes["ann"]["questions"]


def test_a_draining_room_finishes_rounds_and_deals_no_more(hall):
    dealt(hall, "ann")
    hall.run(hall.room.drain(hall.now))
    assert not hall.room.quiet
    hall.answer("ann", "sit-out")
    hall.pass_time(500)
    assert hall.room.quiet
    opening = NewTable("another", "1", OpenTable(cardroom.game(GAME), name="another"), SLOW)
    assert [type(send.message) for send in hall.room.receive(hall.now, "floor", opening)] == [Denied]


def test_a_returning_viewer_gets_the_missed_patches_or_the_whole_scene(hall):
    hall.connect("ann", "bob")
    hall.ask("ann", Join, cents=50_000)
    seen = [each for each in hall.received["bob"] if isinstance(each, Scene | ScenePatch)]
    again = hall.room.receive(hall.now, "bob", Watch("table", "e1", seen[0].seq))
    assert [send.message for send in again] == seen[1:]
    for epoch, seq in (("e0", seen[0].seq), ("e1", 10**6), ("e1", 0)):
        [send] = hall.room.receive(hall.now, "bob", Watch("table", epoch, seq))
        assert wire(send.message.scene) == hall.scenes["bob"]


def test_a_released_table_is_silent_and_another_room_continues_it(hall):
    hall.connect("ann")
    hall.ask("ann", Join, cents=20_000)
    counts = len(hall.received["ann"])
    hall.room.release("table")
    hall.room.release("table")  # no matter who asks
    assert hall.room.wakes is None
    hall.pass_time(100)
    assert len(hall.received["ann"]) == counts
    other = Room("e2")
    other.stop(hall.now, {"all": "a fault"})
    other.bar(hall.now, {"ann": "asked for it"})
    tables = Committer(hall.house).open_tables(["table"])["table"]
    effects = other.take(hall.now, "table", tables, SLOW)
    live = other.tables["table"]
    assert live.stopped == "a fault"
    assert live.gone == {"ann": hall.now}  # until her connection is known here
    assert [effect.command for effect in effects] == [Leave("ann")]  # a barred player is paid out here too
    assert other.receive(hall.now, "a line that is gone", Watch("table")) == []


def answering(hall, *names):
    """All players answer while the first answer is being committed. Return the first commit."""
    answers = {}
    for name in names:
        [(spot, question)] = hall.scenes[name]["questions"].items()
        answers[name] = request(SubmitAnswer, "table", f"answer of {name}", spot, question, "sit-out")
    (first,) = hall.room.receive(hall.now, names[0], answers[names[0]])
    assert [hall.room.receive(hall.now, name, answers[name]) for name in names[1:]] == [[]] * (len(names) - 1)
    return first


def test_queued_answers_are_committed_together_before_anyone_is_notified(hall):
    dealt(hall, "ann", "bob", "cy")
    first = answering(hall, "ann", "bob")
    (second,) = hall.room.committed(hall.now, "table", hall.committer.do(first))
    effects = hall.room.committed(hall.now, "table", hall.committer.do(second))
    kinds = [(type(each.message), each.connection) for each in effects]
    assert kinds[-2:] == [(Accepted, "ann"), (Accepted, "bob")]
    assert sorted(kinds[:-2], key=str) == [(ScenePatch, name) for name in ("ann", "bob", "cy")]


def test_an_answer_is_accepted_even_if_the_next_commit_fails(hall):
    dealt(hall, "ann", "bob")
    first = answering(hall, "ann", "bob")
    hall.room.committed(hall.now, "table", hall.committer.do(first))
    effects = hall.room.committed(hall.now, "table", CommitFailed("full"))
    assert [(type(each.message), each.connection) for each in effects] == [(Accepted, "ann")]


def test_an_answer_is_confirmed_on_the_players_current_connection(hall):
    dealt(hall, "ann", "bob")
    first = answering(hall, "ann", "bob")
    (second,) = hall.room.committed(hall.now, "table", hall.committer.do(first))
    hall.room.disconnect(hall.now, "ann")
    hall.room.connect(hall.now, "another line", Person("ann"))
    effects = hall.room.committed(hall.now, "table", hall.committer.do(second))
    replies = [each for each in effects if isinstance(each, Send) and isinstance(each.message, Accepted)]
    assert [(each.connection, each.message.id) for each in replies] == [
        ("another line", "answer of ann"),
        ("bob", "answer of bob"),
    ]


def test_frequent_messages_do_not_delay_the_display_of_a_table(hall):
    dealt(hall, "ann", "bob")
    hall.connect("cy")
    do = answering(hall, "ann")
    for number in range(1, 3 * MOST_UNSHOWN):
        hall.room.receive(
            hall.now, "cy", request(SubmitAnswer, "table", f"{number}", "1", "0.0.0", "fold")
        )  # no one has asked
        *sent, do = hall.room.committed(hall.now, "table", hall.committer.do(do))
        if Send("ann", Accepted("answer of ann")) in sent:
            break
    assert number == MOST_UNSHOWN
    assert {each.connection for each in sent if isinstance(each.message, ScenePatch)} == {"ann", "bob", "cy"}


def test_an_error_in_drawing_for_one_viewer_does_not_stop_the_game(hall, monkeypatch):
    dealt(hall, "ann", "bob")
    scene = LiveTable.scene
    faulty, failed = {"bob"}, []

    def drawn(live, viewer, common):
        if viewer in faulty:
            failed.append(viewer)
            raise RuntimeError("a fault of ours")
        return scene(live, viewer, common)

    monkeypatch.setattr(LiveTable, "scene", drawn)
    assert isinstance(hall.ask("ann", SitOut), Accepted)
    assert failed
    hall.answer("ann", "sit-out")
    hall.pass_time(SLOW.answer_time + SLOW.time_bank)
    assert hall.round is None, "and the clock went on for bob"
    faulty.clear()
    hall.ask("bob", Return)
    assert hall.scenes["bob"]["people"]["ann"]["out"], "what was missed is seen when it can be shown again"


def test_viewers_without_a_spot_share_each_message(hall):
    hall.connect("cy", "dee")
    dealt(hall, "ann", "bob")
    hall.answer("ann", "bet", {"ante": 500, "odds": 500})
    ann, cy, dee = (hall.received[name][-1] for name in ("ann", "cy", "dee"))
    assert cy is dee, "it is encoded once"
    assert ann is not cy
    assert hall.scenes["cy"]["picture"] == wire(picture(hall.round.view()))


def test_a_viewer_who_sits_down_or_leaves_is_sent_patches(hall):
    hall.connect("cy")
    dealt(hall, "ann", "bob")
    hall.ask("cy", Join, cents=50_000)
    for joins in (True, False):
        while hall.round is not None:
            hall.pass_time(SLOW.answer_time + SLOW.time_bank)
            hall.ask("ann", Return)
        if not joins:
            hall.ask("cy", Leave)
        before = len(hall.received["cy"])
        while hall.round is None:
            hall.pass_time(1)
            hall.ask("ann", Return)
        assert joins == any(spot.bettor == "cy" for spot in hall.round.spots)
        assert not any(isinstance(each, Scene) for each in hall.received["cy"][before:])
        assert hall.scenes["cy"]["picture"] == wire(picture(hall.round.view("cy" if joins else None)))


def test_a_viewer_who_joins_during_a_rejected_commit_sees_the_table(hall):
    hall.connect("ann", "bob")
    effects = hall.room.receive(hall.now, "ann", request(TopUp, "table", "none of mine", 5_000))
    [do] = [effect for effect in effects if isinstance(effect, Commit)]
    hall.connect("cy")
    assert "cy" not in hall.scenes
    hall.run(hall.room.committed(hall.now, "table", hall.committer.do(do)))
    assert isinstance(hall.received["ann"][-1], Denied)
    assert hall.scenes["cy"] == hall.scenes["bob"]


def test_a_repeated_answer_uses_no_time(hall):
    dealt(hall, "ann", "bob")
    [(spot, question)] = hall.scenes["ann"]["questions"].items()
    message = request(SubmitAnswer, "table", "mine", spot, question, "bet", {"ante": 500, "odds": 500})
    for _ in range(2):
        hall.run(hall.room.receive(hall.now, "ann", message))
    assert [each.id for each in hall.received["ann"] if isinstance(each, Accepted)][-2:] == ["mine", "mine"]
    hall.answer("bob", "bet", {"ante": 500, "odds": 500})
    assert hall.scenes["ann"]["spare"] == SLOW.time_bank


def leaves(hall, who):
    """Let a player leave. The round goes on without answers until it is over."""
    hall.ask(who, Leave)
    while who in hall.room.tables["table"].state.stacks:
        hall.pass_time(1)


@pytest.mark.parametrize(("gone", "left"), [(0, 0), (BANK_MEMORY - 60, 0), (BANK_MEMORY, SLOW.time_bank)])
def test_leaving_for_less_than_an_hour_does_not_refill_the_time_bank(hall, gone, left):
    dealt(hall, "ann")
    hall.pass_time(SLOW.answer_time + SLOW.time_bank)
    leaves(hall, "ann")
    hall.pass_time(gone)
    assert isinstance(hall.ask("ann", Join, cents=50_000), Accepted)
    hall.pass_time(SLOW.pause_between)
    assert hall.scenes["ann"]["spare"] == left


def test_time_banks_of_players_who_left_long_ago_are_forgotten(hall):
    dealt(hall, "ann", "bob")
    hall.pass_time(SLOW.answer_time + SLOW.time_bank)
    leaves(hall, "ann")
    leaves(hall, "bob")
    hall.pass_time(BANK_MEMORY)
    dealt(hall, "cy")
    hall.pass_time(SLOW.answer_time + SLOW.time_bank)
    leaves(hall, "cy")
    live = hall.room.tables["table"]
    assert live._banks._left.keys() == live._banks._parted.keys() == {"cy"}


def test_a_viewer_sees_a_table_that_is_again_as_when_last_watched(hall):
    dealt(hall, "ann", "bob")
    hall.run(hall.room.receive(hall.now, "bob", Unwatch("table")))
    hall.run(hall.room.disconnect(hall.now, "ann"))  # the last viewer
    hall.connect("cy")
    assert hall.scenes["cy"]["people"]["ann"]["here"] is False
    hall.run(hall.room.connect(hall.now, "ann", Person("ann")))
    assert hall.scenes["cy"]["people"]["ann"]["here"] is True


def test_a_failed_drawing_is_redrawn(hall, monkeypatch):
    dealt(hall, "ann", "bob")
    original = words.cards_sentence
    cards = count()

    def fails_once(*args):
        if next(cards) == 3:
            raise RuntimeError("a fault of ours")
        return original(*args)

    monkeypatch.setattr(words, "cards_sentence", fails_once)
    for name in ("ann", "bob"):
        hall.answer(name, "bet", {"ante": 500, "odds": 500})
    assert next(cards) > 4
    hall.run(hall.room.receive(hall.now, "floor", Queue("table")))
    for name in ("ann", "bob"):
        assert hall.scenes[name]["picture"] == wire(picture(hall.round.view(name)))


def test_a_round_that_cannot_start_breaks_nothing_and_is_retried_later(hall, monkeypatch):
    hall.connect("ann")
    do, tried = HouseTable.do, []

    def starts(table, command, *args):
        if isinstance(command, StartRound):
            tried.append(hall.now)
            if len(tried) < 3:
                raise InvariantError("the deck is one card short")
        return do(table, command, *args)

    monkeypatch.setattr(HouseTable, "do", starts)
    hall.ask("ann", Join, cents=50_000)
    hall.pass_time(SLOW.pause_between)
    assert hall.scenes["ann"]["state"] != "broken", "there is no round to void"
    hall.pass_time(10 * SLOW.retry_delay)
    assert hall.round is not None
    assert tried[1] - tried[0] >= SLOW.retry_delay


def test_a_rejected_timer_command_is_not_retried_immediately(hall, monkeypatch):
    dealt(hall, "ann")
    hall.answer("ann", "sit-out")
    tried = []

    do = HouseTable.do

    def leaves(table, command, *args):
        if isinstance(command, Leave):
            tried.append(hall.now)
            raise InputError("not now")
        return do(table, command, *args)

    monkeypatch.setattr(HouseTable, "do", leaves)
    hall.run(hall.room.bar(hall.now, {"ann": "a quarrel"}))
    hall.pass_time(5)
    assert 1 < len(tried) <= 5


def test_a_person_who_is_no_player_any_more_stands_up_after_the_round_and_may_give_orders(hall):
    dealt(hall, "ann", "bob")
    hall.run(hall.room.bar(hall.now, {}, ["ann", "floor"]))
    assert "ann" in hall.table.stacks, "the round goes on"
    hall.pass_time(60)
    assert "ann" not in hall.table.stacks
    assert isinstance(hall.ask("floor", Pause, why="a spill"), Accepted)


def test_a_barred_player_is_paid_out_before_the_next_round_despite_other_requests(hall, monkeypatch):
    dealt(hall, "ann", "bob")
    hall.run(hall.room.bar(hall.now, {"ann": "they asked for it"}))
    for _ in range(12):
        assert hall.ask("bob", TopUp, cents=100) is None  # it waits for the end of the round
    keep = hall.committer.do

    def slowly(do):
        hall.now += 1
        return keep(do)

    monkeypatch.setattr(hall.committer, "do", slowly)
    first = hall.table.round_id
    while hall.round is None or hall.table.round_id == first:
        hall.pass_time(1)
    assert [*hall.table.stacks] == ["bob"]


def test_applying_a_patch_changes_neither_the_old_scene_nor_the_patch():
    old = {"pot": 5, "seats": [{"bets": [1, 2]}, {"bets": []}], "gone": {"x": 1, "y": 2}}
    bets = [3]
    changes = [(["seats", 0, "bets", 2], 3), (["seats", 0, "bets", 0], 9), (["seats", 1, "bets"], bets)]
    changes += [(["seats", 1, "bets", 1], 4), (["seats", 2], {"bets": [7]}), (["seats", 2, "bets", 0], 8)]
    change = ScenePatch("table 7", "e", 1, 2, changes, [["gone", "x"]])
    encoded, before = msgspec.json.encode(change), msgspec.json.encode(old)
    new = apply_change(old, change)
    assert new == {"pot": 5, "seats": [{"bets": [9, 2, 3]}, {"bets": [3, 4]}, {"bets": [8]}], "gone": {"y": 2}}
    assert (msgspec.json.encode(change), msgspec.json.encode(old), bets) == (encoded, before, [3])


def test_the_lobbys_entry_is_the_same_object_until_something_in_it_changes(hall):
    dealt(hall, "ann", "bob")
    live = hall.room.tables["table"]
    changes = {
        "gone": lambda: hall.run(hall.room.disconnect(hall.now, "ann")),
        "back": lambda: hall.connect("ann"),
        "queue": lambda: hall.connect("gus") or hall.run(hall.room.receive(hall.now, "gus", Queue("table"))),
        "stop": lambda: hall.run(hall.room.stop(hall.now, {GAME: "a new deck"})),
        "answer": lambda: hall.answer("bob", "sit-out"),
        "end": lambda: hall.answer("ann", "sit-out"),
        "chips": lambda: hall.ask("ann", TopUp, cents=5_000),
        "out": lambda: hall.ask("ann", SitOut),
        "rules": lambda: hall.house_rules(minimum="$10"),
        "meter": lambda: live.readings.reads.update({"galaxy": 1}),
        "pause": lambda: hall.ask("floor", Pause, why="a moment"),
        "close": lambda: setattr(live, "closing", True),
    }
    for name, change in changes.items():
        before = live.summary()
        assert live.summary() is before, "nothing has changed"
        change()
        shown = live.summary()
        live._listed_for = ()
        assert shown == live.summary(), name
        assert name == "answer" or shown != before, name
