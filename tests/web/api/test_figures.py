"""The exact figures that are shipped with the program."""

import json

import pytest

from cardroom.web.api.figures import FILE, figures, figures_file, provable
from sampling import PROOF


def test_shipped_figures_cover_every_built_in_rule_set():
    assert figures().keys() == provable().keys(), "compute them again: python -m cardroom.web.api.figures"


@pytest.mark.skipif(not PROOF, reason="long: make proof")
def test_shipped_figures_equal_those_computed_now():
    assert json.loads(figures_file({})) == figures(), f"{FILE}: compute it again with --all"
