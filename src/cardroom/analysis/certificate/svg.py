"""The plots of a certificate, as inline SVG without scripts.

Positions across are percentages and sizes are pixels, so that a plot fills a phone or a sheet of paper with letters
of the same size. Colors are the page's: classes `win`, `push`, `loss`, `grid`.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, copysign, log10
from typing import NamedTuple

from cardroom.analysis.certificate.markup import Markup, element

__all__ = ["PlotBar", "bars", "distribution"]

LEFT, RIGHT = 16.0, 96.0
"""Per cent of the width between which results are drawn."""

RARE = 0.01
"""A probability below this cannot be seen beside others unless they are drawn by their logarithms."""

TICKS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 1_000_000)
APART = 11.0
"""Per cent of the width that a number under the plot takes."""


class PlotBar(NamedTuple):
    """A bar with what stands above it, left and right."""

    label: str
    value: float
    shown: str
    marked: bool = False
    """Whether it is the one in force."""


def bars(rows: Sequence[PlotBar], about: str, most: float = 0) -> Markup:
    """Values beside each other, the longest as long as the plot or as `most` says; below zero they go the other way."""
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
    """The probability of every net result: stems over the result, both by logarithms where they reach far."""
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
    """Results far from zero move together, on either side."""
    return copysign(log10(1 + abs(net)), net)


def _levels(floor: int) -> Iterable[tuple[float, str]]:
    step = 1 if floor <= 5 else 2
    names = [f"1 in {10 ** (power % 3)}{'kMGT'[power // 3 - 1] if power > 2 else ''}" for power in range(floor + 1)]
    return [(10.0**-power, names[power] if power else "always") for power in range(0, floor + 1, step)]


def _ticks(results: Sequence[tuple[float, float]], place: Callable[[float], float]) -> Iterable[tuple[float, str]]:
    """Numbers under the plot, as many as fit: the ends, zero, and round ones between."""
    highest, lowest = results[0][0], results[-1][0]
    wanted = [0, *(sign * tick for tick in TICKS[1:] for sign in (-1, 1))]
    taken: list[float] = []
    found = []
    for net in (lowest, highest, *wanted):
        if min(lowest, 0) <= net <= highest and all(abs(place(net) - other) >= APART for other in taken):
            taken.append(place(net))
            found.append((float(net), f"{net:+,g}".replace("-", "−") if net else "0"))
    return found


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
