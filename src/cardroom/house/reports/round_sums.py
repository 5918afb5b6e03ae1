"""The sums of the rounds of one game at one table on one day: wagers, handle, win, and the products for variances.

A report reads every posting of its period, so this is written for speed. What a posting means depends only on its
accounts, cause and wager; it is worked out once for each combination. Spots with the same quantities are multiplied
column by column. The tests compare it with the plain way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from operator import mul
from typing import Any, NamedTuple

import msgspec

from cardroom.house.books import DROPPED
from cardroom.play.records import RulesOf

__all__ = ["BANK", "GameFacts", "Moved", "Products", "Quantity", "RoundSums", "Wagered"]

JACKPOT_INTERNAL = frozenset({"claim", "returned claim", "released", "overflow"})
"""Causes of postings between a jackpot's own accounts, or to the bank that paid for it. They are not results."""


BANK = "house's bank"
"""The kind of the account of the house's own bank at the table of a report."""


class Wagered(msgspec.Struct):
    """The totals of one wager."""

    count: int = 0
    """How often it was placed."""
    handle: int = 0
    win: int = 0
    """The gain of the house's bank."""


Quantity = tuple[str, str]
"""The `stake` or the `win` of a wager, with the wager's name."""
Products = Counter[tuple[Quantity, Quantity]]
"""For each sorted pair of quantities, the sum of their products over all rounds. Variances are computed from these."""


class GameFacts(msgspec.Struct):
    """The facts of one game under one rule set, at one table."""

    game: str
    rules: RulesOf
    rounds: int = 0
    wagers: dict[str, Wagered] = {}
    own: Products = msgspec.field(default_factory=Counter)
    """Products of quantities at the same spot in the same round."""
    together: Products = msgspec.field(default_factory=Counter)
    """Products of quantities summed over all spots of the same round."""


Moved = tuple[Any, Hashable, Hashable, int, str, str, str]
"""A posting: the number of its entry, payer, payee, cents, cause, spot and wager."""
_AT_ONCE = 4096
"""Spots or rounds that are multiplied at a time. So the memory of a report does not grow with its rounds."""


class _Effect(NamedTuple):
    """What postings of one kind add to the sums."""

    registers: bool
    """Whether the wager appears in the report from here on."""
    placed: int
    stake: int
    """The sign with which it counts for the handle."""
    win: int
    """The sign with which it counts for the house's win."""
    staked: Quantity
    won: Quantity
    days: tuple[str, ...]
    """The sums of the day that it adds to."""


class RoundSums:
    """Adds rounds to the facts of a game and to a day. `finish` completes the sums."""

    def __init__(self, facts: GameFacts, add_to_day: Callable[[str, int], None], kind_of: Callable[[Any], str]) -> None:
        """`kind_of` gives the kind of an account: `BANK` for the house's bank of this table."""
        self.facts, self._add_to_day, self._kind_of = facts, add_to_day, kind_of
        self._effects: dict[tuple[Any, ...], _Effect | None] = {}
        self._own, self._together = _Columns(facts.own), _Columns(facts.together)

    def add(self, postings: Iterable[Moved]) -> None:
        """Add the postings of a round that ended."""
        facts, effects = self.facts, self._effects
        facts.rounds += 1
        spots: dict[str, dict[Quantity, int]] = {}
        for _, payer, payee, cents, cause, spot, wager in postings:
            key = payer, payee, cause, wager
            try:
                effect = effects[key]
            except KeyError:
                effect = effects[key] = self._effect(payer, payee, cause, wager)
            if effect is None:
                continue
            registers, placed, stake, win, staked, won, days = effect
            if days:
                for name in days:
                    self._add_to_day(name, cents)
            if registers or stake or win:
                totals = facts.wagers.get(wager)
                if totals is None:
                    if not registers:
                        continue
                    totals = facts.wagers[wager] = Wagered()
                totals.count += placed
                values = spots.get(spot)
                if values is None:
                    values = spots[spot] = {}
                if stake:
                    values[staked] = values.get(staked, 0) + stake * cents
                if win:
                    values[won] = values.get(won, 0) + win * cents
        together: dict[Quantity, int] = {}
        for values in spots.values():
            self._own.add(values)
            for quantity, cents in values.items():
                together[quantity] = together.get(quantity, 0) + cents
        self._together.add(together)

    def finish(self) -> None:
        """Add up what is left."""
        self._own.finish()
        self._together.finish()
        for (what, name), cents in self._together.sums.items():
            wager = self.facts.wagers[name]
            if what == "stake":
                wager.handle += cents
            else:
                wager.win += cents
        self._together.sums.clear()

    def _effect(self, payer: Hashable, payee: Hashable, cause: str, wager: str) -> _Effect | None:
        staked, won = ("stake", wager), ("win", wager)
        if cause == "fill":
            return _Effect(False, 0, 0, 0, staked, won, ("fills",))
        if cause in JACKPOT_INTERNAL:
            return None
        source, target = self._kind_of(payer), self._kind_of(payee)
        days = []
        if target == "collection":
            days.append("collection")
        if cause == DROPPED or (cause == "drop" and target in ("meter", "reserve")):
            days.append("jackpot_in")
        if cause == "jackpot" and source == "meter":
            days.append("jackpot_out")
        placed, stake = cause == "wager", (cause == "wager") - (cause == "uncovered")
        win = (target == BANK) - (source == BANK)
        registers = placed or BANK in (source, target)
        if not (registers or stake or days):
            return None
        return _Effect(registers, int(placed), stake, win, staked, won, tuple(days))


class _Columns:
    """Quantities of many spots or rounds. Those with the same names are added and multiplied as columns."""

    def __init__(self, products: Products) -> None:
        self.sums: Counter[Quantity] = Counter()
        self._products = products
        self._rows: dict[tuple[Quantity, ...], list[tuple[int, ...]]] = {}

    def add(self, values: dict[Quantity, int]) -> None:
        """Add the quantities of a spot or a round."""
        names = tuple(values)
        rows = self._rows.get(names)
        if rows is None:
            rows = self._rows[names] = []
        rows.append(tuple(values.values()))
        if len(rows) == _AT_ONCE:
            self._multiply(names, rows)
            rows.clear()

    def finish(self) -> None:
        """Add up what is left."""
        for names, rows in self._rows.items():
            self._multiply(names, rows)
        self._rows.clear()

    def _multiply(self, names: tuple[Quantity, ...], rows: list[tuple[int, ...]]) -> None:
        columns = [*zip(*rows, strict=True)]
        for at, (one, column) in enumerate(zip(names, columns, strict=False)):
            self.sums[one] += sum(column)
            for other, more in zip(names[at:], columns[at:], strict=False):
                pair = (one, other) if one <= other else (other, one)
                self._products[pair] += sum(map(mul, column, more))
