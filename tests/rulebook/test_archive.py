"""Texts of rules are stored and found by digest, and a changed text is refused."""

import pytest

from cardroom.rulebook import RuleBookError, by_digest, keep, load, rule_set, rule_sets, slugs

GAME = "three-card-poker-6-card-bonus"


@pytest.fixture(autouse=True)
def no_archive(monkeypatch):
    monkeypatch.delenv("CARDROOM_ARCHIVE", raising=False)


def test_every_built_in_text_is_equal_when_read_back(tmp_path):
    for game in slugs():
        for name in rule_sets(game):
            rules = rule_set(game, name)
            assert load_kept(rules, tmp_path / game / name) is rules


def load_kept(rules, folder):
    """Load a stored text without searching the rulebook first."""
    from cardroom.rulebook.archive import _read_text_file  # noqa: PLC0415

    return _read_text_file(keep(rules, folder))


def test_rules_under_a_houses_settings_are_found_by_digest(tmp_path):
    rules = rule_set(GAME, minimum="$10")
    path = keep(rules, tmp_path / "texts")
    assert path.stem == rules.digest
    assert by_digest(rules.digest, tmp_path, tmp_path / "texts") is rules
    assert rules.summary in path.read_text()


def test_defaults_are_found_without_any_text():
    assert by_digest(rule_set(GAME).digest) is rule_set(GAME)


def test_an_operators_rules_are_found_beside_a_broken_file(tmp_path, monkeypatch):
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "broken.toml").write_text("[seats")
    (tmp_path / GAME / "own.toml").write_text('extends = "500-club"\n[settings]\nminimum = "$7"\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    rules = rule_set(GAME, "own")
    assert by_digest(rules.digest) is rules


def test_the_environment_names_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_ARCHIVE", str(tmp_path))
    rules = rule_set(GAME, minimum="$11")
    assert keep(rules).parent == tmp_path
    assert by_digest(rules.digest) is rules


def test_without_a_folder_nothing_is_stored():
    with pytest.raises(RuleBookError, match="set CARDROOM_ARCHIVE, or give a folder"):
        keep(rule_set(GAME))


def test_storing_twice_writes_once(tmp_path):
    rules = rule_set(GAME, minimum="$10")
    path = keep(rules, tmp_path)
    written = path.stat().st_mtime_ns, path.stat().st_ino
    assert keep(rules.replaced(summary="Reworded."), tmp_path) == path
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == written
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"straight": "6 to 1"', '"straight": "7 to 1"', "it was changed or misnamed"),
        ('"minimum": 1000', '"minimum": 900', "it was changed or misnamed"),
        ('"minimum": 1000', '"minimum": 90000', r"settings: house rule minimum: \$900 is not within"),
        ('"straight": "6 to 1"', '"straight": "6 too 1"', "'6 too 1' are not odds"),
        ('"script"', '"scrypt"', "the field script is missing|unknown field scrypt"),
        ("{", "[", "it is not a text of rules"),
    ],
)
def test_a_damaged_text_is_rejected_and_written_again(tmp_path, old, new, message):
    rules = rule_set(GAME, minimum="$10")
    path = keep(rules, tmp_path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(RuleBookError, match=message):
        by_digest(rules.digest, tmp_path)
    keep(rules, tmp_path)
    assert path.read_text() == text


def test_a_text_under_a_wrong_name_is_rejected(tmp_path):
    path, other = keep(rule_set(GAME, minimum="$10"), tmp_path), rule_set(GAME, minimum="$11").digest
    path.rename(tmp_path / f"{other}.json")
    with pytest.raises(RuleBookError, match="it was changed or misnamed"):
        by_digest(other, tmp_path)


def test_an_unknown_digest_is_rejected_with_the_places_searched(tmp_path):
    with pytest.raises(RuleBookError, match=rf"no rules have the digest 0{{12}}.*the rulebook \(\d+ .*{tmp_path}"):
        by_digest("0" * 64, tmp_path)
    with pytest.raises(RuleBookError, match="is not a digest"):
        by_digest("../../etc/passwd", tmp_path)


def test_a_stored_text_is_not_a_rules_file(tmp_path):
    with pytest.raises(RuleBookError):
        load(keep(rule_set(GAME), tmp_path))
