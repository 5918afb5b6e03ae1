"""Figures by type: exact ones, rounded ones and estimates, with their errors. Their forms for JSON and for a plot.

A figure that leaves a computation is a `Fraction`, a `Root` of fractions, a `Rounded` number with a bound of its error,
or an `Estimate`. A plain float says nothing about its error, so `figure` refuses it.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor, fsum, sqrt
from typing import Any, Literal, NamedTuple

import msgspec

from cardroom.errors import InvariantError

__all__ = [
    "MOST_BARS",
    "Bar",
    "BarFigures",
    "Estimate",
    "Exact",
    "Figure",
    "Measure",
    "Root",
    "Rounded",
    "bars",
    "estimates",
    "figure",
    "how_known",
    "is_estimate",
    "kinds",
    "total",
]

MOST_BARS = 14
"""The most bars of a plot."""


class Root(msgspec.Struct, frozen=True):
    """The sum of the square roots of fractions, for example a standard deviation. It is exact.

    >>> float(Root((Fraction(9, 4), Fraction(1))).times(Fraction(2)))
    5.0
    """

    of: tuple[Fraction, ...]

    def __float__(self) -> float:
        return fsum(map(sqrt, self.of))

    def times(self, factor: Fraction | int) -> "Root":
        """The multiple by a factor that is not negative."""
        return Root(tuple(each * factor**2 for each in self.of))


class Rounded(msgspec.Struct, frozen=True):
    """A figure that follows from exact ones, computed in floating-point numbers, with a bound of the rounding error."""

    value: float
    error: float
    """The most by which the value can differ from the exact one."""

    def __float__(self) -> float:
        return self.value


class Estimate(msgspec.Struct, frozen=True):
    """A figure that simulated rounds estimate, with its standard error.

    >>> float(Estimate(1.5, 0.01, 1000, "any text").times(2))
    3.0
    """

    value: float
    standard_error: float
    rounds: int
    """The simulated rounds that it comes from."""
    seed: str
    """The simulation seed of these rounds."""

    def __float__(self) -> float:
        return self.value

    def times(self, factor: Fraction | int) -> "Estimate":
        """The estimate of a multiple."""
        return Estimate(self.value * float(factor), self.standard_error * abs(float(factor)), self.rounds, self.seed)


Exact = Fraction | Root
"""A figure without error."""
Figure = Exact | Rounded | Estimate


def figure(number: Figure) -> dict[str, Any]:
    """A figure for JSON. It has one of `exact`, the fraction; `root_of`, fractions; a bound of its error; or a
    standard error.

    >>> figure(Fraction(-3, 6))
    {'exact': '-1/2', 'decimal': -0.5}
    >>> figure(Root((Fraction(9, 4),)))
    {'root_of': ['9/4'], 'decimal': 1.5}
    >>> figure(Rounded(0.25, 1e-15))
    {'decimal': 0.25, 'error_at_most': 1e-15}
    >>> figure(Estimate(0.25, 0.001, 1000, "any text"))
    {'decimal': 0.25, 'standard_error': 0.001, 'rounds': 1000, 'seed': 'any text'}
    """
    match number:
        case Fraction():
            return {"exact": _ratio(number), "decimal": float(number)}
        case Root():
            return {"root_of": [_ratio(each) for each in number.of], "decimal": float(number)}
        case Rounded():
            return {"decimal": number.value, "error_at_most": number.error}
        case Estimate():
            error = {"standard_error": number.standard_error, "rounds": number.rounds, "seed": number.seed}
            return {"decimal": number.value} | error
    raise InvariantError(f"{number!r} is neither exact nor a number with its error")


def _ratio(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


class Measure(msgspec.Struct, frozen=True, omit_defaults=True):
    """The shape of a number from `figure`."""

    decimal: float
    exact: str = ""
    """The fraction; missing if the figure is a root or an estimate."""
    root_of: tuple[str, ...] = ()
    """The fractions whose square roots add up to the figure; missing if it is no root."""
    error_at_most: float | None = None
    """The most by which a rounded figure differs from the exact one; missing if it is exact or an estimate."""
    standard_error: float | None = None
    """The standard error of an estimate; missing if the figure is exact."""
    rounds: int | None = None
    """The simulated rounds that an estimate comes from."""
    seed: str | None = None
    """The simulation seed of an estimate."""


def is_estimate(known: dict[str, Any]) -> bool:
    """Whether a number from `figure` is an estimate.

    >>> is_estimate(figure(Fraction(1, 2))), is_estimate(figure(Estimate(0.5, 0.1, 9, "any text")))
    (False, True)
    """
    return "standard_error" in known


def estimates(value: Any, name: str = "") -> Iterator[str]:
    """The names of the estimates in a value for JSON: the nearest name above each of them, once for each estimate.

    >>> known = {"edge": figure(Fraction(1, 2)), "wins": figure(Estimate(0.5, 0.1, 9, "any text"))}
    >>> list(estimates({"wagers": [known]}))
    ['wins']
    """
    if isinstance(value, dict):
        if is_estimate(value):
            yield name
        else:
            for key, each in value.items():
                yield from estimates(each, key)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from estimates(each, name)


def kinds(value: Any) -> set[str]:
    """The kinds of figures in a value for JSON: exact, rounded, estimate.

    >>> sorted(kinds([figure(Fraction(1, 2)), {"hold": figure(Rounded(0.5, 1e-9))}]))
    ['exact', 'rounded']
    """
    if isinstance(value, dict):
        if "decimal" in value:
            return {"estimate" if is_estimate(value) else "rounded" if "error_at_most" in value else "exact"}
        return set().union(*map(kinds, value.values()))
    return set().union(*map(kinds, value)) if isinstance(value, list | tuple) else set()


def how_known(figures: Iterable[Figure]) -> Literal["exact", "rounded", "estimated"]:
    """How well several figures are known, by the worst of them. Sentences beside figures use this word.

    >>> how_known([Fraction(1, 2), Root((Fraction(2),))]), how_known([Fraction(1), Estimate(0.5, 0.1, 9, "any text")])
    ('exact', 'estimated')
    """
    several = list(figures)
    if any(isinstance(each, Estimate) for each in several):
        return "estimated"
    return "rounded" if any(isinstance(each, Rounded) for each in several) else "exact"


def total(figures: Iterable[Fraction | Rounded | Estimate]) -> Fraction | Rounded | Estimate:
    """The sum of figures. Errors are added, which is the most that they can be together.

    >>> total([Fraction(1, 4), Estimate(0.5, 0.1, 9, "any text")])
    Estimate(value=0.75, standard_error=0.1, rounds=9, seed='any text')
    """
    several = list(figures)
    exact = sum((each for each in several if isinstance(each, Fraction)), Fraction(0))
    rest = [each for each in several if not isinstance(each, Fraction)]
    if not rest:
        return exact
    value = fsum((float(exact), *map(float, rest)))
    simulated = [each for each in rest if isinstance(each, Estimate)]
    if simulated:
        error = fsum(each.standard_error for each in simulated)
        return Estimate(value, error, simulated[0].rounds, simulated[0].seed)
    return Rounded(value, fsum(each.error for each in rest if isinstance(each, Rounded)))


class BarFigures(msgspec.Struct, frozen=True):
    """The shape of a bar for JSON."""

    net: Measure
    """The net result in units."""
    share: Measure
    """Its probability."""
    says: Literal["is", "from", "more"]
    """Whether the bar is a single result, all results from there to the next bar, or all higher ones."""


class Bar(NamedTuple):
    """A bar of a plot of net results."""

    net: Fraction
    share: Fraction | Rounded | Estimate
    says: Literal["is", "from", "more"]
    """Whether the bar is a single result, all results from there to the next bar, or all higher ones."""

    def to_dict(self) -> dict[str, Any]:
        """The bar for JSON."""
        return {"net": figure(self.net), "share": figure(self.share), "says": self.says}


def bars(distribution: Mapping[Fraction, Fraction | Estimate]) -> list[Bar]:
    """The results of a wager and their probabilities for a plot: the worst first, at most `MOST_BARS`.

    >>> from fractions import Fraction as F
    >>> [(bar.net, bar.share, bar.says) for bar in bars({F(1): F(1, 2), F(-1): F(1, 2)})]
    [(Fraction(-1, 1), Fraction(1, 2), 'is'), (Fraction(1, 1), Fraction(1, 2), 'is')]
    >>> [(str(bar.net), str(bar.share), bar.says) for bar in bars({F(net, 2): F(1, 40) for net in range(-4, 36)})[-2:]]
    [('10', '1/20', 'from'), ('11', '7/20', 'more')]
    """
    rounded = len(distribution) > MOST_BARS
    shares: dict[Fraction, list[Fraction | Estimate]] = {}
    for net, share in distribution.items():
        shares.setdefault(Fraction(floor(net)) if rounded else net, []).append(share)
    ordered = sorted(shares)
    first, rest = ordered[: MOST_BARS - 1], ordered[MOST_BARS - 1 :]
    drawn = [Bar(at, total(shares[at]), "from" if rounded else "is") for at in first]
    if rest:
        drawn.append(Bar(rest[0], total(each for at in rest for each in shares[at]), "more" if rounded else "is"))
    return drawn
