"""Golden transcripts: a readable round of every script, and a digest of three rounds of every rule set.

If a change alters a transcript, the difference shows its effect. `CARDROOM_GOLDEN=write` accepts new words. If the
course of a round changes, old records would no longer replay. Then the version in the script's declaration must be
increased first; if a shared procedure changed, the versions of all scripts that use it.
"""

import os
import random
from functools import cache
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
ROUNDS = GOLDEN / "rounds.txt"
"""A line for each rule set: its name, the version of its script, and digests of its rules, of what happened, and of the
words that tell it."""
WRITE = os.environ.get("CARDROOM_GOLDEN") == "write"
GAMES = {f"{game.slug}/{game.rules.rules}": game for game in cardroom.all_games()}
READ = {
    "community": ("irish/standard", "bomb-pot-omaha/standard", "pineapple-high-low/500-club"),
    "draw": ("badacey/standard", "badugi/500-club", "five-card-draw/standard"),
    "heads-up-holdem": ("heads-up-holdem/wpt", "heads-up-holdem/brook", "heads-up-holdem/washington"),
    "pure-21.5": ("pure-21.5-blackjack/500-club", "pure-spanish-21.5/500-club", "pure-21.5-blackjack/500-club"),
    "stud": ("seven-card-stud/500-club", "stud-8/standard", "seven-card-stud-high-low/500-club"),
}
"""Of a script that several rule sets share: those whose first, second and third round the transcript has. Of all
choices, these have the most different sentences."""
PROSE = {"why", "cite", "says", "by"}
"""Fields that may be reworded, and fields about who may see a card."""


def script(game):
    return game.version.partition("/")[0]


def transcribed(name):
    """The rounds of a script's transcript: each as its rule set and its number, from 0. The longest of one game."""
    if name in READ:
        return [(each, number) for number, each in enumerate(READ[name])]
    game = next(each for each, game in GAMES.items() if script(game) == name)
    return [(game, max(range(3), key=lambda number: len(three_rounds(game)[0][number])))]


@cache
def three_rounds(name):
    """Three rounds of named bots as texts, and the digests of their events and of their words."""
    game = GAMES[name]
    table = Table(game, dict.fromkeys(NAMES[: min(4, game.rules.seats.most)], 100_000), seed="golden")
    rng, happened, texts = random.Random(1), sha256(), []
    for _ in range(3):
        round = play_round(table.start(), table_bots(game.rules, list(table.stacks)), rng)
        texts.append("\n".join(round_text(round)))
        happened.update(msgspec.json.encode([bare(event) for event in round.events]))
        happened.update(msgspec.json.encode(table.finish().answers))
    return texts, happened.hexdigest()[:16], sha256("\n".join(texts).encode()).hexdigest()[:16]


def bare(event):
    """An event without its prose, which may be reworded."""
    if isinstance(event, Said):
        return "said"
    fields = msgspec.structs.asdict(event)
    return [type(event).__name__, *(fields[name] for name in fields if name not in PROSE)]


def stored():
    return {name: rest for name, *rest in map(str.split, ROUNDS.read_text().splitlines())}


def judge(before, version, rules, happened, words):
    """The problem with the rounds of a rule set, or none; `before` is what was stored of it.

    With different rules a round may change; with the same rules only a new version of the script may change it.
    """
    if before[:2] == [version, rules] and before[2] != happened:
        return f"{version}: what happens at the table has changed: raise the version of every script that plays so"
    return "" if before == [version, rules, happened, words] else "new rules, version or words: CARDROOM_GOLDEN=write"


@pytest.mark.sampled(1 if WRITE else 2)
@pytest.mark.parametrize("name", GAMES, ids=lambda name: name.replace("/", "-"))
def test_a_round_happens_as_it_did(name):
    game = GAMES[name]
    made = [game.version, game.rules.digest[:16], *three_rounds(name)[1:]]
    lines = stored()
    problem = judge(lines.get(name, []), *made)
    if WRITE and "raise the version" not in problem:
        lines = {each: made if each == name else lines[each] for each in GAMES if each in {*lines, name}}
        ROUNDS.write_text("".join(f"{' '.join((each, *line))}\n" for each, line in lines.items()))
    else:
        assert not problem


@pytest.mark.parametrize("name", sorted({script(game) for game in GAMES.values()}))
def test_the_golden_transcript_reads_as_it_did(name):
    path, read = GOLDEN / f"{name}.txt", transcribed(name)
    assert {script(GAMES[each]) for each, _ in read} == {name}
    text = "\n".join(f"Round {number + 1}\n{three_rounds(each)[0][number]}\n" for each, number in read)
    if WRITE:
        path.write_text(text)
    else:
        assert all([*three_rounds(each)[1:]] == stored()[each][2:] for each, _ in read), "also rounds not shown here"
    assert text == path.read_text(), "look at the difference, then CARDROOM_GOLDEN=write"


def test_nothing_is_left_of_a_game_that_is_gone():
    assert stored().keys() == GAMES.keys(), "CARDROOM_GOLDEN=write adds new games, and removes those that are gone"
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {"rounds", *map(script, GAMES.values())}


def test_a_changed_round_needs_a_new_version_and_new_words_do_not():
    before = ["snap/1", "rules", "abc", "words"]
    assert not judge(before, *before)
    assert "raise the version" in judge(before, "snap/1", "rules", "abd", "words")
    for made in ([*before[:3], "other words"], ["snap/1", "other rules", "abd", ""], ["snap/2", "rules", "abd", ""]):
        assert "write" in judge(before, *made)
    assert "write" in judge([], *before)
