"""The fuzz harness: a few seconds for every kind of input, and tests that it finds planted faults.

`python -m fuzz` runs it for any time; see CONTRIBUTING.md.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import limits
from cardroom.cli.study import round_files
from cardroom.limits import json_value, toml_table
from fuzz import doors, harness, kinds
from fuzz.harness import again, fuzz
from fuzz.kinds import KINDS, Kind
from fuzz.mutation import reshaped, spoiled, toml_text
from support.sampling import PROOF

INPUTS = {
    "rules": 150,
    "settings": 200,
    "records": 150,
    "hands": 300,
    "logs": 150,
    "values": 500,
    "answers": 9000,
    "proofs": 100,
    "commands": 50,
    "lines": 300,
    "requests": 80,
}
"""The number of inputs of each kind in a proof, the same in every run. The suite tries half of them."""
if not PROOF:
    INPUTS = {name: number // 2 for name, number in INPUTS.items()}

ROOT = Path(__file__).parents[2]
PATHS = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}", "PATH": ""}
"""The PYTHONPATH of a child process."""


@pytest.fixture(scope="module", autouse=True)
def no_server_is_left() -> Iterator[None]:
    """Close the fuzzed server at the end. Otherwise it would continue to deal during other tests."""
    yield
    doors.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", KINDS)
def test_no_input_breaks_it(name: str, tmp_path: Path) -> None:
    tally = fuzz({name: KINDS[name]}, "suite", INPUTS[name], 60, tmp_path)
    assert not tally.failures, [json.loads(file.read_text())["why"] for file in tmp_path.iterdir()]
    assert tally.given[name] >= INPUTS[name]


# -- the harness itself ------------------------------------------------------------------------------------------------


def test_a_reader_that_breaks_is_found_and_what_broke_it_can_be_given_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sound = round_files.read_phh

    def broken(source: str) -> object:
        if "cbr" in source:
            raise KeyError("cbr")
        return sound(source)

    monkeypatch.setattr(round_files, "read_phh", broken)
    tally = fuzz({"hands": KINDS["hands"]}, "planted", 200, 60, tmp_path)
    ((kind, what),) = tally.failures
    assert kind == "hands"
    assert what.startswith("KeyError in ")
    files = list(tmp_path.iterdir())
    assert 0 < len(files) <= harness.KEPT
    assert all(again(file, KINDS) for file in files), "they fail again"
    monkeypatch.undo()
    assert not any(again(file, KINDS) for file in files), "and no more when it is mended"


def test_a_limit_that_is_lifted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEY_PARTS", 10**9)
    monkeypatch.setattr(harness, "SECONDS", 0.3)
    long = Kind("long", 1, lambda _: "a." * 20_000 + "a = 1", lambda text: len(toml_table(text)))
    _, failure = harness.given(long, long.make(Random()), seconds=0.3)
    assert failure
    assert failure.what.startswith("Hang in ")


def test_an_answer_that_changes_something_and_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = kinds.Round.ask_of

    def careless(round: kinds.Round, who: str | int) -> object:
        round.events.append(round.events[-1]) if round.events else None
        return refuse(round, who)

    monkeypatch.setattr(kinds.Round, "ask_of", careless)
    tally = fuzz({"answers": KINDS["answers"]}, "planted", 200, 60)
    assert any("a refused answer has changed something" in what for _, what in tally.failures)


def test_what_is_shown_raw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardroom.cli.app.visible", lambda text: f"\x1b[31m{text}")  # colors an error by hand
    tally = fuzz({"commands": KINDS["commands"]}, "suite", 30, 60)
    assert any("hidden characters are shown" in what for _, what in tally.failures)


@pytest.mark.proof
def test_what_hangs_wastes_memory_or_only_waits_is_found() -> None:
    def hang(_: object) -> int:
        while True:
            pass

    def wait(_: object) -> int:
        time.sleep(60)
        return 1

    for give in (hang, wait):
        began = time.monotonic()
        count, failure = harness.given(Kind("slow", 1, lambda _: None, give), None, seconds=0.1)
        assert failure
        assert failure.what.startswith("Hang in ")
        assert count == 1
        assert time.monotonic() - began < 30
    code = (
        "from fuzz import harness, kinds\n"
        "large = kinds.Kind('large', 1, lambda _: None, lambda _: len(bytearray(600 << 20)))\n"
        "print(harness.given(large, None)[1].what)\n"
        "harness.bound_memory(100)\n"
        "print(harness.given(large, None)[1].what)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=PATHS)
    assert result.stdout.startswith("memory\nMemoryError in "), result.stderr


def test_the_same_seed_makes_the_same_inputs() -> None:
    for kind in KINDS.values():
        first, second = (kind.make(Random("one seed")) for _ in range(2))
        assert json.dumps(first) == json.dumps(second)


@pytest.mark.proof
def test_it_runs_as_a_command_of_its_own(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "fuzz",
        "--kind",
        "hands",
        "--inputs",
        "20",
        "--seconds",
        "60",
        "--keep",
        str(tmp_path),
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=PATHS)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("hands                20 inputs   slowest ")
    assert "20 inputs, 0 failed, at most " in result.stdout
    assert "20 inputs in " in result.stderr


# -- the same readers, by hypothesis -----------------------------------------------------------------------------------

LEAVES = st.booleans() | st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False) | st.text()


def trees(leaves: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Lists and objects of these."""
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=20,
    )


@given(trees(LEAVES | st.none()))
def test_json_is_read_as_the_standard_library_reads_it(value: object) -> None:
    text = json.dumps(value)
    assert json_value(text) == json.loads(text)


@given(st.dictionaries(st.text(max_size=8), trees(LEAVES), max_size=5))
def test_a_table_is_read_as_it_was_written(table: dict[str, object]) -> None:
    assert toml_table(toml_text(table).decode()) == table


@given(st.binary(max_size=200), st.integers())
def test_texts_are_spoiled_whatever_they_are(text: bytes, seed: int) -> None:
    assert isinstance(spoiled(Random(seed), text, [b"other"]), bytes)


@given(trees(LEAVES | st.none()), st.integers())
def test_trees_are_reshaped_whatever_they_are(value: object, seed: int) -> None:
    before = json.dumps(value)
    json.dumps(reshaped(Random(seed), value))
    assert json.dumps(value) == before
