"""Every requirement of docs/examine/compliance.md has a fault, and every fault can still be planted."""

import re

import pytest

from mutants.breaks import ROOT, faults
from mutants.copies import Run, run_broken
from mutants.faults import END, NOT_APPLICABLE, PAGE, POINTS, START, table

EVIDENCE = re.compile(r"^\| (\d+) \| .+? \| (?:met|partly met|not applicable) \| (.+) \|$", re.M)


def test_every_requirement_has_a_fault():
    points = {fault.point for fault in faults()}
    assert points | NOT_APPLICABLE.keys() == {*POINTS}
    assert not points & NOT_APPLICABLE.keys()
    assert [fault.point for fault in faults()] == sorted(fault.point for fault in faults())


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: f"{fault.point}-{fault.says}")
def test_a_fault_changes_one_place_and_names_an_existing_test(fault):
    path, broken = fault.broken()  # raises an error if the text is not there exactly once
    assert broken != path.read_text("utf-8")
    if path.suffix == ".py":
        compile(broken, fault.where, "exec")
    assert path.is_relative_to(ROOT / "src"), "the product is broken, not a test"
    file, _, name = fault.test.partition("::")
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text("utf-8"), re.M)


def test_every_test_that_the_page_names_has_a_fault():
    tests = {}
    for fault in faults():
        tests.setdefault(fault.point, []).append(fault.test)
    for point, evidence in EVIDENCE.findall(PAGE.read_text("utf-8").partition(START)[0]):
        for named in re.findall(r"`(tests/[\w/]+\.py::\w+)`", evidence):
            assert any(each.startswith(named) for each in tests.get(int(point), ())), f"{point}: {named}"


def test_the_page_shows_the_faults():
    shown = PAGE.read_text("utf-8").partition(START)[2].partition(END)[0]
    assert shown == table(faults()), "run python -m mutants.faults --write"


def test_tests_that_failed_are_read_from_what_pytest_prints():
    printed = "FAILED tests/a.py::test_x[4 to 1] - assert 1 == 2\nERROR tests/b.py::test_y - OSError\n3 passed\n"
    assert Run(1, 0.5, printed).failed() == {"tests/a.py::test_x", "tests/b.py::test_y"}


def test_a_broken_copy_fails_its_test_and_leaves_the_project_as_it_was():
    file, test = ROOT / "src" / "cardroom" / "money.py", "tests/test_money.py"
    text = file.read_text("utf-8")
    done = run_broken(file, text.replace("def cents(", "def pennies("), [test], 200)
    assert done.code != 0
    assert "cents" in done.output
    assert file.read_text("utf-8") == text
