"""Play in a house, at random and as the rules allow."""

from random import Random

import cardroom
from cardroom.house import House, HouseTable
from cardroom.players.random_legal import random_legal

GAME = "three-card-poker-6-card-bonus"
DRAW = "2-7-triple-draw"
"""A game in which players name cards of their hands."""
SHOE = "ez-baccarat"


def seated(house: House, name: str, slug: str = GAME, players=("ann", "bob", "cyd"), chips=40_000, **rules):
    """A new table at which players sit who have brought enough money."""
    table = house.open_table(name, cardroom.game(slug, **rules), who="floor")
    for each in players:
        house.deposit(each, chips * 2, who="cage 1", key=f"for {each} at {name}")
        table.join(each, chips)
    return table


def step(table: HouseTable, random: Random) -> None:
    """Start a round, or give one answer."""
    if table.round is None:
        table.start()
        return
    ask = table.round.waiting[0]
    who = table.round.spot(ask.spot).bettor
    answer = random_legal(table.round.view(who), ask, random)
    table.answer(who, ask.spot, answer.action, answer.value)


def play(table: HouseTable, rounds: int, random: Random) -> None:
    """Play some rounds to their end."""
    end = table.table.rounds + rounds
    while table.table.rounds < end:
        step(table, random)


def play_into(table: HouseTable, answers: int, random: Random) -> None:
    """Begin a round and give some answers, as long as it lasts."""
    table.start()
    for _ in range(answers):
        if table.round is not None:
            step(table, random)
