"""A server for the tests of the door, without its limits of how often."""

import pytest

from browser import in_memory
from cardroom.web import people_api, socket
from cardroom.web.access import Buckets
from server import running


@pytest.fixture(scope="module")
def often():
    """Whoever comes from this machine may come as often as they like."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((people_api, "_SIGN_IN"), (socket, "SPEED")):
            patch.setattr(module, name, Buckets(10**6, 10**6))
        yield


@pytest.fixture(scope="module")
def door(often):
    """A server with no tables."""
    with in_memory() as folder, running(folder, newcomers=Buckets(10**6, 10**6)) as room:
        yield room
