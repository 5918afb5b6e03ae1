"""Processes in place of the workshop's own. They import nothing of cardroom, so that they start at once."""

import os
import threading


def never_ends(connection):
    """Report progress once, and then nothing."""
    connection.recv_bytes()
    connection.send(("progress", "stuck", 1, 4))
    threading.Event().wait()


def ends_when_told(connection):
    """Compute forever, but end a computation when told."""
    while True:
        if connection.recv_bytes() == b"cancel":
            connection.send(("cancelled",))
        else:
            connection.send(("progress", "patient", 1, 4))


def dies(connection):
    """Die during a computation."""
    connection.recv_bytes()
    os._exit(1)
