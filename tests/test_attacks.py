"""Attacks of a dishonest house or clerk on the verifier, and honest files that must pass."""

import json
from pathlib import Path
from random import Random

import pytest

import cardroom
from cardroom import verifier
from cardroom.cards.shuffle import Shuffle
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.play import Record, Table, record, replay
from cardroom.play.table import AddSeed
from cardroom.players import table_bots
from cardroom.players.bots import play_round
from cardroom.verifier import FAILS, HOLDS, NOTHING, check_lines, check_seat
from support.forgeries import played
from support.vectors import FOLDER

BACCARAT = cardroom.game("ez-baccarat")
SIGNED = (FOLDER / "records-signed.jsonl").read_text(encoding="utf-8").splitlines()


def checked(lines, **noted):
    return check_lines([(str(number), line) for number, line in enumerate(lines)], **noted)


def words(result):
    return [each.verdict.word for each in result if each.kind != "open"]


def silent(result):
    return " ".join(text for each in result for text in each.verdict.silent)


def written(values):
    return [json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in values]


@pytest.mark.parametrize("slug", ["texas-holdem", "razz", "2-7-triple-draw", "short-deck", "mexican-poker", "badugi"])
def test_the_proof_of_a_first_hand_includes_its_button(slug):
    _, [proof] = played(slug, 1)
    verdict = check_seat(proof)
    assert verdict.holds
    assert (
        any("card for the button: " in message for message in verdict.says)
        or "drawn" not in proof
        or not proof["drawn"]
    )


def test_a_shoe_cannot_begin_at_a_chosen_card():
    table = Table(BACCARAT, {"ann": 100_000, "bob": 100_000}, money=True)
    bots = table_bots(BACCARAT.rules, ["ann", "bob"])
    carry = {"shoe": {"dealt": 17, "drawn": None}}
    round = play_round(
        BACCARAT.round(table.state.spots(), table.stacks, shuffle=table.shuffle, carry=carry), bots, Random(1)
    )
    one = record(round, "", table.name)
    result = checked(record_lines([DealtRound(one, table.shuffle)]), noted=table.commitment, head=one.hash)
    assert words(result)[:2] == [HOLDS, FAILS]
    assert "begins in the middle of a new shoe" in result[1].verdict.says[0]


def test_missing_rounds_of_a_shoe_are_reported():
    stored, _ = played("ez-baccarat", 3)
    shoe, _, second, third = record_lines(stored)
    result = checked([shoe, second, third])
    assert words(result) == [HOLDS] * 3
    assert "the records before it" in silent(result)
    assert "the earlier rounds of its shoe" in silent(result)


def test_a_given_key_requires_a_signature():
    key = json.loads(SIGNED[-1])["key"]
    assert set(words(checked(SIGNED, key=key))) == {HOLDS}
    unsigned = checked(SIGNED[:-1], key=key)
    assert words(unsigned)[-1] == FAILS
    assert "is not signed with the known key" in unsigned[-1].verdict.says[0]


def test_the_saved_commitment_must_be_of_a_shuffle_that_was_dealt():
    other = Shuffle.fresh(range(52))
    result = checked([*SIGNED, json.dumps(other.transcript())], noted=other.commitment)
    assert words(result)[-1] == FAILS
    assert "no round here was dealt from" in result[-1].verdict.says[0]
    noted = json.loads(SIGNED[1])["opening"]["shuffle"]
    assert set(words(checked(SIGNED, noted=noted))) == {HOLDS}


def test_changes_between_rounds_are_reported():
    values = [json.loads(line) for line in SIGNED[:-1]]
    assert "joined, left" not in silent(checked(SIGNED))
    values[5]["opening"]["stacks"]["ann"] += 1_000
    values[5]["opening"]["carry"]["bank"] = {"seat": 3, "bettor": "cy", "turn": 1}
    result = checked(written(values))
    assert "why ann joined, left or have other chips" in silent(result)
    assert "why the table's bank differs from the previous record" in silent(result)


def test_seeds_are_sorted_and_of_players_who_were_there():
    values = [json.loads(line) for line in SIGNED[:-1]]
    assert len(values[4]["seeds"]) == 2
    for seeds in (values[4]["seeds"][::-1], [*values[4]["seeds"], values[4]["seeds"][0]]):
        round_record = checked(written([*values[:4], values[4] | {"seeds": seeds}, values[5]]))
        assert "seeds must be sorted by player" in round_record[4].verdict.says[0]
    twice = checked(written([values[4], values[4] | {"seeds": []}]))
    assert FAILS in words(twice), "one commitment, two lists of seeds"
    table = Table(BACCARAT, {"ann": 100_000, "bob": 100_000}, money=True)
    shuffle = table.shuffle.seeded("eve", "x")
    round = play_round(
        BACCARAT.round(table.state.spots(), table.stacks, shuffle=shuffle),
        table_bots(BACCARAT.rules, ["ann", "bob"]),
        Random(1),
    )
    round_record = checked(record_lines([DealtRound(record(round, "", table.name), shuffle)]))
    assert "it has seeds of players who were not there: eve" in round_record[1].verdict.says[0]


def test_two_shuffles_of_a_table_cannot_share_a_number():
    about = Table(BACCARAT, {"ann": 100_000, "bob": 100_000}, money=True).shuffle.about
    lines = [json.dumps(Shuffle.fresh(range(52), about).transcript()) for _ in range(2)]
    assert words(checked(lines)) == [HOLDS, FAILS]
    nothing = Shuffle.fresh(range(52), about._replace(number=0)).transcript()
    assert words(checked([json.dumps(nothing)])) == [FAILS]


def test_draws_cannot_be_reordered():
    _, [proof] = played("texas-holdem", 1)
    [button] = proof["drawn"]
    other = button | {"numbers": button["numbers"][::-1]}
    assert check_seat(proof).holds
    assert check_seat(proof | {"drawn": [button, button]}).word == FAILS, "the second of its kind is another"
    for number in range(10):
        padding = {"what": "the stub", "of": 9, "numbers": [number] if number else [], "differ": True}
        assert check_seat(proof | {"drawn": [padding, other]}).word == FAILS


def test_a_reshuffle_of_discards_stays_secret():
    table = Table(cardroom.game("2-7-triple-draw"), dict.fromkeys("abcdef", 100000), money=True)
    round = table.start()
    while not round.done:
        ask = round.ask
        offered = {option.action for option in ask.options}
        hand = round.cards.hand(ask.spot)
        if "discard" in offered:
            round.answer(ask.spot, "discard", tuple(hand))
        else:
            round.answer(
                ask.spot, "call" if "call" in offered else "check" if "check" in offered else ask.default.action
            )
    assert round.cards.drawn is None
    proof = round.proof("a")
    assert "draws" not in proof
    assert check_seat(proof).holds


@pytest.mark.parametrize(
    "line",
    [
        '{"version":"x","kind":"given","commitment":""}',
        '{"version":"cardroom-shuffle-1","kind":"given","commitment":"","about":{"table":[]}}',
        '{"format":"cardroom-round-1","opening":{"shuffle":[]}}',
        '{"format":["cardroom-round-1"]}',
        '{"format":"cardroom-signature-1"}',
        '{"version":"cardroom-shuffle-1","commitment":7}',
    ],
)
def test_crafted_lines_get_a_verdict(line):
    assert FAILS in words(checked([line]))


def test_a_huge_number_is_rejected_quickly():
    about = Table(BACCARAT, {"ann": 1_000, "bob": 1_000}, money=True).shuffle.about._replace(number=2**53 - 1)
    result = checked([json.dumps(Shuffle.fresh(range(52), about).transcript())])
    assert f"1 to {2**53 - 2}" in silent(result)


def test_a_seed_with_a_line_separator_breaks_no_file(tmp_path: Path):
    table = Table(cardroom.game("four-card-frenzy"), {"ann": 100_000}, money=True)
    for hidden in ("a\u2028b", "a\u0085b", "a\u202eb"):
        with pytest.raises(ValueError, match="cannot be printed"):
            table.do(AddSeed("ann", hidden))
    table.do(AddSeed("ann", "größer als ♠ 日"))
    round = table.start()
    while not round.done:
        round.default(round.ask.spot)
    lines = list(record_lines([DealtRound(table.finish(), round.shuffle)]))
    assert set(words(checked(lines))) == {HOLDS}
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    from cli.command import run  # noqa: PLC0415

    run("verify", file, "--head", table.state.head)
    run("sign", file, "--key", tmp_path / "key")  # the file has no line end
    run("verify", file, "--head", table.state.head)


def test_keys_of_small_order_sign_nothing():
    identity = bytes([1]) + bytes(31)
    with pytest.raises(verifier.Wrong, match="this key is invalid"):
        verifier.signed(identity, b"anything", identity + bytes(32))


def test_players_cannot_have_the_names_of_the_houses_accounts():
    with pytest.raises(verifier.Wrong, match="house's accounts"):
        verifier.check_money({"bank": 100}, [], {"bank": 0, "collection": 0, "jackpot": 0})


def test_public_poker_files_prove_nothing_and_do_not_fail(tmp_path: Path):
    from cli.command import run  # noqa: PLC0415

    stored, proofs = played("texas-holdem", 1)
    lines = [json.dumps(stored[0].shuffle.transcript(reveal=False)), stored[0].record.json()]
    assert words(checked(lines)) == [NOTHING, NOTHING]
    file = tmp_path / "public.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "DOES NOT HOLD" not in run("verify", file, code=1).stdout
    file.write_text("\n".join([json.dumps(proofs[0]), *lines]) + "\n", encoding="utf-8")
    result = run("verify", file, code=1).stdout
    assert "DOES NOT HOLD" not in result
    assert "line 3: holds" in result


def test_the_fields_of_a_record_must_be_in_order():
    values = [json.loads(line) for line in SIGNED[:2]]
    values[1]["opening"] = dict(reversed(values[1]["opening"].items()))
    assert "must have its fields in the order" in checked(written(values))[1].verdict.says[0]


def test_a_public_record_names_no_discarded_card():
    stored, _ = played("2-7-triple-draw", 12)
    assert any(answer.value for each in stored for answer in each.record.answers if answer.action == "discard")
    own, shown = list(record_lines(stored)), list(record_lines(stored, for_all=True))
    records = [json.loads(line) for line in shown if "format" in json.loads(line)]
    values = [answer["value"] for each in records for answer in each["answers"] if answer.get("value") is not None]
    assert not any(isinstance(value, list) for value in values)
    assert any(isinstance(value, dict) and "sealed" in value for value in values)
    assert not any(name in json.loads(line) for line in shown for name in ("secret", "salts", "draws", "order"))
    both = checked(own), checked(shown)
    assert [each.hash for each in both[0]] == [each.hash for each in both[1]], "both are one chain"
    assert set(words(both[0])) == {HOLDS}
    assert set(words(both[1])) == {NOTHING}
    assert words(checked(shown, head=both[0][len(own) - 1].hash))[-1] == HOLDS
    game = cardroom.game("2-7-triple-draw")
    for each, line, for_all in zip(stored, own[1::2], shown[1::2], strict=True):
        assert replay(Record.from_json(line), game, each.shuffle).net == each.record.outcome.net
        if "sealed" in for_all:
            with pytest.raises(ValueError, match="its cards are sealed"):
                replay(Record.from_json(for_all), game, each.shuffle)
