"""Play random legal rounds in a house."""

from random import Random
from uuid import uuid4

import cardroom
from cardroom.house import House, HouseTable
from cardroom.play.table import Join, StartRound, SubmitAnswer, TopUp
from cardroom.players.at_random import random_legal

GAME = "three-card-poker-6-card-bonus"
DRAW = "2-7-triple-draw"
"""A game in which players pick cards of their hands."""
SHOE = "ez-baccarat"
BANKED = "heads-up-holdem"
"""A game against the house's own bank."""
CHIPS = 40_000
MINI_ROYAL = """
extends = "500-club"
[wager.pair-plus]
jackpot = "mini"
[jackpot.mini]
label = "Mini Royal Jackpot"
rule = "progressive"
seed = "$500"
rate = "10%"
reserve = "5%"
cite = "Pair Plus Bonus Bet Pay Table"
[pay.pair-plus.lines]
"mini royal flush" = "100% of the meter"
"""
"""A jackpot of Three Card Poker. Lines of its pay table may follow."""


def seated(house: House, name: str, slug: str = GAME, players=("ann", "bob", "cyd"), chips=CHIPS, **rules):
    """A new table with seated players who have enough money."""
    table = house.open_table(name, cardroom.game(slug, **rules), who="floor")
    for each in players:
        house.cage.deposit(each, chips * 2, who="cage 1", key=f"for {each} at {name}")
        table.do(Join(each, chips))
    return table


def refill(table: HouseTable) -> None:
    """Give new chips to players without any, so that play can continue. The cards are different in every run."""
    house = House(table._books)
    for name, cents in table.table.stacks.items():
        if not cents:
            house.cage.deposit(name, CHIPS, who="cage 1", key=uuid4().hex)
            table.do(TopUp(name, CHIPS))


def step(table: HouseTable, random: Random, *, stay: bool = False) -> None:
    """Start a round, or give one answer. With `stay`, poker players do not fold or raise."""
    if table.round is None:
        refill(table)
        table.do(StartRound(), "dealer")
        return
    ask = table.round.waiting[0]
    who = table.round.spot(ask.spot).bettor
    quiet = next((each.action for each in ask.options if each.action in ("check", "call")), None)
    if stay and quiet:
        table.do(SubmitAnswer(who, ask.spot, None, quiet))
        return
    answer = random_legal(table.round.view(who), ask, random)
    table.do(SubmitAnswer(who, ask.spot, None, answer.action, answer.value))


def play(table: HouseTable, rounds: int, random: Random) -> None:
    """Play some rounds to their end."""
    end = table.table.rounds + rounds
    while table.table.rounds < end:
        step(table, random)


def play_into(table: HouseTable, answers: int, random: Random) -> None:
    """Begin a round and give some answers, without ending it: at most two, or eight in a draw game."""
    for _ in range(1 + answers):
        step(table, random, stay=True)
    assert table.round is not None


class WatchedCursor:
    """A driver's cursor that calls a function before each statement, and one after it."""

    def __init__(self, cursor, before, after=lambda: None):
        self._cursor, self._before, self._after = cursor, before, after

    def execute(self, *statement):
        self._before()
        self._cursor.execute(*statement)
        self._after()

    def executemany(self, *statement):
        self._before()
        self._cursor.executemany(*statement)
        self._after()


def two_operators(house, *names):
    """Note in the books that these users are operators with a second factor, as a room's first day does."""
    for name in names:
        house.note("sign-up", who="tests", why="hired", after={"name": name, "roles": ["operator"]})
        house.note("second factor", who=name, why="they added one")
