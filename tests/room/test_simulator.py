"""The room in a world where everything goes wrong; and with faults planted in it, each of which the world must find."""

import os
from collections import Counter

import pytest

from cardroom.house import tables
from cardroom.room import feed, keeper, live, room
from cardroom.room.messages import Accepted
from sampling import PROOF
from simulator import World, lived

SEEDS = range(int(os.environ.get("CARDROOM_SEEDS", "10000")) if PROOF else 32)

PARTS = 2
"""Worlds differ: of many together something is known."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_worlds_hold(part):
    counts = Counter()
    for seed in SEEDS[part::PARTS]:
        counts += lived(seed)
    print(dict(counts))
    assert counts["Answer"] > 5 * len(SEEDS[part::PARTS])
    assert counts["died"]
    assert counts["failed after"]
    assert counts["kept together"]


def tells_first(patch):
    """Whoever asks is told that it is kept before it is."""
    hear = room.Room.hear

    def told(self, now, line, message):
        said = [room.Send(line, Accepted(message.id))] if hasattr(message, "id") else []
        return said + hear(self, now, line, message)

    patch.setattr(room.Room, "hear", told)


def loses_defaults(patch):
    """Nobody's time is ever over."""
    wanted = live.Live._wanted
    patch.setattr(
        live.Live,
        "_wanted",
        lambda self, *now: (do for do in wanted(self, *now) if not isinstance(do.act, live.Default)),
    )


def two_writers(patch):
    """A table does not wait until what it does is kept."""

    def busy_or_not(self, now):
        self.busy = None
        return following(self, now)

    following = live.Live.next
    patch.setattr(live.Live, "next", busy_or_not)


def another_key(patch):
    """What failed is asked for under another key."""
    failed = live.Live.failed

    def anew(self, now):
        failed(self, now)
        self.busy = self.busy._replace(key=f"{self.busy.key} again")

    patch.setattr(live.Live, "failed", anew)


def forgets_what_failed(patch):
    """What failed is not tried again."""
    patch.setattr(live.Live, "failed", lambda self, now: None)


def other_eyes(patch):
    """Everybody sees what the first one may see."""

    def first(self, round, viewer):
        return picture(self, round, viewer and round.spots[0].bettor)

    picture = live.Live._picture
    patch.setattr(live.Live, "_picture", first)


def old_pictures(patch):
    """Pictures are kept from one step to the next."""

    def end(self, kept):
        pictures = self._pictures
        done = ended(self, kept)
        self._pictures = pictures
        return done

    ended = live.Live._end
    patch.setattr(live.Live, "_end", end)


def any_question(patch):
    """An answer counts for whatever is asked now."""
    patch.setattr(tables, "_check_question", lambda *_: None)


def anybody_orders(patch):
    """Anybody gives the floor's orders."""
    patch.setattr(room.Room, "_not_now", lambda *_: "")


def double_chips(patch):
    """Twice the chips come to the table."""
    act = live.act_of

    def doubled(request):
        done = act(request)
        return live.Join(done.bettor, 2 * done.cents, done.seat) if isinstance(done, live.Join) else done

    patch.setattr(live, "act_of", doubled)


def repeats(patch):
    """A request that comes again happens again."""
    patch.setattr(tables, "check_same", lambda *_: None)
    do = tables.HouseTable._do
    patch.setattr(
        tables.HouseTable, "_do", lambda self, act, who, key=None, asked=None: do(self, act, who, None, asked)
    )


def wrong_base(patch):
    """Changes are numbered anew by whoever comes back."""
    init = feed.Feed.__init__

    def from_one(self, table, epoch, _):
        init(self, table, epoch, iter(range(1, 10**6)))

    patch.setattr(feed.Feed, "__init__", from_one)


def exchanged(patch):
    """What came of things that are kept together is told of one another."""
    do_all = keeper.Keeper.do_all
    patch.setattr(keeper.Keeper, "do_all", lambda self, dos: do_all(self, dos)[::-1])


FAULTS = (
    tells_first,
    loses_defaults,
    two_writers,
    another_key,
    forgets_what_failed,
    other_eyes,
    old_pictures,
    any_question,
    anybody_orders,
    double_chips,
    repeats,
    wrong_base,
    exchanged,
)


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
