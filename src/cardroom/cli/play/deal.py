"""`cardroom deal`: let bots play, and write records."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from cardroom.clauses import RoundHistory, Violation, facts_of, violations
from cardroom.cli import UsageError
from cardroom.cli.play.seating import table_stacks
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.cli.terminal.common import find_game, find_mix, note, plural, print_json
from cardroom.cli.terminal.options import (
    Each,
    GameName,
    Json,
    Rules,
    Set,
    parse_count,
    seats_of,
)
from cardroom.cli.terminal.progress import with_progress
from cardroom.games.mixed import Mixed, next_game
from cardroom.play import Record, Table
from cardroom.play.round import least_stack
from cardroom.play.table import ChangeGame, TopUp, topped_up
from cardroom.players import Bot, play_round, random_legal, table_bots
from cardroom.rulebook import archive_text
from cardroom.show.words import signed

__all__ = ["deal_command"]

MOST_WRONG = 20
"""Violations of clauses that are printed."""


def deal_command(
    name: GameName,
    *,
    rounds: Annotated[str, typer.Option("--rounds", "-n", metavar="COUNT", help="Number of rounds (1e6).")] = "10",
    seats: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Number of occupied seats, including the player-dealer's.")
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same rounds.")] = "0",
    bots: Annotated[str, typer.Option(metavar="usual|random", help="How the bots play.")] = "usual",
    rules: Rules = None,
    house: Set = None,
    each: Each = None,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the records to a file.")] = None,
) -> int:
    """Let bots play rounds, and print or save their records.

    Records are written one per line.
    """
    found = find_mix(name, rules, house, each) or find_game(name, rules, house)
    mix = found if isinstance(found, Mixed) else Mixed(found.slug, (found,), 1)
    game, count, taken = mix.games[0], parse_count("--rounds", rounds), seats_of(seats)
    if len(mix.games) > 1 and taken is not None and taken > mix.seats:
        raise UsageError(f"--seats {taken}: {mix.name} is played with at most {mix.seats} seats.")
    if bots not in ("usual", "random"):
        raise UsageError(f"--bots must be usual or random, not {bots!r}.")
    table = Table(game, table_stacks(game, taken), seed=seed)
    players: dict[str, Bot] = table_bots(game.rules, list(table.stacks))
    if bots == "random":
        players = dict.fromkeys(players, random_legal)
    rebuys: Counter[str] = Counter()
    wrong: list[Violation] = []
    totals: Counter[str] = Counter()
    played = _count_rounds(
        _play_rounds(table, mix, players, Random(f"cardroom deal {seed}"), count, rebuys, wrong), totals
    )
    dealt = with_progress(played, count)
    if out or as_json:
        for played_game in mix.games:
            archive_text(played_game.rules)
    with out.open("w", encoding="utf-8") if out else nullcontext(sys.stdout) as file:
        if out or as_json:
            file.writelines(f"{line}\n" for line in record_lines(dealt))
        else:
            for number, (record, *_) in enumerate(dealt, 1):
                says = f"  {record.opening.game}" if len(mix.games) > 1 else ""
                print(_line(number, record) + says)
    summary = {"rounds": count, "net": dict(totals), "rebuys": dict(rebuys)}
    if as_json and out:
        print_json(summary | {"out": str(out)})
    elif not as_json:
        print(f"{plural(count, 'round')}: {_nets(totals, table.seats)}")
    if rebuys:
        seats_again = ", ".join(f"seat {seat} {times}x" for seat, times in sorted(rebuys.items()))
        note(f"Seats that bought in again after running out of chips: {seats_again}.")
    if out:
        note(f"The records are in {out}. To read them: cardroom replay {out}")
    for violation in wrong[:MOST_WRONG]:
        note(f"Not as the document says: {violation}")
    return int(bool(wrong))


def _play_rounds(
    table: Table,
    mix: Mixed,
    bots: dict[str, Bot],
    rng: Random,
    rounds: int,
    rebuys: Counter[str],
    wrong: list[Violation],
) -> Iterator[DealtRound]:
    """Play rounds of one game, or of several in turn. A seat with too few chips for a wager buys in again first.

    The clauses read each round; what they do not allow is added to `wrong`.
    """
    before: RoundHistory | None = None
    start, least = dict(table.stacks), least_stack(table.game.rules)
    for _ in range(rounds):
        for seat, stack in table.stacks.items():
            if stack < least:
                table.do(TopUp(seat, topped_up(table.game.rules, stack, start[seat])))
                rebuys[seat] += 1
        table.do(ChangeGame(next_game(mix, table)))
        round = play_round(table.start(), bots, rng)
        facts = facts_of(round)
        wrong += violations(facts, before if before is not None and before.rules is facts.rules else None)
        before = facts
        dropped = table.state.discarded
        yield DealtRound(table.finish(round), round.shuffle, dropped)


def _count_rounds(rounds: Iterable[DealtRound], totals: Counter[str]) -> Iterator[DealtRound]:
    for each in rounds:
        totals.update(each.record.outcome.net)
        yield each


def _line(number: int, record: Record) -> str:
    """A round as one line of text."""
    causes = {transfer.cause for transfer in record.outcome.transfers}
    laid = any(isinstance(answer.value, dict) for answer in record.answers)  # a round of rows may end without a payment
    if causes <= {"bank"} and not laid:
        return f"{number:>5}  no round was dealt"
    bank = next((each.payer.owner for each in record.outcome.transfers if each.cause == "bank"), "")
    return f"{number:>5}  " + _nets(record.outcome.net, record.opening.stacks, bank)


def _nets(net: dict[str, int], players: Iterable[str], bank: str = "") -> str:
    """The net result of each player, and of the house if it has one."""
    return ", ".join(
        f"{f'seat {name}' if name in players else name}{' (bank)' if name == bank else ''} {signed(change)}"
        for name, change in net.items()
        if change or name in players
    )
