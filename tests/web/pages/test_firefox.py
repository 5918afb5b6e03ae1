"""One walk from the lobby to a first result in Firefox. The other tests of the pages use Chromium."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from support import server as servers
from support.browser import in_memory
from support.sampling import PROOF
from support.table_page import SLOWLY, open_table

PUPPETEER = "puppeteer-core@24.43.1"
SCRIPT = Path(__file__).with_name("firefox.mjs")


@pytest.fixture
def firefox():
    """The path of Firefox. Without it or npx, the test is skipped with a message."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if not PROOF:
        pytest.skip("the walk in Firefox is run by `make proof`")
    if not path or not shutil.which("npx"):
        pytest.skip(f"SKIPPED: no walk in Firefox, for there is no {'npx' if path else 'firefox-esr'} here")
    return path


def test_a_newcomer_plays_a_round_in_firefox(often, firefox):
    with in_memory() as folder, servers.running(folder) as room:
        open_table(room, "heads-up-holdem", timing=SLOWLY)
        walk = ["npx", "--yes", "--package", PUPPETEER, "node", str(SCRIPT), room.address, firefox]
        done = subprocess.run(walk, check=False, capture_output=True, text=True, timeout=400)
    if "ENOTFOUND" in done.stderr or "EAI_AGAIN" in done.stderr or "ECONNREFUSED" in done.stderr:
        pytest.skip(f"SKIPPED: no walk in Firefox, for {PUPPETEER} cannot be downloaded here")
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert "Firefox" in seen["agent"]
    assert seen["options"] == ["Check", "Raise 3× $3"]
    assert seen["result"].startswith("You win" if seen["net"] > 0 else "You lose" if seen["net"] else "You break even")
    assert "Raise" in seen["reason"]
    assert not seen["wrong"]
