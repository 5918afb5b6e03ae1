"""The best strategies of few plain lines that are found for a game: what `cardroom strategy` answers.

A game's `Analysis` names its `LinesGame`: the features that its lines test, and the search for them. Results are in the
one store of exact results; those of the built-in rule sets ship with the package.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import FULL, figure, lines_game_of, rank_deck
from cardroom.analysis.store import counting_again, find, keep, key_of, report_in_force, report_key
from cardroom.analysis.strategy.choices import DecisionArrays, Strategy, StrategyError
from cardroom.analysis.strategy.lines import Feature, FoundLines, Line, lines_strategy
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.play import Game
from cardroom.rulebook import RuleSet

__all__ = [
    "MOST_LINES",
    "LinesGame",
    "PlainStrategies",
    "has_lines",
    "known_lines",
    "named_lines",
    "plain_strategies",
]

MOST_LINES = 12
METHOD = "plain lines 1"
"""The number is increased if the search gives other results."""
SUFFIX = "-lines"


class LinesGame(NamedTuple):
    """A game's part: what its lines may test, and the search for the best ones."""

    features: tuple[Mapping[str, Feature], ...]
    """The features of each decision of a round, by name."""
    find: Callable[[RuleSet, int, Engine], list[FoundLines]]
    """Finds the best strategies of 1, 2, 3 ... lines, up to a number."""
    moments: tuple[str, ...]
    """When each decision is made, in words; empty if there is only one."""
    rest: tuple[str, ...]
    """What a player does if no line fits, for each decision."""
    verbs: tuple[tuple[str, ...], ...]
    """What a player does if a line fits, for each decision: one verb for any number of Antes, or one for
    each option."""
    key: Callable[[RuleSet], str]
    """What of the rules the lines depend on. Rule sets with equal keys have the same lines."""
    terms: Mapping[str, str] = {}
    """Words of lines that need an explanation, with it."""
    player: Callable[[str, Sequence[Line]], Strategy] | None = None
    """The strategy that follows lines, by its name, in a game whose decisions add no Antes."""
    chart: Callable[[RuleSet, Sequence[Line]], Sequence[str]] | None = None
    """The chart of a strategy of lines, as lines of text."""


class PlainStrategies(NamedTuple):
    """The best strategies of 1, 2, 3 ... lines that the search finds in a game."""

    game: Game
    part: LinesGame
    found: tuple[FoundLines, ...]
    """By number of lines. If one more line does not help, the next one has no more lines."""
    best: Fraction
    """The edge of the best strategy of all."""

    def cost(self, lines: int) -> Fraction:
        """What a strategy of so many lines costs against the best play, per unit of the first wager."""
        return self.of(lines).edge - self.best

    def of(self, lines: int) -> FoundLines:
        """The strategy of at most so many lines."""
        return self.found[_checked(lines) - 1]

    def strategy(self, lines: int) -> Strategy:
        """The strategy of at most so many lines as a value that plays."""
        name, chosen = f"{lines}{SUFFIX}", self.of(lines).lines
        return self.part.player(name, chosen) if self.part.player else lines_strategy(name, self.part.features, chosen)

    def card(self, lines: int) -> list[tuple[str, list[str]]]:
        """The strategy as a card: for each decision its moment, and one sentence for each line."""
        chosen = self.of(lines).lines
        pages = []
        for number, moment in enumerate(self.part.moments):
            some = [self.sentence(line) for line in chosen if line.number == number]
            last = f"otherwise {self.part.rest[number]}" if some else self.part.rest[number]
            pages.append((moment, [*some, last]))
        return pages

    def terms(self, lines: int) -> list[str]:
        """Explanations of the words that the lines use."""
        used = " ".join(line.condition.words for line in self.of(lines).lines)
        return [f"{word[0].upper()}{word[1:]}: {says}" for word, says in self.part.terms.items() if word in used]

    def pockets(self, lines: int) -> list[list[int]]:
        """The first decision for each of 169 pockets, from aces down; empty if a game does not start with two cards."""
        if len(self.part.features) < 2:
            return []
        pairs = np.array(list(product(range(12, -1, -1), repeat=2)))
        cards = pairs * 4
        cards[:, 1] += pairs[:, 0] <= pairs[:, 1]  # suited above the diagonal
        hands = cards.astype(np.uint8)
        asked = DecisionArrays(self.game.rules, 0, hands, hands[:, :0], hands[:, :0])
        chart: list[list[int]] = self.strategy(lines).times(asked).reshape(13, 13).tolist()
        return chart

    def chart(self, lines: int) -> list[str]:
        """The chart of the strategy as lines of text; empty if the game has none."""
        return list(self.part.chart(self.game.rules, self.of(lines).lines)) if self.part.chart else []

    def sentence(self, line: Line) -> str:
        """One line in words."""
        verbs = self.part.verbs[line.number]
        if self.part.player:
            return f"{verbs[line.times - 1]} {line.condition.words}"
        many = f" {line.times} Antes" if line.times > 1 else ""
        return f"{verbs[0]}{many} with {line.condition.words}"

    def to_dict(self, lines: int) -> dict[str, Any]:
        """The strategy for JSON: exact numbers as reduced fractions beside their decimals."""
        chosen = self.of(lines)
        return {
            "game": self.game.slug,
            "rules": self.game.rules.rules,
            "digest": self.game.rules.digest,
            "lines": [
                {
                    "moment": self.part.moments[line.number],
                    "times": line.times,
                    "words": self.sentence(line),
                    "tests": [
                        [{"feature": each.feature, "least": each.least, "most": each.most} for each in tests]
                        for tests in line.condition.any_of
                    ],
                }
                for line in chosen.lines
            ],
            "terms": self.terms(lines),
            "otherwise": dict(zip(self.part.moments, self.part.rest, strict=True)),
            "edge": figure(chosen.edge),
            "best_edge": figure(self.best),
            "cost": figure(self.cost(lines)),
            "costs": [figure(self.cost(many)) for many in range(1, len(self.found) + 1)],
        }


def has_lines(rules: RuleSet) -> bool:
    """Whether strategies of few lines are known for a game.

    >>> from cardroom.rulebook import rule_set
    >>> has_lines(rule_set("ultimate-texas-holdem")), has_lines(rule_set("ez-baccarat"))
    (True, False)
    """
    return lines_game_of(rules) is not None


def plain_strategies(game: Game, engine: Engine = LOCAL, *, recount: bool = False) -> PlainStrategies:
    """The best strategies of few lines: stored, or searched now. `recount` searches in any case.

    >>> import cardroom
    >>> known = plain_strategies(cardroom.game("four-card-frenzy"))
    >>> known.card(2)
    [('', ['raise 3 Antes with a pair of aces or better', 'raise with king high, Q-8-4 or better', 'otherwise fold'])]
    >>> known.cost(2)
    Fraction(528947, 332220508620)
    """
    part = lines_game_of(game.rules)
    if part is None:
        known = ", ".join(sorted({each.slug for each in all_games() if has_lines(each.rules)}))
        raise InputError(f"{game.slug}: strategies of few lines are not known for it. They are known for {known}.")
    if not part.player and rank_deck(game.rules) != FULL:
        raise InputError(f"{game.slug}: strategies of few lines are known for a deck of 52 cards alone")
    best = report_in_force(game).wagers[0].edge
    with counting_again() if recount else nullcontext():
        return PlainStrategies(game, part, _lines(game.rules, part, engine), best)


def known_lines(game: Game) -> PlainStrategies | None:
    """The best strategies of few lines, if they are stored: nothing is searched."""
    part = lines_game_of(game.rules)
    if part is None or rank_deck(game.rules) != FULL or report_key(game.rules) is None:
        return None
    found = find(key_of(METHOD, part.key(game.rules)), tuple[FoundLines, ...])
    return PlainStrategies(game, part, found, report_in_force(game).wagers[0].edge) if found else None


def _lines(rules: RuleSet, part: LinesGame, engine: Engine) -> tuple[FoundLines, ...]:
    if report_key(rules) is None:  # a game from outside the package: nothing tells when its code changes
        return tuple(part.find(rules, MOST_LINES, engine))
    key = key_of(METHOD, part.key(rules))
    known = find(key, tuple[FoundLines, ...])
    if known is None:
        known = tuple(part.find(rules, MOST_LINES, engine))
        keep(key, known)
    return known


def named_lines(game: Game, name: str, engine: Engine = LOCAL) -> Strategy | None:
    """The strategy with a name such as "12-lines"; None if the name is of another form."""
    many = name.removesuffix(SUFFIX)
    if many == name or not (many.isascii() and many.isdigit() and len(many) < 4):
        return None
    lines = _checked(int(many))  # refused before a search that may take minutes
    return plain_strategies(game, engine).strategy(lines)


def _checked(lines: int) -> int:
    """The number of lines, if strategies have so many."""
    if not 1 <= lines <= MOST_LINES:
        raise StrategyError(f"{lines} lines: choose 1 to {MOST_LINES}")
    return lines
