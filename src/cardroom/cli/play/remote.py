"""`cardroom play GAME --room URL`: a seat at a live table of a server, in the terminal.

The server sends the picture, which is drawn as for a local table. A thread reads messages while the player thinks.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from getpass import getpass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import msgspec
from rich.rule import Rule
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.play.human import Human, KeyCommand, LeaveTable
from cardroom.cli.play.keyboard import Keys, keyboard
from cardroom.cli.play.table_screen import TableScreen
from cardroom.cli.terminal.common import console
from cardroom.cli.terminal.name_search import find_name
from cardroom.client import Client, Connection, ListedTable, Unreachable
from cardroom.errors import InputError
from cardroom.money import cents, dollars
from cardroom.play.table import Join, Leave, Return, StepAway, SubmitAnswer, TopUp
from cardroom.show.pictures import Picture

__all__ = ["Visit", "play_in_room"]

_T = TypeVar("_T")
GUEST = "guest"
"""Play as a guest. A name may follow: "guest Ann"."""


class Visit(NamedTuple):
    """The options of `cardroom play --room`."""

    room: str
    game: str
    """The name of a table or a game, or the beginning of it."""
    name: str = GUEST
    hall: str = "play"
    buy_in: str | None = None
    bank: bool = False
    """Whether the player wants to be offered the bank."""
    evidence: Path | None = None
    """Where to append what the player was shown."""


def play_in_room(visit: Visit) -> int:
    """Sit down at a table of a server, and play until the player leaves."""
    if not visit.room.startswith(("http://", "https://")):
        raise UsageError(f"--room {visit.room}: write an address like http://127.0.0.1:8080.")
    if visit.evidence is not None:
        _append(visit.evidence, "")  # find out before the first round whether it can be written
    password = "" if visit.name.split()[:1] == [GUEST] else getpass(f"Password of {visit.name}: ")
    with keyboard() as keys, _BackgroundLoop() as loop:
        seat = _RemoteSeat(visit, loop, keys)
        try:
            seat.join(password)
            while True:
                seat.step()
        except (LeaveTable, EOFError, KeyboardInterrupt):
            seat.leave()
        finally:
            seat.disconnect()
    return 0


class _BackgroundLoop:
    """An event loop in a thread: it reads messages all the time, while the caller waits for one result."""

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wait(self, work: Coroutine[Any, Any, _T], seconds: float | None = None) -> _T:
        """Run a coroutine on the loop, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)


class _RemoteSeat:
    """A player at a table of a server."""

    def __init__(self, visit: Visit, loop: _BackgroundLoop, keys: Keys) -> None:
        self._visit, self._loop = visit, loop
        self._screen = console()
        self._scene = TableScreen(self._screen)
        self.say = self._scene.say
        log = KeyCommand("log", "log: everything that happened in this round", self._log)
        self._human = Human(self._screen, keys, {"l": log})
        self._client = Client(visit.room)
        self._entered: Any = None
        self._connection: Connection | None = None
        self._table = ""
        self._lines = 0
        """The number of the table's lines that were shown."""
        self._events_shown = 0
        """The number of events of the round that were shown."""
        self._over = True
        self._bought = 0

    # -- join and leave -----------------------------------------------------------------------------------------

    def join(self, password: str) -> None:
        """Sign in, find the table, sit down."""
        visit = self._visit
        me = self._loop.wait(
            self._client.guest(visit.name.removeprefix(GUEST).strip())
            if visit.name.split()[:1] == [GUEST]
            else self._client.sign_in(visit.name, password)
        )
        listed = self._loop.wait(self._client.get(f"/api/v1/halls/{visit.hall}/tables"))
        here = self._chosen_table(listed)
        self._table = here["name"]
        self._entered = self._client.enter(visit.hall)
        self._connection = self._loop.wait(self._entered.__aenter__())
        self._loop.wait(self.connection.watch(self._table))
        chips = cents(visit.buy_in) if visit.buy_in else here["usual"]
        self.say(f"\n{here['title']}, {self._table}, {here['stakes']}", "bold")
        self.say(f"You are {me['name']}, with {dollars(me['halls'][visit.hall]['balance'])} in the cage.")
        self.say(f"You sit down with {dollars(chips)} when this round ends. Press ? for the keys, q to leave.", "dim")
        self._loop.wait(self.connection.ask(Join, self._table, chips, seconds=600))
        self._bought = chips

    def _chosen_table(self, listed: list[ListedTable]) -> ListedTable:
        free = {each["name"]: (each["game"], each["title"]) for each in listed if each["free"]}
        if not free:
            raise UsageError("No table in this hall has a free seat.")
        name = find_name(self._visit.game, free, "No table with a free seat is called", f"Known: {', '.join(free)}")
        return next(each for each in listed if each["name"] == name)

    @property
    def connection(self) -> Connection:
        """The connection to the hall."""
        if self._connection is None:
            raise Unreachable("There is no connection.")
        return self._connection

    def leave(self) -> None:
        """Leave when the round ends. Until then defaults are used."""
        self._screen.print()
        if self._connection is None or not self._bought:
            return
        chair = self.connection.scenes.get(self._table, {}).get("people", {}).get(self.connection.name)
        try:
            self._loop.wait(self.connection.ask(StepAway, self._table, seconds=5))
            self._loop.wait(self.connection.ask(Leave, self._table, seconds=5))
            self.say(f"You leave with {dollars(chair['stack']) if chair else 'your chips'}.")
        except (InputError, Unreachable):
            self.say(
                "You leave when the round ends. Until then default answers are used. Your chips return to your balance."
            )

    def disconnect(self) -> None:
        """Write the evidence, and close the connection."""
        if self._connection is not None and self._visit.evidence is not None:
            keeper = self._connection.keepers.get(self._table)
            notes = [note for note in keeper.rounds if note.seeds is not None] if keeper else []
            _append(self._visit.evidence, "".join(f"{note.json()}\n" for note in notes))
        if self._entered is not None:
            self._loop.wait(self._entered.__aexit__(None, None, None))
        self._loop.wait(self._client.__aexit__(None, None, None))

    # -- play -------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Show what is new, ask the player if there is a question, and wait for the next message."""
        scene = self.connection.scenes[self._table]
        if self.connection.ended:
            raise Unreachable(self.connection.ended)
        if scene["state"] == "closed":
            self.say("The table is closed.")
            raise LeaveTable
        picture = msgspec.convert(scene["picture"], Picture) if scene.get("picture") else None
        if picture is not None:
            self._show(picture)
        me = scene["people"].get(self.connection.name)
        if me and me["away"]:
            self._loop.wait(self.connection.ask(Return, self._table))
        if me and not me["stack"] and scene["state"] != "playing":
            self._buy()
        elif picture is not None and scene["questions"]:
            self._ask(picture, *next(iter(scene["questions"].items())))
        self._wait()

    def _wait(self) -> None:
        while True:
            try:
                self._loop.wait(self.connection.next(1))
                return
            except (Unreachable, TimeoutError):
                if self.connection.ended:
                    raise Unreachable(self.connection.ended) from None

    def _show(self, picture: Picture) -> None:
        if self._over and not picture.over:
            chair = next((chair for chair in picture.chairs if chair.you), None)
            title = f"A new round{f', you have {dollars(chair.stack)}' if chair else ''}"
            self._screen.print()
            self._screen.print(Rule(Text(title, style="bold"), style="dim", align="left"))
            self._events_shown = 0
            self._scene.opening(picture)
            self._tell_seeds()
        news = [line for line in picture.happened if line.event >= self._events_shown]
        self._scene.tell(news)
        self._events_shown = max([self._events_shown, *(line.event + 1 for line in news)])
        if picture.over and not self._over:
            self._scene.finish(picture)
        self._over = picture.over

    def _tell_seeds(self) -> None:
        """Name the players whose seeds are in the shuffle, and those whose seeds were withheld."""
        scene, me = self.connection.scenes[self._table], self.connection.name
        names = ["yours" if name == me else name for name in scene.get("seeds", {})]
        if names:
            self.say(f"Seeds in this shuffle: {', '.join(names)}.", "dim")
        for name in scene.get("withheld", ()):
            whose = "Your" if name == me else f"{name}'s"
            self.say(f"{whose} seed was withheld.", "yellow")

    def _ask(self, picture: Picture, spot: str, question: str) -> None:
        prompt = next((each for each in picture.prompts if each.spot == spot), None)
        if prompt is None:
            return
        if not self._visit.bank and any(offer.action == "bank" for offer in prompt.offers):
            self._loop.wait(self.connection.ask(SubmitAnswer, self._table, spot, question, "pass"))
            return
        picks = any(offer.kind in ("pick", "lay") for offer in prompt.offers)
        if any(spread.mine for spread in picture.spreads):
            self._scene.table(picture, spot if picks else "")
        held = next((each.cards for each in picture.spreads if each.mine and each.place.owner == spot), ())
        self._human.stays = f"The hand continues without you: {prompt.default}." if not picture.over else ""
        while True:
            action, value = self._human.answer(prompt, held)
            try:
                self._loop.wait(self.connection.ask(SubmitAnswer, self._table, spot, question, action, value))
            except InputError as refused:
                self._human.refuse(str(refused))
                if self.connection.scenes[self._table]["questions"].get(spot) == question:
                    continue
                return
            self._human.accepted(spot, action, value)
            return

    def _buy(self) -> None:
        self.say("\nYou have no chips left.")
        self._human.choose({"b": f"Buy in again for {dollars(self._bought)} and play on"})
        try:
            self._loop.wait(self.connection.ask(TopUp, self._table, self._bought, seconds=600))
        except InputError as refused:
            self._human.refuse(str(refused))

    def _log(self) -> None:
        scene = self.connection.scenes[self._table]
        if scene.get("picture"):
            self._scene.tell(msgspec.convert(scene["picture"], Picture).happened, drawn=True)


def _append(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise UsageError(f"--evidence {file}: {error.strerror}.") from None
