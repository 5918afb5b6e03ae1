"""`cardroom analyze GAME --coverage BANK`: the player-dealer's gain by seat, with ample and with short coverage."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.bankroll import CoverageReport, SeatCoverage, coverage_report, is_exact
from cardroom.analysis.report import Estimate, figure, provenance
from cardroom.analysis.simulation import OPTIMAL, simulated_game
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import parse_cents
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.players import usual
from cardroom.rulebook import RuleSet

__all__ = ["ROUNDS", "coverage_command", "parse_bets"]

ROUNDS = 2_000
"""The simulated rounds, if none are given."""
SEATS = 3
"""The seats, if no bets are given."""


def coverage_command(game: Game, bank: str, typed: Sequence[str], rounds: int | None, as_json: bool) -> int:
    """Print the player-dealer's gain from each seat, in the order of settlement."""
    rules = game.rules
    if rules.bank is None:
        raise UsageError(f"--coverage: {game.slug} has no player-dealer, so every wager is covered.")
    bets = [parse_bets(rules, each) for each in typed] or [_least_bets(rules)] * SEATS
    most = rules.seats.most - 1
    if len(bets) > most:
        raise UsageError(f"--bets: {rules.name} has {most} seats besides the player-dealer's.")
    best = is_exact(rules) or OPTIMAL in simulated_game(rules).strategies
    report = coverage_report(
        game, bets, _cents("--coverage", bank), rounds or ROUNDS, decide=None if best else usual(rules)
    )
    if as_json:
        print_json(_as_data(game, report, bets, _cents("--coverage", bank), best) | provenance(rules), indent=2)
    else:
        _print(game, report, bets, _cents("--coverage", bank), best)
    return 0


def parse_bets(rules: RuleSet, text: str) -> dict[str, int]:
    """Parse the bets of one seat.

    >>> from cardroom.rulebook import rule_set
    >>> parse_bets(rule_set("ez-baccarat"), "player=100,tie=5")
    {'player': 10000, 'tie': 500}
    """
    offered = {name: wager for name, wager in rules.wagers().items() if wager.when == "before the deal"}
    bets = {}
    for part in text.split(","):
        name, equals, amount = (each.strip() for each in part.partition("="))
        if not equals:
            raise UsageError(f"--bets {text}: write wagers and amounts, for example --bets {next(iter(offered))}=10.")
        if name not in offered:
            raise UsageError(f"--bets {text}: there is no wager {name!r}. Choose from {', '.join(offered)}.")
        bets[name] = _cents("--bets", amount)
        least, most = rules.limits(name)
        if not least <= bets[name] <= most:
            raise UsageError(f"--bets {text}: {name} takes {dollars(least)} to {dollars(most)}.")
    return bets


def _least_bets(rules: RuleSet) -> dict[str, int]:
    """The required wagers at their minimum; where none is required, the first wager."""
    offered = {name: wager for name, wager in rules.wagers().items() if wager.when == "before the deal"}
    required = [name for name, wager in offered.items() if wager.required] or [next(iter(offered))]
    return {name: rules.limits(name)[0] for name in required}


def _cents(option: str, text: str) -> int:
    amount = parse_cents(option, text)
    if amount <= 0:
        raise UsageError(f"{option} {text}: write an amount above zero.")
    return amount


def _as_data(
    game: Game, report: CoverageReport, bets: Sequence[Mapping[str, int]], bank: int, best: bool
) -> dict[str, Any]:
    ample, short = report.after_collection
    return {
        "game": game.slug,
        "rules": game.rules.rules,
        "bank_cents": bank,
        "strategy": "best" if best else "usual",
        "seats": [_seat(each) | {"bets": dict(placed)} for each, placed in zip(report.seats, bets, strict=True)],
        "total": _seat(report.total),
        "fee_cents": report.fee,
        "after_collection": {"ample": figure(ample), "short": figure(short)},
    }


def _seat(each: SeatCoverage) -> dict[str, Any]:
    return {
        "wagered_cents": each.wagered,
        "ample": figure(each.ample),
        "short": figure(each.short),
        "difference": figure(each.difference),
    }


def _print(game: Game, report: CoverageReport, bets: Sequence[Mapping[str, int]], bank: int, best: bool) -> None:
    screen = console()
    title = Text(game.rules.name, style="bold").append(f"  rule set {game.rules.rules}", style="not bold dim")
    screen.print(title)
    screen.print(f"The player-dealer's average gain in a round, with a bank of {dollars(bank)}.")
    plays = "by the best strategy" if best else "as most people do"
    how = "All figures are exact, computed over all deals."
    if isinstance(gain := report.total.ample, Estimate):
        how = f"{gain.rounds:,} simulated rounds; +- is one standard error. Players decide {plays}."
    screen.print(Text(how, style="dim"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for heading in ("wagers", "ample", "short", "difference"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, (each, placed) in enumerate(zip(report.seats, bets, strict=True), 1):
        table.add_row(f"seat {number}", ", ".join(f"{name} {dollars(at)}" for name, at in placed.items()), *_row(each))
    table.add_row("all", dollars(report.total.wagered), *_row(report.total))
    if report.fee:
        ample, short = report.after_collection
        table.add_row(f"after the fee of {dollars(report.fee)}", "", _amount(ample), _amount(short), "")
    screen.print(Padding(table, (1, 0, 0, 2), expand=False))


def _row(each: SeatCoverage) -> tuple[str, str, str]:
    return _amount(each.ample), _amount(each.short), _amount(each.difference)


def _amount(gain: Fraction | Estimate) -> str:
    """An amount in dollars; an estimate with its standard error."""
    error = f" +- {gain.standard_error / 100:.4f}" if isinstance(gain, Estimate) else ""
    return f"{float(gain) / 100:+.4f}{error}"
