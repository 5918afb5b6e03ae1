"""The hold'em kernels, compared exactly with plain counts that share no code with them."""

import random
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

import msgspec
import numpy as np
import pytest

from cardroom.analysis.holdem import (
    boards as holdem_boards,
)
from cardroom.analysis.holdem import (
    compiling as holdem_compile,
)
from cardroom.analysis.holdem import (
    games as holdem_games,
)
from cardroom.analysis.holdem import (
    kernels as holdem_kernels,
)
from cardroom.analysis.holdem import (
    solver as holdem,
)
from cardroom.analysis.holdem.boards import dealers, deals
from cardroom.analysis.holdem.compiling import HERE, THERE, arguments, compile_kernels
from cardroom.analysis.holdem.cost import holdem_cost, strategy_tables
from cardroom.analysis.holdem.games import nets_of, report_of_ends
from cardroom.analysis.holdem.solver import Nets
from cardroom.analysis.report.decks import FULL, RankDeck
from cardroom.analysis.stages.payoffs import RESULTS
from cardroom.analysis.strategy.choices import DecisionArrays, Strategy, StrategyError
from cardroom.cards.shuffle import Shuffle
from cardroom.games import game_of
from cardroom.rankings import categories, category, rank_many, strength
from cardroom.rulebook import rule_set
from support.deals import play, without_bank
from support.sampling import PROOF

HANDS = categories("high")
PAIR = "2c 2d 5h 4s 3c"
"""The lowest pair."""


def random_pay_tables(game, rules, seed):
    """The rule set with random odds for every line."""
    rng = random.Random(seed)
    loaded = rule_set(game, rules)
    pay = {
        name: msgspec.structs.replace(
            table, lines={line: f"{rng.randint(0, 40)} to {rng.randint(1, 3)}" for line in table.lines}
        )
        for name, table in loaded.pay.items()
    }
    minimum = msgspec.structs.replace(loaded.house_rules["minimum"], step="")  # in cents, not in whole dollars
    own = loaded.house_rules | {"minimum": minimum}
    small = loaded.settings | {"minimum": 6, "maximum": 6} | ({"smallest_chip": 1} if "smallest_chip" in own else {})
    return msgspec.structs.replace(loaded, pay=pay, settings=small, house_rules=own)


class Plain:
    """Every board and pocket of a small deck, compared with each of the dealer's pockets by rank."""

    def __init__(self, deck):
        self.pockets = list(combinations(deck.cards, 2))
        self.boards = list(combinations(deck.cards, 5))
        masks = np.array([sum(1 << card for card in pocket) for pocket in self.pockets])
        pair = strength("high", PAIR)
        self.counts = np.zeros((len(self.boards), len(self.pockets), 6), np.int64)
        self.hands = np.full((len(self.boards), len(self.pockets)), -1)
        self.lower = np.zeros((len(self.boards), len(self.pockets), len(HANDS) + 1), np.int16)
        """The dealer's pockets by the category of the lower hand; the last are those of equal hands."""
        self.examples = {}
        limits = [strength_of(name) for name in HANDS]
        for number, board in enumerate(self.boards):
            left = np.flatnonzero(masks & sum(1 << card for card in board) == 0)
            cards = np.array([(*self.pockets[place], *board) for place in left], np.uint8)
            ranks = rank_many("high", cards).astype(np.int64)
            apart = masks[left][:, None] & masks[left][None, :] == 0
            sign, weak = np.sign(ranks[:, None] - ranks[None, :]), ranks < pair
            self.hands[number, left] = np.searchsorted(limits, ranks, side="right") - 1
            lower = np.minimum(self.hands[number, left][:, None], self.hands[number, left][None, :])
            lower[sign == 0] = len(HANDS)
            for hand in np.unique(lower):
                self.lower[number, left, hand] = (apart & (lower == hand)).sum(axis=1)
            for result, (qualified, want) in enumerate(RESULTS):
                results = apart & (sign == want) & (weak[None, :] != qualified)
                self.counts[number, left, result] = results.sum(axis=1)
                if results.any():
                    for own in np.unique(self.hands[number, left]):
                        mine = np.argwhere(results & (self.hands[number, left] == own)[:, None])
                        if len(mine) and (own, result) not in self.examples:
                            a, b = (self.pockets[left[each]] for each in mine[0])
                            self.examples[own, result] = (a, b, board)

    def best(self, base, play, fold, ladder, dealers):
        """The net of the best strategy, the outcomes by decision, hand and result, and folds by their lower hand."""
        pay = np.where(self.hands >= 0, self.hands, 0)
        first = (base[pay] * self.counts).sum(axis=2)
        second = (play[pay] * self.counts).sum(axis=2)
        held = self.hands >= 0
        river = first + ladder.river * second
        folds = held & (river < fold * dealers)
        after = np.where(folds, fold * dealers, river)
        flops, every = self.flops()
        behind = np.zeros((len(flops), len(self.pockets), 3), np.int64)
        values = np.where(held[:, :, None], np.stack((first, second, after), axis=2), 0)
        for at in every:
            np.add.at(behind, at, values)
        now = behind[:, :, 0] + ladder.flop * behind[:, :, 1]
        raises = now >= behind[:, :, 2]
        waits = np.where(raises, now, behind[:, :, 2]).sum(axis=0)
        early = np.array([behind[:, :, 0].sum(axis=0) + times * behind[:, :, 1].sum(axis=0) for times in ladder.before])
        plays = early.max(axis=0) > waits
        total = int(np.where(plays, early.max(axis=0), waits).sum())
        return total, *self.ends(plays, raises, folds)

    def flops(self):
        """All flops, and for each board the numbers of its ten flops."""
        flops = sorted({flop for board in self.boards for flop in combinations(board, 3)})
        number = {flop: place for place, flop in enumerate(flops)}
        return flops, np.array([[number[flop] for flop in combinations(board, 3)] for board in self.boards]).T

    def ends(self, plays, raises, folds):
        """The outcomes by decision, hand and result, and folds by their lower hand, under these decisions."""
        _, every = self.flops()
        held = self.hands >= 0
        ends = np.zeros((3, len(HANDS), 6), np.int64)
        folded = np.zeros(len(HANDS) + 1, np.int64)
        for at in every:
            channel = np.where(plays, 0, np.where(raises[at], 1, 2))
            gone = (channel == 2) & folds
            folded += self.lower[gone].sum(axis=0, dtype=np.int64)
            stay = held & ~gone
            np.add.at(ends, (channel[stay], self.hands[stay]), self.counts[stay])
        return ends, folded


def strength_of(name):
    """The lowest rank of a category."""
    return min(rank for rank in range(1, 7463) if category("high", rank) == name)


DECKS = {
    "two suits": RankDeck((0, 1, 2, 3, 4, 8, 11, 12), 2),
    "two suits of seven ranks": RankDeck((0, 1, 2, 3, 4, 11, 12), 2),
    "three suits": RankDeck((8, 9, 10, 11, 12), 3),
    "four suits": RankDeck((0, 6, 11, 12), 4),
    "eighteen cards": RankDeck((3, 8, 9, 10, 11, 12), 3),
    "twenty cards": RankDeck((0, 1, 2, 3, 5, 6, 8, 10, 11, 12), 2),
    "twenty-four cards": RankDeck((0, 1, 2, 3, 7, 8, 9, 12), 3),
}
SHORT = {"two suits of seven ranks": "heads-up-holdem", "three suits": "ultimate-texas-holdem"}
"""The decks in the suite. All decks with both games take minutes of plain counting, for `make proof`."""


@lru_cache(maxsize=2)
def _plain(deck):
    return Plain(deck)


@pytest.fixture
def plain(request):
    return DECKS[request.param], _plain(DECKS[request.param])


SCRIPTS = {
    "ultimate-texas-holdem": ("500-club", holdem_games.holdem_game, holdem.Ladder((4,), 2, 1)),
    "heads-up-holdem": ("brook", holdem_games.holdem_game, holdem.Ladder((3,), 2, 1)),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("plain", "game", "seed"),
    [*product(DECKS, SCRIPTS, (1, 2))] if PROOF else [(deck, game, 1) for deck, game in SHORT.items()],
    indirect=["plain"],
)
@pytest.mark.breaks_rules("pays are drawn at random, also where the text has even money")
def test_solving_a_small_deck_agrees_with_a_plain_count_settled_by_the_script(plain, game, seed):
    """The script pays an example of every hand and result, and the plain count uses these payments."""
    deck, count = plain
    rules_name, stakes_of, ladder = SCRIPTS[game]
    rules = random_pay_tables(game, rules_name, seed)
    base, per_unit, fold = settled_by_script(rules, count.examples, ladder)
    total, ends, folded = count.best(base, per_unit, fold, ladder, dealers(deck))
    stakes = stakes_of(rules)
    (solution,) = holdem.solve(nets_of([stakes]), ladder, deck, with_folded=True)
    report = report_of_ends(rules, solution.ends, solution.folds)
    assert report.deals == deals(deck)
    assert report.edge == -Fraction(total, 6 * deals(deck))
    assert [each.tolist() for each in solution.ends.values()] == ends.tolist()
    assert solution.folds == folded.sum()


def odd_raises(decisions):
    """A strange strategy that depends on ranks, on suits before the river, and on the flush suit on the river."""
    suits = np.concatenate([decisions.hand, decisions.board], axis=1) % 4
    ranks = (decisions.hand // 4).sum(axis=1, dtype=np.int64)
    board = (decisions.board // 4).sum(axis=1, dtype=np.int64)
    if decisions.number == 2:
        of_suit = np.stack([(decisions.board % 4 == suit).sum(axis=1) for suit in range(4)])
        flush = np.where(of_suit.max(axis=0) >= 3, of_suit.argmax(axis=0), 4)
        return (3 * ranks + board + (decisions.hand % 4 == flush[:, None]).sum(axis=1)) % 2
    most = np.stack([(suits == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
    times = max(holdem_games.ladder_of(decisions.rules).before) if decisions.number == 0 else 2
    return times * ((7 * ranks + board + most) % 3 == 0)


ODD = Strategy("odd", odd_raises, odd_raises, odd_raises)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("plain", "game"),
    [*product(DECKS, SCRIPTS)] if PROOF else [("three suits", "ultimate-texas-holdem")],
    indirect=["plain"],
)
def test_the_exact_figures_of_a_strategy_agree_with_a_plain_count(plain, game):
    deck, count = plain
    rules = rule_set(game, SCRIPTS[game][0])

    def asked(number, board):
        hands = np.array(count.pockets, np.uint8)
        boards = np.broadcast_to(np.array(board, np.uint8), (len(hands), len(board)))
        return ODD.times(DecisionArrays(rules, number, hands, boards, hands[:, :0])) > 0

    raises = np.array([asked(1, flop) for flop in count.flops()[0]])
    folds = ~np.array([asked(2, board) for board in count.boards])
    ends, folded = count.ends(asked(0, ()), raises, folds & (count.hands >= 0))
    report = holdem_cost(rules, ODD, deck)
    decisions = [*map(holdem.PlayWager, range(3), (max(holdem_games.ladder_of(rules).before), 2, 1))]
    expected = report_of_ends(rules, dict(zip(decisions, ends, strict=True)), int(folded.sum()))
    assert report == expected
    assert 0 < folded.sum() < report.deals


def test_a_strategy_that_depends_on_suits_which_cannot_matter_has_no_exact_cost():
    rules = rule_set("ultimate-texas-holdem")
    spades = Strategy.of_one("spades", lambda hand, board, shown: int(len(board) == 5 and hand[0] % 4 == 3))
    with pytest.raises(StrategyError, match="spades: decision 3 is not the same for"):
        strategy_tables(rules, spades)
    one = Strategy.of_one("one", lambda hand, board, shown: 4 * (tuple(hand) == (47, 51)))
    with pytest.raises(StrategyError, match="one: decision 1 is not the same for"):
        strategy_tables(rules, one)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("plain", "seed"), [*product(DECKS, (1, 2))] if PROOF else [(deck, 1) for deck in SHORT], indirect=["plain"]
)
def test_folds_are_counted_by_the_lower_hand(plain, seed):
    """Random nets, with a fold that is often best; the plain count compares both hands of every folded deal."""
    deck, count = plain
    rng = np.random.default_rng(seed)
    nets = Nets(rng.integers(-9, 9, (len(HANDS), 6)), rng.integers(-9, 9, (len(HANDS), 6)), 1)
    ladder = holdem.Ladder((4,), 2, 1)
    _, ends, folded = count.best(*nets, ladder, dealers(deck))
    (solution,) = holdem.solve([nets], ladder, deck, with_folded=True)
    assert [each.tolist() for each in solution.ends.values()] == ends.tolist()
    for name, types in (HERE | THERE).items():  # so code that a second process has compiled is found
        assert arguments(types) in getattr(holdem_kernels, name).signatures
    assert solution.folds == folded.sum() > 0
    assert np.count_nonzero(folded) > 3
    assert solution.folded.tolist() == folded.tolist()
    every = 10 * count.lower.sum(axis=(0, 1), dtype=np.int64)
    beaten, lower = holdem_boards.beaten_hands(deck), solution.folded.tolist()
    *names, fold = holdem_boards.beaten_by_line(beaten, lower)
    assert holdem_boards.beaten_by_line(beaten) == dict(zip(names, _best_first(every), strict=True))
    expected = dict(zip(names, _best_first(every - folded), strict=True)) | {fold: folded.sum()}
    assert holdem_boards.beaten_by_line(beaten, lower) == expected


@pytest.mark.proof
def test_a_second_process_compiles_kernels(monkeypatch):
    deck = DECKS["two suits"]
    monkeypatch.setattr(holdem_compile, "_is_compiled", lambda name: False)
    assert compile_kernels(deck)
    monkeypatch.undo()
    assert not compile_kernels(deck)


def _best_first(beaten):
    """Counts by category in the order of `beaten_hands`: the highest category first, equal hands last."""
    return [*beaten[-2::-1].tolist(), int(beaten[-1])]


def settled_by_script(rules, examples, ladder):
    """Nets in cents of six cents on each wager, by hand and result: before the deal, per unit of play; and of a
    fold."""
    base, per_unit = np.zeros((len(HANDS), 6), np.int64), np.zeros((len(HANDS), 6), np.int64)
    fold = 0
    for (hand, result), (own, dealer, board) in examples.items():
        whole_net = [script_net(rules, own, dealer, board, f"{times}x") for times in (ladder.before[-1], 2, 1)]
        per_unit[hand, result] = whole_net[1] - whole_net[2]
        base[hand, result] = whole_net[2] - per_unit[hand, result]
        assert whole_net[0] == base[hand, result] + ladder.before[-1] * per_unit[hand, result]
        fold = script_net(rules, own, dealer, board, "fold")
    return base, per_unit, fold


def script_net(rules, own, dealer, board, wish):
    """The net of a spot in cents when the script deals these cards, with six cents on each required wager."""
    burns = [card for card in range(52) if card not in (*own, *dealer, *board)]
    order = [*own, *dealer, *board]
    if rules.script == "ultimate-texas-holdem":
        order = [*own, *dealer, burns[0], *board[:3], burns[1], *board[3:]]
    game = game_of(without_bank(rules.shared()))
    rest = [card for card in burns if card not in order]
    round = game.round({1: 10**6, 2: 0}, shuffle=Shuffle.given([*order, *rest]))
    bets = {"ante": 6} | dict.fromkeys(("odds", "blind") & rules.wager.keys(), 6)
    play(round, {"1": bets}, {"1": wish})
    return round.net["1"]


@pytest.mark.sampled(16)
@pytest.mark.parametrize(
    ("seed", "qualifier", "lowest"),
    [*((seed, "pair", PAIR) for seed in range(12)), *((seed, "pair of nines", "9c 9d 4h 3s 2c") for seed in range(4))],
)
def test_a_pockets_results_equal_a_plain_count(seed, qualifier, lowest):
    """Random boards of the whole deck, half of them with a flush suit, and random pockets compared with each of 990."""
    rng = np.random.default_rng(seed)
    cards = rng.permutation(52)[:7] if seed % 2 else (rng.permutation(13)[:7] * 4 + np.array([0, 0, 0, 1, 2, 0, 3]))
    board, pocket = sorted(cards[:5].tolist()), cards[5:].tolist()
    suits = [sum(card & 3 == suit for card in board) for suit in range(4)]
    left = [card for card in range(52) if card not in cards.tolist()]
    own = strength("high", pocket, board)
    theirs = [strength("high", held, board) for held in combinations(left, 2)]
    least = strength("high", lowest)
    expected = [
        sum((own > each) - (own < each) == want and (each >= least) == qualified for each in theirs)
        for qualified, want in RESULTS
    ]
    flush = suits.index(max(suits)) if max(suits) >= 3 else None
    kinds = [card >> 2 if flush is None else (card >> 2) * 2 + (card & 3 == flush) for card in (*board, *pocket)]
    boards = holdem_boards.plain_boards() if flush is None else np.sort(holdem_boards.suited_boards(), axis=1)
    number = np.flatnonzero((boards == sorted(kinds[:5])).all(axis=1))[0]
    place = holdem_kernels.class_of(*kinds[5:])
    result = holdem_boards.patterns(FULL, qualifier)[flush is not None]
    assert result.ranks[number, place] == own
    assert result.counts[number, place].tolist() == expected


@pytest.mark.proof
@pytest.mark.parametrize(("flop", "seed"), [((0, 5, 50), 1), ((8, 20, 44), 2)], ids=["rainbow", "one suit"])
def test_the_sums_behind_a_flop_of_the_whole_deck_equal_a_plain_count(flop, seed):
    rng = np.random.default_rng(seed)
    nets = Nets(rng.integers(-9, 30, (10, 6)), rng.integers(-5, 9, (10, 6)), -7)
    ladder = holdem.Ladder((3,), 2, 1)
    job = holdem._job([nets], ladder, FULL)
    raises, sums = np.zeros((1, 52 * 52, 1), np.bool_), np.zeros((169, 3), np.int64)
    holdem_kernels.sum_back(
        np.array([flop]), np.array([1]), np.ones(52, np.bool_), *holdem._rivers(job), holdem_boards.CHOOSE,
        np.array(job.tables), 2, ladder.flop, raises, sums, *holdem_kernels.flop_space(), np.zeros(351 * 3, np.int64),
        np.zeros((52, 26, 3), np.int64), np.zeros((52, 52, 3), np.int64),
    )  # fmt: skip
    assert sums.tolist() == behind_a_flop(flop, nets, ladder).tolist()


def behind_a_flop(flop, nets, ladder):
    """For each of 169 pockets, the nets and the best of them, deal by deal, without patterns, kinds or classes."""
    deck = [card for card in range(52) if card not in flop]
    limits = [strength_of(name) for name in HANDS]
    pockets = list(combinations(deck, 2))
    masks = np.array([sum(1 << card for card in pocket) for pocket in pockets])
    sums = np.zeros((len(pockets), 3), np.int64)
    for board in pockets:
        left = np.flatnonzero(masks & sum(1 << card for card in board) == 0)
        ranks = rank_many("high", np.array([(*pockets[each], *flop, *board) for each in left], np.uint8)).astype(
            np.int64
        )
        apart = masks[left][:, None] & masks[left][None, :] == 0
        sign, strong = np.sign(ranks[:, None] - ranks[None, :]), ranks >= strength("high", PAIR)
        counts = np.stack(
            [(apart & (sign == want) & (strong[None, :] == qualified)).sum(axis=1) for qualified, want in RESULTS],
            axis=1,
        )
        hands = np.searchsorted(limits, ranks, side="right") - 1
        first, second = (nets.base[hands] * counts).sum(axis=1), (nets.play[hands] * counts).sum(axis=1)
        sums[left] += np.stack([first, second, np.maximum(first + ladder.river * second, nets.fold * 990)], axis=1)
    sums[:, 2] = np.maximum(sums[:, 2], sums[:, 0] + ladder.flop * sums[:, 1])
    total = np.zeros((169, 3), np.int64)
    for (a, b), row in zip(pockets, sums, strict=True):
        total[(b >> 2) * 13 + (a >> 2) if a & 3 == b & 3 else (a >> 2) * 13 + (b >> 2)] += row
    return total
