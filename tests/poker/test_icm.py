"""ICM: published values, all orders one by one, and the three methods against each other."""

from fractions import Fraction
from itertools import permutations

import pytest

from cardroom.figures import Estimate, Rounded
from cardroom.poker import icm
from cli.command import mistake, run


def by_orders(stacks: list[int], payouts: list[int]) -> list[Fraction]:
    """The values from the definition: every finishing order with its chance."""
    values = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance, left = chance * Fraction(stacks[player], left), left - stacks[player]
        for player, prize in zip(order, payouts, strict=False):
            values[player] += chance * prize
    return values


def test_published_values() -> None:
    assert icm([50, 30, 20], [70, 30]) == [Fraction(1265, 28), Fraction(129, 4), Fraction(158, 7)]
    assert icm([5000, 3000, 2000], [50, 30, 20]) == [Fraction(1075, 28), Fraction(131, 4), Fraction(202, 7)]
    values = icm([5000, 3000, 1500, 500], [500, 300, 200])
    assert [round(float(value), 4) for value in values] == [377.7807, 312.8888, 225.6025, 83.7280]
    assert round(float(icm([1600, 1400, 7800, 2700], [50, 30, 20])[3]), 4) == 25.6346


@pytest.mark.parametrize(("stacks", "payouts"), [([7, 1, 5, 2], [10, 4, 1]), ([3, 3, 3], [5, 5, 5]), ([1, 2], [9])])
def test_fractions_agree_with_all_orders(stacks: list[int], payouts: list[int]) -> None:
    assert icm(stacks, payouts) == by_orders(stacks, payouts)


def test_sets_are_within_their_bound_and_samples_within_five_errors() -> None:
    stacks, payouts = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3], [50, 30, 20]
    exact = icm(stacks, payouts)
    # a further player with hardly any chips changes next to nothing, and takes the other methods
    rounded = icm([*stacks, "0.000000001"], payouts)
    assert all(isinstance(value, Rounded) and value.error < 1e-11 for value in rounded)
    assert rounded[0].value == pytest.approx(float(exact[0]), abs=1e-7)
    sampled = icm([40 + each for each in range(21)], payouts, 3, samples=8000)
    assert all(isinstance(value, Estimate) for value in sampled)
    assert sum(float(value) for value in sampled) == pytest.approx(100)


@pytest.mark.parametrize(
    ("stacks", "payouts", "says"),
    [
        ("5,3", "30,70", "rise from 30 to 70 for place 2"),
        ("5", "30", "at least two"),
        ("5,0", "30", "leave out players without chips"),
        ("5,x", "30", "number 2 is x"),
        ("5,3", "1,1,1", "more than the 2 players"),
        ("5,3", "-1", "not negative"),
        ("5,3", "", "number 1 is nothing"),
        ("5,nan", "1", "number 2 is nan"),
    ],
)
def test_bad_input_is_one_sentence(stacks: str, payouts: str, says: str) -> None:
    assert says in mistake("icm", f"--stacks={stacks}", f"--payouts={payouts}")


def test_the_command_prints_fractions() -> None:
    assert "1075/28" in run("icm", "--stacks", "5000,3000,2000", "--payouts", "50,30,20").output
