"""Plots as SVG or PNG files, by Matplotlib, which is an optional extra."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardroom.cli import UsageError
from cardroom.money import dollars

if TYPE_CHECKING:
    from cardroom.analysis.bankroll import Risk  # it loads the compiler, which most plots do not need

__all__ = ["KINDS", "check_plot", "risk_plot", "vary_plot"]

KINDS = (".svg", ".png", ".pdf")


def check_plot(path: Path) -> None:
    """Raise an error, before a long computation, if this plot cannot be written."""
    if path.suffix not in KINDS:
        raise UsageError(f"--plot {path}: the name must end in {', '.join(KINDS[:-1])} or {KINDS[-1]}.")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"--plot {path}: there is no folder {path.parent}.")
    try:
        import matplotlib  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        raise UsageError("Matplotlib is not installed. Run: pip install 'cardroom[plot]'") from None


def risk_plot(found: "Risk", path: Path) -> None:
    """Plot the final bankroll, ruin by round and, if a risk is wanted, ruin by bankroll."""
    parts: list[Callable[[Any, Risk], None]] = [_final, _by_round]
    if found.risk_by_bankroll:
        parts.append(_by_bankroll)
    figure, axes = _figure(len(parts))
    title = f"{found.game}, {found.label}: {dollars(found.bet)} a round, {found.rounds:,} rounds"
    figure.suptitle(f"{title}, from {dollars(found.bankroll)}")
    for part, axis in zip(parts, axes, strict=True):
        part(axis, found)
    _save(figure, path)


def vary_plot(
    curves: Sequence[tuple[str, Sequence[float], Sequence[float]]], across: str, up: str, title: str, path: Path
) -> None:
    """Plot curves, each with its label, horizontal and vertical values."""
    figure, (axis,) = _figure(1)
    for label, xs, ys in curves:
        axis.plot(xs, ys, marker="o", label=label)
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.axhline(0, color="grey", linewidth=0.8)
    if len(curves) > 1:
        axis.legend()
    figure.suptitle(title)
    _save(figure, path)


def _figure(parts: int) -> tuple[Any, Sequence[Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(5.2 * parts + 1, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, parts, squeeze=False)[0]


def _save(figure: Any, path: Path) -> None:
    """Write the file without its date, so that the same figures give the same file."""
    import matplotlib  # noqa: PLC0415

    dated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
    with matplotlib.rc_context({"svg.hashsalt": "cardroom"}):
        figure.savefig(path, metadata=dated)


def _final(axis: Any, found: "Risk") -> None:
    classes = found.histogram(60)
    width = max((classes[1][0] - classes[0][0] if len(classes) > 1 else found.bet) / 100, 0.01)
    axis.bar([low / 100 for low, _, _ in classes], [float(share) for _, _, share in classes], width=width, align="edge")
    axis.axvline(found.bankroll / 100, color="black", linewidth=0.8, linestyle="--")
    axis.set_xlabel("bankroll at the end ($)")
    axis.set_ylabel("probability")


def _by_round(axis: Any, found: "Risk") -> None:
    axis.plot(range(1, len(found.ruin_by_round) + 1), [float(share) for share in found.ruin_by_round])
    axis.set_xlabel("rounds")
    axis.set_ylabel("probability of ruin")
    axis.set_ylim(bottom=0)


def _by_bankroll(axis: Any, found: "Risk") -> None:
    curve = found.risk_by_bankroll
    axis.plot([amount / 100 for amount, _ in curve], [float(share) for _, share in curve])
    axis.axhline(float(found.wanted or 0), color="black", linewidth=0.8, linestyle="--")
    axis.set_xlabel("bankroll at the start ($)")
    axis.set_ylabel("probability of ruin")
    axis.set_ylim(0, 1)
