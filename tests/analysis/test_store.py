"""One store has every exact result, finds it by its rules and method, and never answers for anything else."""

import json
import lzma
from fractions import Fraction

import msgspec
import pytest

import cardroom
from cardroom.analysis import WagerOutcome, WagerReport, analyze
from cardroom.analysis.engine.engines import LOCAL
from cardroom.analysis.poker_hands.report import HandFrequencies
from cardroom.analysis.report.reports import Sample
from cardroom.analysis.report.what_if import in_force_only, repriced
from cardroom.analysis.store import counting_again, find, keep, key_of, reports
from cardroom.analysis.store.entries import FILE, SOURCES, shipped, source_digest
from cardroom.analysis.store.fill import fill, write_file
from cardroom.analysis.store.reports import StoredReport, known_report, report_in_force, report_key, stored_analysis
from cardroom.games import add_source, all_games, game_of
from cardroom.games.declarations import Given, declaration, remove_source
from cardroom.rulebook import rule_set

CHANGED = cardroom.game("ez-baccarat", packs=6)
"""A rule set that is not built in."""
COUNTS = {key: text for key, text in shipped().items() if not text.startswith(b'{"of"')}
"""The counts that ship with the package, without the reports."""
QUICK = ["ez-baccarat", "face-up-pai-gow-poker", "heads-up-holdem", "omaha", "seven-card-stud", "ultimate-texas-holdem"]
"""Games whose reports follow from counts in well under a second."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def counts(monkeypatch):
    """The games that are counted."""
    counted = []

    def count(game, engine):
        counted.append(game)
        return analyze(game, engine)

    monkeypatch.setattr(reports, "analyze", count)
    return counted


# -- what ships with the package --------------------------------------------------------------------------------------


def test_the_package_ships_what_the_built_in_games_need_and_nothing_else():
    assert fill(shipped(), all_games(), LOCAL) == shipped(), "run make figures"


@pytest.mark.parametrize("slug", QUICK)
def test_a_shipped_report_is_what_is_computed_now(slug):
    """If this fails after an intended change, increase `version` of the game's `Analysis`, and run make figures."""
    assert fill(COUNTS, [cardroom.game(slug)], LOCAL).items() <= shipped().items()


@pytest.mark.proof
@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_everything_that_ships_is_what_is_computed_now(game):
    assert fill({}, [game], LOCAL).items() <= shipped().items()


def test_an_entry_that_is_missing_is_computed_and_one_that_no_game_needs_is_dropped():
    game, told = cardroom.game("ez-baccarat"), []
    key = report_key(in_force_only(game.rules))
    assert fill({"0" * 32: b"[1]"}, [game], LOCAL, lambda line, _: told.append(line)) == {key: shipped()[key]}
    assert fill(shipped(), [game], LOCAL, lambda *_: told.append("again")) == {key: shipped()[key]}
    assert len(told) == 1
    assert told[0].startswith("ez-baccarat, 500-club: 1 computed in ")


def test_the_file_has_one_entry_in_each_line(tmp_path):
    write_file(tmp_path / FILE, shipped())
    text = lzma.decompress((tmp_path / FILE).read_bytes())
    assert len(text.splitlines()) == len(shipped()) + 2
    assert json.loads(text).keys() == shipped().keys()


def test_what_ships_is_read_and_not_counted(counts, folder):
    game = cardroom.game("heads-up-holdem")
    assert known_report(game.rules) == report_in_force(game)
    assert not counts
    assert not folder.exists()


# -- what this machine computes ----------------------------------------------------------------------------------------


def test_the_second_answer_is_read_and_equal(counts):
    assert known_report(CHANGED.rules) is None
    first, second = report_in_force(CHANGED), report_in_force(CHANGED)
    assert first == second == known_report(CHANGED.rules)
    assert first.wagers == analyze(CHANGED).wagers
    assert len(counts) == 1


def test_a_changed_pay_table_is_counted_again(counts):
    before = stored_analysis(CHANGED).wager("dragon-7").edge
    changed = game_of(repriced(CHANGED.rules, {"dragon-7.dragon 7": "41"}))
    after = stored_analysis(changed).wager("dragon-7").edge
    assert len(counts) == 2
    assert after < before
    assert after == analyze(changed).wager("dragon-7").edge


def test_every_rule_set_has_a_key_of_its_own():
    sets = [rule_set("ez-baccarat", name) for name in ("500-club", "standard")]
    sets += [rule_set("heads-up-holdem"), rule_set("heads-up-holdem", bad_beat="2")]
    sets += [in_force_only(sets[-1]), repriced(sets[-1], {"bad-beat-1.flush": "13 to 2"})]
    label = msgspec.structs.replace(sets[0].wager["banker"], label="Bank")
    sets.append(sets[0].replaced(wager=sets[0].wager | {"banker": label}))
    assert len({report_key(rules) for rules in sets}) == len(sets)


def test_another_version_of_the_analysis_has_another_key(monkeypatch):
    before, known = report_key(CHANGED.rules), reports.analysis_of(CHANGED.rules)
    monkeypatch.setattr(reports, "analysis_of", lambda _: known._replace(version=known.version + 1))
    assert report_key(CHANGED.rules) != before


def test_rule_sets_of_poker_that_deal_alike_share_a_report_under_their_own_names(counts):
    clubs, usual = (cardroom.game("texas-holdem", name) for name in ("500-club", "standard"))
    assert report_key(clubs.rules) == report_key(usual.rules)
    assert stored_analysis(usual) == analyze(usual)
    assert stored_analysis(clubs).rules == "500-club"
    assert not counts


def test_changed_source_gives_another_digest(tmp_path):
    for name in SOURCES:
        (tmp_path / name).touch() if name.endswith(".py") else (tmp_path / name).mkdir()
    digests = []
    for file, text in (("money.py", "a"), ("money.py", "b"), ("analysis/new.py", ""), ("rankings/new.py", "")):
        (tmp_path / file).write_text(text)
        digests.append(source_digest.__wrapped__(tmp_path))
    assert len(set(digests)) == 4


def test_a_changed_program_does_not_read_what_it_stored_before(monkeypatch):
    key = key_of("a count 1")
    keep(key, [1, 2])
    assert find(key, list[int]) == [1, 2]
    monkeypatch.setattr("cardroom.analysis.store.entries.source_digest", lambda _: "another")
    assert find(key, list[int]) is None


def test_recounting_ignores_what_is_stored(counts):
    stored_analysis(CHANGED)
    stored_analysis(CHANGED, recount=True)
    assert len(counts) == 2
    with counting_again():
        assert known_report(cardroom.game("ez-baccarat").rules) is None


def test_a_damaged_file_is_counted_again(counts, folder):
    report = stored_analysis(CHANGED)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-100])
    assert stored_analysis(CHANGED) == report
    assert len(counts) == 2


def test_a_game_from_outside_the_package_is_never_stored(counts, folder):
    own = Given(msgspec.structs.replace(declaration("ez-baccarat"), name="own-baccarat"))
    add_source(own)
    try:
        game = game_of(CHANGED.rules.replaced(script="own-baccarat"))
        assert report_key(game.rules) is None
        stored_analysis(game)
        stored_analysis(game)
    finally:
        remove_source(own)
    assert len(counts) == 2
    assert not folder.exists()


def test_every_field_of_a_report_is_stored():
    outcome = WagerOutcome(
        "a flush", Fraction(-1, 3), 10**30, "3 to 2", Fraction(2), "raise", Fraction(1, 10), Fraction(5, 2)
    )
    sample = Sample(((Fraction(-1), 3), (Fraction(2), 1)), 10, "7", Fraction(-8), Fraction(8))
    best = WagerReport("ante", "Ante", "Ante", (outcome,), sample=sample)
    wager = WagerReport(
        "ante", "Ante", "Ante", (outcome, outcome), {"bad_beat": 2, "envy": True}, False, ("Fold",),
        {"ante": (outcome,)}, 100, 5000, "A note", True, sample, best,
    )  # fmt: skip
    hands = HandFrequencies("Hands", 4, {"pair": 4}, False, "A note")
    report = StoredReport("game/set", (wager,), (hands,))
    keep("0" * 32, report)
    assert find("0" * 32, StoredReport) == report
