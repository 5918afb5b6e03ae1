"""Reports are stored by everything that they depend on, and never answer for anything else."""

from fractions import Fraction

import msgspec
import pytest

import cardroom
from cardroom.analysis import WagerOutcome, WagerReport, analyze
from cardroom.analysis.poker_hands.report import HandFrequencies
from cardroom.analysis.report import stored_reports
from cardroom.analysis.report.reports import Report, Sample
from cardroom.analysis.report.stored_reports import (
    read_report,
    report_digest,
    source_digest,
    stored_analysis,
    write_report,
)
from cardroom.analysis.report.what_if import repriced
from cardroom.games import add_source, game_of
from cardroom.games.declarations import Given, declaration, remove_source
from cardroom.rulebook import rule_set

BACCARAT = cardroom.game("ez-baccarat")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def counts(monkeypatch):
    """The games that are counted."""
    counted = []

    def count(game, engine):
        counted.append(game)
        return analyze(game, engine)

    monkeypatch.setattr(stored_reports, "analyze", count)
    return counted


def test_the_second_answer_is_read_and_equal(counts):
    first, second = stored_analysis(BACCARAT), stored_analysis(BACCARAT)
    assert first == second == analyze(BACCARAT)
    assert len(counts) == 1


def test_a_changed_pay_table_is_counted_again(counts):
    before = stored_analysis(BACCARAT).wager("dragon-7").edge
    changed = game_of(repriced(BACCARAT.rules, {"dragon-7.dragon 7": "41"}))
    after = stored_analysis(changed).wager("dragon-7").edge
    assert len(counts) == 2
    assert after < before
    assert after == analyze(changed).wager("dragon-7").edge


def test_a_changed_house_rule_is_counted_again(counts):
    stored_analysis(BACCARAT)
    stored_analysis(cardroom.game("ez-baccarat", packs=6))
    assert len(counts) == 2


def test_every_rule_set_has_a_digest_of_its_own():
    sets = [rule_set("ez-baccarat", name) for name in ("500-club", "standard")]
    sets += [rule_set("heads-up-holdem"), rule_set("heads-up-holdem", bad_beat="2")]
    assert len({report_digest(rules) for rules in sets}) == len(sets)


def test_a_changed_source_file_gives_another_digest(tmp_path):
    package = tmp_path / "package"
    (package / "analysis").mkdir(parents=True)
    kernel, counted = package / "analysis" / "kernel.py", package / "analysis" / "counts.json"
    digests = []
    for file, text in ((kernel, "a"), (kernel, "b"), (counted, "[1]"), (counted, "[2]"), (package / "new.py", "")):
        file.write_text(text)
        digests.append(source_digest.__wrapped__(package))
    assert len(set(digests)) == 5


def test_recounting_ignores_the_stored_report(counts):
    stored_analysis(BACCARAT)
    stored_analysis(BACCARAT, recount=True)
    assert len(counts) == 2


def test_a_damaged_file_is_counted_again(counts, folder):
    report = stored_analysis(BACCARAT)
    (file,) = folder.glob("report-*.json")
    file.write_bytes(file.read_bytes()[:-100])
    assert stored_analysis(BACCARAT) == report
    assert len(counts) == 2


def test_a_game_from_outside_the_package_is_never_stored(counts, folder):
    own = Given(msgspec.structs.replace(declaration("ez-baccarat"), name="own-baccarat"))
    add_source(own)
    try:
        game = game_of(BACCARAT.rules.replaced(script="own-baccarat"))
        assert report_digest(game.rules) is None
        stored_analysis(game)
        stored_analysis(game)
    finally:
        remove_source(own)
    assert len(counts) == 2
    assert not list(folder.iterdir())


def test_every_field_of_a_report_is_stored():
    outcome = WagerOutcome("a flush", Fraction(-1, 3), 10**30, "3 to 2", Fraction(2), "raise", Fraction(1, 10), True)
    sample = Sample(((Fraction(-1), 3), (Fraction(2), 1)), 10, "7", Fraction(-8), Fraction(8))
    best = WagerReport("ante", "Ante", "Ante", (outcome,), sample=sample)
    wager = WagerReport(
        "ante", "Ante", "Ante", (outcome, outcome), {"bad_beat": 2, "envy": True}, False, ("Fold",),
        {"ante": (outcome,)}, 100, 5000, "A note", True, sample, best,
    )  # fmt: skip
    hands = HandFrequencies("Hands", 4, {"pair": 4}, False, "A note")
    report = Report("game", "Game", "set", "0" * 64, {"name": "x", "on": False}, (wager,), (hands,))
    assert read_report(write_report(report)) == report
