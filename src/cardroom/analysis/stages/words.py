"""The best strategy of a game in stages, in words and as a table."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.stages.payoffs import History, decision_name, history_words, options_of
from cardroom.analysis.stages.sets import cards_of, ranks_of
from cardroom.analysis.stages.solver import StagedSolution, WorldSolution
from cardroom.cards import RANKS, text
from cardroom.rankings import RANKINGS, in_words, words_apart
from cardroom.rulebook import RuleSet

__all__ = ["StrategyRow", "strategy_table", "strategy_words"]

FEW = 12
"""The most groups of hands that a sentence lists."""
MIXED = ", depending on other cards near the limit"


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
            unit = each.table.completions[number] * solution.payoffs.scale
            cards = cards_of(states.masks, solution.stages.known[number])
            before = history_words(solution.stages, history)
            for row in range(len(chosen)):
                decision = decision_name(solution.stages, (*history, options[chosen[row]]))
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
            when = f"With {stages.known[number]} cards{after}: " if len(stages.stages) > 1 else ""
            for each in reversed([one for one in solution.worlds if (number, history) in one.reached]):
                shown = "" if each.world.up is None else f"Dealer shows {RANKS[each.world.up >> 2]}: "
                lines = _decisions(solution, each, number, history)
                yield from [f"{when}{shown}{'; '.join(lines)}"] if when or shown else lines


def _alike(solution: StagedSolution, number: int, histories: list[History]) -> Iterator[tuple[History, list[str]]]:
    """Histories after which all decisions are the same, together."""
    groups: dict[bytes, list[History]] = {}
    for history in histories:
        key = b"".join(_marked(each, number, history) for each in solution.worlds)
        groups.setdefault(key, []).append(history)
    for same in groups.values():
        yield same[0], [history_words(solution.stages, history) for history in same]


def _marked(each: WorldSolution, number: int, history: History) -> bytes:
    """The decisions in states that are reached."""
    if (number, history) not in each.reached:
        return b""
    return np.where(each.reached[number, history], each.choices[number, history], -1).tobytes()


def _decisions(solution: StagedSolution, each: WorldSolution, number: int, history: History) -> list[str]:
    stages, known = solution.stages, solution.stages.known[number]
    names = [decision_name(stages, (*history, one)).replace("-", " ") for one in options_of(stages, number)]
    rows = each.reached[number, history]
    chosen = each.choices[number, history][rows]
    if known in RANKINGS[stages.ranking].sizes:
        ranks, ways = ranks_of(stages.ranking, each.world, known)[rows], each.states[number].ways[rows]
        return _by_rank(stages.ranking, ranks, chosen, ways, names)
    return [_by_ranks(cards_of(each.states[number].masks[rows], known), chosen, names)]


def _by_rank(ranking: str, ranks: Any, chosen: Any, ways: Any, names: list[str]) -> list[str]:
    """Decisions by the rank of a complete hand, from the best one down. Ranks with the same decisions are together."""
    size = int(ranks.max()) + 1
    hands = np.array([np.bincount(ranks, ways * (chosen == at), size) for at in range(len(names))], np.int64).T
    occur = np.flatnonzero(hands.any(axis=1))[::-1]
    changes = np.flatnonzero((np.diff(hands[occur] > 0, axis=0) != 0).any(axis=1)) + 1
    runs = [run.tolist() for run in np.split(occur, changes)]
    made = [{names[at]: int(many) for at, many in enumerate(hands[run].sum(axis=0)) if many} for run in runs]
    if [len(each) for each in made] == [1]:
        return [f"{next(iter(made[0]))} every hand"]
    if [len(each) for each in made] == [1, 1]:
        (first,), (rest,) = made
        return [f"{first} {in_words(ranking, runs[0][-1])} or better, {rest} the rest"]
    if len(runs) > FEW:
        return _limits(ranking, hands, names)
    ends = [end for run in runs for end in (run[0], run[-1])]
    words = dict(zip(ends, words_apart(ranking, *ends), strict=True))
    lines = []
    for run, counts in zip(runs, made, strict=True):
        high, low = words[run[0]], words[run[-1]]
        which = f"{low} or better" if run is runs[0] else f"{high} or worse" if run is runs[-1] else f"{high} to {low}"
        lines.append(f"{high if run[0] == run[-1] else which}: {_together(counts)}")
    return lines


def _together(counts: Mapping[str, int]) -> str:
    """The decisions of hands with the same ranks, in words.

    >>> _together({"fold": 324, "raise once": 1596})
    'raise once with 1,596 hands, fold with 324: it depends on the other cards and the suits'
    """
    if len(counts) == 1:
        return next(iter(counts))
    (first, most), *rest = reversed([*counts.items()])
    others = ", ".join(f"{name} with {count:,}" for name, count in rest)
    return f"{first} with {most:,} hands, {others}: it depends on the other cards and the suits"


def _limits(ranking: str, hands: Any, names: list[str]) -> list[str]:
    """The lowest hand of each decision, where the limits between them depend on other cards."""
    spans = {name: np.flatnonzero(hands[:, at]) for at, name in enumerate(names) if hands[:, at].any()}
    ordered = sorted(spans, key=lambda name: -spans[name][-1])
    words = []
    for name in ordered[:-1]:
        low = spans[name][0]
        mixed = any(spans[other][-1] > low for other in ordered if spans[other][0] < low)
        words.append(f"{name} {in_words(ranking, int(low))} or better{MIXED if mixed else ''}")
    return [*words, f"{ordered[-1]} the rest, at most {in_words(ranking, int(spans[ordered[-1]][-1]))}"]


def _by_ranks(cards: Any, chosen: Any, names: list[str]) -> str:
    """Decisions by the ranks of an incomplete hand: pairs first, then the rest by how many are decided alike."""
    kinds: dict[str, dict[int, set[int]]] = {}
    ranks = np.sort(cards >> 2, axis=1)[:, ::-1]
    for row, at in zip(ranks.tolist(), chosen.tolist(), strict=True):
        kind, rank = _kind(row)
        kinds.setdefault(kind, {}).setdefault(rank, set()).add(at)
    sentences = []
    for kind, by_rank in kinds.items():
        runs = list(_runs(by_rank))
        words = [f"{_range(kind, low, high)}: {_either(names, some)}" for low, high, some in runs[:FEW]]
        sentences.append(", ".join(words))
    return "; ".join(sentences)


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


def _either(names: list[str], some: Iterable[int]) -> str:
    used = [names[at] for at in sorted(some, reverse=True)]
    return used[0] if len(used) == 1 else f"{' or '.join(used)}, by the other cards"
