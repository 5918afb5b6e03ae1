"""The plots of a certificate, as inline SVG without scripts.

Horizontal positions are percentages and sizes are pixels, so that a plot fills any width with text of the same size.
Colors come from the page's style: classes `win`, `push`, `loss`, `grid`.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, copysign, log10
from typing import NamedTuple

from cardroom.analysis.certificate.markup import Markup, element

__all__ = ["PlotBar", "bars", "distribution"]

LEFT, RIGHT = 16.0, 96.0
"""The horizontal bounds of the results, in per cent of the width."""

RARE = 0.01
"""If a probability is below this, the axis is logarithmic. On a linear axis its bar would be invisible."""

TICKS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 1_000_000)
APART = 11.0
"""The space for a number under the plot, in per cent of the width."""


class PlotBar(NamedTuple):
    """A bar with texts above it."""

    label: str
    """The text on the left."""
    value: float
    shown: str
    """The text on the right."""
    marked: bool = False
    """Whether it is the one in force."""


def bars(rows: Sequence[PlotBar], about: str, most: float = 0) -> Markup:
    """A bar chart. The full width is the greatest value or `most`; negative bars go to the left of zero."""
    values = [row.value for row in rows]
    least, most = min(0.0, *values), max(most, *values)
    scale = 100 / ((most - least) or 1)
    zero = -least * scale
    drawn = []
    for number, row in enumerate(rows):
        top = 38 * number
        width = abs(row.value) * scale
        kind = f"{'loss' if row.value < 0 else 'win'}{' marked' if row.marked else ''}"
        drawn += [
            _text(row.label, 0, top + 14, "start", "name marked" if row.marked else "name"),
            _text(row.shown, 100, top + 14, "end", "value"),
            element("rect", x="0", y=top + 20, width="100%", height=10, rx=2, class_="track"),
            _rect(zero - (width if row.value < 0 else 0), top + 20, width, kind),
        ]
    return _svg(drawn, 38 * len(rows), about)


def distribution(results: Sequence[tuple[float, float]], about: str) -> Markup:
    """A plot of the probability of every net result. The net axis is logarithmic; so is a wide range of shares."""
    probabilities = [share for _, share in results]
    logs = min(probabilities) < RARE
    floor = max(ceil(-log10(min(probabilities)) + 0.3), 2) if logs else 0
    top, bottom = 16, 216

    def height(share: float) -> float:
        return bottom - (bottom - top) * (1 + log10(share) / floor if logs else share)

    low, high = (_across(bound) for bound in (min(-1.0, results[-1][0]), max(1.0, results[0][0])))

    def place(net: float) -> float:
        return LEFT + (RIGHT - LEFT) * (_across(net) - low) / (high - low)

    drawn = []
    for share, name in _levels(floor) if logs else ((share / 100, f"{share} %") for share in (25, 50, 75, 100)):
        drawn.append(_line(0, 100, height(share), height(share), "grid"))
        drawn.append(_text(name, 0, height(share) - 3, "start", "tick"))
    drawn.append(_line(0, 100, bottom, bottom, "axis"))
    for net, share in results:
        kind = "win" if net > 0 else "loss" if net < 0 else "push"
        says = element("title", f"{net:+,g}: {100 * share:.4g} %")
        stem = _line(place(net), place(net), bottom, height(share), f"stem {kind}")
        head = element("circle", says, cx=_percent(place(net)), cy=height(share), r=4, class_=kind)
        drawn += [stem, head]
    drawn += [_text(name, place(net), bottom + 16, "middle", "tick") for net, name in _ticks(results, place)]
    return _svg(drawn, bottom + 24, about)


def _across(net: float) -> float:
    """The horizontal coordinate of a net result: logarithmic on both sides of zero."""
    return copysign(log10(1 + abs(net)), net)


def _levels(floor: int) -> Iterable[tuple[float, str]]:
    step = 1 if floor <= 5 else 2
    names = [f"1 in {10 ** (power % 3)}{'kMGT'[power // 3 - 1] if power > 2 else ''}" for power in range(floor + 1)]
    return [(10.0**-power, names[power] if power else "always") for power in range(0, floor + 1, step)]


def _ticks(results: Sequence[tuple[float, float]], place: Callable[[float], float]) -> Iterable[tuple[float, str]]:
    """The numbers under the plot: both ends, zero, and as many round numbers as fit."""
    highest, lowest = results[0][0], results[-1][0]
    wanted = [0, *(sign * tick for tick in TICKS[1:] for sign in (-1, 1))]
    used: list[float] = []
    ticks = []
    for net in (lowest, highest, *wanted):
        if min(lowest, 0) <= net <= highest and all(abs(place(net) - other) >= APART for other in used):
            used.append(place(net))
            ticks.append((float(net), f"{net:+,g}".replace("-", "−") if net else "0"))
    return ticks


# -- shapes -----------------------------------------------------------------------------------------------------


def _svg(drawn: Iterable[Markup], height: int, about: str) -> Markup:
    return element("svg", drawn, class_="plot", width="100%", height=height, role="img", aria_label=about)


def _percent(share: float) -> str:
    return f"{share:.2f}%"


def _text(text: str, across: float, down: float, anchor: str, kind: str) -> Markup:
    return element("text", text, x=_percent(across), y=float(down), text_anchor=anchor, class_=kind)


def _line(left: float, right: float, start: float, end: float, kind: str) -> Markup:
    return element("line", x1=_percent(left), x2=_percent(right), y1=float(start), y2=float(end), class_=kind)


def _rect(left: float, top: float, width: float, kind: str) -> Markup:
    return element("rect", x=_percent(left), y=float(top), width=_percent(width), height=10, rx=2, class_=kind)
