"""The parts of a lobby entry that come from the rules: game, stakes and jackpot displays."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cardroom.play.table import State, buy_ins
from cardroom.rulebook import RuleSet
from cardroom.show.pictures import cloth

__all__ = ["displays", "game_entry"]


@lru_cache(maxsize=256)
def game_entry(rules: RuleSet) -> dict[str, Any]:
    """The game with its rules.

    >>> import cardroom
    >>> game_entry(cardroom.game("texas-holdem").rules)["stakes"]
    'No limit, blinds $1/$2'
    """
    ours = cloth(rules)
    return {
        "game": rules.game,
        "set": rules.rules,
        "title": rules.name,
        "seats": ours.seats,
        "stakes": ours.stakes,
        "felt": ours.felt,
        "buy_in": buy_ins(rules),
    }


def displays(state: State, readings: Mapping[str, int]) -> dict[str, Any]:
    """The jackpot displays of a table, with the texts that must be shown beside them. `readings` are newer than those
    of its last round."""
    rules, reads = state.game.rules, {**state.carry.meters, **readings}
    offered = {wager.jackpot for wager in rules.wagers().values() if wager.jackpot}
    meters = {
        each.name: {"jackpot": each.name, "label": each.label, "reads": reads.get(each.name, each.seed)}
        for each in rules.jackpots.values()
        if each.name in offered
    }
    return {"meters": [*meters.values()], "notices": [each.text for each in rules.notices()] if meters else []}
