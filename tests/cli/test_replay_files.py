"""`cardroom replay` reads logs in every encoding that sites write them in."""

from pathlib import Path

import pytest

from cli.command import run

LOG = """PokerStars Hand #7:  Hold'em No Limit (€1/€2 EUR) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #2 is the button
Seat 2: Jürgen (€200 in chips)
Seat 5: bob (€150.50 in chips)
Jürgen: posts small blind €1
bob: posts big blind €2
*** HOLE CARDS ***
Jürgen: raises €4 to €6
bob: folds
Uncalled bet (€4) returned to Jürgen
Jürgen collected €4 from pot
*** SUMMARY ***
Total pot €4 | Rake €0
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
@pytest.mark.parametrize("name", ["log.txt", "log.old"])
def test_a_log_is_read_in_the_encoding_that_it_is_in(encoding: str, name: str, tmp_path: Path) -> None:
    text = LOG.replace("€", "") if encoding == "latin-1" else LOG
    (tmp_path / name).write_bytes(text.replace("\n", "\r\n").encode(encoding))
    assert "Seats: 1 bob, 2 Jürgen." in run("replay", tmp_path / name).stdout
    if name == "log.txt":
        assert run("replay", "--check", tmp_path).stdout.startswith("1 replayed, 0 failed")
