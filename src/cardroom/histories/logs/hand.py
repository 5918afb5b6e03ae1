"""One hand of a log as values, and how amounts are written. Every site's reader creates these values, and `convert`
turns them into a PHH document."""

import re
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec

from cardroom.clean import visible

__all__ = ["MOST_STEPS", "Log", "LogStep", "digits", "toml", "totals"]

MOST_STEPS = 1000
"""The most lines of a hand that move chips or cards; ten players with every raise allowed need fewer."""


class LogStep(NamedTuple):
    """A line that moves chips or cards.

    `what` is one of: ante, small, big, both (a dead and a live blind in one post), dead, button, straddle, bring-in;
    fold, check, call, bet (amounts are chips added), raise (the amount is the total in front), add (chips added by a
    call, a bet or a raise), to (the same as a total); board (community cards before the first betting), street, dealt,
    pat, discard; show, muck, collect, uncalled.
    """

    line: int
    who: str
    """The player; empty for the dealer."""
    what: str
    amount: Decimal = Decimal(0)
    cards: tuple[str, ...] = ()
    cards_thrown: int = 0
    all_in: bool = False
    board: int = 1
    """A street: on which board, in a hand that was run twice."""


class Log(NamedTuple):
    """One hand of a log."""

    venue: str
    number: str
    game: str
    """Its name in the log."""
    variant: str
    stakes: tuple[Decimal, Decimal]
    """The blinds, or at fixed limit the lower and the higher bet."""
    date: tuple[str, ...]
    """Year, month, day, time and time zone, where the log has them."""
    table: str
    button: int | Decimal
    seats: Mapping[str, int | Decimal]
    """Seat numbers. A player whose seat is unknown gets a number halfway between two others."""
    stacks: dict[str, Decimal]
    steps: list[LogStep]
    held: dict[str, tuple[str, ...]]
    """Hands shown in the summary."""
    pot: Decimal | None
    """The pot before the rake, if the log states it."""
    rake: Decimal | None
    """All that the house took from the pot, if the log states it."""
    pot_line: int
    cashed_out: bool = False
    """Whether a player sold their share of the pot. Then only the summary says who won it."""
    added: Decimal = Decimal(0)
    """The amount that the house added to the pot."""


def totals(log: Log) -> Mapping[tuple[str, str], Decimal]:
    """The amounts of all lines of one kind for one player, by player and kind; 0 where there is no such line."""
    sums = defaultdict[tuple[str, str], Decimal](Decimal)
    for step in log.steps:
        sums[step.who, step.what] += step.amount
    return sums


def digits(amount: Decimal) -> str:
    """An amount as it is written: 12, or 0.25."""
    written = f"{amount:f}"
    return written.rstrip("0").rstrip(".") if "." in written else written


def toml(value: Any) -> str:
    """A value as TOML, with control characters made visible."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(each) for each in value)}]"
    if isinstance(value, Decimal):
        return digits(value)
    if isinstance(value, str) and re.fullmatch(r"\d{1,2}:\d{2}:\d{2}", value):
        return value.zfill(8)
    return msgspec.json.encode(visible(value) if isinstance(value, str) else value).decode()
