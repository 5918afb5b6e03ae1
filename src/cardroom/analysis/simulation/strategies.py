"""Strategies: what decides for a player in a simulation, and the tables of the best decisions.

A strategy is whatever decides, and sees what a player at its spot sees. The best one asks the tables that the compiled
rounds ask too, so that either proves the other. Others come from outside, as functions that can be imported by name,
or from a file: they go to other processes.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.base_game import FULL, Decision, whole
from cardroom.analysis.four_card import CHOOSE as CHOOSE_FIVE
from cardroom.analysis.four_card import decisions as frenzy_times
from cardroom.analysis.holdem import decide
from cardroom.analysis.holdem_boards import CHOOSE, dealers, hand_numbers, patterns
from cardroom.analysis.holdem_games import ladder_of, staked
from cardroom.analysis.holdem_kernels import pocket_of
from cardroom.analysis.simulation import kernels
from cardroom.analysis.three_card import decider, situations
from cardroom.errors import Mistaken
from cardroom.play import BOARD, Amount, Answer, Ask, Decide, View
from cardroom.rulebook import RuleSet

__all__ = ["BEST", "FromFile", "StrategyError", "house_way", "optimal"]


class StrategyError(Mistaken):
    """A strategy that cannot be used, or that answered what the rules do not allow."""


# ---- tables of the best decisions


class Holdem(NamedTuple):
    """What the best player of a hold'em-type game does."""

    decisions: tuple[Decision, ...]
    """By channel; after the last comes the fold."""
    before: NDArray[np.int64]
    """By pocket of 169: the channel of its decision before the flop, or -1 if it waits."""
    classes: NDArray[np.int64]
    """By number of a flop: its class ..."""
    suits: NDArray[np.uint8]
    """... and the suits that its suits have in the flop that stands for the class."""
    raises: NDArray[np.uint8]
    """By class, a bit for each pocket (52 times the lower card and the higher): does it play on the flop."""
    plain: NDArray[np.uint8]
    """By pattern of boards without a flush suit, a bit for each class of pockets: does it fold on the river ..."""
    suited: NDArray[np.uint8]
    """... and of boards with one."""


@lru_cache(8)
def holdem_tables(rules: RuleSet) -> Holdem:
    """The best decisions of Heads Up Hold'em or Ultimate Texas Hold'em under the rules in force."""
    (nets,) = whole([staked(rules)])
    (best,) = decide([nets], ladder_of(rules))
    before = np.array([best.early.index(times) if times else -1 for times in best.before])
    folds = []
    for each in patterns(FULL):
        found = np.zeros(each.ranks.shape, np.bool_)
        kernels.river_folds(
            each.counts, each.ranks, hand_numbers(), nets.base, nets.play, best.ladder.river, nets.fold, dealers(FULL),
            found,
        )  # fmt: skip
        folds.append(_packed(found))
    return Holdem(tuple(best.decisions()), before, *sets_of_three(), _packed(best.raises), *folds)


@cache
def sets_of_three() -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """By number of three cards: their class among those that differ only by exchanging suits, and how to exchange them.

    >>> sets_of_three()[0].max().item()
    1754
    """
    sets = np.array(sorted(combinations(range(52), 3), key=lambda cards: cards[::-1]))
    orders = np.array(list(permutations(range(4))), np.uint8)
    images = np.array([np.sort(sets // 4 * 4 + order[sets % 4], axis=1) @ (2704, 52, 1) for order in orders])
    _, classes = np.unique(images.min(axis=0), return_inverse=True)
    return classes, orders[images.argmin(axis=0)]


@lru_cache(8)
def frenzy_table(rules: RuleSet) -> NDArray[np.uint8]:
    """How many times to raise with every hand of Four Card Frenzy, by its number: four hands a byte."""
    times = frenzy_times(rules).reshape(-1, 4)
    packed: NDArray[np.uint8] = (times << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=1, dtype=np.uint8)
    return packed


@lru_cache(8)
def three_card_table(rules: RuleSet) -> NDArray[np.uint8]:
    """By number of the hand, a bit for each card that the dealer may expose: does it play. Unexposed, all are alike."""
    exposed, plays = rules.house("exposed_card"), decider(rules)
    classes, suits = sets_of_three()
    best = np.zeros((classes.max() + 1, 52), np.bool_)
    hands: dict[tuple[int, ...], list[bool]] = {}
    for situation in situations(tuple(range(13)), 4, exposed=exposed):
        hands.setdefault(situation.hand, []).append(plays(situation))
    for row, (hand, decided) in zip(best, hands.items(), strict=True):
        row[[card for card in range(52) if card not in hand] if exposed else slice(None)] = decided
    cards = np.arange(52)
    return _packed(best[classes[:, None], cards // 4 * 4 + suits[:, cards % 4]])


def _packed(table: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.packbits(table, axis=1, bitorder="little")


# ---- the best strategy as a player


def optimal(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision in any game that has an exact analysis of one.

    >>> import cardroom
    >>> from cardroom.cards.shuffle import Shuffle
    >>> round = cardroom.game("four-card-frenzy").round(1, shuffle=Shuffle.given("As Ah 7d 6c 2s 3c 3d 9h 8h Kc"))
    >>> round.answer(1, "bet", {"ante": 100, "odds": 100})
    >>> optimal(round.view("1"), round.ask, Random(1)).value
    300
    """
    return BEST[view.rules.script](view, ask)


def _holdem(view: View, ask: Ask) -> Answer:
    tables = holdem_tables(view.rules)
    a, b = sorted(view.hand(ask.spot))
    board = np.array([card for card in view.hand(BOARD) if card < 52], np.int64)
    channel = int(tables.before[pocket_of(a, b)])
    if len(board) and channel < 0:
        flop = len(tables.decisions) - 2
        x, y, z = board[:3]
        if kernels.plays_on_flop(a, b, x, y, z, tables.classes, tables.suits, tables.raises):
            channel = flop
        elif len(board) == 5 and not kernels.folds_on_river(a, b, board, CHOOSE, tables.plain, tables.suited):
            channel = flop + 1
    if channel < 0:
        return ask.check("check" if len(board) < 5 else "fold")
    return _wagered(view, ask, tables.decisions[channel].times)


def _frenzy(view: View, ask: Ask) -> Answer:
    number = kernels.five_number(np.array(view.hand(ask.spot), np.int64), CHOOSE_FIVE)
    times = int(frenzy_times(view.rules)[number])
    return _wagered(view, ask, times) if times else ask.check("fold")


def _three_card(view: View, ask: Ask) -> Answer:
    shown = view.hand(view.dealer)[2] if view.rules.house("exposed_card") else 0
    plays = kernels.bit(three_card_table(view.rules), kernels.set_number(*view.hand(ask.spot)), shown)
    return ask.check("play" if plays else "fold")


def _wagered(view: View, ask: Ask, times: int) -> Answer:
    (action,) = (option.action for option in ask.options if isinstance(option, Amount))
    return ask.check(action, times * view.stake(ask.spot, "ante"))


def _undecided(view: View, ask: Ask) -> Answer:
    return ask.otherwise


BEST: dict[str, Callable[[View, Ask], Answer]] = {
    "ez-baccarat": _undecided,
    "four-card-frenzy": _frenzy,
    "heads-up-holdem": _holdem,
    "three-card-poker": _three_card,
    "ultimate-texas-holdem": _holdem,
}
"""By script: the best decision. In EZ Baccarat there is none to make."""


# ---- others


def house_way(view: View, ask: Ask, rng: Random) -> Answer:
    """Pai gow hands set the House Way; whatever else is asked is answered as for somebody absent.

    >>> import cardroom
    >>> round = cardroom.game("fortune-pai-gow-poker").round(2, seed=7)
    >>> house_way(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    return ask.check("house-way") if any(option.action == "house-way" for option in ask.options) else ask.otherwise


class FromFile:
    """The strategy in a Python file: its function `decide(view, ask, rng)`.

    >>> FromFile(Path("nowhere.py"))
    Traceback (most recent call last):
    cardroom.analysis.simulation.strategies.StrategyError: nowhere.py: there is no such file
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.__name__ = path.name
        self._decide = _loaded(path)

    def __call__(self, view: View, ask: Ask, rng: Random) -> Any:
        """What the file's function answers."""
        return self._decide(view, ask, rng)

    def __reduce__(self) -> tuple[type["FromFile"], tuple[Path]]:
        return FromFile, (self.path.resolve(),)


def _loaded(path: Path) -> Decide:
    if not path.is_file():
        raise StrategyError(f"{path}: there is no such file")
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    except (Exception, SystemExit) as error:
        raise StrategyError(f"{path}: {type(error).__name__}: {error}") from error
    found = names.get("decide")
    if not callable(found):
        raise StrategyError(f"{path}: it does not define decide(view, ask, rng)")
    decide: Decide = found
    return decide
