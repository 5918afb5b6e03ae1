"""Signing keys are rotated: old signatures stay verifiable with the new key, those of stolen keys do not."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import cardroom
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.play import Table
from cardroom.play.records.signing import EarlierKey, key_list, public_key, signature
from cardroom.play.table import UseDefault
from cardroom.verifier import FAILS, HOLDS, check_lines
from cli.command import run

THEN = 1_700_000_000
OLD, NEW, LATEST, THIEF = (Ed25519PrivateKey.from_private_bytes(bytes([seed] * 32)) for seed in range(1, 5))


@pytest.fixture(scope="module")
def records():
    """The lines of a round, and the hash of its record."""
    table = Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 9000, "bob": 9000}, money=True, name="seven")
    round = table.start()
    while not round.done:
        table.do(UseDefault(round.ask.spot))
    return [*record_lines([DealtRound(table.finish(), round.shuffle)])], table.state.head


def checked(lines, key=NEW):
    """The verdict on the signature, and whether the record is bound by it."""
    found = check_lines([(str(at), line) for at, line in enumerate(lines)], key=public_key(key))
    [signed] = [each for each in found if each.kind.startswith("cardroom-signature")]
    return signed.verdict.word, next(each.bound for each in found if each.hash), " ".join(signed.verdict.says)


def listed(*earlier, by=NEW):
    return key_list(by, [EarlierKey(public_key(key), until) for key, until in earlier], THEN + 10)


@pytest.mark.parametrize("at", [THEN, THEN + 10])
def test_a_signature_with_an_earlier_key_counts(records, at):
    lines, head = records
    assert checked([*lines, signature(OLD, "seven", head, at), listed((OLD, THEN + 10))])[:2] == (HOLDS, True)


def test_after_two_rotations_the_list_has_both_keys(records):
    lines, head = records
    keys = listed((OLD, THEN), (NEW, THEN + 5), by=LATEST)
    for key, at in ((OLD, THEN), (NEW, THEN + 5), (LATEST, THEN + 99)):
        assert checked([*lines, keys, signature(key, "seven", head, at)], LATEST)[0] == HOLDS


@pytest.mark.parametrize(
    ("signed", "keys", "says"),
    [
        ((OLD, THEN), None, "not with the given key"),
        ((OLD, THEN + 11), listed((OLD, THEN + 10)), "used only until"),
        ((OLD, THEN), listed((OLD, None)), "has withdrawn the key"),
        ((THIEF, THEN), listed((OLD, THEN + 10)), "not with the given key"),
        ((THIEF, THEN), listed((THIEF, THEN + 10), by=THIEF), "not with the given key"),
        ((THIEF, THEN), listed((OLD, THEN)).replace(public_key(OLD), public_key(THIEF)), "not with the given key"),
    ],
)
def test_other_signatures_do_not_count(records, signed, keys, says):
    lines, head = records
    key, at = signed
    word, bound, why = checked([*lines, *([keys] if keys else []), signature(key, "seven", head, at)])
    assert (word, bound) == (FAILS, False)
    assert says in why


def test_an_altered_time_does_not_count(records):
    lines, head = records
    line = json.loads(signature(OLD, "seven", head, THEN + 11)) | {"at": THEN}
    assert checked([*lines, listed((OLD, THEN + 10)), json.dumps(line)])[2].endswith("does not match its key")


def test_the_command_rotates_keys_and_verify_accepts_the_list(records, tmp_path):
    rounds, old, new, newest, keys = (
        tmp_path / name for name in ("rounds.jsonl", "old.pem", "new.pem", "newest.pem", "keys.json")
    )
    rounds.write_text("\n".join(records[0]) + "\n")
    run("sign", rounds, "--key", old)
    public = run("keys", keys, "--key", new, "--retire", old).stderr.split("public key ")[1].split(",")[0]
    run("verify", rounds, "--key", public, code=1)
    assert "1 earlier keys" in run("verify", rounds, keys, "--key", public).stdout
    assert "the same key" in run("keys", keys, "--key", new, "--retire", new, code=2).stderr
    assert (
        "must be signed with the key that you retire" in run("keys", keys, "--key", new, "--retire", old, code=2).stderr
    )
    public = run("keys", keys, "--key", newest, "--retire", new).stderr.split("public key ")[1].split(",")[0]
    run("verify", rounds, keys, "--key", public)
    keys.unlink()
    public = (
        run("keys", keys, "--key", newest, "--retire", old, "--withdraw").stderr.split("public key ")[1].split(",")[0]
    )
    assert "has withdrawn the key" in run("verify", rounds, keys, "--key", public, code=1).stdout
