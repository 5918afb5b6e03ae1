"""The bank's coverage, over wagers of every kind and banks of every size."""

from hypothesis import given
from hypothesis import strategies as st

from cardroom.play import Coverage

moves = st.lists(st.integers(-2_000, 2_000), max_size=40)
"""Amounts due in settling order: to the player if positive, to the bank if negative."""
wagers = st.integers(0, 5_000)


def settle(bank, dues):
    """The net of each wager, in order, and the bank at the end."""
    nets = []
    for due in dues:
        if due > 0:
            covered, bank = bank.pay(due)
            nets.append(covered)
        else:
            covered, bank = bank.collect(-due)
            nets.append(-covered)
    return nets, bank


@given(wagers, moves)
def test_payments_and_collections_are_each_limited_to_the_wager(wager, dues):
    nets, bank = settle(Coverage(wager), dues)
    assert sum(net for net in nets if net > 0) == bank.paid <= wager
    assert -sum(net for net in nets if net < 0) == bank.collected <= wager


@given(wagers, moves)
def test_running_coverage_keeps_the_net_within_the_wager_after_every_step(wager, dues):
    nets, _ = settle(Coverage(wager, running=True), dues)
    total = 0
    for net in nets:
        total += net
        assert -wager <= total <= wager


@given(wagers, moves, st.booleans())
def test_a_wager_is_never_settled_for_more_than_is_due(wager, dues, running):
    nets, _ = settle(Coverage(wager, running=running), dues)
    for due, net in zip(dues, nets, strict=True):
        assert abs(net) <= abs(due)
        assert net * due >= 0


@given(wagers, moves)
def test_the_order_decides_which_wagers_are_returned(wager, dues):
    """With separate coverage, the settled wins are a prefix of all wins, and at most one is settled in part."""
    nets, _ = settle(Coverage(wager), dues)
    for sign in (1, -1):
        pairs = [(due * sign, net * sign) for due, net in zip(dues, nets, strict=True) if due * sign > 0]
        short = [index for index, (due, net) in enumerate(pairs) if net < due]
        if short:
            assert all(net == 0 for _, net in pairs[short[0] + 1 :])


@given(wagers, moves)
def test_running_coverage_settles_every_later_win_at_least_as_well(wager, dues):
    """With the same amounts due, running coverage never pays less for the first wager that separate coverage cannot
    pay."""
    separate, _ = settle(Coverage(wager), dues)
    running, _ = settle(Coverage(wager, running=True), dues)
    for due, one, other in zip(dues, separate, running, strict=True):
        if one != other:
            assert abs(other) > abs(one), "the first difference is in favour of settling more"
            assert due != 0
            break


@given(moves)
def test_the_house_banks_without_a_cap(dues):
    assert settle(Coverage(None), dues)[0] == dues
