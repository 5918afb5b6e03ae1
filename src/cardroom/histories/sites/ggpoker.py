"""GGPoker's logs. They are like PokerStars' logs, except for the first line."""

import re
from typing import ClassVar

from cardroom.histories.logs import Log, step_patterns
from cardroom.histories.sites.pokerstars import ALL_IN, AMOUNT, StarsReader

__all__ = ["BEGINS", "read_ggpoker"]

BEGINS = re.compile(r"\W*Poker Hand #([A-Z]{0,4}\d{1,25}):\s*(.*)")
_SHORT = (
    (r"\bPLO-(\d) ", r"\1 Card Omaha Pot Limit "),
    (r"\bPLO ", "Omaha Pot Limit "),
    (r"\bShort ?Deck(?: Hold'em)?\b", "6+ Hold'em"),
)
"""Short names of games, and how PokerStars writes them."""


class _GGReader(StarsReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "GGPoker"
    begins: ClassVar[re.Pattern[str]] = BEGINS
    patterns: ClassVar = (
        *StarsReader.patterns,
        *step_patterns({rf"straddles? AMT{ALL_IN}": "straddle"}, AMOUNT),
        (re.compile(r"(?:Chooses|Pays|Receives|Buys|Purchases|Rabbit)\b.*"), ""),
    )
    """Insurance, cash-outs and rabbit cards change neither the pot nor who wins it."""


def read_ggpoker(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    head, end, rest = text.lstrip("\ufeff").partition("\n")
    for short, name in _SHORT:
        head = re.sub(short, name, head)
    return _GGReader.read_text(head + end + rest, first)
