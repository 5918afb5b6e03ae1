"""After every command, each viewer's patched scene equals one that is drawn from scratch."""

from cardroom.play.table import Join, Leave, Pause, Return, SitOut, StepAway, TakeCircle, TopUp, Void
from cardroom.room.messages import Denied, Watch
from room.test_room import SLOW, Hall
from support.simulator import drawn_anew


def test_scenes_equal_new_ones_after_every_command(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    hall = Hall(tmp_path, "pure-21.5-blackjack")
    hall.connect("ann", "bob", "cy", "dee")
    for name in ("ann", "bob"):
        hall.ask(name, Join, cents=50_000)

    def default():
        hall.pass_time(SLOW.answer_time + SLOW.time_bank)

    def between():
        while hall.round is not None:
            default()

    def deal():
        hall.pass_time(SLOW.pause_between)
        assert hall.round is not None

    commands = (
        lambda: hall.ask("ann", TakeCircle, seat=5),
        deal,
        lambda: hall.ask("cy", Join, cents=50_000),
        default,
        lambda: hall.ask("floor", Void, why="a card fell", round=hall.table.round_id),
        lambda: hall.ask("bob", Return),
        lambda: hall.ask("ann", TopUp, cents=5_000),
        lambda: hall.ask("ann", Return),
        deal,
        lambda: hall.ask("bob", StepAway),
        lambda: hall.run(hall.room.disconnect(hall.now, "cy")),
        lambda: hall.ask("floor", Pause, why="a moment"),
        lambda: hall.run(hall.room.receive(hall.now, "dee", Watch("table"))),
        between,
        lambda: hall.house_rules(minimum="$10"),
        lambda: hall.ask("bob", Leave),
        lambda: hall.connect("cy"),
        lambda: hall.ask("cy", SitOut, out=True),
        lambda: hall.ask("floor", Pause, why="on", paused=False),
        lambda: hall.ask("ann", Return),
        deal,
        default,
    )
    live = hall.room.tables["table"]
    for number, command in enumerate(commands):
        assert not isinstance(command(), Denied), number
        for viewer in {"ann", "bob", "cy", "dee"} & hall.room._connections.keys():
            assert hall.scenes[viewer] == drawn_anew(live, viewer), f"{viewer}, command {number}"
    hall.house.books.store.close()
