"""Starts, stops and outages of the server, as notes in the books."""

import json

from cardroom.house import CAGE
from cardroom.house.audit.store import audit
from cardroom.house.backup.runs import WHAT, Runs


def notes(house):
    entries = [json.loads(entry.body) for entry in house.entries(CAGE) if entry.kind == "note"]
    return [(each["why"].split(";")[0], each["after"]) for each in entries if each["what"] == WHAT]


def test_a_start_and_a_stop_are_noted_and_are_no_outage(house):
    first = Runs(house.books, "host 1")
    first.start()
    first.stop()
    second = Runs(house.books, "host 2")
    second.start()
    assert second.note_outages([]) == []
    assert notes(house) == [("started: host 1", ["host 1"]), ("stopped: host 1", []), ("started: host 2", ["host 2"])]


def test_a_process_that_ended_without_stopping_is_noted_once(house):
    for name in ("host 1", "host 2", "host 3"):
        Runs(house.books, name).start()
    last = Runs(house.books, "host 3")
    assert last.note_outages(["host 2", "host 3"]) == ["host 1"]
    assert last.note_outages(["host 2", "host 3"]) == []
    assert notes(house)[-1] == ("outage: host 1 ended without stopping", ["host 2", "host 3"])
    assert audit(house.books).holds
