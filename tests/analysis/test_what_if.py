"""Changed odds of a line, and odds for a target edge."""

from fractions import Fraction

import msgspec
import pytest

import cardroom
from cardroom.analysis.report.what_if import aim, in_force_only, repriced
from cardroom.games import game_of
from cardroom.rulebook import RuleBookError, rule_set
from support.sampling import PROOF


def base(rules):
    return cardroom.analyze(game_of(in_force_only(rules))).wager("ante")


@pytest.mark.proof
def test_higher_odds_cost_the_lines_probability_while_the_strategy_is_the_same():
    rules = rule_set("heads-up-holdem", "brook")
    before, after = base(rules), base(repriced(rules, {"odds.flush": "2"}))
    flush = next(line for line in before.lines["odds"] if line.line == "flush")
    assert flush.pays == "3 to 2"
    assert before.decisions == after.decisions
    assert before.edge - after.edge == Fraction(1, 2) * Fraction(flush.count, before.deals)


def test_a_pay_table_is_named_too():
    """Brook HUH, Table 2: its second table is its first with a flush at 6 to 1 instead of 8."""
    rules = rule_set("heads-up-holdem", "brook")
    second = rule_set("heads-up-holdem", "brook", bad_beat="2")
    assert base(repriced(rules, {"bad-beat-1.flush": "6"})).edge == base(second).edge


@pytest.mark.skipif(not PROOF, reason="several analyses, eight seconds: make proof")
def test_the_odds_found_have_the_edge_wanted():
    rules = rule_set("ultimate-texas-holdem")
    result = aim(rules, "blind.flush", Fraction(2, 100))
    assert result.exact
    (low, less), (high, more) = result.near.items()
    assert [low, high] == ["1 to 1", "2 to 1"]
    assert more < Fraction(2, 100) < less
    share = result.odds - 1  # the same strategy between them: the edge falls evenly
    assert less + share * (more - less) == Fraction(2, 100)
    assert base(repriced(rules, {"blind.flush": "2"})).edge == more


@pytest.mark.proof
def test_a_line_that_two_wagers_share_is_counted_on_both():
    """Ante and Play of Three Card Poker with one pay table: a higher hand pays both."""
    rules = rule_set("three-card-poker-6-card-bonus", exposed_card=False)
    wagers = rules.wager | {"play": msgspec.structs.replace(rules.wager["play"], pays="ante")}
    shared = rules.replaced(wager=wagers, pay={name: table for name, table in rules.pay.items() if name != "play"})
    target, place = Fraction(1, 20), "ante.higher hand"
    found = aim(shared, place, target)
    assert found.exact
    low = Fraction(int(found.odds * 100), 100)  # odds with so large a denominator are not printed
    less, more = (base(repriced(shared, {place: f"{float(at):.2f}"})).edge for at in (low, low + Fraction(1, 100)))
    assert less + (found.odds - low) * 100 * (more - less) == target
    assert aim(shared, "play.higher hand", target) == found


@pytest.mark.proof
def test_odds_that_change_the_strategy_are_found_to_the_hundredth():
    rules = rule_set("ultimate-texas-holdem")
    result = aim(rules, "play.higher hand", Fraction(0))
    assert abs(result.wager.edge) < Fraction(1, 100)


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("flush", "write a wager or pay table, a dot and a line"),
        ("odd.flush", "unknown wager or pay table 'odd': choose from ante, odds"),
        ("odds.flux", "odds-win has no such line: royal flush"),
        ("bad-beat-2.flush", "bad-beat-2 is not in force"),
        ("galaxy.royal flush", "does not grow with the wager"),
    ],
)
def test_impossible_targets_are_refused(place, says):
    with pytest.raises(RuleBookError, match=says):
        aim(rule_set("heads-up-holdem", "brook"), place, Fraction(1, 50))


def test_an_unreachable_edge_is_refused():
    with pytest.raises(RuleBookError, match="even at 0 to 1 the edge is"):
        aim(rule_set("three-card-poker-6-card-bonus"), "pair-plus.straight", Fraction(1, 2))


def test_odds_beyond_64_bits_are_refused_not_wrapped_around():
    rules = repriced(rule_set("ultimate-texas-holdem"), {"blind.flush": "1234 to 997", "blind.straight": "5 to 991"})
    with pytest.raises(RuleBookError, match="64 bits"):
        base(rules)


def test_a_report_is_rows_for_a_data_frame_and_a_table_in_a_notebook():
    report = cardroom.analyze(cardroom.game("three-card-poker-6-card-bonus"))
    rows = report.rows()
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [row["edge_exact"] for row in rows if row["wager"] == "pair-plus"] == ["242/5525"]
    lines = [row for row in report.lines() if row["wager"] == "pair-plus"]
    assert sum(row["probability"] for row in lines) == pytest.approx(1)
    assert sum(row["return"] for row in lines) == pytest.approx(-242 / 5525)
    page = report._repr_html_()
    assert page.count("<tr>") == 1 + len(rows)
    assert "242/5525" in page
