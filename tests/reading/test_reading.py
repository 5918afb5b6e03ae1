"""The product, compared with the second reading of the documents: every fact, by code."""

import pytest

from cardroom.submission import READINGS
from reading.case import COMPARERS, comparer_of, differences, disagreement, readings
from reading.listed import PAGE, page, summaries


@pytest.mark.parametrize("name", readings(), ids=lambda name: f"{readings()[name].slug}-{readings()[name].set}")
def test_the_product_agrees_with_the_second_reading(name):
    """A difference is looked at in the document, then mended, or listed in `differences.toml`."""
    reading = readings()[name]
    assert not [wrong for fact in reading.fact if (wrong := disagreement(reading, fact))]


def test_every_fact_was_read_and_is_compared():
    facts = [(reading, fact) for reading in readings().values() for fact in reading.fact]
    assert len(facts) == 3462
    assert not [f"{reading.name}: {fact.id}" for reading, fact in facts if comparer_of(reading, fact) is None]


def test_every_comparer_and_every_difference_has_its_fact():
    facts = {(reading.name, fact.id) for reading in readings().values() for fact in reading.fact}
    used = {id(comparer_of(reading, fact)) for reading in readings().values() for fact in reading.fact}
    assert not [name for name, known in COMPARERS.items() for each in known if id(each) not in used]
    assert not [(each.id, game) for each in differences() for game in each.games if (game, each.id) not in facts]


def test_the_list_of_differences_in_the_documentation_is_current():
    assert PAGE.read_text(encoding="utf-8") == page(), "write it with: python -m reading"


def test_the_summary_of_the_package_is_current():
    assert READINGS.read_text(encoding="utf-8") == summaries(), "write it with: python -m reading"
