"""`python -m benchmarks.growth`: the CPU time of a step as seats, rounds in store and rounds in a shoe grow.

Every line should be flat, or docs/operate/capacity.md says why it is not. The cost against players and tables is in
`benchmarks.load --growth`, which needs a quiet machine.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import cardroom
from benchmarks import bench, ledger
from benchmarks.decision import FullRoom, memory_folder
from cardroom.house import House
from cardroom.play.table import Join
from cardroom.play.table.table import Table
from cardroom.players import random_legal

Points = list[tuple[float, float]]

STORED = (1_000, 10_000, 100_000, 1_000_000)
JACKPOT = {"jackpot": True, "jackpot_type": "progressive", "jackpot_seed": 100_000, "jackpot_rate": 50}


def cpu_ms(run: Callable[[], object], amount: int, times: int = 3) -> float:
    """CPU milliseconds for one of an amount, in the best of some runs."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best / amount * 1000


def by_seats(folder: str) -> Points:
    """A decision at a hold'em table, all of whose players watch."""
    points: Points = []
    for seats in (2, 3, 5, 7, 9):
        room = FullRoom(f"{folder}/seats {seats}.db", "texas-holdem", seats, seats)
        room.decide(50)
        points.append((seats, cpu_ms(lambda room=room: room.decide(100), 100)))
    return points


def by_rounds_in_store(folder: str) -> Iterator[tuple[float, float]]:
    """A round of three players at a table that is linked to a progressive house jackpot."""
    file, game = f"{folder}/rounds.db", cardroom.game("heads-up-holdem", rules="washington", **JACKPOT)
    jackpot = next(iter(game.rules.jackpots.values())).name
    house = House.at(file, create=True)
    house.jackpots.open("Galaxy", game, jackpot, who="manager", source="cage", key="jackpot")
    table = house.open_table("table 1", game, who="floor", links={jackpot: "Galaxy"})
    for name in ledger.NAMES:
        house.cage.deposit(name, 10**8, who="cage", key=name)
        table.do(Join(name, 10**8))
    ledger._play(table, there := 40)
    for wanted in STORED:
        house.books.store.close()
        ledger._fill(file, wanted - there)
        there, house = wanted, House.at(file)
        table = house.table("table 1")
        ledger._play(table, 5)
        yield wanted, cpu_ms(lambda table=table: ledger._play(table, 10), 10)


def by_rounds_in_a_shoe() -> Points:
    """A round of EZ Baccarat in memory, from the first of a shoe to the last, summed over shoes."""
    game = cardroom.game("ez-baccarat")
    table = Table(game, dict.fromkeys(("ann", "bob", "cyd"), 10**8), name="table")
    rng, spent = Random(1), dict[int, list[float]]()
    number = 0
    for _ in range(1_500):
        start = time.process_time()
        table.start()
        while (round := table.round) is not None and not round.done:
            ask = round.waiting[0]
            answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
            round.answer(ask.spot, answer.action, answer.value)
        table.finish()
        spent.setdefault(number // 10, []).append(time.process_time() - start)
        number = number + 1 if table.carry.shoe else 0
    return [(10 * ten, min(each) * 1000) for ten, each in sorted(spent.items()) if len(each) > 20]


def main() -> None:
    """Measure, print, write a file and a plot."""
    os.environ.setdefault("CARDROOM_KEY", os.urandom(32).hex())
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        lines = {
            "players at a table, all watching": ("ms a decision", by_seats(folder)),
            "rounds in store": ("ms a round", list(by_rounds_in_store(folder))),
            "rounds since the shoe was shuffled": ("ms a round", by_rounds_in_a_shoe()),
        }
    for name, (unit, points) in lines.items():
        print(name, *(f"{at:,.0f}: {cost:.2f}" for at, cost in points), unit, sep="  ")
    content = {name: {"unit": unit, "points": points} for name, (unit, points) in lines.items()}
    text = json.dumps({"machine": bench.machine(), "lines": content}, indent=1)
    (bench.REPORT / "growth.json").write_text(text + "\n", encoding="utf-8")
    plot(lines, bench.REPORT / "growth.png")


def plot(lines: dict[str, tuple[str, Points]], path: Path) -> None:
    """One small plot for each thing that grows."""
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(1, len(lines), figsize=(10, 2.6), layout="constrained")
    for axis, (name, (unit, points)) in zip(axes, lines.items(), strict=True):
        axis.plot([at for at, _ in points], [cost for _, cost in points], "o-", color="#1b5e3f")
        if points[-1][0] / max(points[0][0], 1) > 500:
            axis.set_xscale("log")
        axis.set_ylim(0, 1.2 * max(cost for _, cost in points))
        axis.set_xlabel(name, fontsize=8)
        axis.set_ylabel(f"CPU, {unit}", fontsize=8)
        axis.tick_params(labelsize=7)
        axis.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)


if __name__ == "__main__":
    main()
