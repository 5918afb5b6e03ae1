"""Compare an exact analysis with play: over every deal of a deck, and in rounds under the best strategy.

Every deal is played by the game's script (`script_check`). The rounds come from the script too, or from compiled rounds
if the game has them. Neither uses the code that counted the deals, so both would show a wrong count.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, sqrt
from time import process_time
from typing import Any, NamedTuple

from cardroom.analysis.engine import Progress
from cardroom.analysis.report import Report, Root, WagerOutcome, WagerReport, counter_of
from cardroom.analysis.simulation.counts import count_ends
from cardroom.analysis.simulation.parts import OPTIMAL, compiled_rounds, simulated_game
from cardroom.analysis.simulation.rounds import CHUNK, deal_chunk
from cardroom.analysis.simulation.script_check import ScriptCheck, check_by_script
from cardroom.analysis.simulation.scripts import ROUNDS, play_chunk, script_reports
from cardroom.analysis.simulation.strategies import optimal
from cardroom.errors import InputError
from cardroom.play import Game
from cardroom.rulebook import RuleSet

__all__ = ["SEED", "Agreement", "agreement", "checked_agreement", "is_counted_here"]

SIMULATED = 20_000
"""The most rounds of a script, unless more are asked for."""
COMPILED = 1_000_000
"""The number of compiled rounds."""
SEED = "check"
ERRORS = 5
"""Standard errors by which figures may differ."""
ENOUGH = 320
"""How often a result must be expected, so that a count that is half too high or half too low is found.

Half of 320 is more than five standard errors, a slack of five, and three more standard errors against bad luck.
"""


class Agreement(NamedTuple):
    """How an exact analysis agrees with play."""

    rounds: int
    how: str
    """What played the rounds."""
    edges: dict[str, Root]
    """By the label of each wager that was compared: the most by which its edge may differ."""
    rare: tuple[str, ...]
    """Results that are too rare for these rounds, the most frequent first."""
    left: tuple[str, ...]
    """Wagers that were not compared."""
    odd: str
    """The first disagreement; empty if there is none."""
    script: ScriptCheck
    """The comparison over every deal of a deck."""

    @property
    def words(self) -> str:
        """What was compared, with which tolerance, and what these rounds cannot tell."""
        if self.script.odd or not self.rounds:
            return self.script.words
        return f"{self.script.words}; {self._sampled()}"

    def _sampled(self) -> str:
        """What the rounds under the best strategy show."""
        if self.odd:
            return f"{self.rounds:,} rounds {self.how} disagree: {self.odd}"
        if not self.edges:
            return "no wager was compared with rounds under the best strategy"
        edges = ", ".join(f"{label} ± {float(most):.2%}" for label, most in self.edges.items())
        words = [
            f"{self.rounds:,} rounds {self.how} agree within {ERRORS} standard errors (edges: {edges})",
            "a result counted half too often or half too rarely would show",
        ]
        if self.rare:
            many = f"{len(self.rare)} results, the most frequent " if len(self.rare) > 1 else ""
            words.append(f"too rare for that: {many}{self.rare[0]}")
        if self.left:
            words.append(f"not compared: {', '.join(self.left)}")
        return "; ".join(words)


def is_counted_here(rules: RuleSet) -> bool:
    """Whether code of cardroom counts the deals of a game, rather than code that comes with the game.

    >>> from cardroom.rulebook import rule_set
    >>> is_counted_here(rule_set("ez-baccarat"))
    True
    """
    counter = counter_of(rules)
    return counter is None or str(getattr(counter, "__module__", "")).partition(".")[0] == __name__.partition(".")[0]


def checked_agreement(game: Game, report: Report, progress: Progress | None = None) -> Agreement | None:
    """The agreement of an analysis that the game's own code counted; None if cardroom counted it, or nothing can play.

    An analysis that play contradicts is refused.
    """
    if is_counted_here(game.rules):
        return None
    known = agreement(game, report, progress=progress)
    if known and known.odd:
        raise InputError(f"{game.slug}: the game's own analysis is wrong, so it is not certified. {known.words}")
    return known


def agreement(
    game: Game, report: Report, *, factor: int = 1, seconds: float = 0, progress: Progress | None = None
) -> Agreement | None:
    """Compare every wager in force with the script over every deal, and with rounds under the best strategy.

    None if that strategy is not known, and no deck could be played whole. As many rounds are played as the rarest
    result needs, up to `factor` times 20,000. After `seconds` of the processor, if given, no more rounds are started.
    """
    rules, part = game.rules, simulated_game(game.rules)
    script = check_by_script(game, report, factor, progress)
    if script.odd:
        return Agreement(0, "", {}, (), (), script.odd, script)
    if not part.compiled and OPTIMAL not in part.strategies:
        return Agreement(0, "", {}, (), script.left, "", script) if script.deck else None
    wagers = [each.best_play or each for each in report.wagers if each.in_force]
    shares = [float(share) for each in wagers for share in each.distribution.values()]
    needed = min(SIMULATED * factor, ceil(ENOUGH / min(shares, default=1.0)))
    found = {each.wager: each for each in _played(game, needed, seconds, progress)}
    pairs = [(each, found[each.wager]) for each in wagers if each.wager in found]
    rounds = max((each.deals for _, each in pairs), default=0)
    odd = next((f"{exact.label}: {words}" for exact, seen in pairs if (words := _disagreement(exact, seen))), "")
    rare = [
        (float(share), f"{each.label} {float(net):+g} (1 in {1 / float(share):,.0f})")
        for each, _ in pairs
        for net, share in each.distribution.items()
        if float(share) * rounds < ENOUGH
    ]
    covered = {name for each in wagers for name in (each.wager, *each.lines)}
    left = [each.label for each in wagers if each.wager not in found]
    left += [wager.label for name, wager in rules.wagers().items() if not covered & {name, wager.equals}]
    return Agreement(
        rounds,
        "under the best strategy" if part.compiled else "of the script under the best strategy",
        {each.label: Root((ERRORS**2 * each.variance / seen.deals,)) for each, seen in pairs},
        tuple(words for _, words in sorted(rare, key=lambda each: -each[0])),
        tuple(left),
        odd,
        script,
    )


def _played(game: Game, rounds: int, seconds: float, progress: Progress | None) -> tuple[WagerReport, ...]:
    """The wagers in rounds under the best strategy."""
    rules, counts = game.rules, Counter[Any]()
    compiled = compiled_rounds(rules)
    rounds, size = (COMPILED, CHUNK) if compiled else (rounds, ROUNDS)
    start = process_time()
    for chunk in range(ceil(rounds / size)):
        many = min(size, rounds - chunk * size)
        if compiled:
            counts.update(count_ends(compiled.ends(rules, deal_chunk(rules, SEED, chunk, many), None)))
        else:
            counts.update(each for ends in play_chunk(game, optimal, SEED, chunk, many) for each in ends)
        if progress:
            progress(f"{rules.name}: rounds", chunk * size + many, rounds)
        if seconds and process_time() - start > seconds:
            break
    return compiled.reports(rules, counts, None) if compiled else script_reports(rules, counts)


def _disagreement(exact: WagerReport, seen: WagerReport) -> str:
    """How rounds disagree with the exact figures of a wager, in words; empty if they agree.

    The edge may differ by `ERRORS` standard errors, and so may the number of each net result, which shows a wrong count
    in far fewer rounds. Each of several wagers that are played together is compared too.
    """
    shares = {net: float(share) for net, share in exact.distribution.items()}
    if odd := _odd_result(shares, _nets(seen.outcomes), seen.deals):
        return odd
    for name in exact.lines.keys() & seen.lines.keys():  # without results of zero: the wager may not be placed
        parts = {net: count / exact.deals for net, count in _nets(exact.lines[name]).items() if net}
        if odd := _odd_result(parts, {net: count for net, count in _nets(seen.lines[name]).items() if net}, seen.deals):
            return f"{name}: {odd}"
    error = float(exact.standard_deviation) / sqrt(seen.deals)
    if abs(float(seen.edge) - float(exact.edge)) > ERRORS * error + 1e-12:
        return f"the edge is {float(exact.edge):.2%}, but {float(seen.edge):.2%} ± {error:.2%} in these rounds"
    return ""


def _nets(outcomes: Sequence[WagerOutcome]) -> Counter[Fraction]:
    """How often each net result occurs."""
    counts = Counter[Fraction]()
    for outcome in outcomes:
        counts[outcome.net] += outcome.count
    return counts


def _odd_result(shares: Mapping[Fraction, float], seen: Mapping[Fraction, int], rounds: int) -> str:
    """A net result that occurs too often or too rarely. Rare ones are also compared together."""
    for net in sorted({*shares, *seen}):
        if _is_odd(shares.get(net, 0.0), seen.get(net, 0), rounds):
            return (
                f"a result of {float(net):+g} should occur in {shares.get(net, 0.0):.2%} of rounds, "
                f"not in {seen.get(net, 0) / rounds:.2%}"
            )
    rare = [net for net, share in shares.items() if rounds * share < ENOUGH]
    share, many = sum(shares[net] for net in rare), sum(seen.get(net, 0) for net in rare)
    if _is_odd(share, many, rounds):
        return f"the rare results together should occur in {share:.2%} of rounds, not in {many / rounds:.2%}"
    return ""


def _is_odd(share: float, many: int, rounds: int) -> bool:
    return abs(many - rounds * share) > ERRORS * (sqrt(rounds * share * max(0.0, 1 - share)) + 1)
