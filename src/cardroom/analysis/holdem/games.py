"""Heads Up Hold'em and Ultimate Texas Hold'em: exact figures of every wager and pay table of their rule sets.

Payoffs come from the games' own settlement. Figures of side bets are for a player who never folds a hand
that wins them. The Bad Beat of Ultimate Texas Hold'em also has those of the base game's best strategy.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.holdem.boards import PAIR, beaten_by_line
from cardroom.analysis.holdem.counts import HoldemCounts, holdem_counts
from cardroom.analysis.holdem.solver import Ladder
from cardroom.analysis.report import BaseGame, WagerReport, by_table, rank_deck, report_of, side_bet, tables_of, whole
from cardroom.errors import InvariantError
from cardroom.games import layout
from cardroom.games.banked import heads_up_holdem, ultimate_texas_holdem
from cardroom.rankings import categories
from cardroom.rulebook import RuleSet

__all__ = ["base_counts", "base_game_of", "holdem_report", "is_heads_up", "ladder_of"]


NEVER_FOLDS = """\
The figures are for a player who never folds: a fold forfeits it, and the base game's best strategy folds some hands \
that it pays. Under that strategy the edge is {:.4%}."""
BAD_BEAT = "bad-beat"
RuleChoice = tuple[RuleSet, dict[str, Any], bool]
"""The rules with one choice of pay tables, this choice, and whether it is in force."""


def holdem_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base game under its best strategy and each bad beat table, then every side bet under each of its tables."""
    known = base_counts(rules, engine)
    reports = [
        report_of(base_game_of(chosen), counts.ends, counts.folds, settings, in_force, counts.words)
        for (chosen, settings, in_force), counts in known
    ]
    return (*reports, *_side_bets(rules, known[0][1]))


def base_counts(rules: RuleSet, engine: Engine = LOCAL) -> list[tuple[RuleChoice, HoldemCounts]]:
    """The counts of the base game for each bad beat table of the Odds: stored, or counted now."""
    chosen = [*tables_of(rules, rules.wager["odds"].beaten if is_heads_up(rules) else "")]
    nets = whole([base_game_of(each) for each, _, _ in chosen])
    with_folded = not is_heads_up(rules) and BAD_BEAT in rules.wagers()
    deck = rank_deck(rules)
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
    """The allowed play wagers, from the script's own ladder of raises.

    >>> from cardroom.rulebook import rule_set
    >>> ladder_of(rule_set("ultimate-texas-holdem"))
    Ladder(before=(3, 4), flop=2, river=1, qualifier='pair')
    """
    raises = layout(rules).raises
    if raises is None:
        raise InvariantError(f"{rules.game} has no ladder of raises")
    before, flop, river = raises(rules)
    qualifier = (rules.dealer.qualifies if rules.dealer else "") or PAIR
    return Ladder(tuple(range(before.least, before.most + 1)), flop.most, river.most, qualifier)


def base_game_of(rules: RuleSet) -> BaseGame:
    """The wagers and the settlement of either game."""
    return _heads_up(rules) if is_heads_up(rules) else _ultimate(rules)


def is_heads_up(rules: RuleSet) -> bool:
    """Whether these are rules of Heads Up Hold'em, which has Odds where Ultimate Texas Hold'em has a Blind."""
    return "odds" in rules.wager


def _heads_up(rules: RuleSet) -> BaseGame:
    always = heads_up_holdem.always_plays(rules)

    def showdown(hand: str, qualified: bool, result: int) -> heads_up_holdem.Showdown:
        return heads_up_holdem.Showdown(False, qualified or always, result, hand)

    folded = heads_up_holdem.Showdown(folded=True)
    return BaseGame(rules, heads_up_holdem.settle, showdown, folded, ("ante", "odds"), "raise", categories("high"))


def _ultimate(rules: RuleSet) -> BaseGame:
    def showdown(hand: str, qualified: bool, result: int) -> ultimate_texas_holdem.Showdown:
        return ultimate_texas_holdem.Showdown(False, qualified, result, hand)

    folded = ultimate_texas_holdem.Showdown(folded=True)
    return BaseGame(
        rules, ultimate_texas_holdem.settle, showdown, folded, ("ante", "blind"), "play", categories("high")
    )
