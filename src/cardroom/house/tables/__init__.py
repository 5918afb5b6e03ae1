"""Tables in the books: every command is stored, with the money that it moves, before anyone learns of it.

It offers `HouseTable`, and rounds read back from the books. It decides nothing about rounds: `play` does.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.tables.anonymous import nameless, names_nobody
    from cardroom.house.tables.entries import entry_of, postings_of, stored_game
    from cardroom.house.tables.recall import MOST_ROWS, Recall
    from cardroom.house.tables.recalled_round import RecalledRound
    from cardroom.house.tables.summary import RoundMoney, RoundPage, RoundSummary
    from cardroom.house.tables.table import HouseTable
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
