"""One live table: who asks for what, whose time is running, and what is to be kept next.

A table does one thing at a time. While the books write it down, requests wait here, and nobody looks at the table. It
is long because its clocks, its requests and what is shown of it all hang on what is being kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardroom.errors import Fault
from cardroom.play.asks import Ask
from cardroom.play.game import Game
from cardroom.play.round import Round
from cardroom.play.table import Table
from cardroom.room.acts import Act, Answer, Close, Default, Do, Join, Leave, Start, StepAway, Void
from cardroom.room.keeper import Kept
from cardroom.room.listed import displays, printed
from cardroom.room.messages import Answers, Circle, CloseTable, Mix, Quit, Sit, TopUp
from cardroom.room.requests import Request, act_of
from cardroom.room.settings import Settings
from cardroom.show.picture import Picture
from cardroom.show.picture_cache import PictureCache

__all__ = ["BOT", "CLOCK", "Live"]

CLOCK = "clock"
"""Who acts when nobody does."""
FLOOR = "floor"
BOT = "bot "
"""How the names of bots begin, and of nobody else: whoever looks at a table can tell them from people."""

PATIENCE = 2
"""Seconds that a round may be late because people want something."""
_BETWEEN = (Sit, TopUp, Quit, Circle, Mix, CloseTable)
"""What waits until the round is over."""


class Live:
    """A table."""

    def __init__(self, name: str, settings: Settings, kept: Kept | None = None) -> None:
        self.name, self.settings = name, settings
        self._kept = kept
        self.busy: Do | None = None
        """What is being kept."""
        self._for: Request | None = None
        """Who asked for it."""
        self.requests: list[Request] = []
        self.queue: list[str] = []
        """Who waits for a seat ..."""
        self.offers: dict[str, float] = {}
        """... and who is offered one, until when."""
        self.gone: dict[str, float] = {}
        """Who sits here without a line to the room, since when."""
        self.closing = self.draining = False
        self.stopped = ""
        """Why no more rounds of this game are dealt."""
        self.barred: frozenset[str] = frozenset()
        """Who may not play: they are paid out between rounds."""
        self.broken = ""
        """Why the round cannot go on."""
        self._due: dict[tuple[str, str], float] = {}
        """When the time is over, by spot and question."""
        self._spare: dict[str, float] = {}
        """Seconds that everybody has left beyond those for each answer."""
        self._away: dict[str, float] = {}
        """Who is away, since when."""
        self._late: dict[str, int] = {}
        """How often somebody was late in turn."""
        self._starts: float | None = None
        self._pictures: dict[str | None, Picture] = {}
        """Of the round as it is, by viewer ..."""
        self._drawing: PictureCache | None = None
        """... and what was drawn of it before."""
        self._again: float | None = None
        """When what failed is tried again, and how often it was."""
        self._tries = 0
        self._hold = 0.0
        """Until when nothing is done by the clock but answering, because the last such thing was refused."""
        self._listed: dict[str, Any] = {}
        """The table as the lobby has it, and who sits there, as they were when nothing was being kept."""
        self.seated: tuple[str, ...] = ()
        self._look()

    @property
    def table(self) -> Table | None:
        """The table as it is kept; nobody looks at it while something is being kept."""
        return self._kept.table if self._kept and not self.busy else None

    @property
    def playing(self) -> Game:
        """What is played here, or was while something is being kept."""
        if self._kept is None:
            raise Fault(f"{self.name} is not open yet")
        return self._kept.table.game

    @property
    def game(self) -> str:
        """The slug of what is played here; nothing before the table is open."""
        return self._kept.table.game.slug if self._kept else ""

    def _look(self) -> None:
        """See who sits here, and what the lobby is to list, as long as nothing is being kept."""
        if self._kept is not None:
            table = self._kept.table
            self.seated = tuple(table.stacks)
            self._listed = {
                **printed(table.game.rules),
                "name": self.name,
                "state": self._state(table),
                "taken": len(table.seats),
                "free": self.free(),
                "people": [{"name": who} | each for who, each in self._people(table).items()],
                "stopped": self.stopped,
                "waiting": len(self.queue),
                "rounds": table.rounds,
                "round": table.round_id,
                **displays(table),
            }

    def summary(self) -> dict[str, Any]:
        """The table as the lobby lists it; while something is being kept, as it was before."""
        if self.busy is None:
            self._look()
        return self._listed or {"name": self.name, "state": "opening"}

    # -- what is to be kept next ------------------------------------------------------------------------------------

    def next(self, now: float) -> Do | None:
        """What is to be kept now, if anything is."""
        if self.busy is not None:
            if self._again is None or now < self._again:
                return None
            self._again = None
            return self.busy
        if self._kept is None:
            return None
        self._set_clocks(now)
        if self._hold <= now:
            self._hold = 0.0
        self.busy = next(self._wanted(self._kept.table, now), None)
        return self.busy

    def begin(self, do: Do, request: Request) -> None:
        """Keep this before all else: the table is not there yet."""
        self.busy, self._for = do, request

    def _wanted(self, table: Table, now: float) -> Iterator[Do]:
        """What could be done now, the most urgent first: what is asked for is answered, whoever talks in between."""
        yield from self._asked_for(table, [each for each in self.requests if self._answers(table, each)])
        for (spot, question), due in self._due.items():
            if due <= now:
                yield self._by_clock(f"{spot} {question}", Default(spot, question))
        if not (self._hold or table.round or self.broken):
            for who in table.stacks:
                if who in self.barred:  # whatever others want: no round is dealt to them
                    yield self._by_clock(f"leave {who}", Leave(who), FLOOR)
        late = self._starts is not None and self._starts + PATIENCE <= now
        if late and not (self._hold or table.round or self.closing or self.broken):
            yield self._by_clock("start", Start())
        yield from self._asked_for(table, self.requests)
        if self._hold:
            return
        for who in self._lost(table, now):
            yield self._by_clock(f"away {who}", StepAway(who))
        if table.round is not None or self.broken:
            return
        if self.closing:
            for who in table.stacks:
                yield self._by_clock(f"leave {who}", Leave(who), FLOOR)
            self._for = next((each for each in self.requests if isinstance(each.message, CloseTable)), None)
            who, why = (self._for.who, self._for.message.why) if self._for else (FLOOR, "")
            yield self._by_clock("close", Close(why), who)
        for who in table.stacks:
            if self._away.get(who, now) + self.settings.leave <= now:
                yield self._by_clock(f"leave {who}", Leave(who), FLOOR)
        if self._starts is not None and self._starts <= now and not self.closing:
            yield self._by_clock("start", Start())

    def _asked_for(self, table: Table, requests: list[Request]) -> Iterator[Do]:
        """What people want, in the order in which they said so."""
        for request in requests:
            if isinstance(request.message, CloseTable) or (table.round and isinstance(request.message, _BETWEEN)):
                continue
            self._for = request
            yield Do(self.name, act_of(request), request.who, request.key)
        self._for = None

    def _answers(self, table: Table, request: Request) -> bool:
        """Whether this answers a question that waits, by whom it was asked."""
        said = request.message
        if not isinstance(said, Answers) or (said.spot, said.question) not in self._due or table.round is None:
            return False
        return table.round.spot(said.spot).bettor == request.who

    def _by_clock(self, what: str, act: Act, who: str = CLOCK) -> Do:
        lines = self._kept.lines if self._kept else 0
        return Do(self.name, act, who, f"/{who}/{self.name}/{lines}/{what}")  # begins as nobody's request does

    def _lost(self, table: Table, now: float) -> Iterator[str]:
        """Who is to be taken for away."""
        for who in table.stacks:
            often = self._late.get(who, 0) >= self.settings.misses
            long = who in self.gone and self.gone[who] + self.settings.grace <= now
            if (often or long) and who not in table.away:
                yield who

    # -- what came of it ----------------------------------------------------------------------------------------------

    def kept(self, kept: Kept, now: float) -> Request | None:
        """It is kept; gives who asked for it."""
        done = self._end(kept)
        match done.act if done else None:
            case Default(spot):
                who = kept.round.spot(spot).bettor if kept.round else ""
                self._late[who] = self._late.get(who, 0) + 1
                self._spare[who] = 0
            case Answer(who, spot, question) if (spot, question) in self._due:  # else it was kept before
                self._spare[who] = min(self._spare_of(who), max(0, self._due[spot, question] - now))
                self._late.pop(who, None)
            case StepAway(who):
                self._late.pop(who, None)
            case Leave(who):
                self.gone.pop(who, None)
                self._late.pop(who, None)
                self._spare.pop(who, None)
            case Start() | Void():
                self._starts, self.broken = None, ""
        return self._settled(done)

    def refused(self, kept: Kept | None, now: float) -> Request | None:
        """It may not be; gives who asked for it."""
        done = self._end(kept)
        if done and isinstance(done.act, Start):
            self._starts = now + self.settings.again
        if done and isinstance(done.act, Leave):
            self._away.pop(done.act.bettor, None)
        if done and isinstance(done.act, Default):
            self._due.clear()  # the question is another one
        elif done and self._for is None and not isinstance(done.act, Start):
            self._hold = now + self.settings.again  # what is done by the clock is not tried again at once
        return self._settled(done)

    def failed(self, now: float) -> None:
        """The books could not be written: it is tried again, later each time."""
        self._tries += 1
        self._again = now + min(0.05 * 2**self._tries, 5.0)

    def _end(self, kept: Kept | None) -> Do | None:
        done, self.busy, self._again, self._tries = self.busy, None, None, 0
        if kept is None or self._kept is None or kept.lines != self._kept.lines:
            self._pictures = {}
        elif kept.round is None:  # the table was made anew from its book: what all see of the round before stays
            kept = kept._replace(round=self._kept.round)
        self._kept = kept
        within = done is not None and isinstance(done.act, Answer | Default)
        if not (within and kept and self._is_listed(kept.table)):
            self._look()
        return done

    def _is_listed(self, table: Table) -> bool:
        """Whether the lobby has this round, and that it is played: within it the list is made when it is asked for."""
        return (self._listed.get("round"), self._listed.get("state")) == (table.round_id, self._state(table))

    def _settled(self, done: Do | None) -> Request | None:
        request, self._for = self._for, None
        if request is not None and request in self.requests:
            self.requests.remove(request)
        if done and isinstance(done.act, Join | Leave):
            self.offers.pop(request.who if request else "", None)
        return request

    # -- clocks -------------------------------------------------------------------------------------------------------

    def _set_clocks(self, now: float) -> None:
        """Let the time run for whoever is asked, and until the next round."""
        if self._kept is None:
            return
        table = self._kept.table
        asked = {}
        for ask in table.round.waiting if table.round and not self.broken else ():
            question = ask.spot, table.question(ask.spot)
            who = table.round.spot(ask.spot).bettor if table.round else ""
            asked[question] = self._due.get(question, now + self.settings.act + self._spare_of(who))
        self._due = asked
        self._away = {who: self._away.get(who, now) for who in table.stacks if who in table.away}
        stops = table.halted or table.ended or self.closing or self.draining or self.stopped
        people = [who for who in table.stacks if not who.startswith(BOT) and who not in table.away | table.out]
        idle = table.round is None and not stops and not table.missing and people
        if not idle:
            self._starts = None
        elif self._starts is None:
            self._starts = now + self.settings.between

    def _spare_of(self, who: str) -> float:
        return self._spare.get(who, self.settings.bank)

    def wakes(self) -> float | None:
        """When something may be to do though nobody says anything."""
        if self.busy is not None:
            return self._again
        table = self.table
        grace = [at + self.settings.grace for who, at in self.gone.items() if table and who not in table.away]
        leave = [
            at + self.settings.leave for at in self._away.values() if table and not table.round and not self.broken
        ]
        times = [*self.offers.values(), *([self._starts] if self._starts is not None else []), *grace, *leave]
        held = [max(at, self._hold) for at in times] + ([self._hold] if self._hold else [])
        return min([*self._due.values(), *held], default=None)

    # -- seats --------------------------------------------------------------------------------------------------------

    def free(self) -> int:
        """Seats that nobody sits at or is offered."""
        table = self.table
        if table is None or table.ended or self.closing:
            return 0
        return table.game.rules.seats.most - len(table.seats) - len(self.offers)

    def left(self) -> int:
        """Seats beyond those that are offered, as far as is known while something is being kept."""
        kept = self._kept
        return kept.table.game.rules.seats.most - len(kept.table.seats) - len(self.offers) if kept else 0

    def offer(self, now: float) -> Iterator[str]:
        """Offer free seats to those who wait the longest; who has not come in time is out of the queue."""
        if self.table is None:
            return
        for who in [who for who, until in self.offers.items() if until <= now]:
            del self.offers[who]
        while self.queue and self.free() > 0:
            who = self.queue.pop(0)
            if who not in self.table.stacks:
                self.offers[who] = now + self.settings.offer
                yield who

    def asked(self) -> list[tuple[str, Ask, str]]:
        """Whom the table waits for, for what, under which number."""
        table = self.table
        if table is None or table.round is None or self.broken:
            return []
        spots = table.round
        return [(spots.spot(ask.spot).bettor, ask, table.question(ask.spot)) for ask in spots.waiting]

    # -- what is seen -------------------------------------------------------------------------------------------------

    def common(self) -> dict[str, Any]:
        """The table without its cards: as long as this is the same, so is what anybody is shown."""
        if self._kept is None:
            return {"name": self.name, "state": "opening"}
        table = self._kept.table
        return {
            "name": self.name,
            "game": table.game.slug,
            "title": table.game.rules.name,
            "state": self._state(table),
            "lines": self._kept.lines,
            "people": self._people(table),
            "starts": self._starts,
            "clock": {spot: due for (spot, _), due in self._due.items()},
            "waiting": len(self.queue),
            "commitment": table.commitment,
        }

    def _people(self, table: Table) -> dict[str, dict[str, Any]]:
        """Who sits or stands here, and how they are there."""
        seated = [*((who, seat, False) for who, seat in table.seats.items())]
        seated += [(who, seat, True) for who, seat in table.behind.items()]
        return {
            who: {
                "seat": seat,
                "behind": behind,
                "stack": table.stacks[who],
                "out": who in table.out,
                "away": who in table.away,
                "here": who not in self.gone,
                "bot": who.startswith(BOT),
            }
            for who, seat, behind in seated
        }

    def gone_since(self) -> dict[str, float]:
        """Since when each who is not there is away, or has no line to the room."""
        return self._away | self.gone

    def own(self, viewer: str) -> dict[str, Any]:
        """The cards as somebody sees them, and what they are asked."""
        round = self._kept.round if self._kept else None
        if round is None:
            return {"spare": 0, "questions": {}, "picture": None} if self._kept else {}
        spots = {each.id for each in round.spots if each.bettor == viewer}
        return {
            "spare": self._spare_of(viewer) if spots else 0,
            "questions": {spot: question for spot, question in self._due if spot in spots},
            "picture": self._picture(round, viewer if spots else None),
        }

    def _picture(self, round: Round, viewer: str | None) -> Picture:
        if viewer not in self._pictures:
            drawing = self._drawing if self._drawing and self._drawing.round is round else PictureCache(round)
            self._drawing = None  # if it fails, nothing is drawn over what is half done
            self._pictures[viewer] = drawing.of(viewer)
            self._drawing = drawing
        return self._pictures[viewer]

    def _state(self, table: Table) -> str:
        if table.ended:
            return "closed"
        if self.broken:
            return "broken"
        if self.closing or table.halted:
            return "closing" if self.closing else "halted"
        if self.stopped and not table.round:
            return "stopped"
        return "playing" if table.round else "waiting" if table.missing else "between"
