"""Heads Up Hold'em and Ultimate Texas Hold'em: exact figures of every wager and pay table of their rule sets.

Payoffs come from the games' own settlement. Figures of side bets are for a player who never folds a hand
that wins them. The Bad Beat of Ultimate Texas Hold'em also has those of the base game's best strategy.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.holdem.boards import PAIR, beaten_by_line
from cardroom.analysis.holdem.counts import HoldemCounts, holdem_counts
from cardroom.analysis.holdem.solver import Ladder, Nets, PlayWager
from cardroom.analysis.report import WagerReport, by_table, rank_deck, side_bet
from cardroom.analysis.stages import (
    Payoffs,
    StagedEnd,
    StagedOption,
    choice_in_force,
    choices,
    payoffs_of,
    report_of,
)
from cardroom.errors import InvariantError
from cardroom.games.declarations import declaration, stages_of
from cardroom.play.game import CHECK, FOLDING, Stages
from cardroom.rulebook import RuleSet

__all__ = ["HoldemGame", "base_counts", "holdem_game", "holdem_report", "ladder_of", "nets_of", "report_of_ends"]


NEVER_FOLDS = """\
The figures are for a player who never folds: a fold forfeits it, and the base game's best strategy folds some hands \
that it pays. Under that strategy the edge is {:.4%}."""
BAD_BEAT = "bad-beat"
RuleChoice = tuple[RuleSet, dict[str, Any], bool]
"""The rules with one choice of pay tables, this choice, and whether it is in force."""


class HoldemGame(NamedTuple):
    """A game under one choice of pay tables: its declaration, and what it pays."""

    stages: Stages
    payoffs: Payoffs

    @property
    def play(self) -> str:
        """The wager that is placed after the deal."""
        return next(move.wager for move in self.stages.stages[0].moves if move.wager)

    @property
    def before(self) -> list[str]:
        """The wagers that are placed before the deal."""
        return [wager for wager in self.stages.wagers if wager != self.play]

    @property
    def fold(self) -> Fraction:
        """The net of a fold."""
        return sum((self.payoffs.folded[wager].unit for wager in self.before), Fraction(0))

    def ends(
        self, plays: Mapping[PlayWager, NDArray[np.int64]], folds: int, always: bool = False
    ) -> Counter[StagedEnd]:
        """The number of deals with each end, from those by play, category and result, and from those that fold.

        If the dealer `always` plays, no result says that the hand does not qualify.
        """
        check, last = StagedOption(CHECK, 0), len(self.stages.stages) - 1
        found = Counter({StagedEnd((*[check] * last, StagedOption(FOLDING, 0))): folds})
        for (moment, times), counts in plays.items():
            move = next(move for move in self.stages.stages[moment].moves if move.wager)
            history = (*[check] * moment, StagedOption(move, times))
            for hand, result in np.argwhere(counts).tolist():
                found[StagedEnd(history, hand, result - result % 2 if always else result)] += int(counts[hand, result])
        return found


@lru_cache(maxsize=16)
def holdem_game(rules: RuleSet) -> HoldemGame:
    """The declaration and the payoffs of either game under the pay tables in force."""
    stages = stages_of(rules)
    if stages is None:
        raise InvariantError(f"{rules.game} declares no stages")
    return HoldemGame(stages, payoffs_of(rules, stages, declaration(rules.script).settle))


def nets_of(games: Sequence[HoldemGame]) -> list[Nets]:
    """The nets of each choice of pay tables as whole numbers, all with the same scale."""
    scale = lcm(*(game.payoffs.scale for game in games))
    found = []
    for game in games:
        times = scale // game.payoffs.scale
        base, play = (
            np.sum([game.payoffs.numbers(each).T * times for each in some], axis=0)
            for some in (game.before, [game.play])
        )
        found.append(Nets(np.ascontiguousarray(base), np.ascontiguousarray(play), int(game.fold * scale)))
    return found


def report_of_ends(
    rules: RuleSet,
    plays: Mapping[PlayWager, NDArray[np.int64]],
    folds: int,
    settings: dict[str, Any] | None = None,
    in_force: bool = True,
    strategy: Sequence[str] = (),
) -> WagerReport:
    """The report of the base game, from the number of deals by play, category and result, and the number of folds."""
    game = holdem_game(rules)
    ends = game.ends(plays, folds, always=not game.stages.qualifier(rules))
    settings = choice_in_force(rules) if settings is None else settings
    return report_of(rules, game.stages, game.payoffs, ends, settings, in_force, tuple(strategy))


def holdem_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base game under its best strategy and each bad beat table, then every side bet under each of its tables."""
    known = base_counts(rules, engine)
    reports = [
        report_of_ends(chosen, counts.ends, counts.folds, settings, in_force, counts.words)
        for (chosen, settings, in_force), counts in known
    ]
    return (*reports, *_side_bets(rules, known[0][1]))


def base_counts(rules: RuleSet, engine: Engine = LOCAL) -> list[tuple[RuleChoice, HoldemCounts]]:
    """The counts of the base game for each choice of its pay tables: stored, or counted now."""
    chosen = [*choices(rules)]
    nets = nets_of([holdem_game(each) for each, _, _ in chosen])
    deck, with_folded = rank_deck(rules), BAD_BEAT in rules.wagers()
    counts = holdem_counts(nets, ladder_of(rules), engine, rules.name, with_folded=with_folded, deck=deck)
    return [*zip(chosen, counts, strict=True)]


def _side_bets(rules: RuleSet, known: HoldemCounts) -> Iterator[WagerReport]:
    """The reports of the side bets. `known` has the deals that the base game's best strategy folds."""
    for name, terms in rules.wagers().items():
        if terms.cards:
            yield from side_bet(rules, name)
        elif name == BAD_BEAT and known.folded:
            never, best = (
                by_table(rules, name, lambda _, counts=counts: counts)  # type: ignore[misc]
                for counts in (beaten_by_line(known.beaten), beaten_by_line(known.beaten, known.folded))
            )
            for report, at_best_play in zip(never, best, strict=True):
                note = NEVER_FOLDS.format(float(at_best_play.edge))
                yield msgspec.structs.replace(report, best_play=at_best_play, note=note)


def ladder_of(rules: RuleSet) -> Ladder:
    """The allowed play wagers, from the game's declaration.

    >>> from cardroom.rulebook import rule_set
    >>> ladder_of(rule_set("ultimate-texas-holdem"))
    Ladder(before=(3, 4), flop=2, river=1, qualifier='pair')
    """
    stages = stages_of(rules)
    if stages is None:
        raise InvariantError(f"{rules.game} declares no stages")
    before, flop, river = (next(move for move in stage.moves if move.wager) for stage in stages.stages)
    qualifier = (rules.dealer.qualifies if rules.dealer else "") or PAIR
    return Ladder(tuple(range(before.least, before.most + 1)), flop.most, river.most, qualifier)
