"""Played rounds: lists, and each round step by step as the caller may see it.

A player sees their own cards and all cards shown, whatever other roles they have. Staff see what everyone saw, with
names. After the round, an auditor who does not sit at its table sees every card. All others see seats instead of names,
and no record. Only its players can see a round in progress.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, QueryParameter

from cardroom.cards import text
from cardroom.errors import InputError
from cardroom.histories.phh import PHHError, write_phh
from cardroom.house import House
from cardroom.house.tables import MOST_ROWS, RecalledRound, RoundPage, RoundSummary, nameless, names_nobody
from cardroom.play.records import Record
from cardroom.play.round import Round, View
from cardroom.show import picture
from cardroom.show.pictures import Picture, Result
from cardroom.show.words import beats, house_view, shuffle_verdict
from cardroom.web.api.context import HttpRequest, address, hall_of, server_of, workers_of
from cardroom.web.halls import MONEY, Workers
from cardroom.web.people import READERS, RateLimiter, User, needs, signed_in, token_scope

__all__ = ["Before", "HistoryApi", "may_look"]

Before = Annotated[int, QueryParameter(ge=0, le=2**62, description="The value of `before` in the previous page.")]
RowLimit = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS)]
_REPLAYS = RateLimiter(most=20, a_second=2)
"""Limit of replays for one caller, because each replays the round on the server."""
_FILE = "application/octet-stream"
_SHARED = "shared"
"""The purpose for which links are encrypted, with entry number 0: entries of books begin at 1."""


_T = TypeVar("_T")


class ListedRound(RoundSummary, frozen=True, kw_only=True):
    """A round in a list. `people` is left out where the caller may not see results."""

    hall: str
    people: dict[str, int] | msgspec.UnsetType = msgspec.UNSET  # type: ignore[assignment]


class RoundList(msgspec.Struct, frozen=True):
    """A page of rounds, the latest first."""

    rounds: list[ListedRound]
    before: int
    """The cursor of the next page; 0 after the last one."""


class ReplayStep(msgspec.Struct, frozen=True):
    """A step of a round, and the table at this moment."""

    says: list[str]
    mark: str
    picture: Picture


class CoachUse(msgspec.Struct, frozen=True):
    """A use of the coach, after how many answers."""

    answers: int
    spot: str
    who: str


class ShuffleVerdict(msgspec.Struct, frozen=True):
    """Whether the shuffle is as it was committed to, and what was checked."""

    word: str
    says: tuple[str, ...]
    silent: tuple[str, ...]
    """What could not be checked."""


class RoundReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A round step by step, as the caller may see it."""

    replay: Literal[True] = True
    hall: str
    table: str
    number: int
    at: int
    ended: int
    voided: str
    viewer: str | None = msgspec.field(name="as")
    steps: list[ReplayStep]
    results: tuple[Result, ...]
    net: dict[str, int]
    coached: list[CoachUse]
    absent: list[str]
    record: Record | None
    proof: dict[str, Any] | None = None
    verdict: ShuffleVerdict | None = None
    dealt: list[str] | msgspec.UnsetType | None = msgspec.UNSET
    """The cards in the order in which they were dealt, if the caller saw all of them."""
    start: int | msgspec.UnsetType = msgspec.UNSET
    """The position of the first of them in the shuffled cards."""
    practice: bool


class SharedPath(msgspec.Struct, frozen=True):
    """The path of a public link."""

    path: str


class HistoryApi(Controller):
    """Played rounds."""

    path = "/"
    tags = ("history",)
    opt = token_scope("play")

    @get("/halls/{hall:str}/rounds")
    async def mine(
        self, request: HttpRequest, hall: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> RoundList:
        """The caller's rounds in a hall, newest first, including those in progress."""
        who = signed_in(request).name
        hall_of(request, hall)
        workers = workers_of(request)
        return _listed(hall, await workers.read(lambda: workers.recalls[hall].of_player(who, before, limit)))

    @get("/halls/{hall:str}/people/{name:str}/rounds", guards=[needs(*READERS)])
    async def theirs(
        self, request: HttpRequest, hall: FromPath[str], name: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> RoundList:
        """A user's rounds, for the floor and auditors."""
        hall_of(request, hall)
        workers = workers_of(request)
        return _listed(hall, await workers.read(lambda: workers.recalls[hall].of_player(name, before, limit)))

    @get("/halls/{hall:str}/played", guards=[needs(*READERS)])
    async def of_hall(
        self, request: HttpRequest, hall: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> RoundList:
        """The rounds of a hall that began before a given time, for the floor and auditors."""
        hall_of(request, hall)
        workers = workers_of(request)
        return _listed(hall, await workers.read(lambda: workers.recalls[hall].of_house(before, limit)))

    @get("/halls/{hall:str}/tables/{table:str}/rounds")
    async def of_table(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> RoundList:
        """The rounds of a table, newest first. Only the floor and auditors see the players' results."""
        who = await may_look(request, hall, table)
        house = who.may(*READERS)
        workers = workers_of(request)
        rounds = await workers.read(lambda: workers.recalls[hall].of_table(table, before, limit, in_progress=house))
        return _listed(hall, rounds, people=house)

    @get("/halls/{hall:str}/tables/{table:str}/shoe")
    async def shoe(self, request: HttpRequest, hall: FromPath[str], table: FromPath[str]) -> list[list[str]]:
        """The results on a table's display for each round of its shoe, oldest first."""
        await may_look(request, hall, table)
        workers = workers_of(request)
        return await workers.read(lambda: workers.recalls[hall].shoe(table))

    @get("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}")
    async def replay(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> RoundReplay:
        """A round step by step, marked as a replay."""
        practice = await server_of(request).tables.is_practice(hall, table)
        return (await _read_round(request, hall, table, number, lambda shown: shown.replay(practice)))[1]

    @get("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}/record", media_type=_FILE)
    async def record(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> Response[bytes]:
        """The proof of a round's cards and its record, as lines of JSON for `cardroom verify`. Users who neither played
        the round nor are staff get only the proof, if it contains no names."""
        _, text = await _read_round(request, hall, table, number, _RoundOfUser.lines)
        return _file(text, f"round-{number}.jsonl")

    @get("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}/phh", media_type=_FILE)
    async def phh(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> Response[bytes]:
        """A poker round in the PHH format, with the cards that the caller has seen."""
        _, text = await _read_round(request, hall, table, number, _RoundOfUser.phh)
        return _file(text, f"round-{number}.phh")

    @post("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}/share", status_code=200)
    async def share(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> SharedPath:
        """A public link to one of the caller's rounds. It shows what everyone saw, with seats instead of names."""
        who, recalled = await _read_round(request, hall, table, number, lambda shown: shown.recalled)
        if not recalled.over or who.name not in recalled.bettors:
            raise PermissionDeniedException("Only its players can share a round, after it has ended.")
        token = _token(hall_of(request, hall).house, table, number)
        return SharedPath(f"/api/v1/shared/{hall}/{token}")

    @get("/shared/{hall:str}/{token:str}")
    async def shared(self, request: HttpRequest, hall: FromPath[str], token: FromPath[str]) -> RoundReplay:
        """A shared round, as everyone saw it, with seats instead of names."""
        _REPLAYS.check(f"/{address(request)}")  # no user has such a name
        table, number = _read_token(hall_of(request, hall).house, token)
        workers, practice = workers_of(request), await server_of(request).tables.is_practice(hall, table)
        return await workers.read(lambda: _RoundOfUser(workers, hall, table, number, None).replay(practice))


class _RoundOfUser:
    """A round as a user may see it. Refused if they may not see it."""

    def __init__(
        self, workers: Workers, hall: str, table: str, number: int, who: User | None, *, sits: bool = False
    ) -> None:
        """`sits` is whether the user sits at the table now."""
        self._hall, self._table = hall, table
        try:
            self.recalled: RecalledRound = workers.recalls[hall].round(table, number)
        except InputError as error:
            raise NotFoundException(str(error)) from None
        played = who is not None and who.name in self.recalled.bettors
        self._viewer = who.name if who is not None and played else None
        # Other roles do not show a player more: the cards of the others tell how they play.
        self._sees_all = who is not None and who.may("auditor") and self.recalled.over and not (played or sits)
        if not (self.recalled.over or played):
            raise PermissionDeniedException("Only its players can see a round before it ends.")
        self._named = played or (who is not None and who.may(*READERS))
        if not self._named:
            self.recalled = _nameless(self.recalled)

    def _view(self, round: Round) -> View:
        return house_view(round) if self._sees_all else round.view(self._viewer)

    def _last(self) -> Round:
        *_, round = self.recalled.steps()
        return round

    def replay(self, practice: bool) -> RoundReplay:
        """All steps, the results, the record and the proof."""
        recalled, shown = self.recalled, 0
        steps = list[ReplayStep]()
        for round in recalled.steps():
            view = self._view(round)
            for end, mark in beats(view.events, shown):
                seen = picture(view if end == len(view.events) else _until(view, end), shown)
                shown = end
                steps.append(ReplayStep([sentence.says for sentence in seen.happened], mark, seen))
        return RoundReplay(
            hall=self._hall,
            table=self._table,
            number=recalled.number,
            at=recalled.at,
            ended=recalled.ended,
            voided=recalled.voided,
            viewer="auditor" if self._sees_all else self._viewer,
            steps=steps,
            results=seen.results,
            net={name: round.net[name] for name in round.stacks} if round.done else {},
            coached=self._coached(),
            absent=sorted({round.spot(each.spot).bettor for each in recalled.answers if each.absent}),
            record=recalled.record(whole=self._sees_all) if recalled.outcome and self._named else None,
            practice=practice,
            **(self._proof(round) if recalled.over else {}),
        )

    def _coached(self) -> list[CoachUse]:
        """The viewer's uses of the coach; for staff, everyone's."""
        shown = [(answers, used) for answers, used in self.recalled.coached if self._viewer in (None, used.bettor)]
        return [CoachUse(answers, used.spot, used.bettor) for answers, used in shown if self._named]

    def _proof(self, round: Round) -> dict[str, Any]:
        """The fields of a replay that prove the cards."""
        proof = self.recalled.proof(round, self._viewer, whole=self._sees_all)
        if not (self._named or names_nobody(proof)):
            return {}
        before = self.recalled.opening.carry.get("shoe") if isinstance(self.recalled.opening.carry, dict) else None
        spent = range(before["dealt"] if before else 0, round.cards.dealt)
        view = self._view(round)
        verdict = shuffle_verdict(proof, self.recalled.opening.shuffle, view, spent)
        dealt = text(view.dealt()).split()
        seen = dealt if len(dealt) == len(spent) else None
        return {"proof": proof, "verdict": ShuffleVerdict(*verdict), "dealt": seen, "start": spent.start}

    def lines(self) -> str:
        """The proof of the cards and the record, a line each. If the discards are sealed, a second proof opens what
        everyone saw: it tells the cards that a player showed from those that the player threw away. A voided round has
        only the proof, because it has no record."""
        if self.recalled.voided and self._named:
            proof = self.recalled.proof(self._last(), self._viewer, whole=self._sees_all)
            return f"{msgspec.json.encode(proof).decode()}\n"
        record = self.recalled.record()  # as it is in the chain of records; refused where there is none
        round = self._last()
        proofs = [self.recalled.proof(round, self._viewer, whole=self._sees_all)]
        if not self._named:
            if not names_nobody(proofs[0]):
                raise PermissionDeniedException("This proof names players. Only the round's players and staff get it.")
            return f"{msgspec.json.encode(proofs[0]).decode()}\n"
        if any(isinstance(answer.value, dict) and "sealed" in answer.value for answer in record.answers):
            proofs += [self.recalled.proof(round, None)] if self._viewer or self._sees_all else []
        return "".join(f"{msgspec.json.encode(each).decode()}\n" for each in (*proofs, record))

    def phh(self) -> str:
        """The round in the PHH format."""
        round = self._last()
        try:
            return write_phh(round, self._view(round)) + "\n"
        except PHHError as error:
            raise InputError(str(error)) from None


def _nameless(recalled: RecalledRound) -> RecalledRound:
    try:
        return nameless(recalled)
    except InputError as error:
        raise PermissionDeniedException(str(error)) from None


def _until(view: View, end: int) -> View:
    """The view after the first `end` events, without questions."""
    return msgspec.structs.replace(view, events=view.events[:end], asked=(), asks=(), meanwhile=(), done=False)


async def _read_round(
    request: HttpRequest, hall: str, table: str, number: int, what: Callable[[_RoundOfUser], _T]
) -> tuple[User, _T]:
    """Return the caller, and the result of `what` for the round as they may see it."""
    who = await may_look(request, hall, table)
    _REPLAYS.check(who.name)
    workers, sits = workers_of(request), who.name in server_of(request).tables.seated(hall, table)
    return who, await workers.read(lambda: what(_RoundOfUser(workers, hall, table, number, who, sits=sits)))


async def may_look(request: HttpRequest, hall: str, table: str) -> User:
    """Return the caller. Refuse guests in the money hall, and others at a user's practice table."""
    who, server = signed_in(request), server_of(request)
    hall_of(request, hall)
    if hall == MONEY and who.guest:
        raise PermissionDeniedException("Guests can see only play-money tables. Sign up to see money tables.")
    if not await server.tables.is_shown(hall, table, who.name) and not who.may(*READERS):
        raise NotFoundException(f"There is no table {table[:80]}.")
    return who


def _listed(hall: str, page: RoundPage, *, people: bool = True) -> RoundList:
    rounds = [ListedRound(**msgspec.structs.asdict(each), hall=hall) for each in page.rounds]
    hidden = rounds if people else [msgspec.structs.replace(each, people=msgspec.UNSET) for each in rounds]
    return RoundList(hidden, page.before)


def _file(text: str, name: str) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=_FILE, headers=headers)


def _token(house: House, table: str, number: int) -> str:
    text = msgspec.json.encode((table, number))
    return base64.urlsafe_b64encode(house.books.store.vault.encrypt(text, _SHARED, 0)).decode().rstrip("=")


def _read_token(house: House, token: str) -> tuple[str, int]:
    try:
        sealed = base64.urlsafe_b64decode(token[:1000] + "=" * (-len(token) % 4))
        return msgspec.json.decode(house.books.store.vault.decrypt(sealed, _SHARED, 0), type=tuple[str, int])
    except (InputError, binascii.Error, ValueError):
        raise NotFoundException("This link is not valid. Ask for a new one.") from None
