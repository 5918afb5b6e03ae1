"""The values of the rule sets, held to the list of what was read from the documents."""

import pytest

from rulebook.values import listed, named, values


@pytest.mark.parametrize("name", named(), ids=lambda name: name.replace("/", "-"))
def test_the_values_of_a_rule_set_are_those_that_were_read_from_its_document(name):
    """Pays, limits, defaults, switches, orders: a value that differs must be compared with the document."""
    found, wanted = values(name), listed()[name]
    differ = {key: (found.get(key), value) for key, value in wanted.items() if found.get(key) != value}
    assert not differ, "compare these values with the document, then run: python -m rulebook.values"
