"""Every requirement of docs/examine/compliance.md has a fault, and every fault can still be planted."""

import re

import pytest

from support.compliance_faults import END, NOT_APPLICABLE, PAGE, POINTS, ROOT, START, faults, table

EVIDENCE = re.compile(r"^\| (\d+) \| .+? \| (?:met|partly met|not applicable) \| (.+) \|$", re.M)


def test_every_requirement_has_a_fault():
    points = {fault.point for fault in faults()}
    assert points | NOT_APPLICABLE.keys() == {*POINTS}
    assert not points & NOT_APPLICABLE.keys()
    assert [fault.point for fault in faults()] == sorted(fault.point for fault in faults())


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: f"{fault.point}-{fault.what}")
def test_a_fault_changes_one_place_and_names_an_existing_test(fault):
    broken = fault.broken_text()  # raises an error if the text is not there exactly once
    assert broken != (ROOT / fault.file).read_text("utf-8")
    if fault.file.endswith(".py"):
        compile(broken, fault.file, "exec")
    assert fault.file.startswith("src/"), "the product is broken, not a test"
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
    assert shown == table(faults()), "run python -m compliance_faults --write"
