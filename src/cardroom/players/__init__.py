"""Bots that fill tables. A bot sees only what a player at its spot may see.

>>> import random
>>> from cardroom.games import game
>>> table = game("three-card-poker-6-card-bonus").round(3, seed=7)
>>> bots = table_bots(table.rules, list(table.stacks))
>>> play_round(table, bots, random.Random(7)).done
True
"""

from cardroom.players.bots import Bot, easy, play_round, table_bots, usual
from cardroom.players.random_legal import random_legal

__all__ = ["Bot", "easy", "play_round", "random_legal", "table_bots", "usual"]
