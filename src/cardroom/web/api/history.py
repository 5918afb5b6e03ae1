"""Rounds that were played: lists, and each round step by step as the caller may see it.

A player sees their own cards and what was shown; others see what everyone saw; an auditor sees every card, once the
round is over. A round that is being played is shown to its players only, up to now.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, QueryParameter

from cardroom.cards import text
from cardroom.errors import InputError
from cardroom.histories.phh import PHHError, write_phh
from cardroom.house import House
from cardroom.house.recall import MOST_ROWS
from cardroom.house.recalled_round import RecalledRound
from cardroom.house.round_summary import RoundPage, RoundSummary
from cardroom.play.round import Round
from cardroom.play.view import View
from cardroom.show import picture
from cardroom.show.beats import beats
from cardroom.show.proof import shuffle_verdict
from cardroom.show.transcript import house_view
from cardroom.web.api.context import HttpRequest, address, hall_of, server_of, workers_of
from cardroom.web.halls.table_config import MONEY
from cardroom.web.halls.workers import Workers, plain
from cardroom.web.people.access import needs, signed_in
from cardroom.web.people.rate_limiter import RateLimiter
from cardroom.web.people.user import User

__all__ = ["HistoryApi"]

Before = Annotated[int, QueryParameter(ge=0, le=2**62, description="Where the last list said that it goes on.")]
RowLimit = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS)]
_REPLAYS = RateLimiter(most=20, a_second=2)
"""Replays of one caller: each one plays the round again."""
_FILE = "application/octet-stream"
_SHARED = "shared"
"""The purpose that links are encrypted for. Entry numbers of books begin at 1, so that 0 is free for it."""


_T = TypeVar("_T")


class HistoryApi(Controller):
    """Rounds that were played."""

    path = "/api"
    tags = ("history",)

    @get("/halls/{hall:str}/rounds")
    async def mine(
        self, request: HttpRequest, hall: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> dict[str, Any]:
        """The caller's rounds in a hall, the latest first, with those being played."""
        who = signed_in(request).name
        hall_of(request, hall)
        workers = workers_of(request)
        return _listed(hall, await workers.read(lambda: workers.recalls[hall].of_player(who, before, limit)))

    @get("/halls/{hall:str}/people/{name:str}/rounds", guards=[needs("floor", "auditor")])
    async def theirs(
        self, request: HttpRequest, hall: FromPath[str], name: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> dict[str, Any]:
        """A user's rounds, for the floor and auditors."""
        hall_of(request, hall)
        workers = workers_of(request)
        return _listed(hall, await workers.read(lambda: workers.recalls[hall].of_player(name, before, limit)))

    @get("/halls/{hall:str}/played", guards=[needs("floor", "auditor")])
    async def everybody(
        self, request: HttpRequest, hall: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> dict[str, Any]:
        """The rounds of a hall that began before a time, for the floor and auditors."""
        hall_of(request, hall)
        workers = workers_of(request)
        return _listed(hall, await workers.read(lambda: workers.recalls[hall].of_house(before, limit)))

    @get("/halls/{hall:str}/tables/{table:str}/rounds")
    async def of_table(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], before: Before = 0, limit: RowLimit = 20
    ) -> dict[str, Any]:
        """The rounds of a table, the latest first. Only the floor and auditors see the players' results."""
        who = await _may_look(request, hall, table)
        house = who.may("floor", "auditor")
        workers = workers_of(request)
        found = await workers.read(lambda: workers.recalls[hall].of_table(table, before, limit, in_progress=house))
        return _listed(hall, found, people=house)

    @get("/halls/{hall:str}/tables/{table:str}/shoe")
    async def shoe(self, request: HttpRequest, hall: FromPath[str], table: FromPath[str]) -> list[list[str]]:
        """What the display of a table shows for each round of its shoe, the first round first."""
        await _may_look(request, hall, table)
        workers = workers_of(request)
        return await workers.read(lambda: workers.recalls[hall].shoe(table))

    @get("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}")
    async def replay(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> dict[str, Any]:
        """A round step by step, marked as a replay."""
        found = (await _shown(request, hall, table, number, _RoundOfUser.replay))[1]
        return found | {"practice": await server_of(request).tables.is_practice(hall, table)}

    @get("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}/record", media_type=_FILE)
    async def record(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> Response[bytes]:
        """The proof of a round's cards and its record, as lines of JSON, as `cardroom verify` reads them."""
        _, text = await _shown(request, hall, table, number, _RoundOfUser.lines)
        return _file(text, f"round-{number}.jsonl")

    @get("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}/phh", media_type=_FILE)
    async def phh(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> Response[bytes]:
        """A poker round in the PHH format, with the cards that the caller has seen."""
        _, text = await _shown(request, hall, table, number, _RoundOfUser.phh)
        return _file(text, f"round-{number}.phh")

    @post("/halls/{hall:str}/tables/{table:str}/rounds/{number:int}/share", status_code=200)
    async def share(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], number: FromPath[int]
    ) -> dict[str, str]:
        """A link to a round of the caller's, for anyone: it shows what everyone saw."""
        who, found = await _shown(request, hall, table, number, lambda shown: shown.found)
        if not found.over or who.name not in found.bettors:
            raise PermissionDeniedException("a round can be shared by those who played it, when it is over")
        token = _token(hall_of(request, hall).house, table, number)
        return {"path": f"/api/shared/{hall}/{token}"}

    @get("/shared/{hall:str}/{token:str}")
    async def shared(self, request: HttpRequest, hall: FromPath[str], token: FromPath[str]) -> dict[str, Any]:
        """A shared round, as everyone saw it."""
        _REPLAYS.check(f"/{address(request)}")  # no user has such a name
        table, number = _read_token(hall_of(request, hall).house, token)
        workers = workers_of(request)
        found = await workers.read(lambda: _RoundOfUser(workers, hall, table, number, None).replay())
        return found | {"practice": await server_of(request).tables.is_practice(hall, table)}


class _RoundOfUser:
    """A round as a user may see it; refused where they may not."""

    def __init__(self, workers: Workers, hall: str, table: str, number: int, who: User | None) -> None:
        self._hall, self._table = hall, table
        try:
            self.found: RecalledRound = workers.recalls[hall].round(table, number)
        except InputError as error:
            raise NotFoundException(str(error)) from None
        played = who is not None and who.name in self.found.bettors
        self._viewer = who.name if who is not None and played else None
        self._whole = who is not None and who.may("auditor") and self.found.over
        if not (self.found.over or played):
            raise PermissionDeniedException("this round goes on: who plays it can recall it")

    def _view(self, round: Round) -> View:
        return house_view(round) if self._whole else round.view(self._viewer)

    def _last(self) -> Round:
        *_, round = self.found.steps()
        return round

    def replay(self) -> dict[str, Any]:
        """All steps, the results, the record and the proof."""
        found, told = self.found, 0
        steps = list[dict[str, Any]]()
        for round in found.steps():
            view = self._view(round)
            for end, mark in beats(view.events, told):
                seen = picture(view if end == len(view.events) else _until(view, end), told)
                told = end
                steps.append(
                    {"says": [sentence.says for sentence in seen.happened], "mark": mark, "picture": plain(seen)}
                )
        return {
            "replay": True,
            "hall": self._hall,
            "table": self._table,
            "number": found.number,
            "at": found.at,
            "ended": found.ended,
            "voided": found.voided,
            "as": "auditor" if self._whole else self._viewer,
            "steps": steps,
            "results": plain(seen.results),
            "net": {name: round.net[name] for name in round.stacks} if round.done else {},
            "absent": sorted({round.spot(each.spot).bettor for each in found.answers if each.absent}),
            "record": plain(found.record(whole=self._whole)) if found.outcome else None,
            **(self._proof(round) if found.over else {"proof": None, "verdict": None}),
        }

    def _proof(self, round: Round) -> dict[str, Any]:
        proof = self.found.proof(round, self._viewer, whole=self._whole)
        before = self.found.opening.carry.get("shoe") if isinstance(self.found.opening.carry, dict) else None
        spent = range(before["dealt"] if before else 0, round.cards.dealt)
        view = self._view(round)
        verdict = shuffle_verdict(proof, self.found.opening.shuffle, view, spent)
        dealt = text(view.dealt()).split()
        seen = dealt if len(dealt) == len(spent) else None
        return {"proof": proof, "verdict": verdict._asdict(), "dealt": seen, "start": spent.start}

    def lines(self) -> str:
        """The proof of the cards and the record, a line each. If the discards are sealed, a second proof opens what
        everyone saw: it tells the cards that a player showed from those that the player threw away."""
        record = self.found.record()  # as it is in the chain of records; refused where there is none
        round = self._last()
        proofs = [self.found.proof(round, self._viewer, whole=self._whole)]
        if any(isinstance(answer.value, dict) and "sealed" in answer.value for answer in record.answers):
            proofs += [self.found.proof(round, None)] if self._viewer or self._whole else []
        return "".join(f"{msgspec.json.encode(each).decode()}\n" for each in (*proofs, record))

    def phh(self) -> str:
        """The round in the PHH format."""
        round = self._last()
        try:
            return write_phh(round, self._view(round)) + "\n"
        except PHHError as error:
            raise InputError(str(error)) from None


def _until(view: View, end: int) -> View:
    """The view after the first `end` events, before anyone was asked anything."""
    return msgspec.structs.replace(view, events=view.events[:end], asked=(), asks=(), meanwhile=(), done=False)


async def _shown(
    request: HttpRequest, hall: str, table: str, number: int, what: Callable[[_RoundOfUser], _T]
) -> tuple[User, _T]:
    """The caller, and what `what` makes of the round as they may see it."""
    who = await _may_look(request, hall, table)
    _REPLAYS.check(who.name)
    workers = workers_of(request)
    return who, await workers.read(lambda: what(_RoundOfUser(workers, hall, table, number, who)))


async def _may_look(request: HttpRequest, hall: str, table: str) -> User:
    """The caller; refused for guests in the hall of money, and at another user's practice table."""
    who, server = signed_in(request), server_of(request)
    hall_of(request, hall)
    if hall == MONEY and who.guest:
        raise PermissionDeniedException("guests play for play money: sign up to look at tables of money")
    if not await server.tables.is_shown(hall, table, who.name) and not who.may("floor", "auditor"):
        raise NotFoundException(f"there is no table {table[:80]}")
    return who


def _listed(hall: str, found: RoundPage, *, people: bool = True) -> dict[str, Any]:
    return {"rounds": [_row(hall, each, people) for each in found.rounds], "before": found.before}


def _row(hall: str, played: RoundSummary, people: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"hall": hall} | plain(played)
    if not people:
        del row["people"]
    return row


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
        raise NotFoundException("this link opens nothing") from None
