"""Heads Up Hold'em and Ultimate Texas Hold'em: the values of every raise, a check and a fold.

On the flop and on the river, all boards that can follow and all of the dealer's pockets are compared one by one. Before
the flop there are two billion of them for each pocket. The sums of the exact analysis answer there, which count boards
by patterns; they are stored. If the player has seen other cards, the boards
are compared one by one there too, which takes seconds.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL
from cardroom.analysis.evaluation import holdem_showdowns
from cardroom.analysis.evaluation.decisions import DecisionFacts, OptionValue, Valued
from cardroom.analysis.evaluation.showdowns import chances, left_over, number_of
from cardroom.analysis.holdem import (
    HoldemGame,
    Ladder,
    Nets,
    deals,
    hand_numbers,
    holdem_game,
    ladder_of,
    nets_of,
    pocket_sums,
)
from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.report import FULL, RankDeck
from cardroom.analysis.stages import CHOOSE
from cardroom.analysis.store import find, keep, key_of
from cardroom.play.game import FOLDING
from cardroom.rankings import describe, high, tables
from cardroom.rankings.named import lowest
from cardroom.rulebook import RuleSet

__all__ = ["Sums", "after_the_flop", "before_the_flop", "by_pocket", "values"]

KERNELS: Any = holdem_showdowns
"""The kernels, whose many arguments are passed as lists."""


class Sums(NamedTuple):
    """Expected results over all that can follow, as sums of whole numbers."""

    base: int
    """The wagers before the deal."""
    play: int
    """One unit of the play wager."""
    wait: int
    """The best later decisions."""
    deals: int
    """The number of deals, times the scale of the nets."""


def values(rules: RuleSet, facts: DecisionFacts) -> Valued:
    """The values of every legal raise, a check and a fold."""
    number_of("hand", facts.hand, 2)
    number_of("dealer", facts.dealer, 0)
    street = (0, 3, 5).index(number_of("board", facts.board, 0, 3, 5))
    game, ladder = holdem_game(rules), ladder_of(rules)
    if facts.units is not None and facts.units < ladder.flop:
        # Too few chips to play on the flop. A flop wager as large as the river's gains nothing, so it stands for none.
        ladder = ladder._replace(flop=ladder.river)
    sums, reason = _sums(game, ladder, facts, street)
    allowed = (ladder.before, (ladder.flop,), (ladder.river,))[street]
    printed = (ladder_of(rules).before, (ladder_of(rules).flop,), (ladder_of(rules).river,))[street]
    most = max(printed) if facts.units is None else facts.units
    options = [
        OptionValue(game.play, Fraction(sums.base + times * sums.play, sums.deals), times * facts.stake)
        for times in allowed
        if times in printed and times <= most
    ]
    fold = OptionValue("fold", game.fold)
    if street < 2:
        options.append(OptionValue("check", Fraction(sums.wait, sums.deals)))
    if FOLDING in game.stages.stages[street].moves:
        options.append(fold)
    return Valued(options, reason)


def _sums(game: HoldemGame, ladder: Ladder, facts: DecisionFacts, street: int) -> tuple[Sums, str]:
    [nets] = nets_of([game])
    scale = Fraction(nets.fold) / game.fold
    if street == 0:
        sums = before_the_flop(nets, ladder, facts) if facts.seen else by_pocket(nets, ladder, facts.hand)
        return sums._replace(deals=int(sums.deals * scale)), ""
    out = after_the_flop(nets, ladder, facts)
    won, tied, lost = (int(out[each]) for each in (holdem_showdowns.WON, holdem_showdowns.TIED, holdem_showdowns.LOST))
    words = chances({"wins": won, "ties": tied, "loses": lost})
    made = describe("high", (*facts.hand, *facts.board))
    every = int((won + tied + lost) * scale)
    sums = _summed(out, every)
    return sums, f"{made}: it {words} of the showdowns."


def _summed(out: NDArray[np.int64], every: int) -> Sums:
    base, play, wait = (
        int(out[each]) for each in (holdem_showdowns.BASE, holdem_showdowns.PLAY, holdem_showdowns.WAIT)
    )
    return Sums(base, play, wait, every)


def after_the_flop(nets: Nets, ladder: Ladder, facts: DecisionFacts, deck: RankDeck = FULL) -> NDArray[np.int64]:
    """The sums over all boards and dealer's pockets that can follow, in the order of the kernels."""
    left, out = _left(facts, deck), np.zeros(6, np.int64)
    board = np.array(facts.board, np.int64)
    known = _known(nets, ladder)
    pocket = np.array(facts.hand, np.int64)
    if len(board) == 3:
        KERNELS.on_flop(pocket, board, left, *known, ladder.river, out)
    else:
        space: list[Any] = [np.zeros(6, np.int64), *np.empty((2, len(left)), np.uint64)]
        KERNELS.on_river(pocket, board, left, *known, ladder.river, *space, out)
    return out


def before_the_flop(nets: Nets, ladder: Ladder, facts: DecisionFacts, deck: RankDeck = FULL) -> Sums:
    """The sums over all boards, one by one, from the cards that the player has not seen."""
    left = _left(facts, deck)
    boards = np.zeros((int(_choose(len(left), 5)), 6), np.int64)
    known = _known(nets, ladder)
    pocket = np.array(facts.hand, np.int64)

    def count(first: int) -> None:
        KERNELS.on_boards(pocket, first, left, CHOOSE, *known, ladder.river, boards)

    for _ in LOCAL.map("boards", count, range(len(left) - 1, 3, -1)):
        pass
    out = np.zeros(6, np.int64)
    holdem_showdowns.over_flops(len(left), CHOOSE, boards, ladder.flop, out)
    return _summed(out, int(out[3:].sum()))


def _known(nets: Nets, ladder: Ladder) -> list[Any]:
    """The arguments that all kernels share: the ranking's tables, the qualifier and the nets."""
    words, masks, rows, values_of = tables.tables(high.HIGH, 7)
    cards = np.arange(52, dtype=np.uint16) | np.uint16(tables.ALONE)
    qualifier = lowest("high", ladder.qualifier)
    return [words[cards], masks[cards], rows, values_of, qualifier, hand_numbers(), nets.base, nets.play, nets.fold]


def _choose(many: int, size: int) -> int:
    return int(CHOOSE[many, size])


def _left(facts: DecisionFacts, deck: RankDeck) -> NDArray[np.int64]:
    return np.array(left_over(deck.cards, facts), np.int64)


def by_pocket(nets: Nets, ladder: Ladder, hand: tuple[int, ...], deck: RankDeck = FULL) -> Sums:
    """The sums before the flop, from the table of 169 pockets."""
    low, high_card = sorted(hand)
    number = holdem_kernels.pocket_of(low, high_card)
    suited, paired = low & 3 == high_card & 3, low >> 2 == high_card >> 2
    suits = deck.suits
    pockets = suits * (suits - 1) // 2 if paired else suits if suited else suits * (suits - 1)
    every = deals(deck) * pockets // _choose(len(deck.cards), 2)
    return Sums(*_table(nets_key(nets), ladder, deck)[number], every)


NetsKey = tuple[bytes, bytes, int]


def nets_key(nets: Nets) -> NetsKey:
    """Nets as a value that can be a key."""
    return nets.base.tobytes(), nets.play.tobytes(), nets.fold


@lru_cache(maxsize=16)
def _table(key: NetsKey, ladder: Ladder, deck: RankDeck) -> tuple[tuple[int, int, int], ...]:
    """For each of 169 pockets, the sums of the wagers before the deal, a unit of play, and waiting."""
    base, play, fold = key
    nets = Nets(np.frombuffer(base, np.int64).reshape(-1, 6), np.frombuffer(play, np.int64).reshape(-1, 6), fold)
    entry = key_of("pockets 1", base, play, str(fold), str(ladder), str(deck))
    numbers = find(entry, list[int])
    if numbers is None or len(numbers) != 3 * 169:
        numbers = pocket_sums(nets, ladder, deck).ravel().tolist()
        keep(entry, numbers)
    return tuple(zip(*[iter(numbers)] * 3, strict=True))
