"""A limit that several processes share is exact, also when they count at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.shared_limiter import SharedLimiter


def test_two_processes_together_allow_the_limit_and_no_more(new_place):
    place = new_place()
    databases = [PeopleDatabase(place) for _ in range(2)]
    processes = [SharedLimiter(each, "guests", 30, now=lambda: 600.0) for each in databases]
    with ThreadPoolExecutor(4) as threads:
        waits = list(threads.map(lambda number: processes[number % 2].wait("10.0.0.1"), range(66)))
    assert [wait == 0 for wait in waits].count(True) == 30
    assert max(waits) == 60, "until the next minute"
    assert processes[0].wait("10.0.0.2") == 0, "another address has its own limit"
    for each in databases:
        each.close()
