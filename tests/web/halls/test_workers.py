"""Background workers."""

import os
import signal
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

import cardroom
from cardroom.web.halls.workers import Workers


def test_a_killed_idle_worker_process_is_restarted():
    workers = Workers({})
    try:
        process = workers._counter()
        os.kill(process.submit(os.getpid).result(60), signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            process.submit(time.sleep, 60).result(60)
        assert workers.certificate(cardroom.game("ez-baccarat"), make=True) is not None
        assert workers._process is not process
    finally:
        workers.close()
