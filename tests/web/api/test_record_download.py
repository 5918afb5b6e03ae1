"""A downloaded draw hand can be checked: its second proof tells the shown cards from the discards."""

import json
import re
from random import Random
from types import SimpleNamespace

import pytest

from cardroom.cards import health
from cardroom.cli.prove.verify import PARTLY, verdicts
from cardroom.house import House
from cardroom.house.tables.recall import Recall
from cardroom.verifier import HOLDS
from cardroom.web.api.history import _RoundOfUser
from support.houses import play, seated

SLUG = "2-7-single-draw"


@pytest.fixture(params=range(4))
def draws(request, tmp_path, monkeypatch):
    """A recall of rounds in which cards were drawn, and their numbers."""
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    monkeypatch.setattr(health, "_system", SimpleNamespace(draw=Random(request.param).randbytes))  # fixed deals
    house = House.at(tmp_path / "room.db", create=True)
    play(seated(house, "table 7", SLUG, ("ann", "bob")), 12, Random(1))
    recall = Recall(house.books)
    numbers = [each.number for each in recall.of_table("table 7").rounds]
    drawn = [n for n in numbers if any(each.action == "discard" for each in recall.round("table 7", n).answers)]
    yield recall, drawn
    house.books.store.close()


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "role", "proofs"), [("ann", "player", 2), ("flo", "floor", 1), ("zoe", "auditor", 2)])
def test_a_downloaded_draw_hand_holds(draws, name, role, proofs):
    recall, drawn = draws
    assert drawn
    workers = SimpleNamespace(recalls={"play": recall})
    who = SimpleNamespace(name=name, may=lambda *asked: role in asked)
    for number in drawn:
        *lines, record = _RoundOfUser(workers, "play", "table 7", number, who).lines().splitlines()
        assert len(lines) == proofs
        assert all("secret" not in json.loads(line) for line in lines)
        alone = verdicts({"round.jsonl": [*lines, record]})[proofs].verdict
        assert alone.word == PARTLY
        [head] = re.findall(r"it is record ([0-9a-f]{64})", alone.says[0])
        verdict = verdicts({"round.jsonl": [*lines, record]}, head=head)  # which the player saw at the table
        assert [each.verdict.word for each in verdict[: proofs + 1]][-1] == HOLDS
