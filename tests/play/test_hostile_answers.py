"""Answers of any kind: an illegal answer raises `Refused` with a short message and changes nothing."""

import pytest

import cardroom
from cardroom.cards import UNKNOWN, parse
from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import MOST_CENTS
from cardroom.play import Amount, Answer, Area, Ask, Bets, Choice, Name, Pick, Refused
from cardroom.play.round.places import Spot, check_stacks, is_name


def nested(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


HUGE, DEEP = 10**5000, nested(3000)
EVERYTHING = [
    *(HUGE, -HUGE, DEEP, {"a": DEEP}, {}, [], [True], [False, True], True, 0.5, float("nan"), float("inf"), None),
    *(b"As", {1, 2}, "\x1b[2J", "\u202e", "x" * 10**6, object(), [HUGE], [DEEP], [None], [1.5], {HUGE: 1}),
    *({"ante": HUGE}, {"ante": True}, {"ante": 500.0}, ["As", True], ("As", 2.0), range(10**9), iter([51])),
    *([0] * 10**6, "As " * 10**5),
]
OPTIONS = [
    Choice("fold"),
    Amount("raise", 400, 1000, step=200),
    Pick("discard", parse("As Kd 2c"), 1, 3),
    Name("show", 2, frozenset(range(52))),
    Bets("bet", (Area("ante", "Ante", 500, 10_000, required=True),), 50_000),
]
SOUND = {"fold": None, "raise": 600, "discard": [51], "show": "As 2c", "bet": {"ante": 500}}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.action)
def test_every_option_refuses_invalid_values(option):
    for value in EVERYTHING:
        if option.action == "fold" and value is None:
            continue
        with pytest.raises(Refused) as refused:
            option.check(value)
        assert len(str(refused.value)) < 400
    option.check(SOUND[option.action])


def test_cards_must_be_a_list_or_a_text():
    """An empty object was once accepted as no discard, and true as the card with the number one."""
    draw = Pick("discard", (1, 0, 51), 0, 3)
    assert draw.check([]) == draw.check("") == ()
    assert draw.check([1]) == draw.check(["2d"]) == (1,)
    for value in ({}, [True], (True,), {1: 1}, {1}, True, 1, [1.0], [[1]]):
        with pytest.raises(Refused, match="discard takes cards, for example 'As Kd', not"):
            draw.check(value)


def test_invalid_spots_and_actions_are_refused():
    round = cardroom.game("three-card-poker-6-card-bonus").round(2, seed=1)
    before = len(round.events), round.waiting
    for value in EVERYTHING:
        with pytest.raises(Refused):
            round.answer(value, "bank", 1000)
        with pytest.raises(Refused):
            round.answer("1", value, 1000)
        with pytest.raises(Refused):
            round.default(value)
        with pytest.raises(Refused):
            round.ask.answer(value)
    assert (len(round.events), round.waiting) == before


def test_a_refusal_quotes_the_value_shortly():
    ask = Ask("1", (Amount("bank", 500, 1000), Choice("pass")), Answer("1", "pass"))
    for value, says in ((HUGE, "more than $10,000,000,000,000"), (-HUGE, "less than -$10"), (DEEP, "[[[...]]]")):
        with pytest.raises(Refused) as refused:
            ask.check("bank", value)
        assert says in str(refused.value)


@pytest.mark.parametrize("stack", [HUGE, MOST_CENTS + 1, -1, True, 5.0, "5", None], ids=quoted)
def test_a_stack_must_be_a_plausible_number_of_cents(stack):
    with pytest.raises(InputError, match="the stack of ann must be whole cents from 0 to"):
        check_stacks([Spot.at(1, "ann")], {"ann": stack})


def test_a_table_of_a_billion_seats_is_rejected_early():
    with pytest.raises(InputError, match="a table has at most 30 seats, not 1000000000"):
        cardroom.game("razz").round(10**9, seed=1)


def test_a_name_that_is_too_long_is_rejected():
    assert is_name("x" * 64)
    assert not is_name("x" * 65)


@pytest.mark.parametrize("value", [[51, 51], [True, 51], [1.0], [[51]], [None], (51, 47, 43), {51}, [-1]], ids=str)
def test_a_pick_refuses_cards_that_are_not_plainly_in_the_hand(value):
    with pytest.raises(Refused):
        Pick("discard", (51, 47, 1, UNKNOWN, UNKNOWN), 1, 2).check(value)


def test_a_pick_takes_cards_by_number_or_name_in_the_order_of_the_hand():
    pick = Pick("discard", (51, 47, 1), 0, 2)
    assert pick.check([1, 51]) == pick.check((1, 51)) == pick.check("2d As") == (51, 1)
    assert pick.check([]) == pick.check(()) == ()
    assert Pick("discard", (UNKNOWN, UNKNOWN, 51), 2, 2).check([UNKNOWN, 51]) == (UNKNOWN, 51)
