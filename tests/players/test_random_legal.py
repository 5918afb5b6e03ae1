"""The random bot: every answer is legal, and over time it gives every legal answer."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.play import Amount, Area, Bets, Choice, Name, Pick, Refused, ask
from cardroom.players import play_round, random_legal
from cardroom.players.at_random import Impossible, random_bets
from support.deals import people

POOR = [0, 1, 499, 500, 501, 999, 1000, 1001, 1499, 1500, 2000, 2001, 100_000]


@given(stacks=st.lists(st.sampled_from(POOR), min_size=2, max_size=7), seed=st.integers(0, 2**32))
def test_every_answer_is_accepted_whatever_the_stacks(stacks: list[int], seed: int) -> None:
    game = cardroom.game("three-card-poker-6-card-bonus")
    round = game.round(*people(range(1, len(stacks) + 1), dict(enumerate(stacks, 1))), seed=seed)
    play_round(round, dict.fromkeys(round.stacks, random_legal), Random(seed))
    assert round.done
    assert all(lies >= 0 for account, lies in round.chips.balances.items() if account.kind != "house")


@st.composite
def layouts(draw: st.DrawFn) -> Bets:
    areas: list[Area] = []
    for number in range(draw(st.integers(1, 5))):
        known = [area.wager for area in areas]
        least = draw(st.integers(1, 1000))
        needs = tuple(draw(st.lists(st.sampled_from(known), max_size=2, unique=True))) if known else ()
        if len(needs) == 2 and draw(st.booleans()):
            needs = (" or ".join(needs),)
        equals = draw(st.sampled_from(["", *known]))
        most = least + draw(st.integers(0, 2000))
        behind = draw(st.integers(0, 2))
        apart = draw(st.sampled_from(["", *known]))
        required = draw(st.booleans())
        areas.append(
            Area(f"w{number}", f"W{number}", least, most, required, needs, equals, behind=behind, excludes=apart)
        )
    return Bets("bet", tuple(areas), draw(st.integers(0, 6000)))


@given(layouts(), st.integers(0, 2**32))
def test_bets_of_any_layout_are_legal_or_refused_as_impossible(bets: Bets, seed: int) -> None:
    try:
        value = random_bets(bets, Random(seed))
    except Impossible:
        # Then not even the least of what is required, or of the cheapest single area, can be placed.
        required = {area.wager: area.least for area in bets.areas if area.required}
        for wagers in [required] if required else [{area.wager: area.least} for area in bets.areas]:
            with pytest.raises(Refused):
                bets.check(wagers)
    else:
        assert bets.check(value) == value


def test_bets_come_in_every_kind() -> None:
    ante = Area("ante", "Ante", 500, 1000, required=True, behind=1)
    bonuses = tuple(Area(name, name, 500, 700, needs=("ante",)) for name in ("one", "two"))
    bets = Bets("bet", (ante, *bonuses), chips=3000)
    seen = [random_bets(bets, Random(seed)) for seed in range(400)]
    kinds = Counter(tuple(value) for value in seen)
    assert set(kinds) == {("ante",), ("ante", "one"), ("ante", "two"), ("ante", "one", "two")}
    assert {500, 1000} <= {value["ante"] for value in seen}
    assert {500, 700} <= {value["two"] for value in seen if "two" in value}


def test_equal_wagers_are_equal_and_share_the_chips() -> None:
    ante = Area("ante", "Ante", 100, 1000, required=True)
    blind = Area("blind", "Blind", 200, 900, required=True, equals="ante", behind=2)
    amounts = {random_bets(Bets("bet", (ante, blind), 2000), Random(seed))["blind"] for seed in range(100)}
    assert min(amounts) == 200
    assert max(amounts) == 500  # four chips for each: the Ante, the Blind, and twice that behind


def test_a_stack_too_short_to_bet_sits_out() -> None:
    bets = Bets("bet", (Area("ante", "Ante", 500, 1000, required=True, behind=1),), chips=999)
    question = ask("1", (bets, Choice("sit-out")), "sit-out")
    assert {random_legal(None, question, Random(seed)).action for seed in range(20)} == {"sit-out"}


def test_amounts_reach_both_ends_and_keep_the_step() -> None:
    question = ask("1", (Amount("raise", 400, 1000, step=200),), "raise", 400)
    assert {random_legal(None, question, Random(seed)).value for seed in range(60)} == {400, 600, 800, 1000}


def test_cards_are_picked_from_the_hand_in_any_number_allowed() -> None:
    question = ask("1", (Pick("discard", (51, 47, 3), 0, 2),), "discard", ())
    picks = {random_legal(None, question, Random(seed)).value for seed in range(200)}
    assert picks == {(), (51,), (47,), (3,), (51, 47), (51, 3), (47, 3)}


def test_unknown_cards_are_never_named() -> None:
    question = ask("1", (Name("show", 2, frozenset({1, 2, UNKNOWN})),), "show", (1, 2))
    assert {random_legal(None, question, Random(seed)).value for seed in range(30)} == {(1, 2), (2, 1)}
