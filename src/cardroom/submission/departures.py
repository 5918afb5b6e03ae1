"""What the departures of a game from its document are worth, exactly or by playing both rules."""

from collections.abc import Iterator
from typing import Any

from cardroom.analysis import has_analysis
from cardroom.analysis.report import edges, figure
from cardroom.games import game_of
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.players import RuleWorth, played_twice, worth_of
from cardroom.rulebook import with_house_rules
from cardroom.show.rules import RuleChoice, departing_choices

__all__ = ["departures"]


def departures(game: Game, stacks: dict[int, int], rounds: int, seed: str) -> list[dict[str, Any]]:
    """Return each departure: the text, what we do, why, and what the difference is worth."""
    return [_departure(game, each, stacks, rounds, seed) for each in departing_choices(game)]


def _departure(game: Game, choice: RuleChoice, stacks: dict[int, int], rounds: int, seed: str) -> dict[str, Any]:
    found: dict[str, Any] = {**choice._asdict(), "others": [*choice.others], "worth": [], "exact": None}
    if not choice.printed:
        return found
    printed = game_of(with_house_rules(game.rules, {choice.name: choice.printed}))
    if has_analysis(game.rules):
        changed = [each for each in edges(game.rules, printed.rules) if each.change]
        if changed:
            lines = [
                f"As printed, the edge of {each.label} changes by {float(each.change or 0):+.4%}." for each in changed
            ]
            return found | {"worth": lines, "exact": True}
    worth = worth_of(played_twice(game, printed, stacks, rounds, seed), seed)
    return found | {"worth": [*_words(worth)], "exact": False, "figures": _figures(worth)}


def _figures(worth: RuleWorth) -> dict[str, Any]:
    return {name: figure(value) for name, value in worth._asdict().items()}


def _words(worth: RuleWorth) -> Iterator[str]:
    rounds = f"{worth.different.rounds:,} simulated rounds"
    if not worth.different.value:
        yield f"As printed, none of {rounds} ends differently."
        return
    share, error = worth.different.value, worth.different.standard_error
    moved = f"{dollars(round(worth.moved.value))} ± {dollars(round(worth.moved.standard_error))}"
    yield f"As printed, {share:.1%} ± {error:.1%} of {rounds} end differently; {moved} a round goes to someone else."
    if worth.collected.value:
        more = f"{dollars(round(worth.collected.value))} ± {dollars(round(worth.collected.standard_error))}"
        yield f"As printed, the house collects {more} a round more."
