"""The verifier follows seed chains through the records of a table."""

import json

import pytest

import cardroom
from cardroom.cards.chain import SeedChain
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.play import Table
from cardroom.play.table import AddSeed, AskLinks, CommitChain, Leave, SubmitAnswer, UseDefault
from cardroom.verifier import FAILS, HOLDS, check_lines, check_shuffle

NAMES = ("ann", "bob", "cy")
DECK, POKER, SHOE = "three-card-poker-6-card-bonus", "texas-holdem", "ez-baccarat"


def opened(slug=DECK):
    """A money table where everyone has a chain."""
    table = Table(cardroom.game(slug), dict.fromkeys(NAMES, 100_000), money=True, name="table 7")
    chains = {who: SeedChain.fresh(9) for who in NAMES}
    for who, chain in chains.items():
        table.do(CommitChain(who, chain.anchor))
    return table, chains


def played(table, chains, *, but=(), leaves=()):
    """A round for which all were asked; some withhold their links, some leave before the deal."""
    if not table.carry.shoe:
        table.do(AskLinks(tuple(who for who in NAMES if who in table.state.chains)))
        for who in dict(table.shuffle.chains):
            if who not in but:
                table.do(AddSeed(who, chains[who].reveal()))
    for who in leaves:
        table.do(Leave(who))
    round = table.start()
    if table.game.slug == SHOE:
        for action, value in (("bank", 10_000), ("bet", {"player": 500})):
            spot = round.ask.spot
            table.do(SubmitAnswer(round.spot(spot).bettor, spot, None, action, value))
    while not round.done:
        table.do(UseDefault(round.ask.spot))
    return DealtRound(table.finish(), round.shuffle)


def checked(lines):
    return [
        each for each in check_lines([(str(at), line) for at, line in enumerate(lines)]) if each.where != "the whole"
    ]


def words(found):
    return [each.verdict.word for each in found]


def says(found):
    return [said for each in found for said in each.verdict.says]


@pytest.mark.parametrize("slug", [DECK, POKER, SHOE])
def test_chains_go_on_from_record_to_record(slug):
    table, chains = opened(slug)
    found = checked(record_lines([played(table, chains) for _ in range(3)]))
    assert {*words(found)} == {HOLDS}
    followed = [said for said in says(found) if said == "the chain of bob goes on where the last record left it"]
    assert len(followed) == (0 if slug == SHOE else 2), "a shoe is one shuffle"
    begun = [said for each in found for said in each.verdict.silent if said.startswith("whether bob published")]
    assert len(begun) == 1, "its first anchor is in no record before"


@pytest.mark.parametrize("slug", [DECK, POKER])
def test_withheld_links_are_marked(slug):
    table, chains = opened(slug)
    kept = played(table, chains, but=("bob",))
    found = checked(record_lines([kept]))
    assert {*words(found)} == {HOLDS}
    assert "the seed of bob was withheld: the shuffle goes on without it" in says(found)
    assert "the links of ann, cy hash to the ends of their chains" in says(found)


def test_a_player_who_leaves_before_the_deal_does_not_take_the_link_along():
    table, chains = opened()
    assert {*words(checked(record_lines([played(table, chains, leaves=("cy",))])))} == {HOLDS}


def test_a_link_that_was_published_before_cannot_count_again():
    """A house that knows a link could choose its own secret by it."""
    table, chains = opened()
    first = played(table, chains)
    link = dict(first.record.opening.seeds)["bob"]
    table.do(CommitChain("bob", dict(first.record.opening.chains)["bob"]))
    table.do(AskLinks(("bob",)))
    table.do(AddSeed("bob", link))
    round = table.start()
    while not round.done:
        table.do(UseDefault(round.ask.spot))
    again = DealtRound(table.finish(), round.shuffle)
    *_, last = checked(record_lines([first, again]))
    assert (last.verdict.word, last.verdict.says) == (
        FAILS,
        ("the chain of bob uses a link that was published before",),
    )


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda t: t["chains"].reverse(), "seeds must be sorted by player"),
        (lambda t: t["chains"].append(["zed", "00"]), "the anchor of zed must be 64 digits"),
        (lambda t: t["chains"].clear(), "chains must not be empty"),
        (lambda t: t["seeds"].__setitem__(0, ["ann", "ab" * 32]), "the seed of ann is not the next link"),
        (lambda t: t["seeds"].__setitem__(0, ["ann", "lucky"]), "a link must be 64 digits"),
        (lambda t: t["chains"].__setitem__(0, ["ann", "ab" * 32]), "the seed of ann is not the next link"),
    ],
)
@pytest.mark.parametrize("slug", [DECK, POKER])
def test_a_transcript_with_wrong_chains_is_refused(slug, change, problem):
    table, chains = opened(slug)
    transcript = json.loads(json.dumps(played(table, chains).shuffle.transcript()))
    change(transcript)
    verdict = check_shuffle(transcript)
    assert verdict.word == FAILS
    assert problem in verdict.says[0]


def test_a_record_with_other_chains_than_its_shuffle_is_refused():
    table, chains = opened()
    shuffle, record = record_lines([played(table, chains, but=("bob",))])
    changed = json.loads(record)
    changed["opening"]["chains"] = [each for each in changed["opening"]["chains"] if each[0] != "bob"]
    found = checked([shuffle, json.dumps(changed, separators=(",", ":"))])
    assert words(found) == [HOLDS, FAILS]
    assert found[1].verdict.says == ("the chains of its shuffle differ from those of the round",)


def test_two_transcripts_of_one_commitment_have_the_same_chains():
    table, chains = opened(POKER)
    shuffle = played(table, chains, but=("bob",)).shuffle
    public = shuffle.transcript(reveal=False)
    other = public | {"chains": public["chains"][:1]}
    assert FAILS in words(checked([json.dumps(public), json.dumps(other)]))
