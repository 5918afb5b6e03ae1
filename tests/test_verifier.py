"""The verifier is independent, reports what it checked, and accepts no forged file."""

import ast
import copy
import json
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

import cardroom
from cardroom import verifier
from cardroom.cards import text
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import About, Shuffle
from cardroom.play import Table
from cardroom.play.table import ChangeGame, Void
from cardroom.play.table.log import ShuffleDiscarded
from cardroom.verifier import FAILS, HOLDS, NOTHING, check_lines, check_seat, check_shuffle, signed
from fuzz.proofs import every_change, lines_of
from fuzz.proofs import genuine as genuine_proofs
from support import forgeries, sampling
from support.vectors import FOLDER, verdicts

FILE = Path(verifier.__file__)
FORGERIES = 10_000 if sampling.PROOF else 60
STANDARD = range(52)


@pytest.fixture(scope="module")
def genuine():
    return forgeries.genuine()


KINDS = (
    *("shuffle", "shoe", "sealed deck", "seat's proof"),
    *("banked records", "records of a shoe", "poker records", "draw records"),
    *("records of laid cards", "signed records"),
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", KINDS)
def test_no_forged_file_holds(genuine, kind):
    counts = forgeries.count_forgeries(genuine[kind], FORGERIES, kind)
    assert counts["refused"] == FORGERIES
    assert not counts["taken"]


def test_every_kind_is_forged(genuine):
    assert set(genuine) == set(KINDS)


# -- independence -----------------------------------------------------------------------------------------------


def test_the_verifier_imports_only_the_standard_library():
    imported = set()
    for node in ast.walk(ast.parse(FILE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "cardroom").split(".")[0])
    assert imported <= set(sys.stdlib_module_names)


VECTORS = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", VECTORS)
def test_the_test_vectors_get_the_expected_verdicts(name):
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert verdicts(lines) == VECTORS[name]
    assert (FAILS in VECTORS[name]) == name.startswith("forged"), "every touched file fails, and no other"


def test_the_verifier_runs_alone_from_any_folder(tmp_path):
    """A copy of the one file, with an interpreter that has no packages."""
    alone = tmp_path / "check.py"
    alone.write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")

    def run(*arguments):
        command = [sys.executable, "-I", "-S", str(alone), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)

    sound = run(FOLDER / "records-signed.jsonl")
    assert (sound.returncode, sound.stderr) == (0, "")
    assert "7 holds" in sound.stdout
    forged = run(FOLDER / "forged-records-net.jsonl")
    assert forged.returncode == 1
    assert "the net is not the sum of the transfers" in forged.stdout
    noted = json.loads((FOLDER / "shuffle.jsonl").read_text(encoding="utf-8"))["commitment"]
    assert run(FOLDER / "shuffle.jsonl", "--commitment", noted.upper()).returncode == 0
    assert run(FOLDER / "shuffle.jsonl", "--commitment", "0" * 64).returncode == 1
    short = run(FOLDER / "shuffle.jsonl", "--commitment", noted[:63])
    assert short.returncode == 2
    assert "write all 64 digits" in short.stderr


# -- what it says --------------------------------------------------------------------------------------------------


def test_any_part_of_the_deal_is_checked_against_the_order():
    shuffle = Shuffle.fresh(STANDARD).seeded("ann", "lucky")
    transcript, dealt = shuffle.transcript(), text(shuffle.order).split()
    for start, stop in ((0, 0), (0, 52), (20, 25), (51, 52)):
        assert check_shuffle(transcript, dealt=dealt[start:stop], start=start).holds
    hidden = check_shuffle(transcript, dealt=["??", dealt[1], "??"])
    assert hidden.holds
    assert "the 1 cards that were shown follow the order" in hidden.says
    wrong = check_shuffle(transcript, dealt=dealt[19:25], start=20)
    assert wrong == (FAILS, (f"card 21 of the order is {dealt[20]}, but {dealt[19]} is listed as dealt",), ())
    assert check_shuffle(transcript, dealt=[*dealt[50:], "As"], start=50).word == FAILS
    assert check_shuffle(transcript, dealt=dealt[:1], start=-1).word == FAILS


def test_a_file_that_proves_nothing_does_not_hold():
    """A simulation, a given order, an unpublished secret and unopened seals prove nothing."""
    sealed = SealedShuffle.fresh(STANDARD)
    nothing = {
        "for a simulation": Shuffle.simulated(STANDARD, 1).transcript(),
        "given, not shuffled": Shuffle.given(STANDARD).transcript(),
        "has no secret yet": Shuffle.fresh(STANDARD).transcript(reveal=False),
        "still sealed": sealed.transcript(reveal=False),
    }
    for says, transcript in nothing.items():
        verdict = check_shuffle(transcript)
        assert verdict.word == NOTHING
        assert any(says in sentence for sentence in verdict.says)
    assert check_seat(sealed.proof([])).word == NOTHING
    assert check_shuffle(sealed.transcript()).word == HOLDS


def test_the_verifier_lists_what_it_cannot_check():
    unbound = check_shuffle(Shuffle.fresh(STANDARD).transcript())
    assert unbound.holds
    assert any("names no table" in sentence for sentence in unbound.silent)
    assert any("published before the bets" in sentence for sentence in unbound.silent)
    bound = Shuffle.fresh(STANDARD, About("four-card-frenzy", "ab" * 32, "table 7", 3))
    noted = check_shuffle(bound.transcript(), noted=bound.commitment)
    assert any("four-card-frenzy" in sentence and "table 7, shuffle 3" in sentence for sentence in noted.says)
    assert not any("published" in sentence or "names no table" in sentence for sentence in noted.silent)
    seat = check_seat(SealedShuffle.fresh(STANDARD).proof([0]))
    assert any("seals are not opened" in sentence for sentence in seat.silent)


def test_the_box_is_described():
    nines = check_shuffle(Shuffle.fresh([28] * 416).transcript())
    assert "the box has 416 cards, each 416 times" in nines.says
    assert "the box has 416 cards, each 8 times" in check_shuffle(Shuffle.fresh([*STANDARD] * 8).transcript()).says
    odd = check_shuffle(Shuffle.fresh([*STANDARD, 3]).transcript())
    assert "the box has 53 cards, some more often than others" in odd.says


def test_a_missing_shuffle_is_reported():
    lines = (FOLDER / "records-signed.jsonl").read_text(encoding="utf-8").splitlines()
    output = check_lines([(str(n), line) for n, line in enumerate(lines) if n != 2])
    assert any("withheld): 2" in words for each in output for words in each.verdict.silent)
    assert output[2].verdict.word == NOTHING, "its round proves nothing"
    last = check_lines([(str(n), line) for n, line in enumerate(lines[:-1])])
    assert any("no later record confirms it" in words for each in last for words in each.verdict.silent)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "null", '{"a":1,"a":2}', "1e5", "[" * 5000, "[" * 99 + "]" * 99, '{"version": 7}', "NaN"],
)
def test_any_line_gets_a_verdict(text):
    [result] = check_lines([("here", text)])
    assert result.verdict.word == FAILS
    assert result.verdict.says[0]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["cardroom-shuffle-1", "sealed", "fair"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = [*verifier.PUBLIC, *verifier.HIDDEN, "seals", "openings", "drawn", "note"]
PROOF = SealedShuffle.fresh(STANDARD).proof([3, 4], [])
DECK = Shuffle.fresh(STANDARD).transcript()


@given(st.dictionaries(st.sampled_from(FIELDS), anything, min_size=1, max_size=3), anything)
def test_any_transcript_gets_a_verdict(changes, whole):
    for sound in (PROOF, DECK, {}):
        touched = sound | changes
        verdict = check_shuffle(touched)
        assert (verdict.word == HOLDS) == (touched == sound != {})
    assert check_shuffle(whole).word != HOLDS
    assert check_seat(whole).word == FAILS


def _gets_verdicts(file, where):
    try:
        results = check_lines(lines_of(file), key=file.key)
    except Exception as error:
        raise AssertionError(f"{where}: {error!r}") from error
    assert len(results) >= len(file.values) + len(file.evidence)


CHANGED = {
    "no kind": ("shuffle", 0, "kind", ...),
    "a kind of another type": ("shuffle", 0, "kind", ["sealed"]),
    "seeds of another type": ("chains", 0, "seeds", 7),
    "a seed without a text": ("chains", 0, "seeds", [["ann"]]),
    "given, with seeds of another type": ("shuffle-given", 0, "seeds", 0),
    "openings of another type": ("seat", 0, "openings", [7]),
    "a purpose of another type": ("seat", 0, "about", []),
    "an opening of another type": ("records", 1, "opening", 7),
    "a carried state of another type": ("records", 3, "opening.carry", None),
    "a next state of another type": ("records", 1, "outcome.next", []),
    "the format of no file": ("records", 1, "format", "shuffle"),
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_malformed_proof_beside_evidence_gets_a_verdict(change):
    name, at, path, value = CHANGED[change]
    file = genuine_proofs()[name]
    values = copy.deepcopy(file.values)
    *outer, last = path.split(".")
    part = values[at]
    for each in outer:
        part = part[each]
    part.pop(last) if value is ... else part.update({last: value})
    changed = file._replace(values=values)
    _gets_verdicts(changed, change)
    assert check_lines(lines_of(changed))[at].verdict.word == FAILS


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", genuine_proofs())
def test_any_value_in_any_place_gets_a_verdict(name):
    """The suite takes every 211th change; `make proof` takes all."""
    every = 1 if sampling.PROOF else 211
    for changed, where in islice(every_change(genuine_proofs()[name]), 0, None, every):
        _gets_verdicts(changed, f"{name} {where}")


def test_a_word_of_ours_as_a_format_does_not_hold(tmp_path, capsys):
    """The format "open" must not make a line count as merely open."""
    file = tmp_path / "odd.jsonl"
    file.write_text('{"format":"open"}\n{"format":"shuffle"}\n', encoding="utf-8")
    assert verifier.main([str(file)]) == 1
    assert "2 does not hold" in capsys.readouterr().out


def test_bytes_that_are_no_text_get_a_verdict(tmp_path):
    (tmp_path / "odd.jsonl").write_bytes(b'{"format": "\xff\xfe"}\n')
    for source in (["-"], [str(tmp_path / "odd.jsonl")]):
        result = subprocess.run(
            [sys.executable, str(FILE), *source], input=b"\xff\xfe\n", capture_output=True, timeout=60, check=False
        )
        assert (result.returncode, result.stderr) == (1, b"")


# -- signatures ----------------------------------------------------------------------------------------------------

RFC_8032 = [  # section 7.1: key, message, signature
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_signatures_match_the_vectors_of_the_standard(key, message, signature):
    key, message, signature = map(bytes.fromhex, (key, message, signature))
    assert signed(key, message, signature)
    assert not signed(key, message + b"x", signature)
    more = (int.from_bytes(signature[32:], "little") + verifier.L).to_bytes(32, "little")
    assert not signed(key, message, signature[:32] + more), "the same, written otherwise"


@given(st.binary(max_size=64), st.integers(0, 511))
def test_library_signatures_are_valid_and_altered_ones_are_not(message, bit):
    key = Ed25519PrivateKey.generate()
    signature, public = key.sign(message), key.public_key().public_bytes_raw()
    assert signed(public, message, signature)
    touched = (int.from_bytes(signature, "big") ^ 1 << bit).to_bytes(64, "big")
    with suppress(verifier.Wrong):  # not a point of the curve
        assert not signed(public, message, touched)


# -- a table's own records -----------------------------------------------------------------------------------------


def test_a_discarded_shuffle_is_published_with_its_secret_unless_its_cards_were_dealt():
    table = Table(cardroom.game("texas-holdem"), {"ann": 50_000, "bob": 50_000}, money=True)
    undealt = table.commitment
    table.do(ChangeGame(cardroom.game("omaha")))
    dealt = table.commitment
    table.start()
    table.do(Void("the lights went out"))
    dropped = {entry.transcript["commitment"]: entry for entry in table.log if isinstance(entry, ShuffleDiscarded)}
    assert check_shuffle(dropped[undealt].transcript, noted=undealt).holds
    assert check_shuffle(dropped[dealt].transcript, noted=dealt).word == NOTHING
    assert "secret" not in dropped[dealt].transcript
    assert [dropped[each].transcript["about"]["number"] for each in (undealt, dealt)] == [1, 2]
    assert table.shuffle.about.number == 3
