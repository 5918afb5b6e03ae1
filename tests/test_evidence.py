"""A dishonest server that invents, replaces or drops a seed after the bets is caught by the evidence of a client."""

import json
from random import Random
from typing import NamedTuple

import pytest

import cardroom
from cardroom import verifier
from cardroom.cards import parse
from cardroom.cards.chain import SeedChain, link_hash
from cardroom.evidence import EvidenceKeeper, cards_shown
from cardroom.play import Table
from cardroom.play.table import StartRound, Void
from cardroom.play.table.log import ShuffleDiscarded
from cardroom.players import table_bots
from cardroom.players.bots import answer_next
from cardroom.verifier import FAILS, HOLDS, NOT_BEGUN, NOTHING, VOIDED, check_lines
from cli.command import run
from support.crooked import NAMES, dealt, forged, invented, published, scene, watched

BANKED, POKER = "three-card-poker-6-card-bonus", "texas-holdem"
ACES = {*parse("Ac Ad Ah As")}


@pytest.fixture(scope="module", params=[BANKED, POKER], ids=["banked", "sealed"])
def played(request):
    return watched(request.param)


def checked(*lines):
    return check_lines([(str(at), line) for at, line in enumerate(lines)])


def verdict(lines, evidence):
    """The verdict on evidence, next to what the house published."""
    return checked(*lines, *evidence)[len(lines)].verdict


def words(found):
    return {each.verdict.word for each in found if each.kind != "open"}


def verify(tmp_path, lines, evidence, code):
    """Run `cardroom verify` with evidence."""
    (tmp_path / "proof.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "evidence.jsonl").write_text("\n".join(evidence) + "\n", encoding="utf-8")
    return run("verify", tmp_path / "proof.jsonl", "--evidence", tmp_path / "evidence.jsonl", code=code).output


def test_an_honest_round_agrees_with_what_the_client_was_shown(played, tmp_path):
    said = verdict(played.lines, played.evidence)
    assert said.word == HOLDS
    assert not said.silent
    assert "the link of ann is among the seeds" in said.says
    assert words(checked(*played.lines, *played.evidence)) <= {HOLDS}
    assert "the seeds are the ones that ann was shown" in verify(tmp_path, played.lines, played.evidence, 0)


def test_a_round_that_follows_another_history_is_caught(played, tmp_path):
    """The attack: after the round before was shown, the house writes another one, and goes on from that."""
    shown = json.dumps(json.loads(played.evidence[0]) | {"previous": "ab" * 32})
    said = verdict(played.lines, [shown])
    assert said.word == FAILS
    assert f"was shown {'ab' * 32} as the last record before the round" in said.says[0]
    verify(tmp_path, played.lines, [shown], 1)


def test_evidence_that_comes_with_the_record_proves_nothing(played, tmp_path, capsys):
    """The attack: the house adds notes to the file that it sends, and they bind the record that it changed."""
    file = tmp_path / "proof.jsonl"
    file.write_text("\n".join([*played.lines, *played.evidence]) + "\n", encoding="utf-8")
    assert "whether you saved this evidence yourself" in run("verify", file, code=1).output
    assert verifier.main([str(file)]) == 1
    assert "whether you saved this evidence yourself" in capsys.readouterr().out
    run("verify", file, "--evidence", file, code=0)  # the player says that it is theirs
    assert verifier.main([str(file), "--evidence", str(file)]) == 0
    assert verify(tmp_path, played.lines, played.evidence, 0)


def test_a_confederates_seed_that_is_invented_after_the_bets_is_caught(tmp_path):
    """The house can find a deck that it likes, and the proof alone holds. The client's evidence contradicts it."""
    played = watched(BANKED)
    chains, seeds, tries = invented(played, lambda order: len(ACES & {*order[:6]}) >= 2)
    lines = forged(played, seeds=seeds, chains=chains)
    assert tries < 5000
    assert words(checked(*lines)) == {HOLDS}, "without evidence nothing is wrong"
    said = verdict(lines, played.evidence)
    assert said.word == FAILS
    assert said.says[-1] == "the seed of eve is not the one that ann was shown"
    assert "the seed of eve is not the one that ann was shown" in verify(tmp_path, lines, played.evidence, 1)


@pytest.mark.parametrize("slug", [BANKED, POKER])
def test_a_seed_that_appears_after_the_bets_is_caught(slug, tmp_path):
    played = watched(slug, eve_reveals=False)
    link = SeedChain.fresh(5).reveal()
    lines = forged(
        played,
        seeds=dict(played.before.state.shuffle.seeds) | {"eve": link},
        chains=dict(played.before.state.shuffle.chains) | {"eve": link_hash(link)},
    )
    assert words(checked(*lines)) == {HOLDS}
    assert verdict(lines, played.evidence).says == ("the seed of eve was not shown to ann when the round started",)
    verify(tmp_path, lines, played.evidence, 1)


def test_a_link_that_is_replaced_does_not_hash_to_its_chain(played):
    """That needs no evidence: the transcript contradicts itself."""
    [*lines] = played.lines
    link = dict(played.before.state.shuffle.seeds)["eve"]
    found = checked(*(line.replace(link, "ab" * 32) for line in lines))
    assert words(found) == {FAILS}
    assert "the seed of eve is not the next link of the chain" in found[0].verdict.says[0]


def test_a_link_of_the_client_that_is_left_out_is_caught(played, tmp_path):
    lines = forged(played, seeds={"eve": dict(played.before.state.shuffle.seeds)["eve"]})
    assert "the seed of ann was withheld" in str([each.verdict.says for each in checked(*lines)])
    said = verdict(lines, played.evidence)
    assert said.says == ("the seed of ann, which ann was shown when the round started, is missing",)
    verify(tmp_path, lines, played.evidence, 1)


def test_another_round_under_the_same_place_is_caught(played):
    other = watched(BANKED if played.proofs == [] else POKER)
    said = verdict(other.lines, played.evidence)
    assert said.word == FAILS
    assert "ann was shown the commitment" in said.says[0]


def test_a_record_with_another_hash_than_was_shown_is_caught(played):
    [evidence] = map(json.loads, played.evidence)
    said = verdict(played.lines, [json.dumps(evidence | {"head": "ab" * 32})])
    assert (said.word, said.says[0].startswith("the hash of the record is")) == (FAILS, True)


def test_a_card_that_was_shown_and_not_dealt_is_caught(played, tmp_path):
    [evidence] = map(json.loads, played.evidence)
    other = next(
        card
        for card in ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc"]
        if card not in evidence["cards"]
    )
    changed = json.dumps(evidence | {"cards": sorted([*evidence["cards"], other])})
    assert f"{other} was shown" in verify(tmp_path, played.lines, [changed], 1)


def test_seeds_that_changed_during_the_round_are_caught(played):
    [evidence] = map(json.loads, played.evidence)
    said = verdict(played.lines, [json.dumps(evidence | {"changed": True})])
    assert (said.word, "showed other seeds or chains later" in said.says[0]) == (FAILS, True)


def test_evidence_states_what_it_does_not_show(played):
    [evidence] = map(json.loads, played.evidence)
    later = verdict(played.lines, [json.dumps(evidence | {"before": False, "seeds": None, "head": ""})])
    assert later.word == NOTHING
    assert [each.split(":")[0] for each in later.silent] == [
        "whether the commitment was published before the round",
        "whether the seeds were published before the bets",
        "why the link of ann was not used",
        "whether the record is the one whose hash was shown after the round",
    ]


def test_a_link_that_was_not_used_is_reported():
    played = watched(BANKED)
    [evidence] = map(json.loads, played.evidence)
    dropped = forged(played, seeds={"eve": dict(evidence["seeds"])["eve"]})
    seeds = [each for each in evidence["seeds"] if each[0] != "ann"]
    said = verdict(dropped, [json.dumps(evidence | {"seeds": seeds, "head": "", "cards": []})])
    assert said.word == NOTHING
    assert "why the link of ann was not used: it came too late, or the house ignored it" in said.silent


def test_a_round_whose_record_is_missing_is_named(played, tmp_path, capsys):
    """The attack: the house publishes only some of the rounds that the client was shown."""
    [shown] = map(json.loads, played.evidence)
    other = shown | {"table": "table 8", "commitment": "cd" * 32, "previous": "ab" * 32, "head": "ef" * 32}
    found = checked(*played.lines, *played.evidence, json.dumps(other))[len(played.lines) :]
    assert [each.verdict.word for each in found[:2]] == [HOLDS, NOTHING]
    named = f"is missing here, or does not hold: table table 8, after record {'ab' * 32}, dealt from {'cd' * 32}"
    assert named in found[1].verdict.says[0]
    assert f"its hash was shown as {'ef' * 32}" in found[1].verdict.says[0]
    assert named in verify(tmp_path, played.lines, [*played.evidence, json.dumps(other)], 1)
    assert verifier.main([str(tmp_path / "proof.jsonl"), "--evidence", str(tmp_path / "evidence.jsonl")]) == 1
    assert named in capsys.readouterr().out


def test_a_proof_of_the_cards_does_not_replace_the_record(played, tmp_path):
    *proofs, _ = played.lines
    said = verdict(proofs, played.evidence)
    assert said.word == NOTHING
    assert "is missing here" in said.says[0]
    assert "the seeds are the ones that ann was shown when the round started" in said.says
    assert "is missing here" in verify(tmp_path, proofs, played.evidence, 1)


def test_a_missing_record_of_a_shoe_is_named():
    shoe = watched("ez-baccarat")
    later = json.dumps(json.loads(shoe.evidence[0]) | {"previous": "ab" * 32, "head": ""})
    said = verdict(shoe.lines, [later])
    assert said.word == NOTHING
    assert "is missing here" in said.says[0]
    assert said.says[0].endswith("its end was not shown")


def test_a_round_that_had_not_begun_has_no_record(played, tmp_path):
    [shown] = map(json.loads, played.evidence)
    next_one = shown | {"commitment": "cd" * 32, "previous": shown["head"]}
    note = json.dumps(next_one | {"asked": [], "link": "", "seeds": None, "cards": [], "head": ""})
    found = checked(*played.lines, *played.evidence, note)[len(played.lines) + 1]
    assert (found.verdict, found.kind) == (NOT_BEGUN, "open")
    verify(tmp_path, played.lines, [*played.evidence, note], 0)
    assert "none of it is about a round in these files" in verify(tmp_path, played.lines, [note], 1)


@pytest.mark.parametrize("name", ["table", "before", "asked", "seeds", "cards", "format"])
def test_damaged_evidence_is_refused(played, name):
    [evidence] = map(json.loads, played.evidence)
    for bad in (evidence | {name: 7}, {key: value for key, value in evidence.items() if key != name}):
        assert verdict(played.lines, [json.dumps(bad)]).word == FAILS


def test_the_verifier_alone_reads_evidence(played, tmp_path, capsys):
    for file, lines in (("proof.jsonl", played.lines), ("evidence.jsonl", played.evidence)):
        (tmp_path / file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = [str(tmp_path / "proof.jsonl"), "--evidence", str(tmp_path / "evidence.jsonl")]
    assert verifier.main(arguments) == 0
    assert "the link of ann is among the seeds" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["", "records"])
def test_a_file_of_evidence_without_any_is_an_error(played, tmp_path, capsys, what):
    """A client that could not write leaves an empty file. It must not look as if its evidence had been compared."""
    proof, evidence = tmp_path / "proof.jsonl", tmp_path / "evidence.jsonl"
    proof.write_text("\n".join(played.lines) + "\n", encoding="utf-8")
    evidence.write_text("\n".join(played.lines if what else []) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        verifier.main([str(proof), "--evidence", str(evidence)])
    assert "there is no evidence in this file" in capsys.readouterr().err


class CalledOffRound(NamedTuple):
    """A round that was voided after the first cards, and the deal after it, both watched by ann."""

    proof: str
    """The proof of the first deal."""
    lines: list[str]
    """What the house publishes about the second one."""
    evidence: list[str]


@pytest.fixture(scope="module", params=[BANKED, POKER], ids=["banked", "sealed"])
def voided(request):
    table = Table(cardroom.game(request.param), dict.fromkeys(NAMES, 100_000), money=True, name="table 7")
    keeper, bots, rng = EvidenceKeeper("table 7", "ann"), table_bots(table.game.rules, list(NAMES)), Random(7)
    keeper.see(scene(table))
    table.do(StartRound())
    while not cards_shown(scene(table)["picture"]):
        answer_next(table.round, bots, rng)
    keeper.see(scene(table))
    seen = table.round.proof("ann") if table.round.shuffle.kind == "sealed" else None
    table.do(Void("a boxed card"))
    [discarded] = [each for each in table.log if isinstance(each, ShuffleDiscarded)]
    keeper.see(scene(table))
    kept, proofs = dealt(table, keeper)
    shown = [each.json() for each in keeper.rounds if each.seeds is not None]
    return CalledOffRound(json.dumps(seen or discarded.transcript), published(kept, proofs), shown)


def test_evidence_of_a_round_that_was_voided_agrees_with_its_cards_and_the_next_deal(voided, tmp_path):
    proof, lines, evidence = voided
    first, second = (each.verdict for each in checked(proof, *lines, *evidence)[1 + len(lines) :][:2])
    assert (first.word, second.word) == (HOLDS, HOLDS)
    assert "the round was voided, so it has no record" in first.says
    assert "the round was voided, so it has no record" in verify(tmp_path, [proof, *lines], evidence, 0)


def test_without_its_proof_the_round_that_was_voided_is_open(voided, tmp_path):
    _, lines, evidence = voided
    found = checked(*lines, *evidence)[len(lines)]
    assert (found.verdict, found.kind) == (VOIDED, "open")
    assert "no proof of its cards is here" in verify(tmp_path, lines, evidence, 0)


def test_a_record_of_a_round_that_was_shown_as_void_is_caught(played, tmp_path):
    """The attack: the house shows the players that a round is voided, and collects their bets after all."""
    shown = json.dumps(json.loads(played.evidence[0]) | {"head": "", "voided": True})
    said = verdict(played.lines, [shown])
    assert said.word == FAILS
    assert "was voided, but a record was dealt from its cards" in said.says[0]
    verify(tmp_path, played.lines, [shown], 1)


def test_other_cards_than_those_of_the_round_that_was_voided_are_caught(voided):
    proof, lines, (first, *rest) = voided
    wrong = json.loads(first)
    wrong["cards"] = sorted([*wrong["cards"], wrong["cards"][0]])
    found = checked(proof, *lines, json.dumps(wrong), *rest)[1 + len(lines)]
    assert found.verdict.word in (FAILS, NOTHING)


def test_another_deal_in_the_place_of_a_round_that_was_not_voided_is_caught(voided):
    """The attack: after the cards were shown, the house plays the round with other cards, and says nothing."""
    _, lines, (first, *_) = voided
    shown = {name: value for name, value in json.loads(first).items() if name != "voided"}
    said = verdict(lines, [json.dumps(shown)])
    assert said.word == FAILS
    assert "was shown the commitment" in said.says[0]


@pytest.mark.parametrize("change", [{"voided": False}, {"voided": 1}, {"voided": True, "head": "ab" * 32}])
def test_a_damaged_note_of_a_void_is_refused(voided, change):
    proof, lines, (first, *_) = voided
    assert verdict([proof, *lines], [json.dumps(json.loads(first) | change)]).word == FAILS
