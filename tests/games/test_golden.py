"""Golden transcripts: three readable rounds of every game, and a check of the scripts' versions.

If a change alters a transcript, the difference shows its effect. `CARDROOM_GOLDEN=write` accepts new words. If the
course of a round changes, old records would no longer replay. Then the version in the script's declaration must be
increased first; if a shared procedure changed, the versions of all scripts that use it.
"""

import os
import random
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

import cardroom
from cardroom.play import Table
from cardroom.play.round.events import Said
from cardroom.players import play_round, table_bots
from cardroom.show import round_text
from support.people import NAMES

GOLDEN = Path(__file__).parent / "golden"
WRITE = os.environ.get("CARDROOM_GOLDEN") == "write"
GAMES = cardroom.all_games()
PROSE = {"why", "cite", "says", "by"}
"""Fields that may be reworded, and fields about who may see a card."""


def three_rounds(game):
    """Three rounds of named bots as text, and the digest of their events."""
    table = Table(game, dict.fromkeys(NAMES[: min(4, game.rules.seats.most)], 100_000), seed="golden")
    rng, happened, text = random.Random(1), sha256(), ""
    for number in (1, 2, 3):
        round = play_round(table.start(), table_bots(game.rules, list(table.stacks)), rng)
        text += f"\nRound {number}\n" + "\n".join(round_text(round)) + "\n"
        happened.update(msgspec.json.encode([bare(event) for event in round.events]))
        happened.update(msgspec.json.encode(table.finish().answers))
    return text, happened.hexdigest()[:16]


def bare(event):
    """An event without its prose, which may be reworded."""
    if isinstance(event, Said):
        return "said"
    fields = msgspec.structs.asdict(event)
    return [type(event).__name__, *(fields[name] for name in fields if name not in PROSE)]


def judge(path, version, rules, digest, text, write):
    """The problem with a golden file, or none. With `write` the file is updated if that is allowed.

    With different rules a round may change; with the same rules only a new version of the script may change it.
    """
    head = f"{version} {rules} {digest}\n"
    before, _, old = path.read_text().partition("\n") if path.exists() else ("", "", "")
    if before.split()[:2] == [version, rules] and before.split()[2:] != [digest]:
        return f"{version}: what happens at the table has changed: raise the version of every script that plays so"
    if write:
        path.parent.mkdir(exist_ok=True)
        path.write_text(head + text)
        return ""
    if before + "\n" != head or old != text:
        return f"{path.name} reads otherwise than it did: look at the difference, then CARDROOM_GOLDEN=write"
    return ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_the_golden_transcript_reads_as_it_did(game):
    text, digest = three_rounds(game)
    path = GOLDEN / f"{game.slug}.{game.rules.rules}.txt"
    problem = judge(path, game.version, game.rules.digest[:16], digest, text, WRITE)
    if problem and path.exists():
        assert text == path.read_text().partition("\n")[2], problem
    assert not problem


def test_no_golden_file_is_left_of_a_game_that_is_gone():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {f"{game.slug}.{game.rules.rules}" for game in GAMES}


def test_a_changed_round_needs_a_new_version_and_new_words_do_not(tmp_path):
    path = tmp_path / "snap.txt"
    assert judge(path, "snap/1", "old", "abc", "text", write=False)
    assert not judge(path, "snap/1", "old", "abc", "text", write=True)
    assert not judge(path, "snap/1", "old", "abc", "text", write=False)
    assert "reads otherwise" in judge(path, "snap/1", "old", "abc", "words", write=False)
    assert not judge(path, "snap/1", "old", "abc", "words", write=True)
    assert "raise the version" in judge(path, "snap/1", "old", "abd", "words", write=True)
    assert not judge(path, "snap/1", "new", "abd", "words", write=True), "other rules, another round"
    assert not judge(path, "snap/2", "new", "abe", "words", write=True)
