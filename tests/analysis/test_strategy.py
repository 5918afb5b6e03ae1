"""One strategy in compiled rounds, in the script and in exact costs."""

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis import Local
from cardroom.analysis.simulation import simulate
from cardroom.analysis.simulation.counts import count_ends
from cardroom.analysis.simulation.estimates import by_scripts
from cardroom.analysis.simulation.parts import compiled_rounds
from cardroom.analysis.simulation.rounds import deal_chunk
from cardroom.analysis.simulation.scripts import play_chunk, script_reports
from cardroom.analysis.simulation.strategies import from_file
from cardroom.analysis.stages.solver import solve
from cardroom.analysis.strategy.choices import DecisionArrays, Strategy, StrategyError, hand_numbers_of
from cardroom.analysis.strategy.cost import strategy_cost
from cardroom.games import game_of
from cardroom.rankings import rank_many, strength
from support.deals import qualifying

THREE = "three-card-poker-6-card-bonus"
HANDS = np.array(list(combinations(range(52), 3)), np.uint8)


def table(lowest: str) -> np.ndarray:
    """Play from this hand up, by the number of the hand."""
    plays = np.zeros(22100, np.int64)
    plays[hand_numbers_of(HANDS)] = strength("three-card", lowest) <= rank_many("three-card", HANDS)
    return plays


def raises(decisions: DecisionArrays) -> np.ndarray:
    """Ultimate Texas Hold'em: four Antes with a pair, two on a flop that pairs, one on the river with a pair."""
    if decisions.number == 0:
        return 4 * (decisions.hand[:, 0] // 4 == decisions.hand[:, 1] // 4)
    pairs = (decisions.hand[:, :, None] // 4 == decisions.board[:, None, :] // 4).any(axis=(1, 2))
    return pairs * (2 if decisions.number == 1 else 1)


UTH = Strategy("pairs", raises, raises, raises)


def frenzy(hand: list[int], board: list[int], shown: list[int]) -> int:
    return int(hand[-1] >= 44)  # a king or an ace


@pytest.mark.parametrize(
    ("game", "strategy", "rounds"),
    [
        (THREE, Strategy("Q-6-4", table("Qs 6h 4d")), 300),
        ("four-card-frenzy", Strategy.of_one("kings", frenzy), 200),
        ("ultimate-texas-holdem", UTH, 200),
        ("ultimate-texas-holdem, pair of kings", UTH, 200),
    ],
)
def test_compiled_rounds_and_the_script_play_a_strategy_alike(game: str, strategy: Strategy, rounds: int) -> None:
    slug, _, qualifier = game.partition(", ")
    played = cardroom.game(slug)
    if qualifier:
        played = game_of(qualifying(played.rules, qualifier))
    compiled = compiled_rounds(played.rules)
    assert compiled is not None
    counts = count_ends(compiled.ends(played.rules, deal_chunk(played.rules, "same", 0, rounds), strategy))
    base = compiled.reports(played.rules, counts, strategy)[0]
    ends = Counter(end for each in play_chunk(played, strategy, "same", 0, rounds) for end in each)
    script = script_reports(played.rules, ends)[0]
    assert base.distribution == script.distribution
    assert base.decisions == {name: share for name, share in script.decisions.items() if name != "check"}


def test_the_exact_cost_of_the_best_strategy_is_nothing() -> None:
    game = cardroom.game(THREE)
    solution = solve(game.rules)
    chosen = np.concatenate([each.choices[0, ()] for each in solution.worlds])

    def best(decisions: DecisionArrays) -> np.ndarray:
        rounds, rows = np.column_stack([decisions.hand, decisions.shown]), np.arange(len(decisions.hand))
        return chosen[solution.states(0, rounds, rows, range(3), 3)]

    found = strategy_cost(game, Strategy("best", best))
    assert found.cost == 0
    assert found.report.distribution == found.best.distribution


def test_the_exact_cost_of_a_table_is_counted_one_by_one_without_the_exposed_card() -> None:
    game = cardroom.game(THREE, exposed_card=False)
    found = strategy_cost(game, Strategy("J-4-3", table("Js 4h 3d")))
    lowest, edge = strength("three-card", "Js 4h 3d"), Fraction(0)
    ranks = rank_many("three-card", HANDS).astype(int)
    masks = (1 << HANDS.astype(np.int64)).sum(axis=1)
    for rank, mask in zip(ranks, masks, strict=True):
        theirs = ranks[masks & mask == 0]
        weak = theirs < strength("three-card", "Qs 3h 2d")
        won = int(weak.sum()) + 2 * int((~weak & (theirs < rank)).sum()) - 2 * int((~weak & (theirs > rank)).sum())
        edge -= won if rank >= lowest else -len(theirs)
    assert found.report.edge == edge / (22100 * 18424)
    assert found.cost > 0


@pytest.mark.proof
def test_the_exact_cost_is_near_the_simulated_one_in_four_card_frenzy() -> None:
    game = cardroom.game("four-card-frenzy")
    never = Strategy("fold", np.zeros(2_598_960, np.int64))
    found = strategy_cost(game, never)
    assert found.report.edge == 2
    assert found.cost == 2 - found.best.edge
    kings = Strategy("kings", lambda decisions: (decisions.hand >= 44).any(axis=1).astype(int))
    simulated = simulate(game, 200_000, "any", kings, Local(1)).wager("ante")
    exact = strategy_cost(game, kings).report
    assert abs(float(simulated.edge - exact.edge)) < 4 * float(simulated.standard_error)


def test_a_table_is_simulated_at_more_than_twenty_times_the_speed_of_scripts() -> None:
    game, strategy = cardroom.game(THREE), Strategy("Q-6-4", table("Qs 6h 4d"))
    assert not by_scripts(game, strategy)
    simulate(game, 1000, "any", strategy, Local(1))  # compile
    began = time.process_time()
    result = simulate(game, 400_000, "any", strategy, Local(1))
    assert result.compiled
    assert result.rounds == 400_000
    assert 400_000 / (time.process_time() - began) > 20 * 1709


def test_what_a_strategy_may_not_do_is_refused() -> None:
    game = cardroom.game(THREE)
    with pytest.raises(StrategyError, match="adds 2 Antes, but the rules offer 0 or 1"):
        simulate(game, 10, "any", Strategy("too much", np.full(22100, 2)), Local(1))
    with pytest.raises(StrategyError, match="numbers of Antes, not an array of shape"):
        simulate(game, 10, "any", Strategy("one number", lambda _: 1), Local(1))
    with pytest.raises(StrategyError, match="no part for decision 2"):
        Strategy("waits", raises).times(DecisionArrays(game.rules, 1, HANDS[:1], HANDS[:1], HANDS[:1, :0]))
    with pytest.raises(cardroom.InputError, match="`simulate` estimates it"):
        strategy_cost(cardroom.game("ez-baccarat"), UTH)
    with pytest.raises(StrategyError, match="needs one exposed card"):
        simulate(
            cardroom.game(THREE, exposed_card=False), 10, "any", Strategy("looks", np.ones((22100, 52), int)), Local(1)
        )


def test_a_strategy_is_a_bot() -> None:
    game = cardroom.game(THREE, exposed_card=False)
    round = game.round({1: 10_000, 2: 1_000_000}, seed=7)
    while not round.done:
        ask = round.ask
        options = {option.action for option in ask.options}
        if options == {"play", "fold"}:
            answer = Strategy("fold", np.zeros(22100, int))(round.view(round.spot(ask.spot).bettor), ask, Random(1))
            assert answer.action == "fold"
        round.default(ask.spot)


def test_a_file_with_a_strategy_is_compiled(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from cardroom.analysis.strategy.choices import Strategy\n"
        "import numpy as np\n"
        "strategy = Strategy('all', np.ones(22100, int))\n"
    )
    assert not by_scripts(cardroom.game(THREE), from_file(path))


@pytest.mark.proof
def test_the_best_strategy_of_21_5_is_simulated() -> None:
    result = simulate(cardroom.game("pure-21.5-blackjack", packs=1), 300_000, "any", "optimal", Local(1))
    wager = result.wager("wager")
    assert result.compiled
    assert wager.rounds == 300_000
    assert float(wager.standard_error) == pytest.approx(1.13 / 300_000**0.5, rel=0.05)
    assert wager.distance is not None
    assert abs(wager.distance) < 4
    assert wager.decisions["split"][1] == pytest.approx(wager.decisions["split"][0], abs=0.002)
