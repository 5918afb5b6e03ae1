"""The tests' own terminal: Ctrl-C reaches the command, however the tests were started."""

import signal

from cli.command import Terminal


def test_ctrl_c_works_even_if_the_parent_process_ignores_it() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Terminal() as terminal:
            terminal.until("q to leave): ")
            terminal.type("\x03")
            assert terminal.ends() == 0
    finally:
        signal.signal(signal.SIGINT, before)
