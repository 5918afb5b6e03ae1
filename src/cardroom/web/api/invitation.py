"""What the lobby shows first: one table that is played now, the caller's own seats, and four games with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
from litestar import Controller, get
from litestar.params import FromPath

from cardroom.players import kinds
from cardroom.room import ListedTable
from cardroom.rulebook import rule_set
from cardroom.show.pictures import Glimpse
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.lobby import ListedGame, listed_games, listed_tables
from cardroom.web.people import token_scope

__all__ = ["InvitationApi", "lobby_now", "picked_games"]

PICKS = 4
"""How many games are shown with a reason."""
LAST_ROUNDS = 5
"""The caller's last rounds, whose games tell what they play."""
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six")


class LiveFelt(msgspec.Struct, frozen=True):
    """A table that is shown on its cloth."""

    table: str
    game: str
    title: str
    felt: str
    stakes: str
    free: int
    live: bool
    """Whether people play there now."""
    stopped: bool
    glimpse: Glimpse | None
    """The cards that everybody may see, and the last result in words; None if no round was dealt yet."""


class WaitingSeat(msgspec.Struct, frozen=True):
    """A seat of the caller."""

    table: str
    title: str
    felt: str
    stack: int | None
    """The chips on it, in cents; None if another process serves the table."""
    turn: bool
    """Whether the table waits for the caller."""
    practice: bool


class PickedGame(msgspec.Struct, frozen=True):
    """A game, with a reason to try it."""

    game: str
    set: str
    name: str
    felt: str
    why: str


class LobbyNow(msgspec.Struct, frozen=True):
    """What happens in a hall now."""

    felt: LiveFelt | None
    seats: tuple[WaitingSeat, ...]


class PickedGames(msgspec.Struct, frozen=True):
    """Games for the caller, each with a reason."""

    new: bool
    """Whether the caller has not played yet."""
    first: PickedGame | None
    """The game for a first hand: the one with the fewest kinds of decision."""
    because: str
    """Why these games are picked, in a few words."""
    picks: tuple[PickedGame, ...]


class InvitationApi(Controller):
    """The invitation of the lobby."""

    path = "/"
    tags = ("lobby",)
    opt = token_scope("play")

    @get("/halls/{hall:str}/now")
    async def now(self, request: HttpRequest, hall: FromPath[str]) -> LobbyNow:
        """One table that is played now, with the cards that everybody may see, and the caller's seats."""
        hall_of(request, hall)
        return lobby_now(request, hall)

    @get("/halls/{hall:str}/picks")
    async def picks(self, request: HttpRequest, hall: FromPath[str]) -> PickedGames:
        """Four games for the caller, each with a reason."""
        hall_of(request, hall)
        return await picked_games(request, hall)


def lobby_now(request: HttpRequest, hall: str) -> LobbyNow:
    """The table that is shown to the caller, and the caller's seats."""
    tables = listed_tables(request, hall)
    return LobbyNow(_felt(request, hall, tables), tuple(_seats(request, hall, tables)))


async def picked_games(request: HttpRequest, hall: str) -> PickedGames:
    """Games for the caller: easy ones until the first round, then those like the last ones."""
    played = await _played(request, hall)
    names = {each.game: each.name for each in listed_games()}
    because = " and ".join([names[game] for game in played if game in names][:2])
    return PickedGames(
        not played,
        next(iter(_easy()), None),
        f"because you play {because}" if because else "few rules, few decisions",
        (_like(played, listed_tables(request, hall)) if played else _easy())[:PICKS],
    )


async def _played(request: HttpRequest, hall: str) -> list[str]:
    """The games that the caller played last, the latest first."""
    if request.user is None:
        return []
    who, workers = request.user.name, workers_of(request)
    page = await workers.read(lambda: workers.recalls[hall].of_player(who, limit=LAST_ROUNDS))
    return [*dict.fromkeys(each.game for each in page.rounds)]


# -- the table that is shown -------------------------------------------------------------------------------------------


def _felt(request: HttpRequest, hall: str, tables: Sequence[ListedTable]) -> LiveFelt | None:
    """A public table that is played now, with the most people, among those that this process serves. With equal numbers
    the easiest game, then in the order of the list of games."""
    order = [*dict.fromkeys([*(each.game for each in _easy()), *(each.game for each in listed_games())])]
    served = hall_of(request, hall).room.tables
    public = [
        each for each in tables if each.game in order and each.name in served and not (each.practice or each.private)
    ]
    if not public:
        return None
    best = min(
        public, key=lambda each: (not _live(each), -_people(each), each.free <= 0, order.index(each.game), each.name)
    )
    return LiveFelt(
        best.name,
        best.game,
        best.title,
        best.felt,
        best.stakes,
        best.free,
        _live(best),
        bool(best.stopped),
        served[best.name].glimpse(),
    )


def _live(table: ListedTable) -> bool:
    return _people(table) > 0 and table.state in ("playing", "between")


def _people(table: ListedTable) -> int:
    return sum(not each.bot for each in table.people)


def _seats(request: HttpRequest, hall: str, tables: Sequence[ListedTable]) -> Iterator[WaitingSeat]:
    """The caller's seats, those where it is the caller's turn first."""
    me = request.user.name if request.user else ""
    served = server_of(request).halls[hall].room.tables
    seats = []
    for table in tables:
        if any(each.name == me for each in table.people):
            live = served.get(table.name)
            stacks = live.common().people if live else {}
            turn = live is not None and any(who == me for who, _, _ in live.asked())
            stack = stacks[me].stack if me in stacks else None
            seats.append(WaitingSeat(table.name, table.title, table.felt, stack, turn, table.practice))
    yield from sorted(seats, key=lambda each: not each.turn)


# -- games with a reason -----------------------------------------------------------------------------------------------


@cache
def _easy() -> tuple[PickedGame, ...]:
    """Games with the fewest kinds of decision and the lowest edges, one of each family. They never change while the
    program runs."""
    known = [(len(kinds(rule_set(each.game))), each) for each in listed_games() if each.trainer and each.edge]
    known.sort(key=lambda each: (each[0], each[1].edge.share.decimal if each[1].edge else 0))
    first = {each.family: (count, each) for count, each in reversed(known)}
    return tuple(
        _picked(each, f"{NUMBERS[count]} {'decision a hand' if count == 1 else 'kinds of decision'}. {_edge(each)}")
        for count, each in sorted(first.values(), key=known.index)
    )


def _like(played: Sequence[str], tables: Sequence[ListedTable]) -> tuple[PickedGame, ...]:
    """Games that the caller did not play lately: of the same families first, then those that people play now, then
    those with the lowest edges."""
    games = {each.game: each for each in listed_games()}
    others = [each for each in games.values() if each.game not in played]
    latest = [games[each] for each in played if each in games]
    people = {game: sum(_people(each) for each in tables if each.game == game) for game in games}
    picks: dict[str, PickedGame] = {}
    for mine in latest[:2]:
        near = [each for each in others if each.family == mine.family and each.game not in picks]
        for each in near[:1]:
            picks[each.game] = _picked(each, f"Like {mine.name}")
    for each in sorted(others, key=lambda each: -people[each.game]):
        if people[each.game] and each.game not in picks and len(picks) < PICKS:
            count = people[each.game]
            picks[each.game] = _picked(each, f"{count} {'person plays' if count == 1 else 'people play'} it now")
    banked = [each for each in others if each.edge and not each.edge.bonus]
    for each in sorted(banked, key=lambda each: each.edge.share.decimal if each.edge else 0):
        if each.game not in picks:
            picks[each.game] = _picked(each, _edge(each))
    return tuple(picks.values())[:PICKS]


def _picked(game: ListedGame, why: str) -> PickedGame:
    return PickedGame(game.game, game.sets[0].set, game.name, game.felt, why)


def _edge(game: ListedGame) -> str:
    """The edge in words: "House edge 1.80 % of the Ante"."""
    return (
        f"House edge {100 * game.edge.share.decimal:.2f}\N{NO-BREAK SPACE}% of the {game.edge.of}" if game.edge else ""
    )
