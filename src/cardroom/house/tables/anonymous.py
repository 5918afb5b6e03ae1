"""A recalled round without the names of its players, for viewers who did not play it.

The round is opened again with other names, so that no text, picture or result can hold a real one.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

import msgspec

from cardroom.errors import InputError
from cardroom.house.tables.recalled_round import RecalledRound
from cardroom.play.records import Opening

__all__ = ["nameless", "names_nobody"]

_BOT = "bot "


def nameless(recalled: RecalledRound) -> RecalledRound:
    """The same round, played by seats instead of names. Bots keep theirs.

    A player without a name is shown as the seat: see `show.names`. Players without a seat of their own are numbered.
    """
    spots, stacks = recalled.opening.spots, recalled.opening.stacks
    seats = {spot.bettor: str(spot.seat) for spot in spots if not (spot.backline or spot.second)}
    names = {name: seats.get(name, f"Player {number}") for number, name in enumerate(stacks, 1) if not _is_bot(name)}
    other = copy(recalled)
    other.opening = _rename_opening(recalled.opening, _gone_players(recalled) | names)
    if not _is_same(recalled, other, names):
        raise InputError("Only its players and staff can see this round.")
    return other


def _gone_players(recalled: RecalledRound) -> dict[str, str]:
    """New names of players whom the script's own state names, and who had left before the round."""
    carry = recalled.opening.carry
    own = carry.get("own") if isinstance(carry, dict) else None
    fields = getattr(recalled.game.carried, "NAMES", ())
    named = dict.fromkeys(name for field in fields for name in (own or {}).get(field, ()))
    gone = [name for name in named if name not in recalled.opening.stacks and not _is_bot(name)]
    return {name: f"Former player {number}" for number, name in enumerate(gone, 1)}


def _is_same(recalled: RecalledRound, other: RecalledRound, names: Mapping[str, str]) -> bool:
    """Whether the round has the same result under other names. Names in a script's own state may be missed."""
    try:
        *_, round = other.steps()
    except InputError:
        return False
    if recalled.outcome is None:
        return True
    net = {names.get(name, name): cents for name, cents in recalled.outcome.net.items() if name in names}
    return round.done and {name: round.net[name] for name in net} == net


def names_nobody(proof: Mapping[str, Any] | None) -> bool:
    """Whether the proof of a shuffle names no player. Players' seeds carry names."""
    return not (proof or {}).get("seeds")


def _is_bot(name: str) -> bool:
    return name.startswith(_BOT)


def _rename_opening(opening: Opening, names: Mapping[str, str]) -> Opening:
    spots = tuple(msgspec.structs.replace(spot, bettor=names.get(spot.bettor, spot.bettor)) for spot in opening.spots)
    stacks = {names.get(name, name): cents for name, cents in opening.stacks.items()}
    carry = opening.carry
    if isinstance(carry, dict):
        carry = dict(carry)
        if carry.get("bank"):
            carry["bank"] = carry["bank"] | {"bettor": _new_name(carry["bank"]["bettor"], names)}
        if isinstance(carry.get("own"), dict):
            carry["own"] = {field: _renamed_field(value, names) for field, value in carry["own"].items()}
    return msgspec.structs.replace(opening, spots=spots, stacks=stacks, carry=carry)


def _renamed_field(value: Any, names: Mapping[str, str]) -> Any:
    """A field of a script's own state. If all keys of a table or all items of a list are players, they are renamed."""
    if isinstance(value, dict) and value.keys() <= names.keys():
        return {names[key]: each for key, each in value.items()}
    if isinstance(value, list | tuple) and all(isinstance(each, str) and each in names for each in value):
        return [names[each] for each in value]
    return value


def _new_name(name: str, names: Mapping[str, str]) -> str:
    """A new name, also for a player who did not play this round."""
    return names.get(name, name if _is_bot(name) else "a player")
