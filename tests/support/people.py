"""Players at tables, and random answers to their asks."""

from random import Random
from typing import Any

from msgspec.structs import replace

from cardroom.play import Game, Round, Spot, Table
from cardroom.play.round.procedures import areas
from cardroom.players.at_random import random_legal

NAMES = ("ann", "bob", "cy", "dee", "eve", "flo", "gus", "hal", "ida", "joe")
STACK = 50_000


def spots_of(game: Game, most: int = 5) -> list[Spot]:
    """Named players in the first seats, with a second circle and a backline bettor if the rules allow them."""
    rules = game.rules
    seated = [Spot.at(seat, NAMES[seat - 1]) for seat in range(1, min(most, rules.seats.most - 1) + 1)]
    if rules.seats.second_circles:
        seated.append(Spot("further", len(seated) + 1, "bob", second=True))
    if areas(rules, True):
        seated.append(Spot("behind", 2, "zoe", backline=True))
    return seated


def stacks_of(spots: list[Spot], stack: int = STACK) -> dict[str, int]:
    """The same stack for all players."""
    return dict.fromkeys((spot.bettor for spot in spots), stack)


def set_state(table: Table, **fields: Any) -> None:
    """Change a table's state directly, for a test that needs certain stacks or a certain button."""
    table.state = replace(table.state, **fields)


def answer_once(round: Round, rng: Random, *, order: bool = False) -> None:
    """Answer an ask at random: the first, or with `order` any of them. Banks are well funded."""
    ask = rng.choice(round.waiting) if order else round.ask
    if ask.spot == "house":
        round.default("house")
        return
    for option in ask.options:
        if option.action == "bank" and rng.random() < 0.8:
            round.answer(ask.spot, "bank", option.most)
            return
    if rng.random() < 0.05:
        round.default(ask.spot)
        return
    answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
    round.answer(answer.spot, answer.action, answer.value)


def play_out(round: Round, rng: Random) -> Round:
    """Play a round to its end."""
    while not round.done:
        answer_once(round, rng)
    return round


def some(choices):
    """All choices of a house rule with few. Of a rule with many, such as the collection schedules, every seventh: they
    come in groups of ten, so each group is included."""
    return list(choices) if len(choices) <= 20 else list(choices[::7])
