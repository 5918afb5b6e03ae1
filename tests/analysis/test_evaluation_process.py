"""The process that values decisions for the server."""

import subprocess
import sys

PARENT = """
import os, signal, sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from cardroom.analysis.evaluation.process import begin
if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=begin)
    pool.submit(os.getpid).result()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_ends_when_the_server_is_killed(tmp_path):
    file = tmp_path / "parent.py"
    file.write_text(PARENT)
    killed = subprocess.run([sys.executable, file], stdout=subprocess.PIPE, timeout=60, check=False)
    assert killed.returncode < 0  # and the pipe was closed: no process holds it
