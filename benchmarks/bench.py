"""How cases are timed, and how the times are told: a table, a plot, and files that others can read."""

import json
import platform
import re
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

REPORT = Path(__file__).parent / "report"
PACKAGES = ("cardroom", "numpy", "numba", "phevaluator", "eval7", "treys", "pokerkit")


@cache
def peer(name: str) -> Any:
    """A peer's module. If it is not installed, say so once and return None: the others are measured without it."""
    try:
        return import_module(name)
    except ImportError as error:
        print(f"{name} is not measured: {error}. `make bench` installs every peer that this Python can have.")
        return None


@dataclass
class Case:
    """One way of doing a group's work."""

    name: str
    run: Callable[[], object]
    amount: int
    """How many hands, deals or rounds one run is."""
    peer: bool = False
    """Somebody else's: the fastest of these is what ours are compared with."""
    limit: bool = False
    """Not the work itself, but what it cannot do without."""
    gauge: bool = False
    """A fixed piece of plain Python that shows how fast the machine is, for groups without a peer."""
    seconds: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """How many a second, in the middle of all rounds."""
        return self.amount / median(self.seconds)

    @property
    def best(self) -> float:
        """How many a second in the best round: nearest to what the machine can do when it is let."""
        return self.amount / min(self.seconds)


@dataclass
class Group:
    """Cases that do the same work, and so can be compared."""

    name: str
    cases: list[Case]
    unit: str = "hands"
    clock: Callable[[], float] = time.perf_counter
    """What is counted: elapsed time, or the processor's, which other programs on the machine disturb less."""

    @property
    def yardstick(self) -> Case | None:
        """The fastest peer."""
        return max((case for case in self.cases if case.peer), key=lambda case: case.rate, default=None)

    def ratio(self, case: Case) -> float | None:
        """How many times the fastest peer, in the middle of the rounds' own ratios."""
        peer = self.yardstick
        if peer is None or case.limit:
            return None
        pairs = zip(case.seconds, peer.seconds, strict=True)
        return median((case.amount / ours) / (peer.amount / theirs) for ours, theirs in pairs)


def gauge() -> Case:
    """A fixed piece of work: small objects, dictionaries and calls, as a round needs them."""
    steps = 20_000

    def run() -> None:
        held: dict[int, tuple[int, int]] = {}
        for step in range(steps):
            key = step % 97
            before = held.get(key, (0, 0))
            held[key] = max(before[0], step), before[1] + 1

    return Case("a fixed loop in plain Python", run, steps, gauge=True)


def measure(groups: Iterable[Group], rounds: int, console: Console) -> list[Group]:
    """Times every case of every group, interleaved, after one run that nobody times."""
    done: list[Group] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("dealing hands", total=None)
        for group in groups:
            progress.remove_task(task)
            task = progress.add_task(group.name, total=(rounds + 1) * len(group.cases))
            for case in group.cases:
                case.run()
                progress.advance(task)
            for _ in range(rounds):
                for case in group.cases:
                    start = group.clock()
                    case.run()
                    case.seconds.append(group.clock() - start)
                    progress.advance(task)
            progress.remove_task(task)
            task = progress.add_task("dealing hands", total=None)
            done.append(group)
    return done


def machine() -> dict[str, str]:
    """What the figures were measured on: nothing that names a person's computer."""
    found = {"cpu": _cpu(), "system": f"{platform.system()} {platform.machine()}", "python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _cpu() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        fields = dict(re.findall(r"^([\w ]+?)\s*: (.*)$", text, re.MULTILINE))
        name = fields.get("model name") or f"ARM implementer {fields.get('CPU implementer')}"
        numbers = " ".join(f"{key} {fields[key]}" for key in ("cpu family", "model", "CPU part") if key in fields)
        return f"{name} ({numbers})"
    except OSError:  # not Linux
        done = subprocess.run(["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True, check=False)
        return done.stdout.strip() or platform.processor() or platform.machine()


def amount(rate: float) -> str:
    """A rate as people read it.

    >>> amount(123_456_789), amount(4_321), amount(87)
    ('123 M', '4.32 k', '87')
    """
    for size, letter in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k"), (1, "")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.2g}"


def times(ratio: float | None) -> str:
    """A ratio as people read it.

    >>> times(12345.6), times(0.0123), times(None)
    ('12,346', '0.012', '')
    """
    if ratio is None:
        return ""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}" if ratio >= 1 else f"{ratio:.2g}"


def table(group: Group) -> Table:
    """A group for the terminal."""
    shown = Table("", f"{group.unit}/s", "best", "× fastest peer", title=group.name, title_justify="left")
    for column in shown.columns[1:]:
        column.justify = "right"
    for case in sorted(group.cases, key=lambda case: -case.rate):
        style = "dim" if case.peer else ""
        shown.add_row(case.name, amount(case.rate), amount(case.best), times(group.ratio(case)), style=style)
    return shown


def markdown(part: str, groups: list[Group], rounds: int) -> str:
    """A part's report as text."""
    lines = [f"# Speed of {part}", ""]
    lines += [f"{key}: {value}  " for key, value in machine().items()]
    lines += ["", f"Median of {rounds} interleaved rounds, one core where nothing else is said.", ""]
    for group in groups:
        lines += [f"## {group.name}", "", f"| | {group.unit}/s | best round | × fastest peer |", "|---|---:|---:|---:|"]
        for case in sorted(group.cases, key=lambda case: -case.rate):
            ratio = times(group.ratio(case))
            lines.append(f"| {case.name} | {amount(case.rate)} | {amount(case.best)} | {ratio} |")
        lines.append("")
    return "\n".join(lines)


def figures(groups: list[Group]) -> list[dict[str, Any]]:
    """The figures of groups as plain values."""
    return [
        {
            "group": group.name,
            "unit": group.unit,
            "cases": [
                {key: value for key, value in asdict(case).items() if key not in ("run", "seconds")}
                | {"per_second": case.rate, "best_per_second": case.best, "times_fastest_peer": group.ratio(case)}
                for case in group.cases
            ],
        }
        for group in groups
    ]


def save(part: str, groups: list[Group], rounds: int) -> list[Path]:
    """Writes the report, and says where."""
    REPORT.mkdir(exist_ok=True)
    paths = [REPORT / f"{part}.{kind}" for kind in ("md", "json", "png")]
    paths[0].write_text(markdown(part, groups, rounds), encoding="utf-8")
    text = json.dumps({"machine": machine(), "rounds": rounds, "groups": figures(groups)}, indent=1)
    paths[1].write_text(text + "\n", encoding="utf-8")
    plot(part, groups, paths[2])
    return paths


def plot(part: str, groups: list[Group], path: Path) -> None:
    """Bars on a scale of powers of ten: ours green, peers' grey, limits blue."""
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    heights = [len(group.cases) + 1.4 for group in groups]
    figure, axes = plt.subplots(
        *(len(groups), 1),
        figsize=(8, 0.24 * sum(heights) + 0.6),
        sharex=True,
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
    )
    for group, axis in zip(groups, axes[:, 0], strict=True):
        cases = sorted(group.cases, key=lambda case: case.rate)
        colours = ["#c9c9c9" if case.peer or case.gauge else "#9fc5e8" if case.limit else "#1b5e3f" for case in cases]
        bars = axis.barh([case.name for case in cases], [case.rate for case in cases], color=colours, log=True)
        axis.bar_label(bars, [amount(case.rate) for case in cases], padding=3, fontsize=7)
        axis.set_title(f"{group.name}, {group.unit}/s", loc="left", fontsize=8)
        axis.tick_params(labelsize=7)
        axis.spines[["top", "right"]].set_visible(False)
    rates = [case.rate for group in groups for case in group.cases]
    axes[0, 0].set_xlim(min(rates) / 10, max(rates) * 5)
    figure.suptitle(f"{part}: {machine()['cpu']}", fontsize=8)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)
