"""A client's own part in a fair deal: when it reveals links, when it does not, and what it notes."""

import json

import pytest

from cardroom.cards.chain import link_hash
from cardroom.evidence import MOST_ROUNDS, EvidenceKeeper
from cardroom.play.table import AddSeed, CommitChain

BETWEEN = {"commitment": "c1", "head": "", "people": {"ann": {}}, "chains": {}, "asked": {}, "seeds": {}}
PLAYING = {"picture": {"spreads": [{"cards": [51, 53]}]}}
OVER = {"picture": {"spreads": [{"cards": [51, 0]}], "over": True}}


@pytest.fixture
def ann():
    return EvidenceKeeper("table 7", "ann")


def sat(keeper):
    """Sit down and publish a chain; return its anchor."""
    [chain] = keeper.see(BETWEEN)
    assert isinstance(chain, CommitChain)
    return chain.anchor


def asked(anchor, commitment="c1", **more):
    return BETWEEN | {"commitment": commitment, "chains": {"ann": anchor}, "asked": {"ann": anchor}} | more


def test_a_seated_client_publishes_one_chain_and_a_watching_one_none(ann):
    assert ann.see(BETWEEN | {"people": {}}) == []
    anchor = sat(ann)
    assert ann.see(BETWEEN) == [], "it is on its way"
    assert ann.see(BETWEEN | {"chains": {"ann": anchor}}) == []


def test_a_link_is_revealed_once_for_a_shuffle_and_again_only_after_a_reconnection(ann):
    anchor = sat(ann)
    [seed] = ann.see(asked(anchor))
    assert isinstance(seed, AddSeed)
    assert link_hash(seed.words) == anchor
    assert ann.see(asked(anchor)) == []
    ann.reconnected()
    assert ann.see(asked(anchor)) == [seed], "the same link for the same shuffle"
    assert ann.see(asked(anchor, chains={"ann": seed.words}, seeds={"ann": seed.words})) == []
    [after] = ann.see(asked(seed.words, "c2", head="h1"))
    assert link_hash(after.words) == seed.words, "the next link for the next shuffle"


def test_no_link_is_revealed_for_a_second_shuffle_because_the_house_knows_it(ann):
    anchor = sat(ann)
    [seed] = ann.see(asked(anchor))
    [fresh] = ann.see(asked(anchor, "c2"))
    assert isinstance(fresh, CommitChain)
    assert fresh.anchor not in (anchor, seed.words)


def test_no_link_is_revealed_during_a_round_or_for_a_chain_of_another_client(ann):
    anchor = sat(ann)
    assert ann.see(asked(anchor) | PLAYING) == []
    other = EvidenceKeeper("table 7", "ann")
    [replaces] = other.see(BETWEEN | {"chains": {"ann": "ab" * 32}, "asked": {"ann": "ab" * 32}})
    assert isinstance(replaces, CommitChain), "an earlier client of the same user may be gone"
    assert other.see(BETWEEN | {"chains": {"ann": replaces.anchor}}) == []
    assert other.see(BETWEEN | {"chains": {"ann": "cd" * 32}}) == [], "two clients do not replace each other forever"


def test_a_withheld_link_leads_to_another_chain(ann):
    anchor = sat(ann)
    ann.see(BETWEEN | {"chains": {"ann": anchor}})
    [fresh] = ann.see(BETWEEN | {"commitment": "c2"})
    assert fresh.anchor != anchor


def test_a_chain_is_replaced_when_its_links_are_used_up(ann, monkeypatch):
    monkeypatch.setattr("cardroom.cards.chain.SeedChain.fresh.__func__.__defaults__", (1,))
    anchor = sat(ann)
    last, fresh = ann.see(asked(anchor))
    assert isinstance(last, AddSeed)
    assert isinstance(fresh, CommitChain)
    assert ann.see(asked(anchor, chains={"ann": last.words}, seeds={"ann": last.words})) == []
    assert ann.see(BETWEEN | {"chains": {"ann": fresh.anchor}}) == []


def test_a_client_that_does_not_mix_still_notes_evidence():
    keeper = EvidenceKeeper("table 7", "ann", mix=False)
    assert keeper.see(asked("ab" * 32)) == []
    assert keeper.rounds[0].asked == (("ann", "ab" * 32),)


def test_evidence_is_what_was_shown_first(ann):
    anchor = sat(ann)
    scene = asked(anchor, asked={"bob": "cd" * 32, "ann": anchor})
    [seed] = ann.see(scene)
    scene |= {"seeds": {"ann": seed.words}, "chains": {"ann": seed.words}}
    ann.see(scene | PLAYING)
    ann.see(scene | {"head": "h1", "commitment": "c2", "asked": {}, "seeds": {}} | OVER)
    first, second = ann.rounds
    assert json.loads(first.json()) == {
        "table": "table 7",
        "viewer": "ann",
        "commitment": "c1",
        "previous": "",
        "before": True,
        "asked": [["ann", anchor], ["bob", "cd" * 32]],
        "link": seed.words,
        "seeds": [["ann", seed.words]],
        "changed": False,
        "cards": ["2c", "As"],
        "head": "h1",
        "format": "cardroom-evidence-1",
    }
    assert (second.commitment, second.previous, second.before, second.cards) == ("c2", "h1", True, ())


@pytest.mark.parametrize("changes", [{"seeds": {"ann": "other"}}, {"asked": {"ann": "ab" * 32, "eve": "ef" * 32}}])
def test_seeds_and_chains_that_change_are_noted(ann, changes):
    scene = asked("ab" * 32, seeds={"ann": "cd" * 32}) | PLAYING
    ann.see(scene)
    assert not ann.rounds[0].changed
    ann.see(scene | changes)
    assert ann.rounds[0].changed
    assert ann.rounds[0].seeds == (("ann", "cd" * 32),), "the first"
    assert not ann.rounds[0].before


def test_evidence_is_bounded(ann):
    for number in range(MOST_ROUNDS + 10):
        ann.see(BETWEEN | {"commitment": f"c{number}"})
    assert [len(ann.rounds), ann.rounds[0].commitment] == [MOST_ROUNDS, "c10"]


def test_a_round_that_is_voided_is_noted_and_gets_no_record(ann):
    anchor = sat(ann)
    first = asked(anchor)
    ann.see(first)
    ann.see(first | PLAYING)
    again = asked(anchor, commitment="c2")
    ann.see(again)
    ann.see(asked(anchor, commitment="c3", head="h1") | OVER)  # the second deal was not shown: reconnected too late
    voided, second, third = ann.rounds
    assert json.loads(voided.json())["voided"] is True
    assert (voided.head, voided.cards) == ("", ("As",))
    for other in (second, third):
        assert "voided" not in json.loads(other.json())


def test_a_void_is_also_noted_by_a_client_that_comes_back_during_the_next_deal(ann):
    anchor = sat(ann)
    ann.see(asked(anchor) | PLAYING)
    ann.see(asked(anchor, commitment="c2") | PLAYING)
    ann.see(asked(anchor, commitment="c3", head="h1") | OVER)
    voided, played, _ = ann.rounds
    assert (voided.voided, voided.head, played.head) == (True, "", "h1")
