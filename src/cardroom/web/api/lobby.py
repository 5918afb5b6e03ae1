"""The lobby: the games, and the tables that each user may see. Practice tables are opened here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from cardroom.analysis.evaluation import has_evaluator
from cardroom.analysis.report import Measure, figure
from cardroom.analysis.store import edge_warnings, known_report
from cardroom.errors import InputError
from cardroom.games import all_games, game, game_of
from cardroom.play.game import Game
from cardroom.room import ListedTable
from cardroom.rulebook import rule_set, with_house_rules
from cardroom.rulebook.differences import differences
from cardroom.show.pictures import cloth
from cardroom.show.rules import FAMILIES, banked_by, family, takes_whole_pots
from cardroom.web.api.bodies import Accepted, Body
from cardroom.web.api.context import HttpRequest, address, hall_of, server_of, workers_of
from cardroom.web.api.draft_tables import game_or_draft
from cardroom.web.api.problems import check_accepted
from cardroom.web.api.rules_text import RulesText, rules_page
from cardroom.web.cluster import LobbyEntry
from cardroom.web.halls import MONEY, BotLevel, BotPace, BotSettings, clock
from cardroom.web.people import STAFF, RateLimiter, signed_in, token_scope

__all__ = [
    "OPENED",
    "ListedGame",
    "LobbyApi",
    "OpenedTable",
    "WantedGame",
    "house_game",
    "listed_games",
    "listed_tables",
]

OPENED = RateLimiter(most=20, a_second=20 / 60)
"""Limit of practice and private tables for one address."""


class WantedGame(Body, frozen=True):
    """A game, with its rule set and house rules."""

    game: str
    set: str | None = None
    house: dict[str, Any] = msgspec.field(default_factory=dict)
    bots: Annotated[int, msgspec.Meta(ge=0, le=8)] | None = None
    """How many bots. Without a number, a practice table has the usual number for the game, and a private one none."""
    pace: BotPace = "usual"
    """How long bots take."""
    level: BotLevel = "usual"
    """How well bots play."""
    accept: Accepted = ""
    """The code of the warnings about such a table, from the answer 409 that gave them."""


class OpenedTable(msgspec.Struct, frozen=True):
    """The name of the table that was opened."""

    table: str


class ListedSet(msgspec.Struct, frozen=True):
    """A rule set of a game."""

    set: str
    name: str
    document: str
    id: str
    stakes: str
    seats: int


class SeatBounds(msgspec.Struct, frozen=True):
    """The least and the most seats of a game."""

    least: int
    most: int


class ListedEdge(msgspec.Struct, frozen=True):
    """The edge that the lobby shows for a game, and the wager that it is of."""

    share: Measure
    of: str
    bonus: bool
    """Whether it is a bonus bet."""


class ListedGame(msgspec.Struct, frozen=True):
    """A game with its rule sets."""

    game: str
    name: str
    bank: str
    seats: SeatBounds
    says: str
    family: str
    felt: str
    edge: ListedEdge | None
    trainer: bool
    """Whether the trainer has drills of this game."""
    sets: list[ListedSet]


class RuleDifference(msgspec.Struct, frozen=True):
    """A difference between two rule sets."""

    topic: str
    what: str
    first: str
    second: str
    about: str
    words: str


class LobbyApi(Controller):
    """Games and tables."""

    path = "/"
    tags = ("lobby",)
    opt = token_scope("play")

    @get("/games", sync_to_thread=True)
    def games(self) -> list[ListedGame]:
        """Every game with its rule sets, family by family."""
        return listed_games()

    @get("/games/{slug:str}/{rules:str}", sync_to_thread=True)
    def rules(self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str]) -> RulesText:
        """The rules page of a game, as data and as sentences."""
        return rules_page(game_or_draft(request, slug, rules))

    @get("/games/{slug:str}/{rules:str}/against/{other:str}", sync_to_thread=True)
    def against(self, slug: FromPath[str], rules: FromPath[str], other: FromPath[str]) -> list[RuleDifference]:
        """The differences between two rule sets of a game."""
        try:
            changes = differences(game(slug, rules).rules, game(slug, other).rules)
        except InputError as error:
            raise NotFoundException(str(error)) from None
        return [RuleDifference(*each, each.words) for each in changes]

    @get("/halls/{hall:str}/tables")
    async def tables(self, request: HttpRequest, hall: FromPath[str]) -> list[ListedTable]:
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
        OPENED.check(address(request))
        wanted = await asyncio.to_thread(house_game, data.game, data.set, data.house, data.accept)
        bots = BotSettings(data.bots, data.pace, data.level)
        opened = OpenedTable(await server_of(request).tables.open_practice(who, wanted, bots, address(request)))
        workers_of(request).warm_up_game(wanted)  # the coach may be asked soon
        return opened


def listed_tables(request: HttpRequest, hall: str) -> list[ListedTable]:
    """The tables of a hall that the caller may see."""
    server, me = server_of(request), request.user.name if request.user else ""
    tables = sorted((*server.tables.lobby(hall), *server.peers.other_lobby(hall)), key=lambda each: each.listed.name)
    staff = request.user is not None and request.user.may(*STAFF)
    entries = [each for each in tables if server.tables.is_listed(hall, each, me)]
    shown = [_shown_to_staff(each) if staff else each.listed for each in entries]
    planned = server.tables.planned(hall)
    known = [replace(each, of=planned.pop(each.name).of) if each.name in planned else each for each in shown]
    return [*known, *planned.values()]


def _shown_to_staff(entry: LobbyEntry) -> ListedTable:
    """A table with the chips of its players, and the seconds of their absence."""
    absent = {name: round(clock() - since) for name, since in entry.absent.items()}
    return replace(entry.listed, people=tuple(replace(who, gone=absent.get(who.name)) for who in entry.people))


@cache
def listed_games() -> list[ListedGame]:
    """Every game with its rule sets, family by family. It never changes while the program runs."""
    games: dict[str, ListedGame] = {}
    for each in all_games():
        rules, ours = each.rules, cloth(each.rules)
        if each.slug not in games:
            games[each.slug] = ListedGame(
                game=rules.game,
                name=rules.name,
                bank=banked_by(rules),
                seats=SeatBounds(rules.seats.least, rules.seats.most),
                says=rules.summary,
                family=family(rules),
                felt=ours.felt,
                edge=_edge(each),
                trainer=has_evaluator(rules),
                sets=[],
            )
        listed = ListedSet(rules.rules, rules.name, rules.source.document, rules.id, ours.stakes, rules.seats.most)
        games[each.slug].sets.append(listed)
    return sorted(games.values(), key=lambda each: FAMILIES.index(each.family))


def _edge(game: Game) -> ListedEdge | None:
    """The edge that the lobby shows for a game: that of its first wager with an exact edge."""
    report = known_report(game.rules)
    for each in report.wagers if report else ():
        printed = game.rules.wager.get(each.wager)
        of = each.label if each.of == "wager" else each.of
        share = msgspec.convert(figure(each.edge), Measure)
        return ListedEdge(share, of, printed is not None and not printed.game_wager)
    return None


def house_game(
    slug: str, rules: str | None, house: Mapping[str, Any], accepted: str = "", *, money: bool = False
) -> Game:
    """A game with the given house rules. A fee that can take whole pots, and for money a wager that favours the player,
    must be accepted."""
    wanted = game_of(with_house_rules(rule_set(slug, rules), house))
    fees = (f"collection {each}" for each in takes_whole_pots(wanted.rules))
    check_accepted((*fees, *(edge_warnings(wanted.rules) if money else ())), accepted)
    return wanted
