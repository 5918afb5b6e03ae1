"""Tournament chips in money by the independent chip model (Malmuth, Harville).

The next place goes to each remaining player in proportion to chips. So the chance that a set of players fills the first
places follows from the sets with one player less.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from cardroom.errors import InputError
from cardroom.figures import Estimate, Figure, Rounded

__all__ = ["MOST_EXACT", "MOST_SETS", "icm"]

MOST_EXACT = 10
"""The most players for fractions."""
MOST_SETS = 20
"""The most players for which all sets are taken, in floating-point numbers."""
MOST_PLAYERS = 10_000
SAMPLES = 1_000_000
"""Sampled finishing orders, times players."""
_BATCH = 200
_LEAST_BATCHES = 40


def icm(stacks: Sequence[Any], payouts: Sequence[Any], seed: int = 0, samples: int | None = None) -> list[Figure]:
    """The value of each player's chips: fractions up to 10 players, rounded up to 20, estimates above.

    >>> [str(value) for value in icm([50, 30, 20], [70, 30])]
    ['1265/28', '129/4', '158/7']
    >>> icm([50, 30], [30, 70])
    Traceback (most recent call last):
    cardroom.errors.InputError: the payouts rise from 30 to 70 for place 2: write the first place first
    """
    chips, prizes = _amounts("stacks", stacks), _amounts("payouts", payouts)
    _check(chips, prizes)
    prizes = [prize for prize in prizes if prize]
    if len(chips) <= MOST_EXACT:
        return list(_exact(chips, prizes))
    if len(chips) <= MOST_SETS:
        return _rounded(chips, prizes)
    return _sampled(chips, prizes, seed, samples)


def _amounts(what: str, given: Sequence[Any]) -> list[Fraction]:
    try:
        amounts = [Fraction(str(each)) for each in given]
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{what} must be numbers, for example 5000,3000,2000") from None
    for amount in amounts:
        if amount > 10**15 or amount.denominator > 10**9:
            raise InputError(f"{what}: {str(amount)[:40]} is too large or has too many digits")
    return amounts


def _check(chips: list[Fraction], prizes: list[Fraction]) -> None:
    if len(chips) < 2:
        raise InputError("stacks: write at least two, for example 5000,3000,2000")
    if len(chips) > MOST_PLAYERS:
        raise InputError(f"stacks: {len(chips):,} players are too many: at most {MOST_PLAYERS:,}")
    for place, chip in enumerate(chips, 1):
        if chip <= 0:
            raise InputError(f"stack {place} is {_shown(chip)}: leave out players without chips")
    if not prizes:
        raise InputError("payouts: write at least one, the first place first, for example 50,30,20")
    if len(prizes) > len(chips):
        raise InputError(f"{len(prizes)} payouts are more than the {len(chips)} players: leave out the rest")
    for place, (prize, following) in enumerate(zip(prizes, [*prizes[1:], Fraction(0)], strict=True), 1):
        if prize < 0:
            raise InputError(f"payout {place} is {_shown(prize)}: write amounts that are not negative")
        if following > prize:
            raise InputError(
                f"the payouts rise from {_shown(prize)} to {_shown(following)} for place {place + 1}: "
                "write the first place first"
            )


def _shown(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):g}"


def _exact(chips: list[Fraction], prizes: list[Fraction]) -> list[Fraction]:
    values = [Fraction(0)] * len(chips)
    chances = {0: Fraction(1)}
    for prize in prizes:
        following: dict[int, Fraction] = {}
        for chosen, chance in chances.items():
            left = sum(chip for player, chip in enumerate(chips) if not chosen >> player & 1)
            for player, chip in enumerate(chips):
                if not chosen >> player & 1:
                    share = chance * chip / left
                    values[player] += prize * share
                    more = chosen | 1 << player
                    following[more] = following.get(more, Fraction(0)) + share
        chances = following
    return values


def _rounded(chips: list[Fraction], prizes: list[Fraction]) -> list[Figure]:
    """The same over all sets as arrays. No step subtracts, so each adds a few roundings."""
    count = len(chips)
    stacks = np.array([float(chip) for chip in chips])
    sets = np.arange(1 << count)
    sizes, left = np.bitwise_count(sets), np.zeros(1 << count)
    for player in range(count):
        left[sets >> player & 1 == 0] += stacks[player]
    chances, values = np.zeros(1 << count), np.zeros(count)
    chances[0] = 1
    for place, prize in enumerate(prizes):
        now = sets[sizes == place]
        for player in range(count):
            some = now[now >> player & 1 == 0]
            share = chances[some] * stacks[player] / left[some]
            values[player] += float(prize) * share.sum()
            chances[some | 1 << player] += share
    bound = (
        2.0**-52 * (len(prizes) + 1) * (2 * count + 8)
    )  # sums of up to `count` terms, a product and a quotient a place
    return [Rounded(float(value), float(value) * bound) for value in values]


def _sampled(chips: list[Fraction], prizes: list[Fraction], seed: int, samples: int | None) -> list[Figure]:
    """Finishing orders drawn at random: the smaller of exponential times with these rates comes first."""
    stacks, paid = np.array([float(chip) for chip in chips]), np.array([float(prize) for prize in prizes])
    rng = np.random.Generator(np.random.Philox(seed))
    rounds = samples or max(_LEAST_BATCHES * _BATCH, SAMPLES * 20 // len(chips))
    batches = max(_LEAST_BATCHES, rounds // max(1, min(_BATCH * 100, 2_000_000 // len(chips))))
    size = max(1, rounds // batches)
    sums = squares = np.zeros(len(chips))
    for _ in range(batches):
        times = rng.standard_exponential((size, len(chips))) / stacks
        order = np.argsort(times, axis=1)[:, : len(paid)]
        won = np.zeros((size, len(chips)))
        np.put_along_axis(won, order, np.broadcast_to(paid, order.shape), axis=1)
        sums, squares = sums + won.sum(axis=0), squares + (won**2).sum(axis=0)
    rounds = batches * size
    means = sums / rounds
    errors = np.sqrt(np.maximum(squares / rounds - means**2, 0) / (rounds - 1))
    return [Estimate(float(mean), float(error), rounds, str(seed)) for mean, error in zip(means, errors, strict=True)]
