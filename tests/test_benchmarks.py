"""Benchmarks measure the peers that are installed, and name those that are not."""

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest
from benchmarks import bench, peers, rankings
from benchmarks.__main__ import parts

PEERS = ("eval7", "phevaluator", "pokerkit", "pyspiel", "rlcard", "treys")


@pytest.fixture
def no_peers(monkeypatch):
    """A machine without any peer."""
    for name in PEERS:
        monkeypatch.setitem(sys.modules, name, None)
    bench.peer.cache_clear()
    yield
    bench.peer.cache_clear()


@pytest.mark.parametrize("part", parts())
def test_no_part_imports_a_peer_before_it_is_known_to_be_there(part):
    for node in ast.parse((Path(bench.__file__).parent / f"{part}.py").read_text(encoding="utf-8")).body:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) else []
        assert not {name.partition(".")[0] for name in names} & {*PEERS}


def test_a_missing_peer_is_named_once_and_left_out(no_peers, monkeypatch, capsys):
    monkeypatch.setattr(rankings, "deal", lambda count, size, lowest=0: _few(size, lowest))
    for cases in (rankings._high(7), rankings._high(5), rankings._omaha(), rankings._pokerkit("BadugiHand", 2, [])):
        assert cases == []
    said = capsys.readouterr().out
    for name in ("eval7", "phevaluator", "pokerkit", "treys"):
        assert said.count(f"{name} is not measured: ") == 1


def test_the_other_peers_are_measured_when_one_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "eval7", None)
    monkeypatch.setattr(rankings, "deal", lambda count, size, lowest=0: _few(size, lowest))
    bench.peer.cache_clear()
    try:
        cases = rankings._high(7)
    finally:
        bench.peer.cache_clear()
    assert (
        {"phevaluator", "phevaluator, names", "pokerkit"}
        <= {case.name for case in cases}
        <= {*("phevaluator", "phevaluator, names", "pokerkit", "treys")}
    )
    for case in cases:
        case.run()


def test_a_group_without_a_peer_is_still_reported(no_peers):
    case = bench.Case("cardroom", lambda: None, 1)
    case.seconds = [1.0]
    group = bench.Group("alone", [case])
    assert group.ratio(case) is None
    assert bench.table(group).row_count == 1


def test_a_peer_that_cannot_be_installed_does_not_keep_the_others_away():
    asked = []

    def registry(*arguments):
        asked.append(arguments)
        name = arguments[-1]
        return not name.startswith("eval7") and not (name.startswith("treys") and len(arguments) > 1)

    [missing] = peers.install(registry)
    assert missing.startswith("eval7")
    assert {arguments[-1] for arguments in asked} == {*peers.wanted()}
    treys = [arguments for arguments in asked if arguments[-1].startswith("treys")]
    assert [len(arguments) for arguments in treys] == [3, 1], "without the pinned version, another one is taken"


def _few(size, lowest):
    return import_module("numpy").array([range(lowest, lowest + size)] * 3, "uint8")
