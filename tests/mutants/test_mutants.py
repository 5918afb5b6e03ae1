"""The mutants: what is changed, that a good test is seen to fail, and that a weak one is found.

`python -m mutants` tries all of them; see docs/examine/traceability.md.
"""

import ast
import json
import os
import subprocess
import sys

import pytest

from cardroom.rulebook import mutants
from cardroom.rulebook.mutants import details, digest, node_of, results, row_digest, row_key, state
from cardroom.rulebook.traces import TraceRow, documents, text_at, trace
from cli.command import run
from mutants import code, data
from mutants.breaks import ROOT, breaks
from mutants.changes import changed, changes
from mutants.engine import game_of, plan
from mutants.server import game_in
from support.sampling import sampled

EVERY_ROW = [(document, row) for document in documents() for row in trace(document).row]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a < b", ["a <= b"]),
        ("a == b", ["a != b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("a + b", ["a - b"]),
        ("a // 2", ["a * 2", "a // 3"]),
        ("min(a, b)", ["max(a, b)"]),
        ("any(a)", ["all(a)"]),
        ("a if b else c", ["c if b else a"]),
        ("True", ["False"]),
        ("[a for a in b if a]", ["[a for a in b]"]),
        ("'text'", []),
        ("'Qs 3h 2d'", ["'Ks 3h 2d'"]),
        ("(a, b)", ["(b, a)"]),
    ],
)
def test_each_kind_of_expression_is_changed_by_one_step(old, new):
    value = ast.parse(old).body[0].value
    assert [ast.unparse(changed(value, change.number)) for change in changes(value)] == new


def test_statements_are_left_out_and_conditions_negated_but_errors_and_texts_stay():
    function = ast.parse('''
def pay(chips, amount=5):
    """Pay 3 to 1."""
    if amount:
        chips.take(amount)
    if chips is None:
        raise ValueError(f"{amount} is more than 7")
    chips.total += amount
''').body[0]
    assert [change.text for change in changes(function)] == [
        "if amount -> if not amount",
        "without chips.take(amount)",
        "chips is None -> chips is not None",
        "without chips.total += amount",
    ]


def test_the_same_change_at_two_places_has_two_names():
    value = ast.parse("(a + 1) * (a + 1)").body[0].value
    assert [change.text for change in changes(value)][1:] == [
        "a + 1 -> a - 1",
        "1 -> 2",
        "a + 1 -> a - 1 (2)",
        "1 -> 2 (2)",
    ]


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("rules/heads-up-holdem/brook.toml#pay.odds-win.lines.flush", ["flush: "]),
        ("rules/pure-spanish-21.5/500-club.toml#house_rules.action_button", ["default: False -> True"]),
        ("rules/pure-spanish-21.5/500-club.toml#order", ["start: ", "by: seat -> wager", "wagers: "]),
        ("rules/razz/500-club.toml#seats.most", ["most: 8 -> 9"]),
        (
            "fees/500-club/face-up-chinese-poker.toml#group.0",
            ["options", "minutes: 40 -> 41", "table: 1 | $10 -> 1 | $11"],
        ),
        ("rules/heads-up-holdem/brook.toml#wager.odds.equals", ["left out"]),
    ],
)
def test_data_is_changed_by_the_smallest_step(place, names):
    made = data.candidates(place)
    assert len(made) == len(names)
    for (first, *_), name in zip(made, names, strict=True):
        assert name in first.text


def test_every_place_of_code_has_mutants_that_can_be_made():
    """A place without one would show nothing: the row needs a break by hand, or a better place."""
    for name in sampled(sorted({name for _, row in EVERY_ROW for name in row.where if "#" not in name}), 5):
        for mutant in code.code_mutants(name)[:2]:
            assert ast.parse(code.mutated_source(mutant)[1])


def test_a_test_with_parameters_runs_for_the_rows_own_game():
    razz = next(row for row in trace("500-club").row if row.section == "GEGR-002028" and row.where)
    assert game_of("500-club", razz) == "razz"
    assert (game_in("omaha-high-low-500-club]"), game_in("3-4]")) == ("omaha-high-low", "")


# -- the fork server ---------------------------------------------------------------------------------------------------


def tried(*args, status=0):
    """Run the program with these arguments: its output."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
    command = [sys.executable, *args]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.proof
def test_a_sample_of_broken_rules_is_detected(tmp_path):
    """Code, data and a break by hand: a few of each, the same in every run."""
    places = [
        "cardroom.games.banked.ez_baccarat:banker_draws",
        "rules/ez-baccarat/500-club.toml#pay.tie*",
        "break:silence-plays-three-card",
        "rules/three-card-poker-6-card-bonus/500-club.toml#dealer.qualifies",
    ]
    named = [part for name in places for part in ("--place", name)]
    output = tried("-m", "mutants", "--no-write", "--jobs", "2", "--most", "1", "--log", str(tmp_path / "log"), *named)
    assert "500-club: " in output
    assert "100.0%" in output
    logged = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert len(logged) >= 4
    assert all(each["killed"] == each["mutants"] > 0 and not each["broken"] for each in logged)


WEAK = """
from cardroom.rulebook.traces import TraceRow
from mutants.engine import plan, run
row = TraceRow("GEGR-002028", "1", "A call costs the bet.", "implemented", where=("cardroom.games.poker.hand:betting",),
               tests=("tests/games/poker/test_betting.py::test_no_limit_has_no_cap",), breaks=("call-half-last",))
found = []
run(plan([("own", row)]), 1, found.append, 3, lambda text: None)
print(sorted((each.place, each.mutants, [at.survivors for at in each.rows]) for each in found))
"""


@pytest.mark.proof
def test_a_row_whose_test_does_not_hold_the_rule_is_found():
    """A test that never calls stays green when a call costs half."""
    assert "('break:call-half-last', 1, [['break call-half-last']])" in tried("-c", WEAK)


@pytest.mark.proof
def test_tests_that_fail_without_a_mutant_are_reported():
    broken = "from cardroom.games.poker.limits import Limit\nLimit.reopened = Limit.offer = None\n"
    program = WEAK.replace("run(", broken + "run(")
    assert "Failing: 1 tests fail without a mutant: tests/games/poker/test_betting.py" in tried("-c", program, status=1)


# -- the stored results ------------------------------------------------------------------------------------------------


def test_every_break_applies_and_has_a_row_and_every_named_break_exists():
    named = {name for _, row in EVERY_ROW for name in row.breaks}
    assert named == breaks().keys()
    for given in breaks().values():
        assert ast.parse(code.by_hand(given).broken)


@pytest.mark.parametrize("document", documents())
def test_stored_results_are_of_rows_that_exist(document):
    rows = {row_key(row.section, row.rule): row for row in trace(document).row}
    assert len(rows) == len(trace(document).row), "two rows have the same key: make it longer"
    assert results(document)
    for key, result in results(document).items():
        more = details(document)[rows[key].section][rows[key].rule]
        assert 0 <= result.killed <= result.mutants
        assert result.detected is not bool(more.survivors)


def test_the_package_alone_has_the_counts_and_a_checkout_the_examples(monkeypatch, tmp_path):
    row = json.loads(run("trace", "wpt-huh", "progressive", "--json").stdout)[0]["mutants"]
    assert list(row) == ["state", "date", "mutants", "killed", "pinned", "survivors", "example"]
    monkeypatch.setattr(mutants, "DETAILS", tmp_path)
    details.cache_clear()
    alone = json.loads(run("trace", "wpt-huh", "progressive", "--json").stdout)[0]["mutants"]
    details.cache_clear()
    assert list(alone) == ["state", "date", "mutants", "killed", "pinned"]
    assert alone.items() <= row.items()


def test_a_result_is_stale_when_code_data_or_tests_changed():
    document, row = next((document, row) for document, row in EVERY_ROW if state(document, row)[0] == "killed")
    changed_row = TraceRow(
        row.section, row.rule, row.says, row.standing, row.where, (*row.tests, "tests/other.py::test_x")
    )
    assert row_digest(changed_row) != row_digest(row)
    assert state(document, changed_row)[0] == "stale"
    unknown = TraceRow("no section", "1", "Deal.", "implemented", row.where, row.tests)
    assert state(document, unknown) == ("not run", None)
    assert state(document, TraceRow("A", "1", "Look.", "outside")) == ("none", None)


def test_digests_ignore_comments_and_see_changes():
    place = "cardroom.games.poker.hand:Hand.put"
    assert digest(place) == digest(place) != digest("cardroom.games.poker.hand:Hand.ante")
    data_place = "rules/razz/500-club.toml#seats.most"
    assert text_at(data_place) == 8
    assert digest(data_place) != digest("rules/razz/500-club.toml#poker.door")
    assert isinstance(node_of("cardroom.cards:card"), ast.FunctionDef), "a name that is imported there is followed"


def test_a_plan_is_the_same_in_every_run_and_can_be_sampled():
    made = plan(EVERY_ROW)
    assert list(made.places) == sorted(made.places)
    sample = made.sampled(5, "tuesday")
    assert sample == made.sampled(5, "tuesday") != made.sampled(5, "monday")
    assert len(sample.places) == 5
    assert made.sampled(0) == made
