"""Games, tables, practice tables and private tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from cardroom.analysis.evaluation import has_evaluator
from cardroom.analysis.store import known_report
from cardroom.errors import InputError
from cardroom.games import all_games, game, game_of
from cardroom.play.game import Game
from cardroom.rulebook import rule_set, with_house_rules
from cardroom.rulebook.differences import differences
from cardroom.show.pictures import cloth
from cardroom.show.rules import FAMILIES, family, page, summary, takes_whole_pots, with_sentences
from cardroom.web.api.answers import ListedGame, ListedTable, RuleDifference, RulesText, answer
from cardroom.web.api.context import HttpRequest, address, hall_of, server_of, workers_of
from cardroom.web.api.draft_tables import game_or_draft
from cardroom.web.api.figures import how_to_play
from cardroom.web.api.problems import NeedsConfirmation
from cardroom.web.halls import MONEY, BotLevel, BotPace, BotSettings, clock
from cardroom.web.people import STAFF, RateLimiter, signed_in, token_scope

__all__ = ["LobbyApi", "house_game", "listed_games", "listed_tables", "rules_page"]

_PRACTICE = RateLimiter(most=20, a_second=20 / 60)
"""Limit of practice and private tables for one address."""
_ENTER = RateLimiter(most=30, a_second=0.5)
"""Limit of keys of private tables from one address."""


class WantedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game, with its rule set and house rules."""

    game: str
    set: str | None = None
    house: dict[str, Any] = {}
    bots: Annotated[int, msgspec.Meta(ge=0, le=8)] | None = None
    """How many bots. Without a number, a practice table has the usual number for the game, and a private one none."""
    pace: BotPace = "usual"
    """How long bots take."""
    level: BotLevel = "usual"
    """How well bots play."""
    accept_whole_pots: bool = False
    """Whether a fee that can take whole pots is wanted."""


class OpenedTable(msgspec.Struct, frozen=True):
    """The name of the table that was opened."""

    table: str


class PrivateTable(msgspec.Struct, frozen=True):
    """A private table, and the key of its link."""

    table: str
    key: str


class TableKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a private table's link."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


class LobbyApi(Controller):
    """Games and tables."""

    path = "/"
    tags = ("lobby",)
    opt = token_scope("play")

    @get("/games", sync_to_thread=True, responses=answer(list[ListedGame]))
    def games(self) -> list[dict[str, Any]]:
        """Every game with its rule sets, family by family."""
        return listed_games()

    @get("/games/{slug:str}/{rules:str}", sync_to_thread=True, responses=answer(RulesText))
    def rules(self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str]) -> dict[str, Any]:
        """The rules page of a game, as data and as sentences."""
        return rules_page(game_or_draft(request, slug, rules))

    @get(
        "/games/{slug:str}/{rules:str}/against/{other:str}", sync_to_thread=True, responses=answer(list[RuleDifference])
    )
    def against(self, slug: FromPath[str], rules: FromPath[str], other: FromPath[str]) -> list[dict[str, Any]]:
        """The differences between two rule sets of a game."""
        try:
            changes = differences(game(slug, rules).rules, game(slug, other).rules)
        except InputError as error:
            raise NotFoundException(str(error)) from None
        return [each._asdict() | {"words": each.words} for each in changes]

    @get("/halls/{hall:str}/tables", responses=answer(list[ListedTable]))
    async def tables(self, request: HttpRequest, hall: FromPath[str]) -> list[dict[str, Any]]:
        """The open tables. `stopped` is the reason why a game is stopped; `of` is the game of a table that is being
        opened."""
        hall_of(request, hall)
        return listed_tables(request, hall)

    @post("/halls/{hall:str}/practice")
    async def practice(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[WantedGame]) -> OpenedTable:
        """Open a practice table for the caller, with bots, for play money."""
        if hall == MONEY:
            raise InputError("Practice tables are for play money.")
        hall_of(request, hall)
        who = signed_in(request)
        _PRACTICE.check(address(request))
        wanted = await asyncio.to_thread(house_game, data.game, data.set, data.house, data.accept_whole_pots)
        bots = BotSettings(data.bots, data.pace, data.level)
        opened = OpenedTable(await server_of(request).tables.open_practice(who, wanted, bots, address(request)))
        workers_of(request).warm_up_game(wanted)  # the coach may be asked soon
        return opened

    @post("/halls/{hall:str}/private")
    async def private(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[WantedGame]) -> PrivateTable:
        """Open a table that only people with its link can see, for play money."""
        if hall == MONEY:
            raise InputError("Private tables are for play money.")
        hall_of(request, hall)
        who, tables = signed_in(request), server_of(request).tables
        _PRACTICE.check(address(request))
        wanted = await asyncio.to_thread(house_game, data.game, data.set, data.house, data.accept_whole_pots)
        bots = BotSettings(data.bots, data.pace, data.level)
        table = await tables.open_private(who, wanted, bots, address(request))
        workers_of(request).warm_up_game(wanted)
        return PrivateTable(table, tables.keys.of(hall, table))

    @get("/halls/{hall:str}/tables/{table:str}/link")
    async def link(self, request: HttpRequest, hall: FromPath[str], table: FromPath[str]) -> PrivateTable:
        """The link of a private table, for people who came by it."""
        hall_of(request, hall)
        who, tables = signed_in(request).name, server_of(request).tables
        if not await tables.is_private(hall, table) or not await tables.is_shown(hall, table, who):
            raise NotFoundException(f"There is no table {table[:80]}.")
        return PrivateTable(table, tables.keys.of(hall, table))

    @post("/halls/{hall:str}/tables/{table:str}/enter", status_code=200)
    async def enter(
        self, request: HttpRequest, hall: FromPath[str], table: FromPath[str], data: JSONBody[TableKey]
    ) -> OpenedTable:
        """Come to a private table by the key of its link. Without it, the table cannot be seen."""
        hall_of(request, hall)
        who = signed_in(request).name
        _ENTER.check(address(request))
        if not await server_of(request).tables.admit(hall, table, who, data.key):
            raise NotFoundException("This link is not valid. Ask for a new one.")
        return OpenedTable(table)


def rules_page(game: Game) -> dict[str, Any]:
    """The rules page of a game, as data and as sentences."""
    return with_sentences(page(game)) | {"trainer": has_evaluator(game.rules), "poker": how_to_play(game)}


def listed_tables(request: HttpRequest, hall: str) -> list[dict[str, Any]]:
    """The tables of a hall that the caller may see."""
    server, me = server_of(request), request.user.name if request.user else ""
    tables = sorted((*server.tables.lobby(hall), *server.peers.other_lobby(hall)), key=lambda each: str(each["name"]))
    staff = request.user is not None and request.user.may(*STAFF)
    described = _shown_to_staff if staff else _ShownToAll(hall)
    shown = [described(each) for each in tables if server.tables.is_listed(hall, each, me)]
    planned = server.tables.planned(hall)
    return [*(planned.pop(each["name"], {}) | each for each in shown), *planned.values()]


class _ShownToAll:
    """Entries as shown to everyone. An entry that is the same object as before is not described again."""

    _before: ClassVar[dict[str, dict[str, tuple[dict[str, Any], dict[str, Any]]]]] = {}
    """The last entries and their descriptions, by hall and table."""

    def __init__(self, hall: str) -> None:
        self._known = self._before.get(hall, {})
        self._before[hall] = self._new = dict[str, tuple[dict[str, Any], dict[str, Any]]]()

    def __call__(self, entry: dict[str, Any]) -> dict[str, Any]:
        name = entry["name"]
        known = self._known.get(name)
        if known is None or known[0] is not entry:
            people = [{key: who[key] for key in ("name", "seat", "bot")} for who in entry["people"]]
            known = entry, _without_names(entry) | {"people": people}
        self._new[name] = known
        return known[1]


def _shown_to_staff(entry: dict[str, Any]) -> dict[str, Any]:
    return _without_names(entry) | {"people": [_for_staff(who) for who in entry["people"]]}


def _without_names(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without the people for whom the table is listed."""
    public = {name: value for name, value in entry.items() if name not in ("owner", "admitted", "origin")}
    return public | {"practice": bool(entry["practice"])}


def _for_staff(who: dict[str, Any]) -> dict[str, Any]:
    """A seated player as shown to staff, with chips and the seconds of absence."""
    absent_for = who["since"] and round(clock() - who["since"])
    return {name: value for name, value in who.items() if name != "since"} | {"gone": absent_for}


@cache
def listed_games() -> list[dict[str, Any]]:
    """Every game with its rule sets, family by family. It never changes while the program runs."""
    games: dict[str, dict[str, Any]] = {}
    for each in all_games():
        about, rules = summary(each), each.rules
        listed = games.setdefault(
            each.slug,
            {name: about[name] for name in ("game", "name", "bank", "seats")}
            | {
                "says": rules.summary,
                "family": family(rules),
                "felt": cloth(rules).felt,
                "edge": _edge(each),
                "trainer": has_evaluator(rules),
                "sets": [],
            },
        )
        listed["sets"].append(
            {"set": rules.rules, "name": rules.name, "document": rules.source.document, "id": rules.id}
            | {"stakes": cloth(rules).stakes, "seats": rules.seats.most}
        )
    return sorted(games.values(), key=lambda each: FAMILIES.index(each["family"]))


def _edge(game: Game) -> dict[str, Any] | None:
    """The edge that the lobby shows for a game: that of its first wager with an exact edge."""
    report = known_report(game.rules)
    for each in report.wagers if report else ():
        printed = game.rules.wager.get(each.wager)
        of = each.label if each.of == "wager" else each.of
        return {"share": float(each.edge), "of": of, "bonus": printed is not None and not printed.game_wager}
    return None


def house_game(slug: str, rules: str | None, house: Mapping[str, Any], accept_whole_pots: bool = False) -> Game:
    """A game with the given house rules. A fee that can take whole pots must be accepted."""
    wanted = game_of(with_house_rules(rule_set(slug, rules), house))
    if not accept_whole_pots and (warnings := [*takes_whole_pots(wanted.rules)]):
        raise NeedsConfirmation(f"Collection {'; '.join(warnings)}", "accept_whole_pots")
    return wanted
