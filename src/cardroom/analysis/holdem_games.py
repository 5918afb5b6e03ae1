"""Heads Up Hold'em and Ultimate Texas Hold'em: every wager and pay table of their rule sets, exactly.

Payoffs come from the games' own settlement. A side bet is said of a player who does not fold a hand that it pays on.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from cardroom.analysis.bonus import all_6, by_table, galaxy, high_hands, pocket_bonus, progressive, tables_of
from cardroom.analysis.holdem import DEALS, Ladder, Net, Solution, beaten_hands, ranges, solve
from cardroom.analysis.report import Moments, WagerReport
from cardroom.games.banked import heads_up_holdem as heads_up
from cardroom.games.banked import ultimate_texas_holdem as ultimate
from cardroom.play import Payoff
from cardroom.rulebook import RuleSet

__all__ = ["heads_up_report", "ultimate_report"]


def _progressive(pattern: str, rules: RuleSet) -> dict[str, int]:
    return progressive(rules.table(pattern).lines)


SIDE_BETS: dict[str, Callable[[RuleSet], Mapping[str, int]]] = {
    "trips-plus": lambda _: high_hands(7),
    "pocket-bonus": lambda _: pocket_bonus(),
    "all-6": lambda _: all_6(),
    "galaxy": lambda _: galaxy(),
}
"""How often each line of a side bet is made, whatever its table pays."""


def heads_up_report(rules: RuleSet) -> tuple[WagerReport, ...]:
    """Heads Up Hold'em: the base game under each bad beat table, then every side bet under each of its tables."""
    reports: list[WagerReport] = []
    ladder = Ladder((1, 2, 3) if rules.house("early_raise") else (3,), 2, 1)
    for chosen, settings, in_force in tables_of(rules, rules.wager["odds"].beaten):
        base = _net_of(chosen, heads_up.settle, _heads_up_showdown(chosen), "ante", "odds")
        play = _net_of(chosen, heads_up.settle, _heads_up_showdown(chosen), "raise")
        reports.append(_base_game(solve(base, play, Fraction(-2), ladder), "Ante, Odds and Raise", settings, in_force))
    for name in rules.wagers():
        if name in SIDE_BETS:
            reports += by_table(rules, name, SIDE_BETS[name])
        elif name in ("jackpot", "second-jackpot"):
            reports += by_table(rules, name, partial(_progressive, rules.wager[name].pays))
    return tuple(reports)


def ultimate_report(rules: RuleSet) -> tuple[WagerReport, ...]:
    """Ultimate Texas Hold'em: Ante, Blind and Play under the best strategy, Trips and Bad Beat."""

    def showdown(name: str, qualified: bool, result: int) -> ultimate.Showdown:
        return ultimate.Showdown(False, qualified, result, name, None)

    base = _net_of(rules, ultimate.settle, showdown, "ante", "blind")
    solution = solve(base, _net_of(rules, ultimate.settle, showdown, "play"), Fraction(-2), Ladder((3, 4), 2, 1))
    return (
        _base_game(solution, "Ante, Blind and Play", {}, True),
        *by_table(rules, "trips", lambda _: high_hands(7)),
        *by_table(rules, "bad-beat", lambda _: beaten_hands()),
    )


def _heads_up_showdown(rules: RuleSet) -> Callable[[str, bool, int], heads_up.Showdown]:
    always = not rules.house("dealer_qualifies")
    return lambda name, qualified, result: heads_up.Showdown(False, qualified or always, result, name)


def _net_of(
    rules: RuleSet, settle: Callable[..., Payoff], showdown: Callable[[str, bool, int], Any], *wagers: str
) -> Net:
    return lambda name, qualified, result: sum(
        (settle(rules, wager, showdown(name, qualified, result)).unit for wager in wagers), Fraction(0)
    )


def _base_game(solution: Solution, label: str, settings: dict[str, Any], in_force: bool) -> WagerReport:
    strategy = [
        f"Before the flop play {times} times with {ranges(pockets)}"
        for times, pockets in solution.before.items()
        if pockets
    ]
    moments = Moments(DEALS, solution.net, solution.squares, 2 + solution.wagered)
    return WagerReport("ante", label, "Ante", (), settings, in_force, tuple(strategy), moments, solution.frequencies)
