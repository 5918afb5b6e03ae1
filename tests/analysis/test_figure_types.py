"""No plain float leaves the analysis: a figure is exact, or it comes with its error."""

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cardroom.analysis
from cli.command import run

PLAIN = {
    **dict.fromkeys(
        ("Estimate.value", "Estimate.standard_error", "Rounded.value", "Rounded.error", "Root.__float__"),
        "a part of a figure",
    ),
    **dict.fromkeys(
        ("Estimate.__float__", "Rounded.__float__", "Measure.decimal", "Measure.error_at_most"), "a part of a figure"
    ),
    "Measure.standard_error": "a part of a figure",
    "SimulatedWager.distance": "it compares two figures, in standard errors",
    "Comparison.standard_errors": "it compares two figures, in standard errors",
    "SearchTerms.seconds": "time",
    "Engine.seconds": "time",
    "expected_seconds": "time",
}
"""The plain floats of the public names, with the reason."""
PARTS = {"decimal", "standard_error", "error_at_most"}
"""The plain numbers of a figure in JSON."""
COMPARING = {"distance", "standard_errors"}
COMMANDS = {
    "analyze": ("three-card",),
    "analyze, simulated splits": ("pure-21.5-blackjack",),
    "analyze, coverage": ("ez-baccarat", "--coverage", "100"),
    "analyze, action": ("pure-21.5-blackjack", "--set", "collection=1", "--action", "100"),
    "analyze, hands": ("razz",),
    "analyze, vary": ("three-card", "--vary", "pair-plus.flush=3..4"),
    "count": ("ez-baccarat", "--wager", "dragon-7", "--removed", "8 9h", "--shoes", "20"),
    "design": ("three-card", "--wager", "pair-plus", "--edge", "3%..4%"),
    "diff": ("ez-baccarat/500-club", "ez-baccarat/standard"),
    "evaluate": ("three-card", "--hand", "As 7d 2c", "--dealer", "Kh"),
    "jackpots odds": ("four-card-frenzy",),
    "risk": ("ez-baccarat", "--bankroll", "500", "--rounds", "20", "--risk", "5%"),
    "simulate": ("three-card", "--rounds", "2000"),
    "simulate, shoes": ("ez-baccarat", "--shoes", "3"),
    "strategy": ("three-card", "--lines", "2"),
}
"""The commands that print figures, with arguments."""


def public_types() -> Iterator[tuple[str, str]]:
    """The public names of the packages of the analysis, with the types of what they return and have."""
    for package in pkgutil.walk_packages(cardroom.analysis.__path__, "cardroom.analysis."):
        if not package.ispkg:
            continue
        face = importlib.import_module(package.name)
        for name in face.__all__:
            thing = getattr(face, name)
            if inspect.isclass(thing):
                yield from types_of_class(name, thing)
            elif callable(thing):
                yield name, str(getattr(thing, "__annotations__", {}).get("return"))
            else:
                yield name, type(thing).__name__


def types_of_class(name: str, kind: type) -> Iterator[tuple[str, str]]:
    for base in kind.__mro__[:-1]:
        yield from ((f"{name}.{field}", str(of)) for field, of in vars(base).get("__annotations__", {}).items())
        for field, value in vars(base).items():
            function = value.fget if isinstance(value, property) else value
            if inspect.isfunction(function):
                yield f"{name}.{field}", str(function.__annotations__.get("return"))


def plain_floats(value: Any, path: str = "") -> Iterator[str]:
    """The places of floats in a value from JSON that are not a part of a figure."""
    if isinstance(value, float):
        yield path
    elif isinstance(value, dict):
        skipped = COMPARING | (PARTS if "decimal" in value else set())
        for key, each in value.items():
            if key not in skipped:
                yield from plain_floats(each, f"{path}/{key}")
    elif isinstance(value, list):
        for each in value:
            yield from plain_floats(each, path)


def test_no_public_name_of_the_analysis_gives_a_plain_float():
    found = {name for name, of in public_types() if re.search(r"\bfloat(64)?\b", of)}
    assert found == set(PLAIN), "give a Fraction, Root, Rounded or Estimate, or say here why it is no figure"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_a_plain_float(command):
    value = json.loads(run(*command.split(",")[0].split(), *COMMANDS[command], "--json").stdout)
    assert not [*plain_floats(value)]


def test_a_certificate_has_no_plain_float(tmp_path):
    run("certify", "three-card", "--simulate", "4096", "--out", tmp_path)
    [sheet] = tmp_path.glob("*.json")
    assert not [*plain_floats(json.loads(Path(sheet).read_text()))]


def test_a_plain_float_is_found():
    assert [*plain_floats({"edge": {"decimal": 0.5, "exact": "1/2"}, "rows": [{"share": 0.5}]})] == ["/rows/share"]
