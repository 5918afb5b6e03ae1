"""What the displays of a table's jackpots read, for the lobby."""

from __future__ import annotations

from typing import Any

from cardroom.room.live import Live

__all__ = ["displays"]


def displays(live: Live) -> dict[str, Any]:
    """Each jackpot that is offered, as of the last round, with the texts that must stand beside it; nothing while
    something is being kept."""
    table = live.table
    if table is None:
        return {}
    rules = table.game.rules
    offered = {wager.jackpot for wager in rules.wagers().values() if wager.jackpot}
    shown = {each.name: each for each in rules.jackpots.values() if each.name in offered}
    meters = [
        {"jackpot": each.name, "label": each.label, "reads": table.carry.meters.get(each.name, each.seed)}
        for each in shown.values()
    ]
    return {"meters": meters, "notices": [notice.text for notice in rules.notices()] if meters else []}
