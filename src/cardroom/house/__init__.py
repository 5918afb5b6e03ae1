"""The house: its books, to the cent and for ever, and the tables whose every step they keep."""

from cardroom.house.books import Books
from cardroom.house.house import House
from cardroom.house.store import Store, StoreError
from cardroom.house.tables import HouseTable
from cardroom.house.values import CAGE, OUTSIDE, Line, Post, Purse, player
from cardroom.house.writing import Draft, Stale

__all__ = [
    "CAGE",
    "OUTSIDE",
    "Books",
    "Draft",
    "House",
    "HouseTable",
    "Line",
    "Post",
    "Purse",
    "Stale",
    "Store",
    "StoreError",
    "player",
]
