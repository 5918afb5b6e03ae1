"""Input from outside is read within limits: nothing hangs or fills the memory, and the message gives the reason."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cardroom import limits
from cardroom.errors import InputError
from cardroom.limits import check_size, json_value, read_lines, read_text, toml_table

MOST = limits.RULES_BYTES


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a." * 100_000 + "a = 1", "a key in line 1 has more than 12 dotted parts"),
        ("b = 1\n[" + "a." * 50_000 + "a]", "a key in line 2 has more than 12 dotted parts"),
        ('"a".' * 50_000 + "a = 1", "more than 12 dotted parts"),
        ('"\\"".' * 40_000 + "a = 1", "more than 12 dotted parts"),
        ("'a' . " * 40_000 + "a = 1", "more than 12 dotted parts"),
        ("a = " + "[" * 100_000, "it is nested too deep, over 32 levels"),
        ("a = " + "{a=" * 50_000, "it is nested too deep"),
        ("a = " + "9" * 5000, "a number in it is too long"),
        ("a = 0x" + "f" * 50_000, "a number of 60206 digits is too large"),
        ("a = 10_000_000_000_000_000_000", "a number of 20 digits is too large|10000000000000000000 is too large"),
        ("a = inf", "inf is not a number"),
        ("a = nan", "nan is not a number"),
        ("a = 1e999", "inf is not a number"),
        ("a = 1\n" * 2, "it is not TOML: Cannot overwrite a value"),
        ("[seats", "it is not TOML: "),
        ('"' + '\\"' * 100_000, "it is not TOML: "),
        ('"' * MOST, "it is not TOML: "),
        ("a" * MOST, "it is not TOML: "),
        ("." * MOST, "it is not TOML: "),
        ("#" * (MOST + 1), "it is longer than 256 KB, the limit"),
    ],
    ids=lambda each: each[:20],
)
def test_oversized_toml_is_rejected_quickly(text: str, says: str) -> None:
    began = time.process_time()
    with pytest.raises(InputError, match=says):
        toml_table(text, MOST)
    assert time.process_time() - began < 5, "it is a matter of milliseconds; it was one of hours"


def test_toml_within_the_limits_is_read() -> None:
    text = 'a.b."c.d" = ["[[[[", 1.5, {x = "]", y = 2024-01-01}]\n# [[[[[[\nlong = """\n' + "[" * 100 + '"""\n'
    assert toml_table(text)["a"]["b"]["c.d"][0] == "[[[["
    assert toml_table("[" + ".".join("abcdefghijkl") + "]\nx = 1")["a"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 1_000_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        ("[" * 33 + "]" * 33, "nested too deep, over 32 levels"),
        ("9" * 5000, "a number in it is too long"),
        ("9" * 30, "a number of 30 digits is too large"),
        ("NaN", "NaN is not a number"),
        ("[1e999]", "inf is not a number"),
        ('"\\ud800"', r"'\\ud800' contains half a surrogate pair"),
        ('{"\\udfff": 1}', "contains half a surrogate pair"),
        ("[1,]", "a value is expected|a comma too many"),
        ("", "a value is expected at line 1, column 1"),
        ("[" + "0," * 500_000 + "0]", "more than 500,000 values"),
    ],
    ids=lambda each: each[:20],
)
def test_oversized_json_is_rejected_quickly(text: str, says: str) -> None:
    with pytest.raises(InputError, match=f"this is not JSON.*{says}"):
        json_value(text)


def test_json_within_the_limits_is_read() -> None:
    assert json_value("[" * 32 + "]" * 32)
    assert json_value('["[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\\ud83c\\udca1"]')[1] == "🂡"
    assert json_value(f'["{"a" * 100_000}"]')


def test_a_value_made_in_memory_has_the_same_limits() -> None:
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]
    for value in (deep, {"a": 10**5000}, [float("nan")]):
        with pytest.raises(InputError):
            check_size(value)


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"a" * 100)
    assert read_text(file, 100) == "a" * 100
    with pytest.raises(InputError, match="it is longer than 0 KB, the limit"):
        read_text(file, 99)
    file.write_bytes(b"ok\n\xff\n")
    with pytest.raises(InputError, match="byte 3 is not text in UTF-8"):
        read_text(file)
    with pytest.raises(InputError, match="byte 3 is not text in UTF-8"):
        list(read_lines(file))


def test_lines_are_read_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    text = "one\n\u2028two\x0b\r\n\nthree" + "x" * 200_000 + "\nlast"
    file.write_bytes(text.encode())
    assert list(read_lines(file)) == ["one\n", "\u2028two\x0b\r\n", "\n", "three" + "x" * 200_000 + "\n", "last"]
    with pytest.raises(InputError, match="line 4 is longer than"):
        list(read_lines(file, 1000))


def test_endless_and_sparse_files_are_rejected_at_the_limit(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse"
    with sparse.open("wb") as file:
        file.truncate(2 << 30)
    for source in (sparse, Path("/dev/zero")):
        for read in (read_text, lambda each: list(read_lines(each))):
            with pytest.raises(InputError, match="longer than"):
                read(source)


def test_endless_lines_are_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(limits, "MOST_LINES", 10)
    file = tmp_path / "file"
    file.write_text("\n" * 11)
    with pytest.raises(InputError, match="it has more than 10 lines"):
        list(read_lines(file))


def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert list(read_lines(pipe)) == []
    assert read_text(pipe) == ""


def test_a_slow_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    reads, writes = os.pipe()

    def write() -> None:
        for part in (b"one\ntw", b"o\n", b"three"):
            time.sleep(0.05)
            os.write(writes, part)
        os.close(writes)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        assert list(read_lines(f"/dev/fd/{reads}")) == ["one\n", "two\n", "three"]
    finally:
        writer.join()
        os.close(reads)


def test_a_file_of_any_length_is_read_in_little_memory(tmp_path: Path) -> None:
    """Only shuffles, and rounds that wait for one, stay in memory, and their size is limited."""
    file, long = tmp_path / "rounds.jsonl", "y" * 400_000
    with file.open("w") as out:
        for key in map(str, range(80)):
            out.write(json.dumps({"version": key, "kind": "fair", "commitment": key, "x": long}) + "\n")
            out.write(json.dumps({"opening": {"shuffle": key}, "x": long}) + "\n")
    code = (
        "import resource, sys; from cardroom.cli.study import round_files\n"
        "round_files.CACHE_BYTES = 1 << 22\n"
        "began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "found = sum(bool(each.shuffle) for each in round_files.read_rounds(sys.argv[1]))\n"
        "print(found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - began)"
    )
    result = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=True).stdout
    rounds, grown = map(int, result.split())
    assert rounds == 80
    assert grown < 35_000, "kilobytes, for a file of 64,000"
