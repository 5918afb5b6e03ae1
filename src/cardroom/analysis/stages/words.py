"""The best strategy of a game in stages, in words and as a table."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.stages.payoffs import History, StagedOption, moves_in_words, options_of
from cardroom.analysis.stages.sets import cards_of
from cardroom.analysis.stages.solver import StagedSolution, WorldSolution
from cardroom.cards import RANKS, text
from cardroom.rankings import RANKINGS, describe, rank_many
from cardroom.rulebook import RuleSet

__all__ = ["StrategyRow", "strategy_table", "strategy_words"]

FEW = 12
"""The most groups of hands that a sentence lists."""


class StrategyRow(NamedTuple):
    """The best decision in one state."""

    stage: int
    """The number of the decision, from 1."""
    before: str
    """The decisions so far; empty at the first one."""
    up: str
    """The dealer's card that is up; empty if none is."""
    known: str
    """The known cards: one example of all that differ only by an exchange of suits."""
    ways: int
    """The number of such sets of cards."""
    decision: str
    value: Fraction
    """The average result, in units of the first wager."""


def strategy_table(solution: StagedSolution) -> Iterator[StrategyRow]:
    """The best decision in every state, stage by stage."""
    for each in solution.worlds:
        up = "" if each.world.up is None else text(each.world.up)
        for (number, history), chosen in each.choices.items():
            options = options_of(solution.stages, number)
            states, sums = each.states[number], each.values[number, history]
            unit = each.completions[number] * solution.payoffs.scale
            cards = cards_of(states.masks, solution.stages.known[number])
            before = ", ".join(moves_in_words(history))
            for row in range(len(chosen)):
                decision = next(iter(moves_in_words((options[chosen[row]],))))
                known = text(sorted(cards[row].tolist(), reverse=True))
                value = Fraction(int(sums[row]), unit)
                yield StrategyRow(number + 1, before, up, known, int(states.ways[row]), decision, value)


def strategy_words(rules: RuleSet, solution: StagedSolution) -> tuple[str, ...]:
    """The best strategy in sentences. Where suits decide, a sentence says so; the table has every state."""
    return tuple(_sentences(rules, solution))


def _sentences(rules: RuleSet, solution: StagedSolution) -> Iterator[str]:
    stages = solution.stages
    for number in range(len(stages.stages)):
        keys = dict.fromkeys(key for each in solution.worlds for key in each.reached)
        histories = [history for stage, history in keys if stage == number]
        for history, same in _alike(solution, number, histories):
            after = "" if len(histories) == 1 else f" after {' or '.join(same)}"
            when = f"With {stages.known[number]} cards{after}"
            if len(solution.worlds) == 1:
                yield f"{when}: {_decisions(solution, solution.worlds[0], number, history)}"
                continue
            for each in reversed([one for one in solution.worlds if (number, history) in one.reached]):
                shown = RANKS[each.world.up >> 2] if each.world.up is not None else ""
                yield f"Dealer shows {shown}: {_decisions(solution, each, number, history)}"


def _alike(solution: StagedSolution, number: int, histories: list[History]) -> Iterator[tuple[History, list[str]]]:
    """Histories after which all decisions are the same, together."""
    groups: dict[bytes, list[History]] = {}
    for history in histories:
        key = b"".join(_marked(each, number, history) for each in solution.worlds)
        groups.setdefault(key, []).append(history)
    for same in groups.values():
        yield same[0], [", ".join(moves_in_words(history)) for history in same]


def _marked(each: WorldSolution, number: int, history: History) -> bytes:
    """The decisions in states that are reached."""
    if (number, history) not in each.reached:
        return b""
    return np.where(each.reached[number, history], each.choices[number, history], -1).tobytes()


def _decisions(solution: StagedSolution, each: WorldSolution, number: int, history: History) -> str:
    stages, options = solution.stages, options_of(solution.stages, number)
    rows = each.reached[number, history]
    chosen = each.choices[number, history][rows]
    cards = cards_of(each.states[number].masks[rows], stages.known[number])
    if stages.known[number] in RANKINGS[stages.ranking].sizes:
        return _by_rank(stages.ranking, cards, chosen, options)
    return _by_ranks(cards, chosen, options)


def _by_rank(ranking: str, cards: Any, chosen: Any, options: tuple[StagedOption, ...]) -> str:
    """Thresholds by the rank of a complete hand."""
    ranks = rank_many(ranking, cards)
    parts = []
    used = sorted(set(chosen.tolist()), key=lambda at: -int(ranks[chosen == at].max()))
    if len(used) == 1:
        return f"{_name(options[used[0]])} with every hand."
    for at in used:
        lowest = int(np.flatnonzero(chosen == at)[ranks[chosen == at].argmin()])
        highest = int(np.flatnonzero(chosen == at)[ranks[chosen == at].argmax()])
        mixed = sum(
            1
            for other in used
            if other != at
            and int(ranks[chosen == other].max()) >= int(ranks[lowest])
            and int(ranks[chosen == other].min()) <= int(ranks[highest])
        )
        name = _name(options[at])
        low, high = (describe(ranking, cards[row].tolist()) for row in (lowest, highest))
        if at == used[-1]:
            parts.append(f"{name} the rest, at most {high}" if mixed else f"{name} the rest")
        else:
            parts.append(
                f"{name} with {low} or better" + (", depending on other cards near the limit" if mixed else "")
            )
    return "; ".join(parts) + "."


def _by_ranks(cards: Any, chosen: Any, options: tuple[StagedOption, ...]) -> str:
    """Decisions by the ranks of an incomplete hand: pairs first, then the rest by how many are decided alike."""
    kinds: dict[str, dict[int, set[int]]] = {}
    ranks = np.sort(cards >> 2, axis=1)[:, ::-1]
    for row, at in zip(ranks.tolist(), chosen.tolist(), strict=True):
        kind, rank = _kind(row)
        kinds.setdefault(kind, {}).setdefault(rank, set()).add(at)
    sentences = []
    for kind, by_rank in kinds.items():
        runs = list(_runs(by_rank))
        words = [f"{_range(kind, low, high)}: {_either(options, some)}" for low, high, some in runs[:FEW]]
        sentences.append(", ".join(words))
    return "; ".join(sentences) + "."


def _kind(ranks: list[int]) -> tuple[str, int]:
    """What known cards make by their ranks alone, and the rank that matters."""
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    times, rank = counts[0]
    if times > 1 and len(counts) > 1 and counts[1][0] > 1:
        return "two pair, highest", rank
    return {1: "no pair, highest card", 2: "pair of", 3: "three of a kind of", 4: "four of a kind of"}[times], rank


def _runs(by_rank: dict[int, set[int]]) -> Iterator[tuple[int, int, set[int]]]:
    """Ranks in a row with the same decisions, highest first."""
    run: list[int] = []
    for rank in sorted(by_rank, reverse=True):
        if run and by_rank[rank] != by_rank[run[0]]:
            yield run[-1], run[0], by_rank[run[0]]
            run = []
        run.append(rank)
    if run:
        yield run[-1], run[0], by_rank[run[0]]


def _range(kind: str, low: int, high: int) -> str:
    return f"{kind} {RANKS[high]}" if low == high else f"{kind} {RANKS[high]} to {RANKS[low]}"


def _either(options: tuple[StagedOption, ...], some: Iterable[int]) -> str:
    names = [_name(options[at]) for at in sorted(some, reverse=True)]
    return names[0] if len(names) == 1 else f"{' or '.join(names)}, by the other cards"


def _name(option: StagedOption) -> str:
    return next(iter(moves_in_words((option,)))).replace("-", " ")
