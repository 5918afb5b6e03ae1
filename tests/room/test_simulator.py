"""The simulated room with failures, and with planted faults, each of which the simulator must find."""

import os
from collections import Counter

import pytest
from msgspec.structs import replace

from cardroom.house.cage.two_persons import TwoPersonRule
from cardroom.house.tables import table as tables
from cardroom.play.table import Join, UseDefault, decide
from cardroom.room import committer, feed, live, messages, room, viewers
from cardroom.room.messages import Accepted
from cardroom.show.pictures import cache
from cardroom.web.orders import Orders, order_of
from support.sampling import PROOF
from support.simulator import World, Wrong, lived

SEEDS = range(int(os.environ.get("CARDROOM_SEEDS", "10000")) if PROOF else 16)

PARTS = 2
"""Single worlds differ, so totals over many worlds are checked."""


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_simulated_rooms_keep_all_promises(part):
    counts = Counter()
    for seed in SEEDS[part::PARTS]:
        counts += lived(seed)
    print(dict(counts))
    assert counts["SubmitAnswer"] > 5 * len(SEEDS[part::PARTS])
    assert counts["died"]
    assert counts["failed after"]
    assert counts["kept together"]
    assert counts["links used"]
    assert counts["withheld"]
    assert counts["approved"]
    assert counts["void waits"]


def tells_first(patch):
    """Confirm requests before they are committed."""
    receive = room.Room.receive

    def early(self, now, line, message):
        effects = [room.Send(line, Accepted(message.id))] if hasattr(message, "id") else []
        return effects + receive(self, now, line, message)

    patch.setattr(room.Room, "receive", early)


def loses_defaults(patch):
    """Never use a default."""
    wanted = live.LiveTable._wanted
    patch.setattr(
        live.LiveTable,
        "_wanted",
        lambda self, *now: (do for do in wanted(self, *now) if not isinstance(do.command, UseDefault)),
    )


def two_writers(patch):
    """Do not wait for a table's running commit."""

    def busy_or_not(self, now):
        self.busy = None
        return following(self, now)

    following = live.LiveTable.next
    patch.setattr(live.LiveTable, "next", busy_or_not)


def another_key(patch):
    """Retry failed commits with a new key."""
    failed = live.LiveTable.failed

    def anew(self, now):
        failed(self, now)
        self.busy = self.busy._replace(key=f"{self.busy.key} again")

    patch.setattr(live.LiveTable, "failed", anew)


def forgets_what_failed(patch):
    """Do not retry failed commits."""
    patch.setattr(live.LiveTable, "failed", lambda self, now: None)


def other_eyes(patch):
    """Show all viewers what the first viewer may see."""

    def first(self, round, bettor):
        return picture(self, round, bettor and round.spots[0].bettor)

    picture = live.LiveTable._picture
    patch.setattr(live.LiveTable, "_picture", first)


def old_pictures(patch):
    """Draw each viewer's picture of a round once, and never again."""

    def first(self, round, bettor):
        if round is not drawn.get((self.name, "round")):
            drawn.clear()
            drawn[self.name, "round"] = round
        return drawn.get((self.name, bettor)) or drawn.setdefault((self.name, bettor), picture(self, round, bettor))

    drawn, picture = {}, live.LiveTable._picture
    patch.setattr(live.LiveTable, "_picture", first)


def old_own_parts(patch):
    """Draw each viewer's own parts of a round once, and never again."""
    patch.setattr(cache._Viewer, "_is_concerned", lambda *_: False)


def no_updates(patch):
    """Send each viewer the first scene, and no change of it."""
    patch.setattr(viewers.Viewers, "update", lambda self, live: [])


def any_question(patch):
    """Take an answer for any open question."""
    patch.setattr(decide, "_check_question", lambda *_: None)


def anybody_orders(patch):
    """Let any user give orders of the floor."""
    patch.setattr(room.Room, "_refusal", lambda *_: "")


def double_chips(patch):
    """Put twice the chips on the table."""
    command_of = messages.command_of

    def doubled(message, who):
        done = command_of(message, who)
        return Join(done.bettor, 2 * done.cents, done.seat) if isinstance(done, Join) else done

    patch.setattr(room, "command_of", doubled)


def repeats(patch):
    """Carry out repeated requests again."""
    patch.setattr(tables, "check_same", lambda *_: None)
    do = tables.HouseTable.do
    patch.setattr(tables.HouseTable, "do", lambda self, command, who="", key=None, note=None: do(self, command, who))


def wrong_base(patch):
    """Restart the numbers of scenes after a reconnect."""
    message = feed.Feed.message
    patch.setattr(feed.Feed, "message", lambda self, scene, _: message(self, scene, self.seq + 1))


def exchanged(patch):
    """Mix up the outcomes of commits in one transaction."""
    do_all = committer.Committer.do_all
    patch.setattr(committer.Committer, "do_all", lambda self, dos: do_all(self, dos)[::-1])


def changes_seeds(patch):
    """A table shows a seed that was invented after the bets."""
    common = live.LiveTable.common

    def shown(self):
        scene = common(self)
        bets = self._committed is not None and self._committed.state.answers
        return replace(scene, seeds=scene.seeds | {"eve": "found after the bets"}) if bets else scene

    patch.setattr(live.LiveTable, "common", shown)


def nobody_second(patch):
    """Pay out any amount without a second person."""
    patch.setattr(TwoPersonRule, "_needs_second", lambda *_: False)


def approves_own(patch):
    """Let anybody approve any request."""

    def check(self, number, who):
        request = self.requests.open(number)
        return request, order_of(request)

    patch.setattr(Orders, "check_approval", check)


FAULTS = (
    nobody_second,
    approves_own,
    changes_seeds,
    tells_first,
    loses_defaults,
    two_writers,
    another_key,
    forgets_what_failed,
    other_eyes,
    any_question,
    anybody_orders,
    double_chips,
    repeats,
    wrong_base,
    exchanged,
)


@pytest.mark.sampled(16)
@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault, monkeypatch):
    fault(monkeypatch)
    for seed in range(40):
        try:
            World(seed, trouble=3.0).run(120)
        except Exception as error:
            print(f"seed {seed}: {error}")
            return
    pytest.fail(f"nobody notices: {fault.__doc__}")


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("fault", [old_pictures, old_own_parts, no_updates])
def test_a_scene_that_is_not_redrawn_is_found_in_every_world(fault, monkeypatch):
    fault(monkeypatch)
    for seed in range(60 if PROOF else 2):
        with pytest.raises(Wrong):
            World(seed, trouble=3.0).run(120)
