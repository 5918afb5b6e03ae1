"""Ratings of players against puzzles, by Glicko-2.

The formulas are those of Mark E. Glickman, "Example of the Glicko-2 system" (2013). Step numbers below are its steps. A
player who answers right wins against the puzzle, one who answers wrong loses.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

__all__ = ["NEW", "Rating", "rated", "rested"]

TAU = 0.5
"""How much the volatility may change."""
SCALE = 173.7178
CLOSE = 1e-6
"""How close the iteration of step 5 comes."""
MOST_DEVIATION = 350.0


class Rating(NamedTuple):
    """A rating, on the scale on which a newcomer has 1500."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    """How uncertain it is: the rating is inside twice this distance in 19 of 20 cases."""
    volatility: float = 0.06


NEW = Rating()


def rated(player: Rating, games: Iterable[tuple[Rating, float]]) -> Rating:
    """A rating after the games of one period, each with its opponent and its score: 1 for a win, 0 for a loss.

    >>> games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> [round(each, 5) for each in rated(Rating(1500, 200), games)]
    [1464.05067, 151.51652, 0.06]
    """
    played = [((other.rating - 1500) / SCALE, other.deviation / SCALE, score) for other, score in games]
    if not played:
        return rested(player, 1)
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE  # step 2
    terms = [(_g(their_phi), _e(mu, their_mu, their_phi), score) for their_mu, their_phi, score in played]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in terms)  # step 3
    gained = sum(g * (score - e) for g, e, score in terms)
    sigma = _volatility(phi, player.volatility, variance, variance * gained)
    before = sqrt(phi * phi + sigma * sigma)  # step 6
    after = 1 / sqrt(1 / (before * before) + 1 / variance)  # step 7
    return Rating(1500 + SCALE * (mu + after * after * gained), SCALE * after, sigma)  # step 8


def rested(player: Rating, periods: int) -> Rating:
    """A rating after periods without games: it is less certain (step 6), but never less than that of a newcomer.

    >>> rested(Rating(1500, 50), 30).deviation > 50, rested(Rating(1500, 350), 1).deviation
    (True, 350.0)
    """
    phi = player.deviation / SCALE
    after = SCALE * sqrt(phi * phi + periods * player.volatility**2)
    return player._replace(deviation=min(MOST_DEVIATION, after))


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _e(mu: float, their_mu: float, their_phi: float) -> float:
    return 1 / (1 + exp(-_g(their_phi) * (mu - their_mu)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility: the root of the function of step 5, by the Illinois method."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
