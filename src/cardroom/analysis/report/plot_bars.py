"""The results of a wager as the bars of a plot."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from cardroom.analysis.report.figures import Estimate

__all__ = ["MOST_BARS", "bars"]

MOST_BARS = 14
"""The most bars of a plot."""


def bars(distribution: Mapping[Fraction, Fraction | Estimate]) -> list[tuple[float, float, str]]:
    """The results of a wager and their probabilities for a plot: the worst first, at most `MOST_BARS`.

    Each bar is a single result ("is"), all results from there to the next bar ("from"), or all higher ones ("more").

    >>> from fractions import Fraction as F
    >>> bars({F(1): F(1, 2), F(-1): F(1, 2)})
    [(-1.0, 0.5, 'is'), (1.0, 0.5, 'is')]
    >>> bars({F(net, 2): F(1, 40) for net in range(-4, 36)})[-2:]
    [(10.0, 0.05, 'from'), (11.0, 0.35, 'more')]
    """
    rounded = len(distribution) > MOST_BARS
    shares: dict[Fraction, Fraction] = {}
    for net, share in distribution.items():
        at = Fraction(floor(net)) if rounded else net
        shares[at] = shares.get(at, Fraction(0)) + (share if isinstance(share, Fraction) else Fraction(share.value))
    ordered = sorted(shares)
    first, rest = ordered[: MOST_BARS - 1], ordered[MOST_BARS - 1 :]
    drawn = [(at, shares[at], "from" if rounded else "is") for at in first]
    if rest:
        drawn.append((rest[0], sum((shares[at] for at in rest), Fraction(0)), "more" if rounded else "is"))
    return [(float(at), float(share), says) for at, share, says in drawn]
