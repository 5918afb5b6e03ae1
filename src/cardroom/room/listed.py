"""Tables as the lobby lists them, and the parts that come from the rules: game, stakes and jackpot displays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.play.table import State, buy_ins
from cardroom.rulebook import RuleSet
from cardroom.show.pictures import Meter, cloth

__all__ = ["ListedPlayer", "ListedTable", "displays", "game_entry"]


class ListedPlayer(msgspec.Struct, frozen=True):
    """A player at a table. Only staff see more than name, seat and whether it is a bot."""

    name: str
    seat: int
    bot: bool
    behind: bool | UnsetType = UNSET
    """Whether they stand behind the seat."""
    stack: int | UnsetType = UNSET
    """Chips in cents."""
    out: bool | UnsetType = UNSET
    """Whether they sit out."""
    away: bool | UnsetType = UNSET
    here: bool | UnsetType = UNSET
    """Whether they are connected."""
    gone: int | UnsetType | None = UNSET
    """For how many seconds they are not connected."""


class ListedTable(msgspec.Struct, frozen=True):
    """A table in the lobby. A table that is being opened has only its name, its state and `of`."""

    name: str
    state: str
    game: str = ""
    set: str = ""
    title: str = ""
    seats: int = 0
    stakes: str = ""
    felt: str = ""
    buy_in: tuple[int, int, int] | None = None
    """The least and the most buy-in and the chip, in cents; None at banked games."""
    taken: int = 0
    free: int = 0
    people: tuple[ListedPlayer, ...] = ()
    stopped: str = ""
    """The reason why the game is stopped."""
    waiting: int = 0
    """The length of the waiting list."""
    rounds: int = 0
    round: str = ""
    """The number of the round that is being played."""
    meters: tuple[Meter, ...] = ()
    notices: tuple[str, ...] = ()
    """Texts that must be shown beside the meters."""
    of: str = ""
    """The game of a table that is being opened."""
    usual: int = 0
    """The usual buy-in, in cents."""
    draining: bool = False
    """Whether its process is about to close, and deals no new rounds."""
    practice: bool = False
    private: bool = False
    """Whether only people with the table's link see it."""
    coach: bool = False
    """Whether the table has a coach."""


@lru_cache(maxsize=256)
def game_entry(rules: RuleSet) -> ListedTable:
    """The game with its rules, at no table yet.

    >>> import cardroom
    >>> game_entry(cardroom.game("texas-holdem").rules).stakes
    'No limit, blinds $1/$2'
    """
    ours = cloth(rules)
    return ListedTable("", "", rules.game, rules.rules, rules.name, ours.seats, ours.stakes, ours.felt, buy_ins(rules))


def displays(state: State, readings: Mapping[str, int]) -> tuple[tuple[Meter, ...], tuple[str, ...]]:
    """The jackpot displays of a table, with the texts that must be shown beside them. `readings` are newer than those
    of its last round."""
    rules, reads = state.game.rules, {**state.carry.meters, **readings}
    offered = {wager.jackpot for wager in rules.wagers().values() if wager.jackpot}
    meters = {
        each.name: Meter(each.name, each.label, reads.get(each.name, each.seed))
        for each in rules.jackpots.values()
        if each.name in offered
    }
    return tuple(meters.values()), tuple(each.text for each in rules.notices()) if meters else ()
