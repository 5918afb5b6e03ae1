"""Pots, side pots and equal shares, as pure functions of what each player put in.

Who gets an odd chip is decided in `odd_chips`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cardroom.play import Event, Transfer

__all__ = ["Pot", "put_in", "side_pots", "split"]


class Pot(NamedTuple):
    """An amount, and the players who can win it."""

    amount: int
    players: tuple[str, ...]


def put_in(events: Iterable[Event]) -> tuple[dict[str, int], int]:
    """The amounts that each player put into the pot, and the dead money, from the transfers."""
    counted: dict[str, int] = {}
    dead = 0
    for event in events:
        if isinstance(event, Transfer):
            match event.cause:
                case "gathered":
                    counted[event.spot] = counted.get(event.spot, 0) + event.amount
                case "dead":
                    dead += event.amount
    return counted, dead


def side_pots(put_in: Mapping[str, int], dead: int, live: Sequence[str], charged: int = 0) -> list[Pot]:
    """The main pot and the side pots, in order, from what each player put in.

    `dead` money is part of the main pot. The collection (`charged`) is taken from the first pots that can pay it. What
    folded players put in above all remaining players stays in the last pot.

    >>> side_pots({"1": 50, "2": 100, "3": 100, "4": 20}, 0, live=["1", "2", "3"])
    [Pot(amount=170, players=('1', '2', '3')), Pot(amount=100, players=('2', '3'))]
    """
    levels = sorted({put_in.get(player, 0) for player in live})
    if len(levels) == 1:  # no player is all-in for less
        total = sum(put_in.values()) + dead - charged
        return [Pot(total, tuple(live))] if total else []
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum(min(put, level) - min(put, below) for put in put_in.values())
        players = tuple(player for player in live if put_in.get(player, 0) >= level)
        pots.append(Pot(amount, players))
        below = level
    over = sum(put - min(put, below) for put in put_in.values())
    pots[0] = Pot(pots[0].amount + dead, pots[0].players)
    pots[-1] = Pot(pots[-1].amount + over, pots[-1].players)
    for number, pot in enumerate(pots):
        taken = min(charged, pot.amount)
        pots[number], charged = Pot(pot.amount - taken, pot.players), charged - taken
    return [pot for pot in pots if pot.amount]


def split(amount: int, winners: Sequence[str], chip: int = 1) -> dict[str, int]:
    """Equal shares in whole chips. The remainder goes to the first winner.

    >>> split(100, ["3", "1", "2"], chip=5)
    {'3': 40, '1': 30, '2': 30}
    """
    share = amount // chip // len(winners) * chip
    shares = dict.fromkeys(winners, share)
    shares[winners[0]] += amount - share * len(winners)
    return shares
