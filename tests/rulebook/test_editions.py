"""Editions: the one in force on a day is the default, old ones stay, and a house may require approval."""

from datetime import date

import pytest
from typer.testing import CliRunner

import cardroom
from cardroom.cli.app import app
from cardroom.games import game_by_digest
from cardroom.play.records.file import RulesOf
from cardroom.rulebook import RuleBookError, rule_set
from cardroom.rulebook.editions import check_approved

GAME = "three-card-poker-6-card-bonus"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three editions with different pays: an old one, the current one, and one that is not approved yet."""
    (tmp_path / GAME).mkdir()
    for name, pays, dates in [
        ("first", "3 to 1", 'effective = "2020-01-01"\napproved = "2019-12-01"\nauthority = "the Bureau"'),
        ("second", "4 to 1", 'effective = "2024-07-01"\napproved = "2024-06-01"\nauthority = "the Bureau"'),
        ("third", "5 to 1", 'effective = "2025-01-01"'),
    ]:
        text = f'extends = "500-club"\n[pay.pair-plus.lines]\n"flush" = "{pays}"\n[edition]\n{dates}\n'
        (tmp_path / GAME / f"{name}.toml").write_text(text)
    (tmp_path / GAME / "ours.toml").write_text('extends = "second"\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    return tmp_path / GAME


def test_the_edition_in_force_on_a_day_is_found(folder, monkeypatch):
    assert rule_set(GAME, "2023-05-05").rules == "first"
    assert rule_set(GAME, "2024-07-01").rules == "second"
    assert rule_set(GAME).rules == "third"
    monkeypatch.setenv("CARDROOM_APPROVED", "required")
    assert rule_set(GAME).rules == "second"
    assert rule_set(GAME, "third").rules == "third"
    with pytest.raises(RuleBookError, match="no edition in force on 2019-01-01"):
        rule_set(GAME, "2019-01-01")
    assert cardroom.game("razz").rules.edition is None


def test_a_house_may_require_an_approved_edition(folder, monkeypatch):
    today = date.today().isoformat()
    check_approved(rule_set(GAME, "third"), today)
    monkeypatch.setenv("CARDROOM_APPROVED", "required")
    check_approved(rule_set(GAME, "second"), today)
    check_approved(rule_set(GAME, "first"), "2022-02-02")
    for name in ("third", "500-club", "ours"):
        with pytest.raises(RuleBookError, match="not an approved edition"):
            check_approved(rule_set(GAME, name), today)
    with pytest.raises(RuleBookError, match="not in force on 2019-12-31"):
        check_approved(rule_set(GAME, "first"), "2019-12-31")


def test_editions_are_compared_by_day_and_old_rounds_keep_theirs(folder):
    result = CliRunner().invoke(app, ["diff", GAME, "2023-05-05", "2024-07-01", "--no-edges"])
    assert "first" in result.output
    assert "second" in result.output
    assert "4 to 1" in result.output
    old = cardroom.game(GAME, rules="first")
    assert game_by_digest(GAME, RulesOf.game(old)) is old


@pytest.mark.parametrize(
    ("dates", "says"),
    [
        ('effective = "July 2024"', "edition.effective: 'July 2024' is not a day"),
        ('effective = "2024-07-01"\nends = "2024-06-30"', "edition.ends: 2024-06-30 is before"),
        ('effective = "2024-07-01"\napproved = "2024-06-30"', "edition.authority: say who approved it"),
    ],
)
def test_an_edition_with_wrong_dates_is_refused(folder, dates, says):
    (folder / "wrong.toml").write_text(f'extends = "500-club"\n[edition]\n{dates}\n')
    with pytest.raises(RuleBookError, match=says):
        rule_set(GAME, "wrong")
