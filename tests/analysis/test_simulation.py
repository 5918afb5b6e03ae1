"""Simulated rounds: compiled rounds compared with the game's own script, and both with the exact figures."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.engine.engines import Local, Processes
from cardroom.analysis.holdem import boards as holdem_boards
from cardroom.analysis.report.decks import FULL
from cardroom.analysis.simulation import kernels, simulate
from cardroom.analysis.simulation.counts import count_ends
from cardroom.analysis.simulation.holdem import holdem_tables
from cardroom.analysis.simulation.parts import compiled_rounds
from cardroom.analysis.simulation.rounds import deal_chunk
from cardroom.analysis.simulation.scripts import play_chunk, play_round
from cardroom.analysis.simulation.strategies import FromFile, StrategyError, optimal
from cardroom.analysis.stages.solver import solve
from cardroom.cards import parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.rankings import categories, rank, rank_many
from support.sampling import PROOF, sampled

THREE_CARD = "three-card-poker-6-card-bonus"
WPT = cardroom.game("heads-up-holdem", rules="wpt", jackpot=True, jackpot_seed="$1,000", jackpot_rate=10)
GAMES = [
    cardroom.game("ultimate-texas-holdem"),
    cardroom.game("heads-up-holdem"),
    WPT,
    cardroom.game(THREE_CARD),
    cardroom.game(THREE_CARD, exposed_card=False),
    cardroom.game("four-card-frenzy"),
    cardroom.game("ez-baccarat"),
    cardroom.game("ez-baccarat", rules="standard", both_lines=False),
]
"""The exact figures of all pay tables of the WPT's document take half a minute."""
DECIDED = [GAMES[0], GAMES[1], GAMES[3], GAMES[5], GAMES[6]]


def name(game):
    return f"{game.slug}-{game.rules.rules}-{GAMES.index(game)}"


def at_random(view, ask, rng):
    return rng.choice(["play", "fold"])


def compiled_nets(game, cards):
    """The net of each wager in one compiled round."""
    known = compiled_rounds(game.rules)
    nets = {}
    for report in known.reports(game.rules, count_ends(known.ends(game.rules, cards))):
        nets[report.wager, "whole"] = -report.edge
        nets |= {(report.wager, part): _net(outcomes) for part, outcomes in report.lines.items()}
    return {place: net for place, net in nets.items() if net is not None}


def _net(outcomes):
    happened = [outcome for outcome in outcomes if outcome.count]
    return sum(outcome.net for outcome in happened) if happened else None


def script_nets(game, ends):
    """The net of each wager in one round of the script."""
    nets = {}
    for end in ends:
        of_base = end.wager == "the base game"
        nets["ante" if of_base else end.wager, end.of or "whole"] = Fraction(end.net, end.stake)
    return nets


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", sampled(GAMES, 4, first=2), ids=name)
def test_compiled_rounds_end_as_the_script_ends_them(game):
    rounds = 100
    cards = deal_chunk(game.rules, "proof", 0, rounds)
    for row, ends in enumerate(play_chunk(game, optimal, "proof", 0, rounds)):
        assert compiled_nets(game, cards[row : row + 1]) == script_nets(game, ends), text(cards[row].tolist())


RARE = {
    "flopped royal flush in spades": "2c 2d 2h 3c As Ks 4c 4d Qs Js Ts 9h 9d",
    "flopped royal flush": "2c 2d 2h 3c Ah Kh 4c 4d Qh Jh Th 9h 9d",
    "flopped straight flush": "2c 2d 2h 3c 9s 8s 4c 4d Ts Js Qs 2s 5d",
    "flopped below a royal flush on the turn": "2c 2d 2h 3c Qs 9s 4c 4d Ts Js 8s Ks As",
    "royal flush on the river": "2c 2d 2h 3c As Ks 4c 4d Qs Js 9h 9d Ts",
    "community royal flush": "2c 2d 2h 3c 9h 9d 4c 4d As Ks Qs Js Ts",
    "straight flush": "2c 2d 2h 3c 9s 8s 4c 4d Ts Js 3h 3d Qs",
    "six-card royal flush in diamonds": "Ad Kd Qd Jd Td 9d 4c 4s 2c 2s 3c 5h 6h",
    "six-card royal flush": "Ah Kh Qh Jh Th 9h 4c 4s 2c 2s 3c 5h 6d",
    "royal flush of six cards": "Ah Kh Qh Jh Th 9d 4c 4s 2c 2s 3c 5h 6d",
    "four of a kind": "2c 2d 2h 3c 2s 7h 4c 4s 9c 9s Tc 5h 6d",
}


@pytest.mark.parametrize("line", RARE)
def test_rare_lines_end_as_the_script_ends_them(line):
    cards = parse(RARE[line])
    ends = play_round(WPT, Shuffle.given(cards), optimal, Random(1))
    assert compiled_nets(WPT, np.array([cards], np.uint8)) == script_nets(WPT, ends)


@pytest.mark.proof
@pytest.mark.parametrize("game", DECIDED, ids=name)
def test_estimates_are_near_the_exact_figures(game):
    result = simulate(game, 2_000_000, "estimates")
    assert result.rounds == 2_000_000
    for each in result.wagers:
        assert each.rounds == result.rounds
        assert abs(each.distance) < 4, each.simulated.label
        for decision, (share, exact) in each.decisions.items():
            assert abs(share - exact) < 4 * sqrt(exact * (1 - exact) / result.rounds), decision


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES if PROOF else [game for game in GAMES if game is not WPT], ids=name)
def test_simulated_lines_are_called_as_the_exact_ones(game):
    exact = {report.wager: report for report in analyze(game).wagers if report.in_force}
    for strategy in ("optimal", optimal):
        for each in simulate(game, 300, "lines", strategy, Local(1)).wagers:
            result, known = each.simulated, exact[each.simulated.wager]
            assert result.lines.keys() == known.lines.keys()
            for wager, outcomes in (result.lines or {result.wager: result.outcomes}).items():
                lines = {outcome.line for outcome in known.lines.get(wager, known.outcomes)}
                assert {outcome.line for outcome in outcomes if outcome.count} - {"fold"} <= lines, wager


@pytest.mark.proof
def test_a_paid_beaten_hand_has_a_different_line_than_a_winning_one():
    game = cardroom.game("heads-up-holdem", rules="brook")
    ends = play_round(game, Shuffle.given("Ah 9h Ks Kd Kh 2h 5h 5c 3d"), optimal, Random(1))
    assert [end.line for end in ends if end.of == "odds"] == ["flush, beaten"]
    (base, *_) = analyze(game).wagers
    paid = {outcome.line: outcome.pays for outcome in base.lines["odds"]}
    assert (paid["flush, beaten"], paid["flush"]) == ("8 to 1", "3 to 2")


def test_every_order_of_cards_has_one_number():
    numbers = np.arange(60, dtype=np.uint64)[:, None]
    cards = np.empty((60, 3), np.uint8)
    kernels.deal(numbers, np.array([3]), np.array([10, 20, 30, 40, 50], np.uint8), cards)
    assert Counter(map(tuple, cards.tolist())) == Counter(permutations((10, 20, 30, 40, 50), 3))


def test_two_numbers_deal_as_one_would():
    numbers = np.array([[number % 20, number // 20] for number in range(60)], np.uint64)
    cards = np.empty((60, 3), np.uint8)
    kernels.deal(numbers, np.array([2, 1]), np.arange(5, dtype=np.uint8), cards)
    assert len(set(map(tuple, cards.tolist()))) == 60


def test_a_round_is_the_same_however_many_are_played():
    rules = cardroom.game("heads-up-holdem", rules="wpt").rules
    assert (deal_chunk(rules, "a", 3, 1000)[:10] == deal_chunk(rules, "a", 3, 10)).all()
    assert (deal_chunk(rules, "a", 3, 10) != deal_chunk(rules, "a", 4, 10)).any()
    assert (deal_chunk(rules, "a", 3, 10) != deal_chunk(rules, "b", 3, 10)).any()


def test_neither_workers_nor_the_engine_change_a_digit():
    game = cardroom.game(THREE_CARD)
    first = simulate(game, 300_000, "same", engine=Local(1)).to_dict()
    for engine in (Local(2), Local(3), Processes(2)) if PROOF else (Local(3),):
        assert simulate(game, 300_000, "same", engine=engine).to_dict() == first
    assert simulate(game, 300_000, "other").to_dict()["wagers"] != first["wagers"]


@pytest.mark.proof
def test_neither_workers_nor_the_engine_change_a_digit_of_scripts():
    game = cardroom.game(THREE_CARD)
    first = simulate(game, 1100, "same", at_random, Local(1)).to_dict()
    assert simulate(game, 1100, "same", at_random, Processes(2)).to_dict() == first


def test_the_best_strategy_by_script_finds_what_the_compiled_rounds_find():
    game = cardroom.game("four-card-frenzy")
    compiled, script = simulate(game, 700, "same"), simulate(game, 700, "same", optimal, Local(1))
    assert compiled.compiled
    assert not script.compiled
    for each in compiled.wagers:
        other = script.wager(each.simulated.wager).simulated
        assert each.simulated.distribution == other.distribution
        assert each.simulated.decisions == other.decisions
        assert each.simulated.average_wager == other.average_wager


def test_pair_plus_is_exact_because_pairs_are_never_folded():
    for exposed in (True, False):
        solution = solve(cardroom.game(THREE_CARD, exposed_card=exposed).rules)
        chosen = np.concatenate([each.choices[0, ()] for each in solution.worlds])
        least = rank("three-card", "2c 2d 3h")
        for cards in [(0, 1, 6), (0, 1, 51), (4, 5, 0), (48, 44, 40), (0, 8, 16)]:
            if rank("three-card", cards) >= least:
                rounds = np.array([[*cards, card] for card in range(52) if card not in cards], np.uint8)
                rows = np.arange(len(rounds))
                assert chosen[solution.states(0, rounds, rows, range(3), 3 if exposed else -1)].all()


@pytest.mark.proof
def test_trips_is_exact_because_folded_winners_are_on_the_board():
    """After a fold, Ultimate Texas Hold'em judges Trips on the board alone."""
    tables = holdem_tables(GAMES[0].rules)
    least = categories("high").index("three of a kind")
    plain, suited = holdem_boards.plain_boards(), holdem_boards.suited_boards()
    # Suits as they may be: no flush of five on a plain board, and two cards at most of others on a suited one.
    boards = (plain * 4 + [0, 1, 2, 3, 0], suited // 2 * 4 + np.where(suited % 2, 0, [1, 1, 1, 2, 3]))
    for known, packed, cards in zip(holdem_boards.patterns(FULL), (tables.plain, tables.suited), boards, strict=True):
        folded = np.unpackbits(packed, axis=1, count=known.ranks.shape[1], bitorder="little") == 1
        made = holdem_boards.hand_numbers()[known.ranks]
        rows = np.flatnonzero((folded & (made >= least)).any(axis=1))
        on_board = holdem_boards.hand_numbers()[rank_many("high", cards[rows].astype(np.uint8))]
        paid = folded[rows] & (made[rows] >= least)
        assert paid.any()
        assert (made[rows] == on_board[:, None])[paid].all()


# ---- strategies from outside


def written(tmp_path, code):
    path = tmp_path / "mine.py"
    path.write_text(code)
    return path


@pytest.mark.proof
def test_a_strategy_from_a_file_goes_to_other_processes(tmp_path):
    path = written(tmp_path, "def decide(view, ask, rng):\n    return 'fold'\n")
    result = simulate(cardroom.game(THREE_CARD), 600, "folds", FromFile(path), Processes(2), name="mine")
    assert result.strategy == "mine"
    assert result.wager("ante").edge == 1
    assert result.wager("ante").simulated.decisions == {"fold": 1}
    assert result.wager("ante").distance is None, "the exact figure is of the best strategy"
    assert result.wager("six-card-bonus").distance is not None, "a fold does not matter to it"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def play(view, ask, rng): pass", "must define a function decide"),
        ("decide = 7", "must define a function decide"),
        ("def decide(view, ask:", "SyntaxError"),
        ("import nowhere_to_be_found", "ModuleNotFoundError"),
    ],
)
def test_a_file_without_a_strategy_is_refused(tmp_path, code, message):
    with pytest.raises(StrategyError, match=message):
        FromFile(written(tmp_path, code))


def test_a_missing_strategy_file_is_refused():
    with pytest.raises(StrategyError, match="file not found"):
        FromFile(Path("nowhere.py"))


@pytest.mark.parametrize("answer", ["ask.check('fold')", "'fold'", "('fold',)", "['fold', None]"])
def test_a_strategy_may_answer_in_several_forms(tmp_path, answer):
    path = written(tmp_path, f"def decide(view, ask, rng):\n    return {answer}\n")
    result = simulate(cardroom.game(THREE_CARD), 3, "folds", FromFile(path), Local(1))
    assert result.wager("ante").simulated.decisions == {"fold": 1}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            "'raise'",
            "round 1: the strategy answered 'raise', but the options are play or fold: 'raise'",
        ),
        ("('play', 500)", "takes no value"),
        ("None", "round 1: the strategy answered None, but the options are play or fold"),
        ("view.hand('1')[7]", "round 1: the strategy raised IndexError"),
    ],
)
def test_an_illegal_answer_is_reported_with_the_round_and_the_options(tmp_path, answer, message):
    path = written(tmp_path, f"def decide(view, ask, rng):\n    return {answer}\n")
    with pytest.raises(StrategyError, match=message):
        simulate(cardroom.game(THREE_CARD), 10, "x", FromFile(path), Local(1))


def test_impossible_simulations_are_refused():
    with pytest.raises(ValueError, match="from 1 to 1,000,000,000,000, not 0"):
        simulate(cardroom.game(THREE_CARD), 0)
    with pytest.raises(StrategyError, match="not 'clever'"):
        simulate(cardroom.game(THREE_CARD), 10, strategy="clever")
    with pytest.raises(StrategyError, match="no House Way"):
        simulate(cardroom.game(THREE_CARD), 10, strategy="house-way")
    with pytest.raises(StrategyError, match="no bank to simulate against"):
        simulate(cardroom.game("texas-holdem"), 10)
