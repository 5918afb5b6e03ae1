"""One live table: its requests, its clocks, and what to commit next.

A table commits one command at a time. While a commit is running, requests wait here and the table is not read. This is
one file, because requests, clocks, seats and scenes all read the same state, and all of them must know whether a commit
is running.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import astuple

from cardroom.cards.chain import is_link
from cardroom.errors import InvariantError
from cardroom.house.cage import Approval
from cardroom.play.game import Game
from cardroom.play.round import Ask, Dealt, Round
from cardroom.play.table import (
    AddSeed,
    AskLinks,
    CloseTable,
    Command,
    Join,
    Leave,
    Return,
    StartRound,
    State,
    StepAway,
    SubmitAnswer,
    TakeSeat,
    UseDefault,
    Void,
)
from cardroom.room.committer import CLOCK, FLOOR, Commit, Committed
from cardroom.room.listed import ListedPlayer, ListedTable, displays, game_entry
from cardroom.room.meter_readings import MeterReadings
from cardroom.room.scene import SeatedPlayer, TableScene, TableStatus
from cardroom.room.timing import ASKED_BEFORE, LinkClock, Pace, TableTiming, TimeBanks, to_ask
from cardroom.show.pictures import Glimpse, Picture, PictureCache, glimpse, picture

__all__ = ["BOT", "LiveTable", "Request"]

BOT = "bot "
"""Prefix of bot names. Users cannot take such a name, so viewers can tell bots from people."""

WORD_EVERY = 10
"""Seconds between two words of one player."""

LATEST_START = 2
"""Seconds that a round may be late because requests wait."""


class Request(NamedTuple):
    """A command that a person asked for."""

    who: str
    id: str
    """Chosen by the client. The same id takes effect once."""
    command: Command
    order: str = ""
    """Where the reply goes, if the request is an order that has no connection."""
    approval: Approval | None = None
    """The approval of a second person, if the order needed one."""
    alone: bool = True
    """Whether a round may be voided after cards were dealt."""

    @property
    def key(self) -> str:
        """The id in the books."""
        return f"{self.who}/{self.id}"


class LiveTable:
    """A table that is being served."""

    def __init__(self, name: str, timing: TableTiming, committed: Committed | None = None) -> None:
        self.name, self.timing = name, timing
        self._committed = committed
        self.busy: Commit | None = None
        """The commit that is running."""
        self._for: Request | None = None
        """The request that it is for."""
        self.requests: list[Request] = []
        self.queue: list[str] = []
        """The waiting list."""
        self.offers: dict[str, float] = {}
        """Seats that are reserved for people on it, by name: until when."""
        self.gone: dict[str, float] = {}
        """Players without a connection, since when."""
        self.closing = self.draining = False
        self.visited = False
        """Whether anyone has looked at it since this process serves it."""
        self.stopped = ""
        """Why no rounds of this game are dealt."""
        self.barred: frozenset[str] = frozenset()
        """People who are barred or not players any more. They are paid out between rounds."""
        self.broken = ""
        """Why the round cannot continue."""
        self._due: dict[tuple[str, str], float] = {}
        """Deadlines by spot and question."""
        self._asked: dict[tuple[str, str | None], str] = {}
        """The player who is asked, by spot and question, since the last commit."""
        self._banks = TimeBanks()
        self._away: dict[str, float] = {}
        """Players who are away, since when."""
        self._timeouts: dict[str, int] = {}
        """Timeouts in a row, by player."""
        self._starts: float | None = None
        """When the next round starts, if all links are revealed by then."""
        self._pace = Pace()
        self._waits = False
        """Whether the next round waits for players to be ready."""
        self._links = LinkClock()
        self._cache: PictureCache | None = None
        """What was drawn of the round before."""
        self._common = TableScene(name, "opening")
        """What all viewers were shown last."""
        self._ended: Round | None = None
        """The last round that was played to its end."""
        self._last: tuple[Round, Glimpse] | None = None
        """What everybody saw at its end, with the round that it is of."""
        self._again: float | None = None
        """When a failed commit is retried."""
        self._tries = 0
        self._hold = 0.0
        """Until when the clocks start nothing but defaults, because their last command was refused."""
        self._spoke: dict[str, float] = {}
        """When people said a word, in the last seconds. It stays when they leave."""
        self.readings = MeterReadings()
        self._listed = ListedTable(name, "opening")
        """The lobby's entry, as of the last commit."""
        self._listed_for: tuple[Any, ...] = ()
        """What the entry was made from."""
        self.seated: tuple[str, ...] = ()
        """Players, as of the last commit."""
        self._list()

    @property
    def state(self) -> State | None:
        """The table's state; none while a commit is running."""
        return self._committed.state if self._committed and not self.busy else None

    @property
    def round(self) -> Round | None:
        """The round that is being played; none while a commit is running."""
        return self._open_round() if self.state is not None else None

    @property
    def playing(self) -> Game:
        """The game, also while a commit is running."""
        if self._committed is None:
            raise InvariantError(f"{self.name} is not open yet")
        return self._committed.state.game

    @property
    def game(self) -> str:
        """The slug of the game; empty before the table is open."""
        return self._committed.state.game.slug if self._committed else ""

    @property
    def linked(self) -> bool:
        """Whether it is linked to a house jackpot."""
        return self._committed is not None and bool(self._committed.state.links)

    def _list(self) -> None:
        """Update the lobby's entry, if it has changed. Most answers within a round do not change it."""
        if self._committed is None or (facts := self._listed_facts(self._committed.state)) == self._listed_for:
            return
        state, self._listed_for = self._committed.state, facts
        self.seated = tuple(state.stacks)
        meters, notices = displays(state, self.readings.reads)
        self._listed = msgspec.structs.replace(
            game_entry(state.game.rules),
            name=self.name,
            state=self._status(state),
            taken=len(state.seats),
            free=self.free(),
            people=tuple(
                ListedPlayer(who, **msgspec.structs.asdict(each)) for who, each in self._people(state).items()
            ),
            stopped=self.stopped,
            waiting=len(self.queue),
            rounds=state.rounds,
            round=state.round_id,
            meters=meters,
            notices=notices,
        )

    def summary(self) -> ListedTable:
        """The lobby's entry; while a commit is running, as it was before. It is the same object until it changes."""
        if self.busy is None:
            self._list()
        return self._listed

    def _listed_facts(self, state: State) -> tuple[Any, ...]:
        """What the lobby's entry depends on."""
        round = state.rounds, state.round_id, state.game, state.carry.meters
        flags = self._status(state), self.stopped, self.closing, len(self.queue), len(self.offers)
        people = state.seats, state.behind, state.stacks, state.out, state.away, tuple(self.gone)
        return *round, *flags, *people, tuple(self.readings.reads.items())

    # -- the next commit --------------------------------------------------------------------------------------------

    def next(self, now: float) -> Commit | None:
        """The commit to start now, if any."""
        if self.busy is not None:
            if self._again is None or now < self._again:
                return None
            self._again = None
            return self.busy
        if self._committed is None:
            return None
        self.busy = self._answer() or self._other(self._committed.state, now)
        return self.busy

    def _answer(self) -> Commit | None:
        """The first request that answers an open question, by the player who is asked. Nothing else comes before it."""
        for request in self.requests:
            command = request.command
            if isinstance(command, SubmitAnswer) and self._asked.get((command.spot, command.question)) == request.who:
                self._for = request
                return Commit(self.name, command, request.who, request.key)
        return None

    def _other(self, state: State, now: float) -> Commit | None:
        """What else to commit now, with clocks set for what is open since the last commit."""
        self._set_clocks(now)
        if self._hold <= now:
            self._hold = 0.0
        return self._answer() or next(self._wanted(state, now), None)

    def begin(self, commit: Commit, request: Request) -> None:
        """Open the table: the first commit."""
        self.busy, self._for = commit, request

    def _wanted(self, state: State, now: float) -> Iterator[Commit]:
        """Commits that could start now, the most urgent first."""
        for (spot, question), due in self._due.items():
            if due <= now:
                yield self._by_clock(f"{spot} {question}", UseDefault(spot, question))
        if not (self._hold or state.opening or self.broken):
            for who in state.stacks:
                if who in self.barred:  # before any request: no round is dealt to them
                    yield self._by_clock(f"leave {who}", Leave(who), FLOOR)
        deals = self._deals(state)
        due = deals is not None and deals <= now and not (state.opening or self.closing or self.broken)
        if due and self._starts is not None and self._starts + LATEST_START <= now and not self._hold:
            yield self._deal(state)
        yield from self._requested(state)
        if self._hold:
            return
        for who in self._absent(state, now):
            yield self._by_clock(f"away {who}", StepAway(who))
        if state.opening is not None or self.broken:
            return
        if self.closing:
            for who in state.stacks:
                yield self._by_clock(f"leave {who}", Leave(who), FLOOR)
            self._for = next((each for each in self.requests if isinstance(each.command, CloseTable)), None)
            command, who = (self._for.command, self._for.who) if self._for else (CloseTable(), FLOOR)
            yield self._by_clock("close", command, who)
        for who in state.stacks:
            if self._away.get(who, now) + self.timing.away_limit <= now:
                yield self._by_clock(f"leave {who}", Leave(who), FLOOR)
        if due:
            yield self._deal(state)

    def _deals(self, state: State) -> float | None:
        """When to ask for links, or to start the next round when they are revealed or withheld."""
        if self._starts is None:
            return None
        if to_ask(state, self.gone):
            return self._starts - ASKED_BEFORE
        return max(self._starts, self._links.due(state) or 0)

    def _deal(self, state: State) -> Commit:
        """The next step towards a round."""
        if asked := to_ask(state, self.gone):
            return self._by_clock("links", AskLinks(asked))
        return self._by_clock("start", StartRound())

    def _requested(self, state: State) -> Iterator[Commit]:
        """Requests in the order in which they came. Some wait until the round is over; closing waits for all."""
        for request in self.requests:
            command = request.command
            late = isinstance(command, AddSeed) and is_link(command.words)  # it is for the shuffle before: refuse it
            waits = state.opening is not None and command.between_rounds and not late
            if waits or isinstance(request.command, CloseTable):
                continue
            self._for = request
            command = self._instead_of_bot(command, state)
            yield Commit(self.name, command, request.who, request.key, request.approval)
        self._for = None

    def _instead_of_bot(self, command: Command, state: State) -> Command:
        """At a table for friends, a person gets the seat of the bot that sat longest, or of the bot at a named seat.

        The first person takes a free seat, if there is one: the bots are there to play with them.
        """
        if not (self.timing.friends and isinstance(command, Join)) or command.behind:
            return command
        if command.bettor.startswith(BOT) or command.bettor in state.stacks:
            return command
        bots = [who for who in state.stacks if who.startswith(BOT) and who in state.seats]  # in the order they came
        if command.seat is not None:
            bots = [who for who in bots if state.seats[who] == command.seat]
        elif len(bots) == len(state.stacks) and any(state.free_seats()):
            bots = []
        return TakeSeat(command.bettor, command.cents, bots[0]) if bots else command

    def _open_round(self) -> Round | None:
        """The round that is being played."""
        committed = self._committed
        return committed.round if committed and committed.state.opening is not None else None

    def _by_clock(self, what: str, command: Command, who: str = CLOCK) -> Commit:
        entries = self._committed.entries if self._committed else 0
        return Commit(self.name, command, who, f"/{who}/{self.name}/{entries}/{what}")  # no request starts with /

    def _absent(self, state: State, now: float) -> Iterator[str]:
        """Players who are to be marked away."""
        for who in state.stacks:
            often = self._timeouts.get(who, 0) >= self.timing.timeouts_allowed
            long = who in self.gone and self.gone[who] + self.timing.disconnect_grace <= now
            if (often or long) and who not in state.away:
                yield who

    # -- its outcome --------------------------------------------------------------------------------------------------

    def committed(self, committed: Committed, now: float) -> Request | None:
        """The commit succeeded; return the request that it was for."""
        done = self._end(committed)
        match done.command if done else None:
            case UseDefault(spot):
                who = committed.round.spot(spot).bettor if committed.round else ""
                self._timeouts[who] = self._timeouts.get(who, 0) + 1
                self._banks.answered(self.timing, who, spare=0)
            case SubmitAnswer(who, spot, str(question)) if (spot, question) in self._due:  # else it was a retry
                self._banks.answered(self.timing, who, spare=self._due[spot, question] - now)
                self._timeouts.pop(who, None)
            case StepAway(who) | Return(who):
                self._timeouts.pop(who, None)
            case Join(who):
                self._banks.arrive(who, now)
            case TakeSeat(who, instead_of=bot):
                self._banks.arrive(who, now)
                self._depart(bot, committed.state, now)
            case Leave(who):
                self._depart(who, committed.state, now)
            case StartRound() | Void():
                self._starts, self.broken = None, ""
        return self._finish(done)

    def _depart(self, who: str, state: State, now: float) -> None:
        """Stop the clocks of a player who leaves."""
        self.gone.pop(who, None)
        self._timeouts.pop(who, None)
        self._banks.depart(who, state.stacks, now)

    def refused(self, committed: Committed | None, now: float) -> Request | None:
        """The command was refused; return the request that it was for."""
        done = self._end(committed)
        command = done.command if done else None
        if isinstance(command, StartRound):
            self._starts = now + self.timing.retry_delay
        if isinstance(command, Leave):
            self._away.pop(command.bettor, None)
        if isinstance(command, UseDefault):
            self._due.clear()  # the question has changed
        elif command and self._for is None and not isinstance(command, StartRound):
            self._hold = now + self.timing.retry_delay  # what the clocks start is not retried immediately
        return self._finish(done)

    def failed(self, now: float) -> None:
        """The commit failed. It is retried, later each time."""
        self._tries += 1
        self._again = now + min(0.05 * 2**self._tries, 5.0)

    def _end(self, committed: Committed | None) -> Commit | None:
        done, self.busy, self._again, self._tries = self.busy, None, None, 0
        self._asked = {}
        if committed and self._committed and committed.entries == self._committed.entries and committed.round is None:
            committed = committed._replace(round=self._committed.round)  # rebuilt from its book: it stays on view
        self._committed = committed
        if committed is not None:
            self.readings.follow(committed.state)
            if committed.round is not None and committed.round.done:
                self._ended = committed.round
        self._list()
        return done

    def _finish(self, done: Commit | None) -> Request | None:
        request, self._for = self._for, None
        if request is not None and request in self.requests:
            self.requests.remove(request)
        if done and isinstance(done.command, Join | TakeSeat | Leave):
            self.offers.pop(request.who if request else "", None)
        return request

    def cards_seen(self, round_id: str | None) -> bool:
        """Whether a card of the round in progress was dealt, if it is this one.

        While a commit is running, a round counts as dealt.
        """
        if self._committed is None or self._committed.state.opening is None:
            return False
        if round_id not in (None, self._committed.state.round_id):
            return False
        round = self.round
        return round is None or any(isinstance(event, Dealt) for event in round.events)

    def late_voids(self) -> list[Request]:
        """Take out the requests to void a round that need a second person by now.

        Cards were dealt while they waited. Ask only between commits.
        """
        late = [
            each
            for each in self.requests
            if isinstance(each.command, Void) and self.needs_second(each.command, each.alone)
        ]
        for each in late:
            self.requests.remove(each)
        return late

    def needs_second(self, command: Void, alone: bool) -> bool:
        """Whether voiding a round needs a second person, who has not approved it."""
        return not (alone or self.broken) and self.cards_seen(command.round)

    # -- clocks -------------------------------------------------------------------------------------------------------

    def _set_clocks(self, now: float) -> None:
        """Set deadlines for open questions, and the start of the next round."""
        if self._committed is None:
            return
        state, due = self._committed.state, {}
        self._asked = {(ask.spot, number): who for who, ask, number in self._questions()}
        for (spot, number), who in self._asked.items():
            question = spot, str(number)
            due[question] = self._due.get(question, now + self.timing.answer_time + self._banks.left(self.timing, who))
        self._due = due
        self._away = {who: self._away.get(who, now) for who in state.stacks if who in state.away}
        stops = state.paused or state.closed or self.closing or self.draining or self.stopped
        absent = state.away | state.out
        people = [who for who in state.stacks if not who.startswith(BOT) and who not in absent]
        idle = state.opening is None and not stops and not state.missing and people
        self._pace.follow(state.opening is not None, now)
        alone = not state.rounds and self._pace.waits_for_friends(self.timing, people)
        self._waits = bool(idle) and (alone or self._pace.waits(self.timing, people))
        if not idle or self._waits:
            self._starts = None
        elif self._starts is None:
            self._starts = self._pace.starts(self.timing, now)
        self._links.set(state, now)

    def wakes(self) -> float | None:
        """When there may be something to do, even if no message comes."""
        if self.busy is not None:
            return self._again
        state = self.state
        grace = [at + self.timing.disconnect_grace for who, at in self.gone.items() if state and who not in state.away]
        between = state is not None and state.opening is None and not self.broken
        leave = [at + self.timing.away_limit for at in self._away.values() if between]
        deals = self._deals(state) if state is not None else None
        times = [*self.offers.values(), *([deals] if deals is not None else []), *grace, *leave]
        held = [max(at, self._hold) for at in times] + ([self._hold] if self._hold else [])
        return min([*self._due.values(), *held], default=None)

    # -- seats --------------------------------------------------------------------------------------------------------

    def free(self) -> int:
        """The number of seats that are neither taken nor reserved."""
        state = self.state
        if state is None or state.closed or self.closing:
            return 0
        return state.game.rules.seats.most - len(state.seats) - len(self.offers)

    def left(self) -> int:
        """The same, also while a commit is running."""
        if self._committed is None:
            return 0
        state = self._committed.state
        return state.game.rules.seats.most - len(state.seats) - len(self.offers)

    def offer(self, now: float) -> Iterator[str]:
        """Reserve free seats for the first on the waiting list; reservations that are over are dropped."""
        if self.state is None:
            return
        for who in [who for who, until in self.offers.items() if until <= now]:
            del self.offers[who]
        while self.queue and self.free() > 0:
            who = self.queue.pop(0)
            if who not in self.state.stacks:
                self.offers[who] = now + self.timing.offer_time
                yield who

    def ready(self, who: str) -> None:
        """A player has seen the results of the last round."""
        if who in self.seated:
            self._pace.ready(who)

    def say(self, who: str, now: float) -> str:
        """Note that a player says a word, or return why they may not. Words are not stored."""
        if not self.timing.friends:
            return "Words are for tables with friends."
        if who not in self.seated:
            return "Sit down first. Only players at the table say something."
        self._spoke = {name: at for name, at in self._spoke.items() if now < at + WORD_EVERY}
        if who in self._spoke:
            wait = ceil(self._spoke[who] + WORD_EVERY - now)
            return f"You can say a word every {WORD_EVERY} seconds. Try again in {wait} s."
        self._spoke[who] = now
        return ""

    def asked(self) -> list[tuple[str, Ask, str]]:
        """Open questions: the player, the ask and its number. None while a commit is running."""
        return self._questions() if self.state is not None else []

    def _questions(self) -> list[tuple[str, Ask, str]]:
        round, committed = self._open_round(), self._committed
        if round is None or committed is None or self.broken:
            return []
        return [(round.spot(ask.spot).bettor, ask, committed.state.question(ask.spot)) for ask in round.waiting]

    # -- scenes -------------------------------------------------------------------------------------------------------

    def common(self) -> TableScene:
        """The scene without a viewer's own part."""
        if self._committed is None:
            return TableScene(self.name, "opening")
        state = self._committed.state
        scene = TableScene(
            name=self.name,
            game=state.game.slug,
            title=state.game.rules.name,
            state=self._status(state),
            lines=self._committed.entries,
            people=self._people(state),
            starts=self._starts,
            waits=self._waits,
            draining=self.draining,
            clock={spot: due for (spot, _), due in self._due.items()},
            waiting=len(self.queue),
            commitment=state.shuffle.commitment,
            chains=state.chains,
            asked=dict(state.shuffle.chains),
            seeds=dict(state.shuffle.seeds),
            withheld=list(state.unrevealed) if state.opening is not None else [],
            head=state.head,
            meters=dict(self.readings.reads),
        )
        # Equal parts stay the same objects: they are compared here once, and not for each viewer.
        parts = zip(astuple(self._common), astuple(scene), strict=True)
        self._common = TableScene(*[was if was == part else part for was, part in parts])
        return self._common

    def bettors(self) -> frozenset[str]:
        """The people with a spot in the round that is shown. All others see the same scene."""
        round = self._committed.round if self._committed else None
        return frozenset([spot.bettor for spot in round.spots] if round else ())

    def scene(self, bettor: str | None, common: TableScene | None = None) -> TableScene:
        """The scene of a bettor, or of all other viewers: what all see, the cards they may see, and their questions."""
        common, committed = common or self.common(), self._committed
        round = committed.round if committed else None
        if round is None or committed is None:
            return common
        picture, spots = self._picture(round, bettor), {spot.id for spot in round.spots if spot.bettor == bettor}
        return msgspec.structs.replace(
            common,
            spare=self._banks.left(self.timing, bettor) if bettor else 0,
            questions={spot: question for spot, question in self._due if spot in spots} or common.questions,
            picture=self.readings.displayed(picture, round, committed.state) if self.readings.reads else picture,
        )

    def _picture(self, round: Round, bettor: str | None) -> Picture:
        cache = self._cache if self._cache and self._cache.round is round else PictureCache(round)
        self._cache = None  # if drawing fails, do not continue from a half-made one
        picture = cache.of(bettor)
        self._cache = cache
        return picture

    def glimpse(self) -> Glimpse | None:
        """What everybody may see of the round on the table, and the result of the last one that ended. Until cards are
        dealt, the cards of that one. None before the first round."""
        round, ended = self._committed.round if self._committed else None, self._ended
        if round is None:
            return None
        if ended is not None and (self._last is None or self._last[0] is not ended):
            self._last = ended, glimpse(picture(ended.view()))
        last = self._last[1] if self._last else Glimpse(())
        return Glimpse(glimpse(self._picture(round, None)).hands or last.hands, last.says)

    def _people(self, state: State) -> dict[str, SeatedPlayer]:
        """Players who sit or stand here."""
        seated = [*((who, seat, False) for who, seat in state.seats.items())]
        seated += [(who, seat, True) for who, seat in state.behind.items()]
        return {
            who: SeatedPlayer(
                seat=seat,
                behind=behind,
                stack=state.stacks[who],
                out=who in state.out,
                away=who in state.away,
                here=who not in self.gone,
                bot=who.startswith(BOT),
            )
            for who, seat, behind in seated
        }

    def read_meters(self, meters: Mapping[str, int]) -> bool:
        """Take over the meters of house jackpots, by their names. Return whether a display here changes."""
        return self._committed is not None and self.readings.update(self._committed.state, meters)

    def gone_since(self) -> dict[str, float]:
        """Since when players are away or without a connection, by name."""
        return self._away | self.gone

    def _status(self, state: State) -> TableStatus:
        if state.closed:
            return "closed"
        if self.broken:
            return "broken"
        if self.closing or state.paused:
            return "closing" if self.closing else "paused"
        if self.stopped and state.opening is None:
            return "stopped"
        return "playing" if state.opening is not None else "waiting" if state.missing else "between"
