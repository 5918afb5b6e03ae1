"""`cardroom deal`: bots play, records come out."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.progress import Progress

from cardroom.cli import Mistake
from cardroom.cli.common import least_stack, note, print_json
from cardroom.play import Game, Record, Table
from cardroom.play.transcript import signed
from cardroom.players import Bot, random_legal, table_bots
from cardroom.players.bots import play_round, player_banked
from cardroom.rulebook import RuleSet

__all__ = ["Dealing", "deal_command", "table_stacks", "usual_stack", "watched"]

STACK = 100_000
"""Cents that a bot sits down with."""
BANK = 10_000_000
"""Cents that a proposition player sits down with, who has to cover a whole table."""
BIG_BLINDS = 100
"""Big blinds that a poker player sits down with."""
PATIENCE = 2.0
"""Seconds after which somebody waiting wants to see how far it is."""


class Dealing(NamedTuple):
    """What the command line says of the rounds to deal."""

    rounds: int
    seats: int | None
    seed: str
    bots: str
    out: Path | None


def deal_command(game: Game, dealing: Dealing, as_json: bool) -> int:
    """Deal rounds to bots, and print or write what became of them."""
    rounds, seats, seed, bots, out = dealing
    if bots not in ("usual", "random"):
        raise Mistake(f"--bots is usual or random, not {bots!r}")
    stacks = table_stacks(game, seats)
    players: dict[str, Bot] = table_bots(game.rules, len(stacks))
    if bots == "random":
        players = dict.fromkeys(players, random_legal)
    table = Table(game, stacks, seed=seed)
    rebuys: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    played = _played(table, players, Random(f"cardroom deal {seed}"), rounds, rebuys)
    with out.open("w", encoding="utf-8") if out else nullcontext() as file:
        for number, kept in enumerate(watched(played, rounds), 1):
            totals.update(kept.net)
            if file:
                file.write(kept.json() + "\n")
            elif as_json:
                print(kept.json())
            else:
                print(_line(number, kept))
    summary = {"rounds": rounds, "net": dict(totals), "rebuys": dict(rebuys)}
    if as_json and out:
        print_json(summary | {"out": str(out)})
    elif not as_json:
        print(f"{rounds} rounds: {_nets(totals)}")
    if rebuys:
        seats_again = ", ".join(f"seat {seat} {times}x" for seat, times in sorted(rebuys.items()))
        note(f"Seats that ran out of chips bought in again before the next round: {seats_again}")
    if out:
        note(f"The records are in {out}: cardroom replay {out}")
    return 0


def table_stacks(game: Game, seats: int | None, bank: int = BANK) -> dict[int, int]:
    """What every seat starts with; the last one banks where players bank.

    >>> from cardroom.games import game
    >>> table_stacks(game("three-card-poker-6-card-bonus"), 3)
    {1: 100000, 2: 100000, 3: 10000000}
    """
    least, most = game.rules.seats.least, game.rules.seats.most
    count = min(max(6 if game.rules.poker else 3, least), most) if seats is None else seats
    if not least <= count <= most:
        raise Mistake(f"--seats {count}: {game.slug} is played with {least} to {most} seats taken")
    stacks = dict.fromkeys(range(1, count + 1), usual_stack(game.rules))
    if player_banked(game.rules):
        stacks[count] = bank
    return stacks


def usual_stack(rules: RuleSet) -> int:
    """Cents that a seat sits down with: at poker a hundred big blinds, or as many small bets.

    >>> from cardroom.rulebook import rule_set
    >>> usual_stack(rule_set("texas-holdem", blinds="$5/$10", minimum_bet="$10"))
    100000
    """
    if not rules.poker:
        return max(STACK, 20 * least_stack(rules))
    fixed = rules.house("limit") == "fixed"
    bet: int = rules.house("small_bet" if fixed else "minimum_bet")
    return BIG_BLINDS * max(*rules.amounts("blinds"), bet)


def _played(table: Table, bots: dict[str, Bot], rng: Random, rounds: int, rebuys: Counter[str]) -> Iterator[Record]:
    """Round after round; a seat without chips for the least wager buys in again first."""
    start = dict(table.stacks)
    for _ in range(rounds):
        for seat, stack in table.stacks.items():
            if stack < least_stack(table.game.rules):
                table.stacks[seat] = start[seat]
                rebuys[seat] += 1
        yield table.finish(play_round(table.start(), bots, rng))


Thing = TypeVar("Thing")


def watched(things: Iterable[Thing], total: int, doing: str = "dealing") -> Iterator[Thing]:
    """The same things; if they take long, and somebody watches, with a bar on standard error."""
    began = time.monotonic()
    progress: Progress | None = None
    watcher = Console(stderr=True)
    try:
        for number, each in enumerate(things):
            if progress is None and watcher.is_terminal and time.monotonic() - began > PATIENCE:
                progress = Progress(console=watcher, transient=True, redirect_stdout=False)
                progress.start()
                task = progress.add_task(doing, total=total)
            if progress is not None:
                progress.update(task, completed=number)
            yield each
    finally:
        if progress is not None:
            progress.stop()
            sys.stdout.flush()


def _line(number: int, kept: Record) -> str:
    """A round in a line."""
    if not kept.wagers.keys() - {spot for spot, areas in kept.wagers.items() if areas.keys() <= {"bank"}}:
        return f"{number:>5}  no round was dealt"
    banker = next((spot for spot, areas in kept.wagers.items() if "bank" in areas), None)
    nets = (
        f"{'seat ' if name.isdecimal() else ''}{name}{' (bank)' if name == banker else ''} {signed(change)}"
        for name, change in kept.net.items()
        if change or name.isdecimal()
    )
    return f"{number:>5}  " + ", ".join(nets)


def _nets(totals: Counter[str]) -> str:
    return ", ".join(
        f"{'seat ' if name.isdecimal() else ''}{name} {signed(change)}"
        for name, change in totals.items()
        if change or name.isdecimal()
    )
